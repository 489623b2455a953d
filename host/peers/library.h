/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* library.h - peers' libraries, each opened once and kept: the system's by the implementation's name, another build by
 * its path. (Internal.) */
#ifndef WRH_PEERS_LIBRARY_H
#define WRH_PEERS_LIBRARY_H

#include "peer.h"

/* Opens the library and fills in what the peer knows of it: WRH_OK, or another status and the reason. */
typedef int wrh_library_load(const char *implementation, void *functions, struct wrh_why *why);

/* One peer's libraries. Zero it, but for what it is told here. */
struct wrh_libraries {
    size_t size; /* of what is filled in */
    wrh_library_load *load;
    struct wrh_library *first;
};

/* What was filled in for that implementation, valid as long as the process; NULL and the reason if it cannot be had. */
const void *wrh_library(struct wrh_libraries *libraries, const char *implementation, struct wrh_why *why);

/* Whether an implementation is a path rather than a peer's name. */
int wrh_is_path(const char *implementation);

/* The peer whose library lies at that path, by the names in the file, without running any of it. A path to nothing
 * known is given to libwirerate's own peer, which says what is wrong with it. */
const struct wrh_peer *wrh_peer_at(const char *path);

#endif
