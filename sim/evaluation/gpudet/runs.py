# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
"""Rows of the campaign, as its tables compare them.

A cell of a table is a mean over the seeds that ran. A row with ok = 0 counts: a race of the program made its result
wrong, not its run.
"""

from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from evaluation.inputs import read_csv, read_tab, refuse_repeats

# The order of the paper's Table 1; others follow as they come.
APPS = ["aes", "bfsr", "bfsf", "cfd", "cp", "hotspot", "lib", "lps", "srad", "cl", "clopt", "ht", "atm"]

# Means over programs leave this one out, as the paper's do: clopt stands for it.
NOT_IN_MEANS = "cl"
# It has no work of its own: it is in determinism.csv only.
STRESS_TEST = "racey"

KEY = ["app", "variant", "seed"]
FRONT = ["size", *KEY, "exit", "ok", "hash"]


@dataclass
class Campaign:
    """A campaign's rows, and means over their seeds."""

    apps: list[str]  # order of rows in all tables, without the stress test
    all_apps: list[str]
    runs: pd.DataFrame  # every row, numbers as numbers
    means: pd.DataFrame  # by app and variant; missing where one seed's is
    published: dict[str, str]

    def ran(self, app: str, variant: str) -> bool:
        """Was the program run so?"""
        return (app, variant) in self.means.index

    def mean(self, variant: str, column: str) -> pd.Series:
        """A column's means, by app."""
        if variant not in self.means.index.get_level_values("variant"):
            return pd.Series(index=self.apps, dtype=float)
        return self.means[column].xs(variant, level="variant").reindex(self.apps)

    def ratio(self, variant: str, base: str, column: str) -> pd.Series:
        """A column in one variant over the same in another, by app."""
        return over(self.mean(variant, column), self.mean(base, column))

    def share(self, variant: str, column: str) -> pd.Series:
        """A column over the cycles of the machine as it is, by app."""
        return over(self.mean(variant, column), self.mean("nondet", "cycles"))


def over(values: pd.Series, divisor: pd.Series) -> pd.Series:
    """Quotients; missing where the divisor is 0."""
    return values / divisor.where(divisor != 0)


def run_columns(columns_tab: Path) -> list[str]:
    """The columns of runs.csv."""
    return FRONT + [row[0] for row in read_tab(columns_tab)]


def read_campaign(results: Path, folder: Path) -> Campaign:
    """Reads runs.csv; folder: where columns.tab and published.csv are."""
    columns = run_columns(folder / "columns.tab")
    numbers = ["exit", "ok", *columns[len(FRONT) :]]
    path = results / "runs.csv"
    table = read_csv(path, columns, numbers)
    refuse_repeats(path, table.text, KEY)
    runs = table.text.copy()
    runs[numbers] = table.values
    groups = runs.groupby(["app", "variant"])[numbers]
    sizes = groups.size()
    means = groups.sum().div(sizes, axis=0)
    all_apps = APPS + [app for app in runs.app.unique() if app not in APPS]
    return Campaign(
        apps=[app for app in all_apps if app != STRESS_TEST],
        all_apps=all_apps,
        runs=runs,
        means=means.where(groups.count().eq(sizes, axis=0)),
        published=read_published(folder / "published.csv"),
    )


def read_published(path: Path) -> dict[str, str]:
    """What the paper's text says, by item."""
    rows = read_csv(path, ["item", "value"]).text
    return dict(zip(rows["item"], rows["value"]))
