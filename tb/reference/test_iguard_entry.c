/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * iGUARD as the hardware keeps it, clock, times and entries by lines, beside the model that knows
 * blocks and threads by number (pf_iguard, coarse): verdict for verdict over random operations.
 *
 *   random operations ─┬─> pf_iguard ─────────────────────────> races ─┐
 *                      └─> pf_iguard_clock, _table, _entry ───> races ─┴─ equal?
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "base/rng.h"
#include "reference/pf_iguard_clock.h"
#include "reference/pf_iguard_entry.h"
#include "reference/pf_iguard_int.h"
#include "reference/pf_iguard_table.h"

enum { SLOTS = 3, WARPS = 2, LINES = 2, WORDS = LINES * 32, BASE = 0x1000, GRID = 4096 };

/* What of the hardware's narrowness is on: with any of it races are missed; told is one that the
 * model does not tell only of a word of which it has missed one before, and so names another
 * access; or by locks, which are those of fewer accesses. */
struct narrow {
	uint32_t clock_bits; /* 20: never full here */
	bool reuse;          /* slots have one block after the other */
};

static struct bench {
	struct rng r;
	struct narrow narrow;
	struct pf_iguard model;
	struct pf_iguard_clock clock;
	struct pf_iguard_table table;
	struct pf_iguard_entry entry[WORDS];
	uint32_t block[SLOTS], next; /* numbers in the grid */
	/* of the operation */
	unsigned lanes[WORDS]; /* checked, of the model */
	struct pf_iguard_check last[WORDS];
	bool races[WORDS];
	bool missed_one[WORDS]; /* of the launch */
	/* of the test */
	unsigned checks, racy, missed, kinds[PF_IGUARD_INSTRUCTION + 1], others, readers, epochs;
} b;

static void on_check(void *ctx, const struct pf_iguard_check *c)
{
	const uint64_t w = (c->word - BASE) / 4;

	(void)ctx;
	b.lanes[w]++;
	b.last[w] = *c;
	b.races[w] |= c->kind != PF_IGUARD_NO_RACE && c->kind != PF_IGUARD_INSTRUCTION;
}

static uint32_t any(uint32_t n)
{
	return rng_below(&b.r, n);
}

/* The hardware's side */

static struct pf_iguard_stamp event(enum pf_iguard_event_code e, uint32_t slot, uint32_t warp)
{
	const struct pf_iguard_stamp s =
		pf_iguard_clock_event(&b.clock, e, slot, slot * WARPS + warp);

	if (!s.epoch)
		return s;
	memset(b.entry, 0, sizeof(b.entry));
	pf_iguard_table_epoch(&b.table);
	b.epochs++;
	return s;
}

static void begin(uint32_t slot)
{
	const struct pf_iguard_stamp s = event(PF_IGUARD_EVENT_BLOCK, slot, 0);

	b.block[slot] = b.next++;
	pf_iguard_begin(&b.model, b.block[slot]);
	pf_iguard_table_begin(&b.table, slot, s.when);
	for (uint32_t w = 0; w < WARPS; w++)
		event(PF_IGUARD_EVENT_WARP, slot, w);
}

static void fence(uint32_t slot, uint32_t warp, uint32_t lanes, bool device)
{
	const bool alone = b.model.lanes && !(lanes & (lanes - 1));
	const uint32_t lane = alone ? (uint32_t)__builtin_ctz(lanes) : PF_IGUARD_ALL;
	const struct pf_iguard_stamp s = event(PF_IGUARD_EVENT_FENCE, slot, warp);

	pf_iguard_table_fence(&b.table, slot, slot * WARPS + warp, lane, &s, device);
	pf_iguard_fence(&b.model, b.block[slot], warp, lanes, device);
}

/* Operations of both */

