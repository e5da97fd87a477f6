/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compare.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

enum { WORD = 4 };

/* A word of a later access and an earlier one. */
struct item {
	uint32_t op, lane; /* the later access */
	uint32_t space;
	uint64_t word;
	uint32_t pc, block, warp; /* the earlier one */
	/* not part of the key */
	uint32_t first_lane;
	uint32_t bytes; /* of the word: mask */
	uint32_t x;     /* relations only: the earlier event */
};

struct items {
	struct item *at;
	size_t n, cap;
};

struct compare {
	struct items oracle, model, weak;
	bool strict; /* nothing is excused */
	struct compare_tally tally;
};

struct compare *compare_create(void)
{
	return mem_alloc(sizeof(struct compare));
}

void compare_destroy(struct compare *c)
{
	if (!c)
		return;
	free(c->oracle.at);
	free(c->model.at);
	free(c->weak.at);
	free(c);
}

void compare_clear(struct compare *c)
{
	c->oracle.n = c->model.n = c->weak.n = 0;
	c->tally = (struct compare_tally){0};
}

struct compare_tally compare_tally(const struct compare *c)
{
	return c->tally;
}

static void add(struct items *to, const struct item *i)
{
	to->at = mem_grow(to->at, &to->cap, to->n, sizeof(*to->at));
	to->at[to->n++] = *i;
}

/* Bytes from .. to - 1, word by word. */
static void add_range(struct items *to, struct item i, uint64_t from, uint64_t end)
{
	while (from < end) {
		i.word = from / WORD;
		i.bytes = 0;
		for (; from < end && from / WORD == i.word; from++)
			i.bytes |= 1U << (from % WORD);
		add(to, &i);
	}
}

void compare_hits(struct compare *c, uint32_t op, uint32_t space, const struct race_hit *h,
		  size_t n)
{
	for (size_t k = 0; k < n; k++) {
		const struct race_side *a = &h[k].first, *b = &h[k].second;
		const struct item i = {
			.op = op,
			.lane = b->lane,
			.space = space,
			.pc = a->pc,
			.block = (uint32_t)a->block,
			.warp = a->warp,
			.first_lane = a->lane,
		};

		add_range(&c->oracle, i, h[k].addr, h[k].addr + h[k].bytes);
	}
}

static void take_pairs(struct items *to, const struct model *m, const struct relation *r)
{
	for (uint32_t x = 0; x < m->n; x++) {
		RELATION_EACH(r, x, y)
		{
			const struct event *a = &m->at[x], *b = &m->at[y];
			const uint64_t end_a = a->addr + a->size, end_b = b->addr + b->size;
			const struct item i = {
				.op = b->op,
				.lane = b->lane,
				.space = b->space,
				.pc = a->pc,
				.block = a->block,
				.warp = a->warp,
				.first_lane = a->lane,
				.x = x,
			};

			add_range(to, i, a->addr > b->addr ? a->addr : b->addr,
				  end_a < end_b ? end_a : end_b);
		}
	}
}

/* Keys */

#define DIFFER(field) \
	if (p->field != q->field) \
	return p->field < q->field ? -1 : 1

/* The word of the later access. */
static int by_word(const struct item *p, const struct item *q)
{
	DIFFER(op);
	DIFFER(lane);
	DIFFER(space);
	DIFFER(word);
	return 0;
}

static int by_key(const void *a, const void *b)
{
	const struct item *p = a, *q = b;
	const int words = by_word(p, q);

	if (words)
		return words;
	DIFFER(pc);
	DIFFER(block);
	DIFFER(warp);
	return 0;
}

static void sort(struct items *s)
{
	if (s->n)
		qsort(s->at, s->n, sizeof(*s->at), by_key);
}

