/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "../access/finding.h"
#include "../base/mem.h"
#include "detect_int.h"

static void add_hit(struct detect *d, const struct detect_warp *w, const struct detect_check *c)
{
	const struct finding f = {
		.kernel = c->who->kernel,
		.launch = c->who->launch,
		.row = c->row,
		.word = c->addr,
		.pc = c->op->pc,
		.tag = &c->tag,
		.owner = &c->before,
		.owner_fenced = c->before.blk_fence != c->owner.blk,
		.first = {.block = c->owner_block, .warp = c->owner_warp},
		.second = {.block = c->who->block, .warp = c->who->warp},
		.shape = access_shape(c->op),
		.lane = c->lane,
		.bytes = c->bytes,
		.locks = w->locks,
	};

	d->hits = mem_grow(d->hits, &d->cap_hits, d->n_hits, sizeof(*d->hits));
	d->hits[d->n_hits++] = finding_hit(&f);
}

/* Not of what the host has allocated. */
static bool is_variable(struct detect *d, uint64_t addr)
{
	if (!d->near || d->near->freed || addr - d->near->addr >= d->near->size)
		d->near = gmem_find(d->config.gmem, addr);
	return d->near && d->near->kind == GMEM_VARIABLE;
}

static void skip(struct detect *d, const struct detect_check *c, enum detect_skip why)
{
	d->stats.skipped++;
	d->stats.untracked += why == DETECT_SKIP_REGION;
	if (d->listener.skip)
		d->listener.skip(d->listener.ctx, c->who, c->op, c->lane, c->addr, c->bytes, why);
}

static uint64_t *entry_at(struct detect *d, uint64_t index)
{
	uint64_t *page = page_payload(paged_at(&d->entries, index / DETECT_PAGE));

	return &page[index % DETECT_PAGE];
}

/* c: who, op, lane, addr, bytes and tag are filled in. */
static void check_word(struct detect *d, const struct detect_warp *w, struct detect_check *c)
{
	const uint32_t epoch = d->fences.epoch;
	struct pf_verdict v;
	uint64_t *entry;
	uint32_t tag;

	if (d->simulated && is_variable(d, c->addr)) {
		skip(d, c, DETECT_SKIP_VARIABLE);
		return;
	}
	if (!pf_region_find(&d->region, c->addr, &c->index, &tag)) {
		skip(d, c, DETECT_SKIP_REGION);
		return;
	}
	entry = entry_at(d, c->index);
	c->before = pf_meta_fetch(&d->layout, *entry, tag, epoch, &c->evicted);
	c->owner = detect_fences(d, c->before.block, c->before.warp);
	c->self = detect_fences(d, c->tag.block, c->tag.warp);
	v = d->policy->rules(&c->before, &c->tag, c->owner, c->self);
	*entry = pf_meta_pack(&d->layout, &v.next);
	c->after = v.next;
	c->row = v.row;
	c->race = v.race;
	c->owner_block = (uint32_t)d->block_of[c->before.block];
	c->owner_warp = detect_owner_warp(d, &c->before);
	d->stats.checks++;
	d->stats.rows[v.row]++;
	d->stats.evictions += c->evicted;
	d->stats.races += v.race;
	if (v.race) {
		add_hit(d, w, c);
		c->kind = d->hits[d->n_hits - 1].kind;
	}
	if (d->listener.check)
		d->listener.check(d->listener.ctx, c);
}

/* One lane's words in address order. */
static void check_lane(struct detect *d, const struct detect_warp *w, struct detect_check *c)
{
	const struct simt_op *op = c->op;
	const uint64_t from = op->addr[c->lane];
	const uint64_t end = from + (uint64_t)op->size * op->vec;
	const uint64_t first = from & ~(PF_WORD_BYTES - 1ULL);

	for (c->addr = first; c->addr < end; c->addr += PF_WORD_BYTES) {
		const unsigned lo = c->addr < from ? (unsigned)(from - c->addr) : 0;
		const unsigned hi =
			end - c->addr < PF_WORD_BYTES ? (unsigned)(end - c->addr) : PF_WORD_BYTES;

		c->bytes = (uint8_t)((1U << hi) - (1U << lo));
		if (op->space == PTX_SPACE_SHARED) {
			skip(d, c, DETECT_SKIP_SHARED);
			continue;
		}
		if (d->simulated && c->addr != first) {
			skip(d, c, DETECT_SKIP_UPPER_WORD);
			continue;
		}
		c->tag.sub_word = hi - lo < PF_WORD_BYTES;
		check_word(d, w, c);
	}
}

/* Locks taken or given back, in lane order. */
static void lock_events(struct detect *d, const struct detect_warp *w, const struct simt_op *op)
{
	const struct access_class *a = &d->cls;
	const enum pf_lock_scope scope = a->device ? PF_LOCK_DEVICE : PF_LOCK_BLOCK;

	for (uint32_t left = access_locked(a, op); left; left &= left - 1) {
		const uint64_t address = op->addr[__builtin_ctz(left)];

		if (a->lock == ACCESS_TAKES)
			pf_lock_insert(w->locks, d->geometry.lock_entries, address, w->lock_key,
				       scope);
		else
			pf_lock_release(w->locks, address, w->lock_key, scope);
	}
}

void detect_access(struct detect *d, const struct detect_warp *w, const struct simt_op *op)
{
	const struct access_class a = d->cls = access_classify(d->policy, op);
	const uint32_t wrote = access_wrote(d->policy, op, op->mask);
	struct detect_check c = {
		.who = w->who,
		.op = op,
		.tag = {.block = pf_truncate(w->block, d->geometry.block_bits),
			.warp = w->warp,
			.barrier = pf_barrier_id(&d->barriers, w->barrier_at),
			.strong = a.strong,
			.atomic = a.atomic,
			.block_scope = a.block_scope},
	};

	if (op->space != PTX_SPACE_GLOBAL && op->space != PTX_SPACE_SHARED)
		return;
	if (a.releases)
		detect_fence(d, w, a.device);
	c.tag.signature = pf_lock_signature(w->locks);
	for (uint32_t r = op->mask; r; r &= r - 1) {
		c.lane = (uint8_t)__builtin_ctz(r);
		c.tag.write = wrote >> c.lane & 1;
		check_lane(d, w, &c);
	}
	if (a.lock != ACCESS_NO_LOCK)
		lock_events(d, w, op);
	if (a.acquires)
		pf_lock_activate(w->locks, a.device);
}
