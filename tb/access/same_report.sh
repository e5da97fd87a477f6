#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# Functional and clocked detector report the same races, in the same words, of programs whose accesses come in one order
# whoever times them, and beside the oracle they score the same: pairs.cu, every combination of two kinds of access; locks.cu, of two kinds of locking.
#
# The hardware's record does not hold locks that no fence has activated, so where the second side took a lock without any
# fence, the functional detector says that the lock's scope is too narrow and the clocked one that a lock is missing:
# second kinds DEVICE and BLOCK of locks.cu (1, 4) after a first one with an active lock (2, 3, 5), same lock.
#
# Sourced by test_same_report.sh (in short) and check_same_report.sh (all).
set -u
: "${PF:?}" "${TMP:?}"
PF=$(readlink -f "$PF")
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cd "$TMP" || exit 2
. "$here/../tap.sh"

# Two SMs in both modes, so that blocks have the same IDs, which go into the hashes of block-scope locks.
json_of() {	# FILE OPTION... -- PROGRAM ARGUMENT
	local file=$1 options=()
	shift
	while [ "$1" != -- ]; do options+=("$1"); shift; done
	timeout 300 "$PF" run --error-exitcode 0 --json "$file" "${options[@]}" "${@:2}" >out 2>err </dev/null || { tail out err; return 1; }
}
same() {	# DETECTOR BACKEND PROGRAM BLOCKS [OPTION...]
	json_of functional.json --sms 2 --detector "$1" -- "./$3" "$4" &&
		json_of clocked.json --config ref --set sm.count=2,detector.report_all=on --backend "$2" --detector "$1" -- "./$3" "$4" &&
		python3 "$here/same_report.py" functional.json clocked.json "${@:5}"
}

scored() {	# the same, beside the oracle
	json_of functional.json --sms 2 --oracle --detector "$1" -- "./$3" "$4" &&
		json_of clocked.json --config ref --set sm.count=2,detector.report_all=on --oracle --backend "$2" --detector "$1" -- "./$3" "$4" &&
		python3 "$here/same_report.py" functional.json clocked.json "${@:5}"
}

cp "$here/every.cuh" .
for p in pairs locks; do
	cp "$here/$p.cu" .
	check "compile $p" "$PF" cc -O1 --arch sm_70 $p.cu -o $p
done
inactive='locks<[235], [14], 1>'
