#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# test_groups: cooperative launches and their barrier, with and without a clock; a race that goes away with the right call
# of a group. (What groups compute: device/groups.cu, by test_shim.)
#
#   PF   photofinish          TMP   scratch folder
set -u
: "${PF:?}" "${TMP:?}"
here=$(cd "$(dirname "$0")" && pwd)
n=0

check() { # WHAT COMMAND...: one TAP line
	n=$((n + 1))
	if "${@:2}" >"$TMP/log" 2>&1; then
		echo "ok $n - $1"
	else
		echo "not ok $n - $1"
		tail -n 20 "$TMP/log" | sed 's/^/# /'
	fi
}
build() { "$PF" cc --arch "$1" "${@:3}" "$here/groups/grid.cu" -o "$TMP/$2"; }
right() { "$PF" run "$@" | tee "$TMP/out" && grep -q "^grid: 0 wrong" "$TMP/out"; }
# finds OPTIONS...: the exit code of a race, and one in $kernel by the oracle
finds() {
	local rc=0
	"$PF" run --oracle "$@" >"$TMP/out" 2>"$TMP/err" || rc=$?
	cat "$TMP/out" "$TMP/err"
	[ $rc = 1 ] && grep -q "race: .*" "$TMP/err" && grep -q "of kernel $kernel" "$TMP/err"
}

for arch in sm_60 sm_70; do
	check "$arch: builds" build $arch grid-$arch
	for seed in 0 1 2; do
		check "$arch, seed $seed: no race, nothing undefined, nothing wrong" \
			right --seed $seed --oracle --check memory,sync --on-fault stop --error-exitcode 9 "$TMP/grid-$arch"
	done
	check "$arch: builds what is short" build $arch short-$arch -DRACES_ONLY
	check "$arch: clock by clock" right --config ref --backend model --detector scord "$TMP/short-$arch"
	check "$arch, scheduler random" right --scheduler random --oracle "$TMP/short-$arch"
done
kernel=pass_round
check "without the grid's barrier: builds" build sm_70 no-grid -DRACES_ONLY -DNO_GRID_SYNC
check "... a race" finds "$TMP/no-grid"
kernel=turn
check "without the tile's barrier: builds" build sm_70 no-tile -DRACES_ONLY -DNO_TILE_SYNC
check "... a race" finds "$TMP/no-tile"

# Tiles of several warps, split barriers of a grid, one thread for a group
wide() { "$PF" cc --arch "$1" "${@:3}" "$here/groups/wide.cu" -o "$TMP/$2"; }
wide_right() {
	"$PF" run --oracle --check memory,sync,init --error-exitcode 9 "$@" | tee "$TMP/out" && grep -q "^wide: 0 wrong" "$TMP/out"
}
for arch in sm_60 sm_70 sm_80; do
	check "wide tiles, $arch: builds" wide $arch wide-$arch
	for seed in 0 1; do
		check "wide tiles, $arch, seed $seed: right, no race" wide_right --seed $seed "$TMP/wide-$arch"
	done
done
check "wide tiles, scheduler random" wide_right --scheduler random "$TMP/wide-sm_70"
check "wide tiles, at -O1: builds" wide sm_80 wide-o1 -O1
check "... right" wide_right "$TMP/wide-o1"
check "wide tiles, what is short: builds" wide sm_70 wide-short -DRACES_ONLY
clocked() { "$PF" run --config ref "$TMP/wide-short" | tee "$TMP/out" && grep -q "^wide: 0 wrong" "$TMP/out"; }
check "... clock by clock" clocked
while read -r step kernel; do
	check "$step: builds" wide sm_70 wide-race -DRACES_ONLY "-D$step"
	check "$step: a race" finds "$TMP/wide-race"
done <<'END'
NO_WIDE_SYNC turn
NARROW_TILE turn
NO_WAIT split
END
echo "1..$n"
