/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * A key-encapsulation mechanism, a key agreement or a signature scheme, one function per operation that is timed. Whose
 * code it is, and which of the operations are in the image, is defined on the compiler's command line: SCHEME_KEYGEN
 * and the others are the names of the implementation's functions, SCHEME_RANDOM of the function that it draws from.
 *
 * Keys and messages lie here, where the host writes and reads them: they are no part of what an operation is said to
 * take of stack or static memory.
 */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

int SCHEME_RANDOM(uint8_t *out, size_t size);
int scheme_keygen(void);
int scheme_encapsulate(void);
int scheme_decapsulate(void);
int scheme_agree(void);
int scheme_sign(size_t length);
int scheme_verify(size_t length);

uint8_t scheme_random[96]; /* what the next operation draws */
uint8_t scheme_public_key[SCHEME_PUBLIC_KEY_BYTES];
uint8_t scheme_secret_key[SCHEME_SECRET_KEY_BYTES];
uint8_t scheme_message[SCHEME_MESSAGE_BYTES]; /* the ciphertext, the other side's public key, or the signature */

static size_t drawn;

/* No generator: the same run each time. A board's own costs more. */
int SCHEME_RANDOM(uint8_t *out, size_t size) {
    if (size > sizeof scheme_random - drawn)
        __builtin_trap();
    memcpy(out, scheme_random + drawn, size);
    drawn += size;
    return 0;
}

#if defined(SCHEME_KEYGEN)
int SCHEME_KEYGEN(uint8_t *public_key, uint8_t *secret_key);

int scheme_keygen(void) {
    drawn = 0;
    return SCHEME_KEYGEN(scheme_public_key, scheme_secret_key);
}
#endif

#if defined(SCHEME_SHARED_BYTES) /* a mechanism, or an agreement */
uint8_t scheme_shared[SCHEME_SHARED_BYTES];

#if defined(SCHEME_ENCAPSULATE)
int SCHEME_ENCAPSULATE(uint8_t *ciphertext, uint8_t *shared, const uint8_t *public_key);

int scheme_encapsulate(void) {
    drawn = 0;
    return SCHEME_ENCAPSULATE(scheme_message, scheme_shared, scheme_public_key);
}
#endif

#if defined(SCHEME_DECAPSULATE)
int SCHEME_DECAPSULATE(uint8_t *shared, const uint8_t *ciphertext, const uint8_t *secret_key);

int scheme_decapsulate(void) {
    return SCHEME_DECAPSULATE(scheme_shared, scheme_message, scheme_secret_key);
}
#endif

#if defined(SCHEME_AGREE)
int SCHEME_AGREE(uint8_t *shared, const uint8_t *peer, const uint8_t *secret_key);

int scheme_agree(void) {
    return SCHEME_AGREE(scheme_shared, scheme_message, scheme_secret_key);
}
#endif

#else /* signatures, of what lies in scheme_text, under the context behind it */
uint8_t scheme_text[SCHEME_TEXT_BYTES];
uint8_t scheme_context[255];
size_t scheme_context_bytes;

#if defined(SCHEME_SIGN)
#if defined(SCHEME_FIXED_SIZE) /* it tells no size: there is one */
int SCHEME_SIGN(uint8_t *signature, const uint8_t *text, size_t length, const uint8_t *context, size_t context_length,
                const uint8_t *secret_key);

int scheme_sign(size_t length) {
    drawn = 0;
    return SCHEME_SIGN(scheme_message, scheme_text, length, scheme_context, scheme_context_bytes, scheme_secret_key);
}
#else
int SCHEME_SIGN(uint8_t *signature, size_t *size, const uint8_t *text, size_t length, const uint8_t *context,
                size_t context_length, const uint8_t *secret_key);

int scheme_sign(size_t length) {
    size_t size = 0;
    drawn = 0;
    const int failed = SCHEME_SIGN(scheme_message, &size, scheme_text, length, scheme_context, scheme_context_bytes,
                                   scheme_secret_key);
    return failed ? failed : size == sizeof scheme_message ? 0 : -1;
}
#endif
#endif

#if defined(SCHEME_VERIFY)
#if defined(SCHEME_FIXED_SIZE)
int SCHEME_VERIFY(const uint8_t *signature, const uint8_t *text, size_t length, const uint8_t *context,
                  size_t context_length, const uint8_t *public_key);

int scheme_verify(size_t length) {
    return SCHEME_VERIFY(scheme_message, scheme_text, length, scheme_context, scheme_context_bytes, scheme_public_key);
}
#else
int SCHEME_VERIFY(const uint8_t *signature, size_t size, const uint8_t *text, size_t length, const uint8_t *context,
                  size_t context_length, const uint8_t *public_key);

int scheme_verify(size_t length) {
    return SCHEME_VERIFY(scheme_message, sizeof scheme_message, scheme_text, length, scheme_context,
                         scheme_context_bytes, scheme_public_key);
}
#endif
#endif
#endif
