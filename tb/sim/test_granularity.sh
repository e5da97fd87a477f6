#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# detector.granularity: neighbours' writes are silent as long as each has its entry, and reported as soon as they share
# one; a race is reported with any; metadata shrink; what no backend does is refused.
# needs: units-ref
set -u
: "${PF:?}" "${TMP:?}"
PF=$(readlink -f "$PF")
root=$(cd "$(dirname "$0")/../.." && pwd)
cd "$TMP" || exit 2
. "$root/tb/tap.sh"

# ends CODE ARGUMENT...: photofinish run ends so; its output is in out and err.
ends() {
	local want=$1 got
	timeout 120 "$PF" run "${@:2}" >out 2>err </dev/null
	got=$?
	[ $got = "$want" ] || { echo "exit code $got, not $want"; cat out err; return 1; }
}

"$PF" cc -O1 --arch sm_60 "$root/tb/sim/programs/neighbours.cu" -o neighbours || exit 1

# bytes STRIDE: words so far apart, with entries of 4, 8 and 16 bytes; 1: a race is reported
apart() {
	local stride=$1 bytes
	for bytes in 4 8 16; do
		ends "$2" -q --config ref --detector "$detector" --metadata full --set detector.granularity=$bytes \
			--color never ./neighbours "$stride" || { echo "with $bytes bytes"; return 1; }
		[ "$2" = 0 ] || grep -q "neighbours.cu:17:.*race" err || { cat err; return 1; }
		shift
	done
}
for detector in scord scord-paper; do
	check "$detector: the same word" apart same 1 1 1
	check "$detector: neighbours" apart 1 0 1 1
	check "$detector: 8 bytes apart" apart 2 0 0 1
	check "$detector: 12 bytes apart" apart 3 0 0 1
	check "$detector: 16 bytes apart" apart 4 0 0 0
done

# Nobody's neighbour is another's: no report, and half and a quarter of the metadata.
stat() { sed -n "s/^ *\"$2\": \([0-9.]*\),*$/\1/p" "$1.json" | head -n 1; }
streams() { # NAME SETTINGS
	ends 0 -q --config ref --backend model --detector scord-paper --metadata full --set "noc.jitter=0,detector.unit=entries$2" --json "$1.json" \
		./neighbours stream
}
is() { awk "BEGIN { exit !($*) }" || { echo "not so: $*"; return 1; }; }
check "4 bytes: as without it" eval 'streams plain "" && streams s4 ,detector.granularity=4 &&
	diff <(grep -v seconds\" plain.json | grep -v command) <(grep -v seconds\" s4.json | grep -v command)'
for bytes in 8 16; do
	check "$bytes bytes: fewer metadata, as many checks, no report" eval 'streams s$bytes ,detector.granularity=$bytes &&
		is "$(stat s$bytes det.slice.checks) == $(stat s4 det.slice.checks)" &&
		is "$(stat s$bytes tap.metadata_reads) == $(stat s4 tap.metadata_reads) * 4 / $bytes" &&
		is "$(stat s$bytes tap.metadata_writes) == $(stat s4 tap.metadata_writes) * 4 / $bytes"'
done
check "also with knob scord_simulator" eval 'streams p4 ,detector.scord_simulator=on && streams p16 ,detector.scord_simulator=on,detector.granularity=16 &&
	is "$(stat p16 tap.metadata_writes) < $(stat p4 tap.metadata_writes)"'

# What is not played: exit code 2, nothing on standard output, one line.
refused() { # MESSAGE ARGUMENT...
	ends 2 --config ref --detector scord-paper "${@:2}" ./neighbours 1 || return 1
	[ ! -s out ] && [ "$(cat err)" = "photofinish: $1" ] || { echo "expected: photofinish: $1"; cat out err; return 1; }
}
for e in rtl compare; do
	check "refused: backend $e" refused "detector.granularity = 8: backend model only; the Verilog has an entry for each word" \
		--metadata full --backend $e --set detector.granularity=8
done
check "refused: cached16" refused "detector.granularity = 16: metadata full only; cached16 has an entry for each word" \
	--metadata cached16 --set detector.granularity=16
check "refused: 12 bytes" refused "ref: detector.granularity = 12: must be 4, 8 or 16" \
	--metadata full --set detector.granularity=12
check "refused: 32 bytes" refused "--set: detector.granularity = 32: expected 4 to 16 bytes" \
	--metadata full --set detector.granularity=32
exit $rc
