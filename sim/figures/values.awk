# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# values: fills single numbers into a document: <!--=TABLE COLUMN KEY=VALUE...-->number<!--=--> becomes that column of the
# first row of TABLE.csv in which each column KEY is VALUE, to two decimals. A cell that is not there stays a dash.
#
#   awk -v results=FOLDER -f values.awk DOCUMENT

function cell(what,   part, n, f, line, c, at, i, k, ok, found) {
	n = split(what, part, " ")
	f = results "/" part[1] ".csv"
	found = ""
	while (found == "" && (getline line < f) > 0) {
		if (line ~ /^#/)
			continue
		split(line, c, ",")
		if (!("titles" in at)) {
			at["titles"] = 1
			k = split(line, c, ",")
			for (i = 1; i <= k; i++)
				at[c[i]] = i
			continue
		}
		ok = 1
		for (i = 3; i <= n; i++) {
			k = index(part[i], "=")
			if (!(substr(part[i], 1, k - 1) in at) || c[at[substr(part[i], 1, k - 1)]] != substr(part[i], k + 1))
				ok = 0
		}
		if (ok && part[2] in at)
			found = c[at[part[2]]]
	}
	close(f)
	return found == "" ? "–" : sprintf("%.2f", found)
}

{
	out = ""
	while (match($0, /<!--=[^>]+-->[^<]*<!--=-->/)) {
		mark = substr($0, RSTART, RLENGTH)
		head = substr(mark, 1, index(mark, "-->") + 2)
		out = out substr($0, 1, RSTART - 1) head cell(substr(head, 6, length(head) - 8)) "<!--=-->"
		$0 = substr($0, RSTART + RLENGTH)
	}
	print out $0
}
