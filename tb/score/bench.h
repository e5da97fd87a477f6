/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * bench: a few warps with a PTX body each, under oracle, three detectors and their scores.
 *
 * Bodies know: %rd1 buffer of 512 zero bytes, %rd2 __device__ variable, %rd3 shared memory,
 * %p1 lane is 0, %p2 lane is 1. %p3, %r6, %rd6 are for the bodies to use.
 */
#ifndef SCORE_BENCH_H
#define SCORE_BENCH_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "machine/explore.h"
#include "score/score.h"

enum { SCORD, PAPER, CACHED, BENCH_CHECKERS, BENCH_PARTIES = 4, BENCH_BYTES = 512 };

struct scene {
	uint32_t blocks, warps, lanes;
	enum simt_mode mode;
	const char *party[BENCH_PARTIES]; /* by block * warps + warp */
	uint32_t who[BENCH_PARTIES];      /* else: these; 0 for all: 0, 1, 2, 3 */
	uint64_t max_runs;                /* 0: 3000 */
	bool halves;                      /* PAPER's score has no oracle, CACHED's no detector */
	bool ptx;                         /* held against model ptx, with scord's rules beside */
};

struct bench {
	const struct scene *scene;
	struct gmem *g;
	struct machine *m;
	struct machine_module *module;
	const struct simt_kernel *kernel;
	uint64_t buf, var, var_bytes;
	struct oracle *oracle, *rules;
	struct detect *detect[BENCH_CHECKERS];
	struct score *score[BENCH_CHECKERS];
	struct score_totals totals[BENCH_CHECKERS];
	uint64_t rows[BENCH_CHECKERS][SCORE_ROWS]; /* over all pairs */
};

static inline char *bench_ptx(const struct scene *s)
{
	bool named = false;
	char *text = NULL;
	size_t n;
	FILE *f = open_memstream(&text, &n);

	assert_non_null(f);
	for (unsigned i = 0; i < BENCH_PARTIES; i++)
		named |= s->who[i] != 0;
	fprintf(f,
		".version 6.4\n.target sm_70\n.address_size 64\n"
		".global .align 8 .b8 var[32];\n"
		".visible .entry k(\n.param .u64 k_param_0\n)\n{\n"
		".shared .align 8 .b8 shm[64];\n"
		".reg .pred %%p<8>;\n.reg .b32 %%r<10>;\n.reg .b64 %%rd<10>;\n"
		"ld.param.u64 %%rd1, [k_param_0];\nmov.u64 %%rd2, var;\nmov.u64 %%rd3, shm;\n"
		"mov.u32 %%r1, %%tid.x;\nmov.u32 %%r2, %%ctaid.x;\n"
		"shr.u32 %%r3, %%r1, 5;\nand.b32 %%r4, %%r1, 31;\n"
		"setp.ge.u32 %%p5, %%r4, %u;\n@%%p5 ret;\n"
		"setp.eq.u32 %%p1, %%r4, 0;\nsetp.eq.u32 %%p2, %%r4, 1;\n"
		"mad.lo.u32 %%r5, %%r2, %u, %%r3;\n",
		s->lanes, s->warps);
	for (unsigned i = 0; i < BENCH_PARTIES; i++)
		if (s->party[i])
			fprintf(f, "setp.eq.u32 %%p6, %%r5, %u;\n@%%p6 bra PARTY%u;\n",
				named ? s->who[i] : i, i);
	fprintf(f, "ret;\n");
	for (unsigned i = 0; i < BENCH_PARTIES; i++)
		if (s->party[i])
			fprintf(f, "PARTY%u:\n%s\nret;\n", i, s->party[i]);
	fprintf(f, "}\n");
	fclose(f);
	return text;
}

