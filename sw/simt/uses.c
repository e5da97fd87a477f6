/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 *   register file's layout --> width of the register at each slot --+
 *   code[i]: operand references, u.mem ------------------------------+--> slots read, written
 *   src[i]: opcode, type --> class
 *
 * A reference says where a register starts, not how wide it is; that the layout knows, since
 * references only ever name the start of a register.
 */
#include "uses.h"

#include <stdlib.h>

#include "lower.h"
#include "mma.h"

enum { SLOT = 64, NAMES = 65536 };

struct names {
	const struct simt_kernel *k;
	uint8_t *width; /* by slot: slots of the register that starts there; 0: none */
	uint16_t carry;
};

/* Widths */

static uint32_t file_slots(const struct simt_kernel *k)
{
	return k->reg_bytes / SLOT;
}

uint32_t simt_slots(const struct simt_kernel *k)
{
	const uint32_t n = file_slots(k) + 1; /* the carry */

	return n < NAMES ? n : NAMES;
}

static uint8_t slots_of(unsigned bytes)
{
	return (uint8_t)(bytes > 2 ? bytes * SIMT_LANES / SLOT : 1);
}

static uint64_t width_sregs(const struct names *n)
{
	uint64_t end = SIMT_REG_HEAD;

	for (unsigned s = 0; s < PTX_SREG_COUNT; s++) {
		const uint32_t ref = n->k->sreg_ref[s];
		const unsigned bytes = lower_sreg_bytes((enum ptx_sreg)s);

		if (ref == SIMT_NO_REF)
			continue;
		n->width[ref / SLOT] = slots_of(bytes);
		if (ref + bytes * SIMT_LANES > end)
			end = ref + bytes * SIMT_LANES;
	}
	return end;
}

static uint64_t width_func(const struct names *n, const struct ptx_func *f, uint64_t at)
{
	simt_ref *reg = mem_alloc((f->n_regs + 1) * sizeof(*reg));
	struct simt_frame frame;

	at = lower_place_regs(f, at, reg, &frame);
	for (unsigned r = 0; r < f->n_regs; r++)
		n->width[reg[r] / SLOT] = slots_of(ptx_type_bytes(f->regs[r].type));
	free(reg);
	return at;
}

/* Functions have their code and their registers in the same order. */
static void widths(struct names *n)
{
	const struct simt_kernel *k = n->k;
	uint64_t at;

	n->width = mem_alloc(file_slots(k) + 1);
	n->carry = (uint16_t)file_slots(k);
	n->width[SIMT_REF_FRAME / SLOT] = 4;
	for (unsigned t = 0; t < SIMT_TEMPS; t++)
		n->width[SIMT_REF_TEMP / SLOT + 4 * t] = 4;
	for (unsigned t = 0; t <= SIMT_WORDS; t++) /* and the part */
		n->width[SIMT_REF_WORD / SLOT + 2 * t] = 2;
	n->width[SIMT_REF_STATE / SLOT] = 4;
	n->width[SIMT_REF_BASE / SLOT] = 4;
	at = width_sregs(n);
	for (uint32_t i = 0; i < k->n_code; i++) {
		if (!i || k->func[i] != k->func[i - 1])
			at = width_func(n, k->func[i], at);
	}
}

/* Slots */

static uint8_t add(uint16_t *list, uint8_t n, uint16_t slot)
{
	for (uint8_t i = 0; i < n; i++) {
		if (list[i] == slot)
			return n;
	}
	list[n] = slot;
	return (uint8_t)(n + 1);
}

/* Neither nothing, nor a constant, nor the scratch register, which has width 0 */
static uint32_t width(const struct names *n, simt_ref ref)
{
	return ref == SIMT_NO_REF || ref & 1U ? 0 : n->width[ref / SLOT];
}

static void reads(const struct names *n, struct simt_uses *u, simt_ref ref)
{
	for (uint32_t s = 0; s < width(n, ref); s++)
		u->n_reads = add(u->reads, u->n_reads, (uint16_t)(ref / SLOT + s));
}

static void writes(const struct names *n, struct simt_uses *u, simt_ref ref)
{
	for (uint32_t s = 0; s < width(n, ref); s++)
		u->n_writes = add(u->writes, u->n_writes, (uint16_t)(ref / SLOT + s));
}

