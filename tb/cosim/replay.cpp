/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * replay: traces of programs through Verilated SM units and a slice unit, beside sw/detect.
 *
 *   trace ─┬─> detect ─────────────────────────> every check: tag, entry before and after, row
 *          └─> events ─> pf_sm_unit, one an SM ─> messages, tags ─┐        ‖
 *                                                                 ├─> reference slice: the same
 *                                                                 └─> pf_slice_unit: the same
 *                                                                     records, metadata, counters
 *
 * One slice has all of memory. Operations go one after the other, so what is compared is values,
 * not timing. The detector's checks say which words the SM sends; its tags must be the SM unit's.
 */
#include <argp.h>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "Vpf_sm_unit.h"
#include "slice_bench.h"
extern "C" {
#include "access/access.h"
#include "detect/detect.h"
#include "reference/pf_sm.h"
#include "machine/gmem.h"
#include "trace/trace.h"
}
#include "traffic.h"

namespace
{

enum {
	LEAST_MEMORY = 1 << 16,
	MARGIN = 1 << 13,
	RING_LOG2 = 12,
	READ_OFTEN = 128,
	SM_PATIENCE = 1000
};

const char *const geometry_name = "ref";

/* The trace is of a machine that the units are not made for. */
struct TooLarge : std::runtime_error {
	using std::runtime_error::runtime_error;
};

struct Totals {
	uint64_t traces, left_out, launches, ops, events, checks, races, records;
};

[[noreturn]] void differ(const char *what)
{
	throw Mismatch(what);
}

/* One SM's unit, an event or request at a time. */
class Sm
{
      public:
	std::deque<pf_message> messages;

	Sm(VerilatedContext *c, enum pf_policy policy);
	void event(const pf_event &e);
	uint64_t tag(const pf_sm_request &r);

      private:
	std::unique_ptr<Vpf_sm_unit> dut;

	void cycle();
	void settle();
};

Sm::Sm(VerilatedContext *c, enum pf_policy policy) : dut(new Vpf_sm_unit(c, "sm"))
{
	dut->clk_i = dut->evt_valid_i = dut->req_valid_i = 0;
	dut->tag_ready_i = dut->msg_ready_i = 1;
	dut->cfg_policy_i = policy == PF_SCORD;
	dut->rst_ni = 1;
	dut->eval();
	dut->rst_ni = 0;
	dut->eval();
	cycle();
	dut->rst_ni = 1;
	settle();
}

void Sm::cycle()
{
	dut->clk_i = 0;
	dut->eval();
	if (dut->msg_valid_o)
		messages.push_back({static_cast<bool>(dut->msg_epoch_o), dut->msg_block_o,
				    dut->msg_warp_o, static_cast<bool>(dut->msg_device_o)});
	dut->clk_i = 1;
	dut->eval();
}

void Sm::settle()
{
	for (unsigned i = 0; i < SM_PATIENCE; i++) {
		cycle();
		dut->clk_i = 0;
		dut->eval();
		if (dut->idle_o && dut->evt_ready_o && dut->req_ready_o)
			return;
	}
	differ("an SM unit does not come to rest");
}

void Sm::event(const pf_event &e)
{
	dut->evt_valid_i = 1;
	dut->evt_kind_i = e.kind;
	dut->evt_slot_i = static_cast<uint8_t>(e.slot);
	dut->evt_warp_i = static_cast<uint8_t>(e.warp);
	dut->evt_addr_i = e.address & 63;
	dut->evt_words_i = e.words;
	dut->evt_device_i = e.device;
	dut->evt_block_i = e.block;
	cycle(); /* it was ready when it came to rest */
	dut->evt_valid_i = 0;
	settle();
}

uint64_t Sm::tag(const pf_sm_request &r)
{
	dut->req_valid_i = 1;
	dut->req_slot_i = static_cast<uint8_t>(r.slot);
	dut->req_warp_i = static_cast<uint8_t>(r.warp);
	dut->req_strong_i = r.strong;
	dut->req_block_scope_i = r.block_scope;
	dut->req_is_atom_i = r.is_atom;
	dut->req_write_i = r.write;
	cycle();
	dut->req_valid_i = 0;
	for (unsigned i = 0; i < SM_PATIENCE; i++) {
		dut->clk_i = 0;
		dut->eval();
		if (dut->tag_valid_o) {
			const uint64_t t = dut->tag_o;

			cycle();
			return t;
		}
		cycle();
	}
	differ("an SM unit gives no tag");
}

class Replay
{
      public:
	Replay(enum pf_policy p, enum pf_metadata m, bool v) : policy(p), metadata(m), verbose(v) {}
	~Replay();
	Replay(const Replay &) = delete;
	Replay &operator=(const Replay &) = delete;
	void run(const char *file, Totals *t);

