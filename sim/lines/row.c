/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "row.h"

#include "pf_fields.h"

/* The same in every geometry: entries lie in words 0 to 2, classes behind them. */
enum { SLOT = PF_REF_LINE_ROW_FIRST_W };
_Static_assert((int)PF_TINY_LINE_ROW_FIRST_W == SLOT && (int)PF_MODERN_LINE_ROW_FIRST_W == SLOT,
	       "a row of another form");

struct check_row check_row_unpack(const struct pf_beat *b)
{
	const uint64_t mask = (1ULL << SLOT) - 1;
	const uint64_t classes = b->v[2] >> (3 * SLOT - 128) | b->v[3] << (192 - 3 * SLOT);

	return (struct check_row){
		.entry = {b->v[0] & mask, (b->v[0] >> SLOT | b->v[1] << (64 - SLOT)) & mask,
			  (b->v[1] >> (2 * SLOT - 64) | b->v[2] << (128 - 2 * SLOT)) & mask},
		.low = (uint32_t)classes,
		.high = (uint32_t)(classes >> 32),
		.block = b->v[3] >> 63};
}

struct pf_beat check_row_pack(const struct check_row *r)
{
	const uint64_t classes = (uint64_t)r->high << 32 | r->low;

	return (struct pf_beat){{r->entry[0] | r->entry[1] << SLOT,
				 r->entry[1] >> (64 - SLOT) | r->entry[2] << (2 * SLOT - 64),
				 r->entry[2] >> (128 - 2 * SLOT) | classes << (3 * SLOT - 128),
				 classes >> (192 - 3 * SLOT) | (uint64_t)r->block << 63}};
}
