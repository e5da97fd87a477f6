/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * slots: which operands an instruction has and of which types; literals in their type.
 */
#include "spec.h"

#include <string.h>

static bool is_float(enum ptx_type t)
{
	return ptx_spec_type_class(t) == 'f';
}

static enum ptx_type wide_type(enum ptx_type t)
{
	switch (t) {
	case PTX_T_U16: return PTX_T_U32;
	case PTX_T_S16: return PTX_T_S32;
	case PTX_T_U32: return PTX_T_U64;
	case PTX_T_S32: return PTX_T_S64;
	default: return t;
	}
}

/* Element type of a mov that packs or unpacks n registers. */
static enum ptx_type part_type(enum ptx_type whole, unsigned n)
{
	switch (ptx_type_bytes(whole) / (n ? n : 1)) {
	case 1: return PTX_T_B8;
	case 2: return PTX_T_B16;
	case 4: return PTX_T_B32;
	case 8: return PTX_T_B64;
	default: return whole;
	}
}

static const char *bar_sig(const struct ptx_insn *i)
{
	switch (i->mode) {
	case PTX_MODE_BAR_SYNC: return "U?U";
	case PTX_MODE_BAR_ARRIVE: return "UU";
	case PTX_MODE_BAR_RED_POPC: return i->n_opnds > 3 ? "YUUp" : "YUp";
	case PTX_MODE_BAR_RED_AND:
	case PTX_MODE_BAR_RED_OR: return i->n_opnds > 3 ? "PUUp" : "PUp";
	default: return "U";
	}
}

static const char *math_sig(const struct ptx_insn *i)
{
	static const char *const sig[] = {"Ff", "Ff", "Ff", "Fff", "Ffff", "Fffff"};

	return sig[i->n_opnds <= 5 ? i->n_opnds : 5];
}

/* [to], [from], size [, [mbarrier]] [, mask of blocks] [, policy] */
static const char *bulk_sig(const struct ptx_insn *i, bool hint)
{
	if (i->by_group)
		return hint ? "AAUH" : "AAU";
	if (i->multicast)
		return hint ? "AAUAhH" : "AAUAh";
	return hint ? "AAUAH" : "AAUA";
}

static const char *hint_sig(const struct ptx_insn *i)
{
	switch (i->op) {
	case PTX_OP_CP_ASYNC: return i->n_opnds > 4 ? "ABNzH" : "ABNH";
	case PTX_OP_BULK_COPY:
	case PTX_OP_BULK_REDUCE: return bulk_sig(i, true);
	case PTX_OP_BULK_PREFETCH: return "AUH";
	case PTX_OP_ATOM: return i->atom == PTX_ATOM_CAS ? "DATTH" : "DATH";
	case PTX_OP_RED: return "ATH";
	default: return i->op == PTX_OP_ST ? "AtH" : "dAH";
	}
}

static const char *signature(const struct ptx_insn *i)
{
	bool wide = i->half == PTX_HALF_WIDE;

	if (i->hint)
		return hint_sig(i);

	switch (i->op) {
	case PTX_OP_ATOM: return i->atom == PTX_ATOM_CAS ? "DATT" : "DAT";
	case PTX_OP_BAR: return bar_sig(i);
	case PTX_OP_CALL: return "C";
	case PTX_OP_CVT: return ptx_is_pair(i->type) ? "DSS" : "ds";
	case PTX_OP_CP_ASYNC: return "ABN?z";
	case PTX_OP_BULK_COPY:
	case PTX_OP_BULK_REDUCE: return bulk_sig(i, false);
	case PTX_OP_BULK_PREFETCH: return "AU";
	case PTX_OP_CVT_PACK: return i->type2 ? "YTTS" : "YTT";
	case PTX_OP_LOP3: return i->boolop ? "RTTTIp" : "DTTTI";
	case PTX_OP_MAD: return wide ? "WTTw" : "DTTT";
	case PTX_OP_MUL: return wide ? "WTT" : "DTT";
	case PTX_OP_MATCH: return i->mode == PTX_MODE_MATCH_ALL ? "rTU" : "XTU";
	case PTX_OP_SHFL: return i->sync ? "RTUUU" : "RTUU";
	case PTX_OP_VOTE:
		if (i->mode == PTX_MODE_VOTE_BALLOT)
			return i->sync ? "XpU" : "Xp";
		return i->sync ? "PpU" : "Pp";
	case PTX_OP_PF_MATH: return math_sig(i);
	default: return ptx_spec_of(i->op)->sig;
	}
}

static enum ptx_type slot_type(const struct ptx_insn *i, char kind)
{
	switch (kind) {
	case 'D':
	case 'd':
	case 'T':
	case 't':
	case 'R':
	case 'F':
	case 'f': return i->type;
	case 'S':
	case 's': return i->type2;
	case 'W':
	case 'w': return wide_type(i->type);
	case 'X':
	case 'r': return PTX_T_B32;
	case 'U':
	case 'z':
	case 'Y': return PTX_T_U32;
	case 'P':
	case 'Q':
	case 'p':
	case 'c': return PTX_T_PRED;
	case 'G': return PTX_T_U64;
	case 'H': return PTX_T_B64;
	case 'h': return PTX_T_B16;
	case 'V': return i->type;
	default: return PTX_T_NONE;
	}
}

