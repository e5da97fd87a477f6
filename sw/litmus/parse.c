/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * A file is a sequence of tests; a test is a sequence of lines. docs/litmus.md.
 */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "final.h"

/* Tokens */

int build_fail(struct build *b, const char *fmt, ...)
{
	char text[DIAG_TEXT];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	for (char *p = text; *p; p++)
		if ((unsigned char)*p < ' ' || *p == 127)
			*p = '?'; /* names come from the file */
	return diag_set(b->diag, b->file, b->lx.line, "%s", text);
}

int build_expected(struct build *b, const char *what)
{
	const struct litmus_lex *l = &b->lx;

	if (l->kind == LITMUS_END)
		return build_fail(b, "expected %s, found the end of the file", what);
	if (l->kind == LITMUS_NEWLINE)
		return build_fail(b, "expected %s, found the end of the line", what);
	if (l->kind == LITMUS_BAD && l->len == 1 && ((unsigned char)*l->text < ' ' || *l->text < 0))
		return build_fail(b, "expected %s, found byte 0x%02x", what,
				  (unsigned)(unsigned char)*l->text);
	return build_fail(b, "expected %s, found '%.*s'", what, (int)(l->len < 64 ? l->len : 64),
			  l->text);
}

int build_take_sign(struct build *b, char sign, const char *what)
{
	if (!litmus_lex_sign(&b->lx, sign))
		return build_expected(b, what);
	litmus_lex_next(&b->lx);
	return 0;
}

int build_take_number(struct build *b, uint64_t min, uint64_t max, const char *what, uint64_t *v)
{
	const struct litmus_lex *l = &b->lx;

	if (l->kind != LITMUS_NUMBER)
		return build_expected(b, "a number");
	if (l->too_big || l->value < min || l->value > max)
		return build_fail(b, "%s: %.*s is not in %llu..%llu", what,
				  (int)(l->len < 64 ? l->len : 64), l->text,
				  (unsigned long long)min, (unsigned long long)max);
	*v = l->value;
	litmus_lex_next(&b->lx);
	return 0;
}

int build_take_name(struct build *b, const char *what, struct build_name *n)
{
	*n = (struct build_name){b->lx.text, b->lx.len};
	if (b->lx.kind != LITMUS_WORD)
		return build_expected(b, what);
	if (memchr(n->text, '.', n->len) || memchr(n->text, '-', n->len) || n->len > 64)
		return build_fail(b, "'%.*s' is not a name", (int)(n->len < 64 ? n->len : 64),
				  n->text);
	litmus_lex_next(&b->lx);
	return 0;
}

bool build_same(const struct build_name *a, const struct build_name *b)
{
	return a->len == b->len && !memcmp(a->text, b->text, a->len);
}

void build_skip_newlines(struct build *b)
{
	while (b->lx.kind == LITMUS_NEWLINE)
		litmus_lex_next(&b->lx);
}

/* Threads: b0.t0-31, b1-2.t5 */

/* N or N-M; false when the text is neither. */
static bool take_range(const char **p, const char *end, uint32_t limit, uint32_t *lo, uint32_t *hi)
{
	for (unsigned i = 0; i < 2; i++) {
		uint32_t v = 0;
		const char *from = *p;

		for (; *p < end && **p >= '0' && **p <= '9' && v < limit; ++*p)
			v = v * 10 + (uint32_t)(**p - '0');
		if (*p == from || v >= limit)
			return false;
		*(i ? hi : lo) = v;
		if (i == 0) {
			*hi = v;
			if (*p == end || **p != '-')
				return true;
			++*p;
		}
	}
	return *lo <= *hi;
}

bool build_is_thread(const struct litmus_lex *l)
{
	return l->kind == LITMUS_WORD && l->len > 1 && l->text[0] == 'b' && l->text[1] >= '0' &&
	       l->text[1] <= '9';
}

