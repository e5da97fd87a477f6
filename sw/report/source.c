/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "source.h"

#include "origin.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { TAB = 8, BEFORE_CARET = 64, MAX_LINE_BYTES = 1 << 20 };

struct range {
	uint32_t first, last;
};

static bool within(const struct range *r, size_t n, uint32_t c)
{
	for (size_t i = 0; i < n; i++)
		if (c >= r[i].first && c <= r[i].last)
			return true;
	return false;
}

/* Never to be printed as they are: controls, and what turns the direction of writing. */
static bool harmful(uint32_t c)
{
	static const struct range bad[] = {{0, 0x1f},         {0x7f, 0x9f},     {0x200e, 0x200f},
					   {0x2028, 0x202e},  {0x2066, 0x2069}, {0xd800, 0xdfff},
					   {0x61c, 0x61c},    {0xfeff, 0xfeff}, {0xfff9, 0xffff},
					   {0xe0000, 0xe0fff}};

	return within(bad, sizeof(bad) / sizeof(*bad), c);
}

/* Columns that a terminal gives it; the locale is the program's and may know no Unicode. */
static unsigned width(uint32_t c)
{
	static const struct range none[] = {
		{0x300, 0x36f}, {0x200b, 0x200d}, {0xfe00, 0xfe0f}, {0x20d0, 0x20ff}};
	static const struct range two[] = {
		{0x1100, 0x115f}, {0x2e80, 0xa4cf},   {0xac00, 0xd7a3},
		{0xf900, 0xfaff}, {0xfe30, 0xfe6f},   {0xff00, 0xff60},
		{0xffe0, 0xffe6}, {0x1f300, 0x1faff}, {0x20000, 0x3fffd}};

	if (within(none, sizeof(none) / sizeof(*none), c))
		return 0;
	return within(two, sizeof(two) / sizeof(*two), c) ? 2 : 1;
}

/* Length of the sequence at s, *c its character; a byte that starts none: 1 and U+0000. */
static unsigned decode(const unsigned char *s, size_t n, uint32_t *c)
{
	static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
	const unsigned len = s[0] < 0x80   ? 1
			     : s[0] < 0xc0 ? 0
			     : s[0] < 0xe0 ? 2
			     : s[0] < 0xf0 ? 3
			     : s[0] < 0xf8 ? 4
					   : 0;
	uint32_t v = len == 1 ? s[0] : len ? s[0] & (0x7fU >> len) : 0;

	*c = 0;
	if (!len || len > n)
		return 1;
	for (unsigned i = 1; i < len; i++) {
		if ((s[i] & 0xc0) != 0x80)
			return 1;
		v = v << 6 | (s[i] & 0x3f);
	}
	if (v < least[len] || v > 0x10ffff)
		return 1;
	*c = v;
	return len;
}

/* Appends the character of len bytes at s, or '?'. false: out is full. */
static bool append(char *out, size_t size, size_t *at, const char *s, unsigned len, bool ok)
{
	if (*at + (ok ? len : 1) >= size)
		return false;
	if (ok)
		memcpy(out + *at, s, len);
	else
		out[*at] = '?';
	*at += ok ? len : 1;
	out[*at] = '\0';
	return true;
}

void source_clean(const char *s, char *out, size_t size)
{
	const size_t n = strlen(s);
	size_t at = 0;

	if (size)
		out[0] = '\0';
	for (size_t i = 0; i < n;) {
		uint32_t c;
		unsigned len = decode((const unsigned char *)s + i, n - i, &c);

		if (!append(out, size, &at, s + i, len, !harmful(c)))
			return;
		i += len;
	}
}

/* Column of byte number col, counting from 0: what stands before it, tabs included. */
static unsigned column(const char *bytes, size_t n, size_t col)
{
	unsigned at = 0;

	for (size_t i = 0; i < n && i < col;) {
		uint32_t c;
		unsigned len = decode((const unsigned char *)bytes + i, n - i, &c);

		if (i + len > col) /* col is inside this character */
			break;
		at += bytes[i] == '\t' ? TAB - at % TAB : harmful(c) ? 1 : width(c);
		i += len;
	}
	return at;
}

