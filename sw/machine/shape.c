/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * shape: may this kernel be launched like that? Limits of grid and block are CUDA's for
 * compute capability 3.0 to 9.0; those of memory and threads are the machine's.
 */
#include <stdarg.h>
#include <stdio.h>

#include "machine_int.h"

enum { MAX_BLOCK_Z = 64, MAX_GRID_YZ = 65535, MAX_GRID_X = 0x7fffffff };

struct shape {
	const struct machine *m;
	const struct simt_kernel *k;
	const uint32_t *grid, *block;
	uint64_t threads, dynamic_shared;
	struct diag *why;
};

static int refuse(const struct shape *s, int cuda_error, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

static int refuse(const struct shape *s, int cuda_error, const char *fmt, ...)
{
	char name[256], reason[256];
	va_list ap;

	if (!s->why)
		return cuda_error;
	va_start(ap, fmt);
	vsnprintf(reason, sizeof(reason), fmt, ap);
	va_end(ap);
	fault_kernel_name(s->k, name, sizeof(name));
	diag_set(s->why, NULL, 0,
		 "launch refused: kernel %s, grid (%u,%u,%u), block (%u,%u,%u): %s", name,
		 s->grid[0], s->grid[1], s->grid[2], s->block[0], s->block[1], s->block[2], reason);
	return cuda_error;
}

static int check_dimensions(const struct shape *s)
{
	const uint32_t *g = s->grid, *b = s->block;

	for (int i = 0; i < 3; i++)
		if (!g[i] || !b[i])
			return refuse(s, MACHINE_E_INVALID_CONFIGURATION, "a dimension is 0");
	if (g[0] > MAX_GRID_X || g[1] > MAX_GRID_YZ || g[2] > MAX_GRID_YZ)
		return refuse(s, MACHINE_E_INVALID_CONFIGURATION,
			      "a grid has at most (%d,%d,%d) blocks", MAX_GRID_X, MAX_GRID_YZ,
			      MAX_GRID_YZ);
	if (b[0] > MACHINE_MAX_BLOCK || b[1] > MACHINE_MAX_BLOCK || b[2] > MAX_BLOCK_Z)
		return refuse(s, MACHINE_E_INVALID_CONFIGURATION,
			      "a block has at most (%d,%d,%d) threads", MACHINE_MAX_BLOCK,
			      MACHINE_MAX_BLOCK, MAX_BLOCK_Z);
	if (s->threads > MACHINE_MAX_BLOCK)
		return refuse(s, MACHINE_E_INVALID_CONFIGURATION,
			      "a block has at most %d threads, this one %llu", MACHINE_MAX_BLOCK,
			      (unsigned long long)s->threads);
	return 0;
}

/* __launch_bounds__ and .reqntid */
static int check_bounds(const struct shape *s)
{
	const uint32_t *max = s->k->maxntid, *req = s->k->reqntid;

	if (max[0]) {
		const uint64_t most =
			(uint64_t)max[0] * (max[1] ? max[1] : 1) * (max[2] ? max[2] : 1);

		if (s->threads > most)
			return refuse(s, MACHINE_E_OUT_OF_RESOURCES,
				      "the kernel was compiled for at most %llu threads a block",
				      (unsigned long long)most);
	}
	for (int i = 0; i < 3 && req[0]; i++)
		if (s->block[i] != (req[i] ? req[i] : 1))
			return refuse(s, MACHINE_E_INVALID_VALUE,
				      "the kernel was compiled for blocks of (%u,%u,%u)", req[0],
				      req[1] ? req[1] : 1, req[2] ? req[2] : 1);
	return 0;
}

static int check_resources(const struct shape *s)
{
	const uint32_t limit =
		s->dynamic_shared ? machine_shared_limit(&s->m->cfg) : s->m->cfg.shared_per_block;

	if (s->k->static_shared > s->m->cfg.shared_per_block || s->dynamic_shared > limit ||
	    machine_shared_bytes(s->k, (uint32_t)s->dynamic_shared) > limit)
		return refuse(
			s, s->dynamic_shared ? MACHINE_E_INVALID_VALUE : MACHINE_E_OUT_OF_RESOURCES,
			"%u bytes of static and %llu of dynamic shared memory, a block has %u",
			s->k->static_shared, (unsigned long long)s->dynamic_shared, limit);
	if (!machine_occupancy(s->m, s->k, (uint32_t)s->threads, s->dynamic_shared))
		return refuse(
			s, MACHINE_E_OUT_OF_RESOURCES,
			"an SM of %u threads and %u bytes of shared memory has no room for it",
			s->m->cfg.threads_per_sm, s->m->cfg.shared_per_sm);
	return 0;
}

void cluster_shape(const struct machine *m, const struct simt_kernel *k, uint32_t cluster[3])
{
	const uint32_t *c = m->cluster[0] ? m->cluster : k->reqcluster;

	for (int i = 0; i < 3; i++)
		cluster[i] = c[0] && c[i] ? c[i] : 1;
}

uint32_t machine_cluster_blocks(const struct machine *m, const struct simt_kernel *k)
{
	uint32_t c[3];

	cluster_shape(m, k, c);
	return c[0] * c[1] * c[2];
}

uint32_t machine_max_clusters(const struct machine *m, const struct simt_kernel *k,
			      uint32_t block_threads, uint64_t dynamic_shared, uint32_t blocks)
{
	return m->cfg.sms * machine_occupancy(m, k, block_threads, dynamic_shared) / blocks;
}

/* The cluster that was asked for, and the kernel's own. */
static int check_cluster(const struct shape *s)
{
	const uint32_t *ask = s->m->cluster, *req = s->k->reqcluster;
	const uint32_t most = s->m->big_cluster ? SIMT_MAX_CLUSTER : SIMT_PORTABLE_CLUSTER;
	uint32_t c[3];
	uint64_t blocks;

	cluster_shape(s->m, s->k, c);
	blocks = (uint64_t)c[0] * c[1] * c[2];
	if (s->k->explicit_cluster && !ask[0] && !req[0])
		return refuse(s, MACHINE_E_INVALID_CLUSTER,
			      "the kernel is to be launched with clusters (.explicitcluster)");
	for (int i = 0; i < 3; i++) {
		if (ask[0] && req[0] && c[i] != (req[i] ? req[i] : 1))
			return refuse(s, MACHINE_E_INVALID_CLUSTER,
				      "the kernel was compiled for clusters of (%u,%u,%u)", req[0],
				      req[1] ? req[1] : 1, req[2] ? req[2] : 1);
		if (s->grid[i] % c[i])
			return refuse(s, MACHINE_E_INVALID_CLUSTER,
				      "the grid is no multiple of clusters of (%u,%u,%u)", c[0],
				      c[1], c[2]);
	}
	if (c[0] > most || c[1] > most || c[2] > most || blocks > most)
		return refuse(s, MACHINE_E_INVALID_CLUSTER,
			      "a cluster has at most %u blocks%s, this one %llu", most,
			      s->m->big_cluster ? "" : " (16 where the kernel allows it)",
			      (unsigned long long)blocks);
	if (s->k->maxclusterrank && blocks > s->k->maxclusterrank)
		return refuse(s, MACHINE_E_INVALID_CLUSTER,
			      "the kernel was compiled for clusters of at most %u blocks",
			      s->k->maxclusterrank);
	if (blocks > 1 && !machine_max_clusters(s->m, s->k, (uint32_t)s->threads, s->dynamic_shared,
						(uint32_t)blocks))
		return refuse(s, MACHINE_E_OUT_OF_RESOURCES,
			      "%u SMs have no room for a cluster of %llu blocks", s->m->cfg.sms,
			      (unsigned long long)blocks);
	return 0;
}

int machine_check_launch(const struct machine *m, const struct simt_kernel *k,
			 const uint32_t grid[3], const uint32_t block[3], uint64_t dynamic_shared,
			 struct diag *why)
{
	struct shape s = {.m = m,
			  .k = k,
			  .grid = grid,
			  .block = block,
			  .dynamic_shared = dynamic_shared,
			  .why = why};
	int e;

	s.threads = (uint64_t)block[0] * block[1] * block[2]; /* used once each is known small */
	e = check_dimensions(&s);
	if (!e)
		e = check_bounds(&s);
	if (!e)
		e = check_resources(&s);
	return e ? e : check_cluster(&s);
}

int machine_refuse_shared(const struct machine *m, const struct simt_kernel *k,
			  const uint32_t grid[3], const uint32_t block[3], uint64_t dynamic_shared,
			  struct diag *why)
{
	const struct shape s = {.m = m,
				.k = k,
				.grid = grid,
				.block = block,
				.dynamic_shared = dynamic_shared,
				.why = why};

	return refuse(&s, MACHINE_E_INVALID_VALUE,
		      "%u bytes of static and %llu of dynamic shared memory, a block has %u unless "
		      "cudaFuncSetAttribute() asks for more",
		      k->static_shared, (unsigned long long)dynamic_shared,
		      m->cfg.shared_per_block);
}
