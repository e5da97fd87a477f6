# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
"""docs/exact.md: what --detector exact finds and how it decides; protocols that tell the slice of loads that hit."""

import re
from pathlib import Path

from evaluation.inputs import BadInput, read_csv
from evaluation.pages import Row, Template, UnknownBlock, fill

DOCUMENT = "docs/exact.md"
RESULTS = "tb/exact/results.csv"
FOUND = "sw/results"
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


def app_rows(results: Path) -> list[Row]:
    """ScoR's applications: runs that race, accesses, and how their conflicts were decided."""
    decided = ["by_barrier", "by_pairs", "by_software", "by_observed", "races"]
    columns = ["app", "race", "arch", "found", "missed", "false", "conflicts", *decided, "searches"]
    text = read_csv(results / "exact.csv", columns).text
    rows = []
    for app in [*dict.fromkeys(text.app), "all"]:
        mine = (text if app == "all" else text[text.app == app]).astype({c: int for c in columns[3:]})
        row = {"app": app, "runs": str(len(mine)), "racing": str(int((mine.found > 0).sum()))}
        for column in columns[3:]:
            row[column] = f"{int(mine[column].sum()):,}"
        rows.append(row)
    return rows


def judged_rows(results: Path) -> list[Row]:
    """Beside PTX's model as relations: litmus files and random programs."""
    text = read_csv(results / "exact_judged.csv", ["what", "litmus_files", "random"]).text.set_index("what")
    names = {
        "programs": "programs",
        "executions": "executions",
        "racy_executions": "... with a race",
        "accesses": "accesses",
        "racy_accesses": "... that race",
        "differing_executions": "executions in which the two differ",
    }
    return [{"what": words, **{c: f"{int(text[c][name]):,}" for c in ("litmus_files", "random")}} for name, words in names.items()]


def property_rows(results: Path) -> list[Row]:
    """Random programs, lanes as threads and warps as threads, beside the oracle: what is found, missed and made up."""
    text = read_csv(results / "exact_properties.csv", ["policy", "metadata", "outcome", "row", "accesses"]).text
    rows = []
    for tables in dict.fromkeys(text.metadata):
        mine = text[text.metadata == tables].set_index(["outcome", "row"]).accesses.astype(int)
        rows.append(
            {
                "tables": tables,
                **{o: f"{mine.get((o, 'total'), 0):,}" for o in ("found", "missed", "false")},
                "told": f"{mine.get(('missed', 'm-exact-told'), 0):,}",
                "shared": f"{mine.get(('missed', 'm-untracked'), 0):,}",
                "observed": f"{mine.get(('missed', 'm-exact-observed'), 0):,}",
            }
        )
    return rows


def fill_exact(root: Path, document: Path, check: bool) -> None:
    """Fills the document; check: raises Outdated instead, if that would change it."""
    template = Template("exact.md.j2")
    rows = rows_of(root / RESULTS, root / FAULTS)

    found = {"apps": app_rows, "judged": judged_rows, "properties": property_rows}

    def block(name: str) -> str:
        if name in found:
            return template.render(name, rows=found[name](root / FOUND))
        if name not in ("runs", "faults"):
            raise UnknownBlock
        return template.render(name, rows=[row for row in rows if (row["fault"] == "none") == (name == "runs")])

    fill(document, block, check=check)
