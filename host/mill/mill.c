/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* mill.c - timed rounds of packets between a sender and a receiver in the same process. */
#include <stdlib.h>
#include <string.h>

#include "meter/cpus.h"
#include "meter/place.h"
#include "meter/random.h"
#include "packet.h"
#include "peers/subject.h"
#include "util/clock.h"

/* Bytes of packets sealed between two readings of the clock and then opened: few enough to stay in the L2 cache. */
#define SLICE_BYTES 262144u

#define PLAIN_BYTES (WRH_PACKET_LEAD + WRH_PACKET_MAX)

/* Buffers for packets. All mills of a run use the first mill's buffers, because the memory address of a MAC's input
 * changes a packet's time by up to 1 %, which would distort their comparison. */
struct buffers {
    uint8_t payload[WRH_PAYLOAD_MAX];
    uint8_t plain[PLAIN_BYTES + WRH_PAGE];
    uint8_t *arena; /* the sealed packets of a slice, one stride apart, plus a page */
    size_t plain_at, arena_at;
};

struct wrh_mill {
    wrh_subject *mac; /* NULL: no MAC */
    struct wrh_endpoint sender, receiver;
    struct buffers buffers;
};

static int is_mac_of_ssh(const char *name) {
    static const char *const macs[] = {"hmac-md5", "hmac-sha1", "hmac-sha256", "umac-64", "umac-128"};
    for (size_t i = 0; i < sizeof macs / sizeof *macs; i++)
        if (strcmp(name, macs[i]) == 0)
            return 1;
    return 0;
}

/* If the sender keeps its keyed state, the receiver does not, and vice versa. An error in the state left by the
 * previous packet would otherwise affect both in the same way. */
static int open_macs(wrh_mill *mill, const char *name, const char *implementation, int keyed, int *status,
                     struct wrh_why *why) {
    if (strcmp(name, "none") == 0)
        return WRH_OK;
    if (!is_mac_of_ssh(name))
        return *status = wrh_fail(why, WRH_UNSUPPORTED, "the mill has no MAC %s", name);
    mill->mac = wrh_subject_open(name, 0, implementation, NULL, WRH_TAG, keyed, 1, status, why->text, why->size);
    if (!mill->mac)
        return *status;
    struct wrh_request opposite = mill->mac->request;
    opposite.keyed = keyed == WRH_REUSE ? WRH_REKEY : WRH_REUSE;
    *status = mill->mac->peer->open(&opposite, &mill->receiver.mac, why);
    mill->sender.mac = mill->mac->instance;
    mill->sender.nonce_bytes = mill->receiver.nonce_bytes = opposite.algorithm->nonce_bytes;
    mill->sender.tag_bytes = mill->receiver.tag_bytes = opposite.tag_bytes;
    return *status;
}

wrh_mill *wrh_mill_open(const char *cipher, const char *mac, const char *implementation, int keyed, int etm,
                        int *status, char *why_text, size_t why_size) {
    struct wrh_why why = {why_text, why_size};
    wrh_mill *mill = wrh_aligned_zeroed(sizeof *mill);
    *status = wrh_fail(&why, WRH_NO_MEMORY, "out of memory");
    if (!mill)
        return NULL;
    mill->buffers.arena = wrh_aligned_zeroed(SLICE_BYTES + WRH_PAGE);
    mill->sender.etm = mill->receiver.etm = etm != 0;
    for (size_t i = 0; i < sizeof mill->buffers.payload; i++)
        mill->buffers.payload[i] = (uint8_t)(i * 167 + 13);
    if (mill->buffers.arena) {
        *status = wrh_cipher_open(&mill->sender.cipher, cipher, 0, &why);
        if (*status == WRH_OK)
            *status = wrh_cipher_open(&mill->receiver.cipher, cipher, 1, &why);
        if (*status == WRH_OK)
            open_macs(mill, mac, implementation, keyed, status, &why);
        if (*status == WRH_OK)
            return mill;
    }
    wrh_mill_close(mill);
    return NULL;
}

