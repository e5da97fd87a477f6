/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "pf_reference.h"

const char *pf_row_name(enum pf_row r)
{
	static const char *const name[PF_ROWS] = {
		[PF_R1] = "R1",   [PF_R2] = "R2",   [PF_R3] = "R3",   [PF_R4] = "R4",
		[PF_R5] = "R5",   [PF_R6] = "R6",   [PF_R7] = "R7",   [PF_R8] = "R8",
		[PF_R9] = "R9",   [PF_R10] = "R10", [PF_R11] = "R11", [PF_W1] = "W1",
		[PF_W2] = "W2",   [PF_W3] = "W3",   [PF_W4] = "W4",   [PF_W5] = "W5",
		[PF_W6] = "W6",   [PF_W7] = "W7",   [PF_W8] = "W8",   [PF_W9] = "W9",
		[PF_W10] = "W10", [PF_W3A] = "W3A", [PF_RS] = "RS",   [PF_WS] = "WS",
		[PF_R3A] = "R3A", [PF_RA] = "RA",
	};

	return name[r];
}
