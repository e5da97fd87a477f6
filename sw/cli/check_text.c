/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "check_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/demangle.h"
#include "../base/json_text.h"

static const char *const verdicts[] = {
	[STATIC_OPEN] = "open", [STATIC_FREE] = "free", [STATIC_RACE] = "race"};

size_t check_text_count(const struct static_report *r, enum static_verdict v)
{
	size_t n = 0;

	for (size_t i = 0; i < r->n_accesses; i++)
		n += r->access[i].verdict == v;
	return n;
}

static void place(const struct simt_kernel *k, uint32_t insn, char *buf, size_t size)
{
	ptx_place(k->module, &k->entry->insns[insn], buf, size);
}

static const char *does(const struct static_access *a, const struct simt_kernel *k)
{
	const enum ptx_op op = k->entry->insns[a->insn].op;

	return op == PTX_OP_ATOM || op == PTX_OP_RED ? "an atomic"
	       : a->write                            ? "a write"
						     : "a read";
}

/* "tile+132", or the byte; the variable's own name */
static void name_address(const struct simt_kernel *k, int64_t at, char *buf, size_t size)
{
	for (unsigned n = 0; n < k->n_places; n++) {
		const struct ptx_var *v = k->place[n].var;
		const int64_t more = at - k->place[n].at;
		char *plain, *own;

		if (v->space != PTX_SPACE_SHARED || more < 0 ||
		    (!v->is_unsized && more >= (int64_t)v->size))
			continue;
		plain = demangle(v->name);
		own = strstr(plain, "::") ? strrchr(plain, ':') + 1 : plain;
		snprintf(buf, size, "byte %" PRId64 " of '%s'", more, own);
		free(plain);
		return;
	}
	snprintf(buf, size, "byte %" PRId64 " of shared memory", at);
}

static void print_race(const struct simt_kernel *k, const struct static_report *r,
		       const struct static_race *x)
{
	const struct static_access *a = &r->access[x->first], *b = &r->access[x->second];
	const uint32_t(*t)[3] = x->thread, *n = x->block;
	char at[2][512], byte[256];

	place(k, a->insn, at[0], sizeof(at[0]));
	place(k, b->insn, at[1], sizeof(at[1]));
	name_address(k, x->address, byte, sizeof(byte));
	if (a == b)
		printf("%s: race: %s by two threads, no barrier between", at[0], does(a, k));
	else
		printf("%s: race: %s, and %s at %s, no barrier between", at[0], does(a, k),
		       does(b, k), at[1]);
	printf(": threads (%u,%u,%u) and (%u,%u,%u) of a block of %ux%ux%u, %s\n", t[0][0], t[0][1],
	       t[0][2], t[1][0], t[1][1], t[1][2], n[0], n[1], n[2], byte);
}

void check_text_print(const struct simt_kernel *k, const struct static_report *r, bool verbose)
{
	char *plain = demangle(k->entry->name), at[512];

	for (size_t i = 0; i < r->n_races; i++)
		print_race(k, r, &r->race[i]);
	for (size_t i = 0; verbose && !r->refused && i < r->n_accesses; i++) {
		if (r->access[i].verdict != STATIC_OPEN)
			continue;
		place(k, r->access[i].insn, at, sizeof(at));
		printf("%s: open: %s: %s\n", at, does(&r->access[i], k), r->access[i].why);
	}
	if (r->refused) {
		place(k, r->refused_at, at, sizeof(at));
		printf("%s: not analysed: %s\n", at, r->refused);
	}
	printf("kernel %s: %zu accesses to shared memory: %zu free of races, %zu in races, %zu "
	       "open\n",
	       plain, r->n_accesses, check_text_count(r, STATIC_FREE),
	       check_text_count(r, STATIC_RACE), check_text_count(r, STATIC_OPEN));
	free(plain);
}

static json_t *json_place(const struct simt_kernel *k, uint32_t insn)
{
	const struct ptx_insn *i = &k->entry->insns[insn];
	const struct ptx_where w = ptx_where(k->module, i);
	json_t *o = json_object();

	if (w.file)
		json_object_set_new(o, "file", json_text(w.file));
	if (w.file && w.line) {
		json_object_set_new(o, "line", json_u64(w.line));
		json_object_set_new(o, "column", json_u64(w.col));
	}
	json_object_set_new(o, "ptx_line", json_u64(i->line));
	return o;
}

static json_t *json_three(const uint32_t n[3])
{
	json_t *a = json_array();

	for (unsigned i = 0; i < 3; i++)
		json_array_append_new(a, json_u64(n[i]));
	return a;
}

static json_t *json_race(const struct simt_kernel *k, const struct static_report *r,
			 const struct static_race *x)
{
	json_t *o = json_object(), *threads = json_array();

	json_object_set_new(o, "first", json_place(k, r->access[x->first].insn));
	json_object_set_new(o, "second", json_place(k, r->access[x->second].insn));
	json_object_set_new(o, "one_instruction", json_boolean(x->one_instruction));
	json_object_set_new(o, "block", json_three(x->block));
	json_array_append_new(threads, json_three(x->thread[0]));
	json_array_append_new(threads, json_three(x->thread[1]));
	json_object_set_new(o, "threads", threads);
	json_object_set_new(o, "address", json_integer(x->address));
	return o;
}

json_t *check_text_json(const struct simt_kernel *k, const struct static_report *r)
{
	json_t *o = json_object(), *accesses = json_array(), *races = json_array();
	char *plain = demangle(k->entry->name);

	json_object_set_new(o, "kernel", json_text(plain));
	free(plain);
	for (size_t i = 0; i < r->n_accesses; i++) {
		const struct static_access *a = &r->access[i];
		json_t *x = json_place(k, a->insn);

		json_object_set_new(x, "write", json_boolean(a->write));
		json_object_set_new(x, "verdict", json_string(verdicts[a->verdict]));
		if (a->why)
			json_object_set_new(x, "why", json_text(a->why));
		json_array_append_new(accesses, x);
	}
	for (size_t i = 0; i < r->n_races; i++)
		json_array_append_new(races, json_race(k, r, &r->race[i]));
	if (r->refused) {
		json_object_set_new(o, "not_analysed", json_text(r->refused));
		json_object_set_new(o, "not_analysed_at", json_place(k, r->refused_at));
	}
	json_object_set_new(o, "accesses", accesses);
	json_object_set_new(o, "races", races);
	return o;
}
