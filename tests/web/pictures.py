"""Draws the pages of a table into docs/pictures/page: `python -m tests.web.pictures`.

The same game each time, in the middle and at its end; the seat's pages as a phone shows them.
"""

import shutil
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from playwright.sync_api import Browser, sync_playwright

from tests.web.gallery import Gallery, at_its_end, gallery, in_the_middle

FOLDER: Final = Path(__file__).resolve().parents[2] / "docs" / "pictures" / "page"
MIDDLE: Final = (
    "table", "map", "seat", "seat-map", "claim-city", "claim-pay", "host", "host-crops", "display",
    "photo-read", "routes", "help",
)  # fmt: skip
END: Final = ("course",)
LOOKS: Final[dict[str, dict[str, Any]]] = {
    "desk": {"viewport": {"width": 1000, "height": 1100}},
    "phone": {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 1.5},
    "dark": {"viewport": {"width": 1000, "height": 1100}, "color_scheme": "dark"},
}
ON_A_PHONE: Final = ("seat", "claim-city", "claim-pay", "photo-read")
FURTHER_DOWN: Final = {"host-crops": ("host", "crops")}
"""Pictures of a part of a page: of which, and of which part."""
IN_THE_DARK: Final = ("table", "course")


def draw(chromium: Browser, shown: Gallery, name: str, look: str) -> None:
    """One page, as far as the window shows it; few colours, so that the file is small."""
    whole, part = FURTHER_DOWN.get(name, (name, ""))
    (address,) = (one for one in shown.addresses if one.name == whole)
    context = chromium.new_context(reduced_motion="reduce", **LOOKS[look])
    context.add_cookies(shown.cookies(address.who))  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(f"{shown.served.url}{address.path}{f'#{part}-heading' if part else ''}")
    page.evaluate("Promise.all([...document.images].map(one => one.decode()))")
    picture = cv2.imdecode(np.frombuffer(page.screenshot(), np.uint8), cv2.IMREAD_COLOR)
    context.close()
    assert picture is not None
    cv2.imwrite(str(FOLDER / f"{name}-{look}.webp"), picture, [cv2.IMWRITE_WEBP_QUALITY, 76])


def main() -> None:
    """All of them."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for known in FOLDER.glob("*.webp"):
        known.unlink()
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for game, names in ((in_the_middle(), MIDDLE), (at_its_end(), END)):
            shown = gallery(game)
            for name in names:
                draw(chromium, shown, name, "phone" if name in ON_A_PHONE else "desk")
                if name in IN_THE_DARK:
                    draw(chromium, shown, name, "dark")
            shown.close()
        chromium.close()


if __name__ == "__main__":
    main()
