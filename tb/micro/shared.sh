# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# shared: what the tests of the microbenchmarks share; sourced.
set -u
: "${PF:?}" "${TMP:?}"
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
micro=${MICRO:-$(dirname "${PF_SAN:-$PF}")/tb/micro/micro}
. "$root/tb/tap.sh"

# noticed ONE OTHER: is the table wrong when ONE stands in the place of OTHER?
noticed() {
	rm -rf "$TMP/swap" && cp -r "$TMP/sm_60" "$TMP/swap"
	cp "$TMP/sm_60/$1.ptx" "$TMP/swap/$2.ptx"
	"$micro" "$TMP/swap" >"$TMP/table" 2>&1
	[ $? = 1 ] && grep -q "^$2 .*WRONG\$" "$TMP/table" && tail -n 1 "$TMP/table" | grep -q 'WRONG$'
	report "notices $1 in place of $2" $? "$TMP/table"
}
