/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * fatbin: finds PTX text in what a program carries: the text itself (photofinish cc, or
 * clang -fcuda-include-gpubinary) or nvcc's container.
 *
 *   header  u32 0xba55ed50, u16 version 1, u16 header bytes, u64 bytes of all images
 *   image   u16 kind (1 PTX, 2 cubin), u16, u32 header bytes, u64 bytes, u32 compressed
 *           bytes, .. 28: u32 architecture, 40: u64 flags
 *
 * Nothing outside the container's own bounds is read.
 */
#include "rt.h"

#include <string.h>

enum {
	HEADER_BYTES = 16,
	IMAGE_BYTES = 64,
	KIND_PTX = 1,
	FLAGS_COMPRESSED = 0x2000 | 0x8000 /* lz4; zstd */
};

/* A container is at most this large: a wild size must not lead us through memory. */
#define MAX_BYTES (UINT64_C(1) << 32)

static uint64_t field(const uint8_t *p, unsigned offset, unsigned bytes)
{
	uint64_t v = 0;

	memcpy(&v, p + offset, bytes);
	return v;
}

/* Compared byte by byte: PTX text may be shorter than the magic number. */
static bool starts_with(const uint8_t *p, const uint8_t magic[4])
{
	return p[0] == magic[0] && p[1] == magic[1] && p[2] == magic[2] && p[3] == magic[3];
}

struct images {
	const uint8_t *ptx; /* of the highest architecture */
	size_t ptx_bytes;
	unsigned ptx_arch, others, other_arch;
	bool compressed;
};

/* One image at p, left bytes before the container's end. Returns its size, 0 when broken. */
static uint64_t look_at(struct images *s, const uint8_t *p, uint64_t left)
{
	uint64_t head, bytes;
	unsigned arch;

	if (left < IMAGE_BYTES)
		return 0;
	head = field(p, 4, 4);
	bytes = field(p, 8, 8);
	if (head < IMAGE_BYTES || head > left || bytes > left - head)
		return 0;
	arch = (unsigned)field(p, 28, 4);
	if (field(p, 0, 2) != KIND_PTX) {
		s->others++;
		s->other_arch = arch;
	} else if (field(p, 16, 4) || (field(p, 40, 8) & FLAGS_COMPRESSED)) {
		s->compressed = true;
	} else if (!s->ptx || arch > s->ptx_arch) {
		s->ptx = p + head;
		s->ptx_bytes = (size_t)bytes;
		s->ptx_arch = arch;
	}
	return head + bytes;
}

static int open_container(const uint8_t *p, const char **text, size_t *size, struct diag *diag)
{
	struct images s = {0};
	uint64_t head = field(p, 6, 2), total = field(p, 8, 8), at = 0;

	if (field(p, 4, 2) != 1)
		return diag_set(diag, NULL, 0, "fatbin version %u is not supported",
				(unsigned)field(p, 4, 2));
	if (head < HEADER_BYTES || total > MAX_BYTES)
		return diag_set(diag, NULL, 0, "fatbin header is broken");
	while (at < total) {
		uint64_t n = look_at(&s, p + head + at, total - at);

		if (!n)
			return diag_set(diag, NULL, 0, "fatbin is truncated or broken at byte %llu",
					(unsigned long long)(head + at));
		at += n;
	}
	if (s.ptx) {
		*text = (const char *)s.ptx;
		*size = strnlen(*text, s.ptx_bytes);
		return 0;
	}
	if (s.compressed)
		return diag_set(diag, NULL, 0,
				"fatbin holds compressed PTX: compile with nvcc --no-compress");
	if (s.others)
		return diag_set(diag, NULL, 0,
				"fatbin holds machine code (cubin for sm_%u) and no PTX: compile "
				"with nvcc -arch=compute_%u",
				s.other_arch, s.other_arch);
	return diag_set(diag, NULL, 0, "fatbin is empty");
}

int rt_image_ptx(const void *image, const char **text, size_t *size, struct diag *diag)
{
	static const uint8_t fatbin[4] = {0x50, 0xed, 0x55, 0xba}, elf[4] = {0x7f, 'E', 'L', 'F'};

	if (!image)
		return diag_set(diag, NULL, 0, "no device code");
	if (starts_with(image, fatbin))
		return open_container(image, text, size, diag);
	if (starts_with(image, elf))
		return diag_set(diag, NULL, 0,
				"device code is machine code (cubin), not PTX: compile with nvcc "
				"-arch=compute_..");
	*text = image;
	*size = strlen(*text);
	return 0;
}
