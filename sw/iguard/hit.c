/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "../access/access.h"
#include "../base/mem.h"
#include "iguard_int.h"

static struct race_side second_side(const struct iguard *x, uint32_t lane)
{
	const struct access_shape shape = access_shape(x->op);

	return (struct race_side){.kernel = x->who->kernel,
				  .launch = x->who->launch,
				  .block = x->who->block,
				  .warp = x->who->warp,
				  .lane = (uint8_t)lane,
				  .access = shape.access,
				  .strong = x->op->sem != PTX_SEM_WEAK || access_is_rmw(x->op),
				  .scope = shape.scope,
				  .pc = x->op->pc};
}

/* As far as the word tells: neither where, nor whether a write that is atomic also read. */
struct race_side iguard_first_side(const struct simt_kernel *kernel, uint64_t launch, bool reads,
				   bool atomic, bool block_scope)
{
	return (struct race_side){.kernel = kernel,
				  .launch = launch,
				  .lane = RACE_NO_LANE,
				  .access = reads    ? RACE_READ
					    : atomic ? RACE_ATOMIC
						     : RACE_WRITE,
				  .strong = atomic,
				  .scope = !atomic       ? PTX_SCOPE_NONE
					   : block_scope ? PTX_SCOPE_CTA
							 : PTX_SCOPE_GPU,
				  .pc = RACE_NO_PC};
}

static struct race_side first_side(const struct iguard *x, bool reads, bool atomic,
				   bool block_scope)
{
	return iguard_first_side(x->who->kernel, x->who->launch, reads, atomic, block_scope);
}

static void add(struct iguard *x, const struct race_hit *h)
{
	x->hits = mem_grow(x->hits, &x->cap_hits, x->n_hits, sizeof(*x->hits));
	x->hits[x->n_hits++] = *h;
}

/* Between plain accesses of one block a barrier is what one looks for. */
enum race_kind iguard_kind_of(enum pf_iguard_kind k, bool plain)
{
	switch (k) {
	case PF_IGUARD_SCOPE: return RACE_ATOMIC_SCOPE;
	case PF_IGUARD_ITS: return RACE_BARRIER;
	case PF_IGUARD_FENCE_SCOPE: return RACE_FENCE_SCOPE;
	case PF_IGUARD_LOCK: return RACE_LOCK;
	default: return plain ? RACE_BARRIER : RACE_FENCE;
	}
}

/* Of others, as much as is known: the warp, if they are of it, and the block. */
static void name(struct race_side *f, const struct pf_iguard_check *c,
		 const struct pf_iguard_side *s, bool lanes)
{
	f->block = s->block - 1;
	f->warp = s->warp;
	if (!c->with_others && lanes)
		f->lane = (uint8_t)c->first_lane;
	if (c->with_others && s->others > PF_IGUARD_WARP)
		f->warp = RACE_NO_WARP;
	if (c->with_others && s->others == PF_IGUARD_DEVICE)
		f->block = RACE_NO_BLOCK;
}

/* Both lanes are of the operation under way. */
static void tell_same(struct iguard *x, const struct pf_iguard_check *c)
{
	const uint32_t from = (uint32_t)__builtin_ctz(c->bytes);
	struct race_hit h = {
		.space = PTX_SPACE_GLOBAL,
		.addr = c->word + from,
		.bytes = (uint8_t)__builtin_popcount(c->bytes),
		.kind = RACE_SAME_INSTRUCTION,
		.first = second_side(x, c->first_lane),
		.second = second_side(x, c->lane),
	};

	add(x, &h);
}

static void tell_side(struct iguard *x, const struct pf_iguard_check *c)
{
	const struct pf_iguard_side *s = c->with_reader ? &c->before.reader : &c->before.writer;
	const uint32_t both = s->bytes & c->bytes;
	const uint32_t from = (uint32_t)__builtin_ctz(both);
	struct race_hit h = {
		.space = PTX_SPACE_GLOBAL,
		.addr = c->word + from,
		.bytes = (uint8_t)__builtin_ctz(~(both >> from)),
		.first = first_side(x, c->with_reader, s->atomic, s->block_scope),
		.second = second_side(x, c->lane),
	};

	name(&h.first, c, s, x->mended.lanes);
	h.kind = iguard_kind_of(c->kind,
				h.first.block == h.second.block && !s->atomic && !h.second.strong);
	add(x, &h);
}

void iguard_tell(struct iguard *x, const struct pf_iguard_check *c)
{
	if (c->kind == PF_IGUARD_INSTRUCTION)
		tell_same(x, c);
	else
		tell_side(x, c);
}

/* Of units: words of a part, each lane that touches one of their bytes. */

enum { LINE = 128 };

