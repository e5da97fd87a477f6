/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * faults: launches that did not come to their end, and accesses that were left out: told at once,
 * again in the last lines, in the JSON and by the exit status. Who reads only the end of a report
 * shall not take "no race found" for more than it is.
 */
#include "session_int.h"

#include <inttypes.h>

#include "../base/mem.h"
#include "../report/source.h"

enum { TIMEOUT = 702 }; /* cudaErrorLaunchTimeout: what a GPU's watchdog gives */

static struct session_fault *add(struct session *s)
{
	s->faults = mem_grow(s->faults, &s->cap_faults, s->n_faults, sizeof(*s->faults));
	return &s->faults[s->n_faults++];
}

/* ", in range NAME" of the launch that has just been; "" without one. */
static const char *in_range(const struct session *s, char text[256])
{
	const char *range = s->n_launches ? s->launches[s->n_launches - 1].range : NULL;
	char clean[200];

	text[0] = '\0';
	if (range) {
		source_clean(range, clean, sizeof(clean));
		snprintf(text, 256, ", in range %s", clean);
	}
	return text;
}

/* Accesses left out at places that no earlier launch has told of. */
static void tell_dropped(struct session *s)
{
	size_t n;
	const struct machine_dropped *d = machine_dropped(s->machine, &n);
	char range[256];

	for (; s->n_dropped < n; s->n_dropped++) {
		*add(s) = (struct session_fault){.launch = s->n_launches,
						 .cuda_error = d[s->n_dropped].cuda_error,
						 .access = true,
						 .continued = true,
						 .dropped = s->n_dropped,
						 .text = mem_strdup(d[s->n_dropped].text)};
		fflush(stdout);
		fprintf(stderr, "photofinish: %s%s\n", d[s->n_dropped].text, in_range(s, range));
	}
}

static void record(struct session *s, const struct machine_fault *fault, int cuda_error)
{
	*add(s) = (struct session_fault){.launch = s->n_launches,
					 .cuda_error = cuda_error,
					 .access = fault->access,
					 .text = mem_strdup(fault->text)};
}

void session_fault_launched(struct session *s, enum machine_status status,
			    const struct machine_fault *fault)
{
	char range[256];

	tell_dropped(s);
	in_range(s, range);
	switch (status) {
	case MACHINE_OK: break;
	case MACHINE_FAULT:
		record(s, fault, fault->cuda_error);
		fflush(stdout);
		fprintf(stderr, "photofinish: %s%s\n", fault->text, range);
		break;
	case MACHINE_DEADLOCK:
	case MACHINE_LIVELOCK:
		record(s, fault, TIMEOUT);
		session_die(s, OPTIONS_EXIT_HANG, "%s%s", fault->text, range);
	case MACHINE_STOPPED:
		record(s, fault, 0);
		session_die(s, session_interrupted(), "interrupted: %s%s", fault->text, range);
	case MACHINE_LIMIT:
		record(s, fault, TIMEOUT);
		session_die(s, OPTIONS_EXIT_LIMIT, "%s%s", fault->text, range);
	}
}

static const char *by_what(const struct session *s, const struct session_launch *l)
{
	switch (l->status) {
	case MACHINE_DEADLOCK: return "a deadlock";
	case MACHINE_LIVELOCK: return "a livelock";
	case MACHINE_LIMIT: return "a limit";
	case MACHINE_STOPPED: return "an interrupt";
	default: return s->error_name(l->cuda_error);
	}
}

static uint64_t blocks(const struct session_launch *l)
{
	return (uint64_t)l->grid[0] * l->grid[1] * l->grid[2];
}

/* The one launch that was stopped; a program that resets the device may have more. */
static void report_stopped(const struct session *s)
{
	const struct session_launch *first = NULL;
	size_t more = 0;

	for (size_t i = 0; i < s->n_launches; i++) {
		if (s->launches[i].status == MACHINE_OK)
			continue;
		more += first != NULL;
		first = first ? first : &s->launches[i];
	}
	if (!first)
		return;
	fprintf(stderr,
		"photofinish: incomplete: launch %zu, kernel %s, was stopped by %s when %" PRIu64
		" of its %" PRIu64 " blocks had finished; what came after that was not looked at",
		(size_t)(first - s->launches) + 1, first->plain, by_what(s, first),
		first->blocks_done, blocks(first));
	if (more)
		fprintf(stderr, "; so were %zu more launches", more);
	if (s->unlaunched)
		fprintf(stderr, "; %" PRIu64 " later launch%s did not run", s->unlaunched,
			s->unlaunched == 1 ? "" : "es");
	for (size_t i = 0; i < s->n_faults; i++)
		if (s->faults[i].access && !s->faults[i].continued) {
			fputs(" (--on-fault continue goes on)", stderr);
			break;
		}
	fputc('\n', stderr);
}

void session_fault_report(const struct session *s)
{
	enum { PLACES = 20 };
	size_t n = 0;
	const struct machine_dropped *d = s->machine ? machine_dropped(s->machine, &n) : NULL;

	for (size_t i = 0; i < n && i < PLACES; i++)
		fprintf(stderr,
			"photofinish: left out: %" PRIu64 " access%s at %s (--on-fault continue)\n",
			d[i].accesses, d[i].accesses == 1 ? "" : "es", d[i].place);
	if (n > PLACES)
		fprintf(stderr, "photofinish: left out: accesses at %zu more places\n", n - PLACES);
	report_stopped(s);
}

int session_exit_status(const struct session *s)
{
	if (s->race_status)
		return s->race_status;
	return s->n_faults && s->opt.check & OPTIONS_CHECK_MEMORY ? OPTIONS_EXIT_FAULT : 0;
}
