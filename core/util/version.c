/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "wirerate.h"

const char *wr_version(void) {
    return WR_VERSION;
}
