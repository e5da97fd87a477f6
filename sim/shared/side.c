/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * side: the unit beside an SM's scratchpad, and what waits for it.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "shared/hit.h"
#include "shared_int.h"

/* Backend model: cycles of an operation. Of a round that may race, though it does not, only the
 * Verilog knows; so of words whose bytes lie apart. */
enum { ORDER_CYCLES = 3, RACE_CYCLES = 4, MAY_RACE_CYCLES = 2 };

static struct shared_side *of(struct sm_side *x)
{
	return (struct shared_side *)x;
}

static const struct shared_side *of_const(const struct sm_side *x)
{
	return (const struct shared_side *)x;
}

static struct shared_counts *counts(const struct shared_side *x)
{
	return &x->system->counts[x->index];
}

/* Operations that wait */

static struct shared_entry *entry_at(const struct shared_side *x, uint32_t i)
{
	return &x->entry[i & (x->cap - 1)];
}

static void widen(struct shared_side *x)
{
	const uint32_t cap = x->cap ? 2 * x->cap : 64;
	struct shared_entry *e = mem_alloc(cap * sizeof(*e));

	for (uint32_t i = x->head; i != x->tail; i++)
		e[i & (cap - 1)] = *entry_at(x, i);
	free(x->entry);
	x->entry = e;
	x->cap = cap;
}

struct shared_entry *shared_side_put(struct shared_side *x)
{
	if (x->tail - x->head == x->cap)
		widen(x);
	return entry_at(x, x->tail++);
}

/* The first one, if it is there. */
static struct shared_entry *first(const struct shared_side *x)
{
	struct shared_entry *e = x->head == x->tail ? NULL : entry_at(x, x->head);

	return e && e->due <= x->time && !(x->held && e->op.kind == PF_SHARED_OP_ACCESS) ? e : NULL;
}

/* Races */

static void found(struct shared_side *x, const struct pf_shared_told *t,
		  const struct shared_from *from)
{
	struct shared_system *s = x->system;
	const uint32_t word = t->row * s->widths.banks + t->bank;
	const struct shared_race r = {
		.second = {.kernel = from->kernel,
			   .launch = from->launch,
			   .block = from->block,
			   .warp = t->who,
			   .lane = t->lane,
			   .access =
				   t->write || from->access == RACE_READ ? from->access : RACE_READ,
			   .strong = t->strong,
			   .scope = from->scope,
			   .pc = from->pc},
		.addr = word * PF_SHARED_WORD - t->slot * s->slot_bytes,
		.bytes = t->bytes,
		.instruction = t->instruction,
		.others = t->others && !t->lanes,
		.did = t->instruction ? PF_SHARED_WRITE : (enum pf_shared_code)t->did,
		.warp = t->instruction ? t->who : t->first,
		.lane = t->lanes && !t->others ? t->first_lane : PF_SHARED_LANES,
		.pc = t->instruction ? from->pc : s->places.pc[t->first_pc],
	};

	counts(x)->races++;
	s->hits = mem_grow(s->hits, &s->cap_hits, s->n_hits + PF_SHARED_WORD, sizeof(*s->hits));
	s->n_hits += shared_race_hits(&r, &s->hits[s->n_hits]);
}

/* Whose it is. Rounds leave in order, and an epoch begins when none is inside. */
static const struct shared_entry *round_of(const struct shared_side *x,
					   const struct pf_shared_told *t)
{
	const struct shared_entry *e = first(x);

	for (uint32_t i = 0; i < x->n_inside; i++)
		if (!t->instruction && pf_shared_port_in_round(&x->inside[i].op, t))
			return &x->inside[i];
	return e && pf_shared_port_in_round(&e->op, t) ? e : NULL;
}

static void compare(struct shared_side *x, const struct pf_shared_told *got)
{
	const struct pf_shared_told *want = expected_take(&x->expected, &x->unit);

	if (!want)
		return;
	const struct compare_field f[] = {{"instruction", got->instruction, want->instruction},
					  {"lanes", got->lanes, want->lanes},
					  {"slot", got->slot, want->slot},
					  {"warp", got->who, want->who},
					  {"write", got->write, want->write},
					  {"strong", got->strong, want->strong},
					  {"place", got->pc, want->pc},
					  {"lane", got->lane, want->lane},
					  {"bank", got->bank, want->bank},
					  {"row", got->row, want->row},
					  {"bytes", got->bytes, want->bytes},
					  {"others", got->others, want->others},
					  {"first did", got->did, want->did},
					  {"first warp", got->first, want->first},
					  {"first lane", got->first_lane, want->first_lane},
					  {"first place", got->first_pc, want->first_pc}};

	compare_fields(&x->unit, "race", x->expected.came, f, sizeof(f) / sizeof(*f));
}

