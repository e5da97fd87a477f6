#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# iGUARD in the modelled GPU: some of ScoR's applications and programs of iGUARD's kinds, by the reference models and by Verilog and
# models at once (a difference in a tag, message, racing word or side is exit status 5), on two machines; beside the oracle; what is
# refused. All applications: check_clocked.sh.
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

# oracle RACY PROGRAM OPTION...: the hardware's records held against the oracle. Where there are races the detector alone says the same
# lines; nothing is unexplained; where there are none nobody says any.
oracle() {
	local alone beside
	timeout 300 "$PF" run -q --detector iguard "${@:3}" --error-exitcode 0 --json j.json "./$2" >out 2>&1 </dev/null || { cat out; return 1; }
	alone=$(jq -c '[.races.list[] | .second.line] | unique' j.json)
	timeout 300 "$PF" run -q --detector iguard "${@:3}" --oracle --error-exitcode 0 --json j.json "./$2" >out 2>&1 </dev/null || { cat out; return 1; }
	beside=$(jq -c '[.races.list[] | select(.by_detector) | .second.line] | unique' j.json)
	[ "$alone" = "$beside" ] || { echo "lines $beside, without an oracle $alone"; return 1; }
	jq -e --argjson racy "$1" '.races | (.distinct.found > 0) == $racy and (.list | all(.rows | all(.row != "unexplained"))) and
		.iguard_statistics == null' j.json >/dev/null || { jq -c '.races.list[] | .second.line, .rows' j.json; return 1; }
}
for name in locks warp_sum grid_sum; do
	check "$name beside the oracle" oracle true "$name" --config ref --backend compare
	check "$name, mended, beside the oracle" oracle false "$name.mended" --config tiny --backend model
done
# A ring of two records is full of the first store's: of the others some are lost, and the row says so.
cat >ring.cu <<'EOF'
__global__ void race(int *p)
{
	p[0] = blockIdx.x;
	p[1] = blockIdx.x;
	p[2] = blockIdx.x;
}
int main()
{
	int *p;
	cudaMalloc(&p, 12);
	race<<<16, 1>>>(p);
	return cudaDeviceSynchronize() != cudaSuccess;
}
EOF
"$PF" cc -w ring.cu -o ring || exit 2
full_ring() {
	"$PF" run -q --detector iguard --config ref --backend model --oracle --set detector.report_all=on --set detector.ring_log2=1 \
		--error-exitcode 0 --json j.json ./ring >out 2>&1 </dev/null
	grep -q 'a record was lost' out && jq -e '.races.list | any(.[].rows[]; .row == "m-ring")' j.json >/dev/null
}
check "a full ring" full_ring

# refused WHY OPTION...: before it runs, in one line
refused() {
	local got
	timeout 60 "$PF" run -q --detector iguard --config ref "${@:2}" ./locks >out 2>err </dev/null
	got=$?
	[ $got = 2 ] && [ "$(wc -l <err)" = 1 ] && grep -qF -- "$1" err || { echo "exit status $got"; cat err; return 1; }
}
check "published rules" refused "the rules as published have no hardware" --detector iguard-paper
check "oracle, deterministic" refused "--oracle: beside --deterministic is not supported" --oracle --deterministic
check "deterministic" refused "--deterministic: beside --detector iguard is not supported" --deterministic
check "at once" refused "it takes its time" --backend model --set detector.ideal=on
check "granularity" refused "has sides for each word" --backend model --set detector.granularity=8
check "a unit of ScoRD's" refused "detector iguard has lines" --set detector.unit=entries
check "full metadata" refused "--detector iguard has lines" --metadata full
exit $rc
