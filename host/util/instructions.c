/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* instructions.c - the processor's instruction counter, read through perf_event_open(2). */
#define _GNU_SOURCE /* for syscall */
#include "instructions.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__linux__)
#include <linux/perf_event.h>
#endif

#include "wirerate_host.h"

static _Thread_local int counter = -1;

#if defined(__linux__) && defined(SYS_perf_event_open)
static const char *reason(int error) {
    switch (error) {
    case ENOENT:
    case ENODEV:
    case EOPNOTSUPP:
        return "this processor or virtual machine has no instruction counter";
    case EACCES:
    case EPERM:
        return "Linux does not permit counting instructions (/proc/sys/kernel/perf_event_paranoid above 2, or a "
               "container's filter)";
    default:
        return strerror(error);
    }
}

int wrh_count_instructions(char *why, size_t why_size) {
    struct perf_event_attr event = {
        .type = PERF_TYPE_HARDWARE,
        .size = sizeof event,
        .config = PERF_COUNT_HW_INSTRUCTIONS,
        .exclude_kernel = 1,
        .exclude_hv = 1,
    };
    if (counter < 0)
        counter = (int)syscall(SYS_perf_event_open, &event, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
    if (counter >= 0)
        return WRH_OK;
    snprintf(why, why_size, "%s", reason(errno));
    return WRH_UNSUPPORTED;
}
#else
int wrh_count_instructions(char *why, size_t why_size) {
    snprintf(why, why_size, "counting instructions needs Linux");
    return WRH_UNSUPPORTED;
}
#endif

uint64_t wrh_instructions(void) {
    uint64_t count = 0;
    if (counter < 0 || read(counter, &count, sizeof count) != (ssize_t)sizeof count)
        return 0;
    return count;
}
