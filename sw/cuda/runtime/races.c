/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * races: oracle and detector beside the machine, from options to report.
 *
 *   machine ops -> oracle -> detect -> score -> report (after each launch)
 */
#include "report.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void watch(struct rt *r, const struct machine_observer *o)
{
	if (machine_add_observer(r->machine, o))
		rt_die(OPTIONS_EXIT_USAGE, "too many observers");
}

bool rt_colour(const struct options *o)
{
	const char *no = getenv("NO_COLOR"), *term = getenv("TERM");

	if (o->colour != OPTIONS_COLOUR_AUTO)
		return o->colour == OPTIONS_COLOUR_ALWAYS;
	return isatty(STDERR_FILENO) && !(no && *no) && term && *term && strcmp(term, "dumb") != 0;
}

static void open_detector(struct rt *r)
{
	const struct detect_config c = {.policy = r->opt.policy,
					.metadata = r->opt.metadata,
					/* the model's hardware watches them, too */
					.gmem = r->opt.config ? NULL : r->gmem,
					.machine = machine_config(r->machine)};
	struct diag diag = {""};

	r->detect = detect_create(&c, &diag);
	if (!r->detect)
		rt_die(OPTIONS_EXIT_USAGE, "%s", diag.text);
	watch(r, detect_observer(r->detect));
}

static void make_report(struct rt *r)
{
	const struct report_config c = {.colour = rt_colour(&r->opt),
					.oracle = r->opt.oracle,
					.detector = r->opt.detector,
					/* the model's hardware watches them, too */
					.gmem = r->opt.config ? NULL : r->gmem,
					.model_name = options_model_name(&r->opt),
					.detector_name = options_detector_name(&r->opt),
					.metadata_name = options_metadata_name(&r->opt)};

	if (r->opt.oracle || r->opt.detector)
		r->report = report_create(&c);
}

void rt_races_open(struct rt *r)
{
	make_report(r);
	if (!r->report)
		return;
	if (r->opt.oracle) {
		r->oracle = oracle_create(&(struct oracle_config){
			.model = r->opt.model == OPTIONS_MODEL_SCORD ? ORACLE_SCORD : ORACLE_PTX});
		watch(r, oracle_observer(r->oracle));
	}
	if (r->opt.detector && !r->opt.config) /* else its hardware is in the model */
		open_detector(r);
	if (r->detect && r->oracle && r->opt.model == OPTIONS_MODEL_PTX) {
		r->rules = oracle_create(&(struct oracle_config){.model = ORACLE_SCORD});
		watch(r, oracle_observer(r->rules));
	}
	r->score = score_create(r->oracle, r->detect);
	score_rules(r->score, r->rules);
	watch(r, score_observer(r->score));
	watch(r, report_observer(r->report));
}

void rt_races_collect(struct rt *r)
{
	if (r->score && !(r->opt.config && r->opt.detector))
		report_collect(r->report, r->score, r->gmem);
}

void rt_races_forget(struct rt *r)
{
	if (r->checks)
		checks_forget(r->checks);
	if (!r->score)
		return;
	rt_races_collect(r);
	rt_model_forget(r);
	score_clear(r->score);
	report_restart(r->report);
}

void rt_races_close(struct rt *r)
{
	if (r->refused) { /* that no race was found would be a lie, in the JSON, too */
		report_destroy(r->report);
		r->report = NULL;
		return;
	}
	if (!r->report)
		make_report(r); /* asked for, but no kernel ever came */
	if (!r->report)
		return;
	if (r->detect)
		report_untracked(r->report, detect_stats(r->detect)->untracked);
	rt_races_collect(r); /* of a launch that hung */
	if (report_any(r->report))
		r->race_status = r->opt.error_exitcode;
}

void rt_races_report(struct rt *r)
{
	if (r->report)
		report_text(r->report, r->opt.quiet, stderr);
}

void rt_races_sarif(const struct rt *r)
{
	json_t *j = r->sarif && r->report ? report_sarif(r->report) : NULL;
	FILE *f = j ? fopen(r->sarif, "we") : NULL;
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
		fprintf(stderr, "photofinish: %s: not written: %s\n", r->sarif, strerror(errno));
}

static void print_detector(const struct detect_stats *s)
{
	rt_print_u64("words checked", s->checks);
	rt_print_u64("  of them racing", s->races);
	rt_print_u64("words not checked", s->skipped);
	rt_print_u64("metadata forgotten", s->forgets);
	rt_print_u64("metadata entries evicted", s->evictions);
	rt_print_u64("metadata bytes", s->metadata_bytes);
	for (int i = 0; i < PF_ROWS; i++) {
		char name[32];

		snprintf(name, sizeof(name), "  row %s", pf_row_name((enum pf_row)i));
		if (s->rows[i])
			rt_print_u64(name, s->rows[i]);
	}
}

static void print_oracle(const struct oracle_stats *s)
{
	rt_print_u64("accesses checked by the oracle", s->accesses);
	rt_print_u64("  of them racing (words)", s->races);
	rt_print_u64("bytes touched", s->touched);
	rt_print_u64("oracle's memory, peak", s->bytes_peak);
}

void rt_races_stats(const struct rt *r)
{
	uint64_t kinds[RACE_KINDS];

	if (!r->report)
		return;
	if (r->detect)
		print_detector(detect_stats(r->detect));
	if (r->oracle)
		print_oracle(oracle_stats(r->oracle));
	rt_print_u64("distinct races", report_races(r->report));
	report_kinds(r->report, kinds);
	for (int k = 0; k < RACE_KINDS; k++) {
		char name[64];

		snprintf(name, sizeof(name), "  %s", race_kind_text((enum race_kind)k));
		if (kinds[k])
			rt_print_u64(name, kinds[k]);
	}
}

static json_t *u64(uint64_t v)
{
	return json_integer((json_int_t)v);
}

static json_t *detector_json(const struct detect_stats *s)
{
	json_t *o = json_object(), *rows = json_object();

	json_object_set_new(o, "checks", u64(s->checks));
	json_object_set_new(o, "races", u64(s->races));
	json_object_set_new(o, "skipped", u64(s->skipped));
	json_object_set_new(o, "forgets", u64(s->forgets));
	json_object_set_new(o, "evictions", u64(s->evictions));
	json_object_set_new(o, "metadata_bytes", u64(s->metadata_bytes));
	for (int i = 0; i < PF_ROWS; i++)
		json_object_set_new(rows, pf_row_name((enum pf_row)i), u64(s->rows[i]));
	json_object_set_new(o, "rows", rows);
	return o;
}

static json_t *oracle_json(const struct oracle_stats *s)
{
	json_t *o = json_object();

	json_object_set_new(o, "accesses", u64(s->accesses));
	json_object_set_new(o, "races", u64(s->races));
	json_object_set_new(o, "touched", u64(s->touched));
	json_object_set_new(o, "bytes_peak", u64(s->bytes_peak));
	return o;
}

json_t *rt_races_json(const struct rt *r)
{
	json_t *o;

	if (!r->report)
		return json_null();
	o = report_json(r->report);
	json_object_set_new(o, "detector_statistics",
			    r->detect ? detector_json(detect_stats(r->detect)) : json_null());
	json_object_set_new(o, "oracle_statistics",
			    r->oracle ? oracle_json(oracle_stats(r->oracle)) : json_null());
	return o;
}
