"""`fingerpost campaign`: a folder from game to game, and nothing of a vault before the end."""

import io
import json
import re
import stat
from pathlib import Path
from typing import Any

import pytest

from engine.campaign import GAMES, campaign_to_json, new_campaign
from fingerpost.cli import main
from fingerpost.commands.campaign_lines import dollars_of
from storage.campaign_folder import read_campaign

Out = pytest.CaptureFixture[str]


def done(out: Out, *arguments: str | Path) -> str:
    """What a call prints; it must be accepted."""
    code = main(["campaign", *map(str, arguments)])
    told = out.readouterr()
    assert code == 0, told.err
    return told.out


def refused(out: Out, *arguments: str | Path) -> str:
    """The one line of a call that is refused."""
    assert main(["campaign", *map(str, arguments)]) == 2
    told = out.readouterr()
    assert told.out == ""
    assert len(told.err.splitlines()) == 1
    return told.err


@pytest.fixture
def folder(tmp_path: Path, capsys: Out) -> Path:
    done(capsys, tmp_path / "west", "new", "--seats", "blue,red,green")
    return tmp_path / "west"


def put(folder: Path, name: str, content: dict[str, Any]) -> Path:
    file = folder / name
    file.write_text(json.dumps(content))
    return file


def result(folder: Path, out: Out, **coins: int) -> Path:
    """A final position of the seats of the running game."""
    plan = json.loads(done(out, folder, "plan"))
    seats = [{"seat": seat, "coins": coins.get(seat, 5), "trains_left": 20} for seat in plan["seats"]]
    return put(folder, "position.json", {"edition": plan["edition"], "map": plan["map"], "seats": seats})


def test_given_a_new_campaign_then_its_file_is_its_owners_alone_and_another_is_refused(
    folder: Path, capsys: Out
) -> None:
    assert stat.S_IMODE((folder / "campaign.json").stat().st_mode) == 0o600
    assert "a campaign is there already" in refused(capsys, folder, "new", "--seats", "2")
    assert "no campaign there" in refused(capsys, folder / "nowhere", "show")


def test_given_content_when_opened_then_it_is_read_out_and_the_next_game_is_begun_with_it(
    folder: Path, capsys: Out
) -> None:
    patch = {
        "patch": "legends-east",
        "cities": [{"id": "somewhere", "name": "Somewhere"}],
        "routes": [{"id": "mobile-somewhere", "a": "mobile", "b": "somewhere", "length": 2}],
    }
    sticker = {"where": "setup", "number": 11, "text": "Lay out the new deck."}
    card = {"format": "content/1", "id": "A", "game": 1, "when": "setup", "story": ["Read this out."]}
    file = put(folder, "a.json", {**card, "trains": 22, "board": patch, "stickers": [sticker]})
    told = done(capsys, folder, "open", file)
    assert told.startswith("Read this out.\n")
    assert "blue: 22 trains" in told
    assert "is open already" in refused(capsys, folder, "open", file)
    told = done(capsys, folder, "begin", "--seats", "red,blue")
    assert "setup 11: Lay out the new deck." in told
    assert "seat_trains: " in told
    position = result(folder, capsys)
    held = json.loads(position.read_text())
    held["seats"][0]["routes"] = ["mobile-somewhere"]
    position.write_text(json.dumps(held))
    assert "after" in done(capsys, folder, "record", position)


def test_given_a_game_recorded_then_slips_are_counted_and_not_shown(folder: Path, capsys: Out) -> None:
    done(capsys, folder, "begin")
    told = done(capsys, folder, "record", result(folder, capsys, blue=41))
    assert "blue: 20 trains, 1 slip in the vault" in told
    for arguments in (("show",), ("show", "--json"), ("show", "--seat", "blue"), ("show", "--seat", "red")):
        assert "41" not in done(capsys, folder, *arguments)
    assert "sealed" in refused(capsys, folder, "standings")
    caboose = json.loads(done(capsys, folder, "show", "--json"))["caboose"]
    assert "does not have the caboose" in refused(
        capsys, folder, "retire", "event-1", "--seat", "blue" if caboose != "blue" else "red"
    )
    assert f"after; next: `retire EVENT --seat {caboose}`, `open`" in done(capsys, folder, "show")
    told = done(capsys, folder, "retire", "event-1", "--seat", caboose)
    assert "retired: event-1" in told
    assert "after; next: `open` what comes at the end, then `close`" in told
    assert "game 2 of 12, 1868" in done(capsys, folder, "close")


