/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * kernel.h - the functions of a kernel, and the choice of the kernel in use. (Internal.)
 *
 * A kernel is the set of routines for one instruction set. Each algorithm has one table per instruction set, in
 * core/ALGORITHM/kernels/ISA.c; core/cpu/kernel.c combines them into the list of kernels, from the lowest (portable) to
 * the newest instruction set. If an algorithm has no routines for an instruction set, the kernel points at the table of
 * the next lower one. So no table of an algorithm is NULL unless the library was built without that algorithm, and
 * `kernel->md5->name` names the routines that really run. Features that come separately from an instruction set, such
 * as AES instructions, add a second entry with the same name.
 *
 * A public function calls wr_kernel_active() and passes the result down. Code that needs a certain kernel, such as the
 * meter, selects it first with wr_kernel_force. Scheduling (batches, ways, padding) is generic C that calls the tables;
 * the tables only compute.
 *
 * To add an instruction set: write the tables, add the file and its flags to cmake/kernels.cmake (which defines
 * WR_KERNEL_ISA), add the feature to features.c and the entry to kernel.c. The tests find the new kernel by its name.
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
/* The maximum number of lanes of any kernel, and the number of columns of every state: word w of lane i is
 * state[w][i]. */
#define WR_LANES_MAX 64

/* The current block of each lane when some lanes are at the end of their message, with the data needed for padding (RFC
 * 1321 sections 3.1 and 3.2). Only the columns below wr_lanes_rounded() are used. */
struct wr_md5_ends {
    /* Start of the lane's block; exactly `left` bytes are read. */
    const uint8_t *data[WR_LANES_MAX];
    /* Message bytes in the block: 64, or fewer if padding follows them, or WR_MD5_PADDED if the padding began in the
     * previous block and only zeros and the length remain. The block is the last one if `left` is below 56 or
     * WR_MD5_PADDED. */
    uint8_t left[WR_LANES_MAX];
    /* Length of the message in bytes, including HMAC's key block. */
    uint64_t total[WR_LANES_MAX];
};
#define WR_MD5_PADDED 65

/* The next block of each lane when all lanes are alike: `bytes` message bytes at `data`, followed by `padding`. */
struct wr_md5_next {
    WR_ALIGNED(64) uint32_t words[16][WR_LANES_MAX];   /* words of the next blocks, transposed for the steps */
    WR_ALIGNED(64) uint32_t digests[16][WR_LANES_MAX]; /* rows 0 to 3: states; further rows: the padding of digests */
    uint8_t padding[64];
    const uint8_t *data[WR_LANES_MAX];
    size_t bytes;
};

/* Functions that prepare the next blocks while the steps of the current block wait for their results. */
struct wr_md5_overlap {
    /* The first three functions hash messages of equal length, in groups that fill all lanes of the kernel. */

    /* Transpose the blocks into words. */
    void (*words)(struct wr_md5_next *next);
    /* Hash `count` >= 1 blocks of each lane: first the one whose words are ready, then whole blocks that follow it. */
    void (*blocks)(struct wr_md5_next *next, size_t count);
    /* Compute HMAC's outer hash of the digests, and meanwhile the words of the next group's blocks; `bytes` > 0. */
    void (*outer)(struct wr_md5_next *next, uint32_t keyed[4][WR_LANES_MAX]);

    /* The other functions hash messages of different lengths. They advance ends->data past the blocks that they
     * transpose into words. */

    /* Transpose the blocks at `ends` into words. */
    void (*first_words)(uint32_t words[16][WR_LANES_MAX], struct wr_md5_ends *ends, size_t lanes);
    /* Hash `count` >= 1 blocks of each lane: first the one whose words are ready, then all but the last of the `count`
     * blocks at `ends`, and turn that last block into words. `words` and `other` take turns to hold the words of
     * successive blocks. All blocks at `ends` are whole, except for lanes in the set `ending`, for which count must be
     * 1; the ends->data of these lanes is undefined afterwards. */
    void (*blocks_and_ends)(uint32_t state[4][WR_LANES_MAX], uint32_t words[16][WR_LANES_MAX],
                            uint32_t other[16][WR_LANES_MAX], struct wr_md5_ends *ends, uint64_t ending, size_t lanes,
                            size_t count);
};

/* MD5 (RFC 1321). States are four words in host byte order. Data may have any alignment; nothing outside the stated
 * lengths is read. */
struct wr_md5_kernel {
    const char *name;

    /* Hash `count` consecutive 64-byte blocks of one message into `state`. */
    void (*blocks)(uint32_t state[4], const uint8_t *data, size_t count);

    /* The maximum and minimum number of messages hashed at once. If `lanes` is 1, only `blocks` is set and the other
     * functions are NULL. A call for fewer lanes processes wr_lanes_rounded(lanes) lanes, whose columns and pointers
     * must all be valid. */
    size_t lanes, fewest;

    /* Hash `count` >= 1 whole blocks of each lane: block n of lane i is the 64 bytes at data[i] + n * stride. Idle
     * lanes may point at any readable blocks; their states are ignored. stride is 64 in a batch and 64 * ways in K-way
     * MD5. */
    void (*lane_blocks)(uint32_t state[4][WR_LANES_MAX], const uint8_t *const *data, size_t stride, size_t lanes,
                        size_t count);

    /* Hash one block of each lane, padded where the message ends. If NULL, md5/lanes.c copies the blocks and calls
     * lane_blocks. */
    void (*lane_ends)(uint32_t state[4][WR_LANES_MAX], const struct wr_md5_ends *ends, size_t lanes);

