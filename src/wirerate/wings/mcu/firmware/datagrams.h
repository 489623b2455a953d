/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * What every end of a DTLS association has, whosever library runs it: the datagrams that the host carries, and what it
 * provisions. One source of an image includes it.
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

/* A queue of datagrams, each with its length before it in two bytes, big-endian. */
struct queue {
    uint32_t used;
    uint8_t bytes[QUEUE_BYTES];
};

struct credential {
    uint32_t used;
    uint8_t bytes[CREDENTIAL_BYTES];
};

/* What the host reads and writes by name. */
struct queue arrived;
struct queue departed;
struct credential authority; /* the trust anchor, DER */
struct credential certificate;
struct credential private_key;
uint8_t message[MESSAGE_BYTES];
uint8_t master[MASTER_BYTES]; /* what both ends agree on, or of it so many bytes */

static uint32_t taken; /* of `arrived` */

/* 0, or -1 where the queue is full. */
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

/* The next that arrived, of which there is one: its bytes, or -1 where it is longer than `room`. */
static inline int datagram_take(uint8_t *data, size_t room) {
    const uint8_t *next = arrived.bytes + taken;
    size_t length = (size_t)next[0] << 8 | next[1];
    if (length > room) {
        return -1;
    }
    memcpy(data, next + 2, length);
    taken += (uint32_t)length + 2;
    if (taken >= arrived.used) {
        taken = 0;
        arrived.used = 0;
    }
    return (int)length;
}

#endif
