# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# scaling: cycles with cached16, its overhead and that of our unit (lines), and host time, against SMs (the grid grows with them) and input.

W = 1000
H = 1140
load "sim/figures/style.gp"
rows(q, a) = "< awk -F, '$1 == \"" . q . "\" && $2 == \"" . a . "\"' " . data . "/scaling.csv"
points(q, c) = int(system("awk -F, '$1 == \"" . q . "\" && $" . c . " > 0' " . data . "/scaling.csv | wc -l"))
array kinds[2] = ["sms", "input"]
array along[2] = ["SMs (grid in proportion)", "input, largest run of the application = 1"]
array quantity[4] = ["cycles with cached16", "slowdown by cached16", "slowdown by lines", "host seconds with cached16"]
array value[4] = [5, 7, 8, 10]
# Inputs of different applications are different things: each in units of its largest.
last(a) = system("awk -F, '$1 == \"input\" && $2 == \"" . a . "\" && $3 > x { x = $3 } END { print x + 0 }' " . data . "/scaling.csv")
array most[words(APPS)]
do for [k = 1:words(APPS)] { most[k] = real(last(word(APPS, k))) }
set logscale x 2
set multiplot layout 4, 2 margins 0.08, 0.90, 0.07, 0.98 spacing 0.09, 0.06
do for [r = 1:4] {
	do for [c = 1:2] {
		set ylabel (c == 1 ? quantity[r] : "")
		if (r == 4) { set xlabel along[c] } else { set xlabel "" }
		if (r == 2 || r == 3) { unset logscale y; set format y "%g" } else { set logscale y; set format y (r == 1 ? "10^{%L}" : "%g") }
		if (c == 1) { set xtics (1, 4, 15, 30, 60); set xrange [0.9:68] } \
			else { set xtics ("1/8" 0.125, "1/4" 0.25, "1/2" 0.5, "1" 1); set xrange [0.11:1.1] }
		if (r == 1 && c == 2) { set key at screen 0.995, 0.98 right top vertical maxrows 8 Left reverse } else { unset key }
		if (points(kinds[c], value[r]) == 0) {
			set multiplot next
			continue
		}
		plot for [k = 1:words(APPS)] rows(kinds[c], word(APPS, k)) using ($3 / (c == 1 ? 1 : most[k])):(column(value[r])) \
			with linespoints linetype k title shown(word(APPS, k))
	}
}
unset multiplot
