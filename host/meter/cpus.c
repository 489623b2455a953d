/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* cpus.c - pinning threads to CPUs, and stolen time. */
#define _GNU_SOURCE /* for sched_setaffinity and CPU_SET */
#include "cpus.h"

#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "wirerate_host.h"

/* The CPUs that the process may use, saved before the first pin narrows them. */
static cpu_set_t allowed;
static pthread_once_t allowed_once = PTHREAD_ONCE_INIT;

static void remember_allowed(void) {
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0)
        CPU_ZERO(&allowed);
}

int wrh_pin(int cpu) {
    pthread_once(&allowed_once, remember_allowed);
    if (cpu < 0)
        cpu = sched_getcpu();
    if (cpu < 0 || cpu >= CPU_SETSIZE)
        return -1;
    cpu_set_t single_cpu;
    CPU_ZERO(&single_cpu);
    CPU_SET((size_t)cpu, &single_cpu);
    return sched_setaffinity(0, sizeof single_cpu, &single_cpu) == 0 ? cpu : -1;
}

static int chosen[CPU_SETSIZE];
static size_t chosen_count;

int wrh_choose_cpus(const int *cpus, size_t count) {
    pthread_once(&allowed_once, remember_allowed);
    if (count > CPU_SETSIZE)
        return -1;
    for (size_t i = 0; i < count; i++)
        if (cpus[i] < 0 || cpus[i] >= CPU_SETSIZE || !CPU_ISSET((size_t)cpus[i], &allowed))
            return -1;
    if (count)
        memcpy(chosen, cpus, count * sizeof *cpus);
    chosen_count = count;
    return 0;
}

int wrh_cpu_for_thread(unsigned index, unsigned threads) {
    pthread_once(&allowed_once, remember_allowed);
    if (chosen_count && threads > 1)
        return chosen[index % chosen_count];
    int cpu = sched_getcpu();
    if (cpu < 0 || CPU_COUNT(&allowed) == 0)
        return cpu;
    for (unsigned step = 0; step < index; step++)
        do
            cpu = (cpu + 1) % CPU_SETSIZE;
        while (!CPU_ISSET((size_t)cpu, &allowed));
    return cpu;
}

/* Return the eighth number of a "cpuN user nice system idle iowait irq softirq steal ..." line, or -1 (proc(5)). */
static int64_t steal_field(const char *line) {
    for (int word = 0; word < 8; word++) {
        line += strcspn(line, " \n");
        if (*line != ' ')
            return -1;
        line += strspn(line, " ");
    }
    char *end;
    unsigned long long steal = strtoull(line, &end, 10);
    return end != line ? (int64_t)steal : -1;
}

int64_t wrh_stolen_parse(const char *stat, const int *cpus, size_t count, long ticks_per_second) {
    int64_t ticks = 0;
    for (size_t i = 0; i < count; i++) {
        char name[24];
        snprintf(name, sizeof name, "\ncpu%d ", cpus[i]);
        const char *line = strstr(stat, name);
        int64_t steal = line ? steal_field(line + 1) : -1;
        if (steal < 0)
            return -1;
        ticks += steal;
    }
    return ticks_per_second > 0 ? ticks * (1000000000 / ticks_per_second) : -1;
}

int64_t wrh_stolen_ns(const int *cpus, size_t count) {
    int file = open("/proc/stat", O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return -1;
    const size_t room = 1 << 20; /* enough for the lines of 4096 CPUs, which come first */
    char *text = malloc(room);
    size_t used = 0;
    ssize_t got = 0;
    while (text && used < room - 1 && (got = read(file, text + used, room - 1 - used)) > 0)
        used += (size_t)got;
    close(file);
    if (!text)
        return -1;
    text[used] = '\0';
    int64_t stolen = wrh_stolen_parse(text, cpus, count, sysconf(_SC_CLK_TCK));
    free(text);
    return stolen;
}