static const char *count_text(const struct ptx_insn *i, unsigned min, unsigned max)
{
	static const char *const exact[] = {"no operands", "1 operand",  "2 operands", "3 operands",
					    "4 operands",  "5 operands", "6 operands"};

	if (i->op == PTX_OP_BAR && max >= 3)
		return "3 or 4 operands";
	if (i->op == PTX_OP_PF_MATH)
		return "2 to 5 operands";
	if (min == max && min > 5)
		return "6 operands";
	if (min == max)
		return exact[min <= 6 ? min : 6];
	if (min == 2)
		return "2 or 3 operands";
	return min == 1 ? "1 or 2 operands" : "3 or 4 operands";
}

int ptx_spec_slots(const struct ptx_insn *i, struct slot s[PTX_MAX_OPERANDS], const char **want)
{
	unsigned min = 0, max = 0;
	bool optional = false;

	for (const char *sig = signature(i); *sig && max < PTX_MAX_OPERANDS; sig++) {
		if (*sig == '?') {
			optional = true;
			continue;
		}
		s[max].kind = *sig;
		s[max++].type = slot_type(i, *sig);
		min += !optional;
	}
	*want = count_text(i, min, max);
	if (i->n_opnds < min || i->n_opnds > max)
		return PTX_NONE;
	return (int)i->n_opnds;
}

bool ptx_spec_reg_fits(enum ptx_type reg, enum ptx_type want, bool wider)
{
	char r = ptx_spec_type_class(reg), w = ptx_spec_type_class(want);
	unsigned rb = ptx_type_bytes(reg), wb = ptx_type_bytes(want);

	if (r == 'p' || w == 'p')
		return r == w;
	if (rb > 8 || wb > 8)
		return rb == wb;
	if (w == 'f')
		return rb == wb && (r == 'b' || r == 'f');
	if (r == 'f')
		return w == 'b' && rb == wb;
	return rb == wb || (wider && rb > wb);
}

/* Literals */

static int64_t float_bits(const struct ptx_opnd *o, unsigned bytes)
{
	if (bytes == 4 && o->n != 32) {
		float f = (float)o->value_f64;
		uint32_t w;

		memcpy(&w, &f, sizeof(w));
		return (int64_t)w;
	}
	if (bytes == 8 && o->n != 64) {
		int64_t v;

		memcpy(&v, &o->value_f64, sizeof(v));
		return v;
	}
	return o->imm;
}

static int64_t int_bits(int64_t v, enum ptx_type t)
{
	unsigned shift = ptx_type_bytes(t) <= 8 ? 64 - 8 * ptx_type_bytes(t) : 0;

	if (ptx_spec_type_class(t) == 'p')
		return v != 0;
	if (ptx_spec_type_class(t) == 's')
		return (int64_t)((uint64_t)v << shift) >> shift;
	return (int64_t)(((uint64_t)v << shift) >> shift);
}

static const char *fix(struct ptx_opnd *o, enum ptx_type t, bool any)
{
	unsigned bytes = ptx_type_bytes(t);

	if (o->kind != PTX_OPND_IMM)
		return NULL;
	if (o->is_float_imm) {
		if (bytes < 4 || bytes > 8 || ptx_is_pair(t) ||
		    (!is_float(t) && ptx_spec_type_class(t) != 'b'))
			return "floating-point literal where an integer is needed";
		o->imm = float_bits(o, bytes);
	} else if (is_float(t) && !any) {
		return "integer literal where a floating-point one is needed";
	} else if (t != PTX_T_NONE && !any) {
		o->imm = int_bits(o->imm, t);
	}
	o->n = 0;
	return NULL;
}

static const char *fix_args(struct ptx_insn *i)
{
	const struct ptx_func *callee = i->opnd[0].func;
	struct ptx_opnd *args = (struct ptx_opnd *)i->call_args;

	if (i->opnd[0].kind != PTX_OPND_FUNC || callee->n_params != i->n_args)
		return NULL; /* refused by ptx_verify() */
	for (unsigned n = 0; n < i->n_args; n++) {
		const char *msg = fix(&args[n], callee->params[n]->type, false);

		if (msg)
			return msg;
	}
	return NULL;
}

const char *ptx_spec_fix_literals(struct ptx_insn *i)
{
	struct slot s[PTX_MAX_OPERANDS];
	const char *want, *msg = NULL;
	int n = ptx_spec_slots(i, s, &want);

	if (i->op == PTX_OP_CALL)
		return fix_args(i);
	for (int k = 0; k < n && !msg; k++) {
		struct ptx_opnd *o = &i->opnd[k];
		struct ptx_opnd *elem = (struct ptx_opnd *)o->vec; /* still the parser's */
		enum ptx_type t = s[k].type;

		msg = fix(o, t, s[k].kind == 'f');
		if (o->kind != PTX_OPND_VEC)
			continue;
		if (i->op == PTX_OP_MOV)
			t = part_type(t, o->n);
		for (unsigned v = 0; v < o->n && !msg; v++)
			msg = fix(&elem[v], t, false);
	}
	return msg;
}
