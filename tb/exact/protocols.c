/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * protocols: how exact clocks reach a slice, and how they must not, looked at in every run of a
 * few warps on a line.
 *
 *   protocols [--records HOW] [--sms 0,0,1] [--words N] [--strong] [--narrow] [--fault NAME]
 *   protocols --csv ...      as a line: records,sms,words,kinds,fault,verdict,states,steps,word,run
 *
 * Exit status 1: a run goes wrong (it is printed), 2: an error.
 */
#include <argp.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "view.h"

struct options {
	struct protocol p;
	unsigned long steps, states;
	bool csv;
};

static const struct argp_option list[] = {
	{"records", 'r', "HOW", 0, "at-once, stamped (default), counted/BITS, flushed, pulled", 0},
	{"sms", 's', "LIST", 0,
	 "the SM of each warp (default 0,0,1); 0+0: one after the other in a slot", 0},
	{"words", 'w', "N", 0, "of the line, 1 or 2 (default 1)", 0},
	{"strong", 'S', NULL, 0, "with strong loads", 0},
	{"narrow", 'N', NULL, 0, "with atomics of block scope", 0},
	{"fault", 'f', "NAME", 0, "planted; 'list' names them", 0},
	{"steps", 'n', "N", 0, "runs of at most so many (default: all runs)", 0},
	{"states", 'm', "N", 0, "at most (default 20000000), 32 bytes each", 0},
	{"csv", 'c', NULL, 0, "a line of CSV", 0},
	{0}};

static unsigned long number(const char *text, unsigned long most, struct argp_state *state)
{
	char *end;
	unsigned long n;

	errno = 0;
	n = strtoul(text, &end, 10);
	if (errno || *end || *text < '0' || *text > '9' || !n || n > most)
		argp_error(state, "'%s' is no number from 1 to %lu", text, most);
	return n;
}

static void list_faults(void)
{
	for (unsigned f = 1; f < PROTOCOL_FAULT_COUNT; f++)
		printf("%-24s %s\n", protocol_fault_name((enum protocol_fault)f),
		       protocol_fault_text((enum protocol_fault)f));
	exit(0);
}

static error_t take(int key, char *text, struct argp_state *state)
{
	struct options *o = state->input;

	switch (key) {
	case 'r':
		if (view_take_records(text, &o->p))
			argp_error(state, "no such records: '%s'", text);
		return 0;
	case 's':
		if (view_take_sms(text, &o->p))
			argp_error(state, "'%s': 2 to %d warps, SMs from 0 in order", text, WARPS);
		return 0;
	case 'w': o->p.words = (unsigned)number(text, WORDS, state); return 0;
	case 'S': o->p.strong = true; return 0;
	case 'N': o->p.narrow = true; return 0;
	case 'f':
		if (!strcmp(text, "list"))
			list_faults();
		if (view_take_fault(text, &o->p.fault))
			argp_error(state, "no such fault: '%s' (--fault list)", text);
		return 0;
	case 'n': o->steps = number(text, EXPLORE_STEPS, state); return 0;
	case 'm': o->states = number(text, 1UL << 31, state); return 0;
	case 'c': o->csv = true; return 0;
	default: return ARGP_ERR_UNKNOWN;
	}
}

static void print(const struct explore_result *r, double took)
{
	printf("%s: %zu states, %u steps, %.0f s\n", view_verdict(r->verdict), r->states, r->steps,
	       took);
	if (r->verdict < EXPLORE_FALSE)
		return;
	printf("word %c:\n", 'x' + r->word);
	view_run(r, "\n", stdout);
	printf("\n");
}

static void print_csv(const struct options *o, const struct explore_result *r)
{
	char sms[2 * WARPS], records[VIEW_RECORDS];

	view_records(&o->p, records);
	view_sms(&o->p, sms);
	printf("%s,%s,%u,%s%s,%s,%s,%zu,%u,", records, sms, o->p.words, o->p.strong ? "s" : "",
	       o->p.narrow ? "n" : "", protocol_fault_name(o->p.fault), view_verdict(r->verdict),
	       r->states, r->steps);
	if (r->verdict >= EXPLORE_FALSE) {
		printf("%c,", 'x' + r->word);
		view_run(r, "; ", stdout);
	} else {
		printf(",");
	}
	printf("\n");
}

int main(int argc, char **argv)
{
	static const struct argp argp = {list, take, NULL, NULL, NULL, NULL, NULL};
	struct options o = {
		.p = {.warps = 3, .words = 1, .sm = {0, 0, 1}, .records = RECORDS_STAMPED},
		.steps = EXPLORE_STEPS,
		.states = 20000000};
	struct explore_result r;
	struct timespec begin, end;

	argp_err_exit_status = 2;
	if (argp_parse(&argp, argc, argv, 0, NULL, &o))
		return 2;
	clock_gettime(CLOCK_MONOTONIC, &begin);
	explore(&o.p, (unsigned)o.steps, o.states, &r);
	clock_gettime(CLOCK_MONOTONIC, &end);
	if (o.csv)
		print_csv(&o, &r);
	else
		print(&r, difftime(end.tv_sec, begin.tv_sec));
	return r.verdict >= EXPLORE_FALSE;
}
