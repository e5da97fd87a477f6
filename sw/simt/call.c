/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * call: frames. Every function has one static frame, so a call only moves argument bytes
 * and the lanes' local base; a recursive call first saves the callee's frame.
 */
#include "warp.h"

#include <stdlib.h>
#include <string.h>

static uint8_t *lane_param(const struct simt_warp *w, unsigned lane)
{
	return w->lane_param + (size_t)lane * w->kernel->lane_param_bytes;
}

/* Recursion: a copy of the callee's registers and of every lane's parameters. */

static struct simt_save *save_frame(struct simt_warp *w, const struct simt_frame *f, uint32_t mask)
{
	size_t regs = f->end - f->pred, param = f->param_end - f->param;
	size_t bytes = regs + param * SIMT_LANES;
	struct simt_save *s = mem_alloc(sizeof(*s) + bytes);

	s->mask = mask;
	s->bytes = bytes;
	memcpy(s->data, w->base[0] + f->pred, regs);
	for (unsigned l = 0; l < SIMT_LANES && param; l++)
		memcpy(s->data + regs + l * param, lane_param(w, l) + f->param, param);
	s->next = w->frag->saves;
	if (s->next)
		s->next->prev = s;
	w->frag->saves = s;
	return s;
}

void simt_save_drop(struct simt_warp *w, struct simt_save *s, uint32_t mask)
{
	if (!s)
		return;
	s->mask &= ~mask;
	if (s->mask)
		return;
	if (s->prev)
		s->prev->next = s->next;
	else
		w->frag->saves = s->next;
	if (s->next)
		s->next->prev = s->prev;
	free(s);
}

static void restore_arrays(uint8_t *to, const uint8_t *from, size_t bytes, unsigned width,
			   uint32_t mask)
{
	for (size_t at = 0; at + (size_t)width * SIMT_LANES <= bytes;
	     at += (size_t)width * SIMT_LANES) {
		for (uint32_t left = mask; left; left &= left - 1) {
			size_t off = at + (size_t)simt_first(left) * width;

			memcpy(to + off, from + off, width);
		}
	}
}

static void restore_frame(struct simt_warp *w, const struct simt_frame *f, uint32_t mask,
			  const struct simt_save *s)
{
	uint8_t *to = w->base[0] + f->pred;
	const uint8_t *from = s->data;
	size_t param = f->param_end - f->param;

	for (size_t at = 0; at < f->r16 - f->pred; at += sizeof(uint32_t)) {
		uint32_t now, old;

		memcpy(&now, to + at, sizeof(now));
		memcpy(&old, from + at, sizeof(old));
		now = (now & ~mask) | (old & mask);
		memcpy(to + at, &now, sizeof(now));
	}
	restore_arrays(to + (f->r16 - f->pred), from + (f->r16 - f->pred), f->r32 - f->r16, 2,
		       mask);
	restore_arrays(to + (f->r32 - f->pred), from + (f->r32 - f->pred), f->r64 - f->r32, 4,
		       mask);
	restore_arrays(to + (f->r64 - f->pred), from + (f->r64 - f->pred), f->end - f->r64, 8,
		       mask);
	from += f->end - f->pred;
	for (uint32_t left = mask; left; left &= left - 1) {
		unsigned l = simt_first(left);

		memcpy(lane_param(w, l) + f->param, from + l * param, param);
	}
}

/* Arguments go through a buffer: under recursion they may overlap the formal parameters. */

static uint64_t arg_value(struct simt_warp *w, const struct simt_arg *a, unsigned lane)
{
	if (a->bytes == 8)
		return SIMT_U64(w, a->ref)[lane];
	if (a->bytes == 4)
		return SIMT_U32(w, a->ref)[lane];
	return SIMT_U16(w, a->ref)[lane];
}

static uint8_t *buffer(struct simt_warp *w, size_t bytes)
{
	struct simt_frag *fr = w->frag;

	fr->call_tmp = mem_grow(fr->call_tmp, &fr->cap_tmp, bytes, 1);
	return fr->call_tmp;
}

