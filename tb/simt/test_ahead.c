/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * A warp that runs ahead between its turns does what it would have done in them: every operation of
 * a random program, in the same order, and every count at its end.
 */
#include "core_machine.h"
#include "random_program.h"

enum { PROGRAMS = 400, MOST_AHEAD = 16 };

static void same_op(const struct simt_op *a, const struct simt_op *b)
{
	assert_int_equal(a->kind, b->kind);
	assert_int_equal(a->pc, b->pc);
	assert_int_equal(a->mask, b->mask);
	if (a->kind != SIMT_OP_LD && a->kind != SIMT_OP_ST && a->kind != SIMT_OP_ATOM)
		return;
	for (uint32_t left = a->mask; left; left &= left - 1) {
		const unsigned l = (unsigned)__builtin_ctz(left);

		assert_int_equal(a->addr[l], b->addr[l]);
		if (a->kind == SIMT_OP_ST)
			assert_int_equal(a->data[0][l], b->data[0][l]);
	}
}

static void same_run(const struct cm *a, const struct cm *b)
{
	assert_int_equal(a->status, b->status);
	assert_int_equal(a->n_log, b->n_log);
	for (unsigned i = 0; i < a->n_log; i++)
		same_op(&a->log[i], &b->log[i]);
	assert_memory_equal(&a->stats, &b->stats, sizeof(a->stats));
	assert_memory_equal(a->global, b->global, sizeof(a->global));
	for (unsigned n = 0; n < a->n_warps; n++) {
		assert_int_equal(a->warp[n].insns, b->warp[n].insns);
		assert_int_equal(a->warp[n].back_branches, b->warp[n].back_branches);
		assert_int_equal(a->warp[n].spins, b->warp[n].spins);
	}
}

static struct cm *run(const struct rp_program *p, enum simt_mode mode, uint32_t threads,
		      uint32_t slice, uint32_t ahead)
{
	struct cm *c = cm_load(p->text);

	c->log_on = true;
	c->slice = slice;
	c->ahead = ahead;
	cm_start(c, mode, threads, 4096);
	cm_go(c);
	return c;
}

static void random_programs(void **state)
{
	uint64_t ops = 0;

	(void)state;
	for (uint64_t seed = 1; seed <= PROGRAMS; seed++) {
		struct rp_program p;
		uint32_t threads, slice, ahead, unused;
		bool ends = true;

		rp_make(&p, seed);
		threads = 1 + rng_below(&p.rng, 96);
		for (uint32_t t = 0; t < threads && ends; t++)
			ends = rp_expect(&p, t, &unused);
		if (!ends) { /* not soon */
			rp_free(&p);
			continue;
		}
		rp_print(&p, CM_HEAD);
		slice = MOST_AHEAD + 1 + rng_below(&p.rng, 40);
		ahead = 1 + rng_below(&p.rng, MOST_AHEAD);
		for (int its = 0; its < 2; its++) {
			const enum simt_mode mode = its ? SIMT_ITS : SIMT_LOCKSTEP;
			struct cm *plain = run(&p, mode, threads, slice, 0);
			struct cm *early = run(&p, mode, threads, slice, ahead);

			same_run(plain, early);
			ops += plain->n_log;
			cm_free(plain);
			cm_free(early);
		}
		rp_free(&p);
	}
	assert_true(ops > 10000);
}

#define LOOP \
	CM_HEAD ".visible .entry k(.param .u64 out)\n{\n\t.reg .pred %p;\n\t.reg .b32 %r<3>;\n" \
		"\t.reg .b64 %a;\n\tld.param.u64 %a, [out];\n\tmov.u32 %r1, 0;\n" \
		"L:\n\tst.global.u32 [%a], %r1;\n\tadd.u32 %r1, %r1, 1;\n" \
		"\tsetp.lt.u32 %p, %r1, 5;\n\t@%p bra L;\n\tbar.sync 0;\n\tret;\n}\n"

/* As far as the next access, over the branch back; no further; not a barrier; not once at its end.
 */
static void as_far(void **state)
{
	struct cm *c = cm_load(LOOP);
	struct simt_op op;
	struct simt_warp *w = c->warp;

	(void)state;
	cm_start(c, SIMT_ITS, 32, 0);
	assert_int_equal(simt_run(w, 100, &op), SIMT_RUN_OP);
	assert_int_equal(simt_run_ahead(w, 2), 2);
	assert_int_equal(simt_run_ahead(w, 16), 1);
	assert_int_equal(simt_run_ahead(w, 16), 0);
	simt_expect(w);
	for (int turn = 1; turn < 5; turn++) {
		assert_int_equal(simt_run(w, 1, &op), SIMT_RUN_OP);
		assert_int_equal(op.data[0][7], turn);
		assert_int_equal(simt_run_ahead(w, 16), 3);
	}
	assert_int_equal(simt_run(w, 1, &op), SIMT_RUN_OP);
	assert_int_equal(op.kind, SIMT_OP_BAR);
	assert_int_equal(simt_run_ahead(w, 16), 0);
	cm_perform(c, w, &op);
	assert_int_equal(simt_run(w, 16, &op), SIMT_RUN_DONE);
	assert_int_equal(simt_run_ahead(w, 16), 0);
	cm_free(c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(random_programs),
					   cmocka_unit_test(as_far)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
