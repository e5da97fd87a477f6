#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# units: which test units run, and what must be built for them.
#
#   UNIT...  ──  T: names that match  ──  quick: short ones  ──>  the longest first (seconds.tab), or their needs
#
#   usage: tb/units.sh COMMAND UNIT...
#     list        their paths, one a line; exit 2 if none is left
#     names       the same as names, each with the seconds that seconds.tab has for it
#     needs       the make targets that they need: C tests and fuzzers themselves, for a shell test what its lines
#                 "# needs: TARGET..." say ($B is the build folder), and all
#   environment: T an extended regular expression on names (simt.test_control, opt.simt.test_control, rtl.check_sm),
#     QUICK=1 only units that take less than 10 seconds and need no Verilated unit, B the build folder (build)
set -u
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tb/unit.sh
. "$here/unit.sh"
B=${B:-build} T=${T:-} QUICK=${QUICK:-}
command=${1:-}
case $command in
list | names | needs) shift ;;
*) sed -n '/usage:/,/^set/s/^# *//p' "$0" >&2; exit 2 ;;
esac

grep -qE -e "$T" </dev/null
[ $? != 2 ] || { echo "no regular expression: T='$T'" >&2; exit 2; }

# The targets that a shell test names.
needs_of() { sed -n 's/^# needs: //p' "$1" | sed "s,\$B/,$B/,g"; }

quick() { # NAME UNIT
	[ "$(unit_seconds "$1")" -lt 10 ] || return 1
	case $2 in
	*/fuzz_*) return 1 ;;
	*.sh) ! needs_of "$2" | grep -q 'units\|cosim' ;;
	esac
}

chosen=$(for unit; do
	name=$(unit_name "$unit")
	[ -z "$T" ] || grep -qE -e "$T" <<<"$name" || continue
	[ -z "$QUICK" ] || quick "$name" "$unit" || continue
	echo "$(unit_seconds "$name") $name $unit"
done | sort -k1,1nr -s)
[ -n "$chosen" ] || { echo "no unit${QUICK:+ of make quick}${T:+ matches T='$T'}" >&2; exit 2; }

case $command in
list) awk '{ print $3 }' <<<"$chosen" ;;
names) awk '{ printf "%5d s  %s\n", $1, $2 }' <<<"$chosen" ;;
needs)
	while read -r _ _ unit; do
		case $unit in
		*.sh) echo all; needs_of "$unit" ;;
		*) echo "$unit" ;;
		esac
	done <<<"$chosen" | tr ' ' '\n' | awk '!seen[$0]++' ;;
esac
