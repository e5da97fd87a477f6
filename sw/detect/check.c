/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "detect_int.h"

#include "../base/mem.h"

/* What an access is to the policy. */
struct manner {
	bool write, atomic, strong;
	bool releases, acquires; /* fences of its own */
	bool block_scope;
};

/* scord: a CAS that found another value is a load, as for the oracle. The slice that performed
 * it knows. */
static bool wrote(const struct detect *d, const struct simt_op *op, unsigned lane)
{
	return d->config.policy == PF_SCORD_PAPER || !(op->failed >> lane & 1);
}

static bool any_wrote(const struct detect *d, const struct simt_op *op)
{
	for (uint32_t r = op->mask; r; r &= r - 1)
		if (wrote(d, op, (unsigned)__builtin_ctz(r)))
			return true;
	return false;
}

static struct manner manner_of(const struct detect *d, const struct simt_op *op)
{
	const bool scord = d->config.policy == PF_SCORD;
	const bool rmw = op->kind == SIMT_OP_ATOM || op->kind == SIMT_OP_RED;
	const bool relaxed = op->sem != PTX_SEM_WEAK && op->sem != PTX_SEM_VOLATILE;
	const bool both = op->sem == PTX_SEM_ACQ_REL || op->sem == PTX_SEM_SC;
	struct manner m = {
		.write = rmw || op->kind == SIMT_OP_ST,
		.atomic = rmw || (scord && relaxed),
		.strong = rmw || op->sem != PTX_SEM_WEAK,
	};

	m.block_scope = m.atomic && op->scope == PTX_SCOPE_CTA;
	if (scord) {
		m.releases = m.write && (both || op->sem == PTX_SEM_RELEASE) && any_wrote(d, op);
		m.acquires = op->kind != SIMT_OP_ST && (both || op->sem == PTX_SEM_ACQUIRE);
	}
	return m;
}

static struct race_side owner_side(const struct detect_check *c)
{
	const struct pf_entry *m = &c->before;
	struct race_side s = {
		.kernel = c->who->kernel,
		.launch = c->who->launch,
		.block = c->owner_block,
		.warp = c->owner_warp,
		.lane = RACE_NO_LANE,
		/* a read-modify-write or an atomic store: the entry does not tell */
		.access = !m->modified ? RACE_READ
			  : m->is_atom ? RACE_ATOMIC
				       : RACE_WRITE,
		.strong = m->strong,
		.pc = RACE_NO_PC,
	};

	if (m->is_atom)
		s.scope = m->block_scope ? PTX_SCOPE_CTA : PTX_SCOPE_GPU;
	return s;
}

static struct race_side accessor_side(const struct detect_check *c)
{
	const struct simt_op *op = c->op;
	const bool rmw = op->kind == SIMT_OP_ATOM || op->kind == SIMT_OP_RED;
	const bool atomic = rmw || (op->sem != PTX_SEM_WEAK && op->sem != PTX_SEM_VOLATILE);
	struct race_side s = {
		.kernel = c->who->kernel,
		.launch = c->who->launch,
		.block = c->who->block,
		.warp = c->who->warp,
		.lane = c->lane,
		.access = RACE_READ,
		.strong = c->tag.strong,
		.scope = atomic ? op->scope : PTX_SCOPE_NONE,
		.pc = op->pc,
	};

	if (op->kind != SIMT_OP_LD)
		s.access = rmw ? RACE_ATOMIC : RACE_WRITE;
	return s;
}

static void add_hit(struct detect *d, const struct detect_check *c)
{
	d->hits = mem_grow(d->hits, &d->cap_hits, d->n_hits, sizeof(*d->hits));
	d->hits[d->n_hits++] = (struct race_hit){
		.space = c->op->space,
		.addr = c->addr + (unsigned)__builtin_ctz(c->bytes),
		.bytes = (uint8_t)__builtin_popcount(c->bytes),
		.kind = c->kind,
		.first = owner_side(c),
		.second = accessor_side(c),
	};
}

/* scord-paper does not look at variables. */
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

