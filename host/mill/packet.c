/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* packet.c - padding, encrypting and authenticating one packet. */
#include "packet.h"

#include <string.h>

enum { LENGTH_BYTES = 4, PADDING_MIN = 4 };

static void store32(uint8_t *out, uint32_t value) {
    for (int i = 0; i < 4; i++)
        out[i] = (uint8_t)(value >> (24 - 8 * i));
}

size_t wrh_packet_bytes(size_t block, int etm, size_t payload_bytes) {
    size_t clear = etm ? LENGTH_BYTES : 0, padded = LENGTH_BYTES - clear + 1 + payload_bytes;
    size_t whole = (padded + PADDING_MIN + block - 1) / block * block;
    return whole + clear;
}

/* The padding is zero. RFC 4253 asks for random padding, but these packets are never sent. */
static void frame(uint8_t *packet, size_t packet_bytes, const uint8_t *payload, size_t payload_bytes) {
    size_t padding = packet_bytes - LENGTH_BYTES - 1 - payload_bytes;
    store32(packet, (uint32_t)(packet_bytes - LENGTH_BYTES));
    packet[4] = (uint8_t)padding;
    memcpy(packet + 5, payload, payload_bytes);
    memset(packet + 5 + payload_bytes, 0, padding);
}

/* Compute the tag of `packet`, which is the plaintext or, with encrypt-then-MAC, the length and the ciphertext. */
static void tag(struct wrh_endpoint *endpoint, uint8_t *packet, size_t packet_bytes, uint8_t *out) {
    if (!endpoint->mac.tags)
        return;
    uint8_t nonce[8] = {0};
    store32(nonce + 4, endpoint->sequence);
    size_t prefix = endpoint->nonce_bytes ? 0 : 4;
    memcpy(packet - prefix, nonce + 4, prefix);
    const wr_message message = {packet - prefix, prefix + packet_bytes, out};
    endpoint->mac.tags(endpoint->mac.state, &message, nonce, 1);
}

void wrh_packet_seal(struct wrh_endpoint *sender, const uint8_t *payload, size_t payload_bytes, uint8_t *plain,
                     uint8_t *sealed) {
    size_t bytes = wrh_packet_bytes(sender->cipher.block, sender->etm, payload_bytes);
    size_t clear = sender->etm ? LENGTH_BYTES : 0;
    frame(plain, bytes, payload, payload_bytes);
    if (!sender->etm)
        tag(sender, plain, bytes, sealed + bytes);
    memcpy(sealed, plain, clear);
    sender->cipher.apply(&sender->cipher, plain + clear, sealed + clear, bytes - clear);
    if (sender->etm)
        tag(sender, sealed, bytes, sealed + bytes);
    sender->sequence++;
}

int wrh_packet_open(struct wrh_endpoint *receiver, uint8_t *sealed, const uint8_t *payload, size_t payload_bytes,
                    uint8_t *opened) {
    size_t bytes = wrh_packet_bytes(receiver->cipher.block, receiver->etm, payload_bytes);
    size_t clear = receiver->etm ? LENGTH_BYTES : 0;
    uint8_t expected[WRH_TAG_MAX] = {0};
    if (receiver->etm)
        tag(receiver, sealed, bytes, expected);
    memcpy(opened, sealed, clear);
    receiver->cipher.apply(&receiver->cipher, sealed + clear, opened + clear, bytes - clear);
    if (!receiver->etm)
        tag(receiver, opened, bytes, expected);
    receiver->sequence++;
    uint8_t start[LENGTH_BYTES + 1];
    store32(start, (uint32_t)(bytes - LENGTH_BYTES));
    start[LENGTH_BYTES] = (uint8_t)(bytes - LENGTH_BYTES - 1 - payload_bytes);
    return memcmp(expected, sealed + bytes, receiver->mac.tags ? receiver->tag_bytes : 0) == 0 &&
           memcmp(opened, start, sizeof start) == 0 && memcmp(opened + sizeof start, payload, payload_bytes) == 0;
}
