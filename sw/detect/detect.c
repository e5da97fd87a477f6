/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "detect_int.h"

#include <stdlib.h>
#include <string.h>

#include "../base/mem.h"

/* Slots of one number side by side over all SMs. */
static uint32_t slot_of(const struct detect *d, const struct machine_who *who)
{
	return who->slot * d->config.machine->sms + who->sm;
}

/* The SM in the low bits: the blocks that fill an empty machine get the IDs 0, 1, ... Neighbours'
 * lock keys then differ in bits that one bin of the signature sees; with the slot in the low bits,
 * blocks 0 and 1 of eight-slot SMs would have keys 1 and 9, and a block lock of the one would look
 * like {device, block} locks of the other. */
uint64_t detect_block_id(const struct detect *d, const struct machine_who *who)
{
	return d->hardware_ids ? (uint64_t)who->slot << d->sm_bits | who->sm : who->block;
}

/* Blocks of a launch are all of one size, so slots of an SM's warps need no list. */
static uint32_t warp_id(const struct detect *d, const struct machine_who *who)
{
	return d->hardware_ids ? who->slot * d->warps_per_block + who->warp : who->warp;
}

uint32_t detect_owner_warp(const struct detect *d, const struct pf_entry *e)
{
	if (!d->hardware_ids || pf_meta_is_unwritten(e))
		return e->warp;
	return e->warp - (e->block >> d->sm_bits) * d->warps_per_block;
}

/* Warp slots are an SM's, so the fence file need not know the block. */
struct pf_fences detect_fences(const struct detect *d, uint32_t block, uint32_t warp)
{
	return pf_fence_of(&d->fences, d->hardware_ids ? block & ((1U << d->sm_bits) - 1) : block,
			   warp);
}

const struct pf_policy_info *detect_policy(const struct detect *d)
{
	return d->policy;
}

struct detect_warp detect_warp(const struct detect *d, const struct machine_who *who)
{
	const uint32_t slot = slot_of(d, who);
	const uint64_t block = detect_block_id(d, who);

	return (struct detect_warp){
		.who = who,
		.slot = slot,
		.block = block,
		.warp = warp_id(d, who),
		.fenced_as = d->hardware_ids ? who->sm : block,
		.lock_key = pf_lock_key(block),
		.barrier_at = d->policy->block_barriers ? slot : slot * DETECT_WARPS + who->warp,
		.locks = &d->locks[slot][who->warp],
	};
}

void detect_forget(struct detect *d, enum pf_forget what)
{
	if (what == PF_FORGET_NOTHING)
		return;
	if (what == PF_FORGET_SWEEP)
		paged_clear(&d->entries);
	d->stats.forgets++;
	if (d->listener.forget)
		d->listener.forget(d->listener.ctx, false);
}

void detect_fence(struct detect *d, const struct detect_warp *w, bool device)
{
	pf_lock_activate(w->locks, device);
	detect_forget(d, pf_fence_bump(&d->fences, w->fenced_as, w->warp, device));
}

/* Launch */

/* Lowest and highest address of what is allocated: in scord all of it, in scord-paper what the
 * host allocated, which is ScoRD's heap. */
static void footprint(const struct detect *d, uint64_t *from, uint64_t *end)
{
	*from = *end = GMEM_BASE;
	for (const struct gmem_block *b = gmem_next(d->config.gmem, NULL); b;
	     b = gmem_next(d->config.gmem, b)) {
		if (d->simulated && b->kind != GMEM_DEVICE && b->kind != GMEM_MANAGED &&
		    b->kind != GMEM_HOST)
			continue;
		if (*end == GMEM_BASE)
			*from = b->addr;
		*end = b->addr + b->size;
	}
}

/* scord-paper: once, for all launches. scord: the whole arena with full metadata, so that what a
 * kernel allocates is in it, too; with cached16 what is allocated now. */
static void program_region(struct detect *d)
{
	uint64_t from, end, capacity;

	if (d->simulated && d->programmed)
		return;
	d->programmed = true;
	footprint(d, &from, &end);
	pf_region_init(&d->region, from, end - from, d->config.metadata, d->geometry.tag_bits);
	d->stats.metadata_bytes = d->region.entries * PF_ENTRY_BYTES;
	if (d->simulated || d->config.metadata != PF_FULL)
		return;
	gmem_usage(d->config.gmem, NULL, &capacity);
	pf_region_init(&d->region, GMEM_BASE, capacity, PF_FULL, 0);
}

static void on_launch_begin(void *ctx, const struct machine_launch_info *l)
{
	struct detect *d = ctx;

	d->warps_per_block = l->warps_per_block;
	d->n_hits = 0;
	d->near = NULL;
	program_region(d);
	if (pf_fence_epoch(&d->fences) == PF_FORGET_SWEEP)
		paged_clear(&d->entries);
	d->stats.forgets++;
	if (d->listener.forget)
		d->listener.forget(d->listener.ctx, true);
}

static void on_block_begin(void *ctx, const struct machine_who *who)
{
	struct detect *d = ctx;
	const uint32_t at = slot_of(d, who);

	d->events++;
	if (!d->locks[at])
		d->locks[at] = mem_alloc(DETECT_WARPS * sizeof(**d->locks));
	memset(d->locks[at], 0, DETECT_WARPS * sizeof(**d->locks));
	if (!d->policy->block_barriers)
		for (uint32_t i = 0; i < DETECT_WARPS; i++)
			pf_barrier_clear(&d->barriers, at * DETECT_WARPS + i);
	d->block_of[pf_truncate(detect_block_id(d, who), d->geometry.block_bits)] = who->block;
}

