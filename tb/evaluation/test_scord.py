# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
"""Parts of the tables of ScoR's applications. Whole tables: tb/figures/test_tables.sh."""

import tempfile
import unittest
from pathlib import Path

import pandas as pd

from evaluation.inputs import BadInput
from evaluation.scord.overhead import default_of
from evaluation.scord.page import ScordPage, alias_lines, facts, marked_lines
from evaluation.scord.races import detector_of, span, summarize_micro
from evaluation.scord.runs import COLUMNS, base_of, races_found, read_campaign
from evaluation.scord.scaling import fit

ROOT = Path(__file__).resolve().parents[2]


class Names(unittest.TestCase):
    """Variants"""

    def test_base(self):
        """The same machine without detector."""
        bases = {
            "cached16_lanes2": "off",
            "low_cached16": "low",
            "high_cached16_lines64": "high",
            "authors_cached16_md": "authors_off",
            "constant_authors_cached16_paper": "constant_authors_off",
        }
        for variant, base in bases.items():
            self.assertEqual(base_of(variant), base)

    def test_detector(self):
        """The backend does not matter; a variant of the machine is nobody's."""
        self.assertEqual(detector_of("cached16_rtl"), "scord-paper_cached16")
        self.assertEqual(detector_of("scord_full_compare"), "scord_full")
        self.assertEqual(detector_of("untimed_oracle"), "oracle")
        self.assertEqual(detector_of("cached16_md"), "")

    def test_found(self):
        """Race 1 is not in 10+11."""
        self.assertEqual(races_found("10+11"), ["10", "11"])
        self.assertEqual(races_found("-"), [])
        self.assertEqual([span(2, 2), span(1, 2)], ["2", "1..2"])


class Fit(unittest.TestCase):
    """Power laws"""

    def test_exact(self):
        """quantity = 3 x^2"""
        self.assertEqual(fit(pd.Series({1.0: 3.0, 2.0: 12.0, 4.0: 48.0})), ["3", "2.000", "1.0000"])

    def test_none(self):
        """Two points; the same x."""
        self.assertEqual(fit(pd.Series({1.0: 3.0, 2.0: 12.0, 0.0: 5.0})), [])

    def test_constant(self):
        """No spread to explain."""
        self.assertEqual(fit(pd.Series({1.0: 3.0, 2.0: 3.0, 4.0: 3.0})), ["3", "0.000", ""])


class Campaigns(unittest.TestCase):
    """read_campaign and what stands beside runs.csv"""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def campaign(self, *changes):
        """A campaign of rows that differ from a plain one in some columns."""
        plain = dict.fromkeys(COLUMNS, "1") | {"size": "ci", "app": "mm", "race": "none", "variant": "off"}
        plain |= {"input": "ci", "exit": "0", "cycles": "100", "found": "-", "stray": "0"}
        rows = [",".join((plain | change).values()) for change in changes]
        text = "\n".join([",".join(COLUMNS), *rows]) + "\n"
        (self.folder / "runs.csv").write_text(text, encoding="utf-8")
        return read_campaign(self.folder, "ci", self.folder, ROOT / "sim/figures/published.csv")

    def test_ratio(self):
        """Each seed with itself; a base of 0 cycles and a seed without base count for nothing."""
        campaign = self.campaign(
            {"seed": "1"},
            {"seed": "2", "cycles": "0"},
            {"seed": "1", "variant": "full", "cycles": "150"},
            {"seed": "2", "variant": "full", "cycles": "999"},
            {"seed": "3", "variant": "full", "cycles": "999"},
        )
        self.assertEqual(list(campaign.ratio("full", "off").loc["mm"]), [1.5, 1.5, 1.5])
        self.assertEqual(len(campaign.ratio("full", "off", like="none")), 0)

    def test_rows_that_count(self):
        """An exit code that says that races were reported is none of a failure."""
        campaign = self.campaign(
            {"seed": "1", "exit": "1"},
            {"seed": "2", "exit": "66"},
            {"seed": "3", "exit": "4"},
            {"seed": "4", "input": "100"},
            {"seed": "5", "variant": "off@SMs=4"},
        )
        self.assertEqual(list(campaign.free.index.get_level_values("seed")), ["1", "2"])

    def test_forwarding(self):
        """A campaign that has a variant with today's default was run with another one, and says so."""
        variants = ["off", "cached16", "cached16_gap2"]
        for last, default in ("cached16_gap4", "1"), ("cached16_gap1", "4"):
            campaign = self.campaign(*({"variant": variant} for variant in [*variants, last]))
            self.assertEqual(default_of(campaign, "gap"), default)
            self.assertEqual(default_of(campaign, "lines"), "28")
            self.assertEqual(facts(self.folder, "ci")["forwarded"], default == "1")

    def test_order(self):
        """The paper's applications, then others as they come."""
        self.assertEqual(
            self.campaign({"app": "zz"}, {"app": "red"}, {"app": "aa"}).apps[-3:], ["uts", "zz", "aa"]
        )

    def test_refused(self):
        """The same run twice; a cell that is not a number."""
        with self.assertRaisesRegex(BadInput, "runs.csv:3: a second row of mm none off 1 ci"):
            self.campaign({}, {})
        with self.assertRaisesRegex(BadInput, "runs.csv:2: column cycles: 'many' is not a number"):
            self.campaign({"cycles": "many"})
        with self.assertRaisesRegex(
            BadInput, "runs.csv:2: column race: 'some' is none of none, all and a number"
        ):
            self.campaign({"race": "some"})

    def test_micro(self):
        """Programs are counted once, reports each."""
        rows = pd.DataFrame(
            [
                ["scord", "full", "a", 1.0, 2.0],
                ["scord", "full", "a", 1.0, 0.0],
                ["scord", "full", "b", 0.0, 1.0],
            ],
            columns=["detector", "metadata", "program", "expected", "found"],
        )
        one = summarize_micro(rows)["scord_full"]
        self.assertEqual((one.racy, one.found, one.race_free, one.false), (1, 1, 1, 1))

    def test_blocks(self):
        """No head without rows, but of lists; nothing of a size that is not there."""
        page = ScordPage(ROOT, self.folder, "paper", self.folder / "page.md", self.folder)
        path = self.folder / "micro_summary.csv"
        path.write_text("detector,metadata,racy,found,race_free,false\n", encoding="utf-8")
        self.assertEqual(page.block("micro"), "*No such runs.*\n")
        self.assertEqual(page.block("table6_ci"), "*No such runs.*\n")
        self.assertEqual(len(page.block("races").splitlines()), 2)
        path.write_text(
            "detector,metadata,racy,found,race_free,false\nscord,full,2,1,3,0\n", encoding="utf-8"
        )
        self.assertEqual(page.block("micro").splitlines()[2:], ["| scord | full | 2 | 1 | 3 | 0 |"])

    def test_marks(self):
        """Only at the end of a line."""
        path = self.folder / "mm.cu"
        path.write_text("a; // race 1\nb; // race 1, 12\nc; // race 2 or so\n", encoding="utf-8")
        self.assertEqual(marked_lines(path), {1: [1, 2], 12: [2]})

    def test_aliases(self):
        """Six words, then the pairs of lines."""
        path = self.folder / "aliases.txt"
        words = [f"launch {number}" for number in range(8)]
        path.write_text("\n".join(words + ["... 3 words more", "line 1", "line 2"]), encoding="utf-8")
        self.assertEqual(alias_lines(path), words[:6] + ["...", "line 1", "line 2"])
