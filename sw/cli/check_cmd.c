/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * photofinish check --static FILE...
 */
#include "check_cmd.h"

#include <argp.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../base/mem.h"
#include "../base/version.h"
#include "../session/options.h"
#include "cc.h"
#include "check_text.h"

enum {
	KEY_STATIC = 0x100,
	KEY_JSON,
	KEY_BLOCK,
	KEY_GRID,
	KEY_PARAM,
	KEY_KERNEL,
	KEY_MODE,
	KEY_ARCH,
	KEY_CC
};

enum { MAX_PARAMS = 64 };

struct check {
	struct static_config config;
	bool is_static, json_wanted, verbose, mode_given;
	const char *kernel;
	struct {
		unsigned index;
		int64_t value;
	} param[MAX_PARAMS];
	unsigned n_params;
	struct cc_list files, compiler; /* options of cc */
	struct cc_places places;
	size_t kernels, races;
	json_t *json;
};

/* "X", "X,Y" or "X,Y,Z" */
static void parse_shape(const char *option, const char *arg, uint32_t most, uint32_t shape[3],
			struct argp_state *state)
{
	const char *s = arg;
	unsigned n = 0;

	shape[0] = shape[1] = shape[2] = 1;
	do {
		char *end;
		unsigned long v = strtoul(s, &end, 10);

		if (n == 3 || *s < '0' || *s > '9' || !v || v > most || (*end && *end != ','))
			argp_failure(state, OPTIONS_EXIT_USAGE, 0,
				     "%s: '%s' is not X, X,Y or X,Y,Z, each from 1 to %u", option,
				     arg, most);
		shape[n++] = (uint32_t)v;
		s = *end ? end + 1 : end;
	} while (*s || s[-1] == ',');
}

/* "2=1024" */
static void parse_param(struct check *c, const char *arg, struct argp_state *state)
{
	unsigned long index;
	long long value = 0;
	char *end;

	errno = 0;
	index = strtoul(arg, &end, 10);
	if (*arg < '0' || *arg > '9' || *end != '=' || index > 4096)
		end = NULL;
	else
		value = strtoll(end + 1, &end, 0);
	if (!end || *end || end[-1] == '=' || errno)
		argp_failure(state, OPTIONS_EXIT_USAGE, 0,
			     "--param: '%s' is not INDEX=NUMBER, the first parameter being 0", arg);
	if (c->n_params == MAX_PARAMS)
		argp_failure(state, OPTIONS_EXIT_USAGE, 0, "--param: more than %d", MAX_PARAMS);
	c->param[c->n_params].index = (unsigned)index;
	c->param[c->n_params++].value = value;
}

