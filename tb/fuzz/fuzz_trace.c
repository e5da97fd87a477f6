/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * fuzz_trace: the trace reader on any bytes. First byte even: the rest is a file. Odd: the rest is
 * records, which are packed into frames here, because no mutation finds a checksum.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#include "../../sw/trace/trace_format.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Reads every record; each number must be within what the header and the launch say. */
static void read_all(const void *bytes, size_t size)
{
	static struct trace_record r;
	struct trace_header h;
	struct diag diag = {""};
	struct trace_reader *t = trace_reader_open_memory(bytes, size, "fuzz", &h, &diag);
	int got;

	if (!t) {
		if (!diag.text[0])
			abort();
		return;
	}
	while ((got = trace_reader_next(t, &r, &diag)) == 1) {
		bool launch = r.kind == TRACE_LAUNCH_BEGIN || r.kind == TRACE_LAUNCH_END;

		if (!r.kernel || (!launch && (r.sm >= h.sms || r.slot >= h.blocks_per_sm ||
					      r.warp >= r.warps_per_block)))
			abort();
		if (r.kind == TRACE_OP && !trace_name(TRACE_KINDS, r.op.kind))
			abort();
		for (unsigned l = 0; r.kind == TRACE_OP && l < SIMT_LANES; l++)
			if (!(r.op.mask >> l & 1) && (r.op.addr[l] | r.op.data[0][l]))
				abort();
	}
	if (got < 0 && !diag.text[0])
		abort();
	trace_reader_close(t);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char preamble[TRACE_PREAMBLE_BYTES] = "PFTRACE\0\1\0\0";
	ZSTD_CCtx *z;
	uint8_t *file;
	size_t half, n = sizeof(preamble);

	if (!size)
		return 0;
	if (data[0] % 2 == 0) {
		read_all(data + 1, size - 1);
		return 0;
	}
	/* Two frames, cut where the first byte says. */
	half = (size - 1) * (data[0] / 2) / 127;
	file = malloc(n + 2 * ZSTD_compressBound(size));
	z = ZSTD_createCCtx();
	if (!file || !z)
		abort();
	memcpy(file, preamble, n);
	ZSTD_CCtx_setParameter(z, ZSTD_c_checksumFlag, 1);
	ZSTD_CCtx_setParameter(z, ZSTD_c_compressionLevel, 1);
	if (half)
		n += ZSTD_compress2(z, file + n, ZSTD_compressBound(half), data + 1, half);
	if (half < size - 1)
		n += ZSTD_compress2(z, file + n, ZSTD_compressBound(size - 1 - half),
				    data + 1 + half, size - 1 - half);
	read_all(file, n);
	ZSTD_freeCCtx(z);
	free(file);
	return 0;
}
