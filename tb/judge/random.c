/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "random.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/rng.h"

struct maker {
	struct rng rng;
	struct random_program *p;
	uint32_t groups;
};

static uint32_t below(struct maker *m, uint32_t n)
{
	return rng_below(&m->rng, n);
}

static bool chance(struct maker *m, uint32_t percent)
{
	return below(m, 100) < percent;
}

static const char *one_of(struct maker *m, const char *const *words)
{
	uint32_t n = 0;

	while (words[n])
		n++;
	return words[below(m, n)];
}

#define ONE_OF(m, ...) one_of(m, (const char *const[]){__VA_ARGS__, NULL})

__attribute__((format(printf, 4, 5))) static void say(struct maker *m, uint32_t body,
						      uint32_t group, const char *fmt, ...)
{
	struct random_statement *s;
	va_list ap;

	if (m->p->body[body].n == RANDOM_STATEMENTS)
		return;
	s = &m->p->body[body].at[m->p->body[body].n++];
	s->group = group;
	va_start(ap, fmt);
	vsnprintf(s->text, sizeof(s->text), fmt, ap);
	va_end(ap);
}

/* Words */

static const char *scope(struct maker *m)
{
	return ONE_OF(m, "cta", "cta", "gpu", "gpu", "gpu", "gpu", "sys");
}

static const char *data(struct maker *m)
{
	return ONE_OF(m, "x", "x", "x", "y", "xh", "xb", "x8", "a[lane]", "a[1]", "d", "s");
}

static const char *flag(struct maker *m)
{
	return ONE_OF(m, "f", "f", "f", "f", "g", "g", "f8", "s");
}

static const char *fence(struct maker *m)
{
	return ONE_OF(m, "fence", "fence.sc", "fence.sc", "fence.acq_rel", "fence.acq_rel");
}

/* Statements */

static void put_weak(struct maker *m, uint32_t b, const char *var)
{
	if (chance(m, 2))
		say(m, b, 0, "ld.v2 a");
	else if (chance(m, 2))
		say(m, b, 0, "st.v2 a %u", 1 + below(m, 3));
	else if (chance(m, 50))
		say(m, b, 0, "ld %s", var);
	else
		say(m, b, 0, "st %s %u", var, 1 + below(m, 3));
}

static void put_strong(struct maker *m, uint32_t b, const char *var)
{
	const bool load = chance(m, 50);

	if (chance(m, 15) && load)
		say(m, b, 0, "ld.volatile %s", var);
	else if (chance(m, 15))
		say(m, b, 0, "st.volatile %s %u", var, 1 + below(m, 3));
	else if (load)
		say(m, b, 0, "ld.%s.%s %s", ONE_OF(m, "relaxed", "acquire"), scope(m), var);
	else
		say(m, b, 0, "st.%s.%s %s %u", ONE_OF(m, "relaxed", "release"), scope(m), var,
		    1 + below(m, 3));
}

static void put_atomic(struct maker *m, uint32_t b, const char *var)
{
	const char *sem = ONE_OF(m, "relaxed", "relaxed", "acquire", "release", "acq_rel");

	if (chance(m, 35))
		say(m, b, 0, "cas.%s.%s %s %u %u", sem, scope(m), var, below(m, 3), below(m, 3));
	else if (chance(m, 30))
		say(m, b, 0, "red.%s.%s.%s %s 1", ONE_OF(m, "add", "or", "max"),
		    ONE_OF(m, "relaxed", "relaxed", "release"), scope(m), var);
	else
		say(m, b, 0, "%s.%s.%s %s %u", ONE_OF(m, "add", "xchg", "or", "min"), sem, scope(m),
		    var, below(m, 3));
}

static void put_any(struct maker *m, uint32_t b)
{
	const uint32_t what = below(m, 100);

	if (what < 34)
		put_weak(m, b, data(m));
	else if (what < 40)
		put_weak(m, b, chance(m, 20) ? "fb" : flag(m));
	else if (what < 58)
		put_strong(m, b, chance(m, 8) ? "fb" : flag(m));
	else if (what < 63)
		put_strong(m, b, data(m));
	else if (what < 82)
		put_atomic(m, b, flag(m));
	else
		say(m, b, 0, "%s.%s", fence(m), scope(m));
}