      private:
	enum pf_policy policy;
	enum pf_metadata metadata;
	bool verbose;
	struct machine_config config = {};
	gmem *memory = nullptr;
	detect *detector = nullptr;
	VerilatedContext context;
	std::vector<std::unique_ptr<Sm>> sms;
	std::unique_ptr<SliceBench> slice;
	Totals *totals = nullptr;
	/* The operation under way */
	std::vector<detect_check> checks; /* of the detector */
	const detect_check *word[8] = {}; /* of the request under way */
	uint64_t requests = 0;
	/* As the detector tells barriers apart */
	uint64_t stamp = 0, released_at = 0;
	uint32_t released_sm = 0, released_slot = 0, released_id = 0;

	void open(const trace_header &h, uint64_t end);
	void record(const trace_record &r);
	void block_begin(const trace_record &r, const machine_who &who);
	void barrier(const trace_record &r, const machine_who &who);
	void operation(const trace_record &r, const machine_who &who);
	void lock_events(const trace_record &r, uint32_t warp, const access_class &a);
	void event(uint32_t sm, const pf_event &e);
	void send(const trace_record &r, uint32_t warp);
	void request(const pf_request &q);
	void checked(const pf_slice_check &c);
	static void on_detect(void *ctx, const detect_check *c);
	static void on_slice(void *ctx, const pf_slice_check *c);
};

Replay::~Replay()
{
	slice.reset();
	Verilated::threadContextp(&context); /* a model looks there when it goes */
	sms.clear();
	if (detector)
		detect_destroy(detector);
	if (memory)
		gmem_destroy(memory);
}

void Replay::on_detect(void *ctx, const detect_check *c)
{
	static_cast<Replay *>(ctx)->checks.push_back(*c);
}

void Replay::on_slice(void *ctx, const pf_slice_check *c)
{
	static_cast<Replay *>(ctx)->checked(*c);
}

/* end: beyond the last byte touched. All of memory is one allocation. */
void Replay::open(const trace_header &h, uint64_t end)
{
	const detect_listener listener = {this, on_detect, nullptr, nullptr};
	uint64_t size = LEAST_MEMORY, from;
	pf_slice_config c;
	struct diag diag = {""};

	while (size < end - GMEM_BASE + MARGIN)
		size *= 2;
	config.sms = h.sms;
	config.threads_per_sm = h.threads_per_sm;
	config.blocks_per_sm = h.blocks_per_sm;
	memory = gmem_create(size, false, &diag);
	from = memory ? gmem_alloc(memory, size - MARGIN, 0, GMEM_DEVICE, nullptr) : 0;
	if (!from)
		throw Mismatch(std::string("no memory for the detector: ") + diag.text);
	detect_config d = {};

	d.policy = policy;
	d.metadata = metadata;
	d.hardware = true;
	d.gmem = memory;
	d.machine = &config;
	detector = detect_create(&d, &diag);
	if (!detector)
		throw Mismatch(diag.text);
	detect_listen(detector, &listener);
	pf_slice_named(&c, geometry_name);
	if (h.sms > 1U << c.fence_block_bits || h.blocks_per_sm > c.geometry.block_slots ||
	    h.threads_per_sm > c.geometry.warps * SIMT_LANES ||
	    size > 1ULL << traffic_addr_bits(geometry_name))
		throw TooLarge("its machine or memory is larger than ref's");
	for (uint32_t i = 0; i < h.sms; i++)
		sms.emplace_back(new Sm(&context, policy));
	slice.reset(new SliceBench(1, false, "", 0, 0));
	c.lanes = slice->reg_read(PF_REG_CONFIG) & PF_REG_CONFIG_LANES_MASK;
	c.policy = policy;
	/* with full metadata the whole arena is watched */
	if (metadata != PF_FULL) {
		size -= MARGIN;
		c.base = (from - GMEM_BASE) / PF_SECTOR_BYTES;
	}
	c.words = c.entries = size / PF_WORD_BYTES;
	if (metadata == PF_CACHED16)
		c.entries = c.words >> c.geometry.tag_bits;
	c.report_all = true;
	c.ring_log2 = RING_LOG2;
	slice->configure(c, {false, false, false});
	slice->memory().least = slice->memory().most = 20;
	slice->reference.check = on_slice;
	slice->reference.ctx = this;
}

void Replay::request(const pf_request &q)
{
	slice->request(q);
	if (++requests % READ_OFTEN == 0)
		slice->read_ring();
}

/* To the SM; what it says goes to the slice before anything else. */
void Replay::event(uint32_t sm, const pf_event &e)
{
	Sm *u = sms[sm].get();

	totals->events++;
	u->event(e);
	for (; !u->messages.empty(); u->messages.pop_front()) {
		const pf_message &m = u->messages.front();
		pf_request q = {};

		q.kind = m.epoch ? PF_REQ_EPOCH : PF_REQ_FENCE;
		q.tag.block = m.block;
		q.tag.warp = m.warp;
		q.tag.block_scope = !m.epoch && !m.device;
		request(q);
	}
}

bool same(const pf_entry &a, const pf_entry &b)
{
	return a.tag == b.tag && a.block == b.block && a.warp == b.warp &&
	       a.dev_fence == b.dev_fence && a.blk_fence == b.blk_fence && a.barrier == b.barrier &&
	       a.modified == b.modified && a.blk_shared == b.blk_shared &&
	       a.dev_shared == b.dev_shared && a.is_atom == b.is_atom &&
	       a.block_scope == b.block_scope && a.strong == b.strong && a.lock == b.lock &&
	       a.epoch == b.epoch && a.sub_word == b.sub_word;
}

/* The reference slice's check of a word against the detector's. */
void Replay::checked(const pf_slice_check &c)
{
	const detect_check *d = word[c.word % 8];

	if (!d)
		differ("the slice checks a word that the detector did not");
	word[c.word % 8] = nullptr;
	totals->checks++;
	totals->races += c.verdict->race;
	if (c.verdict->row != d->row || c.verdict->race != d->race)
		throw Mismatch(std::string("row ") + pf_row_name(c.verdict->row) + ", the detector says " +
			       pf_row_name(d->row));
	if (c.index != d->index || !same(*c.before, d->before) || !same(c.verdict->next, d->after))
		differ("the slice's entry is not the detector's");
}

/* The detector's checks of this operation as requests: a lane's words, and further lanes' as long
 * as they lie in the same sector, above what there is, and want the same tag. */
void Replay::send(const trace_record &r, uint32_t warp)
{
	const pf_geometry &g = slice->reference.config.geometry;

	for (std::size_t i = 0; i < checks.size();) {
		const detect_check &first = checks[i];
		const uint64_t at = first.addr - GMEM_BASE;
		const pf_sm_request want = {r.slot,           warp,
					    first.tag.strong, first.tag.block_scope,
					    first.tag.atomic, first.tag.write};
		pf_request q = {};

		q.kind = PF_REQ_ACCESS;
		q.sector = at / PF_SECTOR_BYTES;
		q.tag = first.tag;
		q.pc = r.op.pc;
		if (sms[r.sm]->tag(want) != traffic_tag_bits(&g, &q.tag))
			differ("the SM unit's tag is not the detector's");
		for (; i < checks.size(); i++) {
			const detect_check &c = checks[i];
			const uint64_t byte = c.addr - GMEM_BASE;
			const uint32_t w = static_cast<uint32_t>(byte / PF_WORD_BYTES % 8);

			if (byte / PF_SECTOR_BYTES != q.sector || q.word_mask >> w ||
			    c.tag.write != q.tag.write)
				break;
			q.word_mask |= static_cast<uint8_t>(1U << w);
			q.sub_mask |= static_cast<uint8_t>((c.tag.sub_word ? 1U : 0U) << w);
			word[w] = &c;
		}
		request(q);
		for (const detect_check *left : word)
			if (left)
				differ("the slice does not check a word that the detector did");
	}
}

void Replay::lock_events(const trace_record &r, uint32_t warp, const access_class &a)
{
	pf_event e = {};

	e.kind = a.lock == ACCESS_TAKES ? PF_EVT_LOCK : PF_EVT_UNLOCK;
	e.slot = r.slot;
	e.warp = warp;
	e.device = a.device;
	for (uint32_t left = access_locked(&a, &r.op); left; left &= left - 1) {
		e.address = r.op.addr[__builtin_ctz(left)];
		event(r.sm, e);
	}
}

void Replay::operation(const trace_record &r, const machine_who &who)
{
	const uint32_t warp = r.slot * r.warps_per_block + r.warp;
	const bool watched = r.op.space == PTX_SPACE_GLOBAL || r.op.space == PTX_SPACE_SHARED;
	const access_class a = access_classify(pf_policy_of(policy), &r.op);
	pf_event e = {};

	totals->ops++;
	stamp++;
	e.slot = r.slot;
	e.warp = warp;
	e.device = access_leaves_block(&r.op);
	checks.clear();
	if (r.op.kind == SIMT_OP_FENCE || (watched && a.releases)) {
		e.kind = PF_EVT_FENCE;
		event(r.sm, e);
	}
	if (r.op.kind == SIMT_OP_BAR && !pf_policy_of(policy)->block_barriers && r.op.mask & 1) {
		e.kind = PF_EVT_BARRIER;
		event(r.sm, e);
	}
	detect_observer(detector)->op(detect_observer(detector)->ctx, &who, &r.op);
	send(r, warp);
	if (!watched)
		return;
	lock_events(r, warp, a);
	if (a.acquires) {
		e.kind = PF_EVT_ACTIVATE;
		event(r.sm, e);
	}
}

void Replay::block_begin(const trace_record &r, const machine_who &who)
{
	const machine_observer *o = detect_observer(detector);
	pf_event e = {};

	stamp++;
	o->block_begin(o->ctx, &who);
	e.kind = PF_EVT_BLOCK_BEGIN;
	e.slot = r.slot;
	e.block = static_cast<uint32_t>(detect_block_id(detector, &who));
	event(r.sm, e);
	e.kind = PF_EVT_WARP_BEGIN;
	for (uint32_t w = 0; w < r.warps_per_block; w++) {
		e.warp = r.slot * r.warps_per_block + w;
		event(r.sm, e);
	}
}

/* A record for each warp released: the first of them is the barrier. */
void Replay::barrier(const trace_record &r, const machine_who &who)
{
	const machine_observer *o = detect_observer(detector);
	pf_event e = {};

	o->barrier_release(o->ctx, &who, r.bar_id, r.mask);
	if (!pf_policy_of(policy)->block_barriers || (released_at == stamp && released_sm == r.sm &&
					 released_slot == r.slot && released_id == r.bar_id))
		return;
	released_at = stamp;
	released_sm = r.sm;
	released_slot = r.slot;
	released_id = r.bar_id;
	e.kind = PF_EVT_BARRIER;
	e.slot = r.slot;
	event(r.sm, e);
}

void Replay::record(const trace_record &r)
{
	const machine_observer *o = detect_observer(detector);
	machine_who who = {};
	machine_launch_info launch = {};

	who.launch = r.launch;
	who.sm = r.sm;
	who.slot = r.slot;
	who.block = r.block_index;
	who.warp = r.warp;
	switch (r.kind) {
	case TRACE_LAUNCH_BEGIN: {
		pf_request q = {};

		launch.launch = r.launch;
		launch.warps_per_block = r.warps_per_block;
		o->launch_begin(o->ctx, &launch);
		q.kind = PF_REQ_EPOCH;
		request(q);
		totals->launches++;
		break;
	}
	case TRACE_BLOCK_BEGIN: block_begin(r, who); break;
	case TRACE_OP: operation(r, who); break;
	case TRACE_BARRIER_RELEASE: barrier(r, who); break;
	default: break;
	}
}

/* Reads a trace from its begin to its end. */
template <class Each> void each_record(const char *file, trace_header *h, Each each)
{
	static trace_record r;
	struct diag diag = {""};
	trace_reader *t = trace_reader_open(file, h, &diag);
	int got;

	if (!t)
		throw std::runtime_error(diag.text);
	try {
		while ((got = trace_reader_next(t, &r, &diag)) == 1)
			each(r);
	} catch (...) {
		trace_reader_close(t);
		throw;
	}
	trace_reader_close(t);
	if (got < 0)
		throw std::runtime_error(diag.text);
}

void Replay::run(const char *file, Totals *t)
{
	const Totals before = *t;
	uint64_t end = GMEM_BASE;
	bool opened = false;
	trace_header h;

	totals = t;
	each_record(file, &h, [&](const trace_record &r) {
		if (r.kind != TRACE_OP || r.op.kind > SIMT_OP_RED || r.op.space != PTX_SPACE_GLOBAL)
			return;
		for (unsigned l = 0; l < SIMT_LANES; l++)
			if (r.op.mask >> l & 1 && r.op.addr[l] + r.op.size * r.op.vec > end)
				end = r.op.addr[l] + r.op.size * r.op.vec;
	});
	each_record(file, &h, [&](const trace_record &r) {
		if (!opened)
			open(h, end);
		opened = true;
		record(r);
	});
	if (!opened)
		return;
	slice->drain();
	slice->compare();
	t->records += slice->reference.report.records;
	t->traces++;
	if (slice->reference.report.dropped || slice->reference.report.repeated ||
	    t->races - before.races != slice->reference.report.records)
		differ("not every race gave a record");
	if (verbose)
		printf("ok %s: %" PRIu64 " launches, %" PRIu64 " checks, %" PRIu64 " records\n",
		       file, t->launches - before.launches, t->checks - before.checks,
		       t->records - before.records);
}

struct Options {
	int policy = -1, metadata = -1;
	bool verbose = false;
	std::vector<const char *> files;
};

int word_of(const char *text, const char *a, const char *b, argp_state *state)
{
	if (!strcmp(text, a))
		return 0;
	if (!strcmp(text, b))
		return 1;
	argp_error(state, "'%s' is neither %s nor %s", text, a, b);
	return -1;
}

error_t parse(int key, char *arg, argp_state *state)
{
	Options *o = static_cast<Options *>(state->input);

	switch (key) {
	case 'p': o->policy = word_of(arg, "scord-paper", "scord", state); return 0;
	case 'm': o->metadata = word_of(arg, "full", "cached16", state); return 0;
	case 'v': o->verbose = true; return 0;
	case ARGP_KEY_ARG: o->files.push_back(arg); return 0;
	case ARGP_KEY_NO_ARGS: argp_error(state, "no trace given"); return 0;
	default: return ARGP_ERR_UNKNOWN;
	}
}

} // namespace

