/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * wirerate_ah.h - sign and verify IPv6 packets with the Authentication Header (AH). This header is the reference
 * manual.
 *
 * RFC 1810 asked how fast MD5 is because IPv6's AH computed it over every packet, with the fields that routers change
 * set to zero. This header implements AH as RFC 4302 defines it and, as a separate mode, RFC 1826 with the keyed MD5 of
 * RFC 1828.
 *
 * Use AH with MD5 for measurements, to reproduce RFC 1810 and to talk to old peers: RFC 8221 section 6 forbids it
 * otherwise (MUST NOT). New designs should use ESP with AES-GCM or, if AH is required, HMAC-SHA2-256-128.
 *
 * The conventions of wirerate.h apply: no function allocates memory or uses more than 16 KiB of stack, and none keeps a
 * pointer after it returns, except those inside an SA. Only one thread at a time may use an SA; any number may use a
 * key of the MACs in this header. Whatever a packet contains, nothing outside it is read. A refused packet gets a
 * reason; its bytes, its output and the SA stay unchanged.
 */
#ifndef WIRERATE_AH_H
#define WIRERATE_AH_H

#include "wirerate.h"

#ifdef WR_NO_AH
#error this libwirerate was built without AH (WR_AH=OFF)
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Reasons ----------------------------------------------------------------------------------------------------- */
typedef enum wr_ah_reason {
    WR_AH_OK = 0,
    /* problems with the packet itself */
    WR_AH_TRUNCATED,          /* shorter than its headers or its Payload Length say */
    WR_AH_NOT_IPV6,           /* the version is not 6 */
    WR_AH_JUMBOGRAM,          /* Payload Length 0 with a Hop-by-Hop header (RFC 2675) */
    WR_AH_NO_PAYLOAD,         /* Payload Length is 0, but a header follows that would have to be in the payload */
    WR_AH_MISPLACED_HEADER,   /* a Hop-by-Hop header that is not the first header (RFC 8200 section 4.1) */
    WR_AH_BAD_OPTION,         /* an option extends past its header */
    WR_AH_HEADERS_TOO_LONG,   /* the headers up to and including AH exceed WR_AH_HEADERS_MAX bytes */
    WR_AH_ROUTING_UNFINISHED, /* a routing header with segments left, or segment routing (RFC 8754 section 7.5) */
    WR_AH_FRAGMENT,           /* a fragment: AH covers whole packets, so reassemble before verifying and sign before
                               * fragmenting */
    WR_AH_NO_AH,              /* no AH before the upper-layer protocol, ESP or an unknown header */
    WR_AH_BAD_AH_LENGTH,      /* the length of AH is too small for the ICV, or not a multiple of 8 bytes */
    /* problems that depend on the SA or the output buffer */
    WR_AH_WRONG_SPI,
    WR_AH_REPLAYED,         /* the sequence number was verified before, or is 0 */
    WR_AH_TOO_OLD,          /* the sequence number is left of the anti-replay window */
    WR_AH_BAD_ICV,          /* wrong ICV: a forged or damaged packet, or a different key */
    WR_AH_BAD_INNER,        /* tunnel mode: the payload is not one whole IPv6 packet */
    WR_AH_TOO_BIG,          /* once signed, the packet would exceed 65,535 bytes of payload */
    WR_AH_NO_ROOM,          /* the output buffer is too small */
    WR_AH_SEQUENCE_USED_UP, /* the sequence number must not wrap: create a new SA */
    WR_AH_MAC_FAILED,       /* the MAC function returned an error */
    WR_AH_BAD_SA,           /* wr_ah_sa_init did not accept this SA, or it changed since */
    WR_AH_REASONS           /* the number of reasons */
} wr_ah_reason;

/* Return a reason as a short name for scripts ("bad-icv"), or as a line of text for people. Both return "unknown" for a
 * number that is not a reason. */
WR_API const char *wr_ah_reason_name(int reason);
WR_API const char *wr_ah_reason_text(int reason);

