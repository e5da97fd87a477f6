/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * drop: MACHINE_CONTINUE. A GPU often does not notice an access outside of an allocation, as its
 * pages are larger; to see the races behind one, such an access is left out: a store is dropped,
 * a load gives 0, an atomic has no effect and gives 0.
 *
 * It is left out before anybody performs it, so observers and an engine's caches and detector
 * never see an address that is nobody's.
 */
#include <stdio.h>
#include <stdlib.h>

#include "machine_int.h"

static struct machine_dropped *place_of(struct machine *m, const struct machine_warp *w,
					uint32_t pc, int cuda_error)
{
	for (size_t i = 0; i < m->n_dropped; i++) {
		struct machine_dropped *d = &m->dropped[i];

		if (d->kernel == w->w.kernel && d->pc == pc && d->cuda_error == cuda_error)
			return d;
	}
	return NULL;
}

static void note(struct machine *m, const struct machine_warp *w, const struct simt_op *op,
		 uint32_t mask, int cuda_error)
{
	static const char *const instead[] = {
		[SIMT_OP_LD] = "the load gave 0",
		[SIMT_OP_ST] = "the store was dropped",
		[SIMT_OP_ATOM] = "the atomic had no effect and gave 0",
		[SIMT_OP_RED] = "the atomic had no effect",
	};
	struct machine_dropped *d;
	char place[512], text[2048], line[2200];

	if (!mask)
		return;
	d = place_of(m, w, op->pc, cuda_error);
	if (!d) {
		machine_place(w->w.kernel, op->pc, place, sizeof(place));
		(void)fault_access_text(m, w, op, mask, text, sizeof(text));
		snprintf(line, sizeof(line), "%s; %s", text, instead[op->kind]);
		m->dropped = mem_grow(m->dropped, &m->cap_dropped, m->n_dropped, sizeof(*d));
		d = &m->dropped[m->n_dropped++];
		*d = (struct machine_dropped){.kernel = w->w.kernel,
					      .pc = op->pc,
					      .cuda_error = cuda_error,
					      .launch = m->run.info.launch,
					      .place = mem_strdup(place),
					      .text = mem_strdup(line)};
		m->stats.faults++;
	}
	d->accesses += (unsigned)__builtin_popcount(mask);
}

static uint32_t misaligned(const struct simt_op *op, uint32_t mask)
{
	const uint64_t bytes = (uint64_t)op->size * op->vec;
	uint32_t bad = 0;

	for (uint32_t left = mask; left; left &= left - 1) {
		const unsigned l = (unsigned)__builtin_ctz(left);

		if (op->addr[l] & (bytes - 1))
			bad |= 1U << l;
	}
	return bad;
}

bool drop_lanes(struct machine *m, struct machine_warp *w, struct simt_op *op)
{
	const uint32_t all = op->mask;
	uint32_t bad, crooked;

	if (op->kind > SIMT_OP_RED)
		return true;
	bad = perform_bad(m, w, op);
	if (!bad)
		return true;
	crooked = misaligned(op, bad);
	note(m, w, op, crooked, MACHINE_E_MISALIGNED);
	note(m, w, op, bad & ~crooked, MACHINE_E_ILLEGAL_ADDRESS);
	if (op->kind == SIMT_OP_LD || op->kind == SIMT_OP_ATOM) {
		for (uint32_t left = bad; left; left &= left - 1)
			for (unsigned v = 0; v < op->vec; v++)
				op->data[v][__builtin_ctz(left)] = 0;
		op->mask = bad;
		simt_complete(&w->w, op);
	}
	op->mask = all & ~bad;
	return op->mask != 0;
}

const struct machine_dropped *machine_dropped(const struct machine *m, size_t *n)
{
	*n = m->n_dropped;
	return m->dropped;
}

void drop_forget(struct machine *m, const struct simt_kernel *k)
{
	for (size_t i = 0; i < m->n_dropped; i++)
		if (m->dropped[i].kernel == k)
			m->dropped[i].kernel = NULL;
}

void drop_free(struct machine *m)
{
	for (size_t i = 0; i < m->n_dropped; i++) {
		free(m->dropped[i].place);
		free(m->dropped[i].text);
	}
	free(m->dropped);
}
