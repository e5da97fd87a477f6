/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * idioms: prints random programs made of idioms that real CUDA programs have and that compilers and
 * executors get wrong. Each program is free of races and of undefined behaviour but for what an
 * idiom is about (an unset variable that nobody looks at). One seed, one program, on every machine.
 *
 *   usage: idioms FIRST COUNT >batch.cu     (compile it with -I of this folder)
 */
#include "idioms.h"

#include <stdarg.h>
#include <stdlib.h>

void body(struct prog *p, const char *fmt, ...)
{
	va_list ap;

	for (unsigned k = 0; k < p->depth; k++)
		fputc('\t', p->body);
	va_start(ap, fmt);
	vfprintf(p->body, fmt, ap);
	va_end(ap);
	fputc('\n', p->body);
}

void decl(struct prog *p, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vfprintf(p->decl, fmt, ap);
	va_end(ap);
	fputc('\n', p->decl);
}

const char *text(const char *fmt, ...)
{
	enum { TEXTS = 256, SIZE = 1024 };
	static char room[TEXTS][SIZE];
	static unsigned next;
	char *s = room[next++ % TEXTS];
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(s, SIZE, fmt, ap);
	va_end(ap);
	if (n < 0 || n >= SIZE) {
		fprintf(stderr, "idioms: a text of %d characters\n", n);
		exit(2);
	}
	return s;
}

unsigned name(struct prog *p)
{
	return p->id++;
}

const char *literal(struct prog *p)
{
	uint64_t n = rng_next(&p->rng) >> below(p, 64);

	if (one_in(p, 2))
		n = ((uint64_t)1 << below(p, 64)) - below(p, 3);
	return text("0x%llxull", (unsigned long long)n);
}

const char *value_of(struct prog *p, unsigned depth, const char *const *var, unsigned vars)
{
	const char *x, *y;

	if (!depth || one_in(p, 5))
		return one_in(p, 4) ? literal(p) : var[below(p, vars)];
	x = value_of(p, depth - 1, var, vars);
	if (one_in(p, 3))
		switch (below(p, 6)) {
		case 0: return text("(u64)(i%u)(%s)", 8u << below(p, 4), x);
		case 1: return text("(u64)(u%u)(%s)", 8u << below(p, 4), x);
		case 2: return text("(%s >> %u)", x, below(p, 64));
		case 3: return text("(u64)((i64)(%s) >> %u)", x, below(p, 64));
		case 4: return text("(%s << %u)", x, below(p, 64));
		default: return text("~%s", x);
		}
	y = value_of(p, depth - 1, var, vars);
	switch (below(p, 8)) {
	case 0: return text("(%s * (%s | 1))", x, y);
	case 1: return text("mix(%s, %s)", x, y);
	case 2: return text("(%s ? %s : %s)", condition_of(p, var, vars), x, y);
	default: return text("(%s %s %s)", x, ONE_OF(p, "+", "-", "^", "&", "|"), y);
	}
}

static const char *const in_body[] = {"r", "r", "r", "(u64)t", "(u64)i", "(u64)lane", "(u64)warp"};

const char *value(struct prog *p, unsigned depth)
{
	return value_of(p, depth, in_body, sizeof(in_body) / sizeof(*in_body));
}

const char *condition_of(struct prog *p, const char *const *var, unsigned vars)
{
	const char *x = var[below(p, vars)];

	switch (below(p, 5)) {
	case 0: return text("(%s & %u) != 0", x, 1 + below(p, 7));
	case 1: return text("(%s >> %u & 1)", x, below(p, 12));
	case 2: return text("(%s %% %u) < %u", x, 3 + below(p, 5), 1 + below(p, 2));
	case 3: return text("(i64)(%s << %u) < 0", x, below(p, 64));
	default: return text("(u8)(%s) > %u", x, below(p, 256));
	}
}

const char *condition(struct prog *p)
{
	return condition_of(p, in_body, sizeof(in_body) / sizeof(*in_body));
}

const char *live(struct prog *p)
{
	return one_in(p, 2) ? "live" : text("%uu", p->live);
}

unsigned words(struct prog *p, unsigned n)
{
	unsigned first = p->words;

	p->words += n;
	if (p->words > 512) { /* WORDS of prelude.h */
		fprintf(stderr, "idioms: too many words\n");
		exit(2);
	}
	return first;
}

const char *integer(struct prog *p, unsigned *bits)
{
	*bits = 8u << below(p, 4);
	return text("%c%u", one_in(p, 2) ? 'i' : 'u', *bits);
}

void shared_end(struct prog *p)
{
	if (p->loop || one_in(p, 3))
		body(p, "__syncthreads();");
}

