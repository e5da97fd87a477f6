/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * What a kernel asks of the system: printf, assert, malloc, free. Lanes in order.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "format.h"
#include "machine_int.h"

struct lane {
	struct machine *m;
	struct machine_warp *w;
	uint32_t lane;
};

/* A string of the lane's, NULL when it has no end in readable memory. */
static const char *string_at(void *ctx, uint64_t addr, size_t *n)
{
	const struct lane *l = ctx;
	const char *p, *end;
	uint64_t room;

	p = (const char *)perform_resolve(l->m, l->w, l->lane, addr, 1, &room);
	if (!p)
		return NULL;
	end = memchr(p, '\0', room);
	if (!end)
		return NULL;
	*n = (size_t)(end - p);
	return p;
}

static void print(struct machine *m, bool is_error, const char *text, size_t n)
{
	if (m->print && n)
		m->print(m->print_ctx, is_error, text, n);
}

static int bad_pointer(struct lane *l, const struct simt_op *op, const char *what, uint64_t addr)
{
	char rel[480];

	fault_relation(l->m->g, addr, rel, sizeof(rel));
	return fault_set(l->m, l->w, MACHINE_E_ILLEGAL_ADDRESS, op->pc, 1U << l->lane,
			 "%s at address 0x%llx%s%s%s", what, (unsigned long long)addr,
			 rel[0] ? " (" : "", rel, rel[0] ? ")" : "");
}

static int do_printf(struct lane *l, struct simt_op *op)
{
	const uint64_t fmt_addr = op->data[0][l->lane], args_addr = op->data[1][l->lane];
	struct format_text out = {.text = NULL};
	const uint8_t *args = NULL;
	uint64_t room = 0;
	size_t n;
	const char *fmt = string_at(l, fmt_addr, &n);
	int used;

	if (!fmt)
		return bad_pointer(l, op, "printf: unreadable format", fmt_addr);
	if (args_addr)
		args = perform_resolve(l->m, l->w, l->lane, args_addr, 0, &room);
	used = format_print(&out, fmt, n, args, args ? room : 0, string_at, l);
	print(l->m, false, out.text, out.n);
	free(out.text);
	if (used < 0)
		return fault_set(l->m, l->w, MACHINE_E_ILLEGAL_ADDRESS, op->pc, 1U << l->lane,
				 "printf: more conversions than arguments, or an unreadable %%s");
	op->data[0][l->lane] = (uint32_t)used;
	return 0;
}

static int do_assert(struct lane *l, struct simt_op *op)
{
	const uint32_t *c = l->w->who.ctaid;
	const char *text[4] = {NULL}; /* message, file, -, function */
	char line[1024];
	uint32_t tid[3];
	size_t len[4] = {0};
	int n;

	for (int i = 0; i < 4; i++)
		if (i != 2)
			text[i] = string_at(l, op->data[i][l->lane], &len[i]);
	fault_thread(l->w, l->lane, tid);
	n = snprintf(line, sizeof(line),
		     "%s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.\n",
		     text[1] ? text[1] : "?", (uint32_t)op->data[2][l->lane],
		     text[3] ? text[3] : "?", c[0], c[1], c[2], tid[0], tid[1], tid[2],
		     text[0] ? text[0] : "?");
	print(l->m, true, line, n < (int)sizeof(line) ? (size_t)n : sizeof(line) - 1);
	return 0;
}

static int do_free(struct lane *l, struct simt_op *op)
{
	const uint64_t addr = op->data[0][l->lane];
	const struct gmem_block *b;

	if (!addr)
		return 0;
	b = gmem_find(l->m->g, addr);
	if (!b || b->kind != GMEM_HEAP || gmem_free(l->m->g, addr))
		return bad_pointer(
			l, op, "free of what malloc in a kernel did not return, or twice,", addr);
	return 0;
}

int syscall_do(struct machine *m, struct machine_warp *w, struct simt_op *op)
{
	int r = 0;

	for (uint32_t rest = op->mask; rest && !r; rest &= rest - 1) {
		struct lane l = {m, w, (uint32_t)__builtin_ctz(rest)};
		uint64_t *arg = &op->data[0][l.lane];

		switch (op->syscall) {
		case SIMT_SYS_VPRINTF: r = do_printf(&l, op); break;
		case SIMT_SYS_ASSERTFAIL: r = do_assert(&l, op); break;
		case SIMT_SYS_MALLOC:
			*arg = *arg ? gmem_alloc(m->g, *arg, 16, GMEM_HEAP, NULL) : 0;
			break;
		case SIMT_SYS_FREE: r = do_free(&l, op); break;
		case SIMT_SYS_RUNTIME: r = child_syscall(m, w, op, l.lane); break;
		}
	}
	if (!r && op->syscall == SIMT_SYS_ASSERTFAIL)
		r = fault_set(m, w, MACHINE_E_ASSERT, op->pc, op->mask, "assertion failed");
	if (!r && op->syscall != SIMT_SYS_FREE)
		simt_complete(&w->w, op);
	return r;
}
