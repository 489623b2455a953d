/* Short functions whose instruction counts and cycles can be added up by hand. */
#include <stdint.h>
#include <stdlib.h>

#define NAKED     __attribute__((naked)) int
#define RUN(text) __asm volatile(".syntax unified\n" text)

/* A loop of n rounds with two instructions each. */
NAKED rounds(int n) {
    RUN("1: subs r0, #1\n bne 1b\n bx lr");
}
/* Two loads, and a store of the second value. */
NAKED memory(int *p) {
    RUN("ldr r1, [r0]\n ldr r2, [r0, #4]\n str r2, [r0, #8]\n bx lr");
}
/* A load from an address that the previous instruction computes. */
NAKED address(int *p) {
    RUN("adds r0, #4\n ldr r0, [r0]\n bx lr");
}
/* Push three registers, then pop them and return. */
NAKED stack(void) {
    RUN("push {r4, r5, lr}\n movs r0, #7\n pop {r4, r5, pc}");
}
NAKED times(int a, int b) {
    RUN("muls r0, r1\n bx lr");
}
/* Jump to a function at any address. */
NAKED jump(int (*function)(int), int n) {
    RUN("mov r2, r0\n mov r0, r1\n bx r2");
}
#if __ARM_ARCH >= 7
NAKED wide(int a, int b) {
    RUN("umull r0, r1, r0, r1\n bx lr");
}
#endif

static const int table[8] = {3, 1, 4, 1, 5, 9, 2, 6};
int values[4] = {10, 20, 30, 40};

/* Call three functions, 8 KiB apart, in turn n times: they do not fit together into a two-way cache of 16 KiB. */
NAKED turn(int n) {
    RUN("push {r4, lr}\n mov r4, r0\n"
        "1: bl near_one\n bl near_two\n bl near_three\n subs r4, #1\n bne 1b\n pop {r4, pc}\n"
        ".space 64\n near_one: bx lr\n .space 8190\n near_two: bx lr\n .space 8190\n near_three: bx lr\n");
}

/* A large table, so that the flash has several pages. */
const int large[2048] = {[2047] = 7};
int reach(int i) {
    return large[i & 2047];
}

__attribute__((noinline)) int look(int i) {
    return i & 1 ? table[i & 7] : 0x12345 + i;
}
int looks(int n) {
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += look(i) + (i % 3 ? table[(i >> 1) & 7] : values[i & 3]);
    return sum;
}
int five(int a, int b, int c, int d, int e) {
    return a + 10 * b + 100 * c + 1000 * d + 10000 * e;
}
int minus(int a) {
    return -a;
}
__attribute__((noipa)) int deep(int n) {
    volatile char room[64];
    room[0] = (char)n;
    return n ? deep(n - 1) + room[0] : 0;
}
int copies(const uint8_t *from, uint8_t *to, int n) {
    for (int i = 0; i < n; i++)
        to[i] = from[i];
    return n;
}
int allocate(int n) {
    char *a = malloc(n), *b = calloc(3, n), *c = realloc(a, 2 * n);
    int good = b && c && !b[3 * n - 1];
    free(c);
    free(b);
    return good;
}
int forever(void) {
    for (;;)
        RUN("nop");
}
int peripheral(void) {
    return *(volatile int *)0x40000000;
}
int scribble(void) {
    *(volatile int *)8 = 1;
    return 0;
}
int undefined(void) {
    RUN("udf #1");
    return 0;
}
