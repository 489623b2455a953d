/* Pinning, plausible clocks, and parsing of stolen time. */
#include <sched.h>

#include "check.h"
#include "meter/cpus.h"
#include "util/clock.h"
#include "wirerate_host.h"

static const char stat_text[] = "cpu  1 2 3 4 5 6 7 1000 9 10\n"
                                "cpu0 10 20 30 40 50 60 70 11 90 100\n"
                                "cpu1 10 20 30 40 50 60 70 22 90 100\n"
                                "cpu10 10 20 30 40 50 60 70 33 90 100\n"
                                "cpu11 10 20 30\n"
                                "intr 5 4 3\n";

static void check_stolen(void) {
    const int both[] = {0, 1}, ten[] = {10}, cut[] = {11}, absent[] = {2};
    CHECK(wrh_stolen_parse(stat_text, both, 1, 100) == 110000000, "cpu0");
    CHECK(wrh_stolen_parse(stat_text, both, 2, 100) == 330000000, "cpu0 and cpu1");
    CHECK(wrh_stolen_parse(stat_text, ten, 1, 1000) == 33000000, "cpu10 is not cpu1");
    CHECK(wrh_stolen_parse(stat_text, cut, 1, 100) == -1, "an old kernel's short line");
    CHECK(wrh_stolen_parse(stat_text, absent, 1, 100) == -1, "a missing CPU");
    CHECK(wrh_stolen_parse("", both, 1, 100) == -1, "nothing");
}

static void check_pin(void) {
    int cpu = wrh_pin(-1);
    CHECK(cpu >= 0 && sched_getcpu() == cpu, "pinned to %d, on %d", cpu, sched_getcpu());
    CHECK(wrh_pin(cpu) == cpu, "pin to %d", cpu);
    CHECK(wrh_pin(1 << 20) == -1, "no such CPU");
    CHECK(wrh_cpu_for_thread(0, 2) == cpu, "thread 0 stays");
    CHECK(wrh_cpu_for_thread(1, 2) >= 0, "thread 1 has a CPU");
}

static void check_choice(void) {
    const int here = sched_getcpu(), next = wrh_cpu_for_thread(1, 2), chosen[] = {next, here}, absent[] = {1 << 20};
    CHECK(wrh_choose_cpus(chosen, 2) == 0, "%d and %d", next, here);
    CHECK(wrh_cpu_for_thread(0, 2) == next && wrh_cpu_for_thread(1, 2) == here, "CPUs in the chosen order");
    CHECK(wrh_cpu_for_thread(0, 1) == here, "one thread stays");
    CHECK(wrh_choose_cpus(absent, 1) == -1 && wrh_cpu_for_thread(0, 2) == next, "a missing CPU must change nothing");
    CHECK(wrh_choose_cpus(NULL, 0) == 0 && wrh_cpu_for_thread(0, 2) == here, "as before");
}

static void check_clocks(void) {
    uint64_t wall = wrh_wall_ns(), cpu = wrh_cpu_ns(), ticks = wrh_ticks();
    double core = wrh_core_hz(), tick = wrh_tick_hz();
    CHECK(core > 1e7 && core < 2e10, "core clock %g Hz", core);
    double adds = wrh_adds_per_cycle();
    CHECK(adds > 0.5 && adds < 20, "%g additions per cycle", adds);
    CHECK(wrh_wall_ns() > wall && wrh_cpu_ns() > cpu, "clocks advance");
#if defined(__x86_64__) || defined(__aarch64__)
    CHECK(tick > 1e6 && tick < 2e10 && wrh_ticks() > ticks, "tick clock %g Hz", tick);
#else
    CHECK(tick == 0 && ticks == 0, "no tick clock here");
#endif
}

int main(void) {
    check_stolen();
    check_pin();
    check_choice();
    check_clocks();
    return check_result();
}
