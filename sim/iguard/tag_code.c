/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tag_code.h"

#include <assert.h>

#include "../base/bit_stream.h"

enum { LANE = 5, STEP = 3, SIZE = 3, CLASS = 2, TIME = 16, LOCK = 16, BYTES = 8, WORDS = 8 };
enum { ALL_BYTES = 15 };
enum tag_class { PLAIN, POLLED, ATOMIC_DEVICE, ATOMIC_BLOCK };

void iguard_tag_coder_init(struct iguard_tag_coder *x, const char *geometry)
{
	*x = (struct iguard_tag_coder){.widths = pf_iguard_widths_named(geometry),
				       .slice = UINT32_MAX};
	assert(x->widths);
}

static enum tag_class class_of(const struct iguard_note *n)
{
	if (n->atomic)
		return n->block_scope ? ATOMIC_BLOCK : ATOMIC_DEVICE;
	return n->polls ? POLLED : PLAIN;
}

static bool same(const struct iguard_note *a, const struct iguard_note *b)
{
	struct iguard_note c = *b;

	c.words = a->words;
	return !memcmp(a, &c, sizeof(c));
}

/* Was there a packet before it that the slice knows? */
static bool has_last(const struct iguard_tag_coder *x, const struct iguard_tag_coded *t)
{
	return t->kind != PKT_HIT && t->slice == x->slice;
}

static void keep(struct iguard_tag_coder *x, const struct iguard_tag_coded *t)
{
	if (t->kind == PKT_HIT)
		return;
	x->last = t->part[0];
	x->pc = t->pc;
	x->slice = t->slice;
}

/* Lanes and bytes of a part, and whether another one follows. */
static void put_shape(struct bit_stream *b, const struct iguard_note *n, bool more)
{
	bits_put(b, n->lane, LANE);
	bits_put(b, n->step, STEP);
	bits_put(b, n->several, 1);
	bits_put(b, n->bytes == ALL_BYTES, 1);
	bits_put(b, more, 1);
}

/* True: another one follows. */
static bool get_shape(struct bit_stream *b, struct iguard_note *n)
{
	n->lane = (uint8_t)bits_get(b, LANE);
	n->step = (uint8_t)bits_get(b, STEP);
	n->several = bits_get(b, 1) & 1U;
	n->bytes = bits_get(b, 1) ? ALL_BYTES : 0;
	return bits_get(b, 1);
}

static void put_rest(struct bit_stream *b, const struct iguard_note *n, bool words)
{
	if (n->bytes != ALL_BYTES)
		bits_put(b, n->bytes, BYTES);
	if (words)
		bits_put(b, n->words, WORDS);
}

static void get_rest(struct bit_stream *b, struct iguard_note *n, bool words)
{
	if (!n->bytes)
		n->bytes = (uint8_t)bits_get(b, BYTES);
	n->words = words ? (uint8_t)bits_get(b, WORDS) : 0;
}

uint32_t iguard_tag_encode(struct iguard_tag_coder *x, const struct iguard_tag_coded *t,
			   uint8_t out[IGUARD_TAG_MOST])
{
	const struct pf_iguard_widths *w = x->widths;
	const struct iguard_note *n = &t->part[0];
	const bool known = has_last(x, t), bar = !known || n->bar != x->last.bar;
	const bool meet = n->meet != n->bar, long_pc = pkt_pc_bytes(t->pc) == PKT_LONG_PC;
	struct bit_stream b = {.out = out};

	if (known && !n->more && t->pc == x->pc && same(n, &x->last))
		return 0;
	memset(out, 0, IGUARD_TAG_MOST);
	bits_put(&b, n->when, w->when);
	bits_put(&b, n->warp, w->warp);
	bits_put(&b, (n->block - 1U) >> w->sm, w->block - w->sm);
	put_shape(&b, n, n->more);
	bits_put(&b, class_of(n), CLASS);
	bits_put(&b, n->size, SIZE);
	bits_put(&b, bar, 1);
	bits_put(&b, meet, 1);
	bits_put(&b, n->locks != 0, 1);
	bits_put(&b, long_pc, 1);
	bits_whole_byte(&b);
	bits_put(&b, n->bar, bar ? TIME : 0);
	bits_put(&b, n->meet, meet ? TIME : 0);
	bits_put(&b, n->locks, n->locks ? LOCK : 0);
	bits_put(&b, t->pc, 8 * pkt_pc_bytes(t->pc));
	put_rest(&b, n, n->more);
	for (uint32_t i = 1; i <= n->more; i++) {
		put_shape(&b, &t->part[i], i < n->more);
		bits_whole_byte(&b);
		put_rest(&b, &t->part[i], true);
	}
	keep(x, t);
	return b.at / 8;
}

/* All but its shape is the first part's. */
static void get_parts(struct bit_stream *b, struct iguard_tag_coded *t, bool more)
{
	struct iguard_note *first = &t->part[0];

	for (uint32_t i = 1; more; i++) {
		t->part[i] = *first;
		t->part[i].more = 0;
		more = get_shape(b, &t->part[i]);
		bits_whole_byte(b);
		get_rest(b, &t->part[i], true);
		if (!more)
			first->more = (uint8_t)i;
	}
}

void iguard_tag_decode(struct iguard_tag_coder *x, const uint8_t *in, uint32_t n,
		       struct iguard_tag_coded *t)
{
	const struct pf_iguard_widths *w = x->widths;
	struct bit_stream b = {.in = in};
	struct iguard_note *p = &t->part[0];
	bool bar, meet, lock, long_pc, more;
	enum tag_class class;

	if (!n) {
		*p = x->last;
		t->pc = x->pc;
		return;
	}
	*p = (struct iguard_note){.when = (uint16_t)bits_get(&b, w->when)};
	p->warp = (uint8_t)bits_get(&b, w->warp);
	p->block = (uint16_t)(1 + (bits_get(&b, w->block - w->sm) << w->sm | t->sm));
	more = get_shape(&b, p);
	class = bits_get(&b, CLASS);
	p->atomic = class >= ATOMIC_DEVICE;
	p->polls = class != PLAIN;
	p->block_scope = class == ATOMIC_BLOCK;
	p->size = (uint8_t)bits_get(&b, SIZE);
	bar = bits_get(&b, 1);
	meet = bits_get(&b, 1);
	lock = bits_get(&b, 1);
	long_pc = bits_get(&b, 1);
	p->write = t->kind == PKT_WRITE || t->kind == PKT_ATOM;
	bits_whole_byte(&b);
	p->bar = bar ? (uint16_t)bits_get(&b, TIME) : x->last.bar;
	p->meet = meet ? (uint16_t)bits_get(&b, TIME) : p->bar;
	p->locks = lock ? (uint16_t)bits_get(&b, LOCK) : 0;
	t->pc = bits_get(&b, 8 * (long_pc ? PKT_LONG_PC : PKT_SHORT_PC));
	get_rest(&b, p, more);
	get_parts(&b, t, more);
	keep(x, t);
}
