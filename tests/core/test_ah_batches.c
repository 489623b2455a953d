/* A batch of packets in one call gives exactly the same as one call per packet: reason, sequence number, output length
 * and bytes, the SA's sequence number and its anti-replay window, with and without scratch memory. Random batches mix
 * duplicates, old packets, damaged packets, outputs without room, extension headers, extended sequence numbers near a
 * carry, sequence numbers that run out, and MACs that fail for some packets. */
#include "check.h"
#include "random.h"
#include "wirerate_ah.h"

enum {
    SPI = 0x1234,
    PACKETS = 600, /* more than two internal batches of 256 */
    LONGEST = 1100,
    SLOT = 4096, /* one packet and its output */
    DATA_AT = 200,
    ROUNDS = 3,
    LARGEST_WINDOW = 1024,
    BITMAP = WR_AH_WINDOW_WORDS(LARGEST_WINDOW)
};

/* A sender or receiver with its own memory. */
struct end {
    const char *name;
    wr_ah_sa sa;
    wr_ah_packet packets[PACKETS];
    size_t good;
    uint64_t bitmap[BITMAP];
    uint8_t memory[PACKETS][SLOT];
};

enum { SINGLY, TOGETHER, TOGETHER_WITH_SCRATCH, ENDS };
static struct end ends[ENDS] = {{.name = "singly"}, {.name = "in one call"}, {.name = "in one call with scratch"}};
static uint8_t scratch[WR_AH_SCRATCH];
static wr_hmac_md5_key hmac_key;
static wr_ah_keyed_md5_key keyed_key;
static size_t seen[WR_AH_REASONS];

/* ---- a MAC that fails for some messages ---- */

/* A polynomial over the bytes instead of a MAC. It fails for one message in `key`, or never if that is 0. */
static int polynomial_tags(void *key, const wr_ah_input *inputs, size_t count, void *unused, size_t icv_length) {
    const uint64_t rate = *(uint64_t *)key;

    (void)unused;
    for (size_t i = 0; i < count; i++) {
        const wr_ah_input *input = &inputs[i];
        uint64_t value = 1;
        for (size_t j = 0; j < input->head_length; j++)
            value = (value + input->head[j]) * UINT64_C(0x9e3779b97f4a7c15) + (value >> 32);
        for (size_t j = 0; j < input->body_length; j++)
            value = (value + input->body[j]) * UINT64_C(0x9e3779b97f4a7c15) + (value >> 32);
        for (size_t j = 0; j < input->tail_length; j++)
            value = (value + input->tail[j]) * UINT64_C(0x9e3779b97f4a7c15) + (value >> 32);
        if (rate && (value >> 40) % rate == 0)
            return 1;
        for (size_t byte = 0; byte < icv_length; byte++)
            input->icv[byte] = (uint8_t)(value >> byte % 8 * 8);
    }
    return 0;
}

static int tags_12(void *key, const wr_ah_input *inputs, size_t count, void *unused) {
    return polynomial_tags(key, inputs, count, unused, 12);
}

static int tags_16(void *key, const wr_ah_input *inputs, size_t count, void *unused) {
    return polynomial_tags(key, inputs, count, unused, 16);
}

static const wr_ah_mac mac_12 = {.name = "polynomial", .icv_length = 12, .tags = tags_12};
static const wr_ah_mac mac_16 = {.name = "polynomial", .icv_length = 16, .tags = tags_16};
static uint64_t never = 0, sometimes = 16;

/* ---- SAs ---- */

static int one_in(size_t count) {
    return random_below(count) == 0;
}

/* Make a random SA. With ESN and no window, it cannot verify. */
static wr_ah_sa random_sa(void) {
    static const size_t windows[] = {0, 64, 65, 100, 128, LARGEST_WINDOW};
    wr_ah_sa sa = {.spi = SPI, .hop_limit = 64};

    sa.generation = one_in(8) ? WR_AH_RFC1826 : WR_AH_RFC4302;
    sa.flags = (one_in(2) ? WR_AH_TUNNEL : 0u) | (one_in(4) ? WR_AH_COVER_FRAGMENT : 0u);
    if (sa.generation == WR_AH_RFC4302) {
        sa.flags |= one_in(2) ? WR_AH_ESN : 0u;
        sa.window.size = windows[random_below(sizeof windows / sizeof windows[0])];
    }
    random_fill(sa.source, sizeof sa.source);
    random_fill(sa.destination, sizeof sa.destination);
    switch (random_below(4)) {
    case 0:
        sa.mac = wr_ah_keyed_md5();
        sa.key = &keyed_key;
        break;
    case 1:
        sa.mac = one_in(2) ? &mac_12 : &mac_16;
        sa.key = one_in(2) ? &never : &sometimes;
        break;
    default:
        sa.mac = wr_ah_hmac_md5_96();
        sa.key = &hmac_key;
    }
    return sa;
}

