/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* verifying.h - opening an instance for either operation. (Internal.) */
#ifndef WRH_PEERS_VERIFYING_H
#define WRH_PEERS_VERIFYING_H

#include "peer.h"

/* Opens by the peer. Where it only tags and the request is to verify, the instance tags, then compares as the peer's
 * users do. To open what is sealed takes a peer that does so itself: WRH_UNSUPPORTED from any other. */
int wrh_instance_open(const struct wrh_peer *peer, const struct wrh_request *request, struct wrh_instance *instance,
                      struct wrh_why *why);

#endif
