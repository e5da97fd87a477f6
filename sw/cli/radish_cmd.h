/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * radish_cmd: `photofinish radish`, a trace through RADISH as published: how often it checks, and
 * by what.
 */
#ifndef RADISH_CMD_H
#define RADISH_CMD_H

/* argv[0] is the subcommand's name. Returns the exit code. */
int radish_main(int argc, char **argv);

#endif
