/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * UHASH up to L2 (RFC 4418 sections 5.2 and 5.3): one NH output per 1024 bytes, POLY64 over the first 2^14 outputs, and
 * POLY128 over the rest. A message of at most 1024 bytes skips L2: its value is the NH output itself.
 */
#include "hash.h"

#include "cpu/kernel.h"
#include "poly.h"
#include "util/bytes.h"

void wr_uhash_init(wr_umac_state *mac) {
    mac->blocks = 0;
    mac->filled = 0;
    for (unsigned s = 0; s < WR_UMAC_STREAMS; s++) {
        mac->poly[s][0] = 0;
        mac->poly[s][1] = 1;
        mac->half[s] = 0;
    }
}

static void absorb(wr_umac_state *mac, const wr_umac_key *key, const struct wr_umac_kernel *kernel, const uint8_t *data,
                   size_t length) {
    uint64_t nh[WR_UMAC_STREAMS];
    unsigned streams = wr_umac_streams(key);
    kernel->nh(nh, key, data, length, streams);
    for (unsigned s = 0; s < streams; s++) {
        uint64_t m = nh[s] + 8 * (uint64_t)length, *y = mac->poly[s];
        if (mac->blocks < WR_POLY64_BLOCKS) {
            y[1] = wr_poly64(y[1], key->poly64[s], m);
            continue;
        }
        if (mac->blocks == WR_POLY64_BLOCKS) { /* switch to POLY128, whose first word is POLY64's value (section
                                                * 5.3.2) */
            uint64_t first = wr_poly64_reduce(y[1]);
            y[0] = 0;
            y[1] = 1;
            wr_poly128(y, key->poly128[s], 0, first);
        }
        if ((mac->blocks - WR_POLY64_BLOCKS) % 2 == 0)
            mac->half[s] = m;
        else
            wr_poly128(y, key->poly128[s], mac->half[s], m);
    }
    mac->blocks++;
}

/* Apply NH and POLY64 to at most `most` whole blocks at `data`, leaving at least one byte. Return the length of these
 * blocks. The sums y are local variables of the caller rather than a state in memory, because most of the time of
 * messages above 1024 bytes is spent here. */
static size_t poly64_blocks(uint64_t y[WR_UMAC_STREAMS], const wr_umac_key *key, const struct wr_umac_kernel *kernel,
                            const uint8_t *data, size_t length, uint64_t most) {
    uint64_t nh[WR_UMAC_STREAMS];
    unsigned streams = wr_umac_streams(key);
    size_t done = 0;
    for (; length - done > WR_NH_BLOCK && most; done += WR_NH_BLOCK, most--) {
        kernel->nh(nh, key, data + done, WR_NH_BLOCK, streams);
        for (unsigned s = 0; s < streams; s++)
            y[s] = wr_poly64(y[s], key->poly64[s], nh[s] + 8 * WR_NH_BLOCK);
    }
    return done;
}

static size_t absorb_blocks(wr_umac_state *mac, const wr_umac_key *key, const struct wr_umac_kernel *kernel,
                            const uint8_t *data, size_t length) {
    size_t done = 0;
    if (mac->blocks < WR_POLY64_BLOCKS) {
        uint64_t y[WR_UMAC_STREAMS];
        for (unsigned s = 0; s < WR_UMAC_STREAMS; s++)
            y[s] = mac->poly[s][1];
        done = poly64_blocks(y, key, kernel, data, length, WR_POLY64_BLOCKS - mac->blocks);
        for (unsigned s = 0; s < WR_UMAC_STREAMS; s++)
            mac->poly[s][1] = y[s];
        mac->blocks += done / WR_NH_BLOCK;
    }
    for (; length - done > WR_NH_BLOCK; done += WR_NH_BLOCK)
        absorb(mac, key, kernel, data + done, WR_NH_BLOCK);
    return done;
}

