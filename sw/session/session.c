/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * session: options, device memory, the machine and all that stands around it.
 */
#include "session_int.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "../base/mem.h"
#include "file_name.h"

uint64_t session_now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000U + (uint64_t)t.tv_nsec;
}

void session_die(struct session *s, int code, const char *fmt, ...)
{
	va_list ap;

	session_progress_clear(s);
	fflush(stdout);
	fputs("photofinish: ", stderr);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
	s->refused = code == OPTIONS_EXIT_USAGE && !s->n_launches;
	session_finish(s);
	fflush(NULL);
	/* Not exit(): the program's own destructors would call us with the lock taken. */
	_exit(code);
}

static char *named(struct session *s, const char *option, const char *given)
{
	struct diag diag = {""};
	char *name = file_name(option, given, &diag);

	if (given && !name)
		session_die(s, OPTIONS_EXIT_USAGE, "%s", diag.text);
	return name;
}

void session_options(struct session *s)
{
	struct diag diag = {""};

	if (s->opt_read)
		return;
	s->opt_read = true;
	s->pid = getpid();
	options_default(&s->opt);
	if (options_from_environment(&s->opt, &diag))
		session_die(s, OPTIONS_EXIT_USAGE, "%s", diag.text);
	s->json = named(s, "--json", s->opt.json);
	s->sarif = named(s, "--sarif", s->opt.sarif);
	s->trace_file = named(s, "--trace", s->opt.trace);
	s->csv = named(s, "--csv", s->opt.csv);
	s->sample = named(s, "--sample", s->opt.sample);
	s->wave = named(s, "--wave", s->opt.wave);
	session_check_json(s);
	session_model_options(s);
}

void session_memory(struct session *s)
{
	struct diag diag = {""};

	s->gmem = gmem_create(s->opt.memory_bytes, s->opt.machine.poison, &diag);
	if (!s->gmem)
		session_die(s, OPTIONS_EXIT_USAGE, "%s", diag.text);
}

/* "./app arg ..." of this process, for the trace's header. */
static void command_line(char *text, size_t size)
{
	FILE *f = fopen("/proc/self/cmdline", "re");
	size_t n = f ? fread(text, 1, size - 1, f) : 0;

	if (f)
		fclose(f);
	while (n && !text[n - 1])
		n--;
	for (size_t i = 0; i < n; i++)
		if (!text[i])
			text[i] = ' ';
	text[n] = '\0';
}

void session_trace(struct session *s)
{
	struct diag diag = {""};
	char command[4096];

	if (!s->trace_file)
		return;
	command_line(command, sizeof(command));
	s->trace = trace_writer_open(s->trace_file, &s->opt.machine, command, &diag);
	if (!s->trace)
		session_die(s, OPTIONS_EXIT_USAGE, "%s", diag.text);
	if (s->machine && machine_add_observer(s->machine, trace_writer_observer(s->trace)))
		session_die(s, OPTIONS_EXIT_USAGE, "too many observers");
}

static uint32_t processors(void)
{
	enum { MOST = 64 };
	const long n = sysconf(_SC_NPROCESSORS_ONLN);

	return n < 1 ? 1 : n > MOST ? MOST : (uint32_t)n;
}

void session_machine(struct session *s, uint32_t stack_bytes)
{
	struct diag diag = {""};

	s->opt.machine.threads = s->opt.threads == 1 ? 0 /* the seed's order */
				 : s->opt.threads    ? s->opt.threads
						     : processors();
	s->machine = machine_create(&s->opt.machine, s->gmem, &diag);
	if (!s->machine)
		session_die(s, OPTIONS_EXIT_USAGE, "%s", diag.text);
	machine_set_stack(s->machine, stack_bytes);
	session_model_open(s);
	session_progress_open(s);
	session_races_open(s);
	session_checks_open(s);
	session_grace_open(s);
	session_trace(s);
}
