# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
"""Command line: which campaign, what to make, and where."""

import argparse
import os
import sys
from pathlib import Path
from types import ModuleType

from evaluation import gpudet, scord
from evaluation.inputs import BadInput

ROOT = Path(__file__).resolve().parents[2]
CAMPAIGNS = {"scord": scord, "gpudet": gpudet}
EPILOG = """\
exit 0: done; 2: wrong use, or an input that cannot be used: one line says which
environment: RESULTS the folder with runs.csv and the tables (sim/results/scor/SIZE, sim/results/gpudet/SIZE),
  DOC the document (docs/scord.md, docs/determinism.md), KERNELS the applications (sw/kernels/scor)"""


def parser() -> argparse.ArgumentParser:
    """What the command line may say."""
    top = argparse.ArgumentParser(
        prog="evaluate.py",
        description="Tables and documents from the rows of a campaign.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    campaigns = top.add_subparsers(dest="campaign", metavar="CAMPAIGN", required=True)
    for name, campaign in CAMPAIGNS.items():
        one = campaigns.add_parser(name, help=campaign.__doc__)
        actions = one.add_subparsers(dest="action", metavar="ACTION", required=True)
        tables = actions.add_parser(
            "tables", help="runs.csv -> all tables; a variant that was not run leaves its cells out"
        )
        docs = actions.add_parser("docs", help="tables -> the blocks and single numbers of the document")
        for action in tables, docs:
            action.add_argument("size", metavar="SIZE", help="ci or paper")
        collect = actions.add_parser("collect", help="rows of all points that are there -> runs.csv")
        collect.add_argument("out", metavar="OUT", type=Path, help="the campaign's folder")
        collect.add_argument("size", metavar="SIZE", help="ci or paper")
        collect.add_argument("file", metavar="FILE", type=Path, help="runs.csv to write")
    return top


def run(arguments: argparse.Namespace) -> None:
    """Does what the command line says."""
    campaign: ModuleType = CAMPAIGNS[arguments.campaign]
    if arguments.action == "collect":
        campaign.collect(ROOT, arguments.out, arguments.size, arguments.file)
        return
    standard = ROOT / campaign.RESULTS / arguments.size
    results = Path(os.environ.get("RESULTS") or standard).resolve()
    if arguments.action == "tables":
        campaign.write_tables(ROOT, results, arguments.size)
        print(f"tables: written to {shown(results)}")
    else:
        document = Path(os.environ.get("DOC") or ROOT / campaign.DOCUMENT).resolve()
        campaign.fill_document(ROOT, results, arguments.size, document)
        print(f"docs: {shown(document)} filled from {shown(results)}")


def shown(path: Path) -> str:
    """A path of the repository without its root."""
    return str(path.relative_to(ROOT) if path.is_relative_to(ROOT) else path)


def main(words: list[str]) -> int:
    """Runs the command line; returns the exit status."""
    try:
        run(parser().parse_args(words))
    except (BadInput, OSError) as error:
        print(f"evaluate.py: {error}", file=sys.stderr)
        return 2
    return 0
