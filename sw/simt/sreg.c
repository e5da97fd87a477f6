/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * sreg: special registers at a warp's start. What tells threads of a block apart is the same for
 * the next block in this storage, so it is written once; short warps spent a third of their time on
 * it.
 */
#include "alu_opt.h"

#include <string.h>

#include "../base/clones.h"

#include "warp.h"

/* Values that differ from lane to lane. */
struct lanes {
	uint32_t tid[3][SIMT_LANES];
};

static uint32_t cluster_value(const struct simt_block_env *env, enum ptx_sreg s)
{
	static const uint32_t alone[3] = {1, 1, 1};
	const uint32_t *c = env->cluster[0] ? env->cluster : alone;

	switch (s) {
	case PTX_SREG_CLUSTERID_X: return env->ctaid[0] / c[0];
	case PTX_SREG_CLUSTERID_Y: return env->ctaid[1] / c[1];
	case PTX_SREG_CLUSTERID_Z: return env->ctaid[2] / c[2];
	case PTX_SREG_NCLUSTERID_X: return env->nctaid[0] / c[0];
	case PTX_SREG_NCLUSTERID_Y: return env->nctaid[1] / c[1];
	case PTX_SREG_NCLUSTERID_Z: return env->nctaid[2] / c[2];
	case PTX_SREG_CLUSTER_CTAID_X: return env->ctaid[0] % c[0];
	case PTX_SREG_CLUSTER_CTAID_Y: return env->ctaid[1] % c[1];
	case PTX_SREG_CLUSTER_CTAID_Z: return env->ctaid[2] % c[2];
	case PTX_SREG_CLUSTER_NCTAID_X: return c[0];
	case PTX_SREG_CLUSTER_NCTAID_Y: return c[1];
	case PTX_SREG_CLUSTER_NCTAID_Z: return c[2];
	case PTX_SREG_CLUSTER_CTARANK: return simt_rank(env);
	case PTX_SREG_CLUSTER_NCTARANK: return c[0] * c[1] * c[2];
	case PTX_SREG_IS_EXPLICIT_CLUSTER: return env->explicit_cluster ? UINT32_MAX : 0;
	default: return 0;
	}
}

static uint32_t identity(const struct simt_warp *w, enum ptx_sreg s)
{
	const struct simt_block_env *env = w->env;
	const uint32_t threads = env->ntid[0] * env->ntid[1] * env->ntid[2];

	switch (s) {
	case PTX_SREG_NTID_X: return env->ntid[0];
	case PTX_SREG_NTID_Y: return env->ntid[1];
	case PTX_SREG_NTID_Z: return env->ntid[2];
	case PTX_SREG_CTAID_X: return env->ctaid[0];
	case PTX_SREG_CTAID_Y: return env->ctaid[1];
	case PTX_SREG_CTAID_Z: return env->ctaid[2];
	case PTX_SREG_NCTAID_X: return env->nctaid[0];
	case PTX_SREG_NCTAID_Y: return env->nctaid[1];
	case PTX_SREG_NCTAID_Z: return env->nctaid[2];
	case PTX_SREG_WARPID: return w->id;
	case PTX_SREG_NWARPID: return (threads + SIMT_LANES - 1) / SIMT_LANES;
	case PTX_SREG_SMID: return env->smid;
	case PTX_SREG_NSMID: return env->nsmid;
	default: return cluster_value(env, s);
	}
}

/* Of the warp: one value for all its lanes. */
static uint64_t warp_value(const struct simt_warp *w, enum ptx_sreg s)
{
	const struct simt_block_env *env = w->env;

	switch (s) {
	case PTX_SREG_GRIDID: return env->gridid;
	case PTX_SREG_DYNAMIC_SMEM_SIZE: return env->dynamic_shared;
	case PTX_SREG_TOTAL_SMEM_SIZE:
		if (!env->dynamic_shared)
			return w->kernel->static_shared;
		return ((w->kernel->static_shared + 15U) & ~15U) + env->dynamic_shared;
	default: return identity(w, s);
	}
}

