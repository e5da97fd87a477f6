#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# soak: COUNT programs made of idioms, with every supported clang, at every level, in both divergence
# models, against the host. Goes on where it was stopped; FRESH=1 begins anew.
#
#   PF, TMP    photofinish; scratch folder, which also has what was done so far (idioms.done)
#   COUNT      programs (default 5000)     SEED    of the first (default 1)
#   LEVELS     (default: all)              CSV     result file (default TMP/idioms.csv)
#
# Batches are compiled for sm_60 and sm_70 in turn, and each binary runs in both models. A batch with a
# difference stays in TMP. Exit status 1 when something differs, does not compile or does not end.
set -u
: "${PF:?}" "${TMP:?}"
here=$(cd "$(dirname "$0")" && pwd)
. "$here/idioms.sh"
COUNT=${COUNT:-5000} SEED=${SEED:-1} BATCH=250
LEVELS=${LEVELS:-$IDIOM_LEVELS} CSV=${CSV:-$TMP/idioms.csv}
done_file=$TMP/idioms.done
[ -z "${FRESH:-}" ] || rm -f "$done_file"
touch "$done_file"
clangs=$(idiom_clangs)
[ -n "$clangs" ] || { echo "soak: cc names no supported clang" >&2; exit 2; }
idiom_generator || exit 2
# Another generator makes other programs.
stated=$( ("$TMP/idioms" 1 300; cat "$here"/idioms/{prelude,device,host,main}.h) | cksum | cut -d ' ' -f 1)

# FIRST COUNT CLANG LEVEL MODE: a row is there
has() { grep -q "^$stated $1 $2 $3 $4 $5 " "$done_file"; }
row() { echo "$stated $*" >>"$done_file"; }

batch_level() { # FIRST COUNT CLANG LEVEL
	local name=$TMP/i$1 arch out mode ran differ bad=0
	arch=sm_$((($1 - SEED) / BATCH % 2 ? 70 : 60))
	if ! idiom_compile "$name" "$3" "$arch" "$4"; then
		for mode in $IDIOM_MODES; do row "$1" "$2" "$3" "$4" "$mode" 0 "$2"; done
		return 1
	fi
	for mode in $IDIOM_MODES; do
		out=$(idiom_run "$name" "$arch" "$4" "$mode")
		ran=$(sed -n 's/^\([0-9]*\) programs, .*/\1/p' <<<"$out")
		differ=$(sed -n 's/.* programs, \([0-9]*\) differ$/\1/p' <<<"$out")
		[ "${ran:-0}" = "$2" ] || differ=$2 # a fault or no end: all count
		[ "$differ" = 0 ] || { bad=1; sed "s/^/$3 $arch $4 $mode: /" <<<"$out" | head -n 20; }
		row "$1" "$2" "$3" "$4" "$mode" "${ran:-0}" "$differ"
	done
	rm -f "$name.$arch.$4"
	return $bad
}

batch() { # FIRST COUNT
	local clang level mode todo="" bad=0
	for clang in $clangs; do
		for level in $LEVELS; do
			for mode in $IDIOM_MODES; do
				has "$1" "$2" "$clang" "$level" "$mode" || { todo="$todo $clang/$level"; break; }
			done
		done
	done
	[ -n "$todo" ] || return 0
	idiom_batch "$1" "$2" "$TMP/i$1" || { echo "soak: no reference for programs $1 .."; return 1; }
	for level in $todo; do
		batch_level "$1" "$2" "${level%%/*}" "${level##*/}" || bad=1
	done
	[ $bad = 1 ] || rm -f "$TMP/i$1".*
	return $bad
}

# One line for each clang, level and model, of the programs of this generator.
result() {
	echo "clang,level,mode,programs,runs,differences,first_seed,photofinish,generator,command"
	for clang in $clangs; do
		for level in $IDIOM_LEVELS; do
			for mode in $IDIOM_MODES; do
				awk -v s="$stated" -v c="$clang" -v l="$level" -v m="$mode" -v v="$("$PF" --version | cut -d ' ' -f 2)" '
					$1 == s && $4 == c && $5 == l && $6 == m && !seen[$2]++ {
						n += $3; ran += $7; differ += $8
						if (!first || $2 < first) first = $2
					}
					END { if (n) printf "%s,%s,%s,%d,%d,%d,%d,%s,%s,bash tb/random/soak.sh\n", c, l, m, n, ran, differ, first, v, s }' \
					"$done_file"
			done
		done
	done
}

start=$SECONDS rc=0 did=0
for ((first = SEED; first < SEED + COUNT; first += BATCH)); do
	n=$((SEED + COUNT - first < BATCH ? SEED + COUNT - first : BATCH))
	before=$(wc -l <"$done_file")
	batch "$first" "$n" || rc=1
	[ "$(wc -l <"$done_file")" = "$before" ] || did=$((did + n))
	end=$((first + n - SEED))
	left=$((did ? (SECONDS - start) * (COUNT - end) / did / 60 : 0))
	result >"$CSV"
	printf 'soak: idioms: %d of %d programs, %d runs, %d differences, %d min left\n' "$end" "$COUNT" \
		"$(awk -F, 'NR > 1 {n += $5} END {print n + 0}' "$CSV")" "$(awk -F, 'NR > 1 {n += $6} END {print n + 0}' "$CSV")" "$left"
done
awk -F, 'NR > 1 {n += $6} END {exit n > 0}' "$CSV" || rc=1
exit $rc
