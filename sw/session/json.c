/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * json: the run as JSON (docs/run-json.md). One line for each launch and fault, so that
 * text tools can read the file too.
 */
#include "session_int.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/json_text.h"
#include "../base/version.h"

enum { FORMAT = 1 };

const char *session_mode_name(enum simt_mode mode)
{
	return mode == SIMT_ITS ? "its" : "lockstep";
}

const char *session_scheduler_name(enum machine_scheduler scheduler)
{
	switch (scheduler) {
	case MACHINE_RR: return "rr";
	case MACHINE_GTO: return "gto";
	case MACHINE_RANDOM: break;
	}
	return "random";
}

const char *session_op_name(enum simt_op_kind kind)
{
	switch (kind) {
	case SIMT_OP_LD: return "loads";
	case SIMT_OP_ST: return "stores";
	case SIMT_OP_ATOM: return "atomics";
	case SIMT_OP_RED: return "reductions";
	case SIMT_OP_FENCE: return "fences";
	case SIMT_OP_BAR: return "barrier_arrivals";
	case SIMT_OP_WARPSYNC: return "warp_syncs";
	case SIMT_OP_ASYNC: return "async_groups";
	case SIMT_OP_SYSCALL: return "syscalls";
	case SIMT_OP_BULK: return "bulk_copies";
	case SIMT_OP_COUNT: break;
	}
	return "";
}

static const char *status_name(enum machine_status status)
{
	switch (status) {
	case MACHINE_OK: return "ok";
	case MACHINE_FAULT: return "fault";
	case MACHINE_DEADLOCK: return "deadlock";
	case MACHINE_LIVELOCK: return "livelock";
	case MACHINE_STOPPED: return "interrupted";
	case MACHINE_LIMIT: break;
	}
	return "limit";
}

static json_t *triple(const uint32_t v[3])
{
	json_t *a = json_array();

	for (int i = 0; i < 3; i++)
		json_array_append_new(a, json_u64(v[i]));
	return a;
}

/* Arguments of this process. */
static json_t *command(void)
{
	json_t *a = json_array();
	FILE *f = fopen("/proc/self/cmdline", "re");
	char *line = NULL;
	size_t cap = 0;

	while (f && getdelim(&line, &cap, '\0', f) > 0)
		json_array_append_new(a, json_text(line));
	free(line);
	if (f)
		fclose(f);
	return a;
}

/* As --check takes it. */
static json_t *checks(unsigned on)
{
	char text[64] = "";

	for (unsigned k = CHECK_MEMORY; k <= CHECK_LEAK; k <<= 1)
		if (on & k)
			snprintf(text + strlen(text), sizeof(text) - strlen(text), "%s%s",
				 text[0] ? "," : "", check_name(k));
	return json_text(on ? text : "none");
}

static json_t *options(const struct session *s)
{
	const struct machine_config *c = &s->opt.machine;
	json_t *o = json_object();

	json_object_set_new(o, "mode", json_text(session_mode_name(c->mode)));
	json_object_set_new(o, "scheduler", json_text(session_scheduler_name(c->scheduler)));
	json_object_set_new(o, "seed", json_u64(c->seed));
	json_object_set_new(o, "max_instructions", json_u64(c->max_warp_insns));
	json_object_set_new(o, "sms", json_u64(c->sms));
	json_object_set_new(o, "threads_per_sm", json_u64(c->threads_per_sm));
	json_object_set_new(o, "blocks_per_sm", json_u64(c->blocks_per_sm));
	json_object_set_new(o, "shared_per_sm", json_u64(c->shared_per_sm));
	json_object_set_new(o, "stack_bytes", json_u64(c->stack_bytes));
	json_object_set_new(o, "memory_bytes", json_u64(s->opt.memory_bytes));
	json_object_set_new(o, "poison", json_boolean(c->poison));
	json_object_set_new(o, "detector", json_text(options_detector_name(&s->opt)));
	json_object_set_new(o, "metadata", json_text(options_metadata_name(&s->opt)));
	json_object_set_new(o, "oracle", json_boolean(s->opt.oracle));
	json_object_set_new(o, "model", json_text(options_model_name(&s->opt)));
	json_object_set_new(o, "grace", json_text(options_grace_name(&s->opt)));
	json_object_set_new(o, "prune", json_boolean(s->opt.prune));
	json_object_set_new(o, "check", checks(s->opt.check));
	json_object_set_new(o, "error_exitcode", json_u64(s->opt.error_exitcode));
	json_object_set_new(o, "on_fault",
			    json_text(c->on_fault == MACHINE_CONTINUE ? "continue" : "stop"));
	json_object_set_new(o, "trace", s->trace_file ? json_text(s->trace_file) : json_null());
	return o;
}

