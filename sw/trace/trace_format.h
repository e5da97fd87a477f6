/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * trace_format: the numbers and names of the trace format, once for writer and reader.
 *
 * docs/trace.md describes the format; a change here is a new TRACE_VERSION.
 */
#ifndef TRACE_FORMAT_H
#define TRACE_FORMAT_H

#include "trace.h"

enum {
	TRACE_VERSION = 2,
	TRACE_MAGIC_BYTES = 8,
	TRACE_PREAMBLE_BYTES = 12, /* magic and version */

	/* Limits, kept by the writer and enforced by the reader: memory stays bounded. */
	TRACE_MAX_FRAME = 1 << 20, /* unpacked bytes */
	TRACE_MAX_STRING = 1 << 15,
	TRACE_MAX_STRINGS = 1 << 26, /* bytes of all names together */
	TRACE_MAX_KERNELS = 1 << 16,
	TRACE_MAX_FILES = 1 << 16,
	TRACE_MAX_SITES = 1 << 20,
	TRACE_MAX_DATA = SIMT_MAX_SYS_ARGS, /* value rows of an operation */
};

#define TRACE_MAGIC "PFTRACE" /* and its terminating 0 */

enum trace_tag {
	TRACE_TAG_HEADER = 1,
	TRACE_TAG_FILE = 2,
	TRACE_TAG_KERNEL = 3,
	TRACE_TAG_SITE = 4,
	TRACE_TAG_LAUNCH_BEGIN = 16,
	TRACE_TAG_LAUNCH_END = 17,
	TRACE_TAG_BLOCK_BEGIN = 18,
	TRACE_TAG_BLOCK_END = 19,
	TRACE_TAG_OP = 20,
	TRACE_TAG_BARRIER_RELEASE = 21,
	TRACE_TAG_WARP_EXIT = 22,
	TRACE_TAG_END = 31,
	TRACE_TAG_SAME = 0x80, /* or-ed to 18..22: who is as in the record before */
};

/* How the values of one operation's lanes are written. */
enum trace_form { TRACE_FORM_EQUAL, TRACE_FORM_STRIDE, TRACE_FORM_LIST };

/* The part of an operation that its place in the program fixes. */
struct trace_site {
	uint32_t kernel, pc;
	uint8_t kind, space, sem, scope, type, atom, size, vec, bar_mode, syscall;
};

/* The enumerations that the format writes by name. */
enum trace_list {
	TRACE_KINDS, /* enum simt_op_kind */
	TRACE_SPACES,
	TRACE_SEMS,
	TRACE_SCOPES,
	TRACE_TYPES,
	TRACE_ATOMS,
	TRACE_BARS,    /* of enum ptx_mode only the barrier's */
	TRACE_SYSCALLS /* enum simt_syscall */
};

/* Name of a value; NULL where the format has none. */
const char *trace_name(enum trace_list list, unsigned value);
/* Value of a name of n bytes, or -1. */
int trace_value(enum trace_list list, const char *name, size_t n);

/* Fills s from an operation; what does not belong to its kind becomes 0. */
void trace_site_of(struct trace_site *s, uint32_t kernel, const struct simt_op *op);
/* Is every field within what its kind allows? */
bool trace_site_valid(const struct trace_site *s);

static inline bool trace_site_has_address(const struct trace_site *s)
{
	return s->kind <= SIMT_OP_RED;
}

static inline bool trace_site_is_bar_red(const struct trace_site *s)
{
	return s->bar_mode == PTX_MODE_BAR_RED_POPC || s->bar_mode == PTX_MODE_BAR_RED_AND ||
	       s->bar_mode == PTX_MODE_BAR_RED_OR;
}

/* Rows of data[] that an operation of this site carries; data2, and which lanes failed, only for
 * cas. */
unsigned trace_site_rows(const struct trace_site *s);

static inline bool trace_site_has_data2(const struct trace_site *s)
{
	return s->atom == PTX_ATOM_CAS;
}

/* Are the values of mask's lanes base + (lane - lowest lane) * stride? EQUAL: stride is 0. */
enum trace_form trace_form_of(const uint64_t value[SIMT_LANES], uint32_t mask, uint64_t *base,
			      uint64_t *stride);

#endif
