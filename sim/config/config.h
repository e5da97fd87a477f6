/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * config: every parameter of the modelled GPU, and the files and options that set them.
 *
 *   ref.cfg ─ sim_config_read() ─┐
 *   --set l1.ways=8 ─────────────┴─> struct sim_config ─ sim_config_check() ─> units
 *
 * A parameter stands once, in table.c: name, unit, range, meaning, where it is kept. A file is
 * lines of `name = value`; `#` begins a comment. It sets every parameter, once, or begins with
 * `include = ref` (or tiny) and sets what differs. docs/sim-config.md
 */
#ifndef SIM_CONFIG_H
#define SIM_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/diag.h"

enum sim_scheduler { SIM_LRR, SIM_GTO };
enum sim_arbiter { SIM_ROUND_ROBIN, SIM_ISLIP };
enum sim_geometry { SIM_REF, SIM_TINY, SIM_MODERN }; /* of the detector hardware: fields.tab */

struct sm_config {
	uint32_t count;   /* SMs */
	uint32_t threads; /* resident at once, of an SM */
	uint32_t block_slots;
	uint32_t shared_bytes; /* shared memory of an SM */
	uint32_t schedulers;   /* warps are dealt to them by warp slot */
	enum sim_scheduler scheduler;
	uint32_t issue; /* instructions a scheduler issues a cycle */
	/* cycles from issue until a dependent instruction can issue */
	uint32_t lat_int, lat_mul, lat_div, lat_float, lat_double, lat_special, lat_move;
	/* cycles between two issues of the class by one SM (its initiation interval); 0: no limit
	 * but the schedulers' */
	uint32_t ii_int, ii_mul, ii_div, ii_float, ii_double, ii_special;
	uint32_t lat_shared;   /* shared load, no conflict */
	uint32_t shared_banks; /* of 4 bytes */
	uint32_t lat_branch;   /* until the warp's next instruction can issue */
	uint32_t lat_fence;    /* of a fence that has nothing to wait for */
	uint32_t lat_barrier;  /* from the last arrival until warps go on */
	uint32_t segment;      /* coalescing: 32 or 128 bytes an access */
	uint32_t pending_ops;  /* memory operations in flight, of an SM */
	uint32_t access_queue; /* accesses between coalescer and L1 */
	bool atomic_waits;     /* after an atomic a warp issues nothing until it is back */
};

struct l1_config {
	bool on;
	uint32_t sets, ways;   /* of LINE bytes, sectors of SECTOR */
	uint32_t mshr, merges; /* entries; loads that one entry serves, the first included */
	uint32_t out_queue;    /* packets between L1 and NoC */
	uint32_t latency;      /* of a hit: from access to answer */
	uint32_t atomic_trips; /* of an atomic to its slice and back: 2: read, then written */
};

struct noc_config {
	uint32_t flit_bytes;
	uint32_t header_bytes; /* of every packet */
	uint32_t inject_flits; /* buffer of an input port */
	uint32_t eject_flits;  /* buffer of an output port */
	uint32_t latency;      /* NoC cycles of a flit from input to output port, empty network */
	uint32_t speedup;      /* flits an input or output port moves a cycle */
	bool voq;              /* a virtual queue for each output, else one queue an input */
	enum sim_arbiter arbiter;
	uint32_t jitter; /* injection of a packet waits 0 .. jitter cycles, drawn from the seed */
	bool arbiter_start;      /* pointers start where the seed says, else at 0 */
	uint32_t credit_latency; /* of a fence's credit from slice to SM, core cycles */
};

enum sim_allocate { SIM_ALLOCATE_OFF, SIM_ALLOCATE_ON, SIM_ALLOCATE_AUTO };

struct l2_config {
	uint32_t slices;     /* a multiple of dram.channels */
	uint32_t sets, ways; /* a slice, of LINE bytes */
	uint32_t fetch;      /* bytes fetched on a miss: 32, 64 or 128 */
	uint32_t mshr, merges;
	uint32_t port_bytes;                                  /* of the data port, a cycle */
	uint32_t in_queue, out_queue, dram_queue, fill_queue; /* packets */
	uint32_t latency;                                     /* from input queue to tag lookup */
	uint32_t interleave;                                  /* bytes that stay in one slice */
	bool write_allocate;                                  /* data writes that miss */
	enum sim_allocate meta_allocate; /* metadata writes that miss; auto, still: as off */
};

struct dram_config {
	uint32_t channels;
	uint32_t queue; /* requests that the scheduler sees */
	uint32_t return_queue;
	uint32_t bus_bytes; /* of a channel, chips together */
	uint32_t burst;     /* beats */
	uint32_t rate;      /* beats a command clock */
	uint32_t banks, bank_groups;
	uint32_t row_bytes; /* of a bank, chips together */
	uint32_t latency;   /* L2 -> controller -> L2 besides the timing below, DRAM cycles */
	/* command clocks */
	uint32_t ccd, ccdl, rrd, rcd, ras, rp, rc, cl, wl, cdlr, wr, rtpl, refi, rfc;
	bool refresh;
	bool refresh_phase; /* the first REF when the seed says, else after refi */
	bool arbiter_start; /* the slice whose turn is first: the seed's, else 0 */
};

struct clock_config { /* MHz */
	uint32_t core, noc, l2, dram;
	bool phase; /* first edges when the seed says, else after a period */
};

