/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * The trace writer against the trace reader: what goes in comes out, record for record, and
 * what was damaged is refused.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zstd.h>

#include "../../sw/base/version.h"
#include "../../sw/trace/trace_format.h"

enum { N_KERNELS = 3, N_CODE = 200, N_FILES = 3 };

/* Kernels that exist only as far as the writer looks at them */
struct world {
	struct ptx_module module;
	const char *files[N_FILES];
	struct ptx_loc locs[N_CODE];
	struct ptx_insn insns[N_CODE];
	struct ptx_func funcs[N_KERNELS];
	const struct ptx_func *func_of[N_KERNELS][N_CODE];
	const struct ptx_insn *src[N_CODE];
	struct simt_kernel kernels[N_KERNELS];
	struct machine_config config;
	struct rng rng;
	char path[256];
};

/* What was written, in the reader's terms */
struct log {
	struct trace_record *r;
	size_t n, cap;
};

static struct world *world_new(uint64_t seed)
{
	static const char *const names[N_KERNELS] = {"_Z6reducePKfPfi", "bfs", "k"};
	struct world *w = mem_alloc(sizeof(*w));
	const char *tmp = getenv("TMP");

	snprintf(w->path, sizeof(w->path), "%s/test_trace.%d", tmp ? tmp : "/tmp", (int)getpid());
	rng_seed(&w->rng, seed);
	w->files[0] = NULL;
	w->files[1] = "app.cu";
	w->files[2] = "dir with blank/other.cuh";
	w->module.files = w->files;
	w->module.n_files = N_FILES;
	w->module.locs = w->locs;
	w->module.n_locs = N_CODE;
	for (int i = 0; i < N_CODE; i++) {
		w->locs[i] = (struct ptx_loc){i % N_FILES, (unsigned)i + 1, (unsigned)i % 70};
		w->insns[i].loc = i % 7 ? i : PTX_NONE;
		w->src[i] = i % 11 ? &w->insns[i] : NULL;
	}
	for (int k = 0; k < N_KERNELS; k++) {
		w->funcs[k].name = names[k];
		w->kernels[k].module = &w->module;
		w->kernels[k].entry = &w->funcs[k];
		w->kernels[k].src = w->src;
		for (int i = 0; i < N_CODE; i++)
			w->func_of[k][i] = &w->funcs[k];
		w->kernels[k].func = w->func_of[k];
		w->kernels[k].n_code = N_CODE;
	}
	w->config.sms = 15;
	w->config.threads_per_sm = 1024;
	w->config.blocks_per_sm = 8;
	w->config.shared_per_sm = 49152;
	w->config.seed = 0xfedcba9876543210U;
	w->config.scheduler = MACHINE_RANDOM;
	w->config.mode = SIMT_LOCKSTEP;
	return w;
}

static void world_free(struct world *w)
{
	unlink(w->path);
	free(w);
}

static struct trace_record *log_add(struct log *l)
{
	l->r = mem_grow(l->r, &l->cap, l->n, sizeof(*l->r));
	memset(&l->r[l->n], 0, sizeof(*l->r));
	return &l->r[l->n++];
}

static uint32_t below(struct world *w, uint32_t n)
{
	return rng_below(&w->rng, n);
}

/* Values as programs have them: all alike, evenly spaced, or anything. */
static void random_lanes(struct world *w, uint64_t v[SIMT_LANES], uint64_t keep)
{
	uint64_t base = rng_next(&w->rng) & keep, stride = below(w, 300);
	uint32_t how = below(w, 5);

	for (unsigned l = 0; l < SIMT_LANES; l++) {
		if (how == 0)
			v[l] = base;
		else if (how == 1)
			v[l] = base + l * stride;
		else if (how == 2)
			v[l] = base - l * stride;
		else if (how == 3)
			v[l] = base + (l ^ 1) * 4;
		else
			v[l] = rng_next(&w->rng);
		v[l] &= keep;
	}
}

static uint32_t random_mask(struct world *w)
{
	uint32_t m = (uint32_t)rng_next(&w->rng);

	switch (below(w, 4)) {
	case 0: return UINT32_MAX;
	case 1: return 1U << below(w, 32);
	case 2: return m & (uint32_t)rng_next(&w->rng) & (uint32_t)rng_next(&w->rng); /* may be 0 */
	default: return m;
	}
}

