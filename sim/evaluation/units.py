# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
"""docs/metadata-engine.md: what the slice units cost in cycles, step by step, and the aims beside what was reached.

    sim/results/units.csv ────────────────┐
    synth/results/throughput_units.csv ───┼─> blocks units, aims
    synth/results/nangate45.csv ──────────┘
"""

from pathlib import Path

import pandas as pd

from evaluation.clocks import SLACKS, with_tight_clock
from evaluation.inputs import BadInput, comments, read_csv, refuse_repeats
from evaluation.pages import Row

KEY = ["program", "unit", "seed"]
COUNTS = "cycles,data_accesses,meta_accesses,data_dram,meta_dram,requests,fences,hit_packets".split(",")
RATES = ["unit", "backend", "stream", "latency", "entries_per_cycle", "requests_per_cycle"]
# Each is the one before and something more; `ideal` costs nothing in the slice, with packets and messages as `entries`.
STEPS = ["entries", "lines_all", "lines_told", "lines", "ideal"]
# A column of runs over one of runs without a detector on the same machine
OFF = {"lines_60": "off_60"}


def means(path: Path) -> pd.DataFrame:
    """Rows program and unit in the file's order; the counts, means over seeds."""
    return read(path).groupby(["program", "unit"], sort=False)[COUNTS].mean()


def read(path: Path) -> pd.DataFrame:
    """All runs."""
    table = read_csv(path, KEY + COUNTS, COUNTS)
    refuse_repeats(path, table.text, KEY)
    return table.text[KEY].join(table.values)


def compared(path: Path) -> pd.DataFrame:
    """Runs with a detector, and beside each `off`: cycles of the run without one, of its program, seed and machine."""
    runs = read(path)
    off = runs[runs.unit.str.startswith("off")].set_index(["program", "unit", "seed"]).cycles.rename("off")
    if off.empty:
        raise BadInput(path, "no runs without a detector")
    with_one = runs[~runs.unit.str.startswith("off")].assign(machine=lambda x: x.unit.map(OFF).fillna("off"))
    both = with_one.join(off, on=["program", "machine", "seed"])
    for row in both[both.off.isna()].itertuples():
        raise BadInput(path, f"{row.program} {row.unit} {row.seed} has nothing to be compared with", row.Index)
    return both


def slowdowns(path: Path) -> pd.DataFrame:
    """Cycles with a detector over those without, of all seeds together: programs and units in the file's order."""
    runs = compared(path)
    sums = runs.groupby(["program", "unit"])[["cycles", "off"]].sum()
    return (sums.cycles / sums.off).unstack("unit").loc[runs.program.unique(), runs.unit.unique()]


def spread(path: Path, unit: str) -> dict[str, str]:
    """Least and most of a unit's cycles over those without a detector, by program, each seed against its own."""
    runs = compared(path)
    ratios = (runs.cycles / runs.off)[runs.unit == unit].groupby(runs.program).agg(["min", "max"])
    return {program: f"{row['min']:.2f} to {row['max']:.2f}" for program, row in ratios.iterrows()}


def percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def number(of: pd.Series, unit: str) -> str:
    """A dash where the unit was not run."""
    return f"{of[unit]:.0f}" if unit in of else "-"


def units(path: Path) -> dict[str, object]:
    """Slowdowns by program and step, and their mean; metadata's accesses; fences."""
    ratios, counts = slowdowns(path), means(path)
    seeds = spread(path, "lines")
    with_mean = pd.concat([ratios, ratios.mean().to_frame("mean").T])
    rows: list[Row] = [
        {
            "program": program if program == "mean" else program.upper(),
            "cells": [f"{row[name]:.2f}" if name in row else "-" for name in STEPS],
            "seeds": seeds.get(program, ""),
            "sixty": f"{row['lines_60']:.2f}" if "lines_60" in row else "-",
        }
        for program, row in with_mean.iterrows()
    ]
    traffic: list[Row] = []
    for program in ratios.index:
        of = counts.loc[program]
        shares = of.meta_accesses / of.data_accesses, of.meta_dram / of.data_dram
        cells = [percent(share[name]) for share in shares for name in ("entries", "lines")]
        cells += [number(of.hit_packets, name) for name in ("lines_told", "lines")]
        cells += [number(of.fences, name) for name in ("lines_all", "lines")]
        traffic.append({"program": program.upper(), "cells": cells})
    return {"remarks": comments(path), "rows": rows, "traffic": traffic}


