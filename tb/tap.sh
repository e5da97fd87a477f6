# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# tap: for shell tests, sourced: one TAP line for each check. A test ends with `exit $rc`.
n=0 rc=0

# check WHAT COMMAND...: is all well when COMMAND succeeds? What it printed is in ./log, and shown when it fails.
check() {
	n=$((n + 1))
	if "${@:2}" >log 2>&1; then
		echo "ok $n - $1"
	else
		rc=1
		echo "not ok $n - $1"
		tail -n 20 log | sed 's/^/# /'
	fi
}

# report WHAT STATUS [FILE]: the same for what has been done already; FILE is shown when it failed.
report() {
	n=$((n + 1))
	if [ "$2" = 0 ]; then
		echo "ok $n - $1"
	else
		rc=1
		echo "not ok $n - $1"
		[ -z "${3:-}" ] || head -n 20 "$3" | sed 's/^/# /'
	fi
}
