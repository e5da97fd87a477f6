#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# determinism: every program of the repository, many seeds, with and without --deterministic: how many
# different memories, outputs and race reports come out?
#
#   .cu ─ photofinish cc ─> run --config ref --deterministic --detector scord --set seed=1.. ─┬─> a row
#                           run --config ref                --set seed=1..               ─┘
set -u
usage() {
	cat <<-'EOT'
		usage: tb/determinism/determinism.sh [-s SEEDS] [-o FILE] [-e BACKEND] [-a ARCH] [-r] [NAME...]
		  -s SEEDS   seeds 1..SEEDS for each program (default 50)
		  -o FILE    the rows as CSV; else on standard output
		  -e BACKEND  model (default), rtl or compare
		  -a ARCH    what programs are compiled for (default sm_60); rows of another are NAME_ARCH
		  -r         also without --deterministic, to see what would vary
		  NAME       programs whose path contains it; default: all
		exit 0: every program has one memory, one output and one report; 1: not so; 2: wrong use
		environment: PF the command, OUT a folder, JOBS (2), EXTRA more options of run
	EOT
}
seeds=50 csv=/dev/stdout backend=model arch=sm_60 plain=0
while getopts s:o:e:a:rh opt; do
	case $opt in
	s) seeds=$OPTARG ;;
	o) csv=$OPTARG ;;
	e) backend=$OPTARG ;;
	a) arch=$OPTARG ;;
	r) plain=1 ;;
	h) usage; exit 0 ;;
	*) usage >&2; exit 2 ;;
	esac
done
shift $((OPTIND - 1))
: "${PF:?}" "${OUT:?}"
case $seeds in '' | *[!0-9]* | 0) usage >&2; exit 2 ;; esac
cd "$(dirname "$0")/../.." || exit 2
mkdir -p "$OUT"
noise=clock.phase=on,dram.refresh_phase=on,dram.arbiter_start=on
export PF OUT seeds backend arch plain noise EXTRA=${EXTRA-}

# Program, and what it is built and run with. Racy variants of ScoR's applications: all races at once.
list() {
	local f
	for f in sw/kernels/*.cu sw/kernels/micro/*.cu; do echo "$f||"; done
	for f in sw/kernels/scor/*.cu; do
		echo "$f||ci"
		echo "$f|-DRACE=RACE_ALL|ci"
	done
	for f in sw/kernels/gpudet/*.cu; do echo "$f||${ORDER_SIZE:-ci}"; done
	echo "sw/kernels/gpudet/racey.cu|-DATOMICS=1|${ORDER_SIZE:-ci}"
}

one() { # line of the list
	local src flags args name exe i rc
	IFS='|' read -r src flags args <<<"$1"
	name=$(basename "$src" .cu)${flags:+_${flags#-D}}
	name=${name//=/_}
	[ "$arch" = sm_60 ] || name+=_$arch
	exe=$OUT/$name.exe
	# shellcheck disable=SC2086
	"$PF" cc -O1 --arch "$arch" $flags "$src" -o "$exe" >"$OUT/$name.log" 2>&1 || { echo "$name,0,does not compile" >"$OUT/$name.row"; return; }
	: >"$OUT/$name.memory"; : >"$OUT/$name.output"; : >"$OUT/$name.report"; : >"$OUT/$name.plain"; : >"$OUT/$name.status"
	for ((i = 1; i <= seeds; i++)); do
		rm -f "$OUT/$name.json"
		# shellcheck disable=SC2086
		"$PF" run -q --config ref --backend "$backend" --deterministic $EXTRA --detector scord --error-exitcode 0 --memory-hash \
			--set "seed=$i,$noise" --json "$OUT/$name.json" "$exe" $args >"$OUT/$name.out" 2>"$OUT/$name.err" </dev/null
		rc=$?
		echo "$rc" >>"$OUT/$name.status"
		jq -r '.memory_hash' "$OUT/$name.json" >>"$OUT/$name.memory" 2>>"$OUT/$name.log" || echo "none $i" >>"$OUT/$name.memory"
		jq -c '.races' "$OUT/$name.json" 2>>"$OUT/$name.log" | cksum >>"$OUT/$name.report"
		{ echo $rc; cat "$OUT/$name.out"; } | cksum >>"$OUT/$name.output"
		[ "$plain" = 1 ] || continue
		# shellcheck disable=SC2086
		"$PF" run -q --config ref --memory-hash --set "seed=$i,$noise" "$exe" $args 2>&1 >/dev/null </dev/null |
			grep 'memory after' >>"$OUT/$name.plain"
	done
	count() { sort -u "$OUT/$name.$1" | wc -l; }
	echo "$name,$seeds,$(count memory),$(count output),$(count report),$([ "$plain" = 1 ] && count plain)," \
		"$(jq -r '.races.races' "$OUT/$name.json"),$(tail -n 1 "$OUT/$name.status"),$(jq -r '.sim["gpudet.quanta"]' "$OUT/$name.json")" |
		tr -d ' ' >"$OUT/$name.row"
}
export -f one

list >"$OUT/list.all"
if [ $# -gt 0 ]; then
	for w; do grep -F -- "$w" "$OUT/list.all"; done | sort -u >"$OUT/list"
else
	cp "$OUT/list.all" "$OUT/list"
fi
all=$(wc -l <"$OUT/list")
[ "$all" -gt 0 ] || { echo "determinism.sh: no such program" >&2; exit 2; }
rm -f "$OUT"/*.row
progress() {
	local n=0
	[ -t 2 ] || return 0
	while [ "$n" -lt "$all" ]; do
		n=$(find "$OUT" -name '*.row' | wc -l)
		printf '\r%d of %d programs' "$n" "$all" >&2
		sleep 1
	done
	printf '\r\033[K' >&2
}
progress &
watch=$!
xargs -P "${JOBS:-2}" -d '\n' -I{} bash -c 'one "{}"' <"$OUT/list"
kill $watch 2>/dev/null
wait $watch 2>/dev/null
{
	echo "program,seeds,memories,outputs,reports,memories_without,races,status,quanta"
	cat "$OUT"/*.row
} >"$OUT/table.csv"
[ "$csv" = /dev/stdout ] && cat "$OUT/table.csv" || cp "$OUT/table.csv" "$csv"
awk -F, 'NR > 1 {
	if (NF != 9 || $3 != 1 || $4 != 1 || $5 != 1) { print "determinism.sh: not deterministic: " $0 > "/dev/stderr"; bad++ }
} END { exit bad > 0 }' "$OUT/table.csv"
