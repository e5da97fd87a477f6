/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "engine.h"

#include <string.h>

enum { ROW_GENS = 2, BITS_ID = 8 /* bits */ };

/* A cycle */

/* Operations come out of the cache of rows with theirs. */
static void eval_lines(struct engine *e)
{
	struct line_check *k = &e->lines;
	const struct meta_cache *c = &e->rows;

	k->in.count = e->arrive.fences.counts[0];
	k->in.counted = e->arrive.fences.counted[0];
	k->in.free_valid = e->next_block < e->places.pool;
	k->in.free_block = e->next_block;
	k->in.blk_ready = e->blocks.ready;
	k->in.go.valid = c->out.go;
	if (c->out.go) {
		const struct line_operation *o = c->out.go_pay;

		k->in.go.near = c->out.go_near;
		k->in.go.place = (struct check_place){.line = o->line, .pc = o->pc};
		k->in.go.op = o->op;
		k->in.go_row = check_row_unpack(c->out.go_row);
	}
	line_check_eval(k);
}

static void eval_rows(struct engine *e)
{
	struct meta_cache *c = &e->rows;

	c->in.req = e->fresh.n_out != 0;
	c->in.req_line = e->fresh.out[0].op.line;
	c->in.req_fresh = e->fresh.out[0].fresh;
	c->in.req_pay = &e->fresh.out[0].op;
	c->in.go_ready = e->lines.out.go_ready;
	c->in.ret = e->lines.out.ret_valid;
	c->in.ret_changed = e->lines.out.ret_changed;
}

/* Nothing behind the operations that wait. */
static bool is_empty(const struct engine *e)
{
	return fresh_idle(&e->fresh) && e->rows.out.idle && line_check_idle(&e->lines) &&
	       blocks_idle(&e->blocks);
}

bool engine_access(const struct engine *e)
{
	return coalesce_access(&e->coalesce) || arrive_access(&e->arrive) || !is_empty(e);
}

bool engine_idle(const struct engine *e)
{
	return e->coalesce.idle && arrive_idle(&e->arrive) && is_empty(e);
}

static void eval_arrive(struct engine *e)
{
	struct arrive *a = &e->arrive;

	a->in.op = e->coalesce.op_valid ? &e->coalesce.op : NULL;
	a->in.flush = e->in.flush;
	a->in.forget = e->in.forget;
	a->in.empty = is_empty(e);
	arrive_eval(a);
	e->rows.in.flush = a->flushing && a->ask & OF_ROWS;
	e->blocks.cache.in.flush = a->flushing && a->ask & OF_BEATS;
	e->rows.in.forget = a->forgetting && a->ask & OF_ROWS;
	e->blocks.cache.in.forget = a->forgetting && a->ask & OF_BEATS;
	fresh_forget(&e->fresh, a->forgetting && a->ask & OF_BITS);
}

static void eval_reads(struct engine *e, const struct meta_cache *c, unsigned n, uint64_t base)
{
	e->memory.in.read[n] = c->out.read;
	e->memory.in.beat[n] = (base + c->out.read_line) & e->mem_mask;
	e->memory.in.id[n] = c->out.read_id;
	e->memory.in.write[n] = c->out.write;
}

static void eval_memory(struct engine *e)
{
	struct meta_cache *const cache[MEMORY_CACHES] = {&e->rows, &e->blocks.cache,
							 &e->fresh.cache};
	const uint64_t base[MEMORY_CACHES] = {e->places.rows, e->places.blocks, e->places.bits};
	const uint32_t whose = e->in.answer_id >> e->id_bits;

	e->answer_ready = false;
	for (unsigned n = 0; n < MEMORY_CACHES; n++) {
		const bool ready = meta_cache_fill_ready(cache[n]);

		eval_reads(e, cache[n], n, base[n]);
		cache[n]->in.fill = e->in.answer && whose == n;
		e->answer_ready |= whose == n && ready;
		cache[n]->in.fill_id = e->in.answer_id & ((1U << e->id_bits) - 1);
		cache[n]->in.fill_row = e->in.answer_row;
	}
	e->memory.in.read_ready = e->in.read_ready;
	e->memory.in.write_ready = e->in.write_ready;
	lines_memory_eval(&e->memory);
	for (unsigned n = 0; n < MEMORY_CACHES; n++) {
		cache[n]->in.read_ready = e->memory.reads == (int)n;
		cache[n]->in.write_ready = e->memory.writer == n && e->in.write_ready;
	}
}

