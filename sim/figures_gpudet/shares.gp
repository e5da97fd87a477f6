# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# shares: fig3: what ended the quanta of warps, one bar a program.

load "sim/figures/style.gp"
data_of = "< grep -v -e ^geomean -e ^app, " . f
set ylabel "ends of warps' quanta, %"
set yrange [0:100]
set xrange [-0.6:int(system("grep -vc -e ^geomean -e ^app, " . f)) - 0.4]
array fill[6] = ["#bbbbbb", "#d55e00", LIGHT, BLUE, BLACK, STEP1]
array name[6] = ["instructions", "atomic", "fence", "block barrier", "log is full", "warp's end"]
below(k) = k == 1 ? 0 : sum [j = 2:k] column(j)
plot for [k = 1:6] data_of using 0:(0):($0 - 0.35):($0 + 0.35):(100 * below(k)):(100 * (below(k) + column(k + 1))) \
		with boxxyerror fillcolor rgb fill[k] title name[k], \
	data_of using 0:(NaN):xtic(stringcolumn(1)) with points notitle
