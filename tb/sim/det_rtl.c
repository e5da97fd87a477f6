/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * det_rtl: det with the Verilated units, and with both. Run by check_det_rtl.sh, which has them
 * built and says where they lie (PHOTOFINISH_RTL).
 *
 *   det_rtl           tests: no difference on random traffic; a planted one is found
 *   det_rtl --rate    streams: rates of both slice units, backends rtl and model, CSV
 *   det_rtl --speed   cycles a second of one unit, busy and idle, CSV
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "../../sim/det/det_int.h"
#include "reference/pf_line_row.h"
#include "det_rig.h"

enum { BYTES = 8192, REQUESTS = 1200, LAUNCHES = 4, ROUNDS = 10 };

static struct rig *begin(enum backend backend, enum pf_policy policy, enum pf_metadata metadata,
			 const struct sim_config *c, uint64_t seed)
{
	struct rig *r = mem_alloc(sizeof(*r));
	struct diag diag = {""};

	if (!rig_init(r, backend, policy, metadata, c, seed, &diag)) {
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

static void count(void *ctx, const struct det_record *x)
{
	uint64_t *n = ctx;

	assert_true(x->slice < RIG_SLICES && x->row < PF_ROWS);
	++*n;
}

static uint64_t launches(struct rig *r, unsigned n, uint64_t bytes)
{
	struct diag diag = {""};
	uint64_t races = 0;

	while (n--) {
		if (det_launch(r->d, bytes, &diag))
			fail_msg("%s", diag.text);
		r->habit = rig_draw(&r->rng);
		rig_traffic(r, bytes, REQUESTS, rng_next(&r->rng));
		det_records(r->d, count, &races);
		if (det_mismatch(r->d))
			fail_msg("%s", det_mismatch(r->d));
	}
	return races;
}

/* Registers, regions of several sizes, epochs that wrap, a ring that overflows. */
static void slices_agree(enum sim_geometry geometry)
{
	for (unsigned n = 0; n < 8; n++) {
		struct sim_config c = rig_config(geometry);
		uint64_t races = 0;
		struct rig *r;

		c.det.whole_line = n & 2;
		c.det.write_always = n & 4;
		c.det.report_all = n & 1;
		c.det.meta_free = n == 7;
		c.det.ring_log2 = 2 + n;
		r = begin(BACKEND_COMPARE, n & 1 ? PF_SCORD : PF_SCORD_PAPER,
			  n & 2 ? PF_FULL : PF_CACHED16, &c, n);
		races += launches(r, LAUNCHES, BYTES);
		races += launches(r, LAUNCHES, BYTES / 2 + 4);
		races += launches(r, 2, 4);
		assert_true(races > 20);
		assert_true(r->slice[0].u->counters.of[PF_COUNTER_CHECKS] > 1000);
		end(r);
	}
}

static void slices_agree_tiny(void **state)
{
	(void)state;
	slices_agree(SIM_TINY);
}

static void slices_agree_ref(void **state)
{
	(void)state;
	slices_agree(SIM_REF);
}

/* pf_line_unit: regions whose ends lie within lines, launches on the same and on others, races as a
 * set. */
static void lines_agree(void **state)
{
	(void)state;
	for (unsigned n = 0; n < 8; n++) {
		struct sim_config c = rig_config(n & 4 ? SIM_REF : SIM_TINY);
		uint64_t races = 0;
		struct rig *r;

		c.det.unit = SIM_LINES;
		c.det.report_all = n & 2;
		c.det.meta_free = n == 7;
		c.det.ring_log2 = n & 1 ? 2 + n : n & 4 ? 16 : 10;
		r = begin(BACKEND_COMPARE, n & 1 ? PF_SCORD : PF_SCORD_PAPER, PF_FULL, &c, n);
		races += launches(r, LAUNCHES, BYTES / 2);
		races += launches(r, LAUNCHES, BYTES / 4 + 4);
		races += launches(r, 2, 4);
		assert_true(races > 20);
		assert_true(r->slice[0].u->counters.of[PF_COUNTER_CHECKS] > 1000);
		end(r);
	}
}

/* A store to each line of a slice, so that something is known of all; random traffic may end with
 * a fence that makes everything forgotten. */
static void store_to_lines(struct rig *r, struct rig_slice *s)
{
	const struct pf_slice_config *c = &s->u->model.config;

	for (uint64_t word = 0; word < c->words; word += PF_ROW_WORDS) {
		s->next = (struct pf_request){.kind = PF_REQ_ACCESS,
					      .sector = c->base + word / PF_SECTOR_WORDS,
					      .word_mask = 1,
					      .tag = {.write = true}};
		for (s->has = true; s->has;)
			rig_cycle(r);
	}
	rig_drain(r);
}

static void planted_entry_of_a_line_is_found(void **state)
{
	struct sim_config c = rig_config(SIM_TINY);
	struct rig *r;
	uint64_t races = 0;
	uint32_t enabled;

	(void)state;
	c.det.unit = SIM_LINES;
	r = begin(BACKEND_COMPARE, PF_SCORD, PF_FULL, &c, 1);
	launches(r, 1, BYTES / 2);
	store_to_lines(r, &r->slice[1]);
	det_records(r->d, count, &races);
	assert_null(det_mismatch(r->d));
	r->slice[1].u->untold = true;
	enabled = det_reg_read(r->slice[1].u, PF_REG_CTRL) & PF_REG_CTRL_ENABLE_MASK;
	assert_true(enabled); /* again, after the comparison */
	for (uint64_t line = 0; line < BYTES / 2 / 128; line++)
		det_corrupt(r->d, 1, line * PF_BEAT_ENTRIES);
	det_records(r->d, count, &races);
	assert_non_null(det_mismatch(r->d));
	assert_non_null(strstr(det_mismatch(r->d), "slice 1: entry "));
	end(r);
}

static void sms_agree(void **state)
{
	(void)state;
	for (unsigned n = 0; n < 8; n++) {
		struct sim_config c = rig_config(n & 1 ? SIM_TINY : SIM_REF);
		struct rig_sm s[RIG_SMS];
		struct rig *r;

		c.det.fences = n & 4 ? SIM_FENCES_TOUCHED : SIM_FENCES_ALL;
		r = begin(BACKEND_COMPARE, n & 2 ? PF_SCORD : PF_SCORD_PAPER, PF_FULL, &c, n);
		for (unsigned i = 0; i < RIG_SMS; i++)
			rig_sm_init(r, &s[i], i);
		for (unsigned k = 0; k < ROUNDS; k++) {
			r->habit = rig_draw(&r->rng);
			rig_sms(r, s, 300);
		}
		if (det_mismatch(r->d))
			fail_msg("%s", det_mismatch(r->d));
		for (unsigned i = 0; i < RIG_SMS; i++) {
			rig_sm_check(&s[i]);
			pf_sm_free(&s[i].want);
		}
		end(r);
	}
}

/* A bit of the metadata flips: the comparison says where. */
static void planted_entry_is_found(void **state)
{
	const struct sim_config c = rig_config(SIM_TINY);
	struct rig *r = begin(BACKEND_COMPARE, PF_SCORD, PF_FULL, &c, 1);
	uint64_t races = 0;

	(void)state;
	launches(r, 1, BYTES);
	r->slice[1].u->untold = true;
	det_corrupt(r->d, 1, 77);
	det_records(r->d, count, &races);
	assert_non_null(det_mismatch(r->d));
	assert_non_null(strstr(det_mismatch(r->d), "slice 1: entry 77 is "));
	end(r);
}

/* As when a record is lost, or a tag is another: the model beside the unit has seen more. */
static void planted_request_is_found(void **state)
{
	const struct sim_config c = rig_config(SIM_TINY);
	struct rig *r = begin(BACKEND_COMPARE, PF_SCORD, PF_FULL, &c, 1);
	const struct pf_request fence = {.kind = PF_REQ_FENCE, .tag = {.warp = 1}};
	uint64_t races = 0;

	(void)state;
	launches(r, 1, BYTES);
	for (unsigned i = 0; i < 4; i++) /* the count wraps: an epoch */
		pf_slice_request(&r->slice[0].u->model, &fence);
	r->slice[0].u->untold = true;
	det_records(r->d, count, &races);
	assert_non_null(det_mismatch(r->d));
	assert_non_null(strstr(det_mismatch(r->d), "slice 0: epoch is "));
	end(r);
}

static void planted_tag_is_found(void **state)
{
	const struct sim_config c = rig_config(SIM_TINY);
	struct rig *r = begin(BACKEND_COMPARE, PF_SCORD, PF_FULL, &c, 1);
	struct det_sm *u = det_sm(r->d, 1);
	struct pf_tag t;

	(void)state;
	det_sm_request(u, &(struct pf_sm_request){.warp = 2});
	for (unsigned i = 0; i < 20 && !det_sm_tag(u, 0, &t); i++)
		det_sm_step(u);
	assert_int_equal(t.warp, 2);
	u->port->out.tag.warp = 3;
	det_sm_step(u);
	assert_non_null(det_mismatch(r->d));
	assert_non_null(strstr(det_mismatch(r->d), "SM 1: tag 1: warp 3 (expected 2)"));
	end(r);
}

/* What a driver puts off, the unit does: an epoch that wraps while the clock runs is a sweep. */
static void sweep_by_the_unit(void **state)
{
	const struct sim_config c = rig_config(SIM_TINY);
	struct rig *r = begin(BACKEND_COMPARE, PF_SCORD, PF_FULL, &c, 1);
	struct rig_slice *s = &r->slice[0];
	uint64_t races = 0;

	(void)state;
	launches(r, 1, BYTES);
	const uint64_t swept = s->u->sweeps;

	for (unsigned i = 0; i < 4; i++) { /* tiny has four */
		s->next = (struct pf_request){.kind = PF_REQ_EPOCH};
		s->has = true;
		rig_drain(r);
	}
	det_records(r->d, count, &races);
	assert_null(det_mismatch(r->d));
	assert_int_equal(s->u->sweeps - swept, s->u->meta_beats);
	end(r);
}

/* Backend model's streams within a tenth of the RTL's; of CACHED it does a quarter more. */
static void model_is_as_fast(void **state)
{
	const struct sim_config c = rig_config(SIM_REF);
	const uint32_t latency[] = {30, 200};
	struct rig *r[2];

	(void)state;
	for (int e = 0; e < 2; e++)
		r[e] = begin(e ? BACKEND_MODEL : BACKEND_RTL, PF_SCORD, PF_FULL, &c, 1);
	for (enum traffic_stream s = 0; s < TRAFFIC_STREAMS; s++)
		for (unsigned l = 0; s != TRAFFIC_OWNERS && s != TRAFFIC_CACHED && l < 2; l++) {
			const double rtl = rig_stream(r[0], s, latency[l]).requests;
			const double model = rig_stream(r[1], s, latency[l]).requests;

			if (model < 0.9 * rtl || model > 1.1 * rtl)
				fail_msg("%s at latency %u: rtl %.3f, model %.3f requests a cycle",
					 traffic_stream_name(s), latency[l], rtl, model);
		}
	for (int e = 0; e < 2; e++)
		end(r[e]);
}

/* pf_line_unit: a request a cycle, whatever memory's latency: nothing has to be fetched, or only
 * once. */
static void lines_are_fast(void **state)
{
	static const enum traffic_stream streams[] = {
		TRAFFIC_STORES,     TRAFFIC_SCATTERED, TRAFFIC_HOT_WORD, TRAFFIC_HOT_PAIR,
		TRAFFIC_HOT_SECTOR, TRAFFIC_HELD,      TRAFFIC_CACHED,
	};
	struct sim_config c = rig_config(SIM_REF);
	struct rig *r;

	(void)state;
	c.det.unit = SIM_LINES;
	r = begin(BACKEND_RTL, PF_SCORD, PF_FULL, &c, 1);
	for (size_t s = 0; s < sizeof(streams) / sizeof(*streams); s++)
		for (uint32_t latency = 30; latency <= 200; latency += 170) {
			const double got = rig_stream(r, streams[s], latency).requests;

			if (got < 0.99)
				fail_msg("%s at latency %u: %.3f requests a cycle",
					 traffic_stream_name(streams[s]), latency, got);
		}
	end(r);
}

/* whole_line and write_always do in the RTL what they do in backend model. */
static void settings_reach_the_unit(void **state)
{
	(void)state;
	for (unsigned n = 0; n < 4; n++) {
		struct sim_config c = rig_config(SIM_TINY);
		struct rig *r;

		c.det.whole_line = n & 1;
		c.det.write_always = n & 2;
		r = begin(BACKEND_COMPARE, PF_SCORD, PF_FULL, &c, 1);
		rig_settings(r);
		end(r);
	}
}

/* A wave of the two units. */
static void waves_are_written(void **state)
{
	const struct sim_config c = rig_config(SIM_TINY);
	struct rig *r = mem_alloc(sizeof(*r));
	const char *folder = getenv("TMP") ? getenv("TMP") : "/tmp";
	char file[4096], sm[4096];
	struct diag diag = {""};

	(void)state;
	snprintf(file, sizeof(file), "%s/det-%d.fst", folder, (int)getpid());
	snprintf(sm, sizeof(sm), "%s/det-%d-sm.fst", folder, (int)getpid());
	*r = (struct rig){.config = c};
	r->setup = (struct det_setup){.backend = BACKEND_RTL,
				      .policy = PF_SCORD,
				      .metadata = PF_FULL,
				      .sim = &r->config,
				      .wave = file,
				      .wave_cycles = 500,
				      .wave_slice = 1};
	rng_seed(&r->rng, 1);
	r->habit = (struct rig_habit){.least = 3, .most = 3};
	r->d = det_create(&r->setup, &diag);
	if (!r->d)
		fail_msg("%s", diag.text);
	for (unsigned i = 0; i < RIG_SLICES; i++)
		r->slice[i].u = det_slice(r->d, i);
	launches(r, 1, BYTES);
	end(r);
	for (int i = 0; i < 2; i++) {
		FILE *f = fopen(i ? sm : file, "rb");

		assert_non_null(f);
		fseek(f, 0, SEEK_END);
		assert_true(ftell(f) > 300);
		fclose(f);
		unlink(i ? sm : file);
	}
}

/* Figures */

static double seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t); /* others run beside us */
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void rates_of(enum sim_slice_unit unit, enum backend backend)
{
	const char *of = unit == SIM_LINES ? "lines" : "entries";
	const char *by = backend == BACKEND_MODEL ? "model" : "rtl";
	struct sim_config c = rig_config(SIM_REF);
	struct rig *r;

	c.det.unit = unit;
	r = begin(backend, PF_SCORD, PF_FULL, &c, 1);
	for (enum traffic_stream s = 0; s < TRAFFIC_STREAMS; s++)
		for (uint32_t l = 30; s != TRAFFIC_OWNERS && l <= 200; l += 170) {
			const struct rig_rate x = rig_stream(r, s, l);

			printf("%s,%s,%s,%u,%.3f,%.3f\n", of, by, traffic_stream_name(s), l,
			       x.entries, x.requests);
		}
	end(r);
}

static void rates(void)
{
	puts("unit,backend,stream,latency,entries_per_cycle,requests_per_cycle");
	for (int lines = 0; lines < 2; lines++)
		for (int model = 0; model < 2; model++)
			rates_of(lines ? SIM_LINES : SIM_ENTRIES,
				 model ? BACKEND_MODEL : BACKEND_RTL);
}

static void speed(void)
{
	enum { CYCLES = 200000, IDLE = 100000000 };
	const struct sim_config c = rig_config(SIM_REF);

	puts("backend,unit,state,ns_per_cycle");
	for (int e = 0; e < 2; e++) {
		struct rig *r = begin(e ? BACKEND_MODEL : BACKEND_RTL, PF_SCORD, PF_FULL, &c, 1);
		const char *name = e ? "model" : "rtl";
		struct det_sm *sm = det_sm(r->d, 0);
		double start = seconds();
		struct diag diag;
		struct pf_tag t;

		for (unsigned i = 0; i < CYCLES; i++) {
			if (det_sm_request_ready(sm))
				det_sm_request(sm, &(struct pf_sm_request){.warp = i % 32});
			det_sm_tag(sm, 0, &t);
			det_sm_step(sm);
		}
		printf("%s,sm,busy,%.1f\n", name, (seconds() - start) * 1e9 / CYCLES);
		while (!det_sm_idle(sm)) {
			det_sm_tag(sm, 0, &t);
			det_sm_step(sm);
		}
		start = seconds();
		for (unsigned i = 0; i < IDLE; i++)
			det_sm_step(sm);
		printf("%s,sm,idle,%.2f\n", name, (seconds() - start) * 1e9 / IDLE);
		start = seconds();
		det_launch(r->d, 1 << 20, &diag);
		printf("%s,slices,launch of 1 MiB each,%.0f\n", name, (seconds() - start) * 1e9);
		start = seconds();
		det_launch(r->d, 1 << 20, &diag);
		printf("%s,slices,launch again,%.0f\n", name, (seconds() - start) * 1e9);
		start = seconds();
		for (unsigned i = 0; i < IDLE; i++)
			det_slice_step(r->slice[0].u);
		printf("%s,slice,idle,%.2f\n", name, (seconds() - start) * 1e9 / IDLE);
		end(r);
	}
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(slices_agree_tiny),
		cmocka_unit_test(slices_agree_ref),
		cmocka_unit_test(lines_agree),
		cmocka_unit_test(planted_entry_of_a_line_is_found),
		cmocka_unit_test(sms_agree),
		cmocka_unit_test(planted_entry_is_found),
		cmocka_unit_test(planted_request_is_found),
		cmocka_unit_test(planted_tag_is_found),
		cmocka_unit_test(sweep_by_the_unit),
		cmocka_unit_test(model_is_as_fast),
		cmocka_unit_test(lines_are_fast),
		cmocka_unit_test(settings_reach_the_unit),
		cmocka_unit_test(waves_are_written),
	};

	if (argc > 1 && !strcmp(argv[1], "--rate"))
		rates();
	else if (argc > 1 && !strcmp(argv[1], "--speed"))
		speed();
	else
		return cmocka_run_group_tests(tests, NULL, NULL);
	return 0;
}
