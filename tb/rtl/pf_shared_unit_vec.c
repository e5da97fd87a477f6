/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_shared_unit_vec: what the warps of an SM do in shared memory, and the races that the reference
 * finds.
 *
 *   moods ─> blocks, barriers, fences, accesses ─> pf_shared ─> races
 *                                        \─> rounds of the scratchpad ─> operations
 *
 * Lines, in hex; races and operations each in their order:
 *   0 kind slot warp who warps write strong copy pc banks rows bytes same lanes seconds
 *     lasts unlike row arrives waits leaves
 *   1 instruction lanes slot who write strong pc lane bank row bytes others did first
 *     first_lane first_pc
 *   2 forgets splits lost      at the end
 *   3 stay late own drains     before an operation: cycles that it may take (pf_shared_stay_vec.h)
 *
 * tidy=1: nobody races. its=1: lanes are threads.
 */
#include <stdlib.h>
#include <string.h>

#include "pf_fields.h"
#include "reference/pf_shared_port.h"

#include "pf_rules_vec.h"
#include "pf_shared_stay_vec.h"

enum {
	SLOTS_MOST = 32,
	WARPS_MOST = 64,
	COPIES_MOST = 4, /* under way, of a block */
	OP_LANES = 5,    /* bits of a lane's number */
	RACES_MOST = 2 * PF_SHARED_WORD * PF_ROUNDS_WORDS
};

/* Each its own words; all read the same; anybody anything; with much order; with asynchronous
 * copies; from here on not only whole words: parts of them; bytes of a few, one lane at a time, and
 * not more of them than there is credit for. */
enum { TIDY, READS, WILD, ORDERED, COPIES, PARTS, BYTES, MOODS };

/* Widths of a geometry. */
struct sizes {
	uint32_t slots, warps, whos, banks, words, rows, phase_bits, pc_bits, credit_bits,
		every_bits, meet_bits, number_bits;
};

#define SIZES(g) \
	{ \
		PF_##g##_BLOCK_SLOTS, PF_##g##_WARPS, PF_##g##_SHARED_WARPS, \
			PF_##g##_SHARED_BANKS, PF_##g##_SHARED_WORDS, PF_##g##_SHARED_BYTE_ROWS, \
			PF_##g##_SHARED_PHASE_W, PF_##g##_SHARED_PC_W, PF_##g##_SHARED_CREDIT_W, \
			PF_##g##_SHARED_EVERY_W, PF_##g##_SHARED_MEET_W, PF_##g##_SHARED_NUMBER_W \
	}

struct block {
	uint32_t warps;           /* 0: the slot is free */
	uint8_t slot[WARPS_MOST]; /* of each of its warps, in the SM */
	uint32_t region;
	struct pf_shared_access copy[COPIES_MOST]; /* under way */
	uint32_t copies;
};

struct drive {
	struct rng r;
	struct sizes n;
	struct pf_shared s;
	struct stay stay;
	struct block block[SLOTS_MOST];
	uint64_t taken; /* warp slots */
	uint64_t used;  /* regions */
	uint32_t regions, hot;
	unsigned mood;
	bool its, whole;
	bool mild;                /* strong writes, and reads that observe them; few races */
	bool narrow;              /* one bank, two warps, two barriers: each of them much */
	uint32_t bank, first, pc; /* ... that bank, the first of the warps; a place */
	struct pf_shared_told race[RACES_MOST]; /* of the access */
	uint32_t races;
};

static uint32_t pick(struct drive *d, uint32_t n)
{
	return rng_below(&d->r, n);
}

/* Vectors of fields, the first at the right. */

enum { VECTOR = 512 / 4 };

static void put(char hex[VECTOR + 1], uint32_t at, uint32_t bits, uint32_t v)
{
	for (uint32_t i = 0; i < bits; i++, at++)
		if (v >> i & 1) {
			char *c = &hex[VECTOR - 1 - at / 4];
			const uint32_t n =
				(uint32_t)(*c >= 'a' ? *c - 'a' + 10 : *c - '0') | 1U << at % 4;

			*c = "0123456789abcdef"[n];
		}
}

