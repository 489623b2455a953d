/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* known_answers.h - vectors that a subject must give before it is timed. (Internal.) */
#ifndef WRH_PEERS_KNOWN_ANSWERS_H
#define WRH_PEERS_KNOWN_ANSWERS_H

#include "peer.h"

/* How the message is written down: `text` itself or in hexadecimal, `count` times; or `count` bytes i mod 251. */
enum wrh_message_form { TEXT, HEX, PATTERN };

struct wrh_known_answer {
    enum wrh_algorithm_id algorithm;
    unsigned ways;                 /* K of md5-xK, else 0 */
    const char *source;            /* document and test case */
    const char *key, *nonce, *tag; /* hexadecimal */
    const char *text;
    enum wrh_message_form form;
    size_t count;
};

/* The i-th known answer for an algorithm, or NULL past the last. */
const struct wrh_known_answer *wrh_known_answer(const struct wrh_algorithm *algorithm, unsigned ways, size_t i);
/* Its message, to be freed; NULL without memory. */
uint8_t *wrh_known_message(const struct wrh_known_answer *answer, size_t *length);
/* What an algorithm's known message of so many bytes is sealed to, to be freed; NULL where that is not known. */
uint8_t *wrh_known_ciphertext(const struct wrh_algorithm *algorithm, size_t length);
/* Decodes lower-case hexadecimal and returns the number of bytes. */
size_t wrh_from_hex(const char *hex, uint8_t *bytes);

#endif
