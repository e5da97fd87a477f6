# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
"""Files that can and cannot be read."""

import tempfile
import unittest
from pathlib import Path

from evaluation.collect import collect_rows
from evaluation.inputs import BadInput, read_csv, read_words, refuse_repeats
from evaluation.tables import fixed, short, write_table


class Files(unittest.TestCase):
    """A test with a folder of its own."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.path = self.folder / "runs.csv"

    def refused(self, text, content, **arguments):
        """Is the file refused with this line?"""
        self.path.write_text(content, encoding="utf-8")
        with self.assertRaises(BadInput) as caught:
            read_csv(self.path, **arguments)
        self.assertEqual(str(caught.exception), f"{self.path}{text}")


class ReadCsv(Files):
    """read_csv"""

    def test_cells_as_text_and_numbers(self):
        """Comments are left out, an empty cell is no number, lines are counted as in the file."""
        self.path.write_text("# note\napp,n\nmm,1.50\n\nred,\n", encoding="utf-8")
        table = read_csv(self.path, ["app"], ["n"])
        self.assertEqual(list(table.text.n), ["1.50", ""])
        self.assertEqual(table.values.n.iloc[0], 1.5)
        self.assertTrue(table.values.n.isna().iloc[1])
        self.assertEqual(list(table.text.index), [3, 5])

    def test_missing_column(self):
        """The first that lacks is named."""
        self.refused(":2: no column n", "# x\napp,m\nmm,1\n", need=["app", "n"])

    def test_short_and_long_rows(self):
        """A row that was cut off, and one with a comma too many."""
        self.refused(":3: 1 fields, not 2", "app,n\nmm,1\nre")
        self.refused(":2: 3 fields, not 2", "app,n\nmm,1,2\n")

    def test_what_is_not_a_number(self):
        """Python's float would take some of these."""
        for cell in "abc", "1_0", "nan", "inf", "0x10", " 1", "1e", "-", "1.5.2":
            self.refused(
                f":3: column n: '{cell}' is not a number", f"app,n\nmm,1\nred,{cell}\n", numbers=["n"]
            )

    def test_no_file_no_names(self):
        """Nothing there, nothing in it, only comments."""
        with self.assertRaisesRegex(BadInput, "runs.csv: no such file, or an empty one"):
            read_csv(self.path)
        self.refused(": no such file, or an empty one", "")
        self.refused(": no line of names", "# only this\n")

    def test_bytes_that_are_no_text(self):
        """A file of another kind."""
        self.path.write_bytes(b"app,n\n\xff\xfe,1\n")
        with self.assertRaisesRegex(BadInput, "not a text file"):
            read_csv(self.path)

    def test_repeated_key(self):
        """Two rows of one run."""
        self.path.write_text("app,seed\nmm,1\nmm,2\nmm,1\n", encoding="utf-8")
        with self.assertRaisesRegex(BadInput, "runs.csv:4: a second row of mm 1"):
            refuse_repeats(self.path, read_csv(self.path).text, ["app", "seed"])


class ReadWords(Files):
    """read_words"""

    def test_rows(self):
        """Spaces at both ends do not count; a row that was cut off is named."""
        self.path.write_text("# x\n a  b c\n  \nd e\n", encoding="utf-8")
        self.assertEqual(read_words(self.path, 2), [["a", "b", "c"], ["d", "e"]])
        with self.assertRaisesRegex(BadInput, "runs.csv:4: 2 words, not 3"):
            read_words(self.path, 3)


class Cells(Files):
    """Formats of cells, and files of them."""

    def test_formats(self):
        """Missing cells are empty; half goes to even, as printf does."""
        self.assertEqual([fixed(value, 2) for value in (1.125, 2, float("nan"))], ["1.12", "2.00", ""])
        self.assertEqual(
            [short(value) for value in (1234567.0, 1234567.5, 2.5, None)],
            ["1234567", "1.23457e+06", "2.5", ""],
        )

    def test_write(self):
        """Nothing else is left in the folder."""
        write_table(self.folder, "fig", ["a", "b"], [["1", ""], ["x", "2"]])
        self.assertEqual((self.folder / "fig.csv").read_text(encoding="utf-8"), "a,b\n1,\nx,2\n")
        self.assertEqual([path.name for path in self.folder.iterdir()], ["fig.csv"])


class Collect(Files):
    """collect_rows"""

    def points(self, *rows):
        """A campaign with one point more than rows."""
        (self.folder / "ci").mkdir()
        names = [f"ci/{number}.csv" for number in range(len(rows) + 1)]
        (self.folder / "ci/points.tsv").write_text(
            "".join(f"{name}\t1.0\n" for name in names), encoding="utf-8"
        )
        for name, row in zip(names, rows):
            (self.folder / name).write_text(row + "\n", encoding="utf-8")

    def collect(self):
        """What is collected."""
        collect_rows(self.folder, "ci", self.path, ["app", "seed", "n"], ["app", "seed"])
        return self.path.read_text(encoding="utf-8").splitlines()

    def test_order(self):
        """Seeds are numbers."""
        self.points("b,1,x", "a,10,x", "a,9,x")
        self.assertEqual(self.collect(), ["app,seed,n", "a,9,x", "a,10,x", "b,1,x"])

    def test_refused(self):
        """A row that was cut off; no row; no campaign."""
        with self.assertRaisesRegex(
            BadInput, "points.tsv: no such file: no campaign of size ci has begun there"
        ):
            self.collect()
        self.points()
        with self.assertRaisesRegex(BadInput, "ci: no run has ended"):
            self.collect()
        (self.folder / "ci/0.csv").write_text("a,1\n", encoding="utf-8")
        with self.assertRaisesRegex(BadInput, "0.csv:1: 2 fields, not 3"):
            self.collect()
        (self.folder / "ci/0.csv").write_text("a,one,x\n", encoding="utf-8")
        with self.assertRaisesRegex(BadInput, "0.csv:1: column seed: 'one' is not a number"):
            self.collect()
