# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
"""docs/exact.md: protocols that tell the slice of loads that hit, and what all their runs say."""

import re
from pathlib import Path

from evaluation.inputs import BadInput, read_csv
from evaluation.pages import Row, Template, UnknownBlock, fill

DOCUMENT = "docs/exact.md"
RESULTS = "tb/exact/results.csv"
FAULTS = "tb/exact/protocol.h"
KINDS = {
    "": "loads, stores, atomics",
    "s": "strong loads, too",
    "n": "atomics of block scope, too",
    "sn": "strong loads and atomics of block scope, too",
}
COLUMNS = ["records", "sms", "words", "kinds", "fault", "verdict", "states", "steps", "word", "run"]


def fault_texts(header: Path) -> dict[str, str]:
    """What each planted fault is, by its name, from the table in the C header."""
    return dict(re.findall(r'X\(\w+,\s*"([a-z-]+)",\s*"([^"]+)"\)', header.read_text().replace("\\\n", "")))


def warps(sms: str) -> str:
    """'0 0+0 1' in words."""
    slots = [f"SM {slot.split('+')[0]}" + (" (one after the other)" if "+" in slot else "") for slot in sms.split()]
    return f"{len(re.split('[ +]', sms))}: " + ", ".join(slots)


def rows_of(results: Path, header: Path) -> list[Row]:
    """Every line of the results, ready to be shown."""
    texts = fault_texts(header)
    rows = []
    for line in read_csv(results, COLUMNS).text.itertuples():
        if line.fault != "none" and line.fault not in texts:
            raise BadInput(results, f"no such fault: {line.fault}")
        rows.append(
            {
                "records": line.records,
                "warps": warps(line.sms),
                "words": line.words,
                "kinds": KINDS[line.kinds],
                "fault": line.fault,
                "text": texts.get(line.fault, ""),
                "verdict": line.verdict,
                "states": f"{int(line.states):,}",
                "steps": line.steps,
                "run": line.run,
            }
        )
    return rows


def fill_exact(root: Path, document: Path, check: bool) -> None:
    """Fills the document; check: raises Outdated instead, if that would change it."""
    template = Template("exact.md.j2")
    rows = rows_of(root / RESULTS, root / FAULTS)

    def block(name: str) -> str:
        if name not in ("runs", "faults"):
            raise UnknownBlock
        return template.render(name, rows=[row for row in rows if (row["fault"] == "none") == (name == "runs")])

    fill(document, block, check=check)
