# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# report: what the tests of the microbenchmarks share; sourced.
set -u
: "${PF:?}" "${TMP:?}"
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
micro=${MICRO:-$(dirname "${PF_SAN:-$PF}")/tb/micro/micro}
n=0 rc=0

# report WHAT STATUS [FILE]: one TAP line; FILE is shown after a failure
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

# noticed ONE OTHER: is the table wrong when ONE stands in the place of OTHER?
noticed() {
	rm -rf "$TMP/swap" && cp -r "$TMP/sm_60" "$TMP/swap"
	cp "$TMP/sm_60/$1.ptx" "$TMP/swap/$2.ptx"
	"$micro" "$TMP/swap" >"$TMP/table" 2>&1
	[ $? = 1 ] && grep -q "^$2 .*WRONG\$" "$TMP/table" && tail -n 1 "$TMP/table" | grep -q 'WRONG$'
	report "notices $1 in place of $2" $? "$TMP/table"
}
