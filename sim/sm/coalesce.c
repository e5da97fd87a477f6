/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "coalesce.h"

#include <string.h>

enum { WORD = 4, NONE = 0xff };

static bool is_atomic(const struct simt_op *op)
{
	return op->kind == SIMT_OP_ATOM || op->kind == SIMT_OP_RED;
}

/* Bytes of its sector that an access at addr touches. */
static uint32_t bytes_of(uint64_t addr, uint32_t bytes)
{
	const uint64_t ones = (1ULL << bytes) - 1;

	return (uint32_t)(ones << (addr % SECTOR));
}

/* Every byte of a word of which any is touched. */
static uint32_t whole_words(uint32_t touched)
{
	uint32_t first = touched | touched >> 1;

	first = (first | first >> 2) & 0x11111111U;
	return first * 15;
}

static void finish(const struct simt_op *op, struct coalesced *c, uint32_t touched)
{
	const unsigned lanes = (unsigned)__builtin_popcount(c->lanes);

	for (unsigned w = 0; w < SECTOR / WORD; w++) {
		const uint32_t part = touched >> (WORD * w) & 15;

		c->word_mask |= (uint8_t)((part != 0) << w);
		c->sub_mask |= (uint8_t)((part != 0 && part != 15) << w);
	}
	if (op->kind == SIMT_OP_ST)
		c->bytes = (uint16_t)__builtin_popcount(touched);
	else if (is_atomic(op))
		c->bytes = (uint16_t)(lanes * op->size * op->vec *
				      (op->atom == PTX_ATOM_CAS ? 2U : 1U));
}

/* Lines in the order in which they first come, accesses of each as they were. */
static void by_line(struct coalesced *c, uint32_t n)
{
	for (uint32_t i = 0; i + 1 < n; i++) {
		const uint64_t line = c[i].addr / LINE;
		uint32_t to = i + 1;

		for (uint32_t j = to; j < n; j++) {
			const struct coalesced moved = c[j];

			if (moved.addr / LINE != line)
				continue;
			memmove(&c[to + 1], &c[to], (j - to) * sizeof(*c));
			c[to++] = moved;
		}
		i = to - 1;
	}
}

uint32_t coalesce(const struct simt_op *op, uint32_t segment, struct coalesced out[COALESCE_MOST])
{
	const bool atomic = is_atomic(op);
	const uint32_t bytes = (uint32_t)op->size * op->vec;
	uint32_t touched[COALESCE_MOST], n = 0, last = 0;

	for (uint32_t left = op->mask; left; left &= left - 1) {
		const unsigned l = (unsigned)__builtin_ctz(left);
		const uint64_t sector = op->addr[l] & ~(uint64_t)(SECTOR - 1);
		const uint32_t mine = bytes_of(op->addr[l], bytes);
		uint32_t i = atomic ? 0 : last; /* neighbours like one sector */

		if (i >= n || out[i].addr != sector || atomic)
			for (i = 0; i < n; i++)
				if (out[i].addr == sector &&
				    !(atomic && whole_words(touched[i]) & mine))
					break;
		if (i == n) {
			out[n] = (struct coalesced){.addr = sector};
			touched[n++] = 0;
		}
		out[i].lanes |= 1U << l;
		touched[i] |= mine;
		last = i;
	}
	for (uint32_t i = 0; i < n; i++)
		finish(op, &out[i], touched[i]);
	if (segment > SECTOR)
		by_line(out, n);
	return n;
}

/* Words that one group of lanes asks of the banks: a list for each bank. */
struct group {
	uint8_t head[COALESCE_BANKS], next[SIMT_LANES], count[COALESCE_BANKS];
	uint64_t word[SIMT_LANES];
	uint32_t n, most;
};

static void ask(struct group *g, uint32_t banks, uint64_t word, bool always)
{
	const uint32_t bank = (uint32_t)(word % banks);

	for (uint8_t i = g->head[bank]; i != NONE && !always; i = g->next[i])
		if (g->word[i] == word)
			return;
	g->word[g->n] = word;
	g->next[g->n] = g->head[bank];
	g->head[bank] = (uint8_t)g->n++;
	if (++g->count[bank] > g->most)
		g->most = g->count[bank];
}

uint32_t coalesce_banks(const struct simt_op *op, uint32_t banks)
{
	const uint32_t bytes = (uint32_t)op->size * op->vec;
	const uint32_t words = bytes > WORD ? bytes / WORD : 1;
	const uint32_t lanes = SIMT_LANES / words;
	const uint32_t in_group = lanes == SIMT_LANES ? UINT32_MAX : (1U << lanes) - 1;
	uint32_t cycles = 0;
	struct group g;

	for (uint32_t first = 0; first < SIMT_LANES; first += lanes) {
		const uint32_t mask = op->mask & in_group << first;

		if (!mask)
			continue;
		memset(g.head, NONE, banks);
		memset(g.count, 0, banks);
		g.n = g.most = 0;
		for (uint32_t left = mask; left; left &= left - 1) {
			const uint64_t at = op->addr[__builtin_ctz(left)] / WORD;

			for (uint32_t w = 0; w < words; w++)
				ask(&g, banks, at + w, is_atomic(op));
		}
		cycles += g.most;
	}
	return cycles;
}
