# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
"""What the detector costs: fig8, fig9, fig10, fig11, ideal, constant, stalls, sweep, skip."""

from pathlib import Path

import pandas as pd

from evaluation.scord.runs import Campaign, base_of
from evaluation.tables import fixed, format_columns, geometric_mean, write_table

FIG8 = ["full", "cached16", "cached16_compare", "lines"]
FIG11 = ["low_cached16", "cached16", "high_cached16", "low_lines", "lines", "high_lines"]
IDEAL = [
    "cached16",
    "cached16_paper",
    "cached16_ideal",
    "authors_cached16_paper",
    "authors_cached16",
    "scord_cached16",
    "full",
    "full_paper",
    "cached16_next",
    "authors_cached16_next",
    "high_cached16_lines64",
    "cached16_ideal_noc",
    "cached16_gap1_md",
    "lines",
    "authors_lines",
    "scord_lines",
]
CONSTANT = [
    "cached16",
    "cached16_paper",
    "authors_cached16_paper",
    "constant_cached16",
    "constant_cached16_paper",
    "constant_authors_cached16_paper",
    "lines",
    "constant_lines",
]

ACCESSES = ["fill_data", "wb_data", "fill_meta", "wb_meta"]

# What fig10 switches off: packets of L1 hits, bytes on the network, metadata.
SOURCES = ["lhd", "noc", "md"]

STALLED = ["off", "full", "cached16", "scord_full", "scord_cached16", "cached16_ideal", "lines"]
STALLS = [
    "tap_stall",
    "stall_memory",
    "stall_entry",
    "stall_owner",
    "stall_lines",
    "wait_tag",
    "fence_cycles",
    "hit_packets",
]

# Values of each parameter of the hardware; the defaults are those of configuration ref.
SWEEP = {
    "lanes": ["1", "2", "4", "8"],
    "lines": ["8", "28", "64", "128"],
    "inq": ["1", "8", "32"],
    "gap": ["1", "2", "4"],
}
DEFAULTS = {"lanes": "4", "lines": "28", "inq": "8", "gap": "1"}

SKIPPED = ["cached16", "cached16_always", "cached16_wholeline"]
META = ["l2_meta", "fill_meta", "wb_meta"]


def write_overhead(campaign: Campaign, out: Path) -> None:
    """Writes all tables of this module."""
    write_fig8(campaign, out)
    write_fig9(campaign, out)
    write_fig10(campaign, out)
    write_ratios(campaign, out, "fig11", FIG11)
    write_ratios(campaign, out, "ideal", IDEAL)
    write_constant(campaign, out)
    write_stalls(campaign, out)
    write_sweep(campaign, out)
    write_skip(campaign, out)


def write_fig8(campaign: Campaign, out: Path) -> None:
    """Cycles of each variant over those without detector, with what the paper's text says of figure 8."""
    rows = ratio_rows(campaign, FIG8, campaign.apps) + mean_rows(campaign, FIG8)
    write_table(out, "fig8", [*ratio_columns(FIG8), "paper"], with_paper(campaign, rows))


def write_constant(campaign: Campaign, out: Path) -> None:
    """The same of the one application that can have its filter in constant memory."""
    rows = ratio_rows(campaign, CONSTANT, ["1dc"])
    write_table(out, "constant", [*ratio_columns(CONSTANT), "paper"], with_paper(campaign, rows))


def write_ratios(campaign: Campaign, out: Path, name: str, variants: list[str]) -> None:
    """The same of other variants, of which the paper has no numbers."""
    rows = ratio_rows(campaign, variants, campaign.apps) + mean_rows(campaign, variants)
    write_table(out, name, ratio_columns(variants), rows)


def ratio_columns(variants: list[str]) -> list[str]:
    """Three columns a variant."""
    return ["app", *(name for variant in variants for name in (variant, f"{variant}_min", f"{variant}_max"))]


