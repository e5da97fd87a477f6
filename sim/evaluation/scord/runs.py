# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
"""Rows of the campaign, as its tables compare them.

`runs.csv` has a row a run (sim/figures/README.md has its columns), `micro.csv` one a microbenchmark and detector, and
`published.csv` the numbers that the paper prints.
"""

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Optional

import pandas as pd

from evaluation.inputs import BadInput, read_csv, read_tab, refuse_repeats

# The paper's order; others follow as they come.
APPS = ["mm", "red", "r110", "gcol", "gcon", "1dc", "uts"]

KEY = ["app", "race", "variant", "seed", "input"]
NUMBERS = (
    "blocks,exit,ok,cycles,seconds,warp_insns,thread_insns,l1_accesses,l1_hits,hit_packets,req_flits,req_flits_hit,"
    "ans_flits,l2_data,l2_meta,fill_data,wb_data,fill_meta,wb_meta,tap_packets,tap_stall,wait_tag,fence_cycles,"
    "stall_lines,stall_memory,stall_entry,stall_owner,checks,records,distinct"
).split(",")
COLUMNS = ["size", *KEY, *NUMBERS, "found", "stray"]

MICRO = ["detector", "metadata", "program", "expected", "found"]

# `photofinish run` ends with one of these when a run did not end as it should. Other exit codes say that races were
# reported; whether the result is right is in column ok.
FIRST_FAILURE, LAST_FAILURE = 2, 5


@dataclass
class Campaign:
    """A campaign's rows, and what its tables need to know beside them."""

    apps: list[str]  # order of rows in all tables
    runs: pd.DataFrame  # every row: numbers as numbers, and `usable`, `main`, `reports`
    text: pd.DataFrame  # every row as it is written
    free: pd.DataFrame  # usable rows without races that the tables compare, by app, variant, seed
    micro: Optional[pd.DataFrame]
    published: dict[tuple[str, str, str], str]
    injected: dict[str, int]  # races that an application can be built with

    def paper(self, table: str, app: str, column: str) -> str:
        """What the paper prints there, as text; nothing where it prints nothing."""
        return self.published.get((table, app, column), "")

    def wide(self, column: str) -> pd.DataFrame:
        """One column of `free`: rows app and seed, a column each variant."""
        return self.free[column].unstack("variant")

    def means(self, columns: list[str]) -> pd.DataFrame:
        """Means over seeds, by app and variant."""
        return self.free[columns].groupby(level=["app", "variant"]).mean()

    def ratio(self, variant: str, base: str, column: str = "cycles", like: str = "") -> pd.DataFrame:
        """A column in one variant over the same in another, each seed with itself: mean, min, max by app.

        like: only seeds that this variant was run with, too.
        """
        wide = self.wide(column)
        if variant not in wide or base not in wide or (like and like not in wide):
            return pd.DataFrame(columns=["mean", "min", "max"], dtype=float)
        quotient = wide[variant] / wide[base].where(wide[base] > 0)
        if like:
            quotient = quotient[self.wide("ok")[like].notna()]
        return quotient.dropna().groupby(level="app").agg(["mean", "min", "max"])


def base_of(variant: str) -> str:
    """The same machine without detector."""
    if variant.startswith("low_"):
        return "low"
    if variant.startswith("high_"):
        return "high"
    constant = "constant_" if variant.startswith("constant_") else ""
    authors = "authors_" if "authors_" in variant else ""
    return f"{constant}{authors}off"


def races_found(cell: str) -> list[str]:
    """Numbers of the injected races in a cell of column found."""
    return [] if cell in ("", "-") else cell.split("+")


def read_campaign(results: Path, size: str, kernels: Path, published: Path) -> Campaign:
    """Reads runs.csv, and micro.csv if there is one."""
    path = results / "runs.csv"
    table = read_csv(path, COLUMNS, NUMBERS + ["stray"])
    refuse_repeats(path, table.text, KEY)
    for line, race in table.text.race.items():
        if race not in ("none", "all") and not race.isdecimal():
            raise BadInput(path, f"column race: '{race}' is none of none, all and a number", line)
    runs = table.text.copy()
    runs[table.values.columns] = table.values
    runs["usable"] = (runs.ok == 1) & ~runs.exit.between(FIRST_FAILURE, LAST_FAILURE)
    # The size's own input on the machine as it is. The others are for scaling.
    runs["main"] = (runs.input == size) & ~runs.variant.str.contains("@")
    # Whatever is reported in a build without races is false.
    runs["reports"] = runs.stray.fillna(0) + runs.found.map(lambda cell: len(races_found(cell)))
    compared = runs.main & (runs.race == "none")
    for run in runs[compared & ~runs.usable].itertuples():
        ends = f"exit {run.exit:.0f}, ok {run.ok:.0f}"
        print(f"tables: left out: {run.app} {run.variant} seed {run.seed}: {ends}", file=sys.stderr)
    return Campaign(
        apps=APPS + [app for app in runs.app.unique() if app not in APPS],
        runs=runs,
        text=table.text,
        free=runs[compared & runs.usable].set_index(["app", "variant", "seed"]),
        micro=read_micro(results / "micro.csv"),
        published=read_published(published),
        injected=injected_races(kernels),
    )


def read_micro(path: Path) -> Optional[pd.DataFrame]:
    """The microbenchmarks' rows, if they were run."""
    if not path.is_file() or path.stat().st_size == 0:
        return None
    table = read_csv(path, MICRO, ["expected", "found"])
    rows = table.text.copy()
    rows[table.values.columns] = table.values
    return rows


def read_published(path: Path) -> dict[tuple[str, str, str], str]:
    """The paper's numbers by table, app and column."""
    rows = read_csv(path, ["table", "app", "column", "value"]).text
    return {(row.table, row.app, row.column): row.value for row in rows.itertuples()}


def injected_races(kernels: Path) -> dict[str, int]:
    """Races of each application, as its .races file lists them."""
    return {path.stem: len(races_of(path)) for path in sorted(kernels.glob("*.races"))}


def races_of(path: Path) -> list[list[str]]:
    """Rows of a .races file: number, kinds, variable, what is broken."""
    return [row for row in read_tab(path) if row[0].isdecimal()]
