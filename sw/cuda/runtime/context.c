/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * context: the process's one GPU, made when the first call needs it; when the process ends, its
 * session is finished and may decide the exit status.
 */
#include "rt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const char *error_name(int cuda_error)
{
	return cudaGetErrorName((cudaError_t)cuda_error);
}

/* The CUDA runtime is a library without a handle: its state has to be the process's. */
struct rt *rt_state(void)
{
	static struct rt state = {.lock = PTHREAD_MUTEX_INITIALIZER,
				  .session = {.error_name = error_name},
				  .printf_fifo = 1U << 20,
				  .heap_size = 8U << 20,
				  .pending_launches = 2048};

	if (!state.last_module)
		state.last_module = &state.modules;
	return &state;
}

void rt_note(const char *call, const char *why)
{
	enum { NOTES = 64 };
	static const char *said[NOTES];
	unsigned i;

	session_options(&rt_state()->session);
	if (rt_state()->session.opt.quiet)
		return;
	for (i = 0; i < NOTES && said[i]; i++)
		if (!strcmp(said[i], call))
			return;
	if (i == NOTES)
		return;
	said[i] = call;
	fprintf(stderr, "photofinish: note: %s: %s\n", call, why);
}

/* The mode follows what the program was compiled for: the wrong one gives wrong results. */
static void choose_mode(struct rt *r)
{
	const struct rt_module *first = NULL;

	if (r->session.opt.mode_given)
		return;
	for (const struct rt_module *m = r->modules; m; m = m->next) {
		if (!m->target || m->gone)
			continue;
		if (!first)
			first = m;
		if ((first->target >= 70) != (m->target >= 70))
			session_die(&r->session, OPTIONS_EXIT_USAGE,
				    "%s is for sm_%u and %s for sm_%u: one divergence model cannot "
				    "serve both (choose one with --mode)",
				    first->name, first->target, m->name, m->target);
	}
	if (r->session.machine && first &&
	    (first->target >= 70) != (r->session.opt.machine.mode == SIMT_ITS))
		session_die(&r->session, OPTIONS_EXIT_USAGE,
			    "%s is for sm_%u, but the GPU already runs in %s mode "
			    "(choose one with --mode)",
			    first->name, first->target,
			    r->session.opt.machine.mode == SIMT_ITS ? "its" : "lockstep");
	r->session.opt.machine.mode = first && first->target < 70 ? SIMT_LOCKSTEP : SIMT_ITS;
}

/* Runs while all libraries still stand, unlike the runtime's own end. */
static void end_wave(void)
{
	session_model_close(&rt_state()->session);
}

/* Made with the first module, which decides the mode. */
void rt_machine(struct rt *r)
{
	choose_mode(r);
	if (r->session.machine)
		return;
	session_machine(&r->session, r->stack_bytes);
	machine_set_pending_launches(r->session.machine, r->pending_launches);
	if (r->session.opt.wave)
		atexit(end_wave);
}

void rt_context(struct rt *r)
{
	if (!r->ready) {
		session_options(&r->session);
		session_memory(&r->session);
		r->stack_bytes = r->session.opt.machine.stack_bytes;
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
	rt_graphs_free(r);
	rt_free_handles(r);
	if (!r->ready)
		return;
	if (r->on_reset)
		r->on_reset(r);
	rt_unload_modules(r);
	while ((b = gmem_next(r->session.gmem, NULL)))
		gmem_free(r->session.gmem, b->addr);
	r->stack_bytes = r->session.opt.machine.stack_bytes;
	if (r->session.machine)
		machine_set_stack(r->session.machine, r->stack_bytes);
}

/* After the program's own exit handlers and destructors. A program without CUDA in it, such
 * as the photofinish command itself, leaves no report. */
static __attribute__((destructor)) void at_exit(void)
{
	struct rt *r = rt_state();
	struct timespec until;

	if (r->ended)
		return;
	r->ended = true;
	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += 2;
	/* A thread that main() left behind may still be inside a launch. */
	if (pthread_mutex_timedlock(&r->lock, &until)) {
		fprintf(stderr, "photofinish: the program ended inside a launch: no report\n");
		return;
	}
	if (r->modules || r->ready)
		session_options(&r->session);
	/* Asked for, but no kernel ever came: an empty trace is still a trace. */
	if (r->session.trace_file && !r->session.trace && !r->session.machine &&
	    !r->session.finished)
		session_trace(&r->session);
	session_finish(&r->session);
	pthread_mutex_unlock(&r->lock);
}

/* The last that runs: every destructor of every library is done, so that nothing they print is
 * lost by leaving here. */
static void exit_status(int status, void *ctx)
{
	const struct rt *r = ctx;
	int ours;

	at_exit(); /* not yet done when the library came by dlopen() */
	ours = session_exit_status(&r->session);
	if (!r->session.finished || !ours || ours == status || r->session.pid != getpid())
		return;
	fflush(NULL);
	_exit(ours);
}

/* The loader constructs libraries before it registers their destruction, and handlers run last
 * to first. */
static __attribute__((constructor)) void at_start(void)
{
	on_exit(exit_status, rt_state());
}
