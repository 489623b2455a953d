/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* guard.h - call foreign code and survive its crash. (Internal.) */
#ifndef WRH_METER_GUARD_H
#define WRH_METER_GUARD_H

/* Between begin and end, a SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT or SIGTRAP inside wrh_guarded, in any thread, ends
 * only that call. Calls nest; the last end restores the signal handlers and the forced kernel as they were before the
 * first begin. */
void wrh_guard_begin(void);
void wrh_guard_end(void);

/* Call function(argument). Return 0, or the signal that ended the call; its data must not be used afterwards. */
int wrh_guarded(void (*function)(void *), void *argument);

#endif