static int take_box(struct build *b)
{
	const char *p = b->lx.text + 1, *end = b->lx.text + b->lx.len;
	struct build_box x = {.body = b->n_bodies};

	if (!build_is_thread(&b->lx) || !take_range(&p, end, BUILD_MAX_BLOCKS, &x.b0, &x.b1) ||
	    end - p < 2 || p[0] != '.' || p[1] != 't')
		return build_expected(b, "threads such as b0.t0 or b0-1.t0-31");
	p += 2;
	if (!take_range(&p, end, BUILD_MAX_THREADS, &x.t0, &x.t1) || p != end)
		return build_expected(b, "threads such as b0.t0 or b0-1.t0-31");
	for (unsigned i = 0; i < b->n_boxes; i++) {
		const struct build_box *y = &b->boxes[i];

		if (x.b0 <= y->b1 && y->b0 <= x.b1 && x.t0 <= y->t1 && y->t0 <= x.t1)
			return build_fail(b, "'%.*s': some of these threads have a body already",
					  (int)b->lx.len, b->lx.text);
	}
	if (b->n_boxes == BUILD_BOXES || b->n_bodies == BUILD_BODIES)
		return build_fail(b, "more than %d bodies or %d groups of threads", BUILD_BODIES,
				  BUILD_BOXES);
	b->boxes[b->n_boxes++] = x;
	if (b->t->program.blocks < x.b1 + 1)
		b->t->program.blocks = x.b1 + 1;
	if (b->t->program.threads < x.t1 + 1)
		b->t->program.threads = x.t1 + 1;
	litmus_lex_next(&b->lx);
	return 0;
}

static int take_threads(struct build *b)
{
	for (;;) {
		if (take_box(b))
			return -1;
		if (!litmus_lex_sign(&b->lx, ','))
			break;
		litmus_lex_next(&b->lx);
	}
	return build_take_sign(b, ':', ":") || build_body(b);
}

/* Directives */

static const char *const checkers[LITMUS_CHECKERS] = {"ptx", "scord-model", "paper", "scord"};

static int take_mode(struct build *b)
{
	const bool its = litmus_lex_is(&b->lx, "its");

	if (!its && !litmus_lex_is(&b->lx, "lockstep"))
		return build_expected(b, "its or lockstep");
	b->t->program.mode = its ? SIMT_ITS : SIMT_LOCKSTEP;
	litmus_lex_next(&b->lx);
	return 0;
}

static int take_verdict(struct build *b, const struct litmus_lex *of, enum litmus_verdict *to)
{
	static const char *const names[] = {"", "never", "sometimes", "always"};

	if (*to)
		return build_fail(b, "'%.*s' a second time", (int)of->len, of->text);
	for (unsigned v = LITMUS_NEVER; v <= LITMUS_ALWAYS; v++) {
		if (!litmus_lex_is(&b->lx, names[v]))
			continue;
		*to = (enum litmus_verdict)v;
		litmus_lex_next(&b->lx);
		return 0;
	}
	return build_expected(b, "never, sometimes or always");
}

/* row paper|scord NAME, NAME ... */
static int take_rows(struct build *b)
{
	const unsigned c = litmus_lex_is(&b->lx, "scord") ? LITMUS_SCORD : LITMUS_PAPER;
	const unsigned room = sizeof(b->t->rows[c]) / sizeof(*b->t->rows[c]) - 1;
	unsigned n = 0;

	if (c == LITMUS_PAPER && !litmus_lex_is(&b->lx, "paper"))
		return build_expected(b, "paper or scord");
	do {
		unsigned r = SCORE_UNEXPLAINED + 1;

		litmus_lex_next(&b->lx);
		while (r < SCORE_ROWS && !litmus_lex_is(&b->lx, score_row_name((enum score_row)r)))
			r++;
		if (r == SCORE_ROWS)
			return build_expected(b, "the name of a weakness");
		while (b->t->rows[c][n])
			n++;
		if (n == room)
			return build_fail(b, "more than %u rows", room);
		b->t->rows[c][n] = (enum score_row)r;
		litmus_lex_next(&b->lx);
	} while (litmus_lex_sign(&b->lx, ','));
	return 0;
}

