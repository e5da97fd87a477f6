/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * gpu: units made, joined and counted.
 */
#include <stdlib.h>

#include "../base/noise.h"
#include "base/bits.h"
#include "gpu_int.h"

static uint64_t gcd(uint64_t a, uint64_t b)
{
	while (b) {
		const uint64_t r = a % b;

		a = b;
		b = r;
	}
	return a;
}

/* Periods in units of 1 / lcm of the frequencies. The first edge after one, or earlier. */
static void set_clocks(struct gpu *g)
{
	const struct clock_config *c = &g->cfg.clock;
	const uint64_t mhz[GPU_CLOCKS] = {
		[GPU_DRAM] = c->dram, [GPU_L2] = c->l2, [GPU_NOC] = c->noc, [GPU_CORE] = c->core};
	uint64_t lcm = 1;

	for (unsigned i = 0; i < GPU_CLOCKS; i++)
		lcm = lcm / gcd(lcm, mhz[i]) * mhz[i];
	for (unsigned i = 0; i < GPU_CLOCKS; i++) {
		const uint64_t period = lcm / mhz[i];
		const uint64_t early =
			c->phase ? noise_draw(g->cfg.seed, NOISE_CLOCK, i, period) : 0;

		g->clock[i] = (struct clock){
			.period = period, .first = period - early, .next = period - early};
	}
}

static struct sm *make_sm(struct gpu *g, uint32_t i)
{
	struct sm_side *sides[GPU_SYSTEMS + 1] = {NULL};
	uint32_t n = 0;

	GPU_EACH_SIDE(g, x)
		if (x->system->sm)
			sides[n++] = x->system->sm(x, i);
	return sm_create(&g->cfg, (uint16_t)i, g->m, &g->pool, pf_policy_of(g->policy), sides);
}

static void make_sms(struct gpu *g)
{
	const uint32_t n = g->n_sms;

	g->sms = mem_alloc(n * sizeof(*g->sms));
	g->sm_links = mem_alloc(n * sizeof(*g->sm_links));
	g->noc_in = mem_alloc(n * sizeof(struct link *));
	g->back_out = mem_alloc(n * sizeof(struct link *));
	for (uint32_t i = 0; i < n; i++) {
		struct sm_links *l = &g->sm_links[i];

		link_init(&l->to_noc, "SM -> NoC", i, 2);
		link_init(&l->from_noc, "NoC -> SM", i, 2);
		g->noc_in[i] = &l->to_noc;
		g->back_out[i] = &l->from_noc;
		g->sms[i] = make_sm(g, i);
	}
}

static void make_slices(struct gpu *g)
{
	const uint32_t n = g->n_slices;

	g->slices = mem_alloc(n * sizeof(*g->slices));
	g->noc_out = mem_alloc(n * sizeof(struct link *));
	g->back_in = mem_alloc(n * sizeof(struct link *));
	for (uint32_t i = 0; i < n; i++) {
		slice_init(g, (uint16_t)i);
		g->noc_out[i] = &g->slices[i].in;
		g->back_in[i] = &g->slices[i].to_noc;
	}
}

/* Slices 0 .. n-1 of a channel are those whose number is channel * n + 0 .. n-1. */
static void make_drams(struct gpu *g)
{
	const uint32_t n = g->n_channels, each = g->n_slices / n;

	g->drams = mem_alloc(n * sizeof(*g->drams));
	g->dram_in = mem_alloc(n * sizeof(*g->dram_in));
	g->dram_out = mem_alloc(n * sizeof(*g->dram_out));
	for (uint32_t i = 0; i < n; i++) {
		g->drams[i] = dram_create(&g->cfg.dram, i, each, &g->pool, g->cfg.seed);
		g->dram_in[i] = mem_alloc(each * sizeof(struct link *));
		g->dram_out[i] = mem_alloc(each * sizeof(struct link *));
		for (uint32_t j = 0; j < each; j++) {
			g->dram_in[i][j] = &g->slices[i * each + j].to_dram;
			g->dram_out[i][j] = &g->slices[i * each + j].fills;
		}
	}
}

