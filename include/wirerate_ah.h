/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * wirerate_ah.h - IPv6 packets authenticated with the Authentication Header (AH). This header is the manual.
 *
 * RFC 1810 asked how fast MD5 is because IPv6's AH ran it over every packet, with the fields that routers change taken
 * as zero. Here is that path: RFC 4302 and, as a mode of its own, RFC 1826 with RFC 1828's keyed MD5.
 *
 * AH with MD5 is for measurement, for reproducing RFC 1810 and for old peers: RFC 8221 section 6 says MUST NOT. New
 * designs use ESP with AES-GCM, or AH with HMAC-SHA2-256-128 where AH it must be.
 *
 * Conventions are those of wirerate.h: nothing allocates, nothing takes more than 16 KiB of stack, nothing is kept past
 * a call but what an SA points at. An SA is used by one thread at a time, a key of the MACs here by any number.
 * Whatever a packet holds, nothing outside it is read; a packet that is refused gets a reason, and neither its bytes,
 * nor its output, nor the SA change.
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
    /* what the bytes are */
    WR_AH_TRUNCATED,          /* shorter than its headers or its Payload Length say */
    WR_AH_NOT_IPV6,           /* the version is not 6 */
    WR_AH_JUMBOGRAM,          /* Payload Length 0 with a Hop-by-Hop header (RFC 2675) */
    WR_AH_NO_PAYLOAD,         /* Payload Length 0, and yet a header that would have to be in it */
    WR_AH_MISPLACED_HEADER,   /* a Hop-by-Hop header anywhere but first (RFC 8200 section 4.1) */
    WR_AH_BAD_OPTION,         /* an option reaches past its header */
    WR_AH_HEADERS_TOO_LONG,   /* more than WR_AH_HEADERS_MAX bytes of headers before and with AH */
    WR_AH_ROUTING_UNFINISHED, /* a routing header with segments left, or segment routing (RFC 8754 section 7.5) */
    WR_AH_FRAGMENT,           /* AH covers whole packets: reassemble first, sign before fragmenting */
    WR_AH_NO_AH,              /* there is no AH before the upper layer, ESP or an unknown header */
    WR_AH_BAD_AH_LENGTH,      /* AH is too short for the ICV, or no multiple of 8 bytes */
    /* what the SA makes of them */
    WR_AH_WRONG_SPI,
    WR_AH_REPLAYED,         /* this sequence number was verified before, or is 0 */
    WR_AH_TOO_OLD,          /* left of the anti-replay window */
    WR_AH_BAD_ICV,          /* forged, damaged, or another key */
    WR_AH_BAD_INNER,        /* tunnel mode: what is inside is no whole IPv6 packet */
    WR_AH_TOO_BIG,          /* signed, it would exceed 65,535 bytes of payload */
    WR_AH_NO_ROOM,          /* the output does not fit */
    WR_AH_SEQUENCE_USED_UP, /* the sequence number must not wrap: make a new SA */
    WR_AH_MAC_FAILED,       /* the MAC's own library failed */
    WR_AH_BAD_SA,           /* the SA contradicts itself: wr_ah_sa_init refuses it */
    WR_AH_REASONS           /* how many there are */
} wr_ah_reason;

/* "bad-icv": for scripts; and a line for people. "unknown" for any other number. */
WR_API const char *wr_ah_reason_name(int reason);
WR_API const char *wr_ah_reason_text(int reason);

/* ---- The MAC, a table of functions ------------------------------------------------------------------------------- */
/* A message is head, body and tail in a row. The head is a copy of the headers as the ICV takes them, filled up from
 * the body to a multiple of 64 bytes where there is that much; the body lies in the packet; the tail is an extended
 * sequence number's high half. */
typedef struct wr_ah_input {
    const uint8_t *head, *body, *tail;
    size_t head_length, body_length, tail_length;
    uint8_t *icv; /* out */
    const void *reserved;
} wr_ah_input;

#define WR_AH_ICV_MAX 32

typedef struct wr_ah_mac {
    const char *name;
    size_t icv_length; /* a multiple of 4, from 4 to WR_AH_ICV_MAX */
    /* Writes the ICV of each input under the key state; a tail has at most 128 bytes. WR_OK, or else it failed: then
     * it is called again with one input at a time, and the packets for which it fails get WR_AH_MAC_FAILED. `scratch`
     * is WR_AH_MAC_SCRATCH bytes aligned to 64 that it may use meanwhile, or NULL. */
    int (*tags)(void *key, const wr_ah_input *inputs, size_t count, void *scratch);
    const void *reserved[3]; /* NULL */
} wr_ah_mac;
#define WR_AH_MAC_SCRATCH 28672

#ifndef WR_NO_MD5
/* HMAC-MD5-96 (RFC 2403). Its key is a wr_hmac_md5_key of exactly 16 bytes of secret (section 3): WR_BAD_LENGTH else,
 * and the key is wiped. */
WR_API const wr_ah_mac *wr_ah_hmac_md5_96(void);
WR_API wr_status wr_ah_hmac_md5_96_key(wr_hmac_md5_key *key, const void *secret, size_t length);

/* Keyed MD5 (RFC 1828): MD5 of key, fill, packet, key. A key has 1 to WR_AH_KEYED_MD5_MAX bytes:
 * WR_BAD_LENGTH else, and the key is wiped. */
