# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# unit: names of test units and the seconds they are expected to take; sourced.
declare -A unit_seconds_of=()
while read -r name seconds _; do
	case $name in '' | '#'*) continue ;; esac
	unit_seconds_of[$name]=$seconds
done <"$(dirname "${BASH_SOURCE[0]}")/seconds.tab"

# build/san/tb/simt/test_control: simt.test_control; that of build/opt: opt.simt.test_control
unit_name() {
	local name=${1%.sh}
	case $name in
	*/opt/tb/*) name=opt/${name##*/opt/tb/} ;;
	*tb/*) name=${name##*tb/} ;;
	*) name=${name##*/fuzz/tb/} ;;
	esac
	echo "${name//\//.}"
}

unit_seconds() { echo "${unit_seconds_of[$1]:-0}"; }
