/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* proof.h - the checks that a peer must pass before it is timed, run in this process: the peer may crash it.
 * (Internal.) */
#ifndef WRH_PEERS_PROOF_H
#define WRH_PEERS_PROOF_H

#include "peer.h"

/* Open instances with the request's kernel, keyed mode and batch, and check every known answer. Return WRH_WRONG if one
 * is wrong, or the status of a failed open. *step names the current step. The key of the request is not used. */
int wrh_prove(const struct wrh_peer *peer, const struct wrh_request *request, const char **step, struct wrh_why *why);

/* The kernels of a peer, all of them correct; wrh_race finds the fastest under a short mixed load. */
#define WRH_KERNELS_MAX 8
struct wrh_field {
    const char *kernels[WRH_KERNELS_MAX];
    size_t count;
    const char *running, *fastest;
};
int wrh_race(const struct wrh_peer *peer, const struct wrh_request *request, struct wrh_field *field,
             struct wrh_why *why);

/* Functions like wrh_prove and wrh_race, which run in this process or in a child. */
struct wrh_trial {
    int (*prove)(const struct wrh_peer *peer, const struct wrh_request *request, struct wrh_why *why);
    int (*race)(const struct wrh_peer *peer, const struct wrh_request *request, struct wrh_field *field,
                struct wrh_why *why);
};

#endif
