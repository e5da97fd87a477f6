/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * context: the process's one GPU, made when the first call needs it.
 */
#include "rt.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* The CUDA runtime is a library without a handle: its state has to be the process's. */
struct rt *rt_state(void)
{
	static struct rt state = {
		.lock = PTHREAD_MUTEX_INITIALIZER, .printf_fifo = 1U << 20, .heap_size = 8U << 20};

	if (!state.last_module)
		state.last_module = &state.modules;
	return &state;
}

static uint64_t clock_ns(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return (uint64_t)t.tv_sec * 1000000000U + (uint64_t)t.tv_nsec;
}

uint64_t rt_now_ns(void)
{
	return clock_ns(CLOCK_MONOTONIC);
}

uint64_t rt_processor_ns(void)
{
	return clock_ns(CLOCK_PROCESS_CPUTIME_ID);
}

void rt_die(int code, const char *fmt, ...)
{
	struct rt *r = rt_state();
	va_list ap;

	rt_progress_clear(r);
	fflush(stdout);
	fputs("photofinish: ", stderr);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
	r->refused = code == OPTIONS_EXIT_USAGE && !r->n_launches;
	rt_finish(r);
	fflush(NULL);
	/* Not exit(): the program's own destructors would call us with the lock taken. */
	_exit(code);
}

void rt_note(const char *call, const char *why)
{
	enum { NOTES = 64 };
	static const char *said[NOTES];
	unsigned i;

	rt_options(rt_state());
	if (rt_state()->opt.quiet)
		return;
	for (i = 0; i < NOTES && said[i]; i++)
		if (!strcmp(said[i], call))
			return;
	if (i == NOTES)
		return;
	said[i] = call;
	fprintf(stderr, "photofinish: note: %s: %s\n", call, why);
}

/* The program may change its folder before the report is written. */
static char *absolute(const char *path)
{
	char *cwd, *full;
	size_t n;

	if (!path)
		return NULL;
	if (path[0] == '/')
		return mem_strdup(path);
	cwd = getcwd(NULL, 0);
	if (!cwd)
		return mem_strdup(path);
	n = strlen(cwd) + strlen(path) + 2;
	full = mem_alloc(n);
	snprintf(full, n, "%s/%s", cwd, path);
	free(cwd);
	return full;
}

void rt_options(struct rt *r)
{
	struct diag diag = {""};

	if (r->opt_read)
		return;
	r->opt_read = true;
	r->pid = getpid();
	options_default(&r->opt);
	if (options_from_environment(&r->opt, &diag))
		rt_die(OPTIONS_EXIT_USAGE, "%s", diag.text);
	r->json = absolute(r->opt.json);
	r->sarif = absolute(r->opt.sarif);
	r->trace_file = absolute(r->opt.trace);
	r->csv = absolute(r->opt.csv);
	rt_check_json(r);
	rt_model_options(r);
}

/* The mode follows what the program was compiled for: the wrong one gives wrong results. */
static void choose_mode(struct rt *r)
{
	const struct rt_module *first = NULL;

	if (r->opt.mode_given)
		return;
	for (const struct rt_module *m = r->modules; m; m = m->next) {
		if (!m->target || m->gone)
			continue;
		if (!first)
			first = m;
		if ((first->target >= 70) != (m->target >= 70))
			rt_die(OPTIONS_EXIT_USAGE,
			       "%s is for sm_%u and %s for sm_%u: one divergence model cannot "
			       "serve both (choose one with --mode)",
			       first->name, first->target, m->name, m->target);
	}
	if (r->machine && first && (first->target >= 70) != (r->opt.machine.mode == SIMT_ITS))
		rt_die(OPTIONS_EXIT_USAGE,
		       "%s is for sm_%u, but the GPU already runs in %s mode "
		       "(choose one with --mode)",
		       first->name, first->target,
		       r->opt.machine.mode == SIMT_ITS ? "its" : "lockstep");
	r->opt.machine.mode = first && first->target < 70 ? SIMT_LOCKSTEP : SIMT_ITS;
}

static void print_device_text(void *ctx, bool is_error, const char *text, size_t n)
{
	rt_progress_clear(ctx);
	fwrite(text, 1, n, is_error ? stderr : stdout);
}

/* How long the rest will take if the blocks that are left are like those that are done; that is not
 * known before the first has finished. */
static void seconds_left(char *text, size_t size, double seconds, uint64_t done, uint64_t blocks)
{
	text[0] = '\0';
	if (done)
		snprintf(text, size, ", about %.0f s left",
			 seconds * (double)(blocks - done) / (double)done);
}

