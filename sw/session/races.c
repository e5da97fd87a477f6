/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * races: oracle and detector beside the machine, from options to report.
 *
 *   machine ops -> oracle -> detect -> score -> report (after each launch)
 *   records of clocked hardware ---------^
 */
#include "../../sim/shared/system.h"
#include "../base/json_text.h"
#include "../exact/exact.h"
#include "../iguard/iguard.h"
#include "session_int.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void watch(struct session *s, const struct machine_observer *o)
{
	if (machine_add_observer(s->machine, o))
		session_die(s, OPTIONS_EXIT_USAGE, "too many observers");
}

bool session_colour(const struct options *o)
{
	const char *no = getenv("NO_COLOR"), *term = getenv("TERM");

	if (o->colour != OPTIONS_COLOUR_AUTO)
		return o->colour == OPTIONS_COLOUR_ALWAYS;
	return isatty(STDERR_FILENO) && !(no && *no) && term && *term && strcmp(term, "dumb") != 0;
}

/* The hardware of the detector for global memory is in the model. */
static bool is_clocked(const struct session *s)
{
	return s->opt.config && options_global_detector(&s->opt);
}

/* What is found, hardware alone says: model.c has it. */
static bool hardware_tells(const struct session *s)
{
	return s->opt.config && options_any_detector(&s->opt) && !s->opt.oracle;
}

static void open_detector(struct session *s)
{
	const char *geometry = s->opt.config ? sim_geometry_name(s->sim.det.geometry) : NULL;
	const struct detect_config c = {.policy = s->opt.policy,
					.metadata = s->opt.metadata,
					.hardware = is_clocked(s),
					.geometry = geometry ? pf_geometry_named(geometry) : NULL,
					.gmem = s->gmem,
					.machine = machine_config(s->machine)};
	struct diag diag = {""};

	s->detect = detect_create(&c, &diag);
	if (!s->detect)
		session_die(s, OPTIONS_EXIT_USAGE, "%s", diag.text);
	watch(s, detect_observer(s->detect));
}

/* Beside hardware: its reference model, for the oracle. */
static void open_shared(struct session *s)
{
	/* The oracle is told of each access, and says of each whether it was found. */
	struct shared_config c = {.machine = machine_config(s->machine),
				  .proof = !s->opt.oracle,
				  .prune = s->opt.prune};

	if (s->opt.config) {
		c.unit = shared_widths(&s->sim);
		c.unit.meets = true;
	}
	s->shared = shared_create(&c);
	watch(s, shared_observer(s->shared));
}

/* Beside hardware: its reference models without a clock, for the oracle. */
static void open_iguard(struct session *s)
{
	const bool clocked = is_clocked(s);
	const struct iguard_config c = {.machine = machine_config(s->machine),
					.gmem = s->gmem,
					.paper = s->opt.iguard == OPTIONS_IGUARD_PAPER,
					.units = s->opt.metadata == PF_LINES || clocked,
					.geometry = clocked ? sim_geometry_name(s->sim.det.geometry)
							    : NULL,
					.judged = s->opt.oracle};
	struct diag diag = {""};

	s->iguard = iguard_create(&c, &diag);
	if (!s->iguard)
		session_die(s, OPTIONS_EXIT_USAGE, "%s", diag.text);
	watch(s, iguard_observer(s->iguard));
}

static void open_exact(struct session *s)
{
	s->exact = exact_create(&(struct exact_config){.machine = machine_config(s->machine),
						       .pairs = {.pairs = 32, .carry = 2},
						       .judged = s->opt.oracle});
	watch(s, exact_observer(s->exact));
}

static void make_report(struct session *s)
{
	const struct pf_policy_info *policy = s->opt.detector ? pf_policy_of(s->opt.policy) : NULL;
	const struct report_config c = {.colour = session_colour(&s->opt),
					.oracle = s->opt.oracle,
					.global = options_global_detector(&s->opt),
					.global_name = options_global_name(&s->opt),
					.shared = s->opt.shared,
					.detector_name = options_detector_name(&s->opt),
					.clocked = is_clocked(s),
					/* the model's hardware watches them, too */
					.gmem = s->opt.config ? NULL : s->gmem,
					.model_name = options_model_name(&s->opt),
					.metadata_name = policy || s->opt.metadata_given
								 ? options_metadata_name(&s->opt)
								 : NULL,
					.skips_parts = policy && policy->skips_parts,
					.as_simulated = policy && policy->as_simulated};

	if (s->opt.oracle || options_any_detector(&s->opt))
		s->report = report_create(&c);
}

