/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * trace_summary: how often each kernel did what.
 */
#ifndef TRACE_SUMMARY_H
#define TRACE_SUMMARY_H

#include <stdio.h>

#include "../trace/trace.h"

struct trace_summary_kernel;
struct trace_summary {
	uint64_t records;
	struct trace_summary_kernel *kernels;
	size_t n, cap, now; /* now: the kernel of the launch that runs */
};

/* Starts from zeros; records in file order. */
void trace_summary_add(struct trace_summary *s, const struct trace_record *r);
void trace_summary_print(const struct trace_summary *s, const struct trace_header *h, FILE *f);
void trace_summary_json(const struct trace_summary *s, const struct trace_header *h, FILE *f);
void trace_summary_free(struct trace_summary *s);

#endif
