/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_read_shared_vec: random operations on a few blocks, cycle by cycle, and what pf_read_shared
 * says of each.
 *
 *   operation ─> skipped, or pieces ─> those of a beat in order ─> back: the beat's quiet words
 *                   └─ against the words as they are: nobody is skipped who could change one
 *
 *   valid make block words sub tag ready piece back token beat quiet forget   skip token   in hex
 *
 * scord: seeds that are even. What a piece that is no quiet load does to its words is random; a
 * quiet load leaves a quiet word quiet. A skip that finds a word which is not, or somebody on his
 * way to change it, ends the program.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pf_rules_vec.h"

enum { MAX_PLACES = 16, BLOCKS = 7, BEATS = 8, INSIDE = 60, WORDS = 32 };

struct op {
	bool valid, make;
	uint32_t block, words;
	struct pf_tag tag;
};

struct piece {
	bool quiet; /* load */
	uint32_t block, beat, words, token;
};

struct place {
	bool live, used;
	uint32_t block, words, out;
};

struct bench {
	struct rng r;
	const struct pf_geometry *g;
	bool scord;
	uint32_t places, turn, busy, ready;
	bool waits, refused;
	struct place at[MAX_PLACES];

	struct op op;
	uint32_t left; /* beats without their piece */
	struct piece inside[INSIDE];
	uint32_t n;
	uint32_t truth[BLOCKS]; /* words that are quiet */
};

static void refuse(const char *what)
{
	fprintf(stderr, "pf_read_shared_vec: %s\n", what);
	exit(2);
}

static bool quiet_load(const struct bench *b)
{
	return b->op.valid && !b->op.make && vec_quiet_load(&b->op.tag, b->scord);
}

static int place_of(const struct bench *b)
{
	for (uint32_t p = 0; p < b->places; p++)
		if (b->at[p].live && b->at[p].block == b->op.block)
			return (int)p;
	return -1;
}

struct says {
	int here;
	bool quiet, skip, give, want, free;
	uint32_t token;
};

static struct says say(const struct bench *b)
{
	struct says s = {.here = place_of(b), .quiet = quiet_load(b)};
	const struct place *next = &b->at[b->turn];

	s.skip = s.quiet && s.here >= 0 && !(b->op.words & ~b->at[s.here].words) && !b->waits;
	s.want = s.quiet && s.here < 0;
	s.free = !next->out && !next->used;
	s.give = s.quiet && !b->refused && (!s.want || s.free);
	if (s.give)
		s.token = b->places | (s.want ? b->turn : (uint32_t)s.here);
	return s;
}

/* Who is skipped changes nothing, whatever is still on its way. */
static void judge(const struct bench *b)
{
	if (b->op.words & ~b->truth[b->op.block])
		refuse("a word is skipped that is not quiet");
	for (uint32_t i = 0; i < b->n; i++)
		if (!b->inside[i].quiet && b->inside[i].block == b->op.block &&
		    (b->op.words >> 4 * b->inside[i].beat & 0xf))
			refuse("a word is skipped that may change");
}

static bool oldest(const struct bench *b, uint32_t at)
{
	for (uint32_t i = 0; i < at; i++)
		if (b->inside[i].block == b->inside[at].block &&
		    b->inside[i].beat == b->inside[at].beat)
			return false;
	return true;
}

/* A piece that has been checked; the beat's quiet words. */
static struct piece back(struct bench *b, uint32_t at, uint32_t *quiet)
{
	const struct piece p = b->inside[at];
	uint32_t *truth = &b->truth[p.block];
	const uint32_t words = p.words << 4 * p.beat;
	const uint32_t some = (uint32_t)(rng_next(&b->r) >> 20) | (uint32_t)(rng_next(&b->r) >> 20);

	*truth = p.quiet ? *truth | (words & some) : (*truth & ~words) | (words & some & some << 3);
	*quiet = *truth >> 4 * p.beat & 0xf;
	memmove(&b->inside[at], &b->inside[at + 1], (--b->n - at) * sizeof(*b->inside));
	return p;
}

static void invent(struct bench *b)
{
	struct op *o = &b->op;
	static const uint32_t words[] = {0xff, 0x1ff, 0xffffffff, 0x100, 0xf0000};

	*o = (struct op){.valid = true, .tag = vec_invent(&b->r, b->g).a};
	o->block = rng_below(&b->r, 3) ? rng_below(&b->r, 2) : rng_below(&b->r, BLOCKS);
	o->words = rng_below(&b->r, 3) ? words[rng_below(&b->r, 5)] : 1U << rng_below(&b->r, WORDS);
	if (rng_below(&b->r, 24)) { /* a load, but for one thing now and then */
		const uint32_t but = rng_below(&b->r, 96);

		o->tag.write = but == 0;
		o->tag.atomic = but == 1;
		o->tag.sub_word = but == 2;
		o->tag.signature = but == 3  ? (uint16_t)(0x101U << rng_below(&b->r, 8))
				   : but < 8 ? (uint16_t)(1U << rng_below(&b->r, 16))
					     : 0;
		o->make = but == 8;
	}
	b->left = 0;
	for (uint32_t k = 0; k < BEATS; k++)
		b->left |= (uint32_t)(o->make || (o->words >> 4 * k & 0xf)) << k;
}

