#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# run_kernels: compiles every kernel of sw/kernels for both divergence models, runs it on the
# modelled GPU and prints one row each. Exit status 0 when all checked themselves right.
set -u
: "${PF:?}" "${OUT:?}"
cd "$(dirname "$0")/.." || exit 2
mkdir -p "$OUT"
bad=0
field() { sed -n "s/^ *\"$2\": *\([0-9]*\).*/\1/p" "$1" | tail -n 1; }

printf '%-16s %-9s %9s %14s %14s %7s  %s\n' kernel mode launches warp-insns thread-insns seconds result
for src in sw/kernels/*.cu; do
	name=$(basename "$src" .cu)
	for target in sm_60:lockstep sm_70:its; do
		arch=${target%:*} mode=${target#*:} exe=$OUT/$name.${target%:*}
		if ! "$PF" cc --arch "$arch" "$src" -o "$exe" 2>"$OUT/$name.log"; then
			sed 's/^/  /' "$OUT/$name.log"
			printf '%-16s %-9s does not compile\n' "$name" "$mode"
			bad=1
			continue
		fi
		rm -f "$OUT/$name.json"
		t0=$(date +%s.%N)
		result=$("$PF" run -q --mode "$mode" --json "$OUT/$name.json" "$exe" 2>"$OUT/$name.log" | tail -n 1)
		rc=${PIPESTATUS[0]}
		t1=$(date +%s.%N)
		[ "$rc" = 0 ] || { bad=1; result="exit status $rc: $result $(head -n 1 "$OUT/$name.log")"; }
		printf '%-16s %-9s %9s %14s %14s %7.2f  %s\n' "$name" "$mode" "$(field "$OUT/$name.json" launches)" \
			"$(field "$OUT/$name.json" warp_insns)" "$(field "$OUT/$name.json" thread_insns)" \
			"$(awk "BEGIN{print $t1 - $t0}")" "$result"
	done
done
[ $bad = 0 ] && echo "all kernels right" || echo "some kernels are wrong"
exit $bad
