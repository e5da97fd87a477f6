# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
"""docs/determinism.md: blocks <!-- run:NAME --> ... <!-- ran:NAME -->, what commands print now.

tb/determinism/docs.sh runs the commands: a file NAME.md of output for each block, and serial-PROGRAM-MODE.json of the
runs that block serial compares. Blocks programs and racey are tables of sim/results, which determinism.sh and racey.sh
of tb/determinism wrote; they stay as they are without. (Blocks begin:NAME are the campaign's: gpudet/page.py.)
"""

import json
from pathlib import Path
from typing import Optional

from evaluation.inputs import BadInput, read_csv
from evaluation.pages import Marks, Row, Template, fill

DOCUMENT = "docs/determinism.md"
MARKS = Marks("run", "ran")

PROGRAMS = ["program", "seeds", "memories", "outputs", "reports", "memories_without"]
RACEY = ["configuration", "seeds", "signatures", "options"]

SERIAL_PROGRAMS = ["red", "gcon"]
SERIAL_MODES = ["slice", "cu", "warp"]


def fill_determinism(root: Path, document: Path, shown: Path) -> None:
    """Fills the blocks; shown: the folder with the commands' output."""
    template = Template("determinism.md.j2")

    def block(name: str) -> Optional[str]:
        if name == "serial":
            return template.render("serial", rows=serial_rows(shown))
        if name in ("programs", "racey"):
            path = root / "sim/results" / ("determinism.csv" if name == "programs" else "racey.csv")
            if not path.is_file():
                return None
            need = PROGRAMS if name == "programs" else RACEY
            return template.render(name, rows=read_csv(path, need).text.to_dict("records"))
        return (shown / f"{name}.md").read_text(encoding="utf-8")

    fill(document, block, marks=MARKS)


def serial_rows(shown: Path) -> list[Row]:
    """One row a run: what each serial mode costs, and the memory that it leaves."""
    rows = []
    for program in SERIAL_PROGRAMS:
        for mode in SERIAL_MODES:
            path = shown / f"serial-{program}-{mode}.json"
            try:
                run = json.loads(path.read_text(encoding="utf-8"))
                row = {"cycles": run["sim"]["gpu.cycles"], "serial": run["sim"]["gpudet.serial_cycles"]}
                row["hash"] = run["memory_hash"]
            except (KeyError, ValueError) as error:
                raise BadInput(path, f"not the statistics of such a run: {error}") from error
            rows.append({"program": program, "mode": mode} | row)
    return rows
