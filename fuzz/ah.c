/* Fuzz AH. The first byte of an input selects the association, the rest is the packet. Build with libFuzzer (clang
 * -fsanitize=fuzzer,address), or with replay.c, which runs files and simple mutations of them. */
#include <stdlib.h>
#include <string.h>

#include "wirerate_ah.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { SPI = 0x1000, WINDOW = 64, ROOM = 65535 + 40 };

static const uint8_t secret[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

struct association {
    wr_hmac_md5_key hmac;
    wr_ah_keyed_md5_key keyed;
    uint64_t bitmap[WR_AH_WINDOW_WORDS(WINDOW)];
    wr_ah_sa sa;
};

static void associate(struct association *a, uint8_t choice) {
    const int first = choice & 8;
    memset(a, 0, sizeof *a);
    wr_ah_hmac_md5_96_key(&a->hmac, secret, sizeof secret);
    wr_ah_keyed_md5_key_init(&a->keyed, secret, sizeof secret);
    a->sa = (wr_ah_sa){.spi = SPI,
                       .generation = first ? WR_AH_RFC1826 : WR_AH_RFC4302,
                       .flags = choice & (first ? WR_AH_TUNNEL | WR_AH_COVER_FRAGMENT : 7u),
                       .mac = first ? wr_ah_keyed_md5() : wr_ah_hmac_md5_96(),
                       .key = first ? (void *)&a->keyed : (void *)&a->hmac};
    if (!first)
        a->sa.window = (wr_ah_window){.size = WINDOW, .bitmap = a->bitmap};
    if (wr_ah_sa_init(&a->sa) != WR_OK)
        abort();
}

/* Copy to memory of exactly this length, so that AddressSanitizer detects any access beyond it. */
static uint8_t *copy_of(const uint8_t *data, size_t size) {
    uint8_t *copy = malloc(size ? size : 1);
    if (!copy)
        abort();
    if (size)
        memcpy(copy, data, size);
    return copy;
}

/* Verifying a packet that is rejected must not change the association, the packet or the output. */
static void verify(uint8_t choice, const uint8_t *data, size_t size) {
    struct association receiver;
    uint8_t *packet = copy_of(data, size), *out = calloc(1, size + 1);
    associate(&receiver, choice);
    const wr_ah_sa before = receiver.sa;
    wr_ah_packet p = {.data = packet, .length = size, .out = out, .room = size};
    if (!out)
        abort();
    if (wr_ah_verify(&receiver.sa, &p, 1) == 0) {
        if (p.reason == WR_AH_OK || memcmp(&before, &receiver.sa, sizeof before) != 0)
            abort();
        for (size_t i = 0; i <= size; i++)
            if (out[i])
                abort();
    } else if (p.out_length > size) {
        abort();
    }
    if (size && memcmp(packet, data, size) != 0)
        abort();
    free(packet);
    free(out);
}

/* Signing in place, in memory of exactly the signed length, must give the same result. */
static void in_place(uint8_t choice, const uint8_t *data, size_t plain, const uint8_t *expected, size_t length) {
    struct association sender;
    uint8_t *memory = malloc(length);
    associate(&sender, choice);
    wr_ah_packet p = {.data = memory + (length - plain), .length = plain, .out = memory, .room = length};
    if (!memory)
        abort();
    memcpy(memory + (length - plain), data, plain);
    if (wr_ah_sign(&sender.sa, &p, 1) != 1 || p.out_length != length || memcmp(memory, expected, length) != 0)
        abort();
    free(memory);
}

/* A signed packet must verify and yield the original packet. */
static void there_and_back(uint8_t choice, const uint8_t *data, size_t size) {
    struct association sender, receiver;
    uint8_t *packet = copy_of(data, size), *wire = malloc(ROOM), *back = malloc(ROOM);
    associate(&sender, choice);
    associate(&receiver, choice);
    wr_ah_packet p = {.data = packet, .length = size, .out = wire, .room = ROOM};
    if (!wire || !back)
        abort();
    if (wr_ah_sign(&sender.sa, &p, 1) == 1) {
        const size_t signed_length = p.out_length, plain = signed_length - wr_ah_overhead(&sender.sa);
        in_place(choice, data, plain, wire, signed_length);
        p = (wr_ah_packet){.data = wire, .length = signed_length, .out = back, .room = ROOM};
        if (wr_ah_verify(&receiver.sa, &p, 1) != 1 || p.out_length != plain || memcmp(back, data, plain) != 0)
            abort();
    }
    free(packet);
    free(wire);
    free(back);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 1 || size > ROOM)
        return 0;
    verify(data[0], data + 1, size - 1);
    there_and_back(data[0], data + 1, size - 1);
    return 0;
}
