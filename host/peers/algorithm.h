/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* algorithm.h - the fixed properties of each authenticator. (Internal.) */
#ifndef WRH_PEERS_ALGORITHM_H
#define WRH_PEERS_ALGORITHM_H

#include <stddef.h>
#include <stdint.h>

/* All authenticators. Each row has identifier, name, bytes of tag, key (0: unkeyed) and nonce, then the last fields of
 * struct wrh_algorithm. */
#define WRH_ALGORITHMS(X)                                                                                              \
    X(MD5, "md5", 16, 0, 0, 0, 0, 0, WRH_HASH_MD5, WRH_NO_CIPHER, 0)                                                   \
    X(MD5_WAYS, "md5-x", 16, 0, 0, 0, 0, 0, WRH_NO_HASH, WRH_NO_CIPHER, 0)                                             \
    X(SHA1, "sha1", 20, 0, 0, 0, 0, 0, WRH_HASH_SHA1, WRH_NO_CIPHER, 0)                                                \
    X(SHA256, "sha256", 32, 0, 0, 0, 0, 0, WRH_HASH_SHA256, WRH_NO_CIPHER, 0)                                          \
    X(SHA384, "sha384", 48, 0, 0, 0, 0, 0, WRH_HASH_SHA384, WRH_NO_CIPHER, 0)                                          \
    X(SHA512, "sha512", 64, 0, 0, 0, 0, 0, WRH_HASH_SHA512, WRH_NO_CIPHER, 0)                                          \
    X(HMAC_MD5, "hmac-md5", 16, 16, 0, 1, 0, 0, WRH_HASH_MD5, WRH_NO_CIPHER, 0)                                        \
    X(HMAC_SHA1, "hmac-sha1", 20, 20, 0, 1, 0, 0, WRH_HASH_SHA1, WRH_NO_CIPHER, 0)                                     \
    X(HMAC_SHA256, "hmac-sha256", 32, 32, 0, 1, 0, 0, WRH_HASH_SHA256, WRH_NO_CIPHER, 0)                               \
    X(HMAC_SHA384, "hmac-sha384", 48, 48, 0, 1, 0, 0, WRH_HASH_SHA384, WRH_NO_CIPHER, 0)                               \
    X(HMAC_SHA512, "hmac-sha512", 64, 64, 0, 1, 0, 0, WRH_HASH_SHA512, WRH_NO_CIPHER, 0)                               \
    X(UMAC_32, "umac-32", 4, 16, 8, 0, 0, 0, WRH_NO_HASH, WRH_NO_CIPHER, 0)                                            \
    X(UMAC_64, "umac-64", 8, 16, 8, 0, 0, 0, WRH_NO_HASH, WRH_NO_CIPHER, 0)                                            \
    X(UMAC_96, "umac-96", 12, 16, 8, 0, 0, 0, WRH_NO_HASH, WRH_NO_CIPHER, 0)                                           \
    X(UMAC_128, "umac-128", 16, 16, 8, 0, 0, 0, WRH_NO_HASH, WRH_NO_CIPHER, 0)                                         \
    X(AES_128_GMAC, "aes-128-gmac", 16, 16, 12, 1, 0, 0, WRH_NO_HASH, WRH_GMAC, 16)                                    \
    X(AES_192_GMAC, "aes-192-gmac", 16, 24, 12, 1, 0, 0, WRH_NO_HASH, WRH_GMAC, 24)                                    \
    X(AES_256_GMAC, "aes-256-gmac", 16, 32, 12, 1, 0, 0, WRH_NO_HASH, WRH_GMAC, 32)                                    \
    X(AES_128_CMAC, "aes-128-cmac", 16, 16, 0, 1, 0, 0, WRH_NO_HASH, WRH_CMAC, 16)                                     \
    X(AES_192_CMAC, "aes-192-cmac", 16, 24, 0, 1, 0, 0, WRH_NO_HASH, WRH_CMAC, 24)                                     \
    X(AES_256_CMAC, "aes-256-cmac", 16, 32, 0, 1, 0, 0, WRH_NO_HASH, WRH_CMAC, 32)                                     \
    X(POLY1305, "poly1305", 16, 32, 0, 0, 1, 0, WRH_NO_HASH, WRH_NO_CIPHER, 0)                                         \
    X(AES_128_GCM, "aes-128-gcm", 16, 16, 12, 0, 0, 1, WRH_NO_HASH, WRH_GCM, 16)                                       \
    X(AES_192_GCM, "aes-192-gcm", 16, 24, 12, 0, 0, 1, WRH_NO_HASH, WRH_GCM, 24)                                       \
    X(AES_256_GCM, "aes-256-gcm", 16, 32, 12, 0, 0, 1, WRH_NO_HASH, WRH_GCM, 32)                                       \
    X(CHACHA20_POLY1305, "chacha20-poly1305", 16, 32, 12, 0, 0, 1, WRH_NO_HASH, WRH_CHACHA, 32)                        \
    WRH_COMBINED(X, 128, 16)                                                                                           \
    WRH_COMBINED(X, 192, 24)                                                                                           \
    WRH_COMBINED(X, 256, 32)                                                                                           \
    X(INTERNET_CHECKSUM, "internet-checksum", 2, 0, 0, 0, 0, 0, WRH_NO_HASH, WRH_NO_CIPHER, 0)                         \
    X(READ, "read", 8, 0, 0, 0, 0, 0, WRH_NO_HASH, WRH_NO_CIPHER, 0)

