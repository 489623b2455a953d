/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* stream.c - the table of record carriers, and connections over loopback. */
#define _GNU_SOURCE /* for accept4 */
#include "stream.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

enum {
    ROOM = 1 << 18,  /* size of the socket buffers, which must hold a record: nothing reads while it is written */
    PATIENCE_S = 10, /* seconds to wait for a record */
};

static const struct wrh_suite suites[] = {
    {"aes-128-gcm", "TLS_AES_128_GCM_SHA256", "AES-128-GCM", 16, 8, 4, 51, {0x13, 0x01}},
    {"aes-256-gcm", "TLS_AES_256_GCM_SHA384", "AES-256-GCM", 32, 8, 4, 52, {0x13, 0x02}},
    {"chacha20-poly1305", "TLS_CHACHA20_POLY1305_SHA256", "ChaCha20-Poly1305", 32, 12, 0, 54, {0x13, 0x03}},
};

static const struct wrh_suite *suite_of(const char *aead) {
    for (size_t i = 0; i < sizeof suites / sizeof *suites; i++)
        if (strcmp(suites[i].aead, aead) == 0)
            return &suites[i];
    return NULL;
}

int wrh_refused(struct wrh_obstacle *obstacle, const char *request) {
    obstacle->error = errno;
    return wrh_fail(&obstacle->why, -1, "%s", request);
}

static int configured(int socket) {
    const int on = 1, room = ROOM;
    const struct timeval patience = {.tv_sec = PATIENCE_S};
    return setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on) == 0 &&
           setsockopt(socket, SOL_SOCKET, SO_SNDBUF, &room, sizeof room) == 0 &&
           setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &room, sizeof room) == 0 &&
           setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience) == 0 &&
           setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience) == 0;
}

/* Check that the two ends belong to each other: another user may have connected first. */
static int ends_meet(int in, int out) {
    struct sockaddr_in theirs = {.sin_port = 0}, ours = {.sin_port = 0};
    socklen_t size = sizeof theirs, our_size = sizeof ours;
    return getpeername(in, (struct sockaddr *)&theirs, &size) == 0 &&
           getsockname(out, (struct sockaddr *)&ours, &our_size) == 0 && theirs.sin_port == ours.sin_port &&
           theirs.sin_addr.s_addr == ours.sin_addr.s_addr;
}

static int accepted(int listener, int out) {
    int in;
    while ((in = accept4(listener, NULL, NULL, SOCK_CLOEXEC)) >= 0 && !ends_meet(in, out))
        close(in);
    return in;
}

static int joined(wrh_stream *stream, int listener) {
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof at;
    if (bind(listener, (struct sockaddr *)&at, sizeof at) != 0 || listen(listener, 1) != 0 ||
        getsockname(listener, (struct sockaddr *)&at, &size) != 0)
        return 0;
    stream->out = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (stream->out < 0 || connect(stream->out, (struct sockaddr *)&at, sizeof at) != 0)
        return 0;
    stream->in = accepted(listener, stream->out);
    return stream->in >= 0 && configured(stream->out) && configured(stream->in);
}

int wrh_connect(wrh_stream *stream, struct wrh_obstacle *obstacle) {
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    int failed = listener < 0 || !joined(stream, listener);
    failed = failed ? wrh_refused(obstacle, "a TCP connection over loopback") : 0;
    if (listener >= 0)
        close(listener);
    return failed;
}

int wrh_carry_by_sockets(wrh_stream *stream, const uint8_t *record, uint8_t *back, size_t size) {
    for (size_t done = 0; done < size;) {
        ssize_t took = send(stream->out, record + done, size - done, MSG_NOSIGNAL);
        if (took < 0)
            return -errno;
        done += (size_t)took;
    }
    for (size_t done = 0; done < size;) {
        ssize_t got = recv(stream->in, back + done, size - done, 0);
        if (got <= 0)
            return got < 0 ? -errno : -ECONNRESET;
        done += (size_t)got;
    }
    return 0;
}

static int become(wrh_stream *stream, int carrier, const char *aead, struct wrh_obstacle *obstacle) {
    static wrh_carrier_open *const carriers[] = {NULL, wrh_openssl_tls, wrh_kernel_tls, wrh_openssl_seal};
    if (carrier < WRH_TCP || carrier > WRH_SEAL_OPENSSL)
        return wrh_fail(&obstacle->why, -1, "no such carrier");
    if (carrier != WRH_SEAL_OPENSSL && wrh_connect(stream, obstacle) != 0)
        return -1;
    if (carrier == WRH_TCP)
        return 0;
    const struct wrh_suite *suite = suite_of(aead);
    if (!suite)
        return wrh_fail(&obstacle->why, -1, "no TLS 1.3 cipher suite uses %s", aead);
    return carriers[carrier](stream, suite, obstacle);
}

wrh_stream *wrh_stream_open(int carrier, const char *aead, int *error, char *why, size_t why_size) {
    struct wrh_obstacle obstacle = {.why = {why, why_size}};
    wrh_stream *stream = malloc(sizeof *stream);
    if (stream) {
        *stream = (wrh_stream){.carry = wrh_carry_by_sockets, .out = -1, .in = -1};
        if (become(stream, carrier, aead, &obstacle) != 0) {
            wrh_stream_close(stream);
            stream = NULL;
        }
    } else {
        wrh_refused(&obstacle, "memory");
    }
    *error = obstacle.error;
    return stream;
}

void wrh_stream_close(wrh_stream *stream) {
    if (!stream)
        return;
    if (stream->dismiss)
        stream->dismiss(stream->state);
    if (stream->out >= 0)
        close(stream->out);
    if (stream->in >= 0)
        close(stream->in);
    free(stream);
}