/* Every SM's warps may have a message on the way to every slice. */
static void make_credits(struct gpu *g)
{
	const uint64_t most =
		(uint64_t)(g->n_sms + 8) * g->n_slices * (g->cfg.noc.credit_latency + 2);
	const uint32_t n = power_of_two(most);

	g->credits = mem_alloc(n * sizeof(*g->credits));
	g->credit_mask = n - 1;
}

static double milliseconds(const struct stats *s, void *ctx)
{
	const struct gpu *g = ctx;

	return (double)stats_get(s, "gpu.cycles") / g->cfg.clock.core / 1000;
}

static void make_stats(struct gpu *g)
{
	struct stats *s = g->stats = stats_create();
	struct l2 **l2 = mem_alloc(g->n_slices * sizeof(*l2));
	const struct gpu_counts *c = &g->counts;

#define ADD(name, field, unit, meaning) \
	stats_add(s, name, unit, meaning, STATS_SUM, &c->field, 1, 0)
	ADD("gpu.cycles", cycles, "core cycles", "of all launches, until nothing was in flight");
	ADD("gpu.flush_cycles", flush_cycles, "core cycles",
	    "between launches: L2 write-back, not in gpu.cycles");
	ADD("gpu.launches", launches, "launches", "kernels run");
	ADD("gpu.blocks", blocks, "blocks", "placed on SMs");
#undef ADD
	stats_derive(s, "gpu.time", "ms", "gpu.cycles at the core's clock", milliseconds, g);
	for (uint32_t i = 0; i < g->n_slices; i++)
		l2[i] = g->slices[i].l2;
	sm_stats(s, g->sms, g->n_sms);
	noc_stats(s, g->request);
	noc_stats(s, g->answer);
	slice_stats_add(g);
	GPU_EACH_SIDE(g, x)
		if (x->system->slice_stats)
			x->system->slice_stats(x, s);
	l2_stats(s, l2, g->n_slices);
	dram_stats(s, g->drams, g->n_channels);
	GPU_EACH_SIDE(g, x)
		if (x->system->stats)
			x->system->stats(x, s);
	free(l2);
}

/* The systems that are wanted. -1 and diag: one does not fit. */
static int make_sides(struct gpu *g, const struct system_setup *s, struct diag *diag)
{
	uint8_t n = 0;

	for (const struct system *const *system = systems; *system; system++) {
		struct gpu_side *x;

		if (!(*system)->wanted(s))
			continue;
		assert(n < GPU_SYSTEMS);
		x = (*system)->create(g, s, diag);
		if (!x)
			return -1;
		x->system = *system;
		x->index = n;
		g->side_places |= (*system)->places;
		g->side[n++] = x;
	}
	return 0;
}

static void free_sides(struct gpu *g)
{
	GPU_EACH_SIDE(g, x)
		x->system->destroy(x);
}

/* What %clock reads: a system's clock, if one has its own. */
static const uint64_t *clock_of(const struct gpu *g)
{
	GPU_EACH_SIDE(g, x)
		if (x->system->now)
			return x->system->now(x);
	return &g->now;
}

struct gpu *gpu_create(const struct system_setup *s, struct machine *m, struct gmem *gm,
		       struct diag *diag)
{
	const struct sim_config *c = s->sim;
	struct gpu *g = mem_alloc(sizeof(*g));

	g->cfg = *c;
	g->m = m;
	g->gmem = gm;
	g->map = map_make(&c->l2);
	g->n_sms = c->sm.count;
	g->n_slices = c->l2.slices;
	g->n_channels = c->dram.channels;
	if (make_sides(g, s, diag)) {
		free_sides(g);
		free(g);
		return NULL;
	}
	while (g->n_sms > 1U << g->sm_bits)
		g->sm_bits++;
	g->block_in = mem_alloc(((size_t)c->sm.block_slots << g->sm_bits) * sizeof(*g->block_in));
	set_clocks(g);
	make_sms(g);
	make_slices(g);
	make_drams(g);
	make_credits(g);
	g->request = noc_create(&c->noc, "request", g->n_sms, g->n_slices, true, &g->pool, c->seed);
	g->answer = noc_create(&c->noc, "answer", g->n_slices, g->n_sms, false, &g->pool, ~c->seed);
	make_stats(g);
	g->engine = (struct machine_engine){.ctx = g, .run = gpu_run, .wake = gpu_wake};
	machine_set_engine(m, &g->engine);
	engine_set_clock(m, clock_of(g));
	return g;
}

