/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * A key-encapsulation mechanism, a key agreement or a signature scheme, with one function per measured operation. The
 * compiler's command line selects the implementation and the operations in the image: SCHEME_KEYGEN, SCHEME_SIGN and so
 * on are the names of the implementation's functions, and SCHEME_RANDOM is the function that it calls for random bytes.
 *
 * The host writes and reads keys and messages in the arrays below. The measured stack and static memory of an operation
 * do not include them.
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

uint8_t scheme_random[96]; /* the random bytes for the next operation */
uint8_t scheme_public_key[SCHEME_PUBLIC_KEY_BYTES];
uint8_t scheme_secret_key[SCHEME_SECRET_KEY_BYTES];
uint8_t scheme_message[SCHEME_MESSAGE_BYTES]; /* the ciphertext, the peer's public key, or the signature */

static size_t bytes_drawn; /* how much of scheme_random the current operation has used */

/* Return bytes written by the host, so that every run is the same. A real board's generator takes more time. */
int SCHEME_RANDOM(uint8_t *out, size_t size) {
    if (size > sizeof scheme_random - bytes_drawn)
        __builtin_trap();
    memcpy(out, scheme_random + bytes_drawn, size);
    bytes_drawn += size;
    return 0;
}

#if defined(SCHEME_KEYGEN)
int SCHEME_KEYGEN(uint8_t *public_key, uint8_t *secret_key);

int scheme_keygen(void) {
    bytes_drawn = 0;
    return SCHEME_KEYGEN(scheme_public_key, scheme_secret_key);
}
#endif

#if defined(SCHEME_SHARED_BYTES) /* a KEM or a key agreement */
uint8_t scheme_shared[SCHEME_SHARED_BYTES];

#if defined(SCHEME_ENCAPSULATE)
int SCHEME_ENCAPSULATE(uint8_t *ciphertext, uint8_t *shared, const uint8_t *public_key);

int scheme_encapsulate(void) {
    bytes_drawn = 0;
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

#else /* signatures of scheme_text with scheme_context as the context string */
uint8_t scheme_text[SCHEME_TEXT_BYTES];
uint8_t scheme_context[255];
size_t scheme_context_bytes;

#if defined(SCHEME_SIGN)
#if defined(SCHEME_FIXED_SIZE) /* signatures have a fixed length, so the function does not return it */
int SCHEME_SIGN(uint8_t *signature, const uint8_t *text, size_t length, const uint8_t *context, size_t context_length,
                const uint8_t *secret_key);

int scheme_sign(size_t length) {
    bytes_drawn = 0;
    return SCHEME_SIGN(scheme_message, scheme_text, length, scheme_context, scheme_context_bytes, scheme_secret_key);
}
#else
int SCHEME_SIGN(uint8_t *signature, size_t *size, const uint8_t *text, size_t length, const uint8_t *context,
                size_t context_length, const uint8_t *secret_key);

int scheme_sign(size_t length) {
    size_t size = 0;
    bytes_drawn = 0;
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
