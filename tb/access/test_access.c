/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * What an operation means to a policy, row by row; what a record becomes, by its program counter
 * and by its signatures.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "access/finding.h"
#include "base/rng.h"

enum { CTA = PTX_SCOPE_CTA, GPU = PTX_SCOPE_GPU, SYS = PTX_SCOPE_SYS, NO_SCOPE = PTX_SCOPE_NONE };

/* Classes as letters: w write, r relaxed, s strong, a atomic, b block scope, d device, R releases,
 * A acquires, T takes locks, G gives them back. */
static void text_of(const struct access_class *c, char text[16])
{
	const struct {
		bool is;
		char letter;
	} all[] = {{c->write, 'w'},
		   {c->relaxed, 'r'},
		   {c->strong, 's'},
		   {c->atomic, 'a'},
		   {c->device, 'd'},
		   {c->block_scope, 'b'},
		   {c->releases, 'R'},
		   {c->acquires, 'A'},
		   {c->lock == ACCESS_TAKES, 'T'},
		   {c->lock == ACCESS_GIVES, 'G'}};

	for (size_t i = 0; i < sizeof(all) / sizeof(*all); i++)
		if (all[i].is)
			*text++ = all[i].letter;
	*text = '\0';
}

static void classes(void **state)
{
	static const struct {
		enum simt_op_kind kind;
		enum ptx_sem sem;
		int scope;
		enum ptx_atom atom;
		const char *paper, *scord;
	} row[] = {
		{SIMT_OP_LD, PTX_SEM_WEAK, NO_SCOPE, 0, "d", "d"},
		{SIMT_OP_LD, PTX_SEM_VOLATILE, SYS, 0, "sd", "sd"},
		{SIMT_OP_LD, PTX_SEM_RELAXED, GPU, 0, "rsd", "rsad"},
		{SIMT_OP_LD, PTX_SEM_RELAXED, CTA, 0, "rs", "rsab"},
		{SIMT_OP_LD, PTX_SEM_ACQUIRE, GPU, 0, "rsd", "rsadA"},
		{SIMT_OP_LD, PTX_SEM_ACQUIRE, CTA, 0, "rs", "rsabA"},
		{SIMT_OP_ST, PTX_SEM_WEAK, NO_SCOPE, 0, "wd", "wd"},
		{SIMT_OP_ST, PTX_SEM_VOLATILE, SYS, 0, "wsd", "wsd"},
		{SIMT_OP_ST, PTX_SEM_RELAXED, GPU, 0, "wrsd", "wrsad"},
		{SIMT_OP_ST, PTX_SEM_RELEASE, GPU, 0, "wrsd", "wrsadR"},
		{SIMT_OP_ST, PTX_SEM_RELEASE, CTA, 0, "wrs", "wrsabR"},
		{SIMT_OP_ATOM, PTX_SEM_RELAXED, GPU, PTX_ATOM_ADD, "wrsad", "wrsad"},
		{SIMT_OP_ATOM, PTX_SEM_RELAXED, CTA, PTX_ATOM_ADD, "wrsab", "wrsab"},
		{SIMT_OP_ATOM, PTX_SEM_ACQUIRE, GPU, PTX_ATOM_ADD, "wrsad", "wrsadA"},
		{SIMT_OP_ATOM, PTX_SEM_ACQ_REL, GPU, PTX_ATOM_ADD, "wrsad", "wrsadRA"},
		{SIMT_OP_ATOM, PTX_SEM_SC, GPU, PTX_ATOM_ADD, "wrsad", "wrsadRA"},
		{SIMT_OP_RED, PTX_SEM_RELEASE, CTA, PTX_ATOM_ADD, "wrsab", "wrsabR"},
		{SIMT_OP_ATOM, PTX_SEM_RELAXED, GPU, PTX_ATOM_CAS, "wrsadT", "wrsadT"},
		{SIMT_OP_ATOM, PTX_SEM_RELAXED, CTA, PTX_ATOM_EXCH, "wrsabG", "wrsabG"},
		{SIMT_OP_ATOM, PTX_SEM_RELAXED, SYS, PTX_ATOM_CAS, "wrsad", "wrsadT"},
		{SIMT_OP_FENCE, PTX_SEM_SC, GPU, 0, "", ""},
		{SIMT_OP_BAR, PTX_SEM_WEAK, NO_SCOPE, 0, "", ""},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(row) / sizeof(*row); i++)
		for (int p = PF_SCORD_PAPER; p <= PF_SCORD; p++) {
			const struct simt_op op = {.kind = row[i].kind,
						   .mask = 5,
						   .space = PTX_SPACE_GLOBAL,
						   .sem = row[i].sem,
						   .scope = (enum ptx_scope)row[i].scope,
						   .atom = row[i].atom,
						   .size = 4,
						   .vec = 1};
			const struct access_class c =
				access_classify(pf_policy_of((enum pf_policy)p), &op);
			char text[16];

			text_of(&c, text);
			if (strcmp(text, p == PF_SCORD ? row[i].scord : row[i].paper))
				fail_msg("row %zu, policy %d: %s", i, p, text);
		}
}

