# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# same_report.py FUNCTIONAL.json CLOCKED.json [--counts] [--but REGEX]: exit 0 when both runs report the same races: what is
# wrong, and of both sides access, strength, scope and who, of the second one its place and size, and the word.
# Beside the oracle they also score the same: found, missed or false, for the same reasons.
#
#   --counts     as many accesses of each, too
#   --but REGEX  kernels whose lock-scope races, all of them, are lock races to the clocked one and the same else
import argparse
import collections
import json
import re
import sys

SIDE = ("access", "strong", "scope", "file", "line", "column", "pc", "block_index", "block", "warp")


def races(file, counts):
    with open(file) as f:
        listed = json.load(f)["races"]["list"]
    found = collections.Counter()
    for r in listed:
        word = r["memory"]["offset"] // 4  # which byte of it is not in a record
        key = (r["name"], r["order"], r["scope"], r["space"], r["memory"]["name"], word, r["memory"]["bytes"],
               str([r["second"][k] for k in SIDE]), str([r["first"][k] for k in SIDE]),
               r["accesses"]["all"] if counts else None,
               *((v, bool(r["accesses"][v])) for v in ("found", "missed", "false")),
               str(sorted((row["verdict"], row["row"]) for row in r["rows"])))
        found[(key, r["kind"], r["detector_kind"])] += 1
    return found


parser = argparse.ArgumentParser()
parser.add_argument("functional")
parser.add_argument("clocked")
parser.add_argument("--counts", action="store_true")
parser.add_argument("--but", metavar="REGEX")
options = parser.parse_args()
functional, clocked = races(options.functional, options.counts), races(options.clocked, options.counts)
bad = 0
only = {k: (functional - clocked, "functional") for k in functional - clocked}
only.update({k: (clocked - functional, "clocked") for k in clocked - functional})
excused = 0
for race in sorted(functional, key=str):
    key = race[0]
    if options.but and race[2] == "lock-scope" and re.search(options.but, key[0]):
        unlike = (key, race[1].replace("lock-scope", "lock"), "lock")
        if race not in only or unlike not in only:
            print("no difference of kind:", race)
            bad += 1
            continue
        del only[race], only[unlike]
        excused += 1
for race, (_, mode) in sorted(only.items(), key=str):
    print(mode, "only:", race)
    bad += 1
if options.but and not excused:
    print("no kernel is", options.but)
    bad += 1
print(sum(functional.values()), "races functional,", sum(clocked.values()), "clocked,", excused, "of another kind")
kinds = collections.Counter(r[1] for r in functional)
print(*(f"{k} {n}" for k, n in sorted(kinds.items())))
sys.exit(bad > 0 or not functional)