static void print_vector(const char hex[VECTOR + 1])
{
	const char *from = hex;

	while (*from == '0' && from[1])
		from++;
	printf(" %s", from);
}

/* Races */

static uint32_t bits_of(uint32_t n)
{
	uint32_t bits = 0;

	while (1U << bits < n)
		bits++;
	return bits;
}

static void print_race(const struct pf_shared_told *t)
{
	printf("1 %x %x %x %x %x %x %x %x %x %x %x %x %x %x %x %x\n", t->instruction, t->lanes,
	       t->slot, t->who, t->write, t->strong, t->pc, t->lane, t->bank, t->row, t->bytes,
	       t->others, t->did, t->first, t->first_lane, t->first_pc);
}

static void on_race(void *ctx, const struct pf_shared_race *r)
{
	struct drive *d = ctx;
	const struct pf_shared_told t = pf_shared_port_race(r, d->n.banks);

	if (!d->races || !pf_shared_port_joins(&d->race[d->races - 1], &t))
		d->race[d->races++] = t;
}

/* Operations */

static void print_times(const struct stay_times t)
{
	printf("3 %x %x %x %x\n", t.stay, t.late, t.own, t.drains);
}

static void print_op(const struct drive *d, uint32_t kind, uint32_t slot, uint32_t who)
{
	const struct block *b = &d->block[slot];
	uint64_t warps = 0;

	for (uint32_t w = 0; w < b->warps; w++)
		warps |= UINT64_C(1) << b->slot[w];
	printf("0 %x %x %x %x %" PRIx64, kind, slot, b->slot[who], who, warps);
}

static void print_order(struct drive *d, uint32_t slot, uint32_t who, uint32_t row, bool arrives,
			bool waits, bool leaves)
{
	print_times(stay_order(&d->stay, slot, who, arrives, waits));
	print_op(d, PF_SHARED_OP_ORDER, slot, who);
	printf(" 0 0 0 0 0 0 0 0 0 0 0 0 %x %x %x %x\n", row, arrives, waits, leaves);
}

static void print_epoch(struct drive *d, uint32_t slot)
{
	print_times(stay_epoch(&d->stay, slot));
	print_op(d, PF_SHARED_OP_EPOCH, slot, 0);
	printf(" 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n");
}

static void print_round(const struct drive *d, const struct pf_shared_op *o)
{
	char rows[VECTOR + 1], bytes[VECTOR + 1], same[VECTOR + 1], lanes[VECTOR + 1];
	char seconds[VECTOR + 1], lasts[VECTOR + 1];
	const uint32_t row_bits = bits_of(d->n.words);

	memset(rows, '0', VECTOR);
	rows[VECTOR] = 0;
	memcpy(bytes, rows, sizeof(rows));
	memcpy(same, rows, sizeof(rows));
	memcpy(lanes, rows, sizeof(rows));
	memcpy(seconds, rows, sizeof(rows));
	memcpy(lasts, rows, sizeof(rows));
	for (uint32_t bank = 0; bank < d->n.banks; bank++) {
		put(rows, bank * row_bits, row_bits, o->row[bank]);
		put(bytes, bank * PF_SHARED_WORD, PF_SHARED_WORD, o->bytes[bank]);
		put(same, bank * PF_SHARED_WORD, PF_SHARED_WORD, o->same[bank]);
		put(lanes, bank * OP_LANES, OP_LANES, o->lane[bank]);
		put(seconds, bank * OP_LANES, OP_LANES, o->second[bank]);
		put(lasts, bank * OP_LANES, OP_LANES, o->last[bank]);
	}
	print_op(d, PF_SHARED_OP_ACCESS, o->slot, o->who);
	printf(" %x %x %x %x %x", o->write, o->strong, o->copy, o->pc, o->banks);
	print_vector(rows);
	print_vector(bytes);
	print_vector(same);
	print_vector(lanes);
	print_vector(seconds);
	print_vector(lasts);
	printf(" %x 0 0 0 0\n", o->unlike);
}

