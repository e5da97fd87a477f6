/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * commit with backend model: store buffers, Z-commit units and quantum units say what the plainest
 * reference says, whatever waits, at the rates that sim/gpudet/model_units.h promises; and what is
 * common to all backends: regions, counters, refusals. test_commit_rtl.sh does the same with the
 * RTL beside it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "commit_rig.h"

enum { LINES = 40, COMMANDS = 1500, QUANTA = 12 };

static struct rig *begin(const struct sim_config *c, uint64_t seed)
{
	struct rig *r = mem_alloc(sizeof(*r));
	struct diag diag = {""};

	if (!rig_init(r, BACKEND_MODEL, c, seed, &diag))
		fail_msg("%s", diag.text);
	return r;
}

static void end(struct rig *r)
{
	rig_free(r);
	free(r);
}

/* Store buffers */

static void logs_are_exact(void **state)
{
	uint64_t bytes = 0, merged = 0, vain = 0;

	(void)state;
	for (unsigned n = 0; n < 12; n++) {
		struct sim_config c = rig_config(n & 1 ? SIM_TINY : SIM_REF);
		struct rig *r;
		struct rig_store s;

		if (n & 2)
			c.deterministic.bloom_bits = n & 4 ? 0 : 16;
		r = begin(&c, n);
		rig_store_init(r, &s, n & 1, n & 4 ? 4 : LINES);
		for (unsigned k = 0; k < 4; k++) {
			r->habit = rig_draw(&r->rng);
			rig_store_run(r, &s, COMMANDS);
		}
		bytes += s.bytes;
		merged += s.merged;
		vain += s.u->count[STORE_IN_VAIN];
		assert_int_equal(s.u->count[STORE_MERGED], s.merged);
		assert_true(s.u->most <= c.deterministic.log_entries);
		if (!c.deterministic.bloom_bits)
			assert_int_equal(s.u->count[STORE_IN_VAIN], 0);
		rig_store_free(&s);
		end(r);
	}
	assert_true(bytes > 10000 && merged > 1000 && vain > 1000);
}

/* Cycles from a command until the unit is idle and its answer taken. */
static uint64_t alone(struct rig *r, struct rig_store *s, enum commit_sb_kind kind, uint32_t line,
		      uint32_t sectors)
{
	struct commit_sb_command c = {.kind = kind, .warp = 1, .e = {.line = line}};
	const uint64_t before = s->u->log_beats;
	uint64_t cycles = 0;

	memset(c.e.mask, 0xff, sectors * 4);
	commit_sb_command(s->u, &c);
	rig_expect(s, &c);
	s->commands++;
	do {
		rig_store_take(r, s);
		commit_sb_step(s->u);
		cycles++;
	} while (!commit_sb_idle(s->u));
	assert_int_equal(s->answers, s->commands);
	s->bytes = s->u->log_beats - before; /* for the caller */
	return cycles;
}

static void log_costs(void **state)
{
	const struct sim_config c = rig_config(SIM_REF);
	struct rig *r = begin(&c, 1);
	const uint32_t latency = c.l1.latency;
	struct rig_store s;

	(void)state;
	rig_store_init(r, &s, 0, LINES);
	assert_in_range(alone(r, &s, COMMIT_SB_LOAD, 1, 4), 3, 5);
	assert_int_equal(s.bytes, 0);
	alone(r, &s, COMMIT_SB_STORE, 1, 1);
	assert_int_equal(s.bytes, 2);
	alone(r, &s, COMMIT_SB_STORE, 2, 4);
	assert_int_equal(s.bytes, 5);
	assert_in_range(alone(r, &s, COMMIT_SB_LOAD, 2, 4), latency + 4, latency + 16);
	assert_int_equal(s.bytes, 4);
	assert_in_range(alone(r, &s, COMMIT_SB_LOAD, 1, 4), latency + 1, latency + 12);
	assert_int_equal(s.bytes, 1);
	for (uint32_t line = 3; line < 33; line++)
		alone(r, &s, COMMIT_SB_STORE, line, 1);
	/* No longer open: searched, among 32 headers and a few more that were asked for */
	assert_in_range(alone(r, &s, COMMIT_SB_LOAD, 1, 1), 2 * latency + 31, 2 * latency + 46);
	assert_int_equal(s.bytes, 32 + 1);
	assert_in_range(alone(r, &s, COMMIT_SB_LOAD, 1, 1), latency + 1, latency + 12);
	assert_in_range(alone(r, &s, COMMIT_SB_DRAIN, 0, 0), 2 * latency + 40, 4 * latency + 40);
	assert_int_equal(s.bytes, 31 * 2 + 5);
	assert_int_equal(s.u->most, 32);
	rig_store_free(&s);
	end(r);
}

