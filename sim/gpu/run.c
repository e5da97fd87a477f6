/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * run: a launch, clock by clock, and the watchdog.
 *
 *   instant: DRAM ─> slices ─> NoC ─> SMs, one block placed ─> watchdog now and then
 *
 * A launch ends when every block has ended and nothing is in flight any more; then the L2s are
 * flushed, which is counted apart.
 */
#include <stdio.h>
#include <string.h>

#include "gpu_int.h"

enum {
	WATCH_EVERY = 1024, /* core cycles */
	STUCK_CYCLES =
		200000, /* core cycles without an instruction or a packet: far above any latency */
	DESCRIBE = 512
};

void gpu_credit(struct gpu *g, uint8_t system, uint16_t sm, uint16_t slice)
{
	const uint32_t at = g->credit_head + g->credit_count++;

	assert(g->credit_count <= g->credit_mask + 1);
	g->credits[at & g->credit_mask] = (struct credit){.due = g->now + g->cfg.noc.credit_latency,
							  .sm = sm,
							  .slice = slice,
							  .system = system};
}

static void credits(struct gpu *g)
{
	while (g->credit_count && g->credits[g->credit_head].due <= g->now) {
		const struct credit c = g->credits[g->credit_head];

		g->credit_head = (g->credit_head + 1) & g->credit_mask;
		g->credit_count--;
		sm_credit(g->sms[c.sm], c.system, c.slice);
	}
}

/* b: NULL: the launch has failed. */
void gpu_begin_block(struct gpu *g, uint32_t sm, uint32_t slot, struct machine_block *b)
{
	if (!b) {
		g->failed = true;
		return;
	}
	sm_begin_block(g->sms[sm], slot, b, g->now);
	g->block_in[slot << g->sm_bits | sm] = engine_who(engine_warp(b, 0))->block;
	g->counts.blocks++;
}

/* One block a cycle, SMs in turn. */
static void place(struct gpu *g)
{
	for (uint32_t i = 0; i < g->n_sms; i++) {
		const uint32_t sm = (g->next_sm + i) % g->n_sms;
		const int slot = sm_free_slot(g->sms[sm]);

		if (slot < 0)
			continue;
		gpu_begin_block(g, sm, (uint32_t)slot, engine_place(g->m, sm, (uint32_t)slot));
		g->next_sm = (sm + 1) % g->n_sms;
		return;
	}
}

static bool quiet(const struct gpu *g)
{
	if (g->pool.out || g->credit_count)
		return false;
	for (uint32_t i = 0; i < g->n_sms; i++)
		if (!sm_idle(g->sms[i]))
			return false;
	for (uint32_t i = 0; i < g->n_slices; i++)
		if (!slice_idle(&g->slices[i]))
			return false;
	return true;
}

/* The units that hold something, and what they wait for. */
static void describe(const struct gpu *g, char *text, size_t size)
{
	size_t n = 0;
	char one[DESCRIBE];

#define SAY(idle, fn, unit) \
	do { \
		if (!(idle) && n + 1 < size) { \
			fn(unit, one, sizeof(one)); \
			n += (size_t)snprintf(text + n, size - n, "\n  %s", one); \
		} \
	} while (0)
	text[0] = '\0';
	for (uint32_t i = 0; i < g->n_sms; i++)
		SAY(sm_idle(g->sms[i]), sm_describe, g->sms[i]);
	SAY(noc_idle(g->request), noc_describe, g->request);
	SAY(noc_idle(g->answer), noc_describe, g->answer);
	for (uint32_t i = 0; i < g->n_slices; i++)
		SAY(slice_idle(&g->slices[i]), l2_describe, g->slices[i].l2);
	for (uint32_t i = 0; i < g->n_channels; i++)
		SAY(dram_idle(g->drams[i]), dram_describe, g->drams[i]);
#undef SAY
	GPU_EACH_SIDE(g, x) {
		if (!x->system->describe || n + 2 >= size)
			continue;
		text[n++] = '\n';
		x->system->describe(x, text + n, size - n);
		n = strlen(text);
	}
	for (n = strlen(text); n && text[n - 1] == '\n'; n--)
		text[n - 1] = '\0';
}

static void hang(struct gpu *g, bool deadlock, const char *what)
{
	char text[1536], units[1024];

	if (deadlock) {
		engine_hang(g->m, true, "no warp can go on");
	} else {
		describe(g, units, sizeof(units));
		snprintf(text, sizeof(text), "%s at cycle %llu%s", what, (unsigned long long)g->now,
			 units);
		engine_hang(g->m, false, text);
	}
	g->failed = true;
}

