/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * sm_log: global loads and stores of a parallel mode.
 *
 *   store ─> its lines, bytes of all lanes put together ─> store buffer ─> answered: done
 *   load  ─> its lines ─> store buffer ─┬─ has all bytes of a sector: done
 *                                       └─ else: L1 as ever; the log's bytes replace memory's
 *
 * One command a cycle goes to the store buffer, one access to L1 while the buffer leaves it the
 * port. A load of a warp that has no log asks nothing.
 *
 * Lanes of one store that write the same byte: the highest lane's stays, as without a log.
 */
#include <string.h>

#include "machine/gmem.h"
#include "sides.h"

static struct commit_lines *lines_of(const struct commit_side *r, const struct sm_op *o)
{
	const struct sm *s = r->side.sm;

	return &r->lines[o - s->op];
}

static uint32_t line_number(uint64_t addr)
{
	return (uint32_t)((addr - GMEM_BASE) / LINE);
}

static struct pf_log_entry *line_for(struct commit_lines *l, uint32_t line)
{
	for (uint32_t i = l->n; i-- > 0;)
		if (l->line[i].line == line)
			return &l->line[i];
	l->line[l->n] = (struct pf_log_entry){.line = line};
	return &l->line[l->n++];
}

static void set_bits(uint8_t mask[16], uint32_t first, uint32_t n)
{
	for (uint32_t end = first + n, next; first < end; first = next) {
		next = (first | 7) + 1 < end ? (first | 7) + 1 : end;
		mask[first / 8] |= (uint8_t)(((1U << (next - first)) - 1) << first % 8);
	}
}

static bool bit(const uint8_t mask[16], uint32_t b)
{
	return mask[b / 8] >> b % 8 & 1;
}

/* An element of 1, 2, 4 or 8 bytes is aligned, so its bits lie in one byte. */
static uint32_t bits_of(const uint8_t mask[16], uint32_t at, uint32_t size)
{
	return (uint32_t)mask[at / 8] >> at % 8 & ((1U << size) - 1);
}

static void gather_store(struct commit_lines *l, const struct simt_op *op)
{
	for (uint32_t left = op->mask; left; left &= left - 1) {
		const unsigned lane = (unsigned)__builtin_ctz(left);
		struct pf_log_entry *e = line_for(l, line_number(op->addr[lane]));
		uint32_t at = (uint32_t)(op->addr[lane] % LINE);

		set_bits(e->mask, at, (uint32_t)op->size * op->vec);
		for (unsigned v = 0; v < op->vec; v++, at += op->size)
			memcpy(&e->data[at], &op->data[v][lane], op->size); /* little endian */
	}
}

static void gather_load(struct commit_lines *l, const struct sm_op *o)
{
	const struct simt_op *op = &o->op;

	for (uint32_t i = 0; i < o->n; i++) {
		struct pf_log_entry *e = line_for(l, line_number(o->access[i].addr));

		l->of[i] = (uint8_t)(e - l->line);
		for (uint32_t left = o->access[i].lanes; left; left &= left - 1)
			set_bits(e->mask, (uint32_t)(op->addr[__builtin_ctz(left)] % LINE),
				 (uint32_t)op->size * op->vec);
	}
}

void commit_log_start(struct commit_side *r, struct sm_op *o)
{
	struct sm *s = r->side.sm;
	struct commit_lines *l = lines_of(r, o);

	l->n = l->asked = l->answered = l->checked = 0;
	l->accesses = o->n;
	if (o->op.kind == SIMT_OP_ST) {
		if (engine_probe(s->m, o->w->mw, &o->op)) {
			s->failed = true;
			return;
		}
		gather_store(l, &o->op);
		o->n = l->n;
		of_warp(r, o->w)->logged = true;
		of_warp(r, o->w)->log_pending += l->n;
	} else if (o->op.kind == SIMT_OP_LD && of_warp(r, o->w)->logged) {
		gather_load(l, o);
	}
}

/* To the store buffer. The answers come in order. */
static bool command(struct commit_side *r, struct sm_op *o, uint32_t line, enum commit_sb_kind kind)
{
	struct sm *s = r->side.sm;
	struct commit_sb_command c = {.kind = kind, .warp = o->w->index};

	if (!commit_sb_ready(r->sb))
		return false;
	c.e = lines_of(r, o)->line[line];
	commit_sb_command(r->sb, &c);
	assert(r->asked_count <= r->asked_mask);
	r->asked[(r->asked_head + r->asked_count++) & r->asked_mask] =
		(struct commit_asked){(uint32_t)(o - s->op), (uint8_t)line};
	return true;
}

static bool covered(const struct sm_op *o, const struct coalesced *a, const struct pf_log_entry *e)
{
	const uint32_t bytes = (uint32_t)o->op.size * o->op.vec;

	for (uint32_t left = a->lanes; left; left &= left - 1) {
		const uint32_t at = (uint32_t)(o->op.addr[__builtin_ctz(left)] % LINE);

		for (uint32_t b = at; b < at + bytes; b++)
			if (!bit(e->mask, b))
				return false;
	}
	return true;
}

