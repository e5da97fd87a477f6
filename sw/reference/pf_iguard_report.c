/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "pf_iguard_report.h"

enum { KIND_BITS = 3 };

void pf_iguard_race_layout(struct pf_bits field[PF_IGUARD_RACE_FIELDS], const struct pf_geometry *g,
			   uint32_t pc_bits)
{
	static const struct pf_bits ref[PF_IGUARD_RACE_FIELDS] = PF_IGUARD_RACE_LAYOUT_REF;
	uint32_t lsb = 0;

	for (unsigned i = 0; i < PF_IGUARD_RACE_FIELDS; i++) {
		uint32_t width = ref[i].width; /* most are the same in every geometry */

		switch (i) {
		case PF_IGUARD_RACE_PC: width = pc_bits; break;
		case PF_IGUARD_RACE_WARP:
		case PF_IGUARD_RACE_OWNER_WARP: width = g->warp_bits; break;
		case PF_IGUARD_RACE_BLOCK:
		case PF_IGUARD_RACE_OWNER_BLOCK: width = g->block_bits; break;
		default: break;
		}
		field[i] = (struct pf_bits){(uint8_t)lsb, (uint8_t)width};
		lsb += width;
	}
}

void pf_iguard_report_init(struct pf_iguard_report *r, const struct pf_geometry *g,
			   uint32_t pc_bits, uint32_t ring_log2, uint32_t n_seen)
{
	*r = (struct pf_iguard_report){.kinds = {0}};
	pf_report_init(&r->unit, g, pc_bits, ring_log2, n_seen);
	pf_iguard_race_layout(r->field, g, pc_bits);
}

void pf_iguard_report_free(struct pf_iguard_report *r)
{
	pf_report_free(&r->unit);
}

void pf_iguard_report_clear(struct pf_iguard_report *r)
{
	pf_report_clear(&r->unit);
}

struct pf_beat pf_iguard_race_pack(const struct pf_iguard_report *r, const struct pf_iguard_race *x)
{
	const struct pf_iguard_side *a = &x->tag.by.side, *m = &x->side.side;
	const uint32_t value[PF_IGUARD_RACE_FIELDS] = {
		[PF_IGUARD_RACE_PC] = x->pc,
		[PF_IGUARD_RACE_LINE] = x->line,
		[PF_IGUARD_RACE_WORDS] = x->words,
		[PF_IGUARD_RACE_BYTES] = x->bytes,
		[PF_IGUARD_RACE_NUMBER] = r->unit.head,
		[PF_IGUARD_RACE_KIND] = x->kind,
		[PF_IGUARD_RACE_WITH_READER] = x->with_reader,
		[PF_IGUARD_RACE_WITH_OTHERS] = x->with_others,
		[PF_IGUARD_RACE_LOCK] = a->locks,
		[PF_IGUARD_RACE_LANE] = a->lane,
		[PF_IGUARD_RACE_WARP] = a->warp,
		[PF_IGUARD_RACE_BLOCK] = a->block - 1,
		[PF_IGUARD_RACE_STEP] = x->tag.by.step,
		[PF_IGUARD_RACE_SIZE] = a->size,
		[PF_IGUARD_RACE_SEVERAL] = x->tag.several,
		[PF_IGUARD_RACE_BLOCK_SCOPE] = a->block_scope,
		[PF_IGUARD_RACE_IS_ATOM] = a->atomic,
		[PF_IGUARD_RACE_POLLS] = a->polls,
		[PF_IGUARD_RACE_WRITE] = x->tag.write,
		[PF_IGUARD_RACE_OWNER_LOCK] = m->locks,
		[PF_IGUARD_RACE_OWNER_LANE] = m->lane,
		[PF_IGUARD_RACE_OWNER_WARP] = m->warp,
		[PF_IGUARD_RACE_OWNER_BLOCK] = m->block ? m->block - 1 : 0, /* lanes of one store */
		[PF_IGUARD_RACE_OWNER_BYTES] = m->bytes,
		[PF_IGUARD_RACE_OWNER_STEP] = x->side.step,
		[PF_IGUARD_RACE_OWNER_SIZE] = m->size,
		[PF_IGUARD_RACE_OWNER_OTHERS] = m->others,
		[PF_IGUARD_RACE_OWNER_OTHERS_BLOCK_SCOPE] = m->others_block_scope,
		[PF_IGUARD_RACE_OWNER_BLOCK_SCOPE] = m->block_scope,
		[PF_IGUARD_RACE_OWNER_IS_ATOM] = m->atomic,
		[PF_IGUARD_RACE_OWNER_POLLS] = m->polls,
	};
	struct pf_beat b = {{0}};

	for (unsigned i = 0; i < PF_IGUARD_RACE_FIELDS; i++)
		pf_beat_put(&b, r->field[i], value[i]);
	return b;
}

struct pf_iguard_race pf_iguard_race_unpack(const struct pf_bits field[PF_IGUARD_RACE_FIELDS],
					    const struct pf_beat *b)
{
#define GET(name) ((uint32_t)pf_beat_get(b, field[PF_IGUARD_RACE_##name]))
	const struct pf_iguard_side later = {.block = 1 + GET(BLOCK),
					     .warp = (uint8_t)GET(WARP),
					     .lane = (uint8_t)GET(LANE),
					     .locks = (uint16_t)GET(LOCK),
					     .bytes = GET(BYTES) & 15U,
					     .size = GET(SIZE) & 7U,
					     .atomic = GET(IS_ATOM) & 1U,
					     .polls = GET(POLLS) & 1U,
					     .block_scope = GET(BLOCK_SCOPE) & 1U};
	const struct pf_iguard_side earlier = {.block = 1 + GET(OWNER_BLOCK),
					       .warp = (uint8_t)GET(OWNER_WARP),
					       .lane = (uint8_t)GET(OWNER_LANE),
					       .locks = (uint16_t)GET(OWNER_LOCK),
					       .bytes = GET(OWNER_BYTES) & 15U,
					       .size = GET(OWNER_SIZE) & 7U,
					       .others = GET(OWNER_OTHERS) & 3U,
					       .atomic = GET(OWNER_IS_ATOM) & 1U,
					       .polls = GET(OWNER_POLLS) & 1U,
					       .block_scope = GET(OWNER_BLOCK_SCOPE) & 1U,
					       .others_block_scope =
						       GET(OWNER_OTHERS_BLOCK_SCOPE) & 1U};

	return (struct pf_iguard_race){.pc = GET(PC),
				       .line = GET(LINE),
				       .words = GET(WORDS),
				       .bytes = (uint8_t)GET(BYTES),
				       .kind = (enum pf_iguard_kind)GET(KIND),
				       .with_reader = GET(WITH_READER),
				       .with_others = GET(WITH_OTHERS),
				       .side = {.side = earlier, .step = (uint8_t)GET(OWNER_STEP)},
				       .tag = {.by = {.side = later, .step = (uint8_t)GET(STEP)},
					       .write = GET(WRITE),
					       .several = GET(SEVERAL)}};
#undef GET
}

enum pf_reported pf_iguard_report_race(struct pf_iguard_report *r, const struct pf_iguard_race *x)
{
	const uint32_t kind = (uint32_t)x->with_reader << KIND_BITS | (uint32_t)x->kind;
	const enum pf_reported fate = pf_report_fate(&r->unit, x->pc, kind);

	r->kinds[x->kind]++;
	if (fate == PF_REPORTED)
		pf_report_put(&r->unit, pf_iguard_race_pack(r, x));
	return fate;
}
