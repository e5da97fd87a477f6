#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# rtl/README.md is true: its Verilog compiles, lints and runs, its pictures are what runs show, its tables
# are what the modules say; GTKWave views name signals that are there; links lead somewhere.
set -u
: "${TMP:?}"
cd "$(dirname "$0")/../.." || exit 2
B=${B:-build}
n=0 rc=0
check() { # NAME COMMAND...
	n=$((n + 1))
	if "${@:2}" >"$TMP/log" 2>&1; then
		echo "ok $n - $1"
	else
		rc=1
		echo "not ok $n - $1"
		head -n 20 "$TMP/log" | sed 's/^/# /'
	fi
}
fails() { ! "$@"; }

# Ports as "name dir width", width as the page writes it: [AddrW-6:0] is AddrW-5, [LineW:0] is LineW+1.
header_ports() {
	sed -nE 's/^  (input|output) +wire +(\[[^]]*\])? *([a-z0-9_]+),?( *\/\/.*)?$/\1 \3 \2/p' "$1" | awk '
		{
			w = $3 == "" ? 1 : substr($3, 2, index($3, ":") - 2)
			gsub(/`/, "", w)
			if (w ~ /^[0-9]+$/ && $3 != "") w = w + 1
			else if (w ~ /-1$/) sub(/-1$/, "", w)
			else if (match(w, /-[0-9]+$/)) w = substr(w, 1, RSTART) (substr(w, RSTART + 1) - 1)
			else if ($3 != "") w = w "+1"
			print $2, $1 == "input" ? "in" : "out", w
		}'
}

# The same of the page's table in the section of MODULE.
page_section() { awk -v title="$2" '/^## / { on = $0 == "## " title } on' "$1"; }
page_ports() { page_section "$1" "$2" | sed -nE 's/^\| `([a-z0-9_]+)` \| (in|out) \| ([^ ]+) \|.*/\1 \2 \3/p'; }

# A default: a number, or an expression of sizes of the configuration.
value_of() { # EXPRESSION GEOMETRY
	local e=${1//\`PF_/PF_$2_}
	while [[ $e =~ PF_[A-Z_]+ ]]; do
		e=${e/"${BASH_REMATCH[0]}"/$(sed -n "s/^\`define ${BASH_REMATCH[0]} //p" "$B/gen/pf_fields.vh")}
	done
	echo $((e))
}

# Parameters as "name ref tiny modern".
header_parameters() {
	local name value
	sed -nE '/Derived/q; s/^  parameter integer ([A-Za-z]*) *= ([^,/]*).*/\1 \2/p' "$1" | while read -r name value; do
		echo "$name $(value_of "$value" REF) $(value_of "$value" TINY) $(value_of "$value" MODERN)"
	done
}
page_parameters() {
	page_section "$1" "$2" | sed -nE 's/^\| `([A-Z][A-Za-z]*)` \| .* \| ([0-9]+) \| ([0-9]+) \| ([0-9]+) \|.*/\1 \2 \3 \4/p'
}

same_ports() { # PAGE TITLE FILE
	header_ports "$3" >"$TMP/want"
	page_ports "$1" "$2" >"$TMP/got"
	[ "$(wc -l <"$TMP/want")" = "$(grep -cE '^  (input|output) ' "$3")" ] && [ -s "$TMP/want" ] && diff "$TMP/want" "$TMP/got"
}
same_parameters() {
	header_parameters "$3" >"$TMP/want"
	page_parameters "$1" "$2" >"$TMP/got"
	[ "$(wc -l <"$TMP/want")" = "$(sed '/Derived/q' "$3" | grep -cE '^  parameter ')" ] && [ -s "$TMP/want" ] &&
		diff "$TMP/want" "$TMP/got"
}

page=rtl/README.md
if command -v iverilog >/dev/null; then
	check "its Verilog runs, and gives its pictures" tb/rtl/wave.sh --readme --check
	check "timing on the pages of modules is that of their benches" tb/rtl/wave.sh --pages --check \
		pf_skid pf_fifo pf_mode_barrier pf_regs pf_partition pf_lines
	check "GTKWave views are of signals that are there" tb/rtl/wave.sh --views --check
else
	for i in pictures timing views; do n=$((n + 1)) && echo "ok $n - $i # SKIP no Icarus"; done
fi
if command -v verilator >/dev/null; then
	for s in sm slice commit quantum; do
		# A scene is a bench: it has delays, and looks at some outputs only.
		check "its Verilog lints: $s" verilator --lint-only --timing -Wall --language 1364-2005 \
			-I"$B/gen" -Irtl -Irtl/slice -I"$B/wave/blocks" -y rtl/cell -y rtl/sm -y rtl/slice -y tb/rtl \
			--top-module ${s}_scene rtl/pf.vlt tb/wave/scene.vlt tb/wave/${s}_scene.v
	done
else
	for i in sm slice commit quantum; do n=$((n + 1)) && echo "ok $n - lint $i # SKIP no Verilator"; done
fi
while read -r file title; do
	check "$title: ports are those of the module" same_ports $page "$title" "rtl/$file.v"
	check "$title: parameters are those of the module" same_parameters $page "$title" "rtl/$file.v"
done <<'EOT'
sm/pf_sm_unit SM unit
slice/pf_slice_unit Slice unit
slice/pf_zcommit Z-commit unit
sm/pf_store_buffer Store buffer
sm/pf_quantum Quantum unit
sm/pf_shared_unit Shared-memory unit
cell/pf_mode_barrier Mode barrier
sm/pf_partition Partition
EOT
check "pages and table of modules are up to date" sim/evaluate.py modules --check
check "file list and FuseSoC core are up to date" bash rtl/files.sh --check

# What is wrong must be noticed.
sed 's/| `req_kind_i` | in | 2 |/| `req_kind_i` | in | 3 |/' $page >"$TMP/wrong.md"
check "a wrong width is noticed" fails same_ports "$TMP/wrong.md" "Slice unit" rtl/slice/pf_slice_unit.v
sed '/^| `irq_o`/d' $page >"$TMP/wrong.md"
check "a missing port is noticed" fails same_ports "$TMP/wrong.md" "Slice unit" rtl/slice/pf_slice_unit.v
sed 's/^| `Warps` \(.*\) 32 /| `Warps` \1 31 /' $page >"$TMP/wrong.md"
check "a wrong default is noticed" fails same_parameters "$TMP/wrong.md" "SM unit" rtl/sm/pf_sm_unit.v
sed 's/^| `Slots` \(.*\) 4224 /| `Slots` \1 4223 /' $page >"$TMP/wrong.md"
check "a wrong default that is a product is noticed" fails same_parameters "$TMP/wrong.md" "Partition" rtl/sm/pf_partition.v

links() { # PAGE: files, headings, make targets
	local bad=0 link file
	while read -r link; do
		file=${link%%#*}
		[ -z "$file" ] || [ -e "$(dirname "$1")/$file" ] || { echo "no file: $link"; bad=1; }
		case $link in
		*'#'*)
			file=${file:+$(dirname "$1")/$file}
			grep '^##* ' "${file:-$1}" | tr 'A-Z ' 'a-z-' | sed 's/^#*-//; s/[^a-z0-9_-]//g' | grep -qx -- "${link#*#}" ||
				{ echo "no heading: $link"; bad=1; } ;;
		esac
	done < <(grep -o '](\([^)]*\))' "$1" | sed 's/^](//; s/)$//' | grep -v '^http')
	while read -r link; do
		grep -q "^$link:" Makefile */*.mk */*/*.mk || { echo "no target: $link"; bad=1; }
	done < <(grep -oE '`make [a-z-]+|^ *make [a-z-]+' "$1" | sed 's/.*make //' | sort -u)
	return $bad
}
for p in $page tb/rtl/README.md; do check "$p: links and targets" links "$p"; done
echo "1..$n"
exit $rc