/* A load that finds nothing each cycle; a store in 1 + sectors. */
static void log_rates(void **state)
{
	const struct sim_config c = rig_config(SIM_REF);

	(void)state;
	for (uint32_t n = 0; n < 5; n++) {
		const uint64_t period = n + 1;
		struct rig *r = begin(&c, 1);
		struct commit_sb *u = commit_sb(r->c, 0);
		struct commit_sb_command k = {.kind = n ? COMMIT_SB_STORE : COMMIT_SB_LOAD};
		struct commit_sb_answer a;
		uint64_t cycles = 0, done = 0;

		memset(k.e.mask, 0xff, n ? n * 4 : 16);
		for (uint32_t given = 0; done < 200; cycles++) {
			if (given < 200 && commit_sb_ready(u)) {
				k.warp = given / 50; /* a log has 64 lines */
				k.e.line = given++;
				commit_sb_command(u, &k);
			}
			done += commit_sb_answer(u, &a);
			commit_sb_step(u);
		}
		assert_in_range(cycles, 200 * period - period, 200 * period + 8);
		end(r);
	}
}

/* Z-commit units */

static void commits_are_exact(void **state)
{
	(void)state;
	for (unsigned n = 0; n < 12; n++) {
		const enum sim_geometry g =
			(enum sim_geometry[]){SIM_TINY, SIM_REF, SIM_MODERN}[n % 3];
		struct sim_config c = rig_config(g);
		struct rig *r;
		struct rig_z z;
		struct diag diag;
		uint64_t *k;

		c.deterministic.z_filter = n & 1;
		c.deterministic.z_sets = 2;
		r = begin(&c, n);
		rig_z_init(r, &z, n & 1, LINES);
		assert_int_equal(commit_launch(r->c, LINES, &diag), 0);
		for (unsigned i = 0; i < QUANTA; i++) {
			r->habit = rig_draw(&r->rng);
			rig_z_quantum(r, &z, rng_below(&r->rng, 400), 4 * (i % 4));
		}
		k = z.u->count;
		assert_int_equal(k[Z_HIT] + k[Z_MISS] + k[Z_DEFERRED], z.accepted);
		assert_int_equal(z.reads, k[Z_FETCHED] * commit_row_beats(r->c));
		assert_int_equal(z.writes, k[Z_SPILLED] * commit_row_beats(r->c) + k[Z_SWEPT]);
		assert_int_equal(k[Z_SWEPT], g == SIM_TINY ? LINES : 0);
		assert_true(k[Z_HIT] && k[Z_MISS] && k[Z_DEFERRED] && k[Z_SPILLED] && k[Z_LOST]);
		if (c.deterministic.z_filter)
			assert_true(k[Z_FETCHED] < k[Z_MISS]);
		else
			assert_int_equal(k[Z_FETCHED], k[Z_MISS]);
		rig_z_free(&z);
		end(r);
	}
}

/* One request a cycle where rows are there, and where a miss fetches nothing. */
static void commit_rates(void **state)
{
	const struct sim_config c = rig_config(SIM_REF);

	(void)state;
	for (unsigned n = 0; n < 2; n++) {
		struct rig *r = begin(&c, 1);
		struct commit_z *u = commit_z(r->c, 0);
		struct pf_zrequest q = {.warp = 3}, got;
		uint64_t cycles = 0, done = 0, first = 0;
		struct diag diag;

		memset(q.mask, 0xff, sizeof(q.mask));
		assert_int_equal(commit_launch(r->c, 1000, &diag), 0);
		commit_z_begin(u);
		for (uint32_t given = 0; done < 100; cycles++) {
			if (given < 100 && commit_z_ready(u)) {
				q.line = n ? given : 0;
				commit_z_request(u, &q);
				first = given++ ? first : cycles;
			}
			if (commit_z_result(u, &got)) {
				if (!done++)
					assert_in_range(cycles - first, 4, 7);
				commit_z_take(u);
			}
			commit_z_step(u);
		}
		assert_in_range(cycles, 100, 110);
		assert_int_equal(u->count[Z_FETCHED], 0);
		end(r);
	}
}

