/* A plugin for QEMU that counts instructions from the entry of a function to its return to main. It declares the parts
 * of QEMU's plugin interface that it uses, because no Debian package has the header; they have not changed since QEMU
 * 4.2 (docs/devel/tcg-plugins). The command line defines the addresses ENTRY, MAIN_FIRST and MAIN_LAST. */
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

static void start_counting(unsigned vcpu, void *data) {
    (void)vcpu;
    counting = 1;
    executed += (uint64_t)(uintptr_t)data;
}

static void count_block(unsigned vcpu, void *data) {
    (void)vcpu;
    if (counting)
        executed += (uint64_t)(uintptr_t)data;
}

static void stop_counting(unsigned vcpu, void *data) {
    (void)vcpu;
    (void)data;
    counting = 0;
}

static void translated(plugin_id id, struct qemu_plugin_tb *tb) {
    const uint64_t address = qemu_plugin_tb_vaddr(tb);
    on_execution callback = count_block;

    (void)id;
    if (address == ENTRY)
        callback = start_counting;
    else if (address >= MAIN_FIRST && address <= MAIN_LAST)
        callback = stop_counting;
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
