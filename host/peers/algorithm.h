/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* algorithm.h - the fixed facts of each authenticator that a subject may name. (Internal.) */
#ifndef WRH_PEERS_ALGORITHM_H
#define WRH_PEERS_ALGORITHM_H

#include <stddef.h>
#include <stdint.h>

/* Each of them: its identifier, its name, bytes of tag, key (0: unkeyed) and nonce, and the three facts that end a
 * struct wrh_algorithm. */
#define WRH_ALGORITHMS(X)                                                                                              \
    X(MD5, "md5", 16, 0, 0, 0, 0, 0)                                                                                   \
    X(MD5_WAYS, "md5-x", 16, 0, 0, 0, 0, 0)                                                                            \
    X(SHA1, "sha1", 20, 0, 0, 0, 0, 0)                                                                                 \
    X(SHA256, "sha256", 32, 0, 0, 0, 0, 0)                                                                             \
    X(HMAC_MD5, "hmac-md5", 16, 16, 0, 1, 0, 0)                                                                        \
    X(HMAC_SHA1, "hmac-sha1", 20, 20, 0, 1, 0, 0)                                                                      \
    X(HMAC_SHA256, "hmac-sha256", 32, 32, 0, 1, 0, 0)                                                                  \
    X(UMAC_32, "umac-32", 4, 16, 8, 0, 0, 0)                                                                           \
    X(UMAC_64, "umac-64", 8, 16, 8, 0, 0, 0)                                                                           \
    X(UMAC_96, "umac-96", 12, 16, 8, 0, 0, 0)                                                                          \
    X(UMAC_128, "umac-128", 16, 16, 8, 0, 0, 0)                                                                        \
    X(AES_128_GMAC, "aes-128-gmac", 16, 16, 12, 1, 0, 0)                                                               \
    X(AES_128_CMAC, "aes-128-cmac", 16, 16, 0, 1, 0, 0)                                                                \
    X(POLY1305, "poly1305", 16, 32, 0, 0, 1, 0)                                                                        \
    X(AES_128_GCM, "aes-128-gcm", 16, 16, 12, 0, 0, 1)                                                                 \
    X(AES_256_GCM, "aes-256-gcm", 16, 32, 12, 0, 0, 1)                                                                 \
    X(CHACHA20_POLY1305, "chacha20-poly1305", 16, 32, 12, 0, 0, 1)                                                     \
    X(INTERNET_CHECKSUM, "internet-checksum", 2, 0, 0, 0, 0, 0)                                                        \
    X(READ, "read", 8, 0, 0, 0, 0, 0)

#define WRH_ALGORITHM_ID(id, ...) WRH_##id,
enum wrh_algorithm_id { WRH_ALGORITHMS(WRH_ALGORITHM_ID) };
#undef WRH_ALGORITHM_ID

#define WRH_NONCE_MAX 16
#define WRH_TAG_MAX   32
#define WRH_KEY_MAX   32

struct wrh_algorithm {
    const char *name;
    enum wrh_algorithm_id id;
    size_t tag_bytes;
    size_t key_bytes; /* 0: unkeyed */
    size_t nonce_bytes;
    int truncatable; /* a shorter tag is the leftmost bytes of the full one */
    int one_time;    /* the key serves one message, so there is no state to reuse */
    int seals;       /* encrypts too: who verifies it opens it */
};

/* NULL if there is none of that name. *ways becomes K of md5-xK, else 0. */
const struct wrh_algorithm *wrh_algorithm_find(const char *name, unsigned *ways);

#endif
