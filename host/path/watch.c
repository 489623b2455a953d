/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* watch.c - read three clocks, always in the same order. */
#define _GNU_SOURCE /* for O_CLOEXEC */
#include "watch.h"

#include <fcntl.h>
#include <unistd.h>

#include "util/clock.h"

void wrh_watch_open(wrh_watch *watch) {
    *watch = (wrh_watch){.schedstat = open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC)};
}

void wrh_watch_close(wrh_watch *watch) {
    wrh_text_free(&watch->text);
    if (watch->schedstat >= 0)
        close(watch->schedstat);
}

void wrh_watch_start(wrh_watch *watch) {
    watch->waited = wrh_waited_ns(&watch->text, watch->schedstat);
    watch->switched = wrh_involuntary();
    watch->cpu = wrh_cpu_ns();
    watch->wall = wrh_wall_ns();
}

wrh_passed wrh_watch_stop(wrh_watch *watch) {
    uint64_t wall = wrh_wall_ns() - watch->wall, cpu = wrh_cpu_ns() - watch->cpu;
    uint64_t waited = wrh_waited_ns(&watch->text, watch->schedstat) - watch->waited;
    return (wrh_passed){
        .wall_ns = (double)(watch->schedstat < 0 ? cpu : wall - (waited < wall ? waited : 0)),
        .cpu_ns = (double)cpu,
        .involuntary = (int32_t)(wrh_involuntary() - watch->switched),
    };
}
