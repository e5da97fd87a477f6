/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CACHE_CMD_H
#define CACHE_CMD_H

int cache_main(int argc, char **argv);

#endif
