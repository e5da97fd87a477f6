#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# tables: result files -> tables of README.md and rtl/README.md, between their markers.
#
#   synth/results/{nangate45,osu018,sky130hd,fpga}.csv, throughput*.csv ─┐
#   tb/rtl/mutants.csv, tb/formal/proofs.tab, headers of rtl/*/*.v ──────┴─> tables
#
#   usage: synth/tables.sh           fills the tables in
#          synth/tables.sh --check   exit 1 when a table is not what the files say
set -euo pipefail
cd "$(dirname "$0")/.."
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
results=synth/results

# The sentence behind a keyword of a module's header comment.
header() { # MODULE KEYWORD
	awk -v key="// $2" '
		index($0, key) == 1 { sub(key " +", ""); text = $0; on = 1; next }
		on && /^\/\/   +[^ ]/ && !/^\/\/ [A-Z]/ { sub(/^\/\/ +/, ""); text = text " " $0; next }
		on { exit }
		END { sub(/[;.] .*/, "", text); sub(/\.$/, "", text); print text }' rtl/*/"$1".v
}

field() { # LIBRARY BLOCK CONFIG COLUMN
	[ -e "$results/$1.csv" ] || { echo -; return; }
	awk -F, -v b="$2" -v c="$3" -v col="$4" '
		$1 == "library" { for (i = 1; i <= NF; i++) if ($i == col) at = i }
		$2 == b && $3 == c { v = $at } END { print v == "" ? "-" : v }' "$results/$1.csv"
}

rate() { # STREAM LATENCY COLUMN
	awk -F, -v s="$1" -v l="$2" -v col="$3" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == col) at = i }
		$9 == s && $8 == l { printf col == "cycles" ? "%d" : "%.2f", $at; exit }' "$results/throughput.csv"
}

# Of a unit: of all that it alone consists of.
status() { # MODULE
	local modules=$1 proofs faults
	case $1 in
	pf_sm_unit) modules=$(cd rtl/sm && ls pf_sm_unit.v pf_lock_*.v pf_barrier_file.v pf_through_ram.v) ;;
	pf_slice_unit) modules=$(cd rtl/slice && ls pf_*.v | grep -v '^pf_z') ;;
	pf_zcommit) modules=$(cd rtl/slice && ls pf_z*.v) ;;
	pf_store_buffer) modules=$(cd rtl/sm && ls pf_store_buffer.v pf_log_*.v pf_bloom.v) ;;
	esac
	modules=" $(echo ${modules//.v/}) "
	proofs=$(awk -v all="$modules" '
		/^#/ || !NF { next }
		# A proof of the Z-commit unit is not one of what it borrows.
		index($3, "pf_zcommit,") && !index(all, " pf_zcommit ") { next }
		{ hit = 0; n = split($3, s, ","); for (i = 1; i <= n; i++) if (index(all, " " s[i] " ")) hit = 1; total += hit }
		END { print total + 0 }' tb/formal/proofs.tab)
	faults=$(awk -F, -v all="$modules" 'index(all, " " $1 " ") { f += $4; n += $5 } END { if (f) print n " of " f }' tb/rtl/mutants.csv)
	echo "simulated on RTL and gates$([ "$proofs" = 0 ] || echo "; $proofs proof$([ "$proofs" = 1 ] || echo s) of it or its parts")${faults:+; planted faults noticed: $faults}"
}

row() { # MODULE
	local through latency
	case $1 in
	pf_slice_unit)
		through="entries a cycle, memory latency 30 / 200: whole sectors $(rate full_sectors 30 entries_per_cycle) / $(rate full_sectors 200 entries_per_cycle), single words $(rate scattered_words 30 entries_per_cycle) / $(rate scattered_words 200 entries_per_cycle), one hot word $(rate hot_word 30 entries_per_cycle); fences $(rate fences 30 requests_per_cycle) a cycle"
		latency="a word alone, until written back and the unit idle: $(rate alone 30 cycles) / $(rate alone 200 cycles) cycles"
		;;
	*) through=$(header "$1" Throughput) latency=$(header "$1" Latency) ;;
	esac
	printf '| `%s` | %s + %s | %s | %s | %s | %s | %s | %s |\n' "$1" "$(field nangate45 "$1" ref flops)" \
		"$(field nangate45 "$1" ref ram_bits)" "$(field nangate45 "$1" ref kge)" \
		"$(field nangate45 "$1" ref fmax_mhz)" "$(field osu018 "$1" ref fmax_mhz) / $(field sky130hd "$1" ref fmax_mhz)" \
		"$through" "$latency" "$(status "$1")"
}

blocks() { # MODULE...
	echo '| block | state bits: flops + memory | kGE, memories apart | MHz, Nangate45 | MHz, OSU018 / sky130 | throughput | latency | status |'
	echo '|---|---|---|---|---|---|---|---|'
	for m; do row "$m"; done
}

configs() { # MODULE: every row of it
	echo '| configuration | kGE: Nangate45 | OSU018 | sky130 | flops | memory bits | MHz: Nangate45 | OSU018 | sky130 | longest path, Nangate45 |'
	echo '|---|---|---|---|---|---|---|---|---|---|'
	awk '/^#/ || !NF { next } { sub(/^\* */, ""); print $1, $2 }' synth/configs.tab | while read -r m c; do
		[ "$m" = "$1" ] || continue
		printf '| `%s` | %s | %s | %s | %s | %s | %s | %s | %s | %s |\n' "$c" "$(field nangate45 "$m" "$c" kge)" \
			"$(field osu018 "$m" "$c" kge)" "$(field sky130hd "$m" "$c" kge)" "$(field nangate45 "$m" "$c" flops)" \
			"$(field nangate45 "$m" "$c" ram_bits)" "$(field nangate45 "$m" "$c" fmax_mhz)" \
			"$(field osu018 "$m" "$c" fmax_mhz)" "$(field sky130hd "$m" "$c" fmax_mhz)" \
			"$(field nangate45 "$m" "$c" critical_path | sed 's/->/to/; s/u_//g')"
	done
}

