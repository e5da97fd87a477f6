# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# table6.csv, micro_summary.csv, table7.csv, seeds.csv, engines.csv: what was found, and whether the engines agree.

# detector/metadata of a variant: the engine does not matter, all of them decide alike.
function which(x) {
	if (x == "untimed_oracle")
		return "oracle"
	if (x ~ /^scord_(full|cached16)(_both|_rtl)?$/)
		return x ~ /full/ ? "scord_full" : "scord_cached16"
	if (x ~ /^(full|cached16)(_both|_rtl)?$/)
		return x ~ /^full/ ? "scord-paper_full" : "scord-paper_cached16"
	return ""
}

# Does the list "1+4+6" hold k?
function holds(list, k) {
	return index("+" list "+", "+" k "+") > 0
}

# Races found in single-race builds: in any run of that race, and in all of them. "3..4": it depends on the run.
function alone(a, w,   k, any, all) {
	any = all = 0
	if (!single[a, w]) {
		part[w] = 1
		return ""
	}
	for (k = 1; k <= present[a]; k++)
		if (tried[a, w, k]) {
			any += hit[a, w, k] > 0
			all += hit[a, w, k] == tried[a, w, k]
		} else {
			gaps++
		}
	total["any", w] += any
	total["all", w] += all
	return any == all ? any : all ".." any
}

function together(a, w,   k, any) {
	if (!tried[a, w, "all"]) {
		part["all", w] = 1
		return ""
	}
	for (k = 1; k <= present[a]; k++)
		any += hit[a, w, "all", k] > 0
	total["together", w] += any
	return any + 0
}

function table6(   f, i, a, j, line, r, k, w, m, d, some) {
	f = out "/table6.csv"
	split("scord-paper_full scord-paper_cached16 scord_full scord_cached16 oracle", w, " ")
	for (r = 1; r <= runs; r++) {
		if (!row_main[r] || row_race[r] == "none" || (k = which(row_variant[r])) == "")
			continue
		a = row_app[r]
		tried[a, k, row_race[r]]++
		tested[a, k] = some = 1
		if (row_race[r] == "all") {
			for (j = 1; j <= 9; j++)
				hit[a, k, "all", j] += holds(row_found[r], j)
		} else {
			single[a, k] = 1
			hit[a, k, row_race[r]] += holds(row_found[r], row_race[r])
			if (row_race[r] > present[a])
				present[a] = row_race[r]
		}
	}
	line = "app,present"
	for (j = 1; j <= 5; j++)
		line = line "," w[j]
	for (j = 1; j <= 5; j++)
		line = line ",all_" w[j]
	print line ",paper_present,paper_full,paper_cached16" >f
	for (i = 1; i <= apps; i++) {
		a = app[i]
		if (a in injected)
			present[a] = injected[a]
		if (!some || !present[a] || !(tested[a, w[1]] || tested[a, w[2]] || tested[a, w[3]] || tested[a, w[4]] ||
			tested[a, w[5]]))
			continue
		total["present"] += present[a]
		line = a "," present[a]
		for (j = 1; j <= 5; j++)
			line = line "," alone(a, w[j])
		for (j = 1; j <= 5; j++)
			line = line "," together(a, w[j])
		print line, published("table6", a, "present"), published("table6", a, "full"),
			published("table6", a, "cached16") >f
	}
	microbenchmarks(w)
	if (micro_tested) {
		line = "micro," micro_present
		total["present"] += micro_present
		for (j = 1; j <= 5; j++) {
			line = line "," (micro_runs[w[j]] ? micro_found[w[j]] + 0 : "")
			if (!micro_runs[w[j]])
				part[w[j]] = 1
			total["any", w[j]] += micro_found[w[j]]
			total["all", w[j]] += micro_found[w[j]]
		}
		print line, "", "", "", "", "", published("table6", "micro", "present"),
			published("table6", "micro", "full"), published("table6", "micro", "cached16") >f
	}
	# No sum where something was not run.
	line = "total," total["present"] + 0
	for (j = 1; j <= 5; j++)
		line = line "," (w[j] in part ? "" : total["any", w[j]] == total["all", w[j]] ? total["any", w[j]] + 0 : \
			total["all", w[j]] ".." total["any", w[j]])
	for (j = 1; j <= 5; j++)
		line = line "," (("all" SUBSEP w[j]) in part ? "" : total["together", w[j]] + 0)
	if (some || micro_tested)
		print line, published("table6", "total", "present"), published("table6", "total", "full"),
		published("table6", "total", "cached16") >f
	if (gaps)
		print "tables: table6: " gaps " pairs of detector and race have no run; they count as not found" >"/dev/stderr"
	close(f)
}

