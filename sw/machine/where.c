/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * where: where everybody is in the launch that runs, for a user who waits for it: one line for each
 * place and what is done there, most warps first, warps that do the same counted.
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine_int.h"

enum { WHERE_LINES = 20, WHERE_PLACES = 1024 };

enum doing { DO_RUN, DO_BARRIER, DO_SYNC, DO_ACCESS };

struct place {
	uint32_t pc, detail; /* detail: barrier; kind of access */
	enum doing doing;
	uint64_t addr;
	bool several; /* warps access different addresses there: addr is the first's */
	uint64_t warps, lanes;
	const struct machine_warp *first;
	struct hang_op op;
};

struct where {
	const struct machine *m;
	struct place *place;
	size_t n;
	uint64_t lost; /* warps at places beyond WHERE_PLACES */
	char *text;
	size_t size, used;
};

static void say(struct where *a, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

static void say(struct where *a, const char *fmt, ...)
{
	va_list ap;
	int n;

	if (a->used + 1 >= a->size)
		return;
	va_start(ap, fmt);
	n = vsnprintf(a->text + a->used, a->size - a->used, fmt, ap);
	va_end(ap);
	if (n > 0)
		a->used += (size_t)n < a->size - a->used ? (size_t)n : a->size - a->used - 1;
}

static void add(struct where *a, const struct place *p, const struct machine_warp *w, uint32_t mask)
{
	size_t i = 0;

	while (i < a->n && (a->place[i].pc != p->pc || a->place[i].doing != p->doing ||
			    a->place[i].detail != p->detail))
		i++;
	if (i == a->n && a->n == WHERE_PLACES) {
		a->lost++;
		return;
	}
	if (i == a->n) {
		a->place[a->n] = *p;
		a->place[a->n++].first = w;
	}
	a->place[i].several |= a->place[i].addr != p->addr;
	a->place[i].warps++;
	a->place[i].lanes += (unsigned)__builtin_popcount(mask);
}

/* The lanes of `among` that stand where the lowest of them does. */
static uint32_t group_of(const uint32_t pcs[SIMT_LANES], uint32_t among)
{
	const uint32_t pc = pcs[__builtin_ctz(among)];
	uint32_t mask = 0;

	for (uint32_t left = among; left; left &= left - 1)
		if (pcs[__builtin_ctz(left)] == pc)
			mask |= left & -left;
	return mask;
}

static void add_warp(struct where *a, const struct machine_warp *w)
{
	const struct machine_block *b = w->blk;
	uint32_t pcs[SIMT_LANES], left = w->w.live;
	struct place p = {.pc = 0};

	simt_lane_pcs(&w->w, pcs);
	for (uint32_t id = 0; id < MACHINE_BARRIERS; id++) {
		const uint32_t mask = b->bar[id].waiters ? b->bar[id].mask[w->who.warp] & left : 0;

		if (!mask)
			continue;
		p = (struct place){
			.pc = pcs[__builtin_ctz(mask)], .doing = DO_BARRIER, .detail = id};
		add(a, &p, w, mask);
		left &= ~mask;
	}
	if (left && w->state == MACHINE_WARP_RUNS && hang_last_op(w, &p.op)) {
		p = (struct place){.pc = p.op.pc,
				   .doing = DO_ACCESS,
				   .detail = p.op.kind,
				   .addr = p.op.addr,
				   .op = p.op};
		add(a, &p, w, left);
		return;
	}
	while (left) {
		const uint32_t mask = group_of(pcs, left);

		p = (struct place){.pc = pcs[__builtin_ctz(mask)],
				   .doing = w->state == MACHINE_WARP_RUNS ? DO_RUN : DO_SYNC};
		add(a, &p, w, mask);
		left &= ~mask;
	}
}

static void say_doing(struct where *a, const struct place *p)
{
	static const char *const verb[] = {
		[SIMT_OP_LD] = "load from",
		[SIMT_OP_ST] = "store to",
		[SIMT_OP_ATOM] = "atomic on",
		[SIMT_OP_RED] = "atomic on",
	};
	char rel[480] = "";

	switch (p->doing) {
	case DO_BARRIER:
		say(a, "wait at barrier %u (in the first block %u of %u threads have arrived)",
		    p->detail, barrier_arrived(a->m, p->first->blk, p->detail),
		    barrier_expected(a->m, p->first->blk, p->detail));
		break;
	case DO_SYNC: say(a, "wait for other lanes of their warp"); break;
	case DO_ACCESS:
		if (p->op.space == PTX_SPACE_GLOBAL)
			fault_relation(a->m->g, p->addr, rel, sizeof(rel));
		say(a, "%u-byte %s %s 0x%" PRIx64 "%s%s%s, value 0x%" PRIx64, p->op.bytes,
		    verb[p->op.kind], p->op.space == PTX_SPACE_SHARED ? "shared" : "global",
		    p->addr, rel[0] ? " (" : "", rel, rel[0] ? ")" : "", p->op.value);
		if (p->several)
			say(a, ", and at other addresses");
		break;
	default: say(a, "run");
	}
}

static int most_warps_first(const void *pa, const void *pb)
{
	const struct place *a = pa, *b = pb;

	if (a->warps != b->warps)
		return a->warps < b->warps ? 1 : -1;
	return a->pc != b->pc ? (a->pc < b->pc ? -1 : 1) : (int)a->detail - (int)b->detail;
}

static void say_places(struct where *a)
{
	const size_t shown = a->n <= WHERE_LINES ? a->n : WHERE_LINES - 1;
	uint64_t warps = a->lost;
	char at[256];

	if (a->n)
		qsort(a->place, a->n, sizeof(*a->place), most_warps_first);
	for (size_t i = 0; i < shown; i++) {
		const struct place *p = &a->place[i];
		const struct machine_who *who = &p->first->who;

		machine_place(a->m->run.kernel, p->pc, at, sizeof(at));
		say(a,
		    "\n  %s: %" PRIu64 " warp%s (%" PRIu64
		    " lane%s, first block (%u,%u,%u) warp %u): ",
		    at, p->warps, p->warps == 1 ? "" : "s", p->lanes, p->lanes == 1 ? "" : "s",
		    who->ctaid[0], who->ctaid[1], who->ctaid[2], who->warp);
		say_doing(a, p);
	}
	for (size_t i = shown; i < a->n; i++)
		warps += a->place[i].warps;
	if (warps)
		say(a, "\n  and %" PRIu64 " warps at other places", warps);
}

void where_hint(const struct machine *m, char *text, size_t size)
{
	struct where a = {.m = m, .text = text, .size = size};
	const uint64_t waiting = m->run.blocks - m->run.next_block;

	say(&a, m->engined ? "try another --seed" : "try --scheduler random, or another --seed");
	if (waiting)
		say(&a,
		    "; %" PRIu64 " of %" PRIu64 " blocks have not begun: if others wait for them, "
		    "make room (--blocks-per-sm, --threads-per-sm, --sms)",
		    waiting, m->run.blocks);
	if (m->cfg.mode == SIMT_LOCKSTEP)
		say(&a, "; if lanes of one warp wait for each other, compile with --arch sm_70");
}

void where_text(const struct machine *m, char *text, size_t size)
{
	struct where a = {.m = m, .text = text, .size = size};
	char kernel[256];
	uint64_t resident = m->run.next_block - m->run.blocks_done;

	a.place = mem_alloc(WHERE_PLACES * sizeof(*a.place));
	fault_kernel_name(m->run.kernel, kernel, sizeof(kernel));
	say(&a,
	    "launch %" PRIu64 ", kernel %s: %" PRIu64 " of %" PRIu64
	    " blocks have finished, %" PRIu64 " run, %" PRIu64 " warp instructions",
	    m->run.info.launch, kernel, m->run.blocks_done, m->run.blocks, resident,
	    m->stats.simt.warp_insns - m->run.insns_begin);
	for (uint32_t slot = 0; slot < m->run.info.blocks_per_sm; slot++)
		for (uint32_t s = 0; s < m->cfg.sms; s++) {
			const struct machine_block *b = pool_peek(m, s, slot);

			for (uint32_t i = 0; b && i < b->created; i++)
				if (b->warps[i].who.launch == m->run.info.launch &&
				    b->warps[i].state != MACHINE_WARP_DONE)
					add_warp(&a, &b->warps[i]);
		}
	say_places(&a);
	free(a.place);
}

void machine_sample(struct machine *m)
{
	m->run.sampling = true;
}

void machine_stop(struct machine *m)
{
	if (m->run.status != MACHINE_OK)
		return;
	m->run.status = MACHINE_STOPPED;
	m->fault->cuda_error = 0;
	where_text(m, m->fault->text, sizeof(m->fault->text));
}

void machine_set_stall(struct machine *m, machine_stall_fn fn, void *ctx)
{
	m->stall = fn;
	m->stall_ctx = ctx;
}

/* Instructions since the last step towards the end, of which there is one when a block begins, a
 * warp exits or a barrier opens. Said once a launch. */
void where_watch(struct machine *m, uint64_t insns)
{
	const uint64_t patience = m->cfg.livelock_repeats * WHERE_PATIENCE;
	struct machine_run *r = &m->run;
	char text[4096], hint[512];

	if (r->steps != r->steps_seen) {
		r->steps_seen = r->steps;
		r->steps_at = insns;
		return;
	}
	if (!m->stall || !patience || r->stall_told || insns - r->steps_at < patience)
		return;
	if (insns - r->steps_at < patience + patience / 16) {
		r->sampling = true;
		return;
	}
	r->sampling = false;
	r->stall_told = true;
	where_text(m, text, sizeof(text));
	where_hint(m, hint, sizeof(hint));
	m->stall(m->stall_ctx, insns - r->steps_at, text, hint);
}
