/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * litmus_cmd: `photofinish litmus`, walks the orders of small programs and says who sees a race.
 */
#ifndef LITMUS_CMD_H
#define LITMUS_CMD_H

/* argv[0] is the subcommand's name. Returns the exit code. */
int litmus_main(int argc, char **argv);

#endif
