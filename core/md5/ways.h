/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* K-way MD5 by a named kernel. (Internal.) */
#ifndef WR_CORE_MD5_WAYS_H
#define WR_CORE_MD5_WAYS_H

#include "cpu/kernel.h"
#include "wirerate_experimental.h"

wr_status wr_md5_ways_init_with(const struct wr_kernel *kernel, wr_md5_ways_state *md5, unsigned ways);
void wr_md5_ways_update_with(const struct wr_kernel *kernel, wr_md5_ways_state *md5, const void *data, size_t length);
void wr_md5_ways_final_with(const struct wr_kernel *kernel, wr_md5_ways_state *md5, uint8_t digest[WR_MD5_SIZE]);
wr_status wr_md5_ways_with(const struct wr_kernel *kernel, const void *data, size_t length, unsigned ways,
                           uint8_t digest[WR_MD5_SIZE]);

#endif
