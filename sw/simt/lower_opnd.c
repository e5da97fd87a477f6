/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * lower_opnd: operands as references to arrays of 32 lanes, and the constant pool.
 */
#include "lower.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int lower_error(struct simt_lower *lw, const struct ptx_insn *i, const char *fmt, ...)
{
	struct ptx_where at = ptx_where(lw->m, i);
	char text[DIAG_TEXT / 2];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	if (at.file)
		return diag_set(lw->diag, NULL, 0, "%s:%u (%s:%u): %s", lw->m->name, i->line,
				at.file, at.line, text);
	return diag_set(lw->diag, lw->m->name, i->line, "%s", text);
}

/* Constants */

simt_ref lower_const(struct simt_lower *lw, uint64_t bits, unsigned bytes)
{
	uint64_t *at;
	size_t off = lw->n_consts;
	uint8_t *p;

	if (bytes < 8)
		bits &= (1ULL << (8 * bytes)) - 1;
	at = hashmap_at(&lw->const_at[bytes], bits);
	if (*at)
		return (simt_ref)*at;
	lw->consts = mem_grow(lw->consts, &lw->cap_consts, off + (size_t)bytes * SIMT_LANES, 1);
	p = lw->consts + off;
	for (unsigned l = 0; l < SIMT_LANES; l++)
		memcpy(p + (size_t)l * bytes, &bits, bytes); /* little endian host */
	lw->n_consts = off + (size_t)bytes * SIMT_LANES;
	*at = off | 1U;
	return (simt_ref)*at;
}

/* Prelude: instructions that prepare an operand whose value is not static. They come before
 * the instruction and run without its guard: temporaries may hold anything. */

static void frame_addr(struct simt_warp *w, const struct simt_insn *i, uint32_t mask)
{
	const uint64_t *base = SIMT_U64(w, SIMT_REF_FRAME);
	uint64_t *d = SIMT_U64(w, i->d);

	(void)mask;
	for (unsigned l = 0; l < SIMT_LANES; l++)
		d[l] = base[l] + i->imm;
}

static void read_clock(struct simt_warp *w, const struct simt_insn *i, uint32_t mask)
{
	uint64_t now = *w->env->clock, *d = SIMT_U64(w, i->d);

	(void)mask;
	for (unsigned l = 0; l < SIMT_LANES; l++)
		d[l] = now;
}

static void read_clock32(struct simt_warp *w, const struct simt_insn *i, uint32_t mask)
{
	uint32_t now = (uint32_t)(*w->env->clock >> i->imm), *d = SIMT_U32(w, i->d);

	(void)mask;
	for (unsigned l = 0; l < SIMT_LANES; l++)
		d[l] = now;
}

static int prelude_local(struct simt_lower *lw, const struct ptx_insn *i, const struct ptx_opnd *o)
{
	struct simt_insn *s;
	uint64_t addr;
	simt_ref ref;

	if (lw->n_temps == SIMT_TEMPS)
		return lower_error(lw, i, "too many local variables in one instruction");
	if (lower_var_addr(lw, i, o->var, &addr) < 0)
		return -1;
	ref = SIMT_REF_TEMP + 256 * lw->n_temps;
	lw->temp[lw->n_temps].o = o;
	lw->temp[lw->n_temps++].ref = ref;
	s = lower_slot(lw, i);
	s->fn = frame_addr;
	s->d = ref;
	s->imm = addr + (uint64_t)o->imm;
	s->guard = SIMT_NO_REF;
	return 0;
}

static void prelude_clock(struct simt_lower *lw, const struct ptx_insn *i, enum ptx_sreg sreg)
{
	struct simt_insn *s = lower_slot(lw, i);

	s->fn = lower_sreg_bytes(sreg) == 8 ? read_clock : read_clock32;
	s->d = lw->k->sreg_ref[sreg];
	s->imm = sreg == PTX_SREG_CLOCK_HI || sreg == PTX_SREG_GLOBALTIMER_HI ? 32 : 0;
	s->guard = SIMT_NO_REF;
}

int lower_prelude(struct simt_lower *lw, const struct ptx_insn *i, const struct ptx_opnd *o)
{
	if (o->kind == PTX_OPND_VAR && o->var->space == PTX_SPACE_LOCAL)
		return prelude_local(lw, i, o);
	if (o->kind == PTX_OPND_SREG && lower_sreg_dynamic(o->sreg))
		prelude_clock(lw, i, o->sreg);
	if (o->kind == PTX_OPND_VEC) {
		for (unsigned n = 0; n < o->n; n++) {
			if (lower_prelude(lw, i, &o->vec[n]) < 0)
				return -1;
		}
	}
	return 0;
}

/* Sources */

static unsigned slot_bytes(enum ptx_type t)
{
	unsigned bytes = ptx_type_bytes(t);

	return bytes == 1 ? 2 : bytes;
}

static simt_ref src_reg(struct simt_lower *lw, const struct ptx_insn *i, const struct ptx_opnd *o,
			unsigned want, unsigned *bytes)
{
	const struct ptx_reg *r = &lw->cur->f->regs[o->reg];
	unsigned have = slot_bytes(r->type);

	if (!have) {
		lower_error(lw, i, "predicate %s where a value is wanted", r->name);
		return SIMT_NO_REF;
	}
	if (bytes) {
		*bytes = have;
	} else if (have != want) {
		lower_error(lw, i, "register %s is %u bits wide, not %u", r->name, 8 * have,
			    8 * want);
		return SIMT_NO_REF;
	}
	return lw->cur->reg[o->reg];
}

