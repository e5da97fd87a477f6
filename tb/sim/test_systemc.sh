#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# The model under SystemC: every counter, memory and race report as from the plain loop, for both
# kernels, with and without detector, on both configurations; launches from sc_main and from a
# thread; single units in a platform; the order of simultaneous edges.
# needs: $B/systemc-example $B/systemc-platform $B/systemc-step-order
set -u
: "${TMP:?}"
cd "$(dirname "$0")/../.." || exit 1
B=${B:-build}
make=${MAKE:-make}
export SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1
rc=0 n=0

if ! "$make" --no-print-directory -j1 B="$B" "$B/systemc-example" "$B/systemc-platform" "$B/systemc-step-order" >"$TMP/build.log" 2>&1; then
	sed 's/^/# /' "$TMP/build.log"
	echo "not ok 1 - the SystemC modules do not build"
	exit 1
fi

# check WHAT CODE COMMAND...: its exit code
check() {
	local what=$1 want=$2 code
	shift 2
	"$@" >"$TMP/log" 2>&1
	code=$?
	n=$((n + 1))
	if [ $code = "$want" ]; then
		echo "ok $n - $what"
	else
		rc=1
		echo "not ok $n - $what: exit code $code, expected $want"
		tail -n 20 "$TMP/log" | sed 's/^/# /'
	fi
}
example() {
	"$B/systemc-example" --backend model "$@"
}
# Something ran: races with every one reported, a detector's counters.
raced() {
	example --config "$1" --detector scord --kernel tally --set detector.report_all=on >"$TMP/races" &&
		awk '/^race reports/ { n = $3 } /^core cycles  / { c = $3 } END { exit !(n > 1 && c > 1000) }' "$TMP/races"
}

for config in tiny ref; do
	for kernel in smooth tally; do
		for detector in off scord; do
			check "$kernel on $config, detector $detector: as the plain loop" 0 \
				example --config $config --kernel $kernel --detector $detector
		done
	done
	check "$config: every race is reported, by both" 0 raced $config
	check "$config: four launches from an SC_THREAD" 0 example --config $config --detector scord --inside
	check "$config: L2 bank and DRAM channel in a platform" 0 "$B/systemc-platform" $config
done
check "clocks that share few edges" 0 example --detector scord --metadata cached16 \
	--set clock.core=701 --set clock.noc=350 --set clock.l2=499 --set clock.dram=97
for seed in 1 2; do
	check "first edges where seed $seed says" 0 example --detector scord --set clock.phase=on --set dram.refresh_phase=on \
		--set seed=$seed
done
check "... of clocks that share few edges" 0 example --set clock.core=701 --set clock.l2=499 --set clock.phase=on --set seed=3
for t in order lone late twice; do
	check "PfStepOrder: $t" 0 "$B/systemc-step-order" $t
done
check "unknown option" 2 example --nothing
check "unknown kernel" 1 example --kernel nothing
check "illegal configuration" 2 example --set l1.ways=0
echo "1..$n"
exit $rc
