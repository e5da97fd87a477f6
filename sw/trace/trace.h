/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * trace: every warp operation of a run, in the order performed, in a file.
 *
 *   machine -> trace_writer (an observer) -> zstd -> FILE -> trace_reader -> records
 *
 * Streaming on both sides: memory does not grow with the run. docs/trace.md is the format.
 */
#ifndef TRACE_H
#define TRACE_H

#include "../machine/machine.h"

struct trace_writer;

/* Creates FILE (an existing file is replaced only when it already is a trace or is empty:
 * anything else a user wrote is refused). command: the command line, kept in the header. */
struct trace_writer *trace_writer_open(const char *path, const struct machine_config *c,
				       const char *command, struct diag *diag);
const struct machine_observer *trace_writer_observer(struct trace_writer *w);
/* Finishes the file. -1 and diag when any write failed. Frees w. */
int trace_writer_close(struct trace_writer *w, struct diag *diag);

enum trace_kind {
	TRACE_LAUNCH_BEGIN,
	TRACE_LAUNCH_END,
	TRACE_BLOCK_BEGIN,
	TRACE_BLOCK_END,
	TRACE_OP,
	TRACE_BARRIER_RELEASE,
	TRACE_WARP_EXIT
};

struct trace_record {
	enum trace_kind kind;
	/* Every record: the launch it belongs to. */
	uint64_t launch;
	const char *kernel;
	uint32_t grid[3], block[3], shared_bytes, warps_per_block, blocks_per_sm;
	int mode;       /* enum simt_mode */
	int cuda_error; /* LAUNCH_END */
	/* All but LAUNCH_*: who (BLOCK_*: warp is 0). */
	uint32_t sm, slot, warp;
	uint64_t block_index;
	struct simt_op op; /* OP; fields that do not belong to its kind are 0 */
	const char *file;  /* OP: source line, NULL when unknown */
	uint32_t line, col;
	uint32_t bar_id, mask; /* BARRIER_RELEASE */
};

struct trace_header {
	uint32_t version;
	uint64_t seed;
	int scheduler, mode; /* enum machine_scheduler, enum simt_mode */
	uint32_t sms, threads_per_sm, blocks_per_sm, shared_per_sm;
	const char *tool, *command; /* photofinish's version, command line */
};

struct trace_reader;
/* Opens FILE ("-": standard input) and fills *h; its strings live as long as the reader. */
struct trace_reader *trace_reader_open(const char *path, struct trace_header *h, struct diag *diag);
/* The same from memory, which must outlive the reader; name is for messages. */
struct trace_reader *trace_reader_open_memory(const void *bytes, size_t size, const char *name,
					      struct trace_header *h, struct diag *diag);
/* 1: *r filled (pointers valid until the next call); 0: end; -1: diag ("file: byte N: what").
 * After 0 or -1 it stays with that answer. */
int trace_reader_next(struct trace_reader *t, struct trace_record *r, struct diag *diag);
void trace_reader_close(struct trace_reader *t);

#endif
