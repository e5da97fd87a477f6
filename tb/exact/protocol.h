/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * protocol: exact clocks over a line of data, small enough that all its runs can be looked at
 * (explore.h). Reads that hit in an L1 are told to the slice later, by records.
 *
 *   warp's step ─┬─> truth: vector clocks that forget nothing ──────────────────> raced
 *                └─> L1, records ─> slice: last plain write, atomics, reads ────> told
 *
 * An epoch of a warp ends when it releases or passes a barrier. What one warp knows of another is
 * the last of that one's epochs that is known to be over. Both sides have the same knowledge: what
 * is looked at is what the slice keeps, and when it is told.
 */
#ifndef EXACT_PROTOCOL_H
#define EXACT_PROTOCOL_H

#include <stdbool.h>
#include <stdint.h>

enum { WARPS = 4, SMS = 4, WORDS = 2 };

/* How the slice learns of reads that hit. */
enum protocol_records {
	RECORDS_AT_ONCE, /* by a packet each */
	RECORDS_STAMPED, /* later, by a record with what the warp knew when it read */
	RECORDS_FLUSHED, /* later, without: a record leaves before its warp learns anything */
	RECORDS_COUNTED, /* stamped with a count of acquires, beside a table of when what was learnt
			  */
	RECORDS_PULLED   /* stamped; of a line that nobody has written, when somebody does */
};

/* Ways to get it wrong. */
#define PROTOCOL_FAULTS(X) \
	/* the slice's state */ \
	X(ONE_EPOCH, "one-epoch", \
	  "an atomic takes the place of the last write and of the atomics") \
	X(ONE_ATOMIC, "one-atomic", "an atomic takes the place of the atomics before it") \
	X(ATOMIC_DROPS_READS, "atomic-drops-reads", \
	  "an atomic forgets the reads, as a write does") \
	X(STRONG_IS_READ, "strong-is-read", "strong loads are kept with the plain ones") \
	X(STRONG_IS_ATOMIC, "strong-is-atomic", "strong loads are kept with the atomics") \
	X(NARROW_IS_ATOMIC, "narrow-is-atomic", \
	  "atomics of block scope are kept with those of device scope") \
	X(READS_WITHOUT_EPOCH, "reads-without-epoch", "of reads their warps are kept, not when") \
	X(OLD_READS_LAST, "old-reads-last", \
	  "a read that arrives late takes the place of the warp's later ones") \
	X(OWN_SLOT, "own-slot", "what its slot's earlier warps did counts as the warp's own") \
	X(KNOWN_SLOT, "known-slot", \
	  "knowing a slot's warp counts as knowing those before it there") \
	/* records */ \
	X(NO_STAMP, "no-stamp", "a record is judged by what its warp knows when it arrives") \
	X(NO_FLUSH_BY_STORE, "no-flush-by-store", \
	  "records stay while their SM stores to the line") \
	X(NO_FLUSH_BY_RELEASE, "no-flush-by-release", "records stay while their warp releases") \
	X(RELEASE_FLUSHES_OWN, "release-flushes-own", \
	  "a release waits for its warp's records, not for those it knows of") \
	X(MIXED_TIMES, "mixed-times", \
	  "words read before and after an acquire or barrier share a record") \
	/* counted */ \
	X(WRAP_KEEPS_RECORDS, "wrap-keeps-records", \
	  "records stay while their warp's count starts anew") \
	X(YOUNGER_COUNTS, "younger-counts", "what was learnt after a load counts, too") \
	/* pulled */ \
	X(SHARERS_UNTOLD, "sharers-untold", \
	  "who is asked for its reads is not told that the line is written") \
	X(FILL_UNTOLD, "fill-untold", "a fill does not say that the line is written") \
	X(RELEASE_WITHOUT_ANSWERS, "release-without-answers", \
	  "a release does not wait until its SM's writes are answered") \
	X(LATE_KNOWLEDGE, "late-knowledge", \
	  "answers are judged by what the writer knows when they arrive") \
	X(EVICTED_LOST, "evicted-lost", "a line that leaves an L1 takes its reads along") \
	X(LINE_OPEN, "line-open", "others access a line whose answers are missing") \
	X(SHARERS_KEPT, "sharers-kept", "an SM that writes first does not send its own reads")
#define PROTOCOL_ENUM(name, word, text) FAULT_##name,
enum protocol_fault { FAULT_NONE, PROTOCOL_FAULTS(PROTOCOL_ENUM) PROTOCOL_FAULT_COUNT };
const char *protocol_fault_name(enum protocol_fault f); /* "no-stamp"; NONE: "none" */
const char *protocol_fault_text(enum protocol_fault f);

