/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* packet.h - the binary packet of RFC 4253 section 6, sealed and opened. (Internal.)
 *
 *   uint32 packet_length | byte padding_length | payload | padding (4..255 bytes)
 *
 * Encrypt-and-MAC (RFC 4253): all of it is padded to whole blocks and encrypted, the MAC covers the plaintext.
 * Encrypt-then-MAC (OpenSSH's -etm): the length stays in clear, the rest is padded to whole blocks and encrypted, and
 * the MAC covers length and ciphertext. HMACs cover the 32-bit sequence number in front; UMAC has it as its nonce. */
#ifndef WRH_MILL_PACKET_H
#define WRH_MILL_PACKET_H

#include "cipher.h"
#include "peers/peer.h"

#define WRH_PAYLOAD_MAX 32768u
/* A packet in memory is a pointer to its packet_length, with room for the sequence number before it, so that an HMAC's
 * input is in one piece, and for the tag behind it, as on the wire. */
#define WRH_PACKET_LEAD 16u
#define WRH_PACKET_MAX  (WRH_PAYLOAD_MAX + 64)

/* One direction of one side. */
struct wrh_endpoint {
    struct wrh_cipher cipher;
    struct wrh_instance mac; /* tags NULL: no MAC */
    size_t nonce_bytes;      /* of the MAC: 8 for UMAC, else 0 */
    size_t tag_bytes;
    int etm;
    uint32_t sequence; /* of the next packet */
};

/* Bytes from packet_length to padding, without the tag. */
size_t wrh_packet_bytes(size_t block, int etm, size_t payload_bytes);
/* The next packet of this direction. `plain` is scratch; `sealed` is what would go on the wire. */
void wrh_packet_seal(struct wrh_endpoint *sender, const uint8_t *payload, size_t payload_bytes, uint8_t *plain,
                     uint8_t *sealed);
/* 1 if the tag is right and the packet holds that payload, else 0. `opened` is scratch. */
int wrh_packet_open(struct wrh_endpoint *receiver, uint8_t *sealed, const uint8_t *payload, size_t payload_bytes,
                    uint8_t *opened);

#endif
