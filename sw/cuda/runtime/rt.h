/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * rt: what the files of the CUDA runtime share. Nothing outside this folder includes it.
 *
 *   constructors -> __cudaRegister*()            modules, kernels, variables are noted
 *   first call   -> rt_enter() -> context.c      memory, machine; modules are loaded
 *   every call   -> rt_enter() .. rt_leave()     one lock, sticky errors, last error
 *   exit         -> context.c                    session_finish(): what is left behind
 *
 * The machine, who watches it and what is told of it are the session's (sw/session).
 *
 * Launches and copies happen inside the call: a stream is a promise of order, and the order
 * of the calls keeps it. What a GPU reports late is reported late here too (struct rt,
 * pending).
 */
#ifndef RT_H
#define RT_H

#include <pthread.h>

#include "../../base/mem.h"
#include "../../session/session.h"
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
	bool big_cluster; /* cudaFuncAttributeNonPortableClusterSizeAllowed */
};

struct rt_variable {
	struct rt_variable *next;
	const void *host; /* address of the host shadow */
	const char *name;
	struct rt_module *module;
	uint64_t addr, size; /* 0 until loaded, or when PTX has no such variable */
	uint64_t host_size;  /* bytes of the shadow; 0: unknown */
	bool constant;
	void **managed; /* the host's pointer to it, when it is __managed__; else NULL */
};

struct rt_module {
	struct rt_module *next; /* in order of registration */
	const void *image;      /* what the wrapper points to */
	char *owned;            /* image of a module that the driver API loaded; NULL */
	char name[128];         /* for messages */
	struct ptx_module *ptx; /* between parsing and loading */
	struct machine_module *loaded;
	unsigned target;   /* 70 for sm_70; 0 until parsed */
	bool managed;      /* has __managed__ variables */
	_Atomic bool gone; /* unregistered; set without the lock */
	char refused[192]; /* why it cannot be loaded; "" */
	struct rt_kernel *kernels, **last_kernel;
	struct rt_variable *variables, **last_variable;
};

/* A live stream or event, or a host range given to cudaHostRegister(). */
struct rt_stream_attr {
	struct cudaAccessPolicyWindow window;
	enum cudaSynchronizationPolicy policy; /* 0: never set */
};

struct CUstream_st {
	struct CUstream_st *next;
	uint64_t id; /* of every stream there ever was */
	unsigned flags;
	int priority;
	struct rt_stream_attr attr;
};

struct rt_capture;
struct rt_member;
struct rt_op;

struct CUevent_st {
	struct CUevent_st *next;
	unsigned flags;
	bool recorded;
	uint64_t ns;      /* monotonic host clock at the record */
	uint64_t capture; /* where it was last recorded, if in a captured stream; else 0 */
	struct CUgraphNode_st **at; /* ... and behind which nodes */
	size_t n_at;
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

/* The process has one GPU, and so one of these. */
struct rt {
	pthread_mutex_t lock;
	bool ready; /* context exists */
	bool used;  /* the program itself called the runtime, not the driver API for it */
	bool ended; /* the process ends: at_exit() was here */
	struct session session; /* options, machine, memory, races, report */
	struct rt_module *modules, **last_module;
	unsigned unloaded;     /* modules that wait for rt_load_modules() */
	unsigned n_registered; /* modules ever registered */

	const uint32_t *cluster; /* of the launch at hand, from its attributes; NULL: none */

	cudaError_t pending; /* a kernel's fault that no synchronising call has told yet */
	cudaError_t sticky;  /* told: every later call returns it */

