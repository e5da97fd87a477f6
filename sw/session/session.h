/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * session: one run of a program on the GPU: its options, the machine and its memory, who watches
 * the machine, what is counted, and what is left behind.
 *
 *   session_options()   environment -> options; files of the report can be written?
 *   session_memory()    device memory
 *   session_machine()   machine, modelled GPU, oracle, detector, checks, trace
 *   session_run()       a launch, start to end; then its races, findings and faults
 *   session_finish()    trace, races, JSON, statistics
 *
 * It knows nothing of CUDA's calls: modules, streams and which call tells which error are the
 * runtime's. What the user did wrong ends the process with one line (session_die()).
 */
#ifndef SESSION_H
#define SESSION_H

#include <stdio.h>
#include <sys/types.h>

#include "../../sim/config/config.h"
#include "../check/check.h"
#include "../report/report.h"
#include "../score/pairs.h"
#include "../trace/trace.h"
#include "options.h"

struct detect;
struct gpu;
struct grace;
struct iguard;
struct exact;

struct session_launch {
	const char *kernel, *plain; /* names, in PTX and demangled; borrowed */
	const char *range;          /* of NVTX, that it was made in, or NULL; likewise */
	uint32_t grid[3], block[3];
	uint64_t shared; /* static + dynamic bytes */
	enum machine_status status;
	int cuda_error;
	uint64_t warp_insns, thread_insns, blocks_done;
	uint64_t parent; /* the launch whose thread launched it; 0: the host did */
};

struct session_fault {
	uint64_t launch; /* 1, 2, ...: index in launches + 1 */
	int cuda_error;
	bool access;    /* outside of all memory, or misaligned */
	bool continued; /* --on-fault continue: the launch went on */
	size_t dropped; /* if continued: which one of machine_dropped() */
	char *text;     /* owned */
};

/* Race records of the modelled GPU, by place and kind. */
struct session_model_races {
	struct pairs pairs;
	struct score_totals totals;
};

/* The line on a terminal that says how far the launch is that runs now. */
struct session_progress {
	const char *name;
	uint64_t start_ns, shown_ns;
	bool shown, terminal;
	bool sampling; /* since an interrupt */
};

/* Zero but for error_name before session_options(). */
struct session {
	const char *(*error_name)(int cuda_error);
	bool finished; /* report written */
	bool refused;  /* to run at all: there is nothing to say about races */
	struct options opt;
	bool opt_read;
	pid_t pid; /* that read them */
	char *json, *sarif, *trace_file, *csv, *sample,
		*wave; /* absolute, owned; NULL: not asked for */
	struct gmem *gmem;
	struct machine *machine;
	struct trace_writer *trace;
	/* Races: NULL unless asked for. report: as soon as the machine exists. */
	struct oracle *oracle;
	struct oracle *rules; /* of model scord, beside a detector held against model ptx */
	struct detect *detect;
	struct shared *shared;
	struct iguard *iguard;
	struct exact *exact;
	struct grace *grace;
	struct score *score;
	struct report *report;
	uint64_t memory_hash; /* --memory-hash: of all launches so far */
	/* The GPU clock by clock: NULL without --config. */
	struct gpu *gpu;
	struct sim_config sim;
	struct session_model_races model_races;
	int race_status;       /* exit status because of races and findings; 0: the program's own */
	struct checks *checks; /* NULL until memory, a machine or the end needs it */

	struct session_launch *launches;
	size_t n_launches, cap_launches;
	struct session_fault *faults;
	size_t n_faults, cap_faults;
	size_t n_dropped;     /* of machine_dropped(): those that are in faults */
	struct session_name { /* of kernels that device code launched */
		const struct simt_kernel *kernel;
		char *name, *plain;
	} * names;
	size_t n_names, cap_names;
	uint64_t unlaunched;   /* launches that an earlier fault kept from running */
	uint64_t launch_ns;    /* host time inside launches */
	uint64_t processor_ns; /* the same, as processors spent it */
	struct session_progress progress;
};

/* One line on standard error, then reports, then _exit(code). */
void session_die(struct session *s, int code, const char *fmt, ...)
	__attribute__((noreturn, format(printf, 3, 4)));
/* Host time that only goes forward. */
uint64_t session_now_ns(void);

/* Reads the options, once. */
void session_options(struct session *s);
/* Device memory, of the size and content that the options say. */
void session_memory(struct session *s);
/* The machine, with so many bytes of stack a thread, the modelled GPU around it, and all who watch
 * it. opt.machine.mode has been chosen. */
void session_machine(struct session *s, uint32_t stack_bytes);
/* --trace, with or without a machine. */
void session_trace(struct session *s);

/* Runs a launch that machine_check_launch() finds right, and all that its threads launch. l: names,
 * grid, block. The machine's
 * status, when the process goes on after it: MACHINE_OK, or MACHINE_FAULT with *fault filled. */
enum machine_status session_run(struct session *s, const struct session_launch *l,
				const struct simt_kernel *k, uint64_t dynamic_shared,
				const void *params, struct machine_fault *fault);
/* Modules go: kernels are no identity any more. */
void session_forget(struct session *s);
/* The host has written n bytes at dst; src: copied from there, NULL: filled. */
void session_wrote(struct session *s, const void *dst, const void *src, size_t n);

/* Trace, races, JSON, statistics: once, and not in a forked child. */
void session_finish(struct session *s);
/* Completes --wave's file; has to run while the Verilog's library still stands. */
void session_model_close(struct session *s);
/* Of the process, when it is over; 0: the program's own. */
int session_exit_status(const struct session *s);

#endif
