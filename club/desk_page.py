"""PURE: the desk: what needs attention, calls, results that are missing; its forms."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from announce import club_words
from club.hall import Hall
from club.hall_pages import Part, framed, in_order, pod_label
from club.rounds import Pod, Round
from web.markup import Html, tag, together

Typed = Mapping[str, str]
"""What stands in a form's fields."""


def desk_page(
    hall: Hall, amiss: Sequence[str], version: str, note: str = "", typed: Typed = MappingProxyType({})
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
        ("results", club_words.label(p, "results"), _results(hall, typed)),
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


def _result_form(hall: Hall, one: Round, pod: Pod, typed: Typed) -> Html:
    p = hall.phrases
    here = {"tournament": one.tournament, "round": str(one.number), "pod": str(pod.pod)}
    again = typed if all(typed.get(key) == value for key, value in here.items()) else {}
    fields = []
    for number, name in zip(pod.numbers, pod.names, strict=True):
        key = f"total-{one.tournament}-{number}"
        field = tag(
            "input",
            name=f"total-{number}",
            id=key,
            value=again.get(f"total-{number}"),
            inputmode="numeric",
            maxlength=6,
            required=True,
            autocomplete="off",
        )
        fields += [tag("label", club_words.total_of(p, name), for_=key), field]
    return tag(
        "form",
        tag("input", type="hidden", name="tournament", value=one.tournament),
        tag("input", type="hidden", name="round", value=one.number),
        tag("input", type="hidden", name="pod", value=pod.pod),
        tag("h3", f"{one.name}, {pod_label(hall, pod)}"),
        *fields,
        tag("div", tag("button", club_words.label(p, "write-result")), class_="acts"),
        method="post", action="/desk/result",
    )  # fmt: skip
