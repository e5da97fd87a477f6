/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Random operations: what the units for shared memory say, against the oracle, and against the
 * plain definition byte by byte. No race is made up, whatever orders; where only barriers of whole
 * blocks and warps do, of each byte and interval none is missed.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/mem.h"
#include "stream.h"

enum { OPS = 100 };

/* Accesses since the last barrier of the block, byte by byte: the plain definition, where nothing
 * else orders but whole warps that meet. */
struct past {
	uint32_t warp, lane, met, pc;
	bool write, strong;
	bool copy, flying; /* an asynchronous copy; it is under way */
	uint32_t group;    /* of its thread; OPEN: of none yet */
};
enum { OPEN = UINT32_MAX };

struct byte {
	struct past *past;
	size_t n, cap;
	bool told;
};

struct plain {
	struct byte byte[STREAM_BYTES];
	uint32_t met[STREAM_WARPS];
	uint32_t groups[STREAM_WARPS][32]; /* of each thread, committed */
};

struct bench {
	struct stream t;
	struct oracle *o;
	struct shared *x;
	struct plain plain[STREAM_SLOTS];
	bool word_told[STREAM_SLOTS][STREAM_BYTES / 4];
	bool meets;                   /* pf_shared_config.meets */
	uint64_t told, races, missed; /* words of operations */
	char wrong[256];
};

static uint64_t count(void)
{
	const char *n = getenv("SHARED_PROGRAMS");

	return n ? strtoull(n, NULL, 10) : 150;
}

/* What is before a barrier of the block, or, not copies, before a block. */
static void plain_forget(struct plain *p, bool copies)
{
	for (uint32_t b = 0; b < STREAM_BYTES; b++) {
		struct byte *x = &p->byte[b];
		size_t kept = 0;

		for (size_t i = 0; i < x->n; i++)
			if (x->past[i].flying && !copies)
				x->past[kept++] = x->past[i];
		x->n = kept;
		x->told = false;
	}
	if (copies)
		memset(p->groups, 0, sizeof(p->groups));
}

static bool same_thread(const struct bench *k, const struct past *p, const struct past *q)
{
	return p->warp == q->warp && (!k->t.its || p->lane == q->lane);
}

/* Two accesses, neither ordered: do they race? */
static bool race_between(const struct bench *k, const struct past *p, const struct past *q)
{
	if (p->flying)
		return !(q->copy && same_thread(k, p, q));
	if (p->warp == q->warp && (!k->t.its || p->lane == q->lane || p->met != q->met))
		return false;
	return (p->write || q->write) && !(p->strong && q->strong);
}

/* Somebody may have observed the strong write, and so ordered what he did next: the oracle knows.
 * And a strong read among strong writes is not remembered. */
static bool may_hide(const struct byte *b, size_t at)
{
	for (size_t i = 0; i < b->n; i++)
		if (i != at && b->past[i].strong &&
		    (b->past[at].write ? i > at || b->past[i].pc == b->past[at].pc
				       : b->past[i].write))
			return b->past[at].strong;
	return false;
}

enum says { NO_RACE, MAY_RACE, MUST_RACE };
/* Two threads' copies at once, which was a race when the second one began: of one only it is known
 * that it is under way. */
static bool two_fly(const struct bench *k, const struct byte *b)
{
	const struct past *first = NULL;

	for (size_t i = 0; i < b->n; i++) {
		if (!b->past[i].copy)
			continue;
		if (first && !same_thread(k, first, &b->past[i]))
			return true;
		first = &b->past[i];
	}
	return false;
}

static enum says plain_says(const struct bench *k, const struct byte *b, const struct past *q)
{
	enum says s = NO_RACE;

	for (size_t i = 0; i < b->n; i++)
		if (race_between(k, &b->past[i], q)) {
			/* of lanes it knows words that are accessed whole */
			if (!may_hide(b, i) && !two_fly(k, b) &&
			    !(k->meets && k->t.bytes && b->past[i].warp == q->warp))
				return MUST_RACE;
			s = MAY_RACE;
		}
	return s;
}