/* Fills every field, those that do not belong to the kind with garbage. */
static void random_op(struct world *w, struct simt_op *op)
{
	static const enum ptx_space spaces[] = {PTX_SPACE_GLOBAL, PTX_SPACE_SHARED, PTX_SPACE_LOCAL,
						PTX_SPACE_CONST};

	memset(op, 0x5a, sizeof(*op));
	op->kind = (enum simt_op_kind)below(w, SIMT_OP_COUNT);
	op->pc = below(w, N_CODE);
	op->mask = random_mask(w);
	op->space = spaces[below(w, 4)];
	op->sem = (enum ptx_sem)below(w, PTX_SEM_COUNT);
	op->scope = (enum ptx_scope)below(w, PTX_SCOPE_COUNT);
	op->type = (enum ptx_type)below(w, PTX_T_COUNT);
	op->atom = (enum ptx_atom)(1 + below(w, PTX_ATOM_COUNT - 1));
	op->size = (uint8_t)(1U << below(w, 4));
	op->vec = (uint8_t)(1U << below(w, 3));
	op->bar_mode = (enum ptx_mode)(PTX_MODE_BAR_SYNC + below(w, 5));
	op->bar_id = below(w, 16);
	op->bar_count = below(w, 1025);
	op->bar_pred = (uint32_t)rng_next(&w->rng);
	op->syscall = (enum simt_syscall)below(w, 4);
	random_lanes(w, op->addr, below(w, 2) ? UINT64_MAX : 0xffffffffffU);
	for (unsigned r = 0; r < SIMT_MAX_SYS_ARGS; r++)
		random_lanes(w, op->data[r], UINT64_MAX);
	random_lanes(w, op->data2, UINT64_MAX);
	op->failed = op->atom == PTX_ATOM_CAS ? (uint32_t)rng_next(&w->rng) & op->mask : 0;
}

static void copy_lanes(uint64_t to[SIMT_LANES], const uint64_t from[SIMT_LANES], uint32_t mask,
		       unsigned size)
{
	for (unsigned l = 0; l < SIMT_LANES; l++)
		if (mask >> l & 1)
			to[l] = size == 8 ? from[l] : from[l] & ((UINT64_C(1) << 8 * size) - 1);
}

/* What docs/trace.md says comes back. Written out a second time, on purpose. */
static void expected_op(struct simt_op *e, const struct simt_op *op)
{
	static const unsigned args[] = {2, 5, 1, 1};
	bool access = op->kind == SIMT_OP_LD || op->kind == SIMT_OP_ST;
	bool atomic = op->kind == SIMT_OP_ATOM || op->kind == SIMT_OP_RED;
	unsigned rows = access ? op->vec : atomic ? 2 : 0;

	e->kind = op->kind;
	e->pc = op->pc;
	e->mask = op->mask;
	if (access || atomic) {
		e->space = op->space;
		e->type = op->type;
		e->size = op->size;
		e->vec = atomic && (op->type != PTX_T_B128 || op->size != 8 || op->vec != 2)
				 ? 1
				 : op->vec;
		copy_lanes(e->addr, op->addr, op->mask, 8);
	}
	if (access || atomic || op->kind == SIMT_OP_FENCE) {
		e->sem = op->sem;
		e->scope = op->scope;
	}
	if (atomic)
		e->atom = op->atom;
	if (op->kind == SIMT_OP_SYSCALL) {
		e->syscall = op->syscall;
		rows = args[op->syscall];
	}
	for (unsigned r = 0; r < rows; r++)
		copy_lanes(e->data[r], op->data[r], op->mask, e->size ? e->size : 8);
	if (atomic && op->atom == PTX_ATOM_CAS) {
		copy_lanes(e->data2, op->data2, op->mask, op->size);
		e->failed = op->failed;
	}
	if (op->kind == SIMT_OP_BAR) {
		e->bar_mode = op->bar_mode;
		e->bar_id = op->bar_id;
		e->bar_count = op->bar_count;
		if (op->bar_mode >= PTX_MODE_BAR_RED_POPC)
			e->bar_pred = op->bar_pred;
	}
}

static void expected_place(struct trace_record *e, uint32_t pc)
{
	if (pc % 11 == 0 || pc % 7 == 0 || pc % N_FILES == 0)
		return;
	e->file = pc % N_FILES == 1 ? "app.cu" : "dir with blank/other.cuh";
	e->line = pc + 1;
	e->col = pc % 70;
}

