/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "cpu/kernel.h"
#include "wirerate.h"

/* One's-complement addition: the carries come back in at the bottom. Zero only of zero, so that the two zeros of
 * RFC 1624 section 3 (0x0000 and 0xffff) stay apart. */
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
        /* An even piece, small enough that no kernel's accumulators overflow. */
        const size_t piece = length < WR_SUM_PIECE ? length : WR_SUM_PIECE;
        sum += fold(kernel->sum(p, piece));
        p += piece;
        length -= piece;
    }
    /* Summed in host order and swapped once at the end: RFC 1071 section 2 (B). */
    folded = fold(sum);
    return complement(host_is_little_endian() ? swap(folded) : folded);
}

uint16_t wr_internet_checksum_join(uint16_t first, uint16_t second, int odd) {
    const uint16_t sum = complement(second);
    return complement(fold((uint64_t)complement(first) + (odd ? swap(sum) : sum)));
}

uint16_t wr_internet_checksum_update(uint16_t checksum, uint16_t before, uint16_t after) {
    /* HC' = ~(~HC + ~m + m'). Subtracting instead (RFC 1141) can give 0xffff, which no recomputation gives. */
    return complement(fold((uint64_t)complement(checksum) + complement(before) + after));
}
