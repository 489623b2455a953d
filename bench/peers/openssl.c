/* openssl.c - OpenSSL linked directly, as its manual pages say. Usage: openssl ALGORITHM LENGTH reuse|rekey|fresh
 * [verify] */
#define OPENSSL_SUPPRESS_DEPRECATED
#define _GNU_SOURCE
#include <openssl/cmac.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/md5.h>
#include <openssl/sha.h>

#include "timing.h"

static enum { REUSE, REKEY, FRESH } mode;
static EVP_MD *digest;
static EVP_CIPHER *cipher;
static HMAC_CTX *hmac;
static int key_bytes, opens;
static CMAC_CTX *cmac;
static EVP_CIPHER_CTX *aead;
static EVP_MAC *poly1305;
static EVP_MAC_CTX *poly1305_context;
static unsigned char *out; /* NULL: GMAC */

static void run_md5(void) {
    for (int i = 0; i < MESSAGES; i++) {
        MD5_CTX context;
        MD5_Init(&context);
        MD5_Update(&context, message[i], length);
        MD5_Final(tag[i], &context);
    }
}

static void run_sha1(void) {
    for (int i = 0; i < MESSAGES; i++) {
        SHA_CTX context;
        SHA1_Init(&context);
        SHA1_Update(&context, message[i], length);
        SHA1_Final(tag[i], &context);
    }
}

static void run_sha256(void) {
    for (int i = 0; i < MESSAGES; i++) {
        SHA256_CTX context;
        SHA256_Init(&context);
        SHA256_Update(&context, message[i], length);
        SHA256_Final(tag[i], &context);
    }
}

static void compare(int i, size_t size) {
    if (verify)
        refused += CRYPTO_memcmp(made[i], tag[i], size) != 0;
}

static void run_hmac(void) {
    for (int i = 0; i < MESSAGES; i++) {
        HMAC_CTX *context = mode == FRESH ? HMAC_CTX_new() : hmac;
        unsigned size;
        if (mode == REUSE)
            HMAC_Init_ex(context, NULL, 0, NULL, NULL);
        else
            HMAC_Init_ex(context, key, key_bytes, digest, NULL);
        HMAC_Update(context, message[i], length);
        HMAC_Final(context, place(i), &size);
        compare(i, size);
        if (mode == FRESH)
            HMAC_CTX_free(context);
    }
}

static void run_cmac(void) {
    for (int i = 0; i < MESSAGES; i++) {
        CMAC_CTX *context = mode == FRESH ? CMAC_CTX_new() : cmac;
        size_t size;
        CMAC_Init(context, mode == REUSE ? NULL : key, mode == REUSE ? 0 : 16, mode == FRESH ? cipher : NULL, NULL);
        CMAC_Update(context, message[i], length);
        CMAC_Final(context, place(i), &size);
        compare(i, size);
        if (mode == FRESH)
            CMAC_CTX_free(context);
    }
}

static void run_aead(void) {
    for (int i = 0; i < MESSAGES; i++) {
        EVP_CIPHER_CTX *context = mode == FRESH ? EVP_CIPHER_CTX_new() : aead;
        int size;
        unsigned char rest[32];
        EVP_EncryptInit_ex(context, mode == FRESH ? cipher : NULL, NULL, mode == REUSE ? NULL : key, nonce[i]);
        EVP_EncryptUpdate(context, out, &size, message[i], (int)length);
        EVP_EncryptFinal_ex(context, rest, &size);
        EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, 16, tag[i]);
        if (mode == FRESH)
            EVP_CIPHER_CTX_free(context);
    }
}

/* The tag with which a message, taken as ciphertext, opens: decrypted without a look at a tag, and sealed again. */
static void tag_of_ciphertext(int i) {
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    int size;
    unsigned char rest[32], *plain = malloc(length + 32);
    if (out) {
        EVP_DecryptInit_ex(context, cipher, NULL, key, nonce[i]);
        EVP_DecryptUpdate(context, plain, &size, message[i], (int)length);
    }
    EVP_EncryptInit_ex(context, cipher, NULL, key, nonce[i]);
    EVP_EncryptUpdate(context, out, &size, out ? plain : message[i], (int)length);
    EVP_EncryptFinal_ex(context, rest, &size);
    EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, 16, tag[i]);
    EVP_CIPHER_CTX_free(context);
    free(plain);
}

