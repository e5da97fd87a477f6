/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * builtin: ref.cfg, tiny.cfg and modern.cfg as bytes of the library, so that no path is needed to
 * find them.
 *
 * The assembler takes them in; compile in the repository's root. sim.mk says that this object
 * depends on them.
 */
#include <string.h>

#include "config_int.h"

#define EMBED(symbol, file) \
	__asm__(".pushsection .rodata, \"a\"\n" \
		".global " #symbol "\n" \
		".hidden " #symbol "\n" #symbol ":\n" \
		".incbin \"" file "\"\n" \
		".global " #symbol "_end\n" \
		".hidden " #symbol "_end\n" #symbol "_end:\n" \
		".byte 0\n" \
		".popsection\n"); \
	extern const char symbol[] __attribute__((visibility("hidden"))); \
	extern const char symbol##_end[] __attribute__((visibility("hidden")))

EMBED(sim_builtin_ref, "sim/config/ref.cfg");
EMBED(sim_builtin_tiny, "sim/config/tiny.cfg");
EMBED(sim_builtin_modern, "sim/config/modern.cfg");

const char *sim_builtin(const char *name, size_t *size)
{
	const struct {
		const char *name, *from, *to;
	} all[] = {
		{"ref", sim_builtin_ref, sim_builtin_ref_end},
		{"tiny", sim_builtin_tiny, sim_builtin_tiny_end},
		{"modern", sim_builtin_modern, sim_builtin_modern_end},
	};

	for (size_t i = 0; i < sizeof(all) / sizeof(*all); i++) {
		if (strcmp(name, all[i].name) != 0)
			continue;
		*size = (size_t)(all[i].to - all[i].from);
		return all[i].from;
	}
	return NULL;
}
