# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# ideal: cached16 with the authors' idealisations, with no cost in the slice at all, as hardware, and mended.

load "sim/figures/style.gp"
f = data . "/ideal.csv"
set ylabel "cycles, without detector = 1"
set yrange [0:*]
set xrange [-0.6:rows_in(f) - 0.4]
set offsets 0, 0, 0.05, 0
set arrow 1 from graph 0, first 1 to graph 1, first 1 nohead linewidth 0.8 linecolor rgb BLACK front
array at[4] = [8, 5, 2, 11]
array fill[4] = ["#f7f0a0", STEP2, BLUE, "#444444"]
array name[4] = ["no cost in the slice", "as the authors simulate", "as hardware", "mended detector, as hardware"]
plot for [i = 1:4] f using ($0 + 0.2 * (i - 2.5)):(column(at[i])):(0.19) every ::1 with boxes linecolor rgb fill[i] title name[i], \
	for [i = 1:4] f using ($0 + 0.2 * (i - 2.5)):(column(at[i] + 1)):(0):(column(at[i] + 2) - column(at[i] + 1)) every ::1 with vectors arrowstyle 1 notitle, \
	f using 0:(NaN):xtic(shown(stringcolumn(1))) every ::1 with points notitle