/* Patterns */

static void put_release(struct maker *m, uint32_t b, const char *var)
{
	const char *s = scope(m);

	switch (below(m, 6)) {
	case 0: say(m, b, 0, "st.release.%s %s %u", s, var, 1 + below(m, 3)); break;
	case 1:
		say(m, b, 0, "st.release.%s %s 1", s, var);
		if (chance(m, 30))
			put_any(m, b);
		say(m, b, 0, "st.relaxed.%s %s 2", s, var);
		break;
	case 2:
		say(m, b, 0, "%s.%s", fence(m), s);
		if (chance(m, 30))
			put_any(m, b);
		say(m, b, 0, "st.relaxed.%s %s 1", scope(m), var);
		break;
	case 3:
		say(m, b, 0, "%s.%s", fence(m), s);
		put_atomic(m, b, var);
		break;
	case 4: say(m, b, 0, "red.add.release.%s %s 1", s, var); break;
	default: say(m, b, 0, "add.%s.%s %s 1", ONE_OF(m, "release", "acq_rel"), s, var); break;
	}
}

static void put_acquire(struct maker *m, uint32_t b, const char *var)
{
	const char *s = scope(m);

	switch (below(m, 6)) {
	case 0: say(m, b, 0, "until ld.acquire.%s %s != 0", s, var); break;
	case 1: say(m, b, 0, "ld.acquire.%s %s", s, var); break;
	case 2:
		if (chance(m, 50))
			say(m, b, 0, "until ld.relaxed.%s %s != 0", s, var);
		else
			say(m, b, 0, "ld.relaxed.%s %s", s, var);
		if (chance(m, 30))
			put_any(m, b);
		say(m, b, 0, "%s.%s", fence(m), scope(m));
		break;
	case 3:
		say(m, b, 0, "ld.relaxed.%s %s", scope(m), var);
		say(m, b, 0, "ld.acquire.%s %s", s, var);
		break;
	case 4:
		put_atomic(m, b, var);
		say(m, b, 0, "%s.%s", fence(m), s);
		break;
	default: say(m, b, 0, "add.%s.%s %s 1", ONE_OF(m, "acquire", "acq_rel"), s, var); break;
	}
}

/* Thread b takes what the one before has handed on, and hands it on. */
static void put_link(struct maker *m, uint32_t b, const char *var)
{
	if (b && chance(m, 85))
		put_acquire(m, b, var);
	for (uint32_t k = 1 + below(m, 2); k; k--)
		if (chance(m, 80))
			put_weak(m, b, data(m));
		else
			put_any(m, b);
	if (b + 1 < m->p->n && chance(m, 85))
		put_release(m, b, var);
	if (chance(m, 30))
		put_weak(m, b, chance(m, 50) ? var : data(m));
}

/* Thread b waits until the flag is b, works on the data, and makes the flag b + 1: right, but for
 * a scope or an operation now and then. */
static void put_careful_link(struct maker *m, uint32_t b)
{
	const char *s = chance(m, 5) ? "cta" : "gpu";
	const char *f = chance(m, 50) ? "fence.sc" : "fence.acq_rel";

	switch (b ? below(m, 3) : 3) {
	case 0: say(m, b, 0, "until ld.acquire.%s f == %u", s, b); break;
	case 1:
		say(m, b, 0, "until ld.relaxed.%s f == %u", s, b);
		if (!chance(m, 5))
			say(m, b, 0, "%s.%s", f, s);
		break;
	case 2:
		say(m, b, 0, "until ld.relaxed.%s f == %u", s, b);
		say(m, b, 0, "ld.acquire.%s f", s);
		break;
	default: break;
	}
	for (uint32_t k = 1 + below(m, 3); k; k--)
		put_weak(m, b, ONE_OF(m, "x", "x", "y", "xh", "xb", "x8", "d"));
	if (b + 1 == m->p->n)
		return;
	switch (below(m, 4)) {
	case 0: say(m, b, 0, "st.release.%s f %u", s, b + 1); break;
	case 1: say(m, b, 0, "add.release.%s f 1", s); break;
	case 2: say(m, b, 0, "red.add.release.%s f 1", s); break;
	default:
		if (!chance(m, 5))
			say(m, b, 0, "%s.%s", f, s);
		say(m, b, 0, "st.relaxed.%s f %u", s, b + 1);
		break;
	}
}

