/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * AES-128 without tables: no address and no branch depends on a secret.
 *
 * The state is bitsliced (Biham 1997): plane b holds bit b of every byte of several blocks, so that a few operations on
 * words process all bytes at once. A plane is one word and holds 4 blocks, or 2 where words have 32 bits. Within a
 * plane, the bit of row r, column c, block n is number 4*BLOCKS*r + BLOCKS*c + n. In this layout, ShiftRows moves bits
 * within each quarter of a word, and rotating the word gives MixColumns the next row.
 */
#include "aes/aes.h"

#include <string.h>

#include "util/bytes.h"
#include "util/compiler.h"
#include "wirerate.h"

#if UINTPTR_MAX > 0xffffffffu
typedef uint64_t word;
#define BLOCKS 4
#else
typedef uint32_t word;
#define BLOCKS 2
#endif

#define WORD_BITS (16 * BLOCKS)
#define ROW_BITS  (4 * BLOCKS)
#define ALL       ((word) - 1)
#define ROUNDS    10

typedef struct planes {
    word p[8];
} planes;

static inline word rotate(word x, unsigned by) {
    return x >> by | x << (WORD_BITS - by);
}

/* A mask with the first `n` columns of row r set. */
#define COLUMNS(r, n) ((((word)1 << (BLOCKS * (n))) - 1) << (ROW_BITS * (r)))
/* A word in which every group of `of` bits holds the pattern `bits`. */
#define EVERY(bits, of) (ALL / (((word)1 << (of)) - 1) * (bits))

/* Exchange the bits `mask` of a with the bits of b that are `by` places higher. */
#define EXCHANGE(a, b, mask, by)                                                                                       \
    do {                                                                                                               \
        const word difference = (((b) >> (by)) ^ (a)) & (mask);                                                        \
        (a) ^= difference;                                                                                             \
        (b) ^= difference << (by);                                                                                     \
    } while (0)

/* Turn eight words of bytes into eight planes, or back: byte i of word j is bit 8*i + j of each plane. */
static void transpose(planes *s) {
    word *p = s->p;
    for (int i = 0; i < 8; i += 2)
        EXCHANGE(p[i + 1], p[i], EVERY(0x55, 8), 1);
    for (int i = 0; i < 8; i++)
        if (!(i & 2))
            EXCHANGE(p[i + 2], p[i], EVERY(0x33, 8), 2);
    for (int i = 0; i < 4; i++)
        EXCHANGE(p[i + 4], p[i], EVERY(0x0f, 8), 4);
}

#if BLOCKS == 4
/* Move byte i to byte 2*i; gather() is the inverse. */
static word spread(uint32_t x) {
    word y = (x | (word)x << 16) & EVERY(0xffff, 32);
    return (y | y << 8) & EVERY(0xff, 16);
}

static uint32_t gather(word y) {
    y &= EVERY(0xff, 16);
    y = (y | y >> 8) & EVERY(0xffff, 32);
    return (uint32_t)(y | y >> 16);
}

/* A block takes two words, one for its even and one for its odd columns; the bytes of two columns alternate. */
static void put(planes *s, unsigned n, const uint8_t block[16]) {
    for (unsigned odd = 0; odd < 2; odd++)
        s->p[4 * odd + n] = spread(wr_load32_le(block + 4 * odd)) | spread(wr_load32_le(block + 4 * odd + 8)) << 8;
}

static void get(uint8_t block[16], const planes *s, unsigned n) {
    for (unsigned odd = 0; odd < 2; odd++) {
        wr_store32_le(block + 4 * odd, gather(s->p[4 * odd + n]));
        wr_store32_le(block + 4 * odd + 8, gather(s->p[4 * odd + n] >> 8));
    }
}
#else
/* A block takes four words, one per column. */
static void put(planes *s, unsigned n, const uint8_t block[16]) {
    for (unsigned column = 0; column < 4; column++)
        s->p[2 * column + n] = wr_load32_le(block + 4 * column);
}

static void get(uint8_t block[16], const planes *s, unsigned n) {
    for (unsigned column = 0; column < 4; column++)
        wr_store32_le(block + 4 * column, s->p[2 * column + n]);
}
#endif

/*
 * SubBytes (FIPS 197 section 5.1.1) without its constant 0x63, which the round keys include: ShiftRows and MixColumns
 * leave a constant unchanged. The circuit is from Boyar and Peralta, "A depth-16 circuit for the AES S-box" (2011), in
 * the form with 115 gates: a linear layer into a tower field, the inversion there, and a linear layer back. The paper
 * numbers bits from the highest.
 */
