"""The listener of the steps by hand, on a hub that needs no hand."""

from pathlib import Path

from hw_tests.by_hand import ByHand
from lab.hub.process import HubProcess
from tabletop import board_layout


def test_given_a_hub_when_its_cable_is_pulled_and_put_back_elsewhere_then_the_steps_hear_it(
    tmp_path: Path,
) -> None:
    layout = board_layout("usa")
    channel = min(layout.channels())
    with HubProcess(144, link=tmp_path / "hub", seed=4) as hub:
        bench = ByHand(str(tmp_path / "hub"), layout, lambda text: None)
        bench.live()
        hub.contact(int(channel), 1)
        bench.until(lambda: (layout.channels()[channel], "something") in bench.sights(), "the token", 10)
        bench.ask("Pull the cable.")
        hub.unplug()
        bench.until(lambda: bench.health() == [("lost", "unplugged")], "the loss", 10)
        hub.plug()
        bench.until(lambda: bench.health() == [("lost", "unplugged"), ("live", "")], "the return", 10)
        assert bench.faults() == set()
        bench.save_log(tmp_path / "wire.log")
        bench.close()
    assert (tmp_path / "wire.log").read_text().startswith("fingerpost hub log 1")