static json_t *launch(const struct session_launch *l)
{
	json_t *o = json_object();

	json_object_set_new(o, "kernel", json_text(l->kernel));
	json_object_set_new(o, "name", json_text(l->plain));
	json_object_set_new(o, "range", l->range ? json_text(l->range) : json_null());
	json_object_set_new(o, "grid", triple(l->grid));
	json_object_set_new(o, "block", triple(l->block));
	json_object_set_new(o, "shared", json_u64(l->shared));
	json_object_set_new(o, "status", json_text(status_name(l->status)));
	json_object_set_new(o, "cuda_error", json_integer(l->cuda_error));
	json_object_set_new(o, "warp_insns", json_u64(l->warp_insns));
	json_object_set_new(o, "thread_insns", json_u64(l->thread_insns));
	json_object_set_new(o, "blocks_done", json_u64(l->blocks_done));
	if (l->parent)
		json_object_set_new(o, "parent", json_u64(l->parent));
	return o;
}

static json_t *fault(const struct session *s, const struct session_fault *f)
{
	const char *range = f->launch ? s->launches[f->launch - 1].range : NULL;
	json_t *o = json_object();
	size_t n;

	json_object_set_new(o, "launch", json_u64(f->launch));
	json_object_set_new(o, "cuda_error", json_integer(f->cuda_error));
	json_object_set_new(o, "range", range ? json_text(range) : json_null());
	json_object_set_new(o, "text", json_text(f->text));
	json_object_set_new(o, "stopped", json_boolean(!f->continued));
	json_object_set_new(o, "accesses",
			    f->continued
				    ? json_u64(machine_dropped(s->machine, &n)[f->dropped].accesses)
				    : json_null());
	return o;
}

static json_t *totals(const struct session *s, const struct machine_stats *m)
{
	json_t *o = json_object();

	json_object_set_new(o, "launches", json_u64(s->n_launches));
	json_object_set_new(o, "blocks", json_u64(m->blocks));
	json_object_set_new(o, "threads", json_u64(m->threads));
	json_object_set_new(o, "warp_insns", json_u64(m->simt.warp_insns));
	json_object_set_new(o, "thread_insns", json_u64(m->simt.thread_insns));
	json_object_set_new(o, "branches", json_u64(m->simt.branches));
	json_object_set_new(o, "divergent", json_u64(m->simt.divergent));
	for (int i = 0; i < SIMT_OP_COUNT; i++)
		json_object_set_new(o, session_op_name((enum simt_op_kind)i),
				    json_u64(m->simt.ops[i]));
	json_object_set_new(o, "global_lane_accesses", json_u64(m->global_lane_accesses));
	json_object_set_new(o, "shared_lane_accesses", json_u64(m->shared_lane_accesses));
	json_object_set_new(o, "local_lane_accesses", json_u64(m->local_lane_accesses));
	json_object_set_new(o, "block_barriers", json_u64(m->barriers));
	json_object_set_new(o, "faults", json_u64(s->n_faults));
	json_object_set_new(o, "seconds", json_real((double)s->launch_ns / 1e9));
	json_object_set_new(o, "processor_seconds", json_real((double)s->processor_ns / 1e9));
	return o;
}

