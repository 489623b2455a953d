/* AH in C: every kernel, inaccessible pages around packets and outputs, every overlap of the two, and no changes on
 * refusal. The expected bytes are tested in tests/python/ah. */
#include "check.h"
#include "guarded.h"
#include "kernels.h"
#include "random.h"
#include "wirerate_ah.h"

enum { SPI = 0x1000, PACKETS = 300, LONGEST = 600, WINDOW = 1024 };

static const uint8_t secret[16] = "sixteen  bytes!";
static wr_hmac_md5_key hmac_key;
static wr_ah_keyed_md5_key keyed_key;
static uint64_t bitmap[WR_AH_WINDOW_WORDS(WINDOW)];
static uint8_t scratch[WR_AH_SCRATCH + 1];

/* Create an SA. Every other one has scratch memory, at an odd address. */
static wr_ah_sa association(wr_ah_generation generation, unsigned flags) {
    const int first = generation == WR_AH_RFC1826;
    wr_ah_sa sa = {.spi = SPI,
                   .generation = generation,
                   .flags = flags,
                   .mac = first ? wr_ah_keyed_md5() : wr_ah_hmac_md5_96(),
                   .key = first ? (void *)&keyed_key : (void *)&hmac_key,
                   .window = {.size = first ? 0 : WINDOW, .bitmap = first ? NULL : bitmap},
                   .hop_limit = 64,
                   .scratch = random_below(2) ? scratch + 1 : NULL};

    CHECK(wr_ah_sa_init(&sa) == WR_OK, "generation %d", (int)generation);
    return sa;
}

/* Make an IPv6 packet with random payload, in half of the cases with a hop-by-hop header that has a mutable option. */
static size_t make_packet(uint8_t *packet, size_t payload, int options) {
    static const uint8_t hop_by_hop[8] = {17, 0, 0x3e, 2, 0xaa, 0xbb, 1, 0};
    const size_t headers = 40 + (options ? sizeof hop_by_hop : 0);
    const size_t after = headers - 40 + payload;

    random_fill(packet, headers + payload);
    packet[0] = (uint8_t)(0x60 | packet[0] >> 4);
    packet[4] = (uint8_t)(after >> 8);
    packet[5] = (uint8_t)after;
    packet[6] = options ? 0 : 17;
    if (options)
        memcpy(packet + 40, hop_by_hop, sizeof hop_by_hop);
    return headers + payload;
}

/* Make the expected result for one packet, with the trusted kernel, copying from one page to another. */
static size_t sign_trusted(const wr_ah_sa *sa, uint64_t before, const uint8_t *data, size_t length, uint8_t *out) {
    wr_ah_sa copy = *sa;
    wr_ah_packet packet = {.data = data, .length = length, .out = out, .room = LONGEST + 200};
    const char *name = wr_kernel_in_use();

    copy.sequence = before;
    wr_use_kernel("portable");
    CHECK(wr_ah_sign(&copy, &packet, 1) == 1, "%s", wr_ah_reason_name(packet.reason));
    wr_use_kernel(name);
    return packet.out_length;
}

/* Packets of a batch and their outputs end exactly at the end of their pages. */
static void check_batch(const char *name, wr_ah_generation generation, unsigned flags, size_t count) {
    static struct guarded in[PACKETS], out[PACKETS];
    static wr_ah_packet packets[PACKETS];
    wr_ah_sa sa = association(generation, flags), receiver;
    const size_t overhead = wr_ah_overhead(&sa);

    for (size_t i = 0; i < count; i++) {
        uint8_t packet[LONGEST + 100];
        const size_t length = make_packet(packet, 1 + random_below(LONGEST), (int)random_below(2));
        if (in[i].begin == NULL) {
            in[i] = guarded_new(1);
            out[i] = guarded_new(1);
        }
        memcpy(in[i].end - length, packet, length);
        packets[i] = (wr_ah_packet){.data = in[i].end - length,
                                    .length = length,
                                    .out = out[i].end - length - overhead,
                                    .room = length + overhead};
    }
    CHECK(wr_ah_sign(&sa, packets, count) == count, "%s", name);
    for (size_t i = 0; i < count; i++) {
        uint8_t expected[LONGEST + 200];
        const size_t length = sign_trusted(&sa, i, packets[i].data, packets[i].length, expected);
        CHECK(packets[i].out_length == length && memcmp(packets[i].out, expected, length) == 0, "%s: %zu of %zu", name,
              i, count);
        memset(in[i].begin, 0, (size_t)(in[i].end - in[i].begin));
        packets[i] = (wr_ah_packet){.data = packets[i].out,
                                    .length = length,
                                    .out = in[i].end - (length - overhead),
                                    .room = length - overhead};
    }
    receiver = association(generation, flags);
    CHECK(wr_ah_verify(&receiver, packets, count) == count, "%s: batch of %zu", name, count);
    if (generation == WR_AH_RFC4302)
        CHECK(wr_ah_verify(&receiver, packets, count) == 0 && packets[0].reason == WR_AH_REPLAYED, "%s", name);
}

