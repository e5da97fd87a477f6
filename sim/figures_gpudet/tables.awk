# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# Tables of the campaign, from published.csv and runs.csv.
#
#   awk -v out=FOLDER -f tables.awk published.csv runs.csv
#
# A cell is a mean over the seeds that ran. "slowdown" and all parts of it are over the mean cycles of variant nondet of the
# same program. Programs stand in the order of the paper's Table 1; others follow as they come. Means over programs leave cl
# out, as the paper's do: clopt stands for it. racey has no work of its own and is in determinism.csv only. A row with
# ok = 0 counts: a race of the program made its result wrong, not its run.

BEGIN {
	FS = OFS = ","
	apps = split("aes bfsr bfsf cfd cp hotspot lib lps srad cl clopt ht atm", app, " ")
	for (i = 1; i <= apps; i++)
		known[app[i]] = i
	modes = split("parallel commit serial distribute", mode, " ")
}

/^#/ || $0 == "" { next }

FILENAME != file {	# the line of names
	file = FILENAME
	kind = $1 == "item" ? "published" : "runs"
	if (kind == "runs") {
		for (i = 1; i <= NF; i++)
			at[$i] = i
		k = split("app,variant,seed,ok,hash,cycles,sms,warp_insns,quanta,store,z_fetches,end_count", need, ",")
		for (i = 1; i <= k; i++)
			if (!(need[i] in at))
				fail("no column " need[i])
		columns = NF
	}
	next
}

kind == "published" { paper[$1] = $2; next }

{
	if (NF != columns)
		fail("line " FNR ": " NF " fields, not " columns)
	a = $at["app"]
	x = $at["variant"]
	if (!(a in known)) {
		app[++apps] = a
		known[a] = apps
	}
	runs[a, x]++
	if (!(x in of)) {
		of[x] = ++variants
		variant[variants] = x
	}
	for (i in at)
		if ($at[i] ~ /^-?[0-9.]+(e[-+]?[0-9]+)?$/)
			sum[a, x, i] += $at[i]
		else
			missing[a, x, i] = 1
	wrong[a, x] += $at["ok"] == 0
	if (!((a, x, $at["hash"]) in seen)) {
		seen[a, x, $at["hash"]] = 1
		hashes[a, x]++
	}
	if (least[a, x] == "" || $at["cycles"] < least[a, x])
		least[a, x] = $at["cycles"]
	if ($at["cycles"] > most[a, x])
		most[a, x] = $at["cycles"]
}

function fail(text) {
	print "tables: " FILENAME ": " text >"/dev/stderr"
	failed = 1
	exit 2
}

# Mean over seeds of column c, or nothing.
function mean(a, x, c) {
	return !((a, x) in runs) || (a, x, c) in missing ? "" : sum[a, x, c] / runs[a, x]
}

# y / z, or nothing.
function over(y, z) {
	return y == "" || z == "" || z == 0 ? "" : y / z
}

# Column c of variant x over the cycles of nondet.
function share(a, x, c) {
	return over(mean(a, x, c), mean(a, "nondet", "cycles"))
}

# ... of variant y.
function ratio(a, x, y, c) {
	return over(mean(a, x, c), mean(a, y, c))
}

function cell(y) {
	return y == "" ? "" : sprintf("%.4f", y < 0.00005 && y > -0.00005 ? 0 : y)	# no -0.0000
}

# A cell of table t, which goes into the means of its column.
function put(t, a, c, y) {
	if (y != "" && a != "cl") {
		total[t, c] += y
		logs[t, c] += y > 0 ? log(y) : 0
		if (y <= 0)
			zero[t, c] = 1
		count[t, c]++
	}
	return "," cell(y)
}

function average(t, c, geometric) {
	if (!count[t, c] || (geometric && (t, c) in zero))
		return ""
	return geometric ? exp(logs[t, c] / count[t, c]) : total[t, c] / count[t, c]
}

# Rows mean and geomean under columns list of table t; front: what stands between name and cells.
function averages(t, list, front, f,   c, i, k, n, line) {
	n = split(list, c, " ")
	for (k = 0; k <= 1; k++) {
		line = (k ? "geomean" : "mean") front
		for (i = 1; i <= n; i++)
			line = line "," cell(average(t, front c[i], k))
		print line >f
	}
}

