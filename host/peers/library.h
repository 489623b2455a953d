/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* library.h - the libraries of peers, each loaded once and never unloaded. The system's library is identified by the
 * implementation's name, another build by its path. (Internal.) */
#ifndef WRH_PEERS_LIBRARY_H
#define WRH_PEERS_LIBRARY_H

#include "peer.h"

/* Load the library and fill in the peer's table of functions. Return WRH_OK, or another status and the reason. */
typedef int wrh_library_load(const char *implementation, void *functions, struct wrh_why *why);

/* The libraries of one peer. Set `size` and `load`, and zero the rest. */
struct wrh_libraries {
    size_t size; /* size of the table of functions */
    wrh_library_load *load;
    struct wrh_library *first;
};

/* Return the table of functions of an implementation, valid for the life of the process; NULL and the reason if the
 * library is not available. */
const void *wrh_library(struct wrh_libraries *libraries, const char *implementation, struct wrh_why *why);

/* Return whether an implementation is given as a path rather than a peer's name. */
int wrh_is_path(const char *implementation);

/* Return the peer for the library at a path, found by the names in the file, without running any code of it. For an
 * unknown library, return libwirerate's peer, whose error message then explains the problem. */
const struct wrh_peer *wrh_peer_at(const char *path);

#endif
