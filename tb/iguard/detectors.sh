# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# For the scripts beside it: a detector's name, with its metadata behind a slash if it has several kinds, and the modelled GPU and
# backend behind an at sign if it has a clock, as options.

# detector_options DETECTOR[/METADATA][@CONFIG:BACKEND]
detector_options() {
	local name=${1%%@*} at=
	[[ $1 != *@* ]] || at=${1#*@}
	echo "--detector ${name%/*}"
	[[ $name != */* ]] || echo "--metadata ${name#*/}"
	[ -z "$at" ] || echo "--config ${at%:*} --backend ${at#*:}"
	# Which race of a kind the filter lets through depends on the order: records are compared where all are written.
	[ "${at#*:}" != compare ] || echo "--set detector.report_all=on"
}
