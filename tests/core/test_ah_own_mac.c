/* AH with the caller's own MAC: a table of functions is enough, even in a library built without MD5. */
#include "check.h"
#include "random.h"
#include "wirerate_ah.h"

enum { PAYLOAD = 100, ICV = 12, PACKETS = 300 };

/* A polynomial over the bytes, starting from the key, instead of a MAC. Every changed byte changes it. */
static uint64_t polynomial(uint64_t value, const uint8_t *data, size_t length) {
    for (size_t i = 0; i < length; i++)
        value = (value + data[i]) * UINT64_C(0x9e3779b97f4a7c15) + (value >> 32);
    return value;
}

static int tags(void *key, const wr_ah_input *inputs, size_t count, void *scratch) {
    (void)scratch;
    for (size_t i = 0; i < count; i++) {
        uint64_t value = polynomial(*(uint64_t *)key, inputs[i].head, inputs[i].head_length);
        value = polynomial(value, inputs[i].body, inputs[i].body_length);
        value = polynomial(value, inputs[i].tail, inputs[i].tail_length);
        for (size_t byte = 0; byte < ICV; byte++)
            inputs[i].icv[byte] = (uint8_t)(value >> byte % 8 * 8);
    }
    return 0;
}

static void make_packet(uint8_t packet[40 + PAYLOAD]) {
    random_fill(packet, 40 + PAYLOAD);
    memcpy(packet, "\x60\0\0\0\0\0\x11\x40", 8); /* version 6, UDP, hop limit 64 */
    packet[5] = PAYLOAD;
}

int main(void) {
    static const wr_ah_mac mac = {.name = "polynomial", .icv_length = ICV, .tags = tags};
    static uint8_t plain[PACKETS][40 + PAYLOAD], sealed[PACKETS][40 + PAYLOAD + 64], opened[PACKETS][40 + PAYLOAD];
    static wr_ah_packet packets[PACKETS];
    uint64_t key = 1234567;
    wr_ah_sa sa = {.spi = 256, .mac = &mac, .key = &key}, receiver;
    const size_t spoilt = random_below(PACKETS);

    CHECK(wr_ah_sa_init(&sa) == WR_OK, "SA");
    receiver = sa;
    for (size_t i = 0; i < PACKETS; i++) {
        make_packet(plain[i]);
        packets[i] =
            (wr_ah_packet){.data = plain[i], .length = sizeof plain[i], .out = sealed[i], .room = sizeof sealed[i]};
    }
    CHECK(wr_ah_sign(&sa, packets, PACKETS) == PACKETS, "%s", wr_ah_reason_name(packets[0].reason));
    sealed[spoilt][packets[spoilt].out_length - 1] ^= 1;
    for (size_t i = 0; i < PACKETS; i++)
        packets[i] = (wr_ah_packet){
            .data = sealed[i], .length = packets[i].out_length, .out = opened[i], .room = sizeof opened[i]};
    CHECK(wr_ah_verify(&receiver, packets, PACKETS) == PACKETS - 1, "one packet was spoilt");
    for (size_t i = 0; i < PACKETS; i++) {
        CHECK(packets[i].reason == (i == spoilt ? WR_AH_BAD_ICV : WR_AH_OK), "packet %zu: %s", i,
              wr_ah_reason_name(packets[i].reason));
        CHECK(i == spoilt || memcmp(opened[i], plain[i], sizeof plain[i]) == 0, "packet %zu", i);
    }
    return check_result();
}
