# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# parts: bars of parallel, commit, serial and distribute cycles over the cycles without determinism, one or several a
# program, each under its name. plots.sh sets f, variants (in the order of the bars), tags (what is written under them) and
# store (1: the part of parallel in which the store buffer has the memory port is drawn by itself).

load "sim/figures/style.gp"
order = system("awk -F, 'NR > 1 && $1 != \"geomean\" && !($1 in n) { n[$1]; print $1 }' " . f)
place = "< awk -F, 'NR > 1 && $1 != \"geomean\" { if (!($1 in n)) n[$1] = k++; print n[$1] FS $0 }' " . f
set ylabel "cycles, without determinism = 1"
set yrange [0:*]
set xrange [-0.6:words(order) - 0.4]
set offsets 0, 0, 0.05, 0
set arrow 1 from graph 0, first 1 to graph 1, first 1 nohead linewidth 0.8 linecolor rgb BLACK front
set key maxrows 1
if (words(variants) > 1) {
	set bmargin 5
	set xtics offset 0, -1.6 scale 0
}
n = words(variants)
wide = 0.84 / n
index_of(v) = sum [k = 1:n] (word(variants, k) eq v ? k : 0)
pos(a, v) = index_of(v) ? a + wide * (index_of(v) - 0.5 * (n + 1)) : NaN
# Columns of place: number of the program, its name, variant, slowdown, parallel, commit, serial, distribute, rest, store.
array from[5] = [store ? 10 : 0, 5, 6, 7, 8]
array fill[5] = ["#9fc5e8", BLUE, ORANGE, "#d55e00", "#999999"]
array name[5] = ["store buffer", "parallel", "commit", "serial", "distribute"]
part(k) = k == 1 ? (store ? column(10) : 0) : k == 2 ? column(5) - part(1) : column(from[k])
below(k) = k == 1 ? 0 : sum [j = 1:k - 1] part(j)
plot for [k = (store ? 1 : 2):5] place using (pos($1, stringcolumn(3))):(0):(pos($1, stringcolumn(3)) - 0.46 * wide):(pos($1, stringcolumn(3)) + 0.46 * wide):(below(k)):(below(k) + part(k)) \
		with boxxyerror fillcolor rgb fill[k] title name[k], \
	place using (pos($1, stringcolumn(3))):(0):(n > 1 ? word(tags, index_of(stringcolumn(3))) : "") with labels rotate by (n > 2 ? 45 : 0) right font ",9" offset (n > 2 ? 0.6 : 1), -0.5 notitle, \
	place using 1:(NaN):xtic(stringcolumn(2)) with points notitle