/* Signing at every distance from the packet, and unwrapping likewise, gives the same result as separate buffers. */
static void check_overlaps(unsigned flags) {
    enum { AROUND = 200 };
    uint8_t plain[LONGEST], expected[LONGEST + 200], memory[2 * AROUND + LONGEST + 200];

    for (size_t at = 0; at < 2 * (size_t)AROUND; at++) {
        wr_ah_sa sa = association(WR_AH_RFC4302, flags), receiver = sa;
        const size_t length = make_packet(plain, 1 + random_below(300), (int)(at % 2));
        const size_t signed_length = sign_trusted(&sa, 0, plain, length, expected);
        wr_ah_packet packet = {
            .data = memory + AROUND, .length = length, .out = memory + at, .room = length + wr_ah_overhead(&sa)};
        memcpy(memory + AROUND, plain, length);
        CHECK(wr_ah_sign(&sa, &packet, 1) == 1, "at %zu", at);
        CHECK(packet.out_length == signed_length && memcmp(memory + at, expected, signed_length) == 0, "at %zu", at);
        memmove(memory + AROUND, memory + at, signed_length);
        packet =
            (wr_ah_packet){.data = memory + AROUND, .length = signed_length, .out = memory + at, .room = signed_length};
        CHECK(wr_ah_verify(&receiver, &packet, 1) == 1, "at %zu", at);
        CHECK(packet.out_length == length && memcmp(memory + at, plain, length) == 0, "at %zu", at);
    }
}

/* Signing in place does not move the payload, which may even be read-only. */
static void check_payload_stays(void) {
    const size_t page = guarded_page();
    const struct guarded memory = guarded_new(2 * page);
    uint8_t *const payload = memory.end - page;
    wr_ah_sa sa = association(WR_AH_RFC4302, 0), receiver = sa;
    uint8_t plain[40 + 300];
    const size_t length = make_packet(plain, 300, 0);
    wr_ah_packet packet;

    memcpy(payload - 40, plain, length);
    CHECK(guarded_read_only(payload, page), "no protection");
    packet = (wr_ah_packet){.data = payload - 40, .length = length, .out = payload - 64, .room = length + 24};
    CHECK(wr_ah_sign(&sa, &packet, 1) == 1, "%s", wr_ah_reason_name(packet.reason));
    packet = (wr_ah_packet){.data = payload - 64, .length = length + 24, .out = payload - 40, .room = length};
    CHECK(wr_ah_verify(&receiver, &packet, 1) == 1, "%s", wr_ah_reason_name(packet.reason));
    CHECK(memcmp(payload - 40, plain, length) == 0, "the packet changed");
}

/* Change or cut off any byte of a signed packet: only a packet that verifies produces output. */
static void check_refusals(void) {
    const struct guarded page = guarded_new(1), out = guarded_new(1);
    wr_ah_sa sa = association(WR_AH_RFC4302, 0);
    uint8_t plain[200], whole[400];
    const size_t length = sign_trusted(&sa, 0, plain, make_packet(plain, 60, 1), whole);

    for (size_t i = 0; i < 2 * length; i++) {
        const size_t kept = i < length ? length : i - length;
        uint8_t *const data = page.end - kept;
        wr_ah_sa receiver = association(WR_AH_RFC4302, 0), before = receiver;
        wr_ah_packet packet = {.data = data, .length = kept, .out = out.end - length, .room = length};
        memcpy(data, whole, kept);
        if (i < length)
            data[i] ^= (uint8_t)(1 + random_below(255));
        memset(out.begin, 0x5a, (size_t)(out.end - out.begin));
        if (wr_ah_verify(&receiver, &packet, 1) == 1)
            continue;
        CHECK(memcmp(&receiver, &before, sizeof before) == 0, "byte %zu: the SA changed", i);
        for (const uint8_t *p = out.begin; p < out.end; p++)
            CHECK(*p == 0x5a, "byte %zu: output written", i);
        CHECK(kept == length || packet.reason == WR_AH_TRUNCATED, "%zu bytes: %s", kept,
              wr_ah_reason_name(packet.reason));
    }
}

