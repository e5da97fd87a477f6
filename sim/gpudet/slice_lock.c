/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * slice_lock: commit = lock, at the slices: what the SMs' software (sm_lock.c) does to a line takes
 * place at the tap, as all that is done to memory.
 *
 *   TRY   atomic   the line's lock: free: it is the warp's; else the answer says no
 *   READ  read     a beat of the line's row; with beat 0 it is decided which bytes win
 *   DATA  write    a sector: its bytes that won are in memory
 *   ROW   write    a beat of the row
 *   FREE  write    the lock is free
 *
 * A packet goes on into the L2 like any other of its kind, at addresses of the slice's own: locks
 * are a word a line, rows lie where the Z-commit units keep them. No packet waits here for a lock.
 *
 * Who wins is what sw/reference/pf_zcommit says. It keeps a row and is asked with the row's first
 * beat, not when the SM has compared: nobody else can come to the row in between, which is checked.
 */
#include <stdlib.h>

#include "base/mem.h"
#include "sides.h"

enum { LOCK_BYTES = 4, WARP_BITS = 16, LINE_BITS = 31, QUANTUM_BITS = 31 };

struct commit_lock {
	struct pf_zcommit *z;
	uint32_t *owner; /* [line]: who has its lock: warp + 1; 0: nobody */
	uint64_t lines;
};

static void drop(struct commit_lock *l)
{
	pf_zcommit_destroy(l->z);
	free(l->owner);
	*l = (struct commit_lock){0};
}

void commit_locks_launch(struct commit_system *r, uint64_t lines)
{
	const struct gpu *g = r->side.gpu;
	const struct pf_zconfig c = {.lines = (uint32_t)(lines ? lines : 1),
				     .line_bits = LINE_BITS,
				     .warp_bits = WARP_BITS,
				     .quantum_bits = QUANTUM_BITS};

	if (g->cfg.deterministic.commit != SIM_GPUDET_LOCK)
		return;
	if (!r->lock)
		r->lock = mem_alloc(g->n_slices * sizeof(*r->lock));
	for (uint32_t i = 0; i < g->n_slices; i++) {
		struct commit_lock *l = &r->lock[i];

		if (l->lines == c.lines)
			continue;
		drop(l);
		l->lines = c.lines;
		l->z = pf_zcommit_create(&c);
		l->owner = mem_alloc(l->lines * sizeof(*l->owner));
	}
}

void commit_locks_free(struct commit_system *r)
{
	for (uint32_t i = 0; r->lock && i < r->side.gpu->n_slices; i++)
		drop(&r->lock[i]);
	free(r->lock);
}

void commit_locks_begin(struct commit_system *r)
{
	for (uint32_t i = 0; i < r->side.gpu->n_slices; i++)
		pf_zcommit_begin(r->lock[i].z);
}

/* Bytes of a sector that won. */
static void store(struct commit_system *r, const struct pkt *k, const struct pf_zrequest *e)
{
	const uint32_t first = k->lanes * SECTOR;
	uint8_t *to = (uint8_t *)(uintptr_t)map_global(&r->side.gpu->map, k->slice,
						       (uint64_t)e->line * LINE);

	for (uint32_t b = first; b < first + SECTOR; b++)
		if (e->mask[b / 8] >> b % 8 & 1) {
			r->changed += to[b] != e->data[b];
			to[b] = e->data[b];
		}
}

static void take_place(struct commit_system *r, struct commit_lock *l, struct pkt *k)
{
	const uint32_t warp = k->part * r->side.gpu->n_sms + k->sm, line = k->id;
	struct commit_note n = commit_noted(k);

	assert(line < l->lines && (n.step == LOCK_TRY || l->owner[line] == warp + 1));
	switch (n.step) {
	case LOCK_TRY:
		assert(l->owner[line] != warp + 1);
		n.won = !l->owner[line];
		if (n.won)
			l->owner[line] = warp + 1;
		commit_note(k, &n);
		break;
	case LOCK_READ:
		if (!k->lanes)
			pf_zcommit_request(l->z, n.entry, n.entry);
		break;
	case LOCK_DATA: store(r, k, n.entry); break;
	case LOCK_FREE:
		l->owner[line] = 0;
		r->changed++; /* the watchdog: a line is committed, whatever it changed */
		break;
	default: break;
	}
}

static uint64_t address(const struct commit_system *r, const struct pkt *k)
{
	const uint64_t line = k->id, beats = commit_row_beats(r->units);

	switch (commit_noted(k).step) {
	case LOCK_DATA: return line * LINE + k->lanes * SECTOR;
	case LOCK_READ:
	case LOCK_ROW: return DEPTH_BASE + (line * beats + k->lanes) * SECTOR;
	default: return LOCK_BASE + line * LOCK_BYTES / SECTOR * SECTOR;
	}
}

void commit_locks_tap(struct commit_slice_side *x, struct pkt *k)
{
	take_place(x->system, &x->system->lock[x->side.slice->index], k);
	k->addr = address(x->system, k);
}
