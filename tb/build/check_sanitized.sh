#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# The kernels that test_sanitized.sh leaves out, on the sanitized library.
# needs: san
exec bash "$(dirname "$0")/sanitized.sh" --but matmul ticket_lock
