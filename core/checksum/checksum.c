/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "cpu/kernel.h"
#include "wirerate.h"

/* Add the carries back at the bottom (one's-complement addition). Only 0 folds to 0, which keeps the two zeros of RFC
 * 1624 section 3 (0x0000 and 0xffff) distinct. */
static uint16_t fold(uint64_t sum) {
    while (sum >> 16)
        sum = (sum & 0xffff) + (sum >> 16);
    return (uint16_t)sum;
}

static uint16_t swap(uint16_t word) {
    return (uint16_t)(word << 8 | word >> 8);
}

static uint16_t complement(uint16_t word) {
    return (uint16_t)~word;
}

static int host_is_little_endian(void) {
    const uint16_t one = 1;
    return *(const uint8_t *)&one;
}

uint16_t wr_internet_checksum(const void *data, size_t length) {
    const struct wr_checksum_kernel *kernel = wr_kernel_active()->checksum;
    const uint8_t *p = (const uint8_t *)data;
    uint64_t sum = 0;
    uint16_t folded;

    while (length) {
        /* The piece has an even length and is small enough that no kernel's accumulators overflow. */
        const size_t piece = length < WR_SUM_PIECE ? length : WR_SUM_PIECE;
        sum += fold(kernel->sum(p, piece));
        p += piece;
        length -= piece;
    }
    /* Sum in host byte order and swap once at the end (RFC 1071 section 2 (B)). */
    folded = fold(sum);
    return complement(host_is_little_endian() ? swap(folded) : folded);
}

uint16_t wr_internet_checksum_join(uint16_t first, uint16_t second, int odd) {
    const uint16_t sum = complement(second);
    return complement(fold((uint64_t)complement(first) + (odd ? swap(sum) : sum)));
}

uint16_t wr_internet_checksum_update(uint16_t checksum, uint16_t before, uint16_t after) {
    /* RFC 1624 equation 3. The subtraction of RFC 1141 can give 0xffff, which a recomputed checksum never is. */
    return complement(fold((uint64_t)complement(checksum) + complement(before) + after));
}
