/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The buffers through which the host provisions one end of a DTLS association and exchanges datagrams with it. They are
 * the same for every TLS library. Exactly one source of an image includes this file.
 */
#ifndef WIRERATE_DATAGRAMS_H
#define WIRERATE_DATAGRAMS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifndef QUEUE_BYTES
#define QUEUE_BYTES 4096
#endif
#ifndef CREDENTIAL_BYTES
#define CREDENTIAL_BYTES 768
#endif
#define MESSAGE_BYTES 64
#define MASTER_BYTES  48

/* A queue of datagrams. Each is preceded by its length, a 16-bit big-endian number. */
struct queue {
    uint32_t used;
    uint8_t bytes[QUEUE_BYTES];
};

struct credential {
    uint32_t used;
    uint8_t bytes[CREDENTIAL_BYTES];
};

/* The host reads and writes these variables by name. */
struct queue arrived;
struct queue departed;
struct credential authority; /* the trust anchor, DER */
struct credential certificate;
struct credential private_key;
uint8_t message[MESSAGE_BYTES];
uint8_t master[MASTER_BYTES]; /* shared by both ends: the master secret, or exported keying material in DTLS 1.3 */

static uint32_t bytes_read; /* how much of `arrived` has been read */

/* Add a datagram to `departed`. Return 0, or -1 if it does not fit. */
static inline int datagram_put(const uint8_t *data, size_t length) {
    if (length > 0xFFFF || sizeof departed.bytes - departed.used < length + 2) {
        return -1;
    }
    uint8_t *end = departed.bytes + departed.used;
    end[0] = (uint8_t)(length >> 8);
    end[1] = (uint8_t)length;
    memcpy(end + 2, data, length);
    departed.used += (uint32_t)length + 2;
    return 0;
}

/* Copy the next datagram from `arrived`, which must not be empty. Return its length, or -1 if it exceeds `room`. */
static inline int datagram_take(uint8_t *data, size_t room) {
    const uint8_t *next = arrived.bytes + bytes_read;
    size_t length = (size_t)next[0] << 8 | next[1];
    if (length > room) {
        return -1;
    }
    memcpy(data, next + 2, length);
    bytes_read += (uint32_t)length + 2;
    if (bytes_read >= arrived.used) {
        bytes_read = 0;
        arrived.used = 0;
    }
    return (int)length;
}

#endif
