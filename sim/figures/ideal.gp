# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# ideal: cached16 with no cost in the slice at all, with the authors' idealisations, also on a machine with their atomics,
# as hardware, and corrected; full, as our own unit has it.

load "sim/figures/style.gp"
f = data . "/ideal.csv"
set ylabel "cycles, without detector = 1"
set yrange [0:*]
set xrange [-0.6:rows_in(f) - 0.4]
set offsets 0, 0, 0.05, 0
set arrow 1 from graph 0, first 1 to graph 1, first 1 nohead linewidth 0.8 linecolor rgb BLACK front
array at[6] = [8, 5, 11, 2, 17, 41]
array fill[6] = ["#f7f0a0", "#cfe3a6", STEP2, BLUE, "#444444", "#009e73"]
array name[6] = ["no cost in the slice", "authors' detector", "authors' detector and atomics", "as hardware", "corrected detector, as hardware", "full, our unit (lines)"]
plot for [i = 1:6] f using ($0 + 0.14 * (i - 3.5)):(column(at[i])):(0.13) every ::1 with boxes linecolor rgb fill[i] title name[i], \
	for [i = 1:6] f using ($0 + 0.14 * (i - 3.5)):(column(at[i] + 1)):(0):(column(at[i] + 2) - column(at[i] + 1)) every ::1 with vectors arrowstyle 1 notitle, \
	f using 0:(NaN):xtic(shown(stringcolumn(1))) every ::1 with points notitle
