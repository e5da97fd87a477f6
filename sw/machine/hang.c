/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Runs that never end.
 *
 * Deadlock: warps live, none can run.
 *
 * Livelock: every warp that can run repeats itself while nothing changes: since then no
 * store has changed a byte of global or shared memory, no lane exited, no barrier opened,
 * no system call was made. A warp that sees nothing change for `livelock_repeats` events
 * (visible operations, or turns without any) is watched; it repeats itself when
 *
 *   - its registers are the same at two equal operations at least half as many events
 *     apart: with unchanged memory it then goes on so for ever; or
 *   - its operations (pc, lanes, addresses, values) have had a period of at most RING for
 *     PATIENCE times as many events, whatever its registers: a spin that counts its tries.
 *
 * A long computation changes registers and addresses, so it is never taken for one; only
 * the second rule can err, on a counted loop that reads one place millions of times while
 * every other warp does the same. A loop that reads the clock is left alone by the first.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine_int.h"

enum { RING = 64, PATIENCE = 64, REPORT_LINES = 16 };

struct machine_watch {
	uint64_t ring[RING]; /* hashes of the last events */
	uint64_t n;          /* events watched */
	uint64_t lag, run;   /* period found, events for which it held */
	uint64_t anchor, anchor_at, registers;
	uint64_t local;  /* local accesses since the last event */
	uint64_t proved; /* change_epoch + 1 in which it repeats itself */
	/* for the report */
	bool has_op;
	struct hang_op op;
};

void hang_warp_free(struct machine_warp *w)
{
	free(w->watch);
	w->watch = NULL;
}

static uint64_t mix(uint64_t h, uint64_t v)
{
	h = (h ^ v) * 0x9e3779b97f4a7c15U;
	return h ^ h >> 29;
}

uint64_t hang_hash_op(const struct simt_op *op)
{
	uint64_t h = mix(op->pc, op->mask);

	h = mix(h, op->kind);
	if (op->kind > SIMT_OP_RED)
		return h;
	for (uint32_t r = op->mask; r; r &= r - 1) {
		const unsigned l = (unsigned)__builtin_ctz(r);

		h = mix(h, op->addr[l]);
		for (unsigned v = 0; v < op->vec; v++)
			h = mix(h, op->data[v][l]);
	}
	return h;
}

uint64_t hang_hash_registers(const struct machine_warp *w)
{
	const uint8_t *p = w->w.base[0];
	uint64_t h = mix(mix(w->w.live, w->w.waiting), w->w.carry), v;
	uint32_t i = 0;

	for (; i + 8 <= w->w.kernel->reg_bytes; i += 8) {
		memcpy(&v, p + i, 8);
		h = mix(h, v);
	}
	return h;
}

static void remember(struct machine_watch *t, const struct machine_warp *w,
		     const struct simt_op *op)
{
	t->has_op = op && op->kind <= SIMT_OP_RED;
	t->op.pc = op ? op->pc : w->w.last_pc;
	t->op.mask = op ? op->mask : w->w.active;
	if (!t->has_op)
		return;
	t->op.kind = op->kind;
	t->op.space = op->space;
	t->op.bytes = (unsigned)op->size * op->vec;
	t->op.addr = op->addr[__builtin_ctz(op->mask)];
	t->op.value = op->data[0][__builtin_ctz(op->mask)];
}

/* Second rule: how long the events have been periodic. A turn without any operation is a
 * computation and begins anew. */
static void find_period(struct machine_watch *t, uint64_t h)
{
	if (!t->has_op) {
		t->lag = t->run = 0;
	} else if (t->lag && t->ring[(t->n - t->lag) % RING] == h) {
		t->run++;
	} else {
		t->lag = t->run = 0;
		for (uint64_t d = 1; d <= RING && d <= t->n && !t->lag; d++)
			if (t->ring[(t->n - d) % RING] == h)
				t->lag = d;
	}
	t->ring[t->n % RING] = h;
	t->n++;
}

static bool repeats(const struct machine *m, const struct machine_warp *w, struct machine_watch *t,
		    uint64_t h)
{
	const uint64_t needed = m->cfg.livelock_repeats;
	const uint64_t since = t->n - t->anchor_at;

	find_period(t, h);
	if (t->run / PATIENCE >= needed)
		return true;
	if (t->n > 1 && h == t->anchor && since >= needed / 2) {
		const uint64_t was = t->registers;

		t->registers = hang_hash_registers(w);
		t->anchor_at = t->n;
		return t->registers == was;
	}
	if (t->n == 1 || since > 4 * needed) {
		t->anchor = h;
		t->anchor_at = t->n;
		t->registers = hang_hash_registers(w);
	}
	return false;
}

