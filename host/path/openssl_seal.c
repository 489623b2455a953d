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

typedef struct sealer {
    const struct wrh_openssl *ssl;
    void *seal, *open; /* contexts with the same key */
    uint64_t number;
} sealer;

static void dismiss(void *state) {
    sealer *made = state;
    made->ssl->cipher_ctx_free(made->seal);
    made->ssl->cipher_ctx_free(made->open);
    free(made);
}

static int keyed(sealer *made, const char *cipher) {
    static const uint8_t key[32] = "nothing is kept under it";
    void *fetched = made->ssl->cipher_fetch(NULL, cipher, NULL);
    int ready = fetched && made->seal && made->open &&
                made->ssl->encrypt_init(made->seal, fetched, NULL, key, NULL) == 1 &&
                made->ssl->decrypt_init(made->open, fetched, NULL, key, NULL) == 1;
    if (fetched)
        made->ssl->cipher_free(fetched);
    return ready;
}

static int sealed(const sealer *with, const uint8_t *nonce, const uint8_t *header, uint8_t *data, int size,
                  uint8_t *tag) {
    const struct wrh_openssl *ssl = with->ssl;
    int done;
    return ssl->encrypt_init(with->seal, NULL, NULL, NULL, nonce) == 1 &&
           ssl->encrypt_update(with->seal, NULL, &done, header, HEADER) == 1 &&
           ssl->encrypt_update(with->seal, data, &done, data, size) == 1 &&
           ssl->encrypt_final(with->seal, data + size, &done) == 1 &&
           ssl->cipher_ctx_ctrl(with->seal, GET_TAG, TAG, tag) == 1;
}

static int opened(const sealer *with, const uint8_t *nonce, const uint8_t *header, uint8_t *data, int size,
                  uint8_t *tag) {
    const struct wrh_openssl *ssl = with->ssl;
    int done;
    return ssl->decrypt_init(with->open, NULL, NULL, NULL, nonce) == 1 &&
           ssl->decrypt_update(with->open, NULL, &done, header, HEADER) == 1 &&
           ssl->decrypt_update(with->open, data, &done, data, size) == 1 &&
           ssl->cipher_ctx_ctrl(with->open, SET_TAG, TAG, tag) == 1 &&
           ssl->decrypt_final(with->open, data + size, &done) == 1;
}

/* Reuse the buffer of the record read back, which holds the previous record: only its number changes. */
static int carry(wrh_stream *stream, const uint8_t *record, uint8_t *back, size_t size) {
    sealer *with = stream->state;
    size_t inner = size + 1, sent = inner + TAG;
    const uint8_t header[HEADER] = {APPLICATION_DATA, 3, 3, (uint8_t)(sent >> 8), (uint8_t)sent};
    uint8_t nonce[NONCE] = {0}, tag[TAG];
    memcpy(nonce + NONCE - sizeof with->number, &with->number, sizeof with->number);
    with->number++;
    memcpy(back, record, size < sizeof with->number ? size : sizeof with->number);
    back[size] = APPLICATION_DATA;
    if (!sealed(with, nonce, header, back, (int)inner, tag) || !opened(with, nonce, header, back, (int)inner, tag))
        return -EBADMSG;
    back[size] = record[size];
    return 0;
}

int wrh_openssl_seal(wrh_stream *stream, const struct wrh_suite *suite, struct wrh_obstacle *obstacle) {
    const struct wrh_openssl *ssl = wrh_openssl(&obstacle->why);
    if (!ssl)
        return -1;
    sealer *made = calloc(1, sizeof *made);
    if (!made)
        return wrh_refused(obstacle, "memory");
    *made = (sealer){.ssl = ssl, .seal = ssl->cipher_ctx_new(), .open = ssl->cipher_ctx_new()};
    stream->state = made;
    stream->dismiss = dismiss;
    stream->carry = carry;
    return keyed(made, suite->cipher) ? 0 : wrh_fail(&obstacle->why, -1, "libcrypto has no %s", suite->cipher);
}
