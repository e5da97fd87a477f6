# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# Buffers the nets of flops and inputs, which abc leaves alone, and sums the netlist up.
#
#   awk -v buf=CELL -v up=FROM:TO -v sum=FILE -f netlist.awk CELLS mapped.v > buffered.v
#
# CELLS is liberty.awk's list. A net of a flop or an input with more than MaxFan sinks gets a tree
# of buffers of at most MaxFan sinks each, in the order of the netlist. A flop that still drives
# more than MaxFlop sinks becomes the stronger one, if the library has it.
# Clock and reset are left out: they are drawn later.
BEGIN { MaxFan = 12; MaxFlop = 4; split(up, upto, ":") }

FNR == NR {
	area[$1] = $2; seq[$1] = $3
	n = split($4, o, ",")
	for (i = 1; i <= n; i++) out_pin[$1, o[i]] = 1
	if ($1 == buf) { buf_out = $4; buf_in_pin = $5; gsub(/[()]/, "", buf_in_pin) }
	next
}
{ line[++lines] = $0 }
/^  input / { net = $2; sub(/;$/, "", net); driven[net] = 1 }
/^  (assign) / {
	# A sink, but not one that a buffer can be put before.
	to = $0; sub(/^  assign /, "", to); sub(/;$/, "", to); sub(/^.* = /, "", to); sub(/ *$/, "", to)
	fixed[to]++
}
/^  [A-Za-z_][A-Za-z0-9_]* .* \($/ && !/^  module/ { type = $1; at[lines] = type; inst_line = lines }
/^    \./ && type != "" {
	pin = $0; sub(/^    \./, "", pin); sub(/\(.*/, "", pin)
	net = $0; sub(/^[^(]*\(/, "", net); sub(/\),?$/, "", net); sub(/ *$/, "", net)
	pin_of[lines] = pin; net_of[lines] = net; cell_of[lines] = inst_line
	if ((type, pin) in out_pin) { if (seq[type]) { driven[net] = 1; flop_line[net] = inst_line } }
	else if (net !~ /^[0-9]+'/) { sinks[net]++; sink[net, sinks[net]] = lines }
}
/^  \);/ { type = "" }

# Puts buffers before the sinks until no more than MaxFan are left.
function tree(net, n,    i, k, m, b) {
	while (n > MaxFan) {
		m = 0
		for (i = 1; i <= n; i += per) {
			per = int((n + int((n + MaxFan - 1) / MaxFan) - 1) / int((n + MaxFan - 1) / MaxFan))
			b = ++buffers
			for (k = i; k < i + per && k <= n; k++) {
				if (S[k] > 0) net_of[S[k]] = "fan_" b "_"
				else buf_in[-S[k]] = "fan_" b "_"
			}
			T[++m] = -b
		}
		for (i = 1; i <= m; i++) S[i] = T[i]
		n = m
	}
	for (i = 1; i <= n; i++)
		if (S[i] < 0) buf_in[-S[i]] = net
	return n
}

END {
	# In the order of the netlist, so that the result is the same everywhere.
	for (i = 1; i <= lines; i++) {
		if (!(i in net_of)) continue
		net = net_of[i]
		if ((net in done) || !(net in driven) || net == "clk_i" || net == "rst_ni") continue
		done[net] = 1
		n = sinks[net]
		fan = n
		if (n > MaxFan) {
			for (k = 1; k <= n; k++) S[k] = sink[net, k]
			fan = tree(net, n)
			trees++
		}
		if (fan + fixed[net] > MaxFlop && (net in flop_line) && up != "-") {
			t = at[flop_line[net]]; s = t
			if (sub(upto[1] "$", upto[2], s) && (s in area)) { at[flop_line[net]] = s; stronger++ }
		}
	}
	for (i = 1; i <= lines; i++) {
		if (i in at) {
			t = line[i]; sub(/^  [^ ]+ /, "", t)
			print "  " at[i] " " t
			total += area[at[i]]; cells++
			if (!(at[i] in area)) { print "netlist.awk: no cell " at[i] > "/dev/stderr"; exit 1 }
			if (seq[at[i]]) flops++
		} else if (i in net_of) {
			t = line[i]; c = t ~ /,$/ ? "," : ""
			print "    ." pin_of[i] "(" net_of[i] (net_of[i] ~ /^\\/ ? " " : "") ")" c
		} else if (line[i] ~ /^endmodule/) {
			for (b = 1; b <= buffers; b++) {
				print "  wire fan_" b "_;"
				printf "  %s fan_%d_buf (.%s(%s%s), .%s(fan_%d_));\n", buf, b, buf_in_pin, buf_in[b], \
					buf_in[b] ~ /^\\/ ? " " : "", buf_out, b
				total += area[buf]; cells++
			}
			print line[i]
		} else print line[i]
	}
	printf "area %.3f\ncells %d\nflops %d\nbuffers %d\ntrees %d\nstronger %d\n", total, cells, flops, buffers, trees, stronger > sum
}
