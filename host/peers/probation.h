/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* probation.h - a subject's proof in a child process, before anyone may time it. (Internal.) */
#ifndef WRH_PEERS_PROBATION_H
#define WRH_PEERS_PROBATION_H

#include <sys/types.h>

#include "proof.h"

#define WRH_HANG_SECONDS 10

/* Each in a child of its own: a crash, or a hang of ten seconds, is WRH_WRONG. */
extern const struct wrh_trial wrh_probation;

/* What a child does first, and how a child ended. */
void wrh_child_begins(void);
int wrh_child_ends(pid_t child);

#endif