static int take_watch(struct build *b)
{
	const struct build_var *v;
	struct build_name n;

	if (build_take_name(b, "a variable", &n))
		return -1;
	v = build_find_var(b, &n);
	if (!v || v->where != BUILD_BUFFER)
		return build_fail(b, "'%.*s' is not a variable in the buffer", (int)n.len, n.text);
	b->t->program.watch_from = v->at;
	b->t->program.watch_bytes = (uint64_t)v->size * v->count;
	return 0;
}

static int take_count(struct build *b, uint32_t *n, uint64_t max, const char *what)
{
	uint64_t v;

	if (build_take_number(b, 1, max, what, &v))
		return -1;
	if (*n < v)
		*n = (uint32_t)v;
	return 0;
}

static int take_directive(struct build *b)
{
	struct litmus_program *p = &b->t->program;
	const struct litmus_lex word = b->lx;

	litmus_lex_next(&b->lx);
	if (litmus_lex_is(&word, "mode"))
		return take_mode(b);
	if (litmus_lex_is(&word, "var"))
		return build_var_list(b);
	if (litmus_lex_is(&word, "row"))
		return take_rows(b);
	if (litmus_lex_is(&word, "watch"))
		return take_watch(b);
	if (litmus_lex_is(&word, "blocks"))
		return take_count(b, &p->blocks, BUILD_MAX_BLOCKS, "blocks");
	if (litmus_lex_is(&word, "cluster"))
		return take_count(b, &p->cluster, SIMT_MAX_CLUSTER, "blocks of a cluster");
	if (litmus_lex_is(&word, "threads"))
		return take_count(b, &p->threads, BUILD_MAX_THREADS, "threads");
	if (litmus_lex_is(&word, "sms"))
		return take_count(b, &p->sms, 64, "SMs");
	if (litmus_lex_is(&word, "slots"))
		return take_count(b, &p->blocks_per_sm, 32, "block slots of an SM");
	for (unsigned c = 0; c < LITMUS_CHECKERS; c++)
		if (litmus_lex_is(&word, checkers[c]))
			return take_verdict(b, &word, &b->t->expect[c]);
	if (litmus_lex_is(&word, "faults"))
		return take_verdict(b, &word, &b->t->faults);
	if (litmus_lex_is(&word, "hangs"))
		return take_verdict(b, &word, &b->t->hangs);
	if (litmus_lex_is(&word, "exists"))
		return final_take(b, LITMUS_SOMETIMES);
	if (litmus_lex_is(&word, "never"))
		return final_take(b, LITMUS_NEVER);
	if (litmus_lex_is(&word, "always"))
		return final_take(b, LITMUS_ALWAYS);
	b->lx = word;
	if (litmus_lex_is(&word, "oracle"))
		return build_fail(b, "'oracle' is now 'ptx' (the default model) or 'scord-model'");
	if (litmus_lex_is(&word, "strict"))
		return build_fail(b, "'strict' is now 'ptx'");
	return build_expected(b, "threads (b0.t0: ...), var, mode, ptx, scord-model, paper, "
				 "scord, row, watch, blocks, cluster, threads, sms, slots or test");
}

/* Tests */

/* Comment lines joined: no # at their start, one blank between words. */
static const char *join_comment(struct arena *a, const char *text, size_t len)
{
	char *s = arena_alloc(a, len + 1);
	bool start = true; /* of a line: blanks and # are dropped */
	size_t n = 0;

	for (size_t i = 0; i < len; i++) {
		const char c = text[i];

		if (c == '\n')
			start = true;
		if ((unsigned char)c <= ' ') {
			if (n && s[n - 1] != ' ')
				s[n++] = ' ';
		} else if (c != '#' || !start) {
			s[n++] = c;
			start = false;
		}
	}
	while (n && s[n - 1] == ' ')
		n--;
	s[n] = '\0';
	return s;
}

