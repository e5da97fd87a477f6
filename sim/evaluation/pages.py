# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
"""Fills generated parts of documents.

    <!-- begin:NAME -->                        a block: all lines between the two marks; a macro of the document's
    <!-- end:NAME -->                          template makes them
    <!--=TABLE COLUMN KEY=VALUE...-->N<!--=--> a number: that column of the first row of TABLE.csv in which each column
                                               KEY is VALUE, to two decimals; a cell that is not there is a dash
"""

import difflib
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Callable, ClassVar, Optional

import jinja2

from evaluation.inputs import BadInput, read_csv

DECIMALS = re.compile(r"-?[0-9]+[.][0-9]+")
NUMBER = re.compile(r"(<!--=([^>]+)-->)[^<]*<!--=-->")

TEMPLATES = Path(__file__).parent / "templates"
NO_ROWS = "*No such runs.*\n"

Row = dict[str, str]


class UnknownBlock(Exception):
    """A name of a block that nothing makes."""


class Outdated(Exception):
    """A document that is not what the files say. Its text is the difference."""


@dataclass
class Marks:
    """How a document writes the two marks of a block."""

    begin: str = "begin"
    end: str = "end"

    def name(self, word: str, line: str) -> Optional[str]:
        """The name in a line that is such a mark."""
        match = re.fullmatch(f"<!-- {word}:(.*) -->\n?", line)
        return match[1] if match else None


def fill(
    document: Path,
    block: Callable[[str], Optional[str]],
    results: Optional[Path] = None,
    marks: Marks = Marks(),
    check: bool = False,
) -> None:
    """Fills a document's blocks, each with what `block` makes of its name, then its single numbers.

    block: None for a block that stays as it is. results: the folder with the tables of single numbers, if there are
    any. check: raises Outdated instead, if anything would change.
    """
    old = document.read_text(encoding="utf-8").splitlines(keepends=True)
    lines = "".join(fill_blocks(document, old, block, marks)).splitlines(keepends=True)
    if results:
        lines = [fill_numbers(document, number, line, results) for number, line in enumerate(lines, start=1)]
    write_lines(document, old, lines, check)


@dataclass
class Page:
    """The document of one size of a campaign; `block` makes the text of each of its blocks."""

    root: Path
    results: Path
    size: str
    document: Path

    # Tables without which there is nothing to say.
    NEEDS: ClassVar[list[str]] = []

    def block(self, name: str) -> str:
        """The text of a block."""
        raise NotImplementedError

    def fill(self) -> None:
        """Fills the document."""
        for name in self.NEEDS:
            if not (self.results / name).is_file():
                raise BadInput(self.results / name, "no such file: run the campaign, then make its tables")
        fill(self.document, self.block, self.results)


def write_lines(document: Path, old: list[str], new: list[str], check: bool) -> None:
    """Writes a document anew; check: raises Outdated instead, if anything would change."""
    if check:
        difference = "".join(difflib.unified_diff(old, new, str(document), "what the files say", n=0))
        if difference:
            raise Outdated(difference)
        return
    target = document.with_name(document.name + ".new")
    target.write_text("".join(new), encoding="utf-8")
    target.replace(document)


def fill_blocks(
    document: Path, lines: list[str], block: Callable[[str], Optional[str]], marks: Marks
) -> list[str]:
    """The lines of a document with new blocks."""
    filled = []
    name, begun = None, 0
    for number, line in enumerate(lines, start=1):
        begin = marks.name(marks.begin, line)
        if begin is not None:
            if name is not None:
                break
            try:
                text = block(begin)
            except UnknownBlock as error:
                raise BadInput(document, str(error), number) from error
            if text is not None:
                name, begun = begin, number
                filled += [line, text]
                continue
        if name is not None and marks.name(marks.end, line) == name:
            name = None
        if name is None:
            filled.append(line)
    if name is not None:
        raise BadInput(document, f"block {name} has no end", begun)
    return filled


def fill_from_files(document: Path, files: dict[str, Path], marks: Marks, check: bool) -> None:
    """Fills the blocks of these names with what is in the files; the others stay as they are."""
    texts = {name: path.read_text(encoding="utf-8") for name, path in files.items()}
    lines = document.read_text(encoding="utf-8").splitlines()
    there = {marks.name(marks.begin, line) for line in lines}
    for name in files:
        if name not in there:
            raise BadInput(document, f"no block {name}")
    fill(document, texts.get, marks=marks, check=check)


def fill_numbers(document: Path, number: int, line: str, results: Path) -> str:
    """A line of a document with new single numbers."""

    def new(match: re.Match) -> str:
        try:
            return f"{match[1]}{single_number(match[2].split(), results)}<!--=-->"
        except ValueError as error:
            raise BadInput(document, f"single number {match[2]}: {error}", number) from error

    return NUMBER.sub(new, line)


def single_number(words: list[str], results: Path) -> str:
    """One single number of a document."""
    table, column, *conditions = words
    wanted = dict(condition.split("=", 1) for condition in conditions)
    path = results / f"{table}.csv"
    for row in rows_of(path) if path.is_file() else []:
        if all(row.get(key) == value for key, value in wanted.items()) and row.get(column):
            return ratio(row[column])
    return "–"


def rows_of(path: Path) -> list[Row]:
    """The rows of a table by column."""
    return read_csv(path).text.to_dict("records")


def ratio(cell: str) -> str:
    """A number of a table to two decimals; nothing for an empty cell."""
    return f"{float(cell):.2f}" if cell else ""


def percent(cell: str) -> str:
    """A number of a table to one decimal; nothing for an empty cell."""
    return f"{float(cell):.1f}" if cell else ""


def extent(row: Row, column: str) -> str:
    """The mean over seeds, with least and most if they differ."""
    mean, least, most = row[column], row[f"{column}_min"], row[f"{column}_max"]
    if not mean or not least or least == most:
        return ratio(mean)
    return f"{ratio(mean)} ({ratio(least)} to {ratio(most)})"


def plain(cell: str) -> str:
    """A cell as it is, but a number with decimals to two of them, and means by name."""
    if DECIMALS.fullmatch(cell):
        return ratio(cell)
    return "geometric mean" if cell == "geomean" else cell


def program(name: str) -> str:
    """The first cell of a row: an application, or what stands for several."""
    words = {"geomean": "geometric mean", "micro": "microbenchmarks", "weighted": "weighted mean"}
    if name in ("mean", "total"):
        return name
    return words.get(name, name.upper())


class Template:
    """A file of templates/: each macro in it makes one block."""

    def __init__(self, name: str):
        environment = jinja2.Environment(
            loader=jinja2.FileSystemLoader(TEMPLATES),
            undefined=jinja2.StrictUndefined,
            autoescape=False,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
        )
        for function in ratio, percent, extent, plain, program:
            environment.filters[function.__name__] = function
        self.name = name
        self.template = environment.get_template(name)

    def render(self, macro: str, **context: Any) -> str:
        """The text of one block; context: what its macro may use."""
        module = self.template.make_module(context)
        make = vars(module).get(macro)
        if make is None:
            raise UnknownBlock(f"no block is called {macro}")
        try:
            text = str(make())
        except (jinja2.UndefinedError, KeyError, ValueError) as error:
            raise BadInput(TEMPLATES / self.name, f"block {macro}: {error}") from error
        return text


def is_empty_table(text: str) -> bool:
    """Is it nothing, or the head of a table without rows?"""
    lines = text.splitlines()
    return not lines or (len(lines) == 2 and lines[1].startswith("|---"))
