# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# What the figures have in common. plots.sh sets kind (svg or png), out, data (the folder of the CSVs) and the size in
# pixels; W and H are a figure's own.
#
# Colours are Okabe and Ito's, told apart by colour-blind readers; in a group of bars each is also darker than the one
# before it, so that grey does as well.

if (!exists("W")) W = 900
if (!exists("H")) H = 420
if (kind eq "svg") {
	set terminal svg size W, H font "sans-serif,13" background "#ffffff" linewidth 1
} else {
	set terminal pngcairo size 2 * W, 2 * H font "sans,12" fontscale 2 linewidth 2 pointscale 2 background "#ffffff"
}
set output out

LIGHT = "#f0e442"
ORANGE = "#e69f00"
SKY = "#56b4e9"
BLUE = "#0072b2"
BLACK = "#222222"
GREY = "#bbbbbb"
# bars of one quantity, light to dark
STEP1 = "#cfe8f7"
STEP2 = "#56b4e9"
STEP3 = "#00517f"

set datafile separator ","
set encoding utf8
set border 3 linewidth 0.8 linecolor rgb "#444444"
set tics nomirror scale 0.5 textcolor rgb "#222222"
set grid ytics linetype 1 linewidth 0.5 linecolor rgb "#dddddd"
set key outside top center horizontal samplen 1.5 spacing 1.2 width 1 Left reverse maxrows 1
set style fill solid 1.0 border rgb "#333333"
set boxwidth 1 absolute
# smallest to greatest, over seeds; nothing where there is one
set style arrow 1 heads size screen 0.004, 90 linewidth 1.2 linecolor rgb BLACK
set style arrow 2 nohead linewidth 3.5 linecolor rgb "#ffffff"
set style arrow 3 nohead linewidth 2 linecolor rgb "#d55e00"
set lmargin 9
set bmargin 3
unset title

# lines of applications: colour and shape
set linetype 1 linecolor rgb "#0072b2" linewidth 1.6 pointtype 5 pointsize 0.6
set linetype 2 linecolor rgb "#e69f00" linewidth 1.6 pointtype 7 pointsize 0.6
set linetype 3 linecolor rgb "#009e73" linewidth 1.6 pointtype 9 pointsize 0.7
set linetype 4 linecolor rgb "#d55e00" linewidth 1.6 pointtype 11 pointsize 0.7
set linetype 5 linecolor rgb "#56b4e9" linewidth 1.6 pointtype 13 pointsize 0.7
set linetype 6 linecolor rgb "#cc79a7" linewidth 1.6 pointtype 4 pointsize 0.6
set linetype 7 linecolor rgb "#777777" linewidth 1.6 pointtype 6 pointsize 0.6
set linetype 8 linecolor rgb "#000000" linewidth 2.4 pointtype 2 pointsize 0.7

APPS = "mm red r110 gcol gcon 1dc uts"
# Names as people write them.
shown(s) = s eq "mm" ? "MM" : s eq "red" ? "RED" : s eq "r110" ? "R110" : s eq "gcol" ? "GCOL" : \
	s eq "gcon" ? "GCON" : s eq "1dc" ? "1DC" : s eq "uts" ? "UTS" : s

# Groups of bars: one a row of file f, whose first line is that of names.
rows_in(f) = int(system("grep -c . " . f)) - 1