void session_races_open(struct session *s)
{
	make_report(s);
	if (!s->report)
		return;
	if (s->opt.oracle) {
		s->oracle = oracle_create(&(struct oracle_config){
			.model = s->opt.model == OPTIONS_MODEL_SCORD ? ORACLE_SCORD : ORACLE_PTX});
		watch(s, oracle_observer(s->oracle));
	}
	/* Beside hardware the rules without a clock say why it is wrong, if the oracle says so. */
	if (s->opt.detector && (!is_clocked(s) || s->opt.oracle))
		open_detector(s);
	if (s->opt.shared && (!s->opt.config || s->opt.oracle))
		open_shared(s);
	if (s->opt.iguard && (!is_clocked(s) || s->opt.oracle))
		open_iguard(s);
	if (s->opt.exact)
		open_exact(s);
	if ((s->detect || s->iguard) && s->oracle && s->opt.model == OPTIONS_MODEL_PTX) {
		s->rules = oracle_create(&(struct oracle_config){.model = ORACLE_SCORD});
		watch(s, oracle_observer(s->rules));
	}
	s->score = score_create(s->oracle, s->detect);
	score_rules(s->score, s->rules);
	if (s->shared)
		score_shared(s->score, s->shared);
	if (s->iguard)
		score_iguard(s->score, s->iguard);
	if (s->exact)
		score_exact(s->score, s->exact);
	if (s->oracle && is_clocked(s))
		score_clocked(s->score);
	watch(s, score_observer(s->score));
	watch(s, report_observer(s->report));
}

void session_races_range(struct session *s, const char *range)
{
	if (s->report)
		report_range(s->report, range);
	if (s->checks)
		checks_range(s->checks, range);
}

void session_races_collect(struct session *s)
{
	if (s->score && !hardware_tells(s))
		report_collect(s->report, s->score, s->gmem);
}

void session_forget(struct session *s)
{
	s->n_names = 0;
	if (s->checks)
		checks_forget(s->checks);
	session_grace_forget(s);
	if (!s->score)
		return;
	session_races_collect(s);
	session_model_forget(s);
	score_clear(s->score);
	report_restart(s->report);
}

static void tell_passed_over(struct session *s)
{
	if (s->shared) {
		const struct shared_stats x = shared_stats(s->shared);

		report_passed_over(s->report, x.async, x.remote, x.lanes);
	} else if (s->opt.shared && s->gpu) {
		const struct stats *x = gpu_stats(s->gpu);

		report_passed_over(s->report, stats_get(x, "shared.async"),
				   stats_get(x, "shared.remote"), stats_get(x, "shared.lanes"));
	}
}

void session_races_close(struct session *s)
{
	if (s->refused) { /* that no race was found would be a lie, in the JSON, too */
		report_destroy(s->report);
		s->report = NULL;
		return;
	}
	if (!s->report)
		make_report(s); /* asked for, but no kernel ever came */
	if (!s->report)
		return;
	if (s->detect && !is_clocked(s))
		report_untracked(s->report, detect_stats(s->detect)->untracked);
	tell_passed_over(s);
	session_races_collect(s); /* of a launch that hung */
	if (report_any(s->report))
		s->race_status = s->opt.error_exitcode;
}

void session_races_report(struct session *s)
{
	if (s->report)
		report_text(s->report, s->opt.quiet, stderr);
}

void session_races_sarif(const struct session *s)
{
	json_t *j = s->sarif && s->report ? report_sarif(s->report) : NULL;
	FILE *f = j ? fopen(s->sarif, "we") : NULL;
	bool bad = !f;

	if (!j)
		return;
	if (f) {
		bad = json_dumpf(j, f, JSON_INDENT(1)) || fputc('\n', f) == EOF;
		bad |= ferror(f) != 0;
		bad |= fclose(f) != 0;
	}
	json_decref(j);
	if (bad)
		fprintf(stderr, "photofinish: %s: not written: %s\n", s->sarif, strerror(errno));
}

static void print_detector(const struct detect_stats *s)
{
	session_print_u64("words checked", s->checks);
	session_print_u64("  of them racing", s->races);
	session_print_u64("words not checked", s->skipped);
	session_print_u64("metadata forgotten", s->forgets);
	session_print_u64("metadata entries evicted", s->evictions);
	session_print_u64("metadata bytes", s->metadata_bytes);
	if (s->lines) {
		session_print_u64("accesses to lines of 32 words", s->lines);
		session_print_u64("  different entries in them", s->classes);
		session_print_u64("lines with more than a row holds", s->expanded);
		session_print_u64("  at once, at most", s->most_blocks);
	}
	for (int i = 0; i < PF_ROWS; i++) {
		char name[32];

		snprintf(name, sizeof(name), "  row %s", pf_row_name((enum pf_row)i));
		if (s->rows[i])
			session_print_u64(name, s->rows[i]);
	}
}

