/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * trace_cmd: `photofinish trace`, prints a trace as text, JSON lines or a summary.
 */
#ifndef TRACE_CMD_H
#define TRACE_CMD_H

/* argv[0] is the subcommand's name. Returns the exit code. */
int trace_main(int argc, char **argv);

#endif
