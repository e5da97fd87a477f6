/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * grace: --grace beside the machine, from options to what it says.
 */
#include <inttypes.h>
#include <stdio.h>

#include "../grace/grace.h"
#include "session_int.h"

void session_grace_open(struct session *s)
{
	if (!s->opt.grace)
		return;
	s->grace = grace_create(&s->opt.machine, s->opt.grace);
	if (machine_add_observer(s->machine, grace_observer(s->grace)))
		session_die(s, OPTIONS_EXIT_USAGE, "too many observers");
}

void session_grace_close(struct session *s)
{
	const struct grace_stats stats =
		s->grace ? grace_stats(s->grace) : (struct grace_stats){.accesses = 0};
	size_t n = 0;

	if (s->grace)
		grace_pairs(s->grace, &n);
	if (stats.addresses || n)
		s->race_status = s->opt.error_exitcode;
}

static const char *name(const struct session *s)
{
	return s->opt.grace == GRACE_STMT   ? "GRace-stmt"
	       : s->opt.grace == GRACE_ADDR ? "GRace-addr"
					    : "GRace-addr as printed";
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
		fprintf(stderr, "photofinish: %s: %s and %s: %" PRIu64 " pairs of threads\n",
			name(s), pairs[i].first, pairs[i].second, pairs[i].threads);
	if (stats.full)
		fprintf(stderr,
			"photofinish: %s: %" PRIu64
			" accesses were not kept: a block had too many\n",
			name(s), stats.full);
	if (stats.addresses || n || !s->opt.quiet)
		fprintf(stderr,
			"photofinish: %s: between warps %" PRIu64 " addresses race, of %" PRIu64
			" pairs of warps; tables of %" PRIu64 " bytes at most\n",
			name(s), stats.addresses, stats.warps, stats.bytes);
}

static json_t *u64(uint64_t v)
{
	return json_integer((json_int_t)v);
}

static json_t *pair(const struct grace_pair *p)
{
	json_t *o = json_object();

	json_object_set_new(o, "first", json_string(p->first));
	json_object_set_new(o, "second", json_string(p->second));
	json_object_set_new(o, "threads", u64(p->threads));
	return o;
}

json_t *session_grace_json(const struct session *s)
{
	static const char *const schemes[] = {
		[GRACE_STMT] = "stmt", [GRACE_ADDR] = "addr", [GRACE_ADDR_PAPER] = "addr-paper"};
	struct grace_stats stats;
	const struct grace_pair *pairs;
	json_t *o, *list;
	size_t n;

	if (!s->grace)
		return json_null();
	stats = grace_stats(s->grace);
	pairs = grace_pairs(s->grace, &n);
	o = json_object();
	json_object_set_new(o, "scheme", json_string(schemes[s->opt.grace]));
	json_object_set_new(o, "accesses", u64(stats.accesses));
	json_object_set_new(o, "passed_over", u64(stats.passed));
	json_object_set_new(o, "not_kept", u64(stats.full));
	json_object_set_new(o, "checks", u64(stats.checks));
	json_object_set_new(o, "compares", u64(stats.compares));
	json_object_set_new(o, "bytes", u64(stats.bytes));
	json_object_set_new(o, "addresses", u64(stats.addresses));
	json_object_set_new(o, "pairs_of_warps", u64(stats.warps));
	json_object_set_new(o, "pairs_of_threads", u64(stats.threads));
	list = json_array();
	for (size_t i = 0; i < n; i++)
		json_array_append_new(list, pair(&pairs[i]));
	json_object_set_new(o, "list", list);
	return o;
}
