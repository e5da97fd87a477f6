#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# Whole programs with a race in shared memory, and the same mended: the detector for shared memory says what the oracle does, in both
# divergence models and under every scheduler. What it misses of a race that it has told is named.
set -u
: "${PF:?}" "${TMP:?}"
PF=$(readlink -f "$PF")
here=$(cd "$(dirname "$0")" && pwd)
cd "$TMP" || exit 2
. "$here/../tap.sh"

# says CODE PROGRAM OPTION...: exit status; nothing made up, nothing unexplained, no race missed in all its accesses.
says() {
	local got
	timeout 300 "$PF" run -q --detector shared --oracle --json j.json "${@:3}" "./$2" >out 2>err </dev/null
	got=$?
	[ $got = "$1" ] || { echo "exit status $got, not $1"; cat out err; return 1; }
	! grep -q '"row": *"unexplained"' j.json || { echo unexplained; cat err; return 1; }
	grep -q '"distinct": *{[^}]*"false": *0' j.json || { echo "a false alarm"; cat err; return 1; }
}

for source in "$here"/programs/*.cu; do
	name=$(basename "$source" .cu)
	for arch in sm_60 sm_70; do
		check "compile $name, $arch" "$PF" cc -w --arch $arch "$source" -o "$name"
		check "compile $name, $arch, mended" "$PF" cc -w --arch $arch -DMENDED "$source" -o "$name.mended"
		for order in rr gto random; do
			racy=1
			[ "$name,$arch" != warp,sm_60 ] || racy=0
			check "$name, $arch, $order" says $racy "$name" --scheduler $order --seed 3
			check "$name, $arch, $order, mended" says 0 "$name.mended" --scheduler $order --seed 3
		done
	done
done
exit $rc
