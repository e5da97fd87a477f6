/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * det_slices: random traffic to slice units of backend model, whose records are to be those of a
 * pf_slice that gets the same requests.
 */
#ifndef TB_SIM_DET_SLICES_H
#define TB_SIM_DET_SLICES_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "../../sim/det/det_int.h"
#include "det_rig.h"

enum { BYTES = 16384, ROUNDS = 24, REQUESTS = 1500 };

static inline struct rig *begin(enum pf_policy policy, enum pf_metadata metadata,
				const struct sim_config *c, uint64_t seed)
{
	struct rig *r = mem_alloc(sizeof(*r));
	struct diag diag = {""};

	if (!rig_init(r, BACKEND_MODEL, policy, metadata, c, seed, &diag))
		fail_msg("%s", diag.text);
	return r;
}

static inline void end(struct rig *r)
{
	rig_free(r);
	free(r);
}

struct records {
	const struct pf_slice *shadow; /* [slice] */
	uint32_t tail[RIG_SLICES];
	uint64_t n;
};

static inline uint64_t bits(const struct pf_beat *b, struct pf_bits f)
{
	uint64_t v = 0;

	for (unsigned i = f.lsb; i < (unsigned)f.lsb + f.width; i++)
		v |= (b->v[i / 64] >> i % 64 & 1) << (i - f.lsb);
	return v;
}

static inline void same_record(void *ctx, const struct det_record *x)
{
	struct records *want = ctx;
	const struct pf_report_unit *p = &want->shadow[x->slice].report;
	const uint32_t i = want->tail[x->slice]++;
	const struct pf_beat *b = &p->ring[i & ((1U << p->ring_log2) - 1)];
	const struct pf_bits *f = p->field;

	assert_true(i < p->head);
	assert_int_equal(x->pc, bits(b, f[PF_RACE_PC]));
	assert_int_equal(x->word, bits(b, f[PF_RACE_WORD]));
	assert_int_equal(x->row, bits(b, f[PF_RACE_ROW]));
	assert_int_equal(x->kind, bits(b, f[PF_RACE_KIND]));
	assert_int_equal(x->tag.block, bits(b, f[PF_RACE_BLOCK]));
	assert_int_equal(x->tag.warp, bits(b, f[PF_RACE_WARP]));
	assert_int_equal(x->tag.signature, bits(b, f[PF_RACE_LOCK]));
	assert_int_equal(x->tag.write, bits(b, f[PF_RACE_WRITE]));
	assert_int_equal(x->tag.sub_word, bits(b, f[PF_RACE_SUB_WORD]));
	assert_int_equal(x->owner.block, bits(b, f[PF_RACE_OWNER_BLOCK]));
	assert_int_equal(x->owner.warp, bits(b, f[PF_RACE_OWNER_WARP]));
	assert_int_equal(x->owner.lock, bits(b, f[PF_RACE_OWNER_LOCK]));
	assert_int_equal(x->owner.modified, bits(b, f[PF_RACE_OWNER_MODIFIED]));
	assert_int_equal(x->owner_fenced, bits(b, f[PF_RACE_OWNER_FENCED]));
	want->n++;
}

/* Reads and answers are one for one, everything that is dirty is written, races are those of
 * pf_slice. */
static inline uint64_t slices_run(struct rig *r, uint64_t bytes, unsigned launches)
{
	struct pf_slice shadow[RIG_SLICES] = {{.n_entries = 0}};
	struct records want = {.shadow = shadow};
	struct diag diag;

	for (unsigned n = 0; n < launches; n++) {
		assert_int_equal(det_launch(r->d, bytes, &diag), 0);
		for (unsigned i = 0; i < RIG_SLICES; i++) {
			if (n == 0)
				pf_slice_init(&shadow[i], &r->d->slice_config);
			else
				pf_slice_request(&shadow[i],
						 &(struct pf_request){.kind = PF_REQ_EPOCH});
			r->slice[i].shadow = &shadow[i];
		}
		r->habit = rig_draw(&r->rng);
		rig_traffic(r, bytes, REQUESTS, rng_next(&r->rng));
		det_records(r->d, same_record, &want);
		for (unsigned i = 0; i < RIG_SLICES; i++) {
			const struct det_slice *u = r->slice[i].u;

			assert_int_equal(want.tail[i], shadow[i].report.head);
			shadow[i].report.tail = shadow[i].report.head;
			assert_int_equal(u->counters.dropped, shadow[i].report.dropped);
			assert_int_equal(u->counters.of[PF_COUNTER_CHECKS], shadow[i].stats.checks);
			if (u->ideal || u->meta_free) {
				assert_int_equal(r->slice[i].reads + r->slice[i].writes, 0);
				continue;
			}
			assert_int_equal(u->reads, r->slice[i].answers);
			assert_int_equal(r->slice[i].records, shadow[i].report.records);
		}
	}
	for (unsigned i = 0; i < RIG_SLICES; i++) {
		pf_slice_free(&shadow[i]);
		r->slice[i].shadow = NULL;
	}
	return want.n;
}

#endif
