# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
"""What was found, and whether the backends agree: table6, micro_summary, table7, seeds, backends."""

import re
import sys
from dataclasses import dataclass, field
from pathlib import Path

import pandas as pd

from evaluation.scord.runs import Campaign, races_found
from evaluation.tables import fixed, write_table

DETECTORS = [
    *("scord-paper_full", "scord-paper_cached16", "scord-paper_lines"),
    *("scord_full", "scord_cached16", "scord_lines", "oracle"),
]
METADATA = ["full", "cached16", "lines"]  # lines: full, kept by lines
GRANULARITIES = ["full", "gran8", "gran16", "cached16"]
PAPER6 = ["present", "full", "cached16"]
TABLE6 = [
    "app",
    "present",
    *DETECTORS,
    *(f"all_{name}" for name in DETECTORS),
    *(f"paper_{name}" for name in PAPER6),
]


def write_races(campaign: Campaign, out: Path) -> None:
    """Writes all tables of this module."""
    micro = summarize_micro(campaign.micro) if campaign.micro is not None else {}
    write_table6(campaign, micro, out)
    write_micro_summary(micro, out)
    write_table7(campaign, out)
    write_seeds(campaign, out)
    write_backends(campaign, out)


def detector_of(variant: str) -> str:
    """Detector and metadata of a variant; the backend does not matter, all of them decide alike."""
    if variant == "untimed_oracle":
        return "oracle"
    match = re.fullmatch(r"(scord_)?(full|cached16|lines)(_compare|_rtl)?", variant)
    if not match:
        return ""
    return f"{'scord' if match[1] else 'scord-paper'}_{match[2]}"


@dataclass
class Micro:
    """What one detector says of the microbenchmarks."""

    racy: int
    found: int
    race_free: int
    false: int


def summarize_micro(rows: pd.DataFrame) -> dict[str, Micro]:
    """Of the racy microbenchmarks, those with a report; of the others, those with a false one."""
    detector = (rows.detector + "_" + rows.metadata).where(rows.detector != "oracle", "oracle")
    summary = {}
    for name, part in rows.groupby(detector):
        racy, reported = part.expected > 0, part.found > 0
        summary[name] = Micro(
            racy=part.program[racy].nunique(),
            found=(racy & reported).sum(),
            race_free=part.program[~racy].nunique(),
            false=(~racy & reported).sum(),
        )
    return summary


def write_micro_summary(micro: dict[str, Micro], out: Path) -> None:
    """One row a detector."""
    rows = []
    for name in DETECTORS:
        if name in micro:
            detector, _, metadata = name.partition("_")
            one = micro[name]
            rows.append([detector, metadata, *map(str, (one.racy, one.found, one.race_free, one.false))])
    write_table(out, "micro_summary", ["detector", "metadata", "racy", "found", "race_free", "false"], rows)


@dataclass
class Total:
    """Races that one detector finds in all applications."""

    sometimes: int = 0
    always: int = 0
    together: int = 0
    lacks: set[str] = field(default_factory=set)  # no total of what was not run everywhere

    def cell(self) -> str:
        """Of single-race builds."""
        return "" if "alone" in self.lacks else span(self.always, self.sometimes)

    def together_cell(self) -> str:
        """Of builds with all races."""
        return "" if "together" in self.lacks else str(self.together)


def span(least: int, most: int) -> str:
    """One number, or two: it depends on the run."""
    return str(most) if least == most else f"{least}..{most}"


class RacyRuns:
    """The runs of builds with races, by detector."""

    def __init__(self, campaign: Campaign):
        rows = campaign.runs[campaign.runs.main & (campaign.runs.race != "none")].copy()
        rows["detector"] = rows.variant.map(detector_of)
        self.rows = rows[rows.detector != ""]
        self.gaps = 0
        self.totals = {name: Total() for name in DETECTORS}
        self.groups = {key: list(part.found) for key, part in self.rows.groupby(["app", "detector", "race"])}
        self.apps = set(self.rows.app)

    def present(self, app: str) -> int:
        """Number of the last race that the application was built with."""
        races = [int(race) for race in self.rows.race[self.rows.app == app] if race != "all"]
        return max(races, default=0)

    def alone(self, app: str, detector: str, present: int) -> str:
        """Races found in single-race builds: in any run of that race, and in all of them."""
        total = self.totals[detector]
        if not any(key[:2] == (app, detector) and key[2] != "all" for key in self.groups):
            total.lacks.add("alone")
            return ""
        sometimes = always = 0
        for race in map(str, range(1, present + 1)):
            runs = self.groups.get((app, detector, race))
            if runs is None:
                self.gaps += 1
                continue
            hits = [race in races_found(found) for found in runs]
            sometimes += any(hits)
            always += all(hits)
        total.sometimes += sometimes
        total.always += always
        return span(always, sometimes)

    def together(self, app: str, detector: str, present: int) -> str:
        """Races found in any run of the build with all races."""
        total = self.totals[detector]
        runs = self.groups.get((app, detector, "all"))
        if runs is None:
            total.lacks.add("together")
            return ""
        found = {race for cell in runs for race in races_found(cell)}
        hits = sum(str(race) in found for race in range(1, present + 1))
        total.together += hits
        return str(hits)


