/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* POLY128 (RFC 4418 section 5.3.2): only for messages above 2^24 bytes. See poly.h. */
#include "poly.h"

#define P128_OFFSET 159u /* p128 = 2^128 - 159 */

/* Add a 64-bit value to y and return the carry. */
static uint64_t add_low(uint64_t y[2], uint64_t value) {
    const uint64_t sum = y[1] + value, carry = sum < value;
    y[1] = sum;
    y[0] += carry;
    return y[0] < carry;
}

static void step128(uint64_t y[2], const uint64_t k[2], uint64_t m_high, uint64_t m_low) {
    /* compute the 256-bit product in words w[3] (highest) to w[0] */
    uint64_t w[4], high, low, carry;
    w[0] = wr_multiply64(y[1], k[1], &w[1]);
    low = wr_multiply64(y[0], k[1], &w[2]);
    w[1] += low;
    w[2] += w[1] < low;
    low = wr_multiply64(y[1], k[0], &high);
    w[1] += low;
    high += w[1] < low; /* high <= 2^57 - 1 because the key is masked */
    w[3] = wr_multiply64(y[0], k[0], &carry);
    w[3] += high;
    carry += w[3] < high;
    w[2] += w[3];
    carry += w[2] < w[3];
    w[3] = carry;
    /* 2^128 = 159 modulo p128: fold w[3]:w[2] down */
    y[0] = w[1];
    y[1] = w[0];
    low = wr_multiply64(w[2], P128_OFFSET, &high);
    carry = add_low(y, low);
    y[0] += high;
    carry += y[0] < high;
    low = wr_multiply64(w[3], P128_OFFSET, &high);
    y[0] += low;
    carry += high + (y[0] < low);
    (void)add_low(y, add_low(y, carry * P128_OFFSET) * P128_OFFSET);
    /* add the message word */
    carry = add_low(y, m_low);
    y[0] += m_high;
    carry += y[0] < m_high;
    (void)add_low(y, carry * P128_OFFSET);
}

void wr_poly128(uint64_t y[2], const uint64_t k[2], uint64_t m_high, uint64_t m_low) {
    if (m_high >= 0xffffffff00000000u) { /* 2^128 - 2^96 */
        step128(y, k, ~(uint64_t)0, 0u - (uint64_t)P128_OFFSET - 1u);
        m_high -= m_low < P128_OFFSET;
        m_low -= P128_OFFSET;
    }
    step128(y, k, m_high, m_low);
}

void wr_poly128_reduce(uint64_t y[2]) {
    uint64_t above[2] = {y[0], y[1]};
    uint64_t carry = add_low(above, P128_OFFSET);
    if (carry) {
        y[0] = above[0];
        y[1] = above[1];
    }
}