/* One random observer call inside a launch, and what it must come back as. */
static void step(struct world *w, const struct machine_observer *o, struct log *log,
		 const struct trace_record *launch, struct machine_who *who)
{
	static struct simt_op op;
	struct trace_record *e = log_add(log);
	uint32_t what = below(w, 40);

	if (below(w, 3)) {
		who->sm = below(w, 15);
		who->slot = below(w, 8);
		who->block = below(w, launch->grid[0]);
		who->warp = below(w, launch->warps_per_block);
	}
	*e = *launch;
	e->sm = who->sm;
	e->slot = who->slot;
	e->block_index = who->block;
	e->warp = who->warp;
	if (what < 4) {
		e->kind = what < 2 ? TRACE_BLOCK_BEGIN : TRACE_BLOCK_END;
		e->warp = 0;
		(what < 2 ? o->block_begin : o->block_end)(o->ctx, who);
	} else if (what < 6) {
		e->kind = TRACE_WARP_EXIT;
		o->warp_exit(o->ctx, who);
	} else if (what < 8) {
		e->kind = TRACE_BARRIER_RELEASE;
		e->bar_id = below(w, 16);
		e->mask = random_mask(w);
		o->barrier_release(o->ctx, who, e->bar_id, e->mask);
	} else {
		e->kind = TRACE_OP;
		random_op(w, &op);
		expected_op(&e->op, &op);
		expected_place(e, op.pc);
		o->op(o->ctx, who, &op);
	}
}

/* Writes launches of steps each and logs them. */
static void write_trace(struct world *w, struct log *log, unsigned launches, unsigned steps)
{
	struct diag diag = {""};
	struct trace_writer *t = trace_writer_open(w->path, &w->config, "./app 1 \"two\"", &diag);
	const struct machine_observer *o;

	assert_non_null(t);
	o = trace_writer_observer(t);
	for (unsigned n = 1; n <= launches; n++) {
		uint32_t k = below(w, N_KERNELS);
		struct machine_launch_info l = {.kernel = &w->kernels[k],
						.launch = n * 3,
						.grid = {1 + below(w, 9), 1, 1},
						.block = {33 + below(w, 900), 1, 1},
						.shared_bytes = below(w, 49152),
						.blocks_per_sm = below(w, 8),
						.mode = (enum simt_mode)below(w, 2)};
		struct machine_who who = {.kernel = l.kernel, .launch = l.launch};
		struct trace_record begin, *e = log_add(log);

		l.warps_per_block = (l.block[0] + 31) / 32;
		e->kind = TRACE_LAUNCH_BEGIN;
		e->launch = l.launch;
		e->kernel = l.kernel->entry->name;
		memcpy(e->grid, l.grid, sizeof(e->grid));
		memcpy(e->block, l.block, sizeof(e->block));
		e->shared_bytes = l.shared_bytes;
		e->warps_per_block = l.warps_per_block;
		e->blocks_per_sm = l.blocks_per_sm;
		e->mode = l.mode;
		begin = *e;
		o->launch_begin(o->ctx, &l);
		for (unsigned i = 0; i < steps; i++)
			step(w, o, log, &begin, &who);
		e = log_add(log);
		*e = begin;
		e->kind = TRACE_LAUNCH_END;
		e->cuda_error = n % 2 ? 0 : 700 - (int)n * 400; /* also negative */
		o->launch_end(o->ctx, &l, e->cuda_error);
	}
	assert_int_equal(trace_writer_close(t, &diag), 0);
}

static bool same_text(const char *a, const char *b)
{
	return a && b ? !strcmp(a, b) : a == b;
}

/* Every field */
static bool same_record(const struct trace_record *a, const struct trace_record *b)
{
	return a->kind == b->kind && a->launch == b->launch && same_text(a->kernel, b->kernel) &&
	       !memcmp(a->grid, b->grid, sizeof(a->grid)) &&
	       !memcmp(a->block, b->block, sizeof(a->block)) &&
	       a->shared_bytes == b->shared_bytes && a->warps_per_block == b->warps_per_block &&
	       a->blocks_per_sm == b->blocks_per_sm && a->mode == b->mode &&
	       a->cuda_error == b->cuda_error && a->sm == b->sm && a->slot == b->slot &&
	       a->warp == b->warp && a->block_index == b->block_index &&
	       !memcmp(&a->op, &b->op, sizeof(a->op)) && same_text(a->file, b->file) &&
	       a->line == b->line && a->col == b->col && a->bar_id == b->bar_id &&
	       a->mask == b->mask;
}

static uint8_t *slurp(const char *path, size_t *n)
{
	FILE *f = fopen(path, "rb");
	uint8_t *p;

	assert_non_null(f);
	fseek(f, 0, SEEK_END);
	*n = (size_t)ftell(f);
	rewind(f);
	p = mem_alloc(*n);
	assert_int_equal(fread(p, 1, *n, f), *n);
	fclose(f);
	return p;
}

/* Reads to the end, comparing with log when there is one. 0 or -1 and diag; *n: records. */
static int read_all(struct trace_reader *t, const struct log *log, size_t *n, struct diag *diag)
{
	static struct trace_record r;
	int got;

	*n = 0;
	while ((got = trace_reader_next(t, &r, diag)) == 1) {
		if (log) {
			assert_true(*n < log->n);
			if (!same_record(&log->r[*n], &r))
				fail_msg("record %zu of kind %d differs", *n, (int)r.kind);
		}
		++*n;
	}
	/* The answer stays. */
	assert_int_equal(trace_reader_next(t, &r, diag), got);
	return got;
}

