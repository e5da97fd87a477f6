/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "trace_summary.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../trace/trace_format.h"
#include "trace_text.h"

struct count {
	uint64_t ops, lanes, bytes;
};

struct trace_summary_kernel {
	char *name;
	uint64_t launches, failed, blocks, warps, releases;
	struct count count[SIMT_OP_COUNT][PTX_SPACE_COUNT];
};

static size_t kernel_of(struct trace_summary *s, const char *name)
{
	size_t i = 0;

	while (i < s->n && strcmp(s->kernels[i].name, name) != 0)
		i++;
	if (i == s->n) {
		s->kernels = mem_grow(s->kernels, &s->cap, i, sizeof(*s->kernels));
		memset(&s->kernels[i], 0, sizeof(*s->kernels));
		s->kernels[i].name = mem_strdup(name);
		s->n++;
	}
	return i;
}

void trace_summary_add(struct trace_summary *s, const struct trace_record *r)
{
	struct trace_summary_kernel *k;
	struct count *c;
	unsigned lanes;

	s->records++;
	if (r->kind == TRACE_LAUNCH_BEGIN)
		s->now = kernel_of(s, r->kernel);
	k = &s->kernels[s->now];
	switch (r->kind) {
	case TRACE_LAUNCH_BEGIN: k->launches++; break;
	case TRACE_LAUNCH_END: k->failed += r->cuda_error != 0; break;
	case TRACE_BLOCK_BEGIN: break;
	case TRACE_BLOCK_END: k->blocks++; break;
	case TRACE_WARP_EXIT: k->warps++; break;
	case TRACE_BARRIER_RELEASE: k->releases++; break;
	case TRACE_OP:
		c = &k->count[r->op.kind][r->op.space];
		lanes = (unsigned)__builtin_popcount(r->op.mask);
		c->ops++;
		c->lanes += lanes;
		c->bytes += (uint64_t)lanes * r->op.size * r->op.vec;
		break;
	}
}

static void print_count(FILE *f, uint64_t n, const char *one, const char *many)
{
	fprintf(f, "%" PRIu64 " %s", n, n == 1 ? one : many);
}

void trace_summary_print(const struct trace_summary *s, const struct trace_header *h, FILE *f)
{
	trace_text_plain(f, h->tool);
	fprintf(f, ", seed %" PRIu64 ": ", h->seed);
	trace_text_plain(f, h->command);
	fprintf(f, "\n%" PRIu64 " records\n", s->records);
	for (size_t i = 0; i < s->n; i++) {
		const struct trace_summary_kernel *k = &s->kernels[i];

		fputc('\n', f);
		trace_text_plain(f, k->name);
		fputs(": ", f);
		print_count(f, k->launches, "launch", "launches");
		if (k->failed)
			fprintf(f, " (%" PRIu64 " failed)", k->failed);
		fputs(", ", f);
		print_count(f, k->blocks, "block", "blocks");
		fputs(", ", f);
		print_count(f, k->warps, "warp", "warps");
		fprintf(f, "; barriers let warps go %" PRIu64 " times\n", k->releases);
		fprintf(f, "  %-9s %-7s %14s %14s %16s\n", "operation", "space", "warp ops",
			"lanes", "bytes");
		for (unsigned kind = 0; kind < SIMT_OP_COUNT; kind++)
			for (unsigned space = 0; space < PTX_SPACE_COUNT; space++) {
				const struct count *c = &k->count[kind][space];

				if (c->ops)
					fprintf(f,
						"  %-9s %-7s %14" PRIu64 " %14" PRIu64 " %16" PRIu64
						"\n",
						trace_name(TRACE_KINDS, kind),
						space ? trace_name(TRACE_SPACES, space) : "-",
						c->ops, c->lanes, c->bytes);
			}
	}
}

static void json_kernel(FILE *f, const struct trace_summary_kernel *k)
{
	const char *comma = "";

	fputs("{\"name\":", f);
	trace_text_json_string(f, k->name);
	fprintf(f,
		",\"launches\":%" PRIu64 ",\"failed\":%" PRIu64 ",\"blocks\":%" PRIu64
		",\"warps\":%" PRIu64 ",\"barrier_releases\":%" PRIu64 ",\"ops\":[",
		k->launches, k->failed, k->blocks, k->warps, k->releases);
	for (unsigned kind = 0; kind < SIMT_OP_COUNT; kind++)
		for (unsigned space = 0; space < PTX_SPACE_COUNT; space++) {
			const struct count *c = &k->count[kind][space];

			if (!c->ops)
				continue;
			fprintf(f,
				"%s{\"op\":\"%s\",\"space\":\"%s\",\"count\":%" PRIu64
				",\"lanes\":%" PRIu64 ",\"bytes\":%" PRIu64 "}",
				comma, trace_name(TRACE_KINDS, kind),
				trace_name(TRACE_SPACES, space), c->ops, c->lanes, c->bytes);
			comma = ",";
		}
	fputs("]}", f);
}

void trace_summary_json(const struct trace_summary *s, const struct trace_header *h, FILE *f)
{
	fprintf(f, "{\"version\":%" PRIu32 ",\"seed\":%" PRIu64 ",\"tool\":", h->version, h->seed);
	trace_text_json_string(f, h->tool);
	fputs(",\"command\":", f);
	trace_text_json_string(f, h->command);
	fprintf(f, ",\"records\":%" PRIu64 ",\"kernels\":[", s->records);
	for (size_t i = 0; i < s->n; i++) {
		fputs(i ? "," : "", f);
		json_kernel(f, &s->kernels[i]);
	}
	fputs("]}\n", f);
}

void trace_summary_free(struct trace_summary *s)
{
	for (size_t i = 0; i < s->n; i++)
		free(s->kernels[i].name);
	free(s->kernels);
}
