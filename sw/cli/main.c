/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * photofinish: the command. Each subcommand is one file.
 */
#include <stdio.h>
#include <string.h>

#include "../base/version.h"
#include "../session/options.h"
#include "cache_cmd.h"
#include "cc.h"
#include "check_cmd.h"
#include "config_cmd.h"
#include "litmus_cmd.h"
#include "nvcc.h"
#include "radish_cmd.h"
#include "refused.h"
#include "run.h"
#include "trace_cmd.h"

static const struct subcommand {
	const char *name;
	int (*main)(int argc, char **argv);
	const char *help;
} subcommands[] = {
	{"cc", cc_main, "compile CUDA source files to a program"},
	{"nvcc", nvcc_main, "the same, with nvcc's command line"},
	{"cache", cache_main, "what compilations leave behind for later ones"},
	{"run", run_main, "run such a program on the modelled GPU"},
	{"check", check_main, "find races in shared memory without running the program"},
	{"config", config_main, "print every parameter of the modelled GPU"},
	{"refused", refused_main, "print what of CUDA and PTX is not supported"},
	{"litmus", litmus_main, "run small programs in every order and judge them"},
	{"trace", trace_main, "print a trace that `run --trace` wrote"},
	{"radish", radish_main, "take such a trace through RADISH, an SM as a core"},
	{NULL, NULL, NULL},
};

static const struct subcommand *find(const char *name)
{
	const struct subcommand *s = subcommands;

	while (s->name && strcmp(s->name, name) != 0)
		s++;
	return s->name ? s : NULL;
}

static int unknown(const char *name)
{
	fprintf(stderr, VERSION_NAME ": '%s' is not a command; " VERSION_NAME " help lists them\n",
		name);
	return OPTIONS_EXIT_USAGE;
}

/* Flushes standard output; a full disk behind it is an error of ours. */
static int finish(void)
{
	if (fflush(stdout) || ferror(stdout)) {
		perror(VERSION_NAME ": standard output");
		return OPTIONS_EXIT_USAGE;
	}
	return 0;
}

static int usage(FILE *f)
{
	fprintf(f, "Usage: " VERSION_NAME " COMMAND [OPTION...]\n"
		   "CUDA programs on a modelled GPU: no graphics card, no CUDA SDK.\n\n");
	for (const struct subcommand *s = subcommands; s->name; s++)
		fprintf(f, "  %-9s %s\n", s->name, s->help);
	fprintf(f, "  %-9s %s\n\n", "help", "this text, or help COMMAND for a command's own");
	fprintf(f,
		"Examples:\n"
		"  " VERSION_NAME " cc app.cu -o app             compile\n"
		"  " VERSION_NAME " run ./app                    run\n"
		"  " VERSION_NAME " run --seed 7 --stats ./app   another order, with statistics\n"
		"  " VERSION_NAME " run --trace t ./app          record every warp operation,\n"
		"  " VERSION_NAME " trace --summary t            and look at it\n\n"
		"Exit codes: the program's own; 2 wrong option or input file, 3 deadlock or\n"
		"livelock, 4 --max-instructions reached, 6 a kernel faulted; docs/machine.md.\n");
	return f == stdout ? finish() : OPTIONS_EXIT_USAGE;
}

/* help, help COMMAND */
static int help(int argc, char **argv)
{
	static char option[] = "--help";
	const struct subcommand *s;
	char *args[3];

	if (argc < 2)
		return usage(stdout);
	s = find(argv[1]);
	if (!s)
		return unknown(argv[1]);
	args[0] = argv[1];
	args[1] = option;
	args[2] = NULL;
	return s->main(2, args);
}

int main(int argc, char **argv)
{
	const struct subcommand *s;

	if (argc && !strcmp(cc_base_name(argv[0]), "nvcc"))
		return nvcc_main(argc, argv);
	if (argc < 2)
		return usage(stderr);
	if (!strcmp(argv[1], "--cuda-home"))
		return nvcc_print_home();
	if (!strcmp(argv[1], "--version") || !strcmp(argv[1], "-V")) {
		puts(VERSION_NAME " " VERSION_TEXT);
		return finish();
	}
	if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h"))
		return usage(stdout);
	if (!strcmp(argv[1], "help"))
		return help(argc - 1, argv + 1);
	s = find(argv[1]);
	return s ? s->main(argc - 1, argv + 1) : unknown(argv[1]);
}
