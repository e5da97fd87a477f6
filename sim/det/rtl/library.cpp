/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * library: the kinds of units, in the order of port.h.
 */
#include "../../unit/rtl/shell.h"

extern unit_kind sm_shell, multicast_shell, slice_shell, line_shell;

SHELL_LIBRARY(photofinish_rtl, &sm_shell, &multicast_shell, &slice_shell, &line_shell)
