/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "commit_int.h"

enum { WARP_LANES = 32, LINE_LOG2 = 7, BEAT_BITS = 256, LINE_BITS = 32, WARP_BITS_MAX = 16 };

/* Create */

/* The machine within the geometry: else a field of the Verilog is too narrow for it. */
static int machine_fits(const struct commit *c, struct diag *diag)
{
	const struct unit_sizes *g = &c->geometry->size;
	const struct sm_config *m = &c->sim.sm;

	if (m->count <= g->sms && c->warps <= g->warps && m->block_slots <= g->block_slots &&
	    c->sim.deterministic.quantum < 1U << g->count_bits)
		return 0;
	return diag_set(diag, NULL, 0,
			"backend rtl: geometry %s is for %u SMs of %u block slots and %u warps and "
			"quanta below %u, not for %u of %u and %u and %u; backend model takes any",
			c->geometry->name, g->sms, g->block_slots, g->warps, 1U << g->count_bits,
			m->count, m->block_slots, c->warps, c->sim.deterministic.quantum);
}

static int verilog_has(const struct commit *c, struct diag *diag)
{
	const struct deterministic_config *m = &c->sim.deterministic;
	const struct unit_sizes *g = &c->geometry->size;
	const struct {
		const char *name;
		uint32_t is, must;
	} same[] = {
		{"log_entries", m->log_entries, g->log_entries},
		{"bloom_bits", m->bloom_bits, g->bloom_bits},
		{"z_sets", m->z_sets, g->z_sets},
		{"z_ways", m->z_ways, g->z_ways},
		{"z_requests", m->z_requests, g->z_requests},
		{"z_misses", m->z_misses, g->z_misses},
	};

	for (size_t i = 0; i < sizeof(same) / sizeof(*same); i++)
		if (same[i].is != same[i].must)
			return diag_set(diag, NULL, 0,
					"deterministic.%s = %u: backend rtl has geometry %s's %u; "
					"backend model takes any",
					same[i].name, same[i].is, c->geometry->name, same[i].must);
	return machine_fits(c, diag);
}

/* A machine that is larger than the geometry gets wider IDs: all ones is nobody. */
static int set_sizes(struct commit *c, struct diag *diag)
{
	const struct deterministic_config *m = &c->sim.deterministic;
	const struct unit_sizes *size = &c->geometry->size;
	uint32_t warp_bits = size->warp_bits;

	c->warps = c->sim.sm.threads / WARP_LANES;
	while (warp_bits < WARP_BITS_MAX && c->warps * c->sim.sm.count > (1U << warp_bits) - 1)
		warp_bits++;
	c->zconfig = (struct pf_zconfig){.line_bits = LINE_BITS - 1,
					 .warp_bits = warp_bits,
					 .quantum_bits = size->quantum_bits};
	c->row_beats = (size->quantum_bits + PF_LINE_BYTES * warp_bits + BEAT_BITS - 1) / BEAT_BITS;
	c->store_config = (struct pf_store_config){.warps = c->warps,
						   .entries = m->log_entries,
						   .open = size->log_open,
						   .bloom_bits = m->bloom_bits,
						   .bloom_ways = size->bloom_ways,
						   .line_bits = LINE_BITS};
	if (c->warps * c->sim.sm.count > (1U << warp_bits) - 1)
		return diag_set(diag, NULL, 0, "%u warps of %u SMs cannot be told apart in a row",
				c->warps, c->sim.sm.count);
	if (m->z_misses * c->row_beats > COMMIT_IDS)
		return diag_set(diag, NULL, 0,
				"deterministic.z_misses = %u: at most %u rows of %u beats",
				m->z_misses, COMMIT_IDS / c->row_beats, c->row_beats);
	if (m->bloom_bits && m->bloom_bits < 2 * size->bloom_ways)
		return diag_set(
			diag, NULL, 0,
			"deterministic.bloom_bits = %u: at least 2 in each of %u sub-arrays",
			m->bloom_bits, size->bloom_ways);
	if (!c->rtl)
		return 0;
	c->store_config.line_bits = size->line_bits;
	c->zconfig.line_bits = size->addr_bits - LINE_LOG2;
	return verilog_has(c, diag);
}

struct commit *commit_create(const struct commit_setup *s, struct diag *diag)
{
	struct commit *c = mem_alloc(sizeof(*c));

	c->sim = *s->sim;
	c->geometry = unit_geometry_named(sim_geometry_name(c->sim.det.geometry));
	c->rtl = s->backend != BACKEND_MODEL;
	c->model = s->backend != BACKEND_RTL;
	if (set_sizes(c, diag) ||
	    (c->rtl && unit_load(&c->library, "gpudet", c->geometry->name, false, diag))) {
		free(c);
		return NULL;
	}
	compare_init(&c->compare);
	c->sb = mem_alloc(c->sim.sm.count * sizeof(*c->sb));
	c->q = mem_alloc(c->sim.sm.count * sizeof(*c->q));
	c->z = mem_alloc(c->sim.l2.slices * sizeof(*c->z));
	for (; c->n_sms < c->sim.sm.count; c->n_sms++) {
		commit_sb_create(c, c->n_sms);
		commit_q_create(c, c->n_sms);
	}
	for (; c->n_slices < c->sim.l2.slices; c->n_slices++)
		commit_z_create(c, c->n_slices);
	return c;
}

