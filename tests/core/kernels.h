/* Loop over the kernels of this CPU, and the trusted kernel: portable C, one message at a time, checked by the
 * vectors. */
#ifndef WR_TESTS_KERNELS_H
#define WR_TESTS_KERNELS_H

#include "cpu/kernel.h"
#include "wirerate.h"

/* Each iteration forces the kernel `name` through the public API. The environment's choice is not restored. */
#define FOR_EACH_KERNEL(name)                                                                                          \
    for (size_t kernel_ = 0; wr_kernel_name(kernel_) != NULL; kernel_++)                                               \
        for (const char *name = wr_kernel_name(kernel_); name != NULL && wr_use_kernel(name) == WR_OK; name = NULL)

/* Return the messages' tags in the form that verification takes. */
static inline const uint8_t *const *tags_of(const uint8_t **room, const wr_message *messages, size_t count) {
    for (size_t i = 0; i < count; i++)
        room[i] = messages[i].tag;
    return room;
}

static inline const struct wr_kernel *trusted(void) {
    return wr_kernel_find("portable");
}

/* Make a call with a kernel, then restore the one in use. */
#define BY(kernel, call)                                                                                               \
    do {                                                                                                               \
        const struct wr_kernel *const forced_ = wr_kernel_force(kernel);                                               \
        call;                                                                                                          \
        wr_kernel_force(forced_);                                                                                      \
    } while (0)
#define TRUSTED(call) BY(trusted(), call)

#endif