/* The load's next access. false: it cannot go in this cycle. */
static bool access_next(struct commit_side *r, struct sm_op *o)
{
	struct sm *s = r->side.sm;
	struct commit_lines *l = lines_of(r, o);
	const struct coalesced *c = &o->access[o->sent];
	const struct l1_access a = {
		.kind = PKT_READ,
		.strong = !o->weak_load,
		.bare = true,
		.part = (uint8_t)o->sent,
		.word_mask = c->word_mask,
		.sub_mask = c->sub_mask,
		.op = (uint32_t)(o - s->op),
		.lanes = c->lanes,
		.pc = o->op.pc,
		.addr = c->addr,
	};

	if (l->n && l->of[o->sent] >= l->answered)
		return false;
	if (s->checker && o->sent + 1 == o->n && l->checked < l->accesses)
		return false; /* it could be done before it is off the queue */
	if (l->n && covered(o, c, &l->line[l->of[o->sent]])) {
		o->waiting |= 1U << o->sent++;
		s->unsent--;
		sm_op_done(s, a.op, a.part, a.lanes, true);
		return true;
	}
	if (commit_sb_port(r->sb) || !l1_ready(s->l1, &a)) {
		s->count->stall_l1++;
		return false;
	}
	o->waiting |= 1U << o->sent++;
	s->unsent--;
	l1_access(s->l1, &a, s->now);
	return true;
}

bool commit_log_send(struct commit_side *r, struct sm_op *o)
{
	struct sm *s = r->side.sm;
	struct commit_lines *l = lines_of(r, o);

	if (o->op.kind != SIMT_OP_ST && o->op.kind != SIMT_OP_LD)
		return false;
	if (s->checker && l->checked < l->accesses && sm_check_ready(s))
		commit_check_access(r, o, &o->access[l->checked++]);
	if (o->op.kind == SIMT_OP_ST) {
		const bool last = o->sent + 1 == o->n && s->checker && l->checked < l->accesses;

		if (o->sent < o->n && !last && command(r, o, o->sent, COMMIT_SB_STORE)) {
			o->waiting |= 1U << o->sent++;
			s->unsent--;
		}
	} else {
		if (l->asked < l->n && command(r, o, l->asked, COMMIT_SB_LOAD))
			l->asked++;
		if (o->sent < o->n)
			access_next(r, o);
	}
	if (s->failed || o->sent < o->n || (s->checker && l->checked < l->accesses))
		return true;
	s->queue_head = (s->queue_head + 1) % s->n_ops;
	s->queue_count--;
	return true;
}

static void answered_store(struct commit_side *r, struct sm_op *o, uint32_t part, uint32_t left)
{
	struct sm *s = r->side.sm;
	struct sm_warp *w = o->w;
	struct commit_warp *c = of_warp(r, w);

	c->log_left = left;
	c->log_pending--;
	if (c->held && c->hold_why == SM_HELD_LOG) {
		struct sm_op *held = c->held;

		c->held = NULL;
		if (!commit_holds(r, w, held)) {
			c->held = held;
			commit_proceed(r, w);
		}
	}
	sm_op_done(s, (uint32_t)(o - s->op), (uint8_t)part, 0, false);
}

static void drained(struct commit_side *r, uint32_t warp, uint32_t left)
{
	r->draining--;
	r->warp[warp].logged = false;
	r->warp[warp].log_left = left;
}

void commit_log_answers(struct commit_side *r)
{
	struct sm *s = r->side.sm;
	struct commit_sb_answer a;
	struct commit_asked who;

	if (!commit_sb_answer(r->sb, &a))
		return;
	if (a.kind == COMMIT_SB_DRAIN) {
		drained(r, a.warp, a.left);
		return;
	}
	who = r->asked[r->asked_head];
	r->asked_head = (r->asked_head + 1) & r->asked_mask;
	r->asked_count--;
	if (a.kind == COMMIT_SB_STORE) {
		answered_store(r, &s->op[who.op], who.line, a.left);
		return;
	}
	r->lines[who.op].line[who.line] = a.e;
	r->lines[who.op].answered++;
}

void commit_log_patch(const struct commit_side *r, struct sm_op *o)
{
	const struct commit_lines *l = lines_of(r, o);
	struct simt_op *op = &o->op;

	if (op->kind != SIMT_OP_LD || !l->n)
		return;
	for (uint32_t left = op->mask; left; left &= left - 1) {
		const unsigned lane = (unsigned)__builtin_ctz(left);
		const uint32_t line = line_number(op->addr[lane]);
		uint32_t at = (uint32_t)(op->addr[lane] % LINE), i = 0;

		while (l->line[i].line != line)
			i++;
		for (unsigned v = 0; v < op->vec; v++, at += op->size)
			for (uint32_t in = bits_of(l->line[i].mask, at, op->size); in; in &= in - 1)
				memcpy((uint8_t *)&op->data[v][lane] + __builtin_ctz(in),
				       &l->line[i].data[at + (uint32_t)__builtin_ctz(in)], 1);
	}
}
