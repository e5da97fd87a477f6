#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# modules: the table of rtl/README.md that names every module and how far it is verified.
#
#   headers of rtl/*/pf_*.v ──────────┐
#   tb/formal/proofs.tab ─────────────┼─> rows, between "begin:modules" and "end:modules"
#   tb/rtl/benches.tab, mutants.csv ──┘
#
# mutants.csv is what tb/rtl/mutants.sh wrote: module, geometry, parameters, faults, noticed, ...
#
#   usage: rtl/doc/modules.sh           writes the table
#          rtl/doc/modules.sh --check   exit 1 when it is not what it would write
set -u
cd "$(dirname "$0")/../.." || exit 2
case ${1-} in '' | --check) ;; *) echo "usage: rtl/doc/modules.sh [--check]" >&2; exit 2 ;; esac
page=rtl/README.md
mutants=tb/rtl/mutants.csv
[ -f $mutants ] || mutants=/dev/null

table() {
	awk '
	function base(path) { sub(/.*\//, "", path); sub(/\.v$/, "", path); return path }
	function module_of(name, sources,    n, s, i, best) {
		n = split(sources, s, ",")
		for (i = 1; i <= n; i++)
			if (s[i] in file && (name == s[i] || index(name, s[i] "_") == 1) && length(s[i]) > length(best)) best = s[i]
		for (i = 1; i <= n && best == ""; i++)
			if (s[i] in file) best = s[i]
		return best
	}
	FNR == 1 { kind = FILENAME ~ /proofs/ ? "proofs" : FILENAME ~ /benches/ ? "benches" : FILENAME ~ /mutants/ ? "mutants" : "rtl" }
	kind == "rtl" {
		if (FNR == 1) { m = base(FILENAME); order[++count] = m; file[m] = FILENAME; part = "" }
		if (FNR < 4 || /^`resetall/) { if (/^`/) part = "end"; next }
		if ($1 ~ /^pf_/ && ($2 == "#(" || $2 ~ /^u_/) && !($1 in parent)) parent[$1] = m
		if (part == "end") next
		line = $0
		sub(/^\/\/ ?/, "", line)
		if (index(line, m ":") == 1) { part = "what"; line = substr(line, length(m) + 3) }
		else if (line ~ /^Throughput /) { part = "rate"; sub(/^Throughput +/, "", line) }
		else if (line ~ /^Latency /) { part = "delay"; sub(/^Latency +/, "", line) }
		else if (line == "" || line ~ /^[A-Z]/) part = ""
		if (part != "") { sub(/^ +/, "", line); text[m, part] = text[m, part] (text[m, part] == "" ? "" : " ") line }
		next
	}
	/^#/ || NF == 0 { next }
	kind == "proofs" {
		m = module_of($1, $3)
		if (m == "") next
		proofs[m, $5]++
		n = split($3, s, ",")
		for (i = 1; i <= n; i++) if (s[i] != m && (s[i] in file) && !(s[i] in within)) within[s[i]] = m
		next
	}
	kind == "benches" {
		m = $2
		gsub(/\+/, "", $1) # the mark of make test
		n = split($1, t, ",")
		for (i = 1; i <= n; i++) runs[m, t[i]] = 1
		g = "ref"
		for (i = 3; i < NF; i++) if ($i == "--geometry") g = $(i + 1)
		geometry[m, g] = 1
		next
	}
	kind == "mutants" { split($0, f, ","); faults[f[1]] += f[4]; noticed[f[1]] += f[5] }
	function list(m, what, a, b, c,    s) {
		s = ""
		if (what == "runs") {
			if (runs[m, a]) s = "Icarus"
			if (runs[m, b]) s = s (s == "" ? "" : ", ") "Verilator"
			if (runs[m, c]) s = s (s == "" ? "" : ", ") "gates"
		} else {
			if (geometry[m, a]) s = a
			if (geometry[m, b]) s = s (s == "" ? "" : ", ") b
			if (geometry[m, c]) s = s (s == "" ? "" : ", ") c
		}
		return s
	}
	END {
		print "| module | what | throughput | latency | proved | its bench | faults noticed |"
		print "|---|---|---|---|---|---|---|"
		for (i = 1; i <= count; i++) {
			m = order[i]
			where = file[m]
			sub(/^rtl\//, "", where)
			p = ""
			if (proofs[m, "induction"]) p = "by induction"
			else if (proofs[m, "bmc"]) p = text[m, "rate"] ~ /^combinational/ ? "for all inputs" : "bounded"
			if (proofs[m, "induction"] && proofs[m, "bmc"]) p = p ", more bounded"
			if (p == "" && m in within) p = "in " within[m]
			r = list(m, "runs", "icarus", "verilator", "gates")
			g = list(m, "geometry", "ref", "tiny", "wide")
			w = text[m, "what"]
			sub(/\. .*|\.$/, "", w)
			gsub(/\|/, "\\|", w)
			gsub(/\|/, "\\|", text[m, "rate"])
			gsub(/\|/, "\\|", text[m, "delay"])
			sub(/[.;] .*|[.]$/, "", text[m, "rate"])
			sub(/[.;] .*|[.]$/, "", text[m, "delay"])
			printf "| [%s](%s) | %s | %s | %s | %s | %s | %s |\n", m, where, w, text[m, "rate"], text[m, "delay"], p == "" ? "-" : p,
				r != "" ? r ": " g : m in parent ? "in " parent[m] : "-", faults[m] ? noticed[m] " of " faults[m] : "-"
		}
	}' rtl/sm/pf_sm_unit.v $(ls rtl/sm/pf_*.v | grep -v /pf_sm_unit.v) rtl/slice/pf_slice_unit.v \
		$(ls rtl/slice/pf_*.v | grep -v /pf_slice_unit.v) rtl/cell/pf_*.v tb/formal/proofs.tab tb/rtl/benches.tab $mutants
}

new=$(mktemp)
trap 'rm -f "$new"' EXIT
rows=$(table) || exit 1
rows=$rows awk '
	/^<!-- begin:modules -->$/ { print; print ENVIRON["rows"]; skip = 1; next }
	/^<!-- end:modules -->$/ { skip = 0 }
	!skip' $page >"$new"
if [ "${1-}" = --check ]; then
	diff $page "$new" || { echo "modules.sh: the table of $page is old: run rtl/doc/modules.sh" >&2; exit 1; }
else
	cmp -s "$new" $page || cp "$new" $page
fi