def ratio_rows(campaign: Campaign, variants: list[str], apps: list[str]) -> list[list[str]]:
    """One row an application: mean and extremes over seeds."""
    ratios = [campaign.ratio(variant, base_of(variant)).reindex(apps) for variant in variants]
    rows = [[app, *(fixed(value, 4) for ratio in ratios for value in ratio.loc[app])] for app in apps]
    return [row for row in rows if any(row[1:])]


def mean_rows(campaign: Campaign, variants: list[str]) -> list[list[str]]:
    """Means over applications; nothing where the first two variants were not run."""
    columns = {variant: campaign.ratio(variant, base_of(variant))["mean"] for variant in variants}
    means = pd.DataFrame(columns).reindex(campaign.apps)
    if means[variants[:2]].isna().all(axis=None):
        return []
    rows = []
    for label, mean in ("mean", means.mean()), ("geomean", geometric_mean(means)):
        rows.append([label, *(cell for value in mean for cell in (fixed(value, 4), "", ""))])
    return rows


def with_paper(campaign: Campaign, rows: list[list[str]]) -> list[list[str]]:
    """A last column: the number in the paper's text. It does not say which mean it takes."""
    return [[*row, campaign.paper("fig8", row[0], "cached16")] for row in rows]


def write_fig9(campaign: Campaign, out: Path) -> None:
    """DRAM accesses by what they are for, over all accesses without detector."""
    variants = ["off", "full", "cached16", "lines"]
    means = campaign.means(ACCESSES)
    without = means.reindex([(app, "off") for app in campaign.apps]).droplevel("variant")
    every = without["fill_data"].fillna(0) + without["wb_data"].fillna(0)
    every = every[every > 0]
    rows, averages = [], []
    shares = {}
    for variant in variants:
        counts = means.reindex([(app, variant) for app in every.index]).droplevel("variant").dropna(how="all")
        share = counts.fillna(0).div(every.loc[counts.index], axis=0)
        share["total"] = share.sum(axis=1)
        shares[variant] = share
        if len(share):
            averages.append(["mean", variant, *(fixed(value, 4) for value in share.mean())])
    for app in every.index:
        for variant in variants:
            if app in shares[variant].index:
                rows.append([app, variant, *(fixed(value, 4) for value in shares[variant].loc[app])])
    write_table(out, "fig9", ["app", "variant", *ACCESSES, "total"], rows + averages)


def write_fig10(campaign: Campaign, out: Path) -> None:
    """Cycles that go when one source of overhead is switched off, and the sources' shares of the sum of all three."""
    columns = ["metadata", "app", "overhead_percent"]
    columns += [f"{source}_percent" for source in SOURCES] + [f"{source}_share" for source in SOURCES]
    columns += ["clipped"] + [f"paper_{source}" for source in SOURCES]
    rows = []
    for variant in "cached16", "authors_cached16", "lines":
        rows += fig10_rows(campaign, variant, with_paper=variant == "cached16")
    write_table(out, "fig10", columns, rows)


def fig10_rows(campaign: Campaign, variant: str, with_paper: bool) -> list[list[str]]:
    """Rows of fig10 for one machine.

    A source whose absence makes a run longer counts as nothing and is named in `clipped`.
    """

    def paper(app: str) -> list[str]:
        return [campaign.paper("fig10", app, source) if with_paper else "" for source in SOURCES]

    saved = saved_percent(campaign, variant).reindex(campaign.apps).dropna()
    counted = saved.clip(lower=0)
    total = counted.sum(axis=1)
    shares = 100 * counted.div(total.where(total > 0), axis=0)
    overhead = 100 * (campaign.ratio(variant, base_of(variant))["mean"] - 1)
    rows = []
    for app in saved.index:
        clipped = "+".join(source for source in SOURCES if saved.loc[app, source] < 0)
        cells = [fixed(overhead[app], 2)] + [fixed(value, 2) for value in saved.loc[app]]
        cells += [fixed(value, 2) for value in shares.loc[app]]
        rows.append([variant, app, *cells, clipped, *paper(app)])
    if shares.notna().any(axis=None):
        mean = [fixed(value, 2) for value in shares.mean()]
        rows.append([variant, "mean", "", "", "", "", *mean, "", *paper("mean")])
        # The mean counts an application with next to no overhead as much as any; here those with more weigh more.
        weighted = [fixed(value, 2) for value in 100 * counted.sum() / total.sum()]
        rows.append([variant, "weighted", "", "", "", "", *weighted, "", "", "", ""])
    return rows


