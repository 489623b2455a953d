/* A user's program, built for hard floating point: keys, its own generator state, and a loop that depends on it. */
#include <stdint.h>

volatile uint32_t state[4];
uint8_t kept[8];

int keypair(uint8_t *key) {
    for (int i = 0; i < 8; i++)
        kept[i] = key[i] = (uint8_t)(state[i & 3] >> 8 * (i >> 2));
    return 0;
}
int uses(const uint8_t *key, uint8_t *out) {
    int same = 1;
    for (int i = 0; i < 8; i++) {
        out[i] = key[i] ^ 1;
        same &= key[i] == kept[i];
    }
    return same;
}
int turns(void) {
    int n = 0;
    for (uint32_t i = state[1] & 63; i; i--)
        n++, (void)state[2];
    return n;
}
/* Copy words through the floating-point unit: two loads, two stores. */
__attribute__((naked)) int moves(const float *from, float *to) {
    __asm volatile("vldr s0, [r0]\n vldr d1, [r0, #8]\n vmov r2, s0\n vstr s0, [r1]\n vstr d1, [r1, #8]\n bx lr");
}
__attribute__((naked)) int saves(void) {
    __asm volatile(
        "vpush {d8, d9}\n vpush {s16}\n vpop {s16}\n vpop {d8, d9}\n vmov r0, r1, d0\n vmrs r0, fpscr\n bx lr");
}
__attribute__((naked)) int adds(void) {
    __asm volatile("vadd.f32 s0, s0, s0\n bx lr");
}
int main(void) {
    return 0;
}
