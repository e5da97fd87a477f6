# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
"""docs/radish.md: how often RADISH checks in ScoR's applications, an SM as a core."""

from pathlib import Path

from evaluation.inputs import read_csv
from evaluation.pages import Row, Template, UnknownBlock, fill

DOCUMENT = "docs/radish.md"
RESULTS = "sw/results"
OF_1000 = ["accesses", "evictions", "inflations", "hardware_checks", "software_checks", "l1_misses_without", "l1_misses", "clears"]


def table_rows(results: Path) -> list[Row]:
    """The columns of the paper's Table 2, of 1,000 instructions of warps."""
    columns = ["app", "clocks", "instructions", "rollovers", "drains", "queue_most", "races", *OF_1000]
    text = read_csv(results / "radish.csv", columns).text
    rows = []
    for app in text.app.unique():
        table, offsets = (text[(text.app == app) & (text.clocks == clocks)].iloc[0] for clocks in ("table", "offsets"))
        of_1000 = {name: f"{1000 * int(table[name]) / int(table.instructions):.1f}" for name in OF_1000}
        row = {"app": app, "instructions": f"{int(table.instructions):,}", "races": table.races, **of_1000}
        row.update({"drains": f"{int(table.drains):,}", "queue_most": f"{int(table.queue_most):,}"})
        row.update({"rollovers": table.rollovers, "rollovers_offsets": offsets.rollovers})
        rows.append(row)
    return rows


def fill_radish(root: Path, document: Path, check: bool) -> None:
    """Fills the document; check: raises Outdated instead, if that would change it."""
    template = Template("radish.md.j2")

    def block(name: str) -> str:
        if name != "table2":
            raise UnknownBlock
        return template.render(name, rows=table_rows(root / RESULTS))

    fill(document, block, check=check)