static void pass_args(struct simt_warp *w, const struct simt_call *c, uint32_t mask)
{
	uint8_t *buf = buffer(w, c->arg_bytes);

	for (; mask; mask &= mask - 1) {
		unsigned lane = simt_first(mask);
		uint8_t *p = buf;

		for (unsigned n = 0; n < c->n_args; n++) {
			const struct simt_arg *a = &c->args[n];

			if (a->bytes)
				simt_store(p, arg_value(w, a, lane), a->size);
			else
				memcpy(p, simt_param_ptr(w, lane, a->src), a->size);
			p += a->size;
		}
		p = buf;
		for (unsigned n = 0; n < c->n_args; n++) {
			memcpy(lane_param(w, lane) + c->args[n].dst, p, c->args[n].size);
			p += c->args[n].size;
		}
	}
}

bool simt_call_enter(struct simt_warp *w, const struct simt_insn *i, uint32_t mask,
		     struct simt_save **save)
{
	const struct simt_call *c = i->u.call;
	uint64_t *base = SIMT_U64(w, SIMT_REF_FRAME);
	uint32_t over = 0;

	for (uint32_t left = mask; left; left &= left - 1) {
		unsigned l = simt_first(left);

		if (base[l] + c->caller_local + c->callee_local > w->env->local_limit)
			over |= 1U << l;
	}
	if (over) {
		simt_fault(w, SIMT_FAULT_STACK_OVERFLOW, over);
		return false;
	}
	*save = c->save ? save_frame(w, &c->frame, mask) : NULL;
	pass_args(w, c, mask);
	for (uint32_t left = mask; left; left &= left - 1)
		base[simt_first(left)] += c->caller_local;
	return true;
}

void simt_call_leave(struct simt_warp *w, const struct simt_insn *i, uint32_t mask,
		     struct simt_save *save)
{
	const struct simt_call *c = i->u.call;
	uint64_t *base = SIMT_U64(w, SIMT_REF_FRAME);
	size_t bytes = c->n_rets ? c->rets[0].size : 0, at;
	uint8_t *buf;

	for (unsigned n = 1; n < c->n_rets; n++)
		bytes += c->rets[n].size;
	buf = buffer(w, bytes * SIMT_LANES);
	at = 0;
	for (uint32_t left = mask; left; left &= left - 1) {
		unsigned l = simt_first(left);

		base[l] -= c->caller_local;
		for (unsigned n = 0; n < c->n_rets; n++) {
			memcpy(buf + at, simt_param_ptr(w, l, c->rets[n].src), c->rets[n].size);
			at += c->rets[n].size;
		}
	}
	if (save) {
		restore_frame(w, &c->frame, mask, save);
		simt_save_drop(w, save, mask);
	}
	at = 0;
	for (uint32_t left = mask; left; left &= left - 1) {
		unsigned l = simt_first(left);

		for (unsigned n = 0; n < c->n_rets; n++) {
			memcpy(lane_param(w, l) + c->rets[n].dst, buf + at, c->rets[n].size);
			at += c->rets[n].size;
		}
	}
}

void simt_syscall_issue(struct simt_warp *w, const struct simt_insn *i, uint32_t mask,
			struct simt_op *op)
{
	const struct simt_call *c = i->u.call;

	op->kind = SIMT_OP_SYSCALL;
	op->pc = w->pc;
	op->mask = mask;
	op->syscall = c->syscall;
	for (unsigned n = 0; n < c->n_args; n++) {
		const struct simt_arg *a = &c->args[n];

		for (uint32_t left = mask; left; left &= left - 1) {
			unsigned l = simt_first(left);

			op->data[n][l] = a->bytes
						 ? arg_value(w, a, l)
						 : simt_load(simt_param_ptr(w, l, a->src), a->size);
		}
	}
}
