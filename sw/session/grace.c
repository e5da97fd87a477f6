/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * grace: --grace beside the machine, from options to what it says.
 */
#include <inttypes.h>
#include <stdio.h>

#include "../base/json_text.h"
#include "../grace/grace.h"
#include "session_int.h"

void session_grace_open(struct session *s)
{
	if (!s->opt.grace)
		return;
	s->grace = grace_create(machine_config(s->machine), s->opt.grace, s->opt.prune);
	if (machine_add_observer(s->machine, grace_observer(s->grace)))
		session_die(s, OPTIONS_EXIT_USAGE, "too many observers");
}

void session_grace_forget(struct session *s)
{
	if (s->grace)
		grace_forget(s->grace);
}

static bool any(const struct session *s)
{
	size_t n;

	grace_pairs(s->grace, &n);
	return n || grace_stats(s->grace).addresses;
}

void session_grace_close(struct session *s)
{
	if (s->refused) { /* that nothing races would be a lie */
		grace_destroy(s->grace);
		s->grace = NULL;
	}
	if (s->grace && any(s))
		s->race_status = s->opt.error_exitcode;
}

void session_grace_report(const struct session *s)
{
	struct grace_stats stats;
	const struct grace_pair *pairs;
	size_t n;

	if (!s->grace)
		return;
	stats = grace_stats(s->grace);
	pairs = grace_pairs(s->grace, &n);
	for (size_t i = 0; i < n; i++)
		fprintf(stderr, "photofinish: GRace %s: %s and %s: %" PRIu64 " pairs of threads\n",
			options_grace_name(&s->opt), pairs[i].first, pairs[i].second,
			pairs[i].threads);
	if (stats.full)
		fprintf(stderr,
			"photofinish: GRace %s: %" PRIu64
			" accesses were not kept: a block had too many\n",
			options_grace_name(&s->opt), stats.full);
	if (any(s) || !s->opt.quiet)
		fprintf(stderr,
			"photofinish: GRace %s: between warps %" PRIu64
			" addresses race, of %" PRIu64 " pairs of warps; tables of %" PRIu64
			" bytes at most\n",
			options_grace_name(&s->opt), stats.addresses, stats.warps, stats.bytes);
}

static json_t *pair(const struct grace_pair *p)
{
	json_t *o = json_object();

	json_object_set_new(o, "first", json_text(p->first));
	json_object_set_new(o, "second", json_text(p->second));
	json_object_set_new(o, "threads", json_u64(p->threads));
	return o;
}

json_t *session_grace_json(const struct session *s)
{
	struct grace_stats stats;
	const struct grace_pair *pairs;
	json_t *o, *list;
	size_t n;

	if (!s->grace)
		return json_null();
	stats = grace_stats(s->grace);
	pairs = grace_pairs(s->grace, &n);
	o = json_object();
	json_object_set_new(o, "scheme", json_text(options_grace_name(&s->opt)));
	json_object_set_new(o, "accesses", json_u64(stats.accesses));
	json_object_set_new(o, "passed_over", json_u64(stats.passed));
	json_object_set_new(o, "pruned", json_u64(stats.pruned));
	json_object_set_new(o, "prune_seconds", json_real(stats.prune_seconds));
	json_object_set_new(o, "not_kept", json_u64(stats.full));
	json_object_set_new(o, "checks", json_u64(stats.checks));
	json_object_set_new(o, "compares", json_u64(stats.compares));
	json_object_set_new(o, "bytes", json_u64(stats.bytes));
	json_object_set_new(o, "addresses", json_u64(stats.addresses));
	json_object_set_new(o, "pairs_of_warps", json_u64(stats.warps));
	json_object_set_new(o, "pairs_of_threads", json_u64(stats.threads));
	list = json_array();
	for (size_t i = 0; i < n; i++)
		json_array_append_new(list, pair(&pairs[i]));
	json_object_set_new(o, "list", list);
	return o;
}
