/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "fresh.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

enum { LEAST_LINE_BITS = 12, ROW_LINE_BITS = 8 };

static uint32_t row_of(const struct line_operation *o)
{
	return o->line / FRESH_ROW_LINES;
}

static bool root_first(const struct fresh *f)
{
	return f->root_new ? !f->touched[row_of(&f->root)] : f->root_first;
}

/* Of the operation that goes: the row with its line's bit. */
static bool set_bit(struct fresh *f)
{
	const struct line_operation *o = f->cache.out.go_pay;
	const uint32_t bit = o->line % FRESH_ROW_LINES;
	const bool was = f->cache.out.go_row->v[bit / 64] >> bit % 64 & 1;

	f->back = *f->cache.out.go_row;
	f->back.v[bit / 64] |= 1ULL << bit % 64;
	return !was;
}

void fresh_eval(struct fresh *f)
{
	struct meta_cache *c = &f->cache;
	const bool root_ready = !f->walk_left && (!f->root_valid || c->out.req_ready);

	f->in_ready = root_ready && !f->stop;
	c->in.ret = c->out.go;
	c->in.ret_changed = c->out.go && set_bit(f);
	c->in.ret_row = &f->back;
	c->in.go_ready = !f->n_out || f->in.out_ready || (f->n_out < 2 && !c->out.go);
	c->in.req = f->root_valid;
	c->in.req_line = row_of(&f->root);
	c->in.req_fresh = f->root_valid && root_first(f);
	c->in.req_pay = &f->root;
}

void fresh_forget(struct fresh *f, bool forget)
{
	f->forget = forget;
	f->cache.in.forget = forget && f->stop && !f->root_valid && !f->walk_left && !f->n_out;
	f->forget_done = meta_cache_forgets(&f->cache);
}

bool fresh_idle(const struct fresh *f)
{
	return f->cache.out.idle && !f->root_valid && !f->walk_left && !f->n_out && !f->stop &&
	       !f->waited;
}

static void step_root(struct fresh *f, bool take, bool leaves)
{
	if (f->root_new) {
		f->root_first = root_first(f);
		f->touched[row_of(&f->root)] = true;
	}
	f->root_new = take;
	f->root_valid = take || (f->root_valid && !leaves);
	if (take)
		f->root = *f->in.op;
	if (f->walk_left)
		f->walk_left--;
	if (!f->forget_done)
		return;
	memset(f->touched, 0, f->rows * sizeof(*f->touched));
	f->forgets = (f->forgets + 1) % FRESH_GENS;
	if (!f->forgets)
		f->walk_left = f->rows > FRESH_WORD_ROWS ? f->rows / FRESH_WORD_ROWS : 1;
}

static void step_out(struct fresh *f)
{
	if (f->n_out && f->in.out_ready) {
		f->out[0] = f->out[1];
		f->n_out--;
	}
	if (!f->cache.out.go)
		return;
	f->out[f->n_out].op = *(const struct line_operation *)f->cache.out.go_pay;
	f->out[f->n_out++].fresh = f->cache.in.ret_changed;
}

void fresh_step(struct fresh *f)
{
	const bool take = f->in.op && f->in_ready;
	const bool leaves = f->root_valid && f->cache.out.req_ready;

	if (fresh_idle(f) && !f->in.op && !f->forget && !f->cache.in.fill)
		return;
	f->waited = f->in.op && !f->in_ready;
	step_out(f);
	/* It reads what is in the root. */
	meta_cache_step(&f->cache);
	step_root(f, take, leaves);
	f->stop = f->forget;
}

/* Life */

void fresh_reset(struct fresh *f)
{
	f->n_out = f->forgets = 0;
	f->waited = f->root_valid = f->root_new = f->root_first = f->stop = false;
	f->walk_left = f->rows > FRESH_WORD_ROWS ? f->rows / FRESH_WORD_ROWS : 1;
	memset(f->touched, 0, f->rows * sizeof(*f->touched));
	meta_cache_reset(&f->cache);
}

void fresh_init(struct fresh *f, uint32_t line_bits)
{
	const uint32_t bits = line_bits > LEAST_LINE_BITS ? line_bits : LEAST_LINE_BITS;
	const struct meta_cache_config c = {.sets = FRESH_SETS,
					    .requests = FRESH_REQUESTS,
					    .depth = 1,
					    .gen_bits = 1,
					    .through = true,
					    .pay_size = sizeof(struct line_operation)};

	memset(f, 0, sizeof(*f));
	f->rows = 1U << (bits - ROW_LINE_BITS);
	f->touched = mem_alloc(f->rows * sizeof(*f->touched));
	meta_cache_init(&f->cache, &c);
	fresh_reset(f);
}

void fresh_free(struct fresh *f)
{
	free(f->touched);
	meta_cache_free(&f->cache);
}