/* Each round with its races. */
static void do_access(struct drive *d, const struct pf_shared_access *a)
{
	uint32_t told = 0;

	d->races = 0;
	stay_look(&d->stay, a);
	pf_shared_access(&d->s, a);
	for (uint32_t i = 0; i < d->stay.rounds; i++) {
		const struct stay_round *r = &d->stay.round[i];
		const uint32_t from = told;

		while (told < d->races && pf_shared_port_in_round(&r->o, &d->race[told]))
			told++;
		print_times(stay_access(&d->stay, r, &d->race[from], told - from));
		print_round(d, &r->o);
		for (uint32_t n = from; n < told; n++)
			print_race(&d->race[n]);
	}
}

/* Blocks */

static uint32_t free_one(struct drive *d, uint64_t taken, uint32_t n)
{
	uint32_t i = pick(d, n);

	while (taken >> i & 1)
		i = (i + 1) % n;
	return i;
}

static uint32_t count(uint64_t mask)
{
	return (uint32_t)__builtin_popcountll(mask);
}

static void end_block(struct drive *d, uint32_t slot)
{
	struct block *b = &d->block[slot];

	for (uint32_t w = 0; w < b->warps; w++)
		d->taken &= ~(UINT64_C(1) << b->slot[w]);
	if (b->warps)
		d->used &= ~(UINT64_C(1) << b->region);
	b->warps = 0;
	b->copies = 0;
}

/* A block of some of the warps that are left, in a region that is. */
static void begin_block(struct drive *d, uint32_t slot)
{
	struct block *b = &d->block[slot];
	const uint32_t left = d->n.warps - count(d->taken);
	const uint32_t most = left < d->n.whos ? left : d->n.whos;

	if (!most)
		return;
	b->warps = 1 + pick(d, most < 4 ? most : 4);
	if (d->whole || (d->mood != TIDY && b->warps < most && !pick(d, 8)))
		b->warps = most;
	for (uint32_t w = 0; w < b->warps; w++) {
		b->slot[w] = (uint8_t)free_one(d, d->taken, d->n.warps);
		d->taken |= UINT64_C(1) << b->slot[w];
	}
	b->region = free_one(d, d->used, d->regions);
	d->used |= UINT64_C(1) << b->region;
	pf_shared_block(&d->s, slot, b->warps * PF_SHARED_LANES);
	print_epoch(d, slot);
}

/* One block of all warps that it can have. */
static void begin_whole(struct drive *d, uint32_t slot)
{
	for (uint32_t i = 0; i < d->n.slots; i++)
		end_block(d, i);
	d->whole = true;
	begin_block(d, slot);
	d->whole = false;
}

/* Accesses */

static uint32_t pick_warp(struct drive *d, uint32_t slot)
{
	const uint32_t n = d->block[slot].warps;

	/* Lanes meet their own warp's. */
	if (d->its && pick(d, 2))
		return d->first % n;
	return d->narrow && n > 2 ? (d->first + pick(d, 2)) % n : pick(d, n);
}

/* Few places, any, and such as differ in a bit. */
static uint32_t pick_pc(struct drive *d)
{
	const uint32_t near = d->pc ^ 1U << pick(d, d->n.pc_bits);

	switch (pick(d, 4)) {
	case 0: return near ? near : d->pc;
	case 1: return 1 + pick(d, (1U << d->n.pc_bits) - 1);
	default: return 1 + pick(d, 3);
	}
}

/* What it does; tidy warps seldom do it strongly. */
static void pick_act(struct drive *d, struct pf_shared_access *a)
{
	a->write = d->mood != READS && !pick(d, d->mild ? 4 : 3);
	if (d->mild && d->mood != TIDY)
		a->strong = a->write ? pick(d, 10) : pick(d, 2);
	else
		a->strong = !pick(d, d->mood == TIDY ? 20 : 3);
}

static uint32_t region_bytes(const struct drive *d)
{
	return d->n.banks * d->n.words * PF_SHARED_WORD / d->regions / 16 * 16;
}

/* In the block's region, the i-th word of the mood's bank. */
static uint32_t word_of_bank(const struct drive *d, uint32_t slot, uint32_t i)
{
	const uint32_t from = d->block[slot].region * region_bytes(d) / PF_SHARED_WORD;

	return (from + (d->bank + d->n.banks - from % d->n.banks) % d->n.banks + i * d->n.banks) *
	       PF_SHARED_WORD;
}

