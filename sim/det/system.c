/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * system: the detector as the GPU sees it. Which one it is, is a policy (reference/policies.def).
 */
#include "system.h"

#include <stdlib.h>

#include "../iguard/sides.h"

static struct det_system *of(struct gpu_side *x)
{
	return (struct det_system *)x;
}

static const struct det_system *of_const(const struct gpu_side *x)
{
	return (const struct det_system *)x;
}

static bool wanted(const struct system_setup *s)
{
	return s->det != NULL;
}

static void destroy(struct gpu_side *x)
{
	struct det_system *d = of(x);

	for (uint32_t i = 0; d->slices && i < x->gpu->n_slices; i++)
		free(d->slices[i].queue);
	free(d->slices);
	det_destroy(d->det);
	free(d);
}

static struct gpu_side *create(struct gpu *g, const struct system_setup *s, struct diag *diag)
{
	struct det_system *d = mem_alloc(sizeof(*d));

	d->side.gpu = g;
	d->iguard = s->det->iguard;
	d->lanes = s->det->lanes;
	g->policy = s->det->policy;
	g->pc_mask = s->sim->det.geometry == SIM_TINY ? 0xffff : UINT32_MAX;
	d->det = det_create(s->det, diag);
	if (!d->det) {
		destroy(&d->side);
		return NULL;
	}
	d->slices = mem_alloc(g->n_slices * sizeof(*d->slices));
	for (uint32_t i = 0; i < g->n_slices; i++)
		det_slice_side_init(&d->slices[i], d, i,
				    s->det->iguard ? &iguard_packets : &scord_packets);
	return &d->side;
}

static struct sm_side *sm(struct gpu_side *x, uint32_t sm)
{
	struct gpu *g = x->gpu;

	if (of(x)->iguard)
		return iguard_sm_side(&g->cfg, det_sm(of(x)->det, sm), of(x)->lanes, x->index);
	return det_sm_side(&g->cfg, det_sm(of(x)->det, sm), pf_policy_of(g->policy), x->index);
}

static struct slice_side *slice(struct gpu_side *x, uint32_t slice)
{
	return &of(x)->slices[slice].side;
}

static int launch(struct gpu_side *x, uint32_t blocks_per_sm, uint64_t bytes, struct diag *diag)
{
	(void)blocks_per_sm;
	return det_launch(of(x)->det, map_local_bytes(&x->gpu->map, bytes), diag);
}

static void l2_clock(struct gpu_side *x)
{
	det_step_slices(of(x)->det);
}

static void add_stats(struct gpu_side *x, struct stats *s)
{
	det_stats(s, of(x)->det);
}

static void describe(const struct gpu_side *x, char *text, size_t size)
{
	det_describe(of_const(x)->det, text, size);
}

static const char *mismatch(const struct gpu_side *x)
{
	return det_mismatch(of_const(x)->det);
}

static void wave_end(struct gpu_side *x)
{
	det_wave_end(of(x)->det);
}

static void records(struct gpu_side *x, det_record_fn fn, void *ctx)
{
	det_records(of(x)->det, fn, ctx);
}

static uint64_t dropped(const struct gpu_side *x)
{
	return det_dropped(of_const(x)->det);
}

const struct system detector_system = {
	.name = "detector",
	.wanted = wanted,
	.create = create,
	.destroy = destroy,
	.sm = sm,
	.slice = slice,
	.launch = launch,
	.l2_clock = l2_clock,
	.stats = add_stats,
	.describe = describe,
	.mismatch = mismatch,
	.wave_end = wave_end,
	.records = records,
	.dropped = dropped,
};
