#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# docs: fills the blocks of docs/scord.md that stand between <!-- begin:NAME --> and <!-- end:NAME -->, and its single
# numbers (values.awk), from the tables of a campaign (tables.sh), from the applications (their .races files and the marks in their sources) and from variants.tab.
set -u
usage() {
	cat <<-'EOT'
		usage: sim/figures/docs.sh SIZE
		  SIZE  ci or paper
		exit 0: filled in; 2: no tables, or a block of the document that has no name here
		environment: RESULTS the folder with the tables (sim/results/scor/SIZE), DOC the document (docs/scord.md),
		  KERNELS the applications (sw/kernels/scor)
	EOT
}
case ${1:-} in
-h | --help) usage; exit 0 ;;
-* | "") usage >&2; exit 2 ;;
esac
export LC_ALL=C
size=$1
root=$(readlink -f "$(dirname "$0")/../..")
results=$(readlink -m "${RESULTS:-$root/sim/results/scor/$size}")
doc=$(readlink -m "${DOC:-$root/docs/scord.md}")
kernels=$(readlink -m "${KERNELS:-$root/sw/kernels/scor}")
cd "$root" || exit 2
[ -s "$results/runs.csv" ] || { echo "docs.sh: no $results/runs.csv" >&2; exit 2; }
[ -s "$results/fig8.csv" ] || { echo "docs.sh: no tables in $results: sim/figures/tables.sh $size" >&2; exit 2; }
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT

# rows NAME HEAD ALIGNMENT BODY: a table from NAME.csv. BODY is awk; f["column"] are the cells of a row.
rows() {
	awk -F, -v head="$2" -v rule="$3" '
		function name(a) {
			if (a == "geomean")
				return "geometric mean"
			if (a == "micro")
				return "microbenchmarks"
			if (a == "weighted")
				return "weighted mean"
			return a == "mean" || a == "total" ? a : toupper(a)
		}
		function ratio(y) { return y == "" ? "" : sprintf("%.2f", y) }
		function extent(y, low, high) {
			if (y == "" || low == "" || low == high)
				return ratio(y)
			return ratio(y) " (" ratio(low) " to " ratio(high) ")"
		}
		function percent(y) { return y == "" ? "" : sprintf("%.1f", y) }
		function line(text) { if (!n++) print head "\n" rule; print "| " text " |" }
		/^#/ { next }
		!titles++ { for (i = 1; i <= NF; i++) title[i] = $i; next }
		{ for (i = 1; i <= NF; i++) f[title[i]] = $i }
		'"$4"'
		END { if (!n) print "*No such runs.*" }' "$results/$1.csv" || { echo "docs.sh: table $1" >&2; return 2; }
}

block_campaign() {
	awk -F, -v size="$size" '
		/^#/ { next }
		!titles++ { for (i = 1; i <= NF; i++) at[$i] = i; next }
		{
			all++
			seconds += $at["seconds"]
			timed += $at["cycles"] != ""
			cycles += $at["cycles"]
			if ($at["race"] == "none") free++
			if (!($at["app"] in seen)) { seen[$at["app"]] = 1; apps++ }
		}
		END {
			printf "Campaign `%s`: %d runs of %d applications, %d of them on the clock-by-clock model (%.0f million " \
				"cycles), %d of builds without races; %.0f minutes of one processor inside launches.\n", size, all,
				apps, timed, cycles / 1e6, free, seconds / 60
		}' "$results/runs.csv"
}

# Builds without races: what ran, and what it takes to run it.
block_programs() {
	awk -F, -v size="$size" '
		function million(y) { return sprintf("%.2f", y / 1e6) }
		/^#/ { next }
		!titles++ { for (i = 1; i <= NF; i++) at[$i] = i; next }
		$at["race"] != "none" || $at["input"] != size || $at["ok"] != 1 { next }
		{
			a = $at["app"]
			x = $at["variant"]
			if (!((a, x) in seen)) {	# the first seed
				seen[a, x] = 1
				if (x == "off")
					blocks[a] = $at["blocks"]
				warps[a, x] = $at["warp_insns"]
				threads[a, x] = $at["thread_insns"]
				cycles[a, x] = $at["cycles"]
				seconds[a, x] = $at["seconds"]
			}
		}
		END {
			print "| | blocks | million warp instructions | active lanes | million cycles, no detector | cached16 |" \
				" full | host seconds, no detector | cached16 | full |"
			print "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|"
			n = split("mm red r110 gcol gcon 1dc uts", app, " ")
			for (i = 1; i <= n; i++) {
				a = app[i]
				if (!((a, "off") in seen))
					continue
				printf "| %s | %d | %s | %.1f | %s | %s | %s | %.1f | %s | %s |\n", toupper(a), blocks[a],
					million(warps[a, "off"]), threads[a, "off"] / warps[a, "off"], million(cycles[a, "off"]),
					(a, "cached16") in seen ? million(cycles[a, "cached16"]) : "",
					(a, "full") in seen ? million(cycles[a, "full"]) : "", seconds[a, "off"],
					(a, "cached16") in seen ? sprintf("%.1f", seconds[a, "cached16"]) : "",
					(a, "full") in seen ? sprintf("%.1f", seconds[a, "full"]) : ""
			}
		}' "$results/runs.csv"
}