static simt_ref src_sreg(struct simt_lower *lw, const struct ptx_insn *i, const struct ptx_opnd *o,
			 unsigned want, unsigned *bytes)
{
	unsigned have = lower_sreg_bytes(o->sreg);

	if (o->sreg == PTX_SREG_WARPSZ)
		return lower_const(lw, SIMT_LANES, want);
	if (bytes) {
		*bytes = have;
	} else if (have != want) {
		lower_error(lw, i, "special register is %u bits wide, not %u", 8 * have, 8 * want);
		return SIMT_NO_REF;
	}
	return lw->k->sreg_ref[o->sreg];
}

static simt_ref src_var(struct simt_lower *lw, const struct ptx_insn *i, const struct ptx_opnd *o,
			unsigned want)
{
	uint64_t addr;

	if (o->var->space == PTX_SPACE_LOCAL) {
		for (unsigned n = 0; n < lw->n_temps; n++) {
			if (lw->temp[n].o == o && want == 8)
				return lw->temp[n].ref;
		}
		lower_error(lw, i, "address of local variable '%s' cannot be used here",
			    o->var->name);
		return SIMT_NO_REF;
	}
	if (lower_var_addr(lw, i, o->var, &addr) < 0)
		return SIMT_NO_REF;
	addr += (uint64_t)o->imm;
	if (want < 4 || (want == 4 && addr >> 32)) {
		lower_error(lw, i, "address of '%s' does not fit %u bits", o->var->name, 8 * want);
		return SIMT_NO_REF;
	}
	return lower_const(lw, addr, want);
}

static simt_ref source(struct simt_lower *lw, const struct ptx_insn *i, const struct ptx_opnd *o,
		       enum ptx_type type, unsigned *bytes)
{
	unsigned want = slot_bytes(type);
	uint64_t bits = (uint64_t)o->imm;

	if (!want && o->kind != PTX_OPND_REG) {
		lower_error(lw, i, "value where a predicate is wanted");
		return SIMT_NO_REF;
	}
	if (bytes)
		*bytes = want;
	switch (o->kind) {
	case PTX_OPND_REG: return src_reg(lw, i, o, want, bytes);
	case PTX_OPND_SREG: return src_sreg(lw, i, o, want, bytes);
	case PTX_OPND_VAR: return src_var(lw, i, o, want);
	case PTX_OPND_IMM:
		/* an 8-bit value sits in a 16-bit slot, extended as its type says */
		if (type == PTX_T_S8)
			bits = (uint64_t)(int64_t)(int8_t)bits;
		else if (ptx_type_bytes(type) == 1)
			bits &= 0xff;
		return lower_const(lw, bits, want);
	case PTX_OPND_FUNC:
		lower_error(lw, i, "address of function '%s' is not supported", o->func->name);
		return SIMT_NO_REF;
	default:
		lower_error(lw, i, "operand of a kind that '%s' cannot read", ptx_op_name(i->op));
		return SIMT_NO_REF;
	}
}

simt_ref lower_src(struct simt_lower *lw, const struct ptx_insn *i, const struct ptx_opnd *o,
		   enum ptx_type type)
{
	return source(lw, i, o, type, NULL);
}

simt_ref lower_src_any(struct simt_lower *lw, const struct ptx_insn *i, const struct ptx_opnd *o,
		       enum ptx_type type, unsigned *bytes)
{
	return source(lw, i, o, type, bytes);
}

simt_ref lower_pred(struct simt_lower *lw, const struct ptx_insn *i, const struct ptx_opnd *o)
{
	if (o->kind == PTX_OPND_IMM)
		return lower_const(lw, o->imm ? UINT32_MAX : 0, 4);
	if (o->kind == PTX_OPND_SREG && o->sreg == PTX_SREG_IS_EXPLICIT_CLUSTER)
		return lw->k->sreg_ref[o->sreg];
	if (o->kind != PTX_OPND_REG || lw->cur->f->regs[o->reg].type != PTX_T_PRED) {
		lower_error(lw, i, "predicate operand expected");
		return SIMT_NO_REF;
	}
	return lw->cur->reg[o->reg];
}

simt_ref lower_dst(struct simt_lower *lw, const struct ptx_insn *i, const struct ptx_opnd *o,
		   int which, unsigned *bytes)
{
	int reg = which ? o->reg2 : o->reg;

	if (bytes)
		*bytes = slot_bytes(i->type);
	if (o->kind == PTX_OPND_SINK || (o->kind == PTX_OPND_REG && reg == PTX_NONE))
		return SIMT_REF_SCRATCH;
	if (o->kind != PTX_OPND_REG) {
		lower_error(lw, i, "destination of '%s' is not a register", ptx_op_name(i->op));
		return SIMT_NO_REF;
	}
	if (bytes)
		*bytes = slot_bytes(lw->cur->f->regs[reg].type);
	return lw->cur->reg[reg];
}
