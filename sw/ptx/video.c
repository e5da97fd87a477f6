/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * video: the parts that operands of video instructions are made of, and what goes together.
 *
 *   vadd .. vset     .b0 .. .b3, .h0, .h1   one part; of the destination: the rest comes from c
 *   vadd2 .. vset2   .hxy    two of the four halves of b and a; of the destination: which are
 * written vadd4 .. vset4   .bxyzw  four of the eight bytes, likewise
 */
#include "spec.h"

bool ptx_video_select(struct ptx_opnd *o, const char *text, unsigned len)
{
	if (len < 2 || len > 5 || (text[0] != 'b' && text[0] != 'h'))
		return false;
	for (unsigned k = 1; k < len; k++) {
		if (text[k] < '0' || text[k] > '7')
			return false;
		o->sel[len - 1 - k] = (uint8_t)(text[k] - '0');
	}
	o->sel_bytes = text[0] == 'b' ? 1 : 2;
	o->n_sel = (uint8_t)(len - 1);
	return true;
}

static unsigned lanes_of(enum ptx_op op)
{
	return op >= PTX_OP_VADD4 ? 4 : op >= PTX_OP_VADD2 ? 2 : 1;
}

/* One part of 32 bits */
static bool single(const struct ptx_opnd *o)
{
	return !o->n_sel || (o->n_sel == 1 && o->sel[0] < 4U / o->sel_bytes);
}

/* n parts of the 64 bits of b and a */
static bool several(const struct ptx_opnd *o, unsigned n)
{
	if (!o->n_sel)
		return true;
	for (unsigned k = 0; k < o->n_sel; k++)
		if (o->sel[k] >= 2 * n)
			return false;
	return o->n_sel == n && o->sel_bytes == 4 / n;
}

/* Parts of a destination, in falling order as written */
static bool ordered(const struct ptx_opnd *o, unsigned n)
{
	for (unsigned k = 0; k < o->n_sel; k++)
		if (o->sel[k] >= n || (k && o->sel[k] <= o->sel[k - 1]))
			return false;
	return !o->n_sel || o->sel_bytes == 4 / n;
}

static const char *check_mad(const struct ptx_insn *i)
{
	const bool negated = i->opnd[1].neg || i->opnd[2].neg || i->opnd[3].neg;

	if (i->opnd[0].n_sel)
		return "the destination is a whole register";
	if (i->po && negated)
		return ".po has no operand with '-'";
	if (i->opnd[3].neg && i->opnd[1].neg != i->opnd[2].neg)
		return "'-' is for the product or for the sum";
	return NULL;
}

static const char *check_scalar(const struct ptx_insn *i)
{
	const bool merges = i->opnd[0].n_sel, third = i->atom != PTX_ATOM_NONE || merges;

	if (i->atom != PTX_ATOM_NONE && i->atom != PTX_ATOM_ADD && i->atom != PTX_ATOM_MIN &&
	    i->atom != PTX_ATOM_MAX)
		return "no such second operation";
	if (i->atom != PTX_ATOM_NONE && merges)
		return "a second operation has a whole register as its destination";
	if (i->op == PTX_OP_VMAD)
		return i->n_opnds == 4 ? check_mad(i) : NULL;
	if (i->n_opnds >= 3 && i->n_opnds != 3U + third)
		return third ? "a third source is needed" : "no third source is allowed";
	return NULL;
}

static const char *check_several(const struct ptx_insn *i)
{
	if (i->atom != PTX_ATOM_NONE && i->atom != PTX_ATOM_ADD)
		return "no such second operation";
	return i->atom && i->sat ? ".sat does not go with .add" : NULL;
}

const char *ptx_video_check(const struct ptx_insn *i)
{
	const unsigned n = lanes_of(i->op);
	const bool set = i->op == PTX_OP_VSET || i->op == PTX_OP_VSET2 || i->op == PTX_OP_VSET4;

	if (set == (i->type3 != PTX_T_NONE))
		return set ? "two types are needed" : "three types are needed";
	if (i->cmp > PTX_CMP_GE)
		return "no such comparison";
	if ((i->op == PTX_OP_VSHL || i->op == PTX_OP_VSHR) && i->type3 != PTX_T_U32)
		return "the shift is .u32";
	for (unsigned k = 0; k < i->n_opnds; k++) {
		const struct ptx_opnd *o = &i->opnd[k];
		const bool fits = k == 3   ? !o->n_sel
				  : n == 1 ? single(o)
				  : k      ? several(o, n)
					   : ordered(o, n);

		if (!fits)
			return "no such part of an operand";
	}
	return n == 1 ? check_scalar(i) : check_several(i);
}
