# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
"""Documents and their blocks."""

import tempfile
import unittest
from pathlib import Path

from evaluation.inputs import BadInput
from evaluation.pages import Template, UnknownBlock, extent, fill, is_empty_table, program, ratio

BLOCK = "<!-- begin:{0} -->\n{1}<!-- end:{0} -->\n"


class Documents(unittest.TestCase):
    """fill"""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.document = self.folder / "page.md"
        (self.folder / "fig.csv").write_text("app,variant,x\nmm,a,\nmm,b,1.239\nmm,b,9\n", encoding="utf-8")

    def filled(self, text):
        """What becomes of a document."""
        self.document.write_text(text, encoding="utf-8")
        fill(self.document, lambda name: f"new {name}\n", self.folder)
        return self.document.read_text(encoding="utf-8")

    def test_blocks(self):
        """What stands between the marks is replaced, and nothing else."""
        old = "a\n" + BLOCK.format("x", "old\n\n| old |\n") + "b\n" + BLOCK.format("y:z", "") + "c"
        new = "a\n" + BLOCK.format("x", "new x\n") + "b\n" + BLOCK.format("y:z", "new y:z\n") + "c"
        self.assertEqual(self.filled(old), new)
        self.assertEqual(self.filled(new), new)

    def test_block_without_end(self):
        """Its own end: at the document's, or at the next begin."""
        for text in (
            "<!-- begin:x -->\na\n",
            "<!-- begin:x -->\n<!-- end:y -->\n",
            "<!-- begin:x -->\n" + BLOCK.format("y", ""),
        ):
            with self.assertRaisesRegex(BadInput, "page.md:2: block x has no end"):
                self.filled("a\n" + text)
            self.assertEqual(self.document.read_text(encoding="utf-8"), "a\n" + text)

    def test_unknown_block(self):
        """The line says where."""

        def block(name):
            raise UnknownBlock(f"no block is called {name}")

        self.document.write_text("a\n" + BLOCK.format("x", ""), encoding="utf-8")
        with self.assertRaisesRegex(BadInput, "page.md:2: no block is called x"):
            fill(self.document, block)

    def test_numbers(self):
        """The first row that fits and has the cell; a dash for a table, column or row that is not there."""
        for mark, cell in {
            "fig x app=mm": "1.24",
            "fig x app=mm variant=a": "–",
            "fig x app=red": "–",
            "fig y app=mm": "–",
            "fig x color=mm": "–",
            "none x app=mm": "–",
        }.items():
            text = f"is <!--={mark}-->{{}}<!--=--> and <!--={mark}-->{{}}<!--=-->.\n"
            self.assertEqual(self.filled(text.format("7", "")), text.format(cell, cell))

    def test_numbers_refused(self):
        """A condition without a value, a mark without a column, a cell that is not a number."""
        for mark in "fig x app", "fig", "fig variant app=mm":
            with self.assertRaisesRegex(BadInput, f"page.md:2: single number {mark}: "):
                self.filled(f"a\n<!--={mark}-->7<!--=-->\n")


class Filters(unittest.TestCase):
    """Cells of documents."""

    def test_numbers(self):
        """To two decimals, with extremes where they differ."""
        row = {
            "x": "1.5",
            "x_min": "1.0",
            "x_max": "2",
            "y": "3",
            "y_min": "3",
            "y_max": "3",
            "z": "",
            "z_min": "",
            "z_max": "",
        }
        self.assertEqual([extent(row, column) for column in "xyz"], ["1.50 (1.00 to 2.00)", "3.00", ""])
        self.assertEqual(ratio(""), "")

    def test_names(self):
        """Applications are in capitals."""
        words = ["MM", "mean", "total", "geometric mean", "weighted mean", "microbenchmarks"]
        self.assertEqual(
            [program(name) for name in ("mm", "mean", "total", "geomean", "weighted", "micro")], words
        )


class Blocks(unittest.TestCase):
    """Templates"""

    def test_table(self):
        """A row a row."""
        rows = [
            {
                "detector": "scord",
                "metadata": "full",
                "racy": "2",
                "found": "1",
                "race_free": "3",
                "false": "0",
            }
        ]
        text = Template("scord.md.j2").render("micro", rows=lambda name: rows)
        self.assertEqual(text.splitlines()[2:], ["| scord | full | 2 | 1 | 3 | 0 |"])

    def test_no_rows(self):
        """The head alone, or nothing at all."""
        self.assertTrue(is_empty_table(Template("scord.md.j2").render("micro", rows=lambda name: [])))
        self.assertTrue(is_empty_table(""))
        self.assertFalse(is_empty_table("a\nb\n"))

    def test_missing_column(self):
        """A table that is not the template's."""
        with self.assertRaisesRegex(BadInput, "block micro: .*'metadata'"):
            Template("scord.md.j2").render("micro", rows=lambda name: [{"detector": "scord"}])

    def test_unknown(self):
        """What begins with an underscore is no block either."""
        for name in "nonsense", "_against", "__name__x":
            with self.assertRaises(UnknownBlock):
                Template("scord.md.j2").render(name, rows=lambda name: [])
