/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "trace_format.h"

#include <string.h>

#define NAME(s, t)            t,
#define TYPE_NAME(s, t, n, c) t,

static const char *const kinds[SIMT_OP_COUNT] = {[SIMT_OP_LD] = "ld",
						 [SIMT_OP_ST] = "st",
						 [SIMT_OP_ATOM] = "atom",
						 [SIMT_OP_RED] = "red",
						 [SIMT_OP_FENCE] = "fence",
						 [SIMT_OP_BAR] = "bar",
						 [SIMT_OP_WARPSYNC] = "warpsync",
						 [SIMT_OP_ASYNC] = "async",
						 [SIMT_OP_BULK] = "bulk",
						 [SIMT_OP_SYSCALL] = "syscall"};
static const char *const spaces[] = {PTX_SPACES(NAME)};
static const char *const sems[] = {PTX_SEMS(NAME)};
static const char *const scopes[] = {PTX_SCOPES(NAME)};
static const char *const types[] = {"", PTX_TYPES(TYPE_NAME)};
static const char *const atoms[] = {PTX_ATOMS(NAME)};
static const char *const modes[] = {PTX_MODES(NAME)};
static const char *const syscalls[] = {[SIMT_SYS_VPRINTF] = "vprintf",
				       [SIMT_SYS_ASSERTFAIL] = "assertfail",
				       [SIMT_SYS_MALLOC] = "malloc",
				       [SIMT_SYS_FREE] = "free",
				       [SIMT_SYS_RUNTIME] = "runtime"};
/* Arguments of each, as the shim declares them. */
static const uint8_t syscall_args[] = {[SIMT_SYS_VPRINTF] = 2,
				       [SIMT_SYS_ASSERTFAIL] = 5,
				       [SIMT_SYS_MALLOC] = 1,
				       [SIMT_SYS_FREE] = 1,
				       [SIMT_SYS_RUNTIME] = 3};

#define LIST(names) \
	{ \
		names, sizeof(names) / sizeof(*(names)) \
	}
static const struct {
	const char *const *names;
	unsigned n;
} lists[] = {[TRACE_KINDS] = LIST(kinds), [TRACE_SPACES] = LIST(spaces),
	     [TRACE_SEMS] = LIST(sems),   [TRACE_SCOPES] = LIST(scopes),
	     [TRACE_TYPES] = LIST(types), [TRACE_ATOMS] = LIST(atoms),
	     [TRACE_BARS] = LIST(modes),  [TRACE_SYSCALLS] = LIST(syscalls)};

const char *trace_name(enum trace_list list, unsigned value)
{
	/* Other modes share the barrier's names, so those are not looked up. */
	if (list == TRACE_BARS && value != PTX_MODE_NONE &&
	    (value < PTX_MODE_BAR_SYNC || value > PTX_MODE_BAR_RED_OR))
		return NULL;
	return value < lists[list].n ? lists[list].names[value] : NULL;
}

int trace_value(enum trace_list list, const char *name, size_t n)
{
	for (unsigned i = 0; i < lists[list].n; i++) {
		const char *s = trace_name(list, i);

		if (s && strlen(s) == n && !memcmp(s, name, n))
			return (int)i;
	}
	return -1;
}

/* An atomic of 128 bits; others have one element. */
static bool is_wide(unsigned type, unsigned size, unsigned vec)
{
	return type == PTX_T_B128 && size == 8 && vec == 2;
}

void trace_site_of(struct trace_site *s, uint32_t kernel, const struct simt_op *op)
{
	memset(s, 0, sizeof(*s));
	s->kernel = kernel;
	s->pc = op->pc;
	s->kind = (uint8_t)op->kind;
	switch (op->kind) {
	case SIMT_OP_ATOM:
	case SIMT_OP_RED: s->atom = (uint8_t)op->atom; __attribute__((fallthrough));
	case SIMT_OP_LD:
	case SIMT_OP_ST:
		s->space = (uint8_t)op->space;
		s->type = (uint8_t)op->type;
		s->size = op->size;
		s->vec = s->atom && !is_wide(op->type, op->size, op->vec) ? 1 : op->vec;
		__attribute__((fallthrough));
	case SIMT_OP_FENCE:
		s->sem = (uint8_t)op->sem;
		s->scope = (uint8_t)op->scope;
		break;
	case SIMT_OP_BAR: s->bar_mode = (uint8_t)op->bar_mode; break;
	case SIMT_OP_SYSCALL: s->syscall = (uint8_t)op->syscall; break;
	default: break;
	}
}

bool trace_site_valid(const struct trace_site *s)
{
	bool atomic = s->kind == SIMT_OP_ATOM || s->kind == SIMT_OP_RED;
	bool bar = s->kind == SIMT_OP_BAR;
	bool size = s->size == 1 || s->size == 2 || s->size == 4 || s->size == 8;
	bool vec = s->vec == 1 || is_wide(s->type, s->size, s->vec) ||
		   (!atomic && (s->vec == 2 || s->vec == 4));
	bool space = s->space == PTX_SPACE_GLOBAL || s->space == PTX_SPACE_SHARED ||
		     s->space == PTX_SPACE_LOCAL || s->space == PTX_SPACE_CONST;

	if (!trace_name(TRACE_KINDS, s->kind) || !trace_name(TRACE_SEMS, s->sem) ||
	    !trace_name(TRACE_SCOPES, s->scope) || !trace_name(TRACE_TYPES, s->type) ||
	    !trace_name(TRACE_ATOMS, s->atom) || !trace_name(TRACE_BARS, s->bar_mode) ||
	    !trace_name(TRACE_SYSCALLS, s->syscall))
		return false;
	if (trace_site_has_address(s) ? !(size && vec && space) : s->size || s->vec || s->space)
		return false;
	return atomic == (s->atom != PTX_ATOM_NONE) && bar == (s->bar_mode != PTX_MODE_NONE);
}

unsigned trace_site_rows(const struct trace_site *s)
{
	switch (s->kind) {
	case SIMT_OP_LD:
	case SIMT_OP_ST: return s->vec;
	case SIMT_OP_ATOM:
	case SIMT_OP_RED: return 2;
	case SIMT_OP_SYSCALL: return syscall_args[s->syscall];
	default: return 0;
	}
}

enum trace_form trace_form_of(const uint64_t value[SIMT_LANES], uint32_t mask, uint64_t *base,
			      uint64_t *stride)
{
	unsigned first, second;
	int64_t rise;

	*base = *stride = 0;
	if (!mask)
		return TRACE_FORM_EQUAL;
	first = (unsigned)__builtin_ctz(mask);
	*base = value[first];
	mask &= mask - 1;
	if (!mask)
		return TRACE_FORM_EQUAL;
	second = (unsigned)__builtin_ctz(mask);
	rise = (int64_t)(value[second] - value[first]);
	if (rise % (int64_t)(second - first))
		return TRACE_FORM_LIST;
	*stride = (uint64_t)(rise / (int64_t)(second - first));
	for (; mask; mask &= mask - 1) {
		unsigned lane = (unsigned)__builtin_ctz(mask);

		if (value[lane] != *base + (lane - first) * *stride)
			return TRACE_FORM_LIST;
	}
	return *stride ? TRACE_FORM_STRIDE : TRACE_FORM_EQUAL;
}
