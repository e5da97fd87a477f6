# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
"""docs/weaknesses.md: behind "Campaign:" of each row, how many accesses of random programs it explains.

scord full / scord-paper full / scord cached16, as sw/results/properties.csv has them.
"""

import re
from pathlib import Path

from evaluation.inputs import read_csv
from evaluation.pages import write_lines

DOCUMENT = "docs/weaknesses.md"
DETECTORS = [("scord", "full"), ("scord-paper", "full"), ("scord", "cached16")]
COUNTS = re.compile(r"Campaign: [0-9]+ / [0-9]+ / [0-9]+")


def fill_weaknesses(root: Path, document: Path, check: bool) -> None:
    """Fills the counts in."""
    table = read_csv(
        root / "sw/results/properties.csv", ["policy", "metadata", "row", "accesses"], ["accesses"]
    )
    accesses = table.values.accesses.groupby([table.text.policy, table.text.metadata, table.text.row]).sum()
    old = document.read_text(encoding="utf-8").splitlines(keepends=True)
    new = []
    row = ""
    for line in old:
        if line.startswith("### "):
            row = line[4:].rstrip("\n")
        counts = " / ".join(f"{accesses.get((*detector, row), 0):.0f}" for detector in DETECTORS)
        new.append(COUNTS.sub(f"Campaign: {counts}", line, count=1))
    write_lines(document, old, new, check)
