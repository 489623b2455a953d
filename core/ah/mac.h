/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What MACs of this library can do beyond the table of wirerate_ah.h. (Internal.) */
#ifndef WR_CORE_AH_MAC_H
#define WR_CORE_AH_MAC_H

#include "wirerate_ah.h"

/* Writes the ICVs of packets that lie in one piece each as they are to be authenticated. It never fails; an ICV may go
 * into the packet it is of. */
typedef void (*wr_ah_whole_tags)(void *key, const wr_message *messages, size_t count);

/* A table's reserved[0]. */
struct wr_ah_own_mac {
    int (*tags)(void *key, const wr_ah_input *inputs, size_t count, void *scratch); /* that table's */
    int (*key_is_valid)(const void *key);
    wr_ah_whole_tags whole; /* or NULL */
};

/* NULL for a MAC of the caller's: also for a copy of one of our tables that has another function in place of ours. */
static inline const struct wr_ah_own_mac *wr_ah_own_mac_of(const wr_ah_mac *mac) {
    const struct wr_ah_own_mac *own = (const struct wr_ah_own_mac *)mac->reserved[0];

    return own && own->tags == mac->tags ? own : NULL;
}

static inline wr_ah_whole_tags wr_ah_whole_tags_of(const wr_ah_mac *mac) {
    const struct wr_ah_own_mac *own = wr_ah_own_mac_of(mac);

    return own ? own->whole : NULL;
}

#endif
