/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "interleavings.h"

#include <stdlib.h>
#include <string.h>

#include "exact/exact.h"
#include "iguard/iguard.h"
#include "machine/explore.h"

const struct checker_set scord_set = {
	"scord",
	ORACLE_SCORD,
	3,
	{{CHECKER_SCORD, PF_SCORD, PF_FULL, false, 0, "scord", "full", 0},
	 {CHECKER_SCORD, PF_SCORD_PAPER, PF_FULL, true, 0, "scord-paper", "full", 0},
	 {CHECKER_SCORD, PF_SCORD, PF_CACHED16, false, 0, "scord", "cached16", 0}}};
const struct checker_set iguard_set = {
	"iguard",
	ORACLE_SCORD,
	3,
	{{CHECKER_IGUARD, PF_SCORD, PF_FULL, false, 0, "iguard", "", 0},
	 {CHECKER_IGUARD, PF_SCORD, PF_FULL, true, 0, "iguard-paper", "", 0},
	 {CHECKER_IGUARD, PF_SCORD, PF_LINES, false, 0, "iguard", "lines", 0}}};
const struct checker_set iguard_clock_set = {
	"iguard-clock",
	ORACLE_SCORD,
	2,
	{{CHECKER_IGUARD, PF_SCORD, PF_LINES, false, 0, "iguard", "lines", 0},
	 {CHECKER_IGUARD, PF_SCORD, PF_LINES, false, 2, "iguard", "lines, clocks of two bits", 0}}};
const struct checker_set exact_set = {
	"exact",
	ORACLE_PTX,
	3,
	{{CHECKER_EXACT, PF_SCORD, PF_FULL, false, 0, "exact", "32 pairs a warp", 32},
	 {CHECKER_EXACT, PF_SCORD, PF_FULL, false, 0, "exact", "1 pair a warp", 1},
	 {CHECKER_EXACT, PF_SCORD, PF_FULL, false, 0, "exact", "software alone", 0}}};

struct bench {
	const struct checker_set *set;
	const struct program *p;
	struct gmem *g;
	struct machine *m;
	struct machine_module *module;
	const struct simt_kernel *kernel;
	uint64_t buffer, variable, variable_bytes;
	struct oracle *oracle;
	struct detect *detect[CHECKERS]; /* or */
	struct iguard *iguard[CHECKERS];
	struct exact *exact[CHECKERS];
	struct score *score[CHECKERS];
	struct tally *tally;
	FILE *f;
	uint64_t order, only;
	bool bad, racy;
	struct diag diag;
};

const char *forbidden(const struct checker *c, const struct score_totals *t)
{
	static const enum score_row never[] = {SCORE_F_SECOND_STORE, SCORE_F_AFTER_SCOPE_RACE,
					       SCORE_F_FENCE_WRAP, SCORE_F_BARRIER_WRAP,
					       SCORE_F_MANY_BLOCKS, SCORE_F_SUB_WORD,
					       SCORE_F_LANE0_BARRIER, SCORE_F_RELEASE_OP,
					       /* misses that the corrected rows no longer have */
					       SCORE_M_AFTER_STORE_RACE, SCORE_M_LOCK_READS,
					       SCORE_M_ATOMIC_SCOPE, SCORE_M_UPPER_WORD};

	if (t->rows_false[SCORE_UNEXPLAINED])
		return "unexplained false alarm";
	if (t->rows_missed[SCORE_UNEXPLAINED])
		return "unexplained miss";
	if (c->paper)
		return NULL;
	for (size_t i = 0; i < sizeof(never) / sizeof(*never); i++)
		if (t->rows_false[never[i]] || t->rows_missed[never[i]])
			return score_row_name(never[i]);
	return NULL;
}

static void sum(struct score_totals *to, const struct score_totals *t)
{
	to->found += t->found;
	to->missed += t->missed;
	to->false_ += t->false_;
	for (unsigned i = 0; i < SCORE_ROWS; i++) {
		to->rows_missed[i] += t->rows_missed[i];
		to->rows_false[i] += t->rows_false[i];
	}
}

static void print_side(FILE *f, const struct race_side *s)
{
	if (s->pc == RACE_NO_PC)
		fprintf(f, "block %llu warp %u", (unsigned long long)s->block, s->warp);
	else
		fprintf(f, "%s pc %u block %llu warp %u lane %u", race_access_name(s->access),
			s->pc, (unsigned long long)s->block, s->warp, s->lane);
}

