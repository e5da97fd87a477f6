#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# The 32 microbenchmarks: the compiler keeps their operations (sequences.txt), for both
# architectures; they run to the end as programs, with the launch that their names say; and over
# every interleaving, oracle and detectors answer as docs/micro.md says. check_micro.sh has that for other machines.
# needs: $B/san/tb/micro/micro
. "$(dirname "$0")/shared.sh"

# What sequences.txt says of $1, one line a thread.
expected() {
	awk -F ' [|] ' -v name="$1" '$1 == name { for (i = 2; i <= NF; i++) print $i }' "$here/sequences.txt" |
		LC_ALL=C sort
}

ls "$root"/sw/kernels/micro/*.cu | sed 's,.*/,,; s,\.cu$,,' | LC_ALL=C sort >"$TMP/files"
grep -v '^#' "$here/sequences.txt" | sed 's/ |.*//' | LC_ALL=C sort >"$TMP/names"
diff "$TMP/names" "$TMP/files" >"$TMP/diff"
report "32 files, those of sequences.txt" $? "$TMP/diff"
[ "$(wc -l <"$TMP/files")" = 32 ]
report "32 of them" $?

for arch in sm_60 sm_70; do
	mkdir -p "$TMP/$arch"
	while read -r name; do
		exe=$TMP/$arch/$name
		"$PF" cc -O1 --arch $arch --ptx "$root/sw/kernels/micro/$name.cu" -o "$exe" >"$TMP/cc" 2>&1
		report "$name compiles without a word, $arch" $(($? != 0 || $(wc -c <"$TMP/cc") != 0)) "$TMP/cc"
		awk -f "$here/sequence.awk" "$exe.ptx" | LC_ALL=C sort >"$TMP/got"
		expected "$name" | diff - "$TMP/got" >"$TMP/diff"
		report "$name: operations as written, $arch" $? "$TMP/diff"
		"$PF" run -q "$exe" >"$TMP/out" 2>&1 </dev/null
		report "$name runs, $arch" $(($? != 0 || $(wc -c <"$TMP/out") != 0)) "$TMP/out"
	done <"$TMP/files"
done

# The check itself can fail: an operation left out, merged, moved or of another scope is seen.
ptx=$TMP/sm_60/norace_interblock_fence_raw.ptx
for broken in '/membar/d' 's/membar.gl/membar.cta/' 's/st.volatile/st/' '/atom.gpu.exch/d' \
	's/atom.gpu.exch/atom.cta.exch/' '/ld.volatile/{p;}' '/bra.*BB0_[0-9];/d'; do
	sed "$broken" "$ptx" >"$TMP/broken.ptx"
	awk -f "$here/sequence.awk" "$TMP/broken.ptx" | LC_ALL=C sort >"$TMP/got"
	! cmp -s "$ptx" "$TMP/broken.ptx" && ! expected norace_interblock_fence_raw | cmp -s - "$TMP/got"
	report "sequence check notices $broken" $? "$TMP/got"
done

# The table.
"$micro" --csv "$TMP/table.csv" "$TMP/sm_60" >"$TMP/table" 2>&1
report "every cell is right, lockstep" $? <(grep -v ' right$' "$TMP/table")
[ "$(wc -l <"$TMP/table.csv")" = 33 ] && ! cut -d, -f3 "$TMP/table.csv" | tail -n +2 | grep -qv yes
report "32 rows of CSV, every order walked" $? "$TMP/table.csv"

# And the table can fail: one benchmark in another's place.
noticed race_interblock_blkatom norace_interblock_atom

# refused EXIT-CODE PATTERN WHAT ARGUMENT...
refused() {
	local code=$1 pattern=$2 what=$3
	shift 3
	"$micro" "$@" >"$TMP/out" 2>&1
	[ $? = "$code" ] && grep -qE -- "$pattern" "$TMP/out"
	report "$what" $? "$TMP/out"
}
refused 0 'every *$|interleaving' "--help" --help
refused 2 'no folder given' "no folder"
refused 2 "neither lockstep nor its" "unknown mode" --mode warp "$TMP/sm_60"
refused 2 "'0' is not a number in 1..99" "no SMs" --sms 0 "$TMP/sm_60"
refused 2 '^micro: /nowhere: No such file' "no such folder" /nowhere
rm -f "$TMP/swap/race_interblock_blkatom.ptx"
refused 2 '31 files NAME.ptx; expected 32' "a file is missing" "$TMP/swap"
cp "$TMP/sm_60/race_interblock_blkatom.ptx" "$TMP/swap/race_somewhere.ptx"
refused 2 "race_somewhere: not a benchmark's name" "an unknown name" "$TMP/swap"
rm "$TMP/swap/race_somewhere.ptx"
echo 'no PTX' >"$TMP/swap/race_interblock_blkatom.ptx"
refused 2 'race_interblock_blkatom.ptx:1: ' "not PTX" "$TMP/swap"
exit $rc
