/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * wirerate_config.h - what libwirerate was built without. wirerate.h includes it.
 *
 * This one serves whoever compiles the sources without CMake: nothing is left out but what the compiler is told, for
 * the library and its users alike (-DWR_NO_UMAC). CMake writes one of its own, which is installed.
 */
#ifndef WIRERATE_CONFIG_H
#define WIRERATE_CONFIG_H
#endif
