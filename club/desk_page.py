"""PURE: the desk: what needs attention, calls, results that are missing; its forms."""

from collections.abc import Mapping, Sequence
from itertools import groupby, zip_longest
from types import MappingProxyType
from typing import NamedTuple

from announce import club_words
from club.hall import Hall
from club.hall_pages import Part, framed, in_order, pod_label
from club.rounds import DecidedPod, Pod, Round
from web.markup import Html, tag, together

Typed = Mapping[str, str]
"""What stands in a form's fields."""


def desk_page(
    hall: Hall,
    amiss: Sequence[str],
    decided: Sequence[DecidedPod],
    version: str,
    note: str = "",
    typed: Typed = MappingProxyType({}),
) -> Html:
    """What needs attention, calls, results that are missing; its forms.

    `typed`: what was sent and could not be taken; it stands in its form again.
    """
    p = hall.phrases
    listed = [club_words.needs(p, one.label, one.needs) for one in in_order(hall) if one.needs] + [*amiss]
    attention = (
        tag("ul", (tag("li", one) for one in listed)) if listed else tag("p", club_words.label(p, "no-help"))
    )
    parts: list[Part] = [
        ("attention", club_words.label(p, "attention"), attention),
        (
            "calls",
            club_words.label(p, "calls"),
            together(
                _call_forms(hall, typed),
                tag("ul", (tag("li", one.text) for one in hall.calls)) if hall.calls else None,
            ),
        ),
        (
            "results",
            club_words.label(p, "results"),
            together(_results(hall, typed), _corrections(hall, decided, typed)),
        ),
    ]
    return framed(hall, club_words.label(p, "desk"), parts, version, back=True, note=note)


def _call_forms(hall: Hall, typed: Typed) -> Html:
    p = hall.phrases
    again = {typed.get("kind"): typed.get("what")}
    do = tag("button", club_words.label(p, "do-call"))

    def form(kind: str, what: club_words.Label, field: Html) -> Html:
        name = f"call-{kind}"
        kept = tag("input", type="hidden", name="kind", value=kind)
        label = tag("label", club_words.label(p, what), for_=name)
        return tag(
            "form", kept, label, tag("div", field, do, class_="acts"), method="post", action="/desk/call"
        )

    tables = tag(
        "select",
        (tag("option", one.label, value=one.table) for one in in_order(hall)),
        name="what",
        id="call-table",
    )
    rounds = tag(
        "select",
        (tag("option", one.name, value=one.tournament) for one in hall.rounds),
        name="what",
        id="call-round",
    )
    return together(
        form(
            "text",
            "call-text",
            tag(
                "input",
                name="what",
                id="call-text",
                value=again.get("text"),
                maxlength=500,
                required=True,
                autocomplete="off",
            ),
        ),
        form(
            "time",
            "call-minutes",
            tag(
                "input",
                name="what",
                id="call-time",
                value=again.get("time"),
                inputmode="numeric",
                maxlength=4,
                required=True,
                autocomplete="off",
            ),
        ),
        form("table", "call-table", tables) if hall.tables else None,
        form("round", "call-round", rounds) if hall.rounds else None,
    )


def _results(hall: Hall, typed: Typed) -> Html:
    p = hall.phrases
    due = [(one, pod) for one in hall.rounds for pod in one.pods if pod.pod in one.missing]
    if not due:
        return tag("p", club_words.label(p, "no-results"))
    taking = (
        tag(
            "form",
            tag("input", type="hidden", name="tournament", value=one.tournament),
            tag("h3", club_words.round_clock(p, one.name, one.number, one.stage, None)),
            tag("div", tag("button", club_words.label(p, "take-results")), class_="acts"),
            method="post", action="/desk/result",
        )
        for one in hall.rounds if one.missing
    )  # fmt: skip
    return together(*taking, *(_result_form(hall, one, pod, typed) for one, pod in due))


def _corrections(hall: Hall, decided: Sequence[DecidedPod], typed: Typed) -> Html:
    """A form for each result that is there, its totals in the fields; a round's together, shut at first."""
    found = []
    for (tournament, name, number), pods in groupby(
        decided, lambda one: (one.tournament, one.name, one.round)
    ):
        ids = f"again-{tournament}-{number}"
        forms = [
            _form_of(hall, _PodForm(ids, tournament, name, number, one.pod, one.totals), typed)
            for one in pods
        ]
        found.append(
            tag(
                "details",
                tag("summary", club_words.correct_results(hall.phrases, name, number)),
                *forms,
                id=ids,
                open=(typed.get("tournament"), typed.get("round")) == (tournament, str(number)),
            )
        )
    return together(*found)


def _result_form(hall: Hall, one: Round, pod: Pod, typed: Typed) -> Html:
    what = _PodForm(f"total-{one.tournament}", one.tournament, one.name, one.number, pod)
    return _form_of(hall, what, typed)


class _PodForm(NamedTuple):
    """Of which pod a form is; its fields have the ids `ids`-NUMBER, and hold the `totals` that are there."""

    ids: str
    tournament: str
    name: str
    round: int
    pod: Pod
    totals: Sequence[int] = ()


def _form_of(hall: Hall, what: _PodForm, typed: Typed) -> Html:
    p, pod = hall.phrases, what.pod
    here = {"tournament": what.tournament, "round": str(what.round), "pod": str(pod.pod)}
    again = typed if all(typed.get(key) == value for key, value in here.items()) else {}
    fields = []
    for number, name, total in zip_longest(pod.numbers, pod.names, what.totals):
        key = f"{what.ids}-{number}"
        field = tag(
            "input",
            name=f"total-{number}",
            id=key,
            value=again.get(f"total-{number}", total),
            inputmode="numeric",
            maxlength=6,
            required=True,
            autocomplete="off",
        )
        fields += [tag("label", club_words.total_of(p, str(name)), for_=key), field]
    return tag(
        "form",
        (tag("input", type="hidden", name=key, value=value) for key, value in here.items()),
        tag("h3", f"{what.name}, {pod_label(hall, pod)}"),
        *fields,
        tag("div", tag("button", club_words.label(p, "write-result")), class_="acts"),
        method="post", action="/desk/result",
    )  # fmt: skip
