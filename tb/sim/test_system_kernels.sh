#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# Every kernel of sw/kernels and all 32 microbenchmarks on the model, ref and, where they fit, tiny; lockstep and its;
# SEEDS seeds (default 1), from FIRST (1). One TAP line for each program, configuration and mode:
#
#   backend compare   no difference between Verilog and reference models; races reported in race_*, none in the others
#   backend model     the same distinct races: file:line, kind
#   standard output   that of the machine without a clock
#
# make soak: SEEDS=100
# needs: units-ref units-tiny
set -u
: "${PF:?}" "${TMP:?}"
export SEEDS=${SEEDS:-1} FIRST=${FIRST:-1}
PF=$(readlink -f "$PF")
root=$(cd "$(dirname "$0")/../.." && pwd)
cd "$TMP" || exit 2
export PF

# Few, so that a cycle-by-cycle run is short.
declare -A size=([bfs]=64 [bitonic]=256 [histogram]=1500 [matmul]=20 [nbody]=64 [reduction]=1500 [scan]=1500 [spmv]=60
	[stencil]=20 [ticket_lock]=2 [transpose]=30 [work_stealing]=200)
# Their blocks have more threads than tiny's SM.
too_large=" bitonic matmul stencil transpose "

compile() { # source arch
	local name
	name=$(basename "$1" .cu)
	"$PF" cc -O1 --arch "$2" "$1" -o "$name.$2" >"$name.$2.cc" 2>&1 || { rm -f "$name.$2"; cat "$name.$2.cc"; }
}

races() { # file: distinct ones, file:line and kind
	sed -n 's/^\([^ ]*:[0-9]*\):[0-9]*: race: /\1 /p' "$1" | sort -u
}

# A TAP line without its number.
one() { # name arch configuration mode size
	local name=$1 exe=./$1.$2 what="$1, $3, $4" base=$1.$3.$4 seed rc want=0 e
	case $name in race_*) want=1 ;; esac
	if [ ! -x "$exe" ]; then
		printf 'not ok - %s: does not compile\n%s\n' "$what" "$(sed 's/^/# /' "$1.$2.cc" | head -n 5)"
		return
	fi
	timeout 300 "$PF" run -q --mode "$4" "$exe" $5 >"$base.want" 2>/dev/null </dev/null
	for ((seed = FIRST; seed < FIRST + SEEDS; seed++)); do
		for e in compare model; do
			timeout 300 "$PF" run -q --mode "$4" --config "$3" --backend $e --detector scord --metadata cached16 \
				--seed $seed --color never "$exe" $5 >"$base.$e.out" 2>"$base.$e.err" </dev/null
			rc=$?
			races "$base.$e.err" >"$base.$e.races"
			if [ $rc != $want ] || { [ $want = 1 ] && [ ! -s "$base.$e.races" ]; } ||
				{ [ $want = 0 ] && [ -s "$base.$e.err" ]; }; then
				printf 'not ok - %s: seed %s, backend %s: exit status %s\n%s\n' "$what" $seed $e $rc \
					"$(tail -n 5 "$base.$e.err" | sed 's/^/# /')"
				return
			fi
			if ! cmp -s "$base.want" "$base.$e.out"; then
				printf 'not ok - %s: seed %s, backend %s: output differs\n%s\n' "$what" $seed $e \
					"$(diff "$base.want" "$base.$e.out" | head -n 5 | sed 's/^/# /')"
				return
			fi
		done
		if ! cmp -s "$base.compare.races" "$base.model.races"; then
			printf 'not ok - %s: seed %s: races of compare and model differ\n%s\n' "$what" $seed \
				"$(diff "$base.compare.races" "$base.model.races" | sed 's/^/# /')"
			return
		fi
	done
	echo "ok - $what: $(wc -l <"$base.compare.races") distinct races, $SEEDS seeds"
}
export -f compile races one

for f in "$root"/sw/kernels/*.cu; do printf '%s sm_60\n%s sm_70\n' "$f" "$f"; done >sources
for f in "$root"/sw/kernels/micro/*.cu; do echo "$f sm_70"; done >>sources
xargs -P 2 -L 1 bash -c 'compile "$@"' _ <sources

while read -r f arch; do
	name=$(basename "$f" .cu)
	for c in ref tiny; do
		[ $c = ref ] || [ "${too_large/ $name /}" = "$too_large" ] || continue
		for mode in lockstep its; do
			case $f in
			*/micro/*) ;;
			*) [ $mode.$arch = lockstep.sm_60 ] || [ $mode.$arch = its.sm_70 ] || continue ;;
			esac
			echo "$name $arch $c $mode${size[$name]+ ${size[$name]}}"
		done
	done
done <sources >units
xargs -P 2 -L 1 bash -c 'one "$1" "$2" "$3" "$4" "${5-}" >"$1.$3.$4.tap"' _ <units

n=0 rc=0
echo "1..$(wc -l <units)"
while read -r name _ c mode _; do
	n=$((n + 1))
	tap=$name.$c.$mode.tap
	grep -q '^ok ' "$tap" || rc=1
	sed -e "s/^ok - /ok $n - /" -e "s/^not ok - /not ok $n - /" "$tap"
done <units
exit $rc