static const struct line_check_race *line_race(const struct engine *e)
{
	return e->lines.out.race_valid ? &e->lines.out.race : NULL;
}

static const struct block_check_race *block_race(const struct engine *e)
{
	return e->blocks.check.out.race_valid ? &e->blocks.check.out.race : NULL;
}

void engine_eval(struct engine *e)
{
	e->blocks.in.count = e->arrive.fences.counts[1];
	e->blocks.in.counted = e->arrive.fences.counted[1];
	blocks_eval(&e->blocks);
	eval_lines(e);
	eval_rows(e);
	e->fresh.in.out_ready = e->rows.out.req_ready;
	fresh_eval(&e->fresh);
	eval_arrive(e);
	eval_memory(e);
	races_eval(&e->races, line_race(e), block_race(e));
}

/* Steps */

static void step_looks(struct engine *e)
{
	struct fence_counts *f = &e->arrive.fences;
	const struct block_check *b = &e->blocks.check;
	const uint32_t warp_bits = e->config.geometry->warp_bits, warp = (1U << warp_bits) - 1;

	f->in.look[0] = e->lines.out.look;
	f->in.look_block[0] = e->lines.out.look_owner >> warp_bits;
	f->in.look_warp[0] = e->lines.out.look_owner & warp;
	f->in.look_era[0] = e->lines.out.look_era;
	f->in.look[1] = b->out.look;
	f->in.look_block[1] = b->out.look_owner >> warp_bits;
	f->in.look_warp[1] = b->out.look_owner & warp;
	f->in.look_era[1] = b->out.look_era;
}

static void step_arrive(struct engine *e)
{
	struct arrive *a = &e->arrive;

	a->in.flushed = (uint32_t)(e->rows.in.flush && e->rows.out.flush_done) |
			(uint32_t)(e->blocks.cache.in.flush && e->blocks.cache.out.flush_done) << 1;
	a->in.forgotten = (uint32_t)meta_cache_forgets(&e->rows) |
			  (uint32_t)meta_cache_forgets(&e->blocks.cache) << 1 |
			  (uint32_t)e->fresh.forget_done << 2;
	a->in.out_ready = e->fresh.in_ready;
	a->in.add = e->blocks.add;
	a->in.add_era = e->blocks.add_era;
	a->in.end[0] = e->lines.out.done;
	a->in.end_era[0] = e->lines.out.done_era;
	a->in.end[1] = e->blocks.done;
	a->in.end_era[1] = e->blocks.done_era;
	step_looks(e);
	arrive_step(a);
}

void engine_step(struct engine *e)
{
	const bool epoch = e->arrive.epoch;
	struct line_operation op;
	struct pf_beat row;

	e->coalesce.in.req_valid = e->in.req;
	e->coalesce.in.req = e->in.request;
	e->coalesce.in.op_ready = e->arrive.op_ready;
	e->lines.in.race_ready = races_line_taken(&e->races, e->in.race_ready);
	e->blocks.in.race_ready = races_block_taken(&e->races, e->in.race_ready);
	races_step(&e->races, line_race(e), block_race(e), e->in.race_ready);
	if (e->lines.out.ret_valid)
		row = check_row_pack(&e->lines.out.ret_row);
	e->rows.in.ret_row = &row;
	e->fresh.in.op = NULL;
	if (e->arrive.n_out) {
		op = e->arrive.out[0];
		e->fresh.in.op = &op;
	}
	step_arrive(e);
	e->blocks.in.op = &e->lines.out.blk;
	blocks_step(&e->blocks);
	if (epoch)
		e->next_block = 0;
	else
		e->next_block += e->lines.out.free_take;
	line_check_step(&e->lines);
	meta_cache_step(&e->rows);
	fresh_step(&e->fresh);
	coalesce_step(&e->coalesce);
	lines_memory_step(&e->memory);
}

