/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * commit_rtl: commit with the Verilated units, sw/reference beside them. Run by test_commit_rtl.sh,
 * which has them built and says where they lie (PHOTOFINISH_RTL).
 *
 *   commit_rtl           tests: no difference on random traffic; a planted one is found
 *   commit_rtl --rate    streams: cycles of backend model beside backend rtl's, CSV
 *   commit_rtl --speed   cycles a second of one unit, busy, CSV
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <time.h>

#include <cmocka.h>

#include "commit_rig.h"
#include "pf_fields.h"

enum { LINES = 40, COMMANDS = 700, QUANTA = 16 };

static struct rig *begin(enum backend backend, const struct sim_config *c, uint64_t seed)
{
	struct rig *r = mem_alloc(sizeof(*r));
	struct diag diag = {""};

	if (!rig_init(r, backend, c, seed, &diag)) {
		fprintf(stderr, "%s\n", diag.text);
		abort();
	}
	return r;
}

static void end(struct rig *r)
{
	rig_free(r);
	free(r);
}

static void no_difference(const struct rig *r)
{
	if (commit_mismatch(r->c))
		fail_msg("%s", commit_mismatch(r->c));
}

static void region(struct rig *r, uint64_t lines)
{
	struct diag diag = {""};

	if (commit_launch(r->c, lines, &diag))
		fail_msg("%s", diag.text);
}

static void logs_agree(enum sim_geometry geometry)
{
	for (unsigned n = 0; n < 6; n++) {
		struct sim_config c = rig_config(geometry);
		struct rig *r;
		struct rig_store s;

		c.l1.latency = (uint32_t[]){1, 2, 33}[n % 3];
		r = begin(BACKEND_COMPARE, &c, n);
		rig_store_init(r, &s, n & 1, n < 3 ? LINES : 6);
		for (unsigned k = 0; k < 4; k++) {
			r->habit = rig_draw(&r->rng);
			rig_store_run(r, &s, COMMANDS);
			no_difference(r);
		}
		assert_true(s.bytes > 500 && s.merged > 100);
		assert_int_equal(s.u->count[STORE_MERGED], s.merged);
		rig_store_free(&s);
		end(r);
	}
}

static void logs_agree_tiny(void **state)
{
	(void)state;
	logs_agree(SIM_TINY);
}

static void logs_agree_ref(void **state)
{
	(void)state;
	logs_agree(SIM_REF);
}

/* Regions of several sizes, filter on and off; tiny: quanta's numbers run out. */
static void commits_agree(enum sim_geometry geometry, uint32_t requests, uint32_t lines)
{
	for (unsigned n = 0; n < 6; n++) {
		struct sim_config c = rig_config(geometry);
		struct rig *r;
		struct rig_z z;
		uint64_t *k;

		c.deterministic.z_filter = n & 1;
		r = begin(BACKEND_COMPARE, &c, n);
		rig_z_init(r, &z, n & 1, lines);
		for (unsigned i = 0; i < QUANTA; i++) {
			region(r, lines + i / 8);
			r->habit = rig_draw(&r->rng);
			rig_z_quantum(r, &z, rng_below(&r->rng, requests), 4 * (i % 4));
			no_difference(r);
		}
		k = z.u->count;
		assert_int_equal(k[Z_HIT] + k[Z_MISS] + k[Z_DEFERRED], z.accepted);
		assert_int_equal(z.reads, k[Z_FETCHED] * commit_row_beats(r->c));
		assert_int_equal(z.writes, k[Z_SPILLED] * commit_row_beats(r->c) + k[Z_SWEPT]);
		assert_int_equal(k[Z_SWEPT], geometry == SIM_TINY ? 2 * lines + 1 : 0);
		assert_true(k[Z_HIT] && k[Z_MISS] && k[Z_DEFERRED] && k[Z_SPILLED] && k[Z_LOST]);
		rig_z_free(&z);
		end(r);
	}
}

static void commits_agree_tiny(void **state)
{
	(void)state;
	commits_agree(SIM_TINY, 200, LINES);
}

static void commits_agree_ref(void **state)
{
	(void)state;
	commits_agree(SIM_REF, 1000, 400);
}

