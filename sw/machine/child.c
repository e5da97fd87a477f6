/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * child: launches by device code. They are noted while the grid runs that makes them, and whoever
 * launched it takes them when it has ended; that is one of the orders that a GPU may choose, since
 * a thread has no way to wait for what it launched.
 */
#include <stdlib.h>
#include <string.h>

#include "machine_int.h"

enum {
	STREAM_TAIL = 3, /* of driver_types.h */
	STREAM_FORGET = 4,
	STREAM_FIRST = 1 << 16,
	PARAMS = 8 /* sw/lower/launches.c: behind the kernel's address */
};

/* struct of __pf_launch() in photofinish/device_runtime.h */
struct config {
	uint32_t grid[3], block[3];
	uint64_t shared, stream;
};

struct lane {
	struct machine *m;
	struct machine_warp *w;
	struct simt_op *op;
	uint32_t lane;
};

/* Errors: one of a thread, cudaGetLastError() */

static struct machine_thread_error *error_of(struct machine *m, uint64_t block, uint32_t thread)
{
	for (size_t i = 0; i < m->n_errors; i++)
		if (m->errors[i].block == block && m->errors[i].thread == thread)
			return &m->errors[i];
	return NULL;
}

static void set_error(struct lane *l, int cuda_error)
{
	struct machine *m = l->m;
	const uint32_t thread = l->w->who.warp * SIMT_LANES + l->lane;
	struct machine_thread_error *e = error_of(m, l->w->who.block, thread);

	if (!e) {
		m->errors = mem_grow(m->errors, &m->cap_errors, m->n_errors, sizeof(*m->errors));
		e = &m->errors[m->n_errors++];
	}
	*e = (struct machine_thread_error){l->w->who.block, thread, cuda_error};
}

static uint64_t get_error(struct lane *l, bool clear)
{
	struct machine *m = l->m;
	struct machine_thread_error *e =
		error_of(m, l->w->who.block, l->w->who.warp * SIMT_LANES + l->lane);
	int was = e ? e->cuda_error : 0;

	if (e && clear)
		*e = m->errors[--m->n_errors];
	return (uint64_t)was;
}

/* Streams */

static uint64_t stream_create(struct machine *m)
{
	m->streams = mem_grow(m->streams, &m->cap_streams, m->n_streams, sizeof(*m->streams));
	m->streams[m->n_streams++] = true;
	return STREAM_FIRST + m->n_streams - 1;
}

static bool stream_made(const struct machine *m, uint64_t stream)
{
	return stream >= STREAM_FIRST && stream - STREAM_FIRST < m->n_streams &&
	       m->streams[stream - STREAM_FIRST];
}

static uint64_t stream_destroy(struct lane *l, uint64_t stream)
{
	if (!stream_made(l->m, stream)) {
		set_error(l, MACHINE_E_INVALID_HANDLE);
		return MACHINE_E_INVALID_HANDLE;
	}
	l->m->streams[stream - STREAM_FIRST] = false;
	return 0;
}

/* Launches */

static int bad(struct lane *l, const char *what)
{
	return fault_set(l->m, l->w, MACHINE_E_ILLEGAL_ADDRESS, l->op->pc, 1U << l->lane,
			 "a launch by device code: %s", what);
}

static bool in_window(uint64_t address, uint64_t window)
{
	return address - window < SIMT_WINDOW_BYTES;
}

/* Structs are not looked into: two small numbers in one may look like an address. */
static bool is_pointer(const struct ptx_var *v)
{
	return v->size == 8 && (v->type == PTX_T_U64 || v->type == PTX_T_B64);
}

/* A pointer to what only the launching thread or its block has would be another thread's there. */
static int check_params(struct lane *l, const struct simt_kernel *k, const uint8_t *params)
{
	uint64_t end = 0;

	for (unsigned i = 0; i < k->entry->n_params; i++) {
		const struct ptx_var *v = k->entry->params[i];
		const uint64_t align = v->align ? v->align : 1;
		uint64_t value;

		end = (end + align - 1) / align * align;
		if (is_pointer(v)) {
			memcpy(&value, params + end, sizeof(value));
			if (in_window(value, SIMT_LOCAL_WINDOW))
				return bad(l, "a pointer to local memory is passed to the kernel");
			if (in_window(value, SIMT_SHARED_WINDOW))
				return bad(l, "a pointer to shared memory is passed to the kernel");
		}
		end += v->size;
	}
	return 0;
}

static int shape_error(const struct machine *m, const struct simt_kernel *k, const struct config *c)
{
	const int e = machine_check_launch(m, k, c->grid, c->block, c->shared, NULL);

	if (!e && machine_shared_bytes(k, (uint32_t)c->shared) > m->cfg.shared_per_block)
		return machine_refuse_shared(m, k, c->grid, c->block, c->shared, NULL);
	return e;
}

static int launch_error(const struct machine *m, const struct simt_kernel *k,
			const struct config *c)
{
	if (!k)
		return MACHINE_E_INVALID_FUNCTION;
	if (c->stream && c->stream != STREAM_TAIL && c->stream != STREAM_FORGET &&
	    !stream_made(m, c->stream))
		return MACHINE_E_INVALID_HANDLE;
	if (m->pending + m->n_children >= m->cfg.pending_launches)
		return MACHINE_E_PENDING;
	return shape_error(m, k, c);
}

