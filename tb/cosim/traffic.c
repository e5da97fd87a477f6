/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "traffic.h"

#include <string.h>

#include "reference/pf_geometry.h"

enum { SIXTEENTHS = 16, LONGEST_PHASE = 400, FEW_WORDS = 40 };

/* Ways to make a word mask. */
enum { WHOLE, ONE_WORD, FIXED, ANY, EDGES, WAYS };

static uint32_t below(struct traffic *t, uint32_t n)
{
	return rng_below(&t->rng, n);
}

static bool chance(struct traffic *t, uint32_t sixteenths)
{
	return below(t, SIXTEENTHS) < sixteenths;
}

#define PICK(t, list) ((list)[below(t, sizeof(list) / sizeof(*(list)))])

uint32_t traffic_addr_bits(const char *geometry)
{
#define ADDR(n, N) {#n, PF_##N##_ADDR_W},
	static const struct {
		const char *name;
		uint32_t bits;
	} of[] = {PF_GEOMETRIES(ADDR)};

	for (size_t i = 0; i < sizeof(of) / sizeof(*of); i++)
		if (!strcmp(of[i].name, geometry))
			return of[i].bits;
	return 0;
}

uint64_t traffic_tag_bits(const struct pf_geometry *g, const struct pf_tag *t)
{
	uint32_t at = 16;
	uint64_t bits = t->signature;

	bits |= (uint64_t)pf_truncate(t->barrier, g->barrier_bits) << at;
	at += g->barrier_bits;
	bits |= (uint64_t)pf_truncate(t->warp, g->warp_bits) << at;
	at += g->warp_bits;
	bits |= (uint64_t)pf_truncate(t->block, g->block_bits) << at;
	at += g->block_bits;
	return bits | (uint64_t)t->strong << at | (uint64_t)t->block_scope << (at + 1) |
	       (uint64_t)t->atomic << (at + 2) | (uint64_t)t->write << (at + 3);
}

void traffic_shape(struct pf_slice_config *c, enum pf_metadata metadata, uint64_t seed,
		   uint32_t addr_bits, uint32_t most_words)
{
	const uint64_t all = (1ULL << addr_bits) / PF_WORD_BYTES;
	struct rng rng;
	uint64_t words, spare;

	rng_seed(&rng, seed ^ 0x736861706500);
	if (most_words > all)
		most_words = (uint32_t)all;
	switch (rng_below(&rng, 4)) {
	case 0: words = 1 + rng_below(&rng, FEW_WORDS); break;
	case 1: words = 1 + rng_below(&rng, most_words); break;
	case 2: words = most_words; break;
	default: words = 16 + 16ULL * rng_below(&rng, most_words / 16); break;
	}
	if (words > most_words)
		words = most_words;
	spare = (all - words) / PF_SECTOR_WORDS;
	c->base = rng_below(&rng, 4) ? rng_next(&rng) % (spare + 1) : spare;
	c->words = words;
	c->entries = words;
	c->report_all = rng_below(&rng, 3) == 0;
	if (metadata == PF_FULL)
		return;
	c->entries = (words + (1U << c->geometry.tag_bits) - 1) >> c->geometry.tag_bits;
	if (rng_below(&rng, 4) == 0) /* more than it takes */
		c->entries += rng_below(&rng, (uint32_t)(words - c->entries) + 1);
}

void traffic_init(struct traffic *t, const struct pf_slice_config *c, uint64_t seed,
		  uint32_t addr_bits)
{
	*t = (struct traffic){.slice = c, .addr_bits = addr_bits};
	rng_seed(&t->rng, seed);
}

static uint32_t within(const struct traffic *t, uint64_t sector)
{
	return (uint32_t)(sector & ((1ULL << t->addr_bits) / PF_SECTOR_BYTES - 1));
}

/* A sector of the region, or one that touches it. */
static uint32_t any_sector(struct traffic *t)
{
	const struct pf_slice_config *c = t->slice;
	const uint64_t sectors = (c->words + PF_SECTOR_WORDS - 1) / PF_SECTOR_WORDS;

	if (chance(t, t->outside))
		return within(t, rng_next(&t->rng));
	return within(t, c->base + rng_next(&t->rng) % sectors);
}

/* Where the table of cached16 starts again, or where the region ends. */
static uint32_t edge_sector(struct traffic *t)
{
	const struct pf_slice_config *c = t->slice;
	const uint64_t turns = (c->words + c->entries - 1) / c->entries;
	const uint64_t turn = 1 + rng_next(&t->rng) % turns;

	return within(t, c->base + turn * c->entries / PF_SECTOR_WORDS + below(t, 2));
}

