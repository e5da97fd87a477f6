/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * The walk that leaves out orders against the one that leaves out none, on random programs:
 * every checker must come to the same verdict, with the same kinds of race and the same
 * explanations.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/rng.h"
#include "litmus/litmus.h"

enum { PROGRAMS = 70, MOST_RUNS = 2500, TEXT = 4096 };

static uint32_t below(struct rng *r, uint32_t n)
{
	return rng_below(r, n);
}

static const char *one_of(struct rng *r, const char *const *words)
{
	uint32_t n = 0;

	while (words[n])
		n++;
	return words[below(r, n)];
}

#define ONE_OF(r, ...) one_of(r, (const char *const[]){__VA_ARGS__, NULL})

static int put_statement(struct rng *r, char *p, size_t size)
{
	const char *scope = ONE_OF(r, "cta", "gpu");
	const char *any = ONE_OF(r, "x", "y", "x1", "h", "s"),
		   *word = ONE_OF(r, "x", "f", "f", "s");

	switch (below(r, 12)) {
	case 0:
	case 1: return snprintf(p, size, "%s %s 1", ONE_OF(r, "st", "st.volatile"), any);
	case 2:
	case 3: return snprintf(p, size, "%s %s", ONE_OF(r, "ld", "ld.volatile"), any);
	case 4:
	case 5: return snprintf(p, size, "fence.%s", scope);
	case 6:
		return snprintf(p, size, "xchg%s.%s %s %u",
				ONE_OF(r, "", ".release", ".acquire", ".acq_rel"), scope, word,
				below(r, 2));
	case 7: return snprintf(p, size, "red.add.%s %s 1", scope, word);
	case 8: return snprintf(p, size, "cas.%s %s %u 1", scope, word, below(r, 2));
	case 9:
		return snprintf(p, size, "st.%s.%s %s 1", ONE_OF(r, "relaxed", "release"), scope,
				word);
	case 10:
		return snprintf(p, size, "until ld.%s.%s f != 0", ONE_OF(r, "relaxed", "acquire"),
				scope);
	default:
		return snprintf(p, size, "lock.%s l; fence.%s; st.volatile y 1; unlock.%s l", scope,
				scope, scope);
	}
}

static void put_program(struct rng *r, char *p, const char *end)
{
	static const char *const threads[] = {"b0.t0", "b0.t1",  "b0.t32",
					      "b1.t0", "b1.t32", "b2.t0"};
	const uint32_t n = 2 + below(r, 2), skip = below(r, 6 - n + 1);
	const bool bars = below(r, 4) == 0, its = below(r, 2);

	p += snprintf(p, (size_t)(end - p),
		      "test t\nmode %s\nvar x, y, f, l, x1:1 at x+1, h:2 at y, s shared\n",
		      its ? "its" : "lockstep");
	for (uint32_t i = 0; i < n; i++) {
		const uint32_t statements = 1 + below(r, n == 2 ? 4 : 3);
		const uint32_t bar = bars ? below(r, statements) : UINT32_MAX;

		p += snprintf(p, (size_t)(end - p), "%s: ", threads[skip + i]);
		for (uint32_t k = 0; k < statements; k++) {
			p += snprintf(p, (size_t)(end - p), k ? "; " : "");
			if (k == bar)
				p += snprintf(p, (size_t)(end - p), "bar; ");
			p += put_statement(r, p, (size_t)(end - p));
		}
		p += snprintf(p, (size_t)(end - p), "\n");
	}
}

static struct litmus_result explore(const char *text, bool every_order)
{
	const struct litmus_limits l = {.every_order = every_order, .max_runs = MOST_RUNS};
	struct litmus_result r;
	struct diag d = {""};
	size_t n;
	struct litmus_test *t = litmus_parse(text, strlen(text), "t.litmus", &n, &d);

	if (!t || litmus_explore(&t->program, &l, &r, &d))
		fail_msg("%s\n%s", d.text, text);
	litmus_free(t, n);
	return r;
}

static void same(const char *text, const struct litmus_result *a, const struct litmus_result *b)
{
	bool ok = !a->hung == !b->hung;

	for (unsigned i = 0; i < LITMUS_CHECKERS; i++) {
		const enum litmus_checker c = (enum litmus_checker)i;

		ok = ok && litmus_verdict_of(a, c) == litmus_verdict_of(b, c) &&
		     !a->only_oracle[c] == !b->only_oracle[c] &&
		     !a->only_checker[c] == !b->only_checker[c];
		for (unsigned k = 0; k < RACE_KINDS; k++)
			ok = ok && !a->kinds[c][k] == !b->kinds[c][k];
		for (unsigned k = 0; c >= LITMUS_PAPER && k < SCORE_ROWS; k++)
			ok = ok && !a->totals[c].rows_missed[k] == !b->totals[c].rows_missed[k] &&
			     !a->totals[c].rows_false[k] == !b->totals[c].rows_false[k];
	}
	if (!ok)
		fail_msg("fewer orders, another result:\n%s", text);
}

static void random_programs(void **state)
{
	uint64_t fewer = 0, all = 0;
	unsigned compared = 0;
	struct rng r;

	(void)state;
	rng_seed(&r, 2026);
	for (unsigned i = 0; i < PROGRAMS; i++) {
		struct litmus_result a, b;
		char text[TEXT];

		put_program(&r, text, text + sizeof(text));
		b = explore(text, true);
		if (!b.exhaustive)
			continue;
		a = explore(text, false);
		assert_true(a.exhaustive);
		assert_true(a.runs + a.cut_short <= b.runs);
		same(text, &a, &b);
		fewer += a.runs + a.cut_short;
		all += b.runs;
		compared++;
	}
	assert_true(compared > PROGRAMS / 2);
	assert_true(fewer * 3 < all); /* or it is not worth its code */
	printf("%u programs, %llu runs instead of %llu\n", compared, (unsigned long long)fewer,
	       (unsigned long long)all);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(random_programs)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
