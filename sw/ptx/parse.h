/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * parse: what the parser's files share.
 *
 *   parse_module.c  directives, lines, sections    parse_var.c   variables, initialisers
 *   parse_func.c    functions, scopes, labels      parse_insn.c  operands, calls
 *   modifiers.c     mnemonics
 *
 * Every function that returns int returns 0, or -1 after ptx_parse_error().
 */
#ifndef PTX_PARSE_H
#define PTX_PARSE_H

#include "lex.h"
#include "ptx.h"
#include "spec.h"
#include "symtab.h"

enum {
	PARSE_MAX_REGS = 1 << 20,
	PARSE_MAX_FILES = 1 << 16,
	PARSE_MAX_PARAMS = 4096,
	PARSE_MAX_TARGETS = 1 << 22, /* brx.idx targets, summed over a function */
	PARSE_MAX_DIMS = 8
};
#define PARSE_MAX_VAR_BYTES  (1ULL << 32)
#define PARSE_MAX_INIT_BYTES (1ULL << 28) /* of all variables together */

/* A label whose place is not known yet. */
struct label_ref {
	struct name *name;
	unsigned insn; /* operand 0 of it, or ... */
	int *slot;     /* ... an element of a .branchtargets list */
	unsigned line;
	int loc;
};

struct reloc_ref { /* symbol named in an initialiser */
	struct name *name;
	struct ptx_reloc *reloc;
	unsigned line;
};

struct parser {
	struct lexer lx;
	struct token tok, ahead;
	bool has_ahead;
	struct ptx_module *m;
	struct diag *diag;
	struct symtab tab;
	bool video;                         /* operands of a video instruction: with selectors */
	unsigned word_next[SPEC_MAX_WORDS]; /* chains ptx_spec_words of one text: index + 1 */
	uint64_t init_bytes;

	struct ptx_var **vars; /* module scope */
	size_t n_vars, cap_vars;
	struct ptx_func **funcs;
	size_t n_funcs, cap_funcs;
	size_t cap_locs, cap_files;
	struct reloc_ref *relocs;
	size_t n_relocs, cap_relocs;

	/* the function that is open */
	struct ptx_func *f;
	int loc;
	struct ptx_insn *insns;
	size_t n_insns, cap_insns;
	struct ptx_reg *regs;
	size_t n_regs, cap_regs;
	struct ptx_var **locals;
	size_t n_locals, cap_locals;
	struct label_ref *refs;
	size_t n_refs, cap_refs;
	size_t ref_start[SYM_MAX_DEPTH]; /* first ref of each open scope */
	unsigned last_target;            /* highest instruction index a branch goes to */
	unsigned n_targets;              /* of all brx.idx */
	bool in_error;                   /* ptx_parse_error() looks for file names */

	/* scratch */
	uint8_t *init;
	size_t cap_init;
	struct ptx_reloc *var_relocs;
	struct name **var_reloc_names;
	size_t n_var_relocs, cap_var_relocs, cap_var_reloc_names;
	struct ptx_opnd *args;
	size_t cap_args;
};

/* parse_module.c */
int ptx_parse_error(struct parser *p, unsigned line, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
int ptx_parse_unexpected(struct parser *p, const char *wanted); /* "expected ..., found ..." */
void ptx_parse_next(struct parser *p);                          /* p->tok becomes the next token */
const struct token *ptx_parse_peek(struct parser *p);           /* the one after p->tok */
int ptx_parse_punct(struct parser *p, char c);                  /* takes it, or fails */
bool ptx_parse_accept(struct parser *p, char c);
bool ptx_parse_is_dot(const struct parser *p, const char *word);
int ptx_parse_u32(struct parser *p, uint32_t max, uint32_t *v); /* an integer literal */
struct name *ptx_parse_name(struct parser *p);                  /* takes an identifier, or NULL */
int ptx_parse_loc(struct parser *p);
int ptx_parse_file(struct parser *p);
int ptx_parse_section(struct parser *p);
int ptx_parse_pragma(struct parser *p);

/* parse_var.c */
struct var_flags {
	bool is_extern;
};
/* .global .const .shared .local .param, at its space word, with ';' */
int ptx_parse_variables(struct parser *p, struct var_flags flags);
/* One parameter of a function's list. */
int ptx_parse_param(struct parser *p, struct ptx_var **var);
int ptx_parse_resolve_relocs(struct parser *p);

/* parse_init.c: after '='; *size is 0 on entry when the first dimension is open */
struct init_shape {
	enum ptx_type type;
	uint64_t dims[PARSE_MAX_DIMS + 1]; /* vector length last */
	unsigned n_dims;
	bool open; /* dims[0] comes from the initialiser */
};
int ptx_parse_initialiser(struct parser *p, struct ptx_var *v, struct init_shape *shape);

/* parse_func.c: at .func or .entry */
int ptx_parse_function(struct parser *p, struct var_flags flags);
void ptx_parse_label_ref(struct parser *p, struct name *n, unsigned line, unsigned insn, int *slot);

/* parse_insn.c: at the mnemonic or guard, with ';' */
int ptx_parse_instruction(struct parser *p);
/* Register of a name, PTX_NONE when it is none (or a variable shadows it). */
int ptx_parse_reg(struct parser *p, struct name *n);

/* modifiers.c: opcode and modifiers into i; p->tok is then the first operand. The text as
 * written goes to buf for messages. */
int ptx_parse_mnemonic(struct parser *p, struct ptx_insn *i, char *buf, size_t size);
void ptx_parse_add_keywords(struct parser *p);

/* indirect.c, when the whole module is known */
void ptx_expand_calls(struct ptx_module *m);

#endif
