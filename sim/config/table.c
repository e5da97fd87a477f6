/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * table: every parameter, once. The name is that of the field in struct sim_config, but for the
 * detector's, which users write in full.
 */
#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "config_int.h"

#define AT(f) offsetof(struct sim_config, f), sizeof(((struct sim_config *)0)->f)
#define NAMED(n, f, unit, min, max, meaning) \
	{ \
		n, SIM_NUMBER, unit, min, max, NULL, meaning, AT(f) \
	}
#define NUMBER(f, unit, min, max, meaning) NAMED(#f, f, unit, min, max, meaning)
#define FLAG(f, meaning) \
	{ \
#f, SIM_FLAG, "", 0, 1, NULL, meaning, AT(f) \
	}
#define CHOICE(f, names, meaning) \
	{ \
#f, SIM_CHOICE, "", 0, sizeof(names) / sizeof(*(names)) - 2, names, meaning, AT(f) \
	}
#define DET_NUMBER(f, unit, min, max, meaning) NAMED("detector." #f, det.f, unit, min, max, meaning)
#define DET_FLAG(f, meaning) \
	{ \
		"detector." #f, SIM_FLAG, "", 0, 1, NULL, meaning, AT(det.f) \
	}

#define COM_NUMBER(n, f, unit, min, max, meaning) \
	NAMED("deterministic." n, deterministic.f, unit, min, max, meaning)
#define COM_FLAG(f, meaning) \
	{ \
		"deterministic." #f, SIM_FLAG, "", 0, 1, NULL, meaning, AT(deterministic.f) \
	}
#define COM_CHOICE(f, names, meaning) \
	{ \
		"deterministic." #f, SIM_CHOICE, "", 0, sizeof(names) / sizeof(*(names)) - 2, \
			names, meaning, AT(deterministic.f) \
	}

#define ENTRIES          "entries"
#define CYCLES           "cycles"
#define COMMANDS         "DRAM cycles"
#define LATENCY(f, what) NUMBER(f, CYCLES, 1, 10000, what)
#define INTERVAL(f, what) \
	NUMBER(f, CYCLES, 0, 10000, \
	       "between two issues of " what " by an SM; 0: no limit but the schedulers'")
#define QUEUE(f, unit, what) NUMBER(f, unit, 1, 4096, what)
#define TIMING(f, what)      NUMBER(f, COMMANDS, 1, 10000, what)

static const char *const scheduler[] = {"lrr", "gto", NULL};
static const char *const arbiter[] = {"round_robin", "islip", NULL};
static const char *const geometry[] = {"ref", "tiny", "modern", NULL};
static const char *const meta_allocate[] = {"off", "on", "auto", NULL};
static const char *const slice_unit[] = {"entries", "lines", "auto", NULL};
static const char *const tag[] = {"flat", "coded", "auto", NULL};
static const char *const lock_events[] = {"lanes", "needed", "auto", NULL};
static const char *const fences[] = {"all", "touched", "auto", NULL};
static const char *const hit_merge[] = {"off", "op", "warp", "auto", NULL};
static const char *const fence[] = {"each", "needed", NULL};
static const char *const bta[] = {"off", "safe", "published", NULL};
static const char *const commit[] = {"zbuffer", "lock", NULL};
static const char *const serial[] = {"slice", "cu", "warp", NULL};

