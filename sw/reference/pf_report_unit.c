/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "pf_report_unit.h"

#include <stdlib.h>
#include <string.h>

#include "../base/mem.h"
#include "pf_geometry.h"

enum { NUMBER_BITS = 16, FOLD = 6 };

static void layout(struct pf_bits field[PF_RACE_FIELDS], const struct pf_geometry *g,
		   uint32_t pc_bits)
{
	static const struct pf_bits ref[PF_RACE_FIELDS] = PF_RACE_LAYOUT_REF;
	uint32_t lsb = 0;

	for (unsigned i = 0; i < PF_RACE_FIELDS; i++) {
		uint32_t width = ref[i].width; /* most are the same in every geometry */

		switch (i) {
		case PF_RACE_PC: width = pc_bits; break;
		case PF_RACE_BARRIER: width = g->barrier_bits; break;
		case PF_RACE_WARP:
		case PF_RACE_OWNER_WARP: width = g->warp_bits; break;
		case PF_RACE_BLOCK:
		case PF_RACE_OWNER_BLOCK: width = g->block_bits; break;
		default: break;
		}
		field[i] = (struct pf_bits){(uint8_t)lsb, (uint8_t)width};
		lsb += width;
	}
}

void pf_report_init(struct pf_report_unit *r, const struct pf_geometry *g, uint32_t pc_bits,
		    uint32_t ring_log2, uint32_t n_seen)
{
	*r = (struct pf_report_unit){
		.ring = mem_alloc(sizeof(*r->ring) << ring_log2),
		.seen = mem_alloc(n_seen * sizeof(*r->seen)),
		.ring_log2 = ring_log2,
		.n_seen = n_seen,
	};
	layout(r->field, g, pc_bits);
}

void pf_report_free(struct pf_report_unit *r)
{
	free(r->ring);
	free(r->seen);
	*r = (struct pf_report_unit){0};
}

void pf_report_clear(struct pf_report_unit *r)
{
	r->head = r->tail = 0;
	memset(r->seen, 0, r->n_seen * sizeof(*r->seen));
}

enum pf_kind_code pf_race_kind(enum pf_row row)
{
	switch (row) {
	case PF_R4:
	case PF_W5: return PF_KIND_FENCE_BLOCK;
	case PF_R5:
	case PF_W6: return PF_KIND_FENCE_DEVICE;
	case PF_R6:
	case PF_W7: return PF_KIND_NOT_STRONG;
	case PF_R10:
	case PF_W9: return PF_KIND_LOCK;
	default: return PF_KIND_ATOMIC_SCOPE; /* R3, W3, R3A, W3A */
	}
}

/* So a field lies in two words at most. */
void pf_beat_put(struct pf_beat *b, struct pf_bits f, uint64_t value)
{
	const uint64_t v = value & ((1ULL << f.width) - 1);
	const unsigned at = f.lsb / 64, shift = f.lsb % 64;

	b->v[at] |= v << shift;
	if (shift + f.width > 64)
		b->v[at + 1] |= v >> (64 - shift);
}

uint64_t pf_beat_get(const struct pf_beat *b, struct pf_bits f)
{
	const unsigned at = f.lsb / 64, shift = f.lsb % 64;
	uint64_t v = b->v[at] >> shift;

	if (shift + f.width > 64)
		v |= b->v[at + 1] << (64 - shift);
	return v & ((1ULL << f.width) - 1);
}

struct pf_beat pf_race_pack(const struct pf_report_unit *r, const struct pf_race *x)
{
	const struct pf_entry *m = &x->before;
	const struct pf_tag *a = &x->tag;
	const uint32_t value[PF_RACE_FIELDS] = {
		[PF_RACE_PC] = x->pc,
		[PF_RACE_WORD] = x->word,
		[PF_RACE_NUMBER] = pf_truncate(r->head, NUMBER_BITS),
		[PF_RACE_ROW] = x->row,
		[PF_RACE_KIND] = pf_race_kind(x->row),
		[PF_RACE_LOCK] = a->signature,
		[PF_RACE_BARRIER] = a->barrier,
		[PF_RACE_WARP] = a->warp,
		[PF_RACE_BLOCK] = a->block,
		[PF_RACE_STRONG] = a->strong,
		[PF_RACE_BLOCK_SCOPE] = a->block_scope,
		[PF_RACE_IS_ATOM] = a->atomic,
		[PF_RACE_WRITE] = a->write,
		[PF_RACE_SUB_WORD] = a->sub_word,
		[PF_RACE_OWNER_BLOCK] = m->block,
		[PF_RACE_OWNER_WARP] = m->warp,
		[PF_RACE_OWNER_LOCK] = m->lock,
		[PF_RACE_OWNER_STRONG] = m->strong,
		[PF_RACE_OWNER_BLOCK_SCOPE] = m->block_scope,
		[PF_RACE_OWNER_IS_ATOM] = m->is_atom,
		[PF_RACE_OWNER_DEV_SHARED] = m->dev_shared,
		[PF_RACE_OWNER_BLK_SHARED] = m->blk_shared,
		[PF_RACE_OWNER_MODIFIED] = m->modified,
		[PF_RACE_OWNER_FENCED] = x->owner_fenced,
	};
	struct pf_beat b = {{0}};

	for (unsigned i = 0; i < PF_RACE_FIELDS; i++)
		pf_beat_put(&b, r->field[i], value[i]);
	return b;
}

static void saturate(uint32_t *n)
{
	if (*n != UINT32_MAX)
		++*n;
}

enum pf_reported pf_report_fate(struct pf_report_unit *r, uint32_t pc, uint32_t kind)
{
	struct pf_seen *s = &r->seen[(pc ^ pc >> FOLD ^ pc >> 2 * FOLD ^ kind) & (r->n_seen - 1)];

	if ((r->head - r->tail) >> r->ring_log2) {
		saturate(&r->dropped);
		return PF_DROPPED;
	}
	if (!r->report_all) {
		if (s->valid && s->pc == pc && s->kind == kind) {
			saturate(&r->repeated);
			return PF_REPEATED;
		}
		*s = (struct pf_seen){.valid = true, .pc = pc, .kind = kind};
	}
	return PF_REPORTED;
}

void pf_report_put(struct pf_report_unit *r, struct pf_beat record)
{
	r->ring[r->head & ((1U << r->ring_log2) - 1)] = record;
	r->head++;
	r->records++;
}

enum pf_reported pf_report_race(struct pf_report_unit *r, const struct pf_race *race)
{
	const enum pf_kind_code kind = pf_race_kind(race->row);
	const enum pf_reported fate = pf_report_fate(r, race->pc, kind);

	r->kinds[kind]++;
	if (fate == PF_REPORTED)
		pf_report_put(r, pf_race_pack(r, race));
	return fate;
}
