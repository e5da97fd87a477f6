# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# ram.il -> "ram WIDTH DEPTH LANES INSTANCE" for each memory, then "pins Q D CLOCKS": what the
# exposed pins must be in number.
$1 == "module" { mod = $2 }
$1 == "parameter" && mod ~ /pf_ram$|\\pf_ram\\/ { p[mod, $2] = $3 }
$1 == "cell" && $2 ~ /pf_ram$|\\pf_ram\\/ { cell[++n] = $2; name[n] = $3 }
END {
	for (i = 1; i <= n; i++) {
		w = p[cell[i], "\\Width"]; d = p[cell[i], "\\Depth"]; l = p[cell[i], "\\Lanes"]; a = p[cell[i], "\\AddrW"]
		sub(/^\\/, "", name[i])
		print "ram", w, d, l, name[i]
		q += w
		in_pins += w + 2 * a + l + 1
	}
	printf "pins %d %d %d\n", q, in_pins, n
}
