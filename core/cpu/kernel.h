/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * kernel.h - what a kernel supplies, and which kernel is used. (Internal.)
 *
 * A kernel is the set of routines for one instruction set. Each algorithm has one table per instruction set, in
 * core/ALGORITHM/kernels/ISA.c; core/cpu/kernel.c joins them into the list of kernels, lowest first. A kernel that has
 * no routines of its own for an algorithm points at the table of the next lower one, so no table of an algorithm that
 * the library was built with is NULL, and `kernel->md5->name` tells whose routines really run. Where a CPU has more
 * than the instruction set asks for (AES instructions, which come apart from it), a second entry of the same name says
 * so.
 *
 * A public function asks wr_kernel_active() and goes down with what it says. Who needs a kernel by name, as the meter
 * does, makes it the forced one first (wr_kernel_force). Scheduling (batches, ways, padding) is generic C above the
 * tables; tables only crunch.
 *
 * To add an instruction set: write the tables, add the file and its flags to cmake/kernels.cmake (which defines
 * WR_KERNEL_ISA), add the feature to features.c and the entry to kernel.c. The tests find it by name.
 */
#ifndef WR_CORE_CPU_KERNEL_H
#define WR_CORE_CPU_KERNEL_H

#include <stddef.h>
#include <stdint.h>

#include "aes/aes.h"
#include "util/compiler.h"
#include "util/secret.h"
#include "wirerate.h"

#ifndef WR_NO_MD5
/* The most lanes of any kernel, and the columns of every state: word w of lane i is state[w][i]. */
#define WR_LANES_MAX 64

/* The block at which each lane stands when some of them are at their message's end, and what padding needs to know
 * (RFC 1321 sections 3.1 and 3.2). Columns up to wr_lanes_rounded() are used. */
struct wr_md5_ends {
    /* Where the lane's block begins; exactly `left` bytes are read. */
    const uint8_t *data[WR_LANES_MAX];
    /* Bytes of the message in the block: 64, or fewer and the padding follows, or WR_MD5_PADDED: the padding began in
     * the block before, and only zeros and the length are to come. Below 56 and at WR_MD5_PADDED the block is the last.
     */
    uint8_t left[WR_LANES_MAX];
    /* The message's length in bytes, HMAC's key block included. */
    uint64_t total[WR_LANES_MAX];
};
#define WR_MD5_PADDED 65

/* What the lanes do next, all of them alike: a block of which `bytes` are the message's, at `data`, and `padding` is
 * behind them. */
struct wr_md5_next {
    WR_ALIGNED(64) uint32_t words[16][WR_LANES_MAX];   /* of these blocks, for the steps */
    WR_ALIGNED(64) uint32_t digests[16][WR_LANES_MAX]; /* states; from row 4 on the padding of digests */
    uint8_t padding[64];
    const uint8_t *data[WR_LANES_MAX];
    size_t bytes;
};

/* How the next blocks are made ready while the steps of one wait for themselves. */
struct wr_md5_overlap {
    /* Groups of equal messages, one after the other, each on as many lanes as the kernel has. */

    /* Makes words of the blocks. */
    void (*words)(struct wr_md5_next *next);
    /* `count` >= 1 blocks of each lane: that whose words there are, and whole ones after it. */
    void (*blocks)(struct wr_md5_next *next, size_t count);
    /* HMAC's outer hash of the digests, and meanwhile words of the next group's blocks; `bytes` > 0. */
    void (*outer)(struct wr_md5_next *next, uint32_t keyed[4][WR_LANES_MAX]);

    /* Messages that differ. ends->data move on by as many blocks as become words. */

    /* Makes words of the blocks at `ends`. */
    void (*first_words)(uint32_t words[16][WR_LANES_MAX], struct wr_md5_ends *ends, size_t lanes);
    /* `count` >= 1 blocks of each lane: that whose words there are, and all but the last of `count` at `ends`; of that
     * words are made. They and `other` take turns. All at `ends` are whole, but for those of the set `ending`, and then
     * count is 1; where these lanes stand is not known after it. */
    void (*blocks_and_ends)(uint32_t state[4][WR_LANES_MAX], uint32_t words[16][WR_LANES_MAX],
                            uint32_t other[16][WR_LANES_MAX], struct wr_md5_ends *ends, uint64_t ending, size_t lanes,
                            size_t count);
};

/* MD5 (RFC 1321). States are four host-order words; data has any alignment and exactly the bytes named are read. */
struct wr_md5_kernel {
    const char *name;

    /* One message: `count` consecutive 64-byte blocks into `state`. */
    void (*blocks)(uint32_t state[4], const uint8_t *data, size_t count);

    /* The most independent messages at once (1: there is only `blocks`, and the rest is NULL), and the fewest. A call
     * for fewer lanes is one for wr_lanes_rounded() of them: that many columns and pointers are used alike. */
    size_t lanes, fewest;