static bool watch_closely(struct machine *m, struct machine_warp *w, const struct simt_op *op)
{
	struct machine_run *r = &m->run;
	struct machine_watch *t = w->watch;
	uint64_t h;

	if (!t)
		t = w->watch = mem_alloc(sizeof(*t));
	if (w->quiet == m->cfg.livelock_repeats)
		memset(t, 0, sizeof(*t));
	h = op ? hang_hash_op(op) : mix(w->w.last_pc, w->w.active);
	if (op && !launch_visible(op)) {
		t->local = mix(t->local, h);
		return false;
	}
	if (t->local)
		h = mix(h, t->local);
	t->local = 0;
	remember(t, w, op);
	if (t->proved != r->change_epoch + 1 && repeats(m, w, t, h)) {
		if (r->proved_epoch != r->change_epoch)
			r->proved = 0;
		r->proved_epoch = r->change_epoch;
		r->proved++;
		t->proved = r->change_epoch + 1;
	}
	if (r->proved_epoch != r->change_epoch || r->proved < r->n_run)
		return false;
	hang_livelock(m, "every warp that can run repeats itself and nothing changes");
	return true;
}

bool hang_watch(struct machine *m, struct machine_warp *w, const struct simt_op *op)
{
	if (w->epoch != m->run.change_epoch) {
		w->epoch = m->run.change_epoch;
		w->quiet = 0;
		return false;
	}
	if (!m->cfg.livelock_repeats || ++w->quiet < m->cfg.livelock_repeats)
		return false;
	return watch_closely(m, w, op);
}

/* Reports */

struct report {
	struct machine *m;
	size_t n;
	unsigned lines, more;
};

