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
enum drv_kind { DRV_DEVICE, DRV_HOST, DRV_ARRAY, DRV_MIPMAP };

struct drv_block {
	struct drv_block *next;
	void *ptr;
	enum drv_kind kind;
};

struct CUmod_st {
	struct CUmod_st *next;
	struct rt_module *module;
	struct CUtexref_st *textures; /* references that were asked for */
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

/* memory.c: notes a block of the current context, forgets it; frees what a context still has. */
void drv_note(void *ptr, enum drv_kind kind);
void drv_forget(const void *ptr);
void drv_free_blocks(struct CUctx_st *ctx);
/* copy.c, array.c: the runtime's words for the same thing; an error: there is none. */
CUresult drv_copy_3d(const CUDA_MEMCPY3D *c, struct cudaMemcpy3DParms *p);
bool drv_channels(CUarray_format format, unsigned n, struct cudaChannelFormatDesc *desc);
CUarray_format drv_format(const struct cudaChannelFormatDesc *desc, unsigned *n);
/* texref.c: those of a module that goes */
void drv_references_free(struct CUmod_st *m);
/* module.c. Enters the runtime with a module of the current context; drv_unlock() follows when
 * there is no error. A variable by its plain name; 0: there is none. */
CUresult drv_enter_module(CUmodule module, struct CUmod_st ***at);
uint64_t drv_variable(const struct machine_module *m, const char *name, uint64_t *size);
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
