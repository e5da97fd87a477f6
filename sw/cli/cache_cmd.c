/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * photofinish cache: what is in the compiler's cache, and away with it.
 */
#include "cache_cmd.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "../base/version.h"
#include "../session/options.h"
#include "cache.h"
#include "cc.h"

static const char help_text[] =
	"Usage: photofinish cache --stats | --clear\n"
	"The cache of `photofinish cc`: precompiled headers, and what it has compiled.\n\n"
	"  --stats  where it lies, how much it holds, how often it was of use\n"
	"  --clear  removes what it holds\n"
	"  --help   this text\n\n"
	"PHOTOFINISH_CACHE is its folder, or \"off\" (default $XDG_CACHE_HOME/photofinish or\n"
	"~/.cache/photofinish); PHOTOFINISH_CACHE_SIZE what it may hold (500M, 2G; default 1G).\n\n"
	"Exit codes: 0; 2 wrong command line.\n";

static const struct counter {
	const char *name, *title;
} counters[] = {{"hit", "compilations taken from it"},
		{"miss", "compilations not in it"},
		{"pch-hit", "precompiled headers used"},
		{"pch-made", "precompiled headers made"}};

static void print_stats(const struct cache *c)
{
	struct cache_size s;

	if (!c->folder) {
		printf("no cache: %s\n", c->why ? c->why : "nothing was compiled yet");
		return;
	}
	s = cache_trim(c, UINT64_MAX);
	printf("folder: %.*s\n", (int)(strlen(c->folder) - 2), c->folder);
	printf("holds: %" PRIu64 " files, %.1f MB of %.1f MB\n", s.files, (double)s.bytes / 1048576,
	       (double)c->limit / 1048576);
	for (size_t i = 0; i < sizeof(counters) / sizeof(counters[0]); i++)
		printf("%s: %" PRIu64 "\n", counters[i].title, cache_counted(c, counters[i].name));
}

static void clear(const struct cache *c)
{
	if (!c->folder)
		return;
	cache_trim(c, 0);
	for (size_t i = 0; i < sizeof(counters) / sizeof(counters[0]); i++)
		unlink(cc_format("%s/count.%s", c->folder, counters[i].name));
}

int cache_main(int argc, char **argv)
{
	struct cache c;

	if (argc == 2 && !strcmp(argv[1], "--help")) {
		fputs(help_text, stdout);
		return fflush(stdout) ? OPTIONS_EXIT_USAGE : 0;
	}
	cache_open(&c, false);
	if (argc == 2 && !strcmp(argv[1], "--stats")) {
		print_stats(&c);
	} else if (argc == 2 && !strcmp(argv[1], "--clear")) {
		clear(&c);
	} else {
		fprintf(stderr, VERSION_NAME " cache: --stats or --clear; --help says more\n");
		return OPTIONS_EXIT_USAGE;
	}
	if (fflush(stdout) || ferror(stdout)) {
		perror(VERSION_NAME " cache: standard output");
		return OPTIONS_EXIT_USAGE;
	}
	return 0;
}
