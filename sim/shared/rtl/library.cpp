/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * library: the kinds of units, in the order of port.h. SHELL_SYMBOL: photofinish_shared, or
 * photofinish_shared_its.
 */
#include "../../unit/rtl/shell.h"

extern unit_kind shared_shell;

SHELL_LIBRARY(SHELL_SYMBOL, &shared_shell)
