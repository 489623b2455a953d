/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The board functions that wolfSSL needs, with constant results: a fixed seed, so that every run has the same bytes,
 * and a stopped clock, since no datagram between two emulated boards is lost. This is for measurements only; a real
 * device needs a true source of entropy.
 */
#include <wolfssl/wolfcrypt/settings.h>

#if defined(WOLF_SERVER)
#define FIRST 0x5Eu
#else
#define FIRST 0xC1u
#endif

unsigned int LowResTimer(void);

unsigned int LowResTimer(void) {
    return 1;
}

/* Neighbouring bytes differ, because wolfSSL rejects a seed with repetitions. */
int wolf_seed(unsigned char *out, unsigned int length) {
    for (unsigned int i = 0; i < length; i++) {
        out[i] = (unsigned char)(FIRST + i * 7);
    }
    return 0;
}