/* A piece of a copy is added to the words that it is in. */
static void piece_uses(const struct names *n, struct simt_uses *u, const struct simt_mem *m)
{
	for (unsigned v = 0; v < SIMT_WORDS; v++) {
		if (!(m->words >> v & 1))
			continue;
		reads(n, u, m->val[v]);
		writes(n, u, m->val[v]);
	}
}

static void mem_uses(const struct names *n, struct simt_uses *u, const struct simt_mem *m)
{
	if (m->base_bytes)
		reads(n, u, m->base);
	reads(n, u, m->part);
	if (m->piece) {
		piece_uses(n, u, m);
	} else if (m->kind == SIMT_OP_LD || m->kind == SIMT_OP_ATOM) {
		for (unsigned v = 0; v < m->vec; v++)
			writes(n, u, m->val[v]);
		if (m->insert)
			reads(n, u, m->val[0]);
	}
	if (m->kind == SIMT_OP_ST) {
		for (unsigned v = 0; v < m->vec; v++)
			reads(n, u, m->val[v]);
	}
	if (m->kind == SIMT_OP_ATOM || m->kind == SIMT_OP_RED) {
		reads(n, u, m->src);
		if (m->atom == PTX_ATOM_CAS)
			reads(n, u, m->cas);
	}
}

/* A slot that prepares an operand: a local variable's address, or a clock. */
static bool is_address(const struct simt_insn *i)
{
	return i->kind == SIMT_K_ALU && i->d >= SIMT_REF_TEMP && i->d < SIMT_REF_WORD;
}

static bool is_clock(const struct simt_kernel *k, const struct simt_insn *i)
{
	for (unsigned s = PTX_SREG_CLOCK; s <= PTX_SREG_GLOBALTIMER_HI; s++) {
		if (i->kind == SIMT_K_ALU && i->d != SIMT_NO_REF && i->d == k->sreg_ref[s])
			return true;
	}
	return false;
}

static void carry_uses(const struct names *n, struct simt_uses *u, const struct ptx_insn *src)
{
	if (src->op == PTX_OP_ADDC || src->op == PTX_OP_SUBC || src->op == PTX_OP_MADC)
		u->n_reads = add(u->reads, u->n_reads, n->carry);
	if (src->cc)
		u->n_writes = add(u->writes, u->n_writes, n->carry);
}

static bool is_product(enum ptx_op op)
{
	return op == PTX_OP_MMA || op == PTX_OP_WMMA_MMA;
}

static void matrix_reads(const struct names *n, struct simt_uses *u,
			 const struct simt_mma_matrix *x)
{
	/* wmma's f16 holds every element twice: the first copy is looked at */
	const unsigned bits = x->each * ptx_mma_bits((enum ptx_mma_type)x->type);

	for (unsigned r = 0;
	     r < x->n && r * 8 * ptx_mma_reg_bytes((enum ptx_mma_type)x->type) < bits; r++)
		reads(n, u, x->reg[r]);
}

static void product_uses(const struct names *n, struct simt_uses *u, const struct simt_mma *m)
{
	matrix_reads(n, u, &m->a);
	matrix_reads(n, u, &m->b);
	matrix_reads(n, u, &m->c);
	for (unsigned r = 0; r < m->d.n; r++)
		writes(n, u, m->d.reg[r]);
}

static void insn_uses(const struct names *n, struct simt_uses *u, uint32_t pc)
{
	const struct simt_insn *i = &n->k->code[pc];

	if (i->guard != SIMT_NO_REF)
		reads(n, u, i->guard);
	if (i->kind == SIMT_K_MEM || i->kind == SIMT_K_PARAM ||
	    (i->kind == SIMT_K_ALU && i->u.mem)) {
		mem_uses(n, u, i->u.mem);
		return;
	}
	if (i->kind == SIMT_K_XLANE && is_product(n->k->src[pc]->op))
		product_uses(n, u, i->u.mma);
	if (is_address(i))
		reads(n, u, SIMT_REF_FRAME);
	reads(n, u, i->a);
	reads(n, u, i->b);
	reads(n, u, i->c);
	reads(n, u, i->e);
	writes(n, u, i->d);
	writes(n, u, i->d2);
	if (i->kind == SIMT_K_ALU && !is_address(i) && !is_clock(n->k, i))
		carry_uses(n, u, n->k->src[pc]);
}

/* Classes */

static bool is_float(enum ptx_type t)
{
	return t == PTX_T_F32 || t == PTX_T_F64 || t == PTX_T_TF32 || ptx_is_half(t);
}

