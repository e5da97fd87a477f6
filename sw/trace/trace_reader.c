/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * trace_reader: frames back to records, with every number checked before it is used.
 */
#include "trace_frames.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

struct site {
	struct trace_site site;
	uint32_t file, line, col; /* file 0: unknown */
	uint64_t last_addr;
};

struct trace_reader {
	struct trace_frames frames;
	char *name;
	const uint8_t *p, *end; /* rest of the frame */
	bool bad;               /* a number ran past the frame's end or over 64 bits */
	int answer;             /* of the last trace_reader_next: 1 while there is more */
	struct diag diag;

	struct arena arena; /* names */
	size_t string_bytes;
	const char **files, **kernels;
	size_t n_files, cap_files, n_kernels, cap_kernels;
	struct site *sites;
	size_t n_sites, cap_sites;

	struct trace_header header;
	bool in_launch;
	uint32_t kernel;
	uint64_t n_blocks; /* of the launch's grid */
	uint64_t n_records;
	struct trace_record current; /* launch and who, carried from record to record */
};

__attribute__((format(printf, 2, 3))) static int fail(struct trace_reader *t, const char *fmt, ...)
{
	char text[DIAG_TEXT];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	return diag_set(&t->diag, t->name, 0,
			"byte %" PRIu64 ": %s (unpacked byte %zu, record %" PRIu64 ")",
			t->frames.frame_offset, text, (size_t)(t->p - t->frames.raw),
			t->n_records + 1);
}

/* Numbers and strings */

static uint64_t get(struct trace_reader *t)
{
	uint64_t v = 0;

	for (unsigned shift = 0; shift < 64; shift += 7) {
		uint8_t b;

		if (t->p == t->end)
			break;
		b = *t->p++;
		if (shift == 63 && b > 1)
			break;
		v |= (uint64_t)(b & 0x7f) << shift;
		if (b < 0x80)
			return v;
	}
	t->bad = true;
	return 0;
}

static uint64_t get_signed(struct trace_reader *t)
{
	uint64_t v = get(t);

	return (v >> 1) ^ (0 - (v & 1));
}

/* A number of at most max; larger is an error. */
static uint32_t get_upto(struct trace_reader *t, uint32_t max)
{
	uint64_t v = get(t);

	t->bad |= v > max;
	return v > max ? 0 : (uint32_t)v;
}

static uint32_t get32(struct trace_reader *t)
{
	return get_upto(t, UINT32_MAX);
}

/* Bytes of a string in the frame; never NULL. */
static const char *get_bytes(struct trace_reader *t, size_t *n)
{
	const char *s;

	*n = get_upto(t, TRACE_MAX_STRING);
	if (*n > (size_t)(t->end - t->p) || memchr(t->p, 0, *n)) {
		t->bad = true;
		*n = 0;
	}
	s = (const char *)t->p;
	t->p += *n;
	return s;
}

/* A string that stays, counted towards the limit. */
static const char *get_name(struct trace_reader *t)
{
	size_t n;
	const char *s = get_bytes(t, &n);

	t->string_bytes += n + 1;
	if (t->bad || t->string_bytes > TRACE_MAX_STRINGS) {
		t->bad = true;
		return "";
	}
	return arena_strndup(&t->arena, s, n);
}

/* A value written by name. */
static uint8_t get_value(struct trace_reader *t, enum trace_list list)
{
	size_t n;
	const char *s = get_bytes(t, &n);
	int v = trace_value(list, s, n);

	t->bad |= v < 0;
	return v < 0 ? 0 : (uint8_t)v;
}

/* Tables */

static int read_header(struct trace_reader *t)
{
	struct trace_header *h = &t->header;

	if (t->p == t->end || *t->p != TRACE_TAG_HEADER)
		return fail(t, "no header record");
	t->p++;
	h->seed = get(t);
	h->scheduler = (int)get_upto(t, MACHINE_RANDOM);
	h->mode = (int)get_upto(t, SIMT_ITS);
	h->sms = get32(t);
	h->threads_per_sm = get32(t);
	h->blocks_per_sm = get32(t);
	h->shared_per_sm = get32(t);
	h->tool = get_name(t);
	h->command = get_name(t);
	return t->bad ? fail(t, "damaged header record") : 0;
}

static int read_file(struct trace_reader *t)
{
	const char *name = get_name(t);

	if (t->bad || t->n_files == TRACE_MAX_FILES)
		return fail(t, "damaged file record");
	t->files = mem_grow(t->files, &t->cap_files, t->n_files, sizeof(*t->files));
	t->files[t->n_files++] = name;
	return 0;
}