static void print_shared(const struct shared_stats *s)
{
	session_print_u64("launches without conflicts in shared memory", s->proved);
	session_print_u64("words of shared memory checked, of the others", s->units.words);
	session_print_u64("  races told", s->units.races);
	session_print_u64("  barriers of whole blocks, and blocks", s->units.epochs);
	session_print_u64("  forgotten: a count was full", s->units.forgets);
	session_print_u64("  words kept byte by byte", s->units.splits);
}

static void print_units(const struct iguard_units_stats *s)
{
	session_print_u64("accesses: lanes of an instruction on a line", s->parts);
	session_print_u64("  requests, of 32 bytes each", s->sectors);
	session_print_u64("messages of SMs", s->messages);
	session_print_u64("times that a clock was full, and all forgotten", s->epochs);
	session_print_u64("lines with more than a row holds", s->blocks);
	session_print_u64("  at once, at most", s->at_once);
	session_print_u64("metadata bytes", s->metadata_bytes);
}

static void print_iguard(const struct iguard_stats *s)
{
	session_print_u64("words checked", s->words);
	session_print_u64("  of them racing", s->races);
	if (s->units.parts) {
		print_units(&s->units);
		return;
	}
	session_print_u64("lanes not looked at, which load what another does", s->coalesced);
	session_print_u64("warps", s->warps);
	session_print_u64("  whose lanes have locks of their own", s->lane_locks);
	session_print_u64("  of which some lanes alone have synchronised", s->lane_order);
	session_print_u64("  of which some lanes alone have fenced", s->lane_fences);
}

static void print_exact(const struct exact_stats *s)
{
	session_print_u64("words checked", s->words);
	session_print_u64("  conflicts with what is kept of them", s->conflicts);
	session_print_u64("    in order by a whole block's barrier", s->by_barrier);
	session_print_u64("    by the pairs of the SM's table", s->by_pairs);
	session_print_u64("    by software: what was released and learnt", s->by_order);
	session_print_u64("    by a value that was observed", s->by_observed);
	session_print_u64("    races", s->races);
	session_print_u64("searches of the log", s->searches);
	session_print_u64("  releases met there", s->visited);
}

static void print_oracle(const struct oracle_stats *s)
{
	session_print_u64("accesses checked by the oracle", s->accesses);
	session_print_u64("  of them racing (words)", s->races);
	session_print_u64("bytes touched", s->touched);
	session_print_u64("oracle's memory, peak", s->bytes_peak);
}

void session_races_stats(const struct session *s)
{
	uint64_t kinds[RACE_KINDS];

	if (!s->report)
		return;
	if (s->detect && !is_clocked(s))
		print_detector(detect_stats(s->detect));
	if (s->shared) {
		const struct shared_stats x = shared_stats(s->shared);

		print_shared(&x);
	}
	if (s->iguard && !is_clocked(s)) {
		const struct iguard_stats x = iguard_stats(s->iguard);

		print_iguard(&x);
	}
	if (s->exact) {
		const struct exact_stats x = exact_stats(s->exact);

		print_exact(&x);
	}
	if (s->oracle)
		print_oracle(oracle_stats(s->oracle));
	session_print_u64("distinct races", report_races(s->report));
	report_kinds(s->report, kinds);
	for (int k = 0; k < RACE_KINDS; k++) {
		char name[64];

		snprintf(name, sizeof(name), "  %s", race_kind_text((enum race_kind)k));
		if (kinds[k])
			session_print_u64(name, kinds[k]);
	}
}

static json_t *detector_json(const struct detect_stats *s)
{
	json_t *o = json_object(), *rows = json_object();

	json_object_set_new(o, "checks", json_u64(s->checks));
	json_object_set_new(o, "races", json_u64(s->races));
	json_object_set_new(o, "skipped", json_u64(s->skipped));
	json_object_set_new(o, "forgets", json_u64(s->forgets));
	json_object_set_new(o, "evictions", json_u64(s->evictions));
	json_object_set_new(o, "metadata_bytes", json_u64(s->metadata_bytes));
	if (s->lines) {
		json_object_set_new(o, "lines", json_u64(s->lines));
		json_object_set_new(o, "classes", json_u64(s->classes));
		json_object_set_new(o, "expanded_lines", json_u64(s->expanded));
		json_object_set_new(o, "expanded_at_once", json_u64(s->most_blocks));
	}
	for (int i = 0; i < PF_ROWS; i++)
		json_object_set_new(rows, pf_row_name((enum pf_row)i), json_u64(s->rows[i]));
	json_object_set_new(o, "rows", rows);
	return o;
}

