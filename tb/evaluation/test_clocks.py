# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
"""Clocks from slacks."""

import unittest
from pathlib import Path

import pandas as pd

from evaluation.clocks import SLACKS, fmax, tight_clock, with_tight_clock
from evaluation.inputs import BadInput


def line(clock, **slacks):
    """A priced block with a period of 1000 ps."""
    row = dict.fromkeys(SLACKS, "-")
    return row | {"block": "b", "config": "c", "period_ps": "1000", "fmax_mhz": clock} | slacks


class Clocks(unittest.TestCase):
    """Paths with none, one and two ports at their ends."""

    def test_ports(self):
        """A path between flops does not care; a port takes its share of the rest."""
        self.assertEqual(tight_clock(line("2000", reg_reg_ps="500")), "2000")
        self.assertEqual(tight_clock(line("2000", in_reg_ps="400")), "1500")  # 400 ps: 500 at 20 %, 667 at 40 %
        self.assertEqual(tight_clock(line("2000", in_out_ps="300")), "666")  # 300 ps: 500, 1500
        self.assertAlmostEqual(fmax(line("2000", in_out_ps="300"), 0.0), 1e6 / 300)

    def test_other_group_wins(self):
        """At 40 % another group may be the worst."""
        self.assertEqual(tight_clock(line("2000", reg_reg_ps="500", reg_out_ps="420")), "1578")

    def test_no_path(self):
        """A block of nothing."""
        self.assertEqual(tight_clock(line("-")), "-")

    def test_wrong_line(self):
        """A clock that is not that of the slacks is refused with its line."""
        rows = pd.DataFrame([line("2000", reg_reg_ps="500"), line("2100", reg_reg_ps="500")], index=[4, 5])
        with self.assertRaisesRegex(BadInput, "prices.csv:5: b c: slacks give 2000 MHz, not 2100"):
            with_tight_clock(Path("prices.csv"), rows)
        self.assertEqual(list(with_tight_clock(Path("prices.csv"), rows.iloc[:1]).tight_mhz), ["2000"])


if __name__ == "__main__":
    unittest.main()
