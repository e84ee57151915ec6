"""Who may do what: by the name that the broker vouches for."""

import pytest

from mqtt.rights import rights_from
from tests.mqtt.handled import Table, command, data

RIGHTS = rights_from({"*": "panel", "anna": "blue", "club": "table", "wall": "watch"})


CLAIM = {"seat": "blue", "route": "denver-omaha"}


@pytest.mark.parametrize(
    ("client", "vouched", "name", "fields", "code"),
    [
        ("lamp", False, "press", {"button": "repeat"}, None),
        ("lamp", False, "claim-route", CLAIM, "unauthorized"),
        ("anna", False, "claim-route", CLAIM, "unauthorized"),  # anybody can write a name
        ("anna", True, "claim-route", CLAIM, None),
        ("anna", True, "claim-route", {**CLAIM, "seat": "red"}, "wrong-seat"),
        ("anna", True, "claim-route", {**CLAIM, "seat": ["blue"]}, "wrong-seat"),
        ("anna", True, "press", {"button": "repeat"}, "unauthorized"),
        ("anna", True, "ask", {"question": "turn"}, None),
        ("anna", True, "replay", {"from": 1, "to": 1}, None),
        ("wall", True, "ask", {"question": "turn"}, "unauthorized"),
        ("wall", True, "pause", {}, "unauthorized"),
        ("wall", True, "replay", {"from": 1, "to": 1}, None),
        ("club", True, "claim-route", {**CLAIM, "seat": "red"}, None),
    ],
)
def test_given_rights_when_a_client_asks_then_only_what_its_credential_allows(
    client: str, vouched: bool, name: str, fields: dict[str, object], code: str | None
) -> None:
    table = Table(rights=RIGHTS)
    topic = f"{name}/{client}" if vouched else name
    (answer,) = table.take(topic, command(name, src=f"client/{client}", expect_seq=120, data=fields))
    error = data(answer).get("error")
    assert (error["code"] if isinstance(error, dict) else None) == code
    assert bool(table.asked) == (code is None and name != "replay")


def test_given_another_name_in_the_topic_when_src_differs_then_unauthorized() -> None:
    table = Table(rights=RIGHTS)
    assert table.code("claim-route/anna", command("claim-route", src="client/club")) == "unauthorized"


def test_given_named_clients_when_another_asks_then_it_may_only_watch() -> None:
    assert rights_from({"anna": "blue"}).of("lamp", vouched=False) == "watch"
    assert rights_from({}).of("lamp", vouched=False) == "table"