/* Accesses. Strong stores are as atomics. */
enum protocol_access {
	ACCESS_READ,
	ACCESS_STRONG, /* a load of device scope */
	ACCESS_ATOMIC, /* of device scope */
	ACCESS_NARROW, /* of block scope */
	ACCESS_WRITE,  /* plain */
	ACCESS_KINDS
};
enum { ACCESS_SETS = ACCESS_WRITE }; /* kinds of which the slice keeps each warp's last one */

struct protocol {
	unsigned warps, words; /* 2 .. WARPS, 1 .. WORDS */
	uint8_t sm[WARPS];     /* whose is each, with its one block; from 0, none left out */
	bool follows[WARPS]; /* it takes the slot of the warp before it, when that one has ended */
	bool strong, narrow; /* with strong loads, with atomics of block scope */
	unsigned count_bits; /* of COUNTED, 1 to 7 */
	enum protocol_records records;
	enum protocol_fault fault;
};

/* Bytes only, so that equal states are equal in memory. Epochs count from 1; 0: none. Masks: bit w
 * is word or SM w. */
struct protocol_state {
	/* by warps, whom it is of last */
	uint8_t know[WARPS][WARPS]; /* of itself: the epoch that it is in */
	uint8_t flag[WARPS];        /* what who acquires learns */
	/* KNOWN_SLOT: warps of which a warp knows anything, and who acquires would */
	uint8_t heard[WARPS], flag_heard;
	/* truth: the last access of each kind */
	uint8_t last[ACCESS_KINDS][WORDS][WARPS];
	/* slice */
	uint8_t writer[WORDS], write[WORDS];    /* the last plain write: its warp + 1, its epoch */
	uint8_t set[ACCESS_SETS][WORDS][WARPS]; /* since then: each warp's last one of a kind */
	/* records of warps' reads, at their SMs: when (0: no record), and what the warp knew */
	uint8_t epoch[WORDS][WARPS];
	uint8_t stamp[WORDS][WARPS][WARPS];
	/* counted: a warp's acquires and barriers, when a record was made, when what was learnt */
	uint8_t count[WARPS], counts[WORDS][WARPS], learnt[WARPS][WARPS];
	/* pulled: */
	uint8_t asker, asked_word; /* who has written, + 1, and waits for answers */
	uint8_t asked;             /* SMs whose answers are missing */
	uint8_t knew[WARPS];       /* what it knew as it wrote */
	uint8_t sharers;           /* SMs that the slice has sent the line */
	uint8_t written;           /* somebody has written the line: to the slice, */
	uint8_t marked;            /* and to these SMs */
	uint8_t valid;             /* SMs whose L1 has the line */
	uint8_t gone;              /* warps that have ended */
	/* words with a race */
	uint8_t raced, told;
};

/* A step: of a warp, or of an SM. */
enum protocol_kind {
	STEP_HIT,    /* reads, in the L1 */
	STEP_MISS,   /* reads, at the slice; the line comes to the L1 */
	STEP_STRONG, /* these at the slice */
	STEP_ATOMIC,
	STEP_NARROW,
	STEP_WRITE,
	STEP_RELEASE, /* a fence, and a store to the flag, in place of what it has */
	STEP_HAND_ON, /* a fence, and an atomic to the flag, beside what it has */
	STEP_ACQUIRE, /* a load of the flag, and a fence */
	STEP_LEAVE,   /* ends, as somebody waits for its slot */
	STEP_BARRIER, /* an SM's warps */
	STEP_SEND,    /* an SM's records leave, for whatever reason */
	STEP_EVICT,   /* the line leaves an SM's L1 */
	STEP_ANSWER,  /* an SM that is asked for its reads sends them */
	STEP_KINDS
};
struct protocol_step {
	uint8_t kind, who, word; /* protocol_kind; warp or SM */
};

/* A warp: six accesses a word, releases, acquire or leave; an SM: barrier, send, evict, answer. */
enum { PROTOCOL_STEPS = WARPS * (6 * WORDS + 4) + SMS * 4 };
void protocol_begin(const struct protocol *p, struct protocol_state *s);
/* What can happen next: step[0 .. n-1]; returns n. */
unsigned protocol_steps(const struct protocol *p, const struct protocol_state *s,
			struct protocol_step step[PROTOCOL_STEPS]);
void protocol_step(const struct protocol *p, struct protocol_state *s, struct protocol_step step);
/* The launch ends: everything arrives. */
void protocol_end(const struct protocol *p, struct protocol_state *s);
/* States that go on alike become equal; epochs become small numbers. */
void protocol_normalise(const struct protocol *p, struct protocol_state *s);

#endif
