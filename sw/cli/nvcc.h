/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * nvcc: the command line of nvcc, made one of `photofinish cc`, for builds that call nvcc.
 */
#ifndef NVCC_H
#define NVCC_H

/* `photofinish nvcc ARGS`, and a program that is called by the name nvcc. Exit codes of cc_main();
 * 2 for an option that is not known, by its name. */
int nvcc_main(int argc, char **argv);

/* Prints the folder with bin/nvcc, include and lib64. Returns 0, or 2 with a line on stderr. */
int nvcc_print_home(void);

#endif
