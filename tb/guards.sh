#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# guards: two headers with one include guard, of which the second would be left out without a word. Exit 1 if there are any.
#
#   usage: tb/guards.sh HEADER...
set -u
awk 'FNR == 1 { seen = 0 }
	/^#ifndef / && !seen++ {
		if ($2 in first) { print "lint: " $2 " guards " first[$2] " and " FILENAME; bad = 1 }
		else first[$2] = FILENAME
	}
	END { exit bad }' "$@"
