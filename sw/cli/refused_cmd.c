/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * photofinish refused [--markdown]
 */
#include <stdio.h>
#include <string.h>

#include "../base/version.h"
#include "../session/options.h"
#include "cc.h"
#include "refused.h"

static const struct {
	const char *name, *title, *stage;
} kinds[] = {
	[REFUSED_HEADER] = {"header", "header", "compile"},
	[REFUSED_CALL] = {"call", "call", "compile"},
	[REFUSED_NAME] = {"name", "identifier", "compile"},
	[REFUSED_TEXT] = {"text", "clang's words", "compile"},
	[REFUSED_OPCODE] = {"opcode", "PTX instruction", "check"},
	[REFUSED_PTXTYPE] = {"type", "PTX type", "check"},
	[REFUSED_WORD] = {"word", "PTX modifier", "check"},
	[REFUSED_SREG] = {"register", "PTX register", "check"},
	[REFUSED_TARGET] = {"target", "architecture", "option"},
};

static const char help_text[] =
	"Usage: " VERSION_NAME " refused [--markdown]\n"
	"Prints what CUDA and PTX have and photofinish has not: kind, name, feature, when it is\n"
	"refused, and why, between tabs. compile: by `photofinish cc`, clang reading the source;\n"
	"check: by `cc` and when a program loads PTX; option: by cc's command line.\n\n"
	"  --markdown   the tables of docs/refusals.md\n"
	"  --help       this text\n";

static void print_list(void)
{
	const char *why, *option;

	for (size_t i = 0; i < refused_count; i++) {
		const struct refused *r = &refused_list[i];

		printf("%s\t%s\t%s\t%s\t%s\n", kinds[r->kind].name, r->name, r->what,
		       kinds[r->kind].stage, r->why);
	}
	for (size_t i = 0; (option = cc_args_refused(i, &why)); i++)
		printf("option\t%s\t%s\toption\t%s\n", option, option, why);
}

/* Names of one kind and feature stand together in the list; a row is all of them. */
static size_t print_row(size_t first)
{
	const struct refused *r = &refused_list[first];
	size_t i = first;

	if (!i || refused_list[i - 1].what != r->what)
		printf("| %s | %s | ", r->what, r->why);
	else
		printf("| | | ");
	printf("%s | %s:", kinds[r->kind].stage, kinds[r->kind].title);
	for (; i < refused_count && refused_list[i].what == r->what &&
	       refused_list[i].kind == r->kind;
	     i++)
		printf(" `%s`", refused_list[i].name);
	printf(" |\n");
	return i;
}

static void print_markdown(void)
{
	const char *why, *option;

	printf("| feature | why | when | names |\n|---|---|---|---|\n");
	for (size_t i = 0; i < refused_count;)
		i = print_row(i);
	for (size_t i = 0; (option = cc_args_refused(i, &why)); i++)
		printf("| option `%s` | %s | option | |\n", option, why);
}

int refused_main(int argc, char **argv)
{
	bool markdown = argc == 2 && !strcmp(argv[1], "--markdown");

	if (argc == 2 && !strcmp(argv[1], "--help")) {
		fputs(help_text, stdout);
	} else if (argc > 1 && !markdown) {
		fprintf(stderr, VERSION_NAME " refused: '%s' is not an option; --help lists them\n",
			argv[argc - 1]);
		return OPTIONS_EXIT_USAGE;
	} else if (markdown) {
		print_markdown();
	} else {
		print_list();
	}
	if (fflush(stdout) || ferror(stdout)) {
		perror(VERSION_NAME " refused: standard output");
		return OPTIONS_EXIT_USAGE;
	}
	return 0;
}
