"""The documents as a site and as plain text: `python -m scripts.site [FOLDER]` (default: build/site).

The documents stay as they are: they are copied into a folder in which their links hold, with a list for each
folder that is linked to, and MkDocs makes pages of them. `fingerpost.txt` is all of them in one file for a
braille display or a screen reader: no markup, and a table's row told as "heading: cell".
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.token import Token

ROOT: Final = Path(__file__).resolve().parents[1]
CONFIG: Final = ROOT / "docs" / "site.yml"
TOP: Final = (
    "README.md", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "THIRD-PARTY.md",
)  # fmt: skip
PLAIN: Final = "fingerpost.txt"

_LINK: Final = re.compile(r"(?<=\]\()([^)#:\s]+)(?=[)#])")
_WIDTH: Final = 72  # of the rule under a page's title


def documents() -> list[Path]:
    """Every page, those of the top first."""
    return [*(ROOT / name for name in TOP), *sorted((ROOT / "docs").rglob("*.md"))]


def main(arguments: Sequence[str] | None = None) -> None:
    """Make the site."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=ROOT / "build" / "site")
    folder: Path = parser.parse_args(arguments).folder.absolute()
    source, pages = folder / "source", folder / "pages"
    shutil.rmtree(folder, ignore_errors=True)
    stage(source)
    config = folder / "site.yml"
    told = CONFIG.read_text(encoding="utf-8")
    config.write_text(f"{told}docs_dir: {source}\nsite_dir: {pages}\n", encoding="utf-8")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--config-file", str(config)]
    quiet = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}  # of what the theme's makers plan
    made = subprocess.run(command, cwd=ROOT, env=quiet, check=False, capture_output=True, text=True)
    if made.returncode:
        sys.exit(made.stderr.strip())
    (pages / PLAIN).write_text(all_plain(), encoding="utf-8")
    print(f"{pages}/index.html, {pages}/{PLAIN}")


def stage(source: Path) -> None:
    """Copy what the pages are and what they link to; a folder that is linked to gets a list of its pages."""
    for page in documents():
        text = page.read_text(encoding="utf-8")
        for path in dict.fromkeys(_LINK.findall(text)):
            target = (page.parent / path).resolve()
            if target.is_dir():
                text = text.replace(f"]({path}", f"]({path.rstrip('/')}/{_list_of(target, source)}")
            elif target.suffix != ".md":
                _copy(target, source)
        if page.name == TOP[0] and page.parent == ROOT:
            text += f"\nAll of it without markup, for braille and screen readers: [plain text]({PLAIN}).\n"
        _written(source / page.relative_to(ROOT), text)
    _copy(ROOT / "docs" / "site.css", source)
    _written(source / PLAIN, "")  # made when the pages are


def _copy(target: Path, source: Path) -> None:
    there = source / target.relative_to(ROOT)
    there.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(target, there)


def _list_of(folder: Path, source: Path) -> str:
    """The name of the page that lists a folder; made unless it is there."""
    if (folder / "README.md").exists():
        return "README.md"
    lines = [f"# {folder.name.capitalize()}", ""]
    for one in sorted(folder.iterdir()):
        if one.is_file():
            lines.append(f"- [{_title(one) if one.suffix == '.md' else one.name}]({one.name})")
            if one.suffix != ".md":
                _copy(one, source)
    _written(source / folder.relative_to(ROOT) / "index.md", "\n".join(lines) + "\n")
    return "index.md"


def _title(page: Path) -> str:
    return page.read_text(encoding="utf-8").splitlines()[0].removeprefix("# ")


def _written(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def all_plain() -> str:
    """All pages one after the other, a list of their titles first."""
    titles = "\n".join(f"- {_title(page)}" for page in documents())
    return f"Fingerpost: all documents\n\n{titles}\n\n" + "\n".join(map(plain, documents()))


def plain(page: Path) -> str:
    """One page without markup."""
    tokens = MarkdownIt("commonmark").enable("table").parse(page.read_text(encoding="utf-8"))
    text = _PlainText()
    for before, token in pairwise(tokens):
        text.add(token, after=before.type)
    return "\n".join(text.lines).strip() + "\n"


class _PlainText:
    """One page as lines; `marks`: what stands before the next words of the lists that are open."""

    def __init__(self) -> None:
        self.lines, self._marks = list[str](), list[str]()
        self._heads, self._row = list[str](), list[str]()

    def add(self, token: Token, *, after: str) -> None:
        """The next piece of the page, after a piece of that type."""
        match token.type:
            case "inline" if after == "th_open":
                self._heads.append(_text(token))
            case "inline" if after == "td_open":
                self._row.append(_text(token))
            case "inline" if self._marks:
                self.lines.append("  " * (len(self._marks) - 1) + self._marks[-1] + _text(token))
                self._marks[-1] = "  "
            case "inline":
                self.lines.append(_text(token))
            case "list_item_open":
                self._marks.append(f"{token.info}{token.markup} " if token.info else "- ")
            case "list_item_close":
                self._marks.pop()
            case "table_open":
                self._heads.clear()
            case "tr_close" if self._row:
                self._tell_row()
            case "fence" | "code_block":
                self.lines += [f"    {line}" for line in token.content.splitlines()]
            case _:
                pass
        if token.type == "heading_close" and token.tag == "h1":
            self.lines.append("=" * _WIDTH)
        if token.level == 0 and token.nesting < 1 and token.type != "inline":
            self.lines.append("")

    def _tell_row(self) -> None:
        """The first cell is what the others are about; an empty one is left out."""
        first, *cells = self._row
        heads = self._heads[1:]
        told = [f"{head}: {cell}" if head else cell for head, cell in zip(heads, cells, strict=True) if cell]
        between = "; " if any(heads) or not told else ": "
        self.lines.append(between.join(filter(None, (first, "; ".join(told)))).rstrip(".") + ".")
        self._row.clear()


def _text(token: Token) -> str:
    """Words alone: of a link its words, of a picture what it shows."""
    parts = list[str]()
    for child in token.children or ():
        match child.type:
            case "text" | "code_inline":
                parts.append(child.content)
            case "softbreak" | "hardbreak":
                parts.append(" ")
            case "image":
                parts.append(f"Picture: {child.content}")
            case _:
                pass
    return " ".join("".join(parts).split())


if __name__ == "__main__":
    main()