static int read_kernel(struct trace_reader *t)
{
	const char *name = get_name(t);

	if (t->bad || t->n_kernels == TRACE_MAX_KERNELS)
		return fail(t, "damaged kernel record");
	t->kernels = mem_grow(t->kernels, &t->cap_kernels, t->n_kernels, sizeof(*t->kernels));
	t->kernels[t->n_kernels++] = name;
	return 0;
}

static int read_site(struct trace_reader *t)
{
	struct site s;

	memset(&s, 0, sizeof(s));
	s.site.kernel = get32(t);
	s.site.pc = get32(t);
	s.site.kind = get_value(t, TRACE_KINDS);
	s.site.space = get_value(t, TRACE_SPACES);
	s.site.sem = get_value(t, TRACE_SEMS);
	s.site.scope = get_value(t, TRACE_SCOPES);
	s.site.type = get_value(t, TRACE_TYPES);
	s.site.atom = get_value(t, TRACE_ATOMS);
	s.site.bar_mode = get_value(t, TRACE_BARS);
	if (s.site.kind == SIMT_OP_SYSCALL)
		s.site.syscall = get_value(t, TRACE_SYSCALLS);
	else
		t->bad |= get(t) != 0;
	s.site.size = (uint8_t)get_upto(t, 8);
	s.site.vec = (uint8_t)get_upto(t, 4);
	s.file = get32(t);
	s.line = get32(t);
	s.col = get32(t);
	if (t->bad || !trace_site_valid(&s.site) || s.site.kernel >= t->n_kernels ||
	    s.file > t->n_files || t->n_sites == TRACE_MAX_SITES)
		return fail(t, "damaged site record");
	t->sites = mem_grow(t->sites, &t->cap_sites, t->n_sites, sizeof(*t->sites));
	t->sites[t->n_sites++] = s;
	return 0;
}

/* Records */

static int read_launch_begin(struct trace_reader *t)
{
	struct trace_record *c = &t->current;
	uint64_t launch = get(t), threads = 1;
	bool over = false;

	t->kernel = get32(t);
	t->n_blocks = 1;
	for (int d = 0; d < 3; d++) {
		c->grid[d] = get32(t);
		over |= __builtin_mul_overflow(t->n_blocks, c->grid[d], &t->n_blocks);
	}
	for (int d = 0; d < 3; d++) {
		c->block[d] = get32(t);
		over |= __builtin_mul_overflow(threads, c->block[d], &threads);
	}
	c->shared_bytes = get32(t);
	c->warps_per_block = get32(t);
	c->blocks_per_sm = get32(t);
	c->mode = (int)get_upto(t, SIMT_ITS);
	if (t->in_launch || t->bad || over || launch <= c->launch || t->kernel >= t->n_kernels ||
	    !t->n_blocks || !threads ||
	    c->warps_per_block != threads / SIMT_LANES + !!(threads % SIMT_LANES))
		return fail(t, "damaged launch record");
	c->launch = launch;
	c->kernel = t->kernels[t->kernel];
	t->in_launch = true;
	return 1;
}

static int read_who(struct trace_reader *t, unsigned tag, bool same)
{
	struct trace_record *c = &t->current;
	bool is_block = tag == TRACE_TAG_BLOCK_BEGIN || tag == TRACE_TAG_BLOCK_END;

	if (!same) {
		c->sm = get32(t);
		c->slot = get32(t);
		c->block_index = get(t);
		c->warp = is_block ? 0 : get32(t);
	} else if (is_block && c->warp) {
		t->bad = true;
	}
	if (t->bad || c->sm >= t->header.sms || c->slot >= t->header.blocks_per_sm ||
	    c->block_index >= t->n_blocks || c->warp >= c->warps_per_block)
		return fail(t, "SM, slot, block or warp out of range");
	return 0;
}

static void read_form(struct trace_reader *t, uint32_t mask, uint64_t base, bool strided,
		      uint64_t value[SIMT_LANES])
{
	unsigned first = (unsigned)__builtin_ctz(mask);
	uint64_t stride = strided ? get_signed(t) : 0;

	for (; mask; mask &= mask - 1) {
		unsigned lane = (unsigned)__builtin_ctz(mask);

		value[lane] = base + (lane - first) * stride;
	}
}

