/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* exit and abort execute an undefined instruction, which the emulator reports with its address. */
void _exit(int status);
void abort(void);

void _exit(int status) {
    (void)status;
    for (;;)
        __asm volatile("udf #0");
}

void abort(void) {
    _exit(134);
}
