/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * launch: a kernel runs, start to end, and everybody who watches is asked what he saw.
 */
#include "session_int.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "../base/demangle.h"
#include "../base/mem.h"

/* Of this process, all of its threads. */
static uint64_t processor_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (uint64_t)t.tv_sec * 1000000000U + (uint64_t)t.tv_nsec;
}

static void record(struct session *s, const struct session_launch *l, uint64_t shared)
{
	s->launches = mem_grow(s->launches, &s->cap_launches, s->n_launches, sizeof(*s->launches));
	s->launches[s->n_launches] = *l;
	s->launches[s->n_launches++].shared = shared;
}

/* --memory-hash: what is allocated now, where it lies, and what is in it, after all launches so
 * far. */
static void hash_memory(struct session *s)
{
	XXH3_state_t state;

	XXH3_INITSTATE(&state); /* reset reads the seed that was */
	XXH3_64bits_reset_withSeed(&state, s->memory_hash);
	for (const struct gmem_block *b = gmem_next(s->gmem, NULL); b; b = gmem_next(s->gmem, b)) {
		const uint64_t place[] = {b->addr, b->size};

		XXH3_64bits_update(&state, place, sizeof(place));
		XXH3_64bits_update(&state, (const void *)(uintptr_t)b->addr, b->size);
	}
	s->memory_hash = XXH3_64bits_digest(&state);
}

/* A launch by the host (child: NULL), or by a thread of the device */
struct run {
	const struct session_launch *l;
	const struct simt_kernel *k;
	uint64_t shared; /* dynamic */
	const void *params;
	struct machine_child *child;
};

/* The launch in the machine, by the clock of host and processors. */
static enum machine_status timed(struct session *s, const struct run *r,
				 struct machine_fault *fault)
{
	const struct session_launch *l = r->l;
	enum machine_status status;
	uint64_t processor;

	s->progress.name = l->plain;
	s->progress.start_ns = session_now_ns();
	processor = processor_ns();
	s->progress.shown_ns = 0;
	session_interrupt_begin();
	status = r->child ? machine_launch_child(s->machine, r->child, fault)
			  : machine_launch(s->machine, r->k, l->grid, l->block, r->shared,
					   r->params, fault);
	session_interrupt_end();
	session_progress_clear(s);
	s->launch_ns += session_now_ns() - s->progress.start_ns;
	s->processor_ns += processor_ns() - processor;
	return status;
}

/* Who would take a copy that is under way for one that is done, or cannot tell of it at all. */
static const char *knows_no_copies(const struct session *s)
{
	if (s->opt.config)
		return "--config";
	if (options_global_detector(&s->opt))
		return "--detector";
	if (s->opt.oracle && s->opt.model == OPTIONS_MODEL_SCORD)
		return "--model scord";
	return s->opt.trace ? "--trace" : NULL;
}

static void refuse_copies(struct session *s, const struct session_launch *l,
			  const struct simt_kernel *k)
{
	const struct ptx_insn *i = k->async ? k->async : k->mbarrier ? k->mbarrier : k->cluster;
	const char *who = i ? knows_no_copies(s) : NULL;
	struct ptx_where at;
	char name[128];

	if (!i && machine_cluster_blocks(s->machine, k) > 1) {
		who = knows_no_copies(s);
		if (who)
			session_die(s, OPTIONS_EXIT_USAGE,
				    "kernel '%s' is launched in clusters of %u blocks, which %s "
				    "does not know",
				    l->plain, machine_cluster_blocks(s->machine, k), who);
	}
	if (!who)
		return;
	at = ptx_where(k->module, i);
	session_die(s, OPTIONS_EXIT_USAGE, "%s:%u: kernel '%s' has '%s', which %s does not know%s",
		    at.file ? at.file : k->module->name, at.file ? at.line : i->line, l->plain,
		    ptx_insn_name(i, name, sizeof(name)), who,
		    !s->opt.config && options_global_detector(&s->opt) && !k->bulk && !k->cluster
			    ? " (--detector shared does)"
			    : "");
}

/* Clusters with launches by device code: the machine has one shape of clusters at a time, and the
 * oracle knows those, and copies in bulk, in one grid alone. */
