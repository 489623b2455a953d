/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * wirerate_host.h - libwirerate-host: open a subject (an implementation of an authenticator), lay out a workload, and
 * run timed, checked, interleaved rounds. Not installed; used by the Python package.
 */
#ifndef WIRERATE_HOST_H
#define WIRERATE_HOST_H

#include <stddef.h>
#include <stdint.h>

#include "wirerate.h"

/* ---- Subjects (host/peers) --------------------------------------------------------------------------------------- */
typedef struct wrh_subject wrh_subject;

enum wrh_keyed { WRH_REUSE = 0, WRH_REKEY = 1, WRH_FRESH = 2 };

/* WRH_TAG includes hashing and sealing, WRH_VERIFY includes opening. */
enum wrh_operation { WRH_TAG = 0, WRH_VERIFY = 1 };

enum wrh_status {
    WRH_OK = 0,
    WRH_ABSENT = -1,      /* the implementation's library is not installed, or its version is not supported */
    WRH_UNSUPPORTED = -2, /* the implementation does not support this algorithm, kernel, operation or keyed mode */
    WRH_WRONG = -3,       /* it gave wrong known answers, or crashed */
    WRH_NO_MEMORY = -4
};

/* Open a subject.
 *
 * algorithm: canonical name without truncation ("hmac-md5"). tag_bytes: tag length, 0 for the full tag. implementation:
 * "wirerate", "openssl", "nettle", "ipsec-mb", or the path of another build of one of them. kernel: NULL for the
 * implementation's best, or a kernel of wirerate or a manager of ipsec-mb. operation: WRH_VERIFY is only for algorithms
 * with a key. batch: number of messages per call (1: packet by packet).
 *
 * The key is a fixed public test key of the algorithm's length. Known answers are checked in a child process, so that a
 * peer that crashes gives WRH_WRONG and does not end this process. On failure, return NULL with *status and a one-line
 * reason in `why` (what is missing, and what provides it). */
wrh_subject *wrh_subject_open(const char *algorithm, size_t tag_bytes, const char *implementation, const char *kernel,
                              int operation, int keyed, size_t batch, int *status, char *why, size_t why_size);
void wrh_subject_close(wrh_subject *subject);

/* Open another instance of a subject that was already opened, in this process or another one on this machine, with the
 * kernel that was chosen for it (NULL if it has none). Known answers are not checked again. Errors as in
 * wrh_subject_open. */
wrh_subject *wrh_subject_again(const char *algorithm, size_t tag_bytes, const char *implementation, const char *kernel,
                               int operation, int keyed, size_t batch, int *status, char *why, size_t why_size);

/* The parameters of wrh_subject_open. `like` is the index of an earlier entry of the same implementation: if this entry
 * names no kernel, it uses that of the earlier one. Its own index, or a later one, means none. */
typedef struct wrh_wanted {
    const char *algorithm;
    size_t tag_bytes;
    const char *implementation, *kernel;
    int operation, keyed;
    size_t batch, like;
} wrh_wanted;

/* Check the known answers of many subjects in advance: one child process per implementation, while the caller does
 * something else. Return NULL if memory is short. wrh_ahead_open waits for all children, so that none runs while
 * something is timed, and opens the i-th subject, once. It returns NULL if the subject did not pass; call
 * wrh_subject_open then, which checks it in a child of its own, and either reports the reason or succeeds if only
 * another subject in the same child had crashed. */
typedef struct wrh_ahead wrh_ahead;
wrh_ahead *wrh_ahead_begin(const wrh_wanted *wanted, size_t count);
wrh_subject *wrh_ahead_open(wrh_ahead *ahead, size_t i);
void wrh_ahead_free(wrh_ahead *ahead);

size_t wrh_subject_tag_bytes(const wrh_subject *subject);
const char *wrh_subject_kernel(const wrh_subject *subject); /* the kernel in use; "" if unknown */
/* Return the version of an implementation's library ("OpenSSL 3.0.19 27 Jan 2026"), or NULL with the reason in
 * `why`. */
const char *wrh_implementation_version(const char *implementation, char *why, size_t why_size);

/* ---- Workloads (host/meter) ---------------------------------------------------------------------------------------
 * A workload is a ring of messages in memory. `templates` messages (1 to 256) of the given lengths are copied in laps
 * (every template once, in a newly shuffled order) until `working_set` bytes are covered. Every copy starts on a
 * 64-byte boundary (its padding is part of the working set), and copies are scattered in memory. Message i of the ring
 * is a copy of template t(i), and its nonce, if the algorithm takes one, is derived from t(i); so `templates` expected
 * tags are enough to check all messages. wrh_workload_new returns NULL if memory is short. */
typedef struct wrh_workload wrh_workload;
wrh_workload *wrh_workload_new(const uint64_t *lengths, size_t templates, uint64_t working_set, uint64_t seed);
void wrh_workload_free(wrh_workload *workload);
uint64_t wrh_workload_bytes(const wrh_workload *workload);    /* bytes of message data in the ring */
uint64_t wrh_workload_messages(const wrh_workload *workload); /* number of messages in the ring */
/* Compute the templates' tags with `reference`, one message at a time: templates x tag_bytes bytes. For a reference
 * that opens, the template's bytes are the ciphertext, and the tags are those that it should accept. */
int wrh_workload_expect(const wrh_workload *workload, wrh_subject *reference, uint8_t *tags);

/* ---- Rounds --------------------------------------------------------------------------------------------------------
 * A round of a subject processes `messages` consecutive messages of the ring, starting where the workload's last round
 * ended, in calls of the subject's batch size. Then, untimed, its tags are checked. To verify, each message gets its
 * expected tag, untimed, but one message per slice gets a wrong tag, which must be the only one refused. */
