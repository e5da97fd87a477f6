/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_rules_lenient: a policy to begin from (CONTRIBUTING.md, "A policy"): scord, but that the scope
 * of the atomic which comes later is not looked at. Not in the Verilog.
 */
#include "pf_policy.h"

static struct pf_verdict rules(const struct pf_entry *m, const struct pf_tag *a,
			       struct pf_fences owner, struct pf_fences self)
{
	struct pf_verdict v = pf_rules_scord(m, a, owner, self);

	if (v.row == PF_R3A || v.row == PF_W3A)
		v.race = false;
	return v;
}

const struct pf_policy_info pf_policy_lenient = {
	.rules = rules,
	.relaxed_atomics = true,
	.sync_fences = true,
	.cas_may_read = true,
	.system_locks = true,
	.block_barriers = true,
	.epochs = true,
	.skips_parts = true,
	.verilog = PF_NO_VERILOG,
};
