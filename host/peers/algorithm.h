/* algorithm.h - the fixed facts of each authenticator that a subject may name. (Internal.) */
#ifndef WRH_PEERS_ALGORITHM_H
#define WRH_PEERS_ALGORITHM_H

#include <stddef.h>
#include <stdint.h>

enum wrh_algorithm_id {
    WRH_MD5,
    WRH_MD5_WAYS,
    WRH_SHA1,
    WRH_SHA256,
    WRH_HMAC_MD5,
    WRH_HMAC_SHA1,
    WRH_HMAC_SHA256,
    WRH_UMAC_32,
    WRH_UMAC_64,
    WRH_UMAC_96,
    WRH_UMAC_128,
    WRH_AES_128_GMAC,
    WRH_AES_128_CMAC,
    WRH_POLY1305,
    WRH_AES_128_GCM,
    WRH_AES_256_GCM,
    WRH_CHACHA20_POLY1305,
    WRH_INTERNET_CHECKSUM,
    WRH_READ
};

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
};

/* NULL if there is none of that name. *ways becomes K of md5-xK, else 0. */
const struct wrh_algorithm *wrh_algorithm_find(const char *name, unsigned *ways);

#endif
