/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pkt: packets come from slabs and go back to a list; a slab is never given back before the end.
 *
 *   pkt_alloc() <── free list <── pkt_free()
 *                      └── empty: a new slab of SLAB packets
 *
 * Under AddressSanitizer a packet in the pool is poisoned: whoever touches one that it has freed,
 * or frees it twice, is stopped at that line.
 */
#include "pkt.h"

#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define POISON 1
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define POISON 1
#endif

#ifdef POISON
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(p, n)   ((void)(p), (void)(n))
#define ASAN_UNPOISON_MEMORY_REGION(p, n) ((void)(p), (void)(n))
#endif

enum { SLAB = 512 };

struct pkt_slab {
	struct pkt_slab *next;
	struct pkt pkts[SLAB];
};

static void put(struct pkt_pool *p, struct pkt *k)
{
	k->next = p->free;
	p->free = k;
	ASAN_POISON_MEMORY_REGION(k, sizeof(*k));
}

static void add_slab(struct pkt_pool *p)
{
	struct pkt_slab *s = mem_alloc(sizeof(*s));

	s->next = p->slabs;
	p->slabs = s;
	for (size_t i = SLAB; i-- > 0;) /* the first one is taken first */
		put(p, &s->pkts[i]);
}

struct pkt *pkt_alloc(struct pkt_pool *p)
{
	struct pkt *k;

	if (!p->free)
		add_slab(p);
	k = p->free;
	ASAN_UNPOISON_MEMORY_REGION(k, sizeof(*k));
	p->free = k->next;
	p->out++;
	*k = (struct pkt){.op = SIM_NO_OP};
	return k;
}

void pkt_free(struct pkt_pool *p, struct pkt *k)
{
	assert(p->out > 0);
	p->out--;
	free(k->load);
	put(p, k);
}

void pkt_pool_free(struct pkt_pool *p)
{
	struct pkt_slab *s = p->slabs, *next;

	for (; s; s = next) {
		next = s->next;
		ASAN_UNPOISON_MEMORY_REGION(s->pkts, sizeof(s->pkts));
		free(s);
	}
	*p = (struct pkt_pool){0};
}

const char *pkt_kind_name(enum pkt_kind k)
{
	static const char *const name[PKT_KINDS] = {
		[PKT_READ] = "read",           [PKT_WRITE] = "write",
		[PKT_ATOM] = "atom",           [PKT_HIT] = "hit",
		[PKT_FENCE] = "fence",         [PKT_EPOCH] = "epoch",
		[PKT_META_READ] = "meta_read", [PKT_META_WRITE] = "meta_write",
		[PKT_RECORD] = "record",       [PKT_FILL] = "fill",
		[PKT_WRITEBACK] = "writeback", [PKT_COMMIT] = "commit",
		[PKT_COMMITTED] = "committed",
	};

	return (unsigned)k < PKT_KINDS ? name[k] : "?";
}
