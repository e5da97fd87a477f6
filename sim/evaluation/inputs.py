# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
"""Reads CSV files and tab-separated lists; whatever is wrong with them is one line with file and line number."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Iterable, Iterator, Optional

import pandas as pd

NUMBER = re.compile(r"-?[0-9]+([.][0-9]*)?([eE][-+]?[0-9]+)?")


class BadInput(Exception):
    """An input that cannot be used. Its text is the line for the user."""

    def __init__(self, path: Path, text: str, line: Optional[int] = None):
        place = f"{path}:{line}" if line else f"{path}"
        super().__init__(f"{place}: {text}")


@dataclass
class Table:
    """A CSV file: its cells as they are written, and those of the numeric columns as numbers (NaN where empty)."""

    text: pd.DataFrame
    values: pd.DataFrame


def lines_of(path: Path) -> Iterator[tuple[int, str]]:
    """Number and text of each line that is neither empty nor a comment."""
    if not path.is_file() or path.stat().st_size == 0:
        raise BadInput(path, "no such file, or an empty one")
    try:
        with open(path, encoding="utf-8") as file:
            for number, line in enumerate(file, start=1):
                line = line.rstrip("\n")
                if line and not line.startswith("#"):
                    yield number, line
    except UnicodeDecodeError as error:
        raise BadInput(path, f"not a text file: {error.reason}") from error


def read_csv(path: Path, need: Iterable[str] = (), numbers: Iterable[str] = ()) -> Table:
    """Reads a file whose first line names the columns.

    need: columns that it must have. numbers: those of them whose cells are numbers or empty. All other cells are text.
    """
    head: list[str] = []
    rows: list[list[str]] = []
    places: list[int] = []
    for number, line in lines_of(path):
        cells = line.split(",")
        if not head:
            head = cells
            lacking = [name for name in need if name not in head]
            if lacking:
                raise BadInput(path, f"no column {lacking[0]}", number)
            continue
        if len(cells) != len(head):
            raise BadInput(path, f"{len(cells)} fields, not {len(head)}", number)
        rows.append(cells)
        places.append(number)
    if not head:
        raise BadInput(path, "no line of names")
    text = pd.DataFrame(rows, columns=head, index=pd.Index(places, name="line"), dtype=str)
    values = pd.DataFrame({name: to_numbers(path, text[name]) for name in numbers}, index=text.index)
    return Table(text, values)


def to_numbers(path: Path, column: pd.Series) -> pd.Series:
    """The cells of one column as numbers; the index holds the line numbers."""
    for line, cell in column.items():
        if cell and not NUMBER.fullmatch(cell):
            raise BadInput(path, f"column {column.name}: '{cell}' is not a number", line)
    return pd.to_numeric(column.where(column != "", None)).astype(float)


def refuse_repeats(path: Path, text: pd.DataFrame, key: list[str]) -> None:
    """Refuses a file in which two rows have the same key."""
    repeated = text.duplicated(subset=key)
    if repeated.any():
        line = repeated.index[repeated][0]
        row = text.loc[line, key]
        raise BadInput(path, f"a second row of {' '.join(row)}", line)


def read_tab(path: Path) -> list[list[str]]:
    """Rows of a tab-separated list."""
    return [line.split("\t") for _, line in lines_of(path)]


def read_words(path: Path, least: int) -> list[list[str]]:
    """Rows of a list whose columns are set apart by spaces, with at least so many."""
    rows = []
    for number, line in lines_of(path):
        words = line.split()
        if words and len(words) < least:
            raise BadInput(path, f"{len(words)} words, not {least}", number)
        rows += [words] if words else []
    return rows


def comments(path: Path) -> list[str]:
    """The comments at the head of a file, without their marks."""
    text = path.read_text(encoding="utf-8")
    return [line.removeprefix("# ") for line in text.splitlines() if line.startswith("# ")]
