# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# fig9: DRAM accesses by what they are for, over all accesses without detector; three bars an application.

load "sim/figures/style.gp"
f = "< awk -F, 'NR > 1 { if (!($1 in n)) n[$1] = k++; print n[$1] FS $0 }' " . data . "/fig9.csv"
set ylabel "DRAM accesses, without detector = 1"
set yrange [0:*]
set xrange [-0.6:int(system("awk -F, 'NR > 1 && !($1 in n) { n[$1]; k++ } END { print k }' " . data . "/fig9.csv")) - 0.4]
set offsets 0, 0, 0.05, 0
set bmargin 4
set xtics offset 0, -0.9 scale 0
set arrow 1 from graph 0, first 1 to graph 1, first 1 nohead linewidth 0.8 linecolor rgb BLACK front
# Columns: number of the application, name, variant, four parts, sum.
pos(n, v) = v eq "full" ? n - 0.28 : v eq "cached16" ? n : v eq "lines" ? n + 0.28 : NaN
base(c) = c == 4 ? 0 : sum [k = 4:c - 1] column(k)
array fill[4] = ["#999999", "#e4e4e4", BLUE, "#9fd3f2"]
array name[4] = ["data: fills", "data: writes", "metadata: fills", "metadata: writes"]
plot for [c = 4:7] f using (pos($1, stringcolumn(3))):(0):(pos($1, stringcolumn(3)) - 0.13):(pos($1, stringcolumn(3)) + 0.13):(base(c)):(base(c) + column(c)) \
		with boxxyerror fillcolor rgb fill[c - 3] title name[c - 3], \
	f using (pos($1, stringcolumn(3))):(0):(stringcolumn(3) eq "cached16" ? "1/16" : stringcolumn(3)) with labels font ",10" offset 0, -0.6 notitle, \
	f using 1:(NaN):xtic(shown(stringcolumn(2))) with points notitle
