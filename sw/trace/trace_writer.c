/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * trace_writer: an observer that packs what it sees into records, and those into zstd frames.
 *
 *   observer call -> record in raw[] -> (raw[] full) one zstd frame -> write()
 *
 * The first thing that goes wrong is kept; everything after it is dropped, and
 * trace_writer_close() reports it.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#include "../base/version.h"
#include "trace_format.h"

enum {
	FLUSH_BYTES = 1 << 19, /* a frame is closed at the first record that ends past this */
	COMPRESSION_LEVEL = 1, /* higher ones save little on such data, and cost much */
	NONE = -1,
};

struct site {
	struct trace_site site;
	uint64_t last_addr; /* of the lowest lane, when last seen */
	int64_t next;       /* site of the same pc, or NONE */
};

struct kernel {
	const struct simt_kernel *kernel;
	char *name;
	int64_t *first; /* per pc: its first site, or NONE */
	uint32_t n_code;
};

struct trace_writer {
	struct machine_observer observer;
	char *path;
	int fd;
	pid_t owner; /* a forked child shares the file but must not write to it */
	ZSTD_CCtx *zstd;
	bool failed;
	struct diag diag;

	uint8_t *raw;
	size_t n_raw;
	void *packed;
	size_t packed_size;

	struct kernel *kernels;
	size_t n_kernels, cap_kernels;
	struct site *sites;
	size_t n_sites, cap_sites;
	char **files;
	size_t n_files, cap_files;
	size_t string_bytes;

	bool in_launch;
	uint32_t kernel; /* of the launch */
	uint64_t n_records;
	uint32_t sm, slot, warp; /* who was last */
	uint64_t block;
};

__attribute__((format(printf, 2, 3))) static void fail(struct trace_writer *w, const char *fmt, ...)
{
	char text[DIAG_TEXT];
	va_list ap;

	if (w->failed)
		return;
	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	diag_set(&w->diag, w->path, 0, "%s", text);
	w->failed = true;
}

/* Output */

static void write_all(struct trace_writer *w, const void *bytes, size_t n)
{
	const uint8_t *p = bytes;

	while (n && !w->failed) {
		ssize_t r = write(w->fd, p, n);

		if (r < 0 && errno == EINTR)
			continue;
		if (r <= 0) {
			fail(w, "cannot write the trace: %s", strerror(r ? errno : EIO));
			return;
		}
		p += r;
		n -= (size_t)r;
	}
}

static void flush(struct trace_writer *w)
{
	size_t n;

	if (getpid() != w->owner)
		w->failed = true;
	if (w->failed)
		return;
	n = ZSTD_compress2(w->zstd, w->packed, w->packed_size, w->raw, w->n_raw);
	if (ZSTD_isError(n))
		fail(w, "cannot compress the trace: %s", ZSTD_getErrorName(n));
	else
		write_all(w, w->packed, n);
	w->n_raw = 0;
}

/* A record is complete. */
static void finish(struct trace_writer *w)
{
	if (w->n_raw >= FLUSH_BYTES)
		flush(w);
}

static void put_byte(struct trace_writer *w, unsigned b)
{
	w->raw[w->n_raw++] = (uint8_t)b;
}

static void put(struct trace_writer *w, uint64_t v)
{
	for (; v >= 0x80; v >>= 7)
		put_byte(w, (unsigned)(v & 0x7f) | 0x80U);
	put_byte(w, (unsigned)v);
}

static void put_signed(struct trace_writer *w, uint64_t v)
{
	put(w, (v << 1) ^ (0 - (v >> 63)));
}

static void put_string(struct trace_writer *w, const char *s)
{
	size_t n = strnlen(s, TRACE_MAX_STRING);

	put(w, n);
	memcpy(w->raw + w->n_raw, s, n);
	w->n_raw += n;
}

/* Counts a name towards the limit that the reader enforces. */
static bool name_fits(struct trace_writer *w, const char *name)
{
	w->string_bytes += strnlen(name, TRACE_MAX_STRING) + 1;
	if (w->string_bytes > TRACE_MAX_STRINGS)
		fail(w, "the program has too many names for a trace");
	return !w->failed;
}

/* Tables */

static uint64_t file_index(struct trace_writer *w, const char *name)
{
	size_t i = 0;

	if (!name)
		return 0;
	while (i < w->n_files && strcmp(w->files[i], name) != 0)
		i++;
	if (i < w->n_files)
		return i + 1;
	if (i == TRACE_MAX_FILES)
		fail(w, "the program has more than %d source files", TRACE_MAX_FILES);
	if (!name_fits(w, name))
		return 0;
	w->files = mem_grow(w->files, &w->cap_files, i, sizeof(*w->files));
	w->files[i] = mem_strdup(name);
	w->n_files++;
	put_byte(w, TRACE_TAG_FILE);
	put_string(w, name);
	return w->n_files;
}

