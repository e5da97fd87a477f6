# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
"""Clocks of a priced block from the slacks of its path groups.

STA ran with inputs that arrive, and outputs that must be there, IO_PRICED of the period from either end. A path of d ps
between flops or memories allows a period of d; one with a port at an end has what the port's share leaves, d / (1 - io),
one from port to port d / (1 - 2 io). So the clock at another share follows from the same slacks: within a group the
longest path is the longest at any share.
"""

import math
from collections.abc import Mapping
from pathlib import Path

import pandas as pd

from evaluation.inputs import BadInput

IO_PRICED = 0.2
IO_TIGHT = 0.4  # what a neighbour that is no flop takes on its side

# Path groups of synth/sta.tcl, and how many of their ends are ports.
GROUPS = {
    "in_reg": 1,
    "in_out": 2,
    "in_ram": 1,
    "reg_reg": 0,
    "reg_out": 1,
    "reg_ram": 0,
    "ram_reg": 0,
    "ram_out": 1,
    "ram_ram": 0,
}
SLACKS = [f"{group}_ps" for group in GROUPS]


def fmax(row: Mapping[str, str], io: float) -> float:
    """MHz at which the worst path group has no slack left; row: a line of synth/results/LIBRARY.csv."""
    period = float(row["period_ps"])
    need = 0.0
    for group, ports in GROUPS.items():
        slack = row[f"{group}_ps"]
        if slack not in ("", "-"):
            length = (1 - ports * IO_PRICED) * period - float(slack)
            need = max(need, length / (1 - ports * io))
    return 1e6 / need if need else 0.0


def tight_clock(row: Mapping[str, str]) -> str:
    """The clock with IO_TIGHT at the ports, in whole MHz.

    A dash without any path. ValueError: the slacks do not give the clock that stands in the row.
    """
    priced = fmax(row, IO_PRICED)
    if not priced:
        return "-"
    if abs(priced - float(row["fmax_mhz"])) > 1 + priced * priced / 1e6:  # slacks are whole ps
        raise ValueError(f"{row['block']} {row['config']}: slacks give {priced:.0f} MHz, not {row['fmax_mhz']}")
    return str(math.floor(fmax(row, IO_TIGHT) + 1e-6))


def with_tight_clock(path: Path, rows: pd.DataFrame) -> pd.DataFrame:
    """The lines of a file of prices with a column tight_mhz; its index holds the line numbers."""
    clocks = []
    for line, row in rows.iterrows():
        try:
            clocks.append(tight_clock(row))
        except ValueError as error:
            raise BadInput(path, str(error), line) from None
    return rows.assign(tight_mhz=clocks)
