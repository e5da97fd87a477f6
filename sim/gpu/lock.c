/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * lock: commit = lock, at the slices: what the SMs' software (sm/order_lock.c) does to a line takes
 * place at the tap, as all that is done to memory.
 *
 *   TRY   atomic   the line's lock: free: it is the warp's; else the answer says no
 *   READ  read     a beat of the line's row; with beat 0 it is decided which bytes win
 *   DATA  write    a sector: its bytes that won are in memory
 *   ROW   write    a beat of the row
 *   FREE  write    the lock is free
 *
 * A packet goes on into the L2 like any other of its kind, at addresses of the slice's own: locks
 * are a word a line, rows lie where the Z-commit units have theirs. No packet waits here for a
 * lock.
 *
 * Who wins is what sw/golden/pf_zcommit says. It keeps a row and is asked with the row's first
 * beat, not when the SM has compared: nobody else can come to the row in between, which is checked.
 */
#include <stdlib.h>

#include "base/mem.h"
#include "gpu_int.h"

/* The locks' place in a slice's own memory: beyond the rows. */
#define LOCK_BASE (1ULL << 41)

enum { LOCK_BYTES = 4, WARP_BITS = 16, LINE_BITS = 31, QUANTUM_BITS = 31 };

struct gpu_lock {
	struct pf_zcommit *z;
	uint32_t *owner; /* [line]: who has its lock: warp + 1; 0: nobody */
	uint64_t lines;
};

static void drop(struct gpu_lock *l)
{
	pf_zcommit_destroy(l->z);
	free(l->owner);
	*l = (struct gpu_lock){0};
}

void gpu_lock_launch(struct gpu *g, uint64_t lines)
{
	const struct pf_zconfig c = {.lines = (uint32_t)(lines ? lines : 1),
				     .line_bits = LINE_BITS,
				     .warp_bits = WARP_BITS,
				     .quantum_bits = QUANTUM_BITS};
	struct gpu_order *r = g->order;

	if (g->cfg.com.commit != SIM_COMMIT_LOCK)
		return;
	if (!r->lock)
		r->lock = mem_alloc(g->n_slices * sizeof(*r->lock));
	for (uint32_t i = 0; i < g->n_slices; i++) {
		struct gpu_lock *l = &r->lock[i];

		if (l->lines == c.lines)
			continue;
		drop(l);
		l->lines = c.lines;
		l->z = pf_zcommit_create(&c);
		l->owner = mem_alloc(l->lines * sizeof(*l->owner));
	}
}

void gpu_lock_free(struct gpu *g)
{
	struct gpu_order *r = g->order;

	for (uint32_t i = 0; r->lock && i < g->n_slices; i++)
		drop(&r->lock[i]);
	free(r->lock);
}

void gpu_lock_begin(struct gpu *g)
{
	for (uint32_t i = 0; i < g->n_slices; i++)
		pf_zcommit_begin(g->order->lock[i].z);
}

/* Bytes of a sector that won. */
static void store(struct gpu *g, const struct pkt *k)
{
	const struct pf_zrequest *e = k->entry;
	const uint32_t first = k->lanes * SECTOR;
	uint8_t *to = (uint8_t *)(uintptr_t)map_global(&g->map, k->slice, (uint64_t)e->line * LINE);

	for (uint32_t b = first; b < first + SECTOR; b++)
		if (e->mask[b / 8] >> b % 8 & 1) {
			g->order->changed += to[b] != e->data[b];
			to[b] = e->data[b];
		}
}

static void take_place(struct gpu *g, struct gpu_lock *l, struct pkt *k)
{
	const uint32_t warp = k->part * g->n_sms + k->sm, line = k->id;

	assert(line < l->lines && (k->lock == PKT_LOCK_TRY || l->owner[line] == warp + 1));
	switch (k->lock) {
	case PKT_LOCK_TRY:
		assert(l->owner[line] != warp + 1);
		k->won = !l->owner[line];
		if (k->won)
			l->owner[line] = warp + 1;
		break;
	case PKT_LOCK_READ:
		if (!k->lanes)
			pf_zcommit_request(l->z, k->entry, k->entry);
		break;
	case PKT_LOCK_DATA: store(g, k); break;
	case PKT_LOCK_FREE:
		l->owner[line] = 0;
		g->order->changed++; /* the watchdog: a line is committed, whatever it changed */
		break;
	default: break;
	}
}

static uint64_t address(const struct gpu *g, const struct pkt *k)
{
	const uint64_t line = k->id, beats = commit_row_beats(g->order->commit);

	switch (k->lock) {
	case PKT_LOCK_DATA: return line * LINE + k->lanes * SECTOR;
	case PKT_LOCK_READ:
	case PKT_LOCK_ROW: return DEPTH_BASE + (line * beats + k->lanes) * SECTOR;
	default: return LOCK_BASE + line * LOCK_BYTES / SECTOR * SECTOR;
	}
}

void gpu_lock_tap(struct gpu *g, struct slice *s, struct pkt *k)
{
	take_place(g, &g->order->lock[s->index], k);
	k->addr = address(g, k);
}