/* The bytes that the operation races on; it is remembered. */
static void plain_op(struct bench *k, enum says says[STREAM_BYTES])
{
	const struct simt_op *op = &k->t.op;
	struct plain *p = &k->plain[k->t.who.slot];
	const bool rmw = op->kind == SIMT_OP_ATOM || op->kind == SIMT_OP_RED;
	uint32_t stores[STREAM_BYTES] = {0};

	for (uint32_t left = op->mask; left; left &= left - 1) {
		const uint32_t l = (uint32_t)__builtin_ctz(left);
		const struct past q = {.warp = k->t.who.warp,
				       .lane = l,
				       .met = p->met[k->t.who.warp],
				       .pc = op->pc,
				       .copy = op->is_async,
				       .flying = op->is_async,
				       .group = OPEN,
				       .write = op->kind == SIMT_OP_ST ||
						(rmw && !(op->failed >> l & 1)),
				       .strong = op->sem != PTX_SEM_WEAK};

		for (uint64_t i = op->addr[l]; i < op->addr[l] + (uint64_t)op->size * op->vec;
		     i++) {
			struct byte *b = &p->byte[i];

			const enum says s = op->kind == SIMT_OP_ST && !q.strong && stores[i]++
						    ? MUST_RACE
						    : plain_says(k, b, &q);

			says[i] = s > says[i] ? s : says[i];
			b->past = mem_grow(b->past, &b->cap, b->n, sizeof(*b->past));
			b->past[b->n++] = q;
		}
	}
}

/* The thread's copies: those that are open are a group; or what it has waited for has ended here.
 */
static void plain_group(struct bench *k, struct past *p)
{
	const struct simt_op *op = &k->t.op;
	struct plain *of = &k->plain[k->t.who.slot];
	const uint32_t lane = k->t.its ? p->lane : 0, groups = of->groups[p->warp][lane];

	if (!p->flying || p->warp != k->t.who.warp || (k->t.its && !(op->mask >> p->lane & 1)))
		return;
	if (op->async == SIMT_ASYNC_COMMIT && p->group == OPEN)
		p->group = groups;
	if (op->async == SIMT_ASYNC_WAIT_ALL || (op->async == SIMT_ASYNC_WAIT && p->group != OPEN &&
						 p->group + op->async_left < groups)) {
		p->flying = false;
		p->met = of->met[p->warp];
	}
}

static void plain_groups(struct bench *k)
{
	const struct simt_op *op = &k->t.op;
	struct plain *p = &k->plain[k->t.who.slot];

	for (uint32_t b = 0; b < STREAM_BYTES; b++)
		for (size_t i = 0; i < p->byte[b].n; i++)
			plain_group(k, &p->byte[b].past[i]);
	for (uint32_t l = 0; op->async == SIMT_ASYNC_COMMIT && l < 32; l++)
		p->groups[k->t.who.warp][l] += k->t.its ? op->mask >> l & 1 : l == 0;
}

/* The oracle has it: on that word. */
static bool is_real(const struct race_hit *h, const struct race_hit *oracle, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (oracle[i].addr / 4 == h->addr / 4)
			return true;
	return false;
}

static void wrong(struct bench *k, uint32_t byte, const char *what)
{
	snprintf(k->wrong, sizeof(k->wrong), "op %d by warp %u, lanes %#x: byte %u %s",
		 k->t.op.kind, k->t.who.warp, k->t.op.mask, byte, what);
}

static void against_oracle(struct bench *k)
{
	size_t n_oracle, n;
	const struct race_hit *oracle = oracle_hits(k->o, &n_oracle), *h = shared_hits(k->x, &n);
	bool *told = k->word_told[k->t.who.slot];

	for (size_t i = 0; i < n; i++) {
		if (!is_real(&h[i], oracle, n_oracle))
			wrong(k, (uint32_t)h[i].addr, "made up");
		told[h[i].addr / 4] = true;
	}
	k->told += n;
	k->races += n_oracle;
	for (size_t i = 0; i < n_oracle; i++)
		k->missed += !told[oracle[i].addr / 4];
}

/* Of each byte and interval the first race is told when it comes, and nothing is told that is none.
 */
static void against_plain(struct bench *k)
{
	struct byte *byte = k->plain[k->t.who.slot].byte;
	enum says says[STREAM_BYTES] = {NO_RACE};
	bool does[STREAM_BYTES] = {false};
	size_t n;
	const struct race_hit *h = shared_hits(k->x, &n);

	plain_op(k, says);
	for (size_t i = 0; i < n; i++)
		for (uint32_t b = 0; b < h[i].bytes; b++)
			does[h[i].addr + b] = true;
	for (uint32_t b = 0; b < STREAM_BYTES; b++) {
		if (says[b] == MUST_RACE && !does[b] && !byte[b].told)
			wrong(k, b, "missed");
		if (does[b] && says[b] == NO_RACE)
			wrong(k, b, "made up");
		byte[b].told |= does[b];
	}
}