def rate(path: Path, unit: str, stream: str, latency: str) -> float:
    """Words that the Verilog checks a cycle."""
    table = read_csv(path, RATES, RATES[4:])
    key = {"unit": unit, "backend": "rtl", "stream": stream, "latency": latency}
    chosen = (table.text[list(key)] == pd.Series(key)).all(axis=1)
    if chosen.sum() != 1:
        raise BadInput(path, f"not one row of {' '.join(key.values())}")
    return float(table.values.entries_per_cycle[chosen].iloc[0])


def aims(root: Path) -> list[Row]:
    """The aims of the metadata engine: what pf_slice_unit has, the aim, what pf_line_unit has, and whether that is it."""
    path = root / "sim/results/units.csv"
    rates = root / "synth/results/throughput_units.csv"
    prices = root / "synth/results/nangate45.csv"
    ratio, counts = slowdowns(path), means(path)
    price = read_csv(prices, ["block", "config", "kge", "ram_kge", "fmax_mhz", *SLACKS]).text
    price = price[price.block.isin(["pf_slice_unit", "pf_line_unit"]) & (price.config == "ref")]
    price = with_tight_clock(prices, price).set_index("block")

    def share(column: str, unit: str) -> float:
        of = counts.xs(unit, level="unit")
        return float((of[f"meta_{column}"] / of[f"data_{column}"]).mean())

    def row(what: str, was: str, aim: str, now: str, met: bool) -> Row:
        return {"what": what, "was": was, "aim": aim, "now": now, "met": "yes" if met else "no"}

    def cycles(what: str, aim: float, was: str, now: str, value: float) -> Row:
        return row(what, was, f"at most {aim}", now, value <= aim)

    def worst(of: pd.Series) -> str:
        return f"{of.max():.2f} ({of.idxmax().upper()})"

    mean = "cycles with detector over without, mean"
    rows = [
        cycles(mean, 1.25, f"{ratio.entries.mean():.2f}", f"{ratio.lines.mean():.2f}", ratio.lines.mean()),
        cycles("... worst", 1.6, worst(ratio.entries), worst(ratio.lines), ratio.lines.max()),
    ]
    for column, where in (("accesses", "at the L2"), ("dram", "at the DRAM")):
        was, now = share(column, "entries"), share(column, "lines")
        rows.append(row(f"metadata's accesses {where}, of the data's, mean", percent(was), "at most 10 %", percent(now), now <= 0.1))
    for what, stream, latency, aim in (
        ("words checked a cycle, memory's latency 200: whole sectors, for the first time", "full_sectors", "200", 32),
        ("... one word of each of 128 lines in turn, latency 30", "cached_words", "30", 1),
        ("... latency 200", "cached_words", "200", 1),
        ("... one word again and again", "hot_word", "200", 1),
    ):
        was, now = (rate(rates, unit, stream, latency) for unit in ("entries", "lines"))
        rows.append(row(what, f"{was:.2f}", f"{aim:.1f}", f"{now:.2f}", now >= aim - 0.005))
    if "lines_60" in ratio:
        more = ratio.lines_60 / ratio.lines - 1
        at = more.idxmax()
        what = "slowdown with 60 SMs and 96 slices over that with 15 and 24, worst"
        now = f"{100 * more[at]:+.0f} % ({at.upper()})"
        rows.append(row(what, "-", "at most 10 % more", now, more[at] <= 0.1))
    slice_unit, line_unit = price.loc["pf_slice_unit"], price.loc["pf_line_unit"]
    for what, column, aim, least in (
        ("MHz in Nangate45, ports at 20 %", "fmax_mhz", 1000, True),
        ("... ports at 40 %", "tight_mhz", 900, True),
        ("kGE of logic", "kge", 60, False),
        ("kGE of RAM", "ram_kge", 160, False),
    ):
        was, now = float(slice_unit[column]), float(line_unit[column])
        bound = f"at {'least' if least else 'most'} {aim}"
        rows.append(row(what, f"{was:.0f}", bound, f"{now:.0f}", now >= aim if least else now <= aim))
    return rows
