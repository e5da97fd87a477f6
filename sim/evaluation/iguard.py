# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
"""docs/iguard.md: what detectors find in ScoR's applications, in programs of iGUARD's kinds, and in random ones."""

from pathlib import Path

import pandas as pd

from evaluation.inputs import read_csv
from evaluation.pages import Row, Template, UnknownBlock, fill

DOCUMENT = "docs/iguard.md"
RESULTS = "sw/results"
DETECTORS = ["iguard", "iguard/lines", "iguard-paper", "scord"]
# What the paper's Table 4 has of each; of lanes all five are in red.
PUBLISHED = {"mm": 4, "red": 7, "r110": 2, "gcol": 6, "gcon": 5, "1dc": 1, "uts": 6}


# Modules that are priced, and what they do; parts of others are in these.
PARTS = {
    "pf_iguard_group": "SM: an instruction's lanes as accesses whose lanes a few bits name",
    "pf_iguard_sm_unit": "SM: clock, locks; tags of accesses, messages to the slices",
    "pf_iguard_clock": "... in it: the clock",
    "pf_iguard_held": "... in it: locks of a warp whose lanes take some each",
    "pf_iguard_multicast": "SM, in its place: the same, with fences only to slices that have to know",
    "pf_iguard_targets": "... in it: which slices these are",
    "pf_iguard_unit": "slice: all of it",
    "pf_iguard_engine": "... in it: all but registers and records",
    "pf_join_sectors": "... in it: sector requests of an access become one operation on a line",
    "pf_iguard_eras": "... in it: when each warp and block fenced, as of an operation's arrival",
    "pf_iguard_lines": "... in it: rows and blocks of last writers and readers, their caches, their checks",
    "pf_iguard_check": "... in that: accesses against a row of last writers, or of last readers; there are two",
    "pf_iguard_report": "... in the unit: a race becomes a record, once, in a ring in memory",
    "pf_line_unit": "beside it: ScoRD's unit of a slice",
}


def found_in(rows: pd.DataFrame) -> str:
    """How many races were reported where the source is marked, of how many; and lines elsewhere."""
    others = int(rows.elsewhere.astype(int).sum())
    text = f"{int((rows.marked.astype(int) > 0).sum())} of {len(rows)}"
    return f"{text}, {others} other line{'s' if others != 1 else ''}" if others else text


def app_rows(results: Path) -> list[Row]:
    """ScoR's applications, lanes as threads and warps as threads."""
    columns = ["app", "race", "its", "arch", "detector", "marked", "elsewhere"]
    text = read_csv(results / "iguard.csv", columns).text
    rows = []
    for app, published in [*PUBLISHED.items(), ("all", sum(PUBLISHED.values()))]:
        row = {"app": app, "published": str(published)}
        mine = text if app == "all" else text[text.app == app]
        for detector in DETECTORS:
            for arch in "sm_60", "sm_70":
                runs = mine[(mine.detector == detector) & (mine.arch == arch)]
                row[f"{detector} {arch}"] = found_in(runs[runs.race != "0"])
        none = mine[mine.race == "0"]
        row["none"] = str(int((none.marked.astype(int) + none.elsewhere.astype(int)).sum()))
        rows.append(row)
    return rows


def lane_rows(results: Path) -> list[Row]:
    """What of ScoR's applications has to be known lane by lane."""
    columns = ["app", "race", "arch", "detector", "warps", "lane_locks", "lane_order", "lane_fences"]
    text = read_csv(results / "iguard.csv", columns).text
    runs = text[(text.race == "0") & (text.arch == "sm_70") & (text.detector == "iguard")]
    return runs[["app", *columns[4:]]].to_dict("records")


