# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
"""Parts of the tables of deterministic commit. Whole tables: tb/figures/test_gpudet.sh."""

import tempfile
import unittest
from pathlib import Path

import pandas as pd

from evaluation.gpudet.counts import write_paper
from evaluation.gpudet.figures import averages, cell, slowdown_parts
from evaluation.gpudet.page import GpudetPage
from evaluation.gpudet.runs import read_campaign, run_columns
from evaluation.inputs import BadInput
from evaluation.pages import UnknownBlock

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "sim/figures_gpudet"
COLUMNS = run_columns(FOLDER / "columns.tab")


class Campaigns(unittest.TestCase):
    """read_campaign"""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def campaign(self, *changes):
        """A campaign of rows that differ from a plain one in some columns."""
        plain = dict.fromkeys(COLUMNS, "1") | {
            "size": "ci",
            "app": "aes",
            "variant": "nondet",
            "cycles": "100",
        }
        rows = [",".join((plain | change).values()) for change in changes]
        (self.folder / "runs.csv").write_text("\n".join([",".join(COLUMNS), *rows]) + "\n", encoding="utf-8")
        return read_campaign(self.folder, FOLDER)

    def test_means(self):
        """Over seeds; of a column that one seed lacks there is none."""
        campaign = self.campaign({"seed": "1"}, {"seed": "2", "cycles": "200", "quanta": ""})
        self.assertEqual(campaign.mean("nondet", "cycles")["aes"], 150)
        self.assertTrue(pd.isna(campaign.mean("nondet", "quanta")["aes"]))
        self.assertTrue(campaign.mean("det", "cycles").isna().all())

    def test_stress_test(self):
        """It is in one table only."""
        campaign = self.campaign({"app": "racey"}, {"app": "zz"})
        self.assertNotIn("racey", campaign.apps)
        self.assertEqual(campaign.all_apps[-2:], ["racey", "zz"])

    def test_slowdown(self):
        """What no mode counts is the rest; the store buffer's cycles are an SM's mean."""
        det = {
            "variant": "det",
            "cycles": "300",
            "parallel": "100",
            "commit": "50",
            "serial": "0",
            "distribute": "25",
        }
        campaign = self.campaign({}, det | {"store": "60", "sms": "3"})
        parts = slowdown_parts(campaign, "det").loc["aes"]
        self.assertEqual([round(part, 9) for part in parts], [3.0, 1.0, 0.5, 0.0, 0.25, 1.25, 0.2])

    def test_refused(self):
        """The same run twice; the paper's numbers without one of the items."""
        with self.assertRaisesRegex(BadInput, "runs.csv:3: a second row of aes nondet 1"):
            self.campaign({}, {})
        campaign = self.campaign({})
        del campaign.published["dwp_time"]
        with self.assertRaisesRegex(BadInput, "published.csv: no item dwp_time"):
            write_paper(campaign, FOLDER / "published.csv", self.folder)


class Cells(unittest.TestCase):
    """Means and formats"""

    def test_averages(self):
        """cl does not count, and nothing that is not positive has a geometric mean."""
        frame = pd.DataFrame({"x": [1.0, 4.0, 99.0], "y": [0.0, 2.0, 1.0]}, index=["aes", "ht", "cl"])
        means = averages(frame)
        self.assertEqual(list(means["mean"]), [2.5, 1.0])
        self.assertEqual(list(means["geomean"].fillna(-1)), [2.0, -1.0])

    def test_zero(self):
        """Has no sign."""
        self.assertEqual(
            [cell(value) for value in (-0.00001, -0.00006, float("nan"))], ["0.0000", "-0.0001", ""]
        )


class Blocks(unittest.TestCase):
    """GpudetPage"""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        results = Path(folder.name) / "ci"
        for size in "ci", "paper":
            (results.parent / size).mkdir()
            text = f"app,variant,x\n{size},a,1.239\nmean,a,2.0000\ngeomean,a,3\n"
            (results.parent / size / "fig7.csv").write_text(text, encoding="utf-8")
        self.page = GpudetPage(ROOT, results, "ci", Path("page.md"))

    def test_tables(self):
        """As they stand, their means, those of another size."""
        head = ["|  | variant | x |", "|---|--:|--:|"]
        means = ["| mean | a | 2.00 |", "| geometric mean | a | 3 |"]
        self.assertEqual(self.page.block("fig7").splitlines(), head + ["| ci | a | 1.24 |"] + means)
        self.assertEqual(self.page.block("paper/fig7:mean").splitlines(), head + means)
        self.assertEqual(self.page.block("paper/fig7").splitlines()[2], "| paper | a | 1.24 |")

    def test_pictures(self):
        """Only what has been drawn."""
        self.assertEqual(self.page.block("plot:fig7"), "![Figure 7](gpudet/fig7.svg)\n\n")
        self.assertEqual(self.page.block("plot:fig99"), "")

    def test_unknown(self):
        """No such table."""
        with self.assertRaisesRegex(UnknownBlock, "no table is called ci/nonsense"):
            self.page.block("ci/nonsense")