static void sub_bytes(planes *s) {
    const word u0 = s->p[7], u1 = s->p[6], u2 = s->p[5], u3 = s->p[4];
    const word u4 = s->p[3], u5 = s->p[2], u6 = s->p[1], u7 = s->p[0];

    /* linear layer into the tower field */
    const word y14 = u3 ^ u5, y13 = u0 ^ u6, y9 = u0 ^ u3, y8 = u0 ^ u5, t0 = u1 ^ u2;
    const word y1 = t0 ^ u7, y4 = y1 ^ u3, y12 = y13 ^ y14, y2 = y1 ^ u0, y5 = y1 ^ u6, y3 = y5 ^ y8;
    const word t1 = u4 ^ y12, y15 = t1 ^ u5, y20 = t1 ^ u1, y6 = y15 ^ u7, y10 = y15 ^ t0, y11 = y20 ^ y9;
    const word y7 = u7 ^ y11, y17 = y10 ^ y11, y19 = y10 ^ y8, y16 = t0 ^ y11, y21 = y13 ^ y16, y18 = u0 ^ y16;

    /* products of halves, and the inverse of their sum in the field of 16 elements */
    const word t2 = y12 & y15, t4 = (y3 & y6) ^ t2, t6 = (y4 & u7) ^ t2;
    const word t7 = y13 & y16, t9 = (y5 & y1) ^ t7, t11 = (y2 & y7) ^ t7;
    const word t12 = y9 & y11, t14 = (y14 & y17) ^ t12, t16 = (y8 & y10) ^ t12;
    const word t21 = t4 ^ t14 ^ y20, t22 = t6 ^ t16 ^ y19, t23 = t9 ^ t14 ^ y21, t24 = t11 ^ t16 ^ y18;
    const word t25 = t21 ^ t22, t26 = t21 & t23, t27 = t24 ^ t26, t29 = (t25 & t27) ^ t22;
    const word t33 = ((t22 ^ t26) & (t23 ^ t24)) ^ t24, t36 = t24 & (t27 ^ t33), t37 = t36 ^ t23 ^ t33;
    const word t40 = t25 ^ (t29 & (t27 ^ t36));
    const word t41 = t40 ^ t37, t42 = t29 ^ t33, t43 = t29 ^ t40, t44 = t33 ^ t37, t45 = t42 ^ t41;

    /* multiply by the halves again */
    const word z0 = t44 & y15, z1 = t37 & y6, z2 = t33 & u7, z3 = t43 & y16, z4 = t40 & y1, z5 = t29 & y7;
    const word z6 = t42 & y11, z7 = t45 & y17, z8 = t41 & y10, z9 = t44 & y12, z10 = t37 & y3, z11 = t33 & y4;
    const word z12 = t43 & y13, z13 = t40 & y5, z14 = t29 & y2, z15 = t42 & y9, z16 = t45 & y14, z17 = t41 & y8;

    /* linear layer back */
    const word t46 = z15 ^ z16, t48 = z5 ^ z13, t54 = z6 ^ z7;
    const word t53 = z0 ^ z3, t57 = z2 ^ z12 ^ t53, t58 = z4 ^ t46, t59 = z3 ^ t54;
    const word t62 = z7 ^ z8 ^ t58, t63 = z9 ^ z10 ^ t58, t64 = z4 ^ t59, t65 = z14 ^ t57 ^ t62, t66 = z1 ^ t63;
    const word s3 = t53 ^ t66;

    s->p[7] = t59 ^ t63;
    s->p[6] = t64 ^ s3;
    s->p[5] = z16 ^ z17 ^ t64 ^ t65;
    s->p[4] = s3;
    s->p[3] = z2 ^ z5 ^ t66;
    s->p[2] = z10 ^ z11 ^ t65;
    s->p[1] = z12 ^ t48 ^ t62;
    s->p[0] = t48 ^ t46 ^ t57;
}

/* ShiftRows (FIPS 197 section 5.1.2): row r moves by r columns. First move rows 2 and 3 by two, then rows 1 and 3 by
 * one. */
static inline word shift_rows(word x) {
    const word low = COLUMNS(1, 3) | COLUMNS(3, 3), all = COLUMNS(1, 4) | COLUMNS(3, 4);
    const word moved = (x ^ x >> 2 * BLOCKS) & (COLUMNS(2, 2) | COLUMNS(3, 2));

    x ^= moved ^ moved << 2 * BLOCKS;
    return (x & ~all) | (x >> BLOCKS & low) | (x << 3 * BLOCKS & (all ^ low));
}

/* MixColumns (FIPS 197 section 5.1.3): a[r] = 2*(a[r] + a[r+1]) + a[r+1] + (a[r+2] + a[r+3]), where 2 stands for x
 * modulo x^8 + x^4 + x^3 + x + 1. */
static void mix_columns(planes *s) {
    word next[8], sum[8];

    for (int i = 0; i < 8; i++) {
        next[i] = rotate(s->p[i], ROW_BITS);
        sum[i] = s->p[i] ^ next[i];
    }
    for (int i = 0; i < 8; i++) {
        word doubled = i ? sum[i - 1] : sum[7];
        if (i == 1 || i == 3 || i == 4)
            doubled ^= sum[7];
        s->p[i] = doubled ^ next[i] ^ rotate(sum[i], 2 * ROW_BITS);
    }
}

