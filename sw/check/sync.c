/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * sync: what the machine tells of barriers and masks becomes a finding.
 */
#include <string.h>

#include "check_int.h"

void check_misuse(void *ctx, const struct machine_who *who, const struct simt_warp *w,
		  const struct simt_misuse *u)
{
	static const enum check_kind kinds[SIMT_MISUSE_KINDS] = {
		[SIMT_MISUSE_PARTIAL] = KIND_BARRIER_PARTIAL,
		[SIMT_MISUSE_DIFFERENT] = KIND_BARRIER_DIFFERENT,
		[SIMT_MISUSE_CALLER] = KIND_MASK_CALLER,
		[SIMT_MISUSE_ABSENT] = KIND_MASK_ABSENT,
		[SIMT_MISUSE_MASKS] = KIND_MASKS_DIFFER,
	};
	struct checks *c = ctx;
	const bool elsewhere = u->others && !simt_same_place(w->kernel, u->pc, u->other_pc);
	const struct check_key key = {.kernel = w->kernel,
				      .kind = kinds[u->kind],
				      .pc = u->pc,
				      .other_pc = elsewhere ? u->other_pc : (uint32_t)PTX_NONE};
	struct check_finding *f;

	memcpy(c->n_threads, w->env->ntid, sizeof(c->n_threads));
	f = check_found(c, &key, who, u->lanes ? (uint32_t)__builtin_ctz(u->lanes) : 0);
	if (!f)
		return;
	f->lanes = u->lanes;
	f->others = u->others;
	f->member = u->member;
}