static enum simt_class by_type(enum ptx_type t, enum simt_class integer)
{
	if (t == PTX_T_F64)
		return SIMT_CLASS_DOUBLE;
	return is_float(t) ? SIMT_CLASS_FLOAT : integer;
}

static enum simt_class convert_class(const struct ptx_insn *i)
{
	if (i->type == PTX_T_F64 || i->type2 == PTX_T_F64)
		return SIMT_CLASS_DOUBLE;
	return is_float(i->type) || is_float(i->type2) ? SIMT_CLASS_FLOAT : SIMT_CLASS_MOVE;
}

static enum simt_class alu_class(const struct ptx_insn *i)
{
	switch (i->op) {
	case PTX_OP_MOV:
	case PTX_OP_SELP:
	case PTX_OP_CVT_PACK:
	case PTX_OP_CVTA:
	case PTX_OP_ISSPACEP:
	case PTX_OP_ACTIVEMASK: return SIMT_CLASS_MOVE;
	case PTX_OP_CVT: return convert_class(i);
	case PTX_OP_AND:
	case PTX_OP_OR:
	case PTX_OP_XOR:
	case PTX_OP_NOT: return i->type == PTX_T_PRED ? SIMT_CLASS_MOVE : SIMT_CLASS_INT;
	case PTX_OP_SET:
	case PTX_OP_SLCT: return by_type(i->type2, SIMT_CLASS_INT);
	case PTX_OP_MUL:
	case PTX_OP_MAD:
	case PTX_OP_MADC:
	case PTX_OP_MUL24:
	case PTX_OP_MAD24:
	case PTX_OP_VMAD:
	case PTX_OP_DP2A:
	case PTX_OP_DP4A: return by_type(i->type, SIMT_CLASS_MUL);
	case PTX_OP_DIV:
	case PTX_OP_REM: return is_float(i->type) ? SIMT_CLASS_SPECIAL : SIMT_CLASS_DIV;
	case PTX_OP_SQRT:
	case PTX_OP_RSQRT:
	case PTX_OP_RCP:
	case PTX_OP_SIN:
	case PTX_OP_COS:
	case PTX_OP_EX2:
	case PTX_OP_LG2:
	case PTX_OP_TANH:
	case PTX_OP_PF_MATH: return SIMT_CLASS_SPECIAL;
	default: return by_type(i->type, SIMT_CLASS_INT);
	}
}

static enum simt_class insn_class(const struct simt_kernel *k, uint32_t pc)
{
	const struct simt_insn *i = &k->code[pc];

	switch (i->kind) {
	case SIMT_K_ALU: break;
	case SIMT_K_MEM: return SIMT_CLASS_MEMORY;
	case SIMT_K_BRA:
	case SIMT_K_BRX: return SIMT_CLASS_BRANCH;
	case SIMT_K_NOP: return SIMT_CLASS_MOVE;
	default: return SIMT_CLASS_CONTROL;
	}
	if (i->u.mem) /* .param: of the kernel, constants; of a function, memory of its own */
		return i->fn == simt_ld_param ? SIMT_CLASS_MOVE : SIMT_CLASS_CONTROL;
	if (is_address(i))
		return SIMT_CLASS_INT;
	return is_clock(k, i) ? SIMT_CLASS_MOVE : alu_class(k->src[pc]);
}

const char *simt_class_name(enum simt_class c)
{
	static const char *const names[SIMT_CLASSES] = {
		[SIMT_CLASS_MOVE] = "move",       [SIMT_CLASS_INT] = "int",
		[SIMT_CLASS_MUL] = "mul",         [SIMT_CLASS_DIV] = "div",
		[SIMT_CLASS_FLOAT] = "float",     [SIMT_CLASS_DOUBLE] = "double",
		[SIMT_CLASS_SPECIAL] = "special", [SIMT_CLASS_BRANCH] = "branch",
		[SIMT_CLASS_CONTROL] = "control", [SIMT_CLASS_MEMORY] = "memory"};

	return c < SIMT_CLASSES ? names[c] : "?";
}

struct simt_uses *simt_uses(const struct simt_kernel *k)
{
	struct simt_uses *u = mem_alloc(k->n_code * sizeof(*u)); /* zeroed */
	struct names n = {.k = k};

	widths(&n);
	for (uint32_t pc = 0; pc < k->n_code; pc++) {
		u[pc].cls = (uint8_t)insn_class(k, pc);
		insn_uses(&n, &u[pc], pc);
	}
	free(n.width);
	return u;
}