static void run_open(void) {
    for (int i = 0; i < MESSAGES; i++) {
        if (!verify) {
            tag_of_ciphertext(i);
            continue;
        }
        EVP_CIPHER_CTX *context = mode == FRESH ? EVP_CIPHER_CTX_new() : aead;
        int size;
        unsigned char rest[32];
        EVP_DecryptInit_ex(context, mode == FRESH ? cipher : NULL, NULL, mode == REUSE ? NULL : key, nonce[i]);
        EVP_DecryptUpdate(context, out, &size, message[i], (int)length);
        EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, 16, tag[i]);
        refused += EVP_DecryptFinal_ex(context, rest, &size) <= 0;
        if (mode == FRESH)
            EVP_CIPHER_CTX_free(context);
    }
}

static void run_poly1305(void) {
    for (int i = 0; i < MESSAGES; i++) {
        EVP_MAC_CTX *context = mode == FRESH ? EVP_MAC_CTX_new(poly1305) : poly1305_context;
        size_t size;
        EVP_MAC_init(context, key, 32, NULL);
        EVP_MAC_update(context, message[i], length);
        EVP_MAC_final(context, place(i), &size, 16);
        compare(i, size);
        if (mode == FRESH)
            EVP_MAC_CTX_free(context);
    }
}

static void (*hmac_of(const char *name, int bytes))(void) {
    key_bytes = bytes;
    digest = EVP_MD_fetch(NULL, name, NULL);
    hmac = HMAC_CTX_new();
    HMAC_Init_ex(hmac, key, key_bytes, digest, NULL);
    return run_hmac;
}

static void (*aead_of(const char *name, int gmac))(void) {
    cipher = EVP_CIPHER_fetch(NULL, name, NULL);
    aead = EVP_CIPHER_CTX_new();
    if (opens)
        EVP_DecryptInit_ex(aead, cipher, NULL, key, nonce[0]);
    else
        EVP_EncryptInit_ex(aead, cipher, NULL, key, nonce[0]);
    out = gmac ? NULL : malloc(length + 32);
    return opens ? run_open : run_aead;
}

static void (*find(const char *name))(void) {
    if (strcmp(name, "md5") == 0)
        return run_md5;
    if (strcmp(name, "sha1") == 0)
        return run_sha1;
    if (strcmp(name, "sha256") == 0)
        return run_sha256;
    if (strcmp(name, "hmac-md5") == 0)
        return hmac_of("MD5", 16);
    if (strcmp(name, "hmac-sha1") == 0)
        return hmac_of("SHA1", 20);
    if (strcmp(name, "hmac-sha256") == 0)
        return hmac_of("SHA256", 32);
    if (strcmp(name, "aes-128-gmac") == 0)
        return aead_of("AES-128-GCM", 1);
    if (strcmp(name, "aes-128-gcm") == 0)
        return aead_of("AES-128-GCM", 0);
    if (strcmp(name, "aes-256-gcm") == 0)
        return aead_of("AES-256-GCM", 0);
    if (strcmp(name, "chacha20-poly1305") == 0)
        return aead_of("ChaCha20-Poly1305", 0);
    if (strcmp(name, "aes-128-cmac") == 0) {
        cipher = EVP_CIPHER_fetch(NULL, "AES-128-CBC", NULL);
        cmac = CMAC_CTX_new();
        CMAC_Init(cmac, key, 16, cipher, NULL);
        return run_cmac;
    }
    if (strcmp(name, "poly1305") == 0) {
        poly1305 = EVP_MAC_fetch(NULL, "POLY1305", NULL);
        poly1305_context = EVP_MAC_CTX_new(poly1305);
        return run_poly1305;
    }
    return NULL;
}

int main(int count, char **words) {
    if (count != 4 && count != 5)
        return 2;
    make_messages(strtoul(words[2], NULL, 10));
    mode = strcmp(words[3], "fresh") == 0 ? FRESH : strcmp(words[3], "rekey") == 0 ? REKEY : REUSE;
    opens = count == 5;
    void (*run)(void) = find(words[1]);
    if (!run)
        return 2;
    time_and_print(run, opens);
    return 0;
}