static bool of_lane(enum ptx_sreg s)
{
	switch (s) {
	case PTX_SREG_TID_X:
	case PTX_SREG_TID_Y:
	case PTX_SREG_TID_Z:
	case PTX_SREG_LANEID:
	case PTX_SREG_LANEMASK_EQ:
	case PTX_SREG_LANEMASK_LE:
	case PTX_SREG_LANEMASK_LT:
	case PTX_SREG_LANEMASK_GE:
	case PTX_SREG_LANEMASK_GT: return true;
	default: return false;
	}
}

static uint32_t lane_value(const struct lanes *t, uint32_t lane, enum ptx_sreg s)
{
	const uint32_t eq = 1U << lane;

	switch (s) {
	case PTX_SREG_TID_X: return t->tid[0][lane];
	case PTX_SREG_TID_Y: return t->tid[1][lane];
	case PTX_SREG_TID_Z: return t->tid[2][lane];
	case PTX_SREG_LANEMASK_EQ: return eq;
	case PTX_SREG_LANEMASK_LE: return eq | (eq - 1);
	case PTX_SREG_LANEMASK_LT: return eq - 1;
	case PTX_SREG_LANEMASK_GE: return ~(eq - 1);
	case PTX_SREG_LANEMASK_GT: return ~(eq | (eq - 1));
	default: return lane;
	}
}

static void number_threads(struct lanes *t, const uint32_t ntid[3], uint32_t first)
{
	uint32_t x = first % ntid[0], y = first / ntid[0] % ntid[1];
	uint32_t z = first / ntid[0] / ntid[1];

	for (unsigned l = 0; l < SIMT_LANES; l++) {
		t->tid[0][l] = x;
		t->tid[1][l] = y;
		t->tid[2][l] = z;
		if (++x < ntid[0])
			continue;
		x = 0;
		if (++y < ntid[1])
			continue;
		y = 0;
		z++;
	}
}

static void write_lanes(struct simt_warp *w, uint32_t first)
{
	struct lanes t;

	number_threads(&t, w->env->ntid, first);
	for (unsigned s = 0; s < PTX_SREG_COUNT; s++) {
		const uint32_t ref = w->kernel->sreg_ref[s];

		if (ref == SIMT_NO_REF || !of_lane((enum ptx_sreg)s))
			continue;
		for (uint32_t l = 0; l < SIMT_LANES; l++)
			SIMT_U32(w, ref)[l] = lane_value(&t, l, (enum ptx_sreg)s);
	}
}

/* The same threads as at the last start in this storage? */
static bool known(const struct simt_warp *w, uint32_t first)
{
	const struct simt_threads *t = &w->frag->threads;

	return t->known && t->first == first && !memcmp(t->ntid, w->env->ntid, sizeof(t->ntid));
}

CLONES void simt_sregs(struct simt_warp *w, uint32_t first)
{
	struct simt_threads *t = &w->frag->threads;

	if (!known(w, first)) {
		write_lanes(w, first);
		*t = (struct simt_threads){.known = true, .first = first};
		memcpy(t->ntid, w->env->ntid, sizeof(t->ntid));
	}
	for (unsigned s = 0; s < PTX_SREG_COUNT; s++) {
		const uint32_t ref = w->kernel->sreg_ref[s];
		uint64_t v;

		if (ref == SIMT_NO_REF || of_lane((enum ptx_sreg)s))
			continue;
		v = warp_value(w, (enum ptx_sreg)s);
		if (s == PTX_SREG_GRIDID || s == PTX_SREG_CLOCK64 || s == PTX_SREG_GLOBALTIMER)
			for (unsigned l = 0; l < SIMT_LANES; l++)
				SIMT_U64(w, ref)[l] = v;
		else
			for (unsigned l = 0; l < SIMT_LANES; l++)
				SIMT_U32(w, ref)[l] = (uint32_t)v;
	}
}
