/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* probation.h - check a subject in a child process before it is timed. (Internal.) */
#ifndef WRH_PEERS_PROBATION_H
#define WRH_PEERS_PROBATION_H

#include <sys/types.h>

#include "proof.h"

#define WRH_HANG_SECONDS 10

/* Runs each check in a child process: a crash, or no answer within ten seconds, is WRH_WRONG. */
extern const struct wrh_trial wrh_probation;

/* wrh_child_begins sets up a new child process, called in the child. wrh_child_ends waits for a child and returns its
 * exit status. */
void wrh_child_begins(void);
int wrh_child_ends(pid_t child);

#endif
