# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
"""programs with and without deterministic commit (sim/figures_gpudet)"""

from pathlib import Path

from evaluation.collect import collect_rows
from evaluation.gpudet.counts import write_counts
from evaluation.gpudet.figures import write_figures
from evaluation.gpudet.page import GpudetPage
from evaluation.gpudet.runs import KEY, read_campaign, run_columns

DOCUMENT = "docs/determinism.md"
RESULTS = "sim/results/gpudet"
FOLDER = "sim/figures_gpudet"


def write_tables(root: Path, results: Path, size: str) -> None:
    """Writes all tables beside runs.csv."""
    del size  # rows of one size are in a folder of their own
    campaign = read_campaign(results, root / FOLDER)
    write_figures(campaign, results)
    write_counts(campaign, root / FOLDER / "published.csv", results)


def fill_document(root: Path, results: Path, size: str, document: Path) -> None:
    """Fills the document from the tables."""
    GpudetPage(root, results, size, document).fill()


def collect(root: Path, out: Path, size: str, file: Path, kept: Path | None = None) -> None:
    """Writes runs.csv in the order of application, variant, seed."""
    collect_rows(out, size, file, run_columns(root / FOLDER / "columns.tab"), KEY, kept)
