/* What UMAC derives once per key (RFC 4418 sections 3.2.1, 5.2.1, 5.3.1, 5.4.1): AES-128 in counter mode under the
 * secret, with an index for each purpose. */
#include <string.h>

#include "../cpu/kernel.h"
#include "umac.h"

enum { KDF_PAD = 0, KDF_L1 = 1, KDF_L2 = 2, KDF_L3_INNER = 3, KDF_L3_LAST = 4 };

/* What everything is derived from, and by whose AES: a key costs about eighty blocks. */
struct origin {
    uint8_t round_keys[WR_AES128_ROUND_KEYS];
    const struct wr_umac_kernel *kernel;
};

/* KDF: block i (from 1) is AES(secret, index || i), both 64-bit big-endian. */
static void derive(const struct origin *origin, uint8_t index, uint8_t *out, size_t length) {
    uint8_t counters[128] = {0}, blocks[128];
    uint8_t next = 1; /* the longest derivation, L1 of UMAC-128, has 67 blocks */
    while (length) {
        for (int i = 0; i < 8; i++) { /* as many as a kernel encrypts at once */
            counters[16 * i + 7] = index;
            counters[16 * i + 15] = next++;
        }
        origin->kernel->aes(origin->round_keys, counters, blocks, 8);
        size_t taken = length < sizeof blocks ? length : sizeof blocks;
        memcpy(out, blocks, taken);
        out += taken;
        length -= taken;
    }
    wr_wipe(blocks, sizeof blocks);
}

static uint64_t load_be(const uint8_t *p, int bytes) {
    uint64_t x = 0;
    for (int i = 0; i < bytes; i++)
        x = x << 8 | p[i]; /* NOLINT(clang-analyzer-core.*): derive() has written all of p */
    return x;
}

static void derive_l1(wr_umac_key *key, const struct origin *origin, unsigned streams, uint8_t *scratch) {
    size_t units = WR_NH_BLOCK / 16 + streams - 1;
    derive(origin, KDF_L1, scratch, 16 * units);
    for (size_t u = 0; u < units; u++)
        for (size_t i = 0; i < 4; i++)
            ((u & 1u) ? key->nh_odd[u / 2] : key->nh_even[u / 2])[i] = (uint32_t)load_be(scratch + 16 * u + 4 * i, 4);
}

static void derive_l2(wr_umac_key *key, const struct origin *origin, unsigned streams, uint8_t *scratch) {
    const uint64_t mask = 0x01ffffff01ffffffu;
    derive(origin, KDF_L2, scratch, 24 * streams);
    for (unsigned s = 0; s < streams; s++) {
        key->poly64[s] = load_be(scratch + 24 * s, 8) & mask;
        key->poly128[s][0] = load_be(scratch + 24 * s + 8, 8) & mask;
        key->poly128[s][1] = load_be(scratch + 24 * s + 16, 8) & mask;
    }
}

static void derive_l3(wr_umac_key *key, const struct origin *origin, unsigned streams, uint8_t *scratch) {
    const uint64_t p36 = ((uint64_t)1 << 36) - 5;
    derive(origin, KDF_L3_INNER, scratch, 64 * streams);
    for (unsigned s = 0; s < streams; s++)
        for (unsigned i = 0; i < 8; i++)
            key->inner[s][i] = load_be(scratch + 64 * s + 8 * i, 8) % p36;
    derive(origin, KDF_L3_LAST, scratch, 4 * streams);
    for (unsigned s = 0; s < streams; s++)
        key->last[s] = (uint32_t)load_be(scratch + 4 * s, 4);
}

int wr_umac_key_init(wr_umac_key *key, const void *secret, size_t tag_length) {
    if (tag_length < 4 || tag_length > 16 || tag_length % 4)
        return WR_BAD_LENGTH;
    unsigned streams = (unsigned)tag_length / 4;
    struct origin origin = {.kernel = wr_kernel_active()->umac};
    uint8_t scratch[WR_NH_BLOCK + 16 * (WR_UMAC_STREAMS - 1)];
    memset(key, 0, sizeof *key);
    key->tag_length = (uint8_t)tag_length;
    origin.kernel->aes_expand(origin.round_keys, secret);
    derive_l1(key, &origin, streams, scratch);
    derive_l2(key, &origin, streams, scratch);
    derive_l3(key, &origin, streams, scratch);
    derive(&origin, KDF_PAD, scratch, 16);
    origin.kernel->aes_expand(key->pad_keys, scratch);
    wr_wipe(&origin, sizeof origin);
    wr_wipe(scratch, sizeof scratch);
    return WR_OK;
}

void wr_umac_key_wipe(wr_umac_key *key) {
    wr_wipe(key, sizeof *key);
}
