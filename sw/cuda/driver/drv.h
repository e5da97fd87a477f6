/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * drv: what the files of the driver API share. Nothing outside this folder includes it.
 *
 *   cuInit(), cuCtxCreate()  -> context.c     a stack of contexts for each host thread
 *   cuModuleLoad*(), cuLink  -> module.c, link.c  PTX text becomes a module of the runtime
 *   cuMem*, cuLaunch*, ...   -> the runtime's own calls, whose errors have the same numbers
 *
 * There is one device memory: what contexts keep apart is who frees what.
 */
#ifndef DRV_H
#define DRV_H

#include "../include/cuda.h"
#include "../runtime/rt.h"

/* An allocation of a context, freed with it. */
struct drv_block {
	struct drv_block *next;
	void *ptr;
	bool host;
};

struct CUmod_st {
	struct CUmod_st *next;
	struct rt_module *module;
};

struct CUctx_st {
	struct CUctx_st *next; /* all that were made and not destroyed */
	unsigned flags;
	unsigned retained; /* the primary one: how often */
	struct CUmod_st *modules;
	struct drv_block *blocks;
};

/* context.c. The lock is the runtime's; drv_lock() and drv_unlock() are for what is the driver's
 * own, between calls of the runtime and not around them. */
void drv_lock(void);
void drv_unlock(void);
/* May a call go on that needs cuInit(); that needs a context? */
CUresult drv_initialised(void);
CUresult drv_ready(void);
struct CUctx_st *drv_current(void);
bool drv_is_primary(const struct CUctx_st *ctx);

/* memory.c: frees what a context still has; forgets one block. */
void drv_free_blocks(struct CUctx_st *ctx);
/* module.c */
void drv_unload_all(struct CUctx_st *ctx);
CUresult drv_load(CUmodule *module, char *image, char *why, size_t why_size);
/* The log buffers among the options of a load or a link; NULL where there is none. */
struct drv_logs {
	char *error;
	size_t error_size;
	char *info;
	size_t info_size;
};
CUresult drv_options(unsigned n, const CUjit_option *options, void **values, struct drv_logs *logs);
/* A copy of the image that starts at data, ended by NUL; NULL and why: it is none. */
char *drv_image(const void *data, size_t size, struct diag *why);
/* The same of a file. */
char *drv_read(const char *path, CUresult *e);

/* error.c: a result of the runtime as one of the driver. DRV() calls the runtime and leaves the
 * thread's last runtime error alone, which a call of the driver does not set. */
CUresult drv_of(cudaError_t e);
void drv_begin(void);
CUresult drv_end(cudaError_t e);
#define DRV(call) (drv_begin(), drv_end(call))
/* The runtime's lock, with its context made; drv_unlock() follows, whatever it returns. */
CUresult drv_enter(void);

#endif
