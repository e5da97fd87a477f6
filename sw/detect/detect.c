/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "detect_int.h"

#include <stdlib.h>
#include <string.h>

#include "../base/mem.h"
#include "../reference/pf_geometry.h"

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
	return d->simulated ? who->block : (uint64_t)who->slot << d->sm_bits | who->sm;
}

/* Blocks of a launch are all of one size, so slots of an SM's warps need no list. */
struct detect_warp detect_warp(const struct detect *d, const struct machine_who *who)
{
	if (d->simulated)
		return (struct detect_warp){.sm = &d->sm[slot_of(d, who)],
					    .at = {.slot = 0, .warp = who->warp}};
	return (struct detect_warp){
		.sm = &d->sm[who->sm],
		.at = {.slot = who->slot, .warp = who->slot * d->warps_per_block + who->warp}};
}

uint32_t detect_owner_warp(const struct detect *d, const struct pf_entry *e)
{
	if (d->simulated || pf_meta_is_unwritten(e))
		return e->warp;
	return e->warp - (e->block >> d->sm_bits) * d->warps_per_block;
}

const struct pf_policy_info *detect_policy(const struct detect *d)
{
	return d->policy;
}

/* All of an epoch may be forgotten by it. */
static void request(struct detect *d, const struct pf_request *r, bool launch)
{
	const uint64_t epochs = d->slice.stats.epochs;

	pf_slice_request(&d->slice, r);
	if (d->slice.stats.epochs == epochs)
		return;
	d->stats.forgets++;
	if (d->listener.forget)
		d->listener.forget(d->listener.ctx, launch);
}

void detect_event(struct detect *d, struct pf_sm *sm, const struct pf_event *e)
{
	struct pf_message m;
	struct pf_request r;

	if (!pf_sm_event(sm, e, &m))
		return;
	r = (struct pf_request){
		.kind = m.epoch ? PF_REQ_EPOCH : PF_REQ_FENCE,
		.tag = {.block = m.block, .warp = m.warp, .block_scope = !m.epoch && !m.device}};
	request(d, &r, false);
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
		    b->kind != GMEM_HOST && b->kind < GMEM_MAPPED)
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
	const uint32_t tag_bits = d->config.metadata == PF_CACHED16 ? d->geometry.tag_bits : 0;
	uint64_t from, end, capacity;
	struct pf_region region;

	if (d->simulated && d->programmed)
		return;
	d->programmed = true;
	footprint(d, &from, &end);
	pf_region_init(&region, from, end - from, d->config.metadata, tag_bits);
	d->watched_entries = region.entries;
	if (!d->simulated && d->config.metadata != PF_CACHED16) {
		gmem_usage(d->config.gmem, NULL, &capacity);
		pf_region_init(&region, GMEM_BASE, capacity, d->config.metadata, 0);
	}
	pf_slice_region(&d->slice, &region);
}

static void on_launch_begin(void *ctx, const struct machine_launch_info *l)
{
	struct detect *d = ctx;

	d->warps_per_block = l->warps_per_block;
	d->n_hits = 0;
	d->near = NULL;
	program_region(d);
	request(d, &(struct pf_request){.kind = PF_REQ_EPOCH}, true);
}

static void on_block_begin(void *ctx, const struct machine_who *who)
{
	struct detect *d = ctx;
	const uint64_t block = detect_block_id(d, who);
	struct detect_warp w = detect_warp(d, who);

	d->events++;
	w.at.warp -= who->warp;
	detect_event(d, w.sm,
		     &(struct pf_event){.kind = PF_EVT_BLOCK_BEGIN,
					.slot = w.at.slot,
					.block = (uint32_t)block});
	for (uint32_t i = 0; i < d->warps_per_block; i++)
		detect_event(d, w.sm,
			     &(struct pf_event){.kind = PF_EVT_WARP_BEGIN,
						.slot = w.at.slot,
						.warp = w.at.warp + i});
	d->block_of[pf_truncate(block, d->geometry.block_bits)] = who->block;
}

/* Operations */

/* One call for each warp released: the first of them is the barrier. A barrier cannot be released
 * twice without anything else happening in between. */
static void on_barrier_release(void *ctx, const struct machine_who *who, uint32_t bar_id,
			       uint32_t mask)
{
	struct detect *d = ctx;
	const struct detect_warp w = detect_warp(d, who);
	const uint32_t slot = slot_of(d, who);
	struct pf_event e;

	(void)mask;
	if (!events_barrier(d->policy, w.at, NULL, &e) ||
	    (d->released_at == d->events && d->released_slot == slot && d->released_id == bar_id))
		return;
	d->released_at = d->events;
	d->released_slot = slot;
	d->released_id = bar_id;
	detect_event(d, w.sm, &e);
}

static void on_sync(struct detect *d, const struct machine_who *who, const struct simt_op *op)
{
	const struct detect_warp w = detect_warp(d, who);
	struct pf_event e = events_fence(w.at, op);

	if (op->kind == SIMT_OP_FENCE || events_barrier(d->policy, w.at, op, &e))
		detect_event(d, w.sm, &e);
}