static void print_pairs(const struct bench *r, unsigned c)
{
	size_t n;
	const struct score_pair *p = score_pairs(r->score[c], &n);

	for (size_t i = 0; i < n; i++) {
		fprintf(r->f, "  %s %s: %s at %s+%lld: ", r->set->c[c].policy_name,
			r->set->c[c].metadata_name, race_kind_text(p[i].example.kind),
			p[i].space == PTX_SPACE_SHARED ? "shared" : "buf",
			(long long)(p[i].example.addr - r->buffer));
		print_side(r->f, &p[i].example.first);
		fprintf(r->f, " / ");
		print_side(r->f, &p[i].example.second);
		fprintf(r->f, "\n    found %llu missed %llu false %llu",
			(unsigned long long)p[i].found, (unsigned long long)p[i].missed,
			(unsigned long long)p[i].false_);
		for (unsigned row = 0; row < SCORE_ROWS; row++)
			if (p[i].rows_missed[row] || p[i].rows_false[row])
				fprintf(r->f, " %s", score_row_name((enum score_row)row));
		fputc('\n', r->f);
	}
}

static void print_trouble(struct bench *r, unsigned c, const char *what)
{
	char *ptx;

	r->bad = true;
	if (!r->f)
		return;
	fprintf(r->f, "order %llu: %s %s: %s\n", (unsigned long long)r->order,
		r->set->c[c].policy_name, r->set->c[c].metadata_name, what);
	print_pairs(r, c);
	program_list(r->p, r->f);
	ptx = program_ptx(r->p);
	fprintf(r->f, "%s\nrun it again: campaign --program %llu --order %llu\n", ptx,
		(unsigned long long)r->p->seed, (unsigned long long)r->order);
	free(ptx);
}

static void take_scores(struct bench *r)
{
	bool shown = r->bad;

	for (unsigned c = 0; c < r->set->n; c++) {
		const struct score_totals *t = score_totals(r->score[c]);
		const char *what = forbidden(&r->set->c[c], t);

		if (c == 0) {
			r->tally->races += t->found + t->missed;
			r->racy |= t->found + t->missed > 0;
		}
		sum(&r->tally->totals[c], t);
		if (what && !shown)
			print_trouble(r, c, what);
		else if (r->only && r->f)
			print_pairs(r, c);
		shown |= what != NULL;
		score_clear(r->score[c]);
	}
}

static int run_once(void *ctx, const struct machine_hook *hook)
{
	const uint32_t grid[3] = {((struct bench *)ctx)->p->blocks, 1, 1};
	const uint32_t block[3] = {program_threads(((struct bench *)ctx)->p), 1, 1};
	struct machine_fault fault;
	struct bench *r = ctx;
	enum machine_status s;

	r->order++;
	memset(gmem_host(r->g, r->buffer, DATA_BYTES), 0, DATA_BYTES);
	memset(gmem_host(r->g, r->variable, r->variable_bytes), 0, r->variable_bytes);
	machine_set_hook(r->m, hook);
	s = machine_launch(r->m, r->kernel, grid, block, 0, &r->buffer, &fault);
	if (s == MACHINE_FAULT || s == MACHINE_LIMIT)
		return diag_set(&r->diag, NULL, 0, "%s", fault.text);
	r->tally->runs++;
	r->tally->hung += s != MACHINE_OK;
	if (!r->only || r->only == r->order)
		take_scores(r);
	for (unsigned c = 0; c < r->set->n; c++)
		score_clear(r->score[c]);
	return r->bad || (r->only && r->only == r->order);
}

static unsigned choose(void *ctx, const struct machine_choice *c, unsigned n)
{
	(void)c;
	return rng_below(ctx, n);
}