static void read_addresses(struct trace_reader *t, struct site *s, uint32_t mask,
			   uint64_t addr[SIMT_LANES])
{
	uint64_t last = s->last_addr;
	uint32_t form;

	if (!mask)
		return;
	form = get_upto(t, TRACE_FORM_LIST);
	if (form != TRACE_FORM_LIST)
		read_form(t, mask, last + get_signed(t), form == TRACE_FORM_STRIDE, addr);
	else
		for (uint32_t m = mask; m; m &= m - 1)
			last = addr[__builtin_ctz(m)] = last + get_signed(t);
	s->last_addr = addr[__builtin_ctz(mask)];
}

static void read_data(struct trace_reader *t, uint32_t mask, unsigned size,
		      uint64_t value[SIMT_LANES])
{
	uint64_t keep = size == 8 ? UINT64_MAX : (UINT64_C(1) << (8 * size)) - 1;
	uint32_t form;

	if (!mask)
		return;
	form = get_upto(t, TRACE_FORM_LIST);
	if (form != TRACE_FORM_LIST) {
		read_form(t, mask, get(t), form == TRACE_FORM_STRIDE, value);
		for (uint32_t m = mask; m; m &= m - 1)
			t->bad |= value[__builtin_ctz(m)] > keep;
		return;
	}
	if ((size_t)(t->end - t->p) < size * (size_t)__builtin_popcount(mask)) {
		t->bad = true;
		return;
	}
	for (; mask; mask &= mask - 1)
		for (unsigned b = 0; b < size; b++)
			value[__builtin_ctz(mask)] |= (uint64_t)*t->p++ << (8 * b);
}

static int read_op(struct trace_reader *t, struct trace_record *r)
{
	struct simt_op *op = &r->op;
	uint32_t i = get32(t);
	const struct trace_site *s;
	unsigned size;

	if (t->bad || i >= t->n_sites || t->sites[i].site.kernel != t->kernel)
		return fail(t, "operation of an unknown place");
	s = &t->sites[i].site;
	*op = (struct simt_op){.kind = s->kind,
			       .pc = s->pc,
			       .mask = get32(t),
			       .space = s->space,
			       .sem = s->sem,
			       .scope = s->scope,
			       .type = s->type,
			       .atom = s->atom,
			       .size = s->size,
			       .vec = s->vec,
			       .bar_mode = s->bar_mode,
			       .syscall = s->syscall};
	r->file = t->sites[i].file ? t->files[t->sites[i].file - 1] : NULL;
	r->line = t->sites[i].line;
	r->col = t->sites[i].col;
	size = trace_site_has_address(s) ? s->size : 8;
	if (trace_site_has_address(s))
		read_addresses(t, &t->sites[i], op->mask, op->addr);
	for (unsigned row = 0; row < trace_site_rows(s); row++)
		read_data(t, op->mask, size, op->data[row]);
	if (trace_site_has_data2(s)) {
		read_data(t, op->mask, size, op->data2);
		op->failed = get32(t);
		if (op->failed & ~op->mask)
			fail(t, "cas failed in a lane that took no part");
	}
	if (s->kind == SIMT_OP_BAR) {
		op->bar_id = get32(t);
		op->bar_count = get32(t);
		op->bar_pred = trace_site_is_bar_red(s) ? get32(t) : 0;
	}
	return t->bad ? fail(t, "damaged operation") : 1;
}

static int read_end(struct trace_reader *t)
{
	uint64_t n = get(t);
	struct diag diag;
	int r;

	if (t->bad || n != t->n_records)
		return fail(t, "end record counts %" PRIu64 " records", n);
	if (t->p != t->end)
		return fail(t, "something follows the end record");
	r = trace_frames_next(&t->frames, &diag);
	if (!r)
		return 0;
	return r < 0 ? (t->diag = diag, -1) : fail(t, "something follows the end record");
}

