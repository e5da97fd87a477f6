#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# Two kernels on the sanitized library; check_sanitized.sh has the others.
# needs: san
exec bash "$(dirname "$0")/sanitized.sh" matmul ticket_lock
