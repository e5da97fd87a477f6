/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * slice_side: deterministic commit's side of a slice: commits in, bytes that won out, and the
 * Z-buffer's way to memory.
 *
 *   tap ── lines of logs ──> Z-commit unit ─┬─ bytes that won ──> memory, L2; a credit to the SM
 *                                           └─ rows ──> L2        ^── answers
 */
#include "sides.h"

static struct commit_slice_side *of(struct slice_side *x)
{
	return (struct commit_slice_side *)x;
}

static const struct commit_slice_side *of_const(const struct slice_side *x)
{
	return (const struct commit_slice_side *)x;
}

static bool ready(struct slice_side *x, const struct pkt *k)
{
	if (k->kind != PKT_COMMIT || commit_z_ready(of(x)->unit))
		return true;
	of(x)->counts.stalls++;
	return false;
}

static void packet(struct slice_side *x, struct pkt *k)
{
	commit_z_request(of(x)->unit, commit_entry(k));
}

static void own(struct slice_side *x, struct pkt *k)
{
	commit_locks_tap(of(x), k);
}

/* An atomic of the serial mode has taken place: what the next SM sends comes after it. */
static void access(struct slice_side *x, const struct pkt *k, uint32_t wrote)
{
	(void)wrote;
	if (k->kind == PKT_ATOM)
		gpu_credit(x->gpu, x->system, k->sm, x->slice->index);
}

/* Results. */

/* Bytes that won get into memory here, and nowhere else. */
static void store_won(struct commit_slice_side *c)
{
	uint8_t *to = (uint8_t *)(uintptr_t)map_global(&c->side.gpu->map, c->side.slice->index,
						       (uint64_t)c->won.line * LINE);
	bool changed = false;

	for (unsigned b = 0; b < LINE; b++)
		if (c->won.mask[b / 8] >> b % 8 & 1) {
			changed |= to[b] != c->won.data[b];
			to[b] = c->won.data[b];
		}
	c->system->changed += changed;
}

static void result_done(struct commit_slice_side *c)
{
	struct gpu *g = c->side.gpu;

	gpu_credit(g, c->side.system, (uint16_t)(c->won.warp % g->n_sms), c->side.slice->index);
}

/* The Z-commit unit's next result. */
static void step(struct slice_side *x)
{
	struct commit_slice_side *c = of(x);

	if (c->won_sectors || !commit_z_result(c->unit, &c->won))
		return;
	commit_z_take(c->unit);
	for (unsigned i = 0; i < LINE / SECTOR; i++)
		for (unsigned j = 0; j < SECTOR / 8; j++)
			if (c->won.mask[i * SECTOR / 8 + j])
				c->won_sectors |= (uint8_t)(1U << i);
	if (!c->won_sectors)
		result_done(c);
	else if (!x->gpu->failed)
		store_won(c);
}

static void clock_edge(struct slice_side *x)
{
	commit_z_step(of(x)->unit);
}

/* To the L2. */

enum { WON, READS, WRITES, SOURCES };

static void send_won(struct commit_slice_side *c)
{
	const unsigned i = (unsigned)__builtin_ctz(c->won_sectors);
	struct pkt *k = slice_send(&c->side, PKT_COMMITTED,
				   ((uint64_t)c->won.line * LINE + i * SECTOR) / SECTOR, 0, SECTOR);

	for (unsigned w = 0; w < SECTOR / 4; w++) {
		const unsigned part = c->won.mask[(i * SECTOR + 4 * w) / 8] >> (4 * w % 8) & 15;

		k->word_mask |= (uint8_t)((part != 0) << w);
		k->sub_mask |= (uint8_t)((part != 0 && part != 15) << w);
	}
	c->won_sectors &= (uint8_t)(c->won_sectors - 1);
	if (!c->won_sectors)
		result_done(c);
}

static void source(struct slice_side *x, uint32_t which)
{
	struct commit_slice_side *c = of(x);
	uint64_t beat;
	uint32_t id;

	if (which == WON) {
		if (c->won_sectors)
			send_won(c);
	} else if (which == READS) {
		if (!commit_z_read(c->unit, &beat, &id))
			return;
		slice_send(x, PKT_META_READ, DEPTH_BASE / SECTOR + beat, id, SECTOR);
		c->counts.reads++;
	} else if (commit_z_write(c->unit, &beat)) {
		slice_send(x, PKT_META_WRITE, DEPTH_BASE / SECTOR + beat, 0, SECTOR);
		c->counts.writes++;
	}
}

static bool answer(struct slice_side *x, const struct pkt *k)
{
	struct commit_z *u = of(x)->unit;

	if (!commit_z_answer_ready(u, k->id))
		return false;
	commit_z_answer(u, k->id);
	return true;
}

static bool idle(const struct slice_side *x)
{
	return commit_z_idle(of_const(x)->unit) && !of_const(x)->won_sectors;
}

static const struct slice_side_calls calls = {
	.ready = ready,
	.packet = packet,
	.own = own,
	.access = access,
	.step = step,
	.clock = clock_edge,
	.sources = SOURCES,
	.source = source,
	.answer = answer,
	.idle = idle,
};

void commit_slice_side_init(struct commit_slice_side *x, struct commit_system *c, uint32_t slice)
{
	x->side.calls = &calls;
	x->system = c;
	x->unit = commit_z(c->units, slice);
}

void commit_slice_stats(struct commit_system *c, struct stats *s)
{
	const struct commit_slice_side *x = &c->slices[0];
	const size_t n = c->side.gpu->n_slices;

#define ADD(name, field, unit, meaning) \
	stats_add(s, name, unit, meaning, STATS_SUM, &x->counts.field, n, sizeof(*x))
	ADD("tap.stall_commit", stalls, "cycles", "a packet waits for the Z-commit unit");
	ADD("tap.depth_reads", reads, "beats", "of the Z-buffer asked for at the L2");
	ADD("tap.depth_writes", writes, "beats", "of the Z-buffer written to the L2");
#undef ADD
}