def unit_rows(results: Path) -> list[Row]:
    """What the hardware has to do for ScoR's applications, and its metadata."""
    columns = ["app", "race", "arch", "detector", "groups", "requests", "messages", "blocks", "data_bytes", "metadata_bytes"]
    text = read_csv(results / "iguard.csv", columns).text
    runs = text[(text.race == "0") & (text.arch == "sm_70") & (text.detector == "iguard/lines")]
    return [
        {
            "app": r.app,
            "groups": f"{int(r.groups):,}",
            "requests": f"{int(r.requests) / int(r.groups):.2f}",
            "messages": f"{int(r.messages):,}",
            "blocks": f"{int(r.blocks):,}",
            "data": f"{int(r.data_bytes) / 1024:,.0f}",
            "metadata": f"{100 * int(r.metadata_bytes) / int(r.data_bytes):.0f}",
        }
        for r in runs.itertuples()
    ]


def cycle_rows(results: Path) -> list[Row]:
    """Cycles in the modelled GPU, beside those without a detector and those with ScoRD's."""
    ratios = ["scord_over_none", "iguard_over_none", "iguard_over_scord"]
    text = read_csv(results / "iguard_cycles.csv", ["app", "arch", "none", *ratios], ratios).text
    rows = []
    for app in [*PUBLISHED, "mean"]:
        row: Row = {"app": f"`{app}`" if app in PUBLISHED else app}
        for arch in "sm_60", "sm_70":
            mine = text[(text.app == app) & (text.arch == arch)].iloc[0]
            row |= {f"{name} {arch}": f"{float(mine[name]):.2f}" for name in ratios}
            row[f"none {arch}"] = f"{int(mine.none):,}" if mine.none else ""
        rows.append(row)
    return rows


def part_rows(results: Path) -> list[Row]:
    """Prices of the Verilog, in Nangate45, configuration ref."""
    columns = ["block", "config", "kge", "ram_kge", "fmax_mhz"]
    text = read_csv(results.parents[1] / "synth/results/nangate45.csv", columns).text
    prices = text[text.config == "ref"].set_index("block")
    priced = {block: does for block, does in PARTS.items() if block in prices.index}  # a new one is not yet
    return [{"block": block, "does": does, **prices.loc[block, columns[2:]].to_dict()} for block, does in priced.items()]


def program_rows(results: Path) -> list[Row]:
    """Programs of iGUARD's kinds: pairs of lines."""
    text = read_csv(
        results / "iguard_programs.csv", ["program", "kind", "mended", "detector", "found", "missed", "false", "rows"]
    ).text
    rows = []
    for (kind, program), runs in text.groupby(["kind", "program"]):
        row = {"program": program, "kind": kind}
        for detector in DETECTORS:
            mine = runs[runs.detector == detector].set_index("mended")
            racy, mended = mine.loc["0"], mine.loc["1"]
            row["real"] = str(int(racy.found) + int(racy.missed))
            row[detector] = f"{racy.found}, {racy['false']} false; mended {mended['false']} false"
        rows.append(row)
    return rows


def random_rows(results: Path) -> list[Row]:
    """Accesses of random programs: found, missed and made up, by row."""
    table = read_csv(results / "iguard_properties.csv", ["policy", "metadata", "outcome", "row", "accesses"], ["accesses"])
    text = table.text.assign(accesses=table.values.accesses)
    text["policy"] = text.policy + ("/" + text.metadata).where(text.metadata != "", "")
    counts = text.groupby(["policy", "outcome", "row"]).accesses.sum()
    names = text[["outcome", "row"]].drop_duplicates().itertuples(index=False)
    return [
        {
            "outcome": outcome,
            "row": row,
            **{d: f"{counts.get((d, outcome, row), 0):.0f}" for d in DETECTORS[:3]},
        }
        for outcome, row in names
    ]


def fill_iguard(root: Path, document: Path, check: bool) -> None:
    """Fills the document's blocks."""
    results = root / RESULTS
    template = Template("iguard.md.j2")
    blocks = {
        "apps": app_rows,
        "cycles": cycle_rows,
        "lanes": lane_rows,
        "parts": part_rows,
        "programs": program_rows,
        "random": random_rows,
        "units": unit_rows,
    }

    def block(name: str) -> str:
        if name not in blocks:
            raise UnknownBlock
        return template.render(name, rows=blocks[name](results))

    fill(document, block, check=check)
