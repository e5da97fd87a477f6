/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_rules_facts_vec: checks of both policies, for pf_rules_facts_tb, which looks at the facts.
 */
#include "pf_rules_vec.h"

int main(int argc, char **argv)
{
	return vec_main(argc, argv, VEC_BOTH);
}