static struct simt_op cas(uint32_t mask, uint32_t failed)
{
	return (struct simt_op){.kind = SIMT_OP_ATOM,
				.mask = mask,
				.failed = failed,
				.space = PTX_SPACE_GLOBAL,
				.sem = PTX_SEM_ACQ_REL,
				.scope = PTX_SCOPE_GPU,
				.atom = PTX_ATOM_CAS,
				.size = 4,
				.vec = 1};
}

/* A compare-and-swap that found another value is a load to scord: it writes nothing and releases
 * nothing. One lane that writes is enough for a release. */
static void failed_cas(void **state)
{
	const struct pf_policy_info *scord = pf_policy_of(PF_SCORD),
				    *paper = pf_policy_of(PF_SCORD_PAPER);
	const struct simt_op some = cas(7, 5), none = cas(7, 7);
	const struct simt_op load = {.kind = SIMT_OP_LD, .mask = 7, .failed = 7};

	(void)state;
	assert_int_equal(access_wrote(scord, &some, 7), 2);
	assert_int_equal(access_wrote(scord, &some, 4), 0);
	assert_int_equal(access_wrote(paper, &some, 7), 7);
	assert_int_equal(access_wrote(scord, &none, 7), 0);
	assert_int_equal(access_wrote(scord, &load, 7), 0);
	assert_true(access_classify(scord, &some).releases);
	assert_false(access_classify(scord, &none).releases);
	assert_true(access_classify(scord, &none).acquires);
	assert_true(access_releases(&none)); /* what its SM has to wait for: known too late */
}

static uint32_t locked(const struct simt_op *op)
{
	const struct access_class c = access_classify(pf_policy_of(PF_SCORD), op);

	return access_locked(&c, op);
}

static void locks(void **state)
{
	struct simt_op op = cas(31, 0);

	(void)state;
	op.data[1][0] = 1;                 /* 0 -> 1 */
	op.data[0][1] = op.data[1][1] = 1; /* 1 -> 1 */
	op.data[1][2] = 2;                 /* 0 -> 2 */
	op.data[0][3] = 1;                 /* 1 -> 0 */
	op.data[1][4] = 1;                 /* 0 -> 1 */
	op.data[1][5] = 1;                 /* likewise, but not of the operation */
	assert_int_equal(locked(&op), 1 | 16);
	op.atom = PTX_ATOM_EXCH;
	assert_int_equal(locked(&op), 8);
	op.size = 2;
	assert_int_equal(locked(&op), 0);
	op.size = 8;
	assert_int_equal(locked(&op), 8);
	op.atom = PTX_ATOM_AND;
	assert_int_equal(locked(&op), 0);
	op.atom = PTX_ATOM_EXCH;
	op.space = PTX_SPACE_SHARED;
	assert_int_equal(locked(&op), 0);
}

/* Findings */

static const struct pf_tag weak_store = {.write = true};
static const struct pf_tag block_atomic = {.write = true, .atomic = true, .block_scope = true};

static uint64_t no_variable(void *ctx, const struct ptx_var *v)
{
	(void)ctx;
	(void)v;
	return 0;
}