/* A round key is stored as the eight planes of one block. A word has room for the planes of BLOCKS blocks, so BLOCKS
 * planes of the round key are packed into each word. */
#define KEY_WORDS (8 / BLOCKS)
#define FIRST     EVERY(1, BLOCKS)
WR_STATIC_ASSERT((ROUNDS + 1) * KEY_WORDS * sizeof(word) == WR_AES128_SCHEDULE,
                 "a schedule holds the packed round keys");

/* Load one word at a time, so that the stack never holds an array copied from a key. */
static inline word load_word(const uint8_t *p) {
    word x;
    memcpy(&x, p, sizeof x);
    return x;
}

static inline void add_round_key(planes *s, const uint8_t *schedule, int round) {
    for (int i = 0; i < 8; i++) {
        const word bits = load_word(schedule + 16 * round + i / BLOCKS * (int)sizeof(word)) >> i % BLOCKS & FIRST;
        s->p[i] ^= (bits << BLOCKS) - bits; /* for every block */
    }
}

static void encrypt_blocks(const uint8_t schedule[WR_AES128_SCHEDULE], const uint8_t *in, uint8_t *out, size_t blocks) {
    planes s;

    while (blocks) {
        const unsigned taken = blocks < BLOCKS ? (unsigned)blocks : BLOCKS;
        memset(&s, 0, sizeof s);
        for (unsigned n = 0; n < taken; n++)
            put(&s, n, in + 16 * n);
        transpose(&s);
        add_round_key(&s, schedule, 0);
        for (int round = 1; round <= ROUNDS; round++) {
            sub_bytes(&s);
            for (int i = 0; i < 8; i++)
                s.p[i] = shift_rows(s.p[i]);
            if (round < ROUNDS)
                mix_columns(&s);
            add_round_key(&s, schedule, round);
        }
        transpose(&s);
        for (unsigned n = 0; n < taken; n++)
            get(out + 16 * n, &s, n);
        in += 16 * taken;
        out += 16 * taken;
        blocks -= taken;
    }
    wr_wipe(&s, sizeof s);
}

#define CONSTANT 0x63 /* added by SubBytes */

static void sub_word(uint8_t bytes[4]) {
    planes s = {{0}};
    uint8_t block[16] = {0};

    memcpy(block, bytes, 4);
    put(&s, 0, block);
    transpose(&s);
    sub_bytes(&s);
    transpose(&s);
    get(block, &s, 0);
    for (int i = 0; i < 4; i++)
        bytes[i] = block[i] ^ CONSTANT;
    wr_wipe(&s, sizeof s);
    wr_wipe(block, sizeof block);
}

/* Key expansion (FIPS 197 section 5.2): word i is word i - 4 XOR word i - 1, which every fourth time goes through
 * RotWord and SubWord and is XORed with a constant first. */
static void expand_bytes(uint8_t keys[ROUNDS + 1][16], const uint8_t secret[16]) {
    unsigned constant = 1;

    memcpy(keys[0], secret, 16);
    for (int round = 1; round <= ROUNDS; round++) {
        const uint8_t *before = keys[round - 1];
        uint8_t *key = keys[round];
        for (int i = 0; i < 4; i++)
            key[i] = before[12 + (i + 1) % 4];
        sub_word(key);
        key[0] ^= (uint8_t)constant;
        constant = constant << 1 ^ (constant >> 7) * 0x11b;
        for (int i = 0; i < 16; i++)
            key[i] = before[i] ^ key[i < 4 ? i : i - 4];
    }
}

/* Convert `count` round keys, at most BLOCKS, to the form in which a schedule stores them. */
static void pack(uint8_t *packed, uint8_t (*keys)[16], unsigned count) {
    planes s = {{0}};

    for (unsigned n = 0; n < count; n++)
        put(&s, n, keys[n]);
    transpose(&s);
    for (unsigned n = 0; n < count; n++) {
        word words[KEY_WORDS] = {0};
        for (int i = 0; i < 8; i++)
            words[i / BLOCKS] |= (s.p[i] >> n & FIRST) << i % BLOCKS;
        memcpy(packed + 16 * n, words, sizeof words);
    }
    wr_wipe(&s, sizeof s);
}

static void expand_key(uint8_t schedule[WR_AES128_SCHEDULE], const uint8_t secret[16]) {
    uint8_t keys[ROUNDS + 1][16];

    expand_bytes(keys, secret);
    for (int i = 16; i < 16 * (ROUNDS + 1); i++)
        keys[i / 16][i % 16] ^= CONSTANT;
    for (unsigned done = 0; done <= ROUNDS; done += BLOCKS)
        pack(schedule + 16 * done, keys + done, ROUNDS + 1 - done < BLOCKS ? ROUNDS + 1 - done : BLOCKS);
    wr_wipe(keys, sizeof keys);
}

const struct wr_aes wr_aes_portable = {.name = "portable", .expand = expand_key, .encrypt = encrypt_blocks};