static void check_word(const struct pf_iguard_access *a, uint32_t slot, struct pf_iguard_tag *t,
		       uint32_t word)
{
	struct pf_iguard_entry *e = &b.entry[word];
	struct pf_iguard_times times[2] = {0};
	const struct pf_iguard_side *s[] = {&e->writer.side, &e->reader.side};
	struct pf_iguard_entry_check c;
	const struct pf_iguard_check *want = &b.last[word];
	uint32_t bytes = 0;

	for (uint32_t l = 0; l < 32; l++)
		for (uint64_t i = a->addr[l]; a->lanes >> l & 1 && i < a->addr[l] + a->bytes; i++)
			if ((i - BASE) / 4 == word)
				bytes |= 1U << i % 4;
	t->by.side.bytes = bytes & 15;
	for (unsigned i = 0; i < 2; i++)
		if (s[i]->block)
			times[i] = pf_iguard_table_times(&b.table, s[i]->block - 1, s[i]->warp);
	t->by.side.block = slot + 1;
	pf_iguard_entry_check(e, t, word % 32, &times[0], &times[1], b.model.lanes, &c);
	*e = c.next;
	b.checks++;
	b.racy += b.races[word];
	b.missed += b.races[word] && !c.kind;
	b.missed_one[word] |= b.races[word] && !c.kind;
	if (b.narrow.reuse || b.narrow.clock_bits < 20) {
		assert_true(b.races[word] || !c.kind || b.missed_one[word] ||
			    c.kind == PF_IGUARD_LOCK);
		return;
	}
	assert_int_equal(c.kind != PF_IGUARD_NO_RACE, b.races[word]);
	b.kinds[c.kind]++;
	b.others += c.with_others;
	b.readers += c.with_reader;
	/* Of several lanes the model tells each, the hardware the first that is unlike. */
	if (b.lanes[word] > 1 || want->before.writer.elem || want->before.reader.elem)
		return;
	assert_int_equal(c.kind, want->kind);
	assert_int_equal(c.with_reader, want->with_reader);
	assert_int_equal(c.with_others, want->with_others);
}

static void perform(const struct pf_iguard_access *a, uint32_t slot, struct pf_iguard_tag *t,
		    uint32_t base)
{
	const struct pf_iguard_stamp s =
		pf_iguard_clock_access(&b.clock, slot, slot * WARPS + a->warp);

	t->bar = s.bar;
	t->meet = s.meet;
	t->write = a->write;
	t->by.side.when = s.when;
	t->by.side.warp = (uint8_t)(slot * WARPS + a->warp);
	t->by.side.atomic = a->atomic;
	t->by.side.polls = a->atomic || a->polls;
	t->by.side.block_scope = a->atomic && a->block_scope;
	t->by.side.size = (uint32_t)__builtin_ctz(a->element) & 7;
	t->by.side.locks = pf_iguard_locks(&b.model, a->block, a->warp, 0);
	memset(b.lanes, 0, sizeof(b.lanes));
	memset(b.races, 0, sizeof(b.races));
	pf_iguard_access(&b.model, a);
	for (uint32_t w = 0; w < WORDS; w++) {
		if (!b.lanes[w])
			continue;
		/* Whose the line's first byte would be, of lanes side by side. */
		if (t->by.step)
			t->by.side.lane = (uint8_t)((w / 32 * 128 - base) / a->bytes % 32);
		check_word(a, slot, t, w);
	}
}

static void access(uint32_t slot, uint32_t warp)
{
	struct pf_iguard_access a = {.block = b.block[slot], .warp = warp, .bytes = 1U << any(5)};
	struct pf_iguard_tag t = {0};
	const uint32_t kind = any(6), base = any(WORDS * 4 / a.bytes) * a.bytes;

	a.write = kind < 3;
	a.atomic = kind == 2 && a.bytes > 1 && a.bytes < 16;
	a.polls = kind == 3;
	a.block_scope = any(2);
	a.element = a.bytes;
	a.lanes = any(2) ? 1U << any(4) : any(2) ? (uint32_t)rng_next(&b.r) : 15;
	if (!any(3) || a.lanes & (a.lanes - 1)) {
		t.by.step = (uint8_t)(__builtin_ctz(a.bytes) + 1);
		for (uint32_t l = 0; l < 32; l++) {
			a.addr[l] = BASE + base + l * a.bytes;
			if (a.addr[l] + a.bytes > BASE + WORDS * 4)
				a.lanes &= ~(1U << l);
		}
	}
	if (!t.by.step || (any(4) == 0 && a.lanes)) { /* all lanes, the very same words */
		t.by.step = PF_IGUARD_STEP_NONE;
		t.several = a.lanes & (a.lanes - 1);
		t.by.side.lane = a.lanes ? (uint8_t)(31 - __builtin_clz(a.lanes)) : 0;
		for (uint32_t l = 0; l < 32; l++)
			a.addr[l] = BASE + base;
	}
	if (a.lanes)
		perform(&a, slot, &t, base);
}

