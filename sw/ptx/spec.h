/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * spec: what each opcode may carry (modifiers, types, operands), as one table; and the
 * words modifiers are written with, as another.
 */
#ifndef PTX_SPEC_H
#define PTX_SPEC_H

#include "ptx.h"

/* Classes of modifier words; an opcode's spec holds a mask of them. */
enum mod_class {
	MOD_RND,
	MOD_RNDI,
	MOD_FTZ,
	MOD_SAT,
	MOD_APPROX,
	MOD_FULL,
	MOD_CC,
	MOD_HALF,
	MOD_CMP,
	MOD_BOOL,
	MOD_SPACE,
	MOD_SEM,
	MOD_SCOPE,
	MOD_ATOM,
	MOD_VEC,
	MOD_UNI,
	MOD_TO,
	MOD_NC,
	MOD_SYNC,
	MOD_CACHE,
	MOD_EVICT,
	MOD_DIR,
	MOD_ALIGNED,
	MOD_MEMBAR,
	MOD_LEVEL,
	MOD_IDX,
	MOD_CV,
	MOD_FROM, /* .global as the second of two spaces */
	MOD_HINT,
	MOD_BULK, /* spaces and completion of a copy in bulk: bulk_word() */
	MOD_NAN,
	MOD_XORSIGN, /* and its .abs */
	MOD_ABS,
	MOD_RELU,
	MOD_NOFTZ,
	MOD_SATFINITE,
	MOD_RNA,
	MOD_PO,
	MOD_SCALE, /* vmad: .shr7 .shr15 */
	MOD_MODE,  /* MODE words are looked up in PTX_MODES, per opcode */
	MOD_COUNT
};
#define MOD_BIT(c)  (1ULL << MOD_##c)
#define TYPE_BIT(t) (1U << PTX_T_##t)

struct mod_word {
	const char *text;
	enum mod_class cls;
	int value;
};
enum { SPEC_MAX_WORDS = 160 };
extern const struct mod_word ptx_spec_words[];
extern const unsigned ptx_spec_n_words; /* at most SPEC_MAX_WORDS */

/* Operand kinds in a signature; see slots.c for how types are found.
 *   D d  destination of type; d: register may be wider      T t  source likewise
 *   S s  source of type2                                    W w  twice as wide (dest, source)
 *   X    32-bit destination    Y 32-bit integer destination U    32-bit integer source
 *   P    predicate destination Q predicate destination with optional |q
 *   R    destination of type with optional |p               r    32-bit likewise
 *   p    predicate source, may be negated                   c    predicate source
 *   A    address  G generic address in a register           I    integer literal
 *   B    address in global memory   N integer literal >= 0   z 32-bit integer source or predicate
 *   H    cache policy      m  operand of mma and its like
 *   C    address in shared memory of any block of the cluster, as a register's value
 *   L    label    ?  what follows may be missing            *    handled by hand */
struct op_spec {
	uint64_t mods, need;    /* legal, obligatory modifier classes */
	unsigned types, types2; /* legal types; 0: the opcode has none */
	const char *sig;
	enum ptx_mode mode_first, mode_last;
};

/* The spec of a known opcode. */
const struct op_spec *ptx_spec_of(enum ptx_op op);

/* One operand position of an instruction as it stands. */
struct slot {
	char kind;
	enum ptx_type type; /* NONE: address, label, literal */
};

/* Fills slots for the instruction's operands. Returns the number of operands it must have,
 * or PTX_NONE when i->n_opnds does not fit (want then holds a text like "3 or 4"). */
int ptx_spec_slots(const struct ptx_insn *i, struct slot s[PTX_MAX_OPERANDS], const char **want);

/* Rewrites literals to the bits of their operand's type; clears parse-time fields. Returns
 * NULL or what is wrong. Before it, o->n holds the width a float literal was written in. */
const char *ptx_spec_fix_literals(struct ptx_insn *i);

/* True when a register of type reg may stand where want is expected. */
bool ptx_spec_reg_fits(enum ptx_type reg, enum ptx_type want, bool wider);

char ptx_spec_type_class(enum ptx_type t); /* p b u s f */

/* diag: "module:line (from file.cu:n): ..."; returns -1. */
int ptx_error(const struct ptx_module *m, struct diag *d, unsigned line, int loc, const char *fmt,
	      ...) __attribute__((format(printf, 5, 6)));

static inline bool ptx_is_video(enum ptx_op op)
{
	return op >= PTX_OP_VADD && op <= PTX_OP_VSET4;
}
enum { SPEC_CLUSTER = 0x100 }; /* with a space: .shared::cluster */

static inline bool ptx_is_mma(enum ptx_op op)
{
	return op >= PTX_OP_WMMA_LOAD_A && op <= PTX_OP_MOVMATRIX;
}

/* video.c: selectors of an operand (".b0", ".h10"): what comes after the dot. False: none. */
bool ptx_video_select(struct ptx_opnd *o, const char *text, unsigned len);
/* NULL, or what is wrong with types, modifiers and selectors together. */
const char *ptx_video_check(const struct ptx_insn *i);

/* verify_ops.c: modifier and type combinations of one instruction. Returns NULL or what is
 * wrong; text that names something goes to buf. */
const char *ptx_spec_check_combination(const struct ptx_insn *i, char *buf, size_t size);

#endif