static void on_op(void *ctx, const struct machine_who *who, const struct simt_op *op)
{
	struct detect *d = ctx;

	d->events++;
	d->n_hits = 0;
	switch (op->kind) {
	case SIMT_OP_FENCE:
	case SIMT_OP_BAR: on_sync(d, who, op); break;
	case SIMT_OP_LD:
	case SIMT_OP_ST:
	case SIMT_OP_ATOM:
	case SIMT_OP_RED: detect_access(d, who, op); break;
	default: break;
	}
}

/* Outside */

static int fit(struct detect *d, struct diag *diag)
{
	const struct machine_config *m = d->config.machine;
	const uint32_t warps = m->threads_per_sm / SIMT_LANES;
	struct pf_geometry *g = &d->geometry;

	*g = d->config.geometry ? *d->config.geometry : *pf_geometry_named("ref");
	d->block_slots = m->blocks_per_sm < warps ? m->blocks_per_sm : warps;
	while (m->sms > 1U << d->sm_bits)
		d->sm_bits++;
	if (!d->simulated && !d->config.geometry &&
	    !pf_geometry_fit(g, m->sms, d->block_slots, warps, d->config.metadata))
		return diag_set(diag, NULL, 0,
				"detector %s: %u SMs of %u block slots and %u warps each are more "
				"than a metadata entry's 64 bits can name",
				pf_policy_name(d->config.policy), m->sms, d->block_slots, warps);
	if (!d->policy->epochs)
		g->epoch_bits = 0;
	/* Rows of its tables, whatever it is named for. */
	g->block_slots = d->simulated ? 1 : d->block_slots;
	g->warps = d->simulated || warps < g->warps ? g->warps : warps;
	return 0;
}

/* The region is set at each launch; until then it is empty. A record says no more than a check. */
static void create_units(struct detect *d)
{
	static const unsigned classes[] = {
		[PF_FULL] = 0,
		[PF_CACHED16] = 0,
		[PF_LINES] = PF_CLASSES,
		[PF_LINES2] = PF_CLASSES_LEAST,
	};
	const struct pf_slice_config c = {
		.geometry = d->geometry,
		.policy = d->config.policy,
		.lanes = 1,
		.fence_block_bits = d->simulated ? d->geometry.block_bits : d->sm_bits,
		.seen = 1,
		.classes = classes[d->config.metadata],
		.class_blocks = UINT64_MAX,
	};

	d->n_sms = d->simulated ? d->config.machine->sms * d->block_slots : d->config.machine->sms;
	d->sm = mem_alloc(d->n_sms * sizeof(*d->sm));
	for (uint32_t i = 0; i < d->n_sms; i++)
		pf_sm_init(&d->sm[i], &d->geometry, d->config.policy);
	pf_slice_init(&d->slice, &c);
	d->slice.check = detect_on_check;
	d->slice.row = detect_on_row;
	d->slice.skip = detect_on_skip;
	d->slice.ctx = d;
}

struct detect *detect_create(const struct detect_config *c, struct diag *diag)
{
	struct detect *d = mem_alloc(sizeof(*d));

	d->config = *c;
	d->policy = pf_policy_of(c->policy);
	d->simulated = d->policy->as_simulated && !c->hardware;
	if (fit(d, diag)) {
		free(d);
		return NULL;
	}
	create_units(d);
	d->block_of = mem_alloc(sizeof(*d->block_of) << d->geometry.block_bits);
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
	for (uint32_t i = 0; i < d->n_sms; i++)
		pf_sm_free(&d->sm[i]);
	free(d->sm);
	pf_slice_free(&d->slice);
	free(d->block_of);
	free(d->hits);
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

/* As hardware would reserve them. A line of classes takes a row of 32 bytes and a head of 8
 * (pf_line.h); one of two classes both in 32. A block of the pool has all of its entries. */
static uint64_t metadata_bytes(const struct detect *d)
{
	const struct pf_classes_stats *s = &d->slice.classes.stats;
	const uint64_t lines = (d->watched_entries + PF_CLASS_WORDS - 1) / PF_CLASS_WORDS;

	const uint64_t line =
		d->config.metadata == PF_LINES ? DETECT_LINE_BYTES : DETECT_LINE2_BYTES;

	if (!d->slice.config.classes)
		return d->watched_entries * PF_ENTRY_BYTES;
	return lines * line + s->most_blocks * PF_CLASS_WORDS * PF_ENTRY_BYTES;
}

const struct detect_stats *detect_stats(struct detect *d)
{
	const struct pf_classes_stats *s = &d->slice.classes.stats;

	d->stats.metadata_bytes = metadata_bytes(d);
	d->stats.lines = s->reads;
	d->stats.classes = s->read_classes;
	d->stats.expanded = s->expanded;
	d->stats.most_blocks = s->most_blocks;
	d->stats.checks = d->slice.stats.checks;
	memcpy(d->stats.rows, d->slice.stats.rows, sizeof(d->stats.rows));
	return &d->stats;
}