/* Return a sequence number near a special point: the start, a carry into the high half, or the end. */
static uint64_t random_sequence(const wr_ah_sa *sa) {
    const uint64_t carry = UINT64_C(1) << 32;

    switch (random_below(4)) {
    case 0:
        return random_below(3);
    case 1:
        return random_below(UINT32_MAX);
    case 2:
        return sa->flags & WR_AH_ESN ? carry * (1 + random_below(3)) - random_below(PACKETS)
                                     : carry - 1 - random_below(PACKETS);
    default:
        return sa->flags & WR_AH_ESN ? UINT64_MAX - random_below(PACKETS) : UINT32_MAX - random_below(PACKETS);
    }
}

static void start(struct end *end, const wr_ah_sa *sa, uint64_t sequence, int has_scratch) {
    end->sa = *sa;
    end->sa.window.bitmap = sa->window.size ? end->bitmap : NULL;
    end->sa.scratch = has_scratch ? scratch : NULL;
    CHECK(wr_ah_sa_init(&end->sa) == WR_OK, "%s", end->name);
    end->sa.sequence = sequence;
    if (sa->window.size)
        end->sa.window.top = sequence;
}

static void start_all(const wr_ah_sa *sa, uint64_t sequence) {
    for (int i = 0; i < ENDS; i++)
        start(&ends[i], sa, sequence, i == TOGETHER_WITH_SCRATCH);
}

/* ---- packets ---- */

static void put_payload_length(uint8_t *packet, size_t length) {
    packet[4] = (uint8_t)((length - 40) >> 8);
    packet[5] = (uint8_t)(length - 40);
}

/* Make a packet, sometimes with extension headers, rarely with long ones. `protocol` is that of the payload. */
static size_t make_packet(uint8_t *packet, uint8_t protocol, const uint8_t *payload, size_t payload_length) {
    static const uint8_t kinds[] = {0, 60, 43, 60};
    size_t length = 40, next_at = 6;

    random_fill(packet, 40);
    packet[0] = (uint8_t)(0x60 | packet[0] >> 4);
    for (size_t i = 0; i < sizeof kinds; i++) {
        const size_t bytes = 8 + (one_in(8) ? 8 * random_below(30) : 0);
        if (!one_in(4))
            continue;
        packet[next_at] = kinds[i];
        next_at = length;
        memset(packet + length, 0, bytes);
        packet[length + 1] = (uint8_t)(bytes / 8 - 1);
        packet[length + 2] = kinds[i] == 43 ? 3 : 0;
        length += bytes;
    }
    packet[next_at] = protocol;
    memcpy(packet + length, payload, payload_length);
    length += payload_length;
    put_payload_length(packet, length);
    return length;
}

static size_t make_plain_packet(uint8_t *packet) {
    uint8_t payload[100];
    const size_t length = 1 + random_below(sizeof payload);

    random_fill(payload, length);
    return make_packet(packet, 17, payload, length);
}

/* Cause damage that signing refuses, at least sometimes. */
static void damage(uint8_t *packet, size_t *length) {
    switch (random_below(4)) {
    case 0:
        *length = 1 + random_below(*length);
        break;
    case 1:
        packet[0] = 0x45;
        break;
    case 2:
        packet[6] = 44; /* a fragment, unless the next bytes happen to say otherwise */
        break;
    default:
        packet[random_below(*length)] ^= (uint8_t)(1 << random_below(8));
    }
}

/* Make a packet for the receiver `sa`, signed with this sequence number by a sender that never fails. For a tunnel it
 * is signed in transport mode, so that the inner packet may be damaged first. */