static void parse_mode(struct check *c, const char *arg, struct argp_state *state)
{
	c->mode_given = true;
	c->config.its = !strcmp(arg, "its");
	if (!c->config.its && strcmp(arg, "lockstep") != 0)
		argp_failure(state, OPTIONS_EXIT_USAGE, 0,
			     "--mode: '%s' is neither lockstep nor its", arg);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct check *c = state->input;

	switch (key) {
	case KEY_STATIC: c->is_static = true; break;
	case KEY_JSON: c->json_wanted = true; break;
	case 'v': c->verbose = true; break;
	case KEY_KERNEL: c->kernel = arg; break;
	case KEY_BLOCK: parse_shape("--block", arg, 1024, c->config.block, state); break;
	case KEY_GRID: parse_shape("--grid", arg, INT32_MAX, c->config.grid, state); break;
	case KEY_PARAM: parse_param(c, arg, state); break;
	case KEY_MODE: parse_mode(c, arg, state); break;
	case KEY_ARCH:
		cc_add(&c->compiler, "--arch");
		cc_add(&c->compiler, arg);
		break;
	case 'D': cc_add(&c->compiler, cc_format("-D%s", arg)); break;
	case 'I': cc_add(&c->compiler, cc_format("-I%s", arg)); break;
	case KEY_CC: cc_add(&c->compiler, arg); break;
	case ARGP_KEY_ARG: cc_add(&c->files, arg); break;
	case ARGP_KEY_NO_ARGS: argp_error(state, "no file given"); break;
	case ARGP_KEY_SUCCESS:
		if (!c->is_static)
			argp_error(state, "--static is missing: no other check is made without "
					  "running the program");
		break;
	default: return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

/* Files */

static bool ends_with(const char *s, const char *end)
{
	const size_t n = strlen(s), m = strlen(end);

	return n >= m && !strcmp(s + n - m, end);
}

/* The PTX of a source: a file in the temporary directory. NULL and *rc when cc has told why not. */
static const char *compile(struct check *c, const char *source, int *rc, struct diag *diag)
{
	const char *ptx = cc_format("%s/check.ptx", c->places.temp);
	struct cc_list command = {0};
	char self[4096];
	const ssize_t n = readlink("/proc/self/exe", self, sizeof(self) - 1);

	if (n < 0) {
		*rc = diag_set(diag, NULL, 0, "cannot read /proc/self/exe: %s", strerror(errno));
		return NULL;
	}
	self[n] = '\0';
	cc_add(&command, self);
	cc_add(&command, "cc");
	cc_add(&command, "-ptx");
	cc_add(&command, "-o");
	cc_add(&command, ptx);
	cc_add_all(&command, &c->compiler);
	cc_add(&command, source);
	*rc = cc_run(&command, false, diag);
	free(command.item);
	return *rc ? NULL : ptx;
}

static bool wanted(const struct check *c, const struct ptx_func *f)
{
	return f->is_entry && !f->is_decl && (!c->kernel || strstr(f->name, c->kernel));
}

/* What --param says, as the kernel has it; to be freed. */
static uint8_t *parameters(const struct check *c, const struct simt_kernel *k,
			   struct static_config *config)
{
	uint8_t *bytes = mem_alloc(2 * (size_t)k->param_bytes + 2);
	uint8_t *known = bytes + k->param_bytes + 1;

	for (unsigned n = 0; n < c->n_params; n++) {
		const struct ptx_var *v = c->param[n].index < k->entry->n_params
						  ? k->entry->params[c->param[n].index]
						  : NULL;

		for (unsigned i = 0; v && i < k->n_places; i++)
			if (k->place[i].var == v && v->size <= 8) {
				memcpy(&bytes[k->place[i].at], &c->param[n].value, v->size);
				memset(&known[k->place[i].at], 1, v->size);
			}
	}
	config->params = bytes;
	config->params_known = known;
	return bytes;
}

static int check_kernel(struct check *c, const struct ptx_module *m, const struct ptx_func *f,
			struct diag *diag)
{
	struct simt_kernel *k = simt_lower(m, f, cc_check_address, NULL, diag);
	struct static_config config = c->config;
	struct static_report r;
	uint8_t *params;

	if (!k)
		return -1;
	params = parameters(c, k, &config);
	if (!c->mode_given)
		config.its = m->target >= 70;
	static_check(&r, k, &config);
	if (c->json_wanted)
		json_array_append_new(c->json, check_text_json(k, &r));
	else
		check_text_print(k, &r, c->verbose);
	c->kernels++;
	c->races += r.n_races;
	static_report_free(&r);
	free(params);
	simt_kernel_free(k);
	return 0;
}

static int check_ptx(struct check *c, const char *file, const char *name, struct diag *diag)
{
	FILE *f = fopen(file, "rb");
	struct ptx_module *m;
	size_t size;
	char *text;
	int rc = 0;

	if (!f)
		return diag_set(diag, name, 0, "%s", strerror(errno));
	text = cc_read_all(f, &size);
	if (ferror(f))
		rc = diag_set(diag, name, 0, "%s", strerror(errno));
	fclose(f);
	m = rc ? NULL : ptx_parse(text, size, name, diag);
	rc = m ? 0 : -1;
	for (unsigned i = 0; m && i < m->n_funcs && !rc; i++)
		if (wanted(c, m->funcs[i]))
			rc = check_kernel(c, m, m->funcs[i], diag);
	if (m)
		ptx_free(m);
	free(text);
	return rc;
}

/* 0; cc's exit status; -1 and diag */
static int check_file(struct check *c, const char *name, struct diag *diag)
{
	const char *ptx = name;
	int rc = 0;

	if (!ends_with(name, ".ptx") && !ends_with(name, ".cu"))
		return diag_set(diag, name, 0, "is neither a .cu nor a .ptx file");
	if (ends_with(name, ".cu"))
		ptx = compile(c, name, &rc, diag);
	return rc ? rc : check_ptx(c, ptx, name, diag);
}

static int finish(struct check *c, int rc)
{
	if (c->json_wanted && !rc)
		json_dumpf(c->json, stdout, JSON_INDENT(2));
	if (c->json_wanted && !rc)
		putchar('\n');
	if (fflush(stdout) || ferror(stdout)) {
		perror(VERSION_NAME " check: standard output");
		return OPTIONS_EXIT_USAGE;
	}
	return rc ? OPTIONS_EXIT_USAGE : c->races != 0;
}

static int check(struct check *c)
{
	struct diag diag = {""};
	int rc = cc_places_find(&c->places, &diag);
	bool temp = false;

	if (!rc)
		rc = cc_temp_make(&c->places, &diag);
	temp = !rc;
	for (size_t i = 0; i < c->files.n && !rc; i++)
		rc = check_file(c, c->files.item[i], &diag);
	if (!rc && c->kernel && !c->kernels)
		rc = diag_set(&diag, NULL, 0, "no kernel '%s'", c->kernel);
	if (diag.text[0])
		fprintf(stderr, VERSION_NAME " check: %s\n", diag.text);
	if (temp)
		cc_temp_remove(&c->places);
	return finish(c, rc);
}

int check_main(int argc, char **argv)
{
	static char name[] = VERSION_NAME " check";
	static const struct argp_option table[] = {
		{.name = "static",
		 .key = KEY_STATIC,
		 .doc = "races in shared memory, from the code"},
		{.name = "block",
		 .key = KEY_BLOCK,
		 .arg = "X[,Y[,Z]]",
		 .doc = "threads of a block"},
		{.name = "grid", .key = KEY_GRID, .arg = "X[,Y[,Z]]", .doc = "blocks of a launch"},
		{.name = "param",
		 .key = KEY_PARAM,
		 .arg = "INDEX=NUMBER",
		 .doc = "a parameter of the kernel, the first one being 0"},
		{.name = "kernel",
		 .key = KEY_KERNEL,
		 .arg = "NAME",
		 .doc = "only kernels with this in their name"},
		{.name = "mode",
		 .key = KEY_MODE,
		 .arg = "MODE",
		 .doc = "lockstep: a warp is one thread; its: lanes are (default: as --arch says)"},
		{.name = "arch", .key = KEY_ARCH, .arg = "ARCH", .doc = "as in cc"},
		{.name = "define", .key = 'D', .arg = "NAME[=VALUE]", .doc = "for the compiler"},
		{.name = "include", .key = 'I', .arg = "FOLDER", .doc = "for the compiler"},
		{.name = "cc", .key = KEY_CC, .arg = "OPTION", .doc = "any other option of cc"},
		{.name = "verbose", .key = 'v', .doc = "each access that stays open, and why"},
		{.name = "json", .key = KEY_JSON, .doc = "one JSON array of all kernels"},
		{0}};
	static const struct argp argp = {
		.options = table,
		.parser = parse,
		.args_doc = "FILE...",
		.doc = "Prove, without running a program, which accesses to shared memory can not "
		       "race, and which do. FILE: .cu or .ptx"
		       "\vA race is told with two threads that are in it; what is open depends on "
		       "what is not known before the program runs: `" VERSION_NAME
		       " run --detector shared` looks at that. docs/shared.md says what is proved. "
		       "Without --block the block's size is any.\n\nExamples:\n"
		       "  " VERSION_NAME " check --static app.cu\n"
		       "  " VERSION_NAME
		       " check --static --block 16,16 --verbose -I include app.cu\n\n"
		       "Exit status: 0 no race is proved, 1 some are, 2 an error."};
	struct check c = {.json = json_array()};
	int rc;

	argv[0] = name;
	argp_err_exit_status = OPTIONS_EXIT_USAGE;
	argp_parse(&argp, argc, argv, 0, NULL, &c);
	rc = check(&c);
	json_decref(c.json);
	free(c.files.item);
	free(c.compiler.item);
	return rc;
}
