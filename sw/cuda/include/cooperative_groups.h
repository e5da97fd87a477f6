/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * cooperative_groups: refused by name.
 */
#error "cooperative_groups.h: cooperative groups: not supported by photofinish (see docs/cuda.md)"
