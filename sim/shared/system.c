/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "system.h"

#include <stdlib.h>

#include "shared_int.h"

static struct shared_system *of(struct gpu_side *x)
{
	return (struct shared_system *)x;
}

static const struct shared_system *of_const(const struct gpu_side *x)
{
	return (const struct shared_system *)x;
}

static bool wanted(const struct system_setup *s)
{
	return s->shared;
}

static const struct unit_sizes *sizes_of(const struct sim_config *c)
{
	return &unit_geometry_named(sim_geometry_name(c->det.geometry))->size;
}

/* As many as the library of the geometry has: port.h. */
static uint32_t words_of(const struct sim_config *c)
{
	return c->det.geometry == SIM_TINY ? SHARED_WORDS_TINY : sizes_of(c)->shared_words;
}

struct pf_shared_config shared_widths(const struct sim_config *c)
{
	const struct unit_sizes *n = sizes_of(c);

	return (struct pf_shared_config){.banks = c->sm.shared_banks,
					 .rows = n->shared_rows,
					 .phase_bits = n->shared_phase_bits,
					 .credit_bits = n->shared_credit_bits,
					 .every_bits = n->shared_every_bits,
					 .meet_bits = n->shared_meet_bits};
}

static int fits(const struct sim_config *c, bool rtl, struct diag *diag)
{
	const struct unit_sizes *n = sizes_of(c);
	const uint64_t bytes = (uint64_t)n->shared_banks * words_of(c) * PF_SHARED_WORD;
	const uint32_t warps = c->sm.threads / SIMT_LANES;

	if (c->sm.shared_banks > PF_ROUNDS_BANKS)
		return diag_set(diag, NULL, 0,
				"sm.shared_banks = %u: the unit for shared memory takes %d at most",
				c->sm.shared_banks, PF_ROUNDS_BANKS);
	if (!rtl)
		return 0;
	if (c->sm.shared_banks == n->shared_banks && c->sm.shared_bytes <= bytes &&
	    c->sm.block_slots <= n->block_slots && warps <= n->warps)
		return 0;
	return diag_set(diag, NULL, 0,
			"the unit for shared memory, geometry %s, is for %u banks, %llu bytes, %u "
			"block slots and %u warps, not for %u, %u, %u and %u; --backend model "
			"takes any",
			sim_geometry_name(c->det.geometry), n->shared_banks,
			(unsigned long long)bytes, n->block_slots, n->warps, c->sm.shared_banks,
			c->sm.shared_bytes, c->sm.block_slots, warps);
}

/* What is kept of a word fits into those of the scratchpad that it has. */
static int has_shadow(const struct sim_config *c, bool its, struct diag *diag)
{
	if (c->det.shared_shadow != 1 || !its)
		return 0;
	return diag_set(diag, NULL, 0,
			"detector.shared_shadow = 1: with lanes as threads (mode its) it takes 2");
}

static void destroy(struct gpu_side *x)
{
	struct shared_system *s = of(x);

	for (uint32_t i = 0; s->sms && i < x->gpu->n_sms; i++)
		shared_side_free(&s->sms[i]);
	feed_destroy(s->feed);
	places_free(&s->places);
	compare_free(&s->compare);
	free(s->sms);
	free(s->counts);
	free(s->hits);
	unit_unload(&s->library);
	free(s);
}

static void make_sides(struct shared_system *s, uint32_t n)
{
	s->sms = mem_alloc(n * sizeof(*s->sms));
	s->counts = mem_alloc(n * sizeof(*s->counts));
	for (uint32_t i = 0; i < n; i++)
		shared_side_init(&s->sms[i], s, i);
}

static struct gpu_side *create(struct gpu *g, const struct system_setup *setup, struct diag *diag)
{
	const struct machine_config *m = machine_config(g->m);
	const bool rtl = setup->shared_backend != BACKEND_MODEL;
	const bool its = m->mode == SIMT_ITS;
	struct shared_system *s = mem_alloc(sizeof(*s));

