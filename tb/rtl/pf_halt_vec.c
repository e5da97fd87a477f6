/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_halt_vec: requests that flow, enable and count that change under them, and what the way in of
 * a slice unit shows, cycle by cycle.
 *
 *   request ─> taken ─┬─ passes: its words, a cycle later
 *                     └─ owed, a list in order of arrival ─> inside, a list ─> left
 *
 *   enable count valid kind mask tag room left level
 *       ready in_valid in_kind in_tag passed drained idle
 *
 * a line, in hex. The model keeps all that is inside as a list and looks through it for accesses;
 * what was taken to enter stays owed until it is in, so nothing is lost, doubled or overtaken
 * unseen. A list of more than one that is owed ends the program: the unit has one place.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "pf_fields.h"

enum { MAX_PENDING = 64 };

struct request {
	unsigned kind, mask;
	uint64_t tag;
};

struct drive {
	struct rng r;
	unsigned pending, tag_bits;
	bool stall_in, stall_left;
	/* Habits, of 64, and for how many cycles */
	unsigned busy, room, leaves, changes, fences, moody;
	/* Inputs of the cycle */
	bool enable, count, valid, ready, left;
	struct request req, last;
	/* Inside, and on its way in */
	unsigned inside[MAX_PENDING], n; /* kinds, oldest first */
	struct request owed;
	bool owes;
	unsigned passed; /* words of the cycle before */
};

static void refuse(const char *what)
{
	fprintf(stderr, "pf_halt_vec: %s\n", what);
	exit(2);
}

static bool chance(struct drive *d, unsigned of_64)
{
	return rng_below(&d->r, 64) < of_64;
}

static bool drained(const struct drive *d)
{
	for (unsigned i = 0; i < d->n; i++)
		if (d->inside[i] == PF_REQ_ACCESS)
			return false;
	return true;
}

static bool enters(const struct drive *d, const struct request *r)
{
	return r->kind == PF_REQ_ACCESS ? d->enable : d->count;
}

/* The request that would go in now, if there is one. */
static const struct request *at_the_door(const struct drive *d)
{
	if (d->owes)
		return &d->owed;
	return d->valid && enters(d, &d->req) ? &d->req : NULL;
}

/* Whether it will enter is not looked at: a halted unit takes all, but behind one that is owed. */
static bool takes(const struct drive *d)
{
	return !d->owes && (d->ready || !d->enable);
}

static void edge(struct drive *d)
{
	const struct request *door = at_the_door(d);
	const bool taken = d->valid && takes(d);
	const unsigned kind = door ? door->kind : 0;
	const bool goes = door && d->ready;

	d->passed = 0;
	if (taken && d->req.kind == PF_REQ_ACCESS && !d->enable)
		d->passed = (unsigned)__builtin_popcount(d->req.mask);
	if (taken && enters(d, &d->req)) {
		if (d->owes)
			refuse("a second request is owed");
		d->owed = d->req;
		d->owes = true;
	}
	if (goes)
		d->owes = false;
	if (d->left)
		memmove(d->inside, d->inside + 1, --d->n * sizeof(*d->inside));
	if (goes)
		d->inside[d->n++] = kind;
	if (taken)
		d->valid = false;
}

static void print_cycle(const struct drive *d)
{
	const struct request *door = at_the_door(d), *r = door ? door : &d->req;

	printf("%x %x %x %x %x %" PRIx64 " %x %x %x  %x %x %x %" PRIx64 " %x %x %x\n", d->enable,
	       d->count, d->valid, d->req.kind, d->req.mask, d->req.tag, d->ready, d->left, d->n,
	       takes(d), door != NULL, r->kind, r->tag, d->passed, drained(d), !d->owes);
}

static void mood(struct drive *d)
{
	d->busy = rng_below(&d->r, 4) ? 32 + rng_below(&d->r, 33) : rng_below(&d->r, 20);
	d->room = d->stall_in ? 4 : rng_below(&d->r, 4) ? 32 + rng_below(&d->r, 33) : 6;
	d->leaves = d->stall_left ? 4 : rng_below(&d->r, 4) ? 20 + rng_below(&d->r, 45) : 3;
	d->changes = rng_below(&d->r, 6);
	d->fences = rng_below(&d->r, 3) ? rng_below(&d->r, 40) : 1;
	d->moody = 32 + rng_below(&d->r, 4 * d->pending + 64);
}

/* Requests in a row are alike but for a bit. */
static void next_request(struct drive *d)
{
	struct request *r = &d->req;
	const uint64_t all = rng_next(&d->r);

	*r = d->last;
	if (rng_below(&d->r, 4) == 0)
		r->tag = d->tag_bits < 64 ? all & ((1ULL << d->tag_bits) - 1) : all;
	else
		r->tag ^= 1ULL << rng_below(&d->r, d->tag_bits);
	r->mask = rng_below(&d->r, 4) == 0 ? 0xff : rng_below(&d->r, 256);
	r->kind = !chance(d, d->fences) ? PF_REQ_ACCESS
		  : rng_below(&d->r, 4) ? PF_REQ_FENCE
					: PF_REQ_EPOCH;
	d->last = *r;
}

/* As a driver writes CTRL; what holds counting back comes with a halt, or after it. */
static void change(struct drive *d)
{
	if (!chance(d, d->changes))
		return;
	d->enable = rng_below(&d->r, 2);
	d->count = d->enable || rng_below(&d->r, 2);
}

static void cycle(struct drive *d)
{
	change(d);
	d->ready = d->n < d->pending && chance(d, d->room);
	d->left = d->n && chance(d, d->leaves);
	if (!d->valid) {
		next_request(d); /* without valid: anything */
		d->valid = chance(d, d->busy);
	}
	print_cycle(d);
	edge(d);
}

static void read_options(struct drive *d, int argc, char **argv)
{
	for (int i = 4; i < argc; i++)
		if (!strcmp(argv[i], "stall=in"))
			d->stall_in = true;
		else if (!strcmp(argv[i], "stall=left"))
			d->stall_left = true;
		else if (sscanf(argv[i], "pending=%u", &d->pending) != 1)
			refuse(argv[i]);
	if (d->pending < 1 || d->pending > MAX_PENDING)
		refuse("pending= is out of range");
}

/* SEED COUNT GEOMETRY [pending=N] [stall=in|left]; COUNT cycles. */
int main(int argc, char **argv)
{
	static struct drive d = {.pending = PF_REF_PENDING, .tag_bits = PF_REF_TAG_W};
	uint64_t count;

	if (argc < 4)
		refuse("SEED COUNT GEOMETRY [pending=N] [stall=in|left]");
	if (!strcmp(argv[3], "tiny")) {
		d.pending = PF_TINY_PENDING;
		d.tag_bits = PF_TINY_TAG_W;
	} else if (!strcmp(argv[3], "modern")) {
		d.pending = PF_MODERN_PENDING;
		d.tag_bits = PF_MODERN_TAG_W;
	}
	read_options(&d, argc, argv);
	rng_seed(&d.r, strtoull(argv[1], NULL, 10));
	count = strtoull(argv[2], NULL, 10);
	for (uint64_t i = 0; i < count; i++) {
		if (d.moody-- == 0)
			mood(&d);
		cycle(&d);
	}
	return 0;
}
