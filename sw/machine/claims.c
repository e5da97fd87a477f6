/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * A word's claim, and what a thread does to it ("conflict": it is told, the claim does not matter):
 *
 *                           read                            write
 *   an earlier interval     mine                            mine, WRITTEN, NOW
 *   another warp            conflict if WRITTEN; WARPS      conflict
 *   its own, before a sync  mine; WRITTEN and WARPS stay    conflict if WARPS; mine, WRITTEN, NOW
 *   ..., another lane       conflict if NOW; LANES          conflict
 *   itself                  as it was; conflict if NOW      conflict if LANES or WARPS;
 *                           and LANES                       mine, WRITTEN, NOW
 */
#include "../simt/alu_opt.h"

#include "claims.h"

#include <stdlib.h>
#include <string.h>

#include "../base/clones.h"
#include "../base/mem.h"

enum {
	LANES = 1,   /* others of the warp have touched it since the sync, */
	NOW = 2,     /* somebody of the warp has written it since then, */
	WARPS = 4,   /* other warps have read it in this interval, */
	WRITTEN = 8, /* it was written in this interval */
	WORD = 4
};
/* A stamp, from bit 0 up: those, lane, sync, warp, interval. */
enum { LANE = 4, SYNC = LANE + 5, WARP = SYNC + 23, INTERVAL = WARP + 5 };

#define ALWAYS_INLINE   static inline __attribute__((always_inline))
#define ONE(field)      (1ULL << (field))
#define LAST_INTERVAL   (UINT64_MAX - ONE(INTERVAL) + 1)
#define ONES(condition) ((condition) ? UINT64_MAX : 0ULL) /* without branches: vectors */

/* Storage and stamps */

void claims_free(struct claims *c)
{
	free(c->word);
	*c = (struct claims){0};
}

void claims_launch(struct claims *c, uint32_t shared_bytes, bool lanes)
{
	const size_t words = shared_bytes / WORD + 1;

	if (c->words < words) {
		free(c->word);
		c->word = mem_alloc(words * sizeof(*c->word));
		c->words = words;
	}
	c->lanes = lanes;
}

bool claims_interval(struct claims *c)
{
	if (c->interval == LAST_INTERVAL)
		return false;
	c->interval += ONE(INTERVAL);
	for (uint64_t w = 0; w < CLAIMS_WARPS; w++)
		c->sync[w] = c->interval | w << WARP;
	return true;
}

/* What is older than the block is nothing. */
bool claims_block(struct claims *c)
{
	if (c->interval >= LAST_INTERVAL / 2) {
		memset(c->word, 0, c->words * sizeof(*c->word));
		c->interval = 0;
	}
	return claims_interval(c);
}

bool claims_sync(struct claims *c, uint32_t warp)
{
	const uint64_t next = c->sync[warp] + ONE(SYNC);

	if ((next ^ c->sync[warp]) >> WARP)
		return false;
	c->sync[warp] = next;
	return true;
}

/* Words */

/* The claim after a read; *bad is not 0 after a conflict. */
ALWAYS_INLINE uint64_t after_read(uint64_t t, uint64_t mine, uint64_t interval, uint64_t *bad)
{
	const uint64_t known = ONES(t >= interval), differs = t ^ mine;
	const uint64_t warp = known & ONES(differs >= ONE(WARP)), own = known & ~warp;
	const uint64_t before = own & ONES(differs >= ONE(SYNC)), now = own & ~before;
	const uint64_t lane = now & ONES(differs >= ONE(LANE)), self = now & ~lane;

	*bad |= (warp & t & WRITTEN) | (lane & t & NOW) | (self & t & (t << 1) & NOW);
	return (~known & mine) | (warp & (t | WARPS)) |
	       (before & (mine | (t & (WRITTEN | WARPS)))) | (lane & (t | LANES)) | (self & t);
}

ALWAYS_INLINE uint64_t after_write(uint64_t t, uint64_t mine, uint64_t interval, uint64_t *bad)
{
	const uint64_t known = ONES(t >= interval), differs = t ^ mine;
	const uint64_t warp = known & ONES(differs >= ONE(WARP)), own = known & ~warp;
	const uint64_t before = own & ONES(differs >= ONE(SYNC)), now = own & ~before;

	*bad |= warp | (own & t & WARPS) | (now & ONES(differs >= ONE(LANE))) | (now & t & LANES);
	return mine | NOW | WRITTEN;
}