rates() {
	echo '| stream | entries a cycle at latency 30 | at 200 | requests a cycle at 30 | at 200 |'
	echo '|---|---|---|---|---|'
	awk -F, 'NR > 1 && $9 != "alone" && !seen[$9]++ { print $9 }' "$results/throughput.csv" | while read -r s; do
		printf '| %s | %s | %s | %s | %s |\n' "${s//_/ }" "$(rate "$s" 30 entries_per_cycle)" "$(rate "$s" 200 entries_per_cycle)" \
			"$(rate "$s" 30 requests_per_cycle)" "$(rate "$s" 200 requests_per_cycle)"
	done
}

# Of the Z-commit unit: streams are said in words where the table is.
commit_rates() {
	echo '| stream | filter on, latency 30 | 200 | filter off, latency 30 | 200 |'
	echo '|---|---|---|---|---|'
	awk -F, 'NR > 1 { if (!seen[$3]++) order[++n] = $3; v[$3, $2, $4] = sprintf("%.2f", $5) }
		END { for (i = 1; i <= n; i++) { s = order[i]
			printf "| %s | %s | %s | %s | %s |\n", s, v[s, "on", 30], v[s, "on", 200], v[s, "off", 30], v[s, "off", 200] } }' \
		"$results/throughput_zcommit.csv"
}

# Of the store buffer: the file as it is.
store_rates() {
	awk -F, 'function row(    i, s) { for (i = 1; i <= NF; i++) s = s "| " $i " "; return s "|" }
		NR == 1 { gsub(/_/, " "); sub(/^latency/, "memory latency"); n = NF; print row()
			for (i = 1; i <= n; i++) printf "|---"; print "|"; next }
		{ print row() }' "$results/throughput_store_buffer.csv"
}

fpga() {
	echo '| family | block | configuration | LUTs | LUTs as memory | carries | flops | block RAMs | MHz | remark |'
	echo '|---|---|---|---|---|---|---|---|---|---|'
	awk -F, '/^#/ || /^family/ || /^block/ { next } { print }' "$results/fpga.csv" | sed 's/,/ | /g; s/^/| /; s/$/ |/'
}

# README shows the units; rtl/README.md everything.
blocks pf_sm_unit pf_slice_unit pf_store_buffer pf_quantum pf_zcommit >"$tmp/hardware"
{
	blocks pf_sm_unit pf_lock_table pf_barrier_file pf_slice_unit pf_region pf_lines pf_check pf_fence_file \
		pf_rules_scord pf_rules_scord_paper pf_report pf_sweep pf_regs pf_counters \
		pf_store_buffer pf_bloom pf_quantum pf_partition pf_mode_barrier pf_zcommit
	echo
	echo 'The slice unit by configuration:'
	echo
	configs pf_slice_unit
	echo
	echo 'The SM unit by configuration:'
	echo
	configs pf_sm_unit
	echo
	echo 'The Z-commit unit by configuration:'
	echo
	configs pf_zcommit
	echo
	echo 'The store buffer by configuration:'
	echo
	configs pf_store_buffer
	echo
	echo 'Sustained rates of the slice unit (`ref`, `scord`, `full`):'
	echo
	rates
	echo
	echo 'Sustained requests a cycle of the Z-commit unit (`ref`): one line again and again; as many lines as the Z-cache'
	echo 'holds; in each quantum that many new ones; thousands of new ones in one quantum, where every victim is written'
	echo 'back and the filter fills up; four times what the Z-cache holds, again and again:'
	echo
	commit_rates
	echo
	echo 'Cycles of the store buffer (`ref`); `word` is one sector, `line` four. A load that its log does not have; stores;'
	echo 'an entry drained, of one warp and (`drain warps`) of all 32, four entries each; a load that finds one of the oldest of 24 lines;'
	echo 'loads of a line that is open; stores of eight lines in turn:'
	echo
	store_rates
	if [ -e "$results/fpga.csv" ]; then
		echo
		echo 'FPGA:'
		echo
		fpga
	fi
} >"$tmp/synth"

fill() { # FILE NAME
	grep -q "<!-- begin:$2 -->" "$1" || { echo "tables.sh: $1 has no <!-- begin:$2 -->" >&2; exit 2; }
	awk -v name="$2" -v new="$tmp/$2" '
		index($0, "<!-- begin:" name " -->") { print; print ""; while ((getline l <new) > 0) print l; print ""; skip = 1; next }
		index($0, "<!-- end:" name " -->") { skip = 0 }
		!skip' "$1" >"$tmp/filled"
	if [ -n "$check" ]; then
		cmp -s "$tmp/filled" "$1" || { echo "tables.sh: the table $2 of $1 is old: run synth/tables.sh" >&2; exit 1; }
	else
		cp "$tmp/filled" "$1"
	fi
}

check=
case ${1-} in '') ;; --check) check=1 ;; *) echo "usage: synth/tables.sh [--check]" >&2; exit 2 ;; esac
fill README.md hardware
fill rtl/README.md synth