static int add_checker(struct bench *r, unsigned n)
{
	const struct checker *c = &r->set->c[n];
	const struct detect_config dc = {.policy = c->policy,
					 .metadata = c->metadata,
					 .gmem = r->g,
					 .machine = machine_config(r->m)};

	if (c->kind == CHECKER_IGUARD) {
		r->iguard[n] =
			iguard_create(&(struct iguard_config){.machine = machine_config(r->m),
							      .gmem = r->g,
							      .units = c->metadata == PF_LINES,
							      .paper = c->paper,
							      .clock_bits = c->clock_bits,
							      .judged = true},
				      &r->diag);
		if (!r->iguard[n])
			return -1;
		machine_add_observer(r->m, iguard_observer(r->iguard[n]));
		r->score[n] = score_create(r->oracle, NULL);
		score_iguard(r->score[n], r->iguard[n]);
		return 0;
	}
	if (c->kind == CHECKER_EXACT) {
		r->exact[n] = exact_create(
			&(struct exact_config){.machine = machine_config(r->m),
					       .pairs = {.pairs = c->pairs, .carry = 2},
					       .judged = true});
		machine_add_observer(r->m, exact_observer(r->exact[n]));
		r->score[n] = score_create(r->oracle, NULL);
		score_exact(r->score[n], r->exact[n]);
		return 0;
	}
	r->detect[n] = detect_create(&dc, &r->diag);
	if (!r->detect[n])
		return -1;
	machine_add_observer(r->m, detect_observer(r->detect[n]));
	r->score[n] = score_create(r->oracle, r->detect[n]);
	return 0;
}

static int bench_open(struct bench *r)
{
	struct machine_config cfg;
	struct ptx_module *m;
	char *ptx = program_ptx(r->p);

	machine_config_default(&cfg);
	cfg.sms = 2;
	cfg.mode = r->p->mode;
	r->g = gmem_create(1 << 20, false, &r->diag);
	r->m = r->g ? machine_create(&cfg, r->g, &r->diag) : NULL;
	m = r->m ? ptx_parse(ptx, strlen(ptx), "program.ptx", &r->diag) : NULL;
	r->module = m ? machine_load(r->m, m, &r->diag) : NULL;
	free(ptx);
	if (!r->module)
		return -1;
	r->kernel = machine_kernel(r->module, "prog");
	r->variable = machine_variable(r->module, "var", &r->variable_bytes);
	r->buffer = gmem_alloc(r->g, DATA_BYTES, 0, GMEM_DEVICE, NULL);
	r->oracle = oracle_create(&(struct oracle_config){.model = r->set->model});
	machine_add_observer(r->m, oracle_observer(r->oracle));
	for (unsigned c = 0; c < r->set->n; c++) {
		if (add_checker(r, c))
			return -1;
		if (machine_add_observer(r->m, score_observer(r->score[c])))
			return diag_set(&r->diag, NULL, 0, "too many observers");
	}
	return 0;
}

static void bench_close(struct bench *r)
{
	if (r->module)
		machine_unload(r->m, r->module);
	for (unsigned c = 0; c < r->set->n; c++) {
		score_destroy(r->score[c]);
		if (r->detect[c])
			detect_destroy(r->detect[c]);
		if (r->iguard[c])
			iguard_destroy(r->iguard[c]);
		exact_destroy(r->exact[c]);
	}
	if (r->oracle)
		oracle_destroy(r->oracle);
	if (r->m)
		machine_destroy(r->m);
	if (r->g)
		gmem_destroy(r->g);
}

static int walk(struct bench *r)
{
	const struct explore_limits limits = {.max_runs = INTERLEAVINGS, .max_spin = 2};
	struct explore_result e;
	struct rng rng;
	const struct machine_hook hook = {.ctx = &rng, .choose = choose, .max_spin = 2};
	int n = explore_run(run_once, r, &limits, &e, &r->diag);

	r->tally->exhaustive += !n && e.exhaustive;
	rng_seed(&rng, r->p->seed);
	for (unsigned i = 0; i < INTERLEAVINGS && !n && e.runs == INTERLEAVINGS; i++)
		n = run_once(r, &hook);
	return n;
}

int interleavings_run(const struct checker_set *set, const struct program *p, struct tally *t,
		      uint64_t order, FILE *f)
{
	struct bench r = {.set = set, .p = p, .tally = t, .f = f, .only = order};
	int n = bench_open(&r);

	if (!n)
		n = walk(&r);
	t->programs++;
	t->racy_programs += r.racy;
	if (n < 0 && f) {
		char *ptx = program_ptx(p);

		fprintf(f, "order %llu does not run: %s\n%s", (unsigned long long)r.order,
			r.diag.text, ptx);
		program_list(p, f);
		free(ptx);
	}
	bench_close(&r);
	return n < 0 ? -1 : r.bad;
}