function listed(a) {
	return a != "racey"
}

# What ended the quanta of warps, shares of all.
function fig3(   f, i, j, n, c, a, all, line) {
	f = out "/fig3.csv"
	n = split("count atomic fence barrier full exit", c, " ")
	print "app,count,atomic,fence,barrier,full,exit" >f
	for (i = 1; i <= apps; i++) {
		a = app[i]
		all = 0
		for (j = 1; j <= n; j++)
			all += mean(a, "base", "end_" c[j])
		if (!all || !listed(a))
			continue
		line = a
		for (j = 1; j <= n; j++)
			line = line put("fig3", a, c[j], mean(a, "base", "end_" c[j]) / all)
		print line >f
	}
	averages("fig3", "count atomic fence barrier full exit", "", f)
}

# Slowdown and its parts; rest: what no mode counts. Programs that variant `must` was not run of are left out.
function parts(t, must, list, names,   f, i, j, k, n, x, name, a, y, all, line) {
	f = out "/" t ".csv"
	n = split(list, x, " ")
	split(names, name, " ")
	print "app,variant,slowdown,parallel,commit,serial,distribute,rest,store" >f
	for (i = 1; i <= apps; i++) {
		a = app[i]
		for (j = 1; j <= n; j++) {
			all = share(a, x[j], "cycles")
			if (all == "" || !listed(a) || !((a, must) in runs))
				continue
			line = a "," name[j] put(t, a, "," name[j] "slowdown", all)
			for (k = 1; k <= modes; k++) {
				y = share(a, x[j], mode[k])
				line = line put(t, a, "," name[j] mode[k], y)
				all -= y
			}
			line = line put(t, a, "," name[j] "rest", all)
			line = line put(t, a, "," name[j] "store", over(share(a, x[j], "store"), mean(a, x[j], "sms")))
			print line >f
		}
	}
	for (j = 1; j <= n; j++)
		if (count[t, "," name[j] "slowdown"])
			averages(t, "slowdown parallel commit serial distribute rest store", "," name[j], f)
}

# One column a variant: column c over that of `base` (empty: nondet's cycles). Only programs that `must` was run of.
function compare(t, must, list, names, c, base,   f, i, j, n, x, name, a, y, line) {
	f = out "/" t ".csv"
	n = split(list, x, " ")
	split(names, name, " ")
	line = "app"
	for (j = 1; j <= n; j++)
		line = line "," name[j]
	print line >f
	for (i = 1; i <= apps; i++) {
		a = app[i]
		if (!listed(a) || !((a, must) in runs))
			continue
		line = a
		for (j = 1; j <= n; j++) {
			y = base == "" ? share(a, x[j], c) : ratio(a, x[j], base, c)
			line = line put(t, a, name[j], y)
		}
		print line >f
	}
	averages(t, names, "", f)
}

function quanta(   f, i, a) {
	f = out "/quanta.csv"
	print "app,base,bta,det,instructions,log_lines,bytes" >f
	for (i = 1; i <= apps; i++) {
		a = app[i]
		if (mean(a, "det", "quanta") == "" || !listed(a))
			continue
		printf "%s,%s,%s,%.1f,%.1f,%.0f,%.1f\n", a, mean(a, "base", "quanta"), mean(a, "bta", "quanta"),
			mean(a, "det", "quanta"), over(mean(a, "det", "warp_insns"), mean(a, "det", "quanta")),
			mean(a, "det", "log_most"), over(mean(a, "det", "commit_bytes"), mean(a, "det", "commits")) >f
	}
}

# The Z-cache: cycles over those with 16 KB, and rows fetched in a thousand requests.
function zcache(   f, i, j, n, x, a) {
	f = out "/zcache.csv"
	n = split("z8 det z32 z64 z128 z8_nofilter nofilter z128_nofilter", x, " ")
	print "app,variant,cycles,fetches,misses" >f
	for (i = 1; i <= apps; i++) {
		a = app[i]
		for (j = 1; j <= n; j++)
			if (ratio(a, x[j], "det", "cycles") != "" && listed(a) && (a, "z8") in runs)
				print a, x[j] put("zcache", a, "," x[j] "cycles", ratio(a, x[j], "det", "cycles")) \
					put("zcache", a, "," x[j] "fetches", 1000 * over(mean(a, x[j], "z_fetches"), mean(a, x[j], "commits"))) \
					put("zcache", a, "," x[j] "misses", 1000 * over(mean(a, x[j], "z_misses"), mean(a, x[j], "commits"))) >f
	}
	for (j = 1; j <= n; j++)
		if (count["zcache", "," x[j] "cycles"])
			averages("zcache", "cycles fetches misses", "," x[j], f)
}

