/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * library: the kinds of units, in the order of port.h.
 */
#include "../../unit/rtl/shell.h"

extern unit_kind iguard_sm_shell, iguard_slice_shell, group_shell, iguard_multicast_shell;

SHELL_LIBRARY(photofinish_iguard, &iguard_sm_shell, &iguard_slice_shell, &group_shell,
	      &iguard_multicast_shell)
