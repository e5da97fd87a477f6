/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "gmem.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../base/mem.h"

enum {
	ALIGN = 256, /* of every block, as cudaMalloc promises */
	GUARD = 256, /* unowned bytes behind every block: an overrun hits nobody */
	POISON = 0xcc,
	DROP_PAGES = 256 * 1024 /* freed blocks from this size on give their pages back */
};

/* What the arena covers at most: gmem_in_arena() must answer without a struct gmem. */
#define ARENA_BYTES 0x0000100000000000ULL

#define PARKED UINT64_MAX /* later than any free */

struct entry {
	struct gmem_block b; /* never moves and is never released: callers may cache it */
	uint64_t freed_at;   /* age of the free, for reuse in that order; or PARKED */
};

struct hole {
	uint64_t addr, size;
};

struct gmem {
	uint64_t capacity;
	bool poison;
	struct entry **blocks; /* sorted by address, live and freed */
	size_t n, cap;
	struct entry **spare; /* entries whose range was handed out again */
	size_t n_spare, cap_spare;
	uint64_t bump, bump_end; /* fresh blocks come from here */
	uint64_t dirty_end;      /* memory from here on was never used: still zero */
	struct hole *holes;      /* after the arena was used up */
	size_t n_holes, cap_holes;
	uint64_t used, frees, freed_bytes;
	uint32_t serial;
	struct arena names; /* copies: a freed variable outlives its module in messages */
};

static uint64_t round_up(uint64_t v, uint64_t align)
{
	return (v + align - 1) & ~(align - 1);
}

struct gmem *gmem_create(uint64_t capacity, bool poison, struct diag *diag)
{
	const uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
	struct gmem *g;
	void *p;

