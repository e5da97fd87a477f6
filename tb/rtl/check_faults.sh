#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# The faults of faults.tab: each is noticed.
exec bash "$(dirname "$0")/faults.sh"