bool engine_races(const struct engine *e)
{
	if (e->races.blocks_turn)
		return check_pipe_races(&e->blocks.check.pipe);
	return check_pipe_races(&e->lines.pipe);
}

bool engine_stall_report(const struct engine *e, bool race_ready)
{
	return e->lines.out.race_valid && !races_line_taken(&e->races, race_ready);
}

bool engine_write(const struct engine *e, uint64_t *beat, const struct pf_beat **row)
{
	const struct meta_cache *const cache[MEMORY_CACHES] = {&e->rows, &e->blocks.cache,
							       &e->fresh.cache};
	const uint64_t base[MEMORY_CACHES] = {e->places.rows, e->places.blocks, e->places.bits};
	const struct meta_cache *c = cache[e->memory.writer];

	if (!c->out.write)
		return false;
	*beat = (base[e->memory.writer] + c->out.write_line) & e->mem_mask;
	*row = c->out.write_row;
	return true;
}

uint32_t engine_read_id(const struct engine *e)
{
	return e->memory.reader << e->id_bits | e->memory.read_id;
}

/* Life */

void engine_policy(struct engine *e, bool scord)
{
	line_check_policy(&e->lines, scord);
	blocks_policy(&e->blocks, scord);
	e->arrive.fences.scord = scord;
}

void engine_reset(struct engine *e)
{
	coalesce_reset(&e->coalesce);
	arrive_reset(&e->arrive);
	fresh_reset(&e->fresh);
	meta_cache_reset(&e->rows);
	line_check_reset(&e->lines);
	blocks_reset(&e->blocks);
	races_reset(&e->races);
	lines_memory_reset(&e->memory);
	e->next_block = 0;
}

static uint32_t bits_of(uint32_t n)
{
	return (uint32_t)__builtin_ctz(n);
}

static void set_id_bits(struct engine *e)
{
	const struct engine_config *c = &e->config;
	const uint32_t row = bits_of(c->row_requests) + bits_of(c->row_sets * CACHE_WAYS);
	const uint32_t beat = bits_of(c->beat_requests) + bits_of(c->beat_sets * CACHE_WAYS);

	e->id_bits = row > beat ? row : beat;
	e->id_bits = e->id_bits > BITS_ID ? e->id_bits : BITS_ID;
}

void engine_init(struct engine *e, const struct engine_config *c)
{
	const struct fence_counts_config fences = {
		.geometry = c->geometry,
		.block_bits = c->fence_block_bits,
		.look_bits = c->look_bits,
		.eras = c->eras,
		/* As Inside of pf_line_engine. */
		.most_inside = ARRIVE_WAIT + 2 + FRESH_REQUESTS + 4 + c->row_requests +
			       CHECK_DEPTH + 2 + 9 + c->beat_requests + CHECK_DEPTH + 2 + 4 + 2};
	struct meta_cache_config rows = {.sets = c->row_sets,
					 .requests = c->row_requests,
					 .depth = CHECK_DEPTH,
					 .gen_bits = ROW_GENS,
					 .pay_size = sizeof(struct line_operation)};

	memset(e, 0, sizeof(*e));
	e->config = *c;
	e->mem_mask = (1ULL << (c->line_bits + 4)) - 1;
	set_id_bits(e);
	coalesce_init(&e->coalesce, c->places, c->age);
	arrive_init(&e->arrive, &fences);
	fresh_init(&e->fresh, c->line_bits);
	line_check_init(&e->lines, c->geometry);
	blocks_init(&e->blocks, c->geometry, c->beat_sets, c->beat_requests);
	rows.init.v[0] = e->lines.pipe.check.unwritten;
	meta_cache_init(&e->rows, &rows);
	engine_reset(e);
}

void engine_free(struct engine *e)
{
	arrive_free(&e->arrive);
	fresh_free(&e->fresh);
	blocks_free(&e->blocks);
	meta_cache_free(&e->rows);
}
