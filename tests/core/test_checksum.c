/* The Internet checksum compared with its definition, byte by byte, and the pitfalls of RFC 1071 and 1624. */
#include "check.h"
#include "kernels.h"
#include "random.h"

enum { LONGEST = 70000 };

static uint8_t data[LONGEST + 64];

static uint16_t definition(const uint8_t *p, size_t length) {
    uint32_t sum = 0;
    for (size_t i = 0; i < length; i++) {
        sum += i % 2 ? p[i] : (uint32_t)p[i] << 8;
        sum = (sum & 0xffff) + (sum >> 16);
    }
    return (uint16_t)~sum;
}

static void check_length(const char *name, const uint8_t *p, size_t length) {
    const struct wr_checksum_kernel *kernel = wr_kernel_find(name)->checksum;

    CHECK(wr_internet_checksum(p, length) == definition(p, length), "%s: %zu bytes", name, length);
    CHECK(kernel->read(p, length) == trusted()->checksum->read(p, length), "%s: %zu bytes", name, length);
}

static void check_lengths(const char *name) {
    for (size_t length = 0; length <= 1100; length++) {
        for (size_t offset = 0; offset < 4; offset++)
            check_length(name, data + offset * 7, length);
    }
    for (int round = 0; round < 300; round++)
        check_length(name, data + random_below(64), random_below(LONGEST + 1));
}

/* Data of only 0x00 give ffff, data of only 0xff give 0000: two zeros (RFC 1624 section 3) that must stay distinct, at
 * lengths where accumulators of 16 and 32 bits overflow. */
static void check_extremes(const char *name) {
    static uint8_t extreme[4 << 20];
    static const size_t lengths[] = {0, 1, 2, 3, 64, 65535, 65536, 65537, 131072, 131074, 262145, sizeof extreme};

    memset(extreme, 0x00, sizeof extreme);
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++)
        CHECK(wr_internet_checksum(extreme, lengths[i]) == 0xffff, "%s: %zu zeros", name, lengths[i]);
    memset(extreme, 0xff, sizeof extreme);
    for (size_t i = 1; i < sizeof lengths / sizeof lengths[0]; i++)
        CHECK(wr_internet_checksum(extreme, lengths[i]) == (lengths[i] % 2 ? 0x00ff : 0), "%s: %zu x ff", name,
              lengths[i]);
}

/* Vector i of 16 contains the number of ones in i: at each level of a tree of means every pair has an odd sum, so that
 * all are rounded up, which makes the error of an estimate as large as possible (kernels/avx2.c). */
static void check_rounding(const char *name) {
    static uint8_t odd[3 << 20];

    for (size_t i = 0; i < sizeof odd; i += 2)
        odd[i] = (uint8_t)__builtin_popcount((unsigned)(i / 32 % 16));
    for (size_t length = 1 << 20; length <= sizeof odd; length += 1 << 20)
        check_length(name, odd, length);
}

static void check_join(const char *name) {
    for (int round = 0; round < 3000; round++) {
        const size_t length = random_below(400), cut = random_below(length + 1);
        const uint8_t *p = data + random_below(64);
        const uint16_t first = wr_internet_checksum(p, cut), second = wr_internet_checksum(p + cut, length - cut);

        CHECK(wr_internet_checksum_join(first, second, cut % 2) == definition(p, length), "%s: %zu + %zu", name, cut,
              length - cut);
    }
}

/* A packet that carries its checksum sums to 0; an update equals a new computation, for the two zeros as well. */
static void check_update(const char *name) {
    static const uint16_t edges[] = {0x0000, 0x0001, 0x5555, 0x7fff, 0x8000, 0xfffe, 0xffff};
    enum { EDGES = sizeof edges / sizeof edges[0] };

    for (size_t round = 0; round < 20000; round++) {
        uint8_t header[20];
        uint16_t before, after, checksum, updated;

        random_fill(header, sizeof header);
        header[0] = 0x45; /* a header is never all zeros, so its checksum is never ffff */
        after = round < 7 * EDGES * EDGES ? edges[round % EDGES] : (uint16_t)random_next();
        if (round < 7 * EDGES * EDGES) {
            header[4] = (uint8_t)(edges[round / EDGES % EDGES] >> 8);
            header[5] = (uint8_t)edges[round / EDGES % EDGES];
        }
        before = (uint16_t)(header[4] << 8 | header[5]);
        header[10] = header[11] = 0;
        checksum = wr_internet_checksum(header, sizeof header);
        updated = wr_internet_checksum_update(checksum, before, after);
        header[4] = (uint8_t)(after >> 8);
        header[5] = (uint8_t)after;
        CHECK(updated == definition(header, sizeof header), "%s: %04x: %04x to %04x", name, checksum, before, after);
        header[10] = (uint8_t)(updated >> 8);
        header[11] = (uint8_t)updated;
        CHECK(wr_internet_checksum(header, sizeof header) == 0, "%s: header with its checksum", name);
    }
}

int main(void) {
    random_fill(data, sizeof data);
    FOR_EACH_KERNEL(name) {
        check_lengths(name);
        check_extremes(name);
        check_rounding(name);
        check_join(name);
        check_update(name);
    }
    return check_result();
}
