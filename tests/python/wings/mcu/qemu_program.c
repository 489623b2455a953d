/* A complete program for QEMU: prepare, run one operation, and exit by semihosting. */
#include <stddef.h>
#include <stdint.h>

#if defined(ECC_SIGN)
int ecc_prepare(int group);
int ecc_sign(void);
#define PREPARE()   ecc_prepare(GROUP)
#define OPERATION() ecc_sign()
#else
int library_prepare(void);
int library_run(const uint8_t *data, size_t length);
uint8_t message[MESSAGE_BYTES];
#define PREPARE()   library_prepare()
#define OPERATION() library_run(message, sizeof message)
#endif

int main(void);

/* SYS_EXIT with ADP_Stopped_ApplicationExit (Arm, Semihosting for AArch32 and AArch64, 2.0). */
static void leave(void) {
    register uint32_t operation __asm("r0") = 0x18;
    register uint32_t reason __asm("r1") = 0x20026;
    __asm volatile("bkpt #0xab" : : "r"(operation), "r"(reason) : "memory");
}

int main(void) {
    int error = PREPARE();
    if (error == 0)
        error = OPERATION();
    leave();
    return error;
}
