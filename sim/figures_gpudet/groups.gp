# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# groups: a group of bars a program, one bar a column of f. plots.sh sets f and what (the name of the axis).

load "sim/figures/style.gp"
n = int(system("head -n 1 " . f . " | tr ',' '\\n' | grep -c .")) - 1
named(k) = system("head -n 1 " . f . " | cut -d, -f" . (k + 1))
data_of = "< grep -v -e ^geomean -e ^app, " . f
set ylabel what
set yrange [0:*]
set xrange [-0.6:int(system("grep -vc -e ^geomean -e ^app, " . f)) - 0.4]
set offsets 0, 0, 0.05, 0
set arrow 1 from graph 0, first 1 to graph 1, first 1 nohead linewidth 0.8 linecolor rgb BLACK front
array fill[6] = ["#e4f1fa", STEP1, STEP2, BLUE, STEP3, ORANGE]
wide = 0.84 / n
plot for [k = 1:n] data_of using ($0 + wide * (k - 0.5 * (n + 1))):(column(k + 1)):(wide * 0.94) with boxes linecolor rgb fill[k] title named(k), \
	data_of using 0:(NaN):xtic(stringcolumn(1)) with points notitle