static void quanta_agree(void **state)
{
	(void)state;
	for (unsigned n = 0; n < 8; n++) {
		struct sim_config c = rig_config(n & 1 ? SIM_TINY : SIM_REF);
		struct rig *r;
		struct rig_q q;

		c.deterministic.bta = n & 2;
		c.deterministic.quantum = n & 4 ? 1 : 30;
		r = begin(BACKEND_COMPARE, &c, n);
		rig_q_init(r, &q, n & 1);
		while (q.quanta < 150) {
			r->habit = rig_draw(&r->rng);
			rig_q_quantum(r, &q);
			no_difference(r);
		}
		assert_true(q.begun > 2 && q.ended && q.instructions > 100);
		assert_true(q.atomics && q.released);
		end(r);
	}
}

/* Planted differences */

static void found(struct rig *r, const char *what)
{
	const char *got = commit_mismatch(r->c);

	if (!got || !strstr(got, what))
		fail_msg("'%s' does not say '%s'", got ? got : "no difference", what);
}

static void flip(struct beats *b, uint64_t beat)
{
	struct pf_beat v = *beats_at(b, beat);

	v.v[0] ^= 1;
	beats_put(b, beat, &v);
}

/* Takes answers and entries as they come, without a reference. */
static void command(struct commit_sb *u, enum commit_sb_kind kind)
{
	struct commit_sb_command c = {.kind = kind, .warp = 1, .e = {.line = 7}};
	struct commit_sb_answer a;
	struct pf_log_entry e;
	uint32_t warp;

	memset(c.e.mask, 0xff, sizeof(c.e.mask));
	commit_sb_command(u, &c);
	do {
		if (commit_sb_entry(u, &warp, &e))
			commit_sb_take(u);
		commit_sb_answer(u, &a);
		commit_sb_step(u);
	} while (!commit_sb_idle(u));
}

static void finds_a_wrong_byte_in_a_log(void **state)
{
	const uint64_t sector = 1 * PF_TINY_LOG_ENTRIES * STORE_ENTRY_BEATS + 1;

	(void)state;
	for (unsigned n = 0; n < 2; n++) {
		const struct sim_config c = rig_config(SIM_TINY);
		struct rig *r = begin(BACKEND_COMPARE, &c, 1);
		struct commit_sb *u = commit_sb(r->c, 0);

		command(u, COMMIT_SB_STORE);
		no_difference(r);
		flip(&u->log, sector);
		command(u, n ? COMMIT_SB_LOAD : COMMIT_SB_DRAIN);
		found(r, n ? "store buffer 0: answer 2, line 7: byte 0 is "
			   : "store buffer 0: entry 1, line 7: byte 0 is ");
		end(r);
	}
}

/* A row of the present quantum that was written back says another winner. */
static void finds_a_wrong_row(void **state)
{
	const struct sim_config c = rig_config(SIM_TINY);
	struct rig *r = begin(BACKEND_COMPARE, &c, 1);
	struct commit_z *u = commit_z(r->c, 0);
	struct pf_zrequest q = {.line = 0}, got;
	struct rig_z z;

	(void)state;
	rig_z_init(r, &z, 0, LINES);
	region(r, LINES);
	commit_z_begin(u);
	memset(q.mask, 0xff, sizeof(q.mask));
	for (unsigned n = 0; n < 9 || !commit_z_idle(u);) {
		if (n == 8 && commit_z_idle(u)) {
			assert_true(u->count[Z_SPILLED] > 0);
			flip(&u->memory.beats,
			     0); /* of the tag: now the row is of another quantum */
		}
		if (n < 9 && commit_z_ready(u) && (n < 8 || commit_z_idle(u))) {
			q.line = n == 8 ? 0 : 2 * n;
			q.warp = n == 8 ? 5 : 1;
			commit_z_request(u, &q);
			n++;
		}
		if (commit_z_result(u, &got))
			commit_z_take(u);
		rig_z_memory(r, &z);
		commit_z_step(u);
		r->now++;
	}
	found(r, "Z-commit unit 0: result 9, line 0: mask differs");
	rig_z_free(&z);
	end(r);
}

