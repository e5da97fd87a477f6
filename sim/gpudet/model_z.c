/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 *   request ─> slot ─> FRONT cycles ─> lookup, one a cycle
 *                        ├ row locked ───────────────> behind the others that wait for it
 *                        ├ row there ────────────────> check ─> CHECK cycles ─> result
 *                        ├ no row, none in memory ───> check, in a row that is taken
 *                        └ no row, one in memory ────> row locked, fetched
 *   row that is taken, of this quantum ─> spills ─> memory; a row there is not fetched meanwhile
 *   all beats of a row are there: those that wait for it are checked, one a cycle, ahead of lookups
 *
 * pf_zcommit decides when a request is checked; requests of one line are checked in their order.
 */
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/mem.h"
#include "model_units.h"

/* Cycles of the RTL's stages, measured (tb/sim/commit_rtl.c --rate). FETCH_CYCLES: from a miss to
 * its first read and from its last beat to the check, together. */
enum { FRONT_CYCLES = 2, CHECK_CYCLES = 4, FETCH_CYCLES = 8, SPILL_CYCLES = 4, SPILLS = 4 };

struct row {
	bool valid, locked, fresh; /* fresh: of the present quantum */
	uint32_t line;
};

struct slot {
	struct pf_zrequest r;
	uint64_t due;
	uint16_t next; /* that waits for the same row */
};

struct miss {
	bool used;
	uint16_t head, tail; /* slots */
	uint32_t came, row;
};

/* A row on its way to memory or from it. */
struct move {
	uint64_t due;
	uint32_t line, miss;
};

struct ring {
	uint32_t head, tail, mask;
};

struct model_z {
	struct z_port port; /* first: the unit's handle */
	struct model_z_config config;
	struct pf_zcommit *z;
	uint64_t now;
	struct row *row;
	uint32_t *victim; /* of each set: the way that goes next */
	struct slot *slot;
	struct miss *miss;
	uint16_t *unused, *front_of, *result_of; /* slots: free, in front of lookup, done */
	struct ring unused_ring, front, result;
	struct move spill[SPILLS], *fetch;
	struct ring spills, fetches;
	uint32_t written, asked; /* beats of the first of each */
	uint64_t *filter;
	uint32_t sweep_at, sweep_end; /* lines */
	uint32_t events;
};

static bool is_empty(const struct ring *r)
{
	return r->head == r->tail;
}

static uint32_t pop(struct ring *r)
{
	return r->head++ & r->mask;
}

static uint32_t push(struct ring *r)
{
	return r->tail++ & r->mask;
}

static void event(struct model_z *g, enum z_event e)
{
	g->events |= 1U << e;
}

/* Spill filter */

/* One hash: XOR of the line's pieces. */
static uint32_t filter_bit(const struct model_z *g, uint32_t line)
{
	uint32_t bit = 0;

	for (; line; line /= g->config.filter_bits)
		bit ^= line % g->config.filter_bits;
	return bit;
}

static bool was_spilled(const struct model_z *g, uint32_t line)
{
	const uint32_t bit = filter_bit(g, line);

	return g->filter[bit / 64] >> bit % 64 & 1;
}

static void clear_filter(struct model_z *g)
{
	memset(g->filter, 0, (g->config.filter_bits + 63) / 64 * sizeof(*g->filter));
}

/* Rows */

static void check(struct model_z *g, uint16_t slot)
{
	struct slot *s = &g->slot[slot];
	bool any = false;

	pf_zcommit_request(g->z, &s->r, &s->r);
	for (unsigned i = 0; i < PF_LINE_MASK; i++)
		any |= s->r.mask[i] != 0;
	if (!any)
		event(g, Z_LOST);
	s->due = g->now + CHECK_CYCLES;
	g->result_of[push(&g->result)] = slot;
}

static uint32_t set_of(const struct model_z *g, uint32_t line)
{
	return line % g->config.sets;
}

static struct row *find(struct model_z *g, uint32_t line)
{
	struct row *r = &g->row[set_of(g, line) * g->config.ways];

	for (uint32_t w = 0; w < g->config.ways; w++)
		if (r[w].valid && r[w].line == line)
			return &r[w];
	return NULL;
}

/* One that is empty, or else the ways in turn; NULL: all are locked. */
static struct row *pick(struct model_z *g, uint32_t line)
{
	const uint32_t set = set_of(g, line), ways = g->config.ways;
	struct row *r = &g->row[set * ways];

	for (uint32_t w = 0; w < ways; w++)
		if (!r[w].valid)
			return &r[w];
	for (uint32_t n = 0; n < ways; n++) {
		const uint32_t w = (g->victim[set] + n) % ways;

		if (r[w].locked)
			continue;
		g->victim[set] = (w + 1) % ways;
		return &r[w];
	}
	return NULL;
}