static void refuse_in_family(struct session *s, const struct run *r)
{
	const struct ptx_insn *i = r->k->bulk ? r->k->bulk : r->k->cluster;
	const uint32_t blocks = machine_cluster_blocks(s->machine, r->k);
	struct ptx_where at;
	char name[128];

	if (!r->child && !r->k->launches)
		return;
	if (s->opt.exact)
		session_die(s, OPTIONS_EXIT_USAGE,
			    "kernel '%s' %s, which --detector exact does not know: it judges each "
			    "grid by itself",
			    r->l->plain,
			    r->child ? "is launched by device code" : "launches kernels");
	if (blocks > 1)
		session_die(s, OPTIONS_EXIT_USAGE,
			    "kernel '%s' is launched in clusters of %u blocks and %s, which is not "
			    "written",
			    r->l->plain, blocks,
			    r->child ? "comes of device code" : "launches kernels");
	if (!i || !s->opt.oracle)
		return;
	at = ptx_where(r->k->module, i);
	session_die(s, OPTIONS_EXIT_USAGE,
		    "%s:%u: kernel '%s' has '%s' and %s, which the oracle does not know together",
		    at.file ? at.file : r->k->module->name, at.file ? at.line : i->line,
		    r->l->plain, ptx_insn_name(i, name, sizeof(name)),
		    r->child ? "is launched by device code" : "launches kernels");
}

static enum machine_status run(struct session *s, const struct run *r, struct machine_fault *fault)
{
	const struct simt_stats before = machine_stats(s->machine)->simt, *after;
	struct session_launch *done;
	enum machine_status status;

	refuse_copies(s, r->l, r->k);
	refuse_in_family(s, r);
	record(s, r->l, r->k->static_shared + r->shared);
	session_races_range(s, r->l->range);
	status = timed(s, r, fault);
	after = &machine_stats(s->machine)->simt;
	done = &s->launches[s->n_launches - 1];
	done->status = status;
	done->cuda_error = status == MACHINE_FAULT ? fault->cuda_error : 0;
	done->warp_insns = after->warp_insns - before.warp_insns;
	done->thread_insns = after->thread_insns - before.thread_insns;
	done->blocks_done = fault->blocks_done;
	session_model_collect(s, r->k);
	session_races_collect(s);
	if (s->opt.memory_hash)
		hash_memory(s);
	session_fault_launched(s, status, fault);
	if (session_interrupted()) /* it came with the launch's last instructions */
		session_die(s, session_interrupted(), "interrupted after launch %zu",
			    s->n_launches);
	return status;
}

static const struct session_name *name_of(struct session *s, const struct simt_kernel *k)
{
	struct session_name *n;

	for (size_t i = 0; i < s->n_names; i++)
		if (s->names[i].kernel == k)
			return &s->names[i];
	s->names = mem_grow(s->names, &s->cap_names, s->n_names, sizeof(*s->names));
	n = &s->names[s->n_names++];
	/* not freed: records of launches name them, and the kernel may be gone then */
	*n = (struct session_name){k, mem_strdup(k->entry->name), demangle(k->entry->name)};
	return n;
}

static enum machine_status run_child(struct session *s, struct machine_child *c, const char *range,
				     struct machine_fault *fault)
{
	const struct session_name *n = name_of(s, c->kernel);
	struct session_launch l = {
		.kernel = n->name, .plain = n->plain, .range = range, .parent = c->by.launch};
	const struct run r = {.l = &l, .k = c->kernel, .shared = c->shared, .child = c};

	memcpy(l.grid, c->grid, sizeof(l.grid));
	memcpy(l.block, c->block, sizeof(l.block));
	return run(s, &r, fault);
}

/* What a launch's threads have launched, and is not finished */
struct children {
	struct machine_child *list;
	size_t n, next;
};

static void take(struct session *s, struct children **stack, size_t *n, size_t *cap)
{
	struct children c = {0};

	c.list = machine_children(s->machine, &c.n);
	*stack = mem_grow(*stack, cap, *n, sizeof(**stack));
	(*stack)[(*n)++] = c;
}

/* Each child with all its own children before the next one: streams ask for no less. */
static enum machine_status run_children(struct session *s, const char *range,
					struct machine_fault *fault)
{
	enum machine_status status = MACHINE_OK;
	struct children *stack = NULL;
	size_t n = 0, cap = 0;

	take(s, &stack, &n, &cap);
	while (n) {
		struct children *top = &stack[n - 1];

		if (status == MACHINE_OK && top->next < top->n) {
			status = run_child(s, &top->list[top->next++], range, fault);
			if (status == MACHINE_OK)
				take(s, &stack, &n, &cap);
			continue;
		}
		machine_children_free(s->machine, top->list, top->n);
		n--;
	}
	free(stack);
	return status;
}

enum machine_status session_run(struct session *s, const struct session_launch *l,
				const struct simt_kernel *k, uint64_t dynamic_shared,
				const void *params, struct machine_fault *fault)
{
	const struct run r = {.l = l, .k = k, .shared = dynamic_shared, .params = params};
	enum machine_status status = run(s, &r, fault);

	return status == MACHINE_OK && k->launches ? run_children(s, l->range, fault) : status;
}