static struct pf_shared_access random_words(struct drive *d, uint32_t slot)
{
	static const uint32_t part[] = {1, 2, 1, 4}, all[] = {4, 4, 8, 16};
	const struct block *b = &d->block[slot];
	/* Tidy lanes keep to their own words. */
	const uint32_t size = d->its && d->mood == TIDY
				      ? PF_SHARED_WORD
				      : (d->mood >= PARTS ? part : all)[pick(d, 4)];
	const uint32_t region = region_bytes(d);
	const uint32_t span = d->hot * PF_SHARED_WORD < region ? d->hot * PF_SHARED_WORD : region;
	struct pf_shared_access a = {
		.slot = slot, .warp = pick_warp(d, slot), .pc = pick_pc(d), .size = size};
	const uint32_t shape = pick(d, 4);
	const uint32_t base = d->mood == TIDY ? a.warp * 512 : pick(d, span);

	pick_act(d, &a);
	a.lanes = pick(d, 2) ? UINT32_MAX : (uint32_t)(rng_next(&d->r) >> 20);
	if (d->mood == TIDY)
		a.lanes = UINT32_MAX;
	else if (!pick(d, 4) || !a.lanes)
		a.lanes = 1U << pick(d, 32);
	for (uint32_t l = 0; l < PF_SHARED_LANES; l++) {
		uint32_t at = base;

		if (shape == 0 || d->mood == TIDY)
			at += l * size;
		else if (shape == 1)
			at += l * size * (1 + pick(d, 3));
		else if (shape == 2)
			at = pick(d, span);
		a.addr[l] = b->region * region + at % region / size * size;
		if (d->narrow && d->mood != TIDY)
			a.addr[l] = word_of_bank(d, slot, at / PF_SHARED_WORD % 4) / size * size +
				    at % PF_SHARED_WORD / size * size;
	}
	return a;
}

static void random_access(struct drive *d, uint32_t slot)
{
	const struct pf_shared_access a = random_words(d, slot);

	do_access(d, &a);
}

static void begin_copy(struct drive *d, uint32_t slot)
{
	struct block *b = &d->block[slot];
	struct pf_shared_access *a = &b->copy[b->copies++];

	*a = random_words(d, slot);
	a->write = true;
	a->strong = false;
	a->copy = PF_SHARED_COPY_BEGINS;
	do_access(d, a);
}

/* Of a barrier of the block. */
static void keep_copies(struct drive *d, uint32_t slot)
{
	struct block *b = &d->block[slot];

	for (uint32_t i = 0; i < b->copies; i++) {
		b->copy[i].copy = PF_SHARED_COPY_STAYS;
		do_access(d, &b->copy[i]);
	}
}

/* Of all its lanes, or of some. */
static void end_copy(struct drive *d, uint32_t slot)
{
	struct block *b = &d->block[slot];
	struct pf_shared_access *a = &b->copy[pick(d, b->copies)], some = *a;

	some.copy = PF_SHARED_COPY_ENDS;
	some.lanes &= pick(d, 4) ? UINT32_MAX : (uint32_t)rng_next(&d->r);
	if (some.lanes)
		do_access(d, &some);
	a->lanes &= ~some.lanes;
	if (!a->lanes)
		*a = b->copy[--b->copies];
}

/* Some lanes of a warp, or all: __syncwarp. */
static void meet(struct drive *d, uint32_t slot)
{
	const uint32_t who = pick_warp(d, slot);

	print_order(d, slot, who, PF_SHARED_FENCES, false, false, false);
	pf_shared_syncwarp(&d->s, slot, who, pick(d, 2) ? UINT32_MAX : 0xff);
}

