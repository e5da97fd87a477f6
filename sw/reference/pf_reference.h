/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_reference: the detector hardware in C, block by block, no clock, bit for bit.
 *
 *   SM unit:    pf_lock_table (4 entries a warp) ─┐
 *               pf_barrier_file (ID a block slot) ┼─> pf_tag ── with each request ──┐
 *   slice unit: pf_fence_file (6+6 bits a warp) ──┬─> pf_rules_<policy>() <─────────┘
 *               pf_meta (entry address, tag, word)┘        └─> verdict, new entry
 *
 * The RTL is held to these. Widths come from fields.tab, which generates pf_fields.h and
 * pf_fields.vh; a geometry (`ref`, `tiny`, or one fitted to a machine) names a set of widths.
 * docs/reference-models.md: what each block decides at its edges, and on which side it may err.
 */
#ifndef PF_REFERENCE_H
#define PF_REFERENCE_H

#include <stdbool.h>
#include <stdint.h>

#define PF_POLICY(ID, name, text) PF_##ID,
enum pf_policy {
#include "policies.def"
	PF_POLICIES
};
#undef PF_POLICY
/* An entry for each word; for 16 words; for each word, kept as classes of lines (pf_classes), of
 * which a line has three at most, or two. */
enum pf_metadata { PF_FULL, PF_CACHED16, PF_LINES, PF_LINES2 };

/* Bits of each field; 0 to 32. */
struct pf_geometry {
	const char *name;
	uint32_t sms, block_slots, warps; /* SMs; block slots and warp slots of an SM */
	uint32_t block_bits, warp_bits, barrier_bits, fence_bits, tag_bits, epoch_bits;
	uint32_t lock_entries; /* entries of one warp's lock table */
};
/* "ref" (ScoRD's machine: 7 5 8 6 4 5, 4 entries), "tiny"; NULL when there is none. */
const struct pf_geometry *pf_geometry_named(const char *name);

/* What travels with a request. */
struct pf_tag {
	uint32_t block, warp, barrier; /* truncated to their widths */
	uint16_t signature;            /* of the active locks: two 8-bit bins, A in the high byte */
	bool strong;                   /* volatile or stronger, or atomic */
	/* scord-paper: an atomic is a read-modify-write, and always a write. scord: so are loads
	 * and stores that say .relaxed or stronger; such a load is no write, nor is a failed CAS.
	 */
	bool write, atomic;
	bool block_scope; /* an atomic has block scope */
	bool sub_word;    /* touches less than the whole word */
};

/* One metadata entry, unpacked. */
struct pf_entry {
	uint32_t tag, block, warp, dev_fence, blk_fence, barrier;
	bool modified, blk_shared, dev_shared, is_atom, block_scope, strong;
	uint16_t lock;
	uint32_t epoch; /* scord only */
	bool sub_word;  /* scord only: the owner touched less than the whole word */
};

struct pf_fences {
	uint32_t dev, blk;
};

/* Rows of the decision procedure, docs/reference-models.md. scord adds R3A, W3A: the current
 * atomic's scope is too narrow; RA: an atomic load of a word last touched atomically; RS, WS: both
 * sides touch parts of one word, so nothing is known. */
/* clang-format off */
enum pf_row {
	PF_R1, PF_R2, PF_R3, PF_R4, PF_R5, PF_R6, PF_R7, PF_R8, PF_R9, PF_R10, PF_R11,
	PF_W1, PF_W2, PF_W3, PF_W4, PF_W5, PF_W6, PF_W7, PF_W8, PF_W9, PF_W10,
	PF_W3A, PF_RS, PF_WS, PF_R3A, PF_RA,
	PF_ROWS
};
/* clang-format on */
const char *pf_row_name(enum pf_row r);

struct pf_verdict {
	enum pf_row row;
	bool race;
	struct pf_entry next; /* what is written back */
};

/* owner: fences of the entry's owner now; self: the accessor's. Pure functions. */
struct pf_verdict pf_rules_scord_paper(const struct pf_entry *m, const struct pf_tag *a,
				       struct pf_fences owner, struct pf_fences self);
struct pf_verdict pf_rules_scord(const struct pf_entry *m, const struct pf_tag *a,
				 struct pf_fences owner, struct pf_fences self);

typedef struct pf_verdict (*pf_rules_fn)(const struct pf_entry *m, const struct pf_tag *a,
					 struct pf_fences owner, struct pf_fences self);

#endif
