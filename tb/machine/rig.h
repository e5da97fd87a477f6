/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * rig: a machine with one module and one buffer, for the machine's tests.
 */
#ifndef RIG_H
#define RIG_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "machine/machine.h"

/* A module is one string, longer than the 4095 bytes that ISO C promises. */
#pragma GCC diagnostic ignored "-Woverlength-strings"

/* Every entry takes the buffer's address: %rd1; %r1 = tid.x, %r2 = ctaid.x. */
#define RIG_HEAD ".version 6.4\n.target sm_70\n.address_size 64\n"
#define RIG_ENTRY(name, body) \
	".visible .entry " name "(\n.param .u64 " name "_param_0\n)\n{\n" \
	".reg .pred %p<8>;\n.reg .b16 %rs<8>;\n.reg .b32 %r<32>;\n.reg .b64 %rd<32>;\n" \
	".reg .f32 %f<8>;\n.reg .f64 %fd<8>;\n" \
	"ld.param.u64 %rd1, [" name "_param_0];\ncvta.to.global.u64 %rd1, %rd1;\n" \
	"mov.u32 %r1, %tid.x;\nmov.u32 %r2, %ctaid.x;\n" body "\nret;\n}\n"
/* %rd2 = address of the thread's own 32-bit word (by tid.x) */
#define RIG_MINE "mul.wide.u32 %rd2, %r1, 4;\nadd.s64 %rd2, %rd1, %rd2;\n"

enum { RIG_BYTES = 65536, RIG_OUT = 65536 };

struct rig {
	struct machine_config cfg;
	struct gmem *g;
	struct machine *m;
	struct machine_module *mm;
	struct machine_fault fault;
	uint64_t buf;
	uint32_t *words; /* the buffer, RIG_BYTES */
	size_t n_out;
	char out[RIG_OUT]; /* device printf */
};

static inline void rig_print(void *ctx, bool is_error, const char *text, size_t n)
{
	struct rig *r = ctx;

	(void)is_error;
	if (n >= RIG_OUT - r->n_out)
		n = RIG_OUT - 1 - r->n_out;
	memcpy(r->out + r->n_out, text, n);
	r->n_out += n;
	r->out[r->n_out] = '\0';
}

static inline void rig_config(struct rig *r)
{
	memset(r, 0, sizeof(*r));
	machine_config_default(&r->cfg);
	r->cfg.sms = 2;
}

/* After rig_config() and changes to r->cfg. */
static inline void rig_open(struct rig *r, const char *ptx)
{
	struct diag d = {""};
	struct ptx_module *p;

	r->g = gmem_create(64ULL << 20, r->cfg.poison, &d);
	if (!r->g)
		fail_msg("%s", d.text);
	r->m = machine_create(&r->cfg, r->g, &d);
	if (!r->m)
		fail_msg("%s", d.text);
	p = ptx_parse(ptx, strlen(ptx), "test.ptx", &d);
	if (!p)
		fail_msg("%s", d.text);
	r->mm = machine_load(r->m, p, &d);
	if (!r->mm)
		fail_msg("%s", d.text);
	r->buf = gmem_alloc(r->g, RIG_BYTES, 0, GMEM_DEVICE, NULL);
	r->words = gmem_host(r->g, r->buf, RIG_BYTES);
	machine_set_print(r->m, rig_print, r);
}

static inline void rig_close(struct rig *r)
{
	machine_unload(r->m, r->mm);
	machine_destroy(r->m);
	gmem_destroy(r->g);
}

static inline enum machine_status rig_launch(struct rig *r, const char *kernel, uint32_t blocks,
					     uint32_t threads)
{
	const uint32_t grid[3] = {blocks, 1, 1}, block[3] = {threads, 1, 1};
	const struct simt_kernel *k = machine_kernel(r->mm, kernel);

	assert_non_null(k);
	return machine_launch(r->m, k, grid, block, 0, &r->buf, &r->fault);
}

/* Launches and expects that all went well. */
static inline void rig_ok(struct rig *r, const char *kernel, uint32_t blocks, uint32_t threads)
{
	const enum machine_status s = rig_launch(r, kernel, blocks, threads);

	if (s != MACHINE_OK)
		fail_msg("%s: status %d: %s", kernel, (int)s, r->fault.text);
	assert_int_equal(r->fault.cuda_error, 0);
}

#endif
