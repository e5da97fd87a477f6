#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
"""Writes docs/compatibility.md's tables from the results of compat.py. Usage: page.py CSV PAGE [--check]"""

import csv
import pathlib
import re
import sys

KINDS = {
    "runtime": "language and runtime",
    "nvrtc": "run-time compilation",
    "driver": "driver API",
    "library": "needs a library of NVIDIA's",
    "processes": "several processes",
    "graphics": "graphics",
}


def reasons(path):
    """What somebody found out about a program: name, tab, text."""
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line and line[0] != "#"]
    return dict(line.split("\t", 1) for line in lines)


def summary(rows):
    """A line a kind."""
    out = ["| suite | programs | build | end within the limit | right |", "|---|---|---|---|---|"]
    for suite in ("cuda-samples", "rodinia"):
        for kind, what in KINDS.items():
            some = [r for r in rows if r["suite"] == suite and r["kind"] == kind]
            if some:
                ended = [r for r in some if r["ends"] not in ("", "time")]
                out.append(f"| {suite}: {what} | {len(some)} | {sum(r['builds'] == 'yes' for r in some)} | {len(ended)} | "
                           f"{sum(r['right'] == 'yes' for r in some)} |")
    return out


def table(rows, suite, why):
    """A line a program."""
    out = ["| program | builds | ends | right | seconds | races | |", "|---|---|---|---|---|---|---|"]
    for r in sorted((r for r in rows if r["suite"] == suite), key=lambda r: r["program"].lower()):
        note = why.get(r["program"], "" if r["right"] == "yes" and suite == "cuda-samples" else r["note"])
        note = re.sub(r"[|`<>*_]", lambda m: "\\" + m.group(0), note)
        ends = {"time": "not in time", "0": "yes", "": ""}.get(r["ends"], f"code {r['ends']}")
        out.append(f"| {r['program']} | {r['builds']} | {ends} | {r['right']} | {r['seconds']} | {r['races']} | {note} |")
    return out


def main():
    """The command line."""
    source, page = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    with open(source, encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    why = reasons(pathlib.Path(__file__).with_name("reasons.tab"))
    blocks = {"summary": summary(rows), "samples": table(rows, "cuda-samples", why), "rodinia": table(rows, "rodinia", why)}
    text = was = page.read_text(encoding="utf-8")
    for name, lines in blocks.items():
        text = re.sub(rf"(<!-- begin:{name} -->\n).*?(<!-- end:{name} -->)",
                      lambda m, lines=lines: m.group(1) + "\n".join(lines) + "\n" + m.group(2), text, flags=re.S)
    if "--check" in sys.argv:
        return int(text != was)
    page.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