static int test_begin(struct build *b, struct litmus_test *t)
{
	const struct litmus_lex *l = &b->lx;

	if (!litmus_lex_is(l, "test"))
		return build_expected(b, "test");
	if (l->why)
		t->why = join_comment(&t->arena, l->why, l->why_len);
	litmus_lex_next(&b->lx);
	if (l->kind != LITMUS_WORD)
		return build_expected(b, "the test's name");
	t->name = arena_strndup(&t->arena, l->text, l->len);
	t->program.file = arena_strndup(&t->arena, b->file, strlen(b->file));
	t->program.mode = SIMT_ITS;
	litmus_lex_next(&b->lx);
	return l->kind == LITMUS_NEWLINE ? 0 : build_expected(b, "the end of the line");
}

static int test_lines(struct build *b)
{
	for (;;) {
		build_skip_newlines(b);
		if (b->lx.kind == LITMUS_END || litmus_lex_is(&b->lx, "test"))
			return b->n_bodies ? 0
					   : build_fail(b, "test '%s' has no threads", b->t->name);
		if (build_is_thread(&b->lx) ? take_threads(b) : take_directive(b))
			return -1;
		if (b->lx.kind != LITMUS_NEWLINE && b->lx.kind != LITMUS_END)
			return build_expected(b, "the end of the line");
	}
}

static void finish(struct build *b, const char *bodies)
{
	struct litmus_program *p = &b->t->program;
	uint8_t *init;

	if (p->cluster && p->blocks % p->cluster) /* blocks without a body leave at once */
		p->blocks += p->cluster - p->blocks % p->cluster;
	p->ptx = build_module(b, bodies);
	p->kernel = "litmus";
	p->buffer_bytes = b->bytes[BUILD_BUFFER];
	if (!p->buffer_bytes)
		return;
	init = arena_alloc(&b->t->arena, p->buffer_bytes);
	memcpy(init, b->init[BUILD_BUFFER],
	       p->buffer_bytes < BUILD_BYTES ? p->buffer_bytes : BUILD_BYTES);
	p->buffer = init;
}

/* The lexer stands at `test`. */
static int take_test(struct build *b, struct litmus_test *t)
{
	const struct litmus_lex lx = b->lx;
	const char *file = b->file;
	struct diag *diag = b->diag;
	char *bodies = NULL;
	size_t size = 0;
	int r;

	memset(b, 0, sizeof(*b));
	b->lx = lx;
	b->file = file;
	b->diag = diag;
	b->t = t;
	b->next_reg = 5; /* below: emit.c's own */
	b->out = open_memstream(&bodies, &size);
	r = test_begin(b, t) || final_scan(b) || test_lines(b) || final_finish(b);
	fclose(b->out);
	if (!r)
		finish(b, bodies);
	free(bodies);
	return r ? -1 : 0;
}

struct litmus_test *litmus_parse(const char *text, size_t size, const char *file, size_t *n,
				 struct diag *diag)
{
	struct build *b = mem_alloc(sizeof(*b));
	struct litmus_test *tests = NULL;
	size_t cap = 0;
	int r = 0;

	*n = 0;
	b->file = file;
	b->diag = diag;
	litmus_lex_init(&b->lx, text, size);
	build_skip_newlines(b);
	while (!r && b->lx.kind != LITMUS_END) {
		if (*n == BUILD_TESTS) {
			r = build_fail(b, "more than %d tests", BUILD_TESTS);
			break;
		}
		tests = mem_grow(tests, &cap, *n, sizeof(*tests));
		tests[*n] = (struct litmus_test){0};
		r = take_test(b, &tests[(*n)++]);
	}
	if (!r && !*n)
		r = build_fail(b, "no test");
	free(b);
	if (!r)
		return tests;
	litmus_free(tests, *n);
	*n = 0;
	return NULL;
}

void litmus_free(struct litmus_test *t, size_t n)
{
	for (size_t i = 0; i < n; i++)
		arena_free(&t[i].arena);
	free(t);
}