static void lock(uint32_t slot, uint32_t warp)
{
	const uint64_t addr[PF_IGUARD_LANES] = {0x2000 + 4 * any(3)};
	const bool device = any(3);

	if (any(2))
		pf_iguard_lock(&b.model, b.block[slot], warp, 1, 1, addr, device);
	else
		pf_iguard_unlock(&b.model, b.block[slot], warp, 1, addr, device);
}

static void step(void)
{
	const uint32_t slot = any(SLOTS), warp = any(WARPS);

	switch (any(16)) {
	case 0:
		event(PF_IGUARD_EVENT_BARRIER, slot, 0);
		pf_iguard_barrier(&b.model, b.block[slot]);
		break;
	case 1:
		if (b.model.lanes)
			event(PF_IGUARD_EVENT_MEET, slot, warp);
		pf_iguard_syncwarp(&b.model, b.block[slot], warp, any(2) ? UINT32_MAX : 5);
		break;
	case 2:
	case 3: fence(slot, warp, any(2) ? UINT32_MAX : 1U << any(4), any(3)); break;
	case 4: lock(slot, warp); break;
	case 5:
		if (!b.narrow.reuse || any(4))
			break;
		pf_iguard_end(&b.model, b.block[slot]);
		begin(slot);
		break;
	default: access(slot, warp);
	}
}

static void run(struct narrow narrow, bool lanes, unsigned programs)
{
	b = (struct bench){.narrow = narrow};
	rng_seed(&b.r, lanes);
	pf_iguard_init(&b.model, &(struct pf_iguard_config){.lock_entries = 4, .coarse = true});
	b.model.check = on_check;
	pf_iguard_table_init(&b.table, 0, 3, 2);
	for (unsigned i = 0; i < programs; i++) {
		pf_iguard_launch(&b.model, GRID, WARPS * 32, lanes);
		b.clock = (struct pf_iguard_clock){.bits = narrow.clock_bits};
		pf_iguard_table_epoch(&b.table);
		memset(b.entry, 0, sizeof(b.entry));
		memset(b.missed_one, 0, sizeof(b.missed_one));
		b.next = 0;
		for (uint32_t s = 0; s < SLOTS; s++)
			begin(s);
		for (unsigned n = 0; n < 200; n++)
			step();
	}
	pf_iguard_free(&b.model);
	pf_iguard_table_free(&b.table);
}

static void verdicts_are_equal(void **state)
{
	(void)state;
	for (unsigned lanes = 0; lanes < 2; lanes++) {
		run((struct narrow){20, false}, lanes, 400);
		assert_int_equal(b.missed, 0);
		assert_true(b.checks > 100000 && b.racy > b.checks / 20 && b.racy < b.checks);
		assert_true(b.others > 100 && b.readers > 100 && !b.epochs);
		for (unsigned k = 0; k < PF_IGUARD_INSTRUCTION; k++)
			assert_true(k == PF_IGUARD_ITS && !lanes ? !b.kinds[k] : b.kinds[k] > 50);
	}
}

static void narrow_ones_miss(void **state)
{
	(void)state;
	for (unsigned lanes = 0; lanes < 2; lanes++) {
		run((struct narrow){20, true}, lanes, 200);
		assert_true(b.racy > 10000 && b.missed > 0 && b.missed < b.racy / 4 && !b.epochs);
		run((struct narrow){3, true}, lanes, 200);
		assert_true(b.racy > 10000 && b.missed > 0 && b.missed < b.racy && b.epochs > 100);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(verdicts_are_equal),
		cmocka_unit_test(narrow_ones_miss),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
