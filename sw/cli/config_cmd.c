/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * photofinish config [NAME|FILE] [--set NAME=VALUE]...
 */
#include "config_cmd.h"

#include <argp.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "../../sim/config/config.h"
#include "../base/mem.h"
#include "../base/version.h"
#include "../session/options.h"

enum { KEY_SET = 's', KEY_MARKDOWN = 1000 };

struct config {
	const char *name; /* NULL: ref */
	const char **set;
	size_t n_set, cap_set;
	bool markdown;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct config *c = state->input;

	switch (key) {
	case KEY_SET:
		c->set = mem_grow(c->set, &c->cap_set, c->n_set, sizeof(*c->set));
		c->set[c->n_set++] = arg;
		break;
	case KEY_MARKDOWN: c->markdown = true; break;
	case ARGP_KEY_ARG:
		if (c->name)
			argp_error(state, "one configuration at a time");
		c->name = arg;
		break;
	case ARGP_KEY_END:
		if (c->markdown && (c->name || c->n_set))
			argp_error(state, "--markdown goes alone: it prints ref, tiny and modern");
		break;
	default: return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

/* -1 after a message. */
static int print(const struct config *c)
{
	struct sim_config sim;
	struct diag diag = {""};
	int r = sim_config_read(&sim, c->name ? c->name : "ref", &diag);

	for (size_t i = 0; !r && i < c->n_set; i++)
		r = sim_config_set(&sim, "--set", c->set[i], &diag);
	if (!r)
		r = sim_config_check(&sim, &diag);
	if (r)
		fprintf(stderr, VERSION_NAME " config: %s\n", diag.text);
	else
		sim_config_print(&sim, stdout);
	return r;
}

static int run(const struct config *c)
{
	int r = 0;

	if (c->markdown)
		sim_config_describe(stdout);
	else
		r = print(c);
	errno = 0;
	if (!r && (fflush(stdout) || ferror(stdout))) {
		fprintf(stderr, VERSION_NAME " config: standard output: %s\n",
			strerror(errno ? errno : EIO));
		r = -1;
	}
	return r ? OPTIONS_EXIT_USAGE : 0;
}

int config_main(int argc, char **argv)
{
	static char name[] = VERSION_NAME " config";
	static const struct argp_option table[] = {
		{.name = "set",
		 .key = KEY_SET,
		 .arg = "NAME=VALUE",
		 .doc = "change a parameter; may be given several times, the last one counts"},
		{.name = "markdown",
		 .key = KEY_MARKDOWN,
		 .doc = "the table of docs/sim-config.md: name, unit, range, ref, tiny, modern, "
			"meaning"},
		{0}};
	static const struct argp argp = {
		.options = table,
		.parser = parse,
		.args_doc = "[NAME|FILE]",
		.doc = "Print every parameter of a modelled GPU: ref (the default), tiny, modern, "
		       "or that "
		       "of a file. What is printed is such a file."
		       "\vExamples:\n"
		       "  " VERSION_NAME " config ref >mine.cfg\n"
		       "  " VERSION_NAME " config --set l1.ways=8 --set seed=3 mine.cfg\n\n"
		       "Exit status: 0, or 2 when a parameter is wrong; docs/sim-config.md has the "
		       "format."};
	struct config c = {.name = NULL};
	int r;

	argv[0] = name;
	argp_err_exit_status = OPTIONS_EXIT_USAGE;
	argp_parse(&argp, argc, argv, 0, NULL, &c);
	r = run(&c);
	free(c.set);
	return r;
}
