#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# bench_oracle: how many times longer ScoR's applications (sw/kernels/scor) run with --oracle, at their paper
# inputs, in lock step as for the figures.
#
#   PF photofinish   OUT folder for programs and results (oracle.csv)   SIZE paper, ci or a size (paper)
#   APPS (all)       RUNS each this often (1); the best counts          LIMIT seconds of one run (600)
#
# Seconds are the processor's inside launches ("processor_seconds" of the JSON report), so that the input's making and the host's
# check do not hide the ratio. A run that takes longer than LIMIT is a failure.
set -u
: "${PF:?}" "${OUT:?}"
SIZE=${SIZE:-paper} RUNS=${RUNS:-1} LIMIT=${LIMIT:-600} APPS=${APPS:-1dc gcol gcon mm r110 red uts}
cd "$(dirname "$0")/.." || exit 2
mkdir -p "$OUT"
bad=0

once() { # EXE OPTION...: prints seconds
	local exe=$1 json=$OUT/oracle.json
	shift
	rm -f "$json"
	timeout "$LIMIT" "$PF" run -q --seed 1 --json "$json" "$@" "$exe" "$SIZE" >"$OUT/run.out" 2>"$OUT/run.err" || return 1
	grep -o '"processor_seconds": *[0-9.e+-]\+' "$json" | tail -n 1 | sed 's/.*: *//'
}

best() {
	local i s least=""
	for ((i = 0; i < RUNS; i++)); do
		s=$(once "$@") || return 1
		least=$(printf '%s\n%s\n' "$least" "$s" | awk 'NF && (b == "" || $1 < b) { b = $1 } END { print b }')
	done
	echo "$least"
}

{
	echo "# $("$PF" --version | head -n 1); \`make bench\`, size $SIZE, seed 1, sm_60, seconds of the processor inside launches, best of $RUNS."
	echo "app,plain_seconds,oracle_seconds,ratio"
} >"$OUT/oracle.csv"
printf '\n%-8s %10s %10s %8s   ScoR, size %s\n' app plain --oracle ratio "$SIZE"
for app in $APPS; do
	exe=$OUT/scor-$app
	if ! "$PF" cc --arch sm_60 -O1 "sw/kernels/scor/$app.cu" -o "$exe" >"$OUT/cc.err" 2>&1; then
		echo "$app does not compile: $(head -n 1 "$OUT/cc.err")"
		bad=1
	elif ! plain=$(best "$exe") || ! oracle=$(best "$exe" --oracle); then
		echo "$app failed, or took longer than $LIMIT s: $(cat "$OUT/run.err" "$OUT/run.out" | head -n 1)"
		bad=1
	else
		awk -v app="$app" -v p="$plain" -v o="$oracle" -v csv="$OUT/oracle.csv" 'BEGIN {
			printf "%-8s %9.2fs %9.2fs %7.1fx\n", app, p, o, o / p
			printf "%s,%.4f,%.4f,%.2f\n", app, p, o, o / p >> csv }'
	fi
done
awk -F, '/^[a-z0-9]+,[0-9.]+,/ { n++; sum += $4; log_sum += log($4); if ($4 > most) { most = $4; app = $1 } }
	END { if (n) printf "mean %.1fx, geometric mean %.1fx, at worst %.1fx (%s)\n", sum / n, exp(log_sum / n), most, app }' \
	"$OUT/oracle.csv"
exit $bad