/* clang-format off */
static const struct sim_param params[] = {
	NUMBER(clock.core, "MHz", 1, 4000, "SMs and L1s; `cycles` without a name are of this clock"),
	NUMBER(clock.noc, "MHz", 1, 4000, "the two networks"),
	NUMBER(clock.l2, "MHz", 1, 4000, "L2 slices and slice units of the detector"),
	NUMBER(clock.dram, "MHz", 1, 4000, "command clock of the DRAM"),
	FLAG(clock.phase, "each clock's first edge is when the seed says, within a period; off, or seed 0: all after one period"),

	NUMBER(sm.count, "SMs", 1, 1024, "streaming multiprocessors"),
	NUMBER(sm.threads, "threads", 32, 2048, "resident at once, of an SM; a multiple of 32"),
	NUMBER(sm.block_slots, "blocks", 1, 32, "resident at once, of an SM"),
	NUMBER(sm.shared_bytes, "bytes", 0, 1048576, "shared memory of an SM"),
	NUMBER(sm.schedulers, "", 1, 8, "warp schedulers of an SM; warps are dealt to them by warp slot"),
	CHOICE(sm.scheduler, scheduler, "which ready warp issues: the next in turn (lrr); the last one again, else the oldest (gto)"),
	NUMBER(sm.issue, "instructions", 1, 4, "that a scheduler issues a cycle, of one warp"),
	LATENCY(sm.lat_int, "of an integer instruction: until one that needs its result can issue"),
	LATENCY(sm.lat_mul, "likewise, integer multiply"),
	LATENCY(sm.lat_div, "likewise, integer divide"),
	LATENCY(sm.lat_float, "likewise, single precision"),
	LATENCY(sm.lat_double, "likewise, double precision"),
	LATENCY(sm.lat_special, "likewise, square root, reciprocal, sine, single-precision divide"),
	LATENCY(sm.lat_move, "likewise, moves, selections, logic on predicates"),
	INTERVAL(sm.ii_int, "integer instructions"),
	INTERVAL(sm.ii_mul, "integer multiplies"),
	INTERVAL(sm.ii_div, "integer divides"),
	INTERVAL(sm.ii_float, "single-precision instructions"),
	INTERVAL(sm.ii_double, "double-precision instructions"),
	INTERVAL(sm.ii_special, "special functions"),
	LATENCY(sm.lat_shared, "of a shared-memory load without bank conflict"),
	NUMBER(sm.shared_banks, "banks", 1, 32, "of 4 bytes, of shared memory; a power of two"),
	LATENCY(sm.lat_branch, "from a branch until its warp's next instruction can issue"),
	LATENCY(sm.lat_fence, "of a fence that has nothing to wait for"),
	LATENCY(sm.lat_barrier, "from the last arrival until warps go on"),
	NUMBER(sm.segment, "bytes", 32, 128, "of an access that the coalescer makes: 32 or 128"),
	QUEUE(sm.pending_ops, "operations", "memory operations in flight, of an SM"),
	QUEUE(sm.access_queue, "accesses", "between coalescer and L1"),
	FLAG(sm.atomic_waits, "after an atomic a warp issues nothing until it is back; off: when it needs the result"),

	FLAG(l1.on, "weak loads may hit in L1; off: they all go to L2"),
	NUMBER(l1.sets, "sets", 1, 4096, "of 128-byte lines; a power of two"),
	NUMBER(l1.ways, "lines", 1, 32, "of a set"),
	NUMBER(l1.mshr, ENTRIES, 1, 1024, "sectors that can be on their way at once"),
	NUMBER(l1.merges, "loads", 1, 1024, "that one such sector serves, the first included"),
	QUEUE(l1.out_queue, "packets", "between L1 and network"),
	LATENCY(l1.latency, "of a hit: from access to answer"),
	NUMBER(l1.atomic_trips, "trips", 1, 2, "of an atomic to its slice and back; 2: read, then written, with a sector of data"),

	NUMBER(noc.flit_bytes, "bytes", 1, 1024, "of a flit"),
	NUMBER(noc.header_bytes, "bytes", 1, 256, "of every packet, before its data"),
	NUMBER(noc.inject_flits, "flits", 1, 65535, "buffer of an input port"),
	NUMBER(noc.eject_flits, "flits", 1, 65535, "buffer of an output port"),
	NUMBER(noc.latency, "NoC cycles", 1, 1000, "of a flit from input to output port, in an empty network"),
	NUMBER(noc.speedup, "flits", 1, 8, "that an input or output port moves a cycle"),
	FLAG(noc.voq, "an input has a queue for each output; off: one queue"),
	CHOICE(noc.arbiter, arbiter, "who is matched with whom"),
	NUMBER(noc.jitter, "NoC cycles", 0, 10000, "injection of a packet waits 0 to so many, drawn from the seed"),
	FLAG(noc.arbiter_start, "the arbiters' pointers start where the seed says; off: at 0"),
	NUMBER(noc.credit_latency, CYCLES, 1, 10000, "of a fence's credit from slice to SM"),

	NUMBER(l2.slices, "slices", 1, 1024, "of the L2; dram.channels times a power of two"),
	NUMBER(l2.sets, "sets", 1, 65536, "of a slice, of 128-byte lines; a power of two"),
	NUMBER(l2.ways, "lines", 1, 32, "of a set"),
	NUMBER(l2.fetch, "bytes", 32, 128, "fetched on a miss: 32, 64 or 128"),
	NUMBER(l2.mshr, ENTRIES, 1, 1024, "misses of a slice that can be on their way at once"),
	NUMBER(l2.merges, "requests", 1, 1024, "that one of them serves, the first included"),
	NUMBER(l2.port_bytes, "bytes", 32, 1024, "that a slice's data port moves a cycle; a power of two"),
	QUEUE(l2.in_queue, "packets", "from network to slice"),
	QUEUE(l2.out_queue, "packets", "from slice to network"),
	QUEUE(l2.dram_queue, "packets", "from slice to DRAM channel"),
	QUEUE(l2.fill_queue, "packets", "from DRAM channel to slice"),
	NUMBER(l2.latency, "L2 cycles", 1, 10000, "from a slice's input to its tag lookup"),
	NUMBER(l2.interleave, "bytes", 128, 1048576, "that stay in one slice; a power of two"),
	FLAG(l2.write_allocate, "data writes that miss take a line; off: they go to DRAM"),
	CHOICE(l2.meta_allocate, meta_allocate, "metadata writes that miss take a line; off: they go to DRAM; auto: on with unit lines, else off, as the authors have it"),

	NUMBER(dram.channels, "channels", 1, 256, "each with a controller of its own"),
	NUMBER(dram.queue, "requests", 1, 1024, "that a channel's scheduler sees"),
	QUEUE(dram.return_queue, "packets", "answers of a channel that wait for their slices"),
	NUMBER(dram.bus_bytes, "bytes", 1, 128, "of a channel's data bus, chips together; a power of two"),
	NUMBER(dram.burst, "beats", 1, 64, "of an access; a power of two"),
	NUMBER(dram.rate, "beats", 1, 16, "a command clock; a power of two"),
	NUMBER(dram.banks, "banks", 1, 64, "of a channel; a power of two"),
	NUMBER(dram.bank_groups, "groups", 1, 64, "that the banks are in; a power of two"),
	NUMBER(dram.row_bytes, "bytes", 32, 65536, "of a bank's row, chips together; a power of two"),
	NUMBER(dram.latency, COMMANDS, 0, 10000, "from L2 to DRAM and back, beside the timing below"),
	TIMING(dram.ccd, "column command to column command"),
	TIMING(dram.ccdl, "... of the same bank group"),
	TIMING(dram.rrd, "ACT to ACT, other bank"),
	TIMING(dram.rcd, "ACT to RD or WR"),
	TIMING(dram.ras, "ACT to PRE"),
	TIMING(dram.rp, "PRE to ACT"),
	TIMING(dram.rc, "ACT to ACT, same bank"),
	TIMING(dram.cl, "RD to its first data"),
	TIMING(dram.wl, "WR to its first data"),
	TIMING(dram.cdlr, "last data of a WR to RD"),
	TIMING(dram.wr, "last data of a WR to PRE"),
	TIMING(dram.rtpl, "RD to PRE"),
	NUMBER(dram.refi, COMMANDS, 1, 1000000, "REF to REF"),
	NUMBER(dram.rfc, COMMANDS, 1, 100000, "REF to ACT"),
	FLAG(dram.refresh, "rows are refreshed"),
	FLAG(dram.refresh_phase, "a channel's first REF is when the seed says, within dram.refi; off, or seed 0: after dram.refi"),
	FLAG(dram.arbiter_start, "the slice that a channel serves first is the seed's; off, or seed 0: its first"),

	{"detector.geometry", SIM_CHOICE, "", 0, 2, geometry, "widths of the hardware: docs/reference-models.md", AT(det.geometry)},
	DET_NUMBER(lanes, ENTRIES, 0, 8, "that a slice unit checks a cycle: 1, 2, 4, 8; 0: the geometry's"),
	DET_NUMBER(lines, "lines", 0, 256, "of metadata that a slice unit holds; 0: the geometry's"),
	DET_NUMBER(in_queue, "requests", 1, 4096, "between tap and slice unit"),
	DET_NUMBER(ring_log2, "", 1, 20, "a slice's ring holds 2^this race records"),
	DET_FLAG(report_all, "the slice unit reports repeated races, too"),
	DET_FLAG(whole_line, "both sectors of a metadata line are fetched"),
	DET_FLAG(write_always, "metadata that did not change are written back, too"),
	DET_NUMBER(tag_bytes, "bytes", 0, 64, "that a tag adds to a request"),
	{"detector.tag", SIM_CHOICE, "", 0, 2, tag, "bytes of a tag: detector.tag_bytes (flat), or those of its fields that are not empty (coded); auto: coded with unit lines", AT(det.tag)},
	{"detector.hit_merge", SIM_CHOICE, "", 0, 3, hit_merge, "packets of L1 hits that go as one: those of an instruction and line (op), also of later ones of the warp (warp); detector.hit_entries says where they wait; auto: op with unit lines, and 16 of them wait unless it says another number", AT(det.hit_merge)},
	DET_NUMBER(hit_entries, "packets", 0, 64, "of L1 hits that wait beside L1's out queue, at most; 0: they stand in it, and none is merged"),
	DET_NUMBER(hit_cycles, CYCLES, 0, 65535, "that a packet of an L1 hit waits for others to merge with"),
	{"detector.lock_events", SIM_CHOICE, "", 0, 2, lock_events, "of the lanes that take or give locks in an instruction, those that an SM's unit is told of: all (lanes), or those without which its table were another (needed); auto: needed with unit lines", AT(det.lock_events)},
	{"detector.fences", SIM_CHOICE, "", 0, 2, fences, "slices that are told of a fence: all, by pf_sm_unit, or those that have an access of the warp since the last one of its scope (touched), by pf_sm_multicast; auto: touched with unit lines", AT(det.fences)},
	DET_FLAG(hits_free, "ablation LHD: packets of L1 hits need no room and no flits"),
	DET_FLAG(noc_free, "ablation NOC: tags and messages cost no bytes, packets of L1 hits no flits"),
	DET_FLAG(meta_free, "ablation MD: metadata come at once, without L2 or DRAM"),
	DET_FLAG(ideal, "infinite rate, no latency: the reference model at the tap"),
	DET_FLAG(scord_simulator, "the idealisations of ScoRD's own simulator: sim/README.md"),
	DET_NUMBER(entry_gap, "cycles", 1, 4, "from a check of an entry to the next of the same; 1: the Verilog's pipeline, more, as before it forwarded: backend model only"),
	DET_NUMBER(granularity, "bytes", 4, 16, "of data that share a metadata entry: 4, 8, 16; not 4: false alarms"),
	{"detector.unit", SIM_CHOICE, "", 0, 2, slice_unit, "slice unit: entries, pf_slice_unit; lines, pf_line_unit, which keeps metadata by lines of 128 bytes; auto: lines where it can be, with metadata full; not with deterministic.on, as their records come in the order of checks", AT(det.unit)},
	DET_NUMBER(shared_queue, "rounds", 0, 64, "of accesses to shared memory that may wait for its unit before the scratchpad stands still; the Verilog has no such queue"),
	DET_NUMBER(shared_shadow, "words", 0, 2, "of the scratchpad for what its unit keeps of each of a block's words (in mode its 2), each read and written in a cycle of its banks; blocks have the rest; 0: the unit has memory of its own"),

	COM_FLAG(on, "stores are committed in an order that no timing decides: docs/determinism.md; --deterministic"),
	COM_NUMBER("quantum", quantum, "instructions", 1, 65535, "that a warp slot issues between two commits, at most"),
	COM_CHOICE(fence, fence, "each fence ends a quantum, or only one with stores before it and a load or an access of shared memory behind it (needed)"),
	COM_CHOICE(bta, bta, "a block barrier ends a quantum always (off), if stores lie before it (safe), or never, which keeps them from the other side (published)"),
	COM_FLAG(dwp, "a block slot gets new blocks within a quantum, from a share of its own; off: between quanta"),
	COM_CHOICE(commit, commit, "who decides the last writer: the slices' Z-commit units, or software with a lock a line"),
	COM_CHOICE(serial, serial, "atomics: SMs send at once and each slice takes one SM after the other (slice); one SM after the other sends (cu); one warp after the other (warp)"),
	COM_NUMBER("log_entries", log_entries, "lines", 32, 4096, "of a warp's write log; a power of two; a full one ends the quantum"),
	COM_NUMBER("bloom_bits", bloom_bits, "bits", 0, 65536, "of a write log's Bloom filter; a power of two; 0: exact, backend model only"),
	COM_NUMBER("z_sets", z_sets, "sets", 1, 65536, "of a slice's Z-cache; a power of two"),
	COM_NUMBER("z_ways", z_ways, "rows", 1, 16, "of a set, one for each 128-byte line"),
	COM_NUMBER("z_requests", z_requests, "requests", 2, 256, "that a Z-commit unit holds"),
	COM_NUMBER("z_misses", z_misses, "rows", 1, 64, "on their way at once"),
	COM_FLAG(z_filter, "rows are fetched only if they were written back in this quantum; off: on every miss, as published"),
	COM_NUMBER("lock_lines", lock_lines, "lines", 1, 32, "commit = lock: of its log that a warp commits at once: 1: its lanes share a line, 32: a lane a line"),
	COM_NUMBER("barrier_latency", barrier_latency, CYCLES, 0, 1000000, "between the last arrival and the next mode"),
	COM_NUMBER("chunk_log2", chunk_log2, "", 0, 10, "dwp: a slot's share is at most 2^this blocks"),

	NUMBER(seed, "", 0, UINT64_MAX, "of noc.jitter, noc.arbiter_start, dram.refresh_phase, dram.arbiter_start, clock.phase; without them it changes nothing"),
	NUMBER(max_cycles, CYCLES, 0, UINT64_MAX, "of all launches, then the run ends; 0: no limit"),
	NUMBER(hang_cycles, CYCLES, 0, UINT64_MAX, "without a change in memory, a barrier or an exit: a hang; 0: never"),
	{.name = NULL},
};
/* clang-format on */
static_assert(sizeof(params) / sizeof(*params) <= SIM_PARAMS_MAX, "table larger than its users");
static_assert(sizeof(enum sim_scheduler) == 4 && sizeof(bool) == 1, "sizes of fields");

