# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
"""Command line: what to make, and where."""

import argparse
import os
import sys
from pathlib import Path
from types import ModuleType

from evaluation import determinism, exact, gpudet, iguard, modules, radish, readme, scord, synth, waves, weaknesses
from evaluation.inputs import BadInput
from evaluation.pages import Marks, Outdated, fill_from_files

ROOT = Path(__file__).resolve().parents[2]
EPILOG = """\
exit 0: done; 1: with --check, a document is not what the files say; 2: wrong use, or an input that cannot be used:
  one line says which
environment: DOC the document, if it is another one than the repository's; of the campaigns also RESULTS, the folder
  with runs.csv and the tables (sim/results/scor/SIZE, sim/results/gpudet/SIZE), and KERNELS, the applications
  (sw/kernels/scor)"""


def document(standard: str) -> Path:
    """The document to fill."""
    return Path(os.environ.get("DOC") or ROOT / standard).resolve()


def shown(path: Path) -> str:
    """A path of the repository without its root."""
    return str(path.relative_to(ROOT) if path.is_relative_to(ROOT) else path)


def results(campaign: ModuleType, size: str) -> Path:
    """The folder with a campaign's tables."""
    return Path(os.environ.get("RESULTS") or ROOT / campaign.RESULTS / size).resolve()


def run_tables(arguments: argparse.Namespace) -> None:
    """CAMPAIGN tables"""
    campaign = arguments.campaign
    folder = results(campaign, arguments.size)
    campaign.write_tables(ROOT, folder, arguments.size)
    print(f"tables: written to {shown(folder)}")


def run_docs(arguments: argparse.Namespace) -> None:
    """CAMPAIGN docs"""
    campaign = arguments.campaign
    folder, page = results(campaign, arguments.size), document(campaign.DOCUMENT)
    campaign.fill_document(ROOT, folder, arguments.size, page)
    print(f"docs: {shown(page)} filled from {shown(folder)}")


def run_collect(arguments: argparse.Namespace) -> None:
    """CAMPAIGN collect"""
    arguments.campaign.collect(ROOT, arguments.out, arguments.size, arguments.file, arguments.kept)


def run_readme(arguments: argparse.Namespace) -> None:
    """readme"""
    names = readme.DOCUMENTS[:1] if os.environ.get("DOC") else readme.DOCUMENTS
    readme.fill_readme(ROOT, [document(name) for name in names], arguments.shown)


def run_determinism(arguments: argparse.Namespace) -> None:
    """determinism"""
    determinism.fill_determinism(ROOT, document(determinism.DOCUMENT), arguments.shown)


def run_synth(arguments: argparse.Namespace) -> None:
    """synth"""
    synth.fill_synth(ROOT, arguments.check)


def run_modules(arguments: argparse.Namespace) -> None:
    """modules"""
    modules.write_pages(ROOT, arguments.check)


def run_windows(arguments: argparse.Namespace) -> None:
    """windows"""
    waves.write_windows(ROOT, arguments.folder)


def run_weaknesses(arguments: argparse.Namespace) -> None:
    """weaknesses"""
    weaknesses.fill_weaknesses(ROOT, document(weaknesses.DOCUMENT), arguments.check)


def run_iguard(arguments: argparse.Namespace) -> None:
    """iguard"""
    iguard.fill_iguard(ROOT, document(iguard.DOCUMENT), arguments.check)


def run_radish(arguments: argparse.Namespace) -> None:
    """radish"""
    radish.fill_radish(ROOT, document(radish.DOCUMENT), arguments.check)


def run_exact(arguments: argparse.Namespace) -> None:
    """exact"""
    exact.fill_exact(ROOT, document(exact.DOCUMENT), arguments.check)


def run_fill(arguments: argparse.Namespace) -> None:
    """fill"""
    files = {}
    for pair in arguments.block:
        name, equals, path = pair.partition("=")
        if not equals:
            raise BadInput(Path(pair), "not NAME=FILE")
        files[name] = Path(path)
    fill_from_files(arguments.document, files, Marks(), arguments.check)