typedef struct wrh_round {
    uint64_t wall_ns; /* CLOCK_MONOTONIC_RAW */
    uint64_t cpu_ns;  /* thread CPU time */
    uint64_t ticks;   /* reference cycles (TSC or similar); 0 if not available */
    uint64_t bytes;
    uint64_t messages;
    uint32_t involuntary;  /* involuntary context switches */
    uint32_t wrong;        /* tags that differed; when verifying, correct ones refused and wrong ones accepted */
    uint64_t core_hz;      /* clock rate of the core right after the timed part, from a chain of dependent additions; 0:
                            * unknown */
    uint64_t instructions; /* executed in user space by thread 0; 0: not counted */
} wrh_round;

/* Run subjects[order[k]] for k = 0 to rounds*count - 1 and write out[k]; the scheduler makes `order`. messages[s] is
 * the number of messages in a round of subject s, and expected[s] its templates' tags (expected NULL: no checks).
 *
 * A round is timed in slices of about a thousand messages. Between slices, untimed, descriptors are prepared and tags
 * checked; the times are sums over the slices. With `threads` > 1, every round runs on that many threads at once, each
 * with messages[s] messages from its own part of the ring and on its own CPU. wall_ns and ticks are then those of the
 * slowest thread, the other fields sums. Thread 0 is the caller, on its current CPU.
 *
 * *stolen_ns is set to the time that the hypervisor stole from these CPUs during the call, which /proc/stat reports in
 * steps of 10 ms (-1: unknown). The call stops early, with *done rounds written, when *stop becomes nonzero (set by a
 * signal handler). Return WRH_OK; WRH_WRONG if a peer crashed, namely subjects[order[*done]], which must not be run
 * again; or WRH_NO_MEMORY. done, stolen_ns and stop may be NULL. */
int wrh_run(wrh_subject *const *subjects, size_t count, wrh_workload *workload, const uint64_t *messages,
            const uint8_t *const *expected, const uint32_t *order, size_t rounds, unsigned threads, wrh_round *out,
            size_t *done, int64_t *stolen_ns, const volatile int *stop);
/* Count the instructions of the calling thread's rounds from now on. Return WRH_OK, or WRH_UNSUPPORTED with the reason
 * if the processor has no such counter or the kernel does not permit it. */
int wrh_count_instructions(char *why, size_t why_size);
/* Redraw the placement in memory from `seed`: the subjects' keyed states as malloc scatters them, the tags, the stack
 * of the timed calls, and the messages of a ring small enough to be warm (a larger one covers all places anyway). Call
 * it before each block of rounds, so that the spread of the results includes what another process would see. Return
 * WRH_OK, WRH_NO_MEMORY, or a subject's reason for having no second state; whatever could not be moved stays in place,
 * and everything can still run. */
int wrh_move(wrh_workload *workload, wrh_subject *const *subjects, size_t count, uint64_t seed);
/* Find the number of messages for a round of at least min_ns, by doubling. Use whole laps of the templates and whole
 * batches if that costs little, so that every round has the same messages. */
int wrh_calibrate(wrh_subject *subject, wrh_workload *workload, uint64_t min_ns, uint64_t *messages);

/* ---- Packet mill (host/mill) --------------------------------------------------------------------------------------
 * Seals and opens SSH's binary packets (RFC 4253 section 6) in one process, to measure cipher and MAC without a
 * network.
 */
typedef struct wrh_mill wrh_mill;

/* Open a mill. cipher: "none", "arcfour", "aes128-ctr", "aes128-cbc" or "aes256-cbc". mac: "none", or hmac-md5,
 * hmac-sha1, hmac-sha256, umac-64 or umac-128 from `implementation`, with the keyed state handled as in `keyed`. etm: 0
 * for encrypt-and-MAC, otherwise encrypt-then-MAC. On failure, return NULL with *status and a reason, like
 * wrh_subject_open. */
wrh_mill *wrh_mill_open(const char *cipher, const char *mac, const char *implementation, int keyed, int etm,
                        int *status, char *why, size_t why_size);
void wrh_mill_close(wrh_mill *mill);
/* Return the length of the packet for such a payload, with padding but without the tag: the bytes that the MAC
 * covers. */
size_t wrh_mill_packet_bytes(const wrh_mill *mill, size_t payload);
/* Run cells in `order` and write out[k]. Cell c seals packets[c] packets of payloads[c] bytes (1 to 32768) with
 * mills[c]. Only sealing is timed. Then a receiver opens every packet; `wrong` counts the packets that it refused.
 * After each `per_round` cells (0: never), packets and keyed states move to another place, drawn from `seed`. */
int wrh_mill_run(wrh_mill *const *mills, const size_t *payloads, const uint64_t *packets, const uint32_t *order,
                 size_t count, size_t per_round, uint64_t seed, wrh_round *out, int64_t *stolen_ns);

/* Pin the calling thread to a CPU (-1: the current one). Return the CPU, or -1 on failure. */
int wrh_pin(int cpu);
/* Set the CPUs for measurements with several threads, in this order; with count 0, return to the default. Return 0, or
 * -1 with no change if the process may not use one of them. Do not call while a measurement runs. */
int wrh_choose_cpus(const int *cpus, size_t count);
/* Return the core's clock rate in Hz, from a chain of dependent additions (takes about 20 ms), and the TSC's frequency
 * in Hz (0: no TSC). */
double wrh_core_hz(void);
double wrh_tick_hz(void);
/* Return the number of independent 64-bit additions per core cycle (takes about 40 ms). Multiplied by the clock rate,
 * it gives this machine's MIPS rate as RFC 1810 uses it. */
double wrh_adds_per_cycle(void);

#endif