#define WR_AH_KEYED_MD5_MAX 256
typedef struct wr_ah_keyed_md5_key {
    uint32_t state[4]; /* MD5 state after the key and its fill */
    uint64_t hashed;   /* bytes that took */
    uint32_t mark, length;
    uint8_t secret[WR_AH_KEYED_MD5_MAX];
} wr_ah_keyed_md5_key;
WR_API const wr_ah_mac *wr_ah_keyed_md5(void);
WR_API wr_status wr_ah_keyed_md5_key_init(wr_ah_keyed_md5_key *key, const void *secret, size_t length);
WR_API void wr_ah_keyed_md5_key_wipe(wr_ah_keyed_md5_key *key);
#endif /* WR_NO_MD5 */

/* ---- Security associations --------------------------------------------------------------------------------------- */
/* The wire does not tell which generation a packet is of: the layouts differ, the lengths may not. */
typedef enum wr_ah_generation { WR_AH_RFC4302 = 0, WR_AH_RFC1826 = 1 } wr_ah_generation;

enum wr_ah_flags {
    WR_AH_TUNNEL = 1, /* the whole packet goes inside a new one; else transport mode */
    WR_AH_ESN = 2,    /* 64-bit sequence numbers (RFC 4302 section 2.5.1); needs a window to verify */
    /* A left-over fragment header (offset 0, none to follow) before AH is skipped in the ICV: RFC 4302 appendix A2.
     * Linux covers it as it is; so does this SA, with this flag. */
    WR_AH_COVER_FRAGMENT = 4
};

/* Anti-replay (RFC 4302 section 3.4.3) after RFC 6479: `size` packets, 0 for none, else from 64 up to 2^31 - 1. */
#define WR_AH_WINDOW_WORDS(size) (((size) + 63) / 64 + 1)
typedef struct wr_ah_window {
    uint64_t top; /* highest sequence number verified */
    size_t size;
    size_t words;     /* of the bitmap: wr_ah_sa_init's */
    uint64_t *bitmap; /* the caller's, WR_AH_WINDOW_WORDS(size) words */
} wr_ah_window;

typedef struct wr_ah_sa {
    uint32_t spi; /* 256 or more: the others are reserved (RFC 4302 section 2.4) */
    wr_ah_generation generation;
    unsigned flags;
    const wr_ah_mac *mac;
    void *key;         /* what the MAC's functions take */
    uint64_t sequence; /* last one sent */
    wr_ah_window window;
    uint8_t source[16], destination[16]; /* tunnel mode: of the outer header */
    /* NULL, or WR_AH_SCRATCH bytes of any alignment, of this SA or of its thread: with them the MACs of up to 256
     * packets are computed together, without them packet by packet. They hold nothing between calls, and are not wiped.
     */
    void *scratch;
    uint8_t hop_limit; /* tunnel mode: of the outer header */
    uint8_t reserved[71];
    uint64_t mark; /* wr_ah_sa_init's: this SA and the size of its window are as they were then */
} wr_ah_sa;
#define WR_AH_SCRATCH 98304

/* Checks what the caller filled in (0 is right for everything else) and clears the window's bitmap. WR_OK or WR_BAD_SA:
 * a reserved SPI, no MAC, or one whose ICV is no whole number of 32-bit words from 1 up to WR_AH_ICV_MAX bytes, ESN or
 * a window with RFC 1826, a window of another size or without bitmap, a sequence number beyond 32 bits without ESN, a
 * flag or generation of a later version; for a MAC of this library, a key that is not valid. An SA that it did not
 * accept, whose window was enlarged since or whose key is not valid any more signs and verifies nothing: its packets
 * get WR_AH_BAD_SA. */
WR_API wr_status wr_ah_sa_init(wr_ah_sa *sa);
/* Bytes that signing adds to a packet; 0 for an SA that is not valid. */
WR_API size_t wr_ah_overhead(const wr_ah_sa *sa);

/* ---- Packets ----------------------------------------------------------------------------------------------------- */
#define WR_AH_HEADERS_MAX 4096

/* Bytes after the packet's own Payload Length (a link's padding) are ignored. `out` may overlap `data`, in any way.
 * With out = data - wr_ah_overhead(sa) a packet is signed in place: its headers move, its payload stays; with out =
 * data + overhead it is unwrapped in place. */
typedef struct wr_ah_packet {
    const uint8_t *data;
    size_t length;
    uint8_t *out;      /* verifying only: NULL to leave it at the answer */
    size_t room;       /* bytes at out */
    size_t out_length; /* out: bytes written there */
    uint64_t sequence; /* out: of packets signed, and of those verified or found replayed or too old; 0 in RFC 1826 */
    int reason;        /* out: wr_ah_reason */
    uint32_t reserved[3];
} wr_ah_packet;

/* Each packet in turn, exactly as one call per packet would: every reason, number, length and byte is the same. Only
 * the MACs of several packets are computed together (`scratch`). Return how many succeeded. Output goes to packets that
 * succeed only; in transport mode AH goes after Hop-by-Hop and routing headers and the destination options before the
 * latter, and before all else. Packets of a call must not overlap one another, nor one's output another packet or its
 * output. During the call an output may hold what is neither the packet before nor the one after it. */
WR_API size_t wr_ah_sign(wr_ah_sa *sa, wr_ah_packet *packets, size_t count);
WR_API size_t wr_ah_verify(wr_ah_sa *sa, wr_ah_packet *packets, size_t count);

#ifdef __cplusplus
}
#endif
#endif