static int read_memory(const void *bytes, size_t size, const struct log *log, size_t *n,
		       struct diag *diag)
{
	struct trace_header h;
	struct trace_reader *t = trace_reader_open_memory(bytes, size, "x.trace", &h, diag);
	int r;

	*n = 0;
	if (!t)
		return -1;
	r = read_all(t, log, n, diag);
	trace_reader_close(t);
	return r;
}

static void test_round_trip(void **state)
{
	(void)state;
	for (uint64_t seed = 1; seed <= 4; seed++) {
		struct world *w = world_new(seed);
		struct log log = {0};
		struct trace_header h;
		struct trace_reader *t;
		struct diag diag = {""};
		size_t n;

		write_trace(w, &log, 1 + (unsigned)seed * 2, seed == 4 ? 800 : 200);
		t = trace_reader_open(w->path, &h, &diag);
		assert_non_null(t);
		assert_int_equal(h.version, TRACE_VERSION);
		assert_true(h.seed == w->config.seed);
		assert_int_equal(h.scheduler, MACHINE_RANDOM);
		assert_int_equal(h.mode, SIMT_LOCKSTEP);
		assert_int_equal(h.sms, 15);
		assert_int_equal(h.threads_per_sm, 1024);
		assert_int_equal(h.blocks_per_sm, 8);
		assert_int_equal(h.shared_per_sm, 49152);
		assert_string_equal(h.tool, VERSION_NAME " " VERSION_TEXT);
		assert_string_equal(h.command, "./app 1 \"two\"");
		assert_int_equal(read_all(t, &log, &n, &diag), 0);
		assert_int_equal(n, log.n);
		trace_reader_close(t);
		free(log.r);
		world_free(w);
	}
}

static void test_empty(void **state)
{
	struct world *w = world_new(1);
	struct log log = {0};
	struct diag diag = {""};
	uint8_t *p;
	size_t size, n;

	(void)state;
	write_trace(w, &log, 0, 0);
	p = slurp(w->path, &size);
	assert_int_equal(read_memory(p, size, &log, &n, &diag), 0);
	assert_int_equal(n, 0);
	free(p);
	world_free(w);
}

static void test_truncation(void **state)
{
	struct world *w = world_new(7);
	struct log log = {0};
	uint8_t *p;
	size_t size, n;

	(void)state;
	write_trace(w, &log, 2, 30);
	p = slurp(w->path, &size);
	for (size_t cut = 0; cut < size; cut++) {
		struct diag diag = {""};
		uint8_t *copy = mem_alloc(cut); /* so that ASan sees a read past the end */

		memcpy(copy, p, cut);
		assert_int_equal(read_memory(copy, cut, &log, &n, &diag), -1);
		assert_non_null(strstr(diag.text, "x.trace: byte "));
		free(copy);
	}
	free(p);
	free(log.r);
	world_free(w);
}

static void test_bit_flips(void **state)
{
	struct world *w = world_new(8);
	struct log log = {0};
	uint8_t *p;
	size_t size, n, harmless = 0;

	(void)state;
	write_trace(w, &log, 2, 25);
	p = slurp(w->path, &size);
	for (size_t bit = 0; bit < size * 8; bit++) {
		struct diag diag = {""};

		p[bit / 8] ^= (uint8_t)(1U << bit % 8);
		/* A flip that zstd does not care about must not change a record: log is compared.
		 */
		if (!read_memory(p, size, &log, &n, &diag)) {
			assert_int_equal(n, log.n);
			harmless++;
		} else {
			assert_non_null(strstr(diag.text, "x.trace: byte "));
		}
		p[bit / 8] ^= (uint8_t)(1U << bit % 8);
	}
	/* Few, and only inside zstd's own coding: a hundredth of all bits at most. */
	assert_in_range(harmless, 0, size * 8 / 100);
	free(p);
	free(log.r);
	world_free(w);
}

static void test_trailing(void **state)
{
	struct world *w = world_new(9);
	struct log log = {0};
	struct diag diag = {""};
	uint8_t *p;
	size_t size, n;

	(void)state;
	write_trace(w, &log, 1, 5);
	p = slurp(w->path, &size);
	p = mem_realloc(p, size * 2);
	memcpy(p + size, p, size);
	assert_int_equal(read_memory(p, size + 1, &log, &n, &diag), -1);
	/* A second trace behind the first, without its preamble */
	memmove(p + size, p + TRACE_PREAMBLE_BYTES, size - TRACE_PREAMBLE_BYTES);
	assert_int_equal(read_memory(p, 2 * size - TRACE_PREAMBLE_BYTES, &log, &n, &diag), -1);
	assert_non_null(strstr(diag.text, "follows the end record"));
	free(p);
	free(log.r);
	world_free(w);
}