static void choose_sectors(struct traffic *t)
{
	static const uint32_t count[] = {0, 1, 1, 2, 3, 5, 8, TRAFFIC_HOT};
	const struct pf_slice_config *c = t->slice;
	const uint32_t first = any_sector(t), way = below(t, 5);

	t->n_hot = PICK(t, count);
	for (uint32_t i = 0; i < t->n_hot; i++)
		switch (way) {
		case 0: t->hot[i] = within(t, (uint64_t)first + i); break;
		case 1: /* the same entries */
			t->hot[i] = within(t, first + i * c->entries / PF_SECTOR_WORDS +
						      (i && !below(t, 4)));
			break;
		case 2: t->hot[i] = edge_sector(t); break;
		case 3: t->hot[i] = within(t, c->base + i - 1ULL); break;
		default: t->hot[i] = any_sector(t); break;
		}
	for (uint32_t i = 0; i < t->n_hot; i++) /* but not too many outside */
		if ((t->hot[i] - c->base) * PF_SECTOR_WORDS >= c->words && below(t, 4))
			t->hot[i] = any_sector(t);
}

static void choose_warps(struct traffic *t)
{
	static const uint32_t count[] = {1, 2, 2, 3, 4, 8, TRAFFIC_WARPS};
	const struct pf_geometry *g = &t->slice->geometry;
	const uint32_t way = below(t, 4);

	t->n_warps = PICK(t, count);
	for (uint32_t i = 0; i < t->n_warps; i++) {
		t->warp[i] = pf_truncate(way == 0 ? 0 : rng_next(&t->rng), g->warp_bits);
		t->block[i] = pf_truncate(rng_next(&t->rng), g->block_bits);
		if (way == 1) /* all of one block */
			t->block[i] = t->block[0];
		if (way == 2 && i) /* equal in all but a high bit: the fence file mixes them up */
			t->block[i] = t->block[0] ^ (i & 1) << (g->block_bits - 1);
	}
}

static void choose_marks(struct traffic *t)
{
	static const uint32_t pcs[] = {0, 1, 2, TRAFFIC_PCS};
	const uint32_t locks = below(t, 4);

	t->n_pcs = PICK(t, pcs);
	for (uint32_t i = 0; i < TRAFFIC_PCS; i++)
		t->pc[i] =
			pf_truncate(below(t, 2) ? 8ULL * i : rng_next(&t->rng), t->slice->pc_bits);
	t->n_locks = locks == 0 ? 0 : 1 + below(t, TRAFFIC_LOCKS);
	for (uint32_t i = 0; i < TRAFFIC_LOCKS; i++)
		t->lock[i] = (uint16_t)(locks == 1 ? 0 : 0x100U << below(t, 8) | 1U << below(t, 8));
}

static void choose_phase(struct traffic *t)
{
	static const uint32_t often[] = {0, 0, 2, 4, 8, 40};
	static const uint32_t rarely[] = {0, 0, 0, 30, 100, 300};
	static const uint32_t sixteenths[] = {0, 2, 8, 14, 16};
	static const uint32_t few[] = {0, 0, 1, 6};
	static const uint32_t some[] = {0, 0, 4, 14};

	t->left = 1 + below(t, LONGEST_PHASE);
	t->outside = PICK(t, few);
	choose_sectors(t);
	choose_warps(t);
	choose_marks(t);
	t->words = below(t, WAYS);
	t->mask = (uint8_t)rng_next(&t->rng);
	t->fences = PICK(t, often);
	t->epochs = PICK(t, rarely);
	t->burst = below(t, 3) ? 0 : 1 + below(t, 80);
	t->writes = PICK(t, sixteenths);
	t->atomics = PICK(t, some);
	t->weak = PICK(t, sixteenths);
	t->blocks = PICK(t, sixteenths);
	t->subs = PICK(t, few);
	t->barriers = PICK(t, often);
}

static uint8_t mask(struct traffic *t)
{
	switch (t->words) {
	case WHOLE: return 0xff;
	case ONE_WORD: return (uint8_t)(1U << below(t, PF_SECTOR_WORDS));
	case FIXED: return t->mask;
	case EDGES: return below(t, 2) ? 0x81 : 0x01;
	default: return (uint8_t)rng_next(&t->rng);
	}
}

