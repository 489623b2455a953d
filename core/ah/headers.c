/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "headers.h"

#include <string.h>

#include "util/bytes.h"

enum {
    OPTION_PAD1 = 0,
    OPTION_MUTABLE = 0x20,
    ROUTING_SEGMENTS = 4
}; /* sources: RFC 8200 section 4.2, RFC 8754
    * section 8 */

size_t wr_ah_fixed(const wr_ah_sa *sa) {
    return sa->generation == WR_AH_RFC1826 ? WR_AH_FIXED_1826 : WR_AH_FIXED_4302;
}

size_t wr_ah_length(const wr_ah_sa *sa) {
    return (wr_ah_fixed(sa) + sa->mac->icv_length + 7) / 8 * 8;
}

static size_t extension_length(const uint8_t *header) {
    return ((size_t)header[1] + 1) * 8;
}

/* Return whether every option of a header of `length` bytes ends inside the header. */
static int good_options(const uint8_t *header, size_t length) {
    size_t at = 2;

    while (at < length) {
        if (header[at] == OPTION_PAD1) {
            at++;
            continue;
        }
        if (length - at < 2 || length - at - 2 < header[at + 1])
            return 0;
        at += 2 + (size_t)header[at + 1];
    }
    return 1;
}

/* Zero options that may change on the way: only their data in RFC 4302 (section 3.3.3.1.2.2), the whole option in RFC
 * 1826 (section 4). */
static void zero_mutable_options(uint8_t *header, int whole) {
    const size_t length = extension_length(header);
    size_t at = 2;

    while (at < length) {
        const uint8_t type = header[at];
        size_t data;
        if (type == OPTION_PAD1) {
            at++;
            continue;
        }
        data = header[at + 1];
        if (type & OPTION_MUTABLE)
            memset(header + at + (whole ? 0 : 2), 0, data + (whole ? 2 : 0));
        at += 2 + data;
    }
}

/* A position in a packet's chain of headers: a header of protocol `next` begins at `at`, and `next_at` is the position
 * of the byte that named this protocol. */
struct walk {
    const uint8_t *data;
    size_t total, at, next_at;
    uint8_t next;
};

static int begin(struct walk *walk, const uint8_t *data, size_t length) {
    size_t payload;

    if (length < 1)
        return WR_AH_TRUNCATED;
    if (data[0] >> 4 != 6)
        return WR_AH_NOT_IPV6;
    if (length < WR_IPV6_HEADER)
        return WR_AH_TRUNCATED;
    payload = (size_t)data[4] << 8 | data[5];
    if (payload == 0 && data[6] == WR_PROTO_HOP_BY_HOP)
        return WR_AH_JUMBOGRAM;
    if (length - WR_IPV6_HEADER < payload)
        return WR_AH_TRUNCATED;
    *walk = (struct walk){data, WR_IPV6_HEADER + payload, WR_IPV6_HEADER, 6, data[6]};
    if (payload == 0 && walk->next != WR_PROTO_NONE)
        return WR_AH_NO_PAYLOAD;
    return WR_AH_OK;
}

/* Check the extension header at the current position and set *length to its length. */
static int check_extension(const struct walk *walk, size_t *length) {
    const uint8_t *header = walk->data + walk->at;
    const size_t left = walk->total - walk->at;

    if (walk->next == WR_PROTO_HOP_BY_HOP && walk->at != WR_IPV6_HEADER)
        return WR_AH_MISPLACED_HEADER;
    if (left < 8)
        return WR_AH_TRUNCATED;
    *length = walk->next == WR_PROTO_FRAGMENT ? (size_t)WR_FRAGMENT_HEADER : extension_length(header);
    if (left < *length)
        return WR_AH_TRUNCATED;
    if (walk->next == WR_PROTO_ROUTING)
        return header[3] == 0 && header[2] != ROUTING_SEGMENTS ? WR_AH_OK : WR_AH_ROUTING_UNFINISHED;
    if (walk->next == WR_PROTO_FRAGMENT) /* fragment offset and M flag (RFC 8200 section 4.5) */
        return header[2] == 0 && (header[3] & 0xf9) == 0 ? WR_AH_OK : WR_AH_FRAGMENT;
    return good_options(header, *length) ? WR_AH_OK : WR_AH_BAD_OPTION;
}

static int is_extension(uint8_t protocol) {
    return protocol == WR_PROTO_HOP_BY_HOP || protocol == WR_PROTO_ROUTING || protocol == WR_PROTO_FRAGMENT ||
           protocol == WR_PROTO_DESTINATION;
}

/* Move past a header that has been checked. */
static int step(struct walk *walk, size_t length) {
    walk->next = walk->data[walk->at];
    walk->next_at = walk->at;
    walk->at += length;
    return walk->at > WR_AH_HEADERS_MAX ? WR_AH_HEADERS_TOO_LONG : WR_AH_OK;
}