/* Records packed by hand: what no writer writes */
struct crafted {
	uint8_t bytes[TRACE_MAX_FRAME + 64];
	size_t n;
};

static void add(struct crafted *c, const void *bytes, size_t n)
{
	memcpy(c->bytes + c->n, bytes, n);
	c->n += n;
}

static void begin(struct crafted *c)
{
	/* seed 0, rr, lockstep, 2 SMs, 64 threads, 4 blocks, 0 bytes, "t", "c" */
	static const uint8_t header[] = {1, 0, 0, 0, 2, 64, 4, 0, 1, 't', 1, 'c'};

	c->n = 0;
	add(c, header, sizeof(header));
}

static void launch(struct crafted *c)
{
	/* kernel "k"; launch 1 of it: grid 3x1x1, block 64x1x1, 0 shared, 2 warps, 4 blocks, its */
	static const uint8_t bytes[] = {3, 1, 'k', 16, 1, 0, 3, 1, 1, 64, 1, 1, 0, 2, 4, 1};

	add(c, bytes, sizeof(bytes));
}

static void frame(struct crafted *file, const void *raw, size_t n, int checksum)
{
	ZSTD_CCtx *z = ZSTD_createCCtx();
	size_t r;

	ZSTD_CCtx_setParameter(z, ZSTD_c_checksumFlag, checksum);
	r = ZSTD_compress2(z, file->bytes + file->n, sizeof(file->bytes) - file->n, raw, n);
	assert_false(ZSTD_isError(r));
	file->n += r;
	ZSTD_freeCCtx(z);
}

static void preamble(struct crafted *file)
{
	file->n = 0;
	add(file, "PFTRACE\0\2\0\0\0", TRACE_PREAMBLE_BYTES);
}

/* Reads the records in c; error must hold want (NULL: no error). */
static void expect(struct crafted *c, const char *want)
{
	static struct crafted file;
	struct diag diag = {""};
	size_t n;
	int r;

	preamble(&file);
	frame(&file, c->bytes, c->n, 1);
	r = read_memory(file.bytes, file.n, NULL, &n, &diag);
	if (!want) {
		if (r)
			fail_msg("%s", diag.text);
		return;
	}
	assert_int_equal(r, -1);
	if (!strstr(diag.text, want))
		fail_msg("'%s' is not in '%s'", want, diag.text);
}

#define ADD(c, ...) add(c, (const uint8_t[]){__VA_ARGS__}, sizeof((const uint8_t[]){__VA_ARGS__}))

static void test_crafted_structure(void **state)
{
	static struct crafted c;

	(void)state;
	begin(&c), ADD(&c, 31, 0), expect(&c, NULL);
	begin(&c), launch(&c), ADD(&c, 17, 0, 31, 2), expect(&c, NULL);
	begin(&c), expect(&c, "no end record");
	begin(&c), ADD(&c, 31, 1), expect(&c, "counts 1 records");
	begin(&c), ADD(&c, 31, 0, 31), expect(&c, "follows the end record");
	begin(&c), ADD(&c, 0), expect(&c, "unknown record 0");
	begin(&c), ADD(&c, 200), expect(&c, "unknown record 200");
	begin(&c), ADD(&c, 0x80 | 31, 0), expect(&c, "unknown record 159");
	begin(&c), ADD(&c, 17, 0), expect(&c, "outside a launch");
	begin(&c), ADD(&c, 22, 0, 0, 0, 0), expect(&c, "outside a launch");
	begin(&c), launch(&c), launch(&c), expect(&c, "damaged launch record");
	/* a kernel that was not named; a grid of 0; warps that do not fit the block */
	begin(&c), ADD(&c, 16, 1, 0, 3, 1, 1, 64, 1, 1, 0, 2, 4, 1), expect(&c, "damaged launch");
	begin(&c), ADD(&c, 3, 1, 'k', 16, 1, 0, 0, 1, 1, 64, 1, 1, 0, 2, 4, 1);
	expect(&c, "damaged launch");
	begin(&c), ADD(&c, 3, 1, 'k', 16, 1, 0, 3, 1, 1, 64, 1, 1, 0, 3, 4, 1);
	expect(&c, "damaged launch");
	begin(&c), ADD(&c, 3, 1, 'k', 16, 1, 0, 3, 1, 1, 64, 1, 1, 0, 2, 4, 2);
	expect(&c, "damaged launch");
	/* who: SM 2 of 2, slot 4 of 4, block 3 of 3, warp 2 of 2 */
	begin(&c), launch(&c), ADD(&c, 22, 1, 3, 2, 1, 31, 2), expect(&c, NULL);
	begin(&c), launch(&c), ADD(&c, 22, 2, 3, 2, 1), expect(&c, "out of range");
	begin(&c), launch(&c), ADD(&c, 22, 1, 4, 2, 1), expect(&c, "out of range");
	begin(&c), launch(&c), ADD(&c, 22, 1, 3, 3, 1), expect(&c, "out of range");
	begin(&c), launch(&c), ADD(&c, 22, 1, 3, 2, 2), expect(&c, "out of range");
	begin(&c), launch(&c), ADD(&c, 18, 1, 3, 3), expect(&c, "out of range");
	c.n = 0, ADD(&c, 31, 0), expect(&c, "no header record");
	c.n = 0, ADD(&c, 1, 0, 9, 0, 2, 64, 4, 0, 0, 0), expect(&c, "damaged header");
	/* a name longer than the frame, one with a 0 in it, a number of more than 64 bits */
	begin(&c), ADD(&c, 2, 5, 'a', 'b'), expect(&c, "damaged file record");
	begin(&c), ADD(&c, 2, 3, 'a', 0, 'b'), expect(&c, "damaged file record");
	begin(&c), ADD(&c, 3, 255, 255, 255, 255, 255, 255, 255, 255, 255, 2);
	expect(&c, "damaged kernel record");
	begin(&c), ADD(&c, 3, 128), expect(&c, "damaged kernel record");
}