/* Absorb whole blocks only if another byte follows: the last block, whole or not, is left for the end. */
void wr_uhash_update(wr_umac_state *mac, const wr_umac_key *key, const struct wr_umac_kernel *kernel,
                     const uint8_t *data, size_t length) {
    size_t done;
    if (length == 0)
        return;
    if (mac->filled) {
        size_t taken = WR_NH_BLOCK - mac->filled < length ? WR_NH_BLOCK - mac->filled : length;
        wr_copy(mac->buffer + mac->filled, data, taken);
        mac->filled += taken;
        data += taken;
        length -= taken;
        if (length == 0)
            return;
        absorb(mac, key, kernel, mac->buffer, WR_NH_BLOCK);
        mac->filled = 0;
    }
    done = absorb_blocks(mac, key, kernel, data, length);
    wr_copy(mac->buffer, data + done, length - done);
    mac->filled = length - done;
}

/* Compute the value of a message of a single block. */
static void value_of_block(uint64_t y[WR_UMAC_STREAMS][2], const wr_umac_key *key, const struct wr_umac_kernel *kernel,
                           const uint8_t *data, size_t length) {
    uint64_t nh[WR_UMAC_STREAMS];
    unsigned streams = wr_umac_streams(key);
    kernel->nh(nh, key, data, length, streams);
    for (unsigned s = 0; s < streams; s++) {
        y[s][0] = 0;
        y[s][1] = nh[s] + 8 * (uint64_t)length;
    }
}

/* Compute the value from the blocks absorbed and a last block. */
static void value_of_blocks(uint64_t y[WR_UMAC_STREAMS][2], wr_umac_state *mac, const wr_umac_key *key,
                            const struct wr_umac_kernel *kernel, const uint8_t *data, size_t length) {
    const uint64_t marker = (uint64_t)0x80 << 56; /* zeropad(M_2 || 0x80, 16), section 5.3.2 */
    absorb(mac, key, kernel, data, length);
    for (unsigned s = 0; s < wr_umac_streams(key); s++) {
        y[s][0] = mac->poly[s][0];
        y[s][1] = mac->poly[s][1];
        if (mac->blocks <= WR_POLY64_BLOCKS) {
            y[s][1] = wr_poly64_reduce(y[s][1]);
            continue;
        }
        if ((mac->blocks - WR_POLY64_BLOCKS) % 2)
            wr_poly128(y[s], key->poly128[s], mac->half[s], marker);
        else
            wr_poly128(y[s], key->poly128[s], marker, 0);
        wr_poly128_reduce(y[s]);
    }
}

void wr_uhash_final(uint64_t y[WR_UMAC_STREAMS][2], wr_umac_state *mac, const wr_umac_key *key,
                    const struct wr_umac_kernel *kernel) {
    if (mac->blocks == 0)
        value_of_block(y, key, kernel, mac->buffer, mac->filled);
    else
        value_of_blocks(y, mac, key, kernel, mac->buffer, mac->filled);
}

/* Compute the value of 2 to 2^14 blocks at once. */
static void value_before_ramp(uint64_t y[WR_UMAC_STREAMS][2], const wr_umac_key *key,
                              const struct wr_umac_kernel *kernel, const uint8_t *data, size_t length) {
    uint64_t poly[WR_UMAC_STREAMS] = {1, 1, 1, 1}, nh[WR_UMAC_STREAMS];
    unsigned streams = wr_umac_streams(key);
    size_t done = poly64_blocks(poly, key, kernel, data, length, WR_POLY64_BLOCKS);
    kernel->nh(nh, key, data + done, length - done, streams);
    for (unsigned s = 0; s < streams; s++) {
        uint64_t last = nh[s] + 8 * (uint64_t)(length - done);
        y[s][0] = 0;
        y[s][1] = wr_poly64_reduce(wr_poly64(poly[s], key->poly64[s], last));
    }
}

void wr_uhash(uint64_t y[WR_UMAC_STREAMS][2], const wr_umac_key *key, const struct wr_umac_kernel *kernel,
              const uint8_t *data, size_t length) {
    wr_umac_state mac; /* used only above 2^24 bytes */
    size_t done;
    if (length <= WR_NH_BLOCK) {
        value_of_block(y, key, kernel, data, length);
        return;
    }
    if (length <= WR_UMAC_RAMP) {
        value_before_ramp(y, key, kernel, data, length);
        return;
    }
    wr_uhash_init(&mac);
    done = absorb_blocks(&mac, key, kernel, data, length);
    value_of_blocks(y, &mac, key, kernel, data + done, length - done);
    wr_wipe(mac.poly, sizeof mac.poly + sizeof mac.half); /* the buffer was not used */
}
