/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * nvToolsExt: profiler ranges, which do nothing here.
 */
#ifndef PHOTOFINISH_NVTOOLSEXT_H
#define PHOTOFINISH_NVTOOLSEXT_H

static inline int nvtxRangePushA(const char *name) { (void)name; return 0; }
static inline int nvtxRangePop(void) { return 0; }
static inline void nvtxMarkA(const char *name) { (void)name; }
#define nvtxRangePush nvtxRangePushA
#define nvtxMark nvtxMarkA

#endif