int main(int argc, char **argv)
{
	static const argp_option table[] = {
		{"policy", 'p', "NAME", 0, "scord or scord-paper (default: both)", 0},
		{"metadata", 'm', "MODE", 0, "full or cached16 (default: both)", 0},
		{"verbose", 'v', nullptr, 0, "a line for each trace", 0},
		{}};
	static const struct argp argp = {
		table,
		parse,
		"TRACE...",
		"Replay traces through Verilated SM units and a slice unit; every check must be "
		"that of the detector model, every record that of the reference slice."
		"\vExit codes: 0 no difference; 1 one was found; 2 wrong option or file.",
		nullptr,
		nullptr,
		nullptr};
	static const char *const policies[] = {"scord-paper", "scord"};
	static const char *const modes[] = {"full", "cached16"};
	Options o;

	argp_err_exit_status = 2;
	argp_parse(&argp, argc, argv, 0, nullptr, &o);
	for (int p = 0; p < 2; p++)
		for (int m = 0; m < 2; m++) {
			Totals t = {};

			if ((o.policy >= 0 && o.policy != p) ||
			    (o.metadata >= 0 && o.metadata != m))
				continue;
			for (const char *file : o.files)
				try {
					Replay(static_cast<enum pf_policy>(p),
					       static_cast<enum pf_metadata>(m), o.verbose)
						.run(file, &t);
				} catch (const TooLarge &e) {
					printf("left out %s: %s\n", file, e.what());
					t.left_out++;
				} catch (const Mismatch &e) {
					printf("FAIL replay %s %s %s: operation %" PRIu64 ": %s\n",
					       policies[p], modes[m], file, t.ops, e.what());
					return 1;
				} catch (const std::runtime_error &e) {
					fprintf(stderr, "replay: %s\n", e.what());
					return 2;
				}
			printf("PASS replay %s %s traces=%" PRIu64 " left_out=%" PRIu64
			       " launches=%" PRIu64 " ops=%" PRIu64 " events=%" PRIu64
			       " checks=%" PRIu64 " races=%" PRIu64 " records=%" PRIu64 "\n",
			       policies[p], modes[m], t.traces, t.left_out, t.launches, t.ops,
			       t.events, t.checks, t.races, t.records);
		}
	return fflush(stdout) || ferror(stdout) ? 2 : 0;
}
