/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * NH as RFC 4418 section 5.2.2 defines it: for each 32-byte group of words m0..m7 and key words k0..k7, add (m[i] +
 * k[i]) * (m[i+4] + k[i+4]) for i = 0..3, with 32-bit sums and 64-bit products. Stream s uses the key from 16-byte unit
 * s onwards. Message words are little-endian (the RFC's ENDIAN-SWAP).
 */
#include <string.h>

#include "cpu/kernel.h"
#include "umac/l3.h"
#include "umac/layout.h"
#include "util/bytes.h"

static void add_group(uint64_t out[WR_UMAC_STREAMS], const wr_umac_key *key, size_t group, const uint8_t *data,
                      unsigned streams) {
    uint32_t m[8];
    for (int i = 0; i < 8; i++)
        m[i] = wr_load32_le(data + 4 * i);
    for (unsigned s = 0; s < streams; s++) {
        const uint32_t *low = wr_nh_unit(key, 2 * group + s), *high = wr_nh_unit(key, 2 * group + 1 + s);
        for (int i = 0; i < 4; i++)
            out[s] += (uint64_t)(uint32_t)(m[i] + low[i]) * (uint32_t)(m[i + 4] + high[i]);
    }
}

static void compute_nh(uint64_t out[WR_UMAC_STREAMS], const wr_umac_key *key, const uint8_t *data, size_t length,
                       unsigned streams) {
    size_t group = 0;
    memset(out, 0, WR_UMAC_STREAMS * sizeof *out);
    for (; length >= 32; group++, data += 32, length -= 32)
        add_group(out, key, group, data, streams);
    if (length || group == 0) {
        uint8_t last[32] = {0};
        wr_copy(last, data, length);
        add_group(out, key, group, last, streams);
    }
}

void wr_l3_portable(uint32_t *hash, const uint64_t *y, size_t count, const uint64_t keys[4], uint32_t last) {
    for (size_t i = 0; i < count; i++)
        hash[i] = (uint32_t)wr_l3_reduce(wr_l3_products(keys, y[i])) ^ last;
}

const struct wr_umac_kernel wr_umac_portable = {.name = "portable", .nh = compute_nh, .l3 = wr_l3_portable};