# How many results there are among the runs, with as many seeds.
function determinism(   f, i, j, a, x) {
	f = out "/determinism.csv"
	print "app,variant,runs,results,wrong,cycles_least,cycles_most" >f
	for (i = 1; i <= apps; i++)
		for (j = 1; j <= variants; j++) {
			a = app[i]
			x = variant[j]
			if ((a, x) in runs && runs[a, x] > 1)	# asked so as not to make one
				print a, x, runs[a, x], hashes[a, x], wrong[a, x], least[a, x], most[a, x] >f
		}
}

function all_but_cl(   i, text) {
	for (i = 1; i <= apps; i++)
		if (app[i] != "cl" && listed(app[i]))
			text = text " " app[i]
	return text
}

# Mean of column c of x over that of y, over the listed programs; without a list, over all but cl.
function over_apps(list, x, y, c,   i, k, n, a, got, r) {
	n = split(list == "" ? all_but_cl() : list, a, " ")
	for (i = 1; i <= n; i++) {
		r = ratio(a[i], x, y, c)
		if (r != "") {
			got += r
			k++
		}
	}
	return k ? got / k : ""
}

function against(item, y) {
	if (!(item in paper))
		fail("published.csv has no " item)
	print item, paper[item], y == "" ? "" : sprintf("%.2f", y) >(out "/paper.csv")
}

# What the paper's text says, and the same here.
function text(   i, low) {
	print "item,paper,here" >(out "/paper.csv")
	for (i = 1; i <= apps; i++)
		if (listed(app[i]) && share(app[i], "det", "cycles") != "" && (low == "" || share(app[i], "det", "cycles") < low))
			low = share(app[i], "det", "cycles")
	against("slowdown", over_apps("", "det", "nondet", "cycles"))
	against("slowdown_least", low)
	against("bta_time", over_apps("", "bta", "base", "cycles"))
	against("bta_quanta", over_apps("aes hotspot lps srad", "base", "bta", "quanta"))
	against("bta_barrier_time", over_apps("aes hotspot lps srad", "bta", "base", "cycles"))
	against("dwp_time", over_apps("bfsr bfsf cfd", "dwp", "bta", "cycles"))
	against("lock_time", over_apps("", "lock", "det", "cycles"))
	against("lock_commit_ht", ratio("ht", "lock", "det", "commit"))
	against("wser_serial", over_apps("clopt ht atm", "wser", "cuser", "serial"))
	against("q1000_insns_bfsr", ratio("bfsr", "q1000", "det", "warp_insns"))
	against("cl_over_clopt", over(mean("cl", "nondet", "cycles"), mean("clopt", "nondet", "cycles")))
	against("z128_time", over_apps("", "z128", "z8", "cycles"))
	against("barrier100_time", over_apps("", "barrier100", "det", "cycles"))
	against("barrier1000_time", over_apps("", "barrier1000", "det", "cycles"))
}

END {
	if (failed)
		exit 2
	fig3()
	parts("fig7", "det", "det gpudet", "det gpudet")
	parts("fig8", "base", "base bta dwp det published", "base bta dwp det published")
	parts("fig9", "lock", "det lock lock1", "zbuffer lock lock1")
	parts("fig10", "wser", "wser cuser det", "warp cu slice")
	parts("fig11", "q100", "q100 det q600 q1000", "100 200 600 1000")
	compare("fig12", "bloom0", "bloom128 bloom256 bloom512 det bloom0", "128 256 512 1024 exact", "parallel", "")
	compare("barrier", "barrier1000", "det barrier100 barrier1000", "0 100 1000", "cycles", "det")
	compare("log", "log32", "log32 det log128 log256", "32 64 128 256", "cycles", "det")
	compare("chunk", "chunk8", "det chunk8", "1 8", "cycles", "det")
	quanta()
	zcache()
	determinism()
	text()
}
