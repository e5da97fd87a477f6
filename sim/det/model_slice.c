/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 *   request ─> pf_slice_request(): verdicts, as a list of pieces (words of one metadata line)
 *       │
 *       └─> FRONT cycles ─> decide: a line's slot, or wait ─> reads of missing beats
 *                             │                                     │ answers
 *                             └──> check, in order: a group of `lanes` entries, one owner a cycle
 *                                    │                   └─> records
 *                                    └─> last user done: slot free, or its dirty beats written back
 *
 * A slot is taken by the first piece of its line and found by later ones. While it is written back,
 * a piece that wants its line waits. A sweep waits until the check is empty and stops all else.
 */
#include "model_units.h"

#include <stdlib.h>

#include "base/bits.h"
#include "base/mem.h"

/* Cycles of the RTL's stages, measured (tb/sim/det_rtl.c --rate). */
enum {
	FRONT_CYCLES = 8, /* from a request to its first read */
	FRONT_PIECES = 9, /* that find room there */
	PEND_CYCLES = 3,  /* from decided to the check */
	CHECK_CYCLES = 4, /* of the check's pipeline */
	DONE_CYCLES = 5,  /* from issue to the last user being gone */
	FREE_CYCLES = 2,  /* from there until the slot can be taken again */
	CLEAN_CYCLES = 4, /* from there to the first write */
	COUNT_CYCLES = 20 /* until the last counter has settled */
};
enum { BEATS = 2, BEAT_ENTRIES = PF_BEAT_ENTRIES, GROUPS = 8, MAX_LINES = 256 };

enum piece_kind { PIECE_ACCESS, PIECE_SKIPPED, PIECE_FENCE, PIECE_FORGET, PIECE_SWEEP };

/* A turn of the check: the entries of one owner in a group. */
struct turn {
	uint8_t group, races, records;
};

struct piece {
	uint64_t line, due;
	enum piece_kind kind;
	uint8_t beats, dirty; /* of the line: needed, changed by it */
	uint8_t words;        /* entries of the line */
	uint8_t n, at;        /* turns, done */
	uint8_t slot;
	bool last; /* of its request */
	struct turn turn[PF_LINE_ENTRIES];
};

struct slot {
	uint32_t users;
	uint8_t there, asked, dirty;
	bool closed;
	uint64_t issued[GROUPS]; /* cycle + 1 in which the group was last issued */
	uint8_t words;           /* of it then, of all groups */
};

struct leave {
	uint64_t due;
	uint8_t slot;
	bool free; /* the slot itself, not only a user */
};

struct model_slice {
	struct slice_port port; /* first: the unit's handle */
	struct pf_slice *slice;
	struct model_slice_memory memory;
	uint32_t lines, pending, entry_gap;
	uint64_t now, busy_until;
	uint64_t stall[PF_COUNTERS];

	struct piece *piece; /* ring */
	uint32_t mask, tail, decided, head;
	uint32_t requests; /* in it */
	/* The request being judged */
	struct piece *building;
	uint32_t meta_tag, owner_block, owner_warp;

	bool deciding; /* piece[decided] has its slot and waits for its reads */
	uint8_t ask;   /* beats */
	struct slot slot[MAX_LINES];
	uint64_t line[MAX_LINES]; /* of each slot */
	uint64_t free[MAX_LINES / 64];
	uint64_t held[MAX_LINES / 64];

	uint64_t check_free, last_issue, after_fence;
	struct leave *leave; /* ring, in order of due */
	uint32_t leave_mask, leave_head, leave_tail;

	uint8_t clean[MAX_LINES]; /* slots to write back, ring */
	uint8_t clean_head, clean_tail;
	uint64_t clean_due;
	uint32_t records, records_written; /* since the ring began */
	uint32_t ready_records;            /* whose check is done */
	uint64_t sweep_at, sweep_end;      /* beats; equal: none under way */
	enum slice_write writing;
};

/* Judging */

