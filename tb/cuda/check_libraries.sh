#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# Thrust, CUB and libcu++ (libraries.sh) in every build, libcu++'s five races.
. "$(dirname "$0")/libraries.sh"
thrust cc --arch sm_60
thrust cc --arch sm_70
if have_libcuxx; then
	for options in "--arch sm_70" "--arch sm_80 -std=c++17" "--arch sm_90 -std=c++20 -O1"; do
		# shellcheck disable=SC2086
		libcuxx $options
	done
	check "libcu++, scheduler random" well --scheduler random --seed 3 ./libcuxx
	while read -r name line what; do
		libcuxx_race "$name" "$line" "$what"
	done <<END
NARROW $(line "= data[0]") access not strong (device scope)
RELAXED $(line "= data[0]") missing fence (device scope)
NARROW_FENCE $(line "= data[1]") fence scope too narrow (device scope)
NO_LATCH $(line "= written[") missing barrier (block scope)
NO_SEMAPHORE $(line "visits++") missing barrier (block scope)
END
fi
echo "1..$n"
exit $rc
