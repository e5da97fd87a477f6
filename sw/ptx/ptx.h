/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * ptx: a PTX module as data. Text in, this out; nothing here executes.
 *
 *   text -> ptx_parse() -> struct ptx_module -> (per function) ptx_cfg_build()
 *
 * The parser accepts the grammar of PTX ISA 8.x that compilers emit and inline
 * assembly brings. An opcode, type, modifier or directive that it does not know is
 * refused with its name, file and line, and so is one it knows but which
 * ptx_verify() finds in an illegal combination. A module that was returned is whole:
 * every label, symbol and register is resolved.
 *
 * Everything hangs off the module's arena; ptx_free() releases it at once.
 */
#ifndef PTX_H
#define PTX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../base/diag.h"
#include "../base/mem.h"
#include "mma.h"
#include "ptx_names.h"

enum { PTX_NONE = -1, PTX_MAX_OPERANDS = 8, PTX_MAX_VEC = 8 };

/* Variables, in any state space */
struct ptx_reloc {                   /* initialiser word that holds the address of a symbol */
	uint64_t offset;             /* bytes from the variable's start; 8 bytes are patched */
	const struct ptx_var *var;   /* or ... */
	const struct ptx_func *func; /* ... a function (stored as 0: see docs/cuda.md) */
	int64_t addend;
	bool generic; /* generic(sym): generic address; else in sym's own space */
};

struct ptx_var {
	const char *name;
	enum ptx_space space; /* GLOBAL CONST SHARED LOCAL PARAM */
	enum ptx_type type;
	uint32_t align;             /* bytes, power of two */
	uint64_t size;              /* bytes; 0 for extern arrays without length */
	bool is_extern, is_unsized; /* is_unsized: `extern .shared x[]` = dynamic shared */
	const uint8_t *init;        /* size bytes, or NULL: zero */
	const struct ptx_reloc *relocs;
	unsigned n_relocs;
	unsigned line; /* PTX text line */
	int func;      /* index of the owning function, PTX_NONE at module scope */
	int id;        /* GLOBAL/CONST: index in module->vars; in a function: in func->vars */
};

/* Operands */
enum ptx_opnd_kind {
	PTX_OPND_NONE,
	PTX_OPND_REG,   /* reg; also `p|q` with reg2, `!p` with neg */
	PTX_OPND_IMM,   /* imm: integer bits, or float bits already in the instruction's type */
	PTX_OPND_SREG,  /* sreg */
	PTX_OPND_VAR,   /* address of var + imm (mov %rd, symbol+4) */
	PTX_OPND_ADDR,  /* memory operand [base + imm]; base: reg, var, or neither */
	PTX_OPND_VEC,   /* {a, b, c, d}: n elements of vec[] */
	PTX_OPND_LABEL, /* imm = target instruction index */
	PTX_OPND_FUNC,  /* func */
	PTX_OPND_SINK,  /* `_` */
};

struct ptx_opnd {
	enum ptx_opnd_kind kind;
	bool neg;          /* `!p` on a predicate source; `-x` in vmad, else folded in imm */
	bool is_float_imm; /* IMM was written as a floating literal (value_f64 keeps it) */
	int reg, reg2;     /* index in func->regs, or PTX_NONE */
	int64_t imm;
	double value_f64; /* exact value of a floating literal, before rounding to type */
	enum ptx_sreg sreg;
	const struct ptx_var *var;
	const struct ptx_func *func;
	unsigned n;                 /* VEC: 2 or 4; up to 8 in mma and its like */
	const struct ptx_opnd *vec; /* VEC: n elements of kind REG, IMM or SINK */
	/* video instructions: which parts of the operand; n_sel 0: none written. The first number
	 * written, the highest part, is the last of sel. */
	uint8_t sel_bytes, n_sel, sel[4];
};

