/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "blocks.h"

#include <string.h>

enum { BEATS = 8, ALL_BEATS = (1 << BEATS) - 1, BEAT_WORDS = 4 };

/* What goes with a request for a beat. */
struct beat_request {
	uint32_t token, line, pc;
	struct check_op op;
};

/* Beats that an operation is on. */
static uint32_t wanted(const struct block_op *o)
{
	uint32_t beats = 0;

	if (o->make)
		return ALL_BEATS;
	for (unsigned b = 0; b < BEATS; b++)
		beats |= (uint32_t)((o->op.words >> BEAT_WORDS * b & 15) != 0) << b;
	return beats;
}

static void eval_shared(struct blocks *b, const struct block_op *o)
{
	b->shared.in.op_valid = o != NULL;
	if (o) {
		b->shared.in.op_load = check_quiet_load(&b->check.pipe.check, &o->op);
		b->shared.in.op_make = o->make;
		b->shared.in.op_block = o->block;
		b->shared.in.op_words = o->op.words;
	}
	read_shared_eval(&b->shared);
}

/* The operation's next request. */
static void eval_request(struct blocks *b, const struct block_op *o)
{
	const uint32_t left = o ? wanted(o) & ~b->sent : 0;
	struct meta_cache *c = &b->cache;
	static const struct beat_request none;

	c->in.req = o && !b->shared.skip && b->sent != ALL_BEATS;
	c->in.req_pay = &none;
	b->last = !(left & (left - 1));
	if (!c->in.req)
		return;
	b->beat = (uint32_t)__builtin_ctz(left);
	c->in.req_line = o->block * BEATS + b->beat;
	c->in.req_fresh = o->make;
}

/* What comes out of the bank goes to the check. */
static void eval_check(struct blocks *b)
{
	const struct meta_cache *c = &b->cache;
	struct block_check *k = &b->check;

	k->in.count = b->in.count;
	k->in.counted = b->in.counted;
	k->in.go.valid = c->out.go;
	if (c->out.go) {
		const struct beat_request *r = c->out.go_pay;

		k->in.go.near = c->out.go_near;
		k->in.go.place = (struct check_place){.line = r->line,
						      .beat = c->out.go_line % BEATS,
						      .pc = r->pc,
						      .note = r->token};
		k->in.go.op = r->op;
		k->in.make = &b->queue.make;
		memcpy(k->in.go_row, c->out.go_row->v, sizeof(k->in.go_row));
	}
	block_check_eval(k);
}

bool blocks_idle(const struct blocks *b)
{
	return b->cache.out.idle && !b->check.pipe.inside && !b->n_ends && !b->queue.n &&
	       !b->checks;
}

void blocks_eval(struct blocks *b)
{
	const struct block_op *o = b->queue.n ? &b->queue.op[0] : NULL;
	struct meta_cache *c = &b->cache;
	bool sent, made;

	b->ready = block_queue_ready(&b->queue);
	eval_shared(b, o);
	eval_check(b);
	eval_request(b, o);
	sent = c->in.req && c->out.req_ready;
	made = c->out.go && b->check.in.go.op.make;
	b->skipped = b->shared.skip && b->n_ends < BLOCKS_ENDS;
	if (b->shared.skip)
		b->op_ready = b->skipped;
	else if (o && o->make)
		b->op_ready = made && b->made == BEATS - 1;
	else
		b->op_ready = o && c->out.req_ready && b->last;
	b->add = sent && !b->last;
	b->add_era = o ? o->op.era : 0;
	b->done = b->check.out.ret_valid || b->n_ends;
	b->done_era = b->check.out.ret_valid ? b->check.out.done_era : b->ends[0];
	c->in.go_ready = b->check.out.go_ready;
	c->in.ret = b->check.out.ret_valid;
	c->in.ret_changed = b->check.out.ret_changed;
}

/* Steps */

static void step_ends(struct blocks *b, uint32_t era)
{
	if (b->n_ends && !b->check.out.ret_valid) {
		b->n_ends--;
		memmove(b->ends, b->ends + 1, b->n_ends * sizeof(*b->ends));
	}
	if (b->skipped)
		b->ends[b->n_ends++] = era;
}

static void step_shared(struct blocks *b, bool sent)
{
	b->shared.in.op_ready = b->op_ready;
	b->shared.in.piece = sent;
	b->shared.in.back = b->check.out.ret_valid;
	b->shared.in.back_token = b->check.out.ret_note;
	b->shared.in.back_beat = b->check.out.ret_beat;
	b->shared.in.back_quiet = b->check.out.ret_quiet;
	b->shared.in.forget = b->cache.in.forget;
	read_shared_step(&b->shared);
}

static void step_beats(struct blocks *b, bool sent)
{
	if (b->cache.out.go && b->check.in.go.op.make)
		b->made = (b->made + 1) % BEATS;
	if (b->op_ready)
		b->sent = 0;
	else if (sent)
		b->sent |= 1U << b->beat;
}

void blocks_step(struct blocks *b)
{
	const struct block_op *o = b->queue.n ? &b->queue.op[0] : NULL;
	const bool sent = b->cache.in.req && b->cache.out.req_ready;
	struct beat_request r;
	struct pf_beat row;

	if (blocks_idle(b) && !b->in.op->valid && !b->cache.in.fill && !b->cache.in.flush &&
	    !b->cache.in.forget)
		return;
	if (b->cache.in.req) {
		r = (struct beat_request){
			.token = b->shared.token, .line = o->line, .pc = o->pc, .op = o->op};
		r.op.make = o->make;
		r.op.words = o->make ? 0 : o->op.words >> BEAT_WORDS * b->beat & 15;
		b->cache.in.req_pay = &r;
	}
	if (b->check.out.ret_valid)
		memcpy(row.v, b->check.out.ret_row.entry, sizeof(row.v));
	b->cache.in.ret_row = &row;
	b->checks = b->check.out.checks;
	if (o && b->skipped)
		b->checks += (uint32_t)__builtin_popcount(o->op.words);
	step_ends(b, o ? o->op.era : 0);
	step_beats(b, sent);
	step_shared(b, sent);
	b->check.in.race_ready = b->in.race_ready;
	block_check_step(&b->check);
	block_queue_step(&b->queue, b->in.op, b->op_ready);
	meta_cache_step(&b->cache);
}

/* Life */

void blocks_policy(struct blocks *b, bool scord)
{
	block_check_policy(&b->check, scord);
}

void blocks_reset(struct blocks *b)
{
	b->sent = b->made = b->n_ends = b->checks = 0;
	block_queue_reset(&b->queue);
	read_shared_reset(&b->shared);
	block_check_reset(&b->check);
	meta_cache_reset(&b->cache);
}

void blocks_init(struct blocks *b, const struct pf_geometry *g, uint32_t sets, uint32_t requests)
{
	const struct meta_cache_config c = {.sets = sets,
					    .requests = requests,
					    .depth = CHECK_DEPTH,
					    .gen_bits = 2,
					    .pay_size = sizeof(struct beat_request)};

	memset(b, 0, sizeof(*b));
	block_check_init(&b->check, g);
	meta_cache_init(&b->cache, &c);
	blocks_reset(b);
}

void blocks_free(struct blocks *b)
{
	meta_cache_free(&b->cache);
}
