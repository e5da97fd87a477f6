# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# fig11: cycles with cached16 over cycles without detector on the same machine, for three machines.

load "sim/figures/style.gp"
f = data . "/fig11.csv"
set ylabel "cycles, without detector = 1"
set yrange [0:*]
set xrange [-0.6:rows_in(f) - 0.4]
set offsets 0, 0, 0.05, 0
set arrow 1 from graph 0, first 1 to graph 1, first 1 nohead linewidth 0.8 linecolor rgb BLACK front
array fill[3] = [STEP1, STEP2, STEP3]
array name[3] = ["half the L2 and DRAM bandwidth", "reference", "twice"]
plot for [i = 1:3] f using ($0 + 0.27 * (i - 2)):(column(3 * i - 1)):(0.26) every ::1 with boxes linecolor rgb fill[i] title name[i], \
	for [i = 1:3] f using ($0 + 0.27 * (i - 2)):(column(3 * i)):(0):(column(3 * i + 1) - column(3 * i)) every ::1 with vectors arrowstyle 1 notitle, \
	f using 0:(NaN):xtic(shown(stringcolumn(1))) every ::1 with points notitle