static size_t make_signed(const wr_ah_sa *sa, uint64_t sequence, uint8_t *out) {
    uint8_t packet[LONGEST];
    wr_ah_sa sender = *sa;
    wr_ah_packet row = {.data = packet, .out = out, .room = LONGEST};

    if (sa->flags & WR_AH_TUNNEL) {
        uint8_t payload[60] = {0};
        size_t length = 40 + random_below(20);
        memcpy(payload, "\x60\0\0\0\0\0\x3b\x40", 8);
        put_payload_length(payload, length);
        if (one_in(4)) /* not a whole packet */
            payload[one_in(2) ? 0 : 5] ^= 1 << random_below(5);
        row.length = make_packet(packet, one_in(8) ? 17 : 41, payload, length);
    } else {
        row.length = make_plain_packet(packet);
    }
    sender.flags &= ~(unsigned)WR_AH_TUNNEL;
    sender.window = (wr_ah_window){0};
    sender.scratch = NULL;
    if (sender.key == &sometimes)
        sender.key = &never;
    sender.sequence = 0;
    CHECK(wr_ah_sa_init(&sender) == WR_OK, "sender");
    sender.sequence = sequence - 1;
    CHECK(wr_ah_sign(&sender, &row, 1) == 1, "%s", wr_ah_reason_name(row.reason));
    if (sa->generation == WR_AH_RFC4302 && out[6] == 51 && one_in(8)) { /* a left-over fragment header before AH */
        memmove(out + 48, out + 40, row.out_length - 40);
        memset(out + 40, 0, 8);
        out[6] = 44;
        out[40] = 51;
        row.out_length += 8;
        put_payload_length(out, row.out_length);
    }
    return row.out_length;
}

/* Place the output elsewhere, over the packet, or nowhere; rarely without enough room. */
static void place(wr_ah_packet *packet, uint8_t *slot, size_t length, int verifying) {
    *packet = (wr_ah_packet){.data = slot + DATA_AT, .length = length, .room = SLOT / 2, .reason = 77};
    packet->out = slot + (one_in(2) ? SLOT / 2 : random_below(2 * (size_t)DATA_AT));
    if (verifying && one_in(8))
        packet->out = NULL;
    if (one_in(8))
        packet->room = random_below(length + 100);
    packet->sequence = packet->out_length = 0xaaaa; /* shows which fields are left unchanged */
}

/* Give all ends copies of the first one's packets. */
static void copy_packets(size_t count) {
    for (int i = 1; i < ENDS; i++) {
        memcpy(ends[i].memory, ends[0].memory, count * SLOT);
        memcpy(ends[i].packets, ends[0].packets, count * sizeof ends[0].packets[0]);
        for (size_t j = 0; j < count; j++) {
            const wr_ah_packet *first = &ends[0].packets[j];
            ends[i].packets[j].data = ends[i].memory[j] + DATA_AT;
            if (first->out)
                ends[i].packets[j].out = ends[i].memory[j] + (first->out - ends[0].memory[j]);
        }
    }
}

static void make_batch_to_sign(size_t count) {
    for (size_t i = 0; i < count; i++) {
        uint8_t *slot = ends[0].memory[i];
        size_t length;
        memset(slot, 0xcc, SLOT);
        length = make_plain_packet(slot + DATA_AT);
        if (one_in(8))
            damage(slot + DATA_AT, &length);
        place(&ends[0].packets[i], slot, length, 0);
    }
    copy_packets(count);
}

/* Use sequence numbers around the top of the window, sometimes far ahead. */
static void make_batch_to_verify(size_t count) {
    const wr_ah_sa *sa = &ends[0].sa;
    const uint64_t size = sa->window.size ? sa->window.size : 64,
                   last = sa->flags & WR_AH_ESN ? UINT64_MAX : UINT32_MAX;
    uint64_t next = sa->window.top;

    for (size_t i = 0; i < count; i++) {
        uint8_t *slot = ends[0].memory[i], *packet = slot + DATA_AT;
        size_t length;
        memset(slot, 0xcc, SLOT);
        if (i > 0 && one_in(4)) { /* repeat a packet */
            const size_t earlier = i - 1 - random_below(i < 300 ? i : 300);
            length = ends[0].packets[earlier].length;
            memcpy(packet, ends[0].memory[earlier] + DATA_AT, length);
        } else {
            uint64_t sequence;
            next += one_in(100) ? random_below((size_t)1 << (one_in(4) ? 31 : 11)) : random_below(4);
            sequence = one_in(3) ? next - random_below((size_t)(size + size / 4)) : next;
            if (sequence == 0 || sequence > last)
                sequence = 1 + random_below(100);
            if (next > last - (UINT64_C(1) << 12))
                next = one_in(2) ? last : next - random_below(64);
            length = make_signed(sa, sequence, packet);
        }
        if (one_in(8)) /* the last byte belongs to the payload or the ICV */
            packet[length - 1] ^= 1;
        else if (one_in(16))
            damage(packet, &length);
        place(&ends[0].packets[i], slot, length, 1);
    }
    copy_packets(count);
}

