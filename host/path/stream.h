/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* stream.h - what a carrier of records supplies. (Internal.) */
#ifndef WRH_PATH_STREAM_H
#define WRH_PATH_STREAM_H

#include <stddef.h>
#include <stdint.h>

#include "peers/peer.h"
#include "wirerate_path.h"

enum { WRH_RECORD_ROOM = WRH_RECORD_MAX + 64 }; /* of a buffer in which a record is also sealed */

/* Writes a record and reads it back into as much room as WRH_RECORD_ROOM: 0, or -errno. */
typedef int wrh_carry(wrh_stream *stream, const uint8_t *record, uint8_t *back, size_t size);

struct wrh_stream {
    wrh_carry *carry;
    void (*dismiss)(void *state); /* before the sockets are closed */
    void *state;
    int out, in; /* connected sockets; -1 without */
};

/* An AEAD as TLS 1.3 has it: its suite (RFC 8446 appendix B.4), and what others call it. */
struct wrh_suite {
    const char *aead, *suite, *cipher; /* ours, libssl's, libcrypto's */
    size_t key_bytes, kernel_iv_bytes, kernel_salt_bytes;
    uint16_t kernel_cipher; /* of linux/tls.h */
    uint8_t id[2];
};

/* What stands in the way: the kernel's errno, or 0; and in words what was asked of it, or who else says what. */
struct wrh_obstacle {
    struct wrh_why why;
    int error;
};
/* Takes errno, and is -1. */
int wrh_refused(struct wrh_obstacle *obstacle, const char *asked);

/* Two ends of a connection over loopback, as a server has them: no delay, room for whole records. 0, or -1. */
int wrh_connect(wrh_stream *stream, struct wrh_obstacle *obstacle);
/* Whole records through sockets: the kernel's TLS, and plain TCP. */
wrh_carry wrh_carry_by_sockets;

/* Each fills in what it is on a stream that is connected, the last on one that is not: 0, or -1 and the obstacle. */
typedef int wrh_carrier_open(wrh_stream *stream, const struct wrh_suite *suite, struct wrh_obstacle *obstacle);
wrh_carrier_open wrh_openssl_tls, wrh_kernel_tls, wrh_openssl_seal;

#endif
