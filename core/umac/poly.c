/*
 * POLY (RFC 4418 section 5.3.2): Horner's rule over a prime field, with words that could exceed the field split in two.
 *
 * Residues are kept below 2^64 (2^128) rather than below the prime; only the final value is reduced. The masked keys are
 * below 2^57 (2^121), so that a carry out of 64 bits, worth 59, is not followed by a second one.
 *
 * The escape for words above 2^64 - 2^32 is a branch on a secret value, taken with probability 2^-32 per word.
 */
#include "umac.h"

#define P64_OFFSET 59u   /* p64 = 2^64 - 59 */
#define P128_OFFSET 159u /* p128 = 2^128 - 159 */

static uint64_t multiply(uint64_t a, uint64_t b, uint64_t *high)
{
#ifdef __SIZEOF_INT128__
    __extension__ typedef unsigned __int128 wide;
    wide product = (wide)a * b;
    *high = (uint64_t)(product >> 64);
    return (uint64_t)product;
#else
    uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
    uint64_t low = a0 * b0, middle = a1 * b0 + (low >> 32), cross = a0 * b1 + (uint32_t)middle;
    *high = a1 * b1 + (middle >> 32) + (cross >> 32);
    return (cross << 32) | (uint32_t)low;
#endif
}

/* a + b modulo 2^64 - 59, where a + b < 2^65 - 2^32 or so: one correction is enough (see the head of this file). */
static uint64_t add64(uint64_t a, uint64_t b)
{
    uint64_t sum = a + b;
    return sum + (P64_OFFSET & (0u - (uint64_t)(sum < a)));
}

static uint64_t step64(uint64_t y, uint64_t k, uint64_t m)
{
    uint64_t high, low = multiply(y, k, &high);
    return add64(add64(low, high * P64_OFFSET), m);
}

uint64_t wr_poly64(uint64_t y, uint64_t k, uint64_t m)
{
    if (m >= 0xffffffff00000000u) { /* 2^64 - 2^32: does not fit the field with certainty */
        y = step64(y, k, 0u - (uint64_t)P64_OFFSET - 1u);
        m -= P64_OFFSET;
    }
    return step64(y, k, m);
}

uint64_t wr_poly64_reduce(uint64_t y)
{
    uint64_t above = y + P64_OFFSET; /* y - p64 modulo 2^64: wraps exactly when y >= p64 */
    return above < y ? above : y;
}

/* Adds a 64-bit value to y at the low end, carry returned. */
static uint64_t add_low(uint64_t y[2], uint64_t value)
{
    y[1] += value;
    uint64_t carry = y[1] < value;
    y[0] += carry;
    return y[0] < carry;
}

static void step128(uint64_t y[2], const uint64_t k[2], uint64_t m_high, uint64_t m_low)
{
    /* The 256-bit product, words w[3] (highest) to w[0]. */
    uint64_t w[4], high, low, carry;
    w[0] = multiply(y[1], k[1], &w[1]);
    low = multiply(y[0], k[1], &w[2]);
    w[1] += low;
    w[2] += w[1] < low;
    low = multiply(y[1], k[0], &high);
    w[1] += low;
    high += w[1] < low; /* high <= 2^57 - 1 by the key's mask */
    w[3] = multiply(y[0], k[0], &carry);
    w[3] += high;
    carry += w[3] < high;
    w[2] += w[3];
    carry += w[2] < w[3];
    w[3] = carry;
    /* 2^128 = 159: fold w[3]:w[2] down. */
    y[0] = w[1];
    y[1] = w[0];
    low = multiply(w[2], P128_OFFSET, &high);
    carry = add_low(y, low);
    y[0] += high;
    carry += y[0] < high;
    low = multiply(w[3], P128_OFFSET, &high);
    y[0] += low;
    carry += high + (y[0] < low);
    (void)add_low(y, add_low(y, carry * P128_OFFSET) * P128_OFFSET);
    /* Add the word. */
    carry = add_low(y, m_low);
    y[0] += m_high;
    carry += y[0] < m_high;
    (void)add_low(y, carry * P128_OFFSET);
}

void wr_poly128(uint64_t y[2], const uint64_t k[2], uint64_t m_high, uint64_t m_low)
{
    if (m_high >= 0xffffffff00000000u) { /* 2^128 - 2^96 */
        step128(y, k, ~(uint64_t)0, 0u - (uint64_t)P128_OFFSET - 1u);
        m_high -= m_low < P128_OFFSET;
        m_low -= P128_OFFSET;
    }
    step128(y, k, m_high, m_low);
}

void wr_poly128_reduce(uint64_t y[2])
{
    uint64_t above[2] = {y[0], y[1]};
    uint64_t carry = add_low(above, P128_OFFSET);
    if (carry) {
        y[0] = above[0];
        y[1] = above[1];
    }
}
