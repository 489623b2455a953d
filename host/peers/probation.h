/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* probation.h - known answers in a child process, before anyone may time a subject. (Internal.) */
#ifndef WRH_PEERS_PROBATION_H
#define WRH_PEERS_PROBATION_H

#include "peer.h"

/* Opens instances in a child process with the request's kernel, keyed mode and batch, and has every known answer
 * computed. A crash, a hang of ten seconds or a wrong tag is WRH_WRONG; a failure to open is its own status. *cost_ns,
 * if not NULL, becomes the time of a short mixed load, for choosing among kernels. The request's key does not matter
 * here. */
int wrh_probation(const struct wrh_peer *peer, const struct wrh_request *request, uint64_t *cost_ns,
                  struct wrh_why *why);

#endif