static struct miss *free_miss(struct model_z *g)
{
	for (uint32_t i = 0; i < g->config.misses; i++)
		if (!g->miss[i].used)
			return &g->miss[i];
	return NULL;
}

static struct miss *miss_of(struct model_z *g, const struct row *r)
{
	for (uint32_t i = 0; i < g->config.misses; i++)
		if (g->miss[i].used && &g->row[g->miss[i].row] == r)
			return &g->miss[i];
	return NULL;
}

static bool is_full(const struct ring *r)
{
	return r->tail - r->head > r->mask;
}

static void spill(struct model_z *g, uint32_t line)
{
	const uint32_t bit = filter_bit(g, line);

	g->filter[bit / 64] |= 1ULL << bit % 64;
	g->spill[push(&g->spills)] = (struct move){.due = g->now + SPILL_CYCLES, .line = line};
}

/* False: it has to wait. */
static bool missed(struct model_z *g, uint16_t slot)
{
	const uint32_t line = g->slot[slot].r.line;
	const bool fetches = !g->port.filter || was_spilled(g, line);
	struct miss *m = free_miss(g);
	struct row *r;

	if ((fetches && !m) || is_full(&g->spills))
		return false;
	r = pick(g, line);
	if (!r)
		return false;
	event(g, Z_MISS);
	if (r->valid && r->fresh)
		spill(g, r->line);
	*r = (struct row){.valid = true, .locked = fetches, .fresh = true, .line = line};
	if (!fetches) {
		check(g, slot);
		return true;
	}
	*m = (struct miss){.used = true, .head = slot, .tail = slot, .row = (uint32_t)(r - g->row)};
	g->fetch[push(&g->fetches)] = (struct move){
		.due = g->now + FETCH_CYCLES, .line = line, .miss = (uint32_t)(m - g->miss)};
	return true;
}

static bool lookup(struct model_z *g, uint16_t slot)
{
	struct row *r = find(g, g->slot[slot].r.line);
	struct miss *m;

	if (!r)
		return missed(g, slot);
	if (r->locked) {
		m = miss_of(g, r);
		g->slot[m->tail].next = slot;
		m->tail = slot;
		event(g, Z_DEFERRED);
		return true;
	}
	event(g, Z_HIT);
	r->fresh = true;
	check(g, slot);
	return true;
}

/* The next of those whose row has come. */
static bool replay(struct model_z *g)
{
	for (uint32_t i = 0; i < g->config.misses; i++) {
		struct miss *m = &g->miss[i];
		const uint16_t slot = m->head;

		if (!m->used || m->came != g->config.row_beats)
			continue;
		m->head = g->slot[slot].next;
		check(g, slot);
		if (slot == m->tail) {
			m->used = false;
			g->row[m->row].locked = false;
		}
		return true;
	}
	return false;
}

static void work(struct model_z *g)
{
	const uint16_t slot = g->front_of[g->front.head & g->front.mask];

	if (replay(g) || is_empty(&g->front) || g->slot[slot].due > g->now)
		return;
	if (lookup(g, slot))
		pop(&g->front);
	else
		event(g, Z_WAITS);
}

/* Ports */

static void begin(struct model_z *g)
{
	const uint32_t rows = g->config.sets * g->config.ways;

	pf_zcommit_begin(g->z);
	clear_filter(g);
	for (uint32_t i = 0; i < rows; i++)
		g->row[i].fresh = false;
	if (pf_zcommit_quantum(g->z) != 1)
		return;
	memset(g->row, 0, rows * sizeof(*g->row));
	g->sweep_at = 0;
	g->sweep_end = (uint32_t)g->port.lines;
}

static void move_on(struct model_z *g)
{
	if (g->asked == g->config.row_beats) {
		pop(&g->fetches);
		g->asked = 0;
		event(g, Z_FETCHED);
	}
	if (g->written == g->config.row_beats) {
		pop(&g->spills);
		g->written = 0;
		event(g, Z_SPILLED);
	}
}

static void take(struct model_z *g)
{
	struct z_port_in *in = &g->port.in;
	const struct z_port_out *out = &g->port.out;
	uint16_t slot;

	if (in->result_ready && out->result_valid)
		g->unused[push(&g->unused_ring)] = g->result_of[pop(&g->result)];
	g->asked += in->memory.read_ready && out->memory.read_valid;
	if (in->memory.write_ready && out->memory.write_valid) {
		if (g->sweep_at != g->sweep_end) {
			g->sweep_at++;
			event(g, Z_SWEPT);
		} else {
			g->written++;
		}
	}
	if (in->memory.answer_valid)
		g->miss[in->memory.answer_id / g->config.row_beats].came++;
	if (in->begin_valid && out->begin_ready)
		begin(g);
	if (in->request_valid) {
		slot = g->unused[pop(&g->unused_ring)];
		g->slot[slot].r = in->request;
		g->slot[slot].due = g->now + FRONT_CYCLES;
		g->front_of[push(&g->front)] = slot;
	}
	*in = (struct z_port_in){.begin_valid = false};
}