static void turn_of(struct model_slice *g, struct piece *p, const struct pf_slice_check *c)
{
	const uint32_t e = (uint32_t)(c->index % PF_LINE_ENTRIES);
	const uint8_t group = (uint8_t)(e / g->slice->config.lanes);
	struct turn *t = p->n ? &p->turn[p->n - 1] : NULL;

	if (!t || t->group != group || c->before->block != g->owner_block ||
	    c->before->warp != g->owner_warp) {
		t = &p->turn[p->n++];
		*t = (struct turn){.group = group};
		g->owner_block = c->before->block;
		g->owner_warp = c->before->warp;
	}
	if (c->verdict->race)
		t->races++;
	if (c->verdict->race && c->reported == PF_REPORTED)
		t->records++;
}

/* A word was checked, in the hardware's order. */
static void on_check(void *ctx, const struct pf_slice_check *c)
{
	struct model_slice *g = ctx;
	const struct pf_layout *l = &g->slice->layout;
	const uint64_t line = c->index / PF_LINE_ENTRIES;
	const uint8_t beat = (uint8_t)(1U << c->index % PF_LINE_ENTRIES / BEAT_ENTRIES);
	struct piece *p = g->building;

	if (!p || p->line != line || g->meta_tag != c->before->tag) {
		p = g->building = &g->piece[g->tail++ & g->mask];
		*p = (struct piece){.line = line,
				    .due = g->now + FRONT_CYCLES,
				    .kind = PIECE_ACCESS,
				    .beats = g->memory.whole_line ? 3 : 0};
		g->meta_tag = c->before->tag;
	}
	p->beats |= beat;
	p->words |= (uint8_t)(1U << c->index % PF_LINE_ENTRIES);
	if (!(p->dirty & beat) &&
	    (g->memory.write_always ||
	     pf_meta_pack(l, c->before) != pf_meta_pack(l, &c->verdict->next)))
		p->dirty |= beat;
	turn_of(g, p, c);
}

static void request(struct model_slice *g, const struct pf_request *r)
{
	const struct pf_slice_stats before = g->slice->stats;

	g->building = NULL;
	pf_slice_request(g->slice, r);
	if (!g->building) {
		g->building = &g->piece[g->tail++ & g->mask];
		*g->building = (struct piece){.due = g->now + FRONT_CYCLES, .kind = PIECE_SKIPPED};
		if (r->kind == PF_REQ_FENCE)
			g->building->kind = PIECE_FENCE;
		if (g->slice->stats.epochs != before.epochs)
			g->building->kind = PIECE_FORGET;
		if (g->slice->stats.sweeps != before.sweeps)
			g->building->kind = PIECE_SWEEP;
	}
	g->building->last = true;
	g->requests++;
}

/* Lines */

static void set_free(struct model_slice *g, uint8_t s)
{
	g->free[s / 64] |= 1ULL << s % 64;
	g->held[s / 64] &= ~(1ULL << s % 64);
}

static int find_line(const struct model_slice *g, uint64_t line)
{
	for (uint32_t w = 0; w * 64 < g->lines; w++)
		for (uint64_t m = g->held[w]; m; m &= m - 1) {
			const int s = (int)(w * 64) + __builtin_ctzll(m);

			if (g->line[s] == line)
				return s;
		}
	return -1;
}

static int free_slot(struct model_slice *g, uint64_t line)
{
	for (uint32_t w = 0; w * 64 < g->lines; w++)
		if (g->free[w]) {
			const int s = (int)(w * 64) + __builtin_ctzll(g->free[w]);

			g->free[w] &= g->free[w] - 1;
			g->held[w] |= 1ULL << s % 64;
			g->slot[s] = (struct slot){.users = 0};
			g->line[s] = line;
			return s;
		}
	return -1;
}

/* Its reads were taken, or there was none to make: on to the check. */
static void decided(struct model_slice *g)
{
	if (!g->deciding || g->ask)
		return;
	g->piece[g->decided & g->mask].due = g->now + PEND_CYCLES;
	g->decided++;
	g->deciding = false;
}