	struct CUstream_st *streams;
	struct rt_stream_attr attr[2]; /* of the legacy stream and the thread's own */
	struct CUevent_st *events;
	struct rt_registered *registered;
	struct rt_host_flags *host_flags;
	struct CUmemPoolHandle_st *pools, *default_pool,
		*current_pool;    /* NULL: not asked for yet */
	struct rt_pooled *pooled; /* allocations out of pools, the latest first */
	struct cudaArray *arrays; /* levels of mipmapped ones, too */
	struct cudaMipmappedArray *mipmaps;
	struct rt_texture *textures;
	struct CUgraph_st *graphs;
	struct CUgraphExec_st *execs;
	struct rt_capture *captures; /* under way */
	struct rt_graph_memory *graph_memory;
	struct rt_condition *conditions;
	struct CUuserObject_st *user_objects;
	uint64_t graph_live, graph_held; /* bytes: there; of graphs, until they are trimmed */
	uint64_t graph_high[2];          /* of graph_held, each to be reset by itself */
	uint64_t n_nodes, n_captures;    /* ever made */
	unsigned device_flags;
	enum cudaFuncCache cache_config;
	enum cudaSharedMemConfig shared_config;
	size_t printf_fifo, heap_size;
	uint32_t pending_launches;      /* by device code */
	uint32_t stack_bytes;           /* of the machine, now */
	void (*on_reset)(struct rt *r); /* the driver API's own memory goes; NULL: it has none */
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
/* Is this thread inside a call of the driver API? */
bool *rt_in_driver(void);

/* "photofinish: note: call: why" once for each call, unless quiet. */
void rt_note(const char *call, const char *why);
/* nvtx.c: the innermost range of NVTX that this host thread is in, "DOMAIN: NAME"; NULL: none.
 * Stays. */
const char *rt_range(void);

/* context.c: makes the context and loads the modules that wait; makes the machine. Errors end the
 * process. rt_reset() empties the context. */
void rt_context(struct rt *r);
void rt_machine(struct rt *r);
void rt_reset(struct rt *r);

/* register.c: made and added to the list */
struct rt_module *rt_module_new(struct rt *r);
struct rt_kernel *rt_kernel_new(struct rt_module *m, const char *name);

/* module.c, fatbin.c */
void rt_parse_modules(struct rt *r); /* fills ptx and target of each new one */
void rt_load_modules(struct rt *r);
void rt_unload_modules(struct rt *r);
/* PTX text inside what a fatbin wrapper points to. -1 and diag when there is none. */
int rt_image_ptx(const void *image, const char **text, size_t *size, struct diag *diag);
/* A module of the driver API; the image (from malloc) is the module's from now on. NULL and diag:
 * it cannot be loaded. Removed: its kernels and variables are gone. */
struct rt_module *rt_module_add(struct rt *r, char *image, struct diag *diag);
void rt_module_remove(struct rt *r, struct rt_module *m);
/* The kernel of this name in PTX, or NULL. */
struct rt_kernel *rt_module_kernel(struct rt_module *m, const char *name);
struct rt_kernel *rt_find_kernel(struct rt *r, const void *host);
/* Memory that host and device share: allocated so, or a __managed__ variable. */
bool rt_managed(const struct rt *r, const struct gmem_block *b);
struct rt_variable *rt_find_variable(struct rt *r, const void *host);

/* What a launch has besides its shape. */
struct rt_extra {
	uint32_t cluster[3]; /* 0: not given */
	bool cooperative;
};

/* launch.c. params: a void * for each parameter (args), or packed bytes (args NULL). */
cudaError_t rt_launch(const void *host, const uint32_t grid[3], const uint32_t block[3],
		      uint64_t shared, cudaStream_t stream, void **args, const uint8_t *packed);
/* With what a cudaLaunchKernelExC() says besides; cluster: NULL or its blocks. */
cudaError_t rt_launch_as(const struct rt_extra *x, const void *host, const uint32_t grid[3],
			 const uint32_t block[3], uint64_t shared, cudaStream_t stream, void **args,
			 const uint8_t *packed);
/* Attributes of a launch. */
cudaError_t rt_extras(struct rt_extra *x, const struct cudaLaunchAttribute_st *attrs, unsigned n);
/* The same within a call that has been entered. */
cudaError_t rt_checked_launch(struct rt *r, const void *host, const uint32_t grid[3],
			      const uint32_t block[3], uint64_t shared, cudaStream_t stream,
			      void **args, const uint8_t *packed);

/* A launch's parameters, as bytes; where each of them is, and behind the last, where all begin. */
struct rt_params {
	uint8_t *bytes;
	void **at;
};
/* The packed bytes of a list that stands instead of parameters; false: it is wrong, or too short
 * for the kernel. */
bool rt_packed(struct rt *r, const void *host, void **extra, const uint8_t **bytes);
/* device.c: shared memory of a block whose kernel has asked for it (cudaFuncSetAttribute). */
uint32_t rt_shared_optin(const struct rt *r);
/* function.c: may a launch have so much dynamic shared memory, as the kernel has asked or not? */
bool rt_shared_allowed(const struct rt *r, const struct rt_kernel *k, uint64_t dynamic);
/* What rt_checked_launch() checks, but the stream. */
cudaError_t rt_check_launch(struct rt *r, const void *host, const uint32_t grid[3],
			    const uint32_t block[3], uint64_t shared, void **args,
			    const uint8_t *packed, struct rt_params *p);
void rt_params_free(struct rt_params *p);
/* cooperative.c: of one whose blocks may wait for each other */
cudaError_t rt_cooperative_launch(struct rt *r, const void *host, const uint32_t grid[3],
				  const uint32_t block[3], uint64_t shared, cudaStream_t stream,
				  void **args, const uint8_t *packed);

/* memory.c. *ptr is NULL for no bytes. */
cudaError_t rt_allocate(struct rt *r, void **ptr, size_t size, enum gmem_kind kind);

/* advice.c: of managed memory, kept for who asks; advice 0: a prefetch */
void rt_advised(struct rt *r, const void *ptr, size_t count, unsigned advice, int device);

/* pool.c. pool: NULL for the device's own. */
cudaError_t rt_pool_allocate(struct rt *r, void **ptr, size_t size, cudaMemPool_t pool);
void rt_pool_freed(struct rt *r, uint64_t addr); /* any address that was freed */
void rt_pools_free(struct rt *r);

/* copy.c */
/* Checks, and copies or fills if asked to. A box without bytes may have no memory. */
cudaError_t rt_copy_3d(struct rt *r, const struct cudaMemcpy3DParms *p, bool now);
cudaError_t rt_fill(struct rt *r, const struct cudaMemsetParams *p, bool now);

/* A whole call, of values of any size. */
cudaError_t rt_fill_call(const struct cudaMemsetParams *p, cudaStream_t stream);

/* graph_memory.c: memory of graphs that holds addr, there or not; NULL. */
struct rt_graph_memory *rt_graph_memory(const struct rt *r, uint64_t addr);
cudaError_t rt_graph_memory_free(struct rt *r, const void *ptr);
void rt_graph_memory_reset(struct rt *r);

/* graph.c: graphs, captures and what is executable */
void rt_graphs_free(struct rt *r);

/* array.c, texture.c: the host's part of them, at a reset */
void rt_arrays_free(struct rt *r);
void rt_textures_free(struct rt *r);

/* stream.c */
bool rt_stream_valid(const struct rt *r, cudaStream_t s);
/* questions.c: of a new one */
uint64_t rt_stream_id(void);
bool rt_event_valid(const struct rt *r, cudaEvent_t e);
void rt_event_record(cudaEvent_t e);

/* capture.c. What a call on a stream asks before it does anything: *at is NULL when it is to be
 * done now; else it is rt_captured() instead, which takes op over. An error ends the call. */
cudaError_t rt_capturing(struct rt *r, cudaStream_t stream, struct rt_member **at);
void rt_captured(struct rt *r, struct rt_member *at, const struct rt_op *op);
cudaError_t rt_capture_copy(struct rt *r, struct rt_member *at, const struct cudaMemcpy3DParms *p);
cudaError_t rt_capture_alloc(struct rt *r, struct rt_member *stream, void **ptr, size_t size);
cudaError_t rt_capture_free(struct rt *r, struct rt_member *stream, void *ptr);
cudaError_t rt_capture_launch(struct rt *r, struct rt_member *at, const void *host,
			      const uint32_t grid[3], const uint32_t block[3], uint64_t shared,
			      void **args, const uint8_t *packed, bool cooperative);
/* For calls that a captured stream does not take, and for those that may not be made while this
 * thread has to be careful: they end the capture's hopes. */
cudaError_t rt_not_captured(struct rt *r, cudaStream_t stream);
cudaError_t rt_unsafe(struct rt *r);
cudaError_t rt_device_wide(struct rt *r);
void rt_stream_gone(struct rt *r, cudaStream_t stream);
void rt_captures_free(struct rt *r);
void rt_capture_record(struct rt *r, struct rt_member *at, cudaEvent_t e, unsigned flags);
cudaError_t rt_capture_wait(struct rt *r, cudaStream_t stream, cudaEvent_t e, unsigned flags);
/* cudaErrorCapturedEvent when it was last recorded in a captured stream. */
cudaError_t rt_event_captured(struct rt *r, cudaEvent_t e);
void rt_free_handles(struct rt *r);

#endif
