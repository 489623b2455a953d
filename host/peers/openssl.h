/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* openssl.h - the part of libcrypto that wirerate uses, declared here because it is loaded at run time. (Internal.)
 *
 * The declarations follow the manual pages of OpenSSL 3, with void * for its opaque types. To measure OpenSSL at its
 * best, the fastest interface was chosen by measurement (OpenSSL 3.0.19, 44-byte messages): MD5_Init 82 ns against
 * EVP_DigestInit 114; HMAC_Init_ex 222 against EVP_MAC_init 242 (reuse) and 464 for EVP_MAC_CTX_dup; rekey 451 with a
 * fetched EVP_MD, 781 with EVP_md5(); CMAC_Init 105 against 130; GMAC as the additional data of GCM 148 against 221
 * through EVP_MAC. */
#ifndef WRH_PEERS_OPENSSL_H
#define WRH_PEERS_OPENSSL_H

#include "peer.h"

struct wrh_openssl {
    const char *(*version)(int);
    int (*memcmp)(const void *, const void *, size_t);
    void *(*mac_fetch)(void *, const char *, const char *);
    void (*mac_free)(void *);
    void *(*mac_ctx_new)(void *);
    void (*mac_ctx_free)(void *);
    int (*mac_init)(void *, const unsigned char *, size_t, const void *);
    int (*mac_update)(void *, const unsigned char *, size_t);
    int (*mac_final)(void *, unsigned char *, size_t *, size_t);
    void *(*cipher_fetch)(void *, const char *, const char *);
    void (*cipher_free)(void *);
    void *(*cipher_ctx_new)(void);
    void (*cipher_ctx_free)(void *);
    int (*cipher_ctx_ctrl)(void *, int, int, void *);
    int (*encrypt_init)(void *, const void *, void *, const unsigned char *, const unsigned char *);
    int (*encrypt_update)(void *, unsigned char *, int *, const unsigned char *, int);
    int (*encrypt_final)(void *, unsigned char *, int *);
    int (*decrypt_init)(void *, const void *, void *, const unsigned char *, const unsigned char *);
    int (*decrypt_update)(void *, unsigned char *, int *, const unsigned char *, int);
    int (*decrypt_final)(void *, unsigned char *, int *);
    int (*cipher_set_padding)(void *, int);
    void *(*md_fetch)(void *, const char *, const char *);
    void (*md_free)(void *);
    void *(*md_ctx_new)(void);
    void (*md_ctx_free)(void *);
    int (*digest_init)(void *, const void *, const void *);
    int (*digest_update)(void *, const void *, size_t);
    int (*digest_final)(void *, unsigned char *, unsigned int *);
    void *(*hmac_ctx_new)(void);
    void (*hmac_ctx_free)(void *);
    int (*hmac_init)(void *, const void *, int, const void *, void *);
    int (*hmac_update)(void *, const unsigned char *, size_t);
    int (*hmac_final)(void *, unsigned char *, unsigned int *);
    void *(*cmac_ctx_new)(void);
    void (*cmac_ctx_free)(void *);
    int (*cmac_init)(void *, const void *, size_t, const void *, void *);
    int (*cmac_update)(void *, const void *, size_t);
    int (*cmac_final)(void *, unsigned char *, size_t *);
    int (*md5_init)(void *), (*md5_update)(void *, const void *, size_t), (*md5_final)(unsigned char *, void *);
    int (*sha1_init)(void *), (*sha1_update)(void *, const void *, size_t), (*sha1_final)(unsigned char *, void *);
    int (*sha256_init)(void *), (*sha256_update)(void *, const void *, size_t),
        (*sha256_final)(unsigned char *, void *);
    int (*sha384_init)(void *), (*sha384_update)(void *, const void *, size_t),
        (*sha384_final)(unsigned char *, void *);
    int (*sha512_init)(void *), (*sha512_update)(void *, const void *, size_t),
        (*sha512_final)(unsigned char *, void *);
};

/* Return OpenSSL's name for the digest of an algorithm. */
const char *wrh_openssl_digest_name(const struct wrh_algorithm *algorithm);

/* Compare two byte strings with CRYPTO_memcmp of the library loaded last. */
int wrh_openssl_equal(const void *a, const void *b, size_t length);

/* Return the system's library, loaded once; NULL and the reason if it is missing or unsupported. */
const struct wrh_openssl *wrh_openssl(struct wrh_why *why);

/* Like wrh_openssl, for "openssl" or the path of another build. */
const struct wrh_openssl *wrh_openssl_of(const char *implementation, struct wrh_why *why);

int wrh_openssl_digest_open(const struct wrh_openssl *ssl, const struct wrh_request *request,
                            struct wrh_instance *instance, struct wrh_why *why);
int wrh_openssl_hmac_open(const struct wrh_openssl *ssl, const struct wrh_request *request,
                          struct wrh_instance *instance, struct wrh_why *why);
int wrh_openssl_cmac_open(const struct wrh_openssl *ssl, const struct wrh_request *request,
                          struct wrh_instance *instance, struct wrh_why *why);
int wrh_openssl_poly1305_open(const struct wrh_openssl *ssl, const struct wrh_request *request,
                              struct wrh_instance *instance, struct wrh_why *why);
int wrh_openssl_aead_open(const struct wrh_openssl *ssl, const struct wrh_request *request,
                          struct wrh_instance *instance, struct wrh_why *why);
int wrh_openssl_combined_open(const struct wrh_openssl *ssl, const struct wrh_request *request,
                              struct wrh_instance *instance, struct wrh_why *why);

#endif
