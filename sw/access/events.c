/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "events.h"

struct pf_event events_fence(struct events_warp w, const struct simt_op *op)
{
	return (struct pf_event){.kind = PF_EVT_FENCE,
				 .slot = w.slot,
				 .warp = w.warp,
				 .device = access_leaves_block(op)};
}

/* Counted for the block, a barrier is of no warp. */
bool events_barrier(const struct pf_policy_info *r, struct events_warp w, const struct simt_op *op,
		    struct pf_event *e)
{
	*e = (struct pf_event){
		.kind = PF_EVT_BARRIER, .slot = w.slot, .warp = r->block_barriers ? 0 : w.warp};
	return r->block_barriers ? !op : op && op->mask & 1;
}

struct pf_sm_request events_request(const struct access_class *c, struct events_warp w)
{
	return (struct pf_sm_request){
		.slot = w.slot,
		.warp = w.warp,
		.strong = c->strong,
		.is_atom = c->atomic,
		.block_scope = c->block_scope,
		.write = c->write,
	};
}

uint32_t events_after(const struct access_class *c, struct events_warp w, const struct simt_op *op,
		      struct pf_event e[EVENTS_AFTER])
{
	const enum pf_evt_code lock = c->lock == ACCESS_TAKES ? PF_EVT_LOCK : PF_EVT_UNLOCK;
	uint32_t n = 0;

	for (uint32_t left = access_locked(c, op); left; left &= left - 1)
		e[n++] = (struct pf_event){.kind = lock,
					   .slot = w.slot,
					   .warp = w.warp,
					   .address = op->addr[__builtin_ctz(left)],
					   .device = c->device};
	if (c->acquires)
		e[n++] = (struct pf_event){.kind = PF_EVT_ACTIVATE,
					   .slot = w.slot,
					   .warp = w.warp,
					   .device = c->device};
	return n;
}
