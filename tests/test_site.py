"""The documents as a site and as plain text: whole, fetched from nowhere else, and without markup."""

import re
from pathlib import Path

import pytest

from scripts.site import PLAIN, documents, main, plain


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site as it is made; a page without a place in it, or a link to nowhere, ends this."""
    folder = tmp_path_factory.mktemp("site")
    main([str(folder)])
    return folder / "pages"


def test_given_the_documents_when_the_site_is_made_then_every_one_is_a_page_behind_one_of_three_doors(
    pages: Path,
) -> None:
    made = list(pages.rglob("*.html"))
    assert len(made) >= len(documents())
    start = (pages / "index.html").read_text("utf-8")
    for door in ("Play tonight", "Build a board", "Change the code"):
        assert door in start


def test_given_the_site_when_read_then_nothing_of_it_is_fetched_from_elsewhere(pages: Path) -> None:
    fetched = re.compile(r'<(?:link|script|img|iframe)\b[^>]*?(?:href|src)="(?:https?:)?//[^"]*"')
    for page in pages.rglob("*.html"):
        found = fetched.findall(page.read_text("utf-8"))
        assert [one for one in found if 'rel="canonical"' not in one] == [], page
    styles = "".join(one.read_text("utf-8") for one in pages.rglob("*.css"))
    assert "url(http" not in styles
    assert "@import" not in styles


def test_given_the_plain_text_when_read_then_it_holds_every_page_and_no_markup(pages: Path) -> None:
    text = (pages / PLAIN).read_text("utf-8")
    for page in documents():
        assert page.read_text("utf-8").splitlines()[0].removeprefix("# ").replace("`", "") in text
    words = [line for line in text.splitlines() if not line.startswith("    ")]
    assert [line for line in words if re.search(r"\]\(|^#{2,} |^\|", line)] == []


def test_given_tables_lists_and_pictures_when_told_plainly_then_a_row_says_what_it_is(
    tmp_path: Path,
) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "# Title\n\n![a board](board.jpg)\n\n| pin | says | why |\n|---|---|---|\n| one | `f1` | felt |\n"
        "| two | | |\n\n| | |\n|---|---|\n| left | right |\n\n1. first\n   - within\n\n       make demo\n",
        encoding="utf-8",
    )
    assert [line for line in plain(page).splitlines() if line] == [
        "Title",
        "=" * 72,
        "Picture: a board",
        "one; says: f1; why: felt.",
        "two.",
        "left: right.",
        "1. first",
        "  - within",
        "    make demo",
    ]
