/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * trace_frames: the outer layer of a trace. Preamble, then zstd frames, each unpacked whole and
 * its checksum compared before anyone sees a byte of it.
 */
#ifndef TRACE_FRAMES_H
#define TRACE_FRAMES_H

#include "trace_format.h"

#include <stdio.h>
#include <zstd.h>

enum { TRACE_INPUT_BYTES = 1 << 16 };

struct trace_frames {
	const char *name; /* for messages */
	FILE *file;       /* NULL: all of it is in `in` */
	bool close_file;
	ZSTD_DCtx *zstd;
	ZSTD_inBuffer in;
	uint64_t in_offset; /* of in.src in the file */
	uint8_t *input;
	uint8_t *raw; /* the frame, unpacked */
	size_t n_raw;
	uint64_t frame_offset; /* of the frame in the file */
};

/* All return -1 and diag on error. name must outlive f. */
int trace_frames_open(struct trace_frames *f, const char *name, FILE *file, const void *bytes,
		      size_t size, struct diag *diag);
/* Reads and checks magic and version. */
int trace_frames_preamble(struct trace_frames *f, uint32_t *version, struct diag *diag);
/* 1: the next frame is in raw; 0: the file ended. */
int trace_frames_next(struct trace_frames *f, struct diag *diag);
void trace_frames_close(struct trace_frames *f);

#endif
