/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* stream.h - the functions of a record carrier. (Internal.) */
#ifndef WRH_PATH_STREAM_H
#define WRH_PATH_STREAM_H

#include <stddef.h>
#include <stdint.h>

#include "peers/peer.h"
#include "wirerate_path.h"

enum { WRH_RECORD_ROOM = WRH_RECORD_MAX + 64 }; /* size of a buffer in which a record is also sealed */

/* Write a record and read it back into a buffer of WRH_RECORD_ROOM bytes. Return 0 or -errno. */
typedef int wrh_carry(wrh_stream *stream, const uint8_t *record, uint8_t *back, size_t size);

struct wrh_stream {
    wrh_carry *carry;
    void (*dismiss)(void *state); /* called before the sockets are closed */
    void *state;
    int out, in; /* connected sockets; -1 if there are none */
};

/* An AEAD in TLS 1.3: its cipher suite (RFC 8446 appendix B.4), and its names elsewhere. */
struct wrh_suite {
    const char *aead, *suite, *cipher; /* wirerate's name, libssl's and libcrypto's */
    size_t key_bytes, kernel_iv_bytes, kernel_salt_bytes;
    uint16_t kernel_cipher; /* from linux/tls.h */
    uint8_t id[2];
};

/* Why a carrier is not available: the kernel's errno, or 0, and a text (the refused request, or the message of libssl
 * or the loader). */
struct wrh_obstacle {
    struct wrh_why why;
    int error;
};
/* Record errno and the refused request. Always return -1. */
int wrh_refused(struct wrh_obstacle *obstacle, const char *request);

/* Open both ends of a connection over loopback, set up as a server would: no delay, and buffers for whole records.
 * Return 0 or -1. */
int wrh_connect(wrh_stream *stream, struct wrh_obstacle *obstacle);
/* Carry whole records through sockets: kernel TLS and plain TCP. */
wrh_carry wrh_carry_by_sockets;

/* Set up a stream as one kind of carrier. The two TLS carriers need a connected stream; wrh_openssl_seal does not.
 * Return 0, or -1 and the obstacle. */
typedef int wrh_carrier_open(wrh_stream *stream, const struct wrh_suite *suite, struct wrh_obstacle *obstacle);
wrh_carrier_open wrh_openssl_tls, wrh_kernel_tls, wrh_openssl_seal;

#endif
