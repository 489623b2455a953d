/* A profiler's stack reaches main from inside every kernel: backtraces are taken at SIGPROF while lanes are hashing.
 * cet.cmake tests linking with control-flow protection, as distributions do. */
#include <execinfo.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/time.h>

#include "check.h"
#include "kernels.h"
#include "random.h"

enum { MESSAGES = 64, LENGTH = 1500, DEEPEST = 40, ENOUGH = 50 };

static uint8_t data[MESSAGES * LENGTH], tags[MESSAGES][16];
static wr_message messages[MESSAGES];
static atomic_int taken, whole;
static void *bottom; /* an address in main's caller, as a backtrace from main sees it */

static void sample(int number) {
    void *frames[DEEPEST];
    const int depth = backtrace(frames, DEEPEST);
    (void)number;
    taken++;
    for (int i = 0; i < depth; i++)
        if (frames[i] == bottom) {
            whole++;
            break;
        }
}

static void *callers_caller(void) {
    void *frames[DEEPEST];
    const int depth = backtrace(frames, DEEPEST);
    return depth > 2 ? frames[2] : NULL; /* this function, main, and the caller of main */
}

int main(void) {
    const struct itimerval often = {{0, 1000}, {0, 1000}}, never = {{0, 0}, {0, 0}};
    struct sigaction action = {.sa_handler = sample};

    bottom = callers_caller();
    CHECK(bottom != NULL, "no backtrace here");
    random_fill(data, sizeof data);
    for (size_t i = 0; i < MESSAGES; i++)
        messages[i] = (wr_message){data + i * LENGTH, LENGTH, tags[i]};
    sigaction(SIGPROF, &action, NULL);
    FOR_EACH_KERNEL(name) {
        taken = whole = 0;
        setitimer(ITIMER_PROF, &often, NULL);
        while (taken < ENOUGH)
            wr_md5_batch(messages, MESSAGES);
        setitimer(ITIMER_PROF, &never, NULL);
        CHECK(whole == taken, "%s: %d of %d stacks reach main", name, (int)whole, (int)taken);
    }
    return check_result();
}
