/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "rig.h"

#include <stdlib.h>
#include <string.h>

#include "../base/mem.h"
#include "checkers.h"

enum { MEMORY = 64 << 20, MAX_THREADS = 1024, DEFAULT_SMS = 2, DEFAULT_BLOCKS = 8 };

/* Bytes as they are before a run. */
struct saved {
	uint64_t addr, size;
	uint8_t *bytes;
};

struct litmus_rig {
	const struct litmus_program *p;
	struct machine_config cfg;
	struct gmem *g;
	struct machine *m;
	struct machine_module *mm;
	const struct simt_kernel *kernel;
	uint64_t buf;
	struct saved *saved;
	size_t n_saved, cap_saved;
	struct checkers *checkers;
	struct litmus_run *run;
	bool ptx_only;              /* it has what nobody but the oracle by PTX's model knows */
	struct machine_fault fault; /* of the last run that faulted */
};

/* Module */

static const struct ptx_func *only_entry(const struct ptx_module *ptx)
{
	const struct ptx_func *found = NULL;

	for (unsigned i = 0; i < ptx->n_funcs; i++) {
		if (!ptx->funcs[i]->is_entry || ptx->funcs[i]->is_decl)
			continue;
		if (found)
			return NULL;
		found = ptx->funcs[i];
	}
	return found;
}

static int load(struct litmus_rig *r, struct diag *diag)
{
	const struct litmus_program *p = r->p;
	struct ptx_module *ptx = ptx_parse(p->ptx, strlen(p->ptx), p->file, diag);
	const char *name = p->kernel;

	if (!ptx)
		return -1;
	if (!name) {
		const struct ptx_func *f = only_entry(ptx);

		if (!f) {
			ptx_free(ptx);
			return diag_set(diag, p->file, 0,
					"one kernel is needed, or the name of one of several");
		}
		name = f->name;
	}
	r->mm = machine_load(r->m, ptx, diag);
	if (!r->mm) {
		ptx_free(ptx);
		return -1;
	}
	r->kernel = machine_kernel(r->mm, name);
	if (!r->kernel)
		return diag_set(diag, p->file, 0, "no kernel '%s'", name);
	if (r->kernel->param_bytes && r->kernel->param_bytes != sizeof(r->buf))
		return diag_set(diag, p->file, 0,
				"kernel '%s' has %u bytes of parameters; expected one pointer",
				name, r->kernel->param_bytes);
	return 0;
}

/* Memory */

static void save_all(struct litmus_rig *r)
{
	const struct gmem_block *b = NULL;

	while ((b = gmem_next(r->g, b))) {
		struct saved *s;

		r->saved = mem_grow(r->saved, &r->cap_saved, r->n_saved, sizeof(*r->saved));
		s = &r->saved[r->n_saved++];
		*s = (struct saved){.addr = b->addr, .size = b->size, .bytes = mem_alloc(b->size)};
		memcpy(s->bytes, (const void *)(uintptr_t)b->addr, b->size);
	}
}

/* As before the first run; what the kernel allocated goes. */
static void restore_all(struct litmus_rig *r)
{
	const struct gmem_block *b = NULL;

	while ((b = gmem_next(r->g, b)))
		if (b->kind == GMEM_HEAP)
			gmem_free(r->g, b->addr);
	for (size_t i = 0; i < r->n_saved; i++)
		memcpy((void *)(uintptr_t)r->saved[i].addr, r->saved[i].bytes, r->saved[i].size);
}

/* Checkers */

static bool watched(const struct litmus_rig *r, const struct race_hit *h)
{
	const uint64_t from = r->buf + r->p->watch_from;

	if (!r->p->watch_bytes)
		return true;
	return h->space == PTX_SPACE_GLOBAL && h->addr < from + r->p->watch_bytes &&
	       h->addr + h->bytes > from;
}

static void note(struct litmus_rig *r, enum litmus_checker c, const struct race_hit *h, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (!watched(r, &h[i]))
			continue;
		r->run->racy[c] = true;
		r->run->kinds[c][h[i].kind] = true;
	}
}

static void on_op(void *ctx, const struct machine_who *who, const struct simt_op *op)
{
	struct litmus_rig *r = ctx;

	(void)who;
	if (op->kind > SIMT_OP_RED)
		return; /* only accesses race */
	for (unsigned i = 0; i < LITMUS_CHECKERS; i++) {
		const enum litmus_checker c = (enum litmus_checker)i;
		size_t n;
		const struct race_hit *h = checkers_hits(r->checkers, c, &n);

		if (!r->ptx_only || c == LITMUS_PTX)
			note(r, c, h, n);
	}
}

static int add_checkers(struct litmus_rig *r, enum pf_metadata metadata, struct diag *diag)
{
	const struct checkers_config c = {.metadata = metadata, .gmem = r->g, .machine = &r->cfg};
	const struct machine_observer watcher = {.ctx = r, .op = on_op};

	r->checkers = checkers_create(&c, diag);
	if (!r->checkers)
		return -1;
	machine_add_observer(r->m, checkers_observer(r->checkers));
	machine_add_observer(r->m, &watcher);
	return 0;
}

