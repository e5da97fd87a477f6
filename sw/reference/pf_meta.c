/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "pf_meta.h"

#include "pf_geometry.h"

void pf_meta_layout(struct pf_layout *l, const struct pf_geometry *g)
{
	const uint32_t width[PF_META_FIELDS] = {
		[PF_META_LOCK] = 16,
		[PF_META_STRONG] = 1,
		[PF_META_BLOCK_SCOPE] = 1,
		[PF_META_IS_ATOM] = 1,
		[PF_META_DEV_SHARED] = 1,
		[PF_META_BLK_SHARED] = 1,
		[PF_META_MODIFIED] = 1,
		[PF_META_BARRIER] = g->barrier_bits,
		[PF_META_BLK_FENCE] = g->fence_bits,
		[PF_META_DEV_FENCE] = g->fence_bits,
		[PF_META_WARP] = g->warp_bits,
		[PF_META_BLOCK] = g->block_bits,
		[PF_META_TAG] = g->tag_bits,
		[PF_META_EPOCH] = g->epoch_bits,
		[PF_META_SUB_WORD] = 1,
	};
	uint32_t lsb = 0;

	for (unsigned i = 0; i < PF_META_FIELDS; i++) {
		l->field[i] = (struct pf_bits){(uint8_t)lsb, (uint8_t)width[i]};
		l->shift[i] = width[i] ? (uint8_t)lsb : 0; /* lsb may be 64 */
		l->mask[i] = ((1ULL << width[i]) - 1) << l->shift[i];
		lsb += width[i];
	}
}

static uint64_t put(const struct pf_layout *l, enum pf_meta_field f, uint32_t v)
{
	return (uint64_t)v << l->shift[f] & l->mask[f];
}

static uint32_t get(const struct pf_layout *l, enum pf_meta_field f, uint64_t bits)
{
	return (uint32_t)((bits & l->mask[f]) >> l->shift[f]);
}

uint64_t pf_meta_pack(const struct pf_layout *l, const struct pf_entry *e)
{
	return put(l, PF_META_LOCK, e->lock) | put(l, PF_META_STRONG, e->strong) |
	       put(l, PF_META_BLOCK_SCOPE, e->block_scope) | put(l, PF_META_IS_ATOM, e->is_atom) |
	       put(l, PF_META_DEV_SHARED, e->dev_shared) |
	       put(l, PF_META_BLK_SHARED, e->blk_shared) | put(l, PF_META_MODIFIED, e->modified) |
	       put(l, PF_META_BARRIER, e->barrier) | put(l, PF_META_BLK_FENCE, e->blk_fence) |
	       put(l, PF_META_DEV_FENCE, e->dev_fence) | put(l, PF_META_WARP, e->warp) |
	       put(l, PF_META_BLOCK, e->block) | put(l, PF_META_TAG, e->tag) |
	       put(l, PF_META_EPOCH, e->epoch) | put(l, PF_META_SUB_WORD, e->sub_word);
}

struct pf_entry pf_meta_unpack(const struct pf_layout *l, uint64_t bits)
{
	return (struct pf_entry){
		.lock = (uint16_t)get(l, PF_META_LOCK, bits),
		.strong = get(l, PF_META_STRONG, bits),
		.block_scope = get(l, PF_META_BLOCK_SCOPE, bits),
		.is_atom = get(l, PF_META_IS_ATOM, bits),
		.dev_shared = get(l, PF_META_DEV_SHARED, bits),
		.blk_shared = get(l, PF_META_BLK_SHARED, bits),
		.modified = get(l, PF_META_MODIFIED, bits),
		.barrier = get(l, PF_META_BARRIER, bits),
		.blk_fence = get(l, PF_META_BLK_FENCE, bits),
		.dev_fence = get(l, PF_META_DEV_FENCE, bits),
		.warp = get(l, PF_META_WARP, bits),
		.block = get(l, PF_META_BLOCK, bits),
		.tag = get(l, PF_META_TAG, bits),
		.epoch = get(l, PF_META_EPOCH, bits),
		.sub_word = get(l, PF_META_SUB_WORD, bits),
	};
}

struct pf_entry pf_meta_unwritten(uint32_t tag, uint32_t epoch)
{
	return (struct pf_entry){.modified = true,
				 .blk_shared = true,
				 .dev_shared = true,
				 .tag = tag,
				 .epoch = epoch};
}

bool pf_meta_is_unwritten(const struct pf_entry *e)
{
	return e->modified && e->blk_shared && e->dev_shared;
}

struct pf_entry pf_meta_fetch(const struct pf_layout *l, uint64_t bits, uint32_t tag,
			      uint32_t epoch, bool *evicted)
{
	const uint64_t flags = l->mask[PF_META_MODIFIED] | l->mask[PF_META_BLK_SHARED] |
			       l->mask[PF_META_DEV_SHARED];
	const bool unwritten = (bits & flags) == flags; /* pf_meta_is_unwritten() of it */

	*evicted = !unwritten &&
		   (get(l, PF_META_TAG, bits) != tag || get(l, PF_META_EPOCH, bits) != epoch);
	if (unwritten || *evicted)
		return pf_meta_unwritten(tag, epoch);
	return pf_meta_unpack(l, bits);
}

void pf_region_init(struct pf_region *r, uint64_t base, uint64_t bytes, enum pf_metadata metadata,
		    uint32_t tag_bits)
{
	const uint64_t words = (bytes + PF_WORD_BYTES - 1) / PF_WORD_BYTES;

	*r = (struct pf_region){.base = base, .words = words, .entries = words};
	if (metadata != PF_CACHED16)
		return;
	r->tag_bits = tag_bits;
	r->entries = (words + (1ULL << tag_bits) - 1) >> tag_bits;
}

/* The number of entries is arbitrary, so this is a division; as the quotient has tag_bits bits,
 * so many conditional subtractions do. */
bool pf_region_find(const struct pf_region *r, uint64_t address, uint64_t *index, uint32_t *tag)
{
	uint64_t rest = (address - r->base) / PF_WORD_BYTES;
	uint32_t quotient = 0;

	if (address < r->base || rest >= r->words)
		return false;
	rest >>= r->granule_log2;
	for (uint32_t k = r->tag_bits; k-- > 0;) {
		if (rest < r->entries << k)
			continue;
		rest -= r->entries << k;
		quotient |= 1U << k;
	}
	*index = rest;
	*tag = quotient;
	return true;
}