static void say(struct report *r, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

static void say(struct report *r, const char *fmt, ...)
{
	char *text = r->m->fault->text;
	const size_t size = sizeof(r->m->fault->text);
	char line[1024];
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(line, sizeof(line), fmt, ap);
	va_end(ap);
	if (n >= (int)sizeof(line))
		n = (int)sizeof(line) - 1;
	/* room for the last line, which counts what was left out */
	if (r->lines > REPORT_LINES || r->n + (size_t)n + 512 > size) {
		r->more++;
		return;
	}
	r->lines++;
	r->n += (size_t)snprintf(text + r->n, size - r->n, "%s%s", r->n ? "\n" : "", line);
}

static void finish(struct report *r)
{
	char *text = r->m->fault->text;

	if (r->more)
		r->n += (size_t)snprintf(text + r->n, sizeof(r->m->fault->text) - r->n,
					 "\n  and %u more like these", r->more);
}

static void say_warp(struct report *r, const struct machine_warp *w, uint32_t pc, uint32_t mask,
		     const char *what)
{
	char place[256], lanes[128];

	machine_place(w->w.kernel, pc, place, sizeof(place));
	fault_lanes(mask, lanes, sizeof(lanes));
	say(r, "  block (%u,%u,%u) warp %u: %s: %s %s", w->who.ctaid[0], w->who.ctaid[1],
	    w->who.ctaid[2], w->who.warp, place, lanes, what);
}

static uint32_t with_pc(const uint32_t pcs[SIMT_LANES], uint32_t among, uint32_t pc)
{
	uint32_t mask = 0;

	for (unsigned l = 0; l < SIMT_LANES; l++)
		if (among >> l & 1 && pcs[l] == pc)
			mask |= 1U << l;
	return mask;
}

static bool at_warp_sync(const struct machine_warp *w, uint32_t pc)
{
	const unsigned kind = pc < w->w.kernel->n_code ? w->w.kernel->code[pc].kind : SIMT_K_NOP;

	return w->stuck || kind == SIMT_K_WARPBAR || kind == SIMT_K_XLANE;
}

/* Of `left` those that wait for the cluster; returns the others. */
static uint32_t say_cluster(struct report *r, const struct machine_warp *w,
			    const uint32_t pcs[SIMT_LANES], uint32_t left)
{
	uint32_t mask = w->cluster.waits & left, arrived, expected;
	char what[160];

	left &= ~mask;
	cluster_count(w->blk, &arrived, &expected);
	snprintf(what, sizeof(what),
		 "wait at the cluster's barrier (%u of %u threads have arrived)", arrived,
		 expected);
	while (mask) {
		const uint32_t pc = pcs[__builtin_ctz(mask)];
		const uint32_t group = with_pc(pcs, mask, pc);

		say_warp(r, w, pc, group, what);
		mask &= ~group;
	}
	return left;
}

/* One line for each group of lanes that waits for the same thing at the same place. */
static void say_waiting(struct report *r, const struct machine_warp *w)
{
	const struct machine_block *b = w->blk;
	uint32_t pcs[SIMT_LANES], left = w->w.live;
	char what[160];

	simt_lane_pcs(&w->w, pcs);
	for (uint32_t id = 0; id < MACHINE_BARRIERS; id++) {
		uint32_t mask = b->bar[id].waiters ? b->bar[id].mask[w->who.warp] & left : 0;

		snprintf(what, sizeof(what), "wait at barrier %u (%u of %u threads have arrived)",
			 id, barrier_arrived(r->m, b, id), barrier_expected(r->m, b, id));
		left &= ~mask;
		while (mask) {
			const uint32_t pc = pcs[__builtin_ctz(mask)];
			const uint32_t group = with_pc(pcs, mask, pc);

			say_warp(r, w, pc, group, what);
			mask &= ~group;
		}
	}
	left = say_cluster(r, w, pcs, left);
	while (left) {
		const uint32_t pc = pcs[__builtin_ctz(left)];
		const uint32_t group = with_pc(pcs, left, pc);

		say_warp(r, w, pc, group,
			 at_warp_sync(w, pc) ? "wait for other lanes of their warp"
					     : "can run only after those");
		left &= ~group;
	}
}

static void each_live_warp(struct report *r,
			   void (*fn)(struct report *, const struct machine_warp *))
{
	struct machine *m = r->m;

	for (uint32_t slot = 0; slot < m->run.info.blocks_per_sm; slot++)
		for (uint32_t s = 0; s < m->cfg.sms; s++) {
			const struct machine_block *b = pool_peek(m, s, slot);

			for (uint32_t i = 0; b && i < b->created; i++)
				if (b->warps[i].who.launch == m->run.info.launch &&
				    b->warps[i].state != MACHINE_WARP_DONE)
					fn(r, &b->warps[i]);
		}
}

static void begin(struct report *r, const char *what, const char *why)
{
	char kernel[256];

	fault_kernel_name(r->m->run.kernel, kernel, sizeof(kernel));
	r->m->fault->cuda_error = MACHINE_E_TIMEOUT;
	say(r, "%s in kernel %s: %s", what, kernel, why);
}

static void say_misuse(struct report *r, const struct machine_warp *w)
{
	sync_hang(r->m, w);
}

void hang_deadlock(struct machine *m, const char *why)
{
	struct report r = {.m = m};

	m->run.status = MACHINE_DEADLOCK;
	if (m->misuse)
		each_live_warp(&r, say_misuse);
	begin(&r, "deadlock", why);
	each_live_warp(&r, say_waiting);
	finish(&r);
}

static void say_spinning(struct report *r, const struct machine_warp *w)
{
	static const char *const verb[] = {
		[SIMT_OP_LD] = "load from",
		[SIMT_OP_ST] = "store to",
		[SIMT_OP_ATOM] = "atomic on",
		[SIMT_OP_RED] = "atomic on",
	};
	const struct machine_watch *t = w->watch;
	char what[640], rel[480] = "";

	if (w->state == MACHINE_WARP_WAITS) {
		say_waiting(r, w);
		return;
	}
	if (!t || !t->n || r->m->engined) { /* an engine's warps are not watched */
		say_warp(r, w, w->w.last_pc, w->w.active ? w->w.active : w->w.live, "spin");
		return;
	}
	if (!t->has_op) {
		say_warp(r, w, t->op.pc, t->op.mask, "loop without touching memory");
		return;
	}
	if (t->op.space == PTX_SPACE_GLOBAL)
		fault_relation(r->m->g, t->op.addr, rel, sizeof(rel));
	snprintf(what, sizeof(what), "repeat a %u-byte %s %s 0x%llx%s%s%s, value 0x%llx",
		 t->op.bytes, verb[t->op.kind],
		 t->op.space == PTX_SPACE_SHARED ? "shared" : "global",
		 (unsigned long long)t->op.addr, rel[0] ? " (" : "", rel, rel[0] ? ")" : "",
		 (unsigned long long)t->op.value);
	say_warp(r, w, t->op.pc, t->op.mask, what);
}

void hang_note(struct machine_warp *w, const struct simt_op *op)
{
	if (!w->watch)
		w->watch = mem_alloc(sizeof(*w->watch));
	if (!w->watch->n)
		w->watch->n = 1;
	remember(w->watch, w, op);
}

bool hang_last_op(const struct machine_warp *w, struct hang_op *op)
{
	if (!w->watch || !w->watch->n || !w->watch->has_op)
		return false;
	*op = w->watch->op;
	return true;
}

void hang_livelock(struct machine *m, const char *why)
{
	struct report r = {.m = m};
	char hint[400];

	m->run.status = MACHINE_LIVELOCK;
	begin(&r, "livelock", why);
	each_live_warp(&r, say_spinning);
	finish(&r);
	where_hint(m, hint, sizeof(hint));
	snprintf(m->fault->text + r.n, sizeof(m->fault->text) - r.n, "\n  %s", hint);
}
