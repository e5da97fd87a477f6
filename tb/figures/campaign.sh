# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# campaign: what the tests of the campaign share; sourced. They run in TMP.
#
#   J  jobs at once (2)
set -u
: "${PF:?}" "${TMP:?}"
export LC_ALL=C
PF=$(readlink -f "$PF")
root=$(cd "$(dirname "$0")/../.." && pwd)
cd "$TMP" || exit 2
export PF
. "$root/tb/tap.sh"

ends() { # CODE COMMAND...: ends so; its output is in out
	local want=$1 got
	"${@:2}" >out 2>&1 </dev/null
	got=$?
	cat out
	[ $got = "$want" ] || { echo "exit status $got, not $want"; return 1; }
}
says() { grep -qE -- "$1" out || { echo "no '$1'"; return 1; }; }
campaign() { bash "$root/sim/figures/figures.sh" "$@"; }
