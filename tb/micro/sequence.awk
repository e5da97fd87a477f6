# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# sequence: the memory operations of a microbenchmark's PTX, one line for each thread, in the words
# of sequences.txt. An operation that it does not know is printed as it stands, with a question mark.
#
# A thread's line ends where control leaves it (bra.uni, ret) or where a branch forward comes in.
# usage: awk -f sequence.awk FILE.ptx | sort

function flush_line() {
	if (line != "")
		print line
	line = ""
	n_ops = 0
}

function add(op) {
	line = line (line == "" ? "" : "; ") op
	n_ops++
}

# Value of an operand: a number, or what its register was last set to.
function value(x) {
	return x in set_to ? set_to[x] : x
}

# data, flag, lock, dummy: what an address stands for
function place(x) {
	x = value(x)
	if (x in symbol)
		return symbol[x]
	return x
}

function atomic(op, where, a, b,   scope, kind) {
	scope = op ~ /\.gpu\./ ? "d" : op ~ /\.cta\./ ? "b" : "?"
	kind = op ~ /\.cas\./ ? "CAS" : op ~ /\.exch\./ ? "X" : op ~ /\.add\./ ? "A" : "?"
	if (kind == "CAS" && where == "lock" && a == 0 && b == 1)
		return "CAS_" scope
	if (kind == "X" && where == "lock" && a == 0)
		return "UNL_" scope
	return kind "_" scope "(" where "," a (b == "" ? "" : "," b) ")"
}

# The last operation is all that the loop holds: it spins.
function spin(   last) {
	last = line
	sub(/.*; /, "", last)
	line = substr(line, 1, length(line) - length(last))
	if (last ~ /^CAS_[db]$/)
		line = line "LOCK" substr(last, 4)
	else if (last == "X_d(flag,0)" && compare == "eq 0")
		line = line "spinX"
	else if (last == "A_d(flag,0)" && compare ~ /^ne [0-9]+$/)
		line = line "spinA" substr(compare, 4)
	else
		line = line "loop " last "?"
}

# First pass over the text: where each label stands, and whether a branch forward goes there.
BEGIN {
	file = ARGV[1]
	while ((getline text < file) > 0) {
		at++
		if (text ~ /^[A-Za-z_$0-9]+:/) {
			sub(/:.*/, "", text)
			label_at[text] = at
		} else if (match(text, /bra(\.uni)?[ \t]+[A-Za-z_$0-9]+/)) {
			text = substr(text, RSTART, RLENGTH)
			sub(/.*[ \t]/, "", text)
			if (!(text in label_at))
				forward[text] = 1
		}
	}
	close(file)
	symbol["_ZL4flag"] = "flag"
	symbol["_ZL4lock"] = "lock"
	symbol["_ZL5dummy"] = "dummy"
	symbol["_Z5microPj_param_0"] = "data"
}

{
	sub(/\/\/.*/, "")
	gsub(/[\[\],;]/, " ")
}

/^[A-Za-z_$0-9]+:/ {
	sub(/:.*/, "", $1)
	if ($1 in forward)
		flush_line()
	ops_at[$1] = n_ops
	next
}

$1 ~ /^(mov|cvta|ld\.param)/ {
	set_to[$2] = value($3)
	next
}

$1 ~ /^add\./ {
	set_to[$2] = value($3) == "R" ? "(+" value($4) ")" : value($3) "+" value($4)
	next
}

$1 ~ /^setp\./ {
	split($1, part, ".")
	compare = part[2] " " value($4)
	next
}

$1 ~ /^atom\./ {
	add(atomic($1, place($3), value($4) == "R" ? "a" : value($4), value($5)))
	set_to[$2] = "old"
	next
}

$1 ~ /^membar/ {
	add($1 == "membar.gl" ? "F_d" : $1 == "membar.cta" ? "F_b" : $1 "?")
	next
}

$1 == "st.volatile.global.u32" && place($2) == "data" {
	add("W" value($3))
	next
}

$1 == "ld.volatile.global.u32" && place($3) == "data" {
	add("R")
	set_to[$2] = "R"
	next
}

# dummy = R
$1 == "st.global.u32" && place($2) == "dummy" && value($3) == "R" {
	if (line !~ /R$/)
		add("?")
	sub(/R$/, "dummy=R", line)
	next
}

$1 ~ /^(ld|st|atom|red|membar|fence|bar|call)/ {
	gsub(/[ \t]+/, " ")
	add($0 "?")
	next
}

$1 ~ /^@/ && $2 ~ /^bra/ && $3 in ops_at {
	if (n_ops == ops_at[$3] + 1)
		spin()
	else
		add("loop?")
	next
}

$1 == "bra.uni" || $1 == "ret" {
	flush_line()
}
