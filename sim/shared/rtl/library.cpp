/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * library: the kinds of units, in the order of port.h.
 */
#include "../../unit/rtl/shell.h"

extern unit_kind shared_shell;

SHELL_LIBRARY(photofinish_shared, &shared_shell)