const struct sim_param *sim_params(void)
{
	return params;
}

const char *sim_geometry_name(enum sim_geometry g)
{
	return geometry[g];
}

uint64_t sim_param_get(const struct sim_param *p, const struct sim_config *c)
{
	const char *at = (const char *)c + p->offset;
	uint64_t v64;
	uint32_t v32;
	bool flag;

	switch (p->size) {
	case sizeof(flag): memcpy(&flag, at, sizeof(flag)); return flag;
	case sizeof(v32): memcpy(&v32, at, sizeof(v32)); return v32;
	default: memcpy(&v64, at, sizeof(v64)); return v64;
	}
}

void sim_param_set(const struct sim_param *p, struct sim_config *c, uint64_t v)
{
	char *at = (char *)c + p->offset;
	const uint32_t v32 = (uint32_t)v;
	const bool flag = v != 0;

	switch (p->size) {
	case sizeof(flag): memcpy(at, &flag, sizeof(flag)); break;
	case sizeof(v32): memcpy(at, &v32, sizeof(v32)); break;
	default: memcpy(at, &v, sizeof(v)); break;
	}
}

void sim_param_value(const struct sim_param *p, const struct sim_config *c,
		     char text[SIM_PARAM_TEXT])
{
	const uint64_t v = sim_param_get(p, c);

	switch (p->kind) {
	case SIM_NUMBER: snprintf(text, SIM_PARAM_TEXT, "%" PRIu64, v); break;
	case SIM_FLAG: snprintf(text, SIM_PARAM_TEXT, "%s", v ? "on" : "off"); break;
	case SIM_CHOICE: snprintf(text, SIM_PARAM_TEXT, "%s", p->choice[v]); break;
	}
}

void sim_param_range(const struct sim_param *p, char text[SIM_PARAM_TEXT])
{
	int n = 0;

	switch (p->kind) {
	case SIM_NUMBER:
		snprintf(text, SIM_PARAM_TEXT, "%" PRIu64 " to %" PRIu64, p->min, p->max);
		break;
	case SIM_FLAG: snprintf(text, SIM_PARAM_TEXT, "on or off"); break;
	case SIM_CHOICE:
		for (uint64_t i = 0; i <= p->max; i++)
			n += snprintf(text + n, (size_t)(SIM_PARAM_TEXT - n), "%s%s",
				      !i            ? ""
				      : i == p->max ? " or "
						    : ", ",
				      p->choice[i]);
		break;
	}
}