	s->side.gpu = g;
	s->backend = setup->shared_backend;
	s->sim = *setup->sim;
	s->widths = shared_widths(&s->sim);
	s->widths.bytes = s->sim.sm.shared_bytes;
	s->widths.slots = s->sim.sm.block_slots;
	s->widths.lanes = s->widths.meets = its;
	s->pc_bits = sizes_of(&s->sim)->shared_pc_bits;
	compare_init(&s->compare);
	if (fits(&s->sim, rtl, diag) || has_shadow(&s->sim, its, diag) ||
	    (rtl && unit_load(&s->library, its ? "shared-its" : "shared",
			      sim_geometry_name(s->sim.det.geometry), false, diag))) {
		destroy(&s->side);
		return NULL;
	}
	s->kind = rtl ? s->library.api->kind[SHARED_UNIT] : NULL;
	s->feed = feed_create(
		&(struct feed_config){.machine = m, .lanes = FEED_MEETS, .prune = setup->prune},
		&shared_feed_calls, s);
	if (machine_add_observer(g->m, feed_observer(s->feed))) {
		diag_set(diag, NULL, 0, "too many observers");
		destroy(&s->side);
		return NULL;
	}
	make_sides(s, g->n_sms);
	return &s->side;
}

static struct sm_side *sm(struct gpu_side *x, uint32_t sm)
{
	struct shared_side *side = &of(x)->sms[sm];

	side->side.system = x->index;
	return &side->side;
}

static void add_stats(struct gpu_side *x, struct stats *s)
{
	struct shared_system *sys = of(x);
	const struct feed_stats *passed = feed_stats(sys->feed);
	const struct shared_counts *c = sys->counts;
	const uint32_t n = x->gpu->n_sms;

#define ADD(name, field, unit, meaning) \
	stats_add(s, "shared." name, unit, meaning, STATS_SUM, &c->field, n, sizeof(*c));
	ADD("rounds", rounds, "rounds", "of accesses to shared memory, looked at by its units")
	ADD("orders", orders, "events",
	    "barriers of some threads, fences, releases, acquires, __syncwarp in mode its")
	ADD("epochs", epochs, "epochs", "blocks, and barriers of whole blocks")
	ADD("races", races, "races", "told")
	ADD("waits", waits, "cycles", "the scratchpad stood still for its unit")
	ADD("forgets", forgets, "times",
	    "a warp had a phase, or its lanes a meeting, too many: its block was forgotten")
	ADD("splits", splits, "words", "of which bytes have different histories")
	ADD("lost", lost, "accesses", "not noted, as no row was left for bytes of a word")
#undef ADD
	stats_add(s, "shared.async", "lanes", "copies in bulk passed over", STATS_SUM,
		  &passed->async, 1, 0);
	stats_add(s, "shared.remote", "lanes", "accesses to another block's passed over", STATS_SUM,
		  &passed->remote, 1, 0);
	stats_add(
		s, "shared.lanes", "lanes",
		"accesses to parts of words, not looked at against all lanes of their own warp, in "
		"mode its",
		STATS_SUM, &passed->lanes, 1, 0);
	stats_add(s, "shared.pruned", "lanes", "accesses not looked at, as they can not race",
		  STATS_SUM, &passed->pruned, 1, 0);
}

static const char *mismatch(const struct gpu_side *x)
{
	return compare_first(&of_const(x)->compare);
}

static void drain(struct gpu_side *x)
{
	for (uint32_t i = 0; i < x->gpu->n_sms; i++)
		shared_side_drain(&of(x)->sms[i]);
}

static void hits(struct gpu_side *x, gpu_hit_fn fn, void *ctx)
{
	struct shared_system *s = of(x);

	drain(x);
	for (size_t i = 0; i < s->n_hits; i++)
		fn(ctx, &s->hits[i]);
	s->n_hits = 0;
}

const struct system shared_system = {
	.name = "shared",
	.wanted = wanted,
	.create = create,
	.destroy = destroy,
	.sm = sm,
	.stats = add_stats,
	.mismatch = mismatch,
	.hits = hits,
};
