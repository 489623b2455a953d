/* Waiting in the file queue ends even if the system time is changed. */
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "check.h"
#include "files/queue.h"
#include "util/clock.h"

enum { AHEAD_S = 20 };

/* Replaces the C library's function: the system time has been set back since the caller read it. */
int clock_gettime(clockid_t clock, struct timespec *now) {
    const long failed = syscall(SYS_clock_gettime, clock, now);

    if (clock == CLOCK_REALTIME)
        now->tv_sec += AHEAD_S;
    return (int)failed;
}

int main(void) {
    static struct wrh_queue queue;
    const struct wrh_front empty = {0, 1, NULL};
    uint64_t began;

    wrh_queue_init(&queue);
    began = wrh_wall_ns();
    wrh_queue_wait_for_more(&queue, &empty);
    CHECK(wrh_wall_ns() - began < AHEAD_S * UINT64_C(1000000000) / 2, "waited for the system time");
    wrh_queue_destroy(&queue);
    return check_result();
}
