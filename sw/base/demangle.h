/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * demangle: what a symbol is called in the source.
 */
#ifndef DEMANGLE_H
#define DEMANGLE_H

/* "_Z1kPi" -> "k(int*)"; to be freed. Without what clang puts behind the names of static kernels
 * and variables of relocatable code ("__static__c0ffee"). A name that is not C++'s, and every name
 * when the program has no C++ library, stays as it is. */
char *demangle(const char *symbol);

#endif