# Of the racy microbenchmarks, those with a report; of the others, those with a false one.
function microbenchmarks(w,   i, c, k, f, j, seen) {
	f = out "/micro_summary.csv"
	print "detector,metadata,racy,found,race_free,false" >f
	for (i = 1; i <= micros; i++) {
		split(micro_row[i], c, ",")
		k = c[1] == "oracle" ? c[1] : c[1] "_" c[2]
		micro_tested = 1
		micro_runs[k]++
		if (!((k, c[3]) in seen)) {
			seen[k, c[3]] = 1
			micro_racy[k] += c[4] > 0
			micro_free[k] += c[4] == 0
		}
		micro_found[k] += c[4] > 0 && c[5] > 0
		micro_false[k] += c[4] == 0 && c[5] > 0
	}
	for (j = 1; j <= 5; j++) {
		k = w[j]
		if (!micro_runs[k])
			continue
		if (micro_racy[k] > micro_present)
			micro_present = micro_racy[k]
		split(k, c, "_")
		print c[1], c[2], micro_racy[k], micro_found[k], micro_free[k], micro_false[k] >f
	}
	close(f)
}

# Distinct false reports of builds without races, the most of any seed.
function table7(   f, i, j, a, r, k, x, most, seen, line, some) {
	f = out "/table7.csv"
	split("full gran8 gran16 cached16", x, " ")
	print "app,full,gran8,gran16,cached16,paper_full,paper_gran8,paper_gran16,paper_cached16" >f
	for (r = 1; r <= runs; r++) {
		if (!row_main[r] || row_race[r] != "none")
			continue
		k = row_variant[r]
		sub(/_(both|rtl)$/, "", k)
		seen[row_app[r], k] = 1
		if (reports(r) > most[row_app[r], k] + 0)
			most[row_app[r], k] = reports(r)
	}
	for (i = 1; i <= apps; i++) {
		a = app[i]
		line = a
		some = 0
		for (j = 1; j <= 4; j++) {
			line = line "," ((a, x[j]) in seen ? most[a, x[j]] + 0 : "")
			some += (a, x[j]) in seen
		}
		for (j = 1; j <= 4; j++)
			line = line "," published("table7", a, x[j])
		if (some)
			print line >f
	}
	close(f)
}

# Whatever is reported in a build without races is false.
function reports(r,   k, parts) {
	k = row_found[r] == "" ? 0 : split(row_found[r], parts, "+")
	return row_stray[r] + k
}

# Builds without races: runs, of them with a report, and how much cycles differ from seed to seed.
function table_seeds(   f, r, i, j, k, a, x, count_of, bad, order, variants, listed_) {
	f = out "/seeds.csv"
	print "app,variant,runs,not_ok,with_reports,cycles_mean,cycles_min,cycles_max,spread_percent" >f
	for (r = 1; r <= runs; r++) {
		if (!row_main[r] || row_race[r] != "none")
			continue
		x = row_variant[r]
		if (!(x in listed_)) {
			listed_[x] = 1
			order[++variants] = x
		}
		count_of[row_app[r], x]++
		bad[row_app[r], x] += !usable(r)
		alarm[row_app[r], x] += reports(r) > 0
	}
	for (i = 1; i <= apps; i++)
		for (j = 1; j <= variants; j++) {
			a = app[i]
			x = order[j]
			if (!count_of[a, x])
				continue
			k = column(a, x, "cycles")
			print a, x, count_of[a, x], bad[a, x], alarm[a, x], cell(k, "%.0f"), k ? low : "", k ? high : "",
				k && mean ? sprintf("%.2f", 100 * (high - low) / mean) : "" >f
		}
	close(f)
}

# The detector's Verilog against its model: cycles of whole runs, and how many runs had both side by side, whose cycles are
# the Verilog's, too. The campaign takes no row of a run in which they differ.
function table_engines(   f, i, j, a, x, m, y, r, k, both, line, some) {
	f = out "/engines.csv"
	print "app,metadata,golden_cycles,rtl_cycles,rtl_percent,golden_seconds,rtl_seconds,both_runs" >f
	for (r = 1; r <= runs; r++)
		if (row_variant[r] ~ /_both$/) {
			m = row_variant[r] ~ /full/ ? "full" : "cached16"
			both[row_app[r], m]++
		}
	split("full cached16", x, " ")
	for (i = 1; i <= apps; i++)
		for (j = 1; j <= 2; j++) {
			a = app[i]
			m = x[j]
			line = ",,,,"
			some = 0
			y = m (seeds[a, m "_rtl"] ? "_rtl" : "_both")
			for (k = 1; k <= seeds[a, y] && !some; k++) {
				r = seed[a, y, k]
				if (!((a, m, r) in have))
					continue
				some = 1
				line = v[a, m, r, "cycles"] "," v[a, y, r, "cycles"] "," sprintf("%.2f",
					100 * (v[a, y, r, "cycles"] / v[a, m, r, "cycles"] - 1)) "," \
					v[a, m, r, "seconds"] "," (y ~ /_rtl$/ ? v[a, y, r, "seconds"] : "")
			}
			if (some || both[a, m])
				print a, m, line, both[a, m] + 0 >f
		}
	close(f)
}

END {
	if (failed)
		exit 2
	table6()
	table7()
	table_seeds()
	table_engines()
}
