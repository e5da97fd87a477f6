# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# The log of sta.tcl, after hier.il -> numbers by path group, and the critical path in names.
#
#   awk -v top=TOP -v period=PS -v io=SHARE -f paths.awk hier.il sta.log
#
# A path of d ps between flops allows a period of d. One with a port at an end has only what the
# ports' share leaves: d / (1 - io), or d / (1 - 2 * io).
function clean(name) {
	gsub(/\\/, "", name)
	sub(/ .*/, "", name)
	sub(/\$_[A-Z]*DFF[A-Z]*_[A-Z0-9]*_$/, "", name)
	return name
}
# The module that a name lies in, by the longest instance path; and the rest of the name.
function words(name,    mod, rest, i, part, n) {
	name = clean(name)
	mod = top
	rest = name
	while ((n = index(rest, ".")) > 0) {
		# An instance's own name may have dots: of a generate block.
		for (i = n; i > 0; i = next_dot(rest, i)) {
			part = substr(rest, 1, i - 1)
			if ((mod, part) in type) break
		}
		if (i == 0) break
		mod = type[mod, part]
		rest = substr(rest, i + 1)
	}
	return short(mod) ":" name
}
function next_dot(s, i,    k) {
	k = index(substr(s, i + 1), ".")
	return k ? i + k : 0
}
# $paramod$0123..\pf_fifo, $paramod\pf_fifo\Width=..
function short(mod) {
	if (match(mod, /pf_[a-z0-9_]+/)) return substr(mod, RSTART, RLENGTH)
	return mod
}
FILENAME ~ /hier\.il$/ {
	if ($1 == "module") { mod = $2; sub(/^\\/, "", mod) }
	if ($1 == "cell" && $3 ~ /^\\/) {
		name = $3; sub(/^\\/, "", name)
		t = $2; if (t !~ /^\$paramod/) sub(/^\\/, "", t)
		type[mod, name] = t
	}
	next
}
/^RAM_PINS/ { printf "ram_q %d\nram_d %d\nram_clk %d\n", $2, $3, $4 }
/^GROUP/ { from = $2; to = $3; have = 0 }
/^Startpoint:/ { s = $2 }
/^Endpoint:/ { e = $2 }
/ slack \(/ && !have {
	have = 1
	slack = $1 * 1000
	ports = (from == "in") + (to == "out")
	d = (1 - ports * io) * period - slack
	need = d / (1 - ports * io)
	k = from "_" to
	slacks[k] = slack
	if (need > worst) { worst = need; worst_group = k; ws = s; we = e }
}
/(Error|error):/ || /^Error/ { print "sta.tcl: " $0 > "/dev/stderr"; bad = 1 }
END {
	if (bad || worst == 0) exit 1
	n = split("in_reg in_out in_ram reg_reg reg_out reg_ram ram_reg ram_out ram_ram", g, " ")
	for (i = 1; i <= n; i++)
		printf "%s %s\n", g[i], (g[i] in slacks) ? sprintf("%.0f", slacks[g[i]]) : "-"
	printf "fmax_mhz %.0f\nneed_ps %.0f\nworst %s\n", 1000000 / worst - 0.5, worst, worst_group
	printf "path %s -> %s\n", words(ws), words(we)
}