/* ld of u32 from global memory at pc 5 of kernel 0, no place */
#define SITE \
	4, 0, 5, 2, 'l', 'd', 6, 'g', 'l', 'o', 'b', 'a', 'l', 4, 'w', 'e', 'a', 'k', 0, 3, 'u', \
		'3', '2', 0, 0, 0

static void test_crafted_ops(void **state)
{
	static struct crafted c;

	(void)state;
	/* lanes 0 and 1, address 0x10 (zigzag 32), value 7 */
	begin(&c), launch(&c), ADD(&c, SITE, 4, 1, 0, 0, 0, 0x94, 0, 3, 0, 32, 0, 7, 31, 2);
	expect(&c, NULL);
	begin(&c), launch(&c), ADD(&c, SITE, 4, 1, 0, 0, 0, 0x94, 1, 3, 0, 32, 0, 7);
	expect(&c, "unknown place");
	/* size 3, vec 3, a file that was not named, an unknown space, a kernel that was not named
	 */
	begin(&c), launch(&c), ADD(&c, SITE, 3, 1, 0, 0, 0), expect(&c, "damaged site");
	begin(&c), launch(&c), ADD(&c, SITE, 4, 3, 0, 0, 0), expect(&c, "damaged site");
	begin(&c), launch(&c), ADD(&c, SITE, 4, 1, 1, 0, 0), expect(&c, "damaged site");
	begin(&c), launch(&c), ADD(&c, 4, 0, 5, 2, 'l', 'd', 1, 'x'), expect(&c, "damaged site");
	begin(&c), ADD(&c, SITE, 4, 1, 0, 0, 0), expect(&c, "damaged site");
	/* form 3; value of 33 bits; list that ends early; mask of 33 bits */
	begin(&c), launch(&c), ADD(&c, SITE, 4, 1, 0, 0, 0, 0x94, 0, 3, 3, 32, 0, 7);
	expect(&c, "damaged operation");
	begin(&c), launch(&c);
	ADD(&c, SITE, 4, 1, 0, 0, 0, 0x94, 0, 3, 0, 32, 0, 128, 128, 128, 128, 16);
	expect(&c, "damaged operation");
	begin(&c), launch(&c),
		ADD(&c, SITE, 4, 1, 0, 0, 0, 0x94, 0, 3, 0, 32, 2, 1, 2, 3, 4, 5, 6, 7);
	expect(&c, "damaged operation");
	begin(&c), launch(&c), ADD(&c, SITE, 4, 1, 0, 0, 0, 0x94, 0, 128, 128, 128, 128, 16, 0, 32);
	expect(&c, "damaged operation");
	/* a stride that carries a 4-byte value past 32 bits */
	begin(&c), launch(&c);
	ADD(&c, SITE, 4, 1, 0, 0, 0, 0x94, 0, 3, 0, 32, 1, 255, 255, 255, 255, 15, 2);
	expect(&c, "damaged operation");
}

