#include "rows.h"

#define MIB ((uint64_t)1 << 20)
#define KEPT(algorithm, kernel) {algorithm, "wirerate", kernel}
#define OPENSSL {"md5", "openssl", NULL}
#define IPSEC_MB {"hmac-md5", "ipsec-mb", NULL}

/*
 * Limits in core cycles per message (docs/concepts/kernels.md derives them).
 *   One stream: rounds of 5, 4, 4, 5 dependent operations of the scalar unit, 16 each, and one: 289 per block. Zen 4 may
 *   split the rotation on the vector unit instead: 4 in each round, 257.
 *   Lanes: a step is 6 vector operations and a chain of 4. Zen 4: 3 cycles per 16 lanes (two passes of half a vector, 4 pipes) and a
 *   chain of 5. Zen 5: 1.5 cycles, but the chain takes 8 (its 1-cycle operations take 2 under load): 512 per block for any number
 *   of lanes up to 85. Transposing adds 64 shuffles per 16 blocks: Zen 4 1, Zen 5 1 more per block; so 14 and 7 per block.
 *   Outer hash: 12 of the words are constants: 336 operations; Zen 4 10.5, Zen 5 5.25.
 */
#define ONE(blocks) {257.0 * (blocks), 289.0 * (blocks), 0}
#define WAYS(ways, bytes) {(bytes) / 64.0 * ((ways) == 16 ? 18 : 14), (bytes) / 64.0 * 512 / (ways), 0}
#define OF_32(blocks) {14.0 * (blocks), 16.0 * (blocks), 0}
#define AVX2_OF_32(blocks) {23.0 * (blocks), 24.0 * (blocks), 0}
#define HMAC(inner) {14.0 * (inner) + 10.5, 7.0 * (inner) + 5.25, 0}

