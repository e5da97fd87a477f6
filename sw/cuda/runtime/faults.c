/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * faults: launches that did not come to their end, and accesses that were left out: told at once,
 * again in the last lines, in the JSON and by the exit status. Who reads only the end of a report
 * shall not take "no race found" for more than it is.
 */
#include "rt.h"

#include <inttypes.h>
#include <stdio.h>

static struct rt_fault *add(struct rt *r)
{
	r->faults = mem_grow(r->faults, &r->cap_faults, r->n_faults, sizeof(*r->faults));
	return &r->faults[r->n_faults++];
}

/* Accesses left out at places that no earlier launch has told of. */
static void tell_dropped(struct rt *r)
{
	size_t n;
	const struct machine_dropped *d = machine_dropped(r->machine, &n);

	for (; r->n_dropped < n; r->n_dropped++) {
		*add(r) = (struct rt_fault){.launch = r->n_launches,
					    .cuda_error = d[r->n_dropped].cuda_error,
					    .access = true,
					    .continued = true,
					    .dropped = r->n_dropped,
					    .text = mem_strdup(d[r->n_dropped].text)};
		fflush(stdout);
		fprintf(stderr, "photofinish: %s\n", d[r->n_dropped].text);
	}
}

static void record(struct rt *r, const struct machine_fault *fault, int cuda_error)
{
	*add(r) = (struct rt_fault){.launch = r->n_launches,
				    .cuda_error = cuda_error,
				    .access = fault->access,
				    .text = mem_strdup(fault->text)};
}

void rt_fault_launched(struct rt *r, enum machine_status status, const struct machine_fault *fault)
{
	tell_dropped(r);
	switch (status) {
	case MACHINE_OK: break;
	case MACHINE_FAULT:
		record(r, fault, fault->cuda_error);
		fflush(stdout);
		fprintf(stderr, "photofinish: %s\n", fault->text);
		r->pending =
			fault->cuda_error ? (cudaError_t)fault->cuda_error : cudaErrorLaunchFailure;
		break;
	case MACHINE_DEADLOCK:
	case MACHINE_LIVELOCK:
		record(r, fault, cudaErrorLaunchTimeout);
		rt_die(OPTIONS_EXIT_HANG, "%s", fault->text);
	case MACHINE_STOPPED:
		record(r, fault, 0);
		rt_die(rt_interrupted(), "interrupted: %s", fault->text);
	case MACHINE_LIMIT:
		record(r, fault, cudaErrorLaunchTimeout);
		rt_die(OPTIONS_EXIT_LIMIT, "%s", fault->text);
	}
}

static const char *by_what(const struct rt_launch *l)
{
	switch (l->status) {
	case MACHINE_DEADLOCK: return "a deadlock";
	case MACHINE_LIVELOCK: return "a livelock";
	case MACHINE_LIMIT: return "a limit";
	case MACHINE_STOPPED: return "an interrupt";
	default: return cudaGetErrorName((cudaError_t)l->cuda_error);
	}
}

static uint64_t blocks(const struct rt_launch *l)
{
	return (uint64_t)l->grid[0] * l->grid[1] * l->grid[2];
}

/* The one launch that was stopped; a program that resets the device may have more. */
static void report_stopped(const struct rt *r)
{
	const struct rt_launch *first = NULL;
	size_t more = 0;

	for (size_t i = 0; i < r->n_launches; i++) {
		if (r->launches[i].status == MACHINE_OK)
			continue;
		more += first != NULL;
		first = first ? first : &r->launches[i];
	}
	if (!first)
		return;
	fprintf(stderr,
		"photofinish: incomplete: launch %zu, kernel %s, was stopped by %s when %" PRIu64
		" of its %" PRIu64 " blocks had finished; what came after that was not looked at",
		(size_t)(first - r->launches) + 1, first->plain, by_what(first), first->blocks_done,
		blocks(first));
	if (more)
		fprintf(stderr, "; so were %zu more launches", more);
	if (r->unlaunched)
		fprintf(stderr, "; %" PRIu64 " later launch%s did not run", r->unlaunched,
			r->unlaunched == 1 ? "" : "es");
	for (size_t i = 0; i < r->n_faults; i++)
		if (r->faults[i].access && !r->faults[i].continued) {
			fputs(" (--on-fault continue goes on)", stderr);
			break;
		}
	fputc('\n', stderr);
}

void rt_fault_report(const struct rt *r)
{
	enum { PLACES = 20 };
	size_t n = 0;
	const struct machine_dropped *d = r->machine ? machine_dropped(r->machine, &n) : NULL;

	for (size_t i = 0; i < n && i < PLACES; i++)
		fprintf(stderr,
			"photofinish: left out: %" PRIu64 " access%s at %s (--on-fault continue)\n",
			d[i].accesses, d[i].accesses == 1 ? "" : "es", d[i].place);
	if (n > PLACES)
		fprintf(stderr, "photofinish: left out: accesses at %zu more places\n", n - PLACES);
	report_stopped(r);
}

int rt_exit_status(const struct rt *r)
{
	if (r->race_status)
		return r->race_status;
	return r->n_faults && r->opt.check & OPTIONS_CHECK_MEMORY ? OPTIONS_EXIT_FAULT : 0;
}