/* Of another size: rows of no quantum, off the clock. Of the same: quanta go on. */
static void regions(void **state)
{
	const struct sim_config c = rig_config(SIM_TINY);
	struct rig *r = begin(&c, 1);
	const struct commit_z *u = commit_z(r->c, 0);
	struct diag diag = {""};
	struct rig_z z;

	(void)state;
	rig_z_init(r, &z, 0, LINES);
	for (unsigned n = 0; n < 4; n++) {
		assert_int_equal(commit_launch(r->c, n < 2 ? LINES : LINES + 1, &diag), 0);
		assert_int_equal(u->port->out.quantum, n & 1 ? 3 : 1);
		assert_int_equal(u->count[Z_SWEPT], 0);
		rig_z_quantum(r, &z, 50, 0);
		rig_z_quantum(r, &z, 50, 0);
	}
	rig_z_free(&z);
	end(r);
}

/* Quantum units */

static void quanta_are_bounded(void **state)
{
	(void)state;
	for (unsigned n = 0; n < 8; n++) {
		struct sim_config c = rig_config(n & 1 ? SIM_TINY : SIM_REF);
		struct rig *r;
		struct rig_q q;

		c.deterministic.bta = n & 2;
		c.deterministic.quantum = n & 4 ? 1 : 30;
		r = begin(&c, n);
		rig_q_init(r, &q, 0);
		while (q.quanta < 150) {
			r->habit = rig_draw(&r->rng);
			rig_q_quantum(r, &q);
		}
		assert_true(q.begun > 2 && q.ended && q.instructions > 100);
		assert_true(q.atomics && q.released);
		end(r);
	}
}

/* One warp: a budget, a stop of each kind, an atomic, a barrier. */
static void one_warp(void **state)
{
	const struct sim_config c = rig_config(SIM_TINY);
	struct rig *r = begin(&c, 1);
	struct commit_q *u = commit_q(r->c, 1);

	(void)state;
	commit_mode(r->c, COMMIT_DISTRIBUTE);
	commit_q_event(u, PF_Q_BEGIN, 2, 1);
	assert_true(commit_q_live(u, 1) && !commit_q_live(u, 0));
	assert_false(commit_q_runs(u, 2));
	commit_mode(r->c, COMMIT_PARALLEL);
	commit_q_start(u);
	for (uint32_t i = 0; i < c.deterministic.quantum; i++) {
		assert_true(commit_q_runs(u, 2));
		commit_q_issue(u, 2);
		assert_false(commit_q_runs(u, 2)); /* not twice in a cycle */
		commit_q_step(u);
	}
	assert_true(commit_q_done(u));
	assert_int_equal(commit_q_why(u, 2), PF_STOP_COUNT);
	assert_false(commit_q_any(u));
	commit_q_start(u);
	assert_false(commit_q_done(u));
	commit_q_event(u, PF_Q_ATOMIC, 2, 1);
	assert_true(commit_q_any(u) && commit_q_done(u));
	assert_int_equal(commit_q_serial(u), -1);
	commit_mode(r->c, COMMIT_SERIAL);
	assert_int_equal(commit_q_serial(u), 2);
	commit_q_serial_done(u);
	assert_int_equal(commit_q_serial(u), -1);
	commit_mode(r->c, COMMIT_PARALLEL);
	commit_q_start(u);
	assert_true(commit_q_runs(u, 2));
	commit_q_event(u, PF_Q_EXIT, 2, 1);
	assert_true(commit_q_done(u) && !commit_q_live(u, 1));
	assert_null(commit_mismatch(r->c));
	end(r);
}

/* All backends */

