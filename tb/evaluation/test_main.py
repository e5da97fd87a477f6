# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
"""The command line, as others call it."""

import os
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


class CommandLine(unittest.TestCase):
    """Exit status, and what is said."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.page = self.folder / "page.md"
        self.page.write_text("<!-- begin:x -->\nold\n<!-- end:x -->\n", encoding="utf-8")
        (self.folder / "x").write_text("new\n", encoding="utf-8")

    def ends(self, status, *words, **environment):
        """Does the command end so? Gives its output and what it says of errors."""
        command = [ROOT / "sim/evaluate.py", *words]
        environment = os.environ | environment
        done = subprocess.run(
            command, env=environment, capture_output=True, text=True, check=False, cwd=self.folder
        )
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout, done.stderr

    def test_help(self):
        """Names all commands."""
        text, _ = self.ends(0, "--help")
        for name in "scord", "gpudet", "readme", "determinism", "synth", "weaknesses", "fill":
            self.assertRegex(text, f"\n    {name}[ \n]")

    def test_fill(self):
        """By file; --check changes nothing."""
        text, _ = self.ends(1, "fill", "--check", "page.md", "x=x")
        self.assertIn("-old\n+new\n", text)
        self.assertIn("old", self.page.read_text(encoding="utf-8"))
        self.ends(0, "fill", "page.md", "x=x")
        self.assertEqual(self.page.read_text(encoding="utf-8"), "<!-- begin:x -->\nnew\n<!-- end:x -->\n")
        self.ends(0, "fill", "--check", "page.md", "x=x")

    def test_refused(self):
        """One line, exit status 2."""
        for text, words in {
            "no block y": ["fill", "page.md", "y=x"],
            "not NAME=FILE": ["fill", "page.md", "x"],
            "No such file": ["fill", "nothing.md", "x=x"],
            "runs.csv: no such file": ["scord", "tables", "ci"],
            "points.tsv: no such file": ["gpudet", "collect", "nothing", "ci", "runs.csv"],
        }.items():
            _, error = self.ends(2, *words, RESULTS=str(self.folder))
            self.assertRegex(error, f"^evaluate.py: .*{text}.*\n$")
        for words in [], ["nonsense"], ["scord", "tables"], ["readme"]:
            self.assertIn("usage:", self.ends(2, *words)[1])

    def test_nothing_half_done(self):
        """A table that cannot be made leaves those that are there."""
        (self.folder / "runs.csv").write_text("app\nmm\n", encoding="utf-8")
        (self.folder / "fig8.csv").write_text("before\n", encoding="utf-8")
        _, error = self.ends(2, "scord", "tables", "ci", RESULTS=str(self.folder))
        self.assertIn("runs.csv:1: no column size", error)
        self.assertEqual((self.folder / "fig8.csv").read_text(encoding="utf-8"), "before\n")