/* Barriers */

static bool alone_in_warp(const struct random_program *p, uint32_t b)
{
	for (uint32_t i = 0; i < p->n; i++)
		if (i != b && p->body[i].block == p->body[b].block &&
		    p->body[i].warp == p->body[b].warp)
			return false;
	return true;
}

static void put_syncwarp(struct maker *m, uint32_t b)
{
	uint32_t mask = 0;

	m->groups++;
	for (uint32_t pass = 0; pass < 2; pass++)
		for (uint32_t i = 0; i < m->p->n; i++)
			if (m->p->body[i].block == m->p->body[b].block &&
			    m->p->body[i].warp == m->p->body[b].warp) {
				if (pass)
					say(m, i, m->groups, "syncwarp %u", mask);
				mask |= m->p->body[i].lanes;
			}
}

/* All of b's block meet; or, with a count, two of its warps, of which some only arrive. */
static void put_barrier(struct maker *m, uint32_t b)
{
	const uint32_t id = 1 + below(m, 2), block = m->p->body[b].block;
	uint32_t present = 0;

	for (uint32_t i = 0; i < m->p->n; i++)
		if (m->p->body[i].block == block)
			present |= 1U << m->p->body[i].warp;
	if (present == 7)
		present &= ~(1U << below(m, 3));
	if (chance(m, 40) || !(present & (present - 1)))
		present = 0;
	m->groups++;
	for (uint32_t i = 0; i < m->p->n; i++) {
		if (m->p->body[i].block != block)
			continue;
		if (!present)
			say(m, i, m->groups, "bar");
		else if (!(present >> m->p->body[i].warp & 1))
			continue;
		else if (chance(m, 60) && alone_in_warp(m->p, i))
			say(m, i, m->groups, "bar.arrive %u 64", id);
		else
			say(m, i, m->groups, "bar %u 64", id);
	}
}

/* Programs */

static void choose_threads(struct maker *m)
{
	static const struct {
		uint32_t block, warp, lanes;
	} all[] = {{0, 0, 1}, {0, 0, 2}, {0, 0, 3}, {0, 1, 1}, {0, 2, 1},
		   {1, 0, 1}, {1, 0, 2}, {1, 1, 1}, {2, 0, 1}, {2, 0, 3}};
	const uint32_t n = 2 + below(m, 3), count = sizeof(all) / sizeof(*all);
	const uint32_t blocks = 1 + below(m, 3);

	while (m->p->n < n) {
		const uint32_t k = below(m, count);
		bool clash = all[k].block >= blocks;

		for (uint32_t i = 0; i < m->p->n; i++)
			clash |= m->p->body[i].block == all[k].block &&
				 m->p->body[i].warp == all[k].warp &&
				 (m->p->body[i].lanes & all[k].lanes);
		if (!clash) {
			m->p->body[m->p->n].block = all[k].block;
			m->p->body[m->p->n].warp = all[k].warp;
			m->p->body[m->p->n++].lanes = all[k].lanes;
		} else if (blocks == 1 && m->p->n >= 2 && below(m, 4) == 0) {
			return; /* three threads and a pair that overlaps them */
		}
	}
}

/* One lane of each pair. */
static void split_pairs(struct maker *m)
{
	for (uint32_t b = 0; b < m->p->n; b++)
		if (!chance(m, 10))
			m->p->body[b].lanes &= 0U - m->p->body[b].lanes;
}

/* Threads of one block take turns at the data, a barrier after each; or hand it on. */
static void make_careful(struct maker *m)
{
	bool one_block = true;

	split_pairs(m);
	for (uint32_t b = 1; b < m->p->n; b++)
		one_block &= m->p->body[b].block == m->p->body[0].block;
	for (uint32_t b = 0; b < m->p->n; b++) {
		if (!one_block || chance(m, 30)) {
			put_careful_link(m, b);
			continue;
		}
		for (uint32_t k = 1 + below(m, 3); k; k--)
			put_weak(m, b, ONE_OF(m, "x", "x", "y", "xh", "x8", "s", "s"));
		if (b + 1 < m->p->n)
			put_barrier(m, b);
	}
}