void gpu_destroy(struct gpu *g)
{
	if (!g)
		return;
	machine_set_engine(g->m, NULL);
	gpu_sample_end(g, &(struct diag){""});
	for (uint32_t i = 0; i < g->n_sms; i++) {
		sm_destroy(g->sms[i]);
		link_free(&g->sm_links[i].to_noc);
		link_free(&g->sm_links[i].from_noc);
	}
	for (uint32_t i = 0; i < g->n_slices; i++)
		slice_free(&g->slices[i]);
	for (uint32_t i = 0; i < g->n_channels; i++) {
		dram_destroy(g->drams[i]);
		free(g->dram_in[i]);
		free(g->dram_out[i]);
	}
	noc_destroy(g->request);
	noc_destroy(g->answer);
	free_sides(g);
	stats_destroy(g->stats);
	pkt_pool_free(&g->pool);
	free(g->sms);
	free(g->sm_links);
	free(g->noc_in);
	free(g->noc_out);
	free(g->back_in);
	free(g->back_out);
	free(g->slices);
	free(g->drams);
	free(g->dram_in);
	free(g->dram_out);
	free(g->credits);
	free(g->block_in);
	free(g->kernels);
	free(g);
}

void gpu_set_driver(struct gpu *g, const struct gpu_driver *d)
{
	g->driver = *d;
}

uint64_t gpu_period(const struct gpu *g, enum gpu_clock clock)
{
	return g->clock[clock].period;
}

uint64_t gpu_phase(const struct gpu *g, enum gpu_clock clock)
{
	return g->clock[clock].first;
}

const struct stats *gpu_stats(const struct gpu *g)
{
	return g->stats;
}

uint64_t gpu_cycles(const struct gpu *g)
{
	return g->counts.cycles;
}

const char *gpu_mismatch(const struct gpu *g)
{
	GPU_EACH_SIDE(g, x) {
		const char *text = x->system->mismatch ? x->system->mismatch(x) : NULL;

		if (text)
			return text;
	}
	return NULL;
}

void gpu_wave_end(struct gpu *g)
{
	GPU_EACH_SIDE(g, x)
		if (x->system->wave_end)
			x->system->wave_end(x);
}

int gpu_sample(struct gpu *g, const char *file, uint64_t cycles, struct diag *diag)
{
	g->sample = sample_open(g->stats, file, cycles, 0, diag);
	return g->sample ? 0 : -1;
}

int gpu_sample_end(struct gpu *g, struct diag *diag)
{
	struct sample *s = g->sample;

	g->sample = NULL;
	return s ? sample_close(s, g->now, diag) : 0;
}

struct give {
	const struct gpu *g;
	gpu_race_fn fn;
	void *ctx;
};

static void give(void *ctx, const struct det_record *r)
{
	const struct give *to = ctx;
	struct gpu_race race = {.record = *r,
				.addr = map_global(&to->g->map, r->slice, r->word * 4)};

	/* A narrow field holds the low bits of the PC. */
	race.record.pc = (r->pc - to->g->pc_base) & to->g->pc_mask;

	to->fn(to->ctx, &race);
}

void gpu_races(struct gpu *g, gpu_race_fn fn, void *ctx)
{
	struct give to = {.g = g, .fn = fn, .ctx = ctx};

	GPU_EACH_SIDE(g, x)
		if (x->system->records)
			x->system->records(x, give, &to);
}

void gpu_hits(struct gpu *g, gpu_hit_fn fn, void *ctx)
{
	GPU_EACH_SIDE(g, x)
		if (x->system->hits)
			x->system->hits(x, fn, ctx);
}

uint64_t gpu_dropped(const struct gpu *g)
{
	uint64_t n = 0;

	GPU_EACH_SIDE(g, x)
		n += x->system->dropped ? x->system->dropped(x) : 0;
	return n;
}
