# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
"""ScoR's applications with and without a race detector (sim/figures)"""

import os
from pathlib import Path

from evaluation.collect import collect_rows
from evaluation.scord.overhead import write_overhead
from evaluation.scord.page import ScordPage
from evaluation.scord.races import write_races
from evaluation.scord.runs import COLUMNS, read_campaign
from evaluation.scord.scaling import write_scaling

DOCUMENT = "docs/scord.md"
RESULTS = "sim/results/scor"


def kernels(root: Path) -> Path:
    """The folder with the applications and their lists of races."""
    return Path(os.environ.get("KERNELS") or root / "sw/kernels/scor").resolve()


def write_tables(root: Path, results: Path, size: str) -> None:
    """Writes all tables beside runs.csv."""
    campaign = read_campaign(results, size, kernels(root), root / "sim/figures/published.csv")
    write_races(campaign, results)
    write_overhead(campaign, results)
    write_scaling(campaign, results)


def fill_document(root: Path, results: Path, size: str, document: Path) -> None:
    """Fills the document from the tables."""
    ScordPage(root, results, size, document, kernels(root)).fill()


def collect(root: Path, out: Path, size: str, file: Path, kept: Path | None = None) -> None:
    """Writes runs.csv in the order of application, race, variant, input, seed."""
    del root  # its columns are in the package
    collect_rows(out, size, file, COLUMNS, ["app", "race", "variant", "input", "seed"], kept)
