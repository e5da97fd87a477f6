/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * config_cmd: `photofinish config`, prints every parameter of the modelled GPU.
 */
#ifndef CONFIG_CMD_H
#define CONFIG_CMD_H

/* argv[0] is the subcommand's name. Returns the exit code. */
int config_main(int argc, char **argv);

#endif