def test_given_a_position_that_breaks_rules_when_recorded_then_that_is_told_and_another_takes_its_place(
    folder: Path, capsys: Out
) -> None:
    """A slip is not to be seen before game 12: what was typed wrong would have counted unseen."""
    done(capsys, folder, "begin", "--seats", "red,blue")
    good = json.loads(result(folder, capsys, blue=41).read_text())
    wrong = {"seat": "blue", "coins": 411, "trains_left": 60}
    seats = [wrong if seat["seat"] == "blue" else seat for seat in good["seats"]]
    bad = put(folder, "bad.json", {**good, "seats": seats})
    assert main(["campaign", str(folder), "record", str(bad)]) == 0
    told = capsys.readouterr()
    assert "LW-2: blue has used 0 trains and has 60 left; there are 20" in told.err
    assert "recorded again, takes its place" in told.err
    assert main(["campaign", str(folder), "record", str(put(folder, "good.json", good))]) == 0
    told = capsys.readouterr()
    assert told.err == ""
    assert "blue: 20 trains, 1 slip in the vault" in told.out
    assert "green: 20 trains, 0 slips in the vault\n    missed: game 1\n" in told.out
    campaign = read_campaign(folder)
    assert campaign.caboose == "red"  # by 41 to 5
    kept = campaign_to_json(campaign)
    assert '"coins":41,' in kept and "411" not in kept


def test_given_a_game_put_away_when_more_was_done_or_it_was_closed_then_no_position_takes_its_place(
    folder: Path, capsys: Out
) -> None:
    done(capsys, folder, "begin")
    position = result(folder, capsys, blue=41)
    done(capsys, folder, "record", position)
    caboose = json.loads(done(capsys, folder, "show", "--json"))["caboose"]
    done(capsys, folder, "retire", "event-1", "--seat", caboose)
    assert "an event was retired or content opened since" in refused(capsys, folder, "record", position)
    done(capsys, folder, "close")
    assert "game 2 has not begun" in refused(capsys, folder, "record", position)


def test_given_a_position_of_another_edition_when_recorded_then_one_short_line_says_so(
    folder: Path, capsys: Out
) -> None:
    done(capsys, folder, "begin")
    other = put(folder, "other.json", {"edition": "us-accessible", "seats": [{"seat": "blue"}]})
    assert refused(capsys, folder, "record", other) == (
        "fingerpost: the position is of the edition us-accessible; the campaign's is legends-of-the-west\n"
    )


def test_given_a_postcard_then_its_back_is_for_its_company_until_it_is_fulfilled(
    folder: Path, capsys: Out
) -> None:
    done(capsys, folder, "begin")
    file = put(folder, "card.json", {"id": "p1", "public": "Go south.", "private": "Through Mobile."})
    assert "Through" not in done(capsys, folder, "postcard", file, "--seat", "red")
    assert "Through" not in done(capsys, folder, "show", "--seat", "blue")
    assert "Through Mobile." in done(capsys, folder, "show", "--seat", "red")
    assert "Through Mobile." in done(capsys, folder, "fulfil", "p1", "--seat", "red")
    assert "--seat black" in refused(capsys, folder, "show", "--seat", "black")