/* Without valid: anything. */
static void noise(struct bench *b)
{
	invent(b);
	b->op.valid = false;
}

static void edge(struct bench *b, const struct says *s, bool taken, bool piece, bool back,
		 uint32_t token, uint32_t beat, uint32_t quiet, bool forget)
{
	const uint32_t turn = b->turn;
	const bool take = s->give && s->want && piece;
	const bool looked = s->want && !b->refused;

	for (uint32_t p = 0; p < b->places; p++) {
		struct place *at = &b->at[p];

		if (s->skip && (int)p == s->here)
			at->used = true;
		if (looked && p == turn)
			at->used = false;
		if (b->op.valid && (int)p == s->here && !s->quiet)
			at->live = false;
		if (back && token == (b->places | p)) {
			at->out--;
			at->words |= quiet << 4 * beat;
		}
		if (take && p == turn)
			*at = (struct place){.live = true, .block = b->op.block, .out = at->out};
		if (piece && s->token == (b->places | p))
			at->out++;
		at->live &= !forget;
	}
	if (looked && (!s->free || take))
		b->turn = (turn + 1) % b->places;
	b->waits = b->op.valid && !taken && !s->skip;
	b->refused = s->quiet && !s->skip && !s->give && !piece;
	if (taken)
		b->op.valid = false;
}

static void cycle(struct bench *b, bool forget)
{
	static const uint32_t number[BLOCKS] = {0, 0xfff, 0x555, 0xaaa, 1, 0x800, 0x7ff};
	const struct says s = say(b);
	const struct op o = b->op;
	const bool room = b->n < INSIDE, go = rng_below(&b->r, 64) < b->ready;
	const bool piece = o.valid && !s.skip && b->left && room && go;
	const uint32_t beat = b->left ? (uint32_t)__builtin_ctz(b->left) : 0;
	const uint32_t at = b->n ? rng_below(&b->r, b->n) : 0;
	uint32_t quiet = (uint32_t)rng_below(&b->r, 16);
	struct piece p = {.beat = (uint32_t)rng_below(&b->r, 8),
			  .token = (uint32_t)rng_below(&b->r, 4)};
	const bool comes = b->n && oldest(b, at) && rng_below(&b->r, 64) < b->busy;
	bool taken;

	if (s.skip)
		judge(b);
	if (comes)
		p = back(b, at, &quiet);
	if (piece) {
		b->inside[b->n++] =
			(struct piece){.quiet = s.quiet,
				       .block = o.block,
				       .beat = beat,
				       .words = o.make ? 0xf : o.words >> 4 * beat & 0xf,
				       .token = s.token};
		b->left &= b->left - 1;
	}
	taken = o.valid && (s.skip ? go : piece && !b->left);
	printf("%x %x %x %x %x %" PRIx64 " %x %x %x %x %x %x %x  %x %x\n", o.valid, o.make,
	       number[o.block], o.words, o.tag.sub_word, vec_pack_tag(&o.tag, b->g), taken, piece,
	       comes, p.token, p.beat, quiet, forget, s.skip, s.token);
	edge(b, &s, taken, piece, comes, p.token, p.beat, quiet, forget);
}

static void drain(struct bench *b)
{
	const uint32_t ready = b->ready, busy = b->busy;

	b->ready = b->busy = 64;
	while (b->op.valid || b->n)
		cycle(b, false);
	noise(b);
	cycle(b, true);
	memset(b->truth, 0, sizeof(b->truth));
	b->ready = ready;
	b->busy = busy;
}

static void run(struct bench *b, uint64_t count)
{
	static const uint32_t often[] = {64, 48, 16, 4};
	uint32_t come = 64;

	for (uint64_t i = 0; i < count; i++) {
		if (i % 512 == 0) {
			if (rng_below(&b->r, 2))
				drain(b);
			come = often[rng_below(&b->r, 4)];
			b->ready = often[rng_below(&b->r, 4)];
			b->busy = often[rng_below(&b->r, 4)];
		}
		if (!b->op.valid && rng_below(&b->r, 64) < come)
			invent(b);
		else if (!b->op.valid)
			noise(b);
		cycle(b, false);
	}
	drain(b);
}

/* SEED COUNT GEOMETRY [places=N]; COUNT cycles, and those that drain. */
int main(int argc, char **argv)
{
	static struct bench b = {.places = 4};

	if (argc < 4)
		refuse("SEED COUNT GEOMETRY [places=N]");
	for (int i = 4; i < argc; i++)
		if (sscanf(argv[i], "places=%u", &b.places) != 1)
			refuse(argv[i]);
	if (b.places < 2 || b.places > MAX_PLACES || (b.places & (b.places - 1)))
		refuse("places= is no power of two from 2 to 16");
	b.g = pf_geometry_named(argv[3]);
	rng_seed(&b.r, strtoull(argv[1], NULL, 10));
	b.scord = strtoull(argv[1], NULL, 10) % 2 == 0;
	run(&b, strtoull(argv[2], NULL, 10));
	return 0;
}
