/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "view.h"

#include <string.h>

static const char *const records[] = {[RECORDS_AT_ONCE] = "at-once",
				      [RECORDS_STAMPED] = "stamped",
				      [RECORDS_FLUSHED] = "flushed",
				      [RECORDS_COUNTED] = "counted",
				      [RECORDS_PULLED] = "pulled"};

void view_records(const struct protocol *p, char text[VIEW_RECORDS])
{
	if (p->records == RECORDS_COUNTED)
		snprintf(text, VIEW_RECORDS, "%s/%u", records[p->records], p->count_bits % 8);
	else
		snprintf(text, VIEW_RECORDS, "%s", records[p->records]);
}

const char *view_verdict(enum explore_verdict v)
{
	static const char *const names[] = {[EXPLORE_ALL] = "exact",
					    [EXPLORE_SO_FAR] = "exact so far",
					    [EXPLORE_FALSE] = "false alarm",
					    [EXPLORE_MISSED] = "missed"};

	return names[v];
}

void view_run(const struct explore_result *r, const char *between, FILE *to)
{
	static const char *const texts[STEP_KINDS] = {
		[STEP_HIT] = "warp %u reads %c in its L1",
		[STEP_MISS] = "warp %u reads %c at the slice",
		[STEP_STRONG] = "warp %u: strong load of %c",
		[STEP_ATOMIC] = "warp %u: atomic on %c",
		[STEP_NARROW] = "warp %u: atomic of block scope on %c",
		[STEP_WRITE] = "warp %u stores %c",
		[STEP_RELEASE] = "warp %u: fence and store to the flag",
		[STEP_HAND_ON] = "warp %u: fence and atomic on the flag",
		[STEP_ACQUIRE] = "warp %u: load of the flag and fence",
		[STEP_LEAVE] = "warp %u ends",
		[STEP_BARRIER] = "barrier of SM %u",
		[STEP_SEND] = "SM %u sends its records",
		[STEP_EVICT] = "SM %u's L1 drops the line",
		[STEP_ANSWER] = "SM %u answers"};

	for (unsigned i = 0; i < r->steps; i++) {
		fputs(i ? between : "", to);
		fprintf(to, texts[r->step[i].kind], r->step[i].who, 'x' + r->step[i].word);
	}
}

int view_take_records(const char *name, struct protocol *p)
{
	const size_t n = strcspn(name, "/");

	for (unsigned i = 0; i < sizeof(records) / sizeof(records[0]); i++) {
		if (strlen(records[i]) != n || strncmp(name, records[i], n) != 0)
			continue;
		p->records = (enum protocol_records)i;
		p->count_bits = name[n] ? (unsigned)(name[n + 1] - '0') : 1;
		return name[n] && (i != RECORDS_COUNTED || p->count_bits - 1 > 6 || name[n + 2])
			       ? -1
			       : 0;
	}
	return -1;
}

int view_take_fault(const char *name, enum protocol_fault *f)
{
	for (unsigned i = 0; i < PROTOCOL_FAULT_COUNT; i++)
		if (!strcmp(name, protocol_fault_name((enum protocol_fault)i))) {
			*f = (enum protocol_fault)i;
			return 0;
		}
	return -1;
}

int view_take_sms(const char *text, struct protocol *p)
{
	unsigned n = 0;

	for (const char *c = text; n < WARPS; c += 2) {
		if (*c < '0' || *c > (n ? p->sm[n - 1] + 1 : 0) + '0')
			return -1;
		p->follows[n] = n && c[-1] == '+';
		if (p->follows[n] && *c - '0' != p->sm[n - 1])
			return -1;
		p->sm[n++] = (uint8_t)(*c - '0');
		if (!c[1]) {
			p->warps = n;
			return n < 2 ? -1 : 0;
		}
		if (c[1] != ',' && c[1] != '+')
			return -1;
	}
	return -1;
}

void view_sms(const struct protocol *p, char text[2 * WARPS])
{
	for (unsigned v = 0; v < p->warps; v++) {
		text[2 * v] = (char)('0' + p->sm[v]);
		text[2 * v + 1] = v + 1 == p->warps ? '\0' : p->follows[v + 1] ? '+' : ' ';
	}
}
