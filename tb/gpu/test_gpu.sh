#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# What a GPU did (tb/gpu/results), against what we say now: outcomes of litmus tests, the same programs here, barriers and masks; and
# the pages are of these files. No GPU is needed.
set -u
: "${PF:?}" "${TMP:?}"
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
PF=$(readlink -f "$PF")
cd "$TMP" || exit 2
. "$here/../tap.sh"

cp -r "$here/results" results && cp "$here/README.md" page.md || exit 2
mkdir -p tmp
compare() { "$here/compare.py" --pf "$PF" --tmp tmp --results results "$@"; }

check "each measured outcome is one of an order, of a race, or allowed by PTX" compare outcomes
check "the programs here have no other outcomes, and the oracle says what the litmus tests do" compare runs
check "barriers and masks" compare sync
for f in outcomes sync; do check "compared_$f.csv is as before" diff "$here/results/compared_$f.csv" results/compared_$f.csv; done
check "the pages' tables" compare --page page.md --page results/README.md outcomes
check "README.md is made from these files" diff "$here/README.md" page.md
check "results/README.md is, too" diff "$here/results/README.md" results/README.md

# A message that is not there yet, in a program that never races, is noticed.
sed 's/^mp_fence,1:1,.*/&\nmp_fence,1:0,1/' "$here/results/outcomes.csv" >results/outcomes.csv
wrong() {
	! compare outcomes >out 2>&1 && grep -qx 'compare: mp_fence 1:0: 1 times, in no order' out
}
check "an outcome that must not be" wrong

# Without nvcc: one line, exit status 2.
none() {
	local code=0
	(cd "$root" && NVCC=no-such-nvcc make --no-print-directory gpu-check) >out 2>err || code=$?
	[ $code = 2 ] && grep -qx "gpu-check: no nvcc (no-such-nvcc): this needs NVIDIA's CUDA toolkit and a GPU" err && [ ! -s out ]
}
check "make gpu-check without nvcc" none
exit $rc