/* c: who, op, lane, addr, bytes and tag are filled in. */
static void check_word(struct detect *d, const struct detect_warp *w, struct detect_check *c)
{
	const bool paper = d->config.policy == PF_SCORD_PAPER;
	const uint32_t epoch = d->fences.epoch;
	struct pf_verdict v;
	uint64_t *entry;
	uint32_t tag;

	if (paper && is_variable(d, c->addr)) {
		skip(d, c, DETECT_SKIP_VARIABLE);
		return;
	}
	if (!pf_region_find(&d->region, c->addr, &c->index, &tag)) {
		skip(d, c, DETECT_SKIP_REGION);
		return;
	}
	entry = store_entry(&d->store, c->index);
	c->before = pf_meta_fetch(&d->layout, *entry, tag, epoch, &c->evicted);
	c->owner = detect_fences(d, c->before.block, c->before.warp);
	c->self = detect_fences(d, c->tag.block, c->tag.warp);
	v = paper ? pf_rules_scord_paper(&c->before, &c->tag, c->owner, c->self)
		  : pf_rules_scord(&c->before, &c->tag, c->owner, c->self);
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
		c->kind = detect_kind(c, w->locks, w->lock_key);
		add_hit(d, c);
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

	c->tag.write = op->kind != SIMT_OP_LD && wrote(d, op, c->lane);
	for (c->addr = first; c->addr < end; c->addr += PF_WORD_BYTES) {
		const unsigned lo = c->addr < from ? (unsigned)(from - c->addr) : 0;
		const unsigned hi =
			end - c->addr < PF_WORD_BYTES ? (unsigned)(end - c->addr) : PF_WORD_BYTES;

		c->bytes = (uint8_t)((1U << hi) - (1U << lo));
		if (op->space == PTX_SPACE_SHARED) {
			skip(d, c, DETECT_SKIP_SHARED);
			continue;
		}
		if (d->config.policy == PF_SCORD_PAPER && c->addr != first) {
			skip(d, c, DETECT_SKIP_UPPER_WORD);
			continue;
		}
		c->tag.sub_word = hi - lo < PF_WORD_BYTES;
		check_word(d, w, c);
	}
}

/* Locks taken and given back: a CAS that put 1 where 0 was, an exchange that put 0. */
static void lock_events(struct detect *d, const struct detect_warp *w, const struct simt_op *op)
{
	enum pf_lock_scope scope = PF_LOCK_DEVICE;

	if (op->space != PTX_SPACE_GLOBAL || op->size < PF_WORD_BYTES ||
	    (op->kind != SIMT_OP_ATOM && op->kind != SIMT_OP_RED))
		return;
	if (op->scope == PTX_SCOPE_CTA)
		scope = PF_LOCK_BLOCK;
	else if (op->scope == PTX_SCOPE_SYS)
		scope = pf_lock_system_scope(d->config.policy);
	for (uint32_t r = op->mask; r; r &= r - 1) {
		const unsigned l = (unsigned)__builtin_ctz(r);

		if (op->atom == PTX_ATOM_CAS && op->data[0][l] == 0 && op->data[1][l] == 1)
			pf_lock_insert(w->locks, d->geometry.lock_entries, op->addr[l], w->lock_key,
				       scope);
		else if (op->atom == PTX_ATOM_EXCH && op->data[1][l] == 0)
			pf_lock_release(w->locks, op->addr[l], w->lock_key, scope);
	}
}

void detect_access(struct detect *d, const struct detect_warp *w, const struct simt_op *op)
{
	const struct manner m = manner_of(d, op);
	const bool device = op->scope != PTX_SCOPE_CTA;
	struct detect_check c = {
		.who = w->who,
		.op = op,
		.tag = {.block = pf_truncate(w->block, d->geometry.block_bits),
			.warp = w->warp,
			.barrier = pf_barrier_id(&d->barriers, w->barrier_at),
			.strong = m.strong,
			.atomic = m.atomic,
			.block_scope = m.block_scope},
	};

	if (op->space != PTX_SPACE_GLOBAL && op->space != PTX_SPACE_SHARED)
		return;
	if (m.releases)
		detect_fence(d, w, device);
	c.tag.signature = pf_lock_signature(w->locks);
	for (uint32_t r = op->mask; r; r &= r - 1) {
		c.lane = (uint8_t)__builtin_ctz(r);
		check_lane(d, w, &c);
	}
	lock_events(d, w, op);
	if (m.acquires)
		pf_lock_activate(w->locks, device);
}