/* First item of s that is not before i; by word, or the whole key. */
static size_t lower(const struct items *s, const struct item *i, bool word)
{
	size_t lo = 0, hi = s->n;

	while (lo < hi) {
		const size_t mid = (lo + hi) / 2;

		if ((word ? by_word(&s->at[mid], i) : by_key(&s->at[mid], i)) < 0)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

static bool has_word(const struct items *s, const struct item *i)
{
	const size_t k = lower(s, i, true);

	return k < s->n && !by_word(&s->at[k], i);
}

static bool has_key(const struct items *s, const struct item *i)
{
	const size_t k = lower(s, i, false);

	return k < s->n && !by_key(&s->at[k], i);
}

/* 2: this pair with this earlier lane, on all of these bytes. */
static bool has_bytes(const struct items *s, const struct item *i)
{
	uint32_t bytes = 0;

	for (size_t k = lower(s, i, false); k < s->n && !by_key(&s->at[k], i); k++)
		if (s->at[k].first_lane == i->first_lane)
			bytes |= s->at[k].bytes;
	return bytes && !(i->bytes & ~bytes);
}

/* 3: the oracle names another pair of s for that word, whose earlier access was performed after
 * i's. */
static bool has_later(const struct items *s, const struct items *oracle, const struct item *i)
{
	for (size_t k = lower(s, i, true); k < s->n && !by_word(&s->at[k], i); k++)
		if (s->at[k].x > i->x && s->at[k].bytes & i->bytes && has_key(oracle, &s->at[k]))
			return true;
	return false;
}

static bool is_covered(const struct compare *c, const struct item *i)
{
	return has_later(&c->model, &c->oracle, i) || has_later(&c->weak, &c->oracle, i);
}

/* Text */

static void put_place(FILE *f, const struct simt_kernel *kernel, uint32_t pc)
{
	const struct ptx_where w = simt_where(kernel, pc);

	fprintf(f, "pc %u line %u", pc, w.line);
}

static void put_item(FILE *f, const char *what, const struct item *i,
		     const struct simt_kernel *kernel, uint64_t buffer)
{
	fprintf(f,
		"%s: operation %u lane %u word %s%lld bytes %x, earlier access: block %u warp %u "
		"lane %u ",
		what, i->op, i->lane, i->space ? "shared+" : "buffer+",
		(long long)(i->word * WORD - (i->space ? 0 : buffer)), i->bytes, i->block, i->warp,
		i->first_lane);
	put_place(f, kernel, i->pc);
	fputc('\n', f);
}

static void put_event(FILE *f, const struct event *e, const struct simt_kernel *kernel,
		      uint64_t buffer)
{
	static const char *const scopes[] = {"", ".cta", ".cluster", ".gpu", ".sys"};
	static const char *const kinds[] = {"access", "fence", "arrive", "leave"};

	fprintf(f, "  %3u  b%u.t%u  ", e->op, e->block, e->warp * SIMT_LANES + e->lane);
	if (e->kind != EVENT_LEAVE)
		put_place(f, kernel, e->pc);
	if (e->kind == EVENT_MEMORY)
		fprintf(f, "  %s%s%s%s%s%s%s %s%lld:%u got %llx put %llx from %d",
			e->atomic ? "atomic " : "", e->read ? "R" : "", e->write ? "W" : "",
			e->strong ? " strong" : " weak", e->acquire ? " acquire" : "",
			e->release ? " release" : "", scopes[e->scope], e->space ? "shared+" : "",
			(long long)(e->space ? e->addr : e->addr - buffer), e->size,
			(unsigned long long)e->got, (unsigned long long)e->put, e->from[0]);
	else if (e->kind == EVENT_FENCE)
		fprintf(f, "  fence%s%s", e->sc ? ".sc" : ".acq_rel", scopes[e->scope]);
	else
		fprintf(f, "  %s %s %u", kinds[e->kind], e->warp_sync ? "syncwarp" : "bar",
			e->instance);
	fputc('\n', f);
}

/* What only the oracle has; false when there is nothing. */
static bool only_oracle(struct compare *c, FILE *f, const struct simt_kernel *kernel,
			uint64_t buffer)
{
	for (size_t i = 0; i < c->oracle.n; i++) {
		const struct item *o = &c->oracle.at[i];

		if (has_bytes(&c->model, o))
			continue;
		if (!c->strict && c->model.n && has_bytes(&c->weak, o)) {
			c->tally.weak_starts++;
			continue;
		}
		put_item(f,
			 has_word(&c->model, o) ? "the oracle names another earlier access"
						: "only the oracle",
			 o, kernel, buffer);
		return true;
	}
	return false;
}

/* What only the relations have. */
static bool only_model(struct compare *c, FILE *f, const struct simt_kernel *kernel,
		       uint64_t buffer)
{
	for (size_t i = 0; i < c->model.n; i++) {
		const struct item *j = &c->model.at[i];

		if (!has_word(&c->oracle, j)) {
			put_item(f, "only the relations", j, kernel, buffer);
			return true;
		}
		if (has_key(&c->oracle, j) || (i && !by_key(j - 1, j)))
			continue;
		c->tally.covered++;
		if (!is_covered(c, j)) {
			put_item(f, "the oracle does not name, nor one after it", j, kernel,
				 buffer);
			return true;
		}
	}
	return false;
}

static void count(struct compare *c, const struct model *m)
{
	for (uint32_t y = 0; y < m->n; y++)
		c->tally.accesses += m->at[y].kind == EVENT_MEMORY;
	for (size_t i = 0; i < c->model.n; i++) {
		const struct item *p = i ? &c->model.at[i - 1] : NULL, *q = &c->model.at[i];

		c->tally.pairs += !p || by_key(p, q);
		c->tally.racy_accesses += !p || p->op != q->op || p->lane != q->lane;
	}
}

/* The first race on each byte, by the relations, that is not named. */
static bool first_missed(struct compare *c, FILE *f, const struct simt_kernel *kernel,
			 uint64_t buffer)
{
	struct items raced = {0}; /* words, and which of their bytes */
	bool missed = false;

	for (size_t i = 0; i < c->model.n && !missed; i++) {
		const struct item *j = &c->model.at[i];
		uint32_t now = j->space ? 0 : j->bytes;
		size_t k = 0;

		while (k < raced.n && raced.at[k].word != j->word)
			k++;
		if (k == raced.n) {
			add(&raced, j);
			raced.at[k].bytes = 0;
		}
		now &= ~raced.at[k].bytes;
		if (!now)
			continue;
		for (size_t o = lower(&c->oracle, j, true);
		     o < c->oracle.n && !by_word(&c->oracle.at[o], j); o++)
			now &= ~c->oracle.at[o].bytes;
		missed = now != 0;
		if (missed)
			put_item(f, "the first race on a byte, missed", j, kernel, buffer);
		raced.at[k].bytes |= j->bytes;
	}
	free(raced.at);
	return missed;
}

static char *compare_by(struct compare *c, const struct model *m, const struct simt_kernel *kernel,
			uint64_t buffer, const char *bad,
			bool (*missed)(struct compare *c, FILE *f, const struct simt_kernel *kernel,
				       uint64_t buffer))
{
	char *text = NULL;
	size_t n = 0;
	bool some;
	FILE *f = open_memstream(&text, &n);

	take_pairs(&c->model, m, &m->race);
	take_pairs(&c->weak, m, &m->weak_start);
	sort(&c->oracle);
	sort(&c->model);
	sort(&c->weak);
	count(c, m);
	if (bad)
		fprintf(f, "the execution contradicts the model: %s\n", bad);
	some = only_oracle(c, f, kernel, buffer) || missed(c, f, kernel, buffer) || bad;
	for (uint32_t x = 0; some && x < m->n; x++)
		put_event(f, &m->at[x], kernel, buffer);
	fclose(f);
	if (some)
		return text;
	free(text);
	return NULL;
}

char *compare_models(struct compare *c, const struct model *m, const struct simt_kernel *kernel,
		     uint64_t buffer, const char *bad)
{
	return compare_by(c, m, kernel, buffer, bad, only_model);
}

char *compare_exact(struct compare *c, const struct model *m, const struct simt_kernel *kernel,
		    uint64_t buffer, const char *bad)
{
	c->strict = true;
	return compare_by(c, m, kernel, buffer, bad, first_missed);
}
