# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# For the scripts beside it: a detector's name, with its metadata behind a slash if it has several kinds, as options.

# detector_options DETECTOR[/METADATA]
detector_options() {
	echo "--detector ${1%/*}"
	[[ $1 != */* ]] || echo "--metadata ${1#*/}"
}
