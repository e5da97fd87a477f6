/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * rt: what the files of the CUDA runtime share. Nothing outside this folder includes it.
 *
 *   constructors -> __cudaRegister*()            modules, kernels, variables are noted
 *   first call   -> rt_enter() -> context.c      options, memory, machine; modules are loaded
 *   every call   -> rt_enter() .. rt_leave()     one lock, sticky errors, last error
 *   exit         -> report.c                     trace, races, JSON, statistics
 *
 * Launches and copies happen inside the call: a stream is a promise of order, and the order
 * of the calls keeps it. What a GPU reports late is reported late here too (struct rt,
 * pending).
 */
#ifndef RT_H
#define RT_H

#include <pthread.h>

#include "../../../sim/config/config.h"
#include "../../check/check.h"
#include "../../session/options.h"
#include "../../report/report.h"
#include "../../score/pairs.h"
#include "../../trace/trace.h"
#include "../include/cuda_runtime_api.h"
#include "register.h"

struct rt_module;

struct rt_kernel {
	struct rt_kernel *next;
	const void *host;  /* address of the host stub */
	const char *name;  /* in PTX; owned */
	const char *plain; /* demangled; owned */
	struct rt_module *module;
	const struct simt_kernel *k;    /* NULL until loaded, or when PTX has no such entry */
	bool dynamic_set, carveout_set; /* cudaFuncSetAttribute() */
	uint32_t dynamic_shared;
	int carveout;
};

struct rt_variable {
	struct rt_variable *next;
	const void *host; /* address of the host shadow */
	const char *name;
	struct rt_module *module;
	uint64_t addr, size; /* 0 until loaded, or when PTX has no such variable */
	uint64_t host_size;  /* bytes of the shadow; 0: unknown */
	bool constant;
};

struct rt_module {
	struct rt_module *next; /* in order of registration */
	const void *image;      /* what the wrapper points to */
	char name[128];         /* for messages */
	struct ptx_module *ptx; /* between parsing and loading */
	struct machine_module *loaded;
	unsigned target;   /* 70 for sm_70; 0 until parsed */
	_Atomic bool gone; /* unregistered; set without the lock */
	char refused[192]; /* why it cannot be loaded; "" */
	struct rt_kernel *kernels, **last_kernel;
	struct rt_variable *variables, **last_variable;
};

struct rt_launch {
	const char *kernel, *plain; /* the rt_kernel's names */
	uint32_t grid[3], block[3];
	uint64_t shared; /* static + dynamic bytes */
	enum machine_status status;
	int cuda_error;
	uint64_t warp_insns, thread_insns, blocks_done;
};

struct rt_fault {
	uint64_t launch; /* 1, 2, ...: index in launches + 1 */
	int cuda_error;
	bool access;    /* outside of all memory, or misaligned */
	bool continued; /* --on-fault continue: the launch went on */
	size_t dropped; /* if continued: which one of machine_dropped() */
	char *text;     /* owned */
};

/* A live stream or event, or a host range given to cudaHostRegister(). */
struct CUstream_st {
	struct CUstream_st *next;
	unsigned flags;
	int priority;
};

struct CUevent_st {
	struct CUevent_st *next;
	unsigned flags;
	bool recorded;
	uint64_t ns; /* monotonic host clock at the record */
};

struct rt_registered {
	struct rt_registered *next;
	uintptr_t addr;
	size_t size;
	unsigned flags;
};

/* Flags of a cudaHostAlloc(): kept beside the block. */
struct rt_host_flags {
	struct rt_host_flags *next;
	uint64_t addr;
	unsigned flags;
};

struct gpu;

/* Race records of the model, by place and kind. */
struct rt_model_races {
	struct pairs pairs;
	struct score_totals totals;
};

/* The process has one GPU, and so one of these. */
struct rt {
	pthread_mutex_t lock;
	bool ready;    /* context exists */
	bool ended;    /* the process ends: at_exit() was here */
	bool finished; /* report written */
	bool refused;  /* to run at all: there is nothing to say about races */
	struct options opt;
	bool opt_read;
	pid_t pid;                             /* that read them */
	char *json, *sarif, *trace_file, *csv; /* absolute, owned; NULL: not asked for */
	struct gmem *gmem;
	struct machine *machine;
	struct trace_writer *trace;
	/* Races: NULL unless asked for. report: as soon as the machine exists. */
	struct oracle *oracle;
	struct oracle *rules; /* of model scord, beside a detector held against model ptx */
	struct detect *detect;
	struct score *score;
	struct report *report;
	uint64_t memory_hash; /* --memory-hash: of all launches so far */
	/* The GPU clock by clock: NULL without --config. */
	struct gpu *gpu;
	struct sim_config sim;
	struct rt_model_races model_races;
	int race_status;       /* exit status because of races and findings; 0: the program's own */
	struct checks *checks; /* NULL until memory, a machine or the end needs it */
	struct rt_module *modules, **last_module;
	unsigned unloaded;     /* modules that wait for rt_load_modules() */
	unsigned n_registered; /* modules ever registered */

	cudaError_t pending; /* a kernel's fault that no synchronising call has told yet */
	cudaError_t sticky;  /* told: every later call returns it */

	struct CUstream_st *streams;
	struct CUevent_st *events;
	struct rt_registered *registered;
	struct rt_host_flags *host_flags;
	unsigned device_flags;
	enum cudaFuncCache cache_config;
	enum cudaSharedMemConfig shared_config;
	size_t printf_fifo, heap_size;
	uint32_t stack_bytes; /* of the machine, now */

