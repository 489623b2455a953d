/* openssl.c - measure OpenSSL without wirerate, as its manual pages advise. Usage: openssl ALGORITHM LENGTH
 * reuse|rekey|fresh [verify] */
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
static int key_bytes, cipher_bytes, opens;
static size_t head; /* bytes of a message that are authenticated but not encrypted */
static CMAC_CTX *cmac;
static EVP_CIPHER_CTX *aead;
static EVP_MAC *poly1305;
static EVP_MAC_CTX *poly1305_context;
static unsigned char *out; /* NULL for GMAC */

#define DIGEST(name, context_type, prefix)                                                                             \
    static void run_##name(void) {                                                                                     \
        for (int i = 0; i < messages; i++) {                                                                           \
            context_type context;                                                                                      \
            prefix##_Init(&context);                                                                                   \
            prefix##_Update(&context, message[i], bytes[i]);                                                           \
            prefix##_Final(tag[i], &context);                                                                          \
        }                                                                                                              \
    }
DIGEST(md5, MD5_CTX, MD5)
DIGEST(sha1, SHA_CTX, SHA1)
DIGEST(sha256, SHA256_CTX, SHA256)
DIGEST(sha384, SHA512_CTX, SHA384)
DIGEST(sha512, SHA512_CTX, SHA512)

static const struct hash {
    const char *name, *fetched;
    int key_bytes; /* length of its HMAC key */
    void (*run)(void);
} hashes[] = {{"md5", "MD5", 16, run_md5},
              {"sha1", "SHA1", 20, run_sha1},
              {"sha256", "SHA256", 32, run_sha256},
              {"sha384", "SHA384", 48, run_sha384},
              {"sha512", "SHA512", 64, run_sha512}};

static const struct hash *hash_named(const char *name) {
    for (size_t i = 0; i < sizeof hashes / sizeof *hashes; i++)
        if (strcmp(name, hashes[i].name) == 0)
            return &hashes[i];
    return NULL;
}

static void compare(int i, size_t size) {
    if (verify)
        refused += CRYPTO_memcmp(made[i], tag[i], size) != 0;
}

static void run_hmac(void) {
    for (int i = 0; i < messages; i++) {
        HMAC_CTX *context = mode == FRESH ? HMAC_CTX_new() : hmac;
        unsigned size;
        if (mode == REUSE)
            HMAC_Init_ex(context, NULL, 0, NULL, NULL);
        else
            HMAC_Init_ex(context, key, key_bytes, digest, NULL);
        HMAC_Update(context, message[i], bytes[i]);
        HMAC_Final(context, place(i), &size);
        compare(i, size);
        if (mode == FRESH)
            HMAC_CTX_free(context);
    }
}

static void run_cmac(void) {
    for (int i = 0; i < messages; i++) {
        CMAC_CTX *context = mode == FRESH ? CMAC_CTX_new() : cmac;
        size_t size;
        CMAC_Init(context, mode == REUSE ? NULL : key, mode == REUSE ? 0 : (size_t)cipher_bytes,
                  mode == FRESH ? cipher : NULL, NULL);
        CMAC_Update(context, message[i], bytes[i]);
        CMAC_Final(context, place(i), &size);
        compare(i, size);
        if (mode == FRESH)
            CMAC_CTX_free(context);
    }
}

static void run_aead(void) {
    for (int i = 0; i < messages; i++) {
        EVP_CIPHER_CTX *context = mode == FRESH ? EVP_CIPHER_CTX_new() : aead;
        int size;
        unsigned char rest[32];
        EVP_EncryptInit_ex(context, mode == FRESH ? cipher : NULL, NULL, mode == REUSE ? NULL : key, nonce[i]);
        EVP_EncryptUpdate(context, out, &size, message[i], (int)bytes[i]);
        EVP_EncryptFinal_ex(context, rest, &size);
        EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, 16, tag[i]);
        if (mode == FRESH)
            EVP_CIPHER_CTX_free(context);
    }
}

/* Compute the tag that makes a message a valid ciphertext: decrypt it without checking a tag, and encrypt it again.
 */
static void tag_of_ciphertext(int i) {
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    int size;
    unsigned char rest[32], *plain = malloc(length + 32);
    if (out) {
        EVP_DecryptInit_ex(context, cipher, NULL, key, nonce[i]);
        EVP_DecryptUpdate(context, plain, &size, message[i], (int)bytes[i]);
    }
    EVP_EncryptInit_ex(context, cipher, NULL, key, nonce[i]);
    EVP_EncryptUpdate(context, out, &size, out ? plain : message[i], (int)bytes[i]);
    EVP_EncryptFinal_ex(context, rest, &size);
    EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, 16, tag[i]);
    EVP_CIPHER_CTX_free(context);
    free(plain);
}

static void run_open(void) {
    for (int i = 0; i < messages; i++) {
        if (!verify) {
            tag_of_ciphertext(i);
            continue;
        }
        EVP_CIPHER_CTX *context = mode == FRESH ? EVP_CIPHER_CTX_new() : aead;
        int size;
        unsigned char rest[32];
        EVP_DecryptInit_ex(context, mode == FRESH ? cipher : NULL, NULL, mode == REUSE ? NULL : key, nonce[i]);
        EVP_DecryptUpdate(context, out, &size, message[i], (int)bytes[i]);
        EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, 16, tag[i]);
        refused += EVP_DecryptFinal_ex(context, rest, &size) <= 0;
        if (mode == FRESH)
            EVP_CIPHER_CTX_free(context);
    }
}