def test_given_a_sticker_that_holds_for_a_time_when_shown_then_it_tells_how_long(
    folder: Path, capsys: Out
) -> None:
    """One of the first game stood there in the eighth as if it held."""
    sticker = {"where": "setup", "number": 11, "text": "Lay out the new deck.", "until": 1}
    card = {"format": "content/1", "id": "A", "game": 1, "when": "setup"}
    done(capsys, folder, "open", put(folder, "a.json", {**card, "stickers": [sticker]}))
    assert "setup 11: Lay out the new deck. (holds until game 1)" in done(capsys, folder, "show")
    done(capsys, folder, "begin")
    done(capsys, folder, "record", result(folder, capsys))
    done(capsys, folder, "close")
    assert "setup 11: Lay out the new deck. (held until game 1)" in done(capsys, folder, "show")


def test_given_one_dollar_when_told_then_it_is_no_plural() -> None:
    assert [dollars_of(number) for number in (0, 1, 2)] == ["0 dollars", "1 dollar", "2 dollars"]


def test_given_twelve_games_then_vaults_open_and_missed_ones_are_scored(folder: Path, capsys: Out) -> None:
    for game in range(1, GAMES + 1):
        done(capsys, folder, "begin", *(["--seats", "blue,red"] if game == 3 else []))
        done(capsys, folder, "record", result(folder, capsys, blue=10))
        done(capsys, folder, "close")
    assert "missed: game 3" in done(capsys, folder, "show")
    assert main(["campaign", str(folder), "standings"]) == 0
    assert capsys.readouterr().err == (
        "fingerpost: game 3 of green counts nothing yet: missed 3 TOTAL --seat green\n"
    )
    done(capsys, folder, "missed", "3", "7", "--seat", "green")
    lines = done(capsys, folder, "standings").splitlines()
    assert capsys.readouterr().err == ""
    assert lines == ["blue: 120 dollars", "green: 62 dollars", "red: 60 dollars"]
    assert "game 3: 7 dollars (missed)" in done(capsys, folder, "show")


def judged(folder: Path, monkeypatch: pytest.MonkeyPatch, *lines: dict[str, object]) -> int:
    text = "".join(f"{json.dumps(line)}\n" for line in lines)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    return main(["referee", "--campaign", str(folder), "--cards", "untracked"])


