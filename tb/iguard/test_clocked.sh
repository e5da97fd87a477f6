#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# iGUARD in the modelled GPU: some of ScoR's applications and programs of iGUARD's kinds, by the reference models and by Verilog and
# models at once (a difference in a tag, message, racing word or side is exit status 5), on two machines; what is refused. All
# applications: check_clocked.sh.
# needs: units-ref units-tiny
set -u
: "${PF:?}" "${TMP:?}"
here=$(cd "$(dirname "$0")" && pwd)
PF=$(readlink -f "$PF")
cd "$TMP" || exit 2
. "$here/../tap.sh"
export PF TMP

apps() { env DETECTORS="iguard@ref:model iguard@ref:compare" "$@" bash "$here/apps.sh"; }
check "without races" apps RACES=0 APPS="red r110" ARCHS=sm_70
check "lanes of a warp: red" apps RACES="3 6" APPS=red ARCHS=sm_70
check "locks: mm" apps RACES=3 APPS=mm ARCHS=sm_60
check "scopes: 1dc" apps RACES=1 APPS=1dc ARCHS=sm_60

# lines RACY PROGRAM OPTION...: lines that race are those that are reported without a clock; of a mended program none
lines() {
	local clocked functional
	timeout 300 "$PF" run -q --detector iguard "${@:3}" --set detector.report_all=on --error-exitcode 0 --json j.json "./$2" >out 2>&1 </dev/null ||
		{ echo "exit status $?"; cat out; return 1; }
	clocked=$(jq -c '[.races.list[] | .second.line] | unique' j.json)
	timeout 300 "$PF" run -q --detector iguard --metadata lines --error-exitcode 0 --json j.json "./$2" >out 2>&1 </dev/null || return 1
	functional=$(jq -c '[.races.list[] | .second.line] | unique' j.json)
	[ "$1" = false ] && functional='[]'
	[ "$clocked" = "$functional" ] || { echo "lines $clocked, without a clock $functional"; return 1; }
}
# Without hash_table: whose lanes fence when depends on who runs first, and with it what counts as a lock (docs/iguard.md).
for name in locks tile_sum warp_sum grid_sum; do
	source=$here/programs/$name.cu
	"$PF" cc -w --arch sm_70 "$source" -o "$name" && "$PF" cc -w --arch sm_70 -DMENDED "$source" -o "$name.mended" || exit 2
	for machine in "ref --backend compare" "tiny --backend compare" "ref --backend model --set detector.fences=all"; do
		# shellcheck disable=SC2086
		check "$name, $machine, mended" lines false "$name.mended" --config $machine
	done
	check "$name, lines" lines true "$name" --config ref --backend compare
done

# refused WHY OPTION...: before it runs, in one line
refused() {
	local got
	timeout 60 "$PF" run -q --detector iguard --config ref "${@:2}" ./locks >out 2>err </dev/null
	got=$?
	[ $got = 2 ] && [ "$(wc -l <err)" = 1 ] && grep -qF -- "$1" err || { echo "exit status $got"; cat err; return 1; }
}
check "published rules" refused "the rules as published have no hardware" --detector iguard-paper
check "oracle" refused "without --config it judges the same hardware" --oracle
check "deterministic" refused "--deterministic: beside --detector iguard is not supported" --deterministic
check "at once" refused "it takes its time" --backend model --set detector.ideal=on
check "granularity" refused "has sides for each word" --backend model --set detector.granularity=8
check "a unit of ScoRD's" refused "detector iguard has lines" --set detector.unit=entries
check "full metadata" refused "--detector iguard has lines" --metadata full
exit $rc
