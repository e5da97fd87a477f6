/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * ptx_test: helpers of the PTX tests. Include it after the C headers.
 */
#ifndef PTX_TEST_H
#define PTX_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../sw/ptx/ptx.h"

#define HEAD ".version 7.0\n.target sm_70\n.address_size 64\n"

/* A kernel around statements, with registers of every type. Its first line is 5. */
#define KERNEL(body) \
	HEAD ".global .u32 gv[4]; .shared .u64 sv; .const .f32 cv; .func fn; .visible .entry k(" \
	     ".param .u64 arg) { .reg .pred p<9>; .reg .b16 h<9>; .reg .b32 r<9>; " \
	     ".reg .b64 d<9>; .reg .f32 f<9>; .reg .f64 g<9>; .reg .b128 q<4>; .local .b32 " \
	     "lv;\n" body "\n}\n"

static inline struct ptx_module *parse(const char *text)
{
	struct diag diag;
	struct ptx_module *m = ptx_parse(text, strlen(text), "t.ptx", &diag);

	if (!m)
		fail_msg("%s\n%s", diag.text, text);
	return m;
}

static inline void refuse(const char *text, const char *message)
{
	struct diag diag;
	struct ptx_module *m = ptx_parse(text, strlen(text), "t.ptx", &diag);

	if (m) {
		ptx_free(m);
		fail_msg("accepted, but should say \"%s\":\n%s", message, text);
	}
	if (strcmp(diag.text, message))
		fail_msg("says     \"%s\"\nnot      \"%s\"\n%s", diag.text, message, text);
}

static inline const struct ptx_func *func(const struct ptx_module *m, const char *name)
{
	const struct ptx_func *f = ptx_find_func(m, name);

	assert_non_null(f);
	return f;
}

static inline const struct ptx_var *var(const struct ptx_module *m, const char *name)
{
	const struct ptx_var *v = ptx_find_var(m, name);

	assert_non_null(v);
	return v;
}

static inline const char *reg_name(const struct ptx_func *f, int reg)
{
	return reg == PTX_NONE ? "-" : f->regs[reg].name;
}

#endif
