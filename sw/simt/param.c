/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * param: .param space. Kernel parameters are the block's; a device function's parameters
 * and the variables of call sequences lie in per-lane storage.
 */
#include "alu_opt.h"

#include <string.h>

#include "../base/clones.h"

#include "warp.h"

uint64_t simt_load(const uint8_t *p, unsigned size)
{
	uint64_t v = 0;

	memcpy(&v, p, size); /* little endian host; no alignment asked for */
	return v;
}

void simt_store(uint8_t *p, uint64_t v, unsigned size)
{
	memcpy(p, &v, size);
}

const uint8_t *simt_param_ptr(const struct simt_warp *w, unsigned lane, uint32_t addr)
{
	if (addr < SIMT_PARAM_LANE)
		return w->env->params + addr;
	return w->lane_param + (size_t)lane * w->kernel->lane_param_bytes +
	       (addr - SIMT_PARAM_LANE);
}

static uint64_t extend(uint64_t v, const struct simt_mem *m)
{
	unsigned unused = 64 - 8U * m->size;

	return m->sext ? (uint64_t)((int64_t)(v << unused) >> unused) : v;
}

static void put(struct simt_warp *w, const struct simt_mem *m, unsigned n, unsigned lane,
		uint64_t v)
{
	if (m->val[n] == SIMT_NO_REF)
		return;
	if (m->val_bytes[n] == 8)
		SIMT_U64(w, m->val[n])[lane] = v;
	else if (m->val_bytes[n] == 4)
		SIMT_U32(w, m->val[n])[lane] = (uint32_t)v;
	else
		SIMT_U16(w, m->val[n])[lane] = (uint16_t)v;
}

static uint64_t get(struct simt_warp *w, const struct simt_mem *m, unsigned n, unsigned lane)
{
	if (m->val_bytes[n] == 8)
		return SIMT_U64(w, m->val[n])[lane];
	if (m->val_bytes[n] == 4)
		return SIMT_U32(w, m->val[n])[lane];
	return SIMT_U16(w, m->val[n])[lane];
}

/* All lanes of a register. */
static void put_all(struct simt_warp *w, const struct simt_mem *m, unsigned n, uint64_t v)
{
	if (m->val_bytes[n] == 8)
		for (unsigned l = 0; l < SIMT_LANES; l++)
			SIMT_U64(w, m->val[n])[l] = v;
	else if (m->val_bytes[n] == 4)
		for (unsigned l = 0; l < SIMT_LANES; l++)
			SIMT_U32(w, m->val[n])[l] = (uint32_t)v;
	else
		for (unsigned l = 0; l < SIMT_LANES; l++)
			SIMT_U16(w, m->val[n])[l] = (uint16_t)v;
}

CLONES void simt_ld_param(struct simt_warp *w, const struct simt_insn *i, uint32_t mask)
{
	const struct simt_mem *m = i->u.mem;
	const uint8_t *p = w->env->params + m->off;

	for (unsigned n = 0; n < m->vec; n++) {
		uint64_t v = extend(simt_load(p + (size_t)n * m->size, m->size), m);

		if (mask == UINT32_MAX && m->val[n] != SIMT_NO_REF) {
			put_all(w, m, n, v);
			continue;
		}
		for (uint32_t left = mask; left; left &= left - 1)
			put(w, m, n, simt_first(left), v);
	}
}

void simt_ld_lane_param(struct simt_warp *w, const struct simt_insn *i, uint32_t mask)
{
	const struct simt_mem *m = i->u.mem;

	for (uint32_t left = mask; left; left &= left - 1) {
		unsigned lane = simt_first(left);
		const uint8_t *p = simt_param_ptr(w, lane, (uint32_t)m->off);

		for (unsigned n = 0; n < m->vec; n++)
			put(w, m, n, lane, extend(simt_load(p + (size_t)n * m->size, m->size), m));
	}
}

void simt_st_lane_param(struct simt_warp *w, const struct simt_insn *i, uint32_t mask)
{
	const struct simt_mem *m = i->u.mem;

	for (uint32_t left = mask; left; left &= left - 1) {
		unsigned lane = simt_first(left);
		uint8_t *p = w->lane_param + (size_t)lane * w->kernel->lane_param_bytes +
			     (m->off - SIMT_PARAM_LANE);

		for (unsigned n = 0; n < m->vec; n++)
			simt_store(p + (size_t)n * m->size, get(w, m, n, lane), m->size);
	}
}

static bool inside(const struct simt_warp *w, uint64_t addr, uint64_t bytes, bool store)
{
	uint64_t from = addr - SIMT_PARAM_LANE;

	if (addr < SIMT_PARAM_LANE)
		return !store && addr + bytes <= w->kernel->param_bytes;
	return from < w->kernel->lane_param_bytes && from + bytes <= w->kernel->lane_param_bytes;
}

bool simt_param_indirect(struct simt_warp *w, const struct simt_insn *i, uint32_t mask)
{
	const struct simt_mem *m = i->u.mem;
	bool st = m->kind == SIMT_OP_ST;

	for (uint32_t left = mask; left; left &= left - 1) {
		unsigned lane = simt_first(left);
		uint64_t addr = m->off + (m->base_bytes == 8 ? SIMT_U64(w, m->base)[lane]
							     : SIMT_U32(w, m->base)[lane]);
		uint8_t *p;

		if (!inside(w, addr, (uint64_t)m->size * m->vec, st)) {
			simt_fault(w, SIMT_FAULT_BAD_PARAM, 1U << lane);
			return false;
		}
		p = (uint8_t *)(uintptr_t)simt_param_ptr(w, lane, (uint32_t)addr);
		for (unsigned n = 0; n < m->vec; n++, p += m->size) {
			if (st)
				simt_store(p, get(w, m, n, lane), m->size);
			else
				put(w, m, n, lane, extend(simt_load(p, m->size), m));
		}
	}
	return true;
}
