# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# timeline: one run of one application with cached16: what the SMs do, who uses the DRAM, what the detector does.
# plots.sh makes the columns: cycle, warp instructions a cycle, DRAM bursts a cycle for data and for data and metadata,
# slices whose packets wait for the detector, accesses of L2 for metadata a cycle.

W = 1000
H = 560
load "sim/figures/style.gp"
set datafile separator whitespace
set multiplot layout 3, 1 margins 0.09, 0.97, 0.11, 0.94 spacing 0, 0.08
set style fill solid 1.0 noborder
set xrange [0:*] noextend
set yrange [0:*]
set key at graph 1, 1.22 right top horizontal
set format x ""
set ylabel "warp instructions\nper cycle"
set label 1 name at graph 0, 1.1 left font ",15"
plot f using 1:2 with steps linetype 1 linewidth 1 notitle
unset label 1
set ylabel "DRAM bursts\nper cycle"
plot f using 1:4 with fillsteps linecolor rgb BLUE title "metadata", \
	f using 1:3 with fillsteps linecolor rgb GREY title "data"
set ylabel "detector,\nper cycle"
set format x "%.0f"
set xlabel "thousand core cycles"
plot f using 1:6 with steps linecolor rgb ORANGE linewidth 1 title "L2 accesses for metadata", \
	f using 1:5 with steps linecolor rgb BLACK linewidth 1 title "slices where a packet waits for it"
unset multiplot
