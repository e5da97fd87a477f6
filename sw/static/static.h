/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * static: which accesses of a kernel to shared memory can race, told from its code: the static half
 * of GRace (PPoPP 2011, section 3, Algorithm 1).
 *
 *   code ─ flow ─> loops ─ eval ─> accesses: where, which threads, which iterations
 *                                     └─ order ─> between which barriers ─ pairs ─> free, race,
 * open
 *
 * An access is FREE if no two threads of a block that conflict at it are between the same two
 * barriers; it is in a RACE if two are, for all values of what is not known that its address
 * depends on; else it is OPEN, and left to a detector that runs with the program. Both answers are
 * proofs, by integer programming (isl), under what is said in docs/shared.md: an address does not
 * leave its 62 bits, a loop has fewer than 2^40 iterations.
 */
#ifndef STATIC_H
#define STATIC_H

#include "../simt/simt.h"

/* Of a launch, as far as it is known. */
struct static_config {
	uint32_t block[3], grid[3];  /* 0: not known */
	bool its;                    /* lanes are threads, else warps */
	const uint8_t *params;       /* kernel->param_bytes bytes; NULL: not known */
	const uint8_t *params_known; /* of each byte; NULL: all of params */
};

enum static_verdict { STATIC_OPEN, STATIC_FREE, STATIC_RACE };

struct static_access {
	uint32_t insn; /* of the kernel's entry function */
	bool write, strong;
	enum static_verdict verdict;
	const char *why; /* OPEN */
};

struct static_race {
	uint32_t first, second; /* indices of accesses */
	bool one_instruction;   /* lanes of one store */
	/* An example */
	uint32_t block[3], thread[2][3];
	int64_t address; /* byte in shared memory that both touch */
};

struct static_report {
	const char *refused; /* why nothing is known of the kernel; NULL */
	uint32_t refused_at; /* instruction */
	struct static_access *access;
	size_t n_accesses;
	struct static_race *race; /* one for each pair of accesses */
	size_t n_races;
	uint8_t *used_params; /* bytes of params that the answer depends on */
};

void static_check(struct static_report *r, const struct simt_kernel *k,
		  const struct static_config *c);
void static_report_free(struct static_report *r);

#endif