static inline void bench_open(struct bench *b, const struct scene *s)
{
	static const struct {
		enum pf_policy policy;
		enum pf_metadata metadata;
	} as[] = {{PF_SCORD, PF_FULL}, {PF_SCORD_PAPER, PF_FULL}, {PF_SCORD, PF_CACHED16}};
	struct machine_config cfg;
	struct diag d = {""};
	char *text = bench_ptx(s);
	struct ptx_module *m;

	memset(b, 0, sizeof(*b));
	b->scene = s;
	machine_config_default(&cfg);
	cfg.sms = 2;
	cfg.mode = s->mode;
	b->g = gmem_create(1 << 20, false, &d);
	b->m = machine_create(&cfg, b->g, &d);
	m = ptx_parse(text, strlen(text), "scene.ptx", &d);
	if (!m)
		fail_msg("%s\n%s", d.text, text);
	b->module = machine_load(b->m, m, &d);
	if (!b->module)
		fail_msg("%s\n%s", d.text, text);
	free(text);
	b->kernel = machine_kernel(b->module, "k");
	b->var = machine_variable(b->module, "var", &b->var_bytes);
	b->buf = gmem_alloc(b->g, BENCH_BYTES, 0, GMEM_DEVICE, NULL);
	b->oracle =
		oracle_create(&(struct oracle_config){.model = s->ptx ? ORACLE_PTX : ORACLE_SCORD});
	machine_add_observer(b->m, oracle_observer(b->oracle));
	if (s->ptx) {
		b->rules = oracle_create(&(struct oracle_config){.model = ORACLE_SCORD});
		machine_add_observer(b->m, oracle_observer(b->rules));
	}
	for (unsigned c = 0; c < BENCH_CHECKERS; c++) {
		const struct detect_config dc = {.policy = as[c].policy,
						 .metadata = as[c].metadata,
						 .gmem = b->g,
						 .machine = machine_config(b->m)};

		b->detect[c] = detect_create(&dc, &d);
		if (!b->detect[c])
			fail_msg("%s", d.text);
		machine_add_observer(b->m, detect_observer(b->detect[c]));
		b->score[c] = score_create(s->halves && c == PAPER ? NULL : b->oracle,
					   s->halves && c == CACHED ? NULL : b->detect[c]);
		score_rules(b->score[c], b->rules);
		assert_int_equal(machine_add_observer(b->m, score_observer(b->score[c])), 0);
	}
}

static inline void bench_close(struct bench *b)
{
	machine_unload(b->m, b->module);
	for (unsigned c = 0; c < BENCH_CHECKERS; c++) {
		score_destroy(b->score[c]);
		detect_destroy(b->detect[c]);
	}
	oracle_destroy(b->rules);
	oracle_destroy(b->oracle);
	machine_destroy(b->m);
	gmem_destroy(b->g);
}

static inline int bench_once(void *ctx, const struct machine_hook *hook)
{
	struct bench *b = ctx;
	const uint32_t grid[3] = {b->scene->blocks, 1, 1};
	const uint32_t block[3] = {(b->scene->warps - 1) * SIMT_LANES + b->scene->lanes, 1, 1};
	struct machine_fault fault;
	enum machine_status s;

	memset(gmem_host(b->g, b->buf, BENCH_BYTES), 0, BENCH_BYTES);
	memset(gmem_host(b->g, b->var, b->var_bytes), 0, b->var_bytes);
	machine_set_hook(b->m, hook);
	s = machine_launch(b->m, b->kernel, grid, block, 0, &b->buf, &fault);
	if (s == MACHINE_FAULT || s == MACHINE_LIMIT)
		fail_msg("%s", fault.text);
	return 0;
}

/* Every order (max_runs at most); totals pile up in b->totals. */
static inline void bench_run(struct bench *b, const struct scene *s)
{
	const struct explore_limits limits = {.max_runs = s->max_runs ? s->max_runs : 3000,
					      .max_spin = 2};
	struct explore_result e;
	struct diag d = {""};

	bench_open(b, s);
	if (explore_run(bench_once, b, &limits, &e, &d))
		fail_msg("%s", d.text);
	for (unsigned c = 0; c < BENCH_CHECKERS; c++) {
		size_t n;
		const struct score_pair *p = score_pairs(b->score[c], &n);

		b->totals[c] = *score_totals(b->score[c]);
		for (size_t i = 0; i < n * SCORE_ROWS; i++)
			b->rows[c][i % SCORE_ROWS] +=
				p[i / SCORE_ROWS].rows_missed[i % SCORE_ROWS] +
				p[i / SCORE_ROWS].rows_false[i % SCORE_ROWS];
	}
}

#endif
