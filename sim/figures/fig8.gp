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
plot f using ($0 - 0.19):2:(0.36) every ::1 with boxes linecolor rgb ORANGE title "an entry a word (full)", \
	f using ($0 + 0.19):5:(0.36) every ::1 with boxes linecolor rgb BLUE title "software cache (cached16)", \
	f using ($0 - 0.19):3:(0):($4 - $3) every ::1 with vectors arrowstyle 1 notitle, \
	f using ($0 + 0.19):6:(0):($7 - $6) every ::1 with vectors arrowstyle 1 notitle, \
	f using ($0 - 0.02):8:(0.42):(0) every ::1 with vectors arrowstyle 2 notitle, \
	f using ($0 - 0.02):8:(0.42):(0) every ::1 with vectors arrowstyle 3 title "the paper's, cached16", \
	f using 0:(NaN):xtic(shown(stringcolumn(1))) every ::1 with points notitle