static int fail(void *key, const wr_ah_input *inputs, size_t count, void *room) {
    (void)key, (void)inputs, (void)count, (void)room;
    return 1;
}

static void check_room_and_failing_mac(void) {
    static const wr_ah_mac failing = {.name = "failing", .icv_length = 12, .tags = fail};
    wr_ah_sa sa = association(WR_AH_RFC4302, 0);
    uint8_t plain[200], out[200];
    wr_ah_packet packet = {.data = plain, .length = make_packet(plain, 60, 0), .out = out};

    packet.room = packet.length + wr_ah_overhead(&sa) - 1;
    CHECK(wr_ah_sign(&sa, &packet, 1) == 0 && packet.reason == WR_AH_NO_ROOM, "%d", packet.reason);
    packet.room++;
    sa.mac = &failing;
    CHECK(wr_ah_sign(&sa, &packet, 1) == 0 && packet.reason == WR_AH_MAC_FAILED && sa.sequence == 0, "%d",
          packet.reason);
    sa.mac = wr_ah_hmac_md5_96();
    CHECK(wr_ah_sign(&sa, &packet, 1) == 1 && packet.sequence == 1, "%d", packet.reason);
    packet = (wr_ah_packet){.data = out, .length = packet.out_length, .out = plain, .room = packet.length - 1};
    CHECK(wr_ah_verify(&sa, &packet, 1) == 0 && packet.reason == WR_AH_NO_ROOM && sa.window.top == 0, "%d",
          packet.reason);
    packet.out = NULL;
    CHECK(wr_ah_verify(&sa, &packet, 1) == 1 && sa.window.top == 1, "%d", packet.reason);
    CHECK(wr_ah_sign(&sa, NULL, 0) == 0 && wr_ah_verify(&sa, NULL, 0) == 0, "no packets");
}

/* The same MAC in a table of the caller's, which does not use signing in place. */
static int through(void *key, const wr_ah_input *inputs, size_t count, void *room) {
    return wr_ah_hmac_md5_96()->tags(key, inputs, count, room);
}

/* Place packets of all kinds on separate pages, most of them where they are signed in place. */
static void lay_out(struct guarded *pages, wr_ah_packet *packets, size_t count) {
    enum { AROUND = 200 };

    for (size_t i = 0; i < count; i++) {
        uint8_t packet[LONGEST + 100];
        const size_t length = make_packet(packet, random_below(LONGEST), random_below(8) == 0);
        const size_t shift = random_below(4) ? 0 : random_below(AROUND);
        uint8_t *out, *data;
        if (pages[i].begin == NULL)
            pages[i] = guarded_new(1);
        random_fill(pages[i].begin, (size_t)(pages[i].end - pages[i].begin));
        out = pages[i].end - AROUND - length;
        data = shift ? out - AROUND / 2 + shift : pages[i].end - length;
        out = shift ? out : data - 24;
        packet[0] ^= random_below(16) ? 0 : 0x10; /* not IPv6 */
        packet[5] ^= random_below(16) ? 0 : 1;    /* a byte too few, or one for link padding */
        memcpy(data, packet, length);
        packets[i] = (wr_ah_packet){
            .data = data, .length = length, .out = out, .room = length + 24 - (random_below(16) ? 0 : 1)};
    }
}

/* Packets signed in place, the reasons and the SA equal those of other methods. Refused packets and the memory around
 * them do not change. */
