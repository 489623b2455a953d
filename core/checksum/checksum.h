/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The Internet checksum by a named kernel. (Internal.) */
#ifndef WR_CORE_CHECKSUM_CHECKSUM_H
#define WR_CORE_CHECKSUM_CHECKSUM_H

#include "cpu/kernel.h"
#include "wirerate.h"

uint16_t wr_internet_checksum_with(const struct wr_kernel *kernel, const void *data, size_t length);

#endif
