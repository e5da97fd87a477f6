#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# Pricing: the small set is as in synth/results.
. "$(dirname "$0")/price.sh"

check "synth-check, small set" 0 bash synth/check.sh
echo "1..$n"
exit $rc
