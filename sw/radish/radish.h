/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * radish: RADISH (ISCA 2012) as published: exact vector clocks, the last accesses of what is cached
 * in hardware's metadata, all others in software's.
 *
 *   access ─> caches: a line comes, leaves, changes hands
 *          ─> permission, a passed check that is remembered: enough, or
 *          ─> hardware's check: clocks of all caches, in-hardware status: decided, or
 *          ─> software's check: the variable map
 *
 * A processor runs one thread. There is no time in it: checks, evictions and misses are counted,
 * and what they cost is up to who counts. Section numbers are those of the paper. What the paper
 * leaves open, and how it is decided here: docs/radish.md.
 */
#ifndef RADISH_H
#define RADISH_H

#include <stdbool.h>
#include <stdint.h>

enum {
	RADISH_PROCS_MAX = 256,
	RADISH_THREADS_MAX = 4096,
	RADISH_LINE = 64,   /* bytes of a line, data or metadata */
	RADISH_BYTE = 2,    /* bytes of metadata for a byte of data (4.3) */
	RADISH_NOBODY = -1, /* instead of a thread */
};

/* What a clock of the metadata is (5.1): an offset from the processor's base clock, or the number
 * of an entry of its table of clocks with reference counts. */
enum radish_clocks { RADISH_OFFSETS, RADISH_TABLE };

/* How much of what is known of a byte is in hardware (4.3). */
enum radish_status {
	RADISH_IN_SOFTWARE,
	RADISH_LAST_WRITE,
	RADISH_ALL_LAST_READS,
	RADISH_EVERYTHING, /* LAST_WRITE | ALL_LAST_READS */
};

/* What the thread may do without a check (4.3). */
enum radish_permission { RADISH_NONE, RADISH_READ, RADISH_WRITE };

struct radish_cache {
	uint32_t bytes; /* a power of two of lines in each way; 0: without end */
	uint32_t ways;
};

struct radish_config {
	uint32_t procs;   /* 1 to RADISH_PROCS_MAX */
	uint32_t threads; /* procs to RADISH_THREADS_MAX; thread t begins on processor t */
	enum radish_clocks clocks;
	uint32_t clock_bits;     /* of a clock in the metadata, 1 to 8; one code is "never" */
	uint32_t reference_bits; /* of a reference count, 7 to 32 */
	struct radish_cache l1, l2, last; /* l1 and l2 of each processor, last of all */
	bool compact; /* a line of metadata for one of data, until a byte differs from its pair
			 (5.2) */
};

/* That of section 6: 8 cores, 64 KB, 256 KB and 16 MB, 63 clocks with 24-bit counts, compact. */
extern const struct radish_config radish_published;

struct radish_counters {
	uint64_t accesses;        /* calls of radish_access() */
	uint64_t permitted;       /* of them: permissions were enough */
	uint64_t hardware_checks; /* of the others: all that had a check in hardware */
	uint64_t software_checks; /* of those: what hardware could not decide */
	uint64_t races;           /* accesses with a race */
	uint64_t evictions;  /* lines of metadata that left the last cache with a clock in them */
	uint64_t inflations; /* lines of metadata that took a second one, for one byte of a pair */
	uint64_t rollovers;  /* a processor had no clock left */
	uint64_t l1_misses;  /* of data and metadata */
	uint64_t l1_misses_without; /* of data, if there were no metadata */
	/* If software checked behind the access (5.3), whose checks end before its processor
	 * synchronises: most of these at a time, and synchronisations that would have any to wait
	 * for. */
	uint64_t queue_most, drains;
	uint64_t clears; /* writes without coherence event that cleared remote clocks */
};

enum radish_stage { RADISH_BY_PERMISSION, RADISH_BY_HARDWARE, RADISH_BY_SOFTWARE };

struct radish_answer {
	enum radish_stage stage; /* the last one that was needed */
	bool race;
	uint64_t address; /* the first byte that raced */
	int other;        /* thread of the earlier access; RADISH_NOBODY without a race */
	bool other_wrote;
};

struct radish;

/* NULL, and *why says which value is wrong, when c cannot be. */
struct radish *radish_create(const struct radish_config *c, const char **why);
void radish_destroy(struct radish *r);

/* bytes 1 to RADISH_LINE, may cross lines. */
struct radish_answer radish_access(struct radish *r, uint32_t proc, uint64_t address,
				   uint32_t bytes, bool write);
/* Locks are numbers; a lock that nobody released orders nothing (3.1). */
void radish_acquire(struct radish *r, uint32_t proc, uint64_t lock);
void radish_release(struct radish *r, uint32_t proc, uint64_t lock);
/* The lock's clocks become another's, or, with join, no less than those: for libraries of more than
 * locks (4.6). */
void radish_pass(struct radish *r, uint64_t to, uint64_t from, bool join);
/* Thread, which runs nowhere, in the place of proc's; its metadata goes to software first (4.6,
 * eagerly). */
void radish_switch(struct radish *r, uint32_t proc, uint32_t thread);

/* A line of data, or its part of the processor's metadata, leaves the caches; that it is not there
 * is no error. */
void radish_evict_data(struct radish *r, uint32_t proc, uint64_t address);
void radish_evict_metadata(struct radish *r, uint32_t proc, uint64_t address);

const struct radish_counters *radish_counters(const struct radish *r);

/* What is to be seen of one byte (Table 1). Clocks: 0 is never. */
struct radish_view {
	char coherence; /* '-', 'I', 'S' or 'M'; '-': no metadata */
	enum radish_permission permission;
	uint64_t read, write;
};
struct radish_view radish_view(const struct radish *r, uint32_t proc, uint64_t address);
enum radish_status radish_status(const struct radish *r, uint64_t address);
/* Its line's metadata, in any cache, has one place for the byte and the other one of its pair. */
bool radish_compact(const struct radish *r, uint64_t address);
/* The clock that thread knows of other; thread == other: its own. */
uint64_t radish_clock(const struct radish *r, uint32_t thread, uint32_t other);
/* Software's clocks of a byte, of thread's last read and write. */
uint64_t radish_software_read(const struct radish *r, uint64_t address, uint32_t thread);
uint64_t radish_software_write(const struct radish *r, uint64_t address, uint32_t thread);

/* For a state to begin with: what software knows, and clocks. No metadata of the byte may be in
 * hardware, and no clock of the thread that is larger. */
void radish_set_software(struct radish *r, uint64_t address, uint32_t thread, uint64_t read,
			 uint64_t write);
void radish_set_clock(struct radish *r, uint32_t thread, uint32_t other, uint64_t clock);

#endif
