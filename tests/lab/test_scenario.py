"""Game scripts: every verb documented, every mistake one line, the same words at both levels."""

import subprocess
import sys
from pathlib import Path

import pytest

from lab.simulation.scenario import EXPECTATIONS, ScenarioError, setting_of
from lab.simulation.scenario_verbs import VERBS
from lab.simulation.script import play
from tests.waiting import PATIENCE_S

ROOT = Path(__file__).parents[2]
TRANSCRIPTS = ROOT / "tests" / "transcripts"
GAME = "game map=usa cards=untracked seats=blue,red seed=1\n"


def words(text: str) -> list[str]:
    """What is said of the game: sounds come at the pace of each sensor, cameras have cares of their own."""
    return [line for line in text.splitlines() if not line.endswith("| -") and " fault | " not in line]


def test_given_every_verb_when_looked_for_in_the_document_then_it_is_there() -> None:
    text = (ROOT / "docs" / "scenarios.md").read_text(encoding="utf-8")
    for verb in VERBS.values():
        assert all(f"`{form.strip()}`" in text for form in verb.form.split("|")), verb.form
    assert all(f"`{form}`" in text for form in EXPECTATIONS)


@pytest.mark.parametrize("devices", [True, False])
def test_given_a_button_that_is_held_when_played_then_it_is_a_hold_with_devices_too(devices: bool) -> None:
    """A key was down for 1.2 s, and a hold takes 2: with devices it was a press."""
    script = GAME + "> holds ask\nexpect said Exploring: touch a site\n"
    assert play(script, devices=devices).failed == ()


def test_given_the_transcripts_when_looked_for_in_the_document_then_each_plays_a_journey() -> None:
    text = (ROOT / "docs" / "scenarios.md").read_text(encoding="utf-8").split("the scripts that play them")[1]
    for path in TRANSCRIPTS.glob("*.txt"):
        assert path.stem in text
    assert text.count("\n|") == 2 + 16


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ("> sets blue denver-omaha\n", "line 1: begin with a line `game"),
        ("# nothing\n", "no line `game"),
        ("game map=moon\n", "line 1: no map moon; the maps are"),
        ("game map=usa colour=red\n", "line 1: .*colour"),
        ("game seats=blue,pink\n", "line 1: pink is none of blue, red"),
        ("game cards=marked\n", "line 1: marked is none of"),
        (GAME + GAME, "line 2: a script has one game"),
        ("evening\n" + GAME, "line 2: a script has one game"),
        ("evening colour=red\n", "line 1: colour is none of map, edition"),
        ("evening map=moon\n", "line 1: moon is none of"),
        ("evening edition=chess\n", "line 1: chess is none of us-accessible"),
        ("evening ears=pink\n", "line 1: pink is none of blue"),
        ("evening stuck=denver-moon\n", "line 1: denver-moon is none of"),
        ("evening first=maybe\n", "line 1: maybe is none of yes, no"),
        ("evening\nexpect owner denver-omaha blue\n", "line 2: there is no game yet"),
        (GAME + "> juggles blue\n", "line 2: nobody can do 'juggles'; write one of press, "),
        (GAME + ">\n", "line 2: nobody can do ''"),
        (GAME + "> sets pink denver-omaha\n", r"line 2: sets: write sets SEAT SITE… \(pink is none of"),
        (GAME + "> sets blue denver-moon\n", r"line 2: sets: .*the board has no site denver-moon"),
        (GAME + "> sets blue\n", "line 2: sets: write sets SEAT SITE…"),
        (GAME + "> lingers blue denver-omaha 5\n", "line 2: lingers: write lingers SEAT SITE for SECONDS"),
        (GAME + "> sees denver-omaha\n", "line 2: sees: write sees SEAT SITE"),
        (GAME + "> token denver-omaha looks blue 1.5\n", r"line 2: token: write token .* \(a belief is more"),
        (GAME + "> token denver-omaha is blue 0.5\n", "line 2: token: .*is is none of looks"),
        (GAME + "> flickers moon\n", "line 2: flickers: .*the board has no site moon"),
        (GAME + "> ear blue off\n", "line 2: ear: write ear SEAT lost . ear SEAT back"),
        (GAME + "> phone\n", "line 2: phone: write phone SEAT"),
        (GAME + "> lifts moon\n", r"line 2: lifts: write lifts SITE… \(the board has no site moon"),
        (GAME + "> press\n", "line 2: press: write press BUTTON"),
        (GAME + "> press start\n", "line 2: press: write press BUTTON"),
        (GAME + "> waits long\n", "line 2: waits: write waits SECONDS"),
        (GAME + "> waits nan\n", "line 2: waits: write waits SECONDS"),
        (GAME + "> waits 1e9\n", "line 2: waits: write waits SECONDS"),
        (GAME + "> power down\n", "line 2: power: write power cut"),
        (GAME + "expect rain\n", "line 2: nothing can be expected so; write expect said WORDS"),
        (GAME + "expect owner denver-omaha pink\n", "line 2: pink is none of"),
    ],
)
def test_given_a_line_that_cannot_be_played_when_played_then_one_line_says_which_and_what_to_write(
    lines: str, told: str
) -> None:
    with pytest.raises(ScenarioError, match=told) as error:
        play(lines)
    assert "\n" not in str(error.value)


