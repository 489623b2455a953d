/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* slice.h - the timed unit: a run of messages prepared, tagged and checked together. (Internal.) */
#ifndef WRH_METER_SLICE_H
#define WRH_METER_SLICE_H

#include "peers/subject.h"
#include "workload.h"

/* The arrays of one thread. The descriptors of a slice are written just before it is timed, so they are in the cache,
 * as they are in a network stack that has just received packets. Whether the messages are in the cache depends on the
 * working set.
 *
 * Messages of a mix arrive in an order that is redrawn for each slice, because a branch predictor learns a recurring
 * order. For example, intel-ipsec-mb branches on the rest of each message: it took 108 ns per message for 240 messages
 * in a recurring order, and 138 ns in orders that never recur, as in real traffic (IMIX, HMAC-MD5-96, Zen 4). */
struct wrh_slice {
    const wrh_workload *workload;
    struct wrh_part part;
    int mixed;          /* nonzero if there is more than one length */
    uint64_t random;    /* random state for the next order */
    size_t room;        /* capacity in messages */
    uint32_t *arrivals; /* the part's messages in this slice, in order of arrival */
    wr_message *messages;
    uint8_t *nonces;
    uint8_t *which;
    uint8_t *tags;
    void *memory;   /* where the tags lie */
    size_t spoiled; /* index of the message with a wrong tag, which must be refused; SIZE_MAX: none */
};

#define WRH_SLICE_MESSAGES 1024 /* about 56 KiB of descriptors and tags, which fit into the second-level cache */

/* Return the number of messages in a slice of a subject: whole batches. */
size_t wrh_slice_messages(const wrh_subject *subject);

int wrh_slice_init(struct wrh_slice *slice, const wrh_workload *workload, struct wrh_part part, size_t room);
void wrh_slice_free(struct wrh_slice *slice);

/* Untimed. Prepare the next `count` messages of the part, with cleared tags or, to verify, with the templates' expected
 * ones (NULL if nothing is checked). Return the sum of their lengths in bytes. */
uint64_t wrh_slice_prepare(struct wrh_slice *slice, const wrh_subject *subject, size_t count, const uint8_t *expected);
/* Time the slice and add the time to *round. Return 0, or the number of the signal with which the peer crashed. */
int wrh_slice_time(struct wrh_slice *slice, const struct wrh_instance *instance, size_t count, wrh_round *round);
/* Untimed. Return the number of wrong results: tags that differ from the templates' expected ones, correct tags that
 * were refused, and wrong tags that were accepted. */
uint32_t wrh_slice_check(struct wrh_slice *slice, size_t count, const uint8_t *expected, size_t tag_bytes);

#endif