void wrh_mill_close(wrh_mill *mill) {
    if (!mill)
        return;
    if (mill->receiver.mac.close)
        mill->receiver.mac.close(mill->receiver.mac.state);
    wrh_subject_close(mill->mac);
    wrh_cipher_close(&mill->sender.cipher);
    wrh_cipher_close(&mill->receiver.cipher);
    free(mill->buffers.arena);
    free(mill);
}

size_t wrh_mill_packet_bytes(const wrh_mill *mill, size_t payload) {
    return wrh_packet_bytes(mill->sender.cipher.block, mill->sender.etm, payload);
}

/* Return the distance from one sealed packet of a slice to the next: lead, packet and tag, in whole cache lines. */
static size_t stride_of(const wrh_mill *mill, size_t payload) {
    return (WRH_PACKET_LEAD + wrh_mill_packet_bytes(mill, payload) + WRH_TAG_MAX + 63) & ~(size_t)63;
}

/* Move everything that the mills of a round share to one new place, and each keyed state to a new place of its own. A
 * state that cannot be moved stays where it is. */
static void move(wrh_mill *const *mills, const uint32_t *order, size_t count, struct buffers *buffers,
                 uint64_t *random) {
    struct wrh_place place = wrh_place_draw(random);
    buffers->plain_at = place.tags;
    buffers->arena_at = place.ring;
    for (size_t k = 0; k < count; k++) {
        wrh_mill *mill = mills[order[k]];
        if (mill->mac && wrh_subject_move(mill->mac, random) == WRH_OK)
            mill->sender.mac = mill->mac->instance;
    }
}

static void run_slice(wrh_mill *mill, struct buffers *buffers, size_t payload, uint64_t count, wrh_round *round) {
    size_t stride = stride_of(mill, payload);
    uint8_t *first = buffers->arena + buffers->arena_at + WRH_PACKET_LEAD;
    uint8_t *plain = buffers->plain + buffers->plain_at + WRH_PACKET_LEAD;
    uint64_t cpu = wrh_cpu_ns(), wall = wrh_wall_ns(), ticks = wrh_ticks();
    for (uint64_t i = 0; i < count; i++)
        wrh_packet_seal(&mill->sender, buffers->payload, payload, plain, first + i * stride);
    round->ticks += wrh_ticks() - ticks;
    round->wall_ns += wrh_wall_ns() - wall;
    round->cpu_ns += wrh_cpu_ns() - cpu;
    for (uint64_t i = 0; i < count; i++)
        round->wrong += !wrh_packet_open(&mill->receiver, first + i * stride, buffers->payload, payload, plain);
}

static wrh_round run_round(wrh_mill *mill, struct buffers *buffers, size_t payload, uint64_t packets) {
    const uint64_t most = SLICE_BYTES / stride_of(mill, payload);
    wrh_round round = {0};
    uint64_t switches = wrh_involuntary();
    for (uint64_t left = packets; left > 0;) {
        uint64_t now = left < most ? left : most;
        run_slice(mill, buffers, payload, now, &round);
        left -= now;
    }
    round.messages = packets;
    round.bytes = packets * payload;
    round.involuntary = (uint32_t)(wrh_involuntary() - switches);
    round.core_hz = wrh_core_hz_now();
    return round;
}

int wrh_mill_run(wrh_mill *const *mills, const size_t *payloads, const uint64_t *packets, const uint32_t *order,
                 size_t count, size_t per_round, uint64_t seed, wrh_round *out, int64_t *stolen_ns) {
    for (size_t k = 0; k < count; k++)
        if (payloads[order[k]] == 0 || payloads[order[k]] > WRH_PAYLOAD_MAX)
            return WRH_UNSUPPORTED;
    struct buffers *buffers = &mills[0]->buffers;
    const int cpu = wrh_cpu_for_thread(0, 1);
    int64_t before = wrh_stolen_ns(&cpu, 1);
    for (size_t k = 0; k < count; k++) {
        if (per_round != 0 && k % per_round == 0)
            move(mills, order + k, count - k < per_round ? count - k : per_round, buffers, &seed);
        out[k] = run_round(mills[order[k]], buffers, payloads[order[k]], packets[order[k]]);
    }
    int64_t after = wrh_stolen_ns(&cpu, 1);
    *stolen_ns = before < 0 || after < 0 ? -1 : after - before;
    return WRH_OK;
}