/* ---- The MAC, a table of functions ------------------------------------------------------------------------------- */
/* One message for a MAC: the concatenation of head, body and tail. The head is a copy of the headers with mutable
 * fields zeroed, extended with bytes of the body to a multiple of 64 bytes if the body is long enough. The body lies in
 * the packet. The tail is the high half of an extended sequence number, or empty. */
typedef struct wr_ah_input {
    const uint8_t *head, *body, *tail;
    size_t head_length, body_length, tail_length;
    uint8_t *icv; /* output: receives the ICV */
    const void *reserved;
} wr_ah_input;

#define WR_AH_ICV_MAX 32

typedef struct wr_ah_mac {
    const char *name;
    size_t icv_length; /* a multiple of 4, from 4 to WR_AH_ICV_MAX */
    /* Write the ICV of each input, under `key`. A tail has at most 128 bytes. Return WR_OK, or any other value on
     * failure: the function is then called again with one input at a time, and packets for which it fails again get
     * WR_AH_MAC_FAILED. `scratch` is WR_AH_MAC_SCRATCH bytes of working memory, aligned to 64, or NULL. */
    int (*tags)(void *key, const wr_ah_input *inputs, size_t count, void *scratch);
    const void *reserved[3]; /* NULL */
} wr_ah_mac;
#define WR_AH_MAC_SCRATCH 28672

#ifndef WR_NO_MD5
/* HMAC-MD5-96 (RFC 2403). Its key is a wr_hmac_md5_key made from a secret of exactly 16 bytes (section 3); for any
 * other length, return WR_BAD_LENGTH and wipe the key. */
WR_API const wr_ah_mac *wr_ah_hmac_md5_96(void);
WR_API wr_status wr_ah_hmac_md5_96_key(wr_hmac_md5_key *key, const void *secret, size_t length);

/* Keyed MD5 (RFC 1828): MD5 of the key, padding to a whole block, the packet and the key again. A key has 1 to
 * WR_AH_KEYED_MD5_MAX bytes; for any other length, return WR_BAD_LENGTH and wipe the key. */
#define WR_AH_KEYED_MD5_MAX 256
typedef struct wr_ah_keyed_md5_key {
    uint32_t state[4]; /* MD5 state after the key and its padding */
    uint64_t hashed;   /* bytes of the key and its padding */
    uint32_t mark, length;
    uint8_t secret[WR_AH_KEYED_MD5_MAX];
} wr_ah_keyed_md5_key;
WR_API const wr_ah_mac *wr_ah_keyed_md5(void);
WR_API wr_status wr_ah_keyed_md5_key_init(wr_ah_keyed_md5_key *key, const void *secret, size_t length);
WR_API void wr_ah_keyed_md5_key_wipe(wr_ah_keyed_md5_key *key);
#endif /* WR_NO_MD5 */

/* ---- Security associations --------------------------------------------------------------------------------------- */
/* The version of AH. It cannot be detected: packets of RFC 1826 and RFC 4302 differ in layout, but may have the same
 * length. */
typedef enum wr_ah_generation { WR_AH_RFC4302 = 0, WR_AH_RFC1826 = 1 } wr_ah_generation;

enum wr_ah_flags {
    WR_AH_TUNNEL = 1, /* tunnel mode: put the whole packet inside a new one; otherwise transport mode */
    WR_AH_ESN = 2,    /* 64-bit sequence numbers (RFC 4302 section 2.5.1); verifying then needs a window */
    /* Include a left-over fragment header before AH (offset 0, no more fragments) in the ICV, as Linux does. Without
     * this flag it is skipped (RFC 4302 appendix A2). */
    WR_AH_COVER_FRAGMENT = 4
};

/* Anti-replay window (RFC 4302 section 3.4.3), implemented as RFC 6479 describes. `size` counts packets: 0 for no
 * window, otherwise 64 to 2^31 - 1. */
