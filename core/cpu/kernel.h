/*
 * kernel.h - what a kernel supplies, and which kernel is used. (Internal.)
 *
 * A kernel is the set of routines for one instruction set. Each algorithm has one table per instruction set, in
 * core/ALGORITHM/kernels/ISA.c; core/cpu/kernel.c joins them into the list of kernels, lowest first. A kernel that has
 * no routines of its own for an algorithm points at the table of the next lower one, so no table is ever NULL and
 * `kernel->md5->name` tells whose routines really run.
 *
 * Every algorithm has `NAME_with(const struct wr_kernel *, ...)` functions; the public ones are these with
 * wr_kernel_active(). Scheduling (batches, ways, padding) is generic C above the tables; tables only crunch.
 *
 * To add an instruction set: write the tables, add the file and its flags to cmake/kernels.cmake (which defines
 * WR_KERNEL_ISA), add the feature to features.c and the entry to kernel.c. The tests find it by name.
 */
#ifndef WR_CORE_CPU_KERNEL_H
#define WR_CORE_CPU_KERNEL_H

#include <stddef.h>
#include <stdint.h>

#include "wirerate.h"

/* Lanes are a power of two up to this. */
#define WR_LANES_MAX 64

/* MD5 (RFC 1321). States are four host-order words; data has any alignment and exactly the bytes named are read. */
struct wr_md5_kernel {
    const char *name;

    /* One message: `count` consecutive 64-byte blocks into `state`. */
    void (*blocks)(uint32_t state[4], const uint8_t *data, size_t count);

    /* `lanes` independent messages at once (1: there is only `blocks`, and `lane_blocks` is NULL). Word w of lane i is
     * state[w * pitch + i]; block n of lane i is the 64 bytes at data[i] + n * stride. All lanes take `count` >= 1
     * blocks; a lane that has no work is given any readable blocks and its state is ignored. stride is 64 in a batch,
     * 64 * ways in K-way MD5. Last blocks come here too, padded by the caller. */
    size_t lanes;
    void (*lane_blocks)(uint32_t *state, size_t pitch, const uint8_t *const *data, size_t stride, size_t count);
};

/* The Internet checksum (RFC 1071) and its ceiling, a plain read. Lengths are any, up to WR_SUM_PIECE. */
#define WR_SUM_PIECE ((size_t)1 << 30)
struct wr_checksum_kernel {
    const char *name;

    /* A number congruent modulo 0xffff to the sum of the data's 16-bit words in host byte order (an odd last byte is
     * followed by a zero byte), below 2^63, and zero only if all bytes are. */
    uint64_t (*sum)(const uint8_t *data, size_t length);

    /* The sum modulo 2^64 of the data's 64-bit words in host byte order, the last one completed by zero bytes. It
     * does nothing but read: the meter's subject `read`. */
    uint64_t (*read)(const uint8_t *data, size_t length);
};

/* UMAC (RFC 4418). */
struct wr_umac_kernel {
    const char *name;

    /* NH (section 5.2.2) of at most 1024 bytes, zero-padded to a multiple of 32 (at least 32), for streams
     * 0..streams-1. The length is not added. Exactly `length` bytes are read. */
    void (*nh)(uint64_t out[4], const wr_umac_key *key, const uint8_t *data, size_t length, unsigned streams);

    /* L3 (section 5.4) of `count` L2 values below 2^64 of one stream: inner product with four 36-bit keys modulo
     * 2^36 - 5, low 32 bits, XOR last. */
    void (*l3)(uint32_t *hash, const uint64_t *y, size_t count, const uint64_t keys[4], uint32_t last);

    /* AES-128 key expansion. */
    void (*aes_expand)(uint8_t round_keys[176], const uint8_t secret[16]);

    /* AES-128 encryption of `blocks` 16-byte blocks, in place or not. */
    void (*aes)(const uint8_t round_keys[176], const uint8_t *in, uint8_t *out, size_t blocks);
};

struct wr_kernel {
    const char *name;
    unsigned needs; /* WR_CPU_* of features.h */
    const struct wr_md5_kernel *md5;
    const struct wr_checksum_kernel *checksum;
    const struct wr_umac_kernel *umac;
};

/* What wr_cpu_features() said, asked once. For routines that a kernel has in two forms (AES with AES-NI, without). */
unsigned wr_kernel_features(void);
/* The kernel of that name if this CPU can run it, else NULL. "auto" is the best. */
const struct wr_kernel *wr_kernel_find(const char *name);
/* The kernel in use. Never NULL. */
const struct wr_kernel *wr_kernel_active(void);

/* Tables. Only those whose WR_KERNEL_* is defined are built. */
extern const struct wr_md5_kernel wr_md5_portable, wr_md5_sse2, wr_md5_avx2, wr_md5_avx512, wr_md5_neon;
extern const struct wr_checksum_kernel wr_checksum_portable, wr_checksum_sse2, wr_checksum_avx2, wr_checksum_avx512,
    wr_checksum_neon;
extern const struct wr_umac_kernel wr_umac_portable, wr_umac_sse2, wr_umac_avx2, wr_umac_avx512, wr_umac_neon;

#endif