/* Access, scope and bytes of each instruction by its program counter. */
static void shapes(void **state)
{
	static const char text[] =
		".version 7.0\n.target sm_70\n.address_size 64\n"
		".visible .entry k(.param .u64 p)\n{\n.reg .b32 %r<9>;\n.reg .b64 %rd<9>;\n"
		"ld.param.u64 %rd1, [p];\n"
		"st.global.u32 [%rd1], %r1;\nst.relaxed.cta.u32 [%rd1], %r1;\n"
		"ld.volatile.global.u8 %r1, [%rd1];\nld.acquire.gpu.u16 %r1, [%rd1];\n"
		"st.global.v4.u32 [%rd1], {%r1, %r1, %r1, %r1};\n"
		"atom.relaxed.sys.global.add.u64 %rd2, [%rd1], %rd2;\n"
		"red.global.add.u32 [%rd1], %r1;\natom.global.cta.cas.b32 %r1, [%rd1], %r1, %r2;\n"
		"ret;\n}\n";
	static const struct {
		enum race_access access;
		int scope;
		unsigned bytes, in_word;
	} want[] = {
		{RACE_WRITE, NO_SCOPE, 4, 4},  {RACE_WRITE, CTA, 4, 4},
		{RACE_READ, NO_SCOPE, 1, 1},   {RACE_READ, GPU, 2, 2},
		{RACE_WRITE, NO_SCOPE, 16, 4}, {RACE_ATOMIC, SYS, 8, 4},
		{RACE_ATOMIC, GPU, 4, 4},      {RACE_ATOMIC, CTA, 4, 4},
	};
	const struct pf_entry owner = {.modified = true};
	struct finding f = {.row = PF_W5, .word = 64, .tag = &block_atomic, .owner = &owner};
	struct diag d = {""};
	struct ptx_module *m = ptx_parse(text, sizeof(text) - 1, "k.ptx", &d);
	struct simt_kernel *k =
		m ? simt_lower(m, ptx_find_func(m, "k"), no_variable, NULL, &d) : NULL;
	unsigned n = 0;

	(void)state;
	if (!k)
		fail_msg("%s", d.text);
	f.kernel = k;
	for (; f.pc < k->n_code; f.pc++) {
		if (k->code[f.pc].kind != SIMT_K_MEM)
			continue;
		f.shape = finding_shape(&f);
		assert_int_equal(f.shape.access, want[n].access);
		assert_int_equal(f.shape.scope, want[n].scope);
		assert_int_equal(f.shape.bytes, want[n].bytes);
		assert_int_equal(finding_hit(&f).bytes, want[n].in_word);
		n++;
	}
	assert_int_equal(n, sizeof(want) / sizeof(*want));
	/* no memory instruction there: as far as the tag goes */
	f.shape = finding_shape(&f);
	assert_int_equal(f.shape.access, RACE_ATOMIC);
	assert_int_equal(f.shape.scope, CTA);
	f.tag = &weak_store;
	f.pc = 0;
	assert_int_equal(k->code[0].kind == SIMT_K_MEM, false);
	f.shape = finding_shape(&f);
	assert_int_equal(f.shape.access, RACE_WRITE);
	assert_int_equal(f.shape.scope, NO_SCOPE);
	simt_kernel_free(k);
	ptx_free(m);
}

static void hits(void **state)
{
	static const struct {
		enum pf_row row;
		bool fenced;
		enum race_kind kind;
	} want[] = {{PF_R3, false, RACE_ATOMIC_SCOPE}, {PF_W3A, true, RACE_ATOMIC_SCOPE},
		    {PF_R4, false, RACE_FENCE},        {PF_W6, true, RACE_FENCE_SCOPE},
		    {PF_R6, true, RACE_NOT_STRONG},    {PF_W7, false, RACE_NOT_STRONG},
		    {PF_R10, false, RACE_LOCK},        {PF_W9, true, RACE_LOCK}};
	const struct pf_tag tag = {.write = true, .strong = true};
	struct pf_entry owner = {.is_atom = true, .block_scope = true, .strong = true};
	struct finding f = {.word = 64,
			    .pc = 7,
			    .launch = 3,
			    .tag = &tag,
			    .owner = &owner,
			    .first = {5, 1},
			    .second = {6, 2},
			    .shape = {RACE_WRITE, PTX_SCOPE_NONE, 2},
			    .lane = 9,
			    .bytes = 12};
	struct race_hit h;

	(void)state;
	for (size_t i = 0; i < sizeof(want) / sizeof(*want); i++) {
		f.row = want[i].row;
		f.owner_fenced = want[i].fenced;
		assert_int_equal(finding_hit(&f).kind, want[i].kind);
	}
	h = finding_hit(&f);
	assert_int_equal(h.addr, 66);
	assert_int_equal(h.bytes, 2);
	assert_int_equal(h.first.access, RACE_READ); /* an atomic load */
	assert_int_equal(h.first.scope, CTA);
	assert_int_equal(h.first.pc, RACE_NO_PC);
	assert_int_equal(h.first.lane, RACE_NO_LANE);
	assert_int_equal(h.first.block, 5);
	assert_int_equal(h.second.warp, 2);
	assert_int_equal(h.second.lane, 9);
	assert_int_equal(h.second.pc, 7);
	assert_int_equal(h.second.launch, 3);
	assert_true(h.second.strong);
	owner = (struct pf_entry){.modified = true, .is_atom = true};
	f.bytes = 0;
	h = finding_hit(&f);
	assert_int_equal(h.addr, 64);
	assert_int_equal(h.bytes, 2);
	assert_int_equal(h.first.access, RACE_ATOMIC);
	assert_int_equal(h.first.scope, GPU);
	assert_false(h.first.strong);
}

