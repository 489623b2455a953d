/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* guard.h - calling other people's code and surviving its crash. (Internal.) */
#ifndef WRH_METER_GUARD_H
#define WRH_METER_GUARD_H

/* Between begin and end a SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT or SIGTRAP inside wrh_guarded, in any thread, ends
 * that call only. They nest; the last end restores the handlers and the forced kernel that the first begin met. */
void wrh_guard_begin(void);
void wrh_guard_end(void);

/* Calls function(argument). 0, or the signal that ended it: then whatever it was working on is beyond use. */
int wrh_guarded(void (*function)(void *), void *argument);

#endif