    /* Compute HMAC's outer hash, turning inner digests into tags. 12 words of the block are padding and the same for
     * all lanes. `keyed` is the state after K ^ opad. */
    void (*lane_outer)(uint32_t digests[4][WR_LANES_MAX], uint32_t keyed[4][WR_LANES_MAX], size_t lanes);

    /* Write the first 12 bytes of the digest of lane i (RFC 2403) to the tag of messages[order[i]]. If NULL,
     * md5/lanes.c does it word by word. */
    void (*lane_tags)(uint32_t digests[4][WR_LANES_MAX], const wr_message *messages, const uint16_t *order,
                      size_t lanes);

    /* Collect the states of the lanes in the bit set `lanes`: copy them, in order, to consecutive columns of
     * `digests` beginning with `first`, and reset them to `start` unless it is NULL. If NULL, md5/lanes.c does it
     * lane by lane. */
    void (*lane_turns)(uint32_t state[4][WR_LANES_MAX], uint64_t lanes, uint32_t digests[4][WR_LANES_MAX], size_t first,
                       const uint32_t start[4]);

    /* How many bytes of stack, below the loop that calls these functions, may hold words of a secret: `depth` after
     * `blocks`, `lanes_depth` after the functions for lanes. The caller overwrites them (wr_burn_below). */
    size_t depth, lanes_depth;

    /* The time to hash one block in a few lanes, in eighths of the time that `blocks` takes for one block. It decides
     * how small batches are hashed. */
    unsigned pass_cost;

    const struct wr_md5_overlap *overlap; /* NULL if overlapping gains nothing */
};

/* Return the smallest number of lanes, `fewest` times a power of two, that is at least `lanes`. */
static inline size_t wr_lanes_rounded(const struct wr_md5_kernel *md5, size_t lanes) {
    size_t rounded = md5->fewest;
    while (rounded < lanes)
        rounded *= 2;
    return rounded;
}
#endif

#ifndef WR_NO_CHECKSUM
/* The Internet checksum (RFC 1071), and a plain read of the data, which shows how fast a checksum could be at best.
 * Lengths may be 0 to WR_SUM_PIECE. */
#define WR_SUM_PIECE ((size_t)1 << 30)
struct wr_checksum_kernel {
    const char *name;

    /* Return a number below 2^63 that is congruent modulo 0xffff to the sum of the data's 16-bit words in host byte
     * order (an odd last byte is followed by a zero byte). The result is 0 only if all bytes are 0. */
    uint64_t (*sum)(const uint8_t *data, size_t length);

    /* Return the sum modulo 2^64 of the data's 64-bit words in host byte order, the last one padded with zero bytes.
     * This is the meter's subject `read`: it does nothing but read. */
    uint64_t (*read)(const uint8_t *data, size_t length);
};
#endif

#ifndef WR_NO_UMAC
/* UMAC (RFC 4418). */
struct wr_umac_kernel {
    const char *name;

    /* Compute NH (section 5.2.2) of at most 1024 bytes, zero-padded to a multiple of 32 (at least 32), for the streams
     * 0 to streams - 1. The message length is not added. Exactly `length` bytes are read. */
    void (*nh)(uint64_t out[4], const wr_umac_key *key, const uint8_t *data, size_t length, unsigned streams);

    /* Compute L3 (section 5.4) of `count` L2 values below 2^64 of one stream: the inner product with four 36-bit keys
     * modulo 2^36 - 5, low 32 bits, XOR `last`. */
    void (*l3)(uint32_t *hash, const uint64_t *y, size_t count, const uint64_t keys[4], uint32_t last);
};
#endif

struct wr_kernel {
    const char *name;
    unsigned needs; /* a set of WR_CPU_* (features.h) */
    const struct wr_md5_kernel *md5;
    const struct wr_checksum_kernel *checksum;
    const struct wr_umac_kernel *umac;
    const struct wr_aes *aes; /* the AES for new UMAC keys */
};

/* Return the best kernel that this CPU can run. */
const struct wr_kernel *wr_kernel_best(void);
/* Return the kernel with that name, or NULL if this CPU cannot run it. "auto" means the best. */
const struct wr_kernel *wr_kernel_find(const char *name);
/* Convert between an AES implementation and the number that keys store for it. */
unsigned wr_aes_form(const struct wr_aes *aes);
const struct wr_aes *wr_aes_of_form(unsigned form);
/* Return the kernel in use; never NULL. */
const struct wr_kernel *wr_kernel_active(void);
/* Select a kernel for all later calls. NULL selects the environment's choice, or else the best kernel. Return the
 * previously forced kernel, or NULL. */
const struct wr_kernel *wr_kernel_force(const struct wr_kernel *kernel);

/* Only tables whose WR_KERNEL_* is defined are built. */
extern const struct wr_md5_kernel wr_md5_portable, wr_md5_sse2, wr_md5_avx2, wr_md5_avx512, wr_md5_avx512_chain,
    wr_md5_neon;
extern const struct wr_checksum_kernel wr_checksum_portable, wr_checksum_sse2, wr_checksum_avx2, wr_checksum_avx512,
    wr_checksum_neon;
extern const struct wr_umac_kernel wr_umac_portable, wr_umac_sse2, wr_umac_avx2, wr_umac_avx512, wr_umac_neon;

#endif