/* Fences, releases and acquires, barriers of some threads. */
static void random_order(struct drive *d, uint32_t slot)
{
	const uint32_t who = pick_warp(d, slot);
	const uint32_t barrier = pick(d, d->narrow || pick(d, 2) ? 2 : PF_SHARED_BARRIERS);
	const uint32_t kind = pick(d, 5);

	switch (kind) {
	case 0:
		print_order(d, slot, who, PF_SHARED_FENCES, true, true, false);
		pf_shared_fence(&d->s, slot, who, UINT32_MAX);
		break;
	case 1:
	case 2:
		print_order(d, slot, who, PF_SHARED_FENCES, kind == 1, kind == 2, false);
		pf_shared_sync(&d->s, slot, who, UINT32_MAX, kind == 1, kind == 2);
		break;
	case 3:
		print_order(d, slot, who, barrier, true, false, false);
		pf_shared_arrive(&d->s, slot, who, UINT32_MAX, barrier, true);
		break;
	default:
		print_order(d, slot, who, barrier, false, true, true);
		pf_shared_release(&d->s, slot, who, barrier);
		break;
	}
}

static void leave(struct drive *d, uint32_t slot, uint32_t who, uint32_t row)
{
	print_order(d, slot, who, row, true, false, false);
	if (row == PF_SHARED_FENCES)
		pf_shared_sync(&d->s, slot, who, UINT32_MAX, true, false);
	else
		pf_shared_arrive(&d->s, slot, who, UINT32_MAX, row, true);
}

static void go_on(struct drive *d, uint32_t slot, uint32_t who, uint32_t row)
{
	print_order(d, slot, who, row, false, true, row != PF_SHARED_FENCES);
	if (row == PF_SHARED_FENCES)
		pf_shared_sync(&d->s, slot, who, UINT32_MAX, false, true);
	else
		pf_shared_release(&d->s, slot, who, row);
}

/* A warp leaves a word to another one, by any of the rows: a race, were it not known that it did.
 */
static void hand_over(struct drive *d, uint32_t slot)
{
	const struct block *b = &d->block[slot];
	const uint32_t to = pick_warp(d, slot), row = pick(d, PF_SHARED_BARRIERS + 1);
	struct pf_shared_access a = {.slot = slot,
				     .warp = pick_warp(d, slot),
				     .pc = 1,
				     .size = PF_SHARED_WORD,
				     .write = true,
				     .lanes = 1U << pick(d, 32)};

	for (uint32_t l = 0; l < PF_SHARED_LANES; l++)
		a.addr[l] = b->region * region_bytes(d);
	do_access(d, &a);
	leave(d, slot, a.warp, row);
	go_on(d, slot, to, row);
	a.warp = to;
	do_access(d, &a);
}

/* A lane does some bytes; if there is no credit left, it then reads something else, until there is.
 */
static void do_part(struct drive *d, uint32_t slot, uint32_t who, uint32_t at, uint32_t size)
{
	const uint32_t lane = pick(d, PF_SHARED_LANES);
	struct pf_shared_access a = {
		.slot = slot, .warp = who, .pc = pick_pc(d), .size = size, .lanes = 1U << lane};

	pick_act(d, &a);
	a.addr[lane] = at / size * size;
	do_access(d, &a);
	a.write = a.strong = false;
	a.size = PF_SHARED_WORD;
	a.addr[lane] = word_of_bank(d, slot, 3);
	while (d->n.every_bits < 4 && !d->s.credit && pick(d, 8))
		do_access(d, &a);
}

/* A warp does parts of a word in one phase after the other, or the same one again; another one, who
 * may know of some of the phases, does them, too. */
static void share_word(struct drive *d, uint32_t slot)
{
	const uint32_t from = pick_warp(d, slot), to = pick_warp(d, slot);
	const uint32_t row = pick(d, PF_SHARED_BARRIERS + 1);
	const uint32_t word = word_of_bank(d, slot, pick(d, 3));
	const bool same = pick(d, 2), orders = pick(d, 2);
	uint32_t at = word + pick(d, PF_SHARED_WORD), size = 1U << pick(d, 3);

	for (uint32_t n = 2 + pick(d, 5); n; n--) {
		do_part(d, slot, pick(d, same ? 2 : 4) ? from : to, at, size);
		if (orders && pick(d, 2))
			leave(d, slot, from, row);
		if (orders && !pick(d, 3))
			go_on(d, slot, to, row);
		if (!same) {
			at = word + pick(d, PF_SHARED_WORD);
			size = 1U << pick(d, 3);
		}
	}
	do_part(d, slot, to, at, size);
}

