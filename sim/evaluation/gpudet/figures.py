# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
"""The paper's figures: fig3, fig7 to fig12, and likewise barrier, log, chunk, zcache.

"slowdown" and all parts of it are over the cycles of variant nondet of the same program.
"""

from pathlib import Path

import pandas as pd

from evaluation.gpudet.runs import NOT_IN_MEANS, Campaign, over
from evaluation.tables import fixed, geometric_mean, write_table

ENDS = ["count", "atomic", "fence", "barrier", "full", "exit"]
MODES = ["parallel", "commit", "serial", "distribute"]
PARTS = ["slowdown", *MODES, "rest", "store"]

# Slowdown and its parts: which programs (those run with this variant), and names of variants in the table.
SLOWDOWNS = {
    "fig7": ("det", {"det": "det", "gpudet": "gpudet"}),
    "fig8": ("base", {name: name for name in ("base", "bta", "dwp", "det", "published")}),
    "fig9": ("lock", {"zbuffer": "det", "lock": "lock", "lock1": "lock1"}),
    "fig10": ("wser", {"warp": "wser", "cu": "cuser", "slice": "det"}),
    "fig11": ("q100", {"100": "q100", "200": "det", "600": "q600", "1000": "q1000"}),
}

BLOOM = {"128": "bloom128", "256": "bloom256", "512": "bloom512", "1024": "det", "exact": "bloom0"}
# Cycles over those of det: which programs, and names of variants in the table.
COMPARISONS = {
    "barrier": ("barrier1000", {"0": "det", "100": "barrier100", "1000": "barrier1000"}),
    "log": ("log32", {"32": "log32", "64": "det", "128": "log128", "256": "log256"}),
    "chunk": ("chunk8", {"1": "det", "8": "chunk8"}),
}

ZCACHES = ["z8", "det", "z32", "z64", "z128", "z8_nofilter", "nofilter", "z128_nofilter"]


def write_figures(campaign: Campaign, out: Path) -> None:
    """Writes all tables of this module."""
    write_fig3(campaign, out)
    for name, (must, variants) in SLOWDOWNS.items():
        write_slowdown(campaign, out, name, must, variants)
    columns = {name: campaign.share(variant, "parallel") for name, variant in BLOOM.items()}
    write_comparison(campaign, out, "fig12", "bloom0", columns)
    for name, (must, variants) in COMPARISONS.items():
        columns = {title: campaign.ratio(variant, "det", "cycles") for title, variant in variants.items()}
        write_comparison(campaign, out, name, must, columns)
    write_zcache(campaign, out)


def cell(value: float) -> str:
    """A number with four decimals, and no sign before zeros only."""
    return fixed(0.0 if abs(value) < 0.00005 else value, 4)


def cells(values: pd.Series) -> list[str]:
    """All cells of a row."""
    return [cell(value) for value in values]


def averages(frame: pd.DataFrame) -> dict[str, pd.Series]:
    """Arithmetic and geometric mean of each column over programs; no geometric one of what is not positive."""
    counted = frame.drop(index=NOT_IN_MEANS, errors="ignore")
    positive = ~(counted <= 0).any()
    return {
        "mean": counted.mean(),
        "geomean": geometric_mean(counted.loc[:, positive]).reindex(frame.columns),
    }


def has_means(frame: pd.DataFrame) -> bool:
    """Is there a program that counts in means?"""
    return any(app != NOT_IN_MEANS for app in frame.index)


def write_fig3(campaign: Campaign, out: Path) -> None:
    """What ended the quanta of warps, shares of all."""
    ended = pd.DataFrame({end: campaign.mean("base", f"end_{end}") for end in ENDS}).fillna(0)
    total = ended.sum(axis=1)
    shares = ended[total != 0].div(total[total != 0], axis=0)
    write_comparison_rows(out, "fig3", shares)


def write_slowdown(campaign: Campaign, out: Path, name: str, must: str, variants: dict[str, str]) -> None:
    """Slowdown and its parts; rest: what no mode counts. Programs that `must` was not run of are left out."""
    parts = {}
    for title, variant in variants.items():
        frame = slowdown_parts(campaign, variant)
        ran = [app for app in frame.index if campaign.ran(app, must)]
        parts[title] = frame.loc[ran].dropna(subset=["slowdown"])
    rows = []
    for app in campaign.apps:
        rows += [
            [app, title, *cells(parts[title].loc[app])] for title in variants if app in parts[title].index
        ]
    for title in variants:
        if has_means(parts[title]):
            rows += [[label, title, *cells(mean)] for label, mean in averages(parts[title]).items()]
    write_table(out, name, ["app", "variant", *PARTS], rows)


def slowdown_parts(campaign: Campaign, variant: str) -> pd.DataFrame:
    """All parts of one variant's slowdown, by app."""
    parts = pd.DataFrame({"slowdown": campaign.share(variant, "cycles")})
    rest = parts["slowdown"]
    for mode in MODES:
        parts[mode] = campaign.share(variant, mode)
        rest = rest - parts[mode].fillna(0)
    parts["rest"] = rest
    parts["store"] = over(campaign.share(variant, "store"), campaign.mean(variant, "sms"))
    return parts


def write_comparison(
    campaign: Campaign, out: Path, name: str, must: str, columns: dict[str, pd.Series]
) -> None:
    """One column a variant. Only programs that `must` was run of."""
    ran = [app for app in campaign.apps if campaign.ran(app, must)]
    write_comparison_rows(out, name, pd.DataFrame(columns).loc[ran])


def write_comparison_rows(out: Path, name: str, frame: pd.DataFrame) -> None:
    """One row an application, then means."""
    rows = [[app, *cells(frame.loc[app])] for app in frame.index]
    rows += [[label, *cells(mean)] for label, mean in averages(frame).items()]
    write_table(out, name, ["app", *frame.columns], rows)


def write_zcache(campaign: Campaign, out: Path) -> None:
    """The Z-cache: cycles over those with 16 KB, and rows fetched and missed in a thousand requests."""
    parts = {}
    for variant in ZCACHES:
        commits = campaign.mean(variant, "commits")
        frame = pd.DataFrame({"cycles": campaign.ratio(variant, "det", "cycles")})
        for title, column in ("fetches", "z_fetches"), ("misses", "z_misses"):
            frame[title] = 1000 * over(campaign.mean(variant, column), commits).fillna(0)
        ran = [app for app in frame.index if campaign.ran(app, "z8")]
        parts[variant] = frame.loc[ran].dropna(subset=["cycles"])
    rows = []
    for app in campaign.apps:
        rows += [
            [app, variant, *cells(parts[variant].loc[app])]
            for variant in ZCACHES
            if app in parts[variant].index
        ]
    for variant in ZCACHES:
        if has_means(parts[variant]):
            rows += [[label, variant, *cells(mean)] for label, mean in averages(parts[variant]).items()]
    write_table(out, "zcache", ["app", "variant", "cycles", "fetches", "misses"], rows)
