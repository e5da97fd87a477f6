/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * model: the GPU clock by clock in the machine's place, from options to statistics.
 *
 *   --config, --set -> sim_config -> gpu -> launches -> race records -> report
 *                                        `-> statistics: text, JSON, samples
 *
 * A record says where the second access was, and which block and warp slots the two were in; the
 * block that is named is the one that was in the slot last. Records are of one launch each.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../sim/base/out.h"
#include "../../sim/gpu/gpu.h"
#include "../access/finding.h"
#include "../iguard/record.h"
#include "session_int.h"

static const char csv_head[] = "name,value,unit,meaning\n";

/* Options of deterministic mode are parameters by another name. */
static void configure_order(struct sim_config *c, const struct options *o)
{
	if (o->deterministic)
		c->deterministic.on = true;
	if (o->quantum)
		c->deterministic.quantum = (uint32_t)o->quantum;
	if (o->no_bta)
		c->deterministic.bta = SIM_BTA_OFF;
	c->deterministic.dwp &= !o->no_dwp;
	if (o->commit)
		c->deterministic.commit =
			strcmp(o->commit, "lock") ? SIM_GPUDET_ZBUFFER : SIM_GPUDET_LOCK;
	if (o->serial)
		c->deterministic.serial = !strcmp(o->serial, "warp") ? SIM_SERIAL_WARP
					  : !strcmp(o->serial, "cu") ? SIM_SERIAL_CU
								     : SIM_SERIAL_SLICE;
}

/* Metadata can lie by lines: iGUARD's always do. */
static bool keeps_lines(const struct options *o)
{
	return o->iguard ||
	       (o->metadata == PF_FULL && pf_policy_of(o->policy)->verilog != PF_NO_VERILOG);
}

/* Options become the model's parameters, and the machine's. */
static void configure(struct session *s)
{
	const struct machine_config fresh = s->opt.machine;
	struct sim_config *c = &s->sim;
	struct machine_config *m = &s->opt.machine, plain;
	char *set = mem_strdup(s->opt.set ? s->opt.set : "");
	struct diag diag = {""};
	bool bad = sim_config_read(c, s->opt.config, &diag) != 0;

	for (char *next, *one = set; !bad && one && *one; one = next) {
		next = strchr(one, ',');
		if (next)
			*next++ = '\0';
		bad = sim_config_set(c, "--set", one, &diag) != 0;
	}
	free(set);
	configure_order(c, &s->opt);
	if (fresh.seed)
		c->seed = fresh.seed;
	if (s->opt.iguard && c->det.unit == SIM_UNIT_AUTO)
		c->det.unit = SIM_LINES;
	if (options_global_detector(&s->opt))
		sim_config_choose_detector(c, keeps_lines(&s->opt));
	if (bad || sim_config_check(c, &diag) ||
	    (options_global_detector(&s->opt) && sim_config_check_detector(c, &diag)))
		session_die(s, OPTIONS_EXIT_USAGE, "%s", diag.text);
	machine_config_default(&plain);
	if (fresh.sms != plain.sms || fresh.threads_per_sm != plain.threads_per_sm ||
	    fresh.blocks_per_sm != plain.blocks_per_sm ||
	    fresh.shared_per_sm != plain.shared_per_sm || fresh.scheduler != plain.scheduler)
		session_die(
			s, OPTIONS_EXIT_USAGE,
			"--config: the machine's size and schedulers are its parameters; use --set "
			"(photofinish config lists them)");
	m->sms = c->sm.count;
	m->threads_per_sm = c->sm.threads;
	m->blocks_per_sm = c->sm.block_slots;
	m->shared_per_sm = c->sm.shared_bytes;
	if (s->opt.shared)
		m->shared_per_sm /= 1 + c->det.shared_shadow;
	m->shared_per_block = m->shared_per_sm < plain.shared_per_block ? m->shared_per_sm
									: plain.shared_per_block;
	m->shared_optin = m->shared_per_sm; /* of the model: an SM has what it has */
	m->scheduler = c->sm.scheduler == SIM_GTO ? MACHINE_GTO : MACHINE_RR;
	m->seed = c->seed;
}

void session_model_options(struct session *s)
{
	if (s->opt.config)
		configure(s);
}

/* The Verilog, but where a knob or policy says what it does not. */
static const char *backend_name(const struct session *s)
{
	const struct det_config *c = &s->sim.det;

	if (s->opt.backend)
		return s->opt.backend;
	return (s->opt.detector && pf_policy_of(s->opt.policy)->verilog == PF_NO_VERILOG) ||
			       c->ideal || c->scord_simulator || c->granularity != 4 ||
			       c->entry_gap != 1 ||
			       (s->sim.deterministic.on && !s->sim.deterministic.bloom_bits)
		       ? "model"
		       : "rtl";
}

/* More threads than processors would wait for one another in turns. */
static uint32_t threads_of(const struct options *o)
{
	const long cpus = sysconf(_SC_NPROCESSORS_ONLN);

	if (!o->threads)
		return 1;
	return cpus > 0 && o->threads > (unsigned long)cpus ? (uint32_t)cpus : o->threads;
}

static enum backend backend_of(const struct session *s)
{
	const char *name = backend_name(s);

	if (!strcmp(name, "rtl"))
		return BACKEND_RTL;
	return strcmp(name, "model") ? BACKEND_COMPARE : BACKEND_MODEL;
}

/* With an oracle, the reference model says which accesses were told: it is to be the same. */
static enum backend shared_backend_of(const struct session *s)
{
	const enum backend b = backend_of(s);

	return b == BACKEND_RTL && s->opt.oracle ? BACKEND_COMPARE : b;
}

/* The model itself stays: at the end of the process the Verilog's library may be gone already. */
void session_model_close(struct session *s)
{
	if (s->gpu)
		gpu_wave_end(s->gpu);
}

void session_model_open(struct session *s)
{
	const struct options *o = &s->opt;
	const struct det_setup det = {.backend = backend_of(s),
				      .policy = o->iguard ? PF_SCORD : o->policy,
				      .iguard = o->iguard,
				      .lanes = o->machine.mode == SIMT_ITS,
				      .metadata = o->iguard ? PF_FULL : o->metadata,
				      .sim = &s->sim,
				      .threads = threads_of(o),
				      .wave = s->wave,
				      .wave_from = o->wave_from,
				      .wave_cycles = o->wave_cycles};
	const struct system_setup setup = {.sim = &s->sim,
					   .det = options_global_detector(o) ? &det : NULL,
					   .shared = o->shared,
					   .shared_backend = shared_backend_of(s),
					   .prune = o->prune,
					   .backend = backend_of(s)};
	struct diag diag = {""};

	if (!o->config)
		return;
	/* An FST file begins with a byte of 0. */
	if ((s->csv && out_check(s->csv, csv_head, strlen(csv_head), &diag)) ||
	    (s->wave && out_check(s->wave, "", 1, &diag)))
		session_die(s, OPTIONS_EXIT_USAGE, "%s", diag.text);
	s->gpu = gpu_create(&setup, s->machine, s->gmem, &diag);
	if (!s->gpu || (s->sample && gpu_sample(s->gpu, s->sample, o->sample_every, &diag)))
		session_die(s, OPTIONS_EXIT_USAGE, "%s", diag.text);
}

/* Records. */

struct found {
	struct session *s;
	const struct simt_kernel *kernel;
	uint64_t launch;
};

static struct finding_place place_of(const struct session *s, uint32_t block, uint32_t warp)
{
	const struct gpu_place p = gpu_place(s->gpu, block, warp);

	return (struct finding_place){.block = p.block, .warp = p.warp};
}

/* Block IDs of iGUARD's records have as many bits of the SM as its geometry. */
static struct finding_place iguard_place_of(const struct session *s,
					    const struct pf_iguard_widths *w,
					    const struct pf_iguard_side *x)
{
	const uint32_t id = x->block - 1, sm = id & ((1U << w->sm) - 1);
	const struct gpu_place p = gpu_place_in(s->gpu, sm, id >> w->sm, x->warp);

	return (struct finding_place){.block = p.block, .warp = p.warp};
}

static struct race_hit hit_of(const struct found *t, const struct gpu_race *g)
{
	const struct det_record *d = &g->record;
	struct finding f = {
		.kernel = t->kernel,
		.launch = t->launch,
		.row = d->row,
		.word = g->addr,
		.pc = d->pc,
		.tag = &d->tag,
		.owner = &d->owner,
		.owner_fenced = d->owner_fenced,
		.first = place_of(t->s, d->owner.block, d->owner.warp),
		.second = place_of(t->s, d->tag.block, d->tag.warp),
		.lane = RACE_NO_LANE,
	};

	f.shape = finding_shape(&f);
	return finding_hit(&f);
}

static void put_pair(struct session *s, const struct race_hit *h)
{
	struct session_model_races *m = &s->model_races;
	struct score_pair *p = pairs_detected(&m->pairs, h);

	m->totals.found++;
	m->totals.pairs_found += !p->found;
	p->found++;
}

static struct race_hit iguard_hit_of(const struct found *t, const struct gpu_race *g)
{
	const struct pf_iguard_race *r = g->record.iguard;
	const struct pf_iguard_widths *w =
		pf_iguard_widths_named(sim_geometry_name(t->s->sim.det.geometry));
	const struct iguard_record x = {
		.kernel = t->kernel,
		.launch = t->launch,
		.pc = g->record.pc,
		.lanes = t->s->opt.machine.mode == SIMT_ITS,
		.word = g->addr,
		.race = r,
		.first = iguard_place_of(t->s, w, &r->side.side),
		.second = iguard_place_of(t->s, w, &r->tag.by.side),
	};

	return iguard_record_hit(&x);
}

/* Of the later access's block. iGUARD's sides have it and one, as 0 is nobody. */
static uint64_t block_id_of(const struct det_record *d)
{
	return d->iguard ? d->iguard->tag.by.side.block - 1 : d->tag.block;
}

static void on_race(void *ctx, const struct gpu_race *g)
{
	const struct found *f = ctx;
	const struct race_hit h = g->record.iguard ? iguard_hit_of(f, g) : hit_of(f, g);

	if (f->s->oracle)
		score_record(f->s->score, &h, block_id_of(&g->record));
	else
		put_pair(f->s, &h);
}

/* With an oracle the word is the reference model's, which is compared with the Verilog. */
static void on_hit(void *ctx, const struct race_hit *h)
{
	struct session *s = ctx;

	if (!s->oracle)
		put_pair(s, h);
}

void session_model_collect(struct session *s, const struct simt_kernel *k)
{
	struct found f = {.s = s, .kernel = k};
	const char *differ;
	uint64_t dropped;

	if (!s->gpu)
		return;
	dropped = gpu_dropped(s->gpu);
	f.launch = machine_stats(s->machine)->launches;
	gpu_races(s->gpu, on_race, &f);
	gpu_hits(s->gpu, on_hit, s);
	differ = gpu_mismatch(s->gpu);
	if (differ)
		session_die(s, OPTIONS_EXIT_MISMATCH,
			    "the Verilog and its reference model differ: %s", differ);
	if (options_global_detector(&s->opt) && s->oracle)
		score_launched(s->score, dropped != gpu_dropped(s->gpu));
	else if (s->report && !s->oracle && options_any_detector(&s->opt))
		report_collect_pairs(s->report, s->model_races.pairs.p, s->model_races.pairs.n,
				     &s->model_races.totals, s->gmem);
}

void session_model_forget(struct session *s)
{
	pairs_free(&s->model_races.pairs);
	s->model_races = (struct session_model_races){0};
}

/* Statistics. */

static void write_csv(const struct session *s)
{
	struct diag diag = {""};
	FILE *f = out_open(s->csv, csv_head, &diag);

	if (!f) {
		fprintf(stderr, "photofinish: %s\n", diag.text);
		return;
	}
	stats_csv(gpu_stats(s->gpu), f);
	if (ferror(f) | fclose(f))
		fprintf(stderr, "photofinish: %s: could not be written\n", s->csv);
}

static void tell_one(const struct session *s, const char *statistic, const char *what)
{
	const uint64_t n = stats_get(gpu_stats(s->gpu), statistic);

	if (n)
		fprintf(stderr, "photofinish: races may have been missed: %s (%llu time%s)\n", what,
			(unsigned long long)n, n == 1 ? "" : "s");
}

/* Why a race may not have been found: "no race found" shall not be taken for more than it is. */
static void tell_lost(const struct session *s)
{
	const struct {
		const char *statistic, *what;
	} lost[] = {
		{"det.slice.dropped", "a record was lost, as a slice's ring was full"},
		{"det.slice.wraps",
		 s->opt.iguard ? "a slice forgot all, as an SM's clock was full"
			       : "a slice forgot all, as a warp's count of fences wrapped"},
		{"det.slice.forgotten", "a line was forgotten for want of a block of metadata"},
	};
	const size_t told = s->sim.det.unit == SIM_LINES ? sizeof(lost) / sizeof(*lost) : 1;

	for (size_t i = 0; options_global_detector(&s->opt) && i < told; i++)
		tell_one(s, lost[i].statistic, lost[i].what);
	if (!s->opt.shared)
		return;
	tell_one(s, "shared.forgets",
		 "a block's shared memory was forgotten, as a warp's count was full");
	tell_one(s, "shared.lost",
		 "an access to a word of shared memory whose bytes differ was not noted");
}

void session_model_report(const struct session *s)
{
	const uint64_t base = s->opt.baseline_cycles;
	const uint64_t cycles = s->gpu ? gpu_cycles(s->gpu) : 0;
	struct diag diag = {""};

	if (!s->gpu)
		return;
	if (options_any_detector(&s->opt))
		tell_lost(s);
	if (gpu_sample_end(s->gpu, &diag))
		fprintf(stderr, "photofinish: %s\n", diag.text);
	if (s->csv)
		write_csv(s);
	if (s->opt.stats) {
		fprintf(stderr, "photofinish: model %s, backend %s\n", s->sim.name,
			options_any_detector(&s->opt) ? backend_name(s) : "none");
		stats_text(gpu_stats(s->gpu), stderr);
	}
	if (base && !s->opt.quiet)
		fprintf(stderr,
			"photofinish: %llu cycles with the detector, %llu without: slowdown %.3f\n",
			(unsigned long long)cycles, (unsigned long long)base,
			(double)cycles / (double)base);
}

/* "sim" of the JSON file, after a comma; NULL statistics: null. */
int session_model_json(const struct session *s, FILE *f)
{
	if (!s->gpu)
		return fputs("  \"sim\": null,\n", f) < 0;
	fputs("  \"sim\": ", f);
	stats_json(gpu_stats(s->gpu), f, 2);
	return fputs(",\n", f) < 0;
}
