/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* ahead.c - check many subjects before they are opened. One child process per implementation checks its subjects and
 * writes the results to a shared page. A subject that a child did not reach counts as not checked. */
#define _GNU_SOURCE /* for MAP_ANONYMOUS */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "probation.h"
#include "subject.h"
#include "verifying.h"

struct finding {
    int right;
    char chosen[16]; /* the kernel; "" if the implementation chooses it */
    char in_use[16]; /* the kernel in use; "" if unknown */
};

struct wrh_ahead {
    size_t count;
    wrh_subject **subjects; /* not yet opened; NULL if not available or already returned to the caller */
    const char **kernels;   /* as requested; read only by the children */
    size_t *like;
    struct finding *findings; /* shared with the children */
    pid_t *children;
    size_t running;
};

static int prove_in_this_process(const struct wrh_peer *peer, const struct wrh_request *request, struct wrh_why *why) {
    const char *step;
    return wrh_prove(peer, request, &step, why);
}

static const struct wrh_trial in_this_process = {prove_in_this_process, wrh_race};

/* Runs in the child. */
static void find(struct wrh_ahead *ahead, size_t i) {
    wrh_subject *subject = ahead->subjects[i];
    struct finding *finding = &ahead->findings[i];
    const struct finding *like = ahead->like[i] < i ? &ahead->findings[ahead->like[i]] : NULL;
    const char *kernel = ahead->kernels[i];
    if (like && !like->right)
        return;
    if (!kernel && like && like->in_use[0])
        kernel = like->in_use;
    if (wrh_subject_prove(subject, kernel, &in_this_process, NULL) != WRH_OK)
        return;
    struct wrh_instance instance = {.state = NULL};
    if (wrh_instance_open(subject->peer, &subject->request, &instance, NULL) != WRH_OK)
        return;
    memcpy(finding->chosen, subject->kernel, sizeof finding->chosen);
    memcpy(finding->in_use, instance.kernel, sizeof finding->in_use);
    instance.close(instance.state);
    finding->right = 1;
}

static int same(const struct wrh_ahead *ahead, size_t i, size_t j) {
    const wrh_subject *a = ahead->subjects[i], *b = ahead->subjects[j];
    return a && b && strcmp(a->implementation, b->implementation) == 0;
}

static int is_first(const struct wrh_ahead *ahead, size_t i) {
    for (size_t j = 0; j < i; j++)
        if (same(ahead, i, j))
            return 0;
    return ahead->subjects[i] != NULL;
}

static void start_child(struct wrh_ahead *ahead, size_t first) {
    pid_t pid = fork();
    if (pid == 0) {
        wrh_child_begins();
        for (size_t i = first; i < ahead->count; i++)
            if (same(ahead, first, i)) {
                alarm(WRH_HANG_SECONDS);
                find(ahead, i);
            }
        _exit(0);
    }
    if (pid > 0)
        ahead->children[ahead->running++] = pid;
}

static void wait_for_children(struct wrh_ahead *ahead) {
    while (ahead->running)
        wrh_child_ends(ahead->children[--ahead->running]);
}

static void remember(struct wrh_ahead *ahead, const wrh_wanted *wanted, size_t i) {
    int status;
    ahead->subjects[i] = wrh_subject_new(wanted, &status, NULL);
    ahead->like[i] = wanted->like;
    ahead->kernels[i] = wanted->kernel;
}

wrh_ahead *wrh_ahead_begin(const wrh_wanted *wanted, size_t count) {
    wrh_ahead *ahead = calloc(1, sizeof *ahead);
    if (!ahead)
        return NULL;
    const size_t size = (count ? count : 1) * sizeof *ahead->findings;
    void *shared = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    ahead->count = count;
    ahead->findings = shared == MAP_FAILED ? NULL : shared;
    ahead->subjects = calloc(count + 1, sizeof *ahead->subjects);
    ahead->kernels = calloc(count + 1, sizeof *ahead->kernels);
    ahead->like = calloc(count + 1, sizeof *ahead->like);
    ahead->children = calloc(count + 1, sizeof *ahead->children);
    if (!ahead->findings || !ahead->subjects || !ahead->kernels || !ahead->like || !ahead->children) {
        wrh_ahead_free(ahead);
        return NULL;
    }
    for (size_t i = 0; i < count; i++)
        remember(ahead, &wanted[i], i);
    for (size_t i = 0; i < count; i++)
        if (is_first(ahead, i))
            start_child(ahead, i);
    return ahead;
}

wrh_subject *wrh_ahead_open(wrh_ahead *ahead, size_t i) {
    wait_for_children(ahead);
    if (i >= ahead->count || !ahead->subjects[i] || !ahead->findings[i].right)
        return NULL;
    wrh_subject *subject = ahead->subjects[i];
    ahead->subjects[i] = NULL;
    const char *chosen = ahead->findings[i].chosen;
    wrh_subject_keep_kernel(subject, chosen[0] ? chosen : NULL);
    if (wrh_subject_start(subject, NULL) == WRH_OK)
        return subject;
    wrh_subject_close(subject);
    return NULL;
}

void wrh_ahead_free(wrh_ahead *ahead) {
    if (!ahead)
        return;
    if (ahead->children)
        wait_for_children(ahead);
    for (size_t i = 0; ahead->subjects && i < ahead->count; i++)
        wrh_subject_close(ahead->subjects[i]);
    if (ahead->findings)
        munmap(ahead->findings, (ahead->count ? ahead->count : 1) * sizeof *ahead->findings);
    free(ahead->subjects);
    free(ahead->kernels);
    free(ahead->like);
    free(ahead->children);
    free(ahead);
}
