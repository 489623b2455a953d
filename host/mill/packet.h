/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* packet.h - seal and open binary packets of RFC 4253 section 6. (Internal.)
 *
 *   uint32 packet_length | byte padding_length | payload | padding (4..255 bytes)
 *
 * Encrypt-and-MAC (RFC 4253): everything is padded to whole blocks and encrypted, and the MAC covers the plaintext.
 * Encrypt-then-MAC (OpenSSH's -etm): the length is not encrypted, the rest is padded to whole blocks and encrypted, and
 * the MAC covers the length and the ciphertext. An HMAC also covers the 32-bit sequence number, placed before the
 * packet; UMAC uses it as its nonce. */
#ifndef WRH_MILL_PACKET_H
#define WRH_MILL_PACKET_H

#include "cipher.h"
#include "peers/peer.h"

#define WRH_PAYLOAD_MAX 32768u
/* A packet is a pointer to its packet_length. There is room for the sequence number before it, so that an HMAC's input
 * is contiguous, and for the tag after the packet, as on the wire. */
#define WRH_PACKET_LEAD 16u
#define WRH_PACKET_MAX  (WRH_PAYLOAD_MAX + 64)

/* One direction of a connection at one end. */
struct wrh_endpoint {
    struct wrh_cipher cipher;
    struct wrh_instance mac; /* tags is NULL if there is no MAC */
    size_t nonce_bytes;      /* nonce length of the MAC: 8 for UMAC, otherwise 0 */
    size_t tag_bytes;
    int etm;
    uint32_t sequence; /* sequence number of the next packet */
};

/* Return the length from packet_length to padding, without the tag. */
size_t wrh_packet_bytes(size_t block, int etm, size_t payload_bytes);
/* Seal the next packet of this direction. `plain` is working memory; `sealed` receives the bytes to be sent. */
void wrh_packet_seal(struct wrh_endpoint *sender, const uint8_t *payload, size_t payload_bytes, uint8_t *plain,
                     uint8_t *sealed);
/* Return 1 if the tag is correct and the packet holds `payload`, otherwise 0. `opened` is working memory. */
int wrh_packet_open(struct wrh_endpoint *receiver, uint8_t *sealed, const uint8_t *payload, size_t payload_bytes,
                    uint8_t *opened);

#endif