static void discard(void *ctx, bool is_error, const char *text, size_t n)
{
	(void)ctx;
	(void)is_error;
	(void)text;
	(void)n;
}

static int fill(struct litmus_rig *r, enum pf_metadata metadata, struct diag *diag)
{
	const struct litmus_program *p = r->p;
	const uint32_t grid[3] = {p->blocks, 1, 1}, block[3] = {p->threads, 1, 1};
	const uint32_t cluster[3] = {p->cluster, 1, 1};
	struct diag why = {""};

	r->g = gmem_create(MEMORY, false, diag);
	if (!r->g)
		return -1;
	r->m = machine_create(&r->cfg, r->g, diag);
	if (!r->m)
		return -1;
	machine_set_print(r->m, discard, NULL);
	if (load(r, diag))
		return -1;
	machine_set_cluster(r->m, cluster, true);
	r->ptx_only = p->cluster > 1 || r->kernel->async || r->kernel->mbarrier ||
		      r->kernel->cluster || r->kernel->bulk;
	if (machine_check_launch(r->m, r->kernel, grid, block, 0, &why))
		return diag_set(diag, p->file, 0, "%s", why.text);
	r->buf = gmem_alloc(r->g, p->buffer_bytes ? p->buffer_bytes : 4, 0, GMEM_DEVICE, NULL);
	if (!r->buf)
		return diag_set(diag, p->file, 0, "a buffer of %u bytes: device memory is full",
				p->buffer_bytes);
	if (p->buffer)
		memcpy((void *)(uintptr_t)r->buf, p->buffer, p->buffer_bytes);
	save_all(r);
	return add_checkers(r, metadata, diag);
}

struct litmus_rig *litmus_rig_create(const struct litmus_program *p, enum pf_metadata metadata,
				     struct diag *diag)
{
	struct litmus_rig *r = mem_alloc(sizeof(*r));

	r->p = p;
	machine_config_default(&r->cfg);
	r->cfg.mode = p->mode;
	r->cfg.sms = p->sms ? p->sms : DEFAULT_SMS;
	r->cfg.blocks_per_sm = p->blocks_per_sm ? p->blocks_per_sm : DEFAULT_BLOCKS;
	r->cfg.threads_per_sm = MAX_THREADS;
	if (p->threads && r->cfg.blocks_per_sm <= 64 && p->threads <= MAX_THREADS)
		r->cfg.threads_per_sm = r->cfg.blocks_per_sm * ((p->threads + 31) & ~31U);
	if (fill(r, metadata, diag)) {
		litmus_rig_destroy(r);
		return NULL;
	}
	return r;
}

void litmus_rig_destroy(struct litmus_rig *r)
{
	if (!r)
		return;
	if (r->m) {
		machine_unload(r->m, r->mm);
		machine_destroy(r->m);
	}
	checkers_destroy(r->checkers);
	gmem_destroy(r->g);
	for (size_t i = 0; i < r->n_saved; i++)
		free(r->saved[i].bytes);
	free(r->saved);
	free(r);
}

void litmus_rig_observe(struct litmus_rig *r, const struct machine_observer *o)
{
	checkers_also(r->checkers, o);
}

int litmus_rig_run(struct litmus_rig *r, const struct machine_hook *hook, struct litmus_run *run,
		   struct diag *diag)
{
	const uint32_t grid[3] = {r->p->blocks, 1, 1}, block[3] = {r->p->threads, 1, 1};
	enum machine_status s;

	*run = (struct litmus_run){0};
	r->run = run;
	restore_all(r);
	if (checkers_begin(r->checkers, diag))
		return -1;
	machine_set_hook(r->m, hook);
	machine_set_max_insns(r->m, RIG_INSTRUCTIONS);
	memset(&r->fault, 0, sizeof(r->fault));
	s = machine_launch(r->m, r->kernel, grid, block, 0, &r->buf, &r->fault);
	r->fault.text[strcspn(r->fault.text, "\n")] = '\0';
	run->hung = s == MACHINE_DEADLOCK || s == MACHINE_LIVELOCK || s == MACHINE_LIMIT;
	run->faulted = s == MACHINE_FAULT;
	for (unsigned i = 0; s == MACHINE_OK && i < r->p->n_finals; i++)
		if (litmus_final_holds(&r->p->finals[i], (const void *)(uintptr_t)r->buf))
			run->holds |= 1U << i;
	return 0;
}

const char *litmus_rig_fault(const struct litmus_rig *r)
{
	return r->fault.text;
}

void litmus_rig_totals(struct litmus_rig *r, enum litmus_checker c, struct score_totals *t)
{
	checkers_totals(r->checkers, c, t);
}