static void told(struct shared_side *x)
{
	const struct pf_shared_told *t = &x->port->out.race;
	const struct shared_entry *e = round_of(x, t);

	if (x->system->backend == BACKEND_COMPARE)
		compare(x, t);
	if (e)
		found(x, t, &e->from);
	else
		compare_differ(&x->unit, "a race of no round that is inside");
}

/* The unit */

static uint64_t warps_of(const struct shared_side *x, uint32_t slot)
{
	const uint32_t n = x->side.sm->warps_per_block;

	return (n < SM_WARPS ? (1ULL << n) - 1 : UINT64_MAX) << slot * n;
}

static void count(struct shared_side *x, const struct shared_entry *e)
{
	struct shared_counts *c = counts(x);

	c->rounds += e->op.kind == PF_SHARED_OP_ACCESS;
	c->orders += e->op.kind == PF_SHARED_OP_ORDER;
	c->epochs += e->op.kind == PF_SHARED_OP_EPOCH;
}

/* What the unit keeps of the round's words lies beside them: it is read, and written again. */
static void borrow(struct shared_side *x, const struct shared_entry *e)
{
	if (e->op.kind == PF_SHARED_OP_ACCESS)
		x->shadow += 2 * x->system->sim.det.shared_shadow;
}

/* The first operation has been taken. */
static void taken(struct shared_side *x)
{
	const struct shared_entry *e = entry_at(x, x->head++);

	count(x, e);
	borrow(x, e);
	if (e->op.kind == PF_SHARED_OP_EPOCH)
		x->n_inside = 0;
	if (e->op.kind != PF_SHARED_OP_ACCESS)
		return;
	if (x->n_inside == SHARED_INSIDE)
		x->inside[0] = x->inside[--x->n_inside];
	x->inside[x->n_inside++] = *e;
}

static void step_port(struct shared_side *x)
{
	struct shared_port *p = x->port;
	const struct shared_entry *e = first(x);
	struct shared_counts *c = counts(x);

	if (e && !p->in.valid) {
		p->in.valid = true;
		p->in.op = e->op;
		p->in.warps = warps_of(x, e->op.slot);
		p->in.warp = (uint8_t)(e->op.slot * x->side.sm->warps_per_block + e->op.who);
	}
	if (!p->in.valid && x->at_rest)
		return;
	x->system->kind->step(p);
	c->forgets += p->out.forget;
	c->splits += p->out.split;
	c->lost += p->out.lost;
	if (p->out.race_valid)
		told(x);
	if (p->out.taken)
		taken(x);
	x->at_rest = p->out.idle && !p->out.taken && !p->in.valid;
}

/* What the reference model has forgotten so far. */
static struct shared_counts of_model(const struct shared_side *x)
{
	const struct pf_shared_stats *s = &x->model.stats;

	return (struct shared_counts){
		.forgets = s->forgets, .splits = s->splits, .lost = s->unsplit + s->unpaid};
}

static void step_model(struct shared_side *x)
{
	const struct shared_entry *e = first(x);
	struct shared_counts *c = counts(x), lost;

	if (x->stay) {
		x->stay--;
		return;
	}
	if (!e)
		return;
	if (e->op.kind == PF_SHARED_OP_ORDER)
		x->stay = ORDER_CYCLES - 1;
	else if (e->races)
		x->stay = MAY_RACE_CYCLES + RACE_CYCLES * e->races;
	for (uint32_t i = 0; i < e->races; i++)
		found(x, expected_take(&x->expected, &x->unit), &e->from);
	count(x, e);
	borrow(x, e);
	x->head++;
	lost = of_model(x);
	c->forgets = lost.forgets;
	c->splits = lost.splits;
	c->lost = lost.lost;
}

static void step(struct shared_side *x)
{
	if (x->port)
		step_port(x);
	else
		step_model(x);
}