def write_table6(campaign: Campaign, micro: dict[str, Micro], out: Path) -> None:
    """Injected races that each detector finds, one race at a time and all at once."""
    racy = RacyRuns(campaign)
    rows = []
    all_present = 0

    def paper(app: str) -> list[str]:
        return [campaign.paper("table6", app, column) for column in PAPER6]

    for app in campaign.apps:
        present = campaign.injected.get(app, racy.present(app))
        if app not in racy.apps or not present:
            continue
        all_present += present
        alone = [racy.alone(app, name, present) for name in DETECTORS]
        together = [racy.together(app, name, present) for name in DETECTORS]
        rows.append([app, str(present), *alone, *together, *paper(app)])
    if micro:
        present = max((micro[name].racy for name in DETECTORS if name in micro), default=0)
        all_present += present
        for name in DETECTORS:
            if name in micro:
                racy.totals[name].sometimes += micro[name].found
                racy.totals[name].always += micro[name].found
            else:
                racy.totals[name].lacks.add("alone")
        found = [str(micro[name].found) if name in micro else "" for name in DETECTORS]
        together = [""] * len(DETECTORS)
        rows.append(["micro", str(present), *found, *together, *paper("micro")])
    if racy.apps or micro:
        totals = [racy.totals[name] for name in DETECTORS]
        cells = [total.cell() for total in totals] + [total.together_cell() for total in totals]
        rows.append(["total", str(all_present), *cells, *paper("total")])
    if racy.gaps:
        print(
            f"tables: table6: {racy.gaps} pairs of detector and race have no run; they count as not found",
            file=sys.stderr,
        )
    write_table(out, "table6", TABLE6, rows)


def write_table7(campaign: Campaign, out: Path) -> None:
    """Distinct false reports of builds without races, the most of any seed."""
    rows = campaign.runs[campaign.runs.main & (campaign.runs.race == "none")]
    granularity = rows.variant.str.replace("_(compare|rtl)$", "", regex=True)
    most = rows.reports.groupby([rows.app, granularity]).max()
    lines = []
    for app in campaign.apps:
        cells = [fixed(most.get((app, name)), 0) for name in GRANULARITIES]
        if any(cells):
            lines.append([app, *cells, *(campaign.paper("table7", app, name) for name in GRANULARITIES)])
    columns = ["app", *GRANULARITIES, *(f"paper_{name}" for name in GRANULARITIES)]
    write_table(out, "table7", columns, lines)


def write_seeds(campaign: Campaign, out: Path) -> None:
    """Builds without races: runs, of them with a report, and how much cycles differ from seed to seed."""
    rows = campaign.runs[campaign.runs.main & (campaign.runs.race == "none")]
    counts = rows.groupby(["app", "variant"]).agg(
        runs=("ok", "size"),
        usable=("usable", "sum"),
        reported=("reports", lambda reports: (reports > 0).sum()),
    )
    cycles = campaign.free.cycles.groupby(level=["app", "variant"]).agg(["mean", "min", "max"])
    cycles = cycles.reindex(counts.index)
    lines = []
    for app in campaign.apps:
        for variant in rows.variant.unique():
            if (app, variant) not in counts.index:
                continue
            count, clock = counts.loc[(app, variant)], cycles.loc[(app, variant)]
            cells = [count.runs, count.runs - count.usable, count.reported]
            cells += [fixed(clock[name], 0) for name in ("mean", "min", "max")]
            spread = 100 * (clock["max"] - clock["min"]) / clock["mean"] if clock["mean"] else None
            lines.append([app, variant, *map(str, cells), fixed(spread, 2)])
    columns = "app,variant,runs,not_ok,with_reports,cycles_mean,cycles_min,cycles_max,spread_percent".split(
        ","
    )
    write_table(out, "seeds", columns, lines)


def write_backends(campaign: Campaign, out: Path) -> None:
    """The detector's Verilog against its model: cycles of whole runs, and how many runs had both side by side.

    With both, the cycles are the Verilog's, too. The campaign takes no row of a run in which they differ.
    """
    runs = campaign.runs
    compared = runs[runs.variant.str.endswith("_compare")]
    metadata = compared.variant.str.extract(f"({'|'.join(METADATA)})", expand=False)
    count = compared.groupby([compared.app, metadata]).size()
    lines = []
    for app in campaign.apps:
        for name in METADATA:
            cells = backend_cells(campaign, app, name)
            if cells or (app, name) in count.index:
                lines.append([app, name, *(cells or [""] * 5), str(count.get((app, name), 0))])
    columns = "app,metadata,model_cycles,rtl_cycles,rtl_percent,model_seconds,rtl_seconds,compare_runs".split(
        ","
    )
    write_table(out, "backends", columns, lines)


def backend_cells(campaign: Campaign, app: str, variant: str) -> list[str]:
    """Reference models and Verilog of the first seed that both were run with, the Verilog alone if it was."""
    free = campaign.free
    ran = free[free.index.get_level_values("app") == app].reset_index(level="app", drop=True)
    names = set(ran.index.get_level_values("variant"))
    rtl = f"{variant}_rtl" if f"{variant}_rtl" in names else f"{variant}_compare"
    if rtl not in names or variant not in names:
        return []
    for seed in ran.loc[rtl].index:
        if (variant, seed) in ran.index:
            model, verilog = ran.loc[(variant, seed)], ran.loc[(rtl, seed)]
            percent = 100 * (verilog.cycles / model.cycles - 1)
            seconds = seconds_text(campaign, app, rtl, seed) if rtl.endswith("_rtl") else ""
            return [
                fixed(model.cycles, 0),
                fixed(verilog.cycles, 0),
                fixed(percent, 2),
                seconds_text(campaign, app, variant, seed),
                seconds,
            ]
    return []


def seconds_text(campaign: Campaign, app: str, variant: str, seed: str) -> str:
    """Host seconds of a run as they were written."""
    text = campaign.text[campaign.runs.main & (campaign.runs.race == "none")]
    row = text[(text.app == app) & (text.variant == variant) & (text.seed == seed)]
    return row.seconds.iloc[0]
