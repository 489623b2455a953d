/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * peer.h - what an implementation must provide to be measured. (Internal.)
 *
 * Each implementation has a file (wirerate.c, openssl_*.c, nettle.c, ...) that exports a `struct wrh_peer`. To add one,
 * write the file and add it to the table in subject.c. A peer opens instances: one algorithm, one key, one thread,
 * ready to tag messages. An instance that can verify by itself sets `expect`; for others, verifying.c compares tags.
 * subject.c checks every configuration against known answers in a child process before it is timed.
 */
#ifndef WRH_PEERS_PEER_H
#define WRH_PEERS_PEER_H

#include <stddef.h>
#include <stdint.h>

#include "algorithm.h"
#include "wirerate_host.h"

/* A buffer for a one-line reason. */
struct wrh_why {
    char *text;
    size_t size;
};
/* Write the reason and return `status`, so that a failure takes one statement. */
int wrh_fail(struct wrh_why *why, int status, const char *format, ...) __attribute__((format(printf, 3, 4)));

struct wrh_request {
    const struct wrh_algorithm *algorithm;
    unsigned ways;              /* K of md5-xK, otherwise 0 */
    const char *implementation; /* the name of an implementation, or the path of a library */
    const char *kernel;         /* NULL: the implementation chooses */
    int operation;              /* an enum wrh_operation */
    int keyed;                  /* an enum wrh_keyed */
    size_t batch;
    size_t tag_bytes; /* length to be compared; an instance writes at least this much, up to the full tag */
    const uint8_t *key;
    size_t key_bytes;
};

/* Tag or verify `count` messages, depending on the request's operation, passing at most the request's batch to each
 * call of the implementation. The nonce of messages[i] is the algorithm's nonce_bytes at nonces + i * nonce_bytes. This
 * function does everything that the keyed mode requires per message, and nothing else.
 *
 * When verifying, messages[i].tag is the received tag: leave it unchanged if it is correct, otherwise call wrh_refuse.
 * For an algorithm that encrypts, the data are plaintext to be sealed, or ciphertext to be opened. */
typedef void wrh_tags(void *state, const wr_message *messages, const uint8_t *nonces, size_t count);

struct wrh_instance {
    void *state;
    wrh_tags *tags;
    /* Write the correct tags of these messages, to be verified later. This is never timed. */
    wrh_tags *expect;
    void (*close)(void *state);
    /* For an algorithm that encrypts: return the last message's output, or NULL if it is not accessible. */
    const uint8_t *(*output)(void *state);
    char kernel[16]; /* "" if unknown */
};

/* Mark a tag as refused. */
static inline void wrh_refuse(const wr_message *message) {
    message->tag[0] ^= 0xff;
}

/* Return 1 if equal, otherwise 0. */
typedef int wrh_equal(const void *a, const void *b, size_t length);

struct wrh_peer {
    /* The kernels from which subject.c chooses by measurement if none is requested; NULL: the implementation
     * chooses. */
    const char *const *kernels;
    /* Return WRH_OK and the instance, or a negative wrh_status and the reason. */
    int (*open)(const struct wrh_request *request, struct wrh_instance *instance, struct wrh_why *why);
    /* Return a version in static storage, or NULL and the reason. */
    const char *(*version)(const char *implementation, struct wrh_why *why);
    /* The function that users of the library call to compare a computed tag with a received one. */
    wrh_equal *equal;
};

extern const struct wrh_peer wrh_peer_wirerate, wrh_peer_libwirerate_so, wrh_peer_openssl, wrh_peer_nettle,
    wrh_peer_ipsec_mb;

/* Return zeroed memory, 64-byte aligned, for key schedules and contexts of unknown size. Free it with free(). */
void *wrh_aligned_zeroed(size_t size);

/* Symbols of a library loaded at run time. The address of `name` is stored in the function pointer `*where`. */
struct wrh_symbol {
    const char *name;
    void (**where)(void);
};
/* Return 0, or -1 and the first missing name in `why`. */
int wrh_symbols_load(void *library, const struct wrh_symbol *symbols, size_t count, struct wrh_why *why);

#endif
