#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# run_model: the 32 microbenchmarks, a handful of kernels, and programs with races in shared memory beside the same mended, on the GPU
# modelled clock by clock, with the detectors' Verilog in it, and a table of what it found, missed and reported wrongly, and what
# it cost.
#
#   .cu -> photofinish cc -> run --config ref, without detector; with it and the oracle -> JSON -> a row
#
# Microbenchmarks are about global memory and by ScoRD's rules (--model scord): the detector for that. All others by PTX's model: it,
# and the one for shared memory.
set -u
usage() {
	cat <<-'EOT'
		usage: tb/run_model.sh [NAME...]
		  NAME  only programs whose name begins so
		exit 0: everything as expected; 1: a racy program without a race found or predicted, a race or false alarm in
		another one, or a program failed
		environment: PF the command, OUT a folder; JOBS (2), CONFIG (ref), BACKEND (rtl), DETECTOR (scord) of global memory,
		  METADATA (full), SEED (1), PF_CSV a file that gets the table as CSV
	EOT
}
case ${1:-} in
-h | --help) usage; exit 0 ;;
-*) usage >&2; exit 2 ;;
esac
: "${PF:?}" "${OUT:?}"
cd "$(dirname "$0")/.." || exit 2
config=${CONFIG:-ref} backend=${BACKEND:-rtl} detector=${DETECTOR:-scord} metadata=${METADATA:-full}
seed=${SEED:-1} jobs=${JOBS:-2}
export PF OUT config backend detector metadata seed
mkdir -p "$OUT"
kernels="matmul reduction histogram stencil ticket_lock work_stealing"
shared="bytes histogram queue reduce scan transpose"

wanted() { # NAME WANTED...
	local name=$1 w
	shift
	[ $# -gt 0 ] || return 0
	for w; do case $name in "$w"*) return 0 ;; esac; done
	return 1
}

