/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * relate: may these two accesses race, are they ordered, and does the later one say it all?
 */
#ifndef RELATE_H
#define RELATE_H

#include "access.h"
#include "happens_before.h"

/* The thread or threads of the later access. */
struct relate {
	const struct happens_before *hb;
	const struct hb_warp *warp;
	uint32_t lanes; /* of the operation */
	uint64_t proxy; /* 0: generic; else from a block's number to that for this proxy */
	bool ptx;       /* a strong write may be ordered before by observation only */
};

/* Overlapping: at least one writes, and not both are atomic with scopes that include each
 * other. Same size means same address, since elements are aligned. */
bool relate_conflict(const struct relate *r, const struct access *p, const struct access *x);

/* Whatever races with p later also races with x, if all that x's threads do later is ordered
 * after x, and p is ordered before x. */
bool relate_covers(const struct relate *r, const struct access *p, const struct access *x);

struct relation {
	uint32_t racing; /* lanes of x that are not ordered after every lane of p */
	bool before;     /* every lane of p is ordered before a lane of x */
};

/* For all bytes that both have touched; false when that depends on the byte. */
bool relate_all(const struct relate *r, const struct access *p, const struct access *x,
		struct relation *out);
/* For the bytes at addr. */
void relate_at(const struct relate *r, const struct access *p, const struct access *x,
	       uint64_t addr, unsigned bytes, struct relation *out);
/* Is lane i of p ordered before x in all but that no fence between proxies stands between? */
bool relate_but_proxy(const struct relate *r, const struct access *p, unsigned i,
		      const struct access *x);
/* Is lane i of p ordered before lane j of x? */
bool relate_lanes(const struct relate *r, const struct access *p, unsigned i,
		  const struct access *x, unsigned j);

#endif
