#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# The table of the 32 microbenchmarks with lanes that diverge freely and on other numbers of SMs, and that it can fail.
# needs: $B/san/tb/micro/micro
. "$(dirname "$0")/shared.sh"

for arch in sm_60 sm_70; do
	mkdir -p "$TMP/$arch"
	for src in "$root"/sw/kernels/micro/*.cu; do
		"$PF" cc -O1 --arch $arch --ptx "$src" -o "$TMP/$arch/$(basename "$src" .cu)" || exit 1
	done
done
"$micro" --mode its "$TMP/sm_70" >"$TMP/table" 2>&1
report "every cell is right, its" $? <(grep -v ' right$' "$TMP/table")
# scord names blocks by where they are, and locks by blocks.
for sms in 1 5 8 15; do
	"$micro" --sms $sms "$TMP/sm_60" >"$TMP/table" 2>&1
	report "every cell is right, $sms SMs" $? <(grep -v ' right$' "$TMP/table")
done
"$micro" --json "$TMP/sm_60" | grep -c '"benchmark": ' | grep -qx 32
report "32 rows of JSON" $?
noticed norace_interblock_atom race_interblock_blkatom
noticed race_interblock_none-lock_waw race_interblock_none-lock_rtraw
"$micro" "$TMP/sm_60" >/dev/full 2>"$TMP/out"
[ $? = 2 ] && grep -qx 'micro: standard output: not written' "$TMP/out"
report "notices a full disk" $? "$TMP/out"
exit $rc
