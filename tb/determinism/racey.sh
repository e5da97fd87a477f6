#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# racey: the race stress test over many seeds: one signature with --deterministic, in every size of quantum,
# log, Bloom filter and Z-cache; many without. All sources of noise are on.
set -u
usage() {
	cat <<-'EOT'
		usage: tb/determinism/racey.sh [-s SEEDS] [-o FILE] [CONFIGURATION...]
		  -s SEEDS  seeds 1..SEEDS for each configuration (default 200); with the Verilog a tenth of them
		  -o FILE   the rows as CSV; else on standard output
		exit 0: all as it must be; 1: not so; 2: wrong use
		environment: PF the command, OUT a folder, JOBS (2), ROUNDS of a thread (16)
	EOT
}
seeds=200 csv=/dev/stdout
while getopts s:o:h opt; do
	case $opt in
	s) seeds=$OPTARG ;;
	o) csv=$OPTARG ;;
	h) usage; exit 0 ;;
	*) usage >&2; exit 2 ;;
	esac
done
shift $((OPTIND - 1))
: "${PF:?}" "${OUT:?}"
case $seeds in '' | *[!0-9]* | 0) usage >&2; exit 2 ;; esac
cd "$(dirname "$0")/../.." || exit 2
mkdir -p "$OUT"
export PF OUT seeds ROUNDS=${ROUNDS:-16}
for v in 0 1; do
	"$PF" cc -O1 --arch sm_60 -DBLOCKS=30 -DATOMICS=$v sw/kernels/gpudet/racey.cu -o "$OUT/racey$v" || exit 2
done

# Name, what its signature must be (base: that of base; own: its own; many: another one nearly each time), program,
# options. What decides the quanta decides the signature; what decides only how long things take does not.
list() {
	cat <<-'EOT'
		without        many  0
		base           own   0 --deterministic
		quantum_20     own   0 --deterministic --quantum 20
		quantum_100    own   0 --deterministic --quantum 100
		quantum_600    own   0 --deterministic --quantum 600
		quantum_1000   own   0 --deterministic --quantum 1000
		quantum_65535  own   0 --deterministic --quantum 65535
		log_32         own   0 --deterministic --set deterministic.log_entries=32
		log_128        own   0 --deterministic --set deterministic.log_entries=128
		fence_each     own   0 --deterministic --set deterministic.fence=each
		no_dwp         own   0 --deterministic --no-dwp
		bloom_exact    base  0 --deterministic --set deterministic.bloom_bits=0
		bloom_128      base  0 --deterministic --set deterministic.bloom_bits=128
		bloom_256      base  0 --deterministic --set deterministic.bloom_bits=256
		bloom_512      base  0 --deterministic --set deterministic.bloom_bits=512
		z_2_rows       base  0 --deterministic --set deterministic.z_sets=2,deterministic.z_ways=1,deterministic.z_misses=1,deterministic.z_requests=2
		z_8KB          base  0 --deterministic --set deterministic.z_sets=16
		z_32KB         base  0 --deterministic --set deterministic.z_sets=64
		z_128KB        base  0 --deterministic --set deterministic.z_sets=256
		z_fetch        base  0 --deterministic --set deterministic.z_filter=off,deterministic.z_sets=2
		barrier_1000   base  0 --deterministic --set deterministic.barrier_latency=1000
		lock           base  0 --deterministic --commit lock
		verilog        base  0 --deterministic --backend rtl
		atomics        own   1 --deterministic
		atomics_cu     atomics 1 --deterministic --serial cu
		atomics_warp   atomics 1 --deterministic --serial warp
		atomics_z_2    atomics 1 --deterministic --set deterministic.z_sets=2,deterministic.z_ways=1,deterministic.bloom_bits=64
		atomics_without many 1
	EOT
}

one() { # a line of the list: its row
	local name must v opts n=$seeds i
	read -r name must v opts <<<"$1"
	case "$opts" in
	*--backend*) n=$(((seeds + 9) / 10)) ;;
	*--deterministic*) opts+=" --backend model" ;;
	esac
	: >"$OUT/$name.signatures"
	for ((i = 1; i <= n; i++)); do
		# shellcheck disable=SC2086
		"$PF" run -q --config ref --set "seed=$i,clock.phase=on,dram.refresh_phase=on,dram.arbiter_start=on" $opts \
			"$OUT/racey$v" "$ROUNDS" 2>>"$OUT/$name.err" </dev/null | sed -n 's/.*hash=//p' >>"$OUT/$name.signatures"
	done
	echo "$name,$must,$n,$(sort -u "$OUT/$name.signatures" | wc -l),$(wc -l <"$OUT/$name.signatures"),$(head -n 1 "$OUT/$name.signatures"),${opts//,/ }" >"$OUT/$name.row"
}
export -f one

if [ $# -gt 0 ]; then
	for w; do list | grep -E "^[[:space:]]*$w "; done >"$OUT/list"
else
	list >"$OUT/list"
fi
[ -s "$OUT/list" ] || { echo "racey.sh: no such configuration" >&2; exit 2; }
rm -f "$OUT"/*.row
xargs -P "${JOBS:-2}" -d '\n' -I{} bash -c 'one "{}"' <"$OUT/list"
{
	echo "configuration,must,seeds,signatures,runs,signature,options"
	while read -r name _; do cat "$OUT/$name.row"; done <"$OUT/list"
} >"$OUT/table.csv"
[ "$csv" = /dev/stdout ] && cat "$OUT/table.csv" || cp "$OUT/table.csv" "$csv"
awk -F, 'NR > 1 {
	signature[$1] = $6
	why = ""
	if ($5 != $3) why = "runs failed"
	else if ($2 == "many") { if ($4 < $3 / 4) why = "hardly any varies" }
	else if ($4 != 1) why = "signatures differ"
	else if ($2 != "own" && ($2 in signature) && signature[$2] != $6) why = "not the signature of " $2
	if (why != "") { print "racey.sh: " why ": " $0 > "/dev/stderr"; bad++ }
} END { exit bad > 0 }' "$OUT/table.csv"
