# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
"""The rows of all points of a campaign that are there -> runs.csv.

Snakemake calls it when all are there; by hand it makes a table of a campaign that has not ended.
"""

from pathlib import Path
from typing import Iterator

from evaluation.inputs import BadInput, lines_of, read_tab
from evaluation.tables import write_rows


def collect_rows(
    out: Path, size: str, file: Path, columns: list[str], order: list[str], kept: Path | None = None
) -> None:
    """Writes the rows, sorted by the columns of `order`; numbers among them are sorted as numbers.

    kept: a table of before, whose rows stay where no point that has ended has their place in the order.
    """
    points = out / size / "points.tsv"
    if not points.is_file():
        raise BadInput(points, f"no such file: no campaign of size {size} has begun there")
    rows = list(rows_of_points(out, points, columns))
    if not rows:
        raise BadInput(out / size, "no run has ended")
    places = [columns.index(name) for name in order]
    if kept:
        ended = {tuple(row[place] for place in places) for row in rows}
        rows += [row for row in rows_before(kept, columns) if tuple(row[place] for place in places) not in ended]
    seed = columns.index("seed")

    def key(row: list[str]) -> tuple:
        return [(int(row[place]), "") if place == seed else (0, row[place]) for place in places], row

    file.parent.mkdir(parents=True, exist_ok=True)
    write_rows(file, columns, sorted(rows, key=key))


def rows_of_points(out: Path, points: Path, columns: list[str]) -> Iterator[list[str]]:
    """The row of each point that has ended."""
    for name, *_ in read_tab(points):
        path = out / name
        if not path.is_file() or path.stat().st_size == 0:
            continue
        for number, line in lines_of(path):
            cells = line.split(",")
            if len(cells) != len(columns):
                raise BadInput(path, f"{len(cells)} fields, not {len(columns)}", number)
            seed = cells[columns.index("seed")]
            if not seed.isdecimal():
                raise BadInput(path, f"column seed: '{seed}' is not a number", number)
            yield cells


def rows_before(file: Path, columns: list[str]) -> Iterator[list[str]]:
    """The rows of a table that was written before, which has the same columns."""
    for number, line in lines_of(file):
        cells = line.split(",")
        if number == 1 and cells != columns:
            raise BadInput(file, "other columns than the campaign's: run all of it", number)
        if number > 1:
            yield cells
