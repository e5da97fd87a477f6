# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
"""docs/metadata-engine.md: slowdowns by step, the aims and what was reached."""

import tempfile
import unittest
from pathlib import Path

from evaluation import units
from evaluation.clocks import SLACKS
from evaluation.inputs import BadInput

HEAD = "# a remark\nprogram,unit,seed," + ",".join(units.COUNTS) + "\n"


class Units(unittest.TestCase):
    """Of made-up runs of two programs."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)

    def runs(self, rows):
        """A result file; a row: program, unit, seed, cycles, metadata's accesses of 100 of the data's."""
        text = HEAD + "".join(f"{p},{u},{s},{c},100,{m},100,{2 * m},0,7,5\n" for p, u, s, c, m in rows)
        return self.file("sim/results/units.csv", text)

    def file(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    ROWS = [
        ("mm", "off", 1, 100, 0), ("mm", "off", 2, 300, 0), ("mm", "off_60", 1, 50, 0),
        ("mm", "entries", 1, 600, 150), ("mm", "lines_all", 1, 400, 20), ("mm", "lines_told", 1, 300, 20),
        ("mm", "lines", 1, 180, 2), ("mm", "lines", 2, 300, 4), ("mm", "lines_60", 1, 65, 0),
        ("uts", "off", 1, 10, 0), ("uts", "off_60", 1, 10, 0), ("uts", "entries", 1, 40, 50),
        ("uts", "lines_all", 1, 20, 20), ("uts", "lines_told", 1, 20, 20), ("uts", "lines", 1, 13, 29),
        ("uts", "lines_60", 1, 13, 0),
    ]

    def test_slowdowns(self):
        """Of all seeds, against the machine of as many SMs and the same seeds; the spread, each seed against its own."""
        path = self.runs(self.ROWS)
        ratios = units.slowdowns(path)
        self.assertEqual([round(x, 3) for x in ratios.lines], [1.2, 1.3])
        self.assertEqual([round(x, 3) for x in ratios.lines_60], [1.3, 1.3])
        self.assertEqual(units.spread(path, "lines"), {"mm": "1.00 to 1.80", "uts": "1.30 to 1.30"})

    def test_table(self):
        """A step that was not run is a dash; the last row is the mean."""
        table = units.units(self.runs(self.ROWS))
        self.assertEqual(table["remarks"], ["a remark"])
        self.assertEqual(table["rows"][0]["cells"], ["6.00", "4.00", "3.00", "1.20", "-"])
        self.assertEqual((table["rows"][2]["program"], table["rows"][2]["cells"][0]), ("mean", "5.00"))
        self.assertEqual(table["traffic"][0]["cells"], ["150 %", "3 %", "300 %", "6 %", "5", "5", "7", "7"])
        table = units.units(self.runs([row for row in self.ROWS if row[1] not in ("lines_all", "lines_told", "lines_60")]))
        self.assertEqual(table["rows"][0]["cells"], ["6.00", "-", "-", "1.20", "-"])
        self.assertEqual(table["rows"][0]["sixty"], "-")
        self.assertEqual(table["traffic"][0]["cells"][4:], ["-", "5", "-", "7"])

    def test_files_that_do_not_fit(self):
        """A run twice, none without a detector, a machine that was not run without one."""
        for rows, message in (
            (self.ROWS + [self.ROWS[0]], "a second row of mm off 1"),
            ([("mm", "lines", 1, 9, 9)], "no runs without a detector"),
            ([("mm", "off", 1, 9, 0), ("mm", "lines_60", 1, 9, 9)], "csv:4: mm lines_60 1 has nothing to be compared with"),
        ):
            with self.assertRaisesRegex(BadInput, message):
                units.slowdowns(self.runs(rows))

    def test_aims(self):
        """Which are reached: at the bound they are."""
        self.runs(self.ROWS)
        rates = "".join(
            f"{unit},rtl,{stream},{latency},{words},1\n"
            for unit, words in (("entries", 0.5), ("lines", 1))
            for stream in ("full_sectors", "cached_words", "hot_word")
            for latency in (30, 200)
        )
        self.file("synth/results/throughput_units.csv", ",".join(units.RATES) + "\n" + rates)
        head = "library,block,config,period_ps,kge,ram_kge,fmax_mhz," + ",".join(SLACKS) + "\n"
        paths = ",".join("0" if name == "reg_reg_ps" else "-" for name in SLACKS)
        self.file(
            "synth/results/nangate45.csv",
            head + "".join(f"n,{block},ref,1000,60,161,1000,{paths}\n" for block in ("pf_slice_unit", "pf_line_unit")),
        )
        rows = units.aims(self.root)
        self.assertEqual((rows[0]["was"], rows[0]["now"]), ("5.00", "1.25"))
        self.assertEqual(rows[1]["now"], "1.30 (UTS)")
        self.assertEqual(
            [row["met"] for row in rows],
            ["yes", "yes", "no", "no", "no", "yes", "yes", "yes", "yes", "yes", "yes", "yes", "no"],
        )
        self.file("synth/results/throughput_units.csv", ",".join(units.RATES) + "\n")
        with self.assertRaisesRegex(BadInput, "not one row of entries rtl full_sectors 200"):
            units.aims(self.root)
