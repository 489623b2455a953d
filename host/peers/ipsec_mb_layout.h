/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* ipsec_mb_layout.h - the parts of intel-ipsec-mb 1.3's structures that are used, declared here because the library is
 * opened at run time. Another version has other layouts and is refused. tests/host checks them against the real header.
 * (Internal.) */
#ifndef WRH_PEERS_IPSEC_MB_LAYOUT_H
#define WRH_PEERS_IPSEC_MB_LAYOUT_H

#include <stdint.h>

#define IMB_KNOWN_VERSION 0x10300u /* 1.3.0 */
#define IMB_BURST_MAX     128
#define IMB_GCM_KEY_BYTES 1008 /* struct gcm_key_data, 64-byte aligned */

/* Values of enumerators: IMB_CIPHER_NULL, IMB_DIR_ENCRYPT, IMB_ORDER_HASH_CIPHER, IMB_AUTH_*. */
enum { CIPHER_NULL = 3, DIR_ENCRYPT = 1, ORDER_HASH_CIPHER = 2 };
enum {
    AUTH_HMAC_SHA_1 = 1,
    AUTH_HMAC_SHA_256 = 3,
    AUTH_HMAC_MD5 = 7,
    AUTH_AES_CMAC = 12,
    AUTH_AES_GMAC_128 = 24,
    AUTH_POLY1305 = 28
};

struct imb_job {
    uint64_t unused_keys[3];
    const uint8_t *src;
    uint64_t unused_cipher[3];
    uint64_t hash_start;
    uint64_t hash_length;
    uint64_t unused_iv[2];
    uint8_t *tag;
    uint64_t tag_length;
    /* HMAC: inner and outer state. CMAC: expanded key, subkeys. GMAC: key, IV (and its length). Poly1305: key. */
    const void *parameter[2];
    union {
        const void *subkey2;
        uint64_t iv_length;
    } last;
    int32_t status, cipher_mode, cipher_direction, hash_algorithm, chain_order;
    void *user_data;
    uint64_t unused_tail[5];
};

struct imb_manager;
typedef void imb_one_block(const void *block, void *digest);
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
    void (*keyexp_128)(const void *key, void *encryption, void *decryption);
    void (*unused_7[2])(void);
    void (*cmac_subkeys_128)(const void *expanded, void *subkey1, void *subkey2);
    void (*unused_10[2])(void);
    imb_one_block *sha1_one_block;
    void (*unused_13)(void);
    imb_one_block *sha256_one_block;
    void (*unused_15[2])(void);
    imb_one_block *md5_one_block;
    void (*unused_18[30])(void);
    void (*gcm128_key)(const void *key, void *gcm_key);
    void (*unused_49[62])(void);
    imb_burst *get_next_burst;
    void (*unused_112)(void);
    imb_burst *submit_burst_nocheck;
    imb_burst *flush_burst;
};

#endif