def test_given_the_referee_of_a_campaign_when_the_game_is_over_then_it_is_put_away(
    folder: Path, capsys: Out, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert judged(folder, monkeypatch) == 2
    assert "game 1 has not begun; this is done while a game is being played" in capsys.readouterr().err
    few = {"format": "content/1", "id": "A", "game": 1, "when": "setup", "trains": 3}
    done(capsys, folder, "open", put(folder, "few.json", few))
    done(capsys, folder, "begin")
    seats = json.loads(done(capsys, folder, "plan"))["seats"]
    claim = {"do": "claim-route", "seat": seats[0], "route": "albany-boston"}
    assert judged(folder, monkeypatch, claim) == 1
    assert "is not over" in capsys.readouterr().err
    turns = [{"do": "end-turn", "seat": seat} for seat in (*seats[1:], seats[0])]
    told = [{"do": "declare-tickets", "seat": seat, "tickets": []} for seat in seats]
    assert judged(folder, monkeypatch, claim, *turns, *told) == 0
    said = capsys.readouterr()
    assert json.loads(said.out.splitlines()[0])["game"]["seats"] == seats
    assert "game 1 is over and put away" in said.err
    assert "1 slip in the vault" in done(capsys, folder, "show")


def test_given_a_board_that_was_changed_when_its_position_is_told_then_it_can_be_scored_and_put_away(
    folder: Path, capsys: Out, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the map's name alone its new routes were unknown, and other cities were large ones."""
    route = {"id": "mobile-savannah", "a": "mobile", "b": "savannah", "length": 2, "colour": "black"}
    card = {"format": "content/1", "id": "A", "game": 1, "when": "setup"}
    board = {"patch": "legends-east", "routes": [route]}
    done(capsys, folder, "open", put(folder, "a.json", {**card, "board": board}))
    done(capsys, folder, "begin")
    plan = json.loads(done(capsys, folder, "plan"))
    assert route["id"] in {one["id"] for one in plan["map"]["routes"]}
    claim = {"do": "claim-route", "seat": plan["seats"][0], "route": route["id"]}
    assert judged(folder, monkeypatch, claim, {"ask": "position"}) == 1
    position = json.loads(capsys.readouterr().out.splitlines()[-1])["position"]
    file = put(folder, "position.json", position)
    assert main(["score", str(file)]) == 0
    assert json.loads(capsys.readouterr().out)["seats"][0]["routes"] == 0  # Legends gives dollars for them
    done(capsys, folder, "record", file)
    assert "1 slip in the vault" in done(capsys, folder, "show")
    position["map"]["routes"].remove(next(one for one in plan["map"]["routes"] if one["id"] == route["id"]))
    done(capsys, folder, "record", put(folder, "position.json", position))  # judged on the campaign's board


def test_given_a_board_as_it_ships_when_a_plan_is_told_then_its_map_is_a_name(
    folder: Path, capsys: Out
) -> None:
    done(capsys, folder, "begin")
    assert json.loads(done(capsys, folder, "plan"))["map"] == "legends-east"


def test_given_no_seed_when_a_campaigns_game_is_judged_again_then_its_cards_lie_otherwise(
    folder: Path, capsys: Out, monkeypatch: pytest.MonkeyPatch
) -> None:
    done(capsys, folder, "begin")
    seeds = set[int]()
    for _ in range(3):
        assert judged(folder, monkeypatch) == 1
        seeds.add(json.loads(capsys.readouterr().out)["game"]["seed"])
    assert len(seeds) == 3
    assert main(["referee", "--campaign", str(folder), "--seed", "5"]) == 1
    assert json.loads(capsys.readouterr().out)["game"]["seed"] == 5


@pytest.mark.parametrize("option", [("--map", "usa"), ("--edition", "europe"), ("--seats", "blue,red")])
def test_given_a_campaign_when_the_call_names_another_game_then_it_is_refused(
    option: tuple[str, str], folder: Path, capsys: Out, monkeypatch: pytest.MonkeyPatch
) -> None:
    done(capsys, folder, "begin")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"")))
    assert main(["referee", "--campaign", str(folder), *option]) == 2
    told = f"fingerpost: {option[0]} goes with no --campaign: that has its own; leave it out\n"
    assert capsys.readouterr().err == told


def test_given_acts_that_were_wrong_when_undone_then_each_is_taken_back_and_can_be_done_rightly(
    folder: Path, capsys: Out
) -> None:
    """A slip of the hand counted for twelve evenings."""
    begun = done(capsys, folder, "show")
    card = {"format": "content/1", "id": "A", "game": 1, "when": "setup", "settings": {"row_size": 0}}
    done(capsys, folder, "open", put(folder, "a.json", card))
    kept = sorted((folder / "earlier").iterdir())
    assert "A is open already" in refused(capsys, folder, "open", folder / "a.json")
    assert sorted((folder / "earlier").iterdir()) == kept  # nothing to undo of it
    done(capsys, folder, "begin", "--seats", "blue,red")
    assert "game 1 of 12, 1865: before" in done(capsys, folder, "undo")
    assert done(capsys, folder, "undo") == begun == done(capsys, folder, "show")
    assert "nothing is kept of what was before" in refused(capsys, folder, "undo")
    done(capsys, folder, "open", put(folder, "a.json", {**card, "settings": {"row_size": 4}}))
    done(capsys, folder, "begin")
    assert json.loads(done(capsys, folder, "plan"))["settings"]["row_size"] == 4
    for path in (folder / "earlier").iterdir():
        assert stat.S_IMODE(path.stat().st_mode) == 0o600  # vaults are in it