/* AES in a mode without authentication, then HMAC over the first WRH_*_HEAD bytes and the ciphertext: ESP (RFC 4303
 * section 3.3.2), TLS with RFC 7366, SRTP. The key is the cipher's followed by HMAC's. */
#define WRH_COMBINED(X, bits, key)                                                                                     \
    WRH_COMBINED_MODE(X, AES_##bits##_CBC, "aes-" #bits "-cbc-hmac-", key, 16, WRH_CBC)                                \
    WRH_COMBINED_MODE(X, AES_##bits##_CTR, "aes-" #bits "-ctr-hmac-", key, 12, WRH_CTR)
#define WRH_COMBINED_MODE(X, id, name, key, nonce, mode)                                                               \
    X(id##_HMAC_SHA1, name "sha1", 20, key + 20, nonce, 1, 0, 1, WRH_HASH_SHA1, mode, key)                             \
    X(id##_HMAC_SHA256, name "sha256", 32, key + 32, nonce, 1, 0, 1, WRH_HASH_SHA256, mode, key)                       \
    X(id##_HMAC_SHA384, name "sha384", 48, key + 48, nonce, 1, 0, 1, WRH_HASH_SHA384, mode, key)                       \
    X(id##_HMAC_SHA512, name "sha512", 64, key + 64, nonce, 1, 0, 1, WRH_HASH_SHA512, mode, key)

#define WRH_ALGORITHM_ID(id, ...) WRH_##id,
enum wrh_algorithm_id { WRH_ALGORITHMS(WRH_ALGORITHM_ID) };
#undef WRH_ALGORITHM_ID

#define WRH_NONCE_MAX 16
#define WRH_TAG_MAX   64
#define WRH_KEY_MAX   96

/* Bytes authenticated before the ciphertext of a combined algorithm: SPI, sequence number and IV of ESP (RFC 3602
 * section 3, RFC 3686 section 3). CBC encrypts only whole blocks at the end of the message, so the head may be
 * longer. */
#define WRH_CBC_HEAD 24
#define WRH_CTR_HEAD 16

enum wrh_hash { WRH_NO_HASH, WRH_HASH_MD5, WRH_HASH_SHA1, WRH_HASH_SHA256, WRH_HASH_SHA384, WRH_HASH_SHA512 };
enum wrh_cipher_mode { WRH_NO_CIPHER, WRH_GMAC, WRH_CMAC, WRH_GCM, WRH_CHACHA, WRH_CBC, WRH_CTR };

struct wrh_algorithm {
    const char *name;
    enum wrh_algorithm_id id;
    size_t tag_bytes;
    size_t key_bytes; /* 0 if unkeyed */
    size_t nonce_bytes;
    int truncatable;    /* a shorter tag is the leftmost bytes of the full tag */
    int one_time;       /* the key is for one message only, so no state can be reused */
    int seals;          /* the algorithm encrypts, so that verifying includes decrypting */
    enum wrh_hash hash; /* the hash itself, or the hash of the HMAC */
    enum wrh_cipher_mode cipher;
    unsigned cipher_key_bytes; /* length of the cipher's key, at the start of the key */
};

/* Return whether this is a cipher without authentication combined with HMAC. */
static inline int wrh_combined(const struct wrh_algorithm *algorithm) {
    return algorithm->cipher == WRH_CBC || algorithm->cipher == WRH_CTR;
}

const struct wrh_algorithm *wrh_algorithm_of(enum wrh_algorithm_id id);

/* Return the number of bytes at the start of a message that a combined algorithm authenticates but does not encrypt. */
size_t wrh_combined_head(const struct wrh_algorithm *algorithm, size_t length);

/* Return the algorithm of that name, or NULL. Set *ways to K of md5-xK, otherwise to 0. */
const struct wrh_algorithm *wrh_algorithm_find(const char *name, unsigned *ways);

#endif