static void refused(const struct sim_config *c, enum backend backend, const char *what)
{
	struct diag diag = {""};
	struct rig r;

	assert_false(rig_init(&r, backend, c, 1, &diag));
	if (!strstr(diag.text, what))
		fail_msg("'%s' does not say '%s'", diag.text, what);
}

static void refuses_what_does_not_fit(void **state)
{
	const struct sim_config good = rig_config(SIM_TINY);
	struct sim_config c = good;
	struct diag diag = {""};
	struct rig r;

	(void)state;
	c.deterministic.log_entries = 64;
	refused(&c, BACKEND_RTL,
		"deterministic.log_entries = 64: backend rtl has geometry tiny's 32");
	c = good;
	c.deterministic.bloom_bits = 0;
	refused(&c, BACKEND_COMPARE, "deterministic.bloom_bits = 0");
	c = good;
	c.sm.count = 3;
	refused(&c, BACKEND_RTL, "geometry tiny is for 2 SMs");
	c = good;
	c.deterministic.quantum = 256;
	refused(&c, BACKEND_RTL, "quanta below 256");
	c = rig_config(SIM_REF);
	c.deterministic.z_misses = 64;
	refused(&c, BACKEND_MODEL, "deterministic.z_misses = 64: at most 51 rows of 5 beats");
	c = good;
	c.deterministic.bloom_bits = 2;
	refused(&c, BACKEND_MODEL, "deterministic.bloom_bits = 2");
	setenv("PHOTOFINISH_RTL", "/nowhere", 1);
	refused(&good, BACKEND_RTL, "make build/lib/photofinish-gpudet-tiny.so");
	unsetenv("PHOTOFINISH_RTL");
	/* A machine larger than its geometry has wider IDs. */
	c = good;
	c.sm.count = 40;
	assert_true(rig_init(&r, BACKEND_MODEL, &c, 1, &diag));
	assert_int_equal(r.c->zconfig.warp_bits, 8);
	assert_int_equal(commit_row_beats(r.c), 5);
	assert_int_equal(commit_launch(r.c, 1ULL << 32, &diag), -1);
	assert_non_null(strstr(diag.text, "4294967296 lines"));
	rig_free(&r);
}

static void counters_and_texts(void **state)
{
	const struct sim_config c = rig_config(SIM_TINY);
	struct rig *r = begin(&c, 1);
	struct stats *t = stats_create();
	struct rig_store s;
	struct rig_z z;
	struct diag diag;
	char text[512];

	(void)state;
	rig_store_init(r, &s, 1, LINES);
	rig_z_init(r, &z, 1, LINES);
	assert_int_equal(commit_launch(r->c, LINES, &diag), 0);
	commit_stats(t, r->c);
	rig_store_run(r, &s, 500);
	rig_z_quantum(r, &z, 500, 8);
	assert_int_equal(stats_get(t, "gpudet.log_beats"), s.u->log_beats);
	assert_int_equal(stats_get(t, "gpudet.merges"), s.merged);
	assert_int_equal(stats_get(t, "gpudet.z_spills"), z.u->count[Z_SPILLED]);
	assert_true(stats_get(t, "gpudet.searches") > 100);
	assert_in_range(stats_get(t, "gpudet.log_most"), 10, 32);
	commit_describe(r->c, text, sizeof(text));
	assert_string_equal(text, "");
	commit_z_begin(z.u);
	rig_store_command(r, &s);
	commit_describe(r->c, text, sizeof(text));
	assert_non_null(strstr(text, "  store buffer of SM 1: busy\n"));
	assert_non_null(strstr(text, "  Z-commit unit of slice 1: takes requests\n"));
	stats_destroy(t);
	rig_store_free(&s);
	rig_z_free(&z);
	end(r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(logs_are_exact),
		cmocka_unit_test(log_costs),
		cmocka_unit_test(log_rates),
		cmocka_unit_test(commits_are_exact),
		cmocka_unit_test(commit_rates),
		cmocka_unit_test(regions),
		cmocka_unit_test(quanta_are_bounded),
		cmocka_unit_test(one_warp),
		cmocka_unit_test(refuses_what_does_not_fit),
		cmocka_unit_test(counters_and_texts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
