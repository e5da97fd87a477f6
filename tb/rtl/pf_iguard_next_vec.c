/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_iguard_next_vec: checks for pf_iguard_next_tb.
 */
#include "pf_iguard_vec.h"

int main(int argc, char **argv)
{
	return iguard_vec_main(argc, argv);
}
