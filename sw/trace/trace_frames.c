/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "trace_frames.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
	FRAME_START = 5, /* bytes of a frame that are looked at before unpacking */
	WINDOW_LOG = 20, /* no frame is larger, so no window need be */
	DESCRIPTOR_CHECKSUM = 0x04,
	DESCRIPTOR_REFUSED = 0x1b, /* dictionary, reserved and unused bits */
};

static int fail(const struct trace_frames *f, uint64_t offset, const char *what, struct diag *diag)
{
	return diag_set(diag, f->name, 0, "byte %" PRIu64 ": %s", offset, what);
}

static uint64_t position(const struct trace_frames *f)
{
	return f->in_offset + f->in.pos;
}

/* Makes at least n bytes available unless the file ends before. -1: read error. */
static int need(struct trace_frames *f, size_t n, struct diag *diag)
{
	size_t left = f->in.size - f->in.pos;

	if (!f->file || left >= n)
		return 0;
	memmove(f->input, f->input + f->in.pos, left);
	f->in_offset += f->in.pos;
	f->in.pos = 0;
	f->in.size = left + fread(f->input + left, 1, TRACE_INPUT_BYTES - left, f->file);
	if (ferror(f->file))
		return fail(f, f->in_offset + f->in.size, strerror(errno), diag);
	return 0;
}

int trace_frames_open(struct trace_frames *f, const char *name, FILE *file, const void *bytes,
		      size_t size, struct diag *diag)
{
	memset(f, 0, sizeof(*f));
	f->name = name;
	f->file = file;
	f->input = file ? mem_alloc(TRACE_INPUT_BYTES) : NULL;
	f->in.src = file ? f->input : bytes;
	f->in.size = size;
	/* One byte more, so that a frame that is too large shows. */
	f->raw = mem_alloc(TRACE_MAX_FRAME + 1);
	f->zstd = ZSTD_createDCtx();
	if (!f->zstd ||
	    ZSTD_isError(ZSTD_DCtx_setParameter(f->zstd, ZSTD_d_windowLogMax, WINDOW_LOG)))
		return diag_set(diag, name, 0, "cannot set up zstd");
	return 0;
}

void trace_frames_close(struct trace_frames *f)
{
	if (f->file && f->close_file)
		fclose(f->file);
	ZSTD_freeDCtx(f->zstd);
	free(f->input);
	free(f->raw);
}

int trace_frames_preamble(struct trace_frames *f, uint32_t *version, struct diag *diag)
{
	const uint8_t *p;

	if (need(f, TRACE_PREAMBLE_BYTES, diag))
		return -1;
	p = f->in.src;
	if (f->in.size < TRACE_MAGIC_BYTES || memcmp(p, TRACE_MAGIC, TRACE_MAGIC_BYTES) != 0)
		return fail(f, 0, "not a photofinish trace", diag);
	if (f->in.size < TRACE_PREAMBLE_BYTES)
		return fail(f, f->in.size, "the trace is cut off", diag);
	*version = (uint32_t)p[8] | (uint32_t)p[9] << 8 | (uint32_t)p[10] << 16 |
		   (uint32_t)p[11] << 24;
	if (*version != TRACE_VERSION)
		return diag_set(diag, f->name, 0,
				"byte %d: trace version %" PRIu32 ", this program reads version %d",
				TRACE_MAGIC_BYTES, *version, TRACE_VERSION);
	f->in.pos = TRACE_PREAMBLE_BYTES;
	return 0;
}

/* zstd would also take frames without checksum, skippable and historic ones. */
static int check_start(struct trace_frames *f, struct diag *diag)
{
	const uint8_t *p = (const uint8_t *)f->in.src + f->in.pos;

	if (f->in.size - f->in.pos < FRAME_START)
		return fail(f, f->in_offset + f->in.size, "the trace is cut off", diag);
	if (p[0] != 0x28 || p[1] != 0xb5 || p[2] != 0x2f || p[3] != 0xfd)
		return fail(f, position(f), "no zstd frame", diag);
	if (!(p[4] & DESCRIPTOR_CHECKSUM) || (p[4] & DESCRIPTOR_REFUSED))
		return fail(f, position(f) + 4, "zstd frame of an unexpected kind", diag);
	return 0;
}

int trace_frames_next(struct trace_frames *f, struct diag *diag)
{
	ZSTD_outBuffer out = {f->raw, TRACE_MAX_FRAME + 1, 0};
	size_t r = 1;

	if (need(f, FRAME_START, diag))
		return -1;
	if (f->in.size == f->in.pos)
		return 0;
	f->frame_offset = position(f);
	if (check_start(f, diag))
		return -1;
	ZSTD_DCtx_reset(f->zstd, ZSTD_reset_session_only);
	while (r) {
		if (need(f, 1, diag))
			return -1;
		if (f->in.pos == f->in.size)
			return fail(f, position(f), "the trace is cut off", diag);
		r = ZSTD_decompressStream(f->zstd, &out, &f->in);
		if (ZSTD_isError(r))
			return diag_set(diag, f->name, 0, "byte %" PRIu64 ": damaged frame: %s",
					f->frame_offset, ZSTD_getErrorName(r));
		if (out.pos > TRACE_MAX_FRAME)
			return fail(f, f->frame_offset, "frame is too large", diag);
	}
	f->n_raw = out.pos;
	return 1;
}
