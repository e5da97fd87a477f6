/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * text: findings in words, as race reports are. docs/checks.md explains each line.
 */
#include <inttypes.h>
#include <string.h>

#include "../report/print.h"
#include "check_int.h"

/* "lane 3", "lanes 0,2,4-7" */
static void lanes(FILE *f, uint32_t mask)
{
	char sep = ' ';

	fputs(mask & (mask - 1) ? "lanes" : "lane", f);
	for (unsigned l = 0; l < SIMT_LANES; l++) {
		unsigned end = l;

		if (!(mask >> l & 1))
			continue;
		while (end + 1 < SIMT_LANES && mask >> (end + 1) & 1)
			end++;
		fprintf(f, end > l ? "%c%u-%u" : "%c%u", sep, l, end);
		sep = ',';
		l = end;
	}
}

static const char *headline(const struct check_finding *e)
{
	static const char *const texts[KIND_COUNT] = {
		[KIND_BARRIER_PARTIAL] =
			"block barrier reached by only some of the living lanes of a warp",
		[KIND_BARRIER_DIFFERENT] =
			"lanes of one warp wait at different places of a block barrier",
		[KIND_MASK_CALLER] = "the mask of a warp operation leaves out the lane that "
				     "executes it",
		[KIND_MASK_ABSENT] = "the mask of a warp operation names lanes that do not come",
		[KIND_MASKS_DIFFER] = "lanes execute a warp operation together with masks that "
				      "differ",
		[KIND_LEAK] = "never freed",
	};

	if (e->kind == KIND_NEVER_WRITTEN)
		return e->shared ? "read of shared memory that nobody has written"
				 : "read of global memory that nobody has written";
	return texts[e->kind];
}

static const char *fix(const struct check_finding *e)
{
	static const char *const texts[KIND_COUNT] = {
		[KIND_BARRIER_PARTIAL] =
			"the barrier where every thread of the block passes: out of "
			"the branch or the loop that only some of the lanes take",
		[KIND_BARRIER_DIFFERENT] =
			"one barrier behind the branch, which every thread of the "
			"block passes",
		[KIND_MASK_CALLER] = "a mask with the lanes that execute the operation",
		[KIND_MASK_ABSENT] =
			"the operation where all lanes of its mask pass, or the mask of "
			"those that do: __ballot_sync() of the condition, before the "
			"branch",
		[KIND_MASKS_DIFFER] = "one mask for all lanes that execute the operation together",
		[KIND_LEAK] = "cudaFree()",
	};

	if (e->kind != KIND_NEVER_WRITTEN)
		return texts[e->kind];
	if (e->shared)
		return "a store to it, and a barrier, before it is read: shared memory has no "
		       "initial value";
	if (e->heap)
		return "a store to it before it is read: malloc() does not clear memory";
	return "cudaMemset() or cudaMemcpy() before the kernel, or a kernel that stores to it: "
	       "cudaMalloc() does not clear memory";
}

static void others(const struct print_out *o, const struct check_finding *e)
{
	if (!e->others)
		return;
	if (e->other.file) {
		print_place(o, e->other.file, e->other.line, e->other.col);
		fputs("where the others were\n", o->f);
		print_snippet(o, e->other.line, e->other.source);
	}
	print_label(o, "others");
	lanes(o->f, e->others);
	fputc('\n', o->f);
}

static void memory(const struct print_out *o, const struct check_finding *e)
{
	print_label(o, "memory");
	if (e->shared)
		fprintf(o->f, "shared memory of %" PRIu64 " bytes, ", e->size);
	else
		fprintf(o->f, "allocation #%u of %" PRIu64 " bytes (%s), ", e->serial, e->size,
			e->made_by);
	fprintf(o->f, "offset %" PRIu64 ", in a read of %u byte%s\n", e->offset, e->bytes,
		e->bytes == 1 ? "" : "s");
}

static void leak(const struct print_out *o, const struct check_finding *e)
{
	print_painted(o, PRINT_KIND, "leak:");
	fprintf(o->f, " allocation #%u of %" PRIu64 " byte%s (%s) was never freed\n", e->serial,
		e->size, e->size == 1 ? "" : "s", e->made_by);
}

static void finding(const struct print_out *o, const struct check_finding *e)
{
	char kind[16];

	snprintf(kind, sizeof(kind), "%s:", check_name(check_of(e->kind)));
	print_place(o, e->at.file, e->at.line, e->at.col);
	print_painted(o, PRINT_KIND, kind);
	fprintf(o->f, " %s\n", headline(e));
	print_snippet(o, e->at.line, e->at.source);
	print_label(o, "by");
	fprintf(o->f, "block (%u,%u,%u), thread (%u,%u,%u) (warp %u, ", e->ctaid[0], e->ctaid[1],
		e->ctaid[2], e->tid[0], e->tid[1], e->tid[2], e->warp);
	lanes(o->f, e->lanes);
	fprintf(o->f, ") of kernel %s, launch %" PRIu64 "\n", e->kernel, e->launch);
	print_range(o, e->range);
	if (e->member) {
		print_label(o, "mask");
		fprintf(o->f, "0x%08" PRIx32 "\n", e->member);
	}
	others(o, e);
	if (e->kind == KIND_NEVER_WRITTEN)
		memory(o, e);
	print_label(o, "found");
	fprintf(o->f, e->count == 1 ? "once\n" : "%" PRIu64 " times\n", e->count);
	print_label(o, "fix");
	fprintf(o->f, "%s\n\n", fix(e));
}

/* "photofinish: 2 findings of sync, 1 finding of leak (400 bytes)" */
static void summary(const struct checks *c, bool all, FILE *f)
{
	const char *sep = "photofinish: ";
	uint64_t leaked = 0;

	for (size_t i = 0; i < c->n; i++)
		leaked += c->list[i].kind == KIND_LEAK ? c->list[i].size : 0;
	for (unsigned k = CHECK_SYNC; k <= CHECK_LEAK; k <<= 1) {
		const uint64_t n = checks_findings(c, k);

		if (!(c->cfg.on & k) || (!n && !all))
			continue;
		fputs(sep, f);
		sep = ", ";
		if (k == CHECK_LEAK && c->lost)
			fputs("leak not looked for after a fault", f);
		else if (!n)
			fprintf(f, "no finding of %s", check_name(k));
		else
			fprintf(f, "%" PRIu64 " finding%s of %s", n, n == 1 ? "" : "s",
				check_name(k));
		if (k == CHECK_LEAK && leaked)
			fprintf(f, " (%" PRIu64 " bytes)", leaked);
	}
	fputc('\n', f);
}

void checks_text(const struct checks *c, bool quiet, FILE *f)
{
	const struct print_out o = {f, c->cfg.colour};
	const bool asked = c->cfg.on & (CHECK_INIT | CHECK_LEAK);
	bool leaks = false;

	for (size_t i = 0; i < c->n; i++) {
		const struct check_finding *e = &c->list[i];

		if (e->kind == KIND_LEAK)
			leak(&o, e);
		else
			finding(&o, e);
		leaks |= e->kind == KIND_LEAK;
	}
	if (leaks)
		fputc('\n', f);
	if (c->n || (asked && !quiet))
		summary(c, asked && !quiet, f);
}
