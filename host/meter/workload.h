/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* workload.h - the ring of messages that every subject works on. (Internal.) */
#ifndef WRH_METER_WORKLOAD_H
#define WRH_METER_WORKLOAD_H

#include <stddef.h>
#include <stdint.h>

#include "peers/algorithm.h"
#include "place.h"
#include "wirerate_host.h"

#define WRH_TEMPLATES_MAX 256
#define WRH_LINE          64 /* every copy starts on such a boundary */

struct wrh_workload {
    uint8_t *mapping, *memory; /* the ring begins somewhere in the first page of the mapping */
    size_t mapped, ring_bytes;
    struct wrh_place drawn;
    uint64_t bytes, messages;
    size_t templates;
    uint64_t lengths[WRH_TEMPLATES_MAX];
    uint8_t nonces[WRH_TEMPLATES_MAX][WRH_NONCE_MAX];
    /* Message i, in visiting order: a copy of template which[i] at memory + place[i] * WRH_LINE. */
    uint8_t *which;
    uint32_t *place;
    /* Where the last round of each thread's part ended; parts are redrawn when the number of threads changes. */
    uint64_t *cursors;
    unsigned parts;
};

struct wrh_part {
    uint64_t first, messages; /* of the ring */
    uint64_t *cursor;         /* within the part */
};

/* The part of thread `thread` of `threads`. wrh_workload_split comes first: 0, or WRH_NO_MEMORY. */
int wrh_workload_split(wrh_workload *workload, unsigned threads);
struct wrh_part wrh_workload_part(wrh_workload *workload, unsigned thread);
/* The same messages at another place; a ring larger than WRH_MOVABLE stays, for it lies everywhere. 0, or
 * WRH_NO_MEMORY, and the ring is where it was. */
int wrh_workload_move(wrh_workload *workload, const struct wrh_place *place);

static inline const uint8_t *wrh_workload_data(const wrh_workload *workload, uint64_t message) {
    return workload->memory + (size_t)workload->place[message] * WRH_LINE;
}

#endif