block_variants() {
	echo "| variant | options of \`photofinish run\` | meaning |"
	echo "|---|---|---|"
	awk -F '\t' '!/^#/ && NF >= 3 { printf "| `%s` | `%s` | %s |\n", $1, $2, $3 }' sim/figures/variants.tab
}

# Each race, and the lines where it is reported.
block_races() {
	local app
	echo "| application | race | kinds | variable | what is broken | reported at |"
	echo "|---|--:|---|---|---|---|"
	for app in mm red r110 gcol gcon 1dc uts; do
		[ -f "$kernels/$app.races" ] || continue
		awk -F '\t' -v app="$app" '
			FNR == NR {
				if (match($0, /\/\/ race [0-9, ]*[0-9]$/)) {
					k = split(substr($0, RSTART + 8), a, /, */)
					for (i = 1; i <= k; i++)
						lines[a[i] + 0] = lines[a[i] + 0] (lines[a[i] + 0] == "" ? "" : ", ") FNR
				}
				next
			}
			/^#/ || NF < 4 { next }
			{ gsub(/,/, ", ", $2); printf "| %s | %d | %s | `%s` | %s | [%s.cu](../sw/kernels/scor/%s.cu): %s |\n",
				toupper(app), $1, $2, $3, $4, app, app, lines[$1 + 0] }' \
			"$kernels/$app.cu" "$kernels/$app.races"
	done
}

block_table6() {
	rows table6 "| | present | scord-paper, full | cached16 | scord, full | cached16 | exact (oracle) | paper: present | base | ScoRD |" \
		"|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|" '
		{ line(name(f["app"]) " | " f["present"] " | " f["scord-paper_full"] " | " f["scord-paper_cached16"] " | " \
			f["scord_full"] " | " f["scord_cached16"] " | " f["oracle"] " | " f["paper_present"] " | " \
			f["paper_full"] " | " f["paper_cached16"]) }'
}

block_table6_all() {
	rows table6 "| all at once | present | scord-paper, full | cached16 | scord, full | cached16 | exact (oracle) |" \
		"|---|--:|--:|--:|--:|--:|--:|" '
		f["app"] != "micro" {
			present += f["app"] != "total" ? f["present"] : 0
			line(name(f["app"]) " | " (f["app"] == "total" ? present : f["present"]) " | " \
			f["all_scord-paper_full"] " | " f["all_scord-paper_cached16"] " | " f["all_scord_full"] " | " \
			f["all_scord_cached16"] " | " f["all_oracle"])
		}'
}

# The same of size ci, whatever size the document is of.
of_ci() {
	local results size=ci
	results=$(dirname "$2")/ci
	if [ -s "$results/table6.csv" ]; then "block_$1"; else echo "*No such runs.*"; fi
}
block_table6_ci() { of_ci table6 "$results"; }
block_table6_all_ci() { of_ci table6_all "$results"; }
block_engines_ci() { of_ci engines "$results"; }
block_campaign_ci() { of_ci campaign "$results"; }

# Which entries of r110's border words were taken, and by whom.
block_aliases() {
	[ -s "$results/aliases.txt" ] || { echo "*No such runs.*"; return; }
	echo '```'
	awk '/^launch/ && ++n > 6 { next } /^\.\.\./ { next } /^line/ && n && !said++ { print "..." } { print }' "$results/aliases.txt"
	echo '```'
}

block_micro() {
	rows micro_summary "| detector | metadata | racy programs | reported | programs without races | reported |" \
		"|---|---|--:|--:|--:|--:|" '
		{ line(f["detector"] " | " f["metadata"] " | " f["racy"] " | " f["found"] " | " f["race_free"] " | " \
			f["false"]) }'
}

