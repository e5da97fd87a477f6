# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
"""How cycles, overhead and host seconds grow: scaling, scaling_fit.

Against SMs (variants NAME@SMs=N, the grid grows with them; without N: as many as ref has) and against the input (numbers in
column input).
"""

from math import log
from pathlib import Path

import pandas as pd

from evaluation.scord.runs import Campaign
from evaluation.tables import fixed, short, write_table

KINDS = ["sms", "input"]
VARIANTS = ["off", "cached16", "lines"]
SMS = "15"  # of ref


def write_scaling(campaign: Campaign, out: Path) -> None:
    """Writes both tables."""
    means = curves(campaign)
    points: list[list[str]] = []
    fits: list[list[str]] = []
    for kind in KINDS:
        for app in campaign.apps:
            if (kind, app) not in means.index:
                continue
            curve = means.loc[(kind, app)]
            points += [[kind, app, *point_cells(place, curve.loc[place])] for place in curve.index]
            for quantity in "cycles", "seconds":
                for variant in VARIANTS:
                    cells = fit(curve[quantity, variant].dropna())
                    if cells:
                        fits.append([kind, app, variant, quantity, *cells])
    columns = ["kind", "app", "x"]
    for name in "cycles", "overhead", "seconds":
        columns += [f"{variant}_{name}" for variant in VARIANTS if (variant, name) != ("off", "overhead")]
    write_table(out, "scaling", columns, points)
    write_table(out, "scaling_fit", "kind,app,variant,quantity,points,exponent,r2".split(","), fits)


def curves(campaign: Campaign) -> pd.DataFrame:
    """Means over seeds: rows kind, app and x; columns quantity and variant."""
    runs = campaign.runs
    rows = runs[(runs.race == "none") & runs.usable & runs.cycles.notna()].copy()
    parts = rows.variant.str.extract("^(?P<base>[^@]*)(?:@SMs=(?P<sms>[0-9]+))?$")
    by_input = parts.sms.isna() & rows.input.str.fullmatch("[0-9]+")
    parts.loc[rows.main & (rows.seed == "1"), "sms"] = SMS
    rows["variant"] = parts.base
    rows["x"] = parts.sms.where(~by_input, rows.input).astype(float)
    rows["kind"] = by_input.map({True: "input", False: "sms"})
    rows = rows[rows.x.notna() & rows.variant.isin(VARIANTS)]
    means = rows.groupby(["kind", "app", "x", "variant"])[["cycles", "seconds"]].mean().unstack("variant")
    columns = pd.MultiIndex.from_product([["cycles", "seconds"], VARIANTS])
    return means.reindex(columns=columns).sort_index()


def point_cells(place: float, mean: pd.Series) -> list[str]:
    """The cells of one point of a curve."""
    cycles, seconds = mean["cycles"], mean["seconds"]
    overhead = {variant: cycles[variant] / cycles["off"] if cycles["off"] else None for variant in VARIANTS}
    return [
        short(place),
        *(short(cycles[variant]) for variant in VARIANTS),
        *(fixed(overhead[variant], 4) for variant in VARIANTS[1:]),
        *(fixed(seconds[variant], 3) for variant in VARIANTS),
    ]


def fit(curve: pd.Series) -> list[str]:
    """Least squares on logarithms, quantity = constant * x ^ exponent: points, exponent, r2.

    Nothing for fewer than three points: two fit any line.
    """
    points = [(log(x), log(y)) for x, y in curve.items() if x > 0 and y > 0]
    count = len(points)
    sum_x = sum(x for x, _ in points)
    sum_y = sum(y for _, y in points)
    var_x = count * sum(x * x for x, _ in points) - sum_x**2
    var_y = count * sum(y * y for _, y in points) - sum_y**2
    covariance = count * sum(x * y for x, y in points) - sum_x * sum_y
    if count < 3 or var_x <= 0:
        return []
    explained = fixed(covariance**2 / (var_x * var_y), 4) if var_y > 0 else ""
    return [str(count), fixed(covariance / var_x, 3), explained]
