/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * link_format: relocatable device code in an object. Section pf_device holds units, `ld -r` joins
 * several:
 *
 *   photofinish-device VERSION ID ARCH LEVEL BYTES\n
 *   bitcode, BYTES long
 *
 * Section pf_linked of what a device link has made: the IDs that it holds, one a line.
 */
#ifndef LINK_FORMAT_H
#define LINK_FORMAT_H

#define LINK_SECTION "pf_device"
#define LINK_DONE    "pf_linked"
#define LINK_MAGIC   "photofinish-device"

#endif
