/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * The decision procedures a second time: as tables of text, interpreted word by word, and compared
 * with pf_rules_*() on a million random checks each.
 *
 * A condition is alternatives "a b !c | d", tried against the entry as it was; an action may have
 * conditions of its own: "a,!b?act".
 *
 *   Mod Bs Ds At Sc Sm  entry: modified, shared in the block, on the device, atomic, of block
 * scope, strong           sb sw  same block, same warp     bar  same barrier ID bf df  owner's
 * block, device fences have not moved     0m 0a 0i  no lock in the entry, at the accessor, in
 * common    Aa Ac Sa Wa  accessor: atomic, of block scope, strong, sub-word Wm  the entry's owner:
 * sub-word
 *
 *   own M0 M1 B0 B1 D0 D1   L= L& the accessor's locks: copied, intersected   S= its strength
 * copied R W  a race: make the entry unwritten, then the read or the write procedure
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/rng.h"
#include "reference/pf_reference.h"

enum { CHECKS = 1000000, TEXT = 160 };

struct line {
	const char *row, *when, *act;
};

#define FRESH "Mod Bs Ds | sb !bar !Ds"
#define PAST  "!sw | Bs | Ds"

static const struct line paper_read[] = {
	{"R1", FRESH, "own M0 B0 D0 L= S="},
	{"R2", "sw !Bs !Ds", "Mod,!bf?M0 Mod,!df?M0 own S= L="},
	{"R3", "At Sc !sb", "W"},
	{"R4", "Mod !sw sb bf df", "R"},
	{"R5", "Mod !sb df", "R"},
	{"R6", "Mod !sw !Sm | Mod !sw !Sa", "R"},
	{"R7", "0m 0a Mod", "!sw?M0 B0 D0 own"},
	{"R8", "0m 0a !Mod sb !Ds", "B1 D0"},
	{"R9", "0m 0a !Mod", "D1 B0"},
	{"R10", "Mod 0i", "R"},
	{"R11", "", "0m?L= !0m,!0a?L& !sb?B0 sb,!sw,!Ds?B1"},
};

static const struct line paper_write[] = {
	{"W1", FRESH, "own M1 B0 D0 L= S="},
	{"W2", "sw !Bs !Ds", "own M1 L= S="},
	{"W3", "At Sc !sb", "W"},
	{"W4", "At Aa", "own M1"},
	{"W5", "!sw sb bf df | Bs sb bf df | Ds sb df", "R"},
	{"W6", "!sb df", "R"},
	{"W7", "!sw !Sm | Bs !Sm | Ds !Sm | !sw !Sa | Bs !Sa | Ds !Sa", "W"},
	{"W8", "0m 0a", "own B0 D0 M1"},
	{"W9", "0i", "W"},
	{"W10", "", "own M1 L&"},
};

static const struct line scord_read[] = {
	{"R1", FRESH, "own M0 B0 D0 L= S="},
	{"R2", "sw !Bs !Ds", "Mod,!bf?M0 Mod,!df?M0 own S= L="},
	{"RS", "Wm Wa", "own M0 B0 D0 L= S="},
	{"R3", "Mod At Sc !sb", "R"},
	{"R3A", "Mod At !Sc Aa Ac !sb df", "R"},
	{"RA", "At Aa", ""},
	{"R4", "Mod !sw sb bf df", "R"},
	{"R5", "Mod !sb df", "R"},
	{"R6", "Mod !sw !Sm | Mod !sw !Sa", "R"},
	{"R7", "0m 0a Mod", "!sw?M0 B0 D0 own"},
	{"R8", "0m 0a !Mod sb !Ds", "B1 D0"},
	{"R9", "0m 0a !Mod", "D1 B0"},
	{"R10", "Mod !sw 0i", "R"},
	{"R11", "", "0m?L= !0m,!0a?L& !sb?B0 !sb?D1 sb,!sw,!Ds?B1"},
};

static const struct line scord_write[] = {
	{"W1", FRESH, "own M1 B0 D0 L= S="},
	{"W2", "sw !Bs !Ds", "own M1 L= S="},
	{"WS", "Wm Wa", "own M1 B0 D0 L= S="},
	{"W3", "At Sc !sb", "W"},
	{"W3A", "At !Sc Aa Ac !sb df", "W"},
	{"W4", "At Aa", "own M1 B0 D0"},
	{"W5", "!sw sb bf df | Bs sb bf df | Ds sb df", "W"},
	{"W6", "!sb df", "W"},
	{"W7", "!sw !Sm | Bs !Sm | Ds !Sm | !sw !Sa | Bs !Sa | Ds !Sa", "W"},
	{"W8", "0m 0a", "own B0 D0 M1"},
	{"W9", "0i", "W"},
	{"W10", "", "own M1 B0 D0 L&"},
};