static void make_access(struct traffic *t, struct pf_request *r)
{
	r->kind = PF_REQ_ACCESS;
	r->sector = t->n_hot ? t->hot[below(t, t->n_hot)] : any_sector(t);
	r->word_mask = mask(t);
	r->sub_mask = chance(t, t->subs) ? (uint8_t)rng_next(&t->rng) : 0;
	r->pc = t->n_pcs ? t->pc[below(t, t->n_pcs)]
			 : pf_truncate(rng_next(&t->rng), t->slice->pc_bits);
	r->tag.atomic = chance(t, t->atomics);
	r->tag.write = chance(t, t->writes);
	r->tag.strong = !chance(t, t->weak);
	r->tag.block_scope = chance(t, t->blocks);
	r->tag.signature = t->n_locks ? t->lock[below(t, t->n_locks)] : (uint16_t)rng_next(&t->rng);
	if (t->barriers && !below(t, t->barriers))
		t->barrier = (uint32_t)rng_next(&t->rng);
	r->tag.barrier = pf_truncate(t->barrier, t->slice->geometry.barrier_bits);
}

void traffic_next(struct traffic *t, struct pf_request *r)
{
	uint32_t who;

	if (t->bursting) {
		t->bursting--;
		*r = t->last;
		return;
	}
	if (t->left-- == 0) {
		choose_phase(t);
		t->left--;
	}
	who = below(t, t->n_warps);
	*r = (struct pf_request){.tag = {.block = t->block[who], .warp = t->warp[who]}};
	if (t->epochs && !below(t, t->epochs)) {
		r->kind = PF_REQ_EPOCH;
	} else if (t->fences && !below(t, t->fences)) {
		r->kind = PF_REQ_FENCE;
		r->tag.block_scope = chance(t, t->blocks);
	} else {
		make_access(t, r);
	}
	if (!t->burst || below(t, t->burst))
		return;
	t->bursting = below(t, t->burst);
	t->last = *r;
}

/* Streams */

const char *traffic_stream_name(enum traffic_stream s)
{
	static const char *const name[TRAFFIC_STREAMS] = {
		"full_sectors", "scattered_words", "hot_word",   "hot_group",
		"hot_pair",     "hot_sector",      "hot_race",   "eight_owners",
		"fences",       "eighth_a_fence",  "held_lines", "cached_words",
	};

	return name[s];
}

struct pf_entry traffic_owner(uint64_t index)
{
	struct pf_entry e = pf_meta_unwritten(0, 0);

	e.modified = e.blk_shared = false; /* read by many blocks: another read leaves it alone */
	e.block = (uint32_t)(index & 1);
	e.warp = (uint32_t)(index >> 1 & 3);
	return e;
}

enum { LINES = 128, SECTORS = 4 }; /* of CACHED; of a line */

void traffic_streamed(const struct pf_slice_config *c, enum traffic_stream s, uint64_t i,
		      struct pf_request *r)
{
	const uint32_t sectors = (uint32_t)(c->words / PF_SECTOR_WORDS);
	const uint32_t next = (uint32_t)(i % sectors);

	*r = (struct pf_request){.kind = PF_REQ_ACCESS,
				 .sector = c->base + next,
				 .word_mask = 0xff,
				 .tag = {.write = true, .warp = 1}};
	switch (s) {
	case TRAFFIC_SCATTERED: r->word_mask = (uint8_t)(1U << i % PF_SECTOR_WORDS); break;
	case TRAFFIC_HOT_WORD:
		r->sector = c->base;
		r->word_mask = 1;
		break;
	case TRAFFIC_HOT_GROUP:
		r->sector = c->base;
		r->word_mask = (uint8_t)(1U << i % 4);
		break;
	case TRAFFIC_HOT_PAIR:
		r->sector = c->base;
		r->word_mask = 3;
		break;
	case TRAFFIC_HOT_SECTOR: r->sector = c->base; break;
	case TRAFFIC_HOT_RACE:
		r->sector = c->base;
		r->word_mask = 1;
		r->tag.block = (uint32_t)(i & 1);
		break;
	case TRAFFIC_OWNERS: r->tag = (struct pf_tag){.block = 2}; break;
	case TRAFFIC_FENCES: r->kind = PF_REQ_FENCE; break;
	case TRAFFIC_EIGHTH:
		if (i % 8 == 7)
			r->kind = PF_REQ_FENCE;
		break;
	case TRAFFIC_HELD: r->sector = c->base + (uint32_t)(i % 4); break;
	case TRAFFIC_CACHED:
		r->sector =
			c->base + (uint32_t)((i % LINES * SECTORS + i / LINES % SECTORS) % sectors);
		r->word_mask = (uint8_t)(1U << i / LINES / SECTORS % PF_SECTOR_WORDS);
		break;
	default: break;
	}
	if (r->kind == PF_REQ_FENCE) { /* of all warps in turn, so that counts wrap seldom */
		const uint64_t n = s == TRAFFIC_EIGHTH ? i / 8 : i;

		r->tag = (struct pf_tag){
			.block = pf_truncate(n, c->fence_block_bits),
			.warp = pf_truncate(n >> c->fence_block_bits, c->geometry.warp_bits)};
	}
}