/* The next piece gets its slot: one a cycle. */
static void decide(struct model_slice *g)
{
	struct piece *p;
	int s;

	decided(g);
	p = &g->piece[g->decided & g->mask];
	if (g->deciding || g->decided == g->tail || g->sweep_at != g->sweep_end ||
	    p->due > g->now + 1)
		return;
	if (p->kind == PIECE_ACCESS) {
		s = find_line(g, p->line);
		if (s >= 0 && g->slot[s].closed)
			return;
		if (s < 0 && (s = free_slot(g, p->line)) < 0) {
			g->stall[PF_COUNTER_STALL_LINES]++;
			return;
		}
		p->slot = (uint8_t)s;
		g->slot[s].users++;
		g->ask = (uint8_t)(p->beats & ~g->slot[s].asked);
		g->slot[s].asked |= g->ask;
	}
	g->deciding = true;
	decided(g);
}

static void later(struct model_slice *g, uint8_t slot, uint64_t due, bool is_free)
{
	g->leave[g->leave_tail++ & g->leave_mask] =
		(struct leave){.due = due, .slot = slot, .free = is_free};
}

/* A slot's last user is gone. */
static void close_slot(struct model_slice *g, uint8_t s)
{
	g->slot[s].closed = true;
	if (!g->slot[s].dirty) {
		later(g, s, g->now + FREE_CYCLES, true);
		return;
	}
	if (g->clean_head == g->clean_tail)
		g->clean_due = g->now + CLEAN_CYCLES;
	g->clean[g->clean_tail++] = s;
}

/* A beat may come that nobody waits for any more: whole_line. */
static void arrive(struct model_slice *g, uint8_t s, uint32_t beat)
{
	g->slot[s].there |= (uint8_t)(1U << beat);
	if (!g->slot[s].users && g->slot[s].there == g->slot[s].asked)
		close_slot(g, s);
}

static void release(struct model_slice *g)
{
	while (g->leave_head != g->leave_tail) {
		const struct leave *l = &g->leave[g->leave_head & g->leave_mask];
		struct slot *s = &g->slot[l->slot];

		if (l->due > g->now)
			return;
		g->leave_head++;
		if (l->free)
			set_free(g, l->slot);
		else if (--s->users == 0 && s->there == s->asked)
			close_slot(g, l->slot);
	}
}

/* Check */

static void done(struct model_slice *g, struct piece *p)
{
	if (p->kind == PIECE_ACCESS) {
		g->slot[p->slot].dirty |= p->dirty;
		later(g, p->slot, g->now + DONE_CYCLES, false);
	}
	g->requests -= p->last;
	g->head++;
}

/* Reads and write-backs are under way. */
static bool moving(const struct model_slice *g)
{
	if (g->ask || g->clean_head != g->clean_tail)
		return true;
	for (uint32_t w = 0; w * 64 < g->lines; w++)
		for (uint64_t m = g->held[w]; m; m &= m - 1) {
			const struct slot *s = &g->slot[w * 64 + (uint32_t)__builtin_ctzll(m)];

			if (s->there != s->asked)
				return true;
		}
	return false;
}

/* The pipeline is empty before and after it. A sweep leaves nothing that would be written back. */
static void forget(struct model_slice *g, struct piece *p)
{
	if (g->now < g->last_issue + CHECK_CYCLES || (p->kind == PIECE_SWEEP && moving(g)))
		return;
	if (p->kind == PIECE_SWEEP) {
		const uint64_t beats = g->slice->n_entries / PF_BEAT_ENTRIES;

		for (uint32_t s = 0; s < g->lines; s++)
			g->slot[s].dirty = 0;
		g->sweep_at = g->memory.meta_base;
		g->sweep_end = g->sweep_at + beats;
	}
	g->last_issue = g->now;
	g->check_free = g->now + CHECK_CYCLES;
	done(g, p);
}

