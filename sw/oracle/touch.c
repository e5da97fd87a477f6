/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "touch.h"

#include <string.h>

/* Lanes lie 2^shift bytes apart. Being aligned, none lies across a multiple of that, and so
 * access_lanes() finds them. */
static bool regular(const struct simt_op *op, uint32_t lanes, unsigned bytes, uint8_t *shift,
		    uint8_t *phase)
{
	const unsigned first = (unsigned)__builtin_ctz(lanes);
	const uint32_t rest = lanes & (lanes - 1);
	uint64_t step, zero;
	unsigned second;

	if (!rest)
		return false;
	second = (unsigned)__builtin_ctz(rest);
	step = (op->addr[second] - op->addr[first]) / (second - first);
	if (step < bytes || step & (step - 1) || step > 1U << 20)
		return false;
	zero = op->addr[first] - first * step;
	for (uint32_t left = rest; left; left &= left - 1) {
		const unsigned l = (unsigned)__builtin_ctz(left);

		if (op->addr[l] != zero + l * step)
			return false;
	}
	*shift = (uint8_t)__builtin_ctzll(step);
	*phase = (uint8_t)((zero >> *shift) & 31);
	return true;
}

unsigned touch_row(const struct simt_op *op, uint32_t lanes, uint8_t *shift, uint8_t *phase)
{
	const unsigned bytes = (unsigned)op->size * op->vec, first = (unsigned)__builtin_ctz(lanes);

	if (bytes < 4 || !(lanes & (lanes - 1)) || !simt_op_row(op, lanes))
		return 0;
	*shift = (uint8_t)__builtin_ctz(bytes);
	*phase = (uint8_t)(((op->addr[first] >> *shift) - first) & 31);
	return (unsigned)__builtin_popcount(lanes) * bytes / 4;
}

/* Puts lanes with one address together: t[i].addr and .lanes. */
static unsigned groups(const struct simt_op *op, uint32_t lanes, unsigned bytes, struct touch *t)
{
	const unsigned align = (unsigned)__builtin_ctz(bytes); /* a power of two */
	uint8_t slot[64];
	unsigned n = 0;

	memset(slot, 0xff, sizeof(slot));
	for (; lanes; lanes &= lanes - 1) {
		const unsigned l = (unsigned)__builtin_ctz(lanes);
		unsigned i = (unsigned)(((op->addr[l] >> align) * 0x9e3779b97f4a7c15ULL) >> 58);

		while (slot[i] != 0xff && t[slot[i]].addr != op->addr[l])
			i = (i + 1) % sizeof(slot);
		if (slot[i] == 0xff) {
			slot[i] = (uint8_t)n;
			t[n++] = (struct touch){.addr = op->addr[l]};
		}
		t[slot[i]].lanes |= 1U << l;
	}
	return n;
}

/* Each of n touches becomes one for each word: in place, from the end. */
static void spread(struct touch *t, unsigned n, unsigned words)
{
	for (unsigned i = n; i-- > 0;) {
		const struct touch of = t[i];

		for (unsigned w = 0; w < words; w++)
			t[i * words + w] = (struct touch){
				.addr = of.addr + 4ULL * w, .lanes = of.lanes, .bytes = of.bytes};
	}
}

unsigned touch_list(const struct simt_op *op, uint32_t lanes, bool apart, struct touch *t,
		    uint8_t *shift, uint8_t *phase)
{
	const unsigned bytes = (unsigned)op->size * op->vec, part = bytes < 4 ? bytes : 4;
	unsigned n = 0;

	*phase = 0;
	if (!apart && regular(op, lanes, bytes, shift, phase)) {
		for (; lanes; lanes &= lanes - 1) {
			const unsigned l = (unsigned)__builtin_ctz(lanes);

			t[n++] = (struct touch){op->addr[l], 1U << l, part};
		}
	} else {
		*shift = ACCESS_LANES;
		n = groups(op, lanes, bytes, t);
		for (unsigned i = 0; i < n; i++)
			t[i].bytes = part;
	}
	if (bytes <= 4)
		return n;
	spread(t, n, bytes / 4);
	return n * (bytes / 4);
}
