/*
 * AES-128 encryption (FIPS 197) without tables: no address and no branch depends on a secret.
 *
 * Four blocks at a time lie in eight bit planes: bit 16*block + i of plane b is bit b of byte i of that block. A byte
 * operation on 64 bytes is then a handful of word operations. UMAC needs few blocks (its key schedule and one pad per
 * one or two messages), so clarity comes before speed here; CPUs with AES instructions use them (kernels/aes_x86.h).
 */
#include <string.h>

#include "umac.h"

typedef struct planes {
    uint64_t p[8];
} planes;

/* Transposes an 8x8 bit matrix: byte b of the result holds bit b of each byte of x. */
static uint64_t transpose8(uint64_t x) {
    uint64_t t = (x ^ (x >> 7)) & 0x00aa00aa00aa00aau;
    x ^= t ^ (t << 7);
    t = (x ^ (x >> 14)) & 0x0000cccc0000ccccu;
    x ^= t ^ (t << 14);
    t = (x ^ (x >> 28)) & 0x00000000f0f0f0f0u;
    return x ^ t ^ (t << 28);
}

static uint64_t load64_le(const uint8_t *p) {
    uint64_t x = 0;
    for (int i = 7; i >= 0; i--)
        x = (x << 8) | p[i];
    return x;
}

static void store64_le(uint8_t *p, uint64_t x) {
    for (int i = 0; i < 8; i++)
        p[i] = (uint8_t)(x >> (8 * i));
}

/* Puts a block at place `at` (0..3) of the planes. */
static void insert(planes *s, const uint8_t block[16], unsigned at) {
    uint64_t low = transpose8(load64_le(block)), high = transpose8(load64_le(block + 8));
    for (unsigned b = 0; b < 8; b++)
        s->p[b] |= (((low >> (8 * b)) & 0xff) | (((high >> (8 * b)) & 0xff) << 8)) << (16 * at);
}

static void extract(uint8_t block[16], const planes *s, unsigned at) {
    uint64_t low = 0, high = 0;
    for (unsigned b = 0; b < 8; b++) {
        uint64_t bits = s->p[b] >> (16 * at);
        low |= (bits & 0xff) << (8 * b);
        high |= ((bits >> 8) & 0xff) << (8 * b);
    }
    store64_le(block, transpose8(low));
    store64_le(block + 8, transpose8(high));
}

/* Reduces a polynomial of 15 planes modulo x^8 + x^4 + x^3 + x + 1. */
static planes reduce(uint64_t r[15]) {
    for (int i = 14; i >= 8; i--) {
        r[i - 4] ^= r[i];
        r[i - 5] ^= r[i];
        r[i - 7] ^= r[i];
        r[i - 8] ^= r[i];
    }
    planes s;
    memcpy(s.p, r, sizeof s.p);
    return s;
}

static planes times(planes a, planes b) {
    uint64_t r[15] = {0};
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++)
            r[i + j] ^= a.p[i] & b.p[j];
    return reduce(r);
}

static planes square(planes a) {
    uint64_t r[15] = {0};
    for (int i = 0; i < 8; i++)
        r[2 * i] = a.p[i];
    return reduce(r);
}

/* S-box: the inverse, x^254, then the affine map (FIPS 197 section 5.1.1). */
static planes sub_bytes(planes x) {
    planes x2 = square(x), x3 = times(x2, x), x12 = square(square(x3)), x15 = times(x12, x3);
    planes x240 = square(square(square(square(x15))));
    planes v = times(times(x240, x12), x2), s;
    for (int i = 0; i < 8; i++) {
        s.p[i] = v.p[i] ^ v.p[(i + 4) & 7] ^ v.p[(i + 5) & 7] ^ v.p[(i + 6) & 7] ^ v.p[(i + 7) & 7];
        if ((0x63 >> i) & 1)
            s.p[i] = ~s.p[i];
    }
    return s;
}

/* Byte 4*column + row comes from column + row (section 5.1.2): in each 16-bit group row r's bits rotate by 4r. */
static uint64_t shift_rows(uint64_t x) {
    return (x & 0x1111111111111111u) |                                            /* row 0 */
           ((x >> 4) & 0x0222022202220222u) | ((x << 12) & 0x2000200020002000u) | /* row 1 */
           ((x >> 8) & 0x0044004400440044u) | ((x << 8) & 0x4400440044004400u) |  /* row 2 */
           ((x >> 12) & 0x0008000800080008u) | ((x << 4) & 0x8880888088808880u);  /* row 3 */
}

static uint64_t next_row(uint64_t x) {
    return ((x >> 1) & 0x7777777777777777u) | ((x << 3) & 0x8888888888888888u);
}

static uint64_t next_row_but_one(uint64_t x) {
    return ((x >> 2) & 0x3333333333333333u) | ((x << 2) & 0xccccccccccccccccu);
}

/* a[r] = 2*(a[r] + a[r+1]) + a[r+1] + (a[r+2] + a[r+3]) (section 5.1.3). */
static planes mix_columns(planes a) {
    planes next, sum, out;
    for (int i = 0; i < 8; i++) {
        next.p[i] = next_row(a.p[i]);
        sum.p[i] = a.p[i] ^ next.p[i];
    }
    for (int i = 0; i < 8; i++) {
        uint64_t doubled = i ? sum.p[i - 1] : sum.p[7];
        if (i == 1 || i == 3 || i == 4)
            doubled ^= sum.p[7];
        out.p[i] = doubled ^ next.p[i] ^ next_row_but_one(sum.p[i]);
    }
    return out;
}

static void add_round_key(planes *s, const uint8_t key[16]) {
    planes k = {{0}};
    insert(&k, key, 0);
    for (int i = 0; i < 8; i++)
        s->p[i] ^= k.p[i] * 0x0001000100010001u;
}

void wr_aes128_portable(const uint8_t round_keys[WR_AES128_ROUND_KEYS], const uint8_t *in, uint8_t *out,
                        size_t blocks) {
    while (blocks) {
        unsigned taken = blocks < 4 ? (unsigned)blocks : 4;
        planes s = {{0}};
        for (unsigned i = 0; i < taken; i++)
            insert(&s, in + 16 * i, i);
        add_round_key(&s, round_keys);
        for (int round = 1; round <= 10; round++) {
            s = sub_bytes(s);
            for (int i = 0; i < 8; i++)
                s.p[i] = shift_rows(s.p[i]);
            if (round < 10)
                s = mix_columns(s);
            add_round_key(&s, round_keys + 16 * round);
        }
        for (unsigned i = 0; i < taken; i++)
            extract(out + 16 * i, &s, i);
        in += 16 * taken;
        out += 16 * taken;
        blocks -= taken;
    }
}

/* Key expansion (section 5.2). */
void wr_aes128_expand(uint8_t round_keys[WR_AES128_ROUND_KEYS], const uint8_t secret[16]) {
    memcpy(round_keys, secret, 16);
    uint8_t constant = 1;
    for (int round = 1; round <= 10; round++) {
        const uint8_t *before = round_keys + 16 * (round - 1);
        uint8_t *now = round_keys + 16 * round, word[16] = {before[13], before[14], before[15], before[12]};
        planes s = {{0}};
        insert(&s, word, 0);
        s = sub_bytes(s);
        extract(word, &s, 0);
        word[0] ^= constant;
        for (int i = 0; i < 4; i++)
            now[i] = before[i] ^ word[i];
        for (int i = 4; i < 16; i++)
            now[i] = before[i] ^ now[i - 4];
        constant = (uint8_t)((constant << 1) ^ ((constant >> 7) * 0x1b));
    }
}
