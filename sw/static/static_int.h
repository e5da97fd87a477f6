/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * static_int: between the parts of static.
 */
#ifndef STATIC_INT_H
#define STATIC_INT_H

#include "flow.h"
#include "live.h"
#include "static.h"
#include "sym.h"

/* A way from one block to the next, and what the registers hold on it */
struct way {
	unsigned from, to;
	isl_set *dom; /* threads and iterations that take it ... */
	bool exact;   /* ... are these, not only some of them */
	sym_id *reg;
};

struct ways {
	struct way *item;
	size_t n, cap;
};

/* What a register holds at a loop's head in iteration k. */
enum guess_kind {
	GUESS_NONE,   /* nobody knows */
	GUESS_SAME,   /* what it held before the loop */
	GUESS_AFFINE, /* that, and `step` more in each iteration */
	GUESS_LIST    /* one number after the other */
};

enum { MAX_LIST = 34 };

struct guess {
	enum guess_kind kind;
	bool uniform;
	enum sym_region region;
	int64_t step;
	int64_t list[MAX_LIST];
	unsigned n;   /* of list */
	bool forever; /* its last number stays */
};

struct loop_facts {
	char name[16]; /* of the iteration ... */
	sym_id k;      /* ... as a value */
	/* Iterations in which threads leave, and go on behind the loop; exact: just those, and all
	 * by the same way */
	isl_set *leaves;
	bool leaves_exact;
	int way[2];   /* the first one's blocks, or PTX_NONE */
	bool uniform; /* all exits are by conditions that all threads share */
};

/* An access to shared memory, with all that could lead to it */
struct found {
	uint32_t insn;
	unsigned block;
	isl_set *dom;
	bool exact;
	sym_id addr; /* in shared memory; unknown: anywhere */
	uint32_t bytes;
	bool read, write, strong;
	bool copy; /* by an asynchronous copy: nobody knows until when */
};

struct prover {
	const struct simt_kernel *k;
	const struct ptx_func *f;
	const struct static_config *c;
	struct static_report *report;
	struct flow flow;
	struct syms x;
	struct live live;
	struct loop_facts *loop;
	struct ways *in; /* of each block */
	int inside;      /* a loop that nothing is told outside of, or PTX_NONE */
	bool quiet;      /* accesses are not noted */
	isl_set *dom;    /* of the block under way */
	bool exact;
	sym_id *reg; /* registers, at present */
	sym_id sreg[PTX_SREG_COUNT];
	bool sreg_known[PTX_SREG_COUNT];
	/* Of each block: who came to its end, last time; and whether that was exact */
	struct {
		isl_set *dom;
		bool exact;
	} * end;
	bool *mixed; /* blocks whose branch threads take differently */
	struct found *found;
	size_t n_found, cap_found;
	bool orders;      /* something orders threads that is no barrier of the block */
	bool warp_orders; /* __syncwarp */
	/* Products and the like of numbers that all threads share: a name for each */
	struct product {
		char *text;
		sym_id v;
	} * product;
	size_t n_products, cap_products;
};

/* insn.c: what an instruction other than a branch does to the registers and to found */
void insn_eval(struct prover *p, uint32_t index);
sym_id insn_address(struct prover *p, const struct ptx_opnd *o);
sym_id insn_guard(struct prover *p, const struct ptx_insn *i); /* as it is written: with its ! */
sym_id insn_tid(struct prover *p, unsigned axis);
sym_id insn_ntid(struct prover *p, unsigned axis);
sym_id insn_linear_tid(struct prover *p); /* unknown if the block's size is not known */

/* found.c: if it accesses shared memory */
void found_note(struct prover *p, uint32_t index);

/* order.c: the barriers before each access */
enum { ORDER_LOOPS = 8 }; /* with barriers in them, of a kernel */

/* What follows of a loop's iteration. SAME: it is that of the barrier, and `more`; FRESH: `more`,
 * as the barrier is not in the loop; LEFT: the way from the barrier has left the loop, in the
 * barrier's iteration, and `more`; ANY: nothing follows; NONE: neither is in the loop */
enum order_kind { ORDER_NONE, ORDER_SAME, ORDER_FRESH, ORDER_LEFT, ORDER_ANY };

struct order_from {    /* the last barrier before an access */
	uint32_t site; /* instruction; UINT32_MAX: the kernel's begin */
	struct {
		enum order_kind kind;
		unsigned more;
	} of[ORDER_LOOPS];
};

struct order {
	struct order_from *item;
	size_t n, cap;
	bool vague; /* several may be the last one in the same iteration */
};

struct orders {
	struct order *of; /* of each of p->found */
	int loop[ORDER_LOOPS];
	unsigned n_loops;
};

/* The reason why not, and where, or NULL */
const char *order_find(struct prover *p, struct orders *o, uint32_t *at);
void order_free(const struct prover *p, struct orders *o);

/* pairs.c: verdicts and races into p->report */
void pairs_judge(struct prover *p, const struct orders *o);

#endif
