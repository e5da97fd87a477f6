#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# cycles: what the unit for shared memory costs: programs without races that use shared memory, on the modelled GPU with the Verilog in
# every SM and without; with detector.shared_queue = 4, too, with the reference model's timing, and with what the unit
# keeps in the scratchpad itself (detector.shared_shadow = 1).
#
#   PF photofinish   OUT folder for programs   CSV result   SEEDS how many (5)   J runs at once (2)
#
# A row: means over the seeds of cycles and of what the units counted; slowdown: of these means. The last two rows are means
# over programs: of all, and of those that wait for each other in memory (locks, queues, chained blocks), of which any change of timing moves
# the cycles.
set -u
: "${PF:?}" "${OUT:?}" "${CSV:?}"
export LC_ALL=C PF OUT SEEDS=${SEEDS:-5}
cd "$(dirname "$0")/../.." || exit 2
mkdir -p "$OUT"
programs="bitonic histogram matmul nbody reduction stencil transpose gpudet/aes gpudet/hotspot gpudet/lps gpudet/srad"
programs+=" scan ticket_lock work_stealing scor/red scor/uts" # the rest wait for each other
variants="off on queue model shadow"

run() { # PROGRAM VARIANT SEED
	local base=$OUT/$1.$2.$3 options=(--config ref) set=seed=$3
	[ ! -t 2 ] || printf '\r\033[K%s %s, seed %s' "$1" "$2" "$3" >&2
	[ ! "$base.json" -nt "$PF" ] || return 0
	case $2 in
	on) options+=(--detector shared) ;;
	queue) options+=(--detector shared) set+=,detector.shared_queue=4 ;;
	model) options+=(--detector shared --backend model) ;;
	shadow) options+=(--detector shared) set+=,detector.shared_shadow=1 ;;
	esac
	"$PF" run -q --color never "${options[@]}" --set "$set" --json "$base.new" "$OUT/$1" >"$base.log" 2>&1 </dev/null ||
		{ echo "$1 $2 seed $3: exit status $?: $(tail -n 1 "$base.log")"; return 1; }
	mv "$base.new" "$base.json"
}
export -f run

for p in $programs; do
	"$PF" cc -w --arch sm_60 -O1 "sw/kernels/$p.cu" -o "$OUT/${p##*/}" || exit 1
done
for p in $programs; do
	for v in $variants; do
		for ((s = 1; s <= SEEDS; s++)); do printf '%s\0%s\0%s\0' "${p##*/}" $v $s; done
	done
done | xargs -0 -n 3 -P "${J:-2}" bash -c 'run "$@"' run || exit 1
[ ! -t 2 ] || printf '\r\033[K' >&2

sums() { # PROGRAM VARIANT: cycles waits rounds orders epochs forgets splits lost races
	cat "$OUT/$1.$2".*.json | jq -rs '[.[].sim] | length as $n |
		def mean($name): [.[][$name] // 0] | add / $n;
		[mean("gpu.cycles"), mean("shared.waits"), mean("shared.rounds"), mean("shared.orders"), mean("shared.epochs"),
		 mean("shared.forgets"), mean("shared.splits"), mean("shared.lost"), mean("shared.races")] | map(tostring) | join(" ")'
}
{
	echo "# $("$PF" --version | head -n 1); \`make shared-cycles\`, $SEEDS seeds, sm_60, config ref."
	echo "app,waits_for_others,cycles_off,cycles_on,slowdown,slowdown_queue,slowdown_model,slowdown_shadow,waits,rounds,orders,epochs,forgets,splits,lost,races"
	others=0
	for p in $programs; do
		[ "$p" != scan ] || others=1
		p=${p##*/}
		echo "$p $others $(sums "$p" off | cut -d' ' -f1) $(sums "$p" queue | cut -d' ' -f1) $(sums "$p" model | cut -d' ' -f1) $(sums "$p" shadow | cut -d' ' -f1) $(sums "$p" on)"
	done | awk '
		{
			printf "%s,%d,%.0f,%.0f,%.4f,%.4f,%.4f,%.4f", $1, $2, $3, $7, $7 / $3, $4 / $3, $5 / $3, $6 / $3
			for (i = 8; i <= NF; i++) printf ",%.0f", $i
			print ""
			n++; on += $7 / $3; queue += $4 / $3; model += $5 / $3; shadow += $6 / $3
			if (!$2) { m++; on0 += $7 / $3; queue0 += $4 / $3; model0 += $5 / $3; shadow0 += $6 / $3 }
		}
		END {
			printf "mean,,,,%.4f,%.4f,%.4f,%.4f,,,,,,,,\n", on / n, queue / n, model / n, shadow / n
			printf "mean_alone,0,,,%.4f,%.4f,%.4f,%.4f,,,,,,,,\n", on0 / m, queue0 / m, model0 / m, shadow0 / m
		}'
} >"$CSV.new" && mv "$CSV.new" "$CSV"
