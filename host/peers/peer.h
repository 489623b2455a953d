/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * peer.h - what an implementation supplies to be measured. (Internal.)
 *
 * One file per implementation (wirerate.c, openssl_*.c, nettle.c, ...) exports one `struct wrh_peer`. To add one: write
 * the file, name it in subject.c's table. It opens instances: one algorithm, one key, one thread, ready to tag
 * messages; one that verifies by itself says so by its `expect`, any other does as verifying.c says. subject.c checks
 * every configuration on known answers in a child process before anyone may time it.
 */
#ifndef WRH_PEERS_PEER_H
#define WRH_PEERS_PEER_H

#include <stddef.h>
#include <stdint.h>

#include "algorithm.h"
#include "wirerate_host.h"

/* Where a one-line reason goes. */
struct wrh_why {
    char *text;
    size_t size;
};
/* Writes the reason and returns `status`, so that a failure is one statement. */
int wrh_fail(struct wrh_why *why, int status, const char *format, ...) __attribute__((format(printf, 3, 4)));

struct wrh_request {
    const struct wrh_algorithm *algorithm;
    unsigned ways;              /* K of md5-xK, else 0 */
    const char *implementation; /* as named, or the path of a library */
    const char *kernel;         /* NULL: the implementation's own choice */
    int operation;              /* enum wrh_operation */
    int keyed;                  /* enum wrh_keyed */
    size_t batch;
    size_t tag_bytes; /* what will be compared; an instance writes this much or more, up to the full tag */
    const uint8_t *key;
    size_t key_bytes;
};

/* Tags or verifies `count` messages, as the request's operation says, handing over at most the request's batch per call
 * of the implementation; messages[i]'s nonce is the algorithm's nonce_bytes at nonces + i * nonce_bytes. Everything the
 * algorithm must do per message under the keyed mode happens in here, and nothing else.
 *
 * Verifying, messages[i].tag holds the tag received, is left alone where that is right, and refused where it is not. An
 * algorithm that seals takes the data as plaintext when it seals and as ciphertext when it opens. */
typedef void wrh_tags(void *state, const wr_message *messages, const uint8_t *nonces, size_t count);

struct wrh_instance {
    void *state;
    wrh_tags *tags;
    /* Verifying, untimed: writes the tags that are right for these messages. */
    wrh_tags *expect;
    void (*close)(void *state);
    /* Of an algorithm that seals: what the last message became; NULL if no one can look at it. */
    const uint8_t *(*output)(void *state);
    char kernel[16]; /* "" if the implementation does not tell */
};

/* Marks a tag as refused. */
static inline void wrh_refuse(const wr_message *message) {
    message->tag[0] ^= 0xff;
}

/* Equal (1) or not (0). */
typedef int wrh_equal(const void *a, const void *b, size_t length);

struct wrh_peer {
    /* Kernels among which subject.c chooses by measurement when none is named; NULL: the implementation chooses. */
    const char *const *kernels;
    /* A negative wrh_status and the reason, or WRH_OK and the instance. */
    int (*open)(const struct wrh_request *request, struct wrh_instance *instance, struct wrh_why *why);
    /* Static storage, or NULL and the reason. */
    const char *(*version)(const char *implementation, struct wrh_why *why);
    /* How its users compare the tag they compute with the one received. */
    wrh_equal *equal;
};

extern const struct wrh_peer wrh_peer_wirerate, wrh_peer_libwirerate_so, wrh_peer_openssl, wrh_peer_nettle,
    wrh_peer_ipsec_mb;

/* Zeroed, 64-byte aligned; for key schedules and contexts whose size is not ours to know. free() it. */
void *wrh_aligned_zeroed(size_t size);

/* Symbols of a library opened at run time, stored one after another into an array of function pointers. */
struct wrh_symbol {
    const char *name;
    void (**where)(void);
};
/* 0, or -1 with the first missing name in why. */
int wrh_symbols_load(void *library, const struct wrh_symbol *symbols, size_t count, struct wrh_why *why);

#endif
