/* Every kernel of this CPU in turn, and the trusted one: portable C, one message at a time, pinned by the vectors. */
#ifndef WR_TESTS_KERNELS_H
#define WR_TESTS_KERNELS_H

#include "cpu/kernel.h"
#include "wirerate.h"

/* name is forced through the public API in each turn; the environment's choice is not restored. */
#define FOR_EACH_KERNEL(name)                                                                                          \
    for (size_t kernel_ = 0; wr_kernel_name(kernel_) != NULL; kernel_++)                                               \
        for (const char *name = wr_kernel_name(kernel_); name != NULL && wr_use_kernel(name) == WR_OK; name = NULL)

/* The tags that messages hold, as verifying takes them. */
static inline const uint8_t *const *tags_of(const uint8_t **room, const wr_message *messages, size_t count) {
    for (size_t i = 0; i < count; i++)
        room[i] = messages[i].tag;
    return room;
}

static inline const struct wr_kernel *trusted(void) {
    return wr_kernel_find("portable");
}

/* A call by a kernel; then the one in use is as it was. */
#define BY(kernel, call)                                                                                               \
    do {                                                                                                               \
        const struct wr_kernel *const forced_ = wr_kernel_force(kernel);                                               \
        call;                                                                                                          \
        wr_kernel_force(forced_);                                                                                      \
    } while (0)
#define TRUSTED(call) BY(trusted(), call)

#endif
