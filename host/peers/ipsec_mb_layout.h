/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* ipsec_mb_layout.h - the parts of intel-ipsec-mb 1.3's structures that wirerate uses, declared here because the
 * library is loaded at run time. Other versions have other layouts and are refused. tests/host checks these
 * declarations against the real header. (Internal.) */
#ifndef WRH_PEERS_IPSEC_MB_LAYOUT_H
#define WRH_PEERS_IPSEC_MB_LAYOUT_H

#include <stdint.h>

#define IMB_KNOWN_VERSION     0x10300u /* 1.3.0 */
#define IMB_BURST_MAX         128
#define IMB_RING              256  /* jobs in the ring; a full ring counts as empty */
#define IMB_GCM_KEY_BYTES     1008 /* struct gcm_key_data, 64-byte aligned */
#define IMB_GCM_CONTEXT_BYTES 88   /* struct gcm_context_data */

/* Values of the enumerators IMB_CIPHER_*, IMB_DIR_*, IMB_ORDER_* and IMB_AUTH_*. */
enum {
    CIPHER_CBC = 1,
    CIPHER_CNTR = 2,
    CIPHER_NULL = 3,
    DIR_ENCRYPT = 1,
    DIR_DECRYPT = 2,
    ORDER_CIPHER_HASH = 1,
    ORDER_HASH_CIPHER = 2
};
enum {
    AUTH_HMAC_SHA_1 = 1,
    AUTH_HMAC_SHA_256 = 3,
    AUTH_HMAC_SHA_384 = 4,
    AUTH_HMAC_SHA_512 = 5,
    AUTH_HMAC_MD5 = 7,
    AUTH_AES_CMAC = 12,
    AUTH_AES_GMAC_128 = 24,
    AUTH_AES_GMAC_192 = 25,
    AUTH_AES_GMAC_256 = 26,
    AUTH_AES_CMAC_256 = 27,
    AUTH_POLY1305 = 28
};

struct imb_job {
    const void *encryption_keys, *decryption_keys;
    uint64_t key_length;
    const uint8_t *src;
    uint8_t *dst;
    uint64_t cipher_start; /* offset from src */
    uint64_t cipher_length;
    uint64_t hash_start; /* offset from src */
    uint64_t hash_length;
    const uint8_t *iv;
    uint64_t iv_length;
    uint8_t *tag;
    uint64_t tag_length;
    /* HMAC: inner and outer state. CMAC: expanded key and subkeys. Poly1305: key. */
    const void *parameter[3];
    int32_t status, cipher_mode, cipher_direction, hash_algorithm, chain_order;
    void *user_data;
    uint64_t unused_tail[5];
};

struct imb_manager;
typedef void imb_gcm(const void *gcm_key, void *context, uint8_t *out, const uint8_t *in, uint64_t length,
                     const uint8_t *iv, const uint8_t *additional, uint64_t additional_length, uint8_t *tag,
                     uint64_t tag_length);
typedef void imb_one_block(const void *block, void *digest);
typedef void imb_expand(const void *key, void *encryption, void *decryption);
typedef void imb_subkeys(const void *expanded, void *subkey1, void *subkey2);
typedef uint32_t imb_burst(struct imb_manager *manager, uint32_t jobs, struct imb_job **list);

struct imb_manager {
    uint64_t flags, features, reserved[5];
    uint32_t architecture;
    int32_t error;
    struct imb_job *(*get_next_job)(struct imb_manager *);
    void (*unused_1)(void);
    struct imb_job *(*submit_job_nocheck)(struct imb_manager *);
    void (*unused_3)(void);
    struct imb_job *(*flush_job)(struct imb_manager *);
    void (*unused_5)(void);
    imb_expand *keyexp_128, *keyexp_192, *keyexp_256;
    imb_subkeys *cmac_subkeys_128;
    void (*unused_10[2])(void);
    imb_one_block *sha1_one_block;
    void (*unused_13)(void);
    imb_one_block *sha256_one_block, *sha384_one_block, *sha512_one_block;
    imb_one_block *md5_one_block;
    void (*unused_18[6])(void);
    imb_gcm *gcm128_encrypt, *gcm192_encrypt, *gcm256_encrypt;
    void (*unused_27[21])(void);
    void (*gcm128_key)(const void *key, void *gcm_key);
    void (*gcm192_key)(const void *key, void *gcm_key);
    void (*gcm256_key)(const void *key, void *gcm_key);
    void (*unused_51[42])(void);
    imb_subkeys *cmac_subkeys_256;
    void (*unused_94[17])(void);
    imb_burst *get_next_burst;
    void (*unused_112)(void);
    imb_burst *submit_burst_nocheck;
    imb_burst *flush_burst;
    void (*unused_115[3])(void);
    uint32_t (*submit_hash_burst_nocheck)(struct imb_manager *manager, struct imb_job *jobs, uint32_t count, int hash);
};

#endif
