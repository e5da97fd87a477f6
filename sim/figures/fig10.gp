# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# fig10: where the overhead of cached16 comes from. Above: shares of the three sources, negative ones as nothing, and the
# paper's means as marks; below: what each saves when it is switched off.

H = 620
load "sim/figures/style.gp"
f = "< grep ^cached16, " . data . "/fig10.csv"
array fill[3] = [LIGHT, SKY, STEP3]
array name[3] = ["L1 hits wait (LHD)", "network (NOC)", "metadata (MD)"]
base(c) = c == 7 ? 0 : sum [k = 7:c - 1] column(k)
n = int(system("grep -c ^cached16, " . data . "/fig10.csv"))
set xrange [-0.6:n - 0.4]
set multiplot
set size 1, 0.56
set origin 0, 0.44
set ylabel "share of the three, %"
set yrange [0:100]
plot for [c = 7:9] f using ($0):(0):($0 - 0.3):($0 + 0.3):(base(c)):(base(c) + column(c)) \
		with boxxyerror fillcolor rgb fill[c - 6] title name[c - 6], \
	f using ($0 - 0.36):(stringcolumn(2) eq "mean" ? $11 : NaN):(0.72):(0) with vectors arrowstyle 3 title "the paper's means", \
	f using ($0 - 0.36):(stringcolumn(2) eq "mean" ? $11 + $12 : NaN):(0.72):(0) with vectors arrowstyle 3 notitle, \
	f using 0:(NaN):xtic(shown(stringcolumn(2))) with points notitle
set size 1, 0.44
set origin 0, 0
set ylabel "cycles saved without it,\n% of those without detector"
set yrange [*:*]
set xrange [-0.6:n - 0.4]
set offsets 0, 0, 0.5, 0.5
set arrow 1 from graph 0, first 0 to graph 1, first 0 nohead linewidth 0.8 linecolor rgb BLACK front
unset key
plot for [c = 4:6] f using ($0 + 0.22 * (c - 5)):(stringcolumn(2) eq "mean" ? NaN : column(c)):(0.21) with boxes linecolor rgb fill[c - 3] notitle, \
	f using 0:(NaN):xtic(column(3) == column(3) ? shown(stringcolumn(2)) : "") with points notitle
unset multiplot
