/* The ring: laps, alignment, no overlap, copies equal to their templates, nonces, and threads' parts. */
#include "check.h"
#include "meter/workload.h"

static void check_laps(const wrh_workload *ring) {
    for (uint64_t lap = 0; lap < ring->messages; lap += ring->templates) {
        unsigned char seen[WRH_TEMPLATES_MAX] = {0};
        for (size_t i = 0; i < ring->templates; i++)
            CHECK(!seen[ring->which[lap + i]]++, "template %u twice in a lap", ring->which[lap + i]);
    }
}

/* Every cache line belongs to at most one copy, and every copy equals its template. */
static void check_copies(const wrh_workload *ring) {
    unsigned char *taken = calloc(ring->mapped / WRH_LINE, 1);
    const uint8_t *first[WRH_TEMPLATES_MAX] = {0};
    for (uint64_t i = 0; taken && i < ring->messages; i++) {
        const uint8_t *data = wrh_workload_data(ring, i);
        const uint8_t template = ring->which[i];
        const uint64_t length = ring->lengths[template];
        CHECK((uintptr_t)data % 64 == 0, "copy %lu at %p", (unsigned long)i, (const void *)data);
        CHECK(data + length <= ring->memory + ring->mapped, "copy %lu ends outside", (unsigned long)i);
        for (uint64_t line = ring->place[i]; line * WRH_LINE < ring->place[i] * (uint64_t)WRH_LINE + length; line++)
            CHECK(!taken[line]++, "line %lu taken twice", (unsigned long)line);
        if (first[template])
            CHECK(memcmp(data, first[template], length) == 0, "copy %lu differs", (unsigned long)i);
        first[template] = data;
    }
    free(taken);
}

/* Consecutive messages are not neighbours in memory; otherwise a prefetcher would make cold bytes warm. */
static void check_scattered(const wrh_workload *ring) {
    uint64_t next = 0;
    for (uint64_t i = 1; i < ring->messages; i++)
        next += ring->place[i] > ring->place[i - 1] && ring->place[i] - ring->place[i - 1] < 32;
    CHECK(next < ring->messages / 20, "%lu of %lu follow their predecessor", (unsigned long)next,
          (unsigned long)ring->messages);
}

static void check_parts(wrh_workload *ring) {
    for (unsigned threads = 1; threads <= 5; threads++) {
        uint64_t covered = 0;
        CHECK(wrh_workload_split(ring, threads) == WRH_OK, "split");
        for (unsigned t = 0; t < threads; t++) {
            struct wrh_part part = wrh_workload_part(ring, t);
            CHECK(part.first == covered && part.messages > 0, "part %u of %u", t, threads);
            covered += part.messages;
        }
        CHECK(covered == ring->messages, "%u parts", threads);
    }
}

static void check_ring(const uint64_t *lengths, size_t templates, uint64_t working_set) {
    wrh_workload *ring = wrh_workload_new(lengths, templates, working_set, 7);
    wrh_workload *again = wrh_workload_new(lengths, templates, working_set, 7);
    wrh_workload *other = wrh_workload_new(lengths, templates, working_set, 8);
    CHECK(ring && again && other, "%zu templates", templates);
    if (!ring || !again || !other)
        exit(1);
    uint64_t bytes = 0, footprint = 0;
    for (uint64_t i = 0; i < ring->messages; i++) {
        bytes += ring->lengths[ring->which[i]];
        footprint += (ring->lengths[ring->which[i]] + 63) / 64 * 64;
    }
    CHECK(bytes == wrh_workload_bytes(ring), "bytes");
    CHECK(wrh_workload_messages(ring) % templates == 0, "whole laps");
    CHECK(footprint >= working_set, "%lu bytes cover less than %lu", (unsigned long)footprint,
          (unsigned long)working_set);
    CHECK(memcmp(ring->memory, again->memory, ring->mapped) == 0, "the same seed");
    CHECK(memcmp(ring->memory, other->memory, ring->mapped) != 0, "another seed");
    check_laps(ring);
    check_copies(ring);
    if (ring->messages > 1000)
        check_scattered(ring);
    if (ring->messages >= 5)
        check_parts(ring);
    wrh_workload_free(ring);
    wrh_workload_free(again);
    wrh_workload_free(other);
}

int main(void) {
    const uint64_t imix[] = {40, 40, 40, 40, 40, 40, 40, 576, 576, 576, 576, 1500};
    uint64_t many[WRH_TEMPLATES_MAX];
    for (size_t i = 0; i < WRH_TEMPLATES_MAX; i++)
        many[i] = i * 7;
    check_ring(imix, 12, 0);
    check_ring(imix, 12, 3000000);
    check_ring(many, WRH_TEMPLATES_MAX, 1000000);
    check_ring(&imix[7], 1, 1 << 20);
    check_ring((const uint64_t[]){5000000}, 1, 100);
    CHECK(wrh_workload_new(imix, 0, 0, 1) == NULL, "no templates");
    CHECK(wrh_workload_new(many, WRH_TEMPLATES_MAX + 1, 0, 1) == NULL, "too many templates");
    return check_result();
}
