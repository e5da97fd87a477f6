/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "origin.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../base/mem.h"

struct origin {
	char *name, *path;
	uint64_t hash;
	enum origin_state state; /* ORIGIN_UNKNOWN: not looked at yet */
};

static struct {
	pthread_mutex_t lock;
	struct origin *item;
	size_t n, cap;
} known = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* FNV-1a */
static uint64_t more_hash(uint64_t h, const unsigned char *s, size_t n)
{
	for (size_t i = 0; i < n; i++)
		h = (h ^ s[i]) * UINT64_C(0x100000001b3);
	return h;
}

bool origin_hash(const char *path, uint64_t *hash)
{
	/* a pipe could wait for ever */
	int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	unsigned char part[16384];
	struct stat st;
	ssize_t n = -1;

	if (fd < 0)
		return false;
	*hash = UINT64_C(0xcbf29ce484222325);
	if (!fstat(fd, &st) && S_ISREG(st.st_mode))
		while ((n = read(fd, part, sizeof(part))) > 0)
			*hash = more_hash(*hash, part, (size_t)n);
	close(fd);
	return n == 0;
}

/* The next line of [*at, end) that begins with mark: what follows it; *n its length. */
static const char *next_line(const char **at, const char *end, const char *mark, size_t *n)
{
	size_t len = strlen(mark);

	while (*at < end) {
		const char *line = *at;
		const char *eol = memchr(line, '\n', (size_t)(end - line));
		size_t all = (size_t)((eol ? eol : end) - line);

		*at = eol ? eol + 1 : end;
		if (all >= len && !memcmp(line, mark, len)) {
			*n = all - len;
			return line + len;
		}
	}
	return NULL;
}

/* What stands between the first two quotes from *s on, as a new string; *s moves behind it. */
static char *quoted(const char **s, const char *end)
{
	const char *open = memchr(*s, '"', (size_t)(end - *s));
	const char *close = open ? memchr(open + 1, '"', (size_t)(end - open - 1)) : NULL;

	if (!close)
		return NULL;
	*s = close + 1;
	return strndup(open + 1, (size_t)(close - open - 1));
}

static void know(const char *line, size_t n)
{
	struct origin o = {.state = ORIGIN_UNKNOWN};
	const char *at = line;
	char digits[17] = "", *stop;

	if (n < sizeof(digits))
		return;
	memcpy(digits, line, sizeof(digits) - 1);
	o.hash = strtoull(digits, &stop, 16);
	if (*stop)
		return;
	o.name = quoted(&at, line + n);
	o.path = o.name ? quoted(&at, line + n) : NULL;
	for (size_t i = 0; o.path && i < known.n; i++)
		if (known.item[i].hash == o.hash && !strcmp(known.item[i].name, o.name) &&
		    !strcmp(known.item[i].path, o.path))
			goto out;
	if (!o.path)
		goto out;
	known.item = mem_grow(known.item, &known.cap, known.n, sizeof(*known.item));
	known.item[known.n++] = o;
	return;
out:
	free(o.name);
	free(o.path);
}

void origin_know(const char *ptx, size_t size)
{
	const char *at = ptx, *line;
	size_t n;

	pthread_mutex_lock(&known.lock);
	while ((line = next_line(&at, ptx + size, ORIGIN_FILE, &n)))
		know(line, n);
	pthread_mutex_unlock(&known.lock);
}

bool origin_version(const char *ptx, size_t size, char *out, size_t out_size)
{
	const char *at = ptx;
	size_t n;
	const char *line = next_line(&at, ptx + size, ORIGIN_VERSION, &n);

	if (line)
		snprintf(out, out_size, "%.*s", (int)n, line);
	return line != NULL;
}

static enum origin_state look(struct origin *o)
{
	uint64_t hash;

	if (o->state == ORIGIN_UNKNOWN) {
		if (!origin_hash(o->path, &hash))
			o->state = ORIGIN_GONE;
		else
			o->state = hash == o->hash ? ORIGIN_SAME : ORIGIN_CHANGED;
	}
	return o->state;
}

enum origin_state origin_find(const char *name, const char **path)
{
	enum origin_state state = ORIGIN_UNKNOWN;
	const struct origin *first = NULL;

	pthread_mutex_lock(&known.lock);
	for (size_t i = 0; i < known.n; i++) {
		struct origin *o = &known.item[i];

		if (strcmp(o->name, name) != 0)
			continue;
		if (first && first->hash != o->hash) { /* which of them is meant? */
			state = ORIGIN_CHANGED;
			break;
		}
		if (!first || state != ORIGIN_SAME) {
			state = look(o);
			*path = o->path;
		}
		first = o;
	}
	pthread_mutex_unlock(&known.lock);
	return state;
}