/* A warp of the block takes a lock; what its next tag carries. */
static uint16_t take(struct pf_lock_table *t, uint32_t block, uint64_t address,
		     enum pf_lock_scope scope, bool device_fence)
{
	pf_lock_insert(t, 4, address, pf_lock_key(block), scope);
	pf_lock_activate(t, device_fence);
	return pf_lock_signature(t);
}

static enum race_kind lock_kind(const struct finding *f, const struct pf_lock_table *t)
{
	struct finding with = *f;

	with.locks = t;
	return finding_hit(&with).kind;
}

/* One lock on each side, each taken with or without device scope and with a fence of either: what
 * the signatures tell is what the accessor's lock table tells, but for chance hashes. */
static void lock_scope(void **state)
{
	unsigned narrow = 0, alike = 0, n = 0;
	struct rng rng;

	(void)state;
	rng_seed(&rng, 1);
	for (unsigned i = 0; i < 20000; i++) {
		struct pf_lock_table first = {0}, second = {0};
		const uint64_t r = rng_next(&rng);
		const uint64_t lock = r >> 8 & 0xfc, other = r & 1 ? lock : r >> 16 & 0xfc;
		const enum pf_lock_scope a = r & 2 ? PF_LOCK_DEVICE : PF_LOCK_BLOCK;
		const enum pf_lock_scope b = r & 4 ? PF_LOCK_DEVICE : PF_LOCK_BLOCK;
		struct pf_entry owner = {.block = r >> 24 & 31, .modified = true};
		struct pf_tag tag = {.block = r >> 32 & 31, .write = true};
		struct finding f = {.row = PF_W9, .tag = &tag, .owner = &owner};
		enum race_kind full, record;

		owner.lock = take(&first, owner.block, lock, a, r & 8);
		tag.signature = take(&second, tag.block, other, b, r & 16);
		if (!pf_lock_none(owner.lock & tag.signature) || owner.block == tag.block)
			continue;
		full = lock_kind(&f, &second);
		record = lock_kind(&f, NULL);
		n++;
		narrow += full == RACE_LOCK_SCOPE;
		alike += full == record;
		/* the same lock, and not both of device scope with a device fence */
		if (lock == other && (full != RACE_LOCK_SCOPE || record != RACE_LOCK_SCOPE))
			fail_msg("lock %llx of blocks %u and %u: %d, %d", (unsigned long long)lock,
				 owner.block, tag.block, full, record);
	}
	print_message("# %u pairs of locks, %u of too narrow a scope, %u told alike\n", n, narrow,
		      alike);
	assert_true(n > 5000 && narrow > 1000 && alike > n - n / 20);
}

/* A lock that no fence has activated is not in a record. */
static void inactive_lock(void **state)
{
	struct pf_lock_table first = {0}, second = {0};
	const struct pf_tag tag = {.block = 2, .write = true};
	struct pf_entry owner = {.block = 1, .modified = true};
	const struct finding f = {.row = PF_W9, .tag = &tag, .owner = &owner};

	(void)state;
	owner.lock = take(&first, 1, 0x40, PF_LOCK_DEVICE, true);
	assert_int_equal(lock_kind(&f, &second), RACE_LOCK);
	pf_lock_insert(&second, 4, 0x40, pf_lock_key(2), PF_LOCK_DEVICE);
	assert_int_equal(lock_kind(&f, &second), RACE_LOCK_SCOPE);
	assert_int_equal(lock_kind(&f, NULL), RACE_LOCK);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(classes),       cmocka_unit_test(failed_cas),
		cmocka_unit_test(locks),         cmocka_unit_test(shapes),
		cmocka_unit_test(hits),          cmocka_unit_test(lock_scope),
		cmocka_unit_test(inactive_lock),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
