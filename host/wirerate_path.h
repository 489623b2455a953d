/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * wirerate_path.h - libwirerate-host, the kernel's packet path (Linux): network namespaces held only by descriptors;
 * packets sent through chains of them in timed, counted, interleaved rounds; and records written to connections and
 * read back. Not installed; used by the Python package. Functions that return a descriptor or 0 return -errno on
 * failure.
 */
#ifndef WIRERATE_PATH_H
#define WIRERATE_PATH_H

#include <stddef.h>
#include <stdint.h>

/* ---- Namespaces (host/path/namespace) -------------------------------------------------------------------------------
 * A namespace exists as long as its descriptor and the files and sockets opened in it; it needs no process, name or
 * mount. Each call runs in a temporary thread, so that no thread of the caller changes its namespace. */
int wrh_namespace_new(void);
int wrh_socket_in(int space, int domain, int type, int protocol);
/* Open a file in a namespace. Files of the namespace are /proc/thread-self/net/... and /proc/sys/net/... */
int wrh_open_in(int space, const char *path, int flags);
/* Move the calling process, which must have a single thread, into a new user namespace. */
int wrh_own_user_namespace(void);

/* ---- Rounds (host/path/rounds) --------------------------------------------------------------------------------------
 * A chain begins at a packet socket bound to a device and ends at a device that accepts everything. Processing inside
 * the sending call counts as the sender's time. Set `elsewhere` if some of it runs in other threads, such as
 * WireGuard's workers: packets are then sent in bursts that fit into the queues, and the busy time of all CPUs is
 * measured, too. */
typedef struct wrh_chain {
    int sender;         /* AF_PACKET, SOCK_RAW, bound */
    int counters;       /* /proc/thread-self/net/dev, opened in the last namespace */
    const char *last;   /* the device in that namespace whose sent packets are counted */
    uint64_t lap_bytes; /* bytes that this device counts for one lap of the frames */
    int elsewhere;
    int unused;
} wrh_chain;

typedef struct wrh_path_round {
    double wall_ns; /* time in the sending calls, without waiting for a CPU; equals cpu_ns if that wait is unknown */
    double cpu_ns;  /* CPU time of the thread in these calls */
    double elsewhere_ns; /* busy time of all CPUs without this thread; 0 unless the chain sets `elsewhere` */
    uint64_t sent;
    uint64_t arrived;
    int64_t excess_bytes; /* bytes arrived, minus those of as many unchanged packets: 0 unless packets were changed */
    int32_t involuntary;
    int32_t late; /* nonzero if packets were still on their way after all were sent */
} wrh_path_round;

/* Frames of a lap, stored one after another in `bytes`. */
typedef struct wrh_frames {
    const uint8_t *bytes;
    const uint32_t *lengths;
    size_t count;
} wrh_frames;

/* Send `laps` laps through chains[order[k]] and write out[k], for each k below `count`, on the CPU that the thread is
 * pinned to. Set *stolen_ns to the time that the hypervisor stole from that CPU meanwhile, or -1. */
int wrh_path_run(const wrh_chain *chains, const wrh_frames *frames, uint64_t laps, const uint32_t *order, size_t count,
                 wrh_path_round *out, int64_t *stolen_ns);
/* Return the time in ns that all CPUs ran programs, from the text of /proc/schedstat; -1 if it has no such line. */
int64_t wrh_busy_parse(const char *schedstat);
/* Set the number of packets and bytes that `device` sent, from the text of /proc/net/dev; return 0 if the device is
 * missing. */
int wrh_sent_parse(const char *dev, const char *device, uint64_t *packets, uint64_t *bytes);

/* ---- Records (host/path/records) ------------------------------------------------------------------------------------
 * One thread writes a record to a connection over loopback and reads it back at the other end; all processing in
 * between counts as that thread's time. The AEAD is "aes-128-gcm", "aes-256-gcm" or "chacha20-poly1305". */
enum wrh_carrier {
    WRH_TCP = 0,         /* plain TCP without protection */
    WRH_TLS_OPENSSL = 1, /* libssl's TLS 1.3: handshake with a pre-shared key, then SSL_write and SSL_read */
    WRH_TLS_KERNEL = 2,  /* the kernel's TLS 1.3, with random keys set at both ends */
    WRH_SEAL_OPENSSL = 3 /* no connection: libssl's calls of libcrypto for a record, sealed and opened in memory */
};
enum { WRH_RECORD_MAX = 16384 }; /* maximum length of a record in bytes (RFC 8446 section 5.1) */

typedef struct wrh_stream wrh_stream;
/* Open a stream. If it is not available, return NULL; *error is the errno of the kernel's refusal, or 0 for other
 * causes, and `why` is the refused request, or the message of libssl or the loader. */
wrh_stream *wrh_stream_open(int carrier, const char *aead, int *error, char *why, size_t why_size);
void wrh_stream_close(wrh_stream *stream);

typedef struct wrh_stream_round {
    double wall_ns;  /* without waiting for a CPU; equals cpu_ns if the waiting time is unknown */
    double cpu_ns;   /* CPU time of the thread in these calls */
    uint64_t octets; /* bytes received by the far end's TCP; 0 without a connection */
    int32_t involuntary;
    int32_t wrong; /* records that came back changed: each is checked by its number, the last one by all its bytes */
} wrh_stream_round;

/* Carry `laps` laps of records of these sizes through streams[order[k]] and write out[k], for each k below `count`, on
 * one CPU; the thread's CPU affinity is restored afterwards. *stolen_ns as in wrh_path_run. */
int wrh_stream_run(wrh_stream *const *streams, const uint32_t *sizes, size_t lap, uint64_t laps, const uint32_t *order,
                   size_t count, wrh_stream_round *out, int64_t *stolen_ns);

#endif