struct tables {
	const struct line *read, *write;
	pf_rules_fn rules;
	bool paper;
};

struct question {
	const struct tables *t;
	struct pf_entry m;
	struct pf_tag a;
	struct pf_fences owner, self;
};

static bool no_lock(unsigned v)
{
	return (v >> 8) == 0 || (v & 255) == 0;
}

static bool holds(const struct question *q, const char *word)
{
	const struct pf_entry *m = &q->m;
	const struct pf_tag *a = &q->a;
	const bool want = *word != '!';
	const struct {
		const char *word;
		bool value;
	} fact[] = {
		{"Mod", m->modified},
		{"Bs", m->blk_shared},
		{"Ds", m->dev_shared},
		{"At", m->is_atom},
		{"Sc", m->block_scope},
		{"Sm", m->strong},
		{"Wm", m->sub_word},
		{"sb", m->block == a->block},
		{"sw", m->block == a->block && m->warp == a->warp},
		{"bar", m->barrier == a->barrier},
		{"bf", m->blk_fence == q->owner.blk},
		{"df", m->dev_fence == q->owner.dev},
		{"0m", no_lock(m->lock)},
		{"0a", no_lock(a->signature)},
		{"0i", no_lock(m->lock & a->signature)},
		{"Aa", a->atomic},
		{"Ac", a->block_scope},
		{"Sa", a->strong},
		{"Wa", a->sub_word},
	};

	word += !want;
	for (size_t i = 0; i < sizeof(fact) / sizeof(*fact); i++)
		if (!strcmp(fact[i].word, word))
			return fact[i].value == want;
	fail_msg("no such condition: %s", word);
	return false;
}

static bool all_hold(const struct question *q, const char *words, const char *between)
{
	char buf[TEXT], *save = NULL;

	snprintf(buf, sizeof(buf), "%s", words);
	for (char *w = strtok_r(buf, between, &save); w; w = strtok_r(NULL, between, &save))
		if (!holds(q, w))
			return false;
	return true;
}

static bool matches(const struct question *q, const char *when)
{
	char buf[TEXT], *save = NULL;

	if (!*when)
		return true;
	snprintf(buf, sizeof(buf), "%s", when);
	for (char *alt = strtok_r(buf, "|", &save); alt; alt = strtok_r(NULL, "|", &save))
		if (all_hold(q, alt, " "))
			return true;
	return false;
}

static struct pf_verdict ask(const struct question *q, bool write, const char **row);

static void act(const struct question *q, const char *what, struct pf_verdict *v)
{
	struct pf_entry *e = &v->next;

	if (!strcmp(what, "own")) {
		e->warp = q->a.warp;
		e->block = q->a.block;
		e->barrier = q->a.barrier;
		e->blk_fence = q->self.blk;
		e->dev_fence = q->self.dev;
		e->is_atom = q->a.atomic;
		e->block_scope = q->a.block_scope;
		if (!q->a.strong)
			e->strong = false;
		e->sub_word = !q->t->paper && q->a.sub_word;
	} else if (!strcmp(what, "L=")) {
		e->lock = q->a.signature;
	} else if (!strcmp(what, "L&")) {
		e->lock = q->m.lock & q->a.signature;
	} else if (!strcmp(what, "S=")) {
		e->strong = q->a.strong;
	} else if (!strcmp(what, "R") || !strcmp(what, "W")) {
		struct question again = *q;
		const char *row;

		again.m = (struct pf_entry){.modified = true,
					    .blk_shared = true,
					    .dev_shared = true,
					    .tag = q->m.tag,
					    .epoch = q->m.epoch};
		*v = ask(&again, *what == 'W', &row);
		v->race = true;
	} else if (strlen(what) == 2 && (what[1] == '0' || what[1] == '1')) {
		bool *const bit = *what == 'M'   ? &e->modified
				  : *what == 'B' ? &e->blk_shared
						 : &e->dev_shared;

		*bit = what[1] == '1';
	} else {
		fail_msg("no such action: %s", what);
	}
}

static struct pf_verdict ask(const struct question *q, bool write, const char **row)
{
	const struct line *l = write ? q->t->write : q->t->read;
	struct pf_verdict v = {.next = q->m};
	char buf[TEXT], *save = NULL;