/* One instruction: opcode, modifiers by meaning, operands in text order (destination first). */
struct ptx_insn {
	enum ptx_op op;
	enum ptx_type type;  /* last-but-one or only type: the operation/destination type */
	enum ptx_type type2; /* cvt, set, slct, tex..: source type; else PTX_T_NONE.
			      * For two-type opcodes (cvt.D.S, set.D.S, slct.D.S, dp4a.A.B)
			      * type = first written, type2 = second written. */
	enum ptx_type type3; /* video instructions: the third; else PTX_T_NONE */
	int guard;           /* predicate register index or PTX_NONE */
	bool guard_neg;

	enum ptx_cmp cmp;     /* setp set */
	enum ptx_bool boolop; /* setp set with .and .or .xor; else PTX_BOOL_NONE */
	enum ptx_round round; /* .rn .rz .rm .rp .rni .rzi .rmi .rpi */
	enum ptx_half half;   /* mul mad: .lo .hi .wide */
	enum ptx_space space; /* ld st atom red isspacep cvta; PTX_SPACE_GENERIC when unwritten */
	enum ptx_sem sem;     /* .weak .volatile .relaxed .acquire .release .acq_rel .sc .mmio */
	enum ptx_scope scope; /* .cta .cluster .gpu .sys; NONE when unwritten */
	bool cluster;         /* .shared::cluster: another block's shared memory, perhaps */
	/* copies in bulk: space and cluster are of the destination */
	enum ptx_space from;                   /* source's space */
	bool from_cluster;                     /* it was written .shared::cluster */
	bool by_mbarrier, by_group, multicast; /* how the end is told; to several blocks */
	enum ptx_atom atom; /* atom red: operation; bar.red / redux / vote: see mode */
	enum ptx_mode mode; /* shfl .up .down .bfly .idx; vote .all .any .uni .ballot;
			     * match .any .all; bar .sync .arrive .red_popc .red_and .red_or
			     * .warp_sync; prmt .f4e ..; shf .wrap .clamp; testp ..; bfind
			     * .shiftamt;   bmsk szext: SHF_WRAP SHF_CLAMP */
	unsigned vec;       /* ld st: 1, 2 or 4 */
	bool uni, ftz, sat, approx, full;
	bool nan, xorsign, relu; /* .NaN, .xorsign.abs, .relu */
	bool noftz, satfinite;
	bool po;            /* vmad.po */
	uint8_t scale;      /* vmad.shr7 .shr15 */
	bool left;          /* shf.l; else shf.r */
	bool cc, to;        /* .cc (add.cc, addc.cc ..); cvta.to */
	bool nc, sync;      /* ld.global.nc; .sync forms */
	bool wild;          /* trap: where an indirect call meets no function of its kind */
	bool hint;          /* .L2::cache_hint: the last operand is a cache policy */
	bool aligned;       /* bar, barrier.aligned: all lanes of a warp execute this one */
	const char *math;   /* PTX_OP_PF_MATH: function name, "exp", "pow"...: see docs/ptx.md;
			     * MMA and its like: the whole mnemonic */
	struct ptx_mma mma; /* WMMA_*, MMA, LDMATRIX */

	unsigned n_opnds;
	struct ptx_opnd opnd[PTX_MAX_OPERANDS];
	/* call: opnd[0] = FUNC; arguments below */
	const struct ptx_var *const *call_rets; /* .param variables, in order */
	const struct ptx_opnd *call_args;       /* VAR (param variable, imm 0), REG or IMM */
	unsigned n_rets, n_args;
	const int *targets; /* brx.idx: instruction indices; opnd[0] selects */
	unsigned n_targets;

	unsigned line;  /* PTX text line */
	int loc;        /* index in module->locs, or PTX_NONE */
	int reconv;     /* bra/brx: first instruction of the immediate post-dominator block;
			 * PTX_NONE when only the function's end post-dominates */
	int meet;       /* as reconv, but where that is only the function's end, which lanes
			 * leave early through: where those that stay meet */
	bool leader;    /* first instruction of a basic block */
	unsigned order; /* of its basic block: before its successors, loops in one
			 * piece (block_rank.h) */
};

