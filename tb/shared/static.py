# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
"""What `photofinish check --static` proves of random kernels, against what the oracle sees when they run.

usage: static.py PHOTOFINISH FOLDER GENERATOR SEED COUNT ARCH

GENERATOR: random_kernels.py or random_indices.py. An access that is proved free of races is in none that the oracle sees; a
race that is proved is one that the oracle sees, or, where an access raced before with another one at the same place, one
of that access. Prints a line for each that is not so, then counts; exit status 1 if there was one.
"""

import json
import pathlib
import re
import subprocess
import sys


def call(*words: str) -> subprocess.CompletedProcess:
    """A command, its output as text."""
    return subprocess.run(words, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)


def place(side: dict) -> tuple[int, int]:
    """Line and column."""
    return side.get("line", 0), side.get("column", 0)


def prove(tool: str, source: pathlib.Path, arch: str) -> dict[str, dict]:
    """Each kernel's proofs, with the block that it is launched with."""
    ptx = source.with_suffix(".ptx")
    made = call(tool, "cc", "-ptx", "-w", "-fwrapv", "--arch", arch, str(source), "-o", str(ptx))
    if made.returncode:
        sys.exit(made.stderr)
    proofs = {}
    for name, grid, threads in re.findall(r"^\t(\w+)<<<(\d+), (\d+)>>>", source.read_text(), re.M):
        run = call(tool, "check", "--static", "--json", "--block", threads, "--grid", grid, "--kernel", f"Z{len(name)}{name}P", str(ptx))
        if run.returncode not in (0, 1):
            sys.exit(f"check: exit status {run.returncode}: {run.stderr}")
        proofs[name] = json.loads(run.stdout)[0]
    return proofs


def main() -> int:
    """Compares; the exit status."""
    if len(sys.argv) != 7:
        sys.exit(__doc__)
    tool, folder, generator, seed, count, arch = sys.argv[1:]
    source, program, report = (pathlib.Path(folder).resolve() / name for name in ("static.cu", "static.out", "static.json"))
    made = call("/usr/bin/python3", str(pathlib.Path(__file__).with_name(generator)), seed, count)
    source.write_text(made.stdout)
    built = call(tool, "cc", "-w", "-fwrapv", "--arch", arch, str(source), "-o", str(program))
    ran = call(tool, "run", "-q", "--error-exitcode", "0", "--oracle", "--json", str(report), str(program))
    if built.returncode or ran.returncode:
        sys.exit(f"seed {seed}: {(built.stderr + ran.stderr).splitlines()[0]}")
    seen: dict[str, set] = {}
    for race in json.loads(report.read_text())["races"]["list"]:
        if race["space"] == "shared":
            sides = frozenset((place(race["first"]), place(race["second"])))
            seen.setdefault(race["name"].split("(")[0], set()).add(sides)
    bad = 0
    sums = {"free": 0, "race": 0, "open": 0}
    races = exact = 0
    for name, kernel in sorted(prove(tool, source, arch).items()):
        at: dict[tuple[int, int], set] = {}
        for access in kernel["accesses"]:
            sums[access["verdict"]] += 1
            at.setdefault(place(access), set()).add(access["verdict"])
        pairs = seen.get(name, set())
        ends = {end for pair in pairs for end in pair}
        for where, verdicts in at.items():
            if verdicts == {"free"} and where in ends:
                print(f"seed {seed}, {arch}, {name}: proved free, but races: {where[0]}:{where[1]}")
                bad += 1
        for race in kernel["races"]:
            pair = frozenset((place(race["first"]), place(race["second"])))
            races += 1
            exact += pair in pairs
            if not pair & ends:
                print(f"seed {seed}, {arch}, {name}: a race is proved that nobody sees: {sorted(pair)}, threads {race['threads']}")
                bad += 1
    print(f"seed {seed}, {arch}: {sums['free']} free, {sums['race']} in races, {sums['open']} open; {races} races proved, {exact} seen as such; {bad} wrong")
    return bad != 0


if __name__ == "__main__":
    sys.exit(main())
