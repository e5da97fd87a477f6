/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * run: `photofinish run`, checks options and program, then becomes the program.
 */
#ifndef RUN_H
#define RUN_H

/* argv[0] is the subcommand's name. Returns only on error: the exit code. */
int run_main(int argc, char **argv);

#endif
