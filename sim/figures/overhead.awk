# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# fig8.csv, fig9.csv, fig10.csv, fig11.csv, ideal.csv, constant.csv, stalls.csv, sweep.csv, skip.csv: what the detector costs.

# Cycles of each listed variant over those of `off`: mean and extremes over seeds, one row an application.
function overheads(t, list, refer, only,   f, i, j, k, a, x, nx, line, some) {
	f = out "/" t ".csv"
	nx = split(list, x, " ")
	line = "app"
	for (j = 1; j <= nx; j++)
		line = line "," x[j] "," x[j] "_min," x[j] "_max"
	print line (refer ? ",paper" : "") >f
	for (i = 1; i <= apps; i++) {
		a = app[i]
		if (only != "" && a != only)
			continue
		line = a
		some = 0
		for (j = 1; j <= nx; j++) {
			k = ratio(a, x[j], base_of(x[j]), "cycles")
			line = line "," cells(k)
			some += k > 0
			if (k)
				over(t, x[j], mean)
		}
		if (some)
			print line (refer ? "," published(only == "" ? t : "fig8", a, "cached16") : "") >f
	}
	for (k = 0; k <= 1 && only == ""; k++) {
		line = k ? "geomean" : "mean"
		for (j = 1; j <= nx; j++)
			line = line "," average(t, x[j], k) ",,"
		if (count[t, x[1]] || count[t, x[2]])
			print line (refer ? "," (k ? "" : published(t, "mean", "cached16")) : "") >f
	}
	close(f)
}

# The same machine without detector.
function base_of(x) {
	if (x ~ /^(low|high)_/)
		return x ~ /^low/ ? "low" : "high"
	return (x ~ /^constant_/ ? "constant_" : "") (x ~ /theirs_/ ? "theirs_" : "") "off"
}

# DRAM accesses by what they are for, over all accesses without detector.
function fig9(   f, i, j, p, a, x, c, all, part, total, some) {
	f = out "/fig9.csv"
	split("off full cached16", x, " ")
	split("fill_data wb_data fill_meta wb_meta", c, " ")
	print "app,variant,fill_data,wb_data,fill_meta,wb_meta,total" >f
	for (i = 1; i <= apps; i++) {
		a = app[i]
		all = 0
		for (p = 1; p <= 2; p++)
			if (column(a, "off", c[p]))
				all += mean
		if (!all)
			continue
		for (j = 1; j <= 3; j++) {
			total = some = 0
			for (p = 1; p <= 4; p++) {
				some += column(a, x[j], c[p])
				part[p] = mean / all
				total += part[p]
			}
			if (!some)
				continue
			printf "%s,%s,%.4f,%.4f,%.4f,%.4f,%.4f\n", a, x[j], part[1], part[2], part[3], part[4], total >f
			nine[x[j]]++
			for (p = 1; p <= 4; p++)
				nine[x[j], p] += part[p]
		}
	}
	for (j = 1; j <= 3; j++)
		if (nine[x[j]]) {
			p = nine[x[j]]
			printf "mean,%s,%.4f,%.4f,%.4f,%.4f,%.4f\n", x[j], nine[x[j], 1] / p, nine[x[j], 2] / p,
				nine[x[j], 3] / p, nine[x[j], 4] / p,
				(nine[x[j], 1] + nine[x[j], 2] + nine[x[j], 3] + nine[x[j], 4]) / p >f
		}
	close(f)
}

# Cycles that go when one source of overhead is switched off, in percent of `off`, and their shares of the sum of
# the three. A source whose absence makes a run longer counts as nothing and is named in `clipped`.
function fig10(   f, i, j, q, a, m, y, saved, all, line, clipped, ok, share, n10, t10, w10, w) {
	f = out "/fig10.csv"
	split("cached16 theirs_cached16", m, " ")
	split("lhd noc md", w, " ")
	print "metadata,app,overhead_percent,lhd_percent,noc_percent,md_percent,lhd_share,noc_share,md_share,clipped," \
		"paper_lhd,paper_noc,paper_md" >f
	for (j = 1; j <= 2; j++) {
		n10 = 0
		for (q = 1; q <= 3; q++)
			t10[q] = w10[q] = 0
		for (i = 1; i <= apps; i++) {
			a = app[i]
			ok = all = 0
			clipped = ""
			for (q = 1; q <= 3; q++) {
				saved[q] = difference(a, m[j], m[j] "_" w[q])
				ok += n > 0
				if (n && saved[q] < 0) {
					clipped = clipped (clipped == "" ? "" : "+") w[q]
					y = 0
				} else {
					y = saved[q]
				}
				share[q] = y
				all += y
			}
			if (ok < 3)
				continue
			for (q = 1; q <= 3; q++)
				w10[q] += share[q]
			ratio(a, m[j], base_of(m[j]), "cycles")
			line = m[j] "," a "," sprintf("%.2f", 100 * (mean - 1))
			for (q = 1; q <= 3; q++)
				line = line "," sprintf("%.2f", saved[q])
			for (q = 1; q <= 3; q++) {
				line = line "," (all > 0 ? sprintf("%.2f", 100 * share[q] / all) : "")
				if (all > 0)
					t10[q] += 100 * share[q] / all
			}
			n10 += all > 0
			line = line "," clipped
			for (q = 1; q <= 3; q++)
				line = line "," (j == 1 ? published("fig10", a, w[q]) : "")
			print line >f
		}
		if (n10) {
			line = m[j] ",mean,,,,"
			for (q = 1; q <= 3; q++)
				line = line "," sprintf("%.2f", t10[q] / n10)
			line = line ","
			for (q = 1; q <= 3; q++)
				line = line "," (j == 1 ? published("fig10", "mean", w[q]) : "")
			print line >f
			# The mean counts an application with next to no overhead as much as any; here those with more weigh more.
			all = w10[1] + w10[2] + w10[3]
			line = m[j] ",weighted,,,,"
			for (q = 1; q <= 3; q++)
				line = line "," sprintf("%.2f", 100 * w10[q] / all)
			print line ",,,," >f
		}
	}
	close(f)
}