void commit_destroy(struct commit *c)
{
	if (!c)
		return;
	for (uint32_t i = 0; i < c->n_sms; i++) {
		commit_sb_destroy(&c->sb[i]);
		commit_q_destroy(&c->q[i]);
	}
	for (uint32_t i = 0; i < c->n_slices; i++)
		commit_z_destroy(&c->z[i]);
	free(c->sb);
	free(c->q);
	free(c->z);
	compare_free(&c->compare);
	unit_unload(&c->library);
	free(c);
}

uint32_t commit_row_beats(const struct commit *c)
{
	return c->row_beats;
}

int commit_launch(struct commit *c, uint64_t lines, struct diag *diag)
{
	const uint64_t most = 1ULL << c->zconfig.line_bits;

	if (lines >= most)
		return diag_set(
			diag, NULL, 0,
			"%llu lines of a slice: deterministic commit has %llu (geometry %s)",
			(unsigned long long)lines, (unsigned long long)most - 1, c->geometry->name);
	if (c->lines == lines)
		return 0;
	c->lines = lines;
	for (uint32_t i = 0; i < c->n_slices; i++)
		commit_z_region(&c->z[i], lines);
	return 0;
}

void commit_mode(struct commit *c, enum commit_mode mode)
{
	c->mode = mode;
	for (uint32_t i = 0; i < c->n_sms; i++)
		commit_q_mode(&c->q[i]);
}

/* Tell */

void commit_describe(const struct commit *c, char *text, size_t size)
{
	size_t at = 0;

	text[0] = 0;
	for (uint32_t i = 0; i < c->n_sms && at < size; i++) {
		const struct store_port_out *o = &c->sb[i].port->out;

		if (!commit_sb_idle(&c->sb[i]))
			at += (size_t)snprintf(text + at, size - at,
					       "  store buffer of SM %u: %s%s\n", i,
					       o->entry_valid ? "entry not taken; " : "",
					       o->answer_valid ? "answer not taken" : "busy");
	}
	for (uint32_t i = 0; i < c->n_slices && at < size; i++) {
		const struct z_port_out *o = &c->z[i].port->out;

		if (!commit_z_idle(&c->z[i]))
			at += (size_t)snprintf(text + at, size - at,
					       "  Z-commit unit of slice %u: %s%s%s%s\n", i,
					       o->result_valid ? "result not taken; " : "",
					       o->memory.read_valid ? "read not taken; " : "",
					       o->memory.write_valid ? "write not taken; " : "",
					       o->ready ? "takes requests" : "takes no request");
	}
}

#define SB(field) &c->sb->field, c->n_sms, sizeof(*c->sb)
#define Z(field)  &c->z->field, c->n_slices, sizeof(*c->z)

void commit_stats(struct stats *s, struct commit *c)
{
	static const struct {
		enum store_event event;
		const char *name, *unit, *meaning;
	} store[] = {
		{STORE_SEARCHED, "gpudet.searches", "headers",
		 "of log entries, looked at in a search"},
		{STORE_MAYBE, "gpudet.bloom_maybe", "commands",
		 "whose line the Bloom filter did not rule out"},
		{STORE_IN_VAIN, "gpudet.false_hits", "commands", "searched in vain"},
		{STORE_FORWARDED, "gpudet.forwards", "loads", "that got bytes from the log"},
		{STORE_MERGED, "gpudet.merges", "stores", "into an entry of their line"},
		{STORE_APPENDED, "gpudet.appends", "stores", "that made a log entry"},
		{STORE_OPEN, "gpudet.open_hits", "commands", "to the line of the newest entry"},
	};
	static const struct {
		enum z_event event;
		const char *name, *unit, *meaning;
	} z[] = {
		{Z_HIT, "gpudet.z_hits", "requests", "whose row was in the Z-cache"},
		{Z_MISS, "gpudet.z_misses", "requests", "whose row was not"},
		{Z_DEFERRED, "gpudet.z_deferred", "requests", "that waited for a row on its way"},
		{Z_FETCHED, "gpudet.z_fetches", "rows", "read from memory"},
		{Z_SPILLED, "gpudet.z_spills", "rows", "written back"},
		{Z_LOST, "gpudet.z_lost", "requests", "that won no byte"},
		{Z_SWEPT, "gpudet.z_sweeps", "beats", "set to no quantum when the numbers ran out"},
	};

	for (size_t i = 0; i < sizeof(store) / sizeof(*store); i++)
		stats_add(s, store[i].name, store[i].unit, store[i].meaning, STATS_SUM,
			  SB(count[store[i].event]));
	stats_add(s, "gpudet.log_beats", "beats", "of 32 bytes, to and from the logs", STATS_SUM,
		  SB(log_beats));
	stats_add(s, "gpudet.log_most", "lines", "in the fullest log", STATS_MAX, SB(most));
	for (size_t i = 0; i < sizeof(z) / sizeof(*z); i++)
		stats_add(s, z[i].name, z[i].unit, z[i].meaning, STATS_SUM, Z(count[z[i].event]));
}
