/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * define: how every shim function is declared. Undefined again at the end of cuda.h.
 *
 * always_inline and nodebug: the line table then names the user's line, not ours.
 */
#define PF_INLINE static __inline__ __attribute__((always_inline, nodebug))
#define PF_DEVICE __device__ PF_INLINE
#define PF_HD __host__ __device__ PF_INLINE
#define PF_HOST __host__ PF_INLINE
