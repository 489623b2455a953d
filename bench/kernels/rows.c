#include "rows.h"

#define MIB ((uint64_t)1 << 20)

#define MD5_ROW(name, algorithm, kernel, batch, packets, templates, ring, asked, ...)                                  \
    {name,       {algorithm, "wirerate", kernel}, {"md5", "openssl", 0}, 0, batch, packets, templates, ring, asked,    \
     __VA_ARGS__}
#define HMAC_ROW(name, kernel, batch, packets, ring, asked, ...)                                                       \
    {                                                                                                                  \
        name,                                                                                                          \
        {"hmac-md5", "wirerate", kernel},                                                                              \
        {"hmac-md5", "ipsec-mb", 0},                                                                                   \
        12,                                                                                                            \
        batch,                                                                                                         \
        packets,                                                                                                       \
        batch,                                                                                                         \
        ring,                                                                                                          \
        asked,                                                                                                         \
        __VA_ARGS__}
#define PACKET_ROW(name, packets, asked, ...)                                                                          \
    {name, {"hmac-md5", "wirerate", 0}, {"hmac-md5", "openssl", 0}, 12, 1, packets, 64, 0, asked, __VA_ARGS__}
#define SUM_ROW(name, kernel, ring, asked)                                                                             \
    {name, {"internet-checksum", "wirerate", kernel}, {"read", "wirerate", kernel}, 0, 1, "524288", 1, ring, asked, {0}}

/*
 * Limits in core cycles per message; docs/concepts/kernels.md derives them.
 *
 * One stream: the steps of the four rounds have dependency chains of 5, 4, 4 and 5 scalar operations. With 16 steps a
 * round and one more operation this is 289 cycles per block. On Zen 4 the rotation can run on the vector unit instead,
 * which gives 4 operations in every round and 257 cycles.
 *
 * Lanes: a step has 6 vector operations and a chain of 4. Zen 4 takes 3 cycles per 16 lanes (every vector takes two
 * passes, on 4 pipes). Zen 5 takes 1.5, but the chain takes 8, so that a block takes 512 cycles for up to 85 lanes.
 * Transposing adds 64 shuffles per 16 blocks. In total: 14 cycles per block on Zen 4, 7 on Zen 5.
 *
 * Outer hash: 12 of its words are constants, which leaves 336 operations: 10.5 cycles on Zen 4, 5.25 on Zen 5.
 */
#define ONE(blocks)        {257.0 * (blocks), 289.0 * (blocks), 0}
#define WAYS(ways)         {8192.0 * ((ways) == 16 ? 18 : 14), 8192.0 * 512 / (ways), 0}
#define OF_32(blocks)      {14.0 * (blocks), 16.0 * (blocks), 0}
#define AVX2_OF_32(blocks) {20.0 * (blocks), 24.0 * (blocks), 0}
#define HMAC(inner)        {14.0 * (inner) + 10.5, 7.0 * (inner) + 5.25, 0}

const struct row rows[] = {
    {"MD5, one message, 64 B", {"md5", "wirerate", 0}, {"md5", "openssl", "evp"}, 0, 1, "64", 64, 0, 1.4, ONE(2)},
    MD5_ROW("MD5, one message, 16 KiB", "md5", 0, 1, "16384", 1, 0, 1.16, ONE(257)),
    MD5_ROW("MD5, one message, 512 KiB", "md5", 0, 1, "524288", 1, 0, 1.16, ONE(8193)),
    MD5_ROW("md5-x16, 512 KiB", "md5-x16", 0, 1, "524288", 1, 0, 13, WAYS(16)),
    MD5_ROW("md5-x32, 512 KiB", "md5-x32", 0, 1, "524288", 1, 0, 20, WAYS(32)),
    MD5_ROW("md5-x64, 512 KiB", "md5-x64", 0, 1, "524288", 1, 0, 0, WAYS(64)),
    MD5_ROW("md5-x32, cold", "md5-x32", 0, 1, "524288", 1, 512 * MIB, 16, WAYS(32)),
    MD5_ROW("MD5 batch of 32, 16 KiB", "md5", 0, 32, "16384", 32, 0, 19, OF_32(257)),
    MD5_ROW("MD5 batch of 64, 16 KiB", "md5", 0, 64, "16384", 64, 0, 0, {14.0 * 257, 8.0 * 257, 0}),
    MD5_ROW("MD5 batch of 32, 16 KiB, cold", "md5", 0, 32, "16384", 32, 512 * MIB, 13, OF_32(257)),
    MD5_ROW("MD5 batch of 32, 16 KiB, AVX2", "md5", "avx2", 32, "16384", 32, 0, 11, AVX2_OF_32(257)),
    HMAC_ROW("HMAC-MD5-96 batch, 44 B", 0, 256, "44", 0, 8.0, HMAC(1)),
    HMAC_ROW("HMAC-MD5-96 batch, 64 B", 0, 256, "64", 0, 2.9, HMAC(2)),
    HMAC_ROW("HMAC-MD5-96 batch, 128 B", 0, 256, "128", 0, 2.6, HMAC(3)),
    HMAC_ROW("HMAC-MD5-96 batch, 576 B", 0, 256, "576", 0, 2.1, HMAC(10)),
    HMAC_ROW("HMAC-MD5-96 batch, 1500 B", 0, 256, "1500", 0, 1.9, HMAC(24)),
    HMAC_ROW("HMAC-MD5-96 batch, 9000 B", 0, 256, "9000", 0, 1.8, HMAC(141)),
    HMAC_ROW("HMAC-MD5-96, imix, 240 packets", 0, 240, "imix", 0, 6.0, HMAC(1420.0 / 240)),
    HMAC_ROW("HMAC-MD5-96, imix, 32 packets", 0, 32, "imix", 0, 1.3, HMAC(188.0 / 32)),
    HMAC_ROW("HMAC-MD5-96, 64 to 1500 B", 0, 240, "any", 0, 0, HMAC(3090.0 / 240)),
    HMAC_ROW("HMAC-MD5-96 batch, 44 B, cold", 0, 256, "44", 256 * MIB, 4, HMAC(1)),
    HMAC_ROW("HMAC-MD5-96, imix, cold", 0, 240, "imix", 256 * MIB, 6.0, HMAC(1420.0 / 240)),
    PACKET_ROW("HMAC-MD5-96, one packet, 44 B", "44", 1.25, ONE(2)),
    PACKET_ROW("HMAC-MD5-96, one packet, 64 B", "64", 1.25, ONE(3)),
    PACKET_ROW("HMAC-MD5-96, one packet, 576 B", "576", 1.05, ONE(11)),
    HMAC_ROW("HMAC-MD5-96 batch, 44 B, AVX2", "avx2", 256, "44", 0, 1.5, AVX2_OF_32(2)),
    HMAC_ROW("HMAC-MD5-96 batch, 64 B, AVX2", "avx2", 256, "64", 0, 1.5, AVX2_OF_32(3)),
    HMAC_ROW("HMAC-MD5-96 batch, 9000 B, AVX2", "avx2", 256, "9000", 0, 0.95, AVX2_OF_32(142)),
    SUM_ROW("checksum, 512 KiB", 0, 0, 0.85),
    SUM_ROW("checksum, cold", 0, 512 * MIB, 0.95),
    SUM_ROW("checksum, 512 KiB, AVX2", "avx2", 0, 0.85),
};

const size_t row_count = sizeof rows / sizeof *rows;