struct ptx_reg {
	const char *name;
	enum ptx_type type;
};

struct ptx_func {
	const char *name;
	int index;
	bool is_entry, is_decl; /* is_decl: prototype without a body */
	bool noreturn;
	const struct ptx_var *const *params; /* formal parameters, .param space */
	const struct ptx_var *const *rets;   /* return parameters (at most 1 from compilers) */
	unsigned n_params, n_rets;
	struct ptx_reg *regs;
	unsigned n_regs;
	struct ptx_var **vars; /* every variable declared inside: local, shared, param */
	unsigned n_vars;
	struct ptx_insn *insns;
	unsigned n_insns; /* at least 1; the last is never fallen out of (ret/exit appended) */
	uint32_t maxntid[3], reqntid[3]; /* 0: not given */
	uint32_t minnctapersm, maxnreg;
	uint32_t reqnctapercluster[3], maxclusterrank; /* 0: not given */
	bool explicitcluster;
	unsigned line;
};

struct ptx_loc {
	int file;           /* index in module->files, or PTX_NONE */
	unsigned line, col; /* 0: compiler-made */
};

struct ptx_module {
	struct arena arena;
	const char *name; /* for messages: the PTX file's name */
	unsigned version_major, version_minor;
	unsigned target;       /* 60 for sm_60 */
	unsigned address_size; /* 64 */
	struct ptx_var **vars; /* module scope: global, const, shared */
	unsigned n_vars;
	struct ptx_func **funcs;
	unsigned n_funcs;
	const char **files; /* from .file; index = file number, may hold NULL */
	unsigned n_files;
	struct ptx_loc *locs;
	unsigned n_locs;
};

/* f16, bf16 and pairs of them in 32 bits */
static inline bool ptx_is_half(enum ptx_type t)
{
	return t >= PTX_T_F16 && t <= PTX_T_BF16X2;
}

static inline bool ptx_is_pair(enum ptx_type t)
{
	return t == PTX_T_F16X2 || t == PTX_T_BF16X2;
}

/* Parses size bytes of PTX text (a trailing NUL is allowed). Returns NULL and fills
 * diag ("name:line: what") on the first thing that is wrong or not supported.
 * Makes calls through registers calls of functions (indirect.c), runs ptx_verify() and
 * ptx_cfg_build() on every function. */
struct ptx_module *ptx_parse(const char *text, size_t size, const char *name, struct diag *diag);
void ptx_free(struct ptx_module *m);

/* What mov and initialisers have as a function's address: a number, of this module alone. */
uint64_t ptx_func_address(const struct ptx_func *f);

/* Checks operand counts, register classes and modifier combinations. 0 or -1. */
int ptx_verify(const struct ptx_module *m, const struct ptx_func *f, struct diag *diag);

/* Fills reconv, leader and order of every instruction. */
void ptx_cfg_build(struct ptx_func *f);

const struct ptx_func *ptx_find_func(const struct ptx_module *m, const char *name);
const struct ptx_var *ptx_find_var(const struct ptx_module *m, const char *name);

/* Source text of an instruction for people: "atom.add.gpu.u32" in buf. */
const char *ptx_insn_name(const struct ptx_insn *i, char *buf, size_t size);
const char *ptx_op_name(enum ptx_op op);
const char *ptx_type_name(enum ptx_type t); /* "u32" */
unsigned ptx_type_bytes(enum ptx_type t);   /* 0 for pred */
bool ptx_is_copy(enum ptx_op op); /* asynchronous: in bulk or not, or a store that is one */

/* "file.cu", line and column of an instruction; file NULL when unknown. */
struct ptx_where {
	const char *file;
	unsigned line, col;
	bool near; /* made of several lines: the nearest line that is known, col 0 */
};
struct ptx_where ptx_where(const struct ptx_module *m, const struct ptx_insn *i);
/* The same as text, "file.cu:8:10", or the PTX's line; i NULL: the module. */
void ptx_place(const struct ptx_module *m, const struct ptx_insn *i, char *buf, size_t size);

#endif
