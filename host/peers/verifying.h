/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* verifying.h - open an instance for either operation. (Internal.) */
#ifndef WRH_PEERS_VERIFYING_H
#define WRH_PEERS_VERIFYING_H

#include "peer.h"

/* Open an instance. If the request is to verify and the peer can only tag, the instance computes tags and compares them
 * as the peer's users do. Opening sealed messages needs a peer that can do it: WRH_UNSUPPORTED otherwise. */
int wrh_instance_open(const struct wrh_peer *peer, const struct wrh_request *request, struct wrh_instance *instance,
                      struct wrh_why *why);

#endif
