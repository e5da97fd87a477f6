/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "lower.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char asm_begin[] = "// begin inline asm", asm_end[] = "// end inline asm";
static const char kept[] = ".volatile";

/* Where the reader of the PTX is. */
struct reader {
	const char *at;
	char *out;
	size_t n;
	bool in_asm;      /* text of the user, taken as it is */
	bool in_volatile; /* accesses that the source declares volatile */
	unsigned seen;    /* of them since LOWER_BEGIN */
};

static size_t line_length(const char *s)
{
	const char *end = strchr(s, '\n');

	return end ? (size_t)(end - s) + 1 : strlen(s);
}

static const char *skip_blanks(const char *s)
{
	return s + strspn(s, " \t");
}

static bool begins(const char *s, const char *word)
{
	return !strncmp(s, word, strlen(word));
}

static void copy(struct reader *r, size_t n)
{
	memcpy(r->out + r->n, r->at, n);
	r->n += n;
	r->at += n;
}

/* One of our comments, an inline assembly of its own, is taken out. False: it is not one of ours.
 */
static bool take_comment(struct reader *r)
{
	const char *text = r->at + line_length(r->at), *s = skip_blanks(text);
	bool begin = begins(s, LOWER_BEGIN);

	if (!begin && !begins(s, LOWER_END))
		return false;
	r->at = text + line_length(text);
	if (begins(skip_blanks(r->at), asm_end))
		r->at += line_length(r->at);
	r->in_volatile = begin;
	return true;
}

static void take_access(struct reader *r, const char *s)
{
	const char *mark = s + strlen("ld");

	if (!begins(mark, kept) || (!begins(s, "ld") && !begins(s, "st")))
		return;
	r->seen++;
	if (r->in_volatile)
		return;
	copy(r, (size_t)(mark - r->at));
	r->at += strlen(kept);
}

static int take_line(struct reader *r)
{
	const char *s = skip_blanks(r->at);
	bool was = r->in_volatile;

	if (!r->in_asm && begins(s, asm_begin) && take_comment(r)) {
		if (was == r->in_volatile || (was && !r->seen))
			return -1;
		r->seen = 0;
		return 0;
	}
	if (begins(s, asm_begin))
		r->in_asm = true;
	else if (begins(s, asm_end))
		r->in_asm = false;
	else if (!r->in_asm)
		take_access(r, s);
	copy(r, line_length(r->at));
	return 0;
}

char *lower_text(const char *ptx)
{
	struct reader r = {.at = ptx, .out = malloc(strlen(ptx) + 1)};
	bool bad = !r.out;

	while (!bad && *r.at)
		bad = take_line(&r) != 0;
	if (bad || r.in_volatile || r.in_asm) {
		fprintf(stderr,
			"error: the back end has moved a volatile access (a bug of photofinish)\n");
		free(r.out);
		return NULL;
	}
	r.out[r.n] = '\0';
	return r.out;
}
