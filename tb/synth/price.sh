# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# price: what the tests of the prices share; sourced.
set -u
: "${TMP:?}"
cd "$(dirname "$0")/../.." || exit 2
export B=${B:-build} JOBS=1
rc=0 n=0
check() { # NAME WANTED-STATUS COMMAND...
	n=$((n + 1))
	"${@:3}" >"$TMP/log" 2>&1
	local got=$?
	if [ $got = "$2" ]; then
		echo "ok $n - $1"
	else
		rc=1
		echo "not ok $n - $1 (status $got)"
		tail -n 15 "$TMP/log" | sed 's/^/# /'
	fi
}
