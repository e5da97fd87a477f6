/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tag_code.h"

#include <assert.h>

/* several, whole, class, size; bar, meet, lock, bytes, long pc, further parts */
enum { SHAPE = 5 + 3 + 1 + 1, CLASS = 2 + 3, REST = 6, TIME = 2, LOCK = 2, BYTES = 1, WORDS = 1 };
enum { ALL_BYTES = 15 };

void iguard_tag_coder_init(struct iguard_tag_coder *x, const char *geometry)
{
	const struct pf_iguard_widths *w = pf_iguard_widths_named(geometry);

	assert(w);
	*x = (struct iguard_tag_coder){.slice = UINT32_MAX};
	x->fixed_bits = w->when + w->warp + (w->block - w->sm) + SHAPE + CLASS + REST;
	x->part_bits = SHAPE;
}

static bool same(const struct iguard_note *a, const struct iguard_note *b)
{
	struct iguard_note c = *b;

	c.words = a->words;
	return !memcmp(a, &c, sizeof(c));
}

uint8_t iguard_tag_bytes(struct iguard_tag_coder *x, const struct pkt *k,
			 const struct iguard_note *part, uint32_t parts)
{
	const bool known = k->slice == x->slice;
	uint32_t bytes;

	if (k->kind != PKT_HIT && known && parts == 1 && k->pc == x->pc && same(part, &x->last))
		return 0;
	bytes = (x->fixed_bits + 7) / 8 + pkt_pc_bytes(k->pc);
	bytes += known && part->bar == x->last.bar ? 0 : TIME;
	bytes += part->meet == part->bar ? 0 : TIME;
	bytes += part->locks ? LOCK : 0;
	bytes += part->bytes == ALL_BYTES ? 0 : BYTES;
	for (uint32_t i = 1; i < parts; i++)
		bytes +=
			(x->part_bits + 7) / 8 + WORDS + (part[i].bytes == part->bytes ? 0 : BYTES);
	if (k->kind != PKT_HIT) {
		x->last = *part;
		x->pc = k->pc;
		x->slice = k->slice;
	}
	return (uint8_t)(bytes > UINT8_MAX ? UINT8_MAX : bytes);
}