def test_given_a_file_that_changes_settings_and_board_when_opened_then_what_it_changes_is_told(
    folder: Path, capsys: Out
) -> None:
    """A figure typed wrongly was seen first when the game was begun, or never."""
    card = {"format": "content/1", "id": "A", "game": 1, "when": "setup", "story": ["Read this out."]}
    board = {
        "patch": "legends-east",
        "cities": [
            {"id": "somewhere", "name": "Somewhere"},
            {"id": "elsewhere", "name": "Elsewhere"},
            {"id": "mobile", "name": "Mobile", "large": True},
        ],
        "routes": [{"id": "mobile-somewhere", "a": "mobile", "b": "somewhere", "length": 2}],
        "remove": {"tickets": ["montreal-quebec"], "edge_stubs": [{"city": "mobile"}]},
    }
    settings = {"row_size": 0, "start_keep": 2, "faceup_loco_second": True}
    file = put(folder, "a.json", {**card, "settings": settings, "board": board})
    assert done(capsys, folder, "open", file).splitlines()[:9] == [
        "Read this out.",
        "setting row_size: 0, before 5",
        "setting faceup_loco_second: yes, before no",
        "cities new: elsewhere, somewhere",
        "cities changed: mobile",
        "routes new: mobile-somewhere",
        "tickets gone: montreal-quebec",
        "edge stubs gone: mobile",
        "game 1 of 12, 1865: before; next: open what setup step 7 asks for, then `begin`",
    ]
    again = put(folder, "b.json", {**card, "id": "B", "settings": {"row_size": 4}})
    assert "\nsetting row_size: 4, before 0\ngame 1" in done(capsys, folder, "open", again)


@pytest.mark.parametrize("damaged", [b"", b'{"format":"campaign/1","comp', b"\0" * 500])
def test_given_a_damaged_campaign_when_read_then_the_line_tells_the_way_back_to_the_last_act_but_one(
    damaged: bytes, folder: Path, capsys: Out
) -> None:
    before = done(capsys, folder, "show")
    done(capsys, folder, "begin")
    (folder / "campaign.json").write_bytes(damaged)
    told = refused(capsys, folder, "show")
    assert f"run: fingerpost campaign {folder} undo, for what was before the last act" in told
    assert done(capsys, folder, "undo") == before
    if damaged:
        assert (folder / "campaign.damaged.json").read_bytes() == damaged


def test_given_the_power_gone_within_an_act_when_undone_then_it_is_the_act_before_that_is_taken_back(
    folder: Path, capsys: Out
) -> None:
    before = done(capsys, folder, "show")
    done(capsys, folder, "begin")
    (folder / "earlier" / "0002.json").write_bytes((folder / "campaign.json").read_bytes())
    (folder / "earlier" / "0003.json").write_bytes(b"{")
    assert done(capsys, folder, "undo") == before


def test_given_new_campaigns_when_lots_are_drawn_then_each_by_a_seed_of_its_own_that_is_told_and_kept(
    tmp_path: Path, capsys: Out
) -> None:
    first = set()
    for number in range(12):
        folder = tmp_path / str(number)
        assert main(["campaign", str(folder), "new", "--seats", "blue,red,green"]) == 0
        told = re.search(r"the caboose is (\w+)'s; lots drawn with --seed (\d+)", capsys.readouterr().out)
        assert told is not None
        kept = read_campaign(folder)
        assert kept.lots == {"new": int(told[2])}
        assert kept.caboose == told[1] == new_campaign(("blue", "red", "green"), int(told[2])).caboose
        first.add(int(told[2]))
    assert len(first) == 12
    assert main(["campaign", str(folder), "begin", "--seed", "5"]) == 0
    assert "--seed 5" in capsys.readouterr().out
    assert read_campaign(folder).lots["game 1"] == 5


def test_given_no_campaign_when_shown_then_what_to_type_begins_one(tmp_path: Path, capsys: Out) -> None:
    told = refused(capsys, tmp_path / "west", "show")
    command = told.partition("begin one: fingerpost ")[2].split()
    assert main(command) == 0
