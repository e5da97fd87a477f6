# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# wave: some cycles of some signals of a VCD, as text. Called by wave.sh.
#
#   VCD --> value of each signal just before a rising edge of the clock --> one column a cycle
#
#   signals   blank-separated: [LABEL=]PATH[[MSB:LSB]][?PATH]. A vector is hex; with ?PATH it is
#             shown only in cycles in which that signal is 1
#   scope     goes before each PATH, with a dot
#   clock     path of the clock, within scope; -: none, a column is what holds before each change
#   at        "SIGNAL=VALUE,...": the picture starts where all hold (nth: for the nth time), less before;
#             or empty: starts in cycle `from`
#   cycles    how many
#   relative  1: cycles are counted from the picture's start
#
# mawk has no bit operations: values stay strings of 0 1 x z.

function fail(text) {
	print "wave: " text >"/dev/stderr"
	bad = 1
	exit 1
}

function want(path,    full) {
	full = scope "." path
	if (!(full in need)) {
		need[full] = ++needs
		value[needs] = "x"
	}
	return need[full]
}

function parse_signal(text,    p) {
	rows++
	label[rows] = ""
	if ((p = index(text, "?")) > 0) {
		gate[rows] = want(substr(text, p + 1))
		text = substr(text, 1, p - 1)
	}
	if ((p = index(text, "=")) > 0) {
		label[rows] = substr(text, 1, p - 1)
		text = substr(text, p + 1)
	}
	if ((p = index(text, "[")) > 0) {
		msb[rows] = substr(text, p + 1) + 0
		lsb[rows] = msb[rows]
		if (text ~ /:/) lsb[rows] = substr(text, index(text, ":") + 1) + 0
		sliced[rows] = 1
		if (label[rows] == "") label[rows] = text
		text = substr(text, 1, p - 1)
	}
	if (label[rows] == "") label[rows] = text
	source[rows] = want(text)
}

function parse_condition(text,    n, part, i, p) {
	n = split(text, part, ",")
	for (i = 1; i <= n; i++) {
		p = index(part[i], "=")
		if (p == 0) fail("a condition is SIGNAL=VALUE, not '" part[i] "'")
		cond[++conds] = want(substr(part[i], 1, p - 1))
		cond_is[conds] = tolower(substr(part[i], p + 1))
	}
}

# Bits as they stand: VCD leaves out leading zeros (and x or z that repeat).
function bits_of(s, width,    fill) {
	fill = substr(s, 1, 1)
	if (fill == "1") fill = "0"
	while (length(s) < width) s = fill s
	return s
}

function hex_of(s,    out, four, n, i, c) {
	while (length(s) % 4) s = (substr(s, 1, 1) ~ /[xz]/ ? substr(s, 1, 1) : "0") s
	out = ""
	for (i = 1; i < length(s); i += 4) {
		four = substr(s, i, 4)
		if (four ~ /[xz]/) {
			out = out "x"
			continue
		}
		n = 0
		for (c = 1; c <= 4; c++) n = 2 * n + substr(four, c, 1)
		out = out substr("0123456789abcdef", n + 1, 1)
	}
	sub(/^0+/, "", out)
	return out == "" ? "0" : out
}

function holds(    i) {
	for (i = 1; i <= conds; i++)
		if (hex_of(value[cond[i]]) != cond_is[i]) return 0
	return 1
}

# The values of this cycle, as shown.
function sample(    r, s) {
	for (r = 1; r <= rows; r++) {
		s = bits_of(value[source[r]], width[source[r]])
		if (sliced[r]) s = substr(s, length(s) - msb[r], msb[r] - lsb[r] + 1)
		bit[r] = length(s) == 1
		if (r in gate && value[gate[r]] != "1") s = "."
		else if (!bit[r]) s = hex_of(s)
		seen[r, cycle] = s
		delete seen[r, cycle - before - 1 - cycles]
	}
	if (start == "" && at != "" && holds() && --nth == 0) start = cycle - before
	if (start != "" && cycle >= start + cycles - 1) exit 0
	cycle++
}

function name(scopes, depth, last,    i, s) {
	s = ""
	for (i = 1; i <= depth; i++) s = s scopes[i] "."
	return s last
}

BEGIN {
	n = split(signals, list, " ")
	for (i = 1; i <= n; i++) parse_signal(list[i])
	if (at != "") parse_condition(at)
	clk = clock == "-" ? 0 : want(clock)
	nth = nth ? nth : 1
	start = at == "" ? from + 0 : ""
	cycle = 0
}

$1 == "$scope" { scopes[++depth] = $3; next }
$1 == "$upscope" { depth--; next }
$1 == "$var" {
	full = name(scopes, depth, $5)
	if (full in need) {
		k = need[full]
		width[k] = $3
		ids[$4] = ids[$4] " " k
		found[k] = 1
	}
	next
}
$1 == "$enddefinitions" {
	for (full in need)
		if (!found[need[full]]) fail("no signal " full)
	body = 1
	next
}
!body { next }

/^#/ {
	if (rises || (!clk && changes)) sample()
	for (i = 1; i <= changes; i++) value[changed[i]] = to[i]
	changes = rises = 0
	next
}
/^[01xz]/ { id = substr($1, 2); new = substr($1, 1, 1) }
/^b/ { id = $2; new = substr($1, 2) }
/^[01xzb]/ {
	if (!(id in ids)) next
	n = split(ids[id], ks, " ")
	for (i = 1; i <= n; i++) {
		changed[++changes] = ks[i]
		to[changes] = new
		if (ks[i] == clk && new == "1" && value[clk] != "1") rises = 1
	}
}

function spaces(n) { return n <= 0 ? "" : sprintf("%" n "s", "") }

# One bit: an edge and then its level, all of a column wide.
function draw_bit(r, first, last,    c, v, old, level, line, i) {
	line = ""
	old = ""
	for (c = first; c <= last; c++) {
		v = seen[r, c]
		level = v == "1" ? "‾" : v == "0" ? "_" : v == "." ? " " : "x"
		line = line (old == "0" && v == "1" ? "/" : old == "1" && v == "0" ? "\\" : level)
		for (i = 1; i < column; i++) line = line level
		old = v
	}
	return line
}

function draw_vector(r, first, last,    c, v, old, line) {
	line = ""
	old = "none"
	for (c = first; c <= last; c++) {
		v = seen[r, c]
		if (v == ".") line = line "." spaces(column - 1)
		else if (v == old) line = line spaces(column)
		else line = line "|" v spaces(column - 1 - length(v))
		old = v
	}
	return line
}

END {
	if (bad) exit 1
	if (start == "") {
		print "wave: " at " never held (" cycle " cycles)" >"/dev/stderr"
		exit 1
	}
	first = start < 0 ? 0 : start
	last = cycle < start + cycles ? cycle : start + cycles - 1
	while (last > first && !((1, last) in seen)) last--
	column = 4
	for (r = 1; r <= rows; r++) {
		if (length(label[r]) > widest) widest = length(label[r])
		for (c = first; c <= last; c++)
			if (!bit[r] && length(seen[r, c]) + 2 > column) column = length(seen[r, c]) + 2
	}
	line = (clk ? "cycle" : "step ") spaces(widest - 5) "  "
	for (c = first; c <= last; c++) {
		t = relative ? c - first : c
		line = line t spaces(column - length(t))
	}
	sub(/ +$/, "", line)
	print line
	for (r = 1; r <= rows; r++) {
		line = label[r] spaces(widest - length(label[r])) "  " (bit[r] ? draw_bit(r, first, last) : draw_vector(r, first, last))
		sub(/ +$/, "", line)
		print line
	}
}
