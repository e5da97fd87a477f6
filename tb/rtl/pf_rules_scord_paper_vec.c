/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_rules_scord_paper_vec: checks of policy scord-paper, for pf_rules_scord_paper_tb.
 */
#include "pf_rules_vec.h"

int main(int argc, char **argv)
{
	return vec_main(argc, argv, VEC_PAPER);
}