static void show_progress(void *ctx, uint64_t warp_insns, uint64_t done, uint64_t blocks)
{
	struct rt *r = ctx;
	double seconds;
	char left[48];
	uint64_t now;

	rt_interrupt_look(r);
	if (r->opt.quiet || !r->progress.terminal)
		return;
	now = rt_now_ns();
	if (now - r->progress.start_ns < 2000000000U || now - r->progress.shown_ns < 200000000U)
		return;
	r->progress.shown_ns = now;
	r->progress.shown = true;
	seconds = (double)(now - r->progress.start_ns) / 1e9;
	seconds_left(left, sizeof(left), seconds, done, blocks);
	fprintf(stderr, "\r%.40s: %llu of %llu blocks, %.1f M warp instructions/s, %.0f s%s\033[K",
		r->progress.name, (unsigned long long)done, (unsigned long long)blocks,
		(double)warp_insns / 1e6 / seconds, seconds, left);
	fflush(stderr);
}

/* A launch that does not come nearer to its end: it may be right, so it goes on. */
static void tell_stall(void *ctx, uint64_t warp_insns, const char *where, const char *hint)
{
	struct rt *r = ctx;

	if (r->opt.quiet)
		return;
	rt_progress_clear(r);
	fflush(stdout);
	fprintf(stderr,
		"photofinish: note: no block has begun, no warp ended and no barrier opened for "
		"%.0f M "
		"warp instructions; it goes on (Ctrl-C says where it is, --max-instructions ends "
		"it)\n"
		"photofinish: note: %s\nphotofinish: note: if it should have ended: %s\n",
		(double)warp_insns / 1e6, where, hint);
}

void rt_progress_clear(struct rt *r)
{
	if (!r->progress.shown)
		return;
	r->progress.shown = false;
	fputs("\r\033[K", stderr);
	fflush(stderr);
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

void rt_open_trace(struct rt *r)
{
	struct diag diag = {""};
	char command[4096];

	if (!r->trace_file)
		return;
	command_line(command, sizeof(command));
	r->trace = trace_writer_open(r->trace_file, &r->opt.machine, command, &diag);
	if (!r->trace)
		rt_die(OPTIONS_EXIT_USAGE, "%s", diag.text);
	if (r->machine && machine_add_observer(r->machine, trace_writer_observer(r->trace)))
		rt_die(OPTIONS_EXIT_USAGE, "too many observers");
}

/* Made with the first module, which decides the mode. */
void rt_machine(struct rt *r)
{
	struct diag diag = {""};

	choose_mode(r);
	if (r->machine)
		return;
	r->machine = machine_create(&r->opt.machine, r->gmem, &diag);
	if (!r->machine)
		rt_die(OPTIONS_EXIT_USAGE, "%s", diag.text);
	machine_set_stack(r->machine, r->stack_bytes);
	rt_model_open(r);
	r->progress.terminal = isatty(STDERR_FILENO);
	machine_set_print(r->machine, print_device_text, r);
	machine_set_progress(r->machine, show_progress, r);
	machine_set_stall(r->machine, tell_stall, r);
	rt_races_open(r);
	rt_checks_open(r);
	rt_open_trace(r);
}

void rt_context(struct rt *r)
{
	struct diag diag = {""};

	if (!r->ready) {
		rt_options(r);
		r->gmem = gmem_create(r->opt.memory_bytes, r->opt.machine.poison, &diag);
		if (!r->gmem)
			rt_die(OPTIONS_EXIT_USAGE, "%s", diag.text);
		r->stack_bytes = r->opt.machine.stack_bytes;
		r->ready = true;
	}
	if (r->unloaded) {
		rt_parse_modules(r);
		rt_machine(r);
		rt_load_modules(r);
	}
}

/* Memory, variables, streams and errors go; statistics and the trace stay. */
void rt_reset(struct rt *r)
{
	const struct gmem_block *b;

	r->pending = cudaSuccess;
	r->sticky = cudaSuccess;
	r->device_flags = 0;
	r->cache_config = cudaFuncCachePreferNone;
	r->shared_config = cudaSharedMemBankSizeDefault;
	rt_free_handles(r);
	if (!r->ready)
		return;
	rt_unload_modules(r);
	while ((b = gmem_next(r->gmem, NULL)))
		gmem_free(r->gmem, b->addr);
	r->stack_bytes = r->opt.machine.stack_bytes;
	if (r->machine)
		machine_set_stack(r->machine, r->stack_bytes);
}
