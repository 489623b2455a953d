/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* subject.h - an opened subject, as the meter sees it. (Internal.) */
#ifndef WRH_PEERS_SUBJECT_H
#define WRH_PEERS_SUBJECT_H

#include "peer.h"

struct wrh_subject {
    const struct wrh_peer *peer;
    struct wrh_request request; /* its strings are this subject's own */
    struct wrh_instance instance;
    char *implementation;
    char kernel[16];
};

/* A second instance like the subject's own, for another thread. Close it with instance->close(instance->state). */
int wrh_subject_twin(const wrh_subject *subject, struct wrh_instance *instance, struct wrh_why *why);

#endif