static void check_in_place(const char *name, size_t count, uint64_t sequence) {
    static struct guarded pages[PACKETS];
    static wr_ah_packet packets[PACKETS], expected[PACKETS];
    static uint8_t before[PACKETS][4096], after[PACKETS][4096];
    wr_ah_mac other = *wr_ah_hmac_md5_96();
    wr_ah_sa sa = association(WR_AH_RFC4302, 0), other_sa;
    size_t good;

    sa.sequence = sequence;
    other_sa = sa;
    other.tags = through;
    other_sa.mac = &other;
    lay_out(pages, packets, count);
    for (size_t i = 0; i < count; i++) {
        expected[i] = packets[i];
        memcpy(before[i], pages[i].end - sizeof before[i], sizeof before[i]);
    }
    good = wr_ah_sign(&other_sa, expected, count);
    for (size_t i = 0; i < count; i++) {
        memcpy(after[i], pages[i].end - sizeof after[i], sizeof after[i]);
        memcpy(pages[i].end - sizeof before[i], before[i], sizeof before[i]);
    }
    CHECK(wr_ah_sign(&sa, packets, count) == good && sa.sequence == other_sa.sequence, "%s: %zu", name, count);
    for (size_t i = 0; i < count; i++) {
        const uint8_t *const kept = packets[i].reason == WR_AH_OK ? after[i] : before[i];
        CHECK(packets[i].reason == expected[i].reason && packets[i].sequence == expected[i].sequence &&
                  packets[i].out_length == expected[i].out_length,
              "%s: packet %zu of %zu: %s", name, i, count, wr_ah_reason_name(packets[i].reason));
        CHECK(memcmp(pages[i].end - sizeof after[i], kept, sizeof after[i]) == 0, "%s: packet %zu of %zu", name, i,
              count);
    }
}

/* A failing MAC changes nothing, also if a copy of a built-in table has a function that can fail. */
static void check_failing_in_place(void) {
    static uint8_t memory[PACKETS][24 + 200], before[PACKETS][24 + 200];
    static wr_ah_packet packets[PACKETS];
    wr_ah_mac failing = *wr_ah_hmac_md5_96();
    wr_ah_sa sa = association(WR_AH_RFC4302, 0);

    failing.tags = fail;
    sa.mac = &failing;
    for (size_t i = 0; i < PACKETS; i++) {
        random_fill(memory[i], sizeof memory[i]);
        packets[i] = (wr_ah_packet){.data = memory[i] + 24,
                                    .length = make_packet(memory[i] + 24, 1 + random_below(150), 0),
                                    .out = memory[i],
                                    .room = sizeof memory[i]};
    }
    memcpy(before, memory, sizeof before);
    CHECK(wr_ah_sign(&sa, packets, PACKETS) == 0 && sa.sequence == 0, "%llu", (unsigned long long)sa.sequence);
    CHECK(memcmp(before, memory, sizeof before) == 0, "a packet changed");
    for (size_t i = 0; i < PACKETS; i++)
        CHECK(packets[i].reason == WR_AH_MAC_FAILED, "packet %zu: %s", i, wr_ah_reason_name(packets[i].reason));
}

static int no_tags(void *key, const wr_ah_input *inputs, size_t count, void *room) {
    (void)key, (void)inputs, (void)count, (void)room;
    return 0;
}

/* An SA that contradicts itself is refused, and cannot sign or verify if the caller ignores that: with an ICV of no
 * bytes, every packet would be accepted. */
static void check_bad_associations(void) {
    const wr_ah_mac none = {.name = "none", .icv_length = 0, .tags = no_tags},
                    odd = {.name = "odd", .icv_length = 10, .tags = no_tags},
                    long_one = {.name = "long", .icv_length = WR_AH_ICV_MAX + 4, .tags = no_tags},
                    without = {.name = "without", .icv_length = 12};
    const wr_ah_mac *const macs[] = {NULL, &none, &odd, &long_one, &without};
    uint8_t data[200], out[300];
    const size_t length = make_packet(data, 100, 0);

    for (size_t i = 0; i < sizeof macs / sizeof *macs + 6; i++) {
        wr_ah_sa sa = association(WR_AH_RFC4302, 0);
        if (i < sizeof macs / sizeof *macs)
            sa.mac = macs[i];
        else if (i == sizeof macs / sizeof *macs)
            sa.spi = 255;
        else if (i == sizeof macs / sizeof *macs + 1)
            sa.window.bitmap = NULL;
        else if (i == sizeof macs / sizeof *macs + 2)
            sa.sequence = UINT64_C(1) << 32;
        else if (i == sizeof macs / sizeof *macs + 3)
            sa.generation = WR_AH_RFC1826;
        else if (i == sizeof macs / sizeof *macs + 4)
            sa.generation = (wr_ah_generation)2; /* from a later version, like the next one */
        else
            sa.flags |= WR_AH_COVER_FRAGMENT << 1;
        CHECK(wr_ah_sa_init(&sa) == WR_BAD_SA, "case %zu", i);
        for (int verify = 0; verify < 2; verify++) {
            wr_ah_packet packet = {.data = data, .length = length, .out = out, .room = sizeof out};
            CHECK((verify ? wr_ah_verify : wr_ah_sign)(&sa, &packet, 1) == 0 && packet.reason == WR_AH_BAD_SA,
                  "case %zu: %s", i, wr_ah_reason_name(packet.reason));
        }
    }
}