static uint32_t kernel_index(struct trace_writer *w, const struct simt_kernel *k)
{
	const char *name = k->entry->name;
	struct kernel *n;
	size_t i = w->n_kernels;

	/* Newest first; the name, because a kernel of another module may sit at the address of one
	 * that was unloaded. */
	while (i-- > 0)
		if (w->kernels[i].kernel == k && w->kernels[i].n_code == k->n_code &&
		    !strcmp(w->kernels[i].name, name))
			return (uint32_t)i;
	i = w->n_kernels;
	if (i == TRACE_MAX_KERNELS)
		fail(w, "the program has more than %d kernels", TRACE_MAX_KERNELS);
	if (!name_fits(w, name))
		return 0;
	w->kernels = mem_grow(w->kernels, &w->cap_kernels, i, sizeof(*w->kernels));
	n = &w->kernels[i];
	n->kernel = k;
	n->name = mem_strdup(name);
	n->n_code = k->n_code;
	n->first = mem_alloc((k->n_code + 1) * sizeof(*n->first));
	for (uint32_t pc = 0; pc < k->n_code; pc++)
		n->first[pc] = NONE;
	w->n_kernels++;
	put_byte(w, TRACE_TAG_KERNEL);
	put_string(w, name);
	return (uint32_t)i;
}

static void put_site(struct trace_writer *w, const struct trace_site *s,
		     const struct ptx_where *where)
{
	uint64_t file = file_index(w, where->file);

	put_byte(w, TRACE_TAG_SITE);
	put(w, s->kernel);
	put(w, s->pc);
	put_string(w, trace_name(TRACE_KINDS, s->kind));
	put_string(w, trace_name(TRACE_SPACES, s->space));
	put_string(w, trace_name(TRACE_SEMS, s->sem));
	put_string(w, trace_name(TRACE_SCOPES, s->scope));
	put_string(w, trace_name(TRACE_TYPES, s->type));
	put_string(w, trace_name(TRACE_ATOMS, s->atom));
	put_string(w, trace_name(TRACE_BARS, s->bar_mode));
	put_string(w, s->kind == SIMT_OP_SYSCALL ? trace_name(TRACE_SYSCALLS, s->syscall) : "");
	put(w, s->size);
	put(w, s->vec);
	put(w, file);
	put(w, where->line);
	put(w, where->col);
}

/* Index of an operation's site, a new one when it was not seen before; NONE after a failure. */
static int64_t site_index(struct trace_writer *w, const struct simt_op *op)
{
	struct kernel *k = &w->kernels[w->kernel];
	struct trace_site s;
	struct ptx_where where = {0};
	int64_t i;

	trace_site_of(&s, w->kernel, op);
	if (op->pc >= k->n_code || !trace_site_valid(&s)) {
		fail(w, "operation of kernel %s at pc %u does not fit the format", k->name, op->pc);
		return NONE;
	}
	for (i = k->first[op->pc]; i != NONE; i = w->sites[i].next)
		if (!memcmp(&w->sites[i].site, &s, sizeof(s)))
			return i;
	if (w->n_sites == TRACE_MAX_SITES) {
		fail(w, "the program has more than %d places with operations", TRACE_MAX_SITES);
		return NONE;
	}
	i = (int64_t)w->n_sites++;
	w->sites = mem_grow(w->sites, &w->cap_sites, (size_t)i, sizeof(*w->sites));
	w->sites[i] = (struct site){s, 0, k->first[op->pc]};
	k->first[op->pc] = i;
	if (k->kernel->src[op->pc])
		where = simt_where(k->kernel, op->pc);
	if (!where.file)
		where.line = where.col = 0;
	put_site(w, &s, &where);
	return w->failed ? NONE : i;
}

/* Records */

/* Tag and who; a block's records carry no warp. */
static void put_who(struct trace_writer *w, unsigned tag, const struct machine_who *who)
{
	bool is_block = tag == TRACE_TAG_BLOCK_BEGIN || tag == TRACE_TAG_BLOCK_END;
	uint32_t warp = is_block ? 0 : who->warp;
	bool same = w->sm == who->sm && w->slot == who->slot && w->block == who->block &&
		    w->warp == warp;

	w->n_records++;
	put_byte(w, same ? tag | TRACE_TAG_SAME : tag);
	if (same)
		return;
	put(w, w->sm = who->sm);
	put(w, w->slot = who->slot);
	put(w, w->block = who->block);
	w->warp = warp;
	if (!is_block)
		put(w, warp);
}

/* Starts a record inside a launch; false when nothing is to be written. */
static bool inside(struct trace_writer *w)
{
	if (!w->failed && !w->in_launch)
		fail(w, "operation outside a launch");
	return !w->failed;
}

