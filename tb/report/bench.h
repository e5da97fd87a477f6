/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * bench: a report, and pairs made by hand to put into it, for the report's tests.
 */
#ifndef BENCH_H
#define BENCH_H

#include "../machine/rig.h"

#include <stdlib.h>
#include <unistd.h>

#include "report/report.h"

/* Lines of racy.cu, which the PTX below points to. */
static const char source[] = "__device__ int box;\n"
			     "__global__ void k(int *p)\n"
			     "{\n"
			     "\tp[1] = 5;\n"
			     "\t__threadfence_block();\n"
			     "\tatomicAdd_block(&box, 1);\n"
			     "\tint x = p[1];\n"
			     "}\n";

static const char ptx[] =
	RIG_HEAD ".file 1 \"racy.cu\"\n.file 2 \"gone.cu\"\n"
		 ".global .align 4 .b8 box[64];\n"
		 ".shared .align 4 .b8 unused[8];\n.shared .align 4 .b8 first[4];\n"
		 ".extern .shared .align 4 .b8 dyn[];\n" RIG_ENTRY(
			 "k", ".shared .align 16 .b8 tile[32];\n"
			      "mov.u64 %rd3, box;\nmov.u64 %rd4, tile;\nmov.u64 %rd5, first;\n"
			      "mov.u64 %rd6, dyn;\n"
			      ".loc 1 4 7\nst.global.u32 [%rd1+4], 5;\n"
			      ".loc 1 6 2\natom.cta.global.add.u32 %r3, [%rd3], 1;\n"
			      ".loc 1 7 10\nld.global.u32 %r4, [%rd1+4];\n"
			      ".loc 1 7 10\nld.global.u32 %r5, [%rd1+8];\n"
			      ".loc 2 9 3\nst.shared.u32 [%rd4], %r4;\n"
			      ".loc 0 0 0\nst.shared.u32 [%rd5], %r5;\n");

static char root[4096]; /* where the test was started: the schema is found from there */

struct bench {
	struct rig rig;
	const struct simt_kernel *k;
	uint32_t store, atom, load, load2, elsewhere, nowhere; /* code indices */
	struct report *r;
	uint64_t launch;
	char dir[64];
};

static inline uint32_t pc_of(const struct simt_kernel *k, enum ptx_op op, unsigned nth)
{
	for (uint32_t i = 0; i < k->n_code; i++)
		if (k->src[i] && k->src[i]->op == op && !nth--)
			return i;
	fail_msg("no such instruction");
	return 0;
}

static inline int setup(void **state)
{
	struct bench *b = calloc(1, sizeof(*b));
	FILE *f;

	strcpy(b->dir, "/tmp/pf_report_XXXXXX");
	assert_non_null(mkdtemp(b->dir));
	assert_int_equal(chdir(b->dir), 0);
	f = fopen("racy.cu", "w");
	assert_non_null(f);
	fputs(source, f);
	fclose(f);
	rig_config(&b->rig);
	rig_open(&b->rig, ptx);
	b->k = machine_kernel(b->rig.mm, "k");
	b->store = pc_of(b->k, PTX_OP_ST, 0);
	b->atom = pc_of(b->k, PTX_OP_ATOM, 0);
	b->load = pc_of(b->k, PTX_OP_LD, 1); /* the first loads the parameter */
	b->load2 = pc_of(b->k, PTX_OP_LD, 2);
	b->elsewhere = pc_of(b->k, PTX_OP_ST, 1);
	b->nowhere = pc_of(b->k, PTX_OP_ST, 2);
	*state = b;
	return 0;
}

static inline int teardown(void **state)
{
	struct bench *b = *state;

	report_destroy(b->r);
	if (b->rig.m)
		rig_close(&b->rig);
	unlink("racy.cu");
	assert_int_equal(chdir(root), 0);
	rmdir(b->dir);
	free(b);
	return 0;
}

/* A report as if launch n of 2 x 3 blocks of 8 x 4 x 2 threads were running. */
static inline void begin(struct bench *b, bool oracle, bool detector)
{
	const struct report_config c = {.oracle = oracle,
					.global = detector,
					.detector_name = "scord",
					.global_name = "scord",
					.skips_parts = true,
					.metadata_name = "full"};
	const struct machine_launch_info l = {
		.kernel = b->k, .launch = 1, .grid = {2, 3, 1}, .block = {8, 4, 2}};

	report_destroy(b->r);
	b->r = report_create(&c);
	report_observer(b->r)->launch_begin(report_observer(b->r)->ctx, &l);
}

/* A pair as score makes it: block 1's warp 0 lane 0 and block 4's warp 1 lane 9. */
static inline struct score_pair pair(const struct bench *b, uint32_t first, uint32_t second,
				     enum race_kind kind)
{
	struct race_hit h = {.space = PTX_SPACE_GLOBAL,
			     .addr = b->rig.buf + 4,
			     .bytes = 4,
			     .kind = kind,
			     .first = {.kernel = b->k,
				       .launch = 1,
				       .block = 1,
				       .access = RACE_WRITE,
				       .pc = first},
			     .second = {.kernel = b->k,
					.launch = 1,
					.block = 4,
					.warp = 1,
					.lane = 9,
					.access = RACE_READ,
					.pc = second}};

	if (first == RACE_NO_PC)
		h.first.lane = RACE_NO_LANE;
	return (struct score_pair){.kernel = b->k,
				   .pc_first = first,
				   .pc_second = second,
				   .space = PTX_SPACE_GLOBAL,
				   .example = h};
}

static inline void detected(struct score_pair *p, enum race_kind kind)
{
	p->has_detected = true;
	p->detected = p->example;
	p->detected.kind = kind;
	p->detected.first.pc = RACE_NO_PC;
	p->detected.first.lane = RACE_NO_LANE;
}

static inline void collect(struct bench *b, const struct score_pair *p, size_t n)
{
	struct score_totals t = {0};

	for (size_t i = 0; i < n; i++) {
		t.found += p[i].found;
		t.missed += p[i].missed;
		t.false_ += p[i].false_;
	}
	report_collect_pairs(b->r, p, n, &t, b->rig.g);
}

static inline char *text_of(const struct bench *b, bool quiet)
{
	static char text[65536];
	FILE *f = fmemopen(text, sizeof(text), "w");

	text[0] = '\0';
	report_text(b->r, quiet, f);
	fclose(f);
	return text;
}

static inline void shows(const struct bench *b, const char *want)
{
	char *got = text_of(b, false);

	if (!strstr(got, want))
		fail_msg("no '%s' in:\n%s", want, got);
}

#endif