/* "key": value, one line, or one line for each member of an object. */
static int member(FILE *f, const char *key, json_t *value, const char *end)
{
	const bool object = json_is_object(value);
	const char *name, *sep = "\n";
	json_t *v;
	int bad = fprintf(f, "  \"%s\": ", key) < 0;

	if (!object) {
		bad |= json_dumpf(value, f, JSON_ENCODE_ANY);
	} else {
		fputc('{', f);
		json_object_foreach(value, name, v)
		{
			fprintf(f, "%s    \"%s\": ", sep, name);
			bad |= json_dumpf(v, f, JSON_ENCODE_ANY | JSON_REAL_PRECISION(6));
			sep = ",\n";
		}
		fputs("\n  }", f);
	}
	json_decref(value);
	return bad | (fputs(end, f) < 0);
}

static int item(FILE *f, json_t *value, bool first)
{
	int bad = fputs(first ? "\n    " : ",\n    ", f) < 0;

	bad |= json_dumpf(value, f, JSON_COMPACT);
	json_decref(value);
	return bad;
}

/* Races and findings: one line for each of the list and for each other member. */
static int listed(FILE *f, const char *key, json_t *value)
{
	json_t *list = json_incref(json_object_get(value, "list")), *v;
	const char *name;
	size_t i;
	int bad;

	if (!json_is_object(value))
		return member(f, key, value, ",\n");
	json_object_del(value, "list");
	bad = fprintf(f, "  \"%s\": {\n", key) < 0;
	json_object_foreach(value, name, v)
	{
		fprintf(f, "    \"%s\": ", name);
		bad |= json_dumpf(v, f, JSON_ENCODE_ANY | JSON_COMPACT) | (fputs(",\n", f) < 0);
	}
	fputs("    \"list\": [", f);
	json_array_foreach(list, i, v)
	{
		fputs(i ? ",\n      " : "\n      ", f);
		bad |= json_dumpf(v, f, JSON_COMPACT);
	}
	bad |= fputs(i ? "\n    ]\n  },\n" : "]\n  },\n", f) < 0;
	json_decref(list);
	json_decref(value);
	return bad;
}

static int memory_hash(FILE *f, const struct session *s)
{
	char text[20];

	if (!s->opt.memory_hash)
		return member(f, "memory_hash", json_null(), ",\n");
	snprintf(text, sizeof(text), "%016llx", (unsigned long long)s->memory_hash);
	return member(f, "memory_hash", json_text(text), ",\n");
}

static int write_all(FILE *f, const struct session *s, const struct machine_stats *m)
{
	int bad = fputs("{\n", f) < 0;

	bad |= member(f, "format", json_integer(FORMAT), ",\n");
	bad |= member(f, "version", json_text(VERSION_TEXT), ",\n");
	bad |= member(f, "command", command(), ",\n");
	bad |= member(f, "options", options(s), ",\n");
	fputs("  \"launches\": [", f);
	for (size_t i = 0; i < s->n_launches; i++)
		bad |= item(f, launch(&s->launches[i]), !i);
	fputs(s->n_launches ? "\n  ],\n" : "],\n", f);
	fputs("  \"faults\": [", f);
	for (size_t i = 0; i < s->n_faults; i++)
		bad |= item(f, fault(s, &s->faults[i]), !i);
	fputs(s->n_faults ? "\n  ],\n" : "],\n", f);
	bad |= listed(f, "races", session_races_json(s));
	bad |= listed(f, "checks", session_checks_json(s));
	bad |= listed(f, "grace", session_grace_json(s));
	bad |= memory_hash(f, s);
	bad |= session_model_json(s, f);
	bad |= member(f, "totals", totals(s, m), "\n");
	return bad | (fputs("}\n", f) < 0);
}

void session_write_json(const struct session *s, const struct machine_stats *m)
{
	FILE *f = fopen(s->json, "we");
	int bad = 1;

	if (f) {
		bad = write_all(f, s, m);
		bad |= ferror(f) != 0;
		bad |= fclose(f);
	}
	if (bad)
		fprintf(stderr, "photofinish: %s: not written: %s\n", s->json, strerror(errno));
}
