/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * gmem: the modelled GPU's global memory, and who owns which bytes of it.
 *
 * One arena is mapped at a fixed address, so that device pointers are the same in every
 * run and the host can dereference them (managed memory needs that). Freed ranges are
 * not handed out again until the arena is used up, so that a use after free is seen.
 */
#ifndef GMEM_H
#define GMEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../base/diag.h"

#define GMEM_BASE 0x0000200000000000ULL

enum gmem_kind {
	GMEM_DEVICE,
	GMEM_MANAGED,
	GMEM_HOST,
	GMEM_VARIABLE, /* __device__ */
	GMEM_CONST,    /* __constant__ */
	GMEM_HEAP,     /* device malloc */
	GMEM_MAPPED,   /* physical memory at addresses that were reserved, */
	GMEM_READABLE, /* the same, to be read only, */
	GMEM_RESERVED  /* and addresses without memory, or without access: always freed */
};

struct gmem_block {
	uint64_t addr, size; /* size as asked for, bytes */
	enum gmem_kind kind;
	bool freed;
	uint32_t serial;  /* 1, 2, .. in order of allocation */
	const char *name; /* variable's name, or NULL */
};

struct gmem;

/* capacity in bytes (reserved, not committed); poison: fresh memory is 0xcc.. instead of 0. */
struct gmem *gmem_create(uint64_t capacity, bool poison, struct diag *diag);
void gmem_destroy(struct gmem *g);

/* Returns the address, 256-byte aligned or more (align a power of two), 0 when full. */
uint64_t gmem_alloc(struct gmem *g, uint64_t size, uint64_t align, enum gmem_kind kind,
		    const char *name);
/* 0, or -1 when addr is not the start of a live block. */
int gmem_free(struct gmem *g, uint64_t addr);

/* A live block whose memory goes, but whose addresses stay its own (as those of a freed block: an
 * access is one after the free), and which may come back, as new memory. 0, or -1 when addr is not
 * the start of such a block. */
int gmem_park(struct gmem *g, uint64_t addr);
int gmem_unpark(struct gmem *g, uint64_t addr);

/* Addresses without memory: a parked block, as long as nothing is mapped. 0 when there is no room.
 * Physical memory (a file, as memfd_create() makes one) at a part of them, which is a block of its
 * own from then on: without access; -1 when something is there already, or the system has no more.
 * Access, for a whole such block. Taken away again. The addresses themselves, when nothing is
 * mapped. Sizes and addresses of parts are multiples of the system's pages. */
uint64_t gmem_reserve(struct gmem *g, uint64_t size, uint64_t align);
int gmem_map(struct gmem *g, uint64_t addr, uint64_t size, int fd);
int gmem_allow(struct gmem *g, uint64_t addr, enum gmem_kind kind);
int gmem_unmap(struct gmem *g, uint64_t addr);
int gmem_unreserve(struct gmem *g, uint64_t addr);
/* Physical memory that comes (or goes, add negative), counted as used; -1: there is not so much. */
int gmem_count(struct gmem *g, int64_t add);

/* Block (live or freed) that contains addr, or NULL. */
const struct gmem_block *gmem_find(const struct gmem *g, uint64_t addr);
/* Nearest live block at or below addr: for "12 bytes past the end of ..." messages. */
const struct gmem_block *gmem_nearest(const struct gmem *g, uint64_t addr);
/* Host pointer to [addr, addr+size) when it lies within one live block, or mapped ones that touch,
 * else NULL. */
void *gmem_host(const struct gmem *g, uint64_t addr, uint64_t size);
bool gmem_in_arena(uint64_t addr); /* could be a device pointer */
void gmem_usage(const struct gmem *g, uint64_t *used, uint64_t *capacity);
/* Walks live blocks in address order. */
const struct gmem_block *gmem_next(const struct gmem *g, const struct gmem_block *after);

#endif