# Cycles of x less those of y, in percent of its base's, over the seeds that all three have (n of them).
function difference(a, x, y,   i, s, d, base) {
	n = d = 0
	base = base_of(x)
	for (i = 1; i <= seeds[a, y]; i++) {
		s = seed[a, y, i]
		if (!((a, x, s) in have) || !((a, base, s) in have))
			continue
		d += 100 * (v[a, x, s, "cycles"] - v[a, y, s, "cycles"]) / v[a, base, s, "cycles"]
		n++
	}
	return n ? d / n : 0
}

# Waiting that the model counts, per 1000 cycles of the run, all SMs or slices together.
function stalls(   f, i, j, q, a, x, c, nx, nc, cycles, line) {
	f = out "/stalls.csv"
	nx = split("off full cached16 scord_full scord_cached16 cached16_ideal", x, " ")
	nc = split("tap_stall stall_memory stall_entry stall_owner stall_lines wait_tag fence_cycles hit_packets", c, " ")
	print "app,variant,tap_stall,stall_memory,stall_entry,stall_owner,stall_lines,wait_tag,fence_cycles,hit_packets" >f
	for (i = 1; i <= apps; i++)
		for (j = 1; j <= nx; j++) {
			a = app[i]
			if (!column(a, x[j], "cycles") || !mean)
				continue
			cycles = mean
			line = a "," x[j]
			for (q = 1; q <= nc; q++)
				line = line "," (column(a, x[j], c[q]) ? sprintf("%.2f", 1000 * mean / cycles) : "")
			print line >f
		}
	close(f)
}

# One parameter of the hardware at a time; the default stands among its values, over the same seeds as they.
function sweep(   f, i, j, q, a, p, x, value, nv, k) {
	f = out "/sweep.csv"
	split("lanes lines inq gap", p, " ")
	value["lanes"] = "1 2 4 8"
	value["lines"] = "8 28 64 128"
	value["inq"] = "1 8 32"
	value["gap"] = "1 2 4"
	print "parameter,value,default,app,overhead,min,max" >f
	for (q = 1; q <= 4; q++) {
		nv = split(value[p[q]], x, " ")
		for (j = 1; j <= nv; j++) {
			for (i = 1; i <= apps; i++) {
				a = app[i]
				if (is_default(p[q], x[j]))
					k = ratio(a, "cached16", "off", "cycles", "cached16_" p[q] x[1])
				else
					k = ratio(a, "cached16_" p[q] x[j], "off", "cycles")
				if (!k)
					continue
				print p[q], x[j], is_default(p[q], x[j]), a, cells(k) >f
				over("sweep", p[q] x[j], mean)
			}
			if (count["sweep", p[q] x[j]])
				print p[q], x[j], is_default(p[q], x[j]), "geomean", average("sweep", p[q] x[j], 1), "", "" >f
		}
	}
	close(f)
}

# Geometry ref's, and detector.in_queue of configuration ref.
function is_default(p, y) {
	return (p == "lanes" && y == 4) || (p == "lines" && y == 28) || (p == "inq" && y == 8) || (p == "gap" && y == 4)
}

# What it saves not to write back unchanged metadata, and to fetch only the sector that is needed.
function skip(   f, i, j, q, a, x, c, line, k) {
	f = out "/skip.csv"
	split("cached16 cached16_always cached16_wholeline", x, " ")
	split("l2_meta fill_meta wb_meta", c, " ")
	print "app,variant,cycles,l2_meta,fill_meta,wb_meta" >f
	for (i = 1; i <= apps; i++)
		for (j = 1; j <= 3; j++) {
			a = app[i]
			if (!seeds[a, "cached16_always"] && !seeds[a, "cached16_wholeline"])
				continue
			k = ratio(a, x[j], "cached16", "cycles")
			if (!k)
				continue
			line = a "," x[j] "," cell(k, "%.4f")
			over("skip", x[j], mean)
			for (q = 1; q <= 3; q++) {
				k = ratio(a, x[j], "cached16", c[q])
				line = line "," cell(k, "%.4f")
				if (k && mean > 0)
					over("skip", x[j] c[q], mean)
			}
			print line >f
		}
	for (j = 1; j <= 3; j++)
		if (count["skip", x[j]])
			print "geomean", x[j], average("skip", x[j], 1), average("skip", x[j] c[1], 1),
				average("skip", x[j] c[2], 1), average("skip", x[j] c[3], 1) >f
	close(f)
}

END {
	if (failed)
		exit 2
	overheads("fig8", "full cached16 cached16_both", 1)
	fig9()
	fig10()
	overheads("fig11", "low_cached16 cached16 high_cached16", 0)
	overheads("ideal", "cached16 cached16_paper cached16_ideal theirs_cached16_paper theirs_cached16 scord_cached16 full full_paper " \
		"cached16_next theirs_cached16_next high_cached16_lines64 cached16_ideal_noc cached16_gap1_md", 0)
	overheads("constant", "cached16 cached16_paper theirs_cached16_paper constant_cached16 constant_cached16_paper " \
		"constant_theirs_cached16_paper", 1, "1dc")
	stalls()
	sweep()
	skip()
}
