# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# sweep: overhead of cached16 against three sizes of the slice unit; the default is marked by a vertical line.

W = 1000
load "sim/figures/style.gp"
array p[3] = ["lanes", "lines", "inq"]
array name[3] = ["entries checked a cycle", "metadata lines held", "requests queued"]
array usual[3] = [4, 28, 8]
rows(q, a) = "< awk -F, '$1 == \"" . q . "\" && $4 == \"" . a . "\"' " . data . "/sweep.csv"
set logscale x 2
stats data . "/sweep.csv" using 5 every ::1 nooutput
LOWEST = floor(10 * STATS_min - 0.2) / 10.0
HIGHEST = ceil(10 * STATS_max + 0.2) / 10.0
set multiplot layout 1, 3 margins 0.085, 0.80, 0.15, 0.95 spacing 0.035, 0.1
do for [i = 1:3] {
	set xlabel name[i]
	set xrange [(i == 1 ? 0.9 : i == 2 ? 3.4 : 0.9):(i == 1 ? 9 : i == 2 ? 75 : 38)]
	if (i == 1) { set xtics (1, 2, 4, 8) }
	if (i == 2) { set xtics (4, 8, 28, 64) }
	if (i == 3) { set xtics (1, 8, 32) }
	set yrange [LOWEST:HIGHEST]
	if (i == 1) { set ylabel "cycles, without detector = 1" } else { set ylabel " "; set format y "" }
	set arrow 1 from usual[i], graph 0 to usual[i], graph 1 nohead dashtype 3 linewidth 1 linecolor rgb "#888888" back
	if (i == 3) { set key at screen 0.995, 0.95 right top vertical maxrows 8 Left reverse } else { unset key }
	plot for [k = 1:words(APPS)] rows(p[i], word(APPS, k)) using 2:5 with linespoints linetype k title shown(word(APPS, k)), \
		rows(p[i], "geomean") using 2:5 with linespoints linetype 8 title "geometric mean"
}
unset multiplot