/* Words of lanes side by side: 2^shift words a lane. */
ALWAYS_INLINE uint64_t side(uint64_t *restrict word, size_t words, uint64_t mine, uint64_t interval,
			    unsigned shift, bool store)
{
	uint64_t bad = 0;

	if (store)
		for (size_t i = 0; i < words; i++)
			word[i] = after_write(word[i], mine + (i >> shift << LANE), interval, &bad);
	else
		for (size_t i = 0; i < words; i++)
			word[i] = after_read(word[i], mine + (i >> shift << LANE), interval, &bad);
	return bad;
}

/* Words of one lane. */
ALWAYS_INLINE uint64_t one(uint64_t *word, size_t words, uint64_t mine, uint64_t interval,
			   bool store)
{
	uint64_t bad = 0;

	for (size_t i = 0; i < words; i++)
		word[i] = store ? after_write(word[i], mine, interval, &bad)
				: after_read(word[i], mine, interval, &bad);
	return bad;
}

/* Words of which several lanes touch a part each, or all read the whole: whatever their own warp
 * did there since the sync, some of them have not done. */
ALWAYS_INLINE uint64_t together(uint64_t *word, size_t words, uint64_t mine, uint64_t interval,
				bool store)
{
	uint64_t bad = 0;

	for (size_t i = 0; i < words; i++) {
		const uint64_t now = ONES((word[i] ^ mine) < ONE(SYNC));

		bad |= now & (store ? UINT64_MAX : word[i] & NOW);
		bad |= one(&word[i], 1, mine, interval, store);
		word[i] |= LANES;
	}
	return bad;
}

/* Parts of words side by side: each word has several lanes. */
ALWAYS_INLINE uint64_t parts(uint64_t *word, size_t words, uint64_t mine, uint64_t interval,
			     unsigned each, bool store)
{
	uint64_t bad = 0;

	for (size_t i = 0; i < words; i++)
		bad |= together(word + i, 1, mine + (i * each << LANE), interval, store);
	return bad;
}

/* n lanes. */
ALWAYS_INLINE uint64_t side_by_side(const struct claims *c, uint64_t mine,
				    const struct simt_reach *r, uint64_t at, size_t n)
{
	const size_t bytes = r->bytes;
	uint64_t *word = &c->word[at / WORD], bad = 0;

	if (bytes >= WORD)
		return side(word, n * bytes / WORD, mine, c->interval,
			    (unsigned)__builtin_ctzll(bytes / WORD), r->store);
	if (at % WORD == 0)
		return parts(word, n * bytes / WORD, mine, c->interval, (unsigned)(WORD / bytes),
			     r->store);
	for (size_t l = 0; l < n; l++)
		bad |= one(&c->word[(at + l * bytes) / WORD], 1, mine + (l << LANE), c->interval,
			   r->store);
	return bad;
}

ALWAYS_INLINE uint64_t half(const struct claims *c, uint64_t mine, const struct simt_reach *r,
			    uint64_t at)
{
	if (r->layout == SIMT_SIDE)
		return side_by_side(c, mine, r, at, SIMT_LANES / SIMT_HALVES);
	return together(&c->word[at / WORD], r->bytes < WORD ? 1 : r->bytes / WORD, mine,
			c->interval, r->store);
}

ALWAYS_INLINE uint64_t scattered(const struct claims *c, uint64_t mine, const struct simt_reach *r,
				 uint64_t at)
{
	const size_t words = r->bytes < WORD ? 1 : r->bytes / WORD;
	uint64_t bad = 0;

	for (uint32_t left = r->mask; left; left &= left - 1) {
		const uint64_t l = (uint64_t)__builtin_ctz(left);

		bad |= one(&c->word[(at + r->off[l]) / WORD], words, mine + (l << LANE),
			   c->interval, r->store);
	}
	return bad;
}

CLONES bool claims_touch(struct claims *c, uint32_t warp, const struct simt_reach *r,
			 const uint8_t *base)
{
	const uint64_t first = (uint64_t)(r->host[0] - base), half_lanes = SIMT_LANES / SIMT_HALVES;
	uint64_t mine, bad, second;

	if (!c->lanes && !claims_sync(c, warp)) /* lanes meet with each access */
		return false;
	mine = c->sync[warp];
	if (r->layout == SIMT_SCATTERED)
		return !scattered(c, mine, r, first);
	second = (uint64_t)(r->host[1] - base);
	if (r->layout == SIMT_SIDE && second == first + half_lanes * r->bytes)
		return !side_by_side(c, mine, r, first, SIMT_LANES);
	bad = half(c, mine, r, first);
	bad |= half(c, mine + (half_lanes << LANE), r, second);
	return !bad;
}