static void look(struct bench *k)
{
	const uint32_t slot = k->t.who.slot;

	if (k->t.op.kind <= SIMT_OP_RED) {
		against_oracle(k);
		if (k->t.style != STREAM_PARTIAL)
			against_plain(k);
	} else if (k->t.op.kind == SIMT_OP_ASYNC) {
		plain_groups(k);
	} else if (k->t.op.kind == SIMT_OP_WARPSYNC) {
		k->plain[slot].met[k->t.who.warp]++;
	}
	if (k->t.barrier) {
		plain_forget(&k->plain[k->t.slot], k->t.op.kind != SIMT_OP_BAR);
		memset(k->word_told[k->t.slot], 0, sizeof(k->word_told[0]));
	}
}

static void close_bench(struct bench *k)
{
	for (uint32_t s = 0; s < STREAM_SLOTS; s++)
		for (uint32_t b = 0; b < STREAM_BYTES; b++)
			free(k->plain[s].byte[b].past);
	shared_destroy(k->x);
	oracle_destroy(k->o);
	free(k);
}

static void run(enum stream_style style, bool its, bool bytes, bool meets, bool copies)
{
	struct bench *k = mem_alloc(sizeof(*k));
	char failed[300] = "";

	machine_config_default(&k->t.machine);
	k->o = oracle_create(&(struct oracle_config){.model = ORACLE_PTX});
	k->meets = meets;
	k->t.copies = copies;
	k->x = shared_create(
		&(struct shared_config){.machine = &k->t.machine, .unit = {.meets = meets}});
	k->t.to[0] = oracle_observer(k->o);
	k->t.to[1] = shared_observer(k->x);
	for (uint64_t seed = 1; seed <= count() && !failed[0]; seed++) {
		memset(k->word_told, 0, sizeof(k->word_told));
		for (uint32_t s = 0; s < STREAM_SLOTS; s++)
			plain_forget(&k->plain[s], true);
		stream_begin(&k->t, seed, style, its, bytes);
		for (unsigned i = 0; i < OPS && !k->wrong[0] && stream_step(&k->t); i++)
			look(k);
		if (k->wrong[0])
			snprintf(failed, sizeof(failed), "seed %llu: %s", (unsigned long long)seed,
				 k->wrong);
		stream_end(&k->t);
	}
	print_message(
		"# the oracle's races %llu, told %llu; missed %llu on words of which none was "
		"told in the interval\n",
		(unsigned long long)k->races, (unsigned long long)k->told,
		(unsigned long long)k->missed);
	if (!failed[0] && (k->told < count() ||
			   (style == STREAM_WHOLE && !(meets && bytes) && !copies && k->missed)))
		snprintf(failed, sizeof(failed), "nothing told, or something missed");
	close_bench(k);
	if (failed[0])
		fail_msg("%s", failed);
}

#define TEST(name, style, its, bytes, meets) \
	static void name(void **state) \
	{ \
		(void)state; \
		run(style, its, bytes, meets, false); \
	} \
	static void name##_copies(void **state) \
	{ \
		(void)state; \
		run(style, its, bytes, meets, true); \
	}
TEST(words, STREAM_WHOLE, false, false, false)
TEST(words_lanes, STREAM_WHOLE, true, false, false)
TEST(words_meets, STREAM_WHOLE, true, false, true)
TEST(parts, STREAM_WHOLE, false, true, false)
TEST(parts_lanes, STREAM_WHOLE, true, true, false)
TEST(parts_meets, STREAM_WHOLE, true, true, true)
TEST(strong, STREAM_STRONG, false, true, false)
TEST(strong_lanes, STREAM_STRONG, true, true, false)
TEST(strong_meets, STREAM_STRONG, true, false, true)
TEST(partial, STREAM_PARTIAL, false, true, false)
TEST(partial_lanes, STREAM_PARTIAL, true, true, false)
TEST(partial_meets, STREAM_PARTIAL, true, true, true)
TEST(partial_word_meets, STREAM_PARTIAL, true, false, true)

#define BOTH(name) cmocka_unit_test(name), cmocka_unit_test(name##_copies)

int main(void)
{
	const struct CMUnitTest tests[] = {
		BOTH(words),
		BOTH(words_lanes),
		BOTH(words_meets),
		BOTH(parts),
		BOTH(parts_lanes),
		BOTH(parts_meets),
		BOTH(strong),
		BOTH(strong_lanes),
		BOTH(strong_meets),
		BOTH(partial),
		BOTH(partial_lanes),
		BOTH(partial_meets),
		BOTH(partial_word_meets),
	};

	return cmocka_run_group_tests_name("shared/random", tests, NULL, NULL);
}