#define WR_AH_WINDOW_WORDS(size) (((size) + 63) / 64 + 1)
typedef struct wr_ah_window {
    uint64_t top; /* highest sequence number verified */
    size_t size;
    size_t words;     /* length of the bitmap, set by wr_ah_sa_init */
    uint64_t *bitmap; /* provided by the caller: WR_AH_WINDOW_WORDS(size) words */
} wr_ah_window;

typedef struct wr_ah_sa {
    uint32_t spi; /* at least 256: lower values are reserved (RFC 4302 section 2.4) */
    wr_ah_generation generation;
    unsigned flags;
    const wr_ah_mac *mac;
    void *key;         /* passed to the MAC's function */
    uint64_t sequence; /* the last sequence number sent */
    wr_ah_window window;
    uint8_t source[16], destination[16]; /* tunnel mode: addresses of the outer header */
    /* NULL, or WR_AH_SCRATCH bytes of any alignment that no other thread uses during a call. With scratch memory, the
     * MACs of up to 256 packets are computed together; without it, one at a time. Nothing is kept there between calls,
     * and it is not wiped. */
    void *scratch;
    uint8_t hop_limit; /* tunnel mode: hop limit of the outer header */
    uint8_t reserved[71];
    uint64_t mark; /* set by wr_ah_sa_init: shows that it accepted this SA with this window size */
} wr_ah_sa;
#define WR_AH_SCRATCH 98304

/* Check the fields that the caller filled in (leave all others 0) and clear the window's bitmap. Return WR_OK, or
 * WR_BAD_SA for: a reserved SPI; no MAC, or a MAC whose ICV length is not a multiple of 4 from 4 to WR_AH_ICV_MAX; ESN
 * or a window with RFC 1826; a window of a size that is not allowed, or without a bitmap; a sequence number beyond 32
 * bits without ESN; an unknown flag or generation; for the MACs of this library, a key that is not valid. An SA that
 * was refused, or whose window was enlarged or key wiped after init, cannot sign or verify: its packets get
 * WR_AH_BAD_SA. */
WR_API wr_status wr_ah_sa_init(wr_ah_sa *sa);
/* Return the number of bytes that signing adds to a packet, or 0 if the SA is not valid. */
WR_API size_t wr_ah_overhead(const wr_ah_sa *sa);

/* ---- Packets ----------------------------------------------------------------------------------------------------- */
#define WR_AH_HEADERS_MAX 4096

/* One packet to sign or verify. Bytes after the end given by its Payload Length (link-layer padding) are ignored. `out`
 * may overlap `data` in any way: out = data - wr_ah_overhead(sa) signs in place, moving the headers and leaving the
 * payload, and out = data + wr_ah_overhead(sa) unwraps in place. */
typedef struct wr_ah_packet {
    const uint8_t *data;
    size_t length;
    uint8_t *out;      /* when verifying, may be NULL: then only `reason` and `sequence` are set */
    size_t room;       /* size of the buffer at out, in bytes */
    size_t out_length; /* output: number of bytes written to out */
    uint64_t sequence; /* output, for signed, verified, replayed and too old packets; 0 in RFC 1826 */
    int reason;        /* output: a wr_ah_reason */
    uint32_t reserved[3];
} wr_ah_packet;

/* Sign or verify packets in order, and return how many succeeded. Results equal those of one call per packet; only the
 * MACs of several packets are computed together (see `scratch`). Only packets that succeed are written to `out`. In
 * transport mode, AH is inserted after the Hop-by-Hop header, the routing header and the destination options before
 * that, and before every other header. The packets of a call must not overlap one another, and an output must not
 * overlap another packet or its output. During the call an output may hold intermediate data. */
WR_API size_t wr_ah_sign(wr_ah_sa *sa, wr_ah_packet *packets, size_t count);
WR_API size_t wr_ah_verify(wr_ah_sa *sa, wr_ah_packet *packets, size_t count);

#ifdef __cplusplus
}
#endif
#endif
