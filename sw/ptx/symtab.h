/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * symtab: names of a module, each stored once, and what they mean in the scopes that
 * are open. Keywords live in the same table, so that a token costs one look-up.
 */
#ifndef PTX_SYMTAB_H
#define PTX_SYMTAB_H

#include "ptx.h"

enum { SYM_MAX_DEPTH = 64 }; /* module, function, body, 61 nested blocks */

enum sym_kind { SYM_VAR, SYM_FUNC, SYM_REG, SYM_FAMILY, SYM_LABEL, SYM_TARGETS, SYM_PROTO };

struct name;

/* A .branchtargets list; filled when its labels are known. */
struct target_list {
	int *t;
	unsigned n;
};

struct sym {
	enum sym_kind kind;
	int depth;
	struct name *name;
	struct sym *shadow; /* same name, outer scope */
	struct sym *next;   /* same scope */
	union {
		struct ptx_var *var;
		struct ptx_func *func;
		struct target_list *targets;
		unsigned label; /* instruction */
		struct {
			enum ptx_type type;
			int index;
		} reg; /* NONE until it is used */
		struct {
			enum ptx_type type;
			uint32_t count;
		} family;
	} u;
};

struct name {
	struct name *next; /* same bucket */
	const char *text;
	unsigned len;
	uint32_t hash;
	struct sym *top;    /* innermost meaning, registers families apart */
	struct sym *family; /* %r of `.reg .b32 %r<14>` */
	enum ptx_op op;     /* keyword meanings, 0 when none */
	enum ptx_type type;
	enum ptx_sreg sreg;
	unsigned word; /* index in ptx_spec_words + 1 of the first such word */
};

struct symtab {
	struct arena *names; /* lives with the module */
	struct arena syms;   /* lives with the parser */
	struct name **bucket;
	size_t n_buckets, n_names;
	struct sym *scope[SYM_MAX_DEPTH];
	int depth;
	int family_depth; /* no family is bound deeper than this */
};

void ptx_symtab_init(struct symtab *t, struct arena *names);
void ptx_symtab_free(struct symtab *t);

/* The entry of text, made if it is not there (ptx_sym_find: NULL then). */
struct name *ptx_sym_name(struct symtab *t, const char *text, size_t len);
struct name *ptx_sym_find(struct symtab *t, const char *text, size_t len);

/* Binds a name in the open scope. NULL when it is bound there already. */
struct sym *ptx_sym_add(struct symtab *t, struct name *n, enum sym_kind kind);

/* As ptx_sym_add, in an outer scope of the given depth; no check. */
struct sym *ptx_sym_add_at(struct symtab *t, struct name *n, enum sym_kind kind, int depth);

/* The innermost family that n's text is a member of (%r5 of %r<14>), or NULL. */
struct sym *ptx_sym_family(struct symtab *t, const struct name *n);

/* False when too deep. */
bool ptx_sym_push(struct symtab *t);
void ptx_sym_pop(struct symtab *t);

#endif