static void test_frames(void **state)
{
	static struct crafted c, file;
	struct diag diag = {""};
	size_t n;

	(void)state;
	begin(&c), ADD(&c, 31, 0);
	preamble(&file), frame(&file, c.bytes, c.n, 0); /* no checksum */
	assert_int_equal(read_memory(file.bytes, file.n, NULL, &n, &diag), -1);
	assert_non_null(strstr(diag.text, "byte 16: zstd frame of an unexpected kind"));
	preamble(&file), frame(&file, c.bytes, 12, 1), frame(&file, "", 0, 1); /* empty frame */
	assert_int_equal(read_memory(file.bytes, file.n, NULL, &n, &diag), -1);
	assert_non_null(strstr(diag.text, "empty frame"));
	preamble(&file), frame(&file, c.bytes, 12, 1), frame(&file, c.bytes + 12, 2, 1);
	assert_int_equal(read_memory(file.bytes, file.n, NULL, &n, &diag), 0);
	preamble(&file), add(&file, "\x50\x2a\x4d\x18\0\0\0\0", 8); /* skippable frame */
	assert_int_equal(read_memory(file.bytes, file.n, NULL, &n, &diag), -1);
	assert_non_null(strstr(diag.text, "no zstd frame"));
	/* a frame that unpacks to more than the limit */
	memset(c.bytes, 2, sizeof(c.bytes));
	preamble(&file), frame(&file, c.bytes, TRACE_MAX_FRAME + 1, 1);
	assert_int_equal(read_memory(file.bytes, file.n, NULL, &n, &diag), -1);
	preamble(&file), file.bytes[8] = 1; /* before cas said whether it wrote */
	assert_int_equal(read_memory(file.bytes, file.n, NULL, &n, &diag), -1);
	assert_non_null(strstr(diag.text, "trace version 1, this program reads version 2"));
	file.bytes[0] = 'p';
	assert_int_equal(read_memory(file.bytes, file.n, NULL, &n, &diag), -1);
	assert_string_equal(diag.text, "x.trace: byte 0: not a photofinish trace");
}

static void put_text(const char *path, const char *text)
{
	FILE *f = fopen(path, "w");

	assert_non_null(f);
	fputs(text, f);
	fclose(f);
}

static void test_refuses_to_overwrite(void **state)
{
	static const char *const texts[] = {"my thesis", "PFTRACE", "x"};
	struct world *w = world_new(2);
	struct log log = {0};
	struct diag diag = {""};
	size_t n;

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		uint8_t *p;

		put_text(w->path, texts[i]);
		assert_null(trace_writer_open(w->path, &w->config, "c", &diag));
		assert_non_null(strstr(diag.text, "exists and is not a trace: not overwritten"));
		p = slurp(w->path, &n);
		assert_int_equal(n, strlen(texts[i]));
		assert_memory_equal(p, texts[i], n);
		free(p);
	}
	put_text(w->path, "");
	write_trace(w, &log, 2, 40);
	log.n = 0;
	write_trace(w, &log, 1, 3); /* over the longer one */
	{
		struct trace_header h;
		struct trace_reader *t = trace_reader_open(w->path, &h, &diag);

		assert_int_equal(read_all(t, &log, &n, &diag), 0);
		assert_int_equal(n, log.n);
		trace_reader_close(t);
	}
	free(log.r);
	world_free(w);
}

static void test_write_errors(void **state)
{
	struct world *w = world_new(3);
	struct diag diag = {""};
	struct trace_writer *t, *second;
	struct stat st;

	(void)state;
	assert_null(trace_writer_open("/nonexistent/x", &w->config, "c", &diag));
	assert_string_equal(diag.text,
			    "/nonexistent/x: cannot write the trace: No such file or directory");
	assert_null(trace_writer_open("/", &w->config, "c", &diag));
	assert_non_null(strstr(diag.text, "Is a directory"));
	assert_null(trace_writer_open("/dev/full", &w->config, "c", &diag));
	assert_non_null(strstr(diag.text, "No space left on device"));
	t = trace_writer_open("/dev/null", &w->config, "c", &diag);
	assert_non_null(t);
	assert_int_equal(trace_writer_close(t, &diag), 0);
	/* one writer at a time */
	t = trace_writer_open(w->path, &w->config, NULL, &diag);
	assert_non_null(t);
	second = trace_writer_open(w->path, &w->config, NULL, &diag);
	assert_null(second);
	assert_non_null(strstr(diag.text, "another process"));
	assert_int_equal(trace_writer_close(t, &diag), 0);
	assert_int_equal(stat(w->path, &st), 0);
	world_free(w);
}