static void step(struct drive *d)
{
	const uint32_t what = pick(d, 100);
	uint32_t slot = pick(d, pick(d, 2) && d->n.slots > 2 ? 2 : d->n.slots);

	/* There is no warp for another block. */
	while (!d->block[slot].warps && count(d->taken) == d->n.warps)
		slot = (slot + 1) % d->n.slots;
	if (!d->block[slot].warps || what == 0) {
		end_block(d, slot);
		begin_block(d, slot);
	} else if (what < (d->mood == WILD || d->mood == BYTES ? 4 : 12)) {
		pf_shared_barrier(&d->s, slot);
		print_epoch(d, slot);
		keep_copies(d, slot);
	} else if (d->block[slot].copies && !pick(d, 8)) {
		end_copy(d, slot);
	} else if (d->mood == COPIES && d->block[slot].copies < COPIES_MOST && !pick(d, 5)) {
		begin_copy(d, slot);
	} else if (d->mood == BYTES && pick(d, 2)) {
		share_word(d, slot);
	} else if (d->mood != TIDY && !pick(d, d->mood == ORDERED ? 5 : 16)) {
		hand_over(d, slot);
	} else if (d->its && !pick(d, 8)) {
		meet(d, slot);
	} else if (what < (d->mood == ORDERED ? 60 : 16)) {
		random_order(d, slot);
	} else {
		random_access(d, slot);
	}
}

/* The last argument, if it is that one. */
static bool option(int *argc, char **argv, const char *name)
{
	const bool is = *argc > 1 && !strcmp(argv[*argc - 1], name);

	*argc -= is;
	return is;
}

int main(int argc, char **argv)
{
	static const struct sizes sizes[] = {SIZES(REF), SIZES(TINY), SIZES(MODERN)};
	static const char *const names[] = {"ref", "tiny", "modern"};
	const bool its = option(&argc, argv, "its=1"), tidy = option(&argc, argv, "tidy=1");
	const struct vec_args a = vec_args(argc, argv);
	static struct drive d;
	struct pf_shared_config c;

	for (unsigned i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (a.g == pf_geometry_named(names[i]))
			d.n = sizes[i];
	d.hot = 1;
	d.its = its;
	d.regions = d.n.slots + 1;
	c = (struct pf_shared_config){.bytes = d.n.banks * d.n.words * PF_SHARED_WORD,
				      .slots = d.n.slots,
				      .banks = d.n.banks,
				      .rows = d.n.rows,
				      .phase_bits = d.n.phase_bits,
				      .credit_bits = d.n.credit_bits,
				      .every_bits = d.n.every_bits,
				      .lanes = its,
				      .meets = its,
				      .meet_bits = d.n.meet_bits};
	pf_shared_init(&d.s, &c);
	d.stay.s = &d.s;
	d.stay.number_bits = d.n.number_bits;
	d.stay.steps = d.n.words > d.n.rows ? d.n.words : d.n.rows;
	d.stay.first = true;
	d.s.race = on_race;
	d.s.ctx = &d;
	rng_seed(&d.r, a.seed);
	for (uint64_t i = 0; i < a.count; i++) {
		if (i % 64 == 0) {
			d.mood = tidy ? TIDY : pick(&d, MOODS);
			d.hot = 1U << pick(&d, 10);
			d.narrow = pick(&d, 2);
			d.mild = pick(&d, 2);
			d.bank = pick(&d, d.n.banks);
			d.first = pick(&d, d.n.whos);
			d.pc = 1 + pick(&d, (1U << d.n.pc_bits) - 1);
			if (!tidy && !pick(&d, 3))
				begin_whole(&d, pick(&d, d.n.slots));
		}
		step(&d);
	}
	printf("2 %" PRIx64 " %" PRIx64 " %" PRIx64 "\n", d.s.stats.forgets, d.s.stats.splits,
	       d.s.stats.unsplit + d.s.stats.unpaid);
	pf_shared_free(&d.s);
	return 0;
}
