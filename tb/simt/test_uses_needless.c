/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * simt_uses() names nothing needlessly: on the rows, which are all the opcodes there are, each
 * named read matters and each named write changes, sooner or later. And each row is of its class.
 */
#include "uses_bench.h"
#include "uses_rows.h"

/* Does another value of the read change anything? */
static bool matters(struct bench *b, uint32_t pc, uint32_t slot)
{
	const struct simt_uses *u = &b->uses[pc];
	const uint32_t carry = simt_slots(b->k) - 1;
	bool yes = false;
	struct result x, y;

	result_alloc(b, &x);
	result_alloc(b, &y);
	for (unsigned t = 0; t < 400 && !yes; t++) {
		draw(b, x.before, b->k->reg_bytes);
		memcpy(y.before, x.before, b->k->reg_bytes);
		x.carry_before = y.carry_before = (uint32_t)rng_next(&b->rng);
		if (slot == carry)
			y.carry_before = (uint32_t)rng_next(&b->rng);
		else
			draw(b, y.before + (size_t)slot * 64, 64);
		run_one(b, pc, UINT32_MAX, &x);
		run_one(b, pc, UINT32_MAX, &y);
		yes = !same_outcome(b, &x, &y) ||
		      differ(x.carry_before, x.carry, y.carry_before, y.carry);
		for (unsigned i = 0; i < u->n_writes && !yes; i++)
			yes = u->writes[i] != carry && slot_differs(&x, &y, u->writes[i]);
	}
	result_free(&x);
	result_free(&y);
	return yes;
}

static bool changes(struct bench *b, uint32_t pc, uint32_t slot)
{
	bool yes = false;
	struct result x;

	result_alloc(b, &x);
	for (unsigned t = 0; t < 100 && !yes; t++) {
		draw(b, x.before, b->k->reg_bytes);
		x.carry_before = (uint32_t)rng_next(&b->rng);
		run_one(b, pc, UINT32_MAX, &x);
		yes = slot == simt_slots(b->k) - 1 ? x.carry != x.carry_before
						   : memcmp(x.before + (size_t)slot * 64,
							    x.after + (size_t)slot * 64, 64);
	}
	result_free(&x);
	return yes;
}

/* Index of the row that the slot comes from; the first is on line `first`. */
static unsigned row_of(const struct bench *b, uint32_t pc)
{
	return b->k->src[pc]->line - b->k->src[0]->line;
}

static void nothing_needless(void **state)
{
	struct ptx_module *m = rows_module("@%p7 ");
	struct bench b;

	(void)state;
	bench_open(&b, m, ptx_find_func(m, "k"));
	for (uint32_t pc = 0; pc < b.k->n_code; pc++) {
		const struct simt_uses *u = &b.uses[pc];

		for (unsigned i = 0; i < u->n_writes; i++)
			if (!changes(&b, pc, u->writes[i]))
				complain(&b, pc, "named but never written", u->writes[i]);
		if (row_of(&b, pc) >= ROWS || rows[row_of(&b, pc)].loose)
			continue;
		for (unsigned i = 0; i < u->n_reads; i++)
			if (!matters(&b, pc, u->reads[i]))
				complain(&b, pc, "named but of no matter", u->reads[i]);
	}
	bench_close(&b);
	ptx_free(m);
}

static void classes_and_opcodes(void **state)
{
	struct ptx_module *m = rows_module("");
	bool seen[PTX_OP_COUNT] = {false};
	struct bench b;

	(void)state;
	bench_open(&b, m, ptx_find_func(m, "k"));
	for (uint32_t pc = 0; pc < b.k->n_code; pc++) {
		const unsigned row = row_of(&b, pc);
		const bool last = pc + 1 == b.k->n_code || row_of(&b, pc + 1) != row;

		seen[b.k->src[pc]->op] = true;
		if (row >= ROWS || !last)
			continue;
		if (b.uses[pc].cls != rows[row].cls)
			fail_msg("%s: class %s", rows[row].text,
				 simt_class_name((enum simt_class)b.uses[pc].cls));
	}
	for (int op = PTX_OP_NONE + 1; op < PTX_OP_COUNT; op++)
		if (!seen[op] && op != PTX_OP_CALL)
			fail_msg("%s is not among the rows", ptx_op_name((enum ptx_op)op));
	bench_close(&b);
	ptx_free(m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_needless),
		cmocka_unit_test(classes_and_opcodes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
