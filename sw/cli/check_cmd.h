/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * check: the subcommand that looks at programs without running them.
 */
#ifndef CHECK_CMD_H
#define CHECK_CMD_H

int check_main(int argc, char **argv);

#endif
