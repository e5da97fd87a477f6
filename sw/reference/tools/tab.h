/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * tab: what the generators of this folder share: a table's lines cut into words and a quoted text,
 * errors with their place, output files.
 *
 *   FILE.tab ──read_lines()──> read_line() of the generator, for each line ──> struct table
 *   struct table ──write_file()──> header or Markdown
 *
 * Included once, behind the generator's MAX_WORDS, NAME and LINE (most words of a line, letters of
 * a name and of a line).
 */
#ifndef TAB_H
#define TAB_H

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct table; /* the generator's own */

struct input {
	const char *file;
	unsigned line;
	char *word[MAX_WORDS];
	unsigned n_words;
	char *text; /* between the quotes; NULL: none */
};

static int fail(const struct input *in, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

static int fail(const struct input *in, const char *fmt, ...)
{
	va_list ap;

	if (in->line)
		fprintf(stderr, "%s:%u: ", in->file, in->line);
	else
		fprintf(stderr, "%s: ", in->file);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
	return -1;
}

/* Cuts line into words and the quoted text behind them. */
static int split(struct input *in, char *line)
{
	char *quote = strchr(line, '"'), *save = NULL;

	in->n_words = 0;
	in->text = NULL;
	if (line[strspn(line, " \t")] == '#')
		return 0;
	if (quote) {
		char *end = strchr(quote + 1, '"');

		if (!end || end[1 + strspn(end + 1, " \t")])
			return fail(in, "a quote that does not end the line");
		*quote = *end = '\0';
		in->text = quote + 1;
	}
	for (char *w = strtok_r(line, " \t", &save); w; w = strtok_r(NULL, " \t", &save)) {
		if (in->n_words == MAX_WORDS)
			return fail(in, "more than %d words", MAX_WORDS);
		in->word[in->n_words++] = w;
	}
	return in->text && !in->n_words ? fail(in, "a meaning of nothing") : 0;
}

/* Of the generator. */
static int read_line(struct input *in, struct table *t, char *line);

static int read_lines(const char *file, struct input *in, struct table *t)
{
	FILE *f = fopen(file, "r");
	char line[LINE];
	int r = 0;

	*in = (struct input){.file = file};
	if (!f)
		return fail(in, "%s", strerror(errno));
	while (!r && fgets(line, sizeof(line), f)) {
		in->line++;
		if (!strchr(line, '\n') && strlen(line) == sizeof(line) - 1)
			r = fail(in, "a line of more than %d letters", LINE - 2);
		else
			r = read_line(in, t, line);
	}
	if (!r && ferror(f)) {
		in->line = 0;
		r = fail(in, "%s", strerror(errno));
	}
	fclose(f);
	return r;
}

static const char *upper(const char *s, char buf[NAME])
{
	size_t i = 0;

	for (; i < NAME - 1 && s[i]; i++)
		buf[i] = (char)toupper((unsigned char)s[i]);
	buf[i] = '\0';
	return buf;
}

static int write_file(const char *name, void (*write)(FILE *, const struct table *),
		      const struct table *t)
{
	FILE *out = strcmp(name, "-") ? fopen(name, "w") : stdout;
	int bad;

	if (out)
		write(out, t);
	bad = !out || ferror(out);
	if (out && (out == stdout ? fflush(out) : fclose(out)))
		bad = 1;
	if (bad)
		fprintf(stderr, "%s: %s\n", name, strerror(errno));
	return bad;
}

#endif
