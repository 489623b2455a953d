/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* subject.h - an opened subject, as the meter sees it. (Internal.) */
#ifndef WRH_PEERS_SUBJECT_H
#define WRH_PEERS_SUBJECT_H

#include "proof.h"

struct wrh_subject {
    const struct wrh_peer *peer;
    struct wrh_request request; /* its strings are this subject's own */
    struct wrh_instance instance;
    char *implementation;
    char kernel[16];
    /* Instances at places of their own, of which `instance` is one; `strays` keep their neighbours apart. */
    struct wrh_instance *places;
    void **strays;
    size_t placed;
};

/* The steps of wrh_subject_open: what is wanted is there; it is right, with the kernel named or (NULL) the best, which
 * is kept; it is ready to run. Any may be the last before wrh_subject_close. */
wrh_subject *wrh_subject_new(const struct wrh_wanted *wanted, int *status, struct wrh_why *why);
int wrh_subject_prove(wrh_subject *subject, const char *kernel, const struct wrh_trial *trial, struct wrh_why *why);
void wrh_subject_keep_kernel(wrh_subject *subject, const char *kernel);
int wrh_subject_start(wrh_subject *subject, struct wrh_why *why);

/* A second instance like the subject's own, for another thread. Close it with instance->close(instance->state). */
int wrh_subject_twin(const wrh_subject *subject, struct wrh_instance *instance, struct wrh_why *why);

/* Takes an instance that lies elsewhere: a new one while there are fewer than WRH_PLACES, then any of them. WRH_OK, or
 * why there is no new one; the subject then has the instance that it had. */
int wrh_subject_move(wrh_subject *subject, uint64_t *random);

#endif