	struct rt_launch *launches;
	size_t n_launches, cap_launches;
	struct rt_fault *faults;
	size_t n_faults, cap_faults;
	size_t n_dropped;      /* of machine_dropped(): those that are in faults */
	uint64_t unlaunched;   /* launches that an earlier fault kept from running */
	uint64_t launch_ns;    /* host time inside launches */
	uint64_t processor_ns; /* the same, as processors spent it */

	struct { /* the launch that runs now */
		const char *name;
		uint64_t start_ns, shown_ns;
		bool shown, terminal;
		unsigned samples; /* since an interrupt */
	} progress;
};

struct rt *rt_state(void);

/* What a call needs before it may go on. */
enum rt_need {
	RT_PLAIN, /* nothing: no context is made, no error handed on */
	RT_ASYNC, /* context; fails when an error is sticky */
	RT_SYNC,  /* as ASYNC, and a pending fault becomes the sticky error */
};

/* Takes the lock and checks. rt_leave() must follow, whatever it returns. */
cudaError_t rt_enter(enum rt_need need);
/* Notes an error as this thread's last one, gives the lock back, returns e. */
cudaError_t rt_leave(cudaError_t e);
/* This thread's last error, for rt_leave() and cudaGetLastError(). */
cudaError_t *rt_last_error(void);

/* One line on standard error, then reports, then _exit(code). Lock held or not. */
void rt_die(int code, const char *fmt, ...) __attribute__((noreturn, format(printf, 2, 3)));
/* "photofinish: note: call: why" once for each call, unless quiet. */
void rt_note(const char *call, const char *why);
uint64_t rt_now_ns(void);
/* Of this process, all of its threads. */
uint64_t rt_processor_ns(void);

/* context.c: reads the options once; makes the context and loads the modules that wait;
 * makes the machine. Errors end the process. rt_reset() empties the context. */
void rt_options(struct rt *r);
void rt_context(struct rt *r);
void rt_machine(struct rt *r);
void rt_open_trace(struct rt *r);
void rt_reset(struct rt *r);

/* module.c, fatbin.c */
void rt_parse_modules(struct rt *r); /* fills ptx and target of each new one */
void rt_load_modules(struct rt *r);
void rt_unload_modules(struct rt *r);
/* PTX text inside what a fatbin wrapper points to. -1 and diag when there is none. */
int rt_image_ptx(const void *image, const char **text, size_t *size, struct diag *diag);
struct rt_kernel *rt_find_kernel(struct rt *r, const void *host);
struct rt_variable *rt_find_variable(struct rt *r, const void *host);

/* launch.c. params: a void * for each parameter (args), or packed bytes (args NULL). */
cudaError_t rt_launch(const void *host, const uint32_t grid[3], const uint32_t block[3],
		      uint64_t shared, cudaStream_t stream, void **args, const uint8_t *packed);
void rt_progress_clear(struct rt *r);

/* model.c: with --config: the machine's size from it; the model made around the machine; after a
 * launch of k its race records; text on standard error; "sim" of the JSON; the end, which completes
 * waves. */
void rt_model_options(struct rt *r);
void rt_model_open(struct rt *r);
void rt_model_collect(struct rt *r, const struct simt_kernel *k);
void rt_model_forget(struct rt *r);
void rt_model_report(const struct rt *r);
void rt_model_close(struct rt *r);
int rt_model_json(const struct rt *r, FILE *f);

/* copy.c */
struct rt_rect { /* a box of bytes; rows and slices of one: 1 */
	size_t width, height, depth;
	size_t pitch, slice; /* bytes from row to row, slice to slice */
};
cudaError_t rt_copy(struct rt *r, void *dst, const struct rt_rect *d, const void *src,
		    const struct rt_rect *s, enum cudaMemcpyKind kind);
cudaError_t rt_copy_linear(struct rt *r, void *dst, const void *src, size_t n,
			   enum cudaMemcpyKind kind);

/* stream.c */
bool rt_stream_valid(const struct rt *r, cudaStream_t s);
void rt_free_handles(struct rt *r);

/* races.c */
void rt_races_open(struct rt *r);    /* with the machine; dies when the machine does not fit */
void rt_races_collect(struct rt *r); /* after a launch: names and lines are resolved now */
void rt_races_forget(struct rt *r);  /* modules go: kernels are no identity any more */
void rt_races_close(struct rt *r);   /* collects the last launch; decides race_status */
void rt_races_report(struct rt *r);  /* text on standard error */

/* interrupt.c: SIGINT and SIGTERM, if the program leaves them alone, stop a launch. */
void rt_interrupt_begin(void);
void rt_interrupt_end(void);
void rt_interrupt_look(struct rt *r); /* from the machine's progress function */
int rt_interrupted(void);             /* exit code, 128 + the signal; 0: none has come */

/* faults.c */
void rt_fault_launched(struct rt *r, enum machine_status status, const struct machine_fault *f);
void rt_fault_report(const struct rt *r); /* the last lines on standard error */
int rt_exit_status(const struct rt *r);   /* 0: the program's own */

/* checks.c */
void rt_checks_open(struct rt *r);         /* with the machine */
void rt_checks_close(struct rt *r);        /* looks for leaks; decides race_status, too */
void rt_checks_report(const struct rt *r); /* text on standard error */
/* The host has written n bytes at dst; src: copied from there, NULL: filled. */
void rt_checks_wrote(struct rt *r, const void *dst, const void *src, size_t n);

/* report.c */
void rt_check_json(struct rt *r); /* FILEs of --json and --sarif may be written? else dies */
void rt_finish(struct rt *r);     /* trace, races, JSON, statistics: once */

#endif