	while (!matches(q, l->when))
		l++;
	*row = l->row;
	snprintf(buf, sizeof(buf), "%s", l->act);
	for (char *w = strtok_r(buf, " ", &save); w; w = strtok_r(NULL, " ", &save)) {
		char *mark = strchr(w, '?');

		if (mark) {
			*mark = '\0';
			if (!all_hold(q, w, ","))
				continue;
			w = mark + 1;
		}
		act(q, w, &v);
	}
	return v;
}

/* Few values of each, so that coincidences are common. */
static void invent(struct rng *r, struct question *q)
{
	static const uint16_t locks[] = {0, 0, 0, 0x0101, 0x0102, 0x0303, 0x8000, 0x0080, 0x1010};
	const uint64_t bits = rng_next(r);
	const bool rmw = bits >> 20 & 1;

	q->m = (struct pf_entry){
		.tag = bits & 3,
		.epoch = bits >> 2 & 3,
		.block = rng_below(r, 3),
		.warp = rng_below(r, 2),
		.barrier = bits >> 4 & 1,
		.blk_fence = bits >> 5 & 1,
		.dev_fence = bits >> 6 & 1,
		.modified = bits >> 7 & 1,
		.blk_shared = bits >> 8 & 1,
		.dev_shared = bits >> 9 & 1,
		.is_atom = bits >> 10 & 1,
		.block_scope = bits >> 11 & 1,
		.strong = bits >> 12 & 1,
		.sub_word = !q->t->paper && (bits >> 13 & 3) == 0,
		.lock = locks[rng_below(r, sizeof(locks) / sizeof(*locks))],
	};
	q->a = (struct pf_tag){
		.block = rng_below(r, 3),
		.warp = rng_below(r, 2),
		.barrier = bits >> 15 & 1,
		.signature = locks[rng_below(r, sizeof(locks) / sizeof(*locks))],
		.atomic = rmw || (!q->t->paper && bits >> 16 & 1),
		.write = rmw || bits >> 17 & 1,
		.sub_word = bits >> 18 & 1,
	};
	q->a.strong = q->a.atomic || bits >> 19 & 1;
	q->a.block_scope = q->a.atomic && bits >> 21 & 1;
	q->owner = (struct pf_fences){bits >> 22 & 1, bits >> 23 & 1};
	q->self = q->m.block == q->a.block && q->m.warp == q->a.warp
			  ? q->owner
			  : (struct pf_fences){bits >> 24 & 3, bits >> 26 & 3};
}

static bool same_entry(const struct pf_entry *a, const struct pf_entry *b)
{
	return a->tag == b->tag && a->epoch == b->epoch && a->block == b->block &&
	       a->warp == b->warp && a->barrier == b->barrier && a->blk_fence == b->blk_fence &&
	       a->dev_fence == b->dev_fence && a->modified == b->modified &&
	       a->blk_shared == b->blk_shared && a->dev_shared == b->dev_shared &&
	       a->is_atom == b->is_atom && a->block_scope == b->block_scope &&
	       a->strong == b->strong && a->lock == b->lock && a->sub_word == b->sub_word;
}

static void compare(const struct tables *t, unsigned rows)
{
	unsigned seen[PF_ROWS] = {0}, n_seen = 0;
	struct question q = {.t = t};
	struct rng r;

	rng_seed(&r, 20);
	for (unsigned i = 0; i < CHECKS; i++) {
		struct pf_verdict got, want;
		const char *row;

		invent(&r, &q);
		want = ask(&q, q.a.write, &row);
		got = t->rules(&q.m, &q.a, q.owner, q.self);
		if (strcmp(pf_row_name(got.row), row) || got.race != want.race ||
		    !same_entry(&got.next, &want.next))
			fail_msg("check %u: %s race %d, not %s race %d", i, pf_row_name(got.row),
				 got.race, row, want.race);
		seen[got.row]++;
	}
	for (unsigned i = 0; i < PF_ROWS; i++)
		n_seen += seen[i] > 500;
	assert_int_equal(n_seen, rows);
}

static void paper(void **state)
{
	static const struct tables t = {paper_read, paper_write, pf_rules_scord_paper, true};

	(void)state;
	compare(&t, 21);
}

static void scord(void **state)
{
	static const struct tables t = {scord_read, scord_write, pf_rules_scord, false};

	(void)state;
	compare(&t, 26);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(paper),
		cmocka_unit_test(scord),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
