#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# Programs of iGUARD's kinds of races (IL, AS, ITS, BR, DR) in global memory, and the same mended: --detector iguard says of each
# pair of lines what the oracle says, in both divergence models and under every scheduler, with or without --metadata lines, but for what ScoRD's rules call a race
# and PTX does not (f-ptx). The published rules miss some and make up others, each by a row.
set -u
: "${PF:?}" "${TMP:?}"
PF=$(readlink -f "$PF")
here=$(cd "$(dirname "$0")" && pwd)
cd "$TMP" || exit 2
. "$here/../tap.sh"

# runs PROGRAM DETECTOR OPTION...
runs() {
	timeout 300 "$PF" run -q --detector "$2" --oracle --error-exitcode 0 --json j.json "${@:3}" "./$1" >out 2>&1 </dev/null ||
		{ echo "exit status $?"; cat out; return 1; }
	! grep -q '"row": *"unexplained"' j.json || { echo unexplained; cat out; return 1; }
}

# says RACY PROGRAM OPTION...: iguard as the oracle
says() {
	runs "$2" iguard "${@:3}" || return 1
	jq -e --argjson racy "$1" '(.races.distinct.found > 0) == $racy and .races.distinct.missed == 0 and
		([.races.list[].rows[] | select(.verdict == "false") | .row] | unique - ["f-ptx"]) == []' j.json >/dev/null ||
		{ jq -c .races.distinct j.json; cat out; return 1; }
}

# refused WHY OPTION...: before it runs, in one line
refused() {
	local got
	timeout 60 "$PF" run -q "${@:2}" ./stealing >out 2>err </dev/null
	got=$?
	[ $got = 2 ] && [ "$(wc -l <err)" = 1 ] && grep -qF -- "$1" err || { echo "exit status $got"; cat err; return 1; }
}

for source in "$here"/programs/*.cu; do
	name=$(basename "$source" .cu)
	for arch in sm_60 sm_70; do
		check "compile $name, $arch" "$PF" cc -w --arch $arch "$source" -o "$name"
		check "compile $name, $arch, mended" "$PF" cc -w --arch $arch -DMENDED "$source" -o "$name.mended"
		racy=true
		[[ $arch = sm_70 ]] || ! grep -q '^// ITS' "$source" || racy=false
		for order in rr gto random; do
			check "$name, $arch, $order" says $racy "$name" --scheduler $order --seed 3
			check "$name, $arch, $order, mended" says false "$name.mended" --scheduler $order --seed 3
			check "$name, $arch, $order, hardware" says $racy "$name" --metadata lines --scheduler $order --seed 3
			check "$name, $arch, $order, hardware, mended" says false "$name.mended" --metadata lines --scheduler $order --seed 3
		done
		check "$name, $arch, as published" runs "$name" iguard-paper --seed 3
		check "$name, $arch, as published, mended" runs "$name.mended" iguard-paper --seed 3
	done
done

check "kinds of metadata" refused "--metadata full: is for --detector scord and scord-paper" --detector iguard --metadata full
check "published, as hardware" refused "--metadata lines: is for --detector scord and scord-paper" --detector iguard-paper --metadata lines
check "more SMs than names" refused "257 SMs of 8 block slots and 32 warps each are more than its metadata can name" \
	--detector iguard --metadata lines --sms 257
check "one for global memory" refused "no list of detectors" --detector iguard+scord

# unwatched PROGRAM: its races are in shared memory, and the report says that nobody has looked there
unwatched() {
	"$PF" run --detector iguard "./$1" >out 2>err </dev/null || { echo "exit status $?"; cat err; return 1; }
	grep -q "no race found by iguard in what it watches; not watched: shared memory" err || { cat err; return 1; }
}
check "compile transpose" "$PF" cc -w -O1 --arch sm_70 "$here/../shared/programs/transpose.cu" -o transpose
check "what is not watched" unwatched transpose
exit $rc