/* Writes the columns from to to-1 of the line. */
static void cut(const char *bytes, size_t n, unsigned from, unsigned to, struct source_line *out)
{
	size_t at = strlen(out->text);
	unsigned col = 0;

	for (size_t i = 0; i < n && col < to;) {
		const bool tab = bytes[i] == '\t';
		uint32_t c;
		unsigned len = decode((const unsigned char *)bytes + i, n - i, &c);
		unsigned w = tab ? TAB - col % TAB : harmful(c) ? 1 : width(c);

		for (unsigned b = 0; tab && b < w; b++)
			if (col + b >= from && col + b < to &&
			    !append(out->text, SOURCE_TEXT, &at, " ", 1, true))
				return;
		if (!tab && col >= from && col + w <= to &&
		    !append(out->text, SOURCE_TEXT, &at, bytes + i, len, !harmful(c)))
			return;
		if (!tab && w == 2 && col + 1 == from) /* half of it is left of the cut */
			append(out->text, SOURCE_TEXT, &at, " ", 1, true);
		col += w;
		i += len;
	}
}

void source_show(const char *bytes, size_t n, unsigned col, struct source_line *out)
{
	static const char dots[] = "...";
	unsigned total, caret, from = 0, to = SOURCE_COLUMNS;

	while (n && (bytes[n - 1] == '\n' || bytes[n - 1] == '\r' || bytes[n - 1] == ' ' ||
		     bytes[n - 1] == '\t'))
		n--;
	if (!col)
		while (col < n && (bytes[col] == ' ' || bytes[col] == '\t'))
			col++;
	else
		col--;
	if (col > n) /* the file is not the one that was compiled */
		col = (unsigned)n;
	total = column(bytes, n, n);
	caret = column(bytes, n, col);
	out->text[0] = '\0';
	if (total > SOURCE_COLUMNS && caret > BEFORE_CARET) {
		from = caret - BEFORE_CARET + (unsigned)strlen(dots);
		to = from + SOURCE_COLUMNS - (unsigned)strlen(dots);
		strcpy(out->text, dots);
		caret = BEFORE_CARET;
	}
	out->caret = caret;
	if (total > to)
		to -= (unsigned)strlen(dots);
	cut(bytes, n, from, to, out);
	if (total > to && strlen(out->text) + sizeof(dots) <= SOURCE_TEXT)
		strcat(out->text, dots);
}

/* A regular file only: reading a pipe could wait for ever. */
static FILE *open_regular(const char *file)
{
	int fd = open(file, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	struct stat st;
	FILE *f;

	if (fd < 0)
		return NULL;
	f = fstat(fd, &st) || !S_ISREG(st.st_mode) ? NULL : fdopen(fd, "r");
	if (!f)
		close(fd);
	return f;
}

/* Reads line n, its first MAX_LINE_BYTES; NULL when there is none. */
static char *line_of(FILE *f, unsigned n, size_t *size)
{
	char *line = NULL;
	int c = 0;

	for (unsigned at = 1; at < n && c != EOF; at++)
		while ((c = getc_unlocked(f)) != EOF && c != '\n')
			;
	c = c == EOF ? EOF : getc_unlocked(f);
	if (c == EOF)
		return NULL;
	line = malloc(MAX_LINE_BYTES);
	for (*size = 0; line && c != EOF && c != '\n' && *size < MAX_LINE_BYTES;
	     c = getc_unlocked(f))
		line[(*size)++] = (char)c;
	return line;
}

void source_note(const char *text, struct source_line *out)
{
	snprintf(out->text, sizeof(out->text), "(%s)", text);
	out->caret = 0;
	out->note = true;
}

bool source_read(const char *file, unsigned n, unsigned col, struct source_line *out)
{
	const enum origin_state state = n ? origin_find(file, &file) : ORIGIN_UNKNOWN;
	FILE *f = n && state != ORIGIN_GONE ? open_regular(file) : NULL;
	size_t size = 0;
	char *line;

	if (!f)
		return false;
	if (state == ORIGIN_CHANGED) {
		source_note(SOURCE_CHANGED, out);
		fclose(f);
		return true;
	}
	out->note = false;
	line = line_of(f, n, &size);
	fclose(f);
	if (line)
		source_show(line, size, col, out);
	free(line);
	return line != NULL;
}