static void finds_a_wrong_state(void **state)
{
	const struct sim_config c = rig_config(SIM_TINY);
	struct rig *r = begin(BACKEND_COMPARE, &c, 1);
	struct commit_q *u = commit_q(r->c, 0);

	(void)state;
	commit_mode(r->c, COMMIT_PARALLEL);
	commit_q_event(u, PF_Q_BEGIN, 1, 0);
	commit_q_start(u);
	commit_q_step(u);
	commit_q_step(u);
	no_difference(r);
	assert_true(commit_q_runs(u, 1));
	pf_quantum_event(&u->model, PF_Q_FENCE, 1, 0);
	commit_q_issue(u, 1);
	commit_q_step(u);
	found(r, "quantum unit 0: warp 1: stop 1 (expected 4) runs 1 (expected 0)");
	end(r);
}

/* Rates. A stream goes in as fast as it is taken; everything is taken at once. */

static uint64_t store_stream(enum backend backend, enum commit_sb_kind kind, uint32_t sectors,
			     uint32_t lines, uint32_t first, uint32_t warps)
{
	const struct sim_config c = rig_config(SIM_REF);
	struct rig *r = begin(backend, &c, 1);
	struct commit_sb *u = commit_sb(r->c, 0);
	struct commit_sb_command k = {.warp = 2};
	struct commit_sb_answer a;
	struct pf_log_entry e;
	uint32_t warp;
	uint64_t cycles = 0;
	uint32_t given = 0, n = first + 200;

	for (uint64_t now = 0; given < n || !commit_sb_idle(u); now++) {
		if (given < n && (given != first || commit_sb_idle(u)) && commit_sb_ready(u)) {
			if (given == first)
				cycles = now;
			k.kind = given < first ? COMMIT_SB_STORE : kind;
			k.e.line = given % lines;
			memset(k.e.mask, 0, sizeof(k.e.mask));
			memset(k.e.mask, 0xff, sectors * 4);
			k.warp = warps ? given % warps : 2;
			if (kind == COMMIT_SB_DRAIN && given == first)
				n = first + (warps ? warps : 1);
			commit_sb_command(u, &k);
			given++;
		}
		if (commit_sb_entry(u, &warp, &e))
			commit_sb_take(u);
		commit_sb_answer(u, &a);
		commit_sb_step(u);
		if (given == n && commit_sb_idle(u))
			cycles = now - cycles;
	}
	end(r);
	return cycles;
}

static uint64_t z_stream(enum backend backend, uint32_t lines, uint32_t warps, bool filter,
			 uint32_t latency)
{
	struct sim_config c = rig_config(SIM_REF);
	struct rig *r;
	struct pf_zrequest q = {.warp = 3}, got;
	struct rig_z z;
	uint64_t cycles = 0;

	c.deterministic.z_filter = filter;
	r = begin(backend, &c, 1);
	r->habit = (struct rig_habit){.least = latency, .most = latency};
	rig_z_init(r, &z, 0, lines);
	region(r, lines);
	commit_z_begin(z.u);
	memset(q.mask, 0xff, sizeof(q.mask));
	for (uint32_t given = 0; given < 1000 || !commit_z_idle(z.u); cycles++) {
		if (given < 1000 && commit_z_ready(z.u)) {
			q.line = given / warps % lines;
			q.warp = given % warps;
			commit_z_request(z.u, &q);
			given++;
		}
		if (commit_z_result(z.u, &got))
			commit_z_take(z.u);
		rig_z_memory(r, &z);
		commit_z_step(z.u);
		r->now++;
	}
	rig_z_free(&z);
	end(r);
	return cycles;
}

struct stream {
	const char *name;
	bool z;
	enum commit_sb_kind kind;
	uint32_t sectors, lines, first; /* store buffer */
	uint32_t warps, latency;        /* warps: 0: one; latency: Z-commit unit, lines too */
	bool filter;
};