def test_given_expectations_when_played_then_those_that_are_not_so_are_named() -> None:
    played = play(
        GAME
        + "> sets blue denver-omaha\n"
        + "expect said Blue disc claims Denver to Omaha\n"
        + "expect not said Red square claims\n"
        + "expect owner denver-omaha blue\n"
        + "expect owner chicago-duluth nobody\n"
        + "expect silence\n"
        + "> waits 1\n"
        + "expect silence\n"
        + "expect owner denver-omaha red\n",
        source="a",
    )
    assert played.failed == (
        "a line 7: expect silence: not so",
        "a line 10: expect owner denver-omaha red: not so",
    )


def test_given_a_played_script_when_played_again_then_it_is_the_same() -> None:
    once = play(GAME + "> sets blue denver-omaha\n> power cut\n> knocks 1\n> waits 4\n")
    assert play(once.text) == once
    assert "The power went" in once.text


def test_given_settings_in_the_game_line_when_read_then_they_are_the_editions() -> None:
    setting = setting_of("game edition=europe seats=black,red cards=dealt seed=3 camera=no trains=9")
    assert (setting.map, setting.seats, setting.cards, setting.seed) == (
        "europe",
        ("red", "black"),
        "dealt",
        3,
    )
    assert (setting.hub, setting.camera, setting.settings) == (True, False, {"trains": 9})


EVENING = """\
> sets blue denver-omaha
> press yes
> sets blue houston-new-orleans
> power cut
expect owner houston-new-orleans blue
> lifts houston-new-orleans
> waits 3
> sets blue houston-new-orleans
> hub lost
> sets red boston-new-york:1
expect owner boston-new-york:1 red
> hub back
> press ask forward yes
"""


CLUMSY = """\
> sets blue denver-omaha
> slides blue denver-omaha helena-omaha
expect said Corrected
expect owner helena-omaha blue
> feels houston-new-orleans
expect said do not see it
> lifts houston-new-orleans
"""


DOUBTFUL = """\
> sets blue denver-omaha houston-new-orleans
expect said Two new tokens
> lifts houston-new-orleans
expect owner denver-omaha blue
> lingers red chicago-duluth for 3
expect owner chicago-duluth red
> sees blue helena-omaha
expect said I see a token at Helena to Omaha but do not feel it
> feels helena-omaha
expect owner helena-omaha blue
> ear red lost
expect said Red square's ear is gone
> ear red back
"""


POWER_ON = """\
evening map=usa first=no edition=us-accessible cards=untracked seats=red,blue stuck=denver-omaha
expect said Clear the pin Denver to Omaha.
> lifts denver-omaha
> press yes yes yes yes
expect said Red square to move.
> sets red denver-omaha
expect owner denver-omaha red
> power cut
expect said Go on with turn 2?
"""


@pytest.mark.parametrize("evening", [GAME + EVENING, GAME + CLUMSY, GAME + DOUBTFUL, POWER_ON])
def test_given_bytes_and_frames_when_a_script_is_played_then_the_words_are_those_of_observations(
    evening: str,
) -> None:
    real, told = (play(evening, devices=devices) for devices in (True, False))
    assert real.failed == told.failed == ()
    assert words(real.text) == words(told.text)


def test_given_bytes_when_a_contact_flickers_then_the_table_hears_what_it_hears_of_observations() -> None:
    script = GAME + "> flickers denver-omaha\nexpect said Pin Denver to Omaha flickers\n"
    for devices in (True, False):
        assert play(script, devices=devices).failed == ()


@pytest.mark.parametrize("line", ["token denver-omaha looks blue 0.8", "camera covered"])
def test_given_frames_when_a_script_says_what_the_camera_makes_of_them_then_it_cannot_be_played(
    line: str,
) -> None:
    with pytest.raises(ScenarioError, match="play this without --devices"):
        play(GAME + f"> {line}\n", devices=True)


def test_given_the_command_when_an_expectation_fails_then_it_says_which_and_1(tmp_path: Path) -> None:
    script = tmp_path / "a.txt"
    script.write_text(GAME + "> sets blue denver-omaha\nexpect owner denver-omaha red\n", encoding="utf-8")
    command = [sys.executable, "-m", "fingerpost", "demo", "--script", str(script)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, check=False)
    assert done.returncode == 1
    assert "Blue disc claims Denver to Omaha" in done.stdout
    assert done.stderr == f"fingerpost: script {script} line 3: expect owner denver-omaha red: not so\n"
    script.write_text(GAME + "> flies\n", encoding="utf-8")
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, check=False)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
