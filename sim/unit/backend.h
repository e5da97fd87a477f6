/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * backend: what the hardware's units are, whoever they belong to.
 *
 *   rtl       the Verilated units, in build/lib/photofinish-KIND-GEOMETRY.so
 *   model     sw/reference, the reference models, with a pipeline's timing around them
 *   compare   rtl; sw/reference checks what comes out of it
 */
#ifndef SIM_UNIT_BACKEND_H
#define SIM_UNIT_BACKEND_H

enum backend { BACKEND_RTL, BACKEND_MODEL, BACKEND_COMPARE };

#endif