static void put_addresses(struct trace_writer *w, struct site *s, const struct simt_op *op)
{
	uint64_t base, stride, last = s->last_addr;
	enum trace_form form = trace_form_of(op->addr, op->mask, &base, &stride);

	if (!op->mask)
		return;
	put_byte(w, form);
	s->last_addr = base;
	if (form != TRACE_FORM_LIST) {
		put_signed(w, base - last);
		if (form == TRACE_FORM_STRIDE)
			put_signed(w, stride);
		return;
	}
	for (uint32_t m = op->mask; m; m &= m - 1) {
		uint64_t a = op->addr[__builtin_ctz(m)];

		put_signed(w, a - last);
		last = a;
	}
}

static void put_data(struct trace_writer *w, const uint64_t value[SIMT_LANES], uint32_t mask,
		     unsigned size)
{
	uint64_t keep = size == 8 ? UINT64_MAX : (UINT64_C(1) << (8 * size)) - 1;
	uint64_t v[SIMT_LANES], base, stride;
	enum trace_form form;

	if (!mask)
		return;
	for (unsigned lane = 0; lane < SIMT_LANES; lane++)
		v[lane] = value[lane] & keep;
	form = trace_form_of(v, mask, &base, &stride);
	put_byte(w, form);
	if (form != TRACE_FORM_LIST) {
		put(w, base);
		if (form == TRACE_FORM_STRIDE)
			put_signed(w, stride);
		return;
	}
	for (; mask; mask &= mask - 1)
		for (unsigned b = 0; b < size; b++)
			put_byte(w, (uint8_t)(v[__builtin_ctz(mask)] >> (8 * b)));
}

static void on_op(void *ctx, const struct machine_who *who, const struct simt_op *op)
{
	struct trace_writer *w = ctx;
	int64_t i = inside(w) ? site_index(w, op) : NONE;
	struct site *s;
	unsigned rows, size;

	if (i == NONE)
		return;
	s = &w->sites[i];
	rows = trace_site_rows(&s->site);
	size = trace_site_has_address(&s->site) ? s->site.size : 8;
	put_who(w, TRACE_TAG_OP, who);
	put(w, (uint64_t)i);
	put(w, op->mask);
	if (trace_site_has_address(&s->site))
		put_addresses(w, s, op);
	for (unsigned r = 0; r < rows; r++)
		put_data(w, op->data[r], op->mask, size);
	if (trace_site_has_data2(&s->site)) {
		put_data(w, op->data2, op->mask, size);
		put(w, op->failed & op->mask);
	}
	if (s->site.kind == SIMT_OP_BAR) {
		put(w, op->bar_id);
		put(w, op->bar_count);
		if (trace_site_is_bar_red(&s->site))
			put(w, op->bar_pred);
	}
	finish(w);
}

static void on_launch_begin(void *ctx, const struct machine_launch_info *l)
{
	struct trace_writer *w = ctx;

	if (!w->failed && w->in_launch)
		fail(w, "launch inside a launch");
	if (w->failed)
		return;
	w->kernel = kernel_index(w, l->kernel);
	if (w->failed)
		return;
	w->in_launch = true;
	w->n_records++;
	put_byte(w, TRACE_TAG_LAUNCH_BEGIN);
	put(w, l->launch);
	put(w, w->kernel);
	for (int d = 0; d < 3; d++)
		put(w, l->grid[d]);
	for (int d = 0; d < 3; d++)
		put(w, l->block[d]);
	put(w, l->shared_bytes);
	put(w, l->warps_per_block);
	put(w, l->blocks_per_sm);
	put(w, l->mode);
	finish(w);
}

static void on_launch_end(void *ctx, const struct machine_launch_info *l, int cuda_error)
{
	struct trace_writer *w = ctx;

	(void)l;
	if (!inside(w))
		return;
	w->in_launch = false;
	w->n_records++;
	put_byte(w, TRACE_TAG_LAUNCH_END);
	put_signed(w, (uint64_t)(int64_t)cuda_error);
	finish(w);
}

static void on_block_begin(void *ctx, const struct machine_who *who)
{
	if (inside(ctx)) {
		put_who(ctx, TRACE_TAG_BLOCK_BEGIN, who);
		finish(ctx);
	}
}

static void on_block_end(void *ctx, const struct machine_who *who)
{
	if (inside(ctx)) {
		put_who(ctx, TRACE_TAG_BLOCK_END, who);
		finish(ctx);
	}
}

static void on_barrier_release(void *ctx, const struct machine_who *who, uint32_t bar_id,
			       uint32_t mask)
{
	if (inside(ctx)) {
		put_who(ctx, TRACE_TAG_BARRIER_RELEASE, who);
		put(ctx, bar_id);
		put(ctx, mask);
		finish(ctx);
	}
}