static const struct stream streams[] = {
	{"loads, nothing in the log", false, COMMIT_SB_LOAD, 4, 200, 0, 0, 0, false},
	{"stores of a sector, new lines", false, COMMIT_SB_STORE, 1, 200, 0, 4, 0, false},
	{"stores of 4 sectors, new lines", false, COMMIT_SB_STORE, 4, 200, 0, 4, 0, false},
	{"stores of 4 sectors, one line", false, COMMIT_SB_STORE, 4, 1, 0, 0, 0, false},
	{"stores of a sector, 8 lines in turn", false, COMMIT_SB_STORE, 1, 8, 8, 0, 0, false},
	{"loads of 4 sectors, open line", false, COMMIT_SB_LOAD, 4, 1, 1, 0, 0, false},
	{"loads of a sector, 16 lines in turn", false, COMMIT_SB_LOAD, 1, 16, 16, 0, 0, false},
	{"loads of a sector, 64 lines in turn", false, COMMIT_SB_LOAD, 1, 64, 64, 0, 0, false},
	{"drain of 40 entries of a sector", false, COMMIT_SB_DRAIN, 1, 40, 40, 0, 0, false},
	{"drain of 60 entries of 4 sectors", false, COMMIT_SB_DRAIN, 4, 60, 60, 0, 0, false},
	{"drains of 32 warps, an entry each", false, COMMIT_SB_DRAIN, 1, 32, 32, 32, 0, false},
	{"drains of 32 warps, 4 entries of a sector", false, COMMIT_SB_DRAIN, 1, 128, 128, 32, 0,
	 false},
	{"stores of a sector, 32 warps, 256 lines in turn", false, COMMIT_SB_STORE, 1, 256, 256, 32,
	 0, false},
	{"loads of a sector, 32 warps, 512 lines in turn", false, COMMIT_SB_LOAD, 1, 512, 512, 32,
	 0, false},
	{"commits to one line", true, 0, 0, 1, 0, 1, 60, true},
	{"commits to new lines", true, 0, 0, 1000, 0, 1, 60, true},
	{"commits to new lines, every miss fetched", true, 0, 0, 1000, 0, 1, 60, false},
	{"the same, far memory", true, 0, 0, 1000, 0, 1, 300, false},
	{"commits to 250 lines, 4 warps each, every miss fetched", true, 0, 0, 250, 0, 4, 60,
	 false},
	{"commits to 250 lines in turn, rows spilled and fetched", true, 0, 0, 250, 0, 1, 60, true},
};

static uint64_t stream_cycles(const struct stream *s, enum backend backend)
{
	if (s->z)
		return z_stream(backend, s->lines, s->warps, s->filter, s->latency);
	return store_stream(backend, s->kind, s->sectors, s->lines, s->first, s->warps);
}

/* Backend model within a tenth of the RTL, and ten cycles. */
static void rates_agree(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(streams) / sizeof(*streams); i++) {
		const uint64_t model = stream_cycles(&streams[i], BACKEND_MODEL);
		const uint64_t rtl = stream_cycles(&streams[i], BACKEND_RTL);

		if (10 * model > 11 * rtl + 100 || 10 * model + 100 < 9 * rtl)
			fail_msg("%s: %llu cycles, the RTL's %llu", streams[i].name,
				 (unsigned long long)model, (unsigned long long)rtl);
	}
}

static int rate(void)
{
	printf("stream,model_cycles,rtl_cycles\n");
	for (size_t i = 0; i < sizeof(streams) / sizeof(*streams); i++)
		printf("\"%s\",%llu,%llu\n", streams[i].name,
		       (unsigned long long)stream_cycles(&streams[i], BACKEND_MODEL),
		       (unsigned long long)stream_cycles(&streams[i], BACKEND_RTL));
	return 0;
}

static double seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static int speed(void)
{
	static const char *const name[] = {"rtl", "model", "compare"};

	printf("backend,unit,cycles,seconds\n");
	for (enum backend e = BACKEND_RTL; e <= BACKEND_COMPARE; e++)
		for (unsigned n = 0; n < 2; n++) {
			const size_t i = n ? 15 : 2;
			const double before = seconds();
			uint64_t cycles = 0;

			for (unsigned k = 0; k < 20; k++)
				cycles += stream_cycles(&streams[i], e);
			printf("%s,%s,%llu,%.3f\n", name[e], n ? "z" : "store",
			       (unsigned long long)cycles, seconds() - before);
		}
	return 0;
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(logs_agree_tiny),    cmocka_unit_test(logs_agree_ref),
		cmocka_unit_test(commits_agree_tiny), cmocka_unit_test(commits_agree_ref),
		cmocka_unit_test(quanta_agree),       cmocka_unit_test(finds_a_wrong_byte_in_a_log),
		cmocka_unit_test(finds_a_wrong_row),  cmocka_unit_test(finds_a_wrong_state),
		cmocka_unit_test(rates_agree),
	};

	if (argc > 1 && !strcmp(argv[1], "--rate"))
		return rate();
	if (argc > 1 && !strcmp(argv[1], "--speed"))
		return speed();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
