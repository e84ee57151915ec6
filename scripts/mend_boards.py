"""Lead the lines of boards that ship straight into cities where they broke a limit; run once."""

from pathlib import Path

from engine import game_map
from printing.board_text import with_paths
from printing.mending import mended
from tabletop import parse_layout

LAYOUTS = Path(__file__).resolve().parents[1] / "tabletop" / "layouts"


def main() -> None:
    """All boards that ship."""
    for path in sorted(LAYOUTS.glob("*.json")):
        text = path.read_text(encoding="utf-8")
        layout = parse_layout(text, source=path.name)
        path.write_text(with_paths(text, mended(layout, game_map(layout.map))), encoding="utf-8")


if __name__ == "__main__":
    main()