def saved_percent(campaign: Campaign, variant: str) -> pd.DataFrame:
    """Cycles that each source costs, in percent of those without detector, over the seeds that ran all three."""
    wide = campaign.wide("cycles")
    saved = {}
    for source in SOURCES:
        runs = wide.reindex(columns=[variant, f"{variant}_{source}", base_of(variant)]).dropna()
        percent = 100 * (runs.iloc[:, 0] - runs.iloc[:, 1]) / runs.iloc[:, 2]
        saved[source] = percent.groupby(level="app").mean()
    return pd.DataFrame(saved)


def write_stalls(campaign: Campaign, out: Path) -> None:
    """Waiting that the model counts, per 1000 cycles of the run, all SMs or slices together."""
    means = campaign.means(["cycles", *STALLS])
    rows = []
    for app in campaign.apps:
        for variant in STALLED:
            if (app, variant) in means.index and means.loc[(app, variant), "cycles"] > 0:
                mean = means.loc[(app, variant)]
                rows.append(
                    [app, variant, *(fixed(1000 * mean[name] / mean["cycles"], 2) for name in STALLS)]
                )
    write_table(out, "stalls", ["app", "variant", *STALLS], rows)


def write_sweep(campaign: Campaign, out: Path) -> None:
    """One parameter of the hardware at a time; the default stands among its values, over the same seeds as they."""
    rows = []
    for parameter, values in SWEEP.items():
        usual = default_of(campaign, parameter)
        other = next(value for value in values if value != usual)
        for value in values:
            default = value == usual
            if default:
                ratio = campaign.ratio("cached16", "off", like=f"cached16_{parameter}{other}")
            else:
                ratio = campaign.ratio(f"cached16_{parameter}{value}", "off")
            ratio = ratio.reindex(campaign.apps).dropna()
            front = [parameter, value, "1" if default else "0"]
            rows += [[*front, app, *(fixed(cell, 4) for cell in ratio.loc[app])] for app in ratio.index]
            if len(ratio):
                rows.append([*front, "geomean", fixed(geometric_mean(ratio)["mean"], 4), "", ""])
    write_table(out, "sweep", ["parameter", "value", "default", "app", "overhead", "min", "max"], rows)


def default_of(campaign: Campaign, parameter: str) -> str:
    """The default of a parameter. It was another one when a variant had to set today's: the one that none sets."""
    ran = campaign.free.index.unique("variant")
    unset = [value for value in SWEEP[parameter] if f"cached16_{parameter}{value}" not in ran]
    return DEFAULTS[parameter] if DEFAULTS[parameter] in unset or not unset else unset[-1]


def write_skip(campaign: Campaign, out: Path) -> None:
    """What it saves not to write back unchanged metadata, and to fetch only the sector that is needed."""
    ran = campaign.free.index
    ran = ran[ran.get_level_values("variant").isin(SKIPPED[1:])].get_level_values("app")
    apps = [app for app in campaign.apps if app in ran]
    ratios = {}
    for variant in SKIPPED:
        columns = {name: campaign.ratio(variant, "cached16", name)["mean"] for name in ["cycles", *META]}
        ratios[variant] = pd.DataFrame(columns).reindex(apps).dropna(subset=["cycles"])
    rows = []
    for app in apps:
        for variant in SKIPPED:
            if app in ratios[variant].index:
                rows.append([app, variant, *format_columns(ratios[variant], 4).loc[app]])
    for variant in SKIPPED:
        if len(ratios[variant]):
            mean = geometric_mean(ratios[variant].where(ratios[variant] > 0))
            rows.append(["geomean", variant, *(fixed(value, 4) for value in mean)])
    write_table(out, "skip", ["app", "variant", "cycles", *META], rows)
