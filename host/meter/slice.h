/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* slice.h - the timed unit: a run of messages prepared, tagged and checked together. (Internal.) */
#ifndef WRH_METER_SLICE_H
#define WRH_METER_SLICE_H

#include "peers/subject.h"
#include "workload.h"

/* One thread's arrays. The descriptors of a slice are written just before it is timed and so are hot, as they are in a
 * stack that has taken packets from its NIC; the messages themselves are as hot or cold as the working set makes them.
 *
 * Messages of a mix arrive in an order drawn anew for each slice. A branch predictor learns one that recurs: intel-
 * ipsec-mb, which branches on what is left of each message, took 108 ns a message of 240 in one order again and again,
 * and 138 in orders that never recur, as those of traffic do not (IMIX, HMAC-MD5-96, Zen 4). */
struct wrh_slice {
    const wrh_workload *workload;
    struct wrh_part part;
    int mixed;          /* there is more than one length */
    uint64_t random;    /* what the next order is drawn from */
    size_t room;        /* messages */
    uint32_t *arrivals; /* of the part's messages, those of the slice as they arrive */
    wr_message *messages;
    uint8_t *nonces;
    uint8_t *which;
    uint8_t *tags;
    void *memory;   /* that the tags lie in */
    size_t spoiled; /* the message whose tag is wrong, to be refused; SIZE_MAX: none */
};

#define WRH_SLICE_MESSAGES 1024 /* about 56 KiB of descriptors and tags: second-level cache */

/* How many messages of a subject make a slice: whole batches. */
size_t wrh_slice_messages(const wrh_subject *subject);

int wrh_slice_init(struct wrh_slice *slice, const wrh_workload *workload, struct wrh_part part, size_t room);
void wrh_slice_free(struct wrh_slice *slice);

/* Untimed: the next `count` messages of the part, and cleared tags, or to verify the templates' expected ones (NULL: it
 * does not matter, nothing is checked). Returns their bytes. */
uint64_t wrh_slice_prepare(struct wrh_slice *slice, const wrh_subject *subject, size_t count, const uint8_t *expected);
/* Timed, then added to *round. 0, or the signal with which the peer crashed. */
int wrh_slice_time(struct wrh_slice *slice, const struct wrh_instance *instance, size_t count, wrh_round *round);
/* Untimed: how many tags differ from the templates' expected ones, where one is refused unless it was spoiled. */
uint32_t wrh_slice_check(struct wrh_slice *slice, size_t count, const uint8_t *expected, size_t tag_bytes);

#endif