block_table7() {
	rows table7 "| | 4 bytes (full) | 8 bytes | 16 bytes | cached16 | paper: 4 bytes | 8 bytes | 16 bytes | ScoRD |" \
		"|---|--:|--:|--:|--:|--:|--:|--:|--:|" '
		{ line(name(f["app"]) " | " f["full"] " | " f["gran8"] " | " f["gran16"] " | " f["cached16"] " | " \
			f["paper_full"] " | " f["paper_gran8"] " | " f["paper_gran16"] " | " f["paper_cached16"]) }'
}

block_fig8() {
	rows fig8 "| | full | cached16 | cached16, the Verilog | paper: cached16 |" "|---|--:|--:|--:|--:|" '
		{ line(name(f["app"]) " | " extent(f["full"], f["full_min"], f["full_max"]) " | " \
			extent(f["cached16"], f["cached16_min"], f["cached16_max"]) " | " ratio(f["cached16_both"]) " | " f["paper"]) }'
}

block_fig9() {
	rows fig9 "| | metadata | data: fills | writes | metadata: fills | writes | sum |" "|---|---|--:|--:|--:|--:|--:|" '
		{ line(name(f["app"]) " | " f["variant"] " | " ratio(f["fill_data"]) " | " ratio(f["wb_data"]) " | " \
			ratio(f["fill_meta"]) " | " ratio(f["wb_meta"]) " | " ratio(f["total"])) }'
}

block_fig10() {
	rows fig10 "| metadata | | overhead, % | saved without LHD, % | NOC | MD | share of LHD, % | NOC | MD | counted as 0 |" \
		"|---|---|--:|--:|--:|--:|--:|--:|--:|---|" '
		{ line(f["metadata"] " | " name(f["app"]) " | " percent(f["overhead_percent"]) " | " percent(f["lhd_percent"]) " | " \
			percent(f["noc_percent"]) " | " percent(f["md_percent"]) " | " percent(f["lhd_share"]) " | " \
			percent(f["noc_share"]) " | " percent(f["md_share"]) " | " toupper(f["clipped"])) }
		f["app"] == "mean" && f["paper_lhd"] != "" {
			line(" | paper, mean |  |  |  |  | " f["paper_lhd"] " | " f["paper_noc"] " | " f["paper_md"] " | ") }'
}

block_fig11() {
	rows fig11 "| | half | reference | twice |" "|---|--:|--:|--:|" '
		{ line(name(f["app"]) " | " ratio(f["low_cached16"]) " | " ratio(f["cached16"]) " | " ratio(f["high_cached16"])) }'
}

block_ideal() {
	rows ideal "| | cached16: no cost in the slice | authors' detector | authors' detector and atomics | as hardware | ... with authors' atomics | 64 lines, entries again at once | ... with authors' atomics | mended | full: authors' detector | as hardware |" \
		"|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|" '
		{ line(name(f["app"]) " | " ratio(f["cached16_ideal"]) " | " ratio(f["cached16_paper"]) " | " \
			ratio(f["theirs_cached16_paper"]) " | " ratio(f["cached16"]) " | " ratio(f["theirs_cached16"]) " | " \
			ratio(f["cached16_next"]) " | " ratio(f["theirs_cached16_next"]) " | " \
			ratio(f["scord_cached16"]) " | " ratio(f["full_paper"]) " | " ratio(f["full"])) }'
}

block_constant() {
	rows constant "| 1DC | as hardware | authors' detector | authors' detector and atomics | paper |" "|---|--:|--:|--:|--:|" '
		{ line("filter in global memory | " ratio(f["cached16"]) " | " ratio(f["cached16_paper"]) " | " \
			ratio(f["theirs_cached16_paper"]) " | " f["paper"])
		line("filter in constant memory | " ratio(f["constant_cached16"]) " | " ratio(f["constant_cached16_paper"]) " | " \
			ratio(f["constant_theirs_cached16_paper"]) " | " f["paper"]) }'
}

block_stalls() {
	rows stalls "| | variant | slices: a packet waits for the detector | check waits: for metadata | for the entry | for a second owner | for a line's slot | SMs: an access waits for its tag | warps wait at fences | packets of L1 hits |" \
		"|---|---|--:|--:|--:|--:|--:|--:|--:|--:|" '
		{ line(name(f["app"]) " | " f["variant"] " | " percent(f["tap_stall"]) " | " percent(f["stall_memory"]) " | " \
			percent(f["stall_entry"]) " | " percent(f["stall_owner"]) " | " percent(f["stall_lines"]) " | " percent(f["wait_tag"]) " | " \
			percent(f["fence_cycles"]) " | " percent(f["hit_packets"])) }'
}

