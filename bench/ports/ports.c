/*
 * ports.c - measure latency and throughput of the operations in hash functions, in core cycles, on an x86-64 processor.
 *
 *   cc -O2 -std=gnu11 -o ports ports.c && ./ports
 *
 * Each row runs one instruction as a chain (latency) and as eleven or twelve independent chains (throughput). A few
 * rows run mixes, to show which operations share pipes. "fed slowly" is the chain with five NOPs after every link, so
 * that the scheduler never fills; on Zen 5 a vector addition then takes one cycle instead of two. A cycle is one link
 * of a chain of dependent 64-bit additions, timed with every row, so that the clock frequency does not matter. The
 * minimum of many repetitions is printed, since other programs only add time. Figures in
 * src/wirerate/catalogue/cores.toml that name this file were measured with it.
 */
#include <cpuid.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>

enum { REPEAT = 16, LOOPS = 400, TRIES = 300 };

typedef void body(long loops);

#define ROW(name, text)                                                                                                \
    static void name(long loops) {                                                                                     \
        __asm__ volatile("1:\n.rept 16\n" text "\n.endr\ndec %0\njnz 1b"                                               \
                         : "+r"(loops)                                                                                 \
                         :                                                                                             \
                         : "rax", "rbx", "rdx", "rsi", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15", "cc",     \
                           "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10",    \
                           "xmm11", "xmm12", "xmm13", "xmm14", "xmm15");                                               \
    }

/* A scalar operation on eleven registers; OP(r) is one instruction on register r. */
#define EACH11(OP)       OP(eax) OP(ebx) OP(edx) OP(esi) OP(r8d) OP(r9d) OP(r10d) OP(r11d) OP(r12d) OP(r13d) OP(r14d)
#define CHAIN11(OP, r)   OP(r) OP(r) OP(r) OP(r) OP(r) OP(r) OP(r) OP(r) OP(r) OP(r) OP(r)
#define SCALAR(name, OP) ROW(name##_chain, CHAIN11(OP, eax)) ROW(name##_wide, EACH11(OP))

#define ADD(r)  "add %%r15d, %%" #r "\n"
#define AND(r)  "and %%r15d, %%" #r "\n"
#define ANDN(r) "andn %%r15d, %%" #r ", %%" #r "\n"
#define ROL(r)  "rol $7, %%" #r "\n"
#define RORX(r) "rorx $7, %%" #r ", %%" #r "\n"
#define SHL(r)  "shl $7, %%" #r "\n"
#define IMUL(r) "imul %%r15d, %%" #r "\n"
SCALAR(add, ADD)
SCALAR(and, AND)
SCALAR(andn, ANDN)
SCALAR(rol, ROL)
SCALAR(rorx, RORX)
SCALAR(shl, SHL)
SCALAR(imul, IMUL)
#define LEA(r) "lea 0x1234567(%%r15,%%" #r "), %%" #r "\n"
ROW(lea_chain, CHAIN11(LEA, rax))
ROW(lea_wide, LEA(rax) LEA(rbx) LEA(rdx) LEA(rsi) LEA(r8) LEA(r9) LEA(r10) LEA(r11) LEA(r12) LEA(r13) LEA(r14))
ROW(mulx_chain, "mulx %%rdx, %%rax, %%rdx\n"
                "mulx %%rdx, %%rax, %%rdx\n"
                "mulx %%rdx, %%rax, %%rdx\n"
                "mulx %%rdx, %%rax, %%rdx\n"
                "mulx %%rdx, %%rax, %%rdx\n"
                "mulx %%rdx, %%rax, %%rdx\n"
                "mulx %%rdx, %%rax, %%rdx\n"
                "mulx %%rdx, %%rax, %%rdx\n"
                "mulx %%rdx, %%rax, %%rdx\n"
                "mulx %%rdx, %%rax, %%rdx\n"
                "mulx %%rdx, %%rax, %%rdx\n")
#define MULX(r) "mulx %%r15, %%rax, %%" #r "\n"
ROW(mulx_wide,
    MULX(rbx) MULX(rsi) MULX(r8) MULX(r9) MULX(r10) MULX(r11) MULX(r12) MULX(r13) MULX(r14) MULX(rbx) MULX(rsi))
/* The scalar operations of one MD5 step on independent registers: 3 logic, 4 additions, 1 rotation. */
#define STEP(r, s)                                                                                                     \
    "and %%r15d, %%" #r "\nxor %%r15d, %%" #s "\nandn %%r15d, %%" #s ", %%" #s "\nadd %%r15d, %%" #r                   \
    "\nadd %%r15d, %%" #s "\nadd %%r15d, %%" #r "\nadd %%r15d, %%" #s "\nrol $7, %%" #r "\n"
ROW(md5_scalar_wide, STEP(eax, ebx) STEP(edx, esi) STEP(r8d, r9d) STEP(r10d, r11d) STEP(r12d, r13d))

/* A vector operation OP on register n of size z (xmm, ymm, zmm). */
#define V12(OP, z)                                                                                                     \
    OP(z, 0) OP(z, 1) OP(z, 2) OP(z, 3) OP(z, 4) OP(z, 5) OP(z, 6) OP(z, 7) OP(z, 8) OP(z, 9) OP(z, 10) OP(z, 11)
#define VCHAIN(OP, z)                                                                                                  \
    OP(z, 0) OP(z, 0) OP(z, 0) OP(z, 0) OP(z, 0) OP(z, 0) OP(z, 0) OP(z, 0) OP(z, 0) OP(z, 0) OP(z, 0) OP(z, 0)
#define VECTOR(name, OP)                                                                                               \
    ROW(name##_x_chain, VCHAIN(OP, xmm))                                                                               \
    ROW(name##_x_wide, V12(OP, xmm))                                                                                   \
    ROW(name##_y_chain, VCHAIN(OP, ymm))                                                                               \
    ROW(name##_y_wide, V12(OP, ymm)) ROW(name##_z_chain, VCHAIN(OP, zmm)) ROW(name##_z_wide, V12(OP, zmm))
#define S2(m, z, n)   m " %%" #z "15, %%" #z #n ", %%" #z #n "\n"
#define S1(m, z, n)   m " %%" #z #n ", %%" #z #n "\n"
#define VADD(z, n)    S2("vpaddd", z, n)
#define VADDQ(z, n)   S2("vpaddq", z, n)
#define VXOR(z, n)    S2("vpxord", z, n)
#define VTERN(z, n)   "vpternlogd $0xca, %%" #z "15, %%" #z "14, %%" #z #n "\n"
#define VROL(z, n)    S1("vprold $7,", z, n)
#define VSRL(z, n)    S1("vpsrld $7,", z, n)
#define VUNPCK(z, n)  S2("vpunpckldq", z, n)
#define VSHUFB(z, n)  S2("vpshufb", z, n)
#define VMULUDQ(z, n) S2("vpmuludq", z, n)
#define VIFMA(z, n)   S2("vpmadd52luq", z, n)
VECTOR(vpaddd, VADD)
VECTOR(vpaddq, VADDQ)
VECTOR(vpxord, VXOR)
VECTOR(vpternlogd, VTERN)
VECTOR(vprold, VROL)
VECTOR(vpsrld, VSRL)
VECTOR(vpunpckldq, VUNPCK)
VECTOR(vpshufb, VSHUFB)
VECTOR(vpmuludq, VMULUDQ)
VECTOR(vpmadd52luq, VIFMA)
#define VTERN2(z, n)                                                                                                   \
    "vpternlogd $0xca, %%" #z #n ", %%" #z "14, %%" #z "15\n"                                                          \
    "vpternlogd $0xca, %%" #z "15, %%" #z "14, %%" #z #n "\n"
ROW(ternsrc_chain, VTERN2(zmm, 0) VTERN2(zmm, 0) VTERN2(zmm, 0) VTERN2(zmm, 0) VTERN2(zmm, 0) VTERN2(zmm, 0))
#define VSHUF2(z, n) "vshufi32x4 $0x88, %%" #z "15, %%" #z #n ", %%" #z #n "\n"
ROW(vshufi32x4_z_chain, VCHAIN(VSHUF2, zmm))
ROW(vshufi32x4_z_wide, V12(VSHUF2, zmm))
#define VMASK(z, n) "vmovdqa32 %%" #z "15, %%" #z #n "%{%%k1%}\n"
ROW(vblend_z_wide, V12(VMASK, zmm))
/* Mixes, to show which operations share pipes: six registers for one operation, six for the other. */
#define HALF(A, B, z) A(z, 0) B(z, 6) A(z, 1) B(z, 7) A(z, 2) B(z, 8) A(z, 3) B(z, 9) A(z, 4) B(z, 10) A(z, 5) B(z, 11)
ROW(rol_srl_wide, HALF(VROL, VSRL, zmm))
ROW(rol_unpck_wide, HALF(VROL, VUNPCK, zmm))
ROW(rol_add_wide, HALF(VROL, VADD, zmm))
ROW(unpck_add_wide, HALF(VUNPCK, VADD, zmm))
ROW(tern_add_wide, HALF(VTERN, VADD, zmm))
#define VSTEP(z, a, b) VADD(z, a) VTERN(z, b) VADD(z, b) VROL(z, a) VADD(z, a) VADD(z, b)
#define VSTEPS(z)      VSTEP(z, 0, 1) VSTEP(z, 2, 3) VSTEP(z, 4, 5) VSTEP(z, 6, 7) VSTEP(z, 8, 9) VSTEP(z, 10, 11)
ROW(md5_x_wide, VSTEPS(xmm))
ROW(md5_y_wide, VSTEPS(ymm))
ROW(md5_z_wide, VSTEPS(zmm))

/* SHA instructions: two rounds of SHA-256 and four of SHA-1. The chain runs through the destination register. */
#define SHA256(z, n) "sha256rnds2 %%xmm0, %%xmm15, %%xmm" #n "\n"
#define SHA1(z, n)   "sha1rnds4 $0, %%xmm15, %%xmm" #n "\n"
#define TURNS        "sha256rnds2 %%xmm0, %%xmm1, %%xmm2\nsha256rnds2 %%xmm0, %%xmm2, %%xmm1\n"
ROW(sha256rnds2_chain, TURNS TURNS TURNS TURNS TURNS TURNS)
ROW(sha256rnds2_wide, SHA256(xmm, 1) SHA256(xmm, 2) SHA256(xmm, 3) SHA256(xmm, 4) SHA256(xmm, 5) SHA256(xmm, 6)
                          SHA256(xmm, 7) SHA256(xmm, 8) SHA256(xmm, 9) SHA256(xmm, 10) SHA256(xmm, 11) SHA256(xmm, 12))
ROW(sha1rnds4_chain, VCHAIN(SHA1, xmm))
ROW(sha1rnds4_wide, V12(SHA1, xmm))

/* The chain with NOPs between its links, so that few of them wait in the scheduler. */
#define NOPS              "nop\nnop\nnop\nnop\nnop\n"
#define FED(OP, z)        OP(z, 0) NOPS OP(z, 0) NOPS OP(z, 0) NOPS OP(z, 0) NOPS OP(z, 0) NOPS OP(z, 0) NOPS
#define FED_ROW(name, OP) ROW(name, FED(OP, zmm) FED(OP, zmm))
FED_ROW(vpaddd_fed, VADD)
FED_ROW(vpternlogd_fed, VTERN)
FED_ROW(vprold_fed, VROL)
FED_ROW(vpsrld_fed, VSRL)
FED_ROW(vpunpckldq_fed, VUNPCK)
FED_ROW(vpmuludq_fed, VMULUDQ)
#define FREE(r) "andn %%r15d, %%r14d, %%" #r "\n"
#define FREE10  FREE(eax) FREE(ebx) FREE(edx) FREE(esi) FREE(r8d) FREE(r9d) FREE(r10d) FREE(r11d) FREE(r12d) FREE(r13d)
ROW(free_wide, FREE10 FREE10 FREE10)

static uint64_t nanoseconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC_RAW, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static double least_ns(body *f) {
    double least = 1e18;
    for (int i = 0; i < TRIES; i++) {
        uint64_t start = nanoseconds();
        f(LOOPS);
        double ns = (double)(nanoseconds() - start);
        if (ns < least)
            least = ns;
    }
    return least / (LOOPS * REPEAT);
}

static double cycle_ns;

static void row(const char *name, body *chain, int links, body *wide, int operations) {
    cycle_ns = least_ns(add_chain) / 11;
    printf("%-22s", name);
    if (chain)
        printf("  latency %5.2f", least_ns(chain) / cycle_ns / links);
    else
        printf("  %13s", "");
    if (wide)
        printf("  per cycle %5.2f", operations / (least_ns(wide) / cycle_ns));
    printf("\n");
}

#define SCALAR_ROW(name) row(#name, name##_chain, 11, name##_wide, 11)
#define VECTOR_ROW(name)                                                                                               \
    row(#name " xmm", name##_x_chain, 12, name##_x_wide, 12);                                                          \
    row(#name " ymm", name##_y_chain, 12, name##_y_wide, 12);                                                          \
    row(#name " zmm", name##_z_chain, 12, name##_z_wide, 12)

int main(void) {
    SCALAR_ROW(add);
    SCALAR_ROW(and);
    SCALAR_ROW(andn);
    SCALAR_ROW(rol);
    SCALAR_ROW(rorx);
    SCALAR_ROW(shl);
    SCALAR_ROW(lea);
    SCALAR_ROW(imul);
    SCALAR_ROW(mulx);
    row("andn, no chain", NULL, 0, free_wide, 30);
    row("MD5 mix scalar", NULL, 0, md5_scalar_wide, 40);
    unsigned a, b, c, d;
    if (__get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & bit_SHA)) {
        row("sha256rnds2", sha256rnds2_chain, 12, sha256rnds2_wide, 12);
        row("sha1rnds4", sha1rnds4_chain, 12, sha1rnds4_wide, 12);
    }
    if (!__builtin_cpu_supports("avx512vl") || !__builtin_cpu_supports("avx512ifma")) {
        printf("this processor lacks AVX-512 with VL and IFMA: no vector rows\n");
        return 0;
    }
    VECTOR_ROW(vpaddd);
    VECTOR_ROW(vpaddq);
    VECTOR_ROW(vpxord);
    VECTOR_ROW(vpternlogd);
    VECTOR_ROW(vprold);
    VECTOR_ROW(vpsrld);
    VECTOR_ROW(vpunpckldq);
    VECTOR_ROW(vpshufb);
    VECTOR_ROW(vpmuludq);
    VECTOR_ROW(vpmadd52luq);
    row("vpaddd zmm, fed slowly", vpaddd_fed, 12, NULL, 0);
    row("vpternlogd, fed slowly", vpternlogd_fed, 12, NULL, 0);
    row("vprold, fed slowly", vprold_fed, 12, NULL, 0);
    row("vpsrld, fed slowly", vpsrld_fed, 12, NULL, 0);
    row("unpck, fed slowly", vpunpckldq_fed, 12, NULL, 0);
    row("vpmuludq, fed slowly", vpmuludq_fed, 12, NULL, 0);
    row("vpternlogd source zmm", ternsrc_chain, 12, NULL, 0);
    row("vshufi32x4 zmm", vshufi32x4_z_chain, 12, vshufi32x4_z_wide, 12);
    row("masked vmovdqa32 zmm", NULL, 0, vblend_z_wide, 12);
    row("vprold + vpsrld zmm", NULL, 0, rol_srl_wide, 12);
    row("vprold + unpck zmm", NULL, 0, rol_unpck_wide, 12);
    row("vprold + vpaddd zmm", NULL, 0, rol_add_wide, 12);
    row("unpck + vpaddd zmm", NULL, 0, unpck_add_wide, 12);
    row("ternlog + vpaddd zmm", NULL, 0, tern_add_wide, 12);
    row("MD5 mix xmm", NULL, 0, md5_x_wide, 36);
    row("MD5 mix ymm", NULL, 0, md5_y_wide, 36);
    row("MD5 mix zmm", NULL, 0, md5_z_wide, 36);
    return 0;
}
