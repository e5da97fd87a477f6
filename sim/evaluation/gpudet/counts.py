# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
"""Numbers beside the paper's figures: quanta, determinism, and paper, what the paper's text says and the same here."""

from pathlib import Path
from typing import Optional

import pandas as pd

from evaluation.gpudet.runs import NOT_IN_MEANS, Campaign, over
from evaluation.inputs import BadInput
from evaluation.tables import fixed, short, write_table

BARRIERS = ["aes", "hotspot", "lps", "srad"]
BLOCKS = ["bfsr", "bfsf", "cfd"]
ATOMICS = ["clopt", "ht", "atm"]


def write_counts(campaign: Campaign, published: Path, out: Path) -> None:
    """Writes all tables of this module; published: the file of the paper's numbers."""
    write_quanta(campaign, out)
    write_determinism(campaign, out)
    write_paper(campaign, published, out)


def write_quanta(campaign: Campaign, out: Path) -> None:
    """How many quanta there are, and what is in one."""
    quanta = pd.DataFrame({name: campaign.mean(name, "quanta") for name in ("base", "bta", "det")})
    lines = campaign.mean("det", "log_most")
    instructions = over(campaign.mean("det", "warp_insns"), quanta["det"]).fillna(0)
    size = over(campaign.mean("det", "commit_bytes"), campaign.mean("det", "commits")).fillna(0)
    rows = []
    for app in quanta.index[quanta["det"].notna()]:
        front = [
            short(quanta.loc[app, "base"]),
            short(quanta.loc[app, "bta"]),
            fixed(quanta.loc[app, "det"], 1),
        ]
        rows.append([app, *front, fixed(instructions[app], 1), fixed(lines[app], 0), fixed(size[app], 1)])
    write_table(out, "quanta", "app,base,bta,det,instructions,log_lines,bytes".split(","), rows)


def write_determinism(campaign: Campaign, out: Path) -> None:
    """How many results there are among the runs, with as many seeds."""
    runs = campaign.runs
    counts = runs.groupby(["app", "variant"]).agg(
        runs=("seed", "size"),
        results=("hash", "nunique"),
        wrong=("ok", lambda ok: (ok == 0).sum()),
        least=("cycles", "min"),
        most=("cycles", "max"),
    )
    rows = []
    for app in campaign.all_apps:
        for variant in runs.variant.unique():
            if (app, variant) in counts.index and counts.loc[(app, variant), "runs"] > 1:
                rows.append([app, variant, *(short(value) for value in counts.loc[(app, variant)])])
    write_table(
        out, "determinism", "app,variant,runs,results,wrong,cycles_least,cycles_most".split(","), rows
    )


def write_paper(campaign: Campaign, published: Path, out: Path) -> None:
    """What the paper's text says, and the same here."""

    def mean(variant: str, base: str, column: str = "cycles", apps: Optional[list[str]] = None) -> float:
        """Mean ratio over the listed programs; without a list, over all that count in means."""
        ratio = campaign.ratio(variant, base, column)
        return ratio.drop(index=NOT_IN_MEANS).mean() if apps is None else ratio[apps].mean()

    here = {
        "slowdown": mean("det", "nondet"),
        "slowdown_least": campaign.share("det", "cycles").min(),
        "bta_time": mean("bta", "base"),
        "bta_quanta": mean("base", "bta", "quanta", BARRIERS),
        "bta_barrier_time": mean("bta", "base", "cycles", BARRIERS),
        "dwp_time": mean("dwp", "bta", "cycles", BLOCKS),
        "lock_time": mean("lock", "det"),
        "lock_commit_ht": mean("lock", "det", "commit", ["ht"]),
        "wser_serial": mean("wser", "cuser", "serial", ATOMICS),
        "q1000_insns_bfsr": mean("q1000", "det", "warp_insns", ["bfsr"]),
        "cl_over_clopt": cl_over_clopt(campaign),
        "z128_time": mean("z128", "z8"),
        "barrier100_time": mean("barrier100", "det"),
        "barrier1000_time": mean("barrier1000", "det"),
    }
    for item in here:
        if item not in campaign.published:
            raise BadInput(published, f"no item {item}")
    rows = [[item, campaign.published[item], fixed(value, 2)] for item, value in here.items()]
    write_table(out, "paper", ["item", "paper", "here"], rows)


def cl_over_clopt(campaign: Campaign) -> float:
    """Cycles of cl over those of clopt on the machine as it is."""
    cycles = campaign.mean("nondet", "cycles")
    return cycles["cl"] / cycles["clopt"]