# A line: name, source file, define, detector, the oracle's model, races expected (1, 0).
list=$OUT/programs
{
	for f in sw/kernels/micro/*.cu; do
		name=$(basename "$f" .cu)
		case $name in race_*) expected=1 ;; *) expected=0 ;; esac
		echo "$name $f NONE $detector scord $expected"
	done
	for k in $kernels; do echo "$k sw/kernels/$k.cu NONE $detector+shared ptx 0"; done
	for k in $shared; do
		echo "shared_$k tb/shared/programs/$k.cu NONE $detector+shared ptx 1"
		echo "shared_${k}_mended tb/shared/programs/$k.cu MENDED $detector+shared ptx 0"
	done
} >"$list.all"
while read -r name rest; do
	wanted "$name" "$@" && echo "$name $rest"
done <"$list.all" >"$list"
all=$(wc -l <"$list")
[ "$all" -gt 0 ] || { echo "run_model.sh: no such program" >&2; exit 2; }

one() { # a line of the list: writes OUT/NAME.row
	local name src define detector model exe off on rc row
	read -r name src define detector model _ <<<"$1"
	exe=$OUT/$name off=$OUT/$name.off.json on=$OUT/$name.on.json row=$OUT/$name.row
	rm -f "$off" "$on" "$row"
	if ! "$PF" cc -O1 --arch sm_60 -D"$define" "$src" -o "$exe" >"$OUT/$name.log" 2>&1; then
		echo "$name,does not compile" >"$row"
		return
	fi
	if ! "$PF" run -q --config "$config" --set "seed=$seed" --json "$off" "$exe" >"$OUT/$name.off" 2>&1 </dev/null; then
		echo "$name,fails without detector: $(tail -n 1 "$OUT/$name.off")" >"$row"
		return
	fi
	"$PF" run -q --config "$config" --set "seed=$seed" --backend "$backend" --detector "$detector" --metadata "$metadata" \
		--oracle --model "$model" --color never --json "$on" "$exe" >"$OUT/$name.on" 2>&1 </dev/null
	rc=$?
	if [ ! -s "$on" ] || [ $rc -gt 1 ]; then
		echo "$name,fails with detector (exit status $rc): $(tail -n 1 "$OUT/$name.on")" >"$row"
		return
	fi
	jq -rs --arg name "$name" '.[1].races.distinct as $races | .[1].sim as $on |
		([.[1].races.list[] | select(.accesses.found + .accesses.missed == 0 and
			([.rows[].row] - ["f-predicted-lock"] == []))] | length) as $predicted |
		[$name, .[0].sim["gpu.cycles"], $on["gpu.cycles"], $races.found, $races.missed, $predicted, $races.false - $predicted,
		 32 * ($on["tap.metadata_reads"] + $on["tap.metadata_writes"])] | join(",")' "$off" "$on" >"$row"
}
export -f one

# Predicted: two locks, or one and none, ordered in this run only by who took them first; a race in another order.

progress() { # counts rows until all are there
	local n
	[ -t 2 ] || return 0
	while :; do
		n=$(find "$OUT" -name '*.row' -newer "$list" | wc -l)
		printf '\r%d of %d programs' "$n" "$all" >&2
		[ "$n" -lt "$all" ] || break
		sleep 1
	done
	printf '\r\033[K' >&2
}
start=$SECONDS
progress &
watch=$!
xargs -P "$jobs" -d '\n' -I{} bash -c 'one "{}"' <"$list"
kill $watch 2>/dev/null
wait $watch 2>/dev/null

while read -r name _ _ _ _ expected; do
	echo "$expected,$(cat "$OUT/$name.row")"
done <"$list" >"$OUT/rows"
# A row: expected, then what `one` wrote.
[ -z "${PF_CSV:-}" ] || {
	echo "program,expected,found,missed,predicted,false,cycles_off,cycles_on,slowdown,metadata_bytes"
	awk -F, 'NF == 9 { printf "%s,%d,%d,%d,%d,%d,%d,%d,%.3f,%d\n", $2, $1, $5, $6, $7, $8, $3, $4, $4 / $3, $9 }' "$OUT/rows"
} >"${PF_CSV:-/dev/null}"
awk -F, -v config="$config" -v backend="$backend" -v detector="$detector/$metadata, shared" -v seed="$seed" '
	BEGIN {
		printf "configuration %s, detector %s, backend %s, seed %s; races against the oracle\n", config, detector, backend, seed
		printf "%-46s %8s %6s %6s %9s %6s %10s %10s %8s %10s\n", "program", "expected", "found", "missed", "predicted", "false", "cycles", "with det.", "slowdown", "metadata B"
	}
	NF != 9 { printf "%-46s %s\n", $2, $3; bad++; next }
	{
		ok = $1 ? $5 + $7 > 0 : $5 + $6 + $7 + $8 == 0
		bad += !ok
		printf "%-46s %8s %6d %6d %9d %6d %10d %10d %8.3f %10d%s\n", $2, $1 ? "race" : "none", $5, $6, $7, $8, $3, $4, $4 / $3, $9, ok ? "" : "  <- not as expected"
		sum += log($4 / $3)
		n++
		racy += $1 > 0
		caught += $1 > 0 && ok
		found += $5
		missed += $6
		predicted += $7
		alarms += $8
	}
	END {
		printf "%d of %d racy programs caught; in all %d: %d race%s found, %d missed, %d predicted, %d false alarm%s; mean slowdown %.3f (geometric)\n",
			caught, racy, n, found, found == 1 ? "" : "s", missed, predicted, alarms, alarms == 1 ? "" : "s", exp(sum / (n ? n : 1))
		exit bad > 0
	}' "$OUT/rows"
bad=$?
for kind in race_ shared_; do # a report of each
	first=$(awk -F, -v kind=$kind '$1 && NF == 9 && $5 > 0 && index($2, kind) == 1 { print $2; exit }' "$OUT/rows")
	[ -z "$first" ] || { echo; echo "the report of $first:"; cat "$OUT/$first.on"; }
done
echo
[ $bad = 0 ] && echo "all as expected ($((SECONDS - start)) s)" || echo "NOT all as expected ($((SECONDS - start)) s)"
exit $bad
