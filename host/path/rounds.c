/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* rounds.c - send packets through chains of namespaces, and time the calls that send them. */
#define _GNU_SOURCE /* for sendmmsg */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "counters.h"
#include "meter/cpus.h"
#include "util/clock.h"
#include "watch.h"
#include "wirerate_host.h"
#include "wirerate_path.h"

enum {
    BATCH = 256,     /* packets per call; 1 to 512 take the same time, because each packet is processed completely
                      * before the next */
    BURST = 64,      /* packets per call if other threads carry them on: WireGuard queues 128 per peer */
    POLL_NS = 50000, /* time between two readings of the counters while packets are still on their way */
    PATIENCE = 10000 /* maximum number of such readings */
};

/* Data of one run of rounds: the messages, and the files to read. */
typedef struct sender {
    struct mmsghdr *messages; /* number ready to send: whole laps, at least one batch */
    struct iovec *places;
    size_t ready;
    wrh_text text;
    wrh_watch watch;
    int busy; /* /proc/schedstat */
} sender;

typedef struct counted {
    uint64_t packets, bytes;
} counted;

static int prepare(sender *made, const wrh_frames *frames) {
    made->ready = frames->count * ((BATCH + frames->count - 1) / frames->count);
    made->messages = calloc(made->ready, sizeof *made->messages);
    made->places = calloc(made->ready, sizeof *made->places);
    wrh_watch_open(&made->watch);
    made->busy = open("/proc/schedstat", O_RDONLY | O_CLOEXEC);
    if (!made->messages || !made->places)
        return 0;
    const uint8_t *frame = NULL;
    for (size_t i = 0; i < made->ready; i++) {
        size_t at = i % frames->count;
        frame = at ? frame + frames->lengths[at - 1] : frames->bytes;
        made->places[i] = (struct iovec){(void *)(uintptr_t)frame, frames->lengths[at]};
        made->messages[i].msg_hdr.msg_iov = &made->places[i];
        made->messages[i].msg_hdr.msg_iovlen = 1;
    }
    return 1;
}

static void dismiss(sender *made) {
    free(made->messages);
    free(made->places);
    wrh_text_free(&made->text);
    wrh_watch_close(&made->watch);
    if (made->busy >= 0)
        close(made->busy);
}

static counted count(sender *with, const wrh_chain *chain) {
    counted seen = {0, 0};
    if (wrh_text_read(&with->text, chain->counters))
        wrh_sent_parse(with->text.bytes, chain->last, &seen.packets, &seen.bytes);
    return seen;
}

static void sleep_ns(long ns) {
    struct timespec wanted = {0, ns};
    nanosleep(&wanted, NULL);
}

/* Return the time that all CPUs have been busy. Sleep first, so that the scheduler has counted this thread's own
 * time. */
static int64_t busy_ns(sender *with) {
    sleep_ns(1000);
    return with->busy >= 0 && wrh_text_read(&with->text, with->busy) ? wrh_busy_parse(with->text.bytes) : -1;
}

/* Send messages from number `from` on, up to the end of the lap. Return how many the kernel took. A refused message
 * counts as sent and lost. */
static uint64_t send_some(sender *with, const wrh_chain *chain, uint64_t from, uint64_t wanted) {
    size_t first = (size_t)(from % with->ready), room = with->ready - first;
    size_t some = wanted < room ? (size_t)wanted : room;
    int took = sendmmsg(chain->sender, with->messages + first, (unsigned)some, 0);
    return took > 0 ? (uint64_t)took : 1;
}

/* Read the counters until `packets` have arrived or no more arrive. */
static counted await(sender *with, const wrh_chain *chain, uint64_t packets) {
    counted seen = count(with, chain);
    for (int looks = 0; seen.packets < packets && looks < PATIENCE; looks++) {
        sleep_ns(POLL_NS);
        seen = count(with, chain);
    }
    return seen;
}

/* Send `wanted` packets from number `from` on, and add the time that this took. */
static void timed(sender *with, const wrh_chain *chain, uint64_t from, uint64_t wanted, wrh_path_round *out) {
    wrh_watch_start(&with->watch);
    for (uint64_t done = 0; done < wanted;) {
        uint64_t left = wanted - done;
        done += send_some(with, chain, from + done, left < BATCH ? left : BATCH);
    }
    wrh_passed passed = wrh_watch_stop(&with->watch);
    out->wall_ns += passed.wall_ns;
    out->cpu_ns += passed.cpu_ns;
    out->involuntary += passed.involuntary;
}

static void round_of(sender *with, const wrh_chain *chain, const wrh_frames *frames, uint64_t laps,
                     wrh_path_round *out) {
    *out = (wrh_path_round){.sent = laps * frames->count};
    int64_t busy = chain->elsewhere ? busy_ns(with) : 0;
    uint64_t own_cpu_ns = wrh_cpu_ns();
    counted before = count(with, chain), after = before;
    if (chain->elsewhere) {
        for (uint64_t done = 0; done < out->sent; done += BURST) {
            uint64_t left = out->sent - done;
            timed(with, chain, done, left < BURST ? left : BURST, out);
            after = await(with, chain, before.packets + (left < BURST ? out->sent : done + BURST));
        }
        busy = busy_ns(with) - busy; /* read before this thread's own time, in the same order as at the beginning */
        busy -= (int64_t)(wrh_cpu_ns() - own_cpu_ns);
        out->elsewhere_ns = busy > 0 ? (double)busy : 0;
    } else {
        timed(with, chain, 0, out->sent, out);
        after = count(with, chain);
        out->late = after.packets - before.packets < out->sent;
        if (out->late)
            after = await(with, chain, before.packets + out->sent);
    }
    out->arrived = after.packets - before.packets;
    if (out->arrived == out->sent)
        out->excess_bytes = (int64_t)(after.bytes - before.bytes) - (int64_t)(laps * chain->lap_bytes);
}

int wrh_path_run(const wrh_chain *chains, const wrh_frames *frames, uint64_t laps, const uint32_t *order, size_t count,
                 wrh_path_round *out, int64_t *stolen_ns) {
    sender with = {0};
    if (!prepare(&with, frames)) {
        dismiss(&with);
        return -ENOMEM;
    }
    int cpu = wrh_pin(-1);
    int64_t stolen = wrh_stolen_ns(&cpu, 1);
    for (size_t k = 0; k < count; k++)
        round_of(&with, &chains[order[k]], frames, laps, &out[k]);
    int64_t since = wrh_stolen_ns(&cpu, 1);
    *stolen_ns = stolen < 0 || since < 0 ? -1 : since - stolen;
    dismiss(&with);
    return 0;
}