static void on_warp_exit(void *ctx, const struct machine_who *who)
{
	if (inside(ctx)) {
		put_who(ctx, TRACE_TAG_WARP_EXIT, who);
		finish(ctx);
	}
}

/* Opening and closing */

/* Opens path for writing unless it holds something that is not ours. */
static int open_file(const char *path, struct diag *diag)
{
	char magic[TRACE_MAGIC_BYTES];
	struct stat st;
	bool regular = stat(path, &st) || S_ISREG(st.st_mode);
	int fd = open(path, (regular ? O_RDWR | O_CREAT : O_WRONLY) | O_CLOEXEC, 0666);

	if (fd < 0)
		return diag_set(diag, path, 0, "cannot write the trace: %s", strerror(errno));
	if (!regular) /* a device or a pipe */
		return fd;
	if (fstat(fd, &st))
		diag_set(diag, path, 0, "cannot write the trace: %s", strerror(errno));
	else if (st.st_size && (pread(fd, magic, sizeof(magic), 0) != (ssize_t)sizeof(magic) ||
				memcmp(magic, TRACE_MAGIC, sizeof(magic)) != 0))
		diag_set(diag, path, 0, "exists and is not a trace: not overwritten");
	else if (flock(fd, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK)
		diag_set(diag, path, 0, "another process is writing this trace");
	else if (ftruncate(fd, 0))
		diag_set(diag, path, 0, "cannot write the trace: %s", strerror(errno));
	else
		return fd;
	close(fd);
	return -1;
}

static void put_header(struct trace_writer *w, const struct machine_config *c, const char *command)
{
	uint8_t preamble[TRACE_PREAMBLE_BYTES] = TRACE_MAGIC;

	for (unsigned b = 0; b < 4; b++)
		preamble[TRACE_MAGIC_BYTES + b] = (uint8_t)((uint32_t)TRACE_VERSION >> (8 * b));
	write_all(w, preamble, sizeof(preamble));
	put_byte(w, TRACE_TAG_HEADER);
	put(w, c->seed);
	put(w, c->scheduler);
	put(w, c->mode);
	put(w, c->sms);
	put(w, c->threads_per_sm);
	put(w, c->blocks_per_sm);
	put(w, c->shared_per_sm);
	put_string(w, VERSION_NAME " " VERSION_TEXT);
	put_string(w, command ? command : "");
}

static void destroy(struct trace_writer *w)
{
	for (size_t i = 0; i < w->n_kernels; i++) {
		free(w->kernels[i].name);
		free(w->kernels[i].first);
	}
	for (size_t i = 0; i < w->n_files; i++)
		free(w->files[i]);
	free(w->kernels);
	free(w->sites);
	free(w->files);
	free(w->raw);
	free(w->packed);
	ZSTD_freeCCtx(w->zstd);
	free(w->path);
	free(w);
}

struct trace_writer *trace_writer_open(const char *path, const struct machine_config *c,
				       const char *command, struct diag *diag)
{
	int fd = open_file(path, diag);
	struct trace_writer *w;

	if (fd < 0)
		return NULL;
	w = mem_alloc(sizeof(*w));
	w->fd = fd;
	w->owner = getpid();
	w->path = mem_strdup(path);
	w->raw = mem_alloc(TRACE_MAX_FRAME);
	w->packed_size = ZSTD_compressBound(TRACE_MAX_FRAME);
	w->packed = mem_alloc(w->packed_size);
	w->zstd = ZSTD_createCCtx();
	if (!w->zstd || ZSTD_isError(ZSTD_CCtx_setParameter(w->zstd, ZSTD_c_checksumFlag, 1)) ||
	    ZSTD_isError(
		    ZSTD_CCtx_setParameter(w->zstd, ZSTD_c_compressionLevel, COMPRESSION_LEVEL)))
		fail(w, "cannot set up zstd");
	w->observer = (struct machine_observer){.ctx = w,
						.launch_begin = on_launch_begin,
						.launch_end = on_launch_end,
						.block_begin = on_block_begin,
						.block_end = on_block_end,
						.op = on_op,
						.barrier_release = on_barrier_release,
						.warp_exit = on_warp_exit};
	put_header(w, c, command);
	if (!w->failed)
		return w;
	*diag = w->diag;
	close(fd);
	destroy(w);
	return NULL;
}

const struct machine_observer *trace_writer_observer(struct trace_writer *w)
{
	return &w->observer;
}

int trace_writer_close(struct trace_writer *w, struct diag *diag)
{
	bool ours = getpid() == w->owner;
	int r = 0;

	put_byte(w, TRACE_TAG_END);
	put(w, w->n_records);
	flush(w);
	if (close(w->fd))
		fail(w, "cannot write the trace: %s", strerror(errno));
	if (w->failed && ours) {
		*diag = w->diag;
		r = -1;
	}
	destroy(w);
	return r;
}