/* Inputs of one call may have different tails, also long ones: each MAC covers its own bytes. */
static void check_mixed_tails(const char *name) {
    enum { INPUTS = 300, HEAD = 64, MAX_TAIL_BODY = 500 };
    static _Alignas(64) uint8_t mac_scratch[WR_AH_MAC_SCRATCH];
    static uint8_t heads[INPUTS][HEAD], bodies[INPUTS][MAX_TAIL_BODY], tails[INPUTS][MAX_TAIL_BODY], icvs[INPUTS][16];
    static wr_ah_input inputs[INPUTS];

    for (int turn = 0; turn < 4; turn++) {
        const int first = turn & 1;
        const wr_ah_mac *mac = first ? wr_ah_keyed_md5() : wr_ah_hmac_md5_96();
        void *key = first ? (void *)&keyed_key : (void *)&hmac_key;
        random_fill(heads[0], sizeof heads);
        random_fill(bodies[0], sizeof bodies);
        random_fill(tails[0], sizeof tails);
        for (size_t i = 0; i < INPUTS; i++)
            inputs[i] = (wr_ah_input){.head = heads[i],
                                      .head_length = HEAD,
                                      .body = bodies[i],
                                      .body_length = random_below(MAX_TAIL_BODY),
                                      .tail = tails[i],
                                      .tail_length = i % 3 == 0 ? 0 : random_below(i % 3 == 1 ? 5 : MAX_TAIL_BODY),
                                      .icv = icvs[i]};
        CHECK(mac->tags(key, inputs, INPUTS, turn < 2 ? NULL : mac_scratch) == 0, "%s", name);
        for (size_t i = 0; i < INPUTS; i++) {
            uint8_t alone[16], whole[HEAD + 2 * MAX_TAIL_BODY];
            wr_ah_input one = inputs[i];
            one.icv = alone;
            memcpy(whole, bodies[i], one.body_length); /* the same bytes as a single body */
            memcpy(whole + one.body_length, tails[i], one.tail_length);
            one.body = whole;
            one.body_length += one.tail_length;
            one.tail_length = 0;
            CHECK(mac->tags(key, &one, 1, NULL) == 0, "%s", name);
            CHECK(memcmp(alone, icvs[i], mac->icv_length) == 0, "%s: %s, input %zu", name, mac->name, i);
        }
    }
}

int main(void) {
    static const size_t counts[] = {1, 2, 4, 5, 17, 64, 255, 256, 257, PACKETS};

    CHECK(wr_ah_hmac_md5_96_key(&hmac_key, secret, 15) == WR_BAD_LENGTH, "15 bytes");
    CHECK(wr_ah_hmac_md5_96_key(&hmac_key, secret, 16) == WR_OK, "16 bytes");
    CHECK(wr_ah_keyed_md5_key_init(&keyed_key, secret, sizeof secret) == WR_OK, "16 bytes");
    FOR_EACH_KERNEL(name) {
        for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
            check_batch(name, WR_AH_RFC4302, 0, counts[i]);
            check_batch(name, WR_AH_RFC4302, WR_AH_ESN | WR_AH_TUNNEL, counts[i]);
            check_batch(name, WR_AH_RFC1826, 0, counts[i]);
            check_in_place(name, counts[i], 0);
        }
        check_mixed_tails(name);
        check_in_place(name, PACKETS, UINT32_MAX - PACKETS / 2); /* the sequence numbers run out */
    }
    wr_use_kernel("auto");
    check_overlaps(0);
    check_overlaps(WR_AH_TUNNEL);
    check_payload_stays();
    check_refusals();
    check_bad_associations();
    check_room_and_failing_mac();
    check_failing_in_place();
    return check_result();
}
