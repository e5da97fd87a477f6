#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# ScoRD's 32 microbenchmarks under ten seeds, warps and lanes as threads: iGUARD's rules, published and corrected, report a race of each
# that has one in some run, and never one of the others.
set -u
: "${PF:?}" "${TMP:?}"
PF=$(readlink -f "$PF")
micro=$(cd "$(dirname "$0")/../../sw/kernels/micro" && pwd)
. "$(dirname "$0")/../tap.sh"
. "$(dirname "$0")/detectors.sh"
cd "$TMP" || exit 2

# told PROGRAM DETECTOR RACY
told() {
	local seed some=0
	for ((seed = 1; seed <= 10; seed++)); do
		timeout 60 "$PF" run -q --scheduler random --seed $seed $(detector_options "$2") --error-exitcode 0 --json j.json "./$1" >out 2>&1 </dev/null ||
			{ echo "seed $seed: exit status $?"; cat out; return 1; }
		[ "$(jq .races.races j.json)" = 0 ] || some=1
	done
	[ $some = "$3" ] || { echo "told: $some"; cat out; return 1; }
}

for source in "$micro"/*.cu; do
	name=$(basename "$source" .cu) racy=1
	[[ $name != norace_* ]] || racy=0
	for arch in sm_60 sm_70; do
		"$PF" cc -w -O1 --arch $arch "$source" -o "$name" || exit 2
		for detector in iguard iguard/lines iguard-paper; do
			check "$name, $arch, $detector" told "$name" $detector $racy
		done
	done
done
exit $rc