void random_make(struct random_program *p, uint64_t seed)
{
	struct maker m = {.p = p};
	uint32_t phases;

	memset(p, 0, sizeof(*p));
	rng_seed(&m.rng, seed);
	choose_threads(&m);
	if (chance(&m, 35)) {
		make_careful(&m);
		return;
	}
	phases = chance(&m, 30) ? 2 + below(&m, 2) : 1;
	for (uint32_t k = 0; k < phases; k++) {
		const char *var = ONE_OF(&m, "f", "f", "f", "g", "f8");
		const bool chaos = chance(&m, 50);

		for (uint32_t b = 0; b < p->n; b++) {
			if (!chaos)
				put_link(&m, b, var);
			for (uint32_t n = chaos ? 2 + below(&m, phases > 1 ? 2 : 6) : 0; n; n--)
				put_any(&m, b);
		}
		if (k + 1 == phases)
			break;
		if (chance(&m, 40))
			put_syncwarp(&m, below(&m, p->n));
		else
			put_barrier(&m, below(&m, p->n));
	}
}

static void put_body(const struct random_program *p, uint32_t b, FILE *f)
{
	const uint32_t first = 32 * p->body[b].warp + (uint32_t)__builtin_ctz(p->body[b].lanes);

	if (!p->body[b].n)
		return;
	fprintf(f, "b%u.t%u", p->body[b].block, first);
	if (p->body[b].lanes & (p->body[b].lanes - 1))
		fprintf(f, "-%u", first + 1);
	for (uint32_t i = 0; i < p->body[b].n; i++)
		fprintf(f, "%s%s", i ? ";\n  " : ": ", p->body[b].at[i].text);
	fputc('\n', f);
}

void random_text(const struct random_program *p, char text[RANDOM_TEXT])
{
	FILE *f = fmemopen(text, RANDOM_TEXT, "w");

	fputs("test random\nmode its\n"
	      "var x, y, f, g, a[2], x8:8 at x, xh:2 at x+2, xb:1 at x+1, f8:8 at f, fb:1 at f\n"
	      "var d device, s shared\n",
	      f);
	for (uint32_t b = 0; b < p->n; b++)
		put_body(p, b, f);
	fclose(f);
}

/* Smaller ones */

static void drop_statement(struct random_program *p, uint32_t b, uint32_t i)
{
	p->body[b].n--;
	memmove(&p->body[b].at[i], &p->body[b].at[i + 1],
		(p->body[b].n - i) * sizeof(p->body[b].at[0]));
}

static void drop_group(struct random_program *p, uint32_t group)
{
	for (uint32_t b = 0; b < p->n; b++)
		for (uint32_t i = p->body[b].n; i-- > 0;)
			if (p->body[b].at[i].group == group)
				drop_statement(p, b, i);
}

typedef bool (*still_fn)(void *ctx, const struct random_program *p);

static bool shrink_once(struct random_program *p, still_fn still, void *ctx)
{
	for (uint32_t b = 0; b < p->n; b++) {
		struct random_program q = *p;

		q.body[b].n = 0;
		if (p->body[b].n && still(ctx, &q)) {
			*p = q;
			return true;
		}
		for (uint32_t i = 0; i < p->body[b].n; i++) {
			q = *p;
			if (p->body[b].at[i].group)
				drop_group(&q, p->body[b].at[i].group);
			else
				drop_statement(&q, b, i);
			if (still(ctx, &q)) {
				*p = q;
				return true;
			}
			q = *p;
			drop_statement(&q, b, i);
			if (p->body[b].at[i].group && still(ctx, &q)) {
				*p = q;
				return true;
			}
		}
	}
	return false;
}

void random_shrink(struct random_program *p, still_fn still, void *ctx)
{
	while (shrink_once(p, still, ctx))
		;
}
