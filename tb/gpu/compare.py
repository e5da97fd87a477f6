#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
"""Holds what a GPU did (results/*.csv of measure.sh) against what photofinish says of the same programs.

Usage: compare.py --pf PHOTOFINISH --tmp DIR [--results DIR] [--out DIR] [--page FILE]... [STEP...]

Steps: outcomes runs programs sync (all). Each but `runs` writes compared_STEP.csv to --out (--results); --page fills the
tables of that file from them. Exit status 1 if a program that is free of races in every order had an outcome that no order has and
PTX's model does not allow, or if our programs and our litmus tests disagree.
"""

import argparse
import csv
import json
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
FAMILIES = ("mp", "order", "cumulative", "block")
SEEDS = 10  # orders of a program, where one order says too little
CHUNK = 8  # conditions of a litmus test

# Programs whose line may be another one on each run, or on each machine.
DIFFERENT = {
    "gpudet/atm": "which transfers are refused depends on who locks first",
    "gpudet/bfsr": "the race of its paper's section 1.1",
    "gpudet/cl": "the last digits depend on who locks first",
    "gpudet/clopt": "the last digits depend on who locks first",
    "gpudet/cp": "rsqrtf() is an approximation of the GPU's own",
    "gpudet/ht": "chains in the order in which keys come",
    "gpudet/lib": "expf() is within 2 ulp on both",
    "gpudet/racey": "races between all threads",
}

# Rows of sass.csv for the page.
SASS = ("st_weak", "st_relaxed_gpu", "st_release_cta", "st_release_gpu", "ld_weak", "ld_acquire_cta", "ld_acquire_gpu", "atom_acq_rel_gpu",
        "fence_acq_rel_cta", "fence_acq_rel_gpu", "threadfence_block_", "threadfence_", "syncthreads_", "syncthreads_or_",
        "syncthreads_divergent", "syncwarp_full", "syncwarp_constant_mask", "syncwarp_register_mask", "syncwarp_after_loop",
        "syncwarp_in_branch", "shfl_in_branch")


def rows(path):
    """A results file: what its first line says, and its rows."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return lines[0].lstrip("# "), list(csv.DictReader(lines[1:]))


def write(path, where, columns, table):
    """A file of ours, its first line says whose it is."""
    with path.open("w", encoding="utf-8", newline="") as f:
        f.write(f"# {where.split(':')[0]}; and photofinish (tb/gpu/compare.py)\n")
        out = csv.writer(f, lineterminator="\n")
        out.writerow(columns)
        out.writerows(table)


class Litmus:
    """The tests of this folder: text, names of an outcome's values, weak outcomes that PTX allows."""

    def __init__(self, pf, tmp):
        self.pf, self.tmp, self.tests = pf, tmp, {}
        for family in FAMILIES:
            for part in re.split(r"\n\n", (HERE / f"{family}.litmus").read_text(encoding="utf-8")):
                name = re.search(r"^test (\w+)$", part, re.M)
                if name:
                    self.tests[name.group(1)] = {
                        "family": family,
                        "text": part.strip(),
                        "values": re.search(r"^# outcome: (.*)$", part, re.M).group(1).split(),
                        "weak": re.findall(r"^# weak: (\S+): ", part, re.M),
                        "verdict": re.search(r"^ptx (\w+)$", part, re.M).group(1),
                    }

    def condition(self, test, outcome):
        values = (-1 if v == "-" else int(v) for v in outcome.split(":"))
        return "(" + " && ".join(f"{n} == {v}" for n, v in zip(self.tests[test]["values"], values)) + ")"

    def orders(self, wanted):
        """Of (test, outcome) pairs: in how many orders each comes about. The verdicts of the files hold."""
        parts = []
        for test in dict.fromkeys(t for t, _ in wanted):
            mine = [o for t, o in wanted if t == test]
            for k in range(0, len(mine), CHUNK):
                parts.append((test, mine[k:k + CHUNK]))
        text = "\n\n".join(self.tests[t]["text"] + "".join(f"\nexists {self.condition(t, o)}" for o in some) for t, some in parts)
        path = self.tmp / "outcomes.litmus"
        path.write_text(text + "\n", encoding="utf-8")
        said = json.loads(subprocess.run([self.pf, "litmus", "--json", path], check=False, capture_output=True, text=True).stdout)
        result = {}
        for (test, some), got in zip(parts, said, strict=True):
            if got["test"] != test or not got["exhaustive"] or got["ptx"]["got"] != got["ptx"]["expected"]:
                sys.exit(f"compare: {test}: the litmus test is not as its file says")
            result |= {(test, o): c["orders"] for o, c in zip(some, got["conditions"], strict=True)}
        return result

    def judge(self, test, outcome, orders):
        if orders:
            return "order"
        if self.tests[test]["verdict"] != "never":
            return "weak, of a race"
        return "weak, allowed" if outcome in self.tests[test]["weak"] else "WRONG"


