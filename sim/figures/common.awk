# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# What the tables have in common: reads published.csv, micro.csv and runs.csv and finds rows again.
#
#   awk -v size=SIZE -v out=FOLDER [-v listed="mm 4,..."] -f common.awk -f TABLES.awk published.csv micro.csv runs.csv
#
# Cells without data stay empty; rows without any are left out.

BEGIN {
	FS = OFS = ","
	# The paper's order; others follow as they come.
	apps = split("mm red r110 gcol gcon 1dc uts", app, " ")
	for (i = 1; i <= apps; i++)
		known[app[i]] = i
	needed = "size,app,race,variant,seed,input,blocks,exit,ok,cycles,seconds,warp_insns,l1_hits,hit_packets," \
		"l2_meta,fill_data,wb_data,fill_meta,wb_meta,tap_stall,wait_tag,fence_cycles,stall_lines,stall_memory,stall_entry,stall_owner,found,stray"
	k = split(listed, pair, ",")
	for (i = 1; i <= k; i++) {
		split(pair[i], word, " ")
		injected[word[1]] = word[2]
	}
}

/^#/ || $0 == "" { next }

FILENAME != file {	# the line of names
	file = FILENAME
	kind = $1 == "table" ? "published" : $1 == "detector" ? "micro" : "runs"
	if (kind == "runs") {
		for (i = 1; i <= NF; i++)
			at[$i] = i
		k = split(needed, name, ",")
		for (i = 1; i <= k; i++)
			if (!(name[i] in at))
				fail("no column " name[i])
		columns = NF
	}
	next
}

kind == "published" { paper[$1, $2, $3] = $4; next }
kind == "micro" { micros++; micro_row[micros] = $0; next }

{
	if (NF != columns)
		fail("line " FNR ": " NF " fields, not " columns)
	a = $at["app"]
	if (!(a in known)) {
		app[++apps] = a
		known[a] = apps
	}
	runs++
	row_app[runs] = a
	row_race[runs] = $at["race"]
	row_variant[runs] = $at["variant"]
	row_seed[runs] = $at["seed"]
	row_input[runs] = $at["input"]
	row_found[runs] = $at["found"] == "-" ? "" : $at["found"]
	row_stray[runs] = $at["stray"]
	row_exit[runs] = $at["exit"]
	row_ok[runs] = $at["ok"]
	row_cycles[runs] = $at["cycles"]
	row_seconds[runs] = $at["seconds"]
	# The runs that the tables compare: the size's own input on the machine as it is. The others are for scaling.
	row_main[runs] = $at["input"] == size && index($at["variant"], "@") == 0
	if (!row_main[runs] || $at["race"] != "none")
		next
	if (!usable(runs)) {
		print "tables: left out: " a " " $at["variant"] " seed " $at["seed"] ": exit " $at["exit"] ", ok " \
			$at["ok"] >"/dev/stderr"
		next
	}
	if (!((a, $at["variant"], $at["seed"]) in have)) {
		have[a, $at["variant"], $at["seed"]] = 1
		seed[a, $at["variant"], ++seeds[a, $at["variant"]]] = $at["seed"]
	}
	for (i in at)
		v[a, $at["variant"], $at["seed"], i] = $at[i]
}

function fail(text) {
	print "tables: " FILENAME ": " text >"/dev/stderr"
	failed = 1
	exit 2
}

# A race-free run that may be measured. Reports make `photofinish run` end with an exit code of its own, so that
# what the program said counts, and an exit code only where it means that the run did not end as it should.
function usable(r) {
	return row_ok[r] == 1 && (row_exit[r] < 2 || row_exit[r] > 5)
}

# Means and extremes over the seeds of one column of variant x: mean, low, high, n.
function column(a, x, c,   i, y) {
	n = 0
	mean = 0
	for (i = 1; i <= seeds[a, x]; i++) {
		y = v[a, x, seed[a, x, i], c]
		if (y != "")
			take(y)
	}
	if (n)
		mean /= n
	return n
}

# The same of the ratio of that column in x to that in base, each seed with itself; only seeds of `like`, if there is one.
function ratio(a, x, base, c, like,   i, s, y, z) {
	n = 0
	mean = 0
	for (i = 1; i <= seeds[a, x]; i++) {
		s = seed[a, x, i]
		if (!((a, base, s) in have) || (like != "" && !((a, like, s) in have)))
			continue
		y = v[a, x, s, c]
		z = v[a, base, s, c]
		if (y != "" && z > 0)
			take(y / z)
	}
	if (n)
		mean /= n
	return n
}

function take(y) {
	mean += y
	if (!n || y < low)
		low = y
	if (!n || y > high)
		high = y
	n++
}

# mean:min:max as three cells; empty without data.
function cells(some) {
	return some ? sprintf("%.4f,%.4f,%.4f", mean, low, high) : ",,"
}

function cell(some, form) {
	return some ? sprintf(form, mean) : ""
}

# Over applications: sums for arithmetic and geometric mean of column c of table t.
function over(t, c, y) {
	sum[t, c] += y
	logs[t, c] += log(y)
	count[t, c]++
}

function average(t, c, geometric) {
	if (!count[t, c])
		return ""
	return sprintf("%.4f", geometric ? exp(logs[t, c] / count[t, c]) : sum[t, c] / count[t, c])
}

function published(t, a, c) {
	return (t, a, c) in paper ? paper[t, a, c] : ""
}
