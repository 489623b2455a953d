/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* UMAC's key derivation (RFC 4418 sections 3.2.1, 5.2.1, 5.3.1, 5.4.1): AES-128 in counter mode under the secret, with
 * a different index for each purpose. */
#include <string.h>

#include "cpu/kernel.h"
#include "layout.h"
#include "umac.h"
#include "util/secret.h"

/* The five indices of RFC 4418, and one for the key's public identifier. */
enum { KDF_PAD = 0, KDF_L1 = 1, KDF_L2 = 2, KDF_L3_INNER = 3, KDF_L3_LAST = 4, KDF_IDENTITY = 5 };

/* The AES that derives the key (about eighty blocks), its round keys, and a buffer for the derived bytes. */
struct origin {
    const struct wr_aes *aes;
    uint8_t round_keys[WR_AES128_SCHEDULE];
    uint8_t derived[WR_NH_BLOCK + 16 * (WR_UMAC_STREAMS + 7)]; /* a multiple of eight blocks */
};

/* KDF (section 3.2.1): block i, counted from 1, is AES(secret, index || i), with both as 64-bit big-endian numbers. */
static void derive(struct origin *origin, uint8_t index, size_t length) {
    uint8_t *out = origin->derived, *const end = out + length;
    uint8_t next = 1; /* a byte is enough: the longest derivation, L1 of UMAC-128, has 67 blocks */

    for (; out < end; out += 128) { /* eight blocks, as many as a kernel encrypts at once */
        memset(out, 0, 128);
        for (size_t i = 0; i < 8; i++) {
            out[16 * i + 7] = index;
            out[16 * i + 15] = next++;
        }
        origin->aes->encrypt(origin->round_keys, out, out, end - out < 128 ? (size_t)(end - out + 15) / 16 : 8);
    }
}

static uint64_t load_be(const uint8_t *p, int bytes) {
    uint64_t x = 0;
    for (int i = 0; i < bytes; i++)
        x = x << 8 | p[i]; /* NOLINT(clang-analyzer-core.*): derive() has written all of p */
    return x;
}

static void derive_l1(wr_umac_key *key, struct origin *origin, unsigned streams) {
    size_t units = WR_NH_BLOCK / 16 + streams - 1;
    derive(origin, KDF_L1, 16 * units);
    for (size_t u = 0; u < units; u++)
        for (size_t i = 0; i < 4; i++)
            ((u & 1u) ? key->nh_odd[u / 2] : key->nh_even[u / 2])[i] =
                (uint32_t)load_be(origin->derived + 16 * u + 4 * i, 4);
}

static void derive_l2(wr_umac_key *key, struct origin *origin, unsigned streams) {
    const uint64_t mask = 0x01ffffff01ffffffu;
    const uint8_t *derived = origin->derived;
    derive(origin, KDF_L2, 24 * streams);
    for (unsigned s = 0; s < streams; s++, derived += 24) {
        key->poly64[s] = load_be(derived, 8) & mask;
        key->poly128[s][0] = load_be(derived + 8, 8) & mask;
        key->poly128[s][1] = load_be(derived + 16, 8) & mask;
    }
}

static void derive_l3(wr_umac_key *key, struct origin *origin, unsigned streams) {
    const uint64_t p36 = ((uint64_t)1 << 36) - 5;
    derive(origin, KDF_L3_INNER, 64 * streams);
    for (unsigned s = 0; s < streams; s++)
        for (unsigned i = 0; i < 8; i++)
            key->inner[s][i] = load_be(origin->derived + 64 * s + 8 * i, 8) % p36;
    derive(origin, KDF_L3_LAST, 4 * streams);
    for (unsigned s = 0; s < streams; s++)
        key->last[s] = (uint32_t)load_be(origin->derived + 4 * s, 4);
}

static void derive_pad(wr_umac_key *key, struct origin *origin) {
    derive(origin, KDF_IDENTITY, 16);
    key->identity = load_be(origin->derived, 8);
    derive(origin, KDF_PAD, 16);
    origin->aes->expand(key->pad_keys, origin->derived);
    key->pad_aes = (uint8_t)wr_aes_form(origin->aes);
}

WR_APART void derive_all(wr_umac_key *key, const void *secret, unsigned streams) {
    struct origin origin = {.aes = wr_kernel_active()->aes};

    origin.aes->expand(origin.round_keys, (const uint8_t *)secret);
    derive_l1(key, &origin, streams);
    derive_l2(key, &origin, streams);
    derive_l3(key, &origin, streams);
    derive_pad(key, &origin);
    wr_wipe(&origin, sizeof origin);
}

wr_status wr_umac_key_init(wr_umac_key *key, const void *secret, size_t tag_length) {
    wr_wipe(key, sizeof *key);
    if (tag_length < 4 || tag_length > 16 || tag_length % 4)
        return WR_BAD_LENGTH;
    key->tag_length = (uint8_t)tag_length;
    derive_all(key, secret, (unsigned)tag_length / 4);
    wr_burn_below(WR_DEPTH_MESSAGE);
    key->mark = wr_umac_key_mark(key);
    return WR_OK;
}

void wr_umac_key_wipe(wr_umac_key *key) {
    wr_wipe(key, sizeof *key);
}
