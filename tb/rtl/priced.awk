# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# A priced netlist, whose ports are single bits, those of its memories among them -> a module around it with the ports of the
# source, and the memories.
#
#   awk -v top=TOP -f priced.awk ram.txt netlist.v     ram.txt of synth/block.sh; the netlist's module is TOP_priced
FILENAME ~ /ram\.txt$/ {
	if ($1 == "ram") {
		ram[++rams] = $5
		shape[rams] = sprintf(".Width(%d), .Depth(%d), .Lanes(%d)", $2, $3, $4)
		size[$5, "rdata_o"] = size[$5, "wdata_i"] = $2
		size[$5, "we_i"] = $4
		for (size[$5, "waddr_i"] = 1; 2 ^ size[$5, "waddr_i"] < $3;) size[$5, "waddr_i"]++
		size[$5, "raddr_i"] = size[$5, "waddr_i"]
		number[$5] = rams
	}
	next
}
$1 == "input" || $1 == "output" {
	name = $2
	sub(/^\\/, "", name)
	sub(/;$/, "", name)
	pin = name
	bit = -1
	if (match(name, /\[[0-9]+\]$/)) {
		bit = substr(name, RSTART + 1, RLENGTH - 2) + 0
		name = substr(name, 1, RSTART - 1)
	}
	if (match(name, /\.[a-z_]+$/)) {                     # a pin of a memory
		of = substr(name, 1, RSTART - 1)
		name = substr(name, RSTART + 1)
		if (!(of in number)) { print "priced.awk: a pin of no memory, " pin > "/dev/stderr"; bad = 1; exit }
		net = sprintf("ram%d_%s", number[of], name)
	} else {
		if (name !~ /^[a-z_0-9]+$/) { print "priced.awk: a port " name > "/dev/stderr"; bad = 1; exit }
		if (!(name in way)) order[n++] = name
		way[name] = $1
		if (bit >= 0 && bit + 1 > width[name]) width[name] = bit + 1
		net = name
	}
	pins = pins sprintf("%s\n    .\\%s (%s%s)", pins == "" ? "" : ",", pin, net, bit < 0 ? "" : "[" bit "]")
}
END {
	if (bad || !n) exit 1
	printf "module %s (", top
	for (i = 0; i < n; i++) {
		w = width[order[i]] ? sprintf("[%d:0] ", width[order[i]] - 1) : ""
		printf "%s\n  %s wire %s%s", i ? "," : "", way[order[i]], w, order[i]
	}
	print "\n);"
	for (i = 1; i <= rams; i++) {
		k = split("we_i waddr_i wdata_i raddr_i rdata_o", part, " ")
		for (j = 1; j <= k; j++) printf "  wire [%d:0] ram%d_%s;\n", size[ram[i], part[j]] - 1, i, part[j]
		printf "  wire ram%d_re_i;\n  wire ram%d_clk_i;\n  pf_ram #(%s) u_ram%d (.clk_i(clk_i), .re_i(ram%d_re_i)", i, i, shape[i], i, i
		for (j = 1; j <= k; j++) printf ", .%s(ram%d_%s)", part[j], i, part[j]
		print ");"
	}
	printf "  %s_priced u_priced (%s\n  );\nendmodule\n", top, pins
}
