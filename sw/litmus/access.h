/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * access: operations of the .litmus language and their operands. For body.c only.
 */
#ifndef LITMUS_ACCESS_H
#define LITMUS_ACCESS_H

#include "build.h"

/* "red.add.release.gpu", taken apart */
struct access_op {
	struct build_name name; /* without red */
	bool red, has_sem;
	enum ptx_sem sem;
	enum ptx_scope scope; /* NONE: not said */
	const char *sem_text, *scope_text;
	unsigned vec;
};
int access_take_op(struct build *b, struct access_op *op);
bool access_is(const struct access_op *op, const char *name);

/* A variable, or an element of one. */
struct access_at {
	const struct build_var *v;
	const char *space; /* in PTX */
	bool wide;         /* 8 bytes */
	char text[64];     /* what stands in brackets */
};
int access_take_var(struct build *b, const struct access_op *op, struct access_at *at);

/* A number, tid, lane, ctaid or a named register, as a PTX operand. */
int access_take_value(struct build *b, bool wide, char text[32]);

struct access_result {
	unsigned reg; /* 0: the operation has no result */
	bool wide;
};
/* Loads, stores and atomics: takes the operands, writes PTX. */
int access_put(struct build *b, const struct access_op *op, struct access_result *r);

#endif
