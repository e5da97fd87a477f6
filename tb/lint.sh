#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# lint: SPDX lines, length of files, guards of headers, length and complexity of functions, format, cppcheck. Each finding is one line; exit 1 if any.
set -u
cd "$(dirname "$0")/.." || exit 2
bad=0 B=${B:-build}
say() { echo "lint: $*"; bad=1; }

while read -r f; do
	head -n 3 "$f" | grep -q 'SPDX-License-Identifier: Apache-2.0' ||
		head -n 4 "$f" | grep -q 'SPDX-License-Identifier: Apache-2.0' || say "$f: no SPDX line"
done < <(git ls-files '*.c' '*.h' '*.cu' '*.cuh' '*.cpp' '*.sh' '*.py' Makefile .ci/run)

while read -r f; do
	n=$(wc -l <"$f")
	[ "$n" -le 600 ] || say "$f: $n lines"
done < <(git ls-files 'sw/*.c' 'sw/*.h' 'sim/*.c' 'sim/*.h' | grep -v '^sw/cuda/include/')

git ls-files 'sw/*.h' 'sim/*.h' 'tb/*.h' | grep -v '^sw/cuda/include/' | xargs bash tb/guards.sh || bad=1

git ls-files '*.c' '*.h' | grep -v '^sw/cuda/include/' | xargs "$(sh tb/deps.sh tool clang-format)" --dry-run -Werror 2>&1 |
	grep -m 20 'error:' && say "clang-format (make format does it)"

git ls-files 'sw/*.c' 'sim/*.c' | xargs bash tb/tidy.sh || say "clang-tidy (.clang-tidy)"

cppcheck --quiet --std=c11 --enable=warning,performance,portability --inline-suppr --error-exitcode=1 \
	--suppress=missingIncludeSystem --suppress=normalCheckLevelMaxBranches -D_GNU_SOURCE -Isw -j2 \
	$(git ls-files 'sw/*.c' 'sim/*.c') || say "cppcheck"

[ $bad = 0 ] && echo "lint: clean"
exit $bad
