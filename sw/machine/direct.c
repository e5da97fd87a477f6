/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * direct: when nobody looks at accesses, the executor makes weak loads and stores itself, in
 * windows that are given here. Turns, counts and the livelock watch go on as with operations: what
 * is executed, and in which order, is the same.
 */
#include "machine_int.h"

/* The watch is about to look closely, which needs operations. */
static bool watched(const struct machine *m, const struct machine_warp *w)
{
	const uint64_t repeats = m->cfg.livelock_repeats;

	return m->run.sampling || (repeats && w->quiet + 1 >= repeats);
}

static bool global_window(struct machine *m, const struct simt_access *a, struct simt_window *win)
{
	const struct gmem_block *b = perform_block(m, a->pc, win->space, !a->store, a->addr);

	if (!b)
		return false;
	win->host = (uint8_t *)(uintptr_t)b->addr;
	win->lo = b->addr;
	win->size = b->size;
	return true;
}

bool direct_window(struct machine *m, const struct simt_warp *sw, const struct simt_access *a,
		   struct simt_window *win)
{
	const struct machine_warp *w = sw->user;
	const bool generic_shared =
		a->space == PTX_SPACE_GENERIC && a->addr - SIMT_SHARED_WINDOW < SIMT_WINDOW_BYTES;

	win->stride = 0;
	if (a->space == PTX_SPACE_SHARED || generic_shared) {
		win->space = PTX_SPACE_SHARED;
		win->host = w->blk->shared;
		win->lo = generic_shared ? SIMT_SHARED_WINDOW : 0;
		win->size = m->run.info.shared_bytes;
		return true;
	}
	if (a->space == PTX_SPACE_LOCAL) {
		win->space = PTX_SPACE_LOCAL;
		win->host = sw->local;
		win->lo = 0;
		win->size = win->stride = m->run.local_limit;
		return true;
	}
	win->space = a->space == PTX_SPACE_CONST ? PTX_SPACE_CONST : PTX_SPACE_GLOBAL;
	return global_window(m, a, win);
}

static bool window(void *ctx, const struct simt_warp *sw, const struct simt_access *a,
		   struct simt_window *win)
{
	struct machine *m = ctx;

	return sw->live == m->run.live && !watched(m, sw->user) && direct_window(m, sw, a, win);
}

void direct_count(struct machine *m, enum ptx_space space, unsigned lanes)
{
	m->run.went++;
	if (space == PTX_SPACE_SHARED)
		m->stats.shared_lane_accesses += lanes;
	else if (space == PTX_SPACE_LOCAL)
		m->stats.local_lane_accesses += lanes;
	else
		m->stats.global_lane_accesses += lanes;
	if (space == PTX_SPACE_CONST)
		m->stats.const_lane_accesses += lanes;
}

static bool done(void *ctx, const struct simt_warp *sw, enum ptx_space space, unsigned lanes,
		 bool changed)
{
	struct machine *m = ctx;
	struct machine_warp *w = sw->user;
	const bool visible = space == PTX_SPACE_GLOBAL || space == PTX_SPACE_SHARED;

	direct_count(m, space, lanes);
	if (changed && space != PTX_SPACE_LOCAL) /* nobody else sees that one */
		machine_changed(m);
	if (w->epoch != m->run.change_epoch) {
		w->epoch = m->run.change_epoch;
		w->quiet = 0;
	} else {
		w->quiet++;
	}
	return visible && --m->run.ops_left == 0;
}

/* At this launch: there are no observers, or only those that need not. */
static bool nobody_looks(const struct machine *m)
{
	return !m->n_observers || (m->run.content && !machine_lookers(m, false));
}

bool direct_begin(struct machine *m)
{
	m->direct = (struct simt_direct){.ctx = m, .window = window, .done = done};
	return !m->hooked && !m->engined && nobody_looks(m) && m->cfg.on_fault == MACHINE_STOP &&
	       m->cfg.scheduler != MACHINE_GTO; /* it wants to know what waits for memory */
}
