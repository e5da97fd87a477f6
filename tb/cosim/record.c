/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * record: traces of tiny programs, for replay.
 *
 *   micro/NAME.ptx, FILE.litmus ─> litmus_rig, a random order each run ─> DIR/NAME.trace
 *
 * usage: record RUNS DIR FILE.ptx|FILE.litmus...
 *
 * A trace holds RUNS launches, each from fresh memory and in an order of its own. Of a .litmus
 * file every test gets a trace; a microbenchmark's shape follows from its name (docs/micro.md).
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/rng.h"
#include "litmus/rig.h"
#include "trace/trace.h"

enum { MAX_FILE = 1 << 20, SMS = 2, BLOCKS = 8 };

struct recorder {
	struct rng rng;
	uint64_t runs;
	const char *dir;
	unsigned traces;
};

static unsigned choose(void *ctx, const struct machine_choice *c, unsigned n)
{
	struct recorder *r = ctx;

	(void)c;
	return rng_below(&r->rng, n);
}

static char *slurp(const char *file, size_t *size, struct diag *diag)
{
	FILE *f = fopen(file, "r");
	char *text;

	if (!f) {
		diag_set(diag, file, 0, "%s", strerror(errno));
		return NULL;
	}
	text = mem_alloc(MAX_FILE);
	*size = fread(text, 1, MAX_FILE - 1, f);
	if (ferror(f) || *size == MAX_FILE - 1) {
		diag_set(diag, file, 0, "cannot be read, or is too large");
		free(text);
		text = NULL;
	}
	fclose(f);
	return text;
}

/* The header says what the rig's machine is. */
static void describe(struct machine_config *c, const struct litmus_program *p)
{
	machine_config_default(c);
	c->mode = p->mode;
	c->sms = p->sms ? p->sms : SMS;
	c->blocks_per_sm = p->blocks_per_sm ? p->blocks_per_sm : BLOCKS;
	c->threads_per_sm = c->blocks_per_sm * ((p->threads + 31) & ~31U);
}

static int record(struct recorder *r, const struct litmus_program *p, const char *name,
		  struct diag *diag)
{
	const struct machine_hook hook = {.ctx = r, .choose = choose};
	struct litmus_rig *rig = litmus_rig_create(p, PF_FULL, diag);
	struct machine_config config;
	struct trace_writer *w;
	struct litmus_run run;
	char path[4096];
	int bad = 0;

	if (!rig)
		return -1;
	describe(&config, p);
	snprintf(path, sizeof(path), "%s/%s.trace", r->dir, name);
	w = trace_writer_open(path, &config, name, diag);
	if (!w) {
		litmus_rig_destroy(rig);
		return -1;
	}
	litmus_rig_observe(rig, trace_writer_observer(w));
	for (uint64_t i = 0; i < r->runs && !bad; i++)
		bad = litmus_rig_run(rig, &hook, &run, diag);
	litmus_rig_observe(rig, NULL);
	if (trace_writer_close(w, bad ? &(struct diag){""} : diag))
		bad = -1;
	litmus_rig_destroy(rig);
	r->traces++;
	return bad;
}

/* The launch that a microbenchmark's name stands for. */
static int record_micro(struct recorder *r, const char *file, const char *name, const char *text,
			struct diag *diag)
{
	static const struct {
		const char *where;
		uint32_t blocks, threads;
	} shapes[] = {{"race_interblock_", 2, 1},
		      {"race_interwarp-block_", 2, 33},
		      {"race_interwarp_", 1, 33},
		      {"race_intrawarp_", 1, 1}};
	struct litmus_program p = {.ptx = text, .file = file, .sms = SMS, .buffer_bytes = 4};
	const char *after = strncmp(name, "no", 2) ? name : name + 2;

	for (unsigned i = 0; i < sizeof(shapes) / sizeof(*shapes); i++) {
		if (strncmp(after, shapes[i].where, strlen(shapes[i].where)))
			continue;
		p.blocks = shapes[i].blocks;
		p.threads = shapes[i].threads;
		return record(r, &p, name, diag);
	}
	return diag_set(diag, file, 0, "not a microbenchmark's name");
}

static int record_litmus(struct recorder *r, const char *file, const char *name, const char *text,
			 size_t size, struct diag *diag)
{
	size_t n;
	struct litmus_test *t = litmus_parse(text, size, file, &n, diag);
	int bad = t ? 0 : -1;

	for (size_t i = 0; i < n && !bad; i++) {
		char full[512];

		snprintf(full, sizeof(full), "%s.%s", name, t[i].name);
		bad = record(r, &t[i].program, full, diag);
	}
	if (t)
		litmus_free(t, n);
	return bad;
}

static int record_file(struct recorder *r, const char *file, struct diag *diag)
{
	const char *slash = strrchr(file, '/');
	const char *ext = strrchr(file, '.');
	char name[256];
	size_t size;
	char *text = slurp(file, &size, diag);
	int bad;

	if (!text)
		return -1;
	snprintf(name, sizeof(name), "%s", slash ? slash + 1 : file);
	if (strrchr(name, '.'))
		*strrchr(name, '.') = '\0';
	if (ext && !strcmp(ext, ".ptx"))
		bad = record_micro(r, file, name, text, diag);
	else if (ext && !strcmp(ext, ".litmus"))
		bad = record_litmus(r, file, name, text, size, diag);
	else
		bad = diag_set(diag, file, 0, "neither .ptx nor .litmus");
	free(text);
	return bad;
}

int main(int argc, char **argv)
{
	struct recorder r = {0};
	struct diag diag = {""};
	char *end = NULL;

	if (argc >= 4)
		r.runs = strtoull(argv[1], &end, 10);
	if (argc < 4 || *end || r.runs == 0) {
		fputs("usage: record RUNS DIR FILE.ptx|FILE.litmus...\n", stderr);
		return 2;
	}
	r.dir = argv[2];
	rng_seed(&r.rng, 1);
	for (int i = 3; i < argc; i++)
		if (record_file(&r, argv[i], &diag)) {
			fprintf(stderr, "record: %s\n", diag.text);
			return 2;
		}
	printf("%u traces of %llu runs\n", r.traces, (unsigned long long)r.runs);
	return 0;
}