/* ---- comparing ---- */

typedef size_t (*call)(wr_ah_sa *, wr_ah_packet *, size_t);

static void process(call run, size_t count) {
    ends[SINGLY].good = 0;
    for (size_t i = 0; i < count; i++)
        ends[SINGLY].good += run(&ends[SINGLY].sa, &ends[SINGLY].packets[i], 1);
    for (int i = SINGLY + 1; i < ENDS; i++)
        ends[i].good = run(&ends[i].sa, ends[i].packets, count);
}

static void compare(const char *what, size_t count) {
    const struct end *singly = &ends[SINGLY];

    for (size_t i = 0; i < count; i++)
        seen[singly->packets[i].reason]++;
    for (int e = SINGLY + 1; e < ENDS; e++) {
        const struct end *end = &ends[e];
        CHECK(end->good == singly->good, "%s %s: %zu good, singly %zu", what, end->name, end->good, singly->good);
        CHECK(end->sa.sequence == singly->sa.sequence, "%s %s", what, end->name);
        CHECK(end->sa.window.top == singly->sa.window.top, "%s %s", what, end->name);
        CHECK(memcmp(end->bitmap, singly->bitmap, sizeof end->bitmap) == 0, "%s %s", what, end->name);
        for (size_t i = 0; i < count; i++) {
            const wr_ah_packet *one = &singly->packets[i], *other = &end->packets[i];
            CHECK(other->reason == one->reason && other->sequence == one->sequence &&
                      other->out_length == one->out_length,
                  "%s, packet %zu of %zu, generation %d, flags %u, window %zu: singly %s, %llu, %zu bytes; %s %s, "
                  "%llu, %zu",
                  what, i, count, (int)end->sa.generation, end->sa.flags, end->sa.window.size,
                  wr_ah_reason_name(one->reason), (unsigned long long)one->sequence, one->out_length, end->name,
                  wr_ah_reason_name(other->reason), (unsigned long long)other->sequence, other->out_length);
            CHECK(memcmp(end->memory[i], singly->memory[i], SLOT) == 0, "%s %s: bytes of packet %zu of %zu", what,
                  end->name, i, count);
        }
    }
}

static size_t random_count(void) {
    return 1 + random_below(one_in(3) ? PACKETS : 40);
}

static void check_random_sa(void) {
    const wr_ah_sa sa = random_sa();

    start_all(&sa, random_sequence(&sa));
    for (int round = 0; round < ROUNDS; round++) {
        const size_t count = random_count();
        make_batch_to_sign(count);
        process(wr_ah_sign, count);
        compare("sign", count);
    }
    start_all(&sa, random_sequence(&sa));
    for (int round = 0; round < ROUNDS; round++) {
        const size_t count = random_count();
        make_batch_to_verify(count);
        process(wr_ah_verify, count);
        compare("verify", count);
    }
}

/* Check that the batches above covered every reason that can depend on earlier packets. */
static void check_seen(void) {
    static const wr_ah_reason wanted[] = {WR_AH_OK,       WR_AH_TRUNCATED,        WR_AH_NOT_IPV6,   WR_AH_FRAGMENT,
                                          WR_AH_REPLAYED, WR_AH_TOO_OLD,          WR_AH_BAD_ICV,    WR_AH_BAD_INNER,
                                          WR_AH_NO_ROOM,  WR_AH_SEQUENCE_USED_UP, WR_AH_MAC_FAILED, WR_AH_BAD_SA};

    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++)
        CHECK(seen[wanted[i]] >= 100, "%s: %zu times", wr_ah_reason_name((int)wanted[i]), seen[wanted[i]]);
}

int main(void) {
    static const uint8_t secret[16] = "sixteen  bytes!";

    CHECK(wr_ah_hmac_md5_96_key(&hmac_key, secret, sizeof secret) == WR_OK, "key");
    CHECK(wr_ah_keyed_md5_key_init(&keyed_key, secret, sizeof secret) == WR_OK, "key");
    for (int i = 0; i < 300; i++)
        check_random_sa();
    check_seen();
    return check_result();
}
