/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* openssl_seal.c - the calls of libcrypto that libssl makes for a TLS 1.3 record, without a connection: set a nonce,
 * take the record's header as additional data, encrypt the record and its type byte in place, and get the tag; then the
 * same calls to decrypt it. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "peers/openssl.h"
#include "stream.h"

enum { NONCE = 12, TAG = 16, HEADER = 5, GET_TAG = 0x10, SET_TAG = 0x11, APPLICATION_DATA = 23 };

struct sealer {
    const struct wrh_openssl *ssl;
    void *seal, *open; /* contexts with the same key */
    uint64_t number;
};

static void sealer_close(void *state) {
    struct sealer *sealer = state;
    sealer->ssl->cipher_ctx_free(sealer->seal);
    sealer->ssl->cipher_ctx_free(sealer->open);
    free(sealer);
}

static int set_key(struct sealer *sealer, const char *cipher) {
    static const uint8_t key[32] = "nothing is kept under it";
    void *fetched = sealer->ssl->cipher_fetch(NULL, cipher, NULL);
    int ready = fetched && sealer->seal && sealer->open &&
                sealer->ssl->encrypt_init(sealer->seal, fetched, NULL, key, NULL) == 1 &&
                sealer->ssl->decrypt_init(sealer->open, fetched, NULL, key, NULL) == 1;
    if (fetched)
        sealer->ssl->cipher_free(fetched);
    return ready;
}

static int seal_record(const struct sealer *sealer, const uint8_t *nonce, const uint8_t *header, uint8_t *data,
                       int size, uint8_t *tag) {
    const struct wrh_openssl *ssl = sealer->ssl;
    int done;
    return ssl->encrypt_init(sealer->seal, NULL, NULL, NULL, nonce) == 1 &&
           ssl->encrypt_update(sealer->seal, NULL, &done, header, HEADER) == 1 &&
           ssl->encrypt_update(sealer->seal, data, &done, data, size) == 1 &&
           ssl->encrypt_final(sealer->seal, data + size, &done) == 1 &&
           ssl->cipher_ctx_ctrl(sealer->seal, GET_TAG, TAG, tag) == 1;
}

static int open_record(const struct sealer *sealer, const uint8_t *nonce, const uint8_t *header, uint8_t *data,
                       int size, uint8_t *tag) {
    const struct wrh_openssl *ssl = sealer->ssl;
    int done;
    return ssl->decrypt_init(sealer->open, NULL, NULL, NULL, nonce) == 1 &&
           ssl->decrypt_update(sealer->open, NULL, &done, header, HEADER) == 1 &&
           ssl->decrypt_update(sealer->open, data, &done, data, size) == 1 &&
           ssl->cipher_ctx_ctrl(sealer->open, SET_TAG, TAG, tag) == 1 &&
           ssl->decrypt_final(sealer->open, data + size, &done) == 1;
}

/* Reuse the buffer of the record read back, which holds the previous record: only its number changes. */
static int carry(wrh_stream *stream, const uint8_t *record, uint8_t *back, size_t size) {
    struct sealer *sealer = stream->state;
    size_t inner = size + 1, sent = inner + TAG;
    const uint8_t header[HEADER] = {APPLICATION_DATA, 3, 3, (uint8_t)(sent >> 8), (uint8_t)sent};
    uint8_t nonce[NONCE] = {0}, tag[TAG];
    memcpy(nonce + NONCE - sizeof sealer->number, &sealer->number, sizeof sealer->number);
    sealer->number++;
    memcpy(back, record, size < sizeof sealer->number ? size : sizeof sealer->number);
    back[size] = APPLICATION_DATA;
    if (!seal_record(sealer, nonce, header, back, (int)inner, tag) ||
        !open_record(sealer, nonce, header, back, (int)inner, tag))
        return -EBADMSG;
    back[size] = record[size];
    return 0;
}

int wrh_openssl_seal(wrh_stream *stream, const struct wrh_suite *suite, struct wrh_obstacle *obstacle) {
    const struct wrh_openssl *ssl = wrh_openssl(&obstacle->why);
    if (!ssl)
        return -1;
    struct sealer *sealer = calloc(1, sizeof *sealer);
    if (!sealer)
        return wrh_refused(obstacle, "memory");
    *sealer = (struct sealer){.ssl = ssl, .seal = ssl->cipher_ctx_new(), .open = ssl->cipher_ctx_new()};
    stream->state = sealer;
    stream->dismiss = sealer_close;
    stream->carry = carry;
    return set_key(sealer, suite->cipher) ? 0 : wrh_fail(&obstacle->why, -1, "libcrypto has no %s", suite->cipher);
}
