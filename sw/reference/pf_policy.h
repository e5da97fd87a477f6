/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_policy: all that one detection policy decides, as a table.
 *
 *   policies.def ──> pf_policy_of(PF_SCORD) ──> rules          the slice's decision procedure
 *                                           ├─> operations     sw/access: what counts as what
 *                                           ├─> barriers, epochs    SM unit and slice unit
 *                                           └─> Verilog        which of its policies, if any
 *
 * Nobody else asks which policy it is. CONTRIBUTING.md, "A policy", has the way to another one.
 */
#ifndef PF_POLICY_H
#define PF_POLICY_H

#include "pf_reference.h"

struct pf_policy_info {
	pf_rules_fn rules;

	/* What operations beyond plain loads, stores and atomics are */
	bool relaxed_atomics; /* loads and stores of .relaxed or stronger are atomic, too */
	bool sync_fences;     /* an access that releases or acquires is a fence as well */
	bool cas_may_read;    /* a compare-and-swap that found another value is a load */
	bool system_locks;    /* a lock of system scope counts: as one of device scope */

	/* A barrier counts once for the whole block, when it completes; else for each warp, when
	 * its lane 0 arrives. */
	bool block_barriers;
	/* Counters that wrap begin an epoch, which forgets all entries; else they just wrap. */
	bool epochs;
	/* Two accesses to parts of one word are never judged; else parts stand for the word. */
	bool skips_parts;
	/* Without --config, as in the simulator behind its published tables: blocks are known by
	 * their number in the grid, and watched is the first word of each access to what the host
	 * has allocated. */
	bool as_simulated;

	/* cfg_policy_i of the SM unit, register CTRL.scord of the slice unit; PF_NO_VERILOG. */
	int verilog;
};
#define PF_NO_VERILOG (-1)

#define PF_POLICY(ID, name, text) extern const struct pf_policy_info pf_policy_##name;
#include "policies.def"
#undef PF_POLICY

const struct pf_policy_info *pf_policy_of(enum pf_policy policy);
const char *pf_policy_name(enum pf_policy policy); /* "scord-paper" */

#endif