/* Operations */

/* One call for each warp released: the first of them is the barrier. A barrier cannot be released
 * twice without anything else happening in between. */
static void on_barrier_release(void *ctx, const struct machine_who *who, uint32_t bar_id,
			       uint32_t mask)
{
	struct detect *d = ctx;
	const uint32_t slot = slot_of(d, who);

	(void)mask;
	if (!d->policy->block_barriers ||
	    (d->released_at == d->events && d->released_slot == slot && d->released_id == bar_id))
		return;
	d->released_at = d->events;
	d->released_slot = slot;
	d->released_id = bar_id;
	if (pf_barrier_bump(&d->barriers, slot))
		detect_forget(d, pf_fence_epoch(&d->fences));
}

static void on_op(void *ctx, const struct machine_who *who, const struct simt_op *op)
{
	struct detect *d = ctx;
	const struct detect_warp w = detect_warp(d, who);

	d->events++;
	d->n_hits = 0;
	switch (op->kind) {
	case SIMT_OP_FENCE: detect_fence(d, &w, access_leaves_block(op)); break;
	case SIMT_OP_BAR:
		if (!d->policy->block_barriers && op->mask & 1)
			pf_barrier_bump(&d->barriers, w.barrier_at);
		break;
	case SIMT_OP_LD:
	case SIMT_OP_ST:
	case SIMT_OP_ATOM:
	case SIMT_OP_RED: detect_access(d, &w, op); break;
	default: break;
	}
}

/* Outside */

static int fit(struct detect *d, struct diag *diag)
{
	const struct machine_config *m = d->config.machine;
	const uint32_t warps = m->threads_per_sm / SIMT_LANES;

	d->geometry = d->config.geometry ? *d->config.geometry : *pf_geometry_named("ref");
	d->block_slots = m->blocks_per_sm < warps ? m->blocks_per_sm : warps;
	d->n_slots = m->sms * d->block_slots;
	d->hardware_ids = !d->simulated;
	while (m->sms > 1U << d->sm_bits)
		d->sm_bits++;
	if (d->hardware_ids && !d->config.geometry &&
	    !pf_geometry_fit(&d->geometry, m->sms, d->block_slots, warps, d->config.metadata))
		return diag_set(diag, NULL, 0,
				"detector %s: %u SMs of %u block slots and %u warps each are more "
				"than a metadata entry's 64 bits can name",
				pf_policy_name(d->config.policy), m->sms, d->block_slots, warps);
	if (!d->policy->epochs)
		d->geometry.epoch_bits = 0;
	return 0;
}

struct detect *detect_create(const struct detect_config *c, struct diag *diag)
{
	struct detect *d = mem_alloc(sizeof(*d));
	struct pf_entry unwritten = pf_meta_unwritten(0, 0);
	uint32_t ids;

	d->config = *c;
	d->policy = pf_policy_of(c->policy);
	d->simulated = d->policy->as_simulated && !c->hardware;
	if (fit(d, diag)) {
		free(d);
		return NULL;
	}
	ids = 1U << d->geometry.block_bits;
	pf_meta_layout(&d->layout, &d->geometry);
	d->locks = mem_alloc(d->n_slots * sizeof(*d->locks));
	d->block_of = mem_alloc(ids * sizeof(*d->block_of));
	pf_barrier_init(&d->barriers,
			d->policy->block_barriers ? d->n_slots : d->n_slots * DETECT_WARPS,
			d->geometry.barrier_bits);
	pf_fence_init(&d->fences, d->hardware_ids ? c->machine->sms : ids,
		      d->hardware_ids ? d->geometry.warps : DETECT_WARPS, d->geometry.fence_bits,
		      d->geometry.epoch_bits);
	paged_open(&d->entries, NULL, DETECT_PAGE * sizeof(uint64_t),
		   pf_meta_pack(&d->layout, &unwritten), PAGED_KEEP_ALL);
	d->observer = (struct machine_observer){
		.ctx = d,
		.launch_begin = on_launch_begin,
		.block_begin = on_block_begin,
		.op = on_op,
		.barrier_release = on_barrier_release,
	};
	return d;
}

void detect_destroy(struct detect *d)
{
	if (!d)
		return;
	for (uint32_t i = 0; i < d->n_slots; i++)
		free(d->locks[i]);
	free(d->locks);
	free(d->block_of);
	free(d->hits);
	pf_barrier_free(&d->barriers);
	pf_fence_free(&d->fences);
	paged_close(&d->entries);
	free(d);
}

const struct machine_observer *detect_observer(struct detect *d)
{
	return &d->observer;
}

void detect_listen(struct detect *d, const struct detect_listener *l)
{
	d->listener = *l;
}

const struct access_class *detect_class(const struct detect *d)
{
	return &d->cls;
}

const struct race_hit *detect_hits(const struct detect *d, size_t *n)
{
	*n = d->n_hits;
	return d->hits;
}

const struct detect_stats *detect_stats(const struct detect *d)
{
	return &d->stats;
}