enum sim_slice_unit { SIM_ENTRIES, SIM_LINES, SIM_UNIT_AUTO };
enum sim_tag { SIM_TAG_FLAT, SIM_TAG_CODED, SIM_TAG_AUTO };
enum sim_lock_events { SIM_LOCKS_LANES, SIM_LOCKS_NEEDED, SIM_LOCKS_AUTO }; /* of an instruction */
enum sim_fences { SIM_FENCES_ALL, SIM_FENCES_TOUCHED, SIM_FENCES_AUTO };
enum sim_hit_merge { SIM_HITS_OFF, SIM_HITS_OP, SIM_HITS_WARP, SIM_HITS_AUTO };

struct det_config {
	enum sim_geometry geometry;
	uint32_t lanes, lines; /* 0: the geometry's */
	uint32_t in_queue;     /* requests between tap and slice unit */
	uint32_t ring_log2;    /* race records: 2^this */
	bool report_all;       /* no filter of repeated races */
	bool whole_line;       /* fetch both sectors of a metadata line */
	bool write_always;
	enum sim_tag tag;   /* bytes of a tag: as many as tag_bytes, or as its fields need */
	uint32_t tag_bytes; /* that a tag adds to a packet */
	/* Packets of L1 hits: which go as one; how many wait in a buffer beside the out queue, at
	 * most; how long for others of their warp. */
	enum sim_hit_merge hit_merge;
	uint32_t hit_entries, hit_cycles;
	enum sim_lock_events lock_events;
	enum sim_fences fences; /* which slices a fence is told to */
	bool hits_free;         /* knob LHD: L1-hit packets need no room and no flits */
	bool noc_free;  /* knob NOC: tags and messages cost no bytes, hit packets no flits */
	bool meta_free; /* knob MD: metadata come at once, no L2 access */
	bool ideal;     /* infinite rate, no latency: the reference model at the tap, no metadata */
	bool scord_simulator; /* what the authors' simulator idealises: sim/README.md, Knobs */
	uint32_t granularity; /* bytes of data that a metadata entry stands for: 4, 8 or 16 */
	uint32_t entry_gap;   /* cycles between two checks of an entry */
	enum sim_slice_unit unit;
	uint32_t shared_queue; /* rounds that wait for the unit for shared memory */
	/* Words of the scratchpad that lie there of each word of blocks'; 0: the unit has memory */
	uint32_t shared_shadow;
};

enum sim_fence { SIM_FENCE_EACH, SIM_FENCE_NEEDED };
enum sim_bta { SIM_BTA_OFF, SIM_BTA_SAFE, SIM_BTA_PUBLISHED };
enum sim_commit { SIM_GPUDET_ZBUFFER, SIM_GPUDET_LOCK };
enum sim_serial { SIM_SERIAL_SLICE, SIM_SERIAL_CU, SIM_SERIAL_WARP };

/* Deterministic mode, GPUDet: sim/gpudet/commit.h */
struct deterministic_config {
	bool on;
	uint32_t quantum;     /* instructions of a warp slot in a parallel mode */
	enum sim_fence fence; /* which fences end a quantum? */
	enum sim_bta bta; /* barrier termination avoidance: when does a barrier end a quantum? */
	bool dwp;         /* blocks begin within a quantum (deterministic workgroup partitioning) */
	enum sim_commit commit;
	enum sim_serial serial;
	uint32_t log_entries; /* lines of a warp's write log */
	uint32_t bloom_bits;  /* 0: exact */
	uint32_t z_sets, z_ways, z_requests, z_misses;
	bool z_filter;            /* depths are fetched only of rows written back in this quantum */
	uint32_t lock_lines;      /* commit = lock: of its log that a warp commits at once */
	uint32_t barrier_latency; /* core cycles between modes */
	uint32_t chunk_log2;      /* dwp: most blocks that a slot gets at once */
};

struct sim_config {
	char name[64]; /* "ref", or the file it came from */
	struct clock_config clock;
	struct sm_config sm;
	struct l1_config l1;
	struct noc_config noc;
	struct l2_config l2;
	struct dram_config dram;
	struct det_config det;
	struct deterministic_config deterministic;
	uint64_t seed;
	uint64_t max_cycles;  /* core cycles, all launches; 0: no limit */
	uint64_t hang_cycles; /* without a change in memory, a barrier or an exit; 0: no limit */
};

/* Built-in configuration of that name ("ref", "tiny"), or a file (./ref: a file of that name). -1
 * and diag "file:line: ..."; *c is then as before. */
int sim_config_read(struct sim_config *c, const char *name_or_file, struct diag *diag);
/* The same, of a file's text; file: its name in messages. */
int sim_config_parse(struct sim_config *c, const char *text, size_t size, const char *file,
		     struct diag *diag);
/* "l1.ways=8". origin: "--set" or "PHOTOFINISH_SET", for the message. */
int sim_config_set(struct sim_config *c, const char *origin, const char *assignment,
		   struct diag *diag);
/* What no single range tells: parameters that do not fit together. */
int sim_config_check(const struct sim_config *c, struct diag *diag);
/* With a detector: what `auto` stands for. full: metadata full, and rules that the Verilog has.
 * Unit lines but where a parameter says what only the other one has. */
void sim_config_choose_detector(struct sim_config *c, bool full);
/* ... Does its geometry fit the machine, too? */
int sim_config_check_detector(const struct sim_config *c, struct diag *diag);
/* "ref", "tiny", "modern" */
const char *sim_geometry_name(enum sim_geometry g);
/* As a file that sim_config_read() takes: name = value, unit, range and meaning as comments. */
void sim_config_print(const struct sim_config *c, FILE *f);
void sim_config_describe(FILE *f); /* Markdown table: name, unit, range, ref, tiny, meaning */

#endif