static void one_idiom(struct prog *p)
{
	static void (*const family[])(struct prog *) = {
		barrier_idiom, barrier_idiom, handover_idiom, handover_idiom, warp_idiom,
		branch_idiom,  branch_idiom,  bits_idiom,     bits_idiom,     fields_idiom,
		data_idiom,    data_idiom,    call_idiom,     flow_idiom,     flow_idiom,
		atomic_idiom,  atomic_idiom};

	body(p, "{");
	p->depth++;
	family[below(p, sizeof(family) / sizeof(*family))](p);
	p->depth--;
	body(p, "}");
}

/* Some idioms one after the other, now and then in a loop. */
static void idioms(struct prog *p, unsigned n)
{
	bool loop = one_in(p, 3);

	if (loop) {
		body(p, "for (u32 round = 0; round < %s; round++) {",
		     one_in(p, 2) ? "a.rounds" : "3");
		p->depth++;
	}
	p->loop = loop;
	while (n--)
		one_idiom(p);
	p->loop = false;
	if (loop) {
		p->depth--;
		body(p, "}");
	}
}

static void kernel(struct prog *p, unsigned k, FILE *launches)
{
	char *text_body;
	size_t size;

	p->body = open_memstream(&text_body, &size);
	if (!p->body)
		exit(2);
	p->live = p->threads;
	p->depth = 1;
	p->record = one_in(p, 3);
	if (p->record)
		record_declare(p, k);
	idioms(p, 1 + below(p, 3));
	if (one_in(p, 3)) {
		exit_idiom(p, false);
		idioms(p, 1 + below(p, 2));
	}
	if (one_in(p, 4))
		exit_idiom(p, true);
	fclose(p->body);
	fprintf(p->decl, "__global__ void k%u(args a%s)\n{\n", k,
		p->record ? text(", S%u s", k) : "");
	fprintf(p->decl,
		"\tu32 t = threadIdx.x, lane = t %% 32, warp = t / 32, live = blockDim.x;\n"
		"\tu32 i = blockIdx.x * %u + t, mask = warp_mask(t, live);\n"
		"\tu64 r = %s;\n"
		"\t(void)lane, (void)warp, (void)mask;\n%s\ta.out[i] = r;\n}\n",
		p->threads, k ? "a.out[i]" : "a.in[i]", text_body);
	fprintf(launches, "\tLAUNCH(k%u, %u, %u, %u, a%s);\n", k, p->blocks, p->threads,
		8 * p->threads, p->record ? record_value(p) : "");
	free(text_body);
}

static void program(unsigned seed)
{
	struct prog p = {0};
	char *launch_text;
	size_t size;
	FILE *launches = open_memstream(&launch_text, &size);

	if (!launches)
		exit(2);
	rng_seed(&p.rng, seed);
	p.decl = stdout;
	p.blocks = 1 + below(&p, 3);
	p.threads = one_in(&p, 3) ? 1 + below(&p, 96) : 32 * (1 + below(&p, 3));
	printf("\nnamespace p%u {\nenum { BLOCKS = %u, THREADS = %u };\n", seed, p.blocks,
	       p.threads);
	for (unsigned k = 0; k == 0 || (k < 3 && one_in(&p, 3)); k++)
		kernel(&p, k, launches);
	fclose(launches);
	printf("static void run(args a)\n{\n%s}\n} // namespace p%u\n", launch_text, seed);
	free(launch_text);
}

/* The first random numbers of a seed say how many lanes its program has. */
static unsigned lanes(unsigned seed)
{
	struct prog p = {0};
	unsigned blocks;

	rng_seed(&p.rng, seed);
	blocks = 1 + below(&p, 3);
	return blocks * (one_in(&p, 3) ? 1 + below(&p, 96) : 32 * (1 + below(&p, 3)));
}

int main(int argc, char **argv)
{
	unsigned first = argc == 3 ? (unsigned)strtoul(argv[1], NULL, 0) : 0;
	unsigned count = argc == 3 ? (unsigned)strtoul(argv[2], NULL, 0) : 0;

	if (!count) {
		fprintf(stderr, "usage: idioms FIRST COUNT >batch.cu\n");
		return 2;
	}
	printf("// Programs %u to %u.\n#include \"prelude.h\"\n", first, first + count - 1);
	for (unsigned k = 0; k < count; k++)
		program(first + k);
	printf("\nstatic const program programs[] = {\n");
	for (unsigned k = 0; k < count; k++)
		printf("\t{%u, %u, p%u::run},\n", first + k, lanes(first + k), first + k);
	printf("};\n#include \"main.h\"\n");
	return ferror(stdout) != 0 || fflush(stdout) != 0;
}