static void limit(struct gpu *g)
{
	char why[80];

	snprintf(why, sizeof(why), "stopped at the limit of %llu core cycles (max_cycles)",
		 (unsigned long long)g->cfg.max_cycles);
	engine_limit(g->m, why);
	g->failed = true;
}

/* Nothing moves: a barrier that is never complete, or a fault of the model. Everything moves and
 * nothing changes: a spin loop without end. */
static void watch(struct gpu *g)
{
	uint64_t progress = 0, moved = 0;
	bool deadlock;

	g->watch_at += WATCH_EVERY;
	GPU_EACH_SIDE(g, x)
		progress += x->system->progress ? x->system->progress(x) : 0;
	for (uint32_t i = 0; i < g->n_sms; i++) {
		progress += sm_progress(g->sms[i]);
		moved += sm_issued(g->sms[i]);
	}
	for (uint32_t i = 0; i < g->n_slices; i++)
		moved += g->slices[i].stats.taken + g->slices[i].l2_in.pushed;
	if (progress != g->progress) {
		g->progress = progress;
		g->progress_at = g->now;
	}
	if (moved != g->moved) {
		g->moved = moved;
		g->moved_at = g->now;
	}
	if (engine_tick(g->m)) {
		g->failed = true;
		return;
	}
	/* Nothing moves and nothing is under way. */
	deadlock = g->moved_at != g->now && !g->pool.out;
	if (g->now - g->moved_at > STUCK_CYCLES)
		hang(g, deadlock, "the model stands still");
	else if (g->cfg.hang_cycles && g->now - g->progress_at > g->cfg.hang_cycles)
		hang(g, deadlock, "nothing has changed for long (hang_cycles)");
	else if (g->cfg.max_cycles && g->now >= g->cfg.max_cycles)
		limit(g);
}

/* Units of a clock, in the order of stepping. */

uint32_t gpu_units(const struct gpu *g, enum gpu_clock clock)
{
	switch (clock) {
	case GPU_DRAM: return g->n_channels;
	case GPU_L2: return g->n_slices;
	case GPU_NOC: return 2;
	default: return g->n_sms;
	}
}

static void step_sm(struct gpu *g, uint32_t i)
{
	struct sm_links *l = &g->sm_links[i];

	if ((l->from_noc.count || !sm_idle(g->sms[i])) &&
	    sm_step(g->sms[i], g->now, &l->from_noc, &l->to_noc))
		g->failed = true;
}

void gpu_step_unit(struct gpu *g, enum gpu_clock clock, uint32_t i)
{
	if (g->failed)
		return;
	switch (clock) {
	case GPU_DRAM:
		dram_step(g->drams[i], g->counts.dram_cycles, g->dram_in[i], g->dram_out[i]);
		return;
	case GPU_L2: g->failed = slice_step(g, &g->slices[i], g->counts.l2_cycles) != 0; return;
	case GPU_NOC:
		if (i == 0)
			noc_step(g->answer, g->counts.noc_cycles, g->back_in, g->back_out);
		else
			noc_step(g->request, g->counts.noc_cycles, g->noc_in, g->noc_out);
		return;
	default:
		if (i == 0 && g->credit_count)
			credits(g);
		step_sm(g, i);
	}
}

void gpu_step_end(struct gpu *g, enum gpu_clock clock)
{
	switch (clock) {
	case GPU_DRAM: g->counts.dram_cycles++; return;
	case GPU_L2:
		GPU_EACH_SIDE(g, x)
			if (x->system->l2_clock)
				x->system->l2_clock(x);
		g->counts.l2_cycles++;
		return;
	case GPU_NOC: g->counts.noc_cycles++; return;
	default: break;
	}
	g->now++;
	g->counts.cycles += !g->flushing;
	g->counts.flush_cycles += g->flushing;
	GPU_EACH_SIDE(g, x)
		if (x->system->core_clock)
			x->system->core_clock(x);
	if (!g->side_places && !g->failed && engine_blocks_left(g->m))
		place(g);
	if (g->sample)
		sample_step(g->sample, g->now);
	if (g->now >= g->watch_at)
		watch(g);
}

struct gpu_place gpu_place_in(const struct gpu *g, uint32_t sm, uint32_t slot, uint32_t warp_slot)
{
	struct gpu_place p = {.warp = warp_slot - slot * g->warps_per_block};

	if (slot < g->cfg.sm.block_slots && sm < g->n_sms)
		p.block = g->block_in[slot << g->sm_bits | sm];
	return p;
}

struct gpu_place gpu_place(const struct gpu *g, uint32_t block_id, uint32_t warp_slot)
{
	return gpu_place_in(g, block_id & ((1U << g->sm_bits) - 1), block_id >> g->sm_bits,
			    warp_slot);
}