static bool being_spilled(const struct model_z *g, uint32_t line)
{
	for (uint32_t i = g->spills.head; i != g->spills.tail; i++)
		if (g->spill[i & g->spills.mask].line == line)
			return true;
	return false;
}

static void offer_moves(struct model_z *g)
{
	struct z_port_out *out = &g->port.out;
	const struct move *s = &g->spill[g->spills.head & g->spills.mask];
	const struct move *f = &g->fetch[g->fetches.head & g->fetches.mask];
	const uint32_t beats = g->config.row_beats;

	if (g->sweep_at != g->sweep_end) {
		out->memory.write_valid = true;
		out->memory.write_beat = (uint64_t)g->sweep_at * beats;
		return;
	}
	out->memory.write_valid = !is_empty(&g->spills) && s->due <= g->now;
	out->memory.write_beat = (uint64_t)s->line * beats + g->written;
	out->memory.read_valid =
		!is_empty(&g->fetches) && f->due <= g->now && !being_spilled(g, f->line);
	out->memory.read_beat = (uint64_t)f->line * beats + g->asked;
	out->memory.read_id = f->miss * beats + g->asked;
}

static bool is_idle(const struct model_z *g)
{
	return g->unused_ring.tail - g->unused_ring.head == g->config.requests &&
	       is_empty(&g->spills) && is_empty(&g->fetches) && g->sweep_at == g->sweep_end;
}

static void offer(struct model_z *g)
{
	struct z_port_out *out = &g->port.out;
	const struct slot *s = &g->slot[g->result_of[g->result.head & g->result.mask]];

	out->result_valid = !is_empty(&g->result) && s->due <= g->now;
	if (out->result_valid)
		out->result = s->r;
	out->memory.read_valid = out->memory.write_valid = false;
	offer_moves(g);
	out->idle = out->begin_ready = is_idle(g);
	out->ready = !is_empty(&g->unused_ring) && g->sweep_at == g->sweep_end;
	out->quantum = pf_zcommit_quantum(g->z);
	out->events = g->events;
	g->events = 0;
}

static void step(void *port)
{
	struct model_z *g = port;

	take(g);
	work(g);
	move_on(g);
	g->now++;
	offer(g);
}

void model_z_region(struct z_port *p, uint32_t lines)
{
	struct model_z *g = (struct model_z *)p;

	pf_zcommit_destroy(g->z);
	g->config.model.lines = lines;
	g->z = pf_zcommit_create(&g->config.model);
	g->port.lines = 0; /* of the sweep */
	begin(g);
	g->port.lines = lines;
	offer(g);
}

static struct ring ring_of(uint32_t least)
{
	return (struct ring){.mask = power_of_two(least) - 1};
}

struct z_port *model_z_create(const struct model_z_config *c)
{
	struct model_z *g = mem_alloc(sizeof(*g));

	g->config = *c;
	g->row = mem_alloc((size_t)c->sets * c->ways * sizeof(*g->row));
	g->victim = mem_alloc(c->sets * sizeof(*g->victim));
	g->slot = mem_alloc(c->requests * sizeof(*g->slot));
	g->miss = mem_alloc(c->misses * sizeof(*g->miss));
	g->unused_ring = g->front = g->result = ring_of(c->requests);
	g->unused = mem_alloc((g->front.mask + 1) * sizeof(*g->unused));
	g->front_of = mem_alloc((g->front.mask + 1) * sizeof(*g->front_of));
	g->result_of = mem_alloc((g->front.mask + 1) * sizeof(*g->result_of));
	g->spills = ring_of(SPILLS);
	g->fetches = ring_of(c->misses);
	g->fetch = mem_alloc((g->fetches.mask + 1) * sizeof(*g->fetch));
	g->filter = mem_alloc((c->filter_bits + 63) / 64 * sizeof(*g->filter));
	for (uint32_t i = 0; i < c->requests; i++)
		g->unused[push(&g->unused_ring)] = (uint16_t)i;
	model_z_region(&g->port, 1);
	g->port.out.memory.answer_ready[0] = g->port.out.memory.answer_ready[1] = true;
	return &g->port;
}

static void destroy(void *port)
{
	struct model_z *g = port;

	pf_zcommit_destroy(g->z);
	free(g->row);
	free(g->victim);
	free(g->slot);
	free(g->miss);
	free(g->unused);
	free(g->front_of);
	free(g->result_of);
	free(g->fetch);
	free(g->filter);
	free(g);
}

const struct unit_kind model_z = {.destroy = destroy, .step = step};
