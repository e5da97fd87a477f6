# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# fig8: cycles with detector over cycles without, by application; the paper's numbers where it prints them.

load "sim/figures/style.gp"
f = data . "/fig8.csv"
set ylabel "cycles, without detector = 1"
set yrange [0:*]
set xrange [-0.6:rows_in(f) - 0.4]
set offsets 0, 0, 0.05, 0
set arrow 1 from graph 0, first 1 to graph 1, first 1 nohead linewidth 0.8 linecolor rgb BLACK front
array at[4] = [2, 5, 8, 11]
array fill[4] = [ORANGE, BLUE, "#9fc5e8", "#009e73"]
array name[4] = ["an entry a word (full)", "software cache (cached16)", "cached16, the Verilog", "full, our unit (lines)"]
plot for [i = 1:4] f using ($0 + 0.21 * (i - 2.5)):(column(at[i])):(0.20) every ::1 with boxes linecolor rgb fill[i] title name[i], \
	for [i = 1:4] f using ($0 + 0.21 * (i - 2.5)):(column(at[i] + 1)):(0):(column(at[i] + 2) - column(at[i] + 1)) every ::1 with vectors arrowstyle 1 notitle, \
	f using ($0 - 0.22):14:(0.44):(0) every ::1 with vectors arrowstyle 2 notitle, \
	f using ($0 - 0.22):14:(0.44):(0) every ::1 with vectors arrowstyle 3 title "the paper's, cached16", \
	f using 0:(NaN):xtic(shown(stringcolumn(1))) every ::1 with points notitle
