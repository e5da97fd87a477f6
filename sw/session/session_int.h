/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * session_int: what the session's own files share. Not for anybody else.
 *
 *   session.c    options, memory, machine        launch.c     a launch, start to end
 *   model.c      the modelled GPU                races.c      oracle, detector, score
 *   checks.c     --check                         faults.c     launches that did not end well
 *   grace.c      --grace
 *   progress.c   the line on a terminal          interrupt.c  Ctrl-C inside a launch
 *   report.c     statistics, the end             json.c       the run as JSON
 *   options*.c   the options, from text
 */
#ifndef SESSION_INT_H
#define SESSION_INT_H

#include <jansson.h>

#include "session.h"

/* progress.c: what the machine prints, and how far it is; takes the line off the terminal. */
void session_progress_open(struct session *s);
void session_progress_clear(struct session *s);

/* model.c, with --config: the machine's size from the model's parameters; the model, made around
 * the machine; the race records of a launch of k; the records forgotten; text on standard error;
 * "sim" of the JSON. */
void session_model_options(struct session *s);
void session_model_open(struct session *s);
void session_model_collect(struct session *s, const struct simt_kernel *k);
void session_model_forget(struct session *s);
void session_model_report(const struct session *s);
int session_model_json(const struct session *s, FILE *f);

/* races.c */
void session_races_open(struct session *s); /* with the machine; dies if that does not fit */
void session_races_range(struct session *s, const char *range); /* NVTX's, of the next launch */
void session_races_collect(struct session *s); /* after a launch: names and lines are found now */
void session_races_close(struct session *s);   /* collects the last launch; decides race_status */
void session_races_report(struct session *s);  /* text on standard error */
/* Statistics of oracle and detector, as text on standard error and as JSON. */
void session_races_stats(const struct session *s);
json_t *session_races_json(const struct session *s); /* json_null(): nothing was asked for */
/* Writes s->sarif; one line on standard error when it cannot. */
void session_races_sarif(const struct session *s);
/* Whether what goes to standard error is coloured. */
bool session_colour(const struct options *o);

/* checks.c */
void session_checks_open(struct session *s);         /* with the machine */
void session_checks_close(struct session *s);        /* looks for leaks; decides race_status, too */
void session_checks_report(const struct session *s); /* text on standard error */
json_t *session_checks_json(const struct session *s);

/* grace.c */
void session_grace_open(struct session *s);         /* with the machine */
void session_grace_forget(struct session *s);       /* kernels go */
void session_grace_close(struct session *s);        /* decides race_status, too */
void session_grace_report(const struct session *s); /* text on standard error */
json_t *session_grace_json(const struct session *s);

/* interrupt.c: SIGINT and SIGTERM, if the program leaves them alone, stop a launch. */
void session_interrupt_begin(void);
void session_interrupt_end(void);
/* The machine looks at once when a signal has come. */
void session_interrupt_watch(struct session *s);
void session_interrupt_look(struct session *s); /* from the machine's progress function */
int session_interrupted(void);                  /* exit code, 128 + the signal; 0: none has come */

/* faults.c: tells and notes how a launch ended; the last lines on standard error. */
void session_fault_launched(struct session *s, enum machine_status status,
			    const struct machine_fault *f);
void session_fault_report(const struct session *s);

/* report.c: FILEs of --json and --sarif may be written? else dies. */
void session_check_json(struct session *s);
/* "  label   value" */
void session_print_u64(const char *name, uint64_t value);

/* json.c: writes s->json; one line on standard error when it cannot. */
void session_write_json(const struct session *s, const struct machine_stats *m);
const char *session_mode_name(enum simt_mode mode);                   /* "its" */
const char *session_scheduler_name(enum machine_scheduler scheduler); /* "random" */
const char *session_op_name(enum simt_op_kind kind);                  /* "loads" */

#endif
