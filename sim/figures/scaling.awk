# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# scaling.csv: cycles, overhead and host seconds against SMs (variants NAME@SMs=N, the grid grows with them) and against
# the input (numbers in the column `input`); scaling_fit.csv: exponents of the power laws that fit best.

END {
	if (failed)
		exit 2
	for (r = 1; r <= runs; r++)
		if (row_race[r] == "none" && usable(r) && row_cycles[r] != "")
			place(r)
	f = out "/scaling.csv"
	g = out "/scaling_fit.csv"
	print "kind,app,x,off_cycles,cached16_cycles,overhead,off_seconds,cached16_seconds" >f
	print "kind,app,variant,quantity,points,exponent,r2" >g
	split("sms input", kinds, " ")
	for (q = 1; q <= 2; q++)
		for (i = 1; i <= apps; i++)
			curve(kinds[q], app[i])
}

# Puts run r where it belongs: n, sums of cycles and seconds at kind, application, x and variant.
function place(r,   x, y, i) {
	x = row_variant[r]
	if ((i = index(x, "@SMs=")) > 0) {
		y = substr(x, i + 5) + 0
		x = substr(x, 1, i - 1)
		add(r, "sms", y, x)
	} else if (row_input[r] ~ /^[0-9]+$/ && index(x, "@") == 0) {
		add(r, "input", row_input[r] + 0, x)
	}
}

function add(r, q, y, x,   i) {
	if (x != "off" && x != "cached16")
		return
	if (!((q, row_app[r], y) in point)) {
		point[q, row_app[r], y] = 1
		# kept in order of x: few of them
		for (i = ++points[q, row_app[r]]; i > 1 && xs[q, row_app[r], i - 1] > y; i--)
			xs[q, row_app[r], i] = xs[q, row_app[r], i - 1]
		xs[q, row_app[r], i] = y
	}
	num[q, row_app[r], y, x]++
	cyc[q, row_app[r], y, x] += row_cycles[r]
	sec[q, row_app[r], y, x] += row_seconds[r]
}

function curve(q, a,   i, y, x, k, o, c) {
	for (i = 1; i <= points[q, a]; i++) {
		y = xs[q, a, i]
		o = num[q, a, y, "off"]
		c = num[q, a, y, "cached16"]
		print q, a, y, o ? cyc[q, a, y, "off"] / o : "", c ? cyc[q, a, y, "cached16"] / c : "",
			o && c && cyc[q, a, y, "off"] ? \
			sprintf("%.4f", cyc[q, a, y, "cached16"] / c / (cyc[q, a, y, "off"] / o)) : "",
			o ? sprintf("%.3f", sec[q, a, y, "off"] / o) : "",
			c ? sprintf("%.3f", sec[q, a, y, "cached16"] / c) : "" >f
	}
	fit(q, a, "off", "cycles")
	fit(q, a, "cached16", "cycles")
	fit(q, a, "off", "seconds")
	fit(q, a, "cached16", "seconds")
}

# Least squares on logarithms: quantity = constant * x ^ exponent.
function fit(q, a, x, what,   i, y, z, k, sx, sy, sxx, sxy, syy, d, e) {
	k = sx = sy = sxx = sxy = syy = 0
	for (i = 1; i <= points[q, a]; i++) {
		y = xs[q, a, i]
		if (!num[q, a, y, x])
			continue
		z = (what == "cycles" ? cyc[q, a, y, x] : sec[q, a, y, x]) / num[q, a, y, x]
		if (z <= 0 || y <= 0)
			continue
		k++
		sx += log(y)
		sy += log(z)
		sxx += log(y) * log(y)
		sxy += log(y) * log(z)
		syy += log(z) * log(z)
	}
	d = k * sxx - sx * sx
	if (k < 3 || d <= 0)
		return	# two points fit any line
	e = k * syy - sy * sy
	print q, a, x, what, k, sprintf("%.3f", (k * sxy - sx * sy) / d),
		(e > 0 ? sprintf("%.4f", (k * sxy - sx * sy) ^ 2 / (d * e)) : "") >g
}
