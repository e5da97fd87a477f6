/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "pf_policy.h"

#define PF_POLICY(ID, name, text) [PF_##ID] = &pf_policy_##name,
static const struct pf_policy_info *const policies[] = {
#include "policies.def"
};
#undef PF_POLICY

const struct pf_policy_info *pf_policy_of(enum pf_policy policy)
{
	return policies[policy];
}

const char *pf_policy_name(enum pf_policy policy)
{
#define PF_POLICY(ID, name, text) text,
	static const char *const names[] = {
#include "policies.def"
	};
#undef PF_POLICY

	return names[policy];
}
