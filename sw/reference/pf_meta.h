/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_meta: the metadata entry as it lies in memory, and which entry belongs to which word.
 *
 *   entry  <──pack, unpack──>  64 bits
 *   word address ──region──> index of its entry, tag
 *   64 bits, tag, epoch ──fetch──> entry as the rules see it
 */
#ifndef PF_META_H
#define PF_META_H

#include "pf_fields.h"
#include "pf_reference.h"

enum { PF_WORD_BYTES = 4, PF_ENTRY_BYTES = 8 };

/* Place of each field in the 64 bits. */
struct pf_bits {
	uint8_t lsb, width;
};
struct pf_layout {
	struct pf_bits field[PF_META_FIELDS];
	/* The same, ready for use: shift is 0 where there is no width, mask is at the place. */
	uint8_t shift[PF_META_FIELDS];
	uint64_t mask[PF_META_FIELDS];
};

/* Fields in the order of fields.tab, without gaps. */
void pf_meta_layout(struct pf_layout *l, const struct pf_geometry *g);
/* Each field's low bits; what does not fit is cut off. */
uint64_t pf_meta_pack(const struct pf_layout *l, const struct pf_entry *e);
struct pf_entry pf_meta_unpack(const struct pf_layout *l, uint64_t bits);

/* Nothing known yet: Modified and both shared bits set, the rest 0. */
struct pf_entry pf_meta_unwritten(uint32_t tag, uint32_t epoch);
bool pf_meta_is_unwritten(const struct pf_entry *e);
/* What the rules see: unwritten when the entry is another word's, or of another epoch. *evicted:
 * something was forgotten by that. */
struct pf_entry pf_meta_fetch(const struct pf_layout *l, uint64_t bits, uint32_t tag,
			      uint32_t epoch, bool *evicted);

/* The memory that is watched. */
struct pf_region {
	uint64_t base, words;
	uint64_t entries;
	uint32_t tag_bits;     /* 0: no two granules share an entry */
	uint32_t granule_log2; /* words that have one entry together: 2^this; 0 in all hardware */
};

/* [base, base + bytes). full: an entry a word. cached16: as many as words / 2^tag_bits, so with
 * four bits one for each 64 bytes; the words that are a multiple of that apart share one. */
void pf_region_init(struct pf_region *r, uint64_t base, uint64_t bytes, enum pf_metadata metadata,
		    uint32_t tag_bits);
/* False: address is outside. */
bool pf_region_find(const struct pf_region *r, uint64_t address, uint64_t *index, uint32_t *tag);

#endif