static void add_child(struct lane *l, const struct simt_kernel *k, const struct config *c,
		      const uint8_t *params)
{
	struct machine *m = l->m;
	struct machine_child *child;

	m->children = mem_grow(m->children, &m->cap_children, m->n_children, sizeof(*m->children));
	child = &m->children[m->n_children++];
	*child = (struct machine_child){
		.kernel = k,
		.grid = {c->grid[0], c->grid[1], c->grid[2]},
		.block = {c->block[0], c->block[1], c->block[2]},
		.shared = c->shared,
		.params = mem_alloc(k->param_bytes ? k->param_bytes : 1),
		.id = ++m->last_child,
		.order = c->stream == STREAM_TAIL     ? MACHINE_CHILD_TAIL
			 : c->stream == STREAM_FORGET ? MACHINE_CHILD_FREE
						      : MACHINE_CHILD_STREAM,
		.stream = c->stream,
		.by = l->w->who,
		.thread = l->w->who.warp * SIMT_LANES + l->lane,
		.pc = l->op->pc,
	};
	memcpy(child->params, params, k->param_bytes);
}

/* block: kernel and parameters, config: all else; both in the lane's local memory */
static int do_launch(struct lane *l, uint64_t block, uint64_t config, uint64_t *id)
{
	const struct simt_kernel *k;
	const uint8_t *p;
	struct config c;
	uint64_t room, address;
	int e;

	p = perform_resolve(l->m, l->w, l->lane, config, sizeof(c), &room);
	if (!p)
		return bad(l, "its configuration is not readable");
	memcpy(&c, p, sizeof(c));
	p = perform_resolve(l->m, l->w, l->lane, block, PARAMS, &room);
	if (!p)
		return bad(l, "its parameters are not readable");
	memcpy(&address, p, sizeof(address));
	k = module_kernel_at(l->m, l->w->who.kernel->module, address);
	*id = 0;
	e = launch_error(l->m, k, &c);
	if (e) {
		set_error(l, e);
		return 0;
	}
	if (room < PARAMS + k->param_bytes)
		return bad(l, "its parameters are not readable");
	if (check_params(l, k, p + PARAMS))
		return -1;
	add_child(l, k, &c, p + PARAMS);
	*id = l->m->last_child;
	return 0;
}

int child_syscall(struct machine *m, struct machine_warp *w, struct simt_op *op, uint32_t lane)
{
	struct lane l = {m, w, op, lane};
	const uint64_t a = op->data[1][lane], b = op->data[2][lane];
	uint64_t *out = &op->data[0][lane];

	op->data2[lane] = 0;
	switch ((enum simt_runtime)op->data[0][lane]) {
	case SIMT_RUNTIME_LAUNCH: *out = 0; return do_launch(&l, a, b, &op->data2[lane]);
	case SIMT_RUNTIME_GET_ERROR: *out = get_error(&l, true); return 0;
	case SIMT_RUNTIME_PEEK_ERROR: *out = get_error(&l, false); return 0;
	case SIMT_RUNTIME_STREAM_CREATE: *out = stream_create(m); return 0;
	case SIMT_RUNTIME_STREAM_DESTROY: *out = stream_destroy(&l, a); return 0;
	}
	return fault_set(m, w, MACHINE_E_ILLEGAL_INSTRUCTION, op->pc, 1U << lane,
			 "__pf_device_runtime: no such call");
}

/* Around launches */

static void drop(struct machine *m)
{
	for (size_t i = 0; i < m->n_children; i++)
		free(m->children[i].params);
	m->n_children = 0;
}

void child_begin(struct machine *m)
{
	drop(m);
	m->n_errors = m->n_streams = 0;
}

void child_close(struct machine *m)
{
	drop(m);
	free(m->children);
	free(m->errors);
	free(m->streams);
}

struct machine_child *machine_children(struct machine *m, size_t *n)
{
	struct machine_child *list = mem_alloc((m->n_children + 1) * sizeof(*list));

	*n = 0;
	for (size_t i = 0; i < m->n_children; i++)
		if (m->children[i].order != MACHINE_CHILD_TAIL)
			list[(*n)++] = m->children[i];
	for (size_t i = 0; i < m->n_children; i++)
		if (m->children[i].order == MACHINE_CHILD_TAIL)
			list[(*n)++] = m->children[i];
	m->pending += *n;
	m->n_children = 0;
	return list;
}

void machine_children_free(struct machine *m, struct machine_child *list, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		m->pending -= list[i].params != NULL;
		free(list[i].params);
	}
	free(list);
}

enum machine_status machine_launch_child(struct machine *m, struct machine_child *c,
					 struct machine_fault *fault)
{
	enum machine_status status;

	m->pending--;
	m->child = c;
	status = machine_launch(m, c->kernel, c->grid, c->block, c->shared, c->params, fault);
	m->child = NULL;
	free(c->params);
	c->params = NULL;
	return status;
}