static int check_ah(struct wr_ah_layout *layout, const wr_ah_sa *sa, const struct walk *walk) {
    const uint8_t *ah = walk->data + walk->at;
    const size_t left = walk->total - walk->at;
    size_t length;

    if (left < 8)
        return WR_AH_TRUNCATED;
    /* The length field counts 32-bit words: in RFC 1826 (section 3.2) of the authentication data, in RFC 4302
     * (section 2.2) of the whole AH, minus 2. */
    length = 8 + 4 * (size_t)ah[1];
    if (length < wr_ah_length(sa) || length % 8)
        return WR_AH_BAD_AH_LENGTH;
    if (left < length)
        return WR_AH_TRUNCATED;
    if (walk->at + length > WR_AH_HEADERS_MAX)
        return WR_AH_HEADERS_TOO_LONG;
    if (wr_load32_be(ah + 4) != sa->spi)
        return WR_AH_WRONG_SPI;
    layout->ah_length = length;
    return WR_AH_OK;
}

int wr_ah_find(struct wr_ah_layout *layout, const wr_ah_sa *sa, const uint8_t *data, size_t length) {
    struct walk walk = {0};
    int reason = begin(&walk, data, length);

    *layout = (struct wr_ah_layout){0};
    while (reason == WR_AH_OK && is_extension(walk.next)) {
        size_t bytes;
        reason = check_extension(&walk, &bytes);
        if (reason != WR_AH_OK)
            break;
        if (walk.next == WR_PROTO_FRAGMENT && !(sa->flags & WR_AH_COVER_FRAGMENT)) {
            if (layout->fragment_at) /* reassembly leaves at most one fragment header */
                return WR_AH_FRAGMENT;
            layout->fragment_at = (uint32_t)walk.at;
            layout->fragment_next_at = (uint32_t)walk.next_at;
        }
        reason = step(&walk, bytes);
    }
    if (reason == WR_AH_OK && walk.next != WR_PROTO_AH)
        reason = WR_AH_NO_AH;
    if (reason == WR_AH_OK)
        reason = check_ah(layout, sa, &walk);
    layout->total = walk.total;
    layout->ah = walk.at;
    layout->next_at = walk.next_at;
    return reason;
}

/* AH is meant for the final destination, so it goes behind the headers that routers read (RFC 4302 section 3.1.1). */
int wr_ah_find_place(struct wr_ah_layout *layout, const uint8_t *data, size_t length) {
    struct walk walk = {0};
    int reason = begin(&walk, data, length);

    *layout = (struct wr_ah_layout){.ah = WR_IPV6_HEADER, .next_at = 6};
    while (reason == WR_AH_OK && is_extension(walk.next)) {
        const int for_hops = walk.next == WR_PROTO_HOP_BY_HOP || walk.next == WR_PROTO_ROUTING;
        size_t bytes;
        if (walk.next == WR_PROTO_FRAGMENT)
            return WR_AH_FRAGMENT;
        reason = check_extension(&walk, &bytes);
        if (reason == WR_AH_OK)
            reason = step(&walk, bytes);
        if (for_hops) {
            layout->ah = walk.at;
            layout->next_at = walk.next_at;
        }
    }
    layout->total = walk.total;
    return reason;
}

int wr_ah_whole(const uint8_t *data, size_t length, size_t *total) {
    struct walk walk = {0};
    const int reason = begin(&walk, data, length);

    *total = walk.total;
    return reason;
}

static void take_fragment_out(uint8_t *headers, const struct wr_ah_layout *layout) {
    const size_t behind = layout->fragment_at + WR_FRAGMENT_HEADER;

    wr_ah_put_payload_length(headers, layout->total - WR_FRAGMENT_HEADER);
    headers[layout->fragment_next_at] = headers[layout->fragment_at];
    memmove(headers + layout->fragment_at, headers + behind, layout->ah + layout->ah_length - behind);
}

/* Mutable fields are the traffic class, flow label and hop limit in RFC 4302 (section 3.3.3.1.2.1), and only the hop
 * limit in RFC 1826 (section 4). */
size_t wr_ah_normalise(uint8_t *headers, const struct wr_ah_layout *layout, const wr_ah_sa *sa) {
    const int first_generation = sa->generation == WR_AH_RFC1826;
    uint8_t next = headers[6];
    size_t at = WR_IPV6_HEADER;

    if (!first_generation) {
        static const uint8_t fixed[4] = {0x60, 0, 0, 0};
        memcpy(headers, fixed, sizeof fixed);
    }
    headers[7] = 0;
    memset(headers + layout->ah + wr_ah_fixed(sa), 0, sa->mac->icv_length);
    while (at < layout->ah) {
        const uint8_t protocol = next;
        next = headers[at];
        if (protocol == WR_PROTO_HOP_BY_HOP || protocol == WR_PROTO_DESTINATION)
            zero_mutable_options(headers + at, first_generation);
        at += protocol == WR_PROTO_FRAGMENT ? (size_t)WR_FRAGMENT_HEADER : extension_length(headers + at);
    }
    if (!layout->fragment_at)
        return layout->ah + layout->ah_length;
    take_fragment_out(headers, layout);
    return layout->ah + layout->ah_length - WR_FRAGMENT_HEADER;
}

/* The order of the two moves keeps the first one from overwriting the source of the second: when moving down, the
 * headers go first; when moving up, they go last. */
void wr_ah_move(uint8_t *out, size_t to_gap, const uint8_t *data, size_t from_gap, size_t headers, size_t length) {
    uint8_t *const to = out + headers + to_gap;
    const uint8_t *const from = data + headers + from_gap;

    if (out <= data)
        memmove(out, data, headers);
    if (to != from)
        memmove(to, from, length);
    if (out > data)
        memmove(out, data, headers);
}
