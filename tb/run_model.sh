#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# run_model: the 32 microbenchmarks and a handful of kernels on the GPU modelled clock by clock, with
# the detector's Verilog in it, and a table of what was found and what it cost.
#
#   .cu -> photofinish cc -> run --config ref, detector off and on -> JSON -> a row
set -u
usage() {
	cat <<-'EOT'
		usage: tb/run_model.sh [NAME...]
		  NAME  only programs whose name begins so
		exit 0: everything as expected; 1: a race too many or too few, or a program failed
		environment: PF the command, OUT a folder; JOBS (2), CONFIG (ref), ENGINE (rtl), DETECTOR (scord),
		  METADATA (cached16), SEED (1), PF_CSV a file that gets the table as CSV
	EOT
}
case ${1:-} in
-h | --help) usage; exit 0 ;;
-*) usage >&2; exit 2 ;;
esac
: "${PF:?}" "${OUT:?}"
cd "$(dirname "$0")/.." || exit 2
config=${CONFIG:-ref} engine=${ENGINE:-rtl} detector=${DETECTOR:-scord} metadata=${METADATA:-cached16}
seed=${SEED:-1} jobs=${JOBS:-2}
export PF OUT config engine detector metadata seed
mkdir -p "$OUT"
kernels="matmul reduction histogram stencil ticket_lock work_stealing"

wanted() { # NAME WANTED...
	local name=$1 w
	shift
	[ $# -gt 0 ] || return 0
	for w; do case $name in "$w"*) return 0 ;; esac; done
	return 1
}

list=$OUT/programs
for f in sw/kernels/micro/*.cu; do echo "$f"; done >"$list.all"
for k in $kernels; do echo "sw/kernels/$k.cu"; done >>"$list.all"
while read -r f; do
	wanted "$(basename "$f" .cu)" "$@" && echo "$f"
done <"$list.all" >"$list"
all=$(wc -l <"$list")
[ "$all" -gt 0 ] || { echo "run_model.sh: no such program" >&2; exit 2; }

one() { # source file: writes OUT/NAME.row
	local src=$1 name exe off on rc row
	name=$(basename "$src" .cu) exe=$OUT/$name off=$OUT/$name.off.json on=$OUT/$name.on.json
	row=$OUT/$name.row
	rm -f "$off" "$on" "$row"
	if ! "$PF" cc -O1 --arch sm_60 "$src" -o "$exe" >"$OUT/$name.log" 2>&1; then
		echo "$name,does not compile" >"$row"
		return
	fi
	if ! "$PF" run -q --config "$config" --set "seed=$seed" --json "$off" "$exe" >"$OUT/$name.off" 2>&1 </dev/null; then
		echo "$name,fails without detector: $(tail -n 1 "$OUT/$name.off")" >"$row"
		return
	fi
	"$PF" run -q --config "$config" --set "seed=$seed" --engine "$engine" --detector "$detector" --metadata "$metadata" \
		--color never --json "$on" "$exe" >"$OUT/$name.on" 2>&1 </dev/null
	rc=$?
	if [ ! -s "$on" ] || [ $rc -gt 1 ]; then
		echo "$name,fails with detector (exit status $rc): $(tail -n 1 "$OUT/$name.on")" >"$row"
		return
	fi
	awk -v name="$name" '
		FNR == 1 { file++ }
		{ gsub(/[",]/, "") }
		$1 == "gpu.cycles:" { cycles[file] = $2 }
		$1 == "tap.metadata_reads:" { reads = $2 }
		$1 == "tap.metadata_writes:" { writes = $2 }
		file == 2 && $1 == "races:" && $2 != "{" { races = $2 }
		END { printf "%s,%d,%d,%d,%d\n", name, cycles[1], cycles[2], races, 32 * (reads + writes) }' "$off" "$on" >"$row"
}
export -f one

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
xargs -P "$jobs" -I{} bash -c 'one {}' <"$list"
kill $watch 2>/dev/null
wait $watch 2>/dev/null

while read -r f; do
	name=$(basename "$f" .cu)
	case $name in race_*) expected=1 ;; *) expected=0 ;; esac
	echo "$expected,$(cat "$OUT/$name.row")"
done <"$list" >"$OUT/rows"
[ -z "${PF_CSV:-}" ] || {
	echo "program,expected,found,false,cycles_off,cycles_on,slowdown,metadata_bytes"
	awk -F, 'NF == 6 { printf "%s,%d,%d,%d,%d,%d,%.3f,%d\n", $2, $1, $1 ? $5 : 0, $1 ? 0 : $5, $3, $4, $4 / $3, $6 }' "$OUT/rows"
} >"${PF_CSV:-/dev/null}"
awk -F, -v config="$config" -v engine="$engine" -v detector="$detector/$metadata" -v seed="$seed" '
	BEGIN {
		printf "configuration %s, detector %s, engine %s, seed %s\n", config, detector, engine, seed
		printf "%-46s %8s %6s %6s %10s %10s %8s %10s\n", "program", "expected", "found", "false", "cycles", "with det.", "slowdown", "metadata B"
	}
	NF != 6 { printf "%-46s %s\n", $2, $3; bad++; next }
	{
		ok = ($1 > 0) == ($5 > 0)
		bad += !ok
		printf "%-46s %8s %6d %6d %10d %10d %8.3f %10d%s\n", $2, $1 ? "race" : "none", $1 ? $5 : 0, $1 ? 0 : $5, $3, $4, $4 / $3, $6, ok ? "" : "  <- not as expected"
		sum += log($4 / $3)
		n++
		races += $1 > 0
		found += $1 > 0 && $5 > 0
		alarms += !$1 && $5 > 0
	}
	END {
		printf "%d of %d racy programs found, %d false alarms in %d others; mean slowdown %.3f (geometric)\n", found, races, alarms, n - races, exp(sum / (n ? n : 1))
		exit bad > 0
	}' "$OUT/rows"
bad=$?
first=$(awk -F, '$1 && NF == 6 && $5 > 0 { print $2; exit }' "$OUT/rows")
[ -z "$first" ] || { echo; echo "the report of $first:"; cat "$OUT/$first.on"; }
echo
[ $bad = 0 ] && echo "all as expected ($((SECONDS - start)) s)" || echo "NOT all as expected ($((SECONDS - start)) s)"
exit $bad
