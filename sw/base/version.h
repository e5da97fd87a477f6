/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * version: photofinish's version, in this one place.
 */
#ifndef VERSION_H
#define VERSION_H

#define VERSION_NAME "photofinish"
#define VERSION_TEXT "0.1.0"

#endif
