/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* proof.h - what a peer must show before anyone may time it, done in this process: it may crash. (Internal.) */
#ifndef WRH_PEERS_PROOF_H
#define WRH_PEERS_PROOF_H

#include "peer.h"

/* Opens instances with the request's kernel, keyed mode and batch, and has every known answer computed: WRH_WRONG where
 * one is not. A failure to open is its own status. *doing becomes what it is at. The request's key does not matter. */
int wrh_prove(const struct wrh_peer *peer, const struct wrh_request *request, const char **doing, struct wrh_why *why);

/* Kernels of a peer, all of them right, and the fastest of them under a short mixed load. */
#define WRH_KERNELS_MAX 8
struct wrh_field {
    const char *kernels[WRH_KERNELS_MAX];
    size_t count;
    const char *running, *fastest;
};
int wrh_race(const struct wrh_peer *peer, const struct wrh_request *request, struct wrh_field *field,
             struct wrh_why *why);

/* Where that is done. */
struct wrh_trial {
    int (*prove)(const struct wrh_peer *peer, const struct wrh_request *request, struct wrh_why *why);
    int (*race)(const struct wrh_peer *peer, const struct wrh_request *request, struct wrh_field *field,
                struct wrh_why *why);
};

#endif
