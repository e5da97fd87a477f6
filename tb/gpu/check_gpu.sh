#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# The programs that ran on a GPU: the same results here, and the same verdicts beside racecheck's as in tb/gpu/results.
set -u
: "${PF:?}" "${TMP:?}"
here=$(cd "$(dirname "$0")" && pwd)
PF=$(readlink -f "$PF")
cd "$TMP" || exit 2
. "$here/../tap.sh"

cp -r "$here/results" results && mkdir -p tmp || exit 2
check "results of programs, races in shared memory" "$here/compare.py" --pf "$PF" --tmp tmp --results results programs
check "compared_programs.csv is as before" diff "$here/results/compared_programs.csv" results/compared_programs.csv
exit $rc
