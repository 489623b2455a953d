/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* probation.c - a child process opens the peer, computes the known answers, and reports its progress through a shared
 * page. */
#define _GNU_SOURCE /* for MAP_ANONYMOUS and strsignal */
#include "probation.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

struct report {
    int finished, status;
    char why[256];
    const char *step; /* a string at the same address in both processes */
    struct wrh_field field;
};

/* Turn the way in which the child ended into a status. The child's own report counts only if it exited normally. */
static int judge(const struct report *report, int ending, struct wrh_why *why) {
    if (WIFSIGNALED(ending) && WTERMSIG(ending) == SIGALRM)
        return wrh_fail(why, WRH_WRONG, "no answer within %d seconds in this check: %s", WRH_HANG_SECONDS,
                        report->step);
    if (WIFSIGNALED(ending))
        return wrh_fail(why, WRH_WRONG, "crashed (%s) in this check: %s", strsignal(WTERMSIG(ending)), report->step);
    if (!report->finished)
        return wrh_fail(why, WRH_WRONG, "ended the process in this check: %s", report->step);
    return report->status == WRH_OK ? WRH_OK : wrh_fail(why, report->status, "%s", report->why);
}

void wrh_child_begins(void) {
    static const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGALRM, SIGINT};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        signal(signals[i], SIG_DFL);
}

int wrh_child_ends(pid_t child) {
    int ending = 0;
    /* If interrupted, keep waiting: the child ends by itself, at the latest through its alarm. */
    while (waitpid(child, &ending, 0) < 0 && errno == EINTR)
        ;
    return ending;
}

/* In a child process, find the fastest of the kernels in `field`, or check the known answers if `field` is NULL. */
static int in_child(const struct wrh_peer *peer, const struct wrh_request *request, struct wrh_field *field,
                    struct wrh_why *why) {
    struct report *report = mmap(NULL, sizeof *report, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (report == MAP_FAILED)
        return wrh_fail(why, WRH_NO_MEMORY, "out of memory");
    report->step = field ? "messages of mixed lengths" : "opening";
    if (field)
        report->field = *field;
    pid_t pid = fork();
    if (pid == 0) {
        struct wrh_why reason = {report->why, sizeof report->why};
        wrh_child_begins();
        alarm(WRH_HANG_SECONDS);
        report->status =
            field ? wrh_race(peer, request, &report->field, &reason) : wrh_prove(peer, request, &report->step, &reason);
        report->finished = 1;
        _exit(0);
    }
    int status = pid < 0 ? wrh_fail(why, WRH_NO_MEMORY, "cannot start a child process for the known answers")
                         : judge(report, wrh_child_ends(pid), why);
    if (field)
        *field = report->field;
    munmap(report, sizeof *report);
    return status;
}

static int prove(const struct wrh_peer *peer, const struct wrh_request *request, struct wrh_why *why) {
    return in_child(peer, request, NULL, why);
}

const struct wrh_trial wrh_probation = {prove, in_child};
