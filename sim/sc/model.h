/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * model: the model's C headers, for C++.
 *
 *   system headers as C++, first ─> headers of sim/ and sw/ with C linkage
 */
#ifndef SIM_SC_MODEL_H
#define SIM_SC_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cassert>
#include <cstdlib>
#include <cstring>

extern "C" {
#include "../gpu/gpu.h"
#include "part.h"
}

#endif
