/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* openssl.c - OpenSSL's libcrypto, loaded at run time. */
#include "openssl.h"

#include <dlfcn.h>
#include <string.h>

#include "library.h"

/* Symbols of a library are first stored here, one library at a time, then copied. */
static struct wrh_openssl functions;

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
    SYMBOL(sha384_init, "SHA384_Init"),
    SYMBOL(sha384_update, "SHA384_Update"),
    SYMBOL(sha384_final, "SHA384_Final"),
    SYMBOL(sha512_init, "SHA512_Init"),
    SYMBOL(sha512_update, "SHA512_Update"),
    SYMBOL(sha512_final, "SHA512_Final"),
};

static int load(const char *implementation, void *functions_out, struct wrh_why *why) {
    const int named = wrh_is_path(implementation);
    void *library = dlopen(named ? implementation : "libcrypto.so.3", RTLD_NOW | RTLD_LOCAL);
    /* If only version 4 is installed, use it, provided that it still has all functions used. */
    if (!library && !named)
        library = dlopen("libcrypto.so.4", RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return named ? wrh_fail(why, WRH_ABSENT, "%s", dlerror())
                     : wrh_fail(why, WRH_ABSENT,
                                "libcrypto.so.3 is not on this machine: install OpenSSL 3 (Debian: libssl3)");
    if (wrh_symbols_load(library, symbols, sizeof symbols / sizeof *symbols, why) != 0)
        return WRH_ABSENT;
    memcpy(functions_out, &functions, sizeof functions);
    return WRH_OK;
}

const struct wrh_openssl *wrh_openssl_of(const char *implementation, struct wrh_why *why) {
    static struct wrh_libraries libraries = {.size = sizeof functions, .load = load};
    return wrh_library(&libraries, implementation, why);
}

const struct wrh_openssl *wrh_openssl(struct wrh_why *why) {
    return wrh_openssl_of("openssl", why);
}

const char *wrh_openssl_digest_name(const struct wrh_algorithm *algorithm) {
    static const char *const names[] = {"", "MD5", "SHA1", "SHA256", "SHA384", "SHA512"};
    return names[algorithm->hash];
}

int wrh_openssl_equal(const void *a, const void *b, size_t length) {
    return functions.memcmp(a, b, length) == 0;
}
