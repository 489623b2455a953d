/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "cpu/kernel.h"
#include "util/bytes.h"

/* Add 32-bit words to 64-bit accumulators, which overflow only after 2^32 words. Two accumulators let the additions
 * overlap. */
static uint64_t sum_words(const uint8_t *data, size_t length) {
    uint64_t even = 0, odd = 0;
    uint8_t last[8] = {0};

    for (; length >= 8; length -= 8, data += 8) {
        even += wr_load32_host(data);
        odd += wr_load32_host(data + 4);
    }
    wr_copy(last, data, length);
    return even + odd + wr_load32_host(last) + wr_load32_host(last + 4);
}

static uint64_t read_words(const uint8_t *data, size_t length) {
    uint64_t even = 0, odd = 0;
    uint8_t last[16] = {0};

    for (; length >= 16; length -= 16, data += 16) {
        even += wr_load64_host(data);
        odd += wr_load64_host(data + 8);
    }
    wr_copy(last, data, length);
    return even + odd + wr_load64_host(last) + wr_load64_host(last + 8);
}

const struct wr_checksum_kernel wr_checksum_portable = {.name = "portable", .sum = sum_words, .read = read_words};
