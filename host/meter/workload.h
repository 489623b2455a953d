/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* workload.h - the ring of messages that all subjects process. (Internal.) */
#ifndef WRH_METER_WORKLOAD_H
#define WRH_METER_WORKLOAD_H

#include <stddef.h>
#include <stdint.h>

#include "peers/algorithm.h"
#include "place.h"
#include "wirerate_host.h"

#define WRH_TEMPLATES_MAX 256
#define WRH_LINE          64 /* every copy starts at a multiple of this */

struct wrh_workload {
    uint8_t *mapping, *memory; /* the ring begins somewhere in the first page of the mapping */
    size_t mapped, ring_bytes;
    struct wrh_place drawn;
    uint64_t bytes, messages;
    size_t templates;
    uint64_t lengths[WRH_TEMPLATES_MAX];
    uint8_t nonces[WRH_TEMPLATES_MAX][WRH_NONCE_MAX];
    /* Message i, in visiting order, is a copy of template which[i] at memory + place[i] * WRH_LINE. */
    uint8_t *which;
    uint32_t *place;
    /* For each thread's part, the position at which its last round ended. The parts change if the number of threads
     * changes. */
    uint64_t *cursors;
    unsigned parts;
};

struct wrh_part {
    uint64_t first, messages; /* the range of messages in the ring */
    uint64_t *cursor;         /* current position within the part */
};

/* Return the part of the ring for a thread. Call wrh_workload_split first, which returns 0 or WRH_NO_MEMORY. */
int wrh_workload_split(wrh_workload *workload, unsigned threads);
struct wrh_part wrh_workload_part(wrh_workload *workload, unsigned thread);
/* Move the same messages to another place. A ring larger than WRH_MOVABLE stays where it is, because it covers all
 * places anyway. Return 0, or WRH_NO_MEMORY with the ring unchanged. */
int wrh_workload_move(wrh_workload *workload, const struct wrh_place *place);

static inline const uint8_t *wrh_workload_data(const wrh_workload *workload, uint64_t message) {
    return workload->memory + (size_t)workload->place[message] * WRH_LINE;
}

#endif
