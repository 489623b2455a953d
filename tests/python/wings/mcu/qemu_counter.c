/* A plugin for QEMU: the instructions from the entry of a function to its return into main. The few prototypes of
 * QEMU's plugin interface that it uses stand here because Debian has no package with the header; they have been the
 * same since its first version (QEMU 4.2, docs/devel/tcg-plugins). ENTRY, and MAIN_FIRST and MAIN_LAST around main,
 * are defined on the command line. */
#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef uint64_t plugin_id;
struct qemu_plugin_tb;
typedef void (*on_translation)(plugin_id id, struct qemu_plugin_tb *tb);
typedef void (*on_execution)(unsigned vcpu, void *data);
typedef void (*on_exit)(plugin_id id, void *data);

extern void qemu_plugin_register_vcpu_tb_trans_cb(plugin_id id, on_translation callback);
extern void qemu_plugin_register_vcpu_tb_exec_cb(struct qemu_plugin_tb *tb, on_execution callback, int flags,
                                                 void *data);
extern void qemu_plugin_register_atexit_cb(plugin_id id, on_exit callback, void *data);
extern size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *tb);
extern uint64_t qemu_plugin_tb_vaddr(const struct qemu_plugin_tb *tb);

__attribute__((visibility("default"))) int qemu_plugin_version = 1;
__attribute__((visibility("default"))) int qemu_plugin_install(plugin_id id, const void *info, int argc, char **argv);

static uint64_t executed;
static int counting;

static void enter(unsigned vcpu, void *data) {
    (void)vcpu;
    counting = 1;
    executed += (uint64_t)(uintptr_t)data;
}

static void go_on(unsigned vcpu, void *data) {
    (void)vcpu;
    if (counting)
        executed += (uint64_t)(uintptr_t)data;
}

static void back_in_main(unsigned vcpu, void *data) {
    (void)vcpu;
    (void)data;
    counting = 0;
}

static void translated(plugin_id id, struct qemu_plugin_tb *tb) {
    const uint64_t address = qemu_plugin_tb_vaddr(tb);
    on_execution callback = go_on;

    (void)id;
    if (address == ENTRY)
        callback = enter;
    else if (address >= MAIN_FIRST && address <= MAIN_LAST)
        callback = back_in_main;
    qemu_plugin_register_vcpu_tb_exec_cb(tb, callback, 0, (void *)(uintptr_t)qemu_plugin_tb_n_insns(tb));
}

static void finished(plugin_id id, void *data) {
    (void)id;
    (void)data;
    fprintf(stderr, "executed %" PRIu64 "\n", executed);
}

int qemu_plugin_install(plugin_id id, const void *info, int argc, char **argv) {
    (void)info;
    (void)argc;
    (void)argv;
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    qemu_plugin_register_atexit_cb(id, finished, NULL);
    return 0;
}
