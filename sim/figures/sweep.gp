# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# sweep: overhead of cached16 against four sizes of the slice unit; the default is marked by a vertical line.

W = 1200
load "sim/figures/style.gp"
array p[4] = ["lanes", "lines", "inq", "gap"]
array name[4] = ["entries checked a cycle", "metadata lines held", "requests queued", "cycles between checks of an entry"]
array usual[4] = [4, 28, 8, 1]
usually(i) = "awk -F, '$1 == \"" . p[i] . "\" && $3 == 1 { u = $2 } END { print u ? u : " . usual[i] . " }' " . data . "/sweep.csv"
rows(q, a) = "< awk -F, '$1 == \"" . q . "\" && $4 == \"" . a . "\"' " . data . "/sweep.csv"
set logscale x 2
stats data . "/sweep.csv" using 5 every ::1 nooutput
LOWEST = floor(10 * STATS_min - 0.2) / 10.0
HIGHEST = ceil(10 * STATS_max + 0.2) / 10.0
set multiplot layout 1, 4 margins 0.075, 0.83, 0.15, 0.95 spacing 0.035, 0.1
do for [i = 1:4] {
	set xlabel name[i]
	set xrange [(i == 2 ? 7 : 0.9):(i == 1 ? 9 : i == 2 ? 150 : i == 3 ? 38 : 4.5)]
	if (i == 1) { set xtics (1, 2, 4, 8) }
	if (i == 2) { set xtics (8, 28, 64, 128) }
	if (i == 3) { set xtics (1, 8, 32) }
	if (i == 4) { set xtics (1, 2, 4) }
	set yrange [LOWEST:HIGHEST]
	if (i == 1) { set ylabel "cycles, without detector = 1" } else { set ylabel " "; set format y "" }
	at = real(system(usually(i)))
	set arrow 1 from at, graph 0 to at, graph 1 nohead dashtype 3 linewidth 1 linecolor rgb "#888888" back
	if (i == 4) { set key at screen 0.995, 0.95 right top vertical maxrows 8 Left reverse } else { unset key }
	plot for [k = 1:words(APPS)] rows(p[i], word(APPS, k)) using 2:5 with linespoints linetype k title shown(word(APPS, k)), \
		rows(p[i], "geomean") using 2:5 with linespoints linetype 8 title "geometric mean"
}
unset multiplot