def outcomes(a, litmus):
    """Measured outcomes against every order."""
    where, got = rows(a.results / "outcomes.csv")
    if sorted({r["test"] for r in got}) != sorted(litmus.tests):
        sys.exit("compare: outcomes.csv and the litmus files are of different tests")
    orders = litmus.orders([(r["test"], r["outcome"]) for r in got])
    table = []
    for r in got:
        key = r["test"], r["outcome"]
        table.append([r["test"], litmus.tests[r["test"]]["verdict"], r["outcome"], r["count"], orders[key],
                      litmus.judge(*key, orders[key])])
    write(a.out / "compared_outcomes.csv", where, ["test", "races", "outcome", "count", "orders", "is"], table)
    return [f"{t[0]} {t[2]}: {t[3]} times, in no order" for t in table if t[5] == "WRONG"]


def compiled(a, source, *options):
    """A program of ours; one at a time."""
    subprocess.run([a.pf, "cc", "-w", *options, source, "-o", a.tmp / "program"], check=True)
    return a.tmp / "program"


def run(a, *command):
    """Exit status and output of photofinish run."""
    try:
        done = subprocess.run([a.pf, "run", *command], check=False, capture_output=True, text=True, timeout=300, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        return 124, "", ""
    return done.returncode, done.stdout, done.stderr


def runs(a, litmus):
    """The programs here, without a GPU: each outcome is one of an order, and the oracle says what the litmus test does."""
    bad, got = [], []
    for family in FAMILIES:
        program = compiled(a, HERE / f"{family}.cu", "-O1")
        for test in (t for t, what in litmus.tests.items() if what["family"] == family):
            seen = set()
            for seed in (1, 2):
                code, out, _ = run(a, "-q", "--oracle", "--scheduler", "random", "--seed", str(seed), program, "10", "12", "64", "60", test)
                seen.add(code)
                got += [tuple(line.split()[:2]) for line in out.splitlines()]
            expected = {"never": [{0}], "always": [{1}], "sometimes": [{0}, {1}, {0, 1}]}[litmus.tests[test]["verdict"]]
            if seen not in expected:
                bad.append(f"{test}: exit status {sorted(seen)} with --oracle, but races {litmus.tests[test]['verdict']}")
    got = list(dict.fromkeys(got))
    if {t for t, _ in got} != set(litmus.tests):
        bad.append(f"programs without outcomes: {sorted(set(litmus.tests) - {t for t, _ in got})}")
    orders = litmus.orders(got)
    bad += [f"{t} {o}: our own outcome is in no order" for t, o in got if not orders[t, o]]
    print(f"compare: {len(litmus.tests)} tests run here, {len(got)} outcomes, each one of an order")
    return bad


def source_of(name):
    """Source file and options of a program of racecheck.csv or kernels.csv."""
    folder, program = name.split("/")
    path = {"shared": "tb/shared/programs", "iguard": "tb/iguard/programs", "kernels": "sw/kernels"}.get(folder, f"sw/kernels/{folder}")
    return ROOT / path / (program.removesuffix(".mended") + ".cu"), ["-DMENDED"] if program.endswith(".mended") else []


def oracle_says(a, program, *model):
    """Is there a race in one of these orders?"""
    codes = [run(a, "-q", "--oracle", *model, "--error-exitcode", "9", "--scheduler", "random", "--seed", str(seed), program)[0]
             for seed in range(1, SEEDS + 1)]
    return "yes" if 9 in codes else "no" if set(codes) == {0} else f"exit status {max(codes)}"


def programs(a, _):
    """The repository's programs: results, and races in shared memory beside racecheck."""
    where, got = rows(a.results / "kernels.csv")
    checked = {r["program"]: r for r in rows(a.results / "racecheck.csv")[1]}
    lines = {r["program"]: r for r in got}
    table, bad = [], []
    for name, r in checked.items():
        source, options = source_of(name)
        program = compiled(a, source, *options)
        size = [] if r["memory"] != "kernels" or name.startswith("kernels/") else ["ci"]
        line, same = "", ""
        if name in lines:
            code, out, _ = run(a, "-q", program, *size)
            line = out.splitlines()[-1] if out else f"exit status {code}"
            same = "yes" if line == lines[name]["line"] else DIFFERENT.get(name, "NO")
            if same == "NO" or lines[name]["exit"] != "0":
                bad.append(f"{name}: the GPU says: {lines[name]['line']}; here: {line}")
        shared = run(a, "-q", "--detector", "shared", "--error-exitcode", "9", program, *size)[0]
        model = ["--model", "scord"] if name.startswith("micro/") else []
        oracle = "" if r["memory"] == "kernels" else oracle_says(a, program, *model)
        found = int(r["errors"] or 0) + int(r["warnings"] or 0)
        table.append([name, r["memory"], lines.get(name, {}).get("exit", ""), same, "yes" if found else "no", r["errors"], r["warnings"],
                      "yes" if shared == 9 else "no", oracle])
    write(a.out / "compared_programs.csv", where,
          ["program", "memory", "exit", "same", "racecheck", "errors", "warnings", "detector_shared", "oracle"], table)
    return bad


def sync(a, _):
    """Barriers and masks: what the GPU does, synccheck, and --check sync."""
    where, got = rows(a.results / "sync.csv")
    table, built = [], None
    for r in sorted(got, key=lambda r: r["program"]):
        if r["program"] != built:
            built = r["program"]
            program = compiled(a, HERE / "sites.cu" if built == "sync/sites" else ROOT / "tb/check/sync.cu")
        code, _, err = run(a, "-q", program, r["test"])
        told = re.findall(r": sync: (.*)", err)
        table.append([r["program"], r["test"], "hangs" if r["exit"] == "124" else "ends", r["errors"] or "not in time",
                      {0: "ends", 1: "ends", 3: "hangs"}.get(code, code), told[0] if told else ""])
    write(a.out / "compared_sync.csv", where, ["program", "test", "gpu", "synccheck_errors", "here", "check_sync"], table)
    return []


def number(text):
    return f"{int(text):,}".replace(",", " ")


def weak_table(table):
    out = ["| test | races | outcome that no order has | times | of | |", "|---|---|---|--:|--:|---|"]
    for r in table:
        if r["is"] != "order":
            total = sum(int(s["count"]) for s in table if s["test"] == r["test"])
            out.append(f"| `{r['test']}` | {r['races']} | {r['outcome']} | {number(r['count'])} | {number(total)} | {r['is']} |")
    return out


def summary_table(table):
    out = ["| races, over every order | tests | instances | with an outcome that no order has | of these, PTX allows |", "|---|--:|--:|--:|--:|"]
    for verdict in ("never", "sometimes", "always"):
        mine = [r for r in table if r["races"] == verdict]
        weak = {r["test"] for r in mine if r["is"] != "order"}
        fine = {r["test"] for r in mine if r["is"] in ("weak, allowed", "weak, of a race")}
        out.append(f"| {verdict} | {len({r['test'] for r in mine})} | {number(sum(int(r['count']) for r in mine))} | {len(weak)} | {len(fine)} |")
    return out


def racecheck_table(table):
    def count(some, column):
        return sum(r[column] == "yes" for r in some)
    out = ["| programs | how many | racecheck reports | `--detector shared` | `--oracle` |", "|---|--:|--:|--:|--:|"]
    for what, pick in (("a race in shared memory", lambda r: r["memory"] == "shared" and not r["program"].endswith(".mended")),
                       ("the same, mended", lambda r: r["memory"] == "shared" and r["program"].endswith(".mended")),
                       ("a race in global memory", lambda r: r["memory"] == "global" and not r["program"].endswith(".mended")),
                       ("the same, mended", lambda r: r["memory"] == "global" and r["program"].endswith(".mended"))):
        some = [r for r in table if pick(r)]
        out.append(f"| {what} | {len(some)} | {count(some, 'racecheck')} | {count(some, 'detector_shared')} | {count(some, 'oracle')} |")
    some = [r for r in table if r["memory"] == "kernels"]
    out.append(f"| of `sw/kernels`, no race in shared memory | {len(some)} | {count(some, 'racecheck')} | {count(some, 'detector_shared')} | |")
    return out


def sync_table(table):
    out = ["| program | test | on the GPU | errors of synccheck | here | `--check sync` |", "|---|---|---|--:|---|---|"]
    for r in table:
        out.append(f"| `{r['program'].split('/')[1]}` | `{r['test']}` | {r['gpu']} | {r['synccheck_errors']} | {r['here']} | {r['check_sync'] or '-'} |")
    return out


def sass_table(table):
    """Old and new machine code of what matters to order; accesses of the result left out."""
    out = ["| | sm_75 | sm_90 |", "|---|---|---|"]
    code = {(r["arch"], r["kernel"]): r["instructions"] for r in table}
    for kernel in SASS:
        out.append("| " + " | ".join([f"`{kernel.rstrip('_')}`"] + [code[arch, kernel].replace("|", "\\|") for arch in ("sm_75", "sm_90")]) + " |")
    return out


def times_table(table):
    out = ["| program | launches | alone, ms | under racecheck, ms | over alone |", "|---|--:|--:|--:|--:|"]
    factors = []
    for r in table:
        if not r["seconds"] or not r["racecheck_seconds"]:
            out.append(f"| `{r['program'].split('/')[1]}` {r['argument']} | | | not in time | |")
            continue
        alone, checked = float(r["seconds"]), float(r["racecheck_seconds"])
        factors.append(checked / alone)
        out.append(f"| `{r['program'].split('/')[1]}` {r['argument']} | {r['launches']} | {alone * 1e3:.2f} | {checked * 1e3:.0f} | {checked / alone:.0f} |")
    product = 1.0
    for f in factors:
        product *= f ** (1 / len(factors))
    out.append(f"| geometric mean | | | | {product:.0f} |")
    return out


def fill(a, page):
    """The tables of a page: those that it has blocks for."""
    text = page.read_text(encoding="utf-8")
    weak = rows(a.out / "compared_outcomes.csv")[1]
    where = rows(a.results / "outcomes.csv")[0]
    blocks = {
        "machine": lambda: [f"Measured on {'an' if where[0] in 'AN' else 'a'} {where.split(':')[0]}."],
        "summary": lambda: summary_table(weak),
        "weak": lambda: weak_table(weak),
        "racecheck": lambda: racecheck_table(rows(a.out / "compared_programs.csv")[1]),
        "sync": lambda: sync_table(rows(a.out / "compared_sync.csv")[1]),
        "sass": lambda: sass_table(rows(a.results / "sass.csv")[1]),
        "times": lambda: times_table(rows(a.results / "times.csv")[1]),
    }
    for name in re.findall(r"<!-- begin:(\w+) -->", text):
        begin, end = f"<!-- begin:{name} -->\n", f"<!-- end:{name} -->"
        head, rest = text.split(begin)
        text = head + begin + "\n" + "\n".join(blocks[name]()) + "\n\n" + end + rest.split(end, 1)[1]
    page.write_text(text, encoding="utf-8")


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--pf", required=True, type=lambda s: pathlib.Path(s).resolve())
    p.add_argument("--tmp", required=True, type=lambda s: pathlib.Path(s).resolve())
    p.add_argument("--results", default=HERE / "results", type=pathlib.Path)
    p.add_argument("--out", type=pathlib.Path)
    p.add_argument("--page", action="append", default=[], type=pathlib.Path)
    p.add_argument("steps", nargs="*")
    a = p.parse_args()
    a.out = a.out or a.results
    litmus = Litmus(a.pf, a.tmp)
    steps = {"outcomes": outcomes, "runs": runs, "programs": programs, "sync": sync}
    bad = [line for step in a.steps or steps for line in steps[step](a, litmus)]
    for page in a.page:
        fill(a, page)
    for line in bad:
        print(f"compare: {line}", file=sys.stderr)
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
