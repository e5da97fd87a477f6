/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tag_code.h"

#include <string.h>

#include "../base/bit_stream.h"
#include "../base/pkt.h"

enum { CLASS_BITS = 2, BARRIER = 1, LOCK = 2, SUB = 4, LONG_PC = 8, REST_BITS = 4 };
enum { PARTS_BITS = 1, SIGNATURE = 2 };
enum tag_class { WEAK, STRONG, ATOMIC_DEVICE, ATOMIC_BLOCK };

struct tag_format tag_format(const struct pf_geometry *g, uint32_t sms)
{
	struct tag_format f = {.warp_bits = g->warp_bits, .barrier_bits = g->barrier_bits};

	while (sms > 1U << f.sm_bits)
		f.sm_bits++;
	while (g->block_slots > 1U << f.slot_bits)
		f.slot_bits++;
	return f;
}

static enum tag_class class_of(const struct pf_tag *t)
{
	if (t->atomic)
		return t->block_scope ? ATOMIC_BLOCK : ATOMIC_DEVICE;
	return t->strong ? STRONG : WEAK;
}

uint32_t tag_encode(const struct tag_format *f, const struct tag_coded *t,
		    uint8_t out[TAG_CODE_MOST])
{
	const uint32_t rest = (t->tag.barrier ? BARRIER : 0U) | (t->tag.signature ? LOCK : 0U) |
			      (t->sub ? SUB : 0U) |
			      (pkt_pc_bytes(t->pc) == PKT_LONG_PC ? LONG_PC : 0U);
	struct bit_stream b = {.out = out};

	memset(out, 0, TAG_CODE_MOST);
	bits_put(&b, t->tag.warp, f->warp_bits);
	bits_put(&b, t->tag.block >> f->sm_bits, f->slot_bits);
	bits_put(&b, class_of(&t->tag), CLASS_BITS);
	bits_put(&b, rest, REST_BITS);
	b.at += PARTS_BITS; /* whether a part follows: the HIT's business */
	bits_whole_byte(&b);
	if (rest & BARRIER)
		bits_put(&b, t->tag.barrier, f->barrier_bits);
	bits_whole_byte(&b);
	if (rest & LOCK)
		bits_put(&b, t->tag.signature, 8 * SIGNATURE);
	if (rest & SUB)
		bits_put(&b, t->sub, 8);
	bits_put(&b, t->pc, 8 * pkt_pc_bytes(t->pc));
	return b.at / 8;
}

uint32_t tag_decode(const struct tag_format *f, const uint8_t *in, uint32_t sm, struct tag_coded *t)
{
	struct bit_stream b = {.in = in};
	uint32_t class, rest;

	*t = (struct tag_coded){.tag.warp = bits_get(&b, f->warp_bits)};
	t->tag.block = bits_get(&b, f->slot_bits) << f->sm_bits | sm;
	class = bits_get(&b, CLASS_BITS);
	t->tag.strong = class != WEAK;
	t->tag.atomic = class >= ATOMIC_DEVICE;
	t->tag.block_scope = class == ATOMIC_BLOCK;
	rest = bits_get(&b, REST_BITS);
	b.at += PARTS_BITS;
	bits_whole_byte(&b);
	if (rest & BARRIER)
		t->tag.barrier = bits_get(&b, f->barrier_bits);
	bits_whole_byte(&b);
	if (rest & LOCK)
		t->tag.signature = (uint16_t)bits_get(&b, 8 * SIGNATURE);
	if (rest & SUB)
		t->sub = (uint8_t)bits_get(&b, 8);
	t->pc = bits_get(&b, 8 * (rest & LONG_PC ? PKT_LONG_PC : PKT_SHORT_PC));
	return b.at / 8;
}

bool tag_same(const struct tag_coded *a, const struct tag_coded *b)
{
	return a->tag.block == b->tag.block && a->tag.warp == b->tag.warp &&
	       a->tag.barrier == b->tag.barrier && a->tag.signature == b->tag.signature &&
	       class_of(&a->tag) == class_of(&b->tag) && a->sub == b->sub && a->pc == b->pc;
}