block_sweep() {
	rows sweep "| parameter | value | geometric mean of cycles, without detector = 1 |" "|---|--:|--:|" '
		f["app"] == "geomean" { line((f["parameter"] == "inq" ? "requests queued (`detector.in_queue`)" : \
			f["parameter"] == "lanes" ? "entries checked a cycle (`detector.lanes`)" : \
			f["parameter"] == "gap" ? "cycles between checks of an entry (`detector.entry_gap`)" : \
			"metadata lines held (`detector.lines`)") " | " f["value"] (f["default"] == 1 ? ", default" : "") " | " \
			ratio(f["overhead"])) }'
}

block_skip() {
	rows skip "| | variant | cycles | L2 accesses for metadata | fills | writes |" "|---|---|--:|--:|--:|--:|" '
		f["variant"] != "cached16" { line(name(f["app"]) " | " f["variant"] " | " ratio(f["cycles"]) " | " ratio(f["l2_meta"]) \
			" | " ratio(f["fill_meta"]) " | " ratio(f["wb_meta"])) }'
}

block_scaling() {
	rows scaling "| against | | at | cycles | with cached16 | overhead | host seconds | with cached16 |" \
		"|---|---|--:|--:|--:|--:|--:|--:|" '
		{ line((f["kind"] == "sms" ? "SMs" : "input") " | " name(f["app"]) " | " f["x"] " | " f["off_cycles"] " | " \
			f["cached16_cycles"] " | " ratio(f["overhead"]) " | " percent(f["off_seconds"]) " | " \
			percent(f["cached16_seconds"])) }'
}

block_fit() {
	rows scaling_fit "| against | | variant | of | points | exponent | R² |" "|---|---|---|---|--:|--:|--:|" '
		{ line((f["kind"] == "sms" ? "SMs" : "input") " | " name(f["app"]) " | " f["variant"] " | " f["quantity"] " | " \
			f["points"] " | " ratio(f["exponent"]) " | " ratio(f["r2"])) }'
}

block_engines() {
	rows engines "| | metadata | cycles, golden | cycles, Verilog | difference, % | host seconds, golden | Verilog | runs with both, equal in everything compared |" \
		"|---|---|--:|--:|--:|--:|--:|--:|" '
		{ line(name(f["app"]) " | " f["metadata"] " | " f["golden_cycles"] " | " f["rtl_cycles"] " | " f["rtl_percent"] " | " \
			percent(f["golden_seconds"]) " | " percent(f["rtl_seconds"]) " | " f["both_runs"]) }'
}

block_seeds() {
	rows seeds "| | variant | runs | with a report | cycles: mean | least | most | spread, % |" "|---|---|--:|--:|--:|--:|--:|--:|" '
		f["runs"] > 1 || f["with_reports"] > 0 { line(name(f["app"]) " | " f["variant"] " | " f["runs"] " | " f["with_reports"] " | " f["cycles_mean"] " | " \
			f["cycles_min"] " | " f["cycles_max"] " | " f["spread_percent"]) }'
}

block_timelines() {
	local f app found=
	for app in mm red r110 gcol gcon 1dc uts; do
		f=timeline-$app.svg
		[ -s "$(dirname "$doc")/scord/$f" ] || continue
		found=1
		echo "![${app^^}: instructions, DRAM and detector over time](scord/$f)"
		echo
	done
	[ -n "$found" ] || echo "*No such runs.*"
}

while read -r name; do
	if [ "$(type -t "block_$name")" != function ]; then
		echo "docs.sh: $doc: no block is called $name" >&2
		exit 2
	fi
	grep -q "^<!-- end:$name -->$" "$doc" || { echo "docs.sh: $doc: block $name has no end" >&2; exit 2; }
	"block_$name" >"$tmp/$name" || exit 2
done < <(sed -n 's/^<!-- begin:\(.*\) -->$/\1/p' "$doc")
awk -v tmp="$tmp" '
	/^<!-- end:.* -->$/ { skip = 0 }
	!skip { print }
	/^<!-- begin:.* -->$/ {
		skip = 1
		name = substr($0, 12, length($0) - 15)
		while ((getline text < (tmp "/" name)) > 0)
			print text
	}' "$doc" >"$tmp/filled" &&
	awk -v results="$results" -f sim/figures/values.awk "$tmp/filled" >"$tmp/valued" && cp "$tmp/valued" "$doc" || exit 2
echo "docs: ${doc#"$root"/} filled from ${results#"$root"/}"