/* Cycles from the group's last issue. With forwarding, one is lost before a group of several
 * entries that the one just before shares: their owners would be known too late. */
static uint32_t gap(const struct model_slice *g, const struct slot *s, uint8_t words)
{
	return g->entry_gap == 1 && (words & (words - 1)) && (words & s->words) ? 2 : g->entry_gap;
}

static uint8_t group_words(const struct model_slice *g, uint8_t group)
{
	const uint32_t lanes = g->slice->config.lanes;

	return (uint8_t)(((1U << lanes) - 1) << group * lanes);
}

/* False: the turn must wait. */
static bool may_issue(struct model_slice *g, const struct piece *p, const struct turn *t)
{
	const struct slot *s = &g->slot[p->slot];
	const uint32_t lanes = g->slice->config.lanes;
	const uint32_t need =
		lanes > BEAT_ENTRIES ? p->beats : 1U << t->group * lanes / BEAT_ENTRIES;
	const bool more = p->at && p->turn[p->at - 1].group == t->group;

	if ((s->there & need) != need) {
		g->stall[PF_COUNTER_STALL_MEMORY]++;
		return false;
	}
	if (!more &&
	    s->issued[t->group] + gap(g, s, p->words & group_words(g, t->group)) > g->now + 1) {
		g->stall[PF_COUNTER_STALL_ENTRY]++;
		return false;
	}
	g->stall[PF_COUNTER_STALL_OWNER] += more;
	return g->after_fence <= g->now;
}

static void check(struct model_slice *g)
{
	struct piece *p = &g->piece[g->head & g->mask];
	struct turn *t = &p->turn[p->at];

	if (g->head == g->decided || g->check_free > g->now || p->due > g->now ||
	    g->sweep_at != g->sweep_end)
		return;
	if (p->kind == PIECE_FORGET || p->kind == PIECE_SWEEP) {
		forget(g, p);
		return;
	}
	if (p->kind == PIECE_ACCESS) {
		if (!may_issue(g, p, t))
			return;
		struct slot *s = &g->slot[p->slot];
		const uint8_t words = group_words(g, t->group);

		s->issued[t->group] = g->now + 1;
		s->words = (uint8_t)((s->words & ~words) | (p->words & words));
		if (t->races) { /* the pipeline waits until they are taken */
			const uint32_t waits = t->races + 1U + t->records;

			g->check_free = g->now + 1 + waits;
			g->stall[PF_COUNTER_STALL_REPORT] += waits;
			g->ready_records += t->records;
		}
		p->at++;
	}
	if (p->kind == PIECE_FENCE)
		g->after_fence = g->now + 2;
	g->last_issue = g->now;
	if (p->at == p->n)
		done(g, p);
}

/* Ports */

static void take(struct model_slice *g)
{
	struct slice_port_in *in = &g->port.in;
	const struct slice_port_out *out = &g->port.out;

	if (in->memory.answer_valid)
		arrive(g, (uint8_t)(in->memory.answer_id / BEATS), in->memory.answer_id % BEATS);
	if (in->memory.read_ready && out->memory.read_valid)
		g->ask &= (uint8_t)(g->ask - 1);
	if (in->request_valid)
		request(g, &in->request);
	if (!in->memory.write_ready || !out->memory.write_valid)
		return;
	switch (g->writing) {
	case SLICE_WRITE_SWEEP: g->sweep_at++; break;
	case SLICE_WRITE_RECORD: g->records_written++; break;
	case SLICE_WRITE_META: {
		const uint8_t s = g->clean[g->clean_head];

		g->slot[s].dirty &= (uint8_t)(g->slot[s].dirty - 1);
		if (g->slot[s].dirty)
			break;
		g->clean_head++;
		later(g, s, g->now + 1, true);
		break;
	}
	}
}

