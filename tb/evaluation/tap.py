#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
"""Runs the unit tests beside it and prints one TAP line for each."""

import sys
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(HERE.parents[1] / "sim"))


class TapResult(unittest.TestResult):
    """A line for each test as it ends, with what went wrong as a comment."""

    def line(self, word: str, test: unittest.TestCase, details: str = "") -> None:
        """Prints the line of one test."""
        print(f"{word} {self.testsRun} - {test.id()}")
        for text in details.splitlines():
            print(f"# {text}")

    def addSuccess(self, test):
        super().addSuccess(test)
        self.line("ok", test)

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self.line("not ok", test, self.failures[-1][1])

    def addError(self, test, err):
        super().addError(test, err)
        self.line("not ok", test, self.errors[-1][1])


if __name__ == "__main__":
    suite = unittest.defaultTestLoader.discover(str(HERE), pattern="test_*.py")
    result = TapResult()
    suite.run(result)
    sys.exit(0 if result.testsRun and result.wasSuccessful() else 1)
