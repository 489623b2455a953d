/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * wirerate_config.h - says which parts libwirerate was built without. wirerate.h includes it.
 *
 * This version is for compiling the sources without CMake: it leaves nothing out. To leave a part out, pass the same
 * option (such as -DWR_NO_UMAC) when you compile the library and the programs that use it. CMake generates and installs
 * its own version.
 */
#ifndef WIRERATE_CONFIG_H
#define WIRERATE_CONFIG_H
#endif
