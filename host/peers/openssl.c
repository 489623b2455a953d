/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* openssl.c - OpenSSL's libcrypto, opened at run time; which file serves which algorithm. */
#include "openssl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

static struct wrh_openssl functions;
static char load_failure[160];
static int loaded;
static pthread_once_t load_once = PTHREAD_ONCE_INIT;

#define SYMBOL(member, name) {name, (void (**)(void))(void *)&functions.member}

static const struct wrh_symbol symbols[] = {
    SYMBOL(version, "OpenSSL_version"),
    SYMBOL(memcmp, "CRYPTO_memcmp"),
    SYMBOL(mac_fetch, "EVP_MAC_fetch"),
    SYMBOL(mac_free, "EVP_MAC_free"),
    SYMBOL(mac_ctx_new, "EVP_MAC_CTX_new"),
    SYMBOL(mac_ctx_free, "EVP_MAC_CTX_free"),
    SYMBOL(mac_init, "EVP_MAC_init"),
    SYMBOL(mac_update, "EVP_MAC_update"),
    SYMBOL(mac_final, "EVP_MAC_final"),
    SYMBOL(cipher_fetch, "EVP_CIPHER_fetch"),
    SYMBOL(cipher_free, "EVP_CIPHER_free"),
    SYMBOL(cipher_ctx_new, "EVP_CIPHER_CTX_new"),
    SYMBOL(cipher_ctx_free, "EVP_CIPHER_CTX_free"),
    SYMBOL(cipher_ctx_ctrl, "EVP_CIPHER_CTX_ctrl"),
    SYMBOL(encrypt_init, "EVP_EncryptInit_ex"),
    SYMBOL(encrypt_update, "EVP_EncryptUpdate"),
    SYMBOL(encrypt_final, "EVP_EncryptFinal_ex"),
    SYMBOL(decrypt_init, "EVP_DecryptInit_ex"),
    SYMBOL(decrypt_update, "EVP_DecryptUpdate"),
    SYMBOL(decrypt_final, "EVP_DecryptFinal_ex"),
    SYMBOL(cipher_set_padding, "EVP_CIPHER_CTX_set_padding"),
    SYMBOL(md_fetch, "EVP_MD_fetch"),
    SYMBOL(md_free, "EVP_MD_free"),
    SYMBOL(md_ctx_new, "EVP_MD_CTX_new"),
    SYMBOL(md_ctx_free, "EVP_MD_CTX_free"),
    SYMBOL(digest_init, "EVP_DigestInit_ex2"),
    SYMBOL(digest_update, "EVP_DigestUpdate"),
    SYMBOL(digest_final, "EVP_DigestFinal_ex"),
    SYMBOL(hmac_ctx_new, "HMAC_CTX_new"),
    SYMBOL(hmac_ctx_free, "HMAC_CTX_free"),
    SYMBOL(hmac_init, "HMAC_Init_ex"),
    SYMBOL(hmac_update, "HMAC_Update"),
    SYMBOL(hmac_final, "HMAC_Final"),
    SYMBOL(cmac_ctx_new, "CMAC_CTX_new"),
    SYMBOL(cmac_ctx_free, "CMAC_CTX_free"),
    SYMBOL(cmac_init, "CMAC_Init"),
    SYMBOL(cmac_update, "CMAC_Update"),
    SYMBOL(cmac_final, "CMAC_Final"),
    SYMBOL(md5_init, "MD5_Init"),
    SYMBOL(md5_update, "MD5_Update"),
    SYMBOL(md5_final, "MD5_Final"),
    SYMBOL(sha1_init, "SHA1_Init"),
    SYMBOL(sha1_update, "SHA1_Update"),
    SYMBOL(sha1_final, "SHA1_Final"),
    SYMBOL(sha256_init, "SHA256_Init"),
    SYMBOL(sha256_update, "SHA256_Update"),
    SYMBOL(sha256_final, "SHA256_Final"),
};

static void load(void) {
    struct wrh_why why = {load_failure, sizeof load_failure};
    /* Where only version 4 is there, it serves if it still has every name used here. */
    void *library = dlopen("libcrypto.so.3", RTLD_NOW | RTLD_LOCAL);
    if (!library)
        library = dlopen("libcrypto.so.4", RTLD_NOW | RTLD_LOCAL);
    if (!library)
        wrh_fail(&why, WRH_ABSENT, "libcrypto.so.3 is not on this machine: install OpenSSL 3 (Debian: libssl3)");
    else
        loaded = wrh_symbols_load(library, symbols, sizeof symbols / sizeof *symbols, &why) == 0;
}

const struct wrh_openssl *wrh_openssl(struct wrh_why *why) {
    pthread_once(&load_once, load);
    if (loaded)
        return &functions;
    wrh_fail(why, WRH_ABSENT, "%s", load_failure);
    return NULL;
}

static int open_openssl(const struct wrh_request *request, struct wrh_instance *instance, struct wrh_why *why) {
    const struct wrh_openssl *ssl = wrh_openssl(why);
    if (!ssl)
        return WRH_ABSENT;
    const enum wrh_algorithm_id id = request->algorithm->id;
    const int digest = id == WRH_MD5 || id == WRH_SHA1 || id == WRH_SHA256;
    if (request->kernel && !(digest && strcmp(request->kernel, "evp") == 0))
        return wrh_fail(why, WRH_UNSUPPORTED, "OpenSSL chooses its own kernel; digests may name /evp, its interface");
    if (digest)
        return wrh_openssl_digest_open(ssl, request, instance, why);
    switch (id) {
    case WRH_HMAC_MD5:
    case WRH_HMAC_SHA1:
    case WRH_HMAC_SHA256:
        return wrh_openssl_hmac_open(ssl, request, instance, why);
    case WRH_AES_128_CMAC:
        return wrh_openssl_cmac_open(ssl, request, instance, why);
    case WRH_POLY1305:
        return wrh_openssl_poly1305_open(ssl, request, instance, why);
    case WRH_AES_128_GMAC:
    case WRH_AES_128_GCM:
    case WRH_AES_256_GCM:
    case WRH_CHACHA20_POLY1305:
        return wrh_openssl_aead_open(ssl, request, instance, why);
    default:
        return wrh_fail(why, WRH_UNSUPPORTED, "OpenSSL has no %s", request->algorithm->name);
    }
}

static const char *version(const char *implementation, struct wrh_why *why) {
    (void)implementation;
    const struct wrh_openssl *ssl = wrh_openssl(why);
    return ssl ? ssl->version(0) : NULL;
}

static int equal(const void *a, const void *b, size_t length) {
    return functions.memcmp(a, b, length) == 0;
}

const struct wrh_peer wrh_peer_openssl = {NULL, open_openssl, version, equal};
