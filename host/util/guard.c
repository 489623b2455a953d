/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* guard.c - escape from a call that crashes. Locks and memory that the peer's library held are lost: the caller reports
 * the subject as wrong and never calls it again. */
#define _GNU_SOURCE /* for sigsetjmp and sigaction */
#include "guard.h"

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stddef.h>

#include "cpu/kernel.h"

static const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP};
#define SIGNALS (sizeof signals / sizeof *signals)

static struct sigaction previous[SIGNALS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned depth;
static const struct wr_kernel *forced; /* kernel forced before the first wrh_guard_begin, to be restored: subjects force
                                        * others (peers/wirerate.c) */

static _Thread_local sigjmp_buf escape;
static _Thread_local volatile sig_atomic_t armed, caught;

static void on_crash(int signal) {
    if (armed) {
        armed = 0;
        caught = signal;
        siglongjmp(escape, 1);
    }
    /* Not in a guarded call: restore the previous handler. Returning repeats the instruction under that handler. */
    for (size_t i = 0; i < SIGNALS; i++)
        if (signals[i] == signal)
            sigaction(signal, &previous[i], NULL);
}

void wrh_guard_begin(void) {
    pthread_mutex_lock(&lock);
    if (depth++ == 0) {
        forced = wr_kernel_force(NULL);
        wr_kernel_force(forced);
        struct sigaction ours = {.sa_handler = on_crash, .sa_flags = SA_NODEFER};
        sigemptyset(&ours.sa_mask);
        for (size_t i = 0; i < SIGNALS; i++)
            sigaction(signals[i], &ours, &previous[i]);
    }
    pthread_mutex_unlock(&lock);
}

void wrh_guard_end(void) {
    pthread_mutex_lock(&lock);
    if (--depth == 0) {
        wr_kernel_force(forced);
        for (size_t i = 0; i < SIGNALS; i++)
            sigaction(signals[i], &previous[i], NULL);
    }
    pthread_mutex_unlock(&lock);
}

int wrh_guarded(void (*function)(void *), void *argument) {
    /* SA_NODEFER leaves the signal mask unchanged, so the cheaper sigsetjmp that does not save it is enough. */
    if (sigsetjmp(escape, 0) != 0)
        return (int)caught;
    armed = 1;
    function(argument);
    armed = 0;
    return 0;
}
