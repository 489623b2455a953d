/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* subject.h - an opened subject. (Internal.) */
#ifndef WRH_PEERS_SUBJECT_H
#define WRH_PEERS_SUBJECT_H

#include "proof.h"

struct wrh_subject {
    const struct wrh_peer *peer;
    struct wrh_request request; /* with copies of all strings */
    struct wrh_instance instance;
    char *implementation;
    char kernel[16];
    /* Instances at different places in memory, one of which is `instance`; `strays` are the blocks between them. */
    struct wrh_instance *places;
    void **strays;
    size_t placed;
};

/* The steps of wrh_subject_open: allocate the subject; check it with the requested kernel, or (NULL) choose and keep
 * the best kernel; make it ready to run. wrh_subject_close may follow any of them. */
wrh_subject *wrh_subject_new(const struct wrh_wanted *wanted, int *status, struct wrh_why *why);
int wrh_subject_prove(wrh_subject *subject, const char *kernel, const struct wrh_trial *trial, struct wrh_why *why);
void wrh_subject_keep_kernel(wrh_subject *subject, const char *kernel);
int wrh_subject_start(wrh_subject *subject, struct wrh_why *why);

/* Open a second instance like the subject's, for another thread. Close it with instance->close(instance->state). */
int wrh_subject_twin(const wrh_subject *subject, struct wrh_instance *instance, struct wrh_why *why);

/* Switch to an instance at another place in memory: a new one while there are fewer than WRH_PLACES, then any of them.
 * Return WRH_OK or the reason for not creating one; the subject then keeps its instance. */
int wrh_subject_move(wrh_subject *subject, uint64_t *random);

#endif
