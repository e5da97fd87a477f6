# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
"""docs/scord.md: what templates/scord.md.j2 needs beside the tables.

A block NAME_ci is block NAME of the tables of size ci, whatever size the document is of.
"""

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Optional

import pandas as pd

from evaluation.inputs import BadInput, read_csv, read_tab
from evaluation.pages import NO_ROWS, Page, Row, Template, is_empty_table, rows_of
from evaluation.scord.runs import APPS, races_of

# At the end of a line whose access is the later one of these injected races.
MARK = re.compile(r"// race ([0-9, ]*[0-9])$")
ALIAS_LAUNCHES = 6
# Blocks whose head stands without rows, too.
LISTS = ["programs", "variants", "races"]

RUN_TEXT = ["app", "race", "variant", "input"]
RUN_NUMBERS = ["ok", "blocks", "cycles", "seconds", "warp_insns", "thread_insns"]


@dataclass
class ScordPage(Page):
    """The document of one size."""

    kernels: Path
    NEEDS = ["runs.csv", "fig8.csv"]
    template: Template = field(default_factory=lambda: Template("scord.md.j2"))

    def block(self, name: str) -> str:
        """The text of a block."""
        results, size = self.results, self.size
        if name.endswith("_ci"):
            name, results, size = name.removesuffix("_ci"), results.parent / "ci", "ci"
            if not (results / "table6.csv").is_file():
                return NO_ROWS
        text = self.template.render(
            name,
            rows=lambda table: rows_of(results / f"{table}.csv"),
            facts=lambda: facts(results, size),
            first_runs=lambda: first_runs(results, size),
            variant_list=lambda: variant_list(self.root / "sim/figures/variants.tab"),
            race_list=lambda: race_list(self.kernels),
            alias_lines=lambda: alias_lines(results / "aliases.txt"),
            drawn_timelines=self.drawn_timelines,
        )
        return NO_ROWS if is_empty_table(text) and name not in LISTS else text

    def drawn_timelines(self) -> list[str]:
        """Applications whose picture is there."""
        folder = self.document.parent / "scord"
        return [app for app in APPS if (folder / f"timeline-{app}.svg").is_file()]


def read_runs(results: Path) -> pd.DataFrame:
    """The columns of runs.csv that the page counts."""
    table = read_csv(results / "runs.csv", RUN_TEXT + RUN_NUMBERS, RUN_NUMBERS)
    return pd.concat([table.text[RUN_TEXT], table.values], axis=1)


def facts(results: Path, size: str) -> dict[str, object]:
    """Numbers of the whole campaign."""
    runs = read_runs(results)
    return {
        "size": size,
        "runs": len(runs),
        "apps": runs.app.nunique(),
        "timed": runs.cycles.notna().sum(),
        "mega_cycles": runs.cycles.sum() / 1e6,
        "free": (runs.race == "none").sum(),
        "minutes": runs.seconds.sum() / 60,
        # Forwarding made what this variant sets the default.
        "forwarded": not (runs.variant == "cached16_gap1").any(),
    }


def first_runs(results: Path, size: str) -> list[Row]:
    """Builds without races, the first seed of each: what ran, and what it takes to run it."""
    runs = read_runs(results)
    runs = runs[(runs.race == "none") & (runs.input == size) & (runs.ok == 1)]
    first = runs.drop_duplicates(["app", "variant"]).set_index(["app", "variant"])
    rows = []
    for app in APPS:
        if (app, "off") not in first.index:
            continue
        off = first.loc[(app, "off")]
        row = {
            "app": app,
            "blocks": f"{off.blocks:.0f}",
            "warp_insns": f"{off.warp_insns / 1e6:.2f}",
            "lanes": f"{off.thread_insns / off.warp_insns:.1f}",
        }
        for variant in "off", "cached16", "full", "lines":
            run: Optional[pd.Series] = first.loc[(app, variant)] if (app, variant) in first.index else None
            row[f"cycles_{variant}"] = "" if run is None else f"{run.cycles / 1e6:.2f}"
            row[f"seconds_{variant}"] = "" if run is None else f"{run.seconds:.1f}"
        rows.append(row)
    return rows


def variant_list(path: Path) -> list[list[str]]:
    """Name, options and meaning of each variant."""
    return [row[:3] for row in read_tab(path) if len(row) >= 3]


def race_list(kernels: Path) -> list[Row]:
    """Each race that an application can be built with, and the lines where it is reported."""
    rows = []
    for app in APPS:
        path = kernels / f"{app}.races"
        if not path.is_file():
            continue
        lines = marked_lines(kernels / f"{app}.cu")
        for row in races_of(path):
            if len(row) < 4:
                continue
            number, kinds, variable, broken = row[:4]
            rows.append(
                {
                    "app": app,
                    "number": number,
                    "kinds": kinds.replace(",", ", "),
                    "variable": variable,
                    "broken": broken,
                    "lines": ", ".join(map(str, lines.get(int(number), []))),
                }
            )
    return rows


def marked_lines(source: Path) -> dict[int, list[int]]:
    """Line numbers by race."""
    lines: dict[int, list[int]] = {}
    for number, line in enumerate(source.read_text(encoding="utf-8").splitlines(), start=1):
        match = MARK.search(line)
        for race in match[1].split(",") if match else []:
            lines.setdefault(int(race), []).append(number)
    return lines


def alias_lines(path: Path) -> list[str]:
    """Which entries of r110's border words were taken, and by whom: the first words, then all pairs of lines."""
    if not path.is_file():
        return []
    kept: list[str] = []
    launches = 0
    shortened = False
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("launch"):
            launches += 1
            if launches > ALIAS_LAUNCHES:
                continue
        if line.startswith("..."):
            continue
        if line.startswith("line") and launches and not shortened:
            kept.append("...")
            shortened = True
        kept.append(line)
    return kept