static void offer_write(struct model_slice *g)
{
	struct slice_port_out *out = &g->port.out;
	const uint32_t size = 1U << g->slice->report.ring_log2;

	out->memory.write_valid = true;
	if (g->sweep_at != g->sweep_end) {
		g->writing = SLICE_WRITE_SWEEP;
		out->memory.write_beat = g->sweep_at;
	} else if (g->ready_records != g->records_written) {
		g->writing = SLICE_WRITE_RECORD;
		out->memory.write_beat = g->memory.ring_base + (g->records_written & (size - 1));
		out->memory.write_data = g->slice->report.ring[g->records_written & (size - 1)];
	} else if (g->clean_head != g->clean_tail && g->clean_due <= g->now) {
		const uint8_t s = g->clean[g->clean_head];

		g->writing = SLICE_WRITE_META;
		out->memory.write_beat = g->memory.meta_base + g->line[s] * BEATS +
					 (uint64_t)__builtin_ctz(g->slot[s].dirty);
	} else {
		out->memory.write_valid = false;
	}
	out->write_kind = g->writing;
}

/* An offered write stays as it is until it is taken. */
static void offer(struct model_slice *g)
{
	struct slice_port_out *out = &g->port.out;
	const struct piece *p = &g->piece[g->decided & g->mask];
	bool quiet;

	out->memory.read_valid = g->deciding && g->ask;
	if (out->memory.read_valid) {
		const uint32_t beat = (uint32_t)__builtin_ctz(g->ask);

		out->memory.read_beat = g->memory.meta_base + p->line * BEATS + beat;
		out->memory.read_id = (uint32_t)p->slot * BEATS + beat;
	}
	if (!out->memory.write_valid || g->port.in.memory.write_ready)
		offer_write(g);
	out->ready = g->requests < g->pending && g->tail - g->decided < FRONT_PIECES;
	quiet = g->head == g->tail && g->leave_head == g->leave_tail &&
		g->clean_head == g->clean_tail && !out->memory.write_valid;
	if (!quiet)
		g->busy_until = g->now + COUNT_CYCLES;
	out->idle = quiet && g->now >= g->busy_until;
}

static void step(void *port)
{
	struct model_slice *g = port;

	take(g);
	check(g);
	decide(g);
	release(g);
	g->now++;
	offer(g);
	g->port.in = (struct slice_port_in){.request_valid = false};
}

void model_slice_program(struct slice_port *p, const struct model_slice_memory *m)
{
	struct model_slice *g = (struct model_slice *)p;

	g->memory = *m;
	g->slice->check = on_check;
	g->slice->ctx = g;
	g->ready_records = g->records_written = g->slice->report.head;
}

const uint64_t *model_slice_stalls(const struct slice_port *p)
{
	return ((const struct model_slice *)p)->stall;
}

struct slice_port *model_slice_create(struct pf_slice *slice, uint32_t lines, uint32_t pending,
				      uint32_t entry_gap)
{
	struct model_slice *g = mem_alloc(sizeof(*g));
	/* A request is in three pieces at most. */
	const uint32_t pieces = power_of_two(PF_SECTOR_WORDS * (pending + 1));

	g->slice = slice;
	g->lines = lines;
	g->pending = pending;
	g->entry_gap = entry_gap;
	g->piece = mem_alloc(pieces * sizeof(*g->piece));
	g->mask = pieces - 1;
	g->leave = mem_alloc(2 * pieces * sizeof(*g->leave));
	g->leave_mask = 2 * pieces - 1;
	for (uint32_t s = 0; s < lines; s++)
		set_free(g, (uint8_t)s);
	g->port.out = slice_at_rest;
	return &g->port;
}

static void destroy(void *port)
{
	struct model_slice *g = port;

	free(g->piece);
	free(g->leave);
	free(g);
}

const struct slice_port_out slice_at_rest = {
	.ready = true, .idle = true, .memory.answer_ready = {true, true}};

const struct unit_kind model_slice = {.destroy = destroy, .step = step};