static void run_poly1305(void) {
    for (int i = 0; i < messages; i++) {
        EVP_MAC_CTX *context = mode == FRESH ? EVP_MAC_CTX_new(poly1305) : poly1305_context;
        size_t size;
        EVP_MAC_init(context, key, 32, NULL);
        EVP_MAC_update(context, message[i], bytes[i]);
        EVP_MAC_final(context, place(i), &size, 16);
        compare(i, size);
        if (mode == FRESH)
            EVP_MAC_CTX_free(context);
    }
}

/* Encrypt, and authenticate the ciphertext with HMAC, as in ESP, in two calls. A receiver verifies first. */
static void run_combined(void) {
    const unsigned char *mac_key = key + cipher_bytes;
    for (int i = 0; i < messages; i++) {
        EVP_CIPHER_CTX *context = mode == FRESH ? EVP_CIPHER_CTX_new() : aead;
        HMAC_CTX *mac = mode == FRESH ? HMAC_CTX_new() : hmac;
        unsigned char iv[16];
        unsigned mac_bytes;
        int size;
        memcpy(iv, nonce[i], sizeof iv);
        if (EVP_CIPHER_get_mode(cipher) == EVP_CIPH_CTR_MODE)
            memcpy(iv + 12, "\0\0\0\1", 4);
        EVP_CipherInit_ex(context, mode == FRESH ? cipher : NULL, NULL, mode == REUSE ? NULL : key, iv, !opens);
        EVP_CIPHER_CTX_set_padding(context, 0);
        HMAC_Init_ex(mac, mode == REUSE ? NULL : mac_key, mode == REUSE ? 0 : key_bytes, mode == REUSE ? NULL : digest,
                     NULL);
        if (!opens) {
            memcpy(out, message[i], head);
            EVP_CipherUpdate(context, out + head, &size, message[i] + head, (int)(length - head));
        }
        HMAC_Update(mac, opens ? message[i] : out, length);
        HMAC_Final(mac, place(i), &mac_bytes);
        compare(i, mac_bytes);
        if (opens)
            EVP_CipherUpdate(context, out + head, &size, message[i] + head, (int)(length - head));
        if (mode == FRESH) {
            EVP_CIPHER_CTX_free(context);
            HMAC_CTX_free(mac);
        }
    }
}

static void (*hmac_of(const struct hash *hash))(void) {
    if (!hash)
        return NULL;
    key_bytes = hash->key_bytes;
    digest = EVP_MD_fetch(NULL, hash->fetched, NULL);
    hmac = HMAC_CTX_new();
    HMAC_Init_ex(hmac, key + cipher_bytes, key_bytes, digest, NULL);
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

static void (*combined_of(const char *name, int ctr, const struct hash *hash))(void) {
    const size_t least = ctr ? 16 : 24; /* SPI, sequence number and IV */
    if (!aead_of(name, 0) || !hmac_of(hash))
        return NULL;
    head = ctr ? least : least + (length - least) % 16;
    EVP_CIPHER_CTX_set_padding(aead, 0);
    return run_combined;
}

static void (*cmac_of(const char *name))(void) {
    cipher = EVP_CIPHER_fetch(NULL, name, NULL);
    cmac = CMAC_CTX_new();
    CMAC_Init(cmac, key, (size_t)cipher_bytes, cipher, NULL);
    return run_cmac;
}

/* `use` is the rest of a name after aes-128-: gmac, gcm, cmac or cbc-hmac-sha256. */
static void (*aes_of(int bits, const char *use))(void) {
    const int gmac = strcmp(use, "gmac") == 0, ctr = strncmp(use, "ctr-hmac-", 9) == 0;
    const int counted = gmac || strcmp(use, "gcm") == 0;
    char name[16];
    cipher_bytes = bits / 8;
    snprintf(name, sizeof name, "AES-%d-%s", bits, counted ? "GCM" : ctr ? "CTR" : "CBC");
    if (counted)
        return aead_of(name, gmac);
    if (strcmp(use, "cmac") == 0)
        return cmac_of(name);
    return ctr || strncmp(use, "cbc-hmac-", 9) == 0 ? combined_of(name, ctr, hash_named(use + 9)) : NULL;
}

static void (*find(const char *name))(void) {
    const struct hash *hash = hash_named(name);
    int bits, end;
    if (hash)
        return hash->run;
    if (strncmp(name, "hmac-", 5) == 0)
        return hmac_of(hash_named(name + 5));
    if (sscanf(name, "aes-%d-%n", &bits, &end) == 1)
        return aes_of(bits, name + end);
    if (strcmp(name, "chacha20-poly1305") == 0)
        return aead_of("ChaCha20-Poly1305", 0);
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
    make_messages(words[2]);
    mode = strcmp(words[3], "fresh") == 0 ? FRESH : strcmp(words[3], "rekey") == 0 ? REKEY : REUSE;
    opens = count == 5;
    void (*run)(void) = find(words[1]);
    if (!run)
        return 2;
    time_and_print(run, opens);
    return 0;
}