/* A record other than a definition: 1, 0 at the end, or -1. */
static int read_record(struct trace_reader *t, unsigned tag, struct trace_record *r)
{
	bool same = tag & TRACE_TAG_SAME;
	int ok = 1;

	tag &= ~(unsigned)TRACE_TAG_SAME;
	if (same && (tag < TRACE_TAG_BLOCK_BEGIN || tag > TRACE_TAG_WARP_EXIT))
		return fail(t, "unknown record %u", tag | TRACE_TAG_SAME);
	if (tag == TRACE_TAG_END)
		return read_end(t);
	if (tag == TRACE_TAG_LAUNCH_BEGIN)
		ok = read_launch_begin(t);
	else if (tag < TRACE_TAG_LAUNCH_BEGIN || tag > TRACE_TAG_WARP_EXIT)
		return fail(t, "unknown record %u", tag);
	else if (!t->in_launch)
		return fail(t, "record outside a launch");
	else if (tag != TRACE_TAG_LAUNCH_END && read_who(t, tag, same))
		return -1;
	if (ok < 0)
		return ok;
	*r = t->current;
	r->kind = (enum trace_kind)(tag - TRACE_TAG_LAUNCH_BEGIN + TRACE_LAUNCH_BEGIN);
	if (tag == TRACE_TAG_LAUNCH_BEGIN || tag == TRACE_TAG_LAUNCH_END)
		r->sm = r->slot = r->warp = 0, r->block_index = 0;
	if (tag == TRACE_TAG_OP)
		return read_op(t, r);
	if (tag == TRACE_TAG_BARRIER_RELEASE) {
		r->bar_id = get32(t);
		r->mask = get32(t);
	}
	if (tag == TRACE_TAG_LAUNCH_END) {
		uint64_t e = get_signed(t);

		r->cuda_error = (int)e;
		t->bad |= (uint64_t)(int64_t)r->cuda_error != e;
		t->in_launch = false;
	}
	return t->bad ? fail(t, "damaged record") : 1;
}

static int next(struct trace_reader *t, struct trace_record *r)
{
	for (;;) {
		int ok = 0;
		unsigned tag;

		while (t->p == t->end) {
			int got = trace_frames_next(&t->frames, &t->diag);

			if (got < 0)
				return got;
			t->p = t->frames.raw;
			t->end = t->p + (got ? t->frames.n_raw : 0);
			if (!got || t->p == t->end)
				return fail(t, got ? "empty frame"
						   : "no end record: the trace is cut off");
		}
		tag = *t->p++;
		switch (tag) {
		case TRACE_TAG_FILE: ok = read_file(t); break;
		case TRACE_TAG_KERNEL: ok = read_kernel(t); break;
		case TRACE_TAG_SITE: ok = read_site(t); break;
		default:
			ok = read_record(t, tag, r);
			t->n_records += ok == 1;
			return ok;
		}
		if (ok)
			return ok;
	}
}

int trace_reader_next(struct trace_reader *t, struct trace_record *r, struct diag *diag)
{
	if (t->answer == 1)
		t->answer = next(t, r);
	if (t->answer < 0)
		*diag = t->diag;
	return t->answer;
}

/* Opening and closing */

static struct trace_reader *reader_open(const char *name, FILE *file, const void *bytes,
					size_t size, struct trace_header *h, struct diag *diag)
{
	struct trace_reader *t = mem_alloc(sizeof(*t));
	int r;

	t->name = mem_strdup(name);
	t->answer = 1;
	r = trace_frames_open(&t->frames, t->name, file, bytes, size, &t->diag);
	t->frames.close_file = file && file != stdin;
	if (!r)
		r = trace_frames_preamble(&t->frames, &t->header.version, &t->diag);
	if (!r)
		r = trace_frames_next(&t->frames, &t->diag) - 1;
	if (!r) {
		t->p = t->frames.raw;
		t->end = t->p + t->frames.n_raw;
		r = read_header(t);
	} else if (!t->diag.text[0]) { /* the file ends after the preamble */
		diag_set(&t->diag, t->name, 0, "byte %d: the trace is cut off",
			 TRACE_PREAMBLE_BYTES);
	}
	if (!r) {
		*h = t->header;
		return t;
	}
	*diag = t->diag;
	trace_reader_close(t);
	return NULL;
}

struct trace_reader *trace_reader_open(const char *path, struct trace_header *h, struct diag *diag)
{
	bool is_stdin = !strcmp(path, "-");
	FILE *file = is_stdin ? stdin : fopen(path, "rbe");

	if (!file) {
		diag_set(diag, path, 0, "%s", strerror(errno));
		return NULL;
	}
	return reader_open(is_stdin ? "standard input" : path, file, NULL, 0, h, diag);
}

struct trace_reader *trace_reader_open_memory(const void *bytes, size_t size, const char *name,
					      struct trace_header *h, struct diag *diag)
{
	return reader_open(name, NULL, bytes, size, h, diag);
}

void trace_reader_close(struct trace_reader *t)
{
	trace_frames_close(&t->frames);
	arena_free(&t->arena);
	free(t->files);
	free(t->kernels);
	free(t->sites);
	free(t->name);
	free(t);
}