bool gpu_done(struct gpu *g)
{
	GPU_EACH_SIDE(g, x)
		if (!g->flushing && x->system->done && !x->system->done(x))
			return g->failed;
	return g->failed || ((g->flushing || engine_finished(g->m)) && quiet(g));
}

/* All edges of the next instant. */
static void instant(struct gpu *g)
{
	uint64_t now = g->clock[0].next;

	for (unsigned i = 1; i < GPU_CLOCKS; i++)
		if (g->clock[i].next < now)
			now = g->clock[i].next;
	for (unsigned i = 0; i < GPU_CLOCKS; i++) {
		const uint32_t n = gpu_units(g, (enum gpu_clock)i);

		if (g->clock[i].next != now)
			continue;
		g->clock[i].next += g->clock[i].period;
		for (uint32_t u = 0; u < n; u++)
			gpu_step_unit(g, (enum gpu_clock)i, u);
		gpu_step_end(g, (enum gpu_clock)i);
	}
}

static void go(struct gpu *g)
{
	g->progress_at = g->moved_at = g->now;
	g->watch_at = g->now + WATCH_EVERY;
	if (g->driver.drive) {
		g->driver.drive(g->driver.ctx, g);
		return;
	}
	while (!gpu_done(g))
		instant(g);
}

/* Dirty lines to memory; the core's clock stands still. */
static void flush(struct gpu *g)
{
	for (uint32_t i = 0; i < g->n_sms; i++)
		l1_flush(sm_l1(g->sms[i]));
	for (uint32_t i = 0; i < g->n_slices; i++)
		l2_flush(g->slices[i].l2);
	g->flushing = true;
	go(g);
	g->flushing = false;
}

/* A launch has failed in the middle: what checking sides have taken is checked to its end, so that
 * their records can be read. Nothing else goes on, ever: SMs and NoC keep what they hold. */
static void wind_up(struct gpu *g)
{
	bool busy = slice_winds_up(&g->slices[0]);

	while (busy) {
		for (uint32_t i = 0; i < g->n_channels; i++)
			dram_step(g->drams[i], g->counts.dram_cycles, g->dram_in[i],
				  g->dram_out[i]);
		gpu_step_end(g, GPU_DRAM);
		busy = false;
		for (uint32_t i = 0; i < g->n_slices; i++) {
			struct slice *s = &g->slices[i];

			(void)slice_step(g, s, g->counts.l2_cycles); /* no tap: no fault */
			busy |= !slice_wound_up(s);
		}
		gpu_step_end(g, GPU_L2);
	}
}

void gpu_wake(void *ctx, struct machine_warp *w)
{
	struct gpu *g = ctx;

	sm_wake(g->sms[engine_who(w)->sm], w, g->now);
}

uint64_t gpu_footprint(const struct gpu *g)
{
	uint64_t end = GMEM_BASE;

	for (const struct gmem_block *b = gmem_next(g->gmem, NULL); b; b = gmem_next(g->gmem, b))
		end = b->addr + b->size;
	return end - GMEM_BASE;
}

/* Kernels have PCs of their own: the report unit's filter knows a race by its PC and kind only. */
static uint32_t pc_base(struct gpu *g, const struct simt_kernel *k)
{
	const uint32_t next = g->n_kernels ? g->kernels[g->n_kernels - 1].end : 0;

	for (size_t i = 0; i < g->n_kernels; i++)
		if (g->kernels[i].kernel == k && g->kernels[i].n_code == k->n_code)
			return g->kernels[i].end - k->n_code;
	g->kernels = mem_grow(g->kernels, &g->cap_kernels, g->n_kernels, sizeof(*g->kernels));
	g->kernels[g->n_kernels++] =
		(struct gpu_kernel){.kernel = k, .n_code = k->n_code, .end = next + k->n_code};
	return next;
}

void gpu_run(void *ctx, struct machine *m, const struct machine_launch_info *info)
{
	struct gpu *g = ctx;
	struct simt_uses *uses = simt_uses(info->kernel);
	struct diag diag = {""};

	if (g->failed) {
		engine_limit(m, "--config: no launch after one that failed in the middle");
		free(uses);
		return;
	}
	g->pc_base = pc_base(g, info->kernel);
	g->warps_per_block = info->warps_per_block;
	g->counts.launches++;
	for (uint32_t i = 0; i < g->n_sms; i++)
		sm_launch(g->sms[i], info, uses);
	GPU_EACH_SIDE(g, x) {
		if (!x->system->launch ||
		    !x->system->launch(x, info->blocks_per_sm, gpu_footprint(g), &diag))
			continue;
		engine_limit(m, diag.text);
		g->failed = true;
		free(uses);
		return;
	}
	go(g);
	if (g->failed)
		wind_up(g);
	else
		flush(g);
	free(uses);
}