static json_t *shared_json(const struct shared *x)
{
	const struct shared_stats s = shared_stats(x);
	json_t *o = json_object();

	json_object_set_new(o, "launches_proved", json_u64(s.proved));
	json_object_set_new(o, "words", json_u64(s.units.words));
	json_object_set_new(o, "races", json_u64(s.units.races));
	json_object_set_new(o, "epochs", json_u64(s.units.epochs));
	json_object_set_new(o, "forgets", json_u64(s.units.forgets));
	json_object_set_new(o, "splits", json_u64(s.units.splits));
	json_object_set_new(o, "asynchronous_copies", json_u64(s.async));
	json_object_set_new(o, "other_blocks", json_u64(s.remote));
	json_object_set_new(o, "pruned", json_u64(s.pruned));
	json_object_set_new(o, "prune_seconds", json_real(s.prune_seconds));
	return o;
}

static json_t *units_json(const struct iguard_units_stats *s)
{
	json_t *o = json_object();

	json_object_set_new(o, "accesses", json_u64(s->parts));
	json_object_set_new(o, "requests", json_u64(s->sectors));
	json_object_set_new(o, "messages", json_u64(s->messages));
	json_object_set_new(o, "epochs", json_u64(s->epochs));
	json_object_set_new(o, "expanded_lines", json_u64(s->blocks));
	json_object_set_new(o, "expanded_at_once", json_u64(s->at_once));
	json_object_set_new(o, "data_bytes", json_u64(s->data_bytes));
	json_object_set_new(o, "metadata_bytes", json_u64(s->metadata_bytes));
	return o;
}

static json_t *iguard_json(const struct iguard *x)
{
	const struct iguard_stats s = iguard_stats(x);
	json_t *o = json_object();

	json_object_set_new(o, "words", json_u64(s.words));
	json_object_set_new(o, "races", json_u64(s.races));
	json_object_set_new(o, "coalesced", json_u64(s.coalesced));
	json_object_set_new(o, "warps", json_u64(s.warps));
	json_object_set_new(o, "lane_locks", json_u64(s.lane_locks));
	json_object_set_new(o, "lane_order", json_u64(s.lane_order));
	json_object_set_new(o, "lane_fences", json_u64(s.lane_fences));
	if (s.units.parts)
		json_object_set_new(o, "units", units_json(&s.units));
	return o;
}

static json_t *exact_json(const struct exact *x)
{
	const struct exact_stats s = exact_stats(x);
	json_t *o = json_object();

	json_object_set_new(o, "words", json_u64(s.words));
	json_object_set_new(o, "conflicts", json_u64(s.conflicts));
	json_object_set_new(o, "by_barrier", json_u64(s.by_barrier));
	json_object_set_new(o, "by_pairs", json_u64(s.by_pairs));
	json_object_set_new(o, "by_order", json_u64(s.by_order));
	json_object_set_new(o, "by_observed", json_u64(s.by_observed));
	json_object_set_new(o, "races", json_u64(s.races));
	json_object_set_new(o, "searches", json_u64(s.searches));
	json_object_set_new(o, "visited", json_u64(s.visited));
	return o;
}

static json_t *oracle_json(const struct oracle_stats *s)
{
	json_t *o = json_object();

	json_object_set_new(o, "accesses", json_u64(s->accesses));
	json_object_set_new(o, "races", json_u64(s->races));
	json_object_set_new(o, "touched", json_u64(s->touched));
	json_object_set_new(o, "bytes_peak", json_u64(s->bytes_peak));
	return o;
}

json_t *session_races_json(const struct session *s)
{
	json_t *o;

	if (!s->report)
		return json_null();
	o = report_json(s->report);
	json_object_set_new(o, "detector_statistics",
			    s->detect && !is_clocked(s) ? detector_json(detect_stats(s->detect))
							: json_null());
	json_object_set_new(o, "shared_statistics",
			    s->shared ? shared_json(s->shared) : json_null());
	json_object_set_new(o, "iguard_statistics",
			    s->iguard && !is_clocked(s) ? iguard_json(s->iguard) : json_null());
	json_object_set_new(o, "exact_statistics", s->exact ? exact_json(s->exact) : json_null());
	json_object_set_new(o, "oracle_statistics",
			    s->oracle ? oracle_json(oracle_stats(s->oracle)) : json_null());
	return o;
}