const struct row rows[] = {
    {"MD5, one message, 64 B", KEPT("md5", NULL), OPENSSL, 0, 1, "64", 64, 0, 1.4, ONE(2)},
    {"MD5, one message, 16 KiB", KEPT("md5", NULL), OPENSSL, 0, 1, "16384", 1, 0, 1.16, ONE(257)},
    {"MD5, one message, 512 KiB", KEPT("md5", NULL), OPENSSL, 0, 1, "524288", 1, 0, 1.16, ONE(8193)},
    {"md5-x16, 512 KiB", KEPT("md5-x16", NULL), OPENSSL, 0, 1, "524288", 1, 0, 13, WAYS(16, 524288)},
    {"md5-x32, 512 KiB", KEPT("md5-x32", NULL), OPENSSL, 0, 1, "524288", 1, 0, 20, WAYS(32, 524288)},
    {"md5-x64, 512 KiB", KEPT("md5-x64", NULL), OPENSSL, 0, 1, "524288", 1, 0, 0, WAYS(64, 524288)},
    {"md5-x32, cold", KEPT("md5-x32", NULL), OPENSSL, 0, 1, "524288", 1, 512 * MIB, 16, WAYS(32, 524288)},
    {"MD5 batch of 32, 16 KiB", KEPT("md5", NULL), OPENSSL, 0, 32, "16384", 32, 0, 19, OF_32(257)},
    {"MD5 batch of 64, 16 KiB", KEPT("md5", NULL), OPENSSL, 0, 64, "16384", 64, 0, 0, {0, 8.0 * 257, 0}},
    {"MD5 batch of 32, 16 KiB, cold", KEPT("md5", NULL), OPENSSL, 0, 32, "16384", 32, 512 * MIB, 13, OF_32(257)},
    {"MD5 batch of 32, 16 KiB, AVX2", KEPT("md5", "avx2"), OPENSSL, 0, 32, "16384", 32, 0, 11, AVX2_OF_32(257)},
    {"HMAC-MD5-96 batch, 44 B", KEPT("hmac-md5", NULL), IPSEC_MB, 12, 256, "44", 256, 0, 3.0, HMAC(1)},
    {"HMAC-MD5-96 batch, 64 B", KEPT("hmac-md5", NULL), IPSEC_MB, 12, 256, "64", 256, 0, 2.9, HMAC(2)},
    {"HMAC-MD5-96 batch, 128 B", KEPT("hmac-md5", NULL), IPSEC_MB, 12, 256, "128", 256, 0, 2.6, HMAC(3)},
    {"HMAC-MD5-96 batch, 576 B", KEPT("hmac-md5", NULL), IPSEC_MB, 12, 256, "576", 256, 0, 2.1, HMAC(10)},
    {"HMAC-MD5-96 batch, 1500 B", KEPT("hmac-md5", NULL), IPSEC_MB, 12, 256, "1500", 256, 0, 1.9, HMAC(24)},
    {"HMAC-MD5-96 batch, 9000 B", KEPT("hmac-md5", NULL), IPSEC_MB, 12, 256, "9000", 256, 0, 1.8, HMAC(141)},
    {"HMAC-MD5-96, imix, 240 packets", KEPT("hmac-md5", NULL), IPSEC_MB, 12, 240, "imix", 240, 0, 2.2, HMAC(1420.0 / 240)},
    {"HMAC-MD5-96, imix, 32 packets", KEPT("hmac-md5", NULL), IPSEC_MB, 12, 32, "imix", 32, 0, 1.3, HMAC(188.0 / 32)},
    {"HMAC-MD5-96 batch, 44 B, cold", KEPT("hmac-md5", NULL), IPSEC_MB, 12, 256, "44", 256, 256 * MIB, 4, HMAC(1)},
    {"HMAC-MD5-96, imix, cold", KEPT("hmac-md5", NULL), IPSEC_MB, 12, 240, "imix", 240, 256 * MIB, 2.5, HMAC(1420.0 / 240)},
    {"HMAC-MD5-96, one packet, 44 B", KEPT("hmac-md5", NULL), {"hmac-md5", "openssl", NULL}, 12, 1, "44", 64, 0, 1.25, ONE(2)},
    {"HMAC-MD5-96, one packet, 64 B", KEPT("hmac-md5", NULL), {"hmac-md5", "openssl", NULL}, 12, 1, "64", 64, 0, 1.25, ONE(3)},
    {"HMAC-MD5-96, one packet, 576 B", KEPT("hmac-md5", NULL), {"hmac-md5", "openssl", NULL}, 12, 1, "576", 64, 0, 1.05, ONE(11)},
    {"HMAC-MD5-96 batch, 44 B, AVX2", KEPT("hmac-md5", "avx2"), IPSEC_MB, 12, 256, "44", 256, 0, 1.5, {23 + 20, 24 + 24, 0}},
    {"HMAC-MD5-96 batch, 64 B, AVX2", KEPT("hmac-md5", "avx2"), IPSEC_MB, 12, 256, "64", 256, 0, 1.5, {46 + 20, 48 + 24, 0}},
    {"HMAC-MD5-96 batch, 9000 B, AVX2", KEPT("hmac-md5", "avx2"), IPSEC_MB, 12, 256, "9000", 256, 0, 0.95, {23 * 141 + 20, 24 * 142, 0}},
    {"checksum, 512 KiB", KEPT("internet-checksum", NULL), {"read", "wirerate", NULL}, 0, 1, "524288", 1, 0, 0.85, {0}},
    {"checksum, cold", KEPT("internet-checksum", NULL), {"read", "wirerate", NULL}, 0, 1, "524288", 1, 512 * MIB, 0.95, {0}},
    {"checksum, 512 KiB, AVX2", KEPT("internet-checksum", "avx2"), {"read", "wirerate", "avx2"}, 0, 1, "524288", 1, 0, 0.85, {0}},
};

const size_t row_count = sizeof rows / sizeof *rows;