/* Whose the byte of the line is, of the side's lanes. */
uint32_t iguard_lane_at(const struct pf_iguard_lane_side *s, uint64_t byte)
{
	return s->step ? (s->side.lane + (uint32_t)(byte >> (s->step - 1))) % PF_IGUARD_LANES
		       : s->side.lane;
}

/* The earlier access to a byte. */
static struct race_side earlier(const struct iguard *x, const struct iguard_race *r, uint64_t addr)
{
	const struct pf_iguard_side *s = &r->side.side;
	const bool others = r->turn->with_others;
	struct race_side f = first_side(x, r->turn->readers, s->atomic, s->block_scope);

	f.block = r->block;
	f.warp = r->warp;
	if (!others && iguard_units_by_lane(x->units))
		f.lane = (uint8_t)iguard_lane_at(&r->side, addr % LINE);
	if (others && s->others > PF_IGUARD_WARP)
		f.warp = RACE_NO_WARP;
	if (others && s->others == PF_IGUARD_DEVICE)
		f.block = RACE_NO_BLOCK;
	return f;
}

/* A lane, of whose bytes in the word the earlier access has touched `both`. */
static void tell_lane(struct iguard *x, const struct iguard_race *r, uint64_t word, uint32_t lane,
		      uint32_t both)
{
	const bool same = r->turn->kind == PF_IGUARD_INSTRUCTION;
	const uint32_t from = (uint32_t)__builtin_ctz(both);
	struct race_hit h = {
		.space = PTX_SPACE_GLOBAL,
		.addr = word + from,
		.bytes = (uint8_t)__builtin_ctz(~(both >> from)),
		.kind = RACE_SAME_INSTRUCTION,
		.second = second_side(x, lane),
	};

	h.first = same ? second_side(x, (uint32_t)__builtin_ctz(r->part->group.lanes))
		       : earlier(x, r, h.addr);
	/* Among lanes that race, the thread itself. */
	if (h.first.block == h.second.block && h.first.warp == h.second.warp &&
	    h.first.lane == lane)
		return;
	if (!same)
		h.kind = iguard_kind_of(r->turn->kind, h.first.block == h.second.block &&
							       !r->side.side.atomic &&
							       !h.second.strong);
	add(x, &h);
}

void iguard_tell_race(struct iguard *x, const struct iguard_race *r)
{
	const bool same = r->turn->kind == PF_IGUARD_INSTRUCTION;

	for (uint32_t words = r->turn->words; words; words &= words - 1) {
		const uint64_t word = r->part->line * LINE + 4U * (uint32_t)__builtin_ctz(words);

		for (uint32_t left = r->part->group.lanes; left; left &= left - 1) {
			const uint32_t lane = (uint32_t)__builtin_ctz(left);
			const uint32_t both = access_touches(x->op, lane, word) &
					      (same ? 15U : r->side.side.bytes);

			if (both)
				tell_lane(x, r, word, lane, both);
		}
	}
}

/* Published */

static enum race_kind kind_of_paper(const struct pf_iguard_paper_check *c, bool plain)
{
	switch (c->rule) {
	case PF_IGUARD_PAPER_R1: return RACE_ATOMIC_SCOPE;
	case PF_IGUARD_PAPER_R2: return RACE_BARRIER;
	case PF_IGUARD_PAPER_R4: return c->blk_moved ? RACE_FENCE_SCOPE : RACE_FENCE;
	case PF_IGUARD_PAPER_R5: return RACE_LOCK;
	default: return plain ? RACE_BARRIER : RACE_FENCE;
	}
}

/* A write is held against the last accessor, of which only the last writer's is known to have
 * written. */
void iguard_tell_paper(struct iguard *x, const struct pf_iguard_paper_check *c)
{
	const struct pf_iguard_paper_word *w = &c->before;
	const struct pf_iguard_paper_md *md = c->access->write ? &w->reader : &w->writer;
	const bool reads = c->access->write && w->reader.thread != w->writer.thread;
	const uint64_t lane = x->op->addr[c->lane], end = lane + c->access->bytes;
	const uint64_t from = c->word > lane ? c->word : lane;
	const uint64_t to = c->word + PF_IGUARD_PAPER_WORD;
	struct race_hit h = {
		.space = PTX_SPACE_GLOBAL,
		.addr = from,
		.bytes = (uint8_t)((end < to ? end : to) - from),
		.kind = kind_of_paper(c, !w->atomic && x->op->sem == PTX_SEM_WEAK &&
						 !access_is_rmw(x->op)),
		.first = first_side(x, reads, w->atomic, w->block_scope),
		.second = second_side(x, c->lane),
	};

	h.first.block = pf_iguard_paper_block(&x->paper, md->thread);
	h.first.warp = md->thread / PF_IGUARD_PAPER_LANES % x->paper.warps;
	h.first.lane = (uint8_t)(md->thread % PF_IGUARD_PAPER_LANES);
	add(x, &h);
}
