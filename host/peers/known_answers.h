/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* known_answers.h - test vectors that a subject must pass before it is timed. (Internal.) */
#ifndef WRH_PEERS_KNOWN_ANSWERS_H
#define WRH_PEERS_KNOWN_ANSWERS_H

#include "peer.h"

/* The form of a message: `text` itself or its hexadecimal form, repeated `count` times; or `count` bytes with byte i =
 * i mod 251. */
enum wrh_message_form { TEXT, HEX, PATTERN };

struct wrh_known_answer {
    enum wrh_algorithm_id algorithm;
    unsigned ways;                 /* K of md5-xK, otherwise 0 */
    const char *source;            /* document and test case */
    const char *key, *nonce, *tag; /* hexadecimal */
    const char *text;
    enum wrh_message_form form;
    size_t count;
};

/* Return the i-th known answer for an algorithm, or NULL past the last. */
const struct wrh_known_answer *wrh_known_answer(const struct wrh_algorithm *algorithm, unsigned ways, size_t i);
/* Return the message of an answer, to be freed by the caller; NULL if memory is short. */
uint8_t *wrh_known_message(const struct wrh_known_answer *answer, size_t *length);
/* Return the ciphertext of an algorithm's known message of `length` bytes, to be freed by the caller; NULL if
 * unknown. */
uint8_t *wrh_known_ciphertext(const struct wrh_algorithm *algorithm, size_t length);
/* Decode lower-case hexadecimal digits and return the number of bytes. */
size_t wrh_from_hex(const char *hex, uint8_t *bytes);

#endif
