#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# Every proof of proofs.tab.
exec bash "$(dirname "$0")/prove.sh"