def add_campaign(commands: argparse._SubParsersAction, name: str, campaign: ModuleType) -> None:
    """The commands of one campaign."""
    actions = commands.add_parser(name, help=campaign.__doc__).add_subparsers(metavar="ACTION", required=True)
    tables = actions.add_parser(
        "tables", help="runs.csv -> tables; a variant that was not run leaves its cells out"
    )
    docs = actions.add_parser("docs", help="tables -> the blocks and single numbers of the document")
    collect = actions.add_parser("collect", help="rows of all points that are there -> runs.csv")
    collect.add_argument("out", metavar="OUT", type=Path, help="the campaign's folder")
    for action, run in (tables, run_tables), (docs, run_docs), (collect, run_collect):
        action.add_argument("size", metavar="SIZE", help="ci or paper")
        action.set_defaults(run=run, campaign=campaign)
    collect.add_argument("file", metavar="FILE", type=Path, help="runs.csv to write")
    collect.add_argument(
        "--kept", metavar="FILE", type=Path, help="a runs.csv of before: its rows stay where no new run took their place"
    )


def parser() -> argparse.ArgumentParser:
    """What the command line may say."""
    top = argparse.ArgumentParser(
        prog="evaluate.py",
        description="Tables and documents from measurements.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = top.add_subparsers(metavar="COMMAND", required=True)
    add_campaign(commands, "scord", scord)
    add_campaign(commands, "gpudet", gpudet)
    for name, run, text in (
        ("readme", run_readme, "README.md, docs/guide.md, performance.md, reference-models.md, simulator.md: blocks of tb/readme.sh"),
        ("determinism", run_determinism, "docs/determinism.md: blocks of tb/determinism/docs.sh"),
    ):
        command = commands.add_parser(name, help=text)
        command.add_argument("shown", metavar="FOLDER", type=Path, help="what the script's commands printed")
        command.set_defaults(run=run)
    windows = commands.add_parser("windows", help="traces of modules -> what tb/rtl/wave.sh --pages shows of them")
    windows.add_argument("folder", metavar="FOLDER", type=Path, help="of NAME.scope and NAME.vcd")
    windows.set_defaults(run=run_windows)
    fill = commands.add_parser("fill", help="any document: each block NAME becomes what is in FILE")
    fill.add_argument("document", metavar="DOCUMENT", type=Path)
    fill.add_argument("block", metavar="NAME=FILE", nargs="+")
    for command, run in (
        (fill, run_fill),
        (
            commands.add_parser(
                "synth", help="README.md, docs/hardware.md, rtl/README.md: area, speed and tests of the hardware"
            ),
            run_synth,
        ),
        (commands.add_parser("modules", help="rtl/doc and rtl/README.md: the Verilog modules"), run_modules),
        (commands.add_parser("weaknesses", help="docs/weaknesses.md: counts of the rows"), run_weaknesses),
        (commands.add_parser("iguard", help="docs/iguard.md: what make figures-iguard wrote"), run_iguard),
        (commands.add_parser("radish", help="docs/radish.md: what make figures-radish wrote"), run_radish),
        (commands.add_parser("exact", help="docs/exact.md: what make protocols wrote"), run_exact),
    ):
        command.add_argument("--check", action="store_true", help="change nothing, show what would change")
        command.set_defaults(run=run)
    return top


def main(words: list[str]) -> int:
    """Runs the command line; returns the exit status."""
    arguments = parser().parse_args(words)
    try:
        arguments.run(arguments)
    except Outdated as error:
        print(error, end="")
        return 1
    except BadInput as error:
        print(f"evaluate.py: {error}", file=sys.stderr)
        return 2
    except OSError as error:
        print(f"evaluate.py: {error.filename}: {error.strerror}", file=sys.stderr)
        return 2
    return 0
