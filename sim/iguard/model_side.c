/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "model_side.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

enum { CHECK_DEPTH_ROWS = 8 };

static const struct pf_beat blank; /* rows have no data here */

/* The block that the reference has made, as it is numbered here: in the order in which blocks are
 * made, or asked for, if that comes first. */
static uint32_t block_of(struct side *s, size_t block)
{
	const size_t was = s->space;

	s->block = mem_grow(s->block, &s->space, block, sizeof(*s->block));
	if (s->space > was)
		memset(s->block + was, 0, (s->space - was) * sizeof(*s->block));
	if (!s->block[block])
		s->block[block] = ++s->blocks;
	return s->block[block] - 1;
}

static uint32_t row_of(struct side *s, const struct visit *x)
{
	const uint32_t at = (uint32_t)x->does.at, k = at % PF_IGUARD_BEATS;

	return x->does.of_block
		       ? SIDE_BEAT | (block_of(s, at / PF_IGUARD_BEATS) * PF_IGUARD_BEATS + k)
		       : at;
}

void side_forget_blocks(struct side *s)
{
	if (s->block)
		memset(s->block, 0, s->space * sizeof(*s->block));
	s->blocks = 0;
}

/* The beat that waits; VISIT_NONE: none may go. */
static uint32_t first_beat(const struct side *s)
{
	if (!s->split.shown || (s->making && s->split.level == 1))
		return VISIT_NONE;
	return s->beat ? s->beat : (uint32_t)ram_fifo_word(&s->split);
}

bool side_idle(const struct side *s)
{
	return s->cache.out.idle && check_idle(&s->check) && !s->split.level && !s->making &&
	       !s->inside;
}

/* Beats go first. What the cache has seen stays. */
static void eval_asks(struct side *s, const struct visits *v)
{
	struct meta_cache *c = &s->cache;
	const uint32_t beat = first_beat(s);
	const bool room = s->inside != SIDE_INSIDE;
	const bool beats = s->shown ? s->beats : beat != VISIT_NONE;

	s->beats = beats;
	s->asked = beats ? beat : room ? s->in.visit : VISIT_NONE;
	s->in_ready = c->out.req_ready && !beats && room;
	s->beat_goes = c->out.req_ready && beats && beat;
	s->beat_last = beat && !visit_at(v, beat)->next;
	c->in.req = s->asked != VISIT_NONE;
	if (!c->in.req)
		return;
	c->in.req_line = row_of(s, visit_at(v, s->asked));
	c->in.req_fresh = visit_at(v, s->asked)->fresh;
	c->in.req_pay = &s->asked;
}

void side_eval(struct side *s, const struct visits *v)
{
	struct meta_cache *c = &s->cache;
	struct check *k = &s->check;

	eval_asks(s, v);
	k->in.go = c->out.go;
	if (c->out.go) {
		memcpy(&k->in.visit, c->out.go_pay, sizeof(k->in.visit));
		k->in.near = c->out.go_near;
	}
	k->in.end_ready = s->in.out_ready && !s->making;
	check_eval(k, v);
	c->in.go_ready = k->go_ready;
	c->in.ret = k->ends;
	c->in.ret_changed = k->ends && visit_at(v, k->ended)->does.changed;
	c->in.ret_row = &blank;
	s->out = k->ends ? visit_at(v, k->ended)->readers : VISIT_NONE;
}

/* The beats of an operation follow, behind the block's making. */
static void step_split(struct side *s, const struct visits *v)
{
	const struct visit *x = s->check.ends ? visit_at(v, s->check.ended) : NULL;
	const bool part = x && x->beats;
	const uint32_t beat = first_beat(s);

	if (s->beat_goes)
		s->beat = visit_at(v, beat)->next;
	ram_fifo_step(&s->split, part, part ? x->beats : 0, s->beat_goes && s->beat_last);
	if (!s->making) {
		s->making = part && x->does.grows;
		if (s->making)
			s->made = block_of(s, x->does.block) * PF_IGUARD_BEATS;
	} else if (s->in.make_ready) {
		s->made++;
		s->making = s->made % PF_IGUARD_BEATS != 0;
	}
	s->leaves = x && !x->does.of_block && !part;
}

/* Who leaves counts until a cycle later. */
static void step_inside(struct side *s)
{
	const bool enters = s->in.visit != VISIT_NONE && s->in_ready;
	const uint32_t left = s->left;

	s->left = (uint32_t)s->leaves + (s->beat_goes && s->beat_last);
	s->inside += enters;
	s->inside -= left;
}

void side_step(struct side *s, struct visits *v)
{
	if (side_idle(s) && !s->in.visit && !s->cache.in.forget && !s->cache.in.fill)
		return;
	step_split(s, v);
	step_inside(s);
	s->shown = s->cache.in.req && !s->cache.out.req_ready;
	meta_cache_step(&s->cache);
	if (s->check.ends)
		visits_end(v, s->check.ended);
	check_step(&s->check, v);
}

void side_reset(struct side *s)
{
	meta_cache_reset(&s->cache);
	check_reset(&s->check);
	memset(&s->split, 0, sizeof(s->split));
	s->making = s->shown = s->beats = false;
	s->beat = s->inside = s->left = 0;
	side_forget_blocks(s);
}

void side_init(struct side *s)
{
	const struct meta_cache_config c = {.sets = SIDE_SETS,
					    .requests = SIDE_REQUESTS,
					    .depth = CHECK_DEPTH_ROWS,
					    .gen_bits = SIDE_GENS,
					    .pay_size = sizeof(uint32_t)};

	memset(s, 0, sizeof(*s));
	meta_cache_init(&s->cache, &c);
	side_reset(s);
}

void side_free(struct side *s)
{
	meta_cache_free(&s->cache);
	free(s->block);
}
