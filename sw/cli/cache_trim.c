/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * cache_trim: the oldest entries go. Nothing is removed that does not bear an entry's name.
 */
#include "cache.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "../base/mem.h"
#include "cc.h"

/* After that what was being written is left over from a process that is gone. */
enum { STALE_SECONDS = 3600 };

struct entry {
	struct timespec used;
	uint64_t bytes;
	const char *path;
};

struct entries {
	struct entry *item;
	size_t n, cap;
	uint64_t bytes;
};

static bool is_hex(const char *s, size_t n)
{
	return strspn(s, "0123456789abcdef") >= n;
}

/* A file's path; NULL: it is none of ours, or a compilation writes it now. */
static const char *entry_path(int folder, const char *in, const char *name, struct stat *st)
{
	const bool temporary = !strncmp(name, "tmp.", 4);

	if (!temporary && !(strlen(name) > 33 && is_hex(name, 32) && name[32] == '.'))
		return NULL;
	if (fstatat(folder, name, st, AT_SYMLINK_NOFOLLOW) || !S_ISREG(st->st_mode))
		return NULL;
	if (!temporary)
		return cc_format("%s/%s", in, name);
	if (time(NULL) - st->st_mtime > STALE_SECONDS)
		unlinkat(folder, name, 0);
	return NULL;
}

static void read_folder(struct entries *l, const char *path)
{
	DIR *d = opendir(path);
	struct dirent *e;
	struct stat st;

	while (d && (e = readdir(d))) {
		const char *file = entry_path(dirfd(d), path, e->d_name, &st);

		if (!file)
			continue;
		l->item = mem_grow(l->item, &l->cap, l->n, sizeof(*l->item));
		l->item[l->n++] = (struct entry){st.st_mtim, (uint64_t)st.st_blocks * 512, file};
		l->bytes += (uint64_t)st.st_blocks * 512;
	}
	if (d)
		closedir(d);
}

static int older_first(const void *x, const void *y)
{
	const struct timespec *a = &((const struct entry *)x)->used;
	const struct timespec *b = &((const struct entry *)y)->used;

	if (a->tv_sec != b->tv_sec)
		return a->tv_sec < b->tv_sec ? -1 : 1;
	return a->tv_nsec < b->tv_nsec ? -1 : a->tv_nsec > b->tv_nsec;
}

struct cache_size cache_trim(const struct cache *c, uint64_t limit)
{
	struct entries l = {0};
	struct cache_size left;
	DIR *d = c->folder ? opendir(c->folder) : NULL;
	struct dirent *e;
	size_t gone = 0;

	while (d && (e = readdir(d)))
		if (strlen(e->d_name) == 2 && is_hex(e->d_name, 2))
			read_folder(&l, cc_format("%s/%s", c->folder, e->d_name));
	if (d)
		closedir(d);
	if (l.bytes > limit) {
		qsort(l.item, l.n, sizeof(*l.item), older_first);
		/* a tenth more than needed: the next entries find room */
		for (; gone < l.n && l.bytes > limit - limit / 10; gone++) {
			unlink(l.item[gone].path);
			l.bytes -= l.item[gone].bytes;
		}
	}
	left = (struct cache_size){l.bytes, l.n - gone};
	free(l.item);
	return left;
}
