/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_iguard_vec: checks for the benches of iGUARD's rules, as pf_iguard_*_vec.c print them.
 *
 *   random numbers ──> entry, tag, times ──> pf_iguard_entry_check() ──> a line of hex columns:
 *   lanes writer reader tag word bytes writer_times reader_times writer_facts reader_facts kind
 *   with_reader with_others act next_writer next_reader
 *
 * Facts, act: bits of pf_iguard_bits.vh. Times are near each other, and so are names; entry and tag
 * need not be such as a machine makes. Every second check is of a kind that was chosen first.
 */
#ifndef PF_IGUARD_VEC_H
#define PF_IGUARD_VEC_H

#include <string.h>

#include "pf_rules_vec.h"
#include "reference/pf_iguard_entry.h"
#include "reference/pf_iguard_sm.h"

struct iguard_vec {
	bool lanes;
	uint32_t word;
	struct pf_iguard_entry e;
	struct pf_iguard_tag t;
	struct pf_iguard_times writer, reader;
};

/* Widths that the geometries differ in. */
struct iguard_widths {
	uint32_t when, warp, block, sm; /* sm: low bits of a block ID */
};

#define IGUARD_WIDTHS(n, N) \
	if (!strcmp(g->name, #n)) \
		return (struct iguard_widths){ \
			PF_##N##_IGUARD_SIDE_WHEN_W, PF_##N##_IGUARD_SIDE_WARP_W, \
			PF_##N##_IGUARD_SIDE_BLOCK_W, PF_##N##_FENCE_BLOCK_W};

static inline struct iguard_widths iguard_widths(const struct pf_geometry *g)
{
	PF_GEOMETRIES(IGUARD_WIDTHS)
	return (struct iguard_widths){0};
}

/* Inventing */

static inline uint32_t iguard_time(struct rng *r, uint32_t now, uint32_t bits)
{
	switch (rng_below(r, 5)) {
	case 0: return now;
	case 1: return pf_truncate(now - 1 - rng_below(r, 2), bits);
	case 2: return pf_truncate(now + 1, bits);
	case 3: return now ^ 1U << rng_below(r, bits);
	default: return 0;
	}
}

static inline void iguard_side(struct rng *r, const struct iguard_widths *w,
			       struct pf_iguard_lane_side *x)
{
	static const uint8_t bytes[] = {15, 15, 15, 3, 12, 1, 2, 4, 8, 0};
	const uint64_t b = rng_next(r) >> 8;

	*x = (struct pf_iguard_lane_side){
		.side = {.block = pf_truncate(rng_next(r) >> 20, w->block),
			 .when = pf_truncate(rng_next(r) >> 20, w->when),
			 .warp = (uint8_t)pf_truncate(b >> 8, w->warp),
			 .lane = b >> 16 & 31,
			 .locks = vec_lock(r, 0),
			 .bytes = (b & 1 ? bytes[rng_below(r, sizeof(bytes))] : b >> 1) & 15,
			 .size = b >> 24 & 7,
			 .others = b >> 27 & 3,
			 .atomic = b >> 29 & 1,
			 .polls = b >> 30 & 1,
			 .block_scope = b >> 31 & 1,
			 .others_block_scope = b >> 32 & 1},
		.step = (uint8_t)rng_below(r, PF_IGUARD_STEP_CODES)};
}

/* Lanes between that of the line's first byte and that of a byte of the line. */
static inline uint32_t iguard_ahead(const struct pf_iguard_lane_side *x, uint32_t at)
{
	return x->step ? at >> (x->step - 1) : 0;
}

/* A side close to the access: often of the same lane, at least in one byte of the word. */
static inline void iguard_near(struct rng *r, const struct iguard_widths *w, uint32_t word,
			       const struct pf_iguard_lane_side *t, struct pf_iguard_lane_side *x)
{
	const uint32_t at = word * 4 + rng_below(r, 4);

	iguard_side(r, w, x);
	if (rng_below(r, 3))
		x->step = t->step;
	x->side.block = vec_near(r, t->side.block, w->block);
	x->side.warp = (uint8_t)vec_near(r, t->side.warp, w->warp);
	x->side.lane = (uint8_t)vec_near(
		r, (t->side.lane + iguard_ahead(t, at) - iguard_ahead(x, at)) & 31, 5);
	x->side.size = vec_near(r, t->side.size, 3) & 7;
	if (rng_below(r, 2))
		x->side.bytes = t->side.bytes;
	x->side.when = iguard_time(r, t->side.when, w->when);
	x->side.locks = vec_lock(r, t->side.locks);
}

static inline void iguard_times(struct rng *r, const struct iguard_widths *w, uint32_t now,
				uint32_t lane, struct pf_iguard_times *x)
{
	*x = (struct pf_iguard_times){
		.begin = rng_below(r, 4) ? 0 : iguard_time(r, now, w->when),
		.dev_bar = iguard_time(r, now, w->when),
		.any = {iguard_time(r, now, w->when), iguard_time(r, now, w->when),
			(uint8_t)vec_near(r, lane, 5)},
		.dev = {iguard_time(r, now, w->when), iguard_time(r, now, w->when),
			(uint8_t)vec_near(r, lane, 5)}};
}

/* Whose a byte of the word is: the lane that fences alone should often be that one. */
static inline uint32_t iguard_lane(struct rng *r, const struct pf_iguard_lane_side *x,
				   uint32_t word)
{
	return (x->side.lane + iguard_ahead(x, word * 4 + rng_below(r, 4))) % 32;
}

static inline struct iguard_vec iguard_invent(struct rng *r, const struct iguard_widths *w)
{
	struct iguard_vec v = {.lanes = rng_below(r, 4) != 0, .word = rng_below(r, 32)};
	struct pf_iguard_tag *t = &v.t;

	iguard_side(r, w, &t->by);
	t->by.side.bytes |= !t->by.side.bytes;
	t->by.side.others = 0;
	t->by.side.others_block_scope = 0;
	t->write = rng_below(r, 2);
	t->several = rng_below(r, 4) == 0;
	t->bar = iguard_time(r, t->by.side.when, w->when);
	t->meet = iguard_time(r, t->by.side.when, w->when);
	iguard_near(r, w, v.word, &t->by, &v.e.writer);
	iguard_near(r, w, v.word, &t->by, &v.e.reader);
	iguard_times(r, w, v.e.writer.side.when, iguard_lane(r, &v.e.writer, v.word), &v.writer);
	iguard_times(r, w, v.e.reader.side.when, iguard_lane(r, &v.e.reader, v.word), &v.reader);
	if (rng_below(r, 8) == 0) { /* nobody has waited or fenced */
		t->bar = t->meet = 0;
		v.writer = v.reader = (struct pf_iguard_times){0};
	}
	return v;
}

/* In the reference a block that is 0 is nobody; in the hardware, and there too, no byte is. */
static inline void iguard_check(struct iguard_vec v, struct pf_iguard_entry_check *c)
{
	v.e.writer.side.block++;
	v.e.reader.side.block++;
	v.t.by.side.block++;
	pf_iguard_entry_check(&v.e, &v.t, v.word, &v.writer, &v.reader, v.lanes, c);
}

/* Printing */

struct iguard_bits {
	uint64_t word[2];
	uint32_t n;
};

static inline void iguard_push(struct iguard_bits *b, uint64_t value, uint32_t bits)
{
	const uint32_t at = b->n % 64;

	b->word[b->n / 64] |= value << at;
	if (at + bits > 64)
		b->word[b->n / 64 + 1] |= value >> (64 - at);
	b->n += bits;
}

static inline void iguard_print(const struct iguard_bits *b)
{
	printf(" %" PRIx64 "%016" PRIx64, b->word[1], b->word[0]);
}

static inline void iguard_print_side(const struct iguard_widths *w,
				     const struct pf_iguard_lane_side *x, bool numbered)
{
	const struct pf_iguard_side *s = &x->side;
	const bool nobody = numbered && !s->block;
	struct iguard_bits b = {0};

	iguard_push(&b, s->locks, 16);
	iguard_push(&b, s->when, w->when);
	iguard_push(&b, s->lane, 5);
	iguard_push(&b, s->warp, w->warp);
	iguard_push(&b, nobody ? 0 : s->block - numbered, w->block);
	iguard_push(&b, s->bytes, 4);
	iguard_push(&b, x->step, 3);
	iguard_push(&b, s->size, 3);
	iguard_push(&b, s->others, 2);
	iguard_push(&b, s->others_block_scope, 1);
	iguard_push(&b, s->block_scope, 1);
	iguard_push(&b, s->atomic, 1);
	iguard_push(&b, s->polls, 1);
	iguard_print(&b);
}

static inline void iguard_print_tag(const struct iguard_widths *w, const struct pf_iguard_tag *t)
{
	const struct pf_iguard_side *s = &t->by.side;
	struct iguard_bits b = {0};

	iguard_push(&b, s->locks, 16);
	iguard_push(&b, s->when, w->when);
	iguard_push(&b, t->bar, w->when);
	iguard_push(&b, t->meet, w->when);
	iguard_push(&b, s->lane, 5);
	iguard_push(&b, s->warp, w->warp);
	iguard_push(&b, s->block, w->block);
	iguard_push(&b, t->by.step, 3);
	iguard_push(&b, s->size, 3);
	iguard_push(&b, t->several, 1);
	iguard_push(&b, s->block_scope, 1);
	iguard_push(&b, s->atomic, 1);
	iguard_push(&b, s->polls, 1);
	iguard_push(&b, t->write, 1);
	iguard_print(&b);
}

/* NULL: none. */
static inline void iguard_print_message(const struct iguard_widths *w,
					const struct pf_iguard_message *m)
{
	const bool fence = m && m->kind == PF_IGUARD_MSG_FENCE;
	const bool alone = fence && m->lane != PF_IGUARD_ALL;
	struct iguard_bits b = {0};

	iguard_push(&b, m ? m->kind : 0, 3);
	if (m && m->kind != PF_IGUARD_MSG_EPOCH) {
		iguard_push(&b, m->stamp.when, w->when);
		iguard_push(&b, m->stamp.bar, w->when);
		iguard_push(&b, m->stamp.meet, w->when);
		iguard_push(&b, alone ? m->lane : 0, 5);
		iguard_push(&b, alone, 1);
		iguard_push(&b, fence && m->device, 1);
		iguard_push(&b, m->warp, w->warp);
		iguard_push(&b, m->block, w->block);
	}
	iguard_print(&b);
}

static inline void iguard_print_times(const struct iguard_widths *w,
				      const struct pf_iguard_times *x)
{
	struct iguard_bits b = {0};

	iguard_push(&b, x->begin, w->when);
	iguard_push(&b, x->dev_bar, w->when);
	iguard_push(&b, x->any.all, w->when);
	iguard_push(&b, x->any.one, w->when);
	iguard_push(&b, x->any.lane, 5);
	iguard_push(&b, x->dev.all, w->when);
	iguard_push(&b, x->dev.one, w->when);
	iguard_push(&b, x->dev.lane, 5);
	iguard_print(&b);
}

static inline uint32_t iguard_facts(const struct pf_iguard_lane_side *x,
				    const struct pf_iguard_tag *t, const struct pf_iguard_facts *f)
{
	const struct pf_iguard_side *s = &x->side, *a = &t->by.side;
	const bool fact[] = {
		f->bytes,
		f->block,
		f->warp,
		f->thread,
		!(x->step == PF_IGUARD_STEP_BYTE && s->bytes & (s->bytes - 1U)) &&
			!(x->step == PF_IGUARD_STEP_HALF && s->bytes & 3U && s->bytes & 12U),
		f->after,
		f->fenced,
		f->fenced_device,
		f->still,
		f->still_lane,
		f->lockless,
		f->common_lock,
		(s->atomic && a->polls) || (s->polls && a->atomic),
		s->size == a->size,
		s->bytes == a->bytes,
	};
	uint32_t bits = 0;

	for (unsigned i = 0; i < sizeof(fact) / sizeof(*fact); i++)
		bits |= (uint32_t)fact[i] << i;
	return bits;
}

static inline uint32_t iguard_act(const struct pf_iguard_tag *t,
				  const struct pf_iguard_entry_check *c)
{
	const struct pf_iguard_facts *f = t->write ? &c->writer : &c->reader;
	const uint32_t far = !f->block    ? PF_IGUARD_DEVICE
			     : !f->warp   ? PF_IGUARD_BLOCK
			     : !f->thread ? PF_IGUARD_WARP
					  : PF_IGUARD_ALONE;

	return (uint32_t)c->act.weaken | (uint32_t)c->act.add << 1 | (uint32_t)!t->write << 2 |
	       (uint32_t)(t->write && c->reader.bytes && (c->kind || !t->by.side.atomic)) << 3 |
	       far << 4;
}

static inline void iguard_vec_print(struct rng *r, const struct iguard_widths *w)
{
	const enum pf_iguard_kind wanted = rng_below(r, PF_IGUARD_KIND_LOCK + 1);
	const bool others = rng_below(r, 3) == 0, reader = rng_below(r, 3) == 0;
	uint32_t tries = rng_below(r, 2) * 300;
	struct iguard_vec v;
	struct pf_iguard_entry_check c;

	do {
		v = iguard_invent(r, w);
		iguard_check(v, &c);
	} while (tries-- &&
		 (c.kind != wanted || c.with_others != others || c.with_reader != reader));
	printf("%x", v.lanes);
	iguard_print_side(w, &v.e.writer, false);
	iguard_print_side(w, &v.e.reader, false);
	iguard_print_tag(w, &v.t);
	printf(" %x %x", v.word, v.t.by.side.bytes);
	iguard_print_times(w, &v.writer);
	iguard_print_times(w, &v.reader);
	printf(" %x %x %x %x %x %x", iguard_facts(&v.e.writer, &v.t, &c.writer),
	       iguard_facts(&v.e.reader, &v.t, &c.reader), c.kind, c.with_reader, c.with_others,
	       iguard_act(&v.t, &c));
	iguard_print_side(w, &c.next.writer, true);
	iguard_print_side(w, &c.next.reader, true);
	printf("\n");
}

static inline int iguard_vec_main(int argc, char **argv)
{
	const struct vec_args a = vec_args(argc, argv);
	const struct iguard_widths w = iguard_widths(a.g);
	struct rng r;

	rng_seed(&r, a.seed);
	for (uint64_t i = 0; i < a.count; i++)
		iguard_vec_print(&r, &w);
	return 0;
}

#endif
