/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Features of the built-in MACs beyond the table of wirerate_ah.h. (Internal.) */
#ifndef WR_CORE_AH_MAC_H
#define WR_CORE_AH_MAC_H

#include "wirerate_ah.h"

/* Write the ICVs of packets that are contiguous in memory, with their mutable fields already zeroed. Never fails. An
 * ICV may lie inside its packet. */
typedef void (*wr_ah_whole_tags)(void *key, const wr_message *messages, size_t count);

/* The extension that reserved[0] of a built-in MAC's table points to. */
struct wr_ah_builtin_mac {
    int (*tags)(void *key, const wr_ah_input *inputs, size_t count, void *scratch); /* same as in the public table */
    int (*key_is_valid)(const void *key);
    wr_ah_whole_tags whole; /* NULL if not available */
};

/* Return the extension of a built-in MAC, or NULL for a MAC supplied by the caller, such as a copy of a built-in table
 * with another function. */
static inline const struct wr_ah_builtin_mac *wr_ah_builtin_mac_of(const wr_ah_mac *mac) {
    const struct wr_ah_builtin_mac *builtin = (const struct wr_ah_builtin_mac *)mac->reserved[0];

    return builtin && builtin->tags == mac->tags ? builtin : NULL;
}

static inline wr_ah_whole_tags wr_ah_whole_tags_of(const wr_ah_mac *mac) {
    const struct wr_ah_builtin_mac *builtin = wr_ah_builtin_mac_of(mac);

    return builtin ? builtin->whole : NULL;
}

#endif