/* Writing fails in the middle of a run: a pipe that nobody reads any more. */
static void test_broken_pipe(void **state)
{
	struct world *w = world_new(4);
	struct diag diag = {""};
	struct machine_launch_info l = {.kernel = &w->kernels[0],
					.launch = 1,
					.grid = {1, 1, 1},
					.block = {32, 1, 1},
					.warps_per_block = 1};
	struct machine_who who = {.kernel = l.kernel, .launch = 1};
	static struct simt_op op;
	const struct machine_observer *o;
	struct trace_writer *t;
	int pipe_fd[2];
	char name[64];

	(void)state;
	assert_int_equal(pipe(pipe_fd), 0);
	signal(SIGPIPE, SIG_IGN);
	snprintf(name, sizeof(name), "/dev/fd/%d", pipe_fd[1]);
	t = trace_writer_open(name, &w->config, "c", &diag);
	assert_non_null(t);
	close(pipe_fd[0]); /* nobody reads any more */
	o = trace_writer_observer(t);
	o->launch_begin(o->ctx, &l);
	for (int i = 0; i < 5000; i++) {
		random_op(w, &op);
		o->op(o->ctx, &who, &op);
	}
	assert_int_equal(trace_writer_close(t, &diag), -1);
	assert_non_null(strstr(diag.text, "cannot write the trace: Broken pipe"));
	close(pipe_fd[1]);
	world_free(w);
}

/* A child that a program forks must not write its copy of the buffer. */
static void test_fork(void **state)
{
	struct world *w = world_new(5);
	struct diag diag = {""};
	struct trace_writer *t = trace_writer_open(w->path, &w->config, "c", &diag);
	pid_t child;
	uint8_t *p;
	size_t size, n;
	int status;

	(void)state;
	assert_non_null(t);
	child = fork();
	assert_true(child >= 0);
	if (!child)
		_exit(trace_writer_close(t, &diag) ? 1 : 0);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
	assert_int_equal(trace_writer_close(t, &diag), 0);
	p = slurp(w->path, &size);
	assert_int_equal(read_memory(p, size, NULL, &n, &diag), 0);
	free(p);
	world_free(w);
}

/* Operations that the format cannot hold are the machine's error, and reported. */
static void test_refuses_nonsense(void **state)
{
	struct world *w = world_new(6);
	struct diag diag = {""};
	struct trace_writer *t = trace_writer_open(w->path, &w->config, "c", &diag);
	const struct machine_observer *o = trace_writer_observer(t);
	struct machine_who who = {.kernel = &w->kernels[0]};

	(void)state;
	o->warp_exit(o->ctx, &who);
	assert_int_equal(trace_writer_close(t, &diag), -1);
	assert_non_null(strstr(diag.text, "outside a launch"));
	world_free(w);
}

static void test_missing_file(void **state)
{
	struct trace_header h;
	struct diag diag = {""};

	(void)state;
	assert_null(trace_reader_open("/nonexistent/x", &h, &diag));
	assert_string_equal(diag.text, "/nonexistent/x: No such file or directory");
	assert_null(trace_reader_open("/", &h, &diag));
	assert_non_null(strstr(diag.text, "Is a directory"));
}

static void test_forms(void **state)
{
	uint64_t v[SIMT_LANES] = {0}, base, stride;

	(void)state;
	for (unsigned l = 0; l < SIMT_LANES; l++)
		v[l] = 1000 - 8 * (uint64_t)l;
	assert_int_equal(trace_form_of(v, 0, &base, &stride), TRACE_FORM_EQUAL);
	assert_int_equal(trace_form_of(v, 0x80000000, &base, &stride), TRACE_FORM_EQUAL);
	assert_int_equal(trace_form_of(v, 0xf0, &base, &stride), TRACE_FORM_STRIDE);
	assert_true(base == 1000 - 32 && stride == (uint64_t)-8);
	assert_int_equal(trace_form_of(v, 0x80000001, &base, &stride), TRACE_FORM_STRIDE);
	v[31]++;
	assert_int_equal(trace_form_of(v, 0x80000001, &base, &stride), TRACE_FORM_LIST);
	assert_int_equal(trace_form_of(v, 0xffffffff, &base, &stride), TRACE_FORM_LIST);
	/* the widest rise there is */
	v[0] = INT64_MAX, v[1] = (uint64_t)INT64_MIN;
	assert_int_equal(trace_form_of(v, 3, &base, &stride), TRACE_FORM_STRIDE);
	assert_true(stride == 1);
	v[2] = v[1] + 1;
	assert_int_equal(trace_form_of(v, 7, &base, &stride), TRACE_FORM_STRIDE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_round_trip),
		cmocka_unit_test(test_empty),
		cmocka_unit_test(test_truncation),
		cmocka_unit_test(test_bit_flips),
		cmocka_unit_test(test_trailing),
		cmocka_unit_test(test_crafted_structure),
		cmocka_unit_test(test_crafted_ops),
		cmocka_unit_test(test_frames),
		cmocka_unit_test(test_refuses_to_overwrite),
		cmocka_unit_test(test_write_errors),
		cmocka_unit_test(test_broken_pipe),
		cmocka_unit_test(test_fork),
		cmocka_unit_test(test_refuses_nonsense),
		cmocka_unit_test(test_missing_file),
		cmocka_unit_test(test_forms),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
