#!/bin/sh
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# deps: what the project needs from Debian, by deps.tab.
#
#   usage: tb/deps.sh              installs the packages that are missing, and says which; one line if none is
#          tb/deps.sh need GROUP   says what is missing of a group (all: of every one), and exits 1 if there is any
#          tb/deps.sh tool NAME    the command of the table that is NAME with a version: clang-format-14
set -u
tab=$(dirname "$0")/deps.tab
group=all
case ${1:-} in
need) group=${2:?} ;;
tool)
	awk -v name="${2:?}" '!/^#/ && $2 ~ ("^" name "-[0-9]+$") { print $2; n = 1; exit } END { exit !n }' "$tab"
	exit ;;
esac
grep -q "^$group " "$tab" || [ "$group" = all ] || { echo "deps: no group $group in $tab" >&2; exit 2; }

missing="" libraries=""
while read -r of command package; do
	case $of in '' | '#'*) continue ;; esac
	[ "$group" = all ] || [ "$group" = "$of" ] || continue
	case "$missing $libraries " in *" $package "*) continue ;; esac # of another group, too
	case $command in
	-) libraries="$libraries $package" ;;
	*) command -v "$command" >/dev/null || missing="$missing $package" ;;
	esac
done <"$tab"
# One call for all of them. Another system than Debian: the compiler will tell.
if [ -n "$libraries" ] && command -v dpkg-query >/dev/null; then
	# shellcheck disable=SC2086
	there=$(dpkg-query -W -f='${Package} ${Status}\n' $libraries 2>/dev/null | sed -n 's/ install ok installed$//p')
	for p in $libraries; do
		case "
$there
" in *"
$p
"*) ;; *) missing="$missing $p" ;; esac
	done
fi
if [ "${1:-}" = need ]; then
	[ -n "$missing" ] || exit 0
	echo "missing from Debian:$missing; to install: make deps" >&2
	exit 1
fi
if [ -z "$missing" ]; then
	echo "deps: all Debian packages present"
	exit 0
fi
echo "deps: installing from Debian:$missing"
as_root=""
if [ "$(id -u)" != 0 ]; then
	if ! command -v sudo >/dev/null; then
		echo "deps: not root and no sudo; run as root: apt-get install$missing" >&2
		exit 1
	fi
	as_root=sudo
fi
log=$(mktemp)
trap 'rm -f "$log"' EXIT
install() {
	# shellcheck disable=SC2086
	$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $missing >"$log" 2>&1
}
install || { $as_root apt-get update >"$log" 2>&1 && install; } || {
	tail -n 20 "$log" >&2
	echo "deps: apt-get could not install:$missing" >&2
	exit 1
}
echo "deps: done"