    /* `count` >= 1 whole blocks of each lane: block n of lane i is the 64 bytes at data[i] + n * stride. A lane that
     * has no work is given any readable blocks and its state is ignored. stride is 64 in a batch, 64 * ways in K-way
     * MD5. */
    void (*lane_blocks)(uint32_t state[4][WR_LANES_MAX], const uint8_t *const *data, size_t stride, size_t lanes,
                        size_t count);

    /* One block of each lane, padded where the message ends; NULL: md5/lanes.c does it by copies and lane_blocks. */
    void (*lane_ends)(uint32_t state[4][WR_LANES_MAX], const struct wr_md5_ends *ends, size_t lanes);

    /* HMAC's outer hash: the inner digests become tags. Of the block, 12 words are the same for all: padding; `keyed`
     * is the state after K ^ opad. */
    void (*lane_outer)(uint32_t digests[4][WR_LANES_MAX], uint32_t keyed[4][WR_LANES_MAX], size_t lanes);

    /* The first 12 bytes of the digests (RFC 2403), each to the tag of its message: messages[order[i]] for lane i;
     * NULL: md5/lanes.c does it word by word. */
    void (*lane_tags)(uint32_t digests[4][WR_LANES_MAX], const wr_message *messages, const uint16_t *order,
                      size_t lanes);

    /* Those of the lanes in the set whose bits are `lanes` leave: their states go, in order, to the columns of
     * `digests` from `first` on, and, if `start` is not NULL, start anew; NULL: md5/lanes.c does it lane by lane. */
    void (*lane_turns)(uint32_t state[4][WR_LANES_MAX], uint64_t lanes, uint32_t digests[4][WR_LANES_MAX], size_t first,
                       const uint32_t start[4]);

    /* Bytes of stack in which hashing one message may leave words of a secret, and those in which lanes may, below the
     * loop that calls them; 0 if they leave none. The caller burns them (wr_burn_below). */
    size_t depth, lanes_depth;

    /* The time of a pass of few lanes over a block, in eighths of what `blocks` takes for one: decides small batches.
     */
    unsigned pass_cost;

    const struct wr_md5_overlap *overlap; /* or NULL: there is nothing to gain */
};

/* `fewest` doubled until it holds the lanes. */
static inline size_t wr_lanes_rounded(const struct wr_md5_kernel *md5, size_t lanes) {
    size_t rounded = md5->fewest;
    while (rounded < lanes)
        rounded *= 2;
    return rounded;
}
#endif

#ifndef WR_NO_CHECKSUM
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
#endif

#ifndef WR_NO_UMAC
/* UMAC (RFC 4418). */
struct wr_umac_kernel {
    const char *name;

    /* NH (section 5.2.2) of at most 1024 bytes, zero-padded to a multiple of 32 (at least 32), for streams
     * 0..streams-1. The length is not added. Exactly `length` bytes are read. */
    void (*nh)(uint64_t out[4], const wr_umac_key *key, const uint8_t *data, size_t length, unsigned streams);

    /* L3 (section 5.4) of `count` L2 values below 2^64 of one stream: inner product with four 36-bit keys modulo
     * 2^36 - 5, low 32 bits, XOR last. */
    void (*l3)(uint32_t *hash, const uint64_t *y, size_t count, const uint64_t keys[4], uint32_t last);
};
#endif

struct wr_kernel {
    const char *name;
    unsigned needs; /* WR_CPU_* of features.h */
    const struct wr_md5_kernel *md5;
    const struct wr_checksum_kernel *checksum;
    const struct wr_umac_kernel *umac;
    const struct wr_aes *aes; /* what new keys are made by */
};

/* The best kernel that this CPU can run. */
const struct wr_kernel *wr_kernel_best(void);
/* The kernel of that name if this CPU can run it, else NULL. "auto" is the best. */
const struct wr_kernel *wr_kernel_find(const char *name);
/* The AES that makes keys of this form (a number that a key holds): its own schedule is laid out as it wants. */
unsigned wr_aes_form(const struct wr_aes *aes);
const struct wr_aes *wr_aes_of_form(unsigned form);
/* The kernel in use. Never NULL. */
const struct wr_kernel *wr_kernel_active(void);
/* Makes the kernel the one in use, or with NULL the best one or the environment's. Returns what was forced before. */
const struct wr_kernel *wr_kernel_force(const struct wr_kernel *kernel);

/* Tables. Only those whose WR_KERNEL_* is defined are built. */
extern const struct wr_md5_kernel wr_md5_portable, wr_md5_sse2, wr_md5_avx2, wr_md5_avx512, wr_md5_avx512_chain,
    wr_md5_neon;
extern const struct wr_checksum_kernel wr_checksum_portable, wr_checksum_sse2, wr_checksum_avx2, wr_checksum_avx512,
    wr_checksum_neon;
extern const struct wr_umac_kernel wr_umac_portable, wr_umac_sse2, wr_umac_avx2, wr_umac_avx512, wr_umac_neon;

#endif
