/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * shared_ptr_base: libstdc++ writes __attribute__((__noinline__)), which CUDA's macro of that
 * name would break.
 */
#pragma clang system_header
#pragma push_macro("__noinline__")
#undef __noinline__
#include_next <bits/shared_ptr_base.h>
#pragma pop_macro("__noinline__")
