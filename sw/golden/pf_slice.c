/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "pf_slice.h"

#include <stdlib.h>
#include <string.h>

#include "../base/mem.h"
#include "pf_geometry.h"

/* Words of a request that lie in one line, and in the same part of cached16's table. */
struct piece {
	uint64_t line;
	uint32_t tag;
	uint8_t mask;                   /* entries of the line */
	uint32_t word[PF_LINE_ENTRIES]; /* of each entry */
	uint8_t sub;
};

#define SIZES(n, N) \
	{#n, \
	 PF_##N##_LANES, \
	 PF_##N##_FENCE_BLOCK_W, \
	 PF_##N##_RACE_PC_W, \
	 PF_##N##_SEEN, \
	 PF_##N##_ADDR_W},

bool pf_slice_named(struct pf_slice_config *c, const char *geometry)
{
	static const struct {
		const char *name;
		uint32_t lanes, fence_block_bits, pc_bits, seen, addr_bits;
	} sizes[] = {PF_GEOMETRIES(SIZES)};
	const struct pf_geometry *g = pf_geometry_named(geometry);

	for (size_t i = 0; g && i < sizeof(sizes) / sizeof(*sizes); i++)
		if (!strcmp(sizes[i].name, geometry))
			*c = (struct pf_slice_config){
				.geometry = *g,
				.policy = PF_SCORD,
				.lanes = sizes[i].lanes,
				.fence_block_bits = sizes[i].fence_block_bits,
				.pc_bits = sizes[i].pc_bits,
				.words = (1ULL << sizes[i].addr_bits) / PF_WORD_BYTES,
				.entries = (1ULL << sizes[i].addr_bits) / PF_WORD_BYTES,
				.ring_log2 = 10,
				.seen = sizes[i].seen,
			};
	return g != NULL;
}

static void sweep(struct pf_slice *s)
{
	const struct pf_entry e = pf_meta_unwritten(0, 0);
	const uint64_t bits = pf_meta_pack(&s->layout, &e);

	for (uint64_t i = 0; i < s->n_entries; i++)
		s->entry[i] = bits;
}

void pf_slice_init(struct pf_slice *s, const struct pf_slice_config *c)
{
	const struct pf_geometry *g = &c->geometry;
	const uint64_t lines = (c->entries + PF_LINE_ENTRIES - 1) / PF_LINE_ENTRIES;

	*s = (struct pf_slice){
		.config = *c,
		.policy = pf_policy_of(c->policy),
		.region = {.base = (uint64_t)c->base * PF_SECTOR_BYTES,
			   .words = c->words,
			   .entries = c->entries,
			   .tag_bits = g->tag_bits,
			   .granule_log2 = c->granule_log2},
		.entry = mem_alloc(lines * PF_LINE_ENTRIES * sizeof(*s->entry)),
		.n_entries = lines * PF_LINE_ENTRIES,
	};
	pf_meta_layout(&s->layout, g);
	pf_fence_init(&s->fences, 1U << c->fence_block_bits, 1U << g->warp_bits, g->fence_bits,
		      s->policy->epochs ? g->epoch_bits : 0);
	pf_report_init(&s->report, g, c->pc_bits, c->ring_log2, c->seen);
	s->report.report_all = c->report_all;
	sweep(s);
}

void pf_slice_free(struct pf_slice *s)
{
	free(s->entry);
	pf_fence_free(&s->fences);
	pf_report_free(&s->report);
	*s = (struct pf_slice){0};
}

static void forget(struct pf_slice *s, enum pf_forget what)
{
	s->stats.epochs += what != PF_FORGET_NOTHING;
	s->stats.sweeps += what == PF_FORGET_SWEEP;
	if (what == PF_FORGET_SWEEP)
		sweep(s);
}

void pf_slice_restart(struct pf_slice *s)
{
	pf_fence_epoch(&s->fences);
	s->fences.epoch = 0;
	sweep(s);
	pf_report_clear(&s->report);
}

static struct pf_fences fences_of(const struct pf_slice *s, uint32_t block, uint32_t warp)
{
	return pf_fence_of(&s->fences, pf_truncate(block, s->config.fence_block_bits), warp);
}

static struct pf_entry fetch(const struct pf_slice *s, uint64_t index, uint32_t tag)
{
	bool evicted;

	return pf_meta_fetch(&s->layout, s->entry[index], tag, s->fences.epoch, &evicted);
}

/* Entry `e` of the piece. Entries are not copied where they are made: a wide copy waits until all
 * their narrow fields have got to memory. */
static void check(struct pf_slice *s, const struct pf_request *r, const struct piece *p, unsigned e)
{
	const uint64_t index = p->line * PF_LINE_ENTRIES + e;
	const struct pf_entry before = fetch(s, index, p->tag);
	const struct pf_fences owner = fences_of(s, before.block, before.warp);
	const struct pf_fences self = fences_of(s, r->tag.block, r->tag.warp);
	struct pf_tag tag = r->tag;
	struct pf_verdict v;
	enum pf_reported reported = PF_REPORTED;

	tag.sub_word = s->policy->skips_parts && p->sub >> e & 1;
	v = s->policy->rules(&before, &tag, owner, self);
	s->entry[index] = pf_meta_pack(&s->layout, &v.next);
	s->stats.checks++;
	s->stats.rows[v.row]++;
	if (v.race)
		reported = pf_report_race(
			&s->report,
			&(struct pf_race){.pc = r->pc,
					  .word = p->word[e],
					  .row = v.row,
					  .tag = tag,
					  .before = before,
					  .owner_fenced = before.blk_fence != owner.blk});
	if (s->check)
		s->check(s->ctx, &(struct pf_slice_check){.req = r,
							  .word = p->word[e],
							  .index = index,
							  .tag = tag,
							  .before = before,
							  .after = v.next,
							  .owner = owner,
							  .self = self,
							  .row = v.row,
							  .race = v.race,
							  .reported = reported});
}

/* A group: owner by owner. */
static void check_group(struct pf_slice *s, const struct pf_request *r, const struct piece *p,
			unsigned left)
{
	uint64_t owner[PF_LINE_ENTRIES] = {0};

	for (unsigned m = left; m; m &= m - 1) {
		const unsigned e = (unsigned)__builtin_ctz(m);
		const struct pf_entry before = fetch(s, p->line * PF_LINE_ENTRIES + e, p->tag);

		owner[e] = (uint64_t)before.block << 32 | before.warp;
	}
	while (left) {
		const uint64_t first = owner[__builtin_ctz(left)];

		for (unsigned m = left; m; m &= m - 1) {
			const unsigned e = (unsigned)__builtin_ctz(m);

			if (owner[e] != first)
				continue;
			check(s, r, p, e);
			left &= ~(1U << e);
		}
	}
}

static void check_piece(struct pf_slice *s, const struct pf_request *r, const struct piece *p)
{
	const unsigned lanes = s->config.lanes, group = (1U << lanes) - 1;

	for (unsigned at = 0; at < PF_LINE_ENTRIES; at += lanes)
		check_group(s, r, p, p->mask & group << at);
}

/* Word `first` of each granule. */
static void access(struct pf_slice *s, const struct pf_request *r, unsigned first)
{
	struct piece p = {.mask = 0};

	for (unsigned i = first; i < PF_SECTOR_WORDS; i += 1U << s->config.granule_log2) {
		const uint64_t word = (uint64_t)r->sector * PF_SECTOR_WORDS + i;
		uint64_t index = 0;
		uint32_t tag = 0;
		unsigned e;

		if (!(r->word_mask >> i & 1))
			continue;
		if (s->config.disabled ||
		    !pf_region_find(&s->region, word * PF_WORD_BYTES, &index, &tag)) {
			s->stats.skipped++;
			continue;
		}
		if (index / PF_LINE_ENTRIES != p.line || tag != p.tag) {
			check_piece(s, r, &p);
			p = (struct piece){.line = index / PF_LINE_ENTRIES, .tag = tag};
		}
		e = index % PF_LINE_ENTRIES;
		p.mask |= (uint8_t)(1U << e);
		p.sub |= (uint8_t)((r->sub_mask >> i & 1U) << e);
		p.word[e] = (uint32_t)word;
	}
	check_piece(s, r, &p);
}

void pf_slice_request(struct pf_slice *s, const struct pf_request *r)
{
	switch (r->kind) {
	case PF_REQ_ACCESS:
		for (unsigned i = 0; i < 1U << s->config.granule_log2; i++)
			access(s, r, i);
		break;
	case PF_REQ_FENCE:
		forget(s, pf_fence_bump(&s->fences,
					pf_truncate(r->tag.block, s->config.fence_block_bits),
					r->tag.warp, !r->tag.block_scope));
		break;
	case PF_REQ_EPOCH: forget(s, pf_fence_epoch(&s->fences)); break;
	case PF_REQ_CODES: break;
	}
}
