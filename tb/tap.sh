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
