/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cache.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "../base/mem.h"
#include "cc.h"

#define MAGIC "photofinish-cache"

#define DEFAULT_LIMIT (UINT64_C(1) << 30)

/* 500M, 2G, 100000; 0: none of these */
static uint64_t read_size(const char *text)
{
	char *end;
	uint64_t n = strtoull(text, &end, 10);
	unsigned shift = 0;

	if (!isdigit((unsigned char)*text))
		return 0;
	switch (toupper((unsigned char)*end)) {
	case 'K': shift = 10; break;
	case 'M': shift = 20; break;
	case 'G': shift = 30; break;
	default: break;
	}
	end += shift != 0;
	return *end || n > UINT64_MAX >> shift ? 0 : n << shift;
}

static bool is_off(const char *value)
{
	return !*value || !strcmp(value, "off") || !strcmp(value, "no") || !strcmp(value, "0");
}

/* NULL: none, and c->why says so. */
static const char *choose(struct cache *c)
{
	const char *own = getenv("PHOTOFINISH_CACHE"), *xdg = getenv("XDG_CACHE_HOME");
	const char *home = getenv("HOME");

	if (own && is_off(own))
		c->why = "PHOTOFINISH_CACHE switches it off";
	else if (own)
		return own;
	else if (xdg && *xdg == '/')
		return cc_format("%s/photofinish", xdg);
	else if (home && *home == '/')
		return cc_format("%s/.cache/photofinish", home);
	else
		c->why = "neither PHOTOFINISH_CACHE nor HOME is set";
	return NULL;
}

/* mkdir -p */
static bool make_folder(const char *path)
{
	char *copy = mem_strdup(path);
	bool made = true;

	for (char *s = copy + 1; made && *s; s++)
		if (*s == '/') {
			*s = '\0';
			made = !mkdir(copy, 0777) || errno == EEXIST || errno == EROFS ||
			       errno == EACCES;
			*s = '/';
		}
	made = made && (!mkdir(copy, 0700) || errno == EEXIST);
	free(copy);
	return made;
}

void cache_open(struct cache *c, bool make)
{
	const char *size = getenv("PHOTOFINISH_CACHE_SIZE"), *chosen;
	struct stat st;

	*c = (struct cache){.limit = DEFAULT_LIMIT};
	chosen = choose(c);
	if (!chosen)
		return;
	if (size && read_size(size)) {
		c->limit = read_size(size);
		c->eager = true;
	}
	c->folder = cc_format("%s/1", chosen);
	if (make && !make_folder(c->folder))
		c->why = cc_format("%s: %s", c->folder, strerror(errno));
	else if (make && access(c->folder, W_OK))
		c->why = cc_format("%s: %s", c->folder, strerror(errno));
	if (stat(c->folder, &st) || !S_ISDIR(st.st_mode))
		c->folder = NULL;
}

const char *cache_path(const struct cache *c, const char *key, const char *kind)
{
	return cc_format("%s/%.2s/%s.%s", c->folder, key, key, kind);
}

void cache_touch(const char *path)
{
	utimensat(AT_FDCWD, path, NULL, 0);
}

/* The content behind a header that is right; NULL. */
static char *check(char *text, size_t size, size_t *left)
{
	char *end = memchr(text, '\n', size), digest[DIGEST_TEXT] = "", is[DIGEST_TEXT];
	struct digest d;
	size_t bytes = 0;

	if (!end || sscanf(text, MAGIC " %32s %zu\n", digest, &bytes) != 2 ||
	    bytes != size - (size_t)(end + 1 - text))
		return NULL;
	digest_begin(&d);
	digest_add(&d, end + 1, bytes);
	digest_text(&d, is);
	*left = bytes;
	return strcmp(is, digest) ? NULL : end + 1;
}

char *cache_get(const struct cache *c, const char *key, const char *kind, size_t *size)
{
	const char *path = c->folder ? cache_path(c, key, kind) : NULL;
	FILE *f = path ? fopen(path, "re") : NULL;
	char *text, *content;
	size_t all;

	if (!f)
		return NULL;
	text = cc_read_all(f, &all);
	fclose(f);
	content = check(text, all, size);
	if (!content) {
		free(text);
		return NULL;
	}
	memmove(text, content, *size + 1);
	cache_touch(path);
	return text;
}

static void make_part(const struct cache *c, const char *key)
{
	mkdir(cc_format("%s/%.2s", c->folder, key), 0700);
}

const char *cache_begin(const struct cache *c, const char *key)
{
	char *path;
	int fd;

	if (!c->folder || c->why)
		return NULL;
	make_part(c, key);
	path = mem_strdup(cc_format("%s/%.2s/tmp.XXXXXX", c->folder, key));
	fd = mkostemp(path, O_CLOEXEC);
	if (fd < 0) {
		free(path);
		return NULL;
	}
	close(fd);
	return path;
}

bool cache_end(const struct cache *c, const char *path, const char *key, const char *kind)
{
	struct timespec now;

	make_part(c, key); /* a file's key may be known only now */
	if (rename(path, cache_path(c, key, kind))) {
		unlink(path);
		return false;
	}
	/* looking through all of it takes its time: now and then will do */
	clock_gettime(CLOCK_MONOTONIC, &now);
	if (c->eager || now.tv_nsec / 1000 % 16 == 0)
		cache_trim(c, c->limit);
	return true;
}

bool cache_put(const struct cache *c, const char *key, const char *kind, const void *bytes,
	       size_t size)
{
	const char *path = cache_begin(c, key);
	FILE *f = path ? fopen(path, "we") : NULL;
	char text[DIGEST_TEXT];
	struct digest d;
	bool good = f;

	if (!path)
		return false;
	digest_begin(&d);
	digest_add(&d, bytes, size);
	digest_text(&d, text);
	if (good)
		good = fprintf(f, MAGIC " %s %zu\n", text, size) > 0 &&
		       fwrite(bytes, 1, size, f) == size;
	if (f && fclose(f))
		good = false;
	if (!good)
		unlink(path);
	return good && cache_end(c, path, key, kind);
}

void cache_count(const struct cache *c, const char *what)
{
	int fd;

	if (!c->folder || c->why)
		return;
	fd = open(cc_format("%s/count.%s", c->folder, what),
		  O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
	if (fd < 0)
		return;
	if (write(fd, ".", 1) != 1) /* a full disk: one is not counted */
		errno = 0;
	close(fd);
}

uint64_t cache_counted(const struct cache *c, const char *what)
{
	struct stat st;

	return c->folder && !stat(cc_format("%s/count.%s", c->folder, what), &st)
		       ? (uint64_t)st.st_size
		       : 0;
}