	if (capacity == 0 || capacity > ARENA_BYTES) {
		diag_set(diag, NULL, 0, "device memory of %llu bytes: not in 1..%llu",
			 (unsigned long long)capacity, (unsigned long long)ARENA_BYTES);
		return NULL;
	}
	capacity = round_up(capacity, page);
	p = mmap((void *)(uintptr_t)GMEM_BASE, capacity, PROT_READ | PROT_WRITE,
		 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
	if (p != MAP_FAILED && (uintptr_t)p != GMEM_BASE) { /* kernel before 4.17 */
		munmap(p, capacity);
		p = MAP_FAILED;
		errno = EEXIST;
	}
	if (p == MAP_FAILED) {
		diag_set(diag, NULL, 0, "cannot map %llu bytes of device memory at 0x%llx: %s",
			 (unsigned long long)capacity, (unsigned long long)GMEM_BASE,
			 strerror(errno));
		return NULL;
	}
	g = mem_alloc(sizeof(*g));
	g->capacity = capacity;
	g->poison = poison;
	g->bump = GMEM_BASE + ALIGN; /* offset 0 stays nobody's */
	g->bump_end = GMEM_BASE + capacity;
	g->dirty_end = GMEM_BASE;
	return g;
}

void gmem_destroy(struct gmem *g)
{
	if (!g)
		return;
	munmap((void *)(uintptr_t)GMEM_BASE, g->capacity);
	for (size_t i = 0; i < g->n; i++)
		free(g->blocks[i]);
	for (size_t i = 0; i < g->n_spare; i++)
		free(g->spare[i]);
	free(g->blocks);
	free(g->spare);
	free(g->holes);
	arena_free(&g->names);
	free(g);
}

/* Index of the first block that starts above addr. */
static size_t upper(const struct gmem *g, uint64_t addr)
{
	size_t lo = 0, hi = g->n;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (g->blocks[mid]->b.addr <= addr)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

static uint64_t extent(const struct gmem_block *b)
{
	return round_up(b->size, ALIGN) + GUARD;
}

/* Room for size bytes in [from, end)? Then *addr is where. */
static bool fits(uint64_t from, uint64_t end, uint64_t size, uint64_t align, uint64_t *addr)
{
	uint64_t a = round_up(from, align);

	if (a < from || a > end || end - a < GUARD || end - a - GUARD < round_up(size, ALIGN))
		return false;
	*addr = a;
	return true;
}

static void add_hole(struct gmem *g, uint64_t addr, uint64_t end)
{
	if (end <= addr || end - addr <= GUARD)
		return;
	g->holes = mem_grow(g->holes, &g->cap_holes, g->n_holes, sizeof(*g->holes));
	g->holes[g->n_holes++] = (struct hole){addr, end - addr};
}

/* Forgets the freed blocks that were freed at or before `age`, and lists all gaps. */
static void collect(struct gmem *g, uint64_t age)
{
	uint64_t at = GMEM_BASE + ALIGN;
	size_t kept = 0;

	g->n_holes = 0;
	for (size_t i = 0; i < g->n; i++) {
		struct entry *e = g->blocks[i];

		if (e->b.freed && e->freed_at <= age) {
			g->freed_bytes -= extent(&e->b);
			g->spare = mem_grow(g->spare, &g->cap_spare, g->n_spare,
					    sizeof(struct entry *));
			g->spare[g->n_spare++] = e;
			continue;
		}
		add_hole(g, at, e->b.addr);
		at = e->b.addr + extent(&e->b);
		g->blocks[kept++] = e;
	}
	g->n = kept;
	add_hole(g, at, GMEM_BASE + g->capacity);
	g->bump = g->bump_end = 0;
}

static bool from_hole(struct gmem *g, uint64_t size, uint64_t align, uint64_t *addr)
{
	for (size_t i = 0; i < g->n_holes; i++) {
		struct hole *h = &g->holes[i];

		if (!fits(h->addr, h->addr + h->size, size, align, addr))
			continue;
		g->bump = h->addr; /* what is left is used next */
		g->bump_end = h->addr + h->size;
		g->holes[i] = g->holes[--g->n_holes];
		return true;
	}
	return false;
}

static int by_age(const void *pa, const void *pb)
{
	const struct hole *a = pa, *b = pb;

	return a->addr < b->addr ? -1 : a->addr > b->addr;
}

/* Age up to which freed blocks must go so that at least `bytes` of them do. */
static uint64_t age_for(const struct gmem *g, uint64_t bytes)
{
	struct hole *ages = mem_alloc(g->n * sizeof(*ages));
	uint64_t sum = 0, age = 0;
	size_t n = 0;

	for (size_t i = 0; i < g->n; i++)
		if (g->blocks[i]->b.freed && g->blocks[i]->freed_at != PARKED)
			ages[n++] = (struct hole){g->blocks[i]->freed_at, extent(&g->blocks[i]->b)};
	qsort(ages, n, sizeof(*ages), by_age);
	for (size_t i = 0; i < n && sum < bytes; i++) {
		sum += ages[i].size;
		age = ages[i].addr;
	}
	free(ages);
	return age;
}

/* The arena is used up: hand out freed ranges, oldest first, in growing portions, so that
 * a program which allocates and frees in a loop does not pay a pass over all for each. */
static bool reuse(struct gmem *g, uint64_t size, uint64_t align, uint64_t *addr)
{
	uint64_t want = size;

	if (from_hole(g, size, align, addr))
		return true;
	collect(g, 0);
	while (!from_hole(g, size, align, addr)) {
		if (g->freed_bytes == 0)
			return false;
		if (want < g->freed_bytes / 8)
			want = g->freed_bytes / 8;
		collect(g, age_for(g, want));
		want = want < g->capacity / 2 ? want * 2 : g->capacity;
	}
	return true;
}

static struct entry *insert(struct gmem *g, uint64_t addr)
{
	const size_t at = upper(g, addr);
	struct entry *e = g->n_spare ? g->spare[--g->n_spare] : mem_alloc(sizeof(*e));

	g->blocks = mem_grow(g->blocks, &g->cap, g->n, sizeof(struct entry *));
	memmove(&g->blocks[at + 1], &g->blocks[at], (g->n - at) * sizeof(struct entry *));
	g->blocks[at] = e;
	g->n++;
	return e;
}

/* Fresh bytes are zero or poison, whoever had them before. */
static void scrub(struct gmem *g, uint64_t addr, uint64_t size)
{
	uint8_t *p = (uint8_t *)(uintptr_t)addr;

	if (g->poison)
		memset(p, POISON, size);
	else if (addr < g->dirty_end)
		memset(p, 0, size < g->dirty_end - addr ? size : g->dirty_end - addr);
	if (addr + size > g->dirty_end)
		g->dirty_end = addr + size;
}

static struct entry *place(struct gmem *g, uint64_t size, uint64_t align, enum gmem_kind kind)
{
	struct entry *e;
	uint64_t addr;

	if (align < ALIGN)
		align = ALIGN;
	if (size > g->capacity || align > g->capacity)
		return NULL;
	if (!fits(g->bump, g->bump_end, size, align, &addr) && !reuse(g, size, align, &addr))
		return NULL;
	g->bump = addr + round_up(size, ALIGN) + GUARD;
	e = insert(g, addr);
	e->b = (struct gmem_block){.addr = addr, .size = size, .kind = kind, .serial = ++g->serial};
	e->freed_at = 0;
	return e;
}

uint64_t gmem_alloc(struct gmem *g, uint64_t size, uint64_t align, enum gmem_kind kind,
		    const char *name)
{
	struct entry *e = place(g, size, align, kind);

	if (!e)
		return 0;
	if (name)
		e->b.name = arena_strndup(&g->names, name, strlen(name));
	g->used += size;
	scrub(g, e->b.addr, size);
	return e->b.addr;
}

int gmem_free(struct gmem *g, uint64_t addr)
{
	const size_t i = upper(g, addr);
	struct entry *e = i ? g->blocks[i - 1] : NULL;

	if (!e || e->b.addr != addr || e->b.freed)
		return -1;
	e->b.freed = true;
	e->freed_at = ++g->frees;
	g->used -= e->b.size;
	g->freed_bytes += extent(&e->b);
	if (e->b.size >= DROP_PAGES) {
		const uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
		const uint64_t from = round_up(addr, page);
		const uint64_t to = (addr + e->b.size) & ~(page - 1);

		madvise((void *)(uintptr_t)from, to - from, MADV_DONTNEED);
	}
	return 0;
}

int gmem_park(struct gmem *g, uint64_t addr)
{
	const size_t i = upper(g, addr);
	struct entry *e = i ? g->blocks[i - 1] : NULL;

	if (!e || e->b.addr != addr || e->b.freed)
		return -1;
	e->b.freed = true;
	e->freed_at = PARKED;
	g->used -= e->b.size;
	return 0;
}

int gmem_unpark(struct gmem *g, uint64_t addr)
{
	const size_t i = upper(g, addr);
	struct entry *e = i ? g->blocks[i - 1] : NULL;

	if (!e || e->b.addr != addr || !e->b.freed || e->freed_at != PARKED)
		return -1;
	e->b.freed = false;
	e->b.serial = ++g->serial;
	e->freed_at = 0;
	g->used += e->b.size;
	scrub(g, addr, e->b.size);
	return 0;
}

/* Mapped memory */

uint64_t gmem_reserve(struct gmem *g, uint64_t size, uint64_t align)
{
	struct entry *e = place(g, size, align, GMEM_RESERVED);

	if (!e)
		return 0;
	e->b.freed = true;
	e->freed_at = PARKED;
	return e->b.addr;
}

int gmem_count(struct gmem *g, int64_t add)
{
	if (add > 0 && (uint64_t)add > g->capacity - g->used)
		return -1;
	g->used += (uint64_t)add;
	return 0;
}

/* The entry that starts at addr, if it is of mapped memory or reserved. */
static struct entry *part(const struct gmem *g, uint64_t addr)
{
	const size_t i = upper(g, addr);
	struct entry *e = i ? g->blocks[i - 1] : NULL;

	return e && e->b.addr == addr && e->b.kind >= GMEM_MAPPED ? e : NULL;
}

/* Its addresses from at on become an entry of their own. */
static void cut(struct gmem *g, struct entry *e, uint64_t at)
{
	const struct gmem_block b = e->b;
	struct entry *tail;

	if (at <= b.addr || at - b.addr >= b.size)
		return;
	e->b.size = at - b.addr;
	tail = insert(g, at);
	tail->b = b;
	tail->b.addr = at;
	tail->b.size = b.size - e->b.size;
	tail->b.serial = ++g->serial;
	tail->freed_at = PARKED;
}

static bool empty(const struct entry *e)
{
	return e->b.kind == GMEM_RESERVED && e->freed_at == PARKED && !e->b.name;
}

int gmem_map(struct gmem *g, uint64_t addr, uint64_t size, int fd)
{
	size_t i = upper(g, addr);
	struct entry *e = i ? g->blocks[i - 1] : NULL;

	if (!e || !empty(e) || addr - e->b.addr >= e->b.size ||
	    size > e->b.size - (addr - e->b.addr))
		return -1;
	if (mmap((void *)(uintptr_t)addr, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd,
		 0) == MAP_FAILED)
		return -1;
	cut(g, e, addr);
	e = part(g, addr);
	cut(g, e, addr + size);
	e->b.name = "mapped"; /* no other one may come here */
	e->b.serial = ++g->serial;
	return 0;
}

int gmem_allow(struct gmem *g, uint64_t addr, enum gmem_kind kind)
{
	struct entry *e = part(g, addr);

	if (!e || !e->b.name)
		return -1;
	e->b.kind = kind;
	e->b.freed = kind == GMEM_RESERVED;
	return 0;
}

/* Reserved addresses that touch are one entry. */
static void join(struct gmem *g, size_t i)
{
	struct entry *a = g->blocks[i], *b = i + 1 < g->n ? g->blocks[i + 1] : NULL;

	if (!b || !empty(a) || !empty(b) || a->b.addr + a->b.size != b->b.addr)
		return;
	a->b.size += b->b.size;
	g->n--;
	memmove(&g->blocks[i + 1], &g->blocks[i + 2], (g->n - i - 1) * sizeof(struct entry *));
	b->b.size = 0; /* who has it still finds nothing in it */
	g->spare = mem_grow(g->spare, &g->cap_spare, g->n_spare, sizeof(struct entry *));
	g->spare[g->n_spare++] = b;
}

int gmem_unmap(struct gmem *g, uint64_t addr)
{
	struct entry *e = part(g, addr);
	size_t i;

	if (!e || !e->b.name)
		return -1;
	mmap((void *)(uintptr_t)addr, e->b.size, PROT_READ | PROT_WRITE,
	     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
	e->b.kind = GMEM_RESERVED;
	e->b.freed = true;
	e->b.name = NULL;
	e->freed_at = PARKED;
	i = upper(g, addr) - 1;
	join(g, i);
	if (i)
		join(g, i - 1);
	return 0;
}

int gmem_unreserve(struct gmem *g, uint64_t addr)
{
	struct entry *e = part(g, addr);

	if (!e || !empty(e))
		return -1;
	e->freed_at = ++g->frees;
	g->freed_bytes += extent(&e->b);
	return 0;
}

const struct gmem_block *gmem_find(const struct gmem *g, uint64_t addr)
{
	const size_t i = upper(g, addr);
	const struct gmem_block *b = i ? &g->blocks[i - 1]->b : NULL;

	return b && addr - b->addr < b->size ? b : NULL;
}

const struct gmem_block *gmem_nearest(const struct gmem *g, uint64_t addr)
{
	for (size_t i = upper(g, addr); i > 0; i--)
		if (!g->blocks[i - 1]->b.freed)
			return &g->blocks[i - 1]->b;
	return NULL;
}

void *gmem_host(const struct gmem *g, uint64_t addr, uint64_t size)
{
	const struct gmem_block *b = gmem_find(g, addr);
	uint64_t at = addr;

	/* mapped blocks may touch */
	while (b && !b->freed && b->kind >= GMEM_MAPPED && size > b->size - (at - b->addr)) {
		size -= b->size - (at - b->addr);
		at = b->addr + b->size;
		b = gmem_find(g, at);
		if (b && b->kind < GMEM_MAPPED)
			return NULL;
	}
	if (!b || b->freed || size > b->size - (at - b->addr))
		return NULL;
	return (void *)(uintptr_t)addr;
}

bool gmem_in_arena(uint64_t addr)
{
	return addr - GMEM_BASE < ARENA_BYTES;
}

void gmem_usage(const struct gmem *g, uint64_t *used, uint64_t *capacity)
{
	if (used)
		*used = g->used;
	if (capacity)
		*capacity = g->capacity;
}

const struct gmem_block *gmem_next(const struct gmem *g, const struct gmem_block *after)
{
	size_t i = after ? upper(g, after->addr) : 0;

	while (i < g->n && g->blocks[i]->b.freed)
		i++;
	return i < g->n ? &g->blocks[i]->b : NULL;
}