static void compare_at_rest(struct shared_side *x)
{
	const struct shared_counts *got = counts(x), want = of_model(x);
	const size_t left = expected_left(&x->expected);

	if (left)
		compare_differ(&x->unit, "%zu races have not come", left);
	compare_value(&x->unit, "times forgotten", got->forgets, want.forgets);
	compare_value(&x->unit, "words split", got->splits, want.splits);
	compare_value(&x->unit, "accesses lost", got->lost, want.lost);
}

void shared_side_drain(struct shared_side *x)
{
	x->time = UINT64_MAX;
	x->held = false;
	x->shadow = 0;
	while (x->head != x->tail || (x->port && !x->at_rest))
		step(x);
	x->time = 0;
	x->access.w = NULL;
	if (x->system->backend == BACKEND_COMPARE)
		compare_at_rest(x);
}

/* The SM */

/* More than n rounds are there. */
static bool more_wait(const struct shared_side *x, uint32_t n)
{
	uint32_t rounds = 0;

	for (uint32_t i = x->head; i != x->tail && entry_at(x, i)->due <= x->time; i++) {
		rounds += entry_at(x, i)->op.kind == PF_SHARED_OP_ACCESS;
		if (rounds > n)
			return true;
	}
	return false;
}

/* A cycle in which the scratchpad does nothing. */
static void wait(struct shared_side *x)
{
	struct sm *s = x->side.sm;
	uint64_t *free_at = &s->unit_free[SIMT_CLASS_MEMORY];

	counts(x)->waits++;
	*free_at = (*free_at > s->now ? *free_at : s->now + 1) + 1;
	s->busy |= 1U << SIMT_CLASS_MEMORY;
	if (!x->access.w || x->access.last < x->time)
		return;
	x->access.ready++;
	if (x->access.w->mw == x->access.mw)
		sm_scoreboard_set(x->access.w, &s->uses[x->access.pc], x->access.ready);
}

/* An operation on shared memory has been performed, and its rounds are on their way. */
static void done(struct sm_side *side, struct sm_op *o)
{
	struct shared_side *x = of(side);
	struct sm *s = side->sm;
	const uint64_t cycles = s->unit_free[SIMT_CLASS_MEMORY] - s->now;

	if (o->op.space != PTX_SPACE_SHARED)
		return;
	x->access.w = o->w;
	x->access.mw = o->w->mw;
	x->access.pc = o->op.pc;
	x->access.last = x->time + cycles - 1;
	x->access.ready = s->now + s->cfg->sm.lat_shared + cycles - 1;
}

static void clock_edge(struct sm_side *side)
{
	struct shared_side *x = of(side);

	x->held = x->shadow && more_wait(x, 0);
	x->shadow -= x->shadow > 0;
	step(x);
	if (x->held || more_wait(x, x->system->sim.det.shared_queue))
		wait(x);
	else
		x->time++;
}

static bool idle(const struct sm_side *side)
{
	return of_const(side)->head == of_const(side)->tail;
}

static void describe(const struct sm_side *side, char *text, size_t size)
{
	const struct shared_side *x = of_const(side);

	text[0] = '\0';
	if (!idle(side))
		snprintf(text, size, "; shared memory: %" PRIu32 " operations wait for the unit",
			 x->tail - x->head);
}

static const struct sm_side_calls calls = {
	.done = done,
	.clock = clock_edge,
	.idle = idle,
	.describe = describe,
};

void shared_side_init(struct shared_side *x, struct shared_system *s, uint32_t index)
{
	x->side = (struct sm_side){.calls = &calls};
	x->system = s;
	x->index = index;
	x->at_rest = true;
	x->unit = (struct compare_unit){&s->compare, "shared-memory unit of SM", index};
	x->expected = (struct expected){.what = "race", .size = sizeof(struct pf_shared_told)};
	if (s->kind)
		x->port = s->kind->create(NULL);
	if (shared_has_model(s))
		pf_shared_init(&x->model, &s->widths);
}

void shared_side_free(struct shared_side *x)
{
	if (x->port)
		x->system->kind->destroy(x->port);
	if (shared_has_model(x->system))
		pf_shared_free(&x->model);
	expected_free(&x->expected);
	free(x->told);
	free(x->entry);
}
