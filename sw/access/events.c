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

/* What the hash of a lock is made of, but for the block. */
static uint64_t place(const struct pf_event *e)
{
	return UINT64_C(1) << (e->address & 63);
}

/* Events before the last 3 * entries - 1, if these are of different hashes. Of the first 2 *
 * entries - 1 at most `entries` find themselves in the table, so that what was there before has
 * gone but for one entry at most, which the next one that is new pushes out; and all that follow
 * are new. */
static uint32_t first_needed(const struct pf_event *e, uint32_t n, uint32_t entries)
{
	const uint32_t enough = 3 * entries - 1;
	uint64_t seen = 0;

	for (uint32_t i = n; i-- > 0;) {
		if (seen & place(&e[i]))
			return 0;
		seen |= place(&e[i]);
		if (n - i == enough)
			return i;
	}
	return 0;
}

/* Behind the others, or as a word of one that gives back locks at the same byte of a word. */
static uint32_t join(struct pf_event *e, uint32_t n, const struct pf_event *more)
{
	for (uint32_t i = 0; more->kind == PF_EVT_UNLOCK && i < n; i++)
		if (e[i].kind == PF_EVT_UNLOCK && (e[i].address & 3) == (more->address & 3)) {
			e[i].words |= (uint16_t)(1U << (more->address >> 2 & 15));
			return n;
		}
	e[n] = *more;
	return n + 1;
}

uint32_t events_needed(struct pf_event e[EVENTS_AFTER], uint32_t n, uint32_t entries)
{
	uint32_t locks = 0, kept = 0;

	while (locks < n && e[locks].kind == PF_EVT_LOCK)
		locks++;
	for (uint32_t i = first_needed(e, locks, entries); i < n; i++)
		kept = join(e, kept, &e[i]);
	return kept;
}
