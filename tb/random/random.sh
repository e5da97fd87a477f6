#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# random: programs drawn at random, on the modelled GPU and on the host: every bit must agree. Each is compiled for
# sm_60 and sm_70 and run under each scheduler, with and without --poison, and in the other mode.
#
#   PF, TMP   photofinish; scratch folder
#   COUNT     programs (default 24)        SEED   of the first (default 1)
#   JOBS      at a time (default 2)
#
# One TAP line for each program. A program that fails stays in TMP, with what was said of it.
set -u
: "${PF:?}" "${TMP:?}"
cd "$(dirname "$0")" || exit 2
COUNT=${COUNT:-24} SEED=${SEED:-1} JOBS=${JOBS:-2}
RANDOM_TB=$PWD

# The same floating point on both sides (no contraction); memory is read through char and through words.
flags="-ffp-contract=off -fmad=false -fno-strict-aliasing -w"

variant() {	# seed arch level run-options...; says what went wrong
	local seed=$1 arch=$2 level=$3 exe=$TMP/$1.$2 run out rc
	shift 3
	# shellcheck disable=SC2086
	if ! out=$("$PF" cc --arch "$arch" "$level" $flags -I "$RANDOM_TB" "$TMP/$seed.cu" -o "$exe" 2>&1); then
		printf '# %s %s: does not compile\n%s\n' "$arch" "$level" "$(echo "$out" | head -n 8 | sed 's/^/# /')"
		return
	fi
	for run in "$@"; do
		# shellcheck disable=SC2086
		out=$(timeout 120 "$PF" run -q --stack=64K $run "$exe" 2>&1)
		rc=$?
		[ $rc = 0 ] && [ "$out" = "random: ok" ] && continue
		printf '# %s %s, run %s: exit status %d\n%s\n' "$arch" "$level" "$run" $rc \
			"$(echo "$out" | head -n 8 | cut -c 1-200 | sed 's/^/# /')"
	done
	rm -f "$exe"
}

program() {	# seed; its TAP line without number to $TMP/seed.tap
	local seed=$1 levels60=(-O1 -O1 -O2 -O3) why
	if ! "$TMP/generate" "$seed" >"$TMP/$seed.cu"; then
		echo "not ok - seed $seed: no program" >"$TMP/$seed.tap"
		return
	fi
	why=$(
		variant "$seed" sm_60 "${levels60[seed / 4 % 4]}" --scheduler=rr "--scheduler=gto --poison" \
			"--scheduler=random --seed=$seed"
		variant "$seed" sm_70 "-O$((seed % 4))" "--scheduler=rr --poison" --scheduler=gto \
			"--scheduler=random --seed=$seed" "--mode=lockstep --scheduler=random --poison"
	)
	if [ -z "$why" ]; then
		echo "ok - seed $seed" >"$TMP/$seed.tap"
		rm -f "$TMP/$seed.cu"
	else
		printf 'not ok - seed %d\n%s\n' "$seed" "$why" >"$TMP/$seed.tap"
	fi
}
export -f program variant
export PF TMP RANDOM_TB flags

gcc -std=gnu11 -O1 -I ../../sw generate.c meet.c -o "$TMP/generate" || exit 2
seq "$SEED" $((SEED + COUNT - 1)) | xargs -P "$JOBS" -I{} bash -c 'program "$1"' _ {}

n=0 rc=0
echo "1..$COUNT"
for ((seed = SEED; seed < SEED + COUNT; seed++)); do
	n=$((n + 1))
	grep -q '^ok ' "$TMP/$seed.tap" || rc=1
	sed -e "s/^ok - /ok $n - /" -e "s/^not ok - /not ok $n - /" "$TMP/$seed.tap" || echo "not ok $n - seed $seed: no result"
done
exit $rc
