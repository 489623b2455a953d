/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * wirerate_path.h - libwirerate-host, the kernel's packet path: network namespaces held by descriptors alone, and
 * packets sent through chains of them in timed, counted, interleaved rounds; and records written into connections and
 * read back. Linux. Not installed; the Python package is its user. Functions that return a descriptor or 0 return
 * -errno on failure.
 */
#ifndef WIRERATE_PATH_H
#define WIRERATE_PATH_H

#include <stddef.h>
#include <stdint.h>

/* ---- Namespaces (host/path/namespace) -------------------------------------------------------------------------------
 * A namespace lives as long as its descriptor, what was opened in it, and nothing else: no process, no name, no mount.
 * Each call runs in a thread of its own that ends with it, so that no thread of the caller's changes its namespace. */
int wrh_namespace_new(void);
int wrh_socket_in(int space, int domain, int type, int protocol);
/* Below /proc, a file of the namespace is found as /proc/thread-self/net/... or /proc/sys/net/... */
int wrh_open_in(int space, const char *path, int flags);
/* Moves the calling process, which must have one thread, into a user namespace of its own. */
int wrh_own_user_namespace(void);

/* ---- Rounds (host/path/rounds) --------------------------------------------------------------------------------------
 * A chain begins at a packet socket bound to a device and ends at a device that takes all. What runs between inside the
 * call that sends is the sender's own time; `elsewhere` says that some of it does not, as WireGuard's workers: then
 * the packets go in bursts that queues hold, and the time that all CPUs were busy is measured beside the sender's. */
typedef struct wrh_chain {
    int sender;         /* AF_PACKET, SOCK_RAW, bound */
    int counters;       /* /proc/thread-self/net/dev as opened in the last namespace */
    const char *last;   /* the device there whose sent packets are counted */
    uint64_t lap_bytes; /* that it counts for one lap of the frames */
    int elsewhere;
    int unused;
} wrh_chain;

typedef struct wrh_path_round {
    double wall_ns;      /* in the calls that sent, less what another program had of it; cpu_ns if that is not told */
    double cpu_ns;       /* of the thread, in the same calls */
    double elsewhere_ns; /* of all CPUs, less this thread; 0 where the chain does not say so */
    uint64_t sent;
    uint64_t arrived;
    int64_t excess_bytes; /* that arrived beyond those of as many right packets: 0, or something was changed */
    int32_t involuntary;
    int32_t late; /* whether packets were still on their way when all were sent */
} wrh_path_round;

/* Frames, one after another in `bytes`, each of its length: a lap. */
typedef struct wrh_frames {
    const uint8_t *bytes;
    const uint32_t *lengths;
    size_t count;
} wrh_frames;

/* Sends `laps` laps through chains[order[k]] and writes out[k], for each k below `count`, on the CPU that the thread is
 * pinned to. *stolen_ns: by the hypervisor from that CPU meanwhile, or -1. */
int wrh_path_run(const wrh_chain *chains, const wrh_frames *frames, uint64_t laps, const uint32_t *order, size_t count,
                 wrh_path_round *out, int64_t *stolen_ns);
/* Nanoseconds for which all CPUs ran programs, from the text of /proc/schedstat; -1 where it has no such line. */
int64_t wrh_busy_parse(const char *schedstat);
/* Packets and bytes that `device` sent, from the text of /proc/net/dev; 0 if it is not there. */
int wrh_sent_parse(const char *dev, const char *device, uint64_t *packets, uint64_t *bytes);

/* ---- Records (host/path/records) ------------------------------------------------------------------------------------
 * One thread writes a record into a connection over loopback and reads it back from the other end: what runs between is
 * that thread's own time. Each carrier's AEAD is "aes-128-gcm", "aes-256-gcm" or "chacha20-poly1305". */
enum wrh_carrier {
    WRH_TCP = 0, /* nothing is protected */
    WRH_TLS_OPENSSL =
        1, /* TLS 1.3 of the system's libssl: handshake with a pre-shared key, then SSL_write and SSL_read */
    WRH_TLS_KERNEL = 2,  /* the kernel's TLS 1.3, under random keys that both ends are given */
    WRH_SEAL_OPENSSL = 3 /* no connection: what libssl asks of libcrypto for a record, sealed and opened in memory */
};
enum { WRH_RECORD_MAX = 16384 }; /* bytes of a record (RFC 8446 section 5.1) */

typedef struct wrh_stream wrh_stream;
/* NULL where it cannot be had: *error is the errno of the kernel's refusal, 0 if it was not the kernel's; `why` is what
 * was asked of the kernel, or what libssl and the loader say. */
wrh_stream *wrh_stream_open(int carrier, const char *aead, int *error, char *why, size_t why_size);
void wrh_stream_close(wrh_stream *stream);

typedef struct wrh_stream_round {
    double wall_ns;  /* less what another program had of it; cpu_ns if that is not told */
    double cpu_ns;   /* of the thread, in the same calls */
    uint64_t octets; /* that the far end's TCP received; 0 without a connection */
    int32_t involuntary;
    int32_t wrong; /* records that came back otherwise: each by its number, the last by all of its bytes */
} wrh_stream_round;

/* Carries `laps` laps of records of these sizes through streams[order[k]] and writes out[k], for each k below `count`,
 * on one CPU; the thread may go where it could before when it returns. *stolen_ns as with wrh_path_run. */
int wrh_stream_run(wrh_stream *const *streams, const uint32_t *sizes, size_t lap, uint64_t laps, const uint32_t *order,
                   size_t count, wrh_stream_round *out, int64_t *stolen_ns);

#endif
