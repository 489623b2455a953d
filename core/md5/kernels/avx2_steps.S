/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Written by generate_avx2.py from steps.h. Do not edit. */
#ifdef __CET__
#include <cet.h>
#endif
    .intel_syntax noprefix
    .section .rodata
    .p2align 5
ones:
    .fill 8, 4, 0xffffffff
constants:
    .fill 8, 4, 0xd76aa478
    .fill 8, 4, 0xe8c7b756
    .fill 8, 4, 0x242070db
    .fill 8, 4, 0xc1bdceee
    .fill 8, 4, 0xf57c0faf
    .fill 8, 4, 0x4787c62a
    .fill 8, 4, 0xa8304613
    .fill 8, 4, 0xfd469501
    .fill 8, 4, 0x698098d8
    .fill 8, 4, 0x8b44f7af
    .fill 8, 4, 0xffff5bb1
    .fill 8, 4, 0x895cd7be
    .fill 8, 4, 0x6b901122
    .fill 8, 4, 0xfd987193
    .fill 8, 4, 0xa679438e
    .fill 8, 4, 0x49b40821
    .fill 8, 4, 0xf61e2562
    .fill 8, 4, 0xc040b340
    .fill 8, 4, 0x265e5a51
    .fill 8, 4, 0xe9b6c7aa
    .fill 8, 4, 0xd62f105d
    .fill 8, 4, 0x02441453
    .fill 8, 4, 0xd8a1e681
    .fill 8, 4, 0xe7d3fbc8
    .fill 8, 4, 0x21e1cde6
    .fill 8, 4, 0xc33707d6
    .fill 8, 4, 0xf4d50d87
    .fill 8, 4, 0x455a14ed
    .fill 8, 4, 0xa9e3e905
    .fill 8, 4, 0xfcefa3f8
    .fill 8, 4, 0x676f02d9
    .fill 8, 4, 0x8d2a4c8a
    .fill 8, 4, 0xfffa3942
    .fill 8, 4, 0x8771f681
    .fill 8, 4, 0x6d9d6122
    .fill 8, 4, 0xfde5380c
    .fill 8, 4, 0xa4beea44
    .fill 8, 4, 0x4bdecfa9
    .fill 8, 4, 0xf6bb4b60
    .fill 8, 4, 0xbebfbc70
    .fill 8, 4, 0x289b7ec6
    .fill 8, 4, 0xeaa127fa
    .fill 8, 4, 0xd4ef3085
    .fill 8, 4, 0x04881d05
    .fill 8, 4, 0xd9d4d039
    .fill 8, 4, 0xe6db99e5
    .fill 8, 4, 0x1fa27cf8
    .fill 8, 4, 0xc4ac5665
    .fill 8, 4, 0xf4292244
    .fill 8, 4, 0x432aff97
    .fill 8, 4, 0xab9423a7
    .fill 8, 4, 0xfc93a039
    .fill 8, 4, 0x655b59c3
    .fill 8, 4, 0x8f0ccc92
    .fill 8, 4, 0xffeff47d
    .fill 8, 4, 0x85845dd1
    .fill 8, 4, 0x6fa87e4f
    .fill 8, 4, 0xfe2ce6e0
    .fill 8, 4, 0xa3014314
    .fill 8, 4, 0x4e0811a1
    .fill 8, 4, 0xf7537e82
    .fill 8, 4, 0xbd3af235
    .fill 8, 4, 0x2ad7d2bb
    .fill 8, 4, 0xeb86d391
    .text

    .p2align 6
    .globl wr_md5_avx2_block_16
    .hidden wr_md5_avx2_block_16
    .type wr_md5_avx2_block_16, @function
wr_md5_avx2_block_16:
    .cfi_startproc
    endbr64
    push rbp
    .cfi_def_cfa_offset 16
    .cfi_offset 6, -16
    mov rbp, rsp
    .cfi_def_cfa_register 6
    lea rax, [rip + constants]
    lea rdx, [rip + ones]
    vmovdqu ymm15, [rdi + 0]
    vmovdqa [rsi + 128], ymm15
    vmovdqu ymm15, [rdi + 256]
    vmovdqa [rsi + 384], ymm15
    vmovdqu ymm15, [rdi + 512]
    vmovdqa [rsi + 640], ymm15
    vmovdqu ymm15, [rdi + 768]
    vmovdqa [rsi + 896], ymm15
    vmovdqu ymm15, [rdi + 32]
    vmovdqa [rsi + 160], ymm15
    vmovdqu ymm15, [rdi + 288]
    vmovdqa [rsi + 416], ymm15
    vmovdqu ymm15, [rdi + 544]
    vmovdqa [rsi + 672], ymm15
    vmovdqu ymm15, [rdi + 800]
    vmovdqa [rsi + 928], ymm15
    vmovdqa ymm2, [rsi + 384]
    vmovdqa ymm5, [rsi + 416]
    vmovdqa ymm1, [rsi + 640]
    vmovdqa ymm4, [rsi + 672]
    vmovdqa ymm0, [rsi + 128]
    vmovdqa ymm3, [rsi + 160]
    vpaddd ymm0, ymm0, [rax + 0]
    vpaddd ymm3, ymm3, [rax + 0]
    vpaddd ymm0, ymm0, [rsi + 0]
    vpaddd ymm3, ymm3, [rsi + 32]
    vpand ymm12, ymm2, ymm1
    vpand ymm13, ymm5, ymm4
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vpandn ymm12, ymm2, [rsi + 896]
    vpandn ymm13, ymm5, [rsi + 928]
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vpslld ymm12, ymm0, 7
    vpslld ymm13, ymm3, 7
    vpsrld ymm0, ymm0, 25
    vpsrld ymm3, ymm3, 25
    vpaddd ymm12, ymm12, ymm2
    vpaddd ymm13, ymm13, ymm5
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vmovdqa [rsi + 128], ymm0
    vmovdqa [rsi + 160], ymm3
    vmovdqa ymm1, [rsi + 896]
    vmovdqa ymm4, [rsi + 928]
    vpaddd ymm1, ymm1, [rax + 32]
    vpaddd ymm4, ymm4, [rax + 32]
    vpaddd ymm1, ymm1, [rsi + 256]
    vpaddd ymm4, ymm4, [rsi + 288]
    vpand ymm12, ymm0, ymm2
    vpand ymm13, ymm3, ymm5
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vpandn ymm12, ymm0, [rsi + 640]
    vpandn ymm13, ymm3, [rsi + 672]
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vpslld ymm12, ymm1, 12
    vpslld ymm13, ymm4, 12
    vpsrld ymm1, ymm1, 20
    vpsrld ymm4, ymm4, 20
    vpaddd ymm12, ymm12, ymm0
    vpaddd ymm13, ymm13, ymm3
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vmovdqa [rsi + 896], ymm1
    vmovdqa [rsi + 928], ymm4
    vmovdqa ymm2, [rsi + 640]
    vmovdqa ymm5, [rsi + 672]
    vpaddd ymm2, ymm2, [rax + 64]
    vpaddd ymm5, ymm5, [rax + 64]
    vpaddd ymm2, ymm2, [rsi + 512]
    vpaddd ymm5, ymm5, [rsi + 544]
    vpand ymm12, ymm1, ymm0
    vpand ymm13, ymm4, ymm3
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vpandn ymm12, ymm1, [rsi + 384]
    vpandn ymm13, ymm4, [rsi + 416]
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vpslld ymm12, ymm2, 17
    vpslld ymm13, ymm5, 17
    vpsrld ymm2, ymm2, 15
    vpsrld ymm5, ymm5, 15
    vpaddd ymm12, ymm12, ymm1
    vpaddd ymm13, ymm13, ymm4
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vmovdqa [rsi + 640], ymm2
    vmovdqa [rsi + 672], ymm5
    vmovdqa ymm0, [rsi + 384]
    vmovdqa ymm3, [rsi + 416]
    vpaddd ymm0, ymm0, [rax + 96]
    vpaddd ymm3, ymm3, [rax + 96]
    vpaddd ymm0, ymm0, [rsi + 768]
    vpaddd ymm3, ymm3, [rsi + 800]
    vpand ymm12, ymm2, ymm1
    vpand ymm13, ymm5, ymm4
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vpandn ymm12, ymm2, [rsi + 128]
    vpandn ymm13, ymm5, [rsi + 160]
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vpslld ymm12, ymm0, 22
    vpslld ymm13, ymm3, 22
    vpsrld ymm0, ymm0, 10
    vpsrld ymm3, ymm3, 10
    vpaddd ymm12, ymm12, ymm2
    vpaddd ymm13, ymm13, ymm5
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vmovdqa [rsi + 384], ymm0
    vmovdqa [rsi + 416], ymm3
    vmovdqa ymm1, [rsi + 128]
    vmovdqa ymm4, [rsi + 160]
    vpaddd ymm1, ymm1, [rax + 128]
    vpaddd ymm4, ymm4, [rax + 128]
    vpaddd ymm1, ymm1, [rsi + 1024]
    vpaddd ymm4, ymm4, [rsi + 1056]
    vpand ymm12, ymm0, ymm2
    vpand ymm13, ymm3, ymm5
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vpandn ymm12, ymm0, [rsi + 896]
    vpandn ymm13, ymm3, [rsi + 928]
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vpslld ymm12, ymm1, 7
    vpslld ymm13, ymm4, 7
    vpsrld ymm1, ymm1, 25
    vpsrld ymm4, ymm4, 25
    vpaddd ymm12, ymm12, ymm0
    vpaddd ymm13, ymm13, ymm3
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vmovdqa [rsi + 128], ymm1
    vmovdqa [rsi + 160], ymm4
    vmovdqa ymm2, [rsi + 896]
    vmovdqa ymm5, [rsi + 928]
    vpaddd ymm2, ymm2, [rax + 160]
    vpaddd ymm5, ymm5, [rax + 160]
    vpaddd ymm2, ymm2, [rsi + 1280]
    vpaddd ymm5, ymm5, [rsi + 1312]
    vpand ymm12, ymm1, ymm0
    vpand ymm13, ymm4, ymm3
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vpandn ymm12, ymm1, [rsi + 640]
    vpandn ymm13, ymm4, [rsi + 672]
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vpslld ymm12, ymm2, 12
    vpslld ymm13, ymm5, 12
    vpsrld ymm2, ymm2, 20
    vpsrld ymm5, ymm5, 20
    vpaddd ymm12, ymm12, ymm1
    vpaddd ymm13, ymm13, ymm4
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vmovdqa [rsi + 896], ymm2
    vmovdqa [rsi + 928], ymm5
    vmovdqa ymm0, [rsi + 640]
    vmovdqa ymm3, [rsi + 672]
    vpaddd ymm0, ymm0, [rax + 192]
    vpaddd ymm3, ymm3, [rax + 192]
    vpaddd ymm0, ymm0, [rsi + 1536]
    vpaddd ymm3, ymm3, [rsi + 1568]
    vpand ymm12, ymm2, ymm1
    vpand ymm13, ymm5, ymm4
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vpandn ymm12, ymm2, [rsi + 384]
    vpandn ymm13, ymm5, [rsi + 416]
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vpslld ymm12, ymm0, 17
    vpslld ymm13, ymm3, 17
    vpsrld ymm0, ymm0, 15
    vpsrld ymm3, ymm3, 15
    vpaddd ymm12, ymm12, ymm2
    vpaddd ymm13, ymm13, ymm5
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vmovdqa [rsi + 640], ymm0
    vmovdqa [rsi + 672], ymm3
    vmovdqa ymm1, [rsi + 384]
    vmovdqa ymm4, [rsi + 416]
    vpaddd ymm1, ymm1, [rax + 224]
    vpaddd ymm4, ymm4, [rax + 224]
    vpaddd ymm1, ymm1, [rsi + 1792]
    vpaddd ymm4, ymm4, [rsi + 1824]
    vpand ymm12, ymm0, ymm2
    vpand ymm13, ymm3, ymm5
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vpandn ymm12, ymm0, [rsi + 128]
    vpandn ymm13, ymm3, [rsi + 160]
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vpslld ymm12, ymm1, 22
    vpslld ymm13, ymm4, 22
    vpsrld ymm1, ymm1, 10
    vpsrld ymm4, ymm4, 10
    vpaddd ymm12, ymm12, ymm0
    vpaddd ymm13, ymm13, ymm3
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vmovdqa [rsi + 384], ymm1
    vmovdqa [rsi + 416], ymm4
    vmovdqa ymm2, [rsi + 128]
    vmovdqa ymm5, [rsi + 160]
    vpaddd ymm2, ymm2, [rax + 256]
    vpaddd ymm5, ymm5, [rax + 256]
    vpaddd ymm2, ymm2, [rsi + 2048]
    vpaddd ymm5, ymm5, [rsi + 2080]
    vpand ymm12, ymm1, ymm0
    vpand ymm13, ymm4, ymm3
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vpandn ymm12, ymm1, [rsi + 896]
    vpandn ymm13, ymm4, [rsi + 928]
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vpslld ymm12, ymm2, 7
    vpslld ymm13, ymm5, 7
    vpsrld ymm2, ymm2, 25
    vpsrld ymm5, ymm5, 25
    vpaddd ymm12, ymm12, ymm1
    vpaddd ymm13, ymm13, ymm4
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vmovdqa [rsi + 128], ymm2
    vmovdqa [rsi + 160], ymm5
    vmovdqa ymm0, [rsi + 896]
    vmovdqa ymm3, [rsi + 928]
    vpaddd ymm0, ymm0, [rax + 288]
    vpaddd ymm3, ymm3, [rax + 288]
    vpaddd ymm0, ymm0, [rsi + 2304]
    vpaddd ymm3, ymm3, [rsi + 2336]
    vpand ymm12, ymm2, ymm1
    vpand ymm13, ymm5, ymm4
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vpandn ymm12, ymm2, [rsi + 640]
    vpandn ymm13, ymm5, [rsi + 672]
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vpslld ymm12, ymm0, 12
    vpslld ymm13, ymm3, 12
    vpsrld ymm0, ymm0, 20
    vpsrld ymm3, ymm3, 20
    vpaddd ymm12, ymm12, ymm2
    vpaddd ymm13, ymm13, ymm5
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vmovdqa [rsi + 896], ymm0
    vmovdqa [rsi + 928], ymm3
    vmovdqa ymm1, [rsi + 640]
    vmovdqa ymm4, [rsi + 672]
    vpaddd ymm1, ymm1, [rax + 320]
    vpaddd ymm4, ymm4, [rax + 320]
    vpaddd ymm1, ymm1, [rsi + 2560]
    vpaddd ymm4, ymm4, [rsi + 2592]
    vpand ymm12, ymm0, ymm2
    vpand ymm13, ymm3, ymm5
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vpandn ymm12, ymm0, [rsi + 384]
    vpandn ymm13, ymm3, [rsi + 416]
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vpslld ymm12, ymm1, 17
    vpslld ymm13, ymm4, 17
    vpsrld ymm1, ymm1, 15
    vpsrld ymm4, ymm4, 15
    vpaddd ymm12, ymm12, ymm0
    vpaddd ymm13, ymm13, ymm3
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vmovdqa [rsi + 640], ymm1
    vmovdqa [rsi + 672], ymm4
    vmovdqa ymm2, [rsi + 384]
    vmovdqa ymm5, [rsi + 416]
    vpaddd ymm2, ymm2, [rax + 352]
    vpaddd ymm5, ymm5, [rax + 352]
    vpaddd ymm2, ymm2, [rsi + 2816]
    vpaddd ymm5, ymm5, [rsi + 2848]
    vpand ymm12, ymm1, ymm0
    vpand ymm13, ymm4, ymm3
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vpandn ymm12, ymm1, [rsi + 128]
    vpandn ymm13, ymm4, [rsi + 160]
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vpslld ymm12, ymm2, 22
    vpslld ymm13, ymm5, 22
    vpsrld ymm2, ymm2, 10
    vpsrld ymm5, ymm5, 10
    vpaddd ymm12, ymm12, ymm1
    vpaddd ymm13, ymm13, ymm4
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vmovdqa [rsi + 384], ymm2
    vmovdqa [rsi + 416], ymm5
    vmovdqa ymm0, [rsi + 128]
    vmovdqa ymm3, [rsi + 160]
    vpaddd ymm0, ymm0, [rax + 384]
    vpaddd ymm3, ymm3, [rax + 384]
    vpaddd ymm0, ymm0, [rsi + 3072]
    vpaddd ymm3, ymm3, [rsi + 3104]
    vpand ymm12, ymm2, ymm1
    vpand ymm13, ymm5, ymm4
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vpandn ymm12, ymm2, [rsi + 896]
    vpandn ymm13, ymm5, [rsi + 928]
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vpslld ymm12, ymm0, 7
    vpslld ymm13, ymm3, 7
    vpsrld ymm0, ymm0, 25
    vpsrld ymm3, ymm3, 25
    vpaddd ymm12, ymm12, ymm2
    vpaddd ymm13, ymm13, ymm5
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vmovdqa [rsi + 128], ymm0
    vmovdqa [rsi + 160], ymm3
    vmovdqa ymm1, [rsi + 896]
    vmovdqa ymm4, [rsi + 928]
    vpaddd ymm1, ymm1, [rax + 416]
    vpaddd ymm4, ymm4, [rax + 416]
    vpaddd ymm1, ymm1, [rsi + 3328]
    vpaddd ymm4, ymm4, [rsi + 3360]
    vpand ymm12, ymm0, ymm2
    vpand ymm13, ymm3, ymm5
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vpandn ymm12, ymm0, [rsi + 640]
    vpandn ymm13, ymm3, [rsi + 672]
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vpslld ymm12, ymm1, 12
    vpslld ymm13, ymm4, 12
    vpsrld ymm1, ymm1, 20
    vpsrld ymm4, ymm4, 20
    vpaddd ymm12, ymm12, ymm0
    vpaddd ymm13, ymm13, ymm3
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vmovdqa [rsi + 896], ymm1
    vmovdqa [rsi + 928], ymm4
    vmovdqa ymm2, [rsi + 640]
    vmovdqa ymm5, [rsi + 672]
    vpaddd ymm2, ymm2, [rax + 448]
    vpaddd ymm5, ymm5, [rax + 448]
    vpaddd ymm2, ymm2, [rsi + 3584]
    vpaddd ymm5, ymm5, [rsi + 3616]
    vpand ymm12, ymm1, ymm0
    vpand ymm13, ymm4, ymm3
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vpandn ymm12, ymm1, [rsi + 384]
    vpandn ymm13, ymm4, [rsi + 416]
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vpslld ymm12, ymm2, 17
    vpslld ymm13, ymm5, 17
    vpsrld ymm2, ymm2, 15
    vpsrld ymm5, ymm5, 15
    vpaddd ymm12, ymm12, ymm1
    vpaddd ymm13, ymm13, ymm4
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vmovdqa [rsi + 640], ymm2
    vmovdqa [rsi + 672], ymm5
    vmovdqa ymm0, [rsi + 384]
    vmovdqa ymm3, [rsi + 416]
    vpaddd ymm0, ymm0, [rax + 480]
    vpaddd ymm3, ymm3, [rax + 480]
    vpaddd ymm0, ymm0, [rsi + 3840]
    vpaddd ymm3, ymm3, [rsi + 3872]
    vpand ymm12, ymm2, ymm1
    vpand ymm13, ymm5, ymm4
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vpandn ymm12, ymm2, [rsi + 128]
    vpandn ymm13, ymm5, [rsi + 160]
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vpslld ymm12, ymm0, 22
    vpslld ymm13, ymm3, 22
    vpsrld ymm0, ymm0, 10
    vpsrld ymm3, ymm3, 10
    vpaddd ymm12, ymm12, ymm2
    vpaddd ymm13, ymm13, ymm5
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vmovdqa [rsi + 384], ymm0
    vmovdqa [rsi + 416], ymm3
    vmovdqa ymm1, [rsi + 128]
    vmovdqa ymm4, [rsi + 160]
    vpaddd ymm1, ymm1, [rax + 512]
    vpaddd ymm4, ymm4, [rax + 512]
    vpaddd ymm1, ymm1, [rsi + 256]
    vpaddd ymm4, ymm4, [rsi + 288]
    vmovdqa ymm12, [rsi + 896]
    vmovdqa ymm13, [rsi + 928]
    vpandn ymm12, ymm12, ymm2
    vpandn ymm13, ymm13, ymm5
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vpand ymm12, ymm0, [rsi + 896]
    vpand ymm13, ymm3, [rsi + 928]
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vpslld ymm12, ymm1, 5
    vpslld ymm13, ymm4, 5
    vpsrld ymm1, ymm1, 27
    vpsrld ymm4, ymm4, 27
    vpaddd ymm12, ymm12, ymm0
    vpaddd ymm13, ymm13, ymm3
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vmovdqa [rsi + 128], ymm1
    vmovdqa [rsi + 160], ymm4
    vmovdqa ymm2, [rsi + 896]
    vmovdqa ymm5, [rsi + 928]
    vpaddd ymm2, ymm2, [rax + 544]
    vpaddd ymm5, ymm5, [rax + 544]
    vpaddd ymm2, ymm2, [rsi + 1536]
    vpaddd ymm5, ymm5, [rsi + 1568]
    vmovdqa ymm12, [rsi + 640]
    vmovdqa ymm13, [rsi + 672]
    vpandn ymm12, ymm12, ymm0
    vpandn ymm13, ymm13, ymm3
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vpand ymm12, ymm1, [rsi + 640]
    vpand ymm13, ymm4, [rsi + 672]
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vpslld ymm12, ymm2, 9
    vpslld ymm13, ymm5, 9
    vpsrld ymm2, ymm2, 23
    vpsrld ymm5, ymm5, 23
    vpaddd ymm12, ymm12, ymm1
    vpaddd ymm13, ymm13, ymm4
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vmovdqa [rsi + 896], ymm2
    vmovdqa [rsi + 928], ymm5
    vmovdqa ymm0, [rsi + 640]
    vmovdqa ymm3, [rsi + 672]
    vpaddd ymm0, ymm0, [rax + 576]
    vpaddd ymm3, ymm3, [rax + 576]
    vpaddd ymm0, ymm0, [rsi + 2816]
    vpaddd ymm3, ymm3, [rsi + 2848]
    vmovdqa ymm12, [rsi + 384]
    vmovdqa ymm13, [rsi + 416]
    vpandn ymm12, ymm12, ymm1
    vpandn ymm13, ymm13, ymm4
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vpand ymm12, ymm2, [rsi + 384]
    vpand ymm13, ymm5, [rsi + 416]
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vpslld ymm12, ymm0, 14
    vpslld ymm13, ymm3, 14
    vpsrld ymm0, ymm0, 18
    vpsrld ymm3, ymm3, 18
    vpaddd ymm12, ymm12, ymm2
    vpaddd ymm13, ymm13, ymm5
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vmovdqa [rsi + 640], ymm0
    vmovdqa [rsi + 672], ymm3
    vmovdqa ymm1, [rsi + 384]
    vmovdqa ymm4, [rsi + 416]
    vpaddd ymm1, ymm1, [rax + 608]
    vpaddd ymm4, ymm4, [rax + 608]
    vpaddd ymm1, ymm1, [rsi + 0]
    vpaddd ymm4, ymm4, [rsi + 32]
    vmovdqa ymm12, [rsi + 128]
    vmovdqa ymm13, [rsi + 160]
    vpandn ymm12, ymm12, ymm2
    vpandn ymm13, ymm13, ymm5
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vpand ymm12, ymm0, [rsi + 128]
    vpand ymm13, ymm3, [rsi + 160]
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vpslld ymm12, ymm1, 20
    vpslld ymm13, ymm4, 20
    vpsrld ymm1, ymm1, 12
    vpsrld ymm4, ymm4, 12
    vpaddd ymm12, ymm12, ymm0
    vpaddd ymm13, ymm13, ymm3
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vmovdqa [rsi + 384], ymm1
    vmovdqa [rsi + 416], ymm4
    vmovdqa ymm2, [rsi + 128]
    vmovdqa ymm5, [rsi + 160]
    vpaddd ymm2, ymm2, [rax + 640]
    vpaddd ymm5, ymm5, [rax + 640]
    vpaddd ymm2, ymm2, [rsi + 1280]
    vpaddd ymm5, ymm5, [rsi + 1312]
    vmovdqa ymm12, [rsi + 896]
    vmovdqa ymm13, [rsi + 928]
    vpandn ymm12, ymm12, ymm0
    vpandn ymm13, ymm13, ymm3
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vpand ymm12, ymm1, [rsi + 896]
    vpand ymm13, ymm4, [rsi + 928]
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vpslld ymm12, ymm2, 5
    vpslld ymm13, ymm5, 5
    vpsrld ymm2, ymm2, 27
    vpsrld ymm5, ymm5, 27
    vpaddd ymm12, ymm12, ymm1
    vpaddd ymm13, ymm13, ymm4
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vmovdqa [rsi + 128], ymm2
    vmovdqa [rsi + 160], ymm5
    vmovdqa ymm0, [rsi + 896]
    vmovdqa ymm3, [rsi + 928]
    vpaddd ymm0, ymm0, [rax + 672]
    vpaddd ymm3, ymm3, [rax + 672]
    vpaddd ymm0, ymm0, [rsi + 2560]
    vpaddd ymm3, ymm3, [rsi + 2592]
    vmovdqa ymm12, [rsi + 640]
    vmovdqa ymm13, [rsi + 672]
    vpandn ymm12, ymm12, ymm1
    vpandn ymm13, ymm13, ymm4
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vpand ymm12, ymm2, [rsi + 640]
    vpand ymm13, ymm5, [rsi + 672]
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vpslld ymm12, ymm0, 9
    vpslld ymm13, ymm3, 9
    vpsrld ymm0, ymm0, 23
    vpsrld ymm3, ymm3, 23
    vpaddd ymm12, ymm12, ymm2
    vpaddd ymm13, ymm13, ymm5
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vmovdqa [rsi + 896], ymm0
    vmovdqa [rsi + 928], ymm3
    vmovdqa ymm1, [rsi + 640]
    vmovdqa ymm4, [rsi + 672]
    vpaddd ymm1, ymm1, [rax + 704]
    vpaddd ymm4, ymm4, [rax + 704]
    vpaddd ymm1, ymm1, [rsi + 3840]
    vpaddd ymm4, ymm4, [rsi + 3872]
    vmovdqa ymm12, [rsi + 384]
    vmovdqa ymm13, [rsi + 416]
    vpandn ymm12, ymm12, ymm2
    vpandn ymm13, ymm13, ymm5
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vpand ymm12, ymm0, [rsi + 384]
    vpand ymm13, ymm3, [rsi + 416]
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vpslld ymm12, ymm1, 14
    vpslld ymm13, ymm4, 14
    vpsrld ymm1, ymm1, 18
    vpsrld ymm4, ymm4, 18
    vpaddd ymm12, ymm12, ymm0
    vpaddd ymm13, ymm13, ymm3
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vmovdqa [rsi + 640], ymm1
    vmovdqa [rsi + 672], ymm4
    vmovdqa ymm2, [rsi + 384]
    vmovdqa ymm5, [rsi + 416]
    vpaddd ymm2, ymm2, [rax + 736]
    vpaddd ymm5, ymm5, [rax + 736]
    vpaddd ymm2, ymm2, [rsi + 1024]
    vpaddd ymm5, ymm5, [rsi + 1056]
    vmovdqa ymm12, [rsi + 128]
    vmovdqa ymm13, [rsi + 160]
    vpandn ymm12, ymm12, ymm0
    vpandn ymm13, ymm13, ymm3
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vpand ymm12, ymm1, [rsi + 128]
    vpand ymm13, ymm4, [rsi + 160]
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vpslld ymm12, ymm2, 20
    vpslld ymm13, ymm5, 20
    vpsrld ymm2, ymm2, 12
    vpsrld ymm5, ymm5, 12
    vpaddd ymm12, ymm12, ymm1
    vpaddd ymm13, ymm13, ymm4
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vmovdqa [rsi + 384], ymm2
    vmovdqa [rsi + 416], ymm5
    vmovdqa ymm0, [rsi + 128]
    vmovdqa ymm3, [rsi + 160]
    vpaddd ymm0, ymm0, [rax + 768]
    vpaddd ymm3, ymm3, [rax + 768]
    vpaddd ymm0, ymm0, [rsi + 2304]
    vpaddd ymm3, ymm3, [rsi + 2336]
    vmovdqa ymm12, [rsi + 896]
    vmovdqa ymm13, [rsi + 928]
    vpandn ymm12, ymm12, ymm1
    vpandn ymm13, ymm13, ymm4
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vpand ymm12, ymm2, [rsi + 896]
    vpand ymm13, ymm5, [rsi + 928]
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vpslld ymm12, ymm0, 5
    vpslld ymm13, ymm3, 5
    vpsrld ymm0, ymm0, 27
    vpsrld ymm3, ymm3, 27
    vpaddd ymm12, ymm12, ymm2
    vpaddd ymm13, ymm13, ymm5
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vmovdqa [rsi + 128], ymm0
    vmovdqa [rsi + 160], ymm3
    vmovdqa ymm1, [rsi + 896]
    vmovdqa ymm4, [rsi + 928]
    vpaddd ymm1, ymm1, [rax + 800]
    vpaddd ymm4, ymm4, [rax + 800]
    vpaddd ymm1, ymm1, [rsi + 3584]
    vpaddd ymm4, ymm4, [rsi + 3616]
    vmovdqa ymm12, [rsi + 640]
    vmovdqa ymm13, [rsi + 672]
    vpandn ymm12, ymm12, ymm2
    vpandn ymm13, ymm13, ymm5
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vpand ymm12, ymm0, [rsi + 640]
    vpand ymm13, ymm3, [rsi + 672]
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vpslld ymm12, ymm1, 9
    vpslld ymm13, ymm4, 9
    vpsrld ymm1, ymm1, 23
    vpsrld ymm4, ymm4, 23
    vpaddd ymm12, ymm12, ymm0
    vpaddd ymm13, ymm13, ymm3
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vmovdqa [rsi + 896], ymm1
    vmovdqa [rsi + 928], ymm4
    vmovdqa ymm2, [rsi + 640]
    vmovdqa ymm5, [rsi + 672]
    vpaddd ymm2, ymm2, [rax + 832]
    vpaddd ymm5, ymm5, [rax + 832]
    vpaddd ymm2, ymm2, [rsi + 768]
    vpaddd ymm5, ymm5, [rsi + 800]
    vmovdqa ymm12, [rsi + 384]
    vmovdqa ymm13, [rsi + 416]
    vpandn ymm12, ymm12, ymm0
    vpandn ymm13, ymm13, ymm3
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vpand ymm12, ymm1, [rsi + 384]
    vpand ymm13, ymm4, [rsi + 416]
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vpslld ymm12, ymm2, 14
    vpslld ymm13, ymm5, 14
    vpsrld ymm2, ymm2, 18
    vpsrld ymm5, ymm5, 18
    vpaddd ymm12, ymm12, ymm1
    vpaddd ymm13, ymm13, ymm4
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vmovdqa [rsi + 640], ymm2
    vmovdqa [rsi + 672], ymm5
    vmovdqa ymm0, [rsi + 384]
    vmovdqa ymm3, [rsi + 416]
    vpaddd ymm0, ymm0, [rax + 864]
    vpaddd ymm3, ymm3, [rax + 864]
    vpaddd ymm0, ymm0, [rsi + 2048]
    vpaddd ymm3, ymm3, [rsi + 2080]
    vmovdqa ymm12, [rsi + 128]
    vmovdqa ymm13, [rsi + 160]
    vpandn ymm12, ymm12, ymm1
    vpandn ymm13, ymm13, ymm4
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vpand ymm12, ymm2, [rsi + 128]
    vpand ymm13, ymm5, [rsi + 160]
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vpslld ymm12, ymm0, 20
    vpslld ymm13, ymm3, 20
    vpsrld ymm0, ymm0, 12
    vpsrld ymm3, ymm3, 12
    vpaddd ymm12, ymm12, ymm2
    vpaddd ymm13, ymm13, ymm5
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vmovdqa [rsi + 384], ymm0
    vmovdqa [rsi + 416], ymm3
    vmovdqa ymm1, [rsi + 128]
    vmovdqa ymm4, [rsi + 160]
    vpaddd ymm1, ymm1, [rax + 896]
    vpaddd ymm4, ymm4, [rax + 896]
    vpaddd ymm1, ymm1, [rsi + 3328]
    vpaddd ymm4, ymm4, [rsi + 3360]
    vmovdqa ymm12, [rsi + 896]
    vmovdqa ymm13, [rsi + 928]
    vpandn ymm12, ymm12, ymm2
    vpandn ymm13, ymm13, ymm5
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vpand ymm12, ymm0, [rsi + 896]
    vpand ymm13, ymm3, [rsi + 928]
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vpslld ymm12, ymm1, 5
    vpslld ymm13, ymm4, 5
    vpsrld ymm1, ymm1, 27
    vpsrld ymm4, ymm4, 27
    vpaddd ymm12, ymm12, ymm0
    vpaddd ymm13, ymm13, ymm3
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vmovdqa [rsi + 128], ymm1
    vmovdqa [rsi + 160], ymm4
    vmovdqa ymm2, [rsi + 896]
    vmovdqa ymm5, [rsi + 928]
    vpaddd ymm2, ymm2, [rax + 928]
    vpaddd ymm5, ymm5, [rax + 928]
    vpaddd ymm2, ymm2, [rsi + 512]
    vpaddd ymm5, ymm5, [rsi + 544]
    vmovdqa ymm12, [rsi + 640]
    vmovdqa ymm13, [rsi + 672]
    vpandn ymm12, ymm12, ymm0
    vpandn ymm13, ymm13, ymm3
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vpand ymm12, ymm1, [rsi + 640]
    vpand ymm13, ymm4, [rsi + 672]
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vpslld ymm12, ymm2, 9
    vpslld ymm13, ymm5, 9
    vpsrld ymm2, ymm2, 23
    vpsrld ymm5, ymm5, 23
    vpaddd ymm12, ymm12, ymm1
    vpaddd ymm13, ymm13, ymm4
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vmovdqa [rsi + 896], ymm2
    vmovdqa [rsi + 928], ymm5
    vmovdqa ymm0, [rsi + 640]
    vmovdqa ymm3, [rsi + 672]
    vpaddd ymm0, ymm0, [rax + 960]
    vpaddd ymm3, ymm3, [rax + 960]
    vpaddd ymm0, ymm0, [rsi + 1792]
    vpaddd ymm3, ymm3, [rsi + 1824]
    vmovdqa ymm12, [rsi + 384]
    vmovdqa ymm13, [rsi + 416]
    vpandn ymm12, ymm12, ymm1
    vpandn ymm13, ymm13, ymm4
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vpand ymm12, ymm2, [rsi + 384]
    vpand ymm13, ymm5, [rsi + 416]
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vpslld ymm12, ymm0, 14
    vpslld ymm13, ymm3, 14
    vpsrld ymm0, ymm0, 18
    vpsrld ymm3, ymm3, 18
    vpaddd ymm12, ymm12, ymm2
    vpaddd ymm13, ymm13, ymm5
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vmovdqa [rsi + 640], ymm0
    vmovdqa [rsi + 672], ymm3
    vmovdqa ymm1, [rsi + 384]
    vmovdqa ymm4, [rsi + 416]
    vpaddd ymm1, ymm1, [rax + 992]
    vpaddd ymm4, ymm4, [rax + 992]
    vpaddd ymm1, ymm1, [rsi + 3072]
    vpaddd ymm4, ymm4, [rsi + 3104]
    vmovdqa ymm12, [rsi + 128]
    vmovdqa ymm13, [rsi + 160]
    vpandn ymm12, ymm12, ymm2
    vpandn ymm13, ymm13, ymm5
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vpand ymm12, ymm0, [rsi + 128]
    vpand ymm13, ymm3, [rsi + 160]
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vpslld ymm12, ymm1, 20
    vpslld ymm13, ymm4, 20
    vpsrld ymm1, ymm1, 12
    vpsrld ymm4, ymm4, 12
    vpaddd ymm12, ymm12, ymm0
    vpaddd ymm13, ymm13, ymm3
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vmovdqa [rsi + 384], ymm1
    vmovdqa [rsi + 416], ymm4
    vmovdqa ymm2, [rsi + 128]
    vmovdqa ymm5, [rsi + 160]
    vpaddd ymm2, ymm2, [rax + 1024]
    vpaddd ymm5, ymm5, [rax + 1024]
    vpaddd ymm2, ymm2, [rsi + 1280]
    vpaddd ymm5, ymm5, [rsi + 1312]
    vpxor ymm12, ymm0, [rsi + 896]
    vpxor ymm13, ymm3, [rsi + 928]
    vpxor ymm12, ymm12, ymm1
    vpxor ymm13, ymm13, ymm4
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vpslld ymm12, ymm2, 4
    vpslld ymm13, ymm5, 4
    vpsrld ymm2, ymm2, 28
    vpsrld ymm5, ymm5, 28
    vpaddd ymm12, ymm12, ymm1
    vpaddd ymm13, ymm13, ymm4
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vmovdqa [rsi + 128], ymm2
    vmovdqa [rsi + 160], ymm5
    vmovdqa ymm0, [rsi + 896]
    vmovdqa ymm3, [rsi + 928]
    vpaddd ymm0, ymm0, [rax + 1056]
    vpaddd ymm3, ymm3, [rax + 1056]
    vpaddd ymm0, ymm0, [rsi + 2048]
    vpaddd ymm3, ymm3, [rsi + 2080]
    vpxor ymm12, ymm1, [rsi + 640]
    vpxor ymm13, ymm4, [rsi + 672]
    vpxor ymm12, ymm12, ymm2
    vpxor ymm13, ymm13, ymm5
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vpslld ymm12, ymm0, 11
    vpslld ymm13, ymm3, 11
    vpsrld ymm0, ymm0, 21
    vpsrld ymm3, ymm3, 21
    vpaddd ymm12, ymm12, ymm2
    vpaddd ymm13, ymm13, ymm5
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vmovdqa [rsi + 896], ymm0
    vmovdqa [rsi + 928], ymm3
    vmovdqa ymm1, [rsi + 640]
    vmovdqa ymm4, [rsi + 672]
    vpaddd ymm1, ymm1, [rax + 1088]
    vpaddd ymm4, ymm4, [rax + 1088]
    vpaddd ymm1, ymm1, [rsi + 2816]
    vpaddd ymm4, ymm4, [rsi + 2848]
    vpxor ymm12, ymm2, [rsi + 384]
    vpxor ymm13, ymm5, [rsi + 416]
    vpxor ymm12, ymm12, ymm0
    vpxor ymm13, ymm13, ymm3
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vpslld ymm12, ymm1, 16
    vpslld ymm13, ymm4, 16
    vpsrld ymm1, ymm1, 16
    vpsrld ymm4, ymm4, 16
    vpaddd ymm12, ymm12, ymm0
    vpaddd ymm13, ymm13, ymm3
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vmovdqa [rsi + 640], ymm1
    vmovdqa [rsi + 672], ymm4
    vmovdqa ymm2, [rsi + 384]
    vmovdqa ymm5, [rsi + 416]
    vpaddd ymm2, ymm2, [rax + 1120]
    vpaddd ymm5, ymm5, [rax + 1120]
    vpaddd ymm2, ymm2, [rsi + 3584]
    vpaddd ymm5, ymm5, [rsi + 3616]
    vpxor ymm12, ymm0, [rsi + 128]
    vpxor ymm13, ymm3, [rsi + 160]
    vpxor ymm12, ymm12, ymm1
    vpxor ymm13, ymm13, ymm4
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vpslld ymm12, ymm2, 23
    vpslld ymm13, ymm5, 23
    vpsrld ymm2, ymm2, 9
    vpsrld ymm5, ymm5, 9
    vpaddd ymm12, ymm12, ymm1
    vpaddd ymm13, ymm13, ymm4
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vmovdqa [rsi + 384], ymm2
    vmovdqa [rsi + 416], ymm5
    vmovdqa ymm0, [rsi + 128]
    vmovdqa ymm3, [rsi + 160]
    vpaddd ymm0, ymm0, [rax + 1152]
    vpaddd ymm3, ymm3, [rax + 1152]
    vpaddd ymm0, ymm0, [rsi + 256]
    vpaddd ymm3, ymm3, [rsi + 288]
    vpxor ymm12, ymm1, [rsi + 896]
    vpxor ymm13, ymm4, [rsi + 928]
    vpxor ymm12, ymm12, ymm2
    vpxor ymm13, ymm13, ymm5
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vpslld ymm12, ymm0, 4
    vpslld ymm13, ymm3, 4
    vpsrld ymm0, ymm0, 28
    vpsrld ymm3, ymm3, 28
    vpaddd ymm12, ymm12, ymm2
    vpaddd ymm13, ymm13, ymm5
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vmovdqa [rsi + 128], ymm0
    vmovdqa [rsi + 160], ymm3
    vmovdqa ymm1, [rsi + 896]
    vmovdqa ymm4, [rsi + 928]
    vpaddd ymm1, ymm1, [rax + 1184]
    vpaddd ymm4, ymm4, [rax + 1184]
    vpaddd ymm1, ymm1, [rsi + 1024]
    vpaddd ymm4, ymm4, [rsi + 1056]
    vpxor ymm12, ymm2, [rsi + 640]
    vpxor ymm13, ymm5, [rsi + 672]
    vpxor ymm12, ymm12, ymm0
    vpxor ymm13, ymm13, ymm3
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vpslld ymm12, ymm1, 11
    vpslld ymm13, ymm4, 11
    vpsrld ymm1, ymm1, 21
    vpsrld ymm4, ymm4, 21
    vpaddd ymm12, ymm12, ymm0
    vpaddd ymm13, ymm13, ymm3
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vmovdqa [rsi + 896], ymm1
    vmovdqa [rsi + 928], ymm4
    vmovdqa ymm2, [rsi + 640]
    vmovdqa ymm5, [rsi + 672]
    vpaddd ymm2, ymm2, [rax + 1216]
    vpaddd ymm5, ymm5, [rax + 1216]
    vpaddd ymm2, ymm2, [rsi + 1792]
    vpaddd ymm5, ymm5, [rsi + 1824]
    vpxor ymm12, ymm0, [rsi + 384]
    vpxor ymm13, ymm3, [rsi + 416]
    vpxor ymm12, ymm12, ymm1
    vpxor ymm13, ymm13, ymm4
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vpslld ymm12, ymm2, 16
    vpslld ymm13, ymm5, 16
    vpsrld ymm2, ymm2, 16
    vpsrld ymm5, ymm5, 16
    vpaddd ymm12, ymm12, ymm1
    vpaddd ymm13, ymm13, ymm4
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vmovdqa [rsi + 640], ymm2
    vmovdqa [rsi + 672], ymm5
    vmovdqa ymm0, [rsi + 384]
    vmovdqa ymm3, [rsi + 416]
    vpaddd ymm0, ymm0, [rax + 1248]
    vpaddd ymm3, ymm3, [rax + 1248]
    vpaddd ymm0, ymm0, [rsi + 2560]
    vpaddd ymm3, ymm3, [rsi + 2592]
    vpxor ymm12, ymm1, [rsi + 128]
    vpxor ymm13, ymm4, [rsi + 160]
    vpxor ymm12, ymm12, ymm2
    vpxor ymm13, ymm13, ymm5
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vpslld ymm12, ymm0, 23
    vpslld ymm13, ymm3, 23
    vpsrld ymm0, ymm0, 9
    vpsrld ymm3, ymm3, 9
    vpaddd ymm12, ymm12, ymm2
    vpaddd ymm13, ymm13, ymm5
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vmovdqa [rsi + 384], ymm0
    vmovdqa [rsi + 416], ymm3
    vmovdqa ymm1, [rsi + 128]
    vmovdqa ymm4, [rsi + 160]
    vpaddd ymm1, ymm1, [rax + 1280]
    vpaddd ymm4, ymm4, [rax + 1280]
    vpaddd ymm1, ymm1, [rsi + 3328]
    vpaddd ymm4, ymm4, [rsi + 3360]
    vpxor ymm12, ymm2, [rsi + 896]
    vpxor ymm13, ymm5, [rsi + 928]
    vpxor ymm12, ymm12, ymm0
    vpxor ymm13, ymm13, ymm3
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vpslld ymm12, ymm1, 4
    vpslld ymm13, ymm4, 4
    vpsrld ymm1, ymm1, 28
    vpsrld ymm4, ymm4, 28
    vpaddd ymm12, ymm12, ymm0
    vpaddd ymm13, ymm13, ymm3
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vmovdqa [rsi + 128], ymm1
    vmovdqa [rsi + 160], ymm4
    vmovdqa ymm2, [rsi + 896]
    vmovdqa ymm5, [rsi + 928]
    vpaddd ymm2, ymm2, [rax + 1312]
    vpaddd ymm5, ymm5, [rax + 1312]
    vpaddd ymm2, ymm2, [rsi + 0]
    vpaddd ymm5, ymm5, [rsi + 32]
    vpxor ymm12, ymm0, [rsi + 640]
    vpxor ymm13, ymm3, [rsi + 672]
    vpxor ymm12, ymm12, ymm1
    vpxor ymm13, ymm13, ymm4
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vpslld ymm12, ymm2, 11
    vpslld ymm13, ymm5, 11
    vpsrld ymm2, ymm2, 21
    vpsrld ymm5, ymm5, 21
    vpaddd ymm12, ymm12, ymm1
    vpaddd ymm13, ymm13, ymm4
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vmovdqa [rsi + 896], ymm2
    vmovdqa [rsi + 928], ymm5
    vmovdqa ymm0, [rsi + 640]
    vmovdqa ymm3, [rsi + 672]
    vpaddd ymm0, ymm0, [rax + 1344]
    vpaddd ymm3, ymm3, [rax + 1344]
    vpaddd ymm0, ymm0, [rsi + 768]
    vpaddd ymm3, ymm3, [rsi + 800]
    vpxor ymm12, ymm1, [rsi + 384]
    vpxor ymm13, ymm4, [rsi + 416]
    vpxor ymm12, ymm12, ymm2
    vpxor ymm13, ymm13, ymm5
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vpslld ymm12, ymm0, 16
    vpslld ymm13, ymm3, 16
    vpsrld ymm0, ymm0, 16
    vpsrld ymm3, ymm3, 16
    vpaddd ymm12, ymm12, ymm2
    vpaddd ymm13, ymm13, ymm5
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vmovdqa [rsi + 640], ymm0
    vmovdqa [rsi + 672], ymm3
    vmovdqa ymm1, [rsi + 384]
    vmovdqa ymm4, [rsi + 416]
    vpaddd ymm1, ymm1, [rax + 1376]
    vpaddd ymm4, ymm4, [rax + 1376]
    vpaddd ymm1, ymm1, [rsi + 1536]
    vpaddd ymm4, ymm4, [rsi + 1568]
    vpxor ymm12, ymm2, [rsi + 128]
    vpxor ymm13, ymm5, [rsi + 160]
    vpxor ymm12, ymm12, ymm0
    vpxor ymm13, ymm13, ymm3
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vpslld ymm12, ymm1, 23
    vpslld ymm13, ymm4, 23
    vpsrld ymm1, ymm1, 9
    vpsrld ymm4, ymm4, 9
    vpaddd ymm12, ymm12, ymm0
    vpaddd ymm13, ymm13, ymm3
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vmovdqa [rsi + 384], ymm1
    vmovdqa [rsi + 416], ymm4
    vmovdqa ymm2, [rsi + 128]
    vmovdqa ymm5, [rsi + 160]
    vpaddd ymm2, ymm2, [rax + 1408]
    vpaddd ymm5, ymm5, [rax + 1408]
    vpaddd ymm2, ymm2, [rsi + 2304]
    vpaddd ymm5, ymm5, [rsi + 2336]
    vpxor ymm12, ymm0, [rsi + 896]
    vpxor ymm13, ymm3, [rsi + 928]
    vpxor ymm12, ymm12, ymm1
    vpxor ymm13, ymm13, ymm4
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vpslld ymm12, ymm2, 4
    vpslld ymm13, ymm5, 4
    vpsrld ymm2, ymm2, 28
    vpsrld ymm5, ymm5, 28
    vpaddd ymm12, ymm12, ymm1
    vpaddd ymm13, ymm13, ymm4
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vmovdqa [rsi + 128], ymm2
    vmovdqa [rsi + 160], ymm5
    vmovdqa ymm0, [rsi + 896]
    vmovdqa ymm3, [rsi + 928]
    vpaddd ymm0, ymm0, [rax + 1440]
    vpaddd ymm3, ymm3, [rax + 1440]
    vpaddd ymm0, ymm0, [rsi + 3072]
    vpaddd ymm3, ymm3, [rsi + 3104]
    vpxor ymm12, ymm1, [rsi + 640]
    vpxor ymm13, ymm4, [rsi + 672]
    vpxor ymm12, ymm12, ymm2
    vpxor ymm13, ymm13, ymm5
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vpslld ymm12, ymm0, 11
    vpslld ymm13, ymm3, 11
    vpsrld ymm0, ymm0, 21
    vpsrld ymm3, ymm3, 21
    vpaddd ymm12, ymm12, ymm2
    vpaddd ymm13, ymm13, ymm5
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vmovdqa [rsi + 896], ymm0
    vmovdqa [rsi + 928], ymm3
    vmovdqa ymm1, [rsi + 640]
    vmovdqa ymm4, [rsi + 672]
    vpaddd ymm1, ymm1, [rax + 1472]
    vpaddd ymm4, ymm4, [rax + 1472]
    vpaddd ymm1, ymm1, [rsi + 3840]
    vpaddd ymm4, ymm4, [rsi + 3872]
    vpxor ymm12, ymm2, [rsi + 384]
    vpxor ymm13, ymm5, [rsi + 416]
    vpxor ymm12, ymm12, ymm0
    vpxor ymm13, ymm13, ymm3
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vpslld ymm12, ymm1, 16
    vpslld ymm13, ymm4, 16
    vpsrld ymm1, ymm1, 16
    vpsrld ymm4, ymm4, 16
    vpaddd ymm12, ymm12, ymm0
    vpaddd ymm13, ymm13, ymm3
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vmovdqa [rsi + 640], ymm1
    vmovdqa [rsi + 672], ymm4
    vmovdqa ymm2, [rsi + 384]
    vmovdqa ymm5, [rsi + 416]
    vpaddd ymm2, ymm2, [rax + 1504]
    vpaddd ymm5, ymm5, [rax + 1504]
    vpaddd ymm2, ymm2, [rsi + 512]
    vpaddd ymm5, ymm5, [rsi + 544]
    vpxor ymm12, ymm0, [rsi + 128]
    vpxor ymm13, ymm3, [rsi + 160]
    vpxor ymm12, ymm12, ymm1
    vpxor ymm13, ymm13, ymm4
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vpslld ymm12, ymm2, 23
    vpslld ymm13, ymm5, 23
    vpsrld ymm2, ymm2, 9
    vpsrld ymm5, ymm5, 9
    vpaddd ymm12, ymm12, ymm1
    vpaddd ymm13, ymm13, ymm4
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vmovdqa [rsi + 384], ymm2
    vmovdqa [rsi + 416], ymm5
    vmovdqa ymm0, [rsi + 128]
    vmovdqa ymm3, [rsi + 160]
    vpaddd ymm0, ymm0, [rax + 1536]
    vpaddd ymm3, ymm3, [rax + 1536]
    vpaddd ymm0, ymm0, [rsi + 0]
    vpaddd ymm3, ymm3, [rsi + 32]
    vmovdqa ymm12, [rsi + 896]
    vmovdqa ymm13, [rsi + 928]
    vpxor ymm12, ymm12, [rdx]
    vpxor ymm13, ymm13, [rdx]
    vpor ymm12, ymm12, ymm2
    vpor ymm13, ymm13, ymm5
    vpxor ymm12, ymm12, ymm1
    vpxor ymm13, ymm13, ymm4
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vpslld ymm12, ymm0, 6
    vpslld ymm13, ymm3, 6
    vpsrld ymm0, ymm0, 26
    vpsrld ymm3, ymm3, 26
    vpaddd ymm12, ymm12, ymm2
    vpaddd ymm13, ymm13, ymm5
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vmovdqa [rsi + 128], ymm0
    vmovdqa [rsi + 160], ymm3
    vmovdqa ymm1, [rsi + 896]
    vmovdqa ymm4, [rsi + 928]
    vpaddd ymm1, ymm1, [rax + 1568]
    vpaddd ymm4, ymm4, [rax + 1568]
    vpaddd ymm1, ymm1, [rsi + 1792]
    vpaddd ymm4, ymm4, [rsi + 1824]
    vmovdqa ymm12, [rsi + 640]
    vmovdqa ymm13, [rsi + 672]
    vpxor ymm12, ymm12, [rdx]
    vpxor ymm13, ymm13, [rdx]
    vpor ymm12, ymm12, ymm0
    vpor ymm13, ymm13, ymm3
    vpxor ymm12, ymm12, ymm2
    vpxor ymm13, ymm13, ymm5
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vpslld ymm12, ymm1, 10
    vpslld ymm13, ymm4, 10
    vpsrld ymm1, ymm1, 22
    vpsrld ymm4, ymm4, 22
    vpaddd ymm12, ymm12, ymm0
    vpaddd ymm13, ymm13, ymm3
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vmovdqa [rsi + 896], ymm1
    vmovdqa [rsi + 928], ymm4
    vmovdqa ymm2, [rsi + 640]
    vmovdqa ymm5, [rsi + 672]
    vpaddd ymm2, ymm2, [rax + 1600]
    vpaddd ymm5, ymm5, [rax + 1600]
    vpaddd ymm2, ymm2, [rsi + 3584]
    vpaddd ymm5, ymm5, [rsi + 3616]
    vmovdqa ymm12, [rsi + 384]
    vmovdqa ymm13, [rsi + 416]
    vpxor ymm12, ymm12, [rdx]
    vpxor ymm13, ymm13, [rdx]
    vpor ymm12, ymm12, ymm1
    vpor ymm13, ymm13, ymm4
    vpxor ymm12, ymm12, ymm0
    vpxor ymm13, ymm13, ymm3
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vpslld ymm12, ymm2, 15
    vpslld ymm13, ymm5, 15
    vpsrld ymm2, ymm2, 17
    vpsrld ymm5, ymm5, 17
    vpaddd ymm12, ymm12, ymm1
    vpaddd ymm13, ymm13, ymm4
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vmovdqa [rsi + 640], ymm2
    vmovdqa [rsi + 672], ymm5
    vmovdqa ymm0, [rsi + 384]
    vmovdqa ymm3, [rsi + 416]
    vpaddd ymm0, ymm0, [rax + 1632]
    vpaddd ymm3, ymm3, [rax + 1632]
    vpaddd ymm0, ymm0, [rsi + 1280]
    vpaddd ymm3, ymm3, [rsi + 1312]
    vmovdqa ymm12, [rsi + 128]
    vmovdqa ymm13, [rsi + 160]
    vpxor ymm12, ymm12, [rdx]
    vpxor ymm13, ymm13, [rdx]
    vpor ymm12, ymm12, ymm2
    vpor ymm13, ymm13, ymm5
    vpxor ymm12, ymm12, ymm1
    vpxor ymm13, ymm13, ymm4
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vpslld ymm12, ymm0, 21
    vpslld ymm13, ymm3, 21
    vpsrld ymm0, ymm0, 11
    vpsrld ymm3, ymm3, 11
    vpaddd ymm12, ymm12, ymm2
    vpaddd ymm13, ymm13, ymm5
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vmovdqa [rsi + 384], ymm0
    vmovdqa [rsi + 416], ymm3
    vmovdqa ymm1, [rsi + 128]
    vmovdqa ymm4, [rsi + 160]
    vpaddd ymm1, ymm1, [rax + 1664]
    vpaddd ymm4, ymm4, [rax + 1664]
    vpaddd ymm1, ymm1, [rsi + 3072]
    vpaddd ymm4, ymm4, [rsi + 3104]
    vmovdqa ymm12, [rsi + 896]
    vmovdqa ymm13, [rsi + 928]
    vpxor ymm12, ymm12, [rdx]
    vpxor ymm13, ymm13, [rdx]
    vpor ymm12, ymm12, ymm0
    vpor ymm13, ymm13, ymm3
    vpxor ymm12, ymm12, ymm2
    vpxor ymm13, ymm13, ymm5
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vpslld ymm12, ymm1, 6
    vpslld ymm13, ymm4, 6
    vpsrld ymm1, ymm1, 26
    vpsrld ymm4, ymm4, 26
    vpaddd ymm12, ymm12, ymm0
    vpaddd ymm13, ymm13, ymm3
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vmovdqa [rsi + 128], ymm1
    vmovdqa [rsi + 160], ymm4
    vmovdqa ymm2, [rsi + 896]
    vmovdqa ymm5, [rsi + 928]
    vpaddd ymm2, ymm2, [rax + 1696]
    vpaddd ymm5, ymm5, [rax + 1696]
    vpaddd ymm2, ymm2, [rsi + 768]
    vpaddd ymm5, ymm5, [rsi + 800]
    vmovdqa ymm12, [rsi + 640]
    vmovdqa ymm13, [rsi + 672]
    vpxor ymm12, ymm12, [rdx]
    vpxor ymm13, ymm13, [rdx]
    vpor ymm12, ymm12, ymm1
    vpor ymm13, ymm13, ymm4
    vpxor ymm12, ymm12, ymm0
    vpxor ymm13, ymm13, ymm3
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vpslld ymm12, ymm2, 10
    vpslld ymm13, ymm5, 10
    vpsrld ymm2, ymm2, 22
    vpsrld ymm5, ymm5, 22
    vpaddd ymm12, ymm12, ymm1
    vpaddd ymm13, ymm13, ymm4
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vmovdqa [rsi + 896], ymm2
    vmovdqa [rsi + 928], ymm5
    vmovdqa ymm0, [rsi + 640]
    vmovdqa ymm3, [rsi + 672]
    vpaddd ymm0, ymm0, [rax + 1728]
    vpaddd ymm3, ymm3, [rax + 1728]
    vpaddd ymm0, ymm0, [rsi + 2560]
    vpaddd ymm3, ymm3, [rsi + 2592]
    vmovdqa ymm12, [rsi + 384]
    vmovdqa ymm13, [rsi + 416]
    vpxor ymm12, ymm12, [rdx]
    vpxor ymm13, ymm13, [rdx]
    vpor ymm12, ymm12, ymm2
    vpor ymm13, ymm13, ymm5
    vpxor ymm12, ymm12, ymm1
    vpxor ymm13, ymm13, ymm4
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vpslld ymm12, ymm0, 15
    vpslld ymm13, ymm3, 15
    vpsrld ymm0, ymm0, 17
    vpsrld ymm3, ymm3, 17
    vpaddd ymm12, ymm12, ymm2
    vpaddd ymm13, ymm13, ymm5
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vmovdqa [rsi + 640], ymm0
    vmovdqa [rsi + 672], ymm3
    vmovdqa ymm1, [rsi + 384]
    vmovdqa ymm4, [rsi + 416]
    vpaddd ymm1, ymm1, [rax + 1760]
    vpaddd ymm4, ymm4, [rax + 1760]
    vpaddd ymm1, ymm1, [rsi + 256]
    vpaddd ymm4, ymm4, [rsi + 288]
    vmovdqa ymm12, [rsi + 128]
    vmovdqa ymm13, [rsi + 160]
    vpxor ymm12, ymm12, [rdx]
    vpxor ymm13, ymm13, [rdx]
    vpor ymm12, ymm12, ymm0
    vpor ymm13, ymm13, ymm3
    vpxor ymm12, ymm12, ymm2
    vpxor ymm13, ymm13, ymm5
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vpslld ymm12, ymm1, 21
    vpslld ymm13, ymm4, 21
    vpsrld ymm1, ymm1, 11
    vpsrld ymm4, ymm4, 11
    vpaddd ymm12, ymm12, ymm0
    vpaddd ymm13, ymm13, ymm3
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vmovdqa [rsi + 384], ymm1
    vmovdqa [rsi + 416], ymm4
    vmovdqa ymm2, [rsi + 128]
    vmovdqa ymm5, [rsi + 160]
    vpaddd ymm2, ymm2, [rax + 1792]
    vpaddd ymm5, ymm5, [rax + 1792]
    vpaddd ymm2, ymm2, [rsi + 2048]
    vpaddd ymm5, ymm5, [rsi + 2080]
    vmovdqa ymm12, [rsi + 896]
    vmovdqa ymm13, [rsi + 928]
    vpxor ymm12, ymm12, [rdx]
    vpxor ymm13, ymm13, [rdx]
    vpor ymm12, ymm12, ymm1
    vpor ymm13, ymm13, ymm4
    vpxor ymm12, ymm12, ymm0
    vpxor ymm13, ymm13, ymm3
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vpslld ymm12, ymm2, 6
    vpslld ymm13, ymm5, 6
    vpsrld ymm2, ymm2, 26
    vpsrld ymm5, ymm5, 26
    vpaddd ymm12, ymm12, ymm1
    vpaddd ymm13, ymm13, ymm4
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vmovdqa [rsi + 128], ymm2
    vmovdqa [rsi + 160], ymm5
    vmovdqa ymm0, [rsi + 896]
    vmovdqa ymm3, [rsi + 928]
    vpaddd ymm0, ymm0, [rax + 1824]
    vpaddd ymm3, ymm3, [rax + 1824]
    vpaddd ymm0, ymm0, [rsi + 3840]
    vpaddd ymm3, ymm3, [rsi + 3872]
    vmovdqa ymm12, [rsi + 640]
    vmovdqa ymm13, [rsi + 672]
    vpxor ymm12, ymm12, [rdx]
    vpxor ymm13, ymm13, [rdx]
    vpor ymm12, ymm12, ymm2
    vpor ymm13, ymm13, ymm5
    vpxor ymm12, ymm12, ymm1
    vpxor ymm13, ymm13, ymm4
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vpslld ymm12, ymm0, 10
    vpslld ymm13, ymm3, 10
    vpsrld ymm0, ymm0, 22
    vpsrld ymm3, ymm3, 22
    vpaddd ymm12, ymm12, ymm2
    vpaddd ymm13, ymm13, ymm5
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vmovdqa [rsi + 896], ymm0
    vmovdqa [rsi + 928], ymm3
    vmovdqa ymm1, [rsi + 640]
    vmovdqa ymm4, [rsi + 672]
    vpaddd ymm1, ymm1, [rax + 1856]
    vpaddd ymm4, ymm4, [rax + 1856]
    vpaddd ymm1, ymm1, [rsi + 1536]
    vpaddd ymm4, ymm4, [rsi + 1568]
    vmovdqa ymm12, [rsi + 384]
    vmovdqa ymm13, [rsi + 416]
    vpxor ymm12, ymm12, [rdx]
    vpxor ymm13, ymm13, [rdx]
    vpor ymm12, ymm12, ymm0
    vpor ymm13, ymm13, ymm3
    vpxor ymm12, ymm12, ymm2
    vpxor ymm13, ymm13, ymm5
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vpslld ymm12, ymm1, 15
    vpslld ymm13, ymm4, 15
    vpsrld ymm1, ymm1, 17
    vpsrld ymm4, ymm4, 17
    vpaddd ymm12, ymm12, ymm0
    vpaddd ymm13, ymm13, ymm3
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vmovdqa [rsi + 640], ymm1
    vmovdqa [rsi + 672], ymm4
    vmovdqa ymm2, [rsi + 384]
    vmovdqa ymm5, [rsi + 416]
    vpaddd ymm2, ymm2, [rax + 1888]
    vpaddd ymm5, ymm5, [rax + 1888]
    vpaddd ymm2, ymm2, [rsi + 3328]
    vpaddd ymm5, ymm5, [rsi + 3360]
    vmovdqa ymm12, [rsi + 128]
    vmovdqa ymm13, [rsi + 160]
    vpxor ymm12, ymm12, [rdx]
    vpxor ymm13, ymm13, [rdx]
    vpor ymm12, ymm12, ymm1
    vpor ymm13, ymm13, ymm4
    vpxor ymm12, ymm12, ymm0
    vpxor ymm13, ymm13, ymm3
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vpslld ymm12, ymm2, 21
    vpslld ymm13, ymm5, 21
    vpsrld ymm2, ymm2, 11
    vpsrld ymm5, ymm5, 11
    vpaddd ymm12, ymm12, ymm1
    vpaddd ymm13, ymm13, ymm4
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vmovdqa [rsi + 384], ymm2
    vmovdqa [rsi + 416], ymm5
    vmovdqa ymm0, [rsi + 128]
    vmovdqa ymm3, [rsi + 160]
    vpaddd ymm0, ymm0, [rax + 1920]
    vpaddd ymm3, ymm3, [rax + 1920]
    vpaddd ymm0, ymm0, [rsi + 1024]
    vpaddd ymm3, ymm3, [rsi + 1056]
    vmovdqa ymm12, [rsi + 896]
    vmovdqa ymm13, [rsi + 928]
    vpxor ymm12, ymm12, [rdx]
    vpxor ymm13, ymm13, [rdx]
    vpor ymm12, ymm12, ymm2
    vpor ymm13, ymm13, ymm5
    vpxor ymm12, ymm12, ymm1
    vpxor ymm13, ymm13, ymm4
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vpslld ymm12, ymm0, 6
    vpslld ymm13, ymm3, 6
    vpsrld ymm0, ymm0, 26
    vpsrld ymm3, ymm3, 26
    vpaddd ymm12, ymm12, ymm2
    vpaddd ymm13, ymm13, ymm5
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vmovdqa [rsi + 128], ymm0
    vmovdqa [rsi + 160], ymm3
    vmovdqa ymm1, [rsi + 896]
    vmovdqa ymm4, [rsi + 928]
    vpaddd ymm1, ymm1, [rax + 1952]
    vpaddd ymm4, ymm4, [rax + 1952]
    vpaddd ymm1, ymm1, [rsi + 2816]
    vpaddd ymm4, ymm4, [rsi + 2848]
    vmovdqa ymm12, [rsi + 640]
    vmovdqa ymm13, [rsi + 672]
    vpxor ymm12, ymm12, [rdx]
    vpxor ymm13, ymm13, [rdx]
    vpor ymm12, ymm12, ymm0
    vpor ymm13, ymm13, ymm3
    vpxor ymm12, ymm12, ymm2
    vpxor ymm13, ymm13, ymm5
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vpslld ymm12, ymm1, 10
    vpslld ymm13, ymm4, 10
    vpsrld ymm1, ymm1, 22
    vpsrld ymm4, ymm4, 22
    vpaddd ymm12, ymm12, ymm0
    vpaddd ymm13, ymm13, ymm3
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vmovdqa [rsi + 896], ymm1
    vmovdqa [rsi + 928], ymm4
    vmovdqa ymm2, [rsi + 640]
    vmovdqa ymm5, [rsi + 672]
    vpaddd ymm2, ymm2, [rax + 1984]
    vpaddd ymm5, ymm5, [rax + 1984]
    vpaddd ymm2, ymm2, [rsi + 512]
    vpaddd ymm5, ymm5, [rsi + 544]
    vmovdqa ymm12, [rsi + 384]
    vmovdqa ymm13, [rsi + 416]
    vpxor ymm12, ymm12, [rdx]
    vpxor ymm13, ymm13, [rdx]
    vpor ymm12, ymm12, ymm1
    vpor ymm13, ymm13, ymm4
    vpxor ymm12, ymm12, ymm0
    vpxor ymm13, ymm13, ymm3
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vpslld ymm12, ymm2, 15
    vpslld ymm13, ymm5, 15
    vpsrld ymm2, ymm2, 17
    vpsrld ymm5, ymm5, 17
    vpaddd ymm12, ymm12, ymm1
    vpaddd ymm13, ymm13, ymm4
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vmovdqa [rsi + 640], ymm2
    vmovdqa [rsi + 672], ymm5
    vmovdqa ymm0, [rsi + 384]
    vmovdqa ymm3, [rsi + 416]
    vpaddd ymm0, ymm0, [rax + 2016]
    vpaddd ymm3, ymm3, [rax + 2016]
    vpaddd ymm0, ymm0, [rsi + 2304]
    vpaddd ymm3, ymm3, [rsi + 2336]
    vmovdqa ymm12, [rsi + 128]
    vmovdqa ymm13, [rsi + 160]
    vpxor ymm12, ymm12, [rdx]
    vpxor ymm13, ymm13, [rdx]
    vpor ymm12, ymm12, ymm2
    vpor ymm13, ymm13, ymm5
    vpxor ymm12, ymm12, ymm1
    vpxor ymm13, ymm13, ymm4
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vpslld ymm12, ymm0, 21
    vpslld ymm13, ymm3, 21
    vpsrld ymm0, ymm0, 11
    vpsrld ymm3, ymm3, 11
    vpaddd ymm12, ymm12, ymm2
    vpaddd ymm13, ymm13, ymm5
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vmovdqa [rsi + 384], ymm0
    vmovdqa [rsi + 416], ymm3
    vmovdqa ymm15, [rsi + 128]
    vpaddd ymm15, ymm15, [rdi + 0]
    vmovdqu [rdi + 0], ymm15
    vmovdqa ymm15, [rsi + 160]
    vpaddd ymm15, ymm15, [rdi + 32]
    vmovdqu [rdi + 32], ymm15
    vmovdqa ymm15, [rsi + 384]
    vpaddd ymm15, ymm15, [rdi + 256]
    vmovdqu [rdi + 256], ymm15
    vmovdqa ymm15, [rsi + 416]
    vpaddd ymm15, ymm15, [rdi + 288]
    vmovdqu [rdi + 288], ymm15
    vmovdqa ymm15, [rsi + 640]
    vpaddd ymm15, ymm15, [rdi + 512]
    vmovdqu [rdi + 512], ymm15
    vmovdqa ymm15, [rsi + 672]
    vpaddd ymm15, ymm15, [rdi + 544]
    vmovdqu [rdi + 544], ymm15
    vmovdqa ymm15, [rsi + 896]
    vpaddd ymm15, ymm15, [rdi + 768]
    vmovdqu [rdi + 768], ymm15
    vmovdqa ymm15, [rsi + 928]
    vpaddd ymm15, ymm15, [rdi + 800]
    vmovdqu [rdi + 800], ymm15
    vzeroupper
    pop rbp
    .cfi_def_cfa 7, 8
    ret
    .cfi_endproc
    .size wr_md5_avx2_block_16, . - wr_md5_avx2_block_16

    .p2align 6
    .globl wr_md5_avx2_block_32
    .hidden wr_md5_avx2_block_32
    .type wr_md5_avx2_block_32, @function
wr_md5_avx2_block_32:
    .cfi_startproc
    endbr64
    push rbp
    .cfi_def_cfa_offset 16
    .cfi_offset 6, -16
    mov rbp, rsp
    .cfi_def_cfa_register 6
    lea rax, [rip + constants]
    lea rdx, [rip + ones]
    vmovdqu ymm15, [rdi + 0]
    vmovdqa [rsi + 128], ymm15
    vmovdqu ymm15, [rdi + 256]
    vmovdqa [rsi + 384], ymm15
    vmovdqu ymm15, [rdi + 512]
    vmovdqa [rsi + 640], ymm15
    vmovdqu ymm15, [rdi + 768]
    vmovdqa [rsi + 896], ymm15
    vmovdqu ymm15, [rdi + 32]
    vmovdqa [rsi + 160], ymm15
    vmovdqu ymm15, [rdi + 288]
    vmovdqa [rsi + 416], ymm15
    vmovdqu ymm15, [rdi + 544]
    vmovdqa [rsi + 672], ymm15
    vmovdqu ymm15, [rdi + 800]
    vmovdqa [rsi + 928], ymm15
    vmovdqu ymm15, [rdi + 64]
    vmovdqa [rsi + 192], ymm15
    vmovdqu ymm15, [rdi + 320]
    vmovdqa [rsi + 448], ymm15
    vmovdqu ymm15, [rdi + 576]
    vmovdqa [rsi + 704], ymm15
    vmovdqu ymm15, [rdi + 832]
    vmovdqa [rsi + 960], ymm15
    vmovdqu ymm15, [rdi + 96]
    vmovdqa [rsi + 224], ymm15
    vmovdqu ymm15, [rdi + 352]
    vmovdqa [rsi + 480], ymm15
    vmovdqu ymm15, [rdi + 608]
    vmovdqa [rsi + 736], ymm15
    vmovdqu ymm15, [rdi + 864]
    vmovdqa [rsi + 992], ymm15
    vmovdqa ymm2, [rsi + 384]
    vmovdqa ymm5, [rsi + 416]
    vmovdqa ymm8, [rsi + 448]
    vmovdqa ymm11, [rsi + 480]
    vmovdqa ymm1, [rsi + 640]
    vmovdqa ymm4, [rsi + 672]
    vmovdqa ymm7, [rsi + 704]
    vmovdqa ymm10, [rsi + 736]
    vmovdqa ymm0, [rsi + 128]
    vmovdqa ymm3, [rsi + 160]
    vpaddd ymm0, ymm0, [rax + 0]
    vpaddd ymm3, ymm3, [rax + 0]
    vpaddd ymm0, ymm0, [rsi + 0]
    vpaddd ymm3, ymm3, [rsi + 32]
    vpand ymm12, ymm2, ymm1
    vpand ymm13, ymm5, ymm4
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vpandn ymm12, ymm2, [rsi + 896]
    vpandn ymm13, ymm5, [rsi + 928]
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vpslld ymm12, ymm0, 7
    vpslld ymm13, ymm3, 7
    vpsrld ymm0, ymm0, 25
    vpsrld ymm3, ymm3, 25
    vpaddd ymm12, ymm12, ymm2
    vpaddd ymm13, ymm13, ymm5
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vmovdqa [rsi + 128], ymm0
    vmovdqa [rsi + 160], ymm3
    vmovdqa ymm6, [rsi + 192]
    vmovdqa ymm9, [rsi + 224]
    vpaddd ymm6, ymm6, [rax + 0]
    vpaddd ymm9, ymm9, [rax + 0]
    vpaddd ymm6, ymm6, [rsi + 64]
    vpaddd ymm9, ymm9, [rsi + 96]
    vpand ymm14, ymm8, ymm7
    vpand ymm15, ymm11, ymm10
    vpaddd ymm6, ymm6, ymm14
    vpaddd ymm9, ymm9, ymm15
    vpandn ymm14, ymm8, [rsi + 960]
    vpandn ymm15, ymm11, [rsi + 992]
    vpaddd ymm6, ymm6, ymm14
    vpaddd ymm9, ymm9, ymm15
    vpslld ymm14, ymm6, 7
    vpslld ymm15, ymm9, 7
    vpsrld ymm6, ymm6, 25
    vpsrld ymm9, ymm9, 25
    vpaddd ymm14, ymm14, ymm8
    vpaddd ymm15, ymm15, ymm11
    vpaddd ymm6, ymm6, ymm14
    vpaddd ymm9, ymm9, ymm15
    vmovdqa [rsi + 192], ymm6
    vmovdqa [rsi + 224], ymm9
    vmovdqa ymm1, [rsi + 896]
    vmovdqa ymm4, [rsi + 928]
    vpaddd ymm1, ymm1, [rax + 32]
    vpaddd ymm4, ymm4, [rax + 32]
    vpaddd ymm1, ymm1, [rsi + 256]
    vpaddd ymm4, ymm4, [rsi + 288]
    vpand ymm12, ymm0, ymm2
    vpand ymm13, ymm3, ymm5
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vpandn ymm12, ymm0, [rsi + 640]
    vpandn ymm13, ymm3, [rsi + 672]
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vpslld ymm12, ymm1, 12
    vpslld ymm13, ymm4, 12
    vpsrld ymm1, ymm1, 20
    vpsrld ymm4, ymm4, 20
    vpaddd ymm12, ymm12, ymm0
    vpaddd ymm13, ymm13, ymm3
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vmovdqa [rsi + 896], ymm1
    vmovdqa [rsi + 928], ymm4
    vmovdqa ymm7, [rsi + 960]
    vmovdqa ymm10, [rsi + 992]
    vpaddd ymm7, ymm7, [rax + 32]
    vpaddd ymm10, ymm10, [rax + 32]
    vpaddd ymm7, ymm7, [rsi + 320]
    vpaddd ymm10, ymm10, [rsi + 352]
    vpand ymm14, ymm6, ymm8
    vpand ymm15, ymm9, ymm11
    vpaddd ymm7, ymm7, ymm14
    vpaddd ymm10, ymm10, ymm15
    vpandn ymm14, ymm6, [rsi + 704]
    vpandn ymm15, ymm9, [rsi + 736]
    vpaddd ymm7, ymm7, ymm14
    vpaddd ymm10, ymm10, ymm15
    vpslld ymm14, ymm7, 12
    vpslld ymm15, ymm10, 12
    vpsrld ymm7, ymm7, 20
    vpsrld ymm10, ymm10, 20
    vpaddd ymm14, ymm14, ymm6
    vpaddd ymm15, ymm15, ymm9
    vpaddd ymm7, ymm7, ymm14
    vpaddd ymm10, ymm10, ymm15
    vmovdqa [rsi + 960], ymm7
    vmovdqa [rsi + 992], ymm10
    vmovdqa ymm2, [rsi + 640]
    vmovdqa ymm5, [rsi + 672]
    vpaddd ymm2, ymm2, [rax + 64]
    vpaddd ymm5, ymm5, [rax + 64]
    vpaddd ymm2, ymm2, [rsi + 512]
    vpaddd ymm5, ymm5, [rsi + 544]
    vpand ymm12, ymm1, ymm0
    vpand ymm13, ymm4, ymm3
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vpandn ymm12, ymm1, [rsi + 384]
    vpandn ymm13, ymm4, [rsi + 416]
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vpslld ymm12, ymm2, 17
    vpslld ymm13, ymm5, 17
    vpsrld ymm2, ymm2, 15
    vpsrld ymm5, ymm5, 15
    vpaddd ymm12, ymm12, ymm1
    vpaddd ymm13, ymm13, ymm4
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vmovdqa [rsi + 640], ymm2
    vmovdqa [rsi + 672], ymm5
    vmovdqa ymm8, [rsi + 704]
    vmovdqa ymm11, [rsi + 736]
    vpaddd ymm8, ymm8, [rax + 64]
    vpaddd ymm11, ymm11, [rax + 64]
    vpaddd ymm8, ymm8, [rsi + 576]
    vpaddd ymm11, ymm11, [rsi + 608]
    vpand ymm14, ymm7, ymm6
    vpand ymm15, ymm10, ymm9
    vpaddd ymm8, ymm8, ymm14
    vpaddd ymm11, ymm11, ymm15
    vpandn ymm14, ymm7, [rsi + 448]
    vpandn ymm15, ymm10, [rsi + 480]
    vpaddd ymm8, ymm8, ymm14
    vpaddd ymm11, ymm11, ymm15
    vpslld ymm14, ymm8, 17
    vpslld ymm15, ymm11, 17
    vpsrld ymm8, ymm8, 15
    vpsrld ymm11, ymm11, 15
    vpaddd ymm14, ymm14, ymm7
    vpaddd ymm15, ymm15, ymm10
    vpaddd ymm8, ymm8, ymm14
    vpaddd ymm11, ymm11, ymm15
    vmovdqa [rsi + 704], ymm8
    vmovdqa [rsi + 736], ymm11
    vmovdqa ymm0, [rsi + 384]
    vmovdqa ymm3, [rsi + 416]
    vpaddd ymm0, ymm0, [rax + 96]
    vpaddd ymm3, ymm3, [rax + 96]
    vpaddd ymm0, ymm0, [rsi + 768]
    vpaddd ymm3, ymm3, [rsi + 800]
    vpand ymm12, ymm2, ymm1
    vpand ymm13, ymm5, ymm4
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vpandn ymm12, ymm2, [rsi + 128]
    vpandn ymm13, ymm5, [rsi + 160]
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vpslld ymm12, ymm0, 22
    vpslld ymm13, ymm3, 22
    vpsrld ymm0, ymm0, 10
    vpsrld ymm3, ymm3, 10
    vpaddd ymm12, ymm12, ymm2
    vpaddd ymm13, ymm13, ymm5
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vmovdqa [rsi + 384], ymm0
    vmovdqa [rsi + 416], ymm3
    vmovdqa ymm6, [rsi + 448]
    vmovdqa ymm9, [rsi + 480]
    vpaddd ymm6, ymm6, [rax + 96]
    vpaddd ymm9, ymm9, [rax + 96]
    vpaddd ymm6, ymm6, [rsi + 832]
    vpaddd ymm9, ymm9, [rsi + 864]
    vpand ymm14, ymm8, ymm7
    vpand ymm15, ymm11, ymm10
    vpaddd ymm6, ymm6, ymm14
    vpaddd ymm9, ymm9, ymm15
    vpandn ymm14, ymm8, [rsi + 192]
    vpandn ymm15, ymm11, [rsi + 224]
    vpaddd ymm6, ymm6, ymm14
    vpaddd ymm9, ymm9, ymm15
    vpslld ymm14, ymm6, 22
    vpslld ymm15, ymm9, 22
    vpsrld ymm6, ymm6, 10
    vpsrld ymm9, ymm9, 10
    vpaddd ymm14, ymm14, ymm8
    vpaddd ymm15, ymm15, ymm11
    vpaddd ymm6, ymm6, ymm14
    vpaddd ymm9, ymm9, ymm15
    vmovdqa [rsi + 448], ymm6
    vmovdqa [rsi + 480], ymm9
    vmovdqa ymm1, [rsi + 128]
    vmovdqa ymm4, [rsi + 160]
    vpaddd ymm1, ymm1, [rax + 128]
    vpaddd ymm4, ymm4, [rax + 128]
    vpaddd ymm1, ymm1, [rsi + 1024]
    vpaddd ymm4, ymm4, [rsi + 1056]
    vpand ymm12, ymm0, ymm2
    vpand ymm13, ymm3, ymm5
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vpandn ymm12, ymm0, [rsi + 896]
    vpandn ymm13, ymm3, [rsi + 928]
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vpslld ymm12, ymm1, 7
    vpslld ymm13, ymm4, 7
    vpsrld ymm1, ymm1, 25
    vpsrld ymm4, ymm4, 25
    vpaddd ymm12, ymm12, ymm0
    vpaddd ymm13, ymm13, ymm3
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vmovdqa [rsi + 128], ymm1
    vmovdqa [rsi + 160], ymm4
    vmovdqa ymm7, [rsi + 192]
    vmovdqa ymm10, [rsi + 224]
    vpaddd ymm7, ymm7, [rax + 128]
    vpaddd ymm10, ymm10, [rax + 128]
    vpaddd ymm7, ymm7, [rsi + 1088]
    vpaddd ymm10, ymm10, [rsi + 1120]
    vpand ymm14, ymm6, ymm8
    vpand ymm15, ymm9, ymm11
    vpaddd ymm7, ymm7, ymm14
    vpaddd ymm10, ymm10, ymm15
    vpandn ymm14, ymm6, [rsi + 960]
    vpandn ymm15, ymm9, [rsi + 992]
    vpaddd ymm7, ymm7, ymm14
    vpaddd ymm10, ymm10, ymm15
    vpslld ymm14, ymm7, 7
    vpslld ymm15, ymm10, 7
    vpsrld ymm7, ymm7, 25
    vpsrld ymm10, ymm10, 25
    vpaddd ymm14, ymm14, ymm6
    vpaddd ymm15, ymm15, ymm9
    vpaddd ymm7, ymm7, ymm14
    vpaddd ymm10, ymm10, ymm15
    vmovdqa [rsi + 192], ymm7
    vmovdqa [rsi + 224], ymm10
    vmovdqa ymm2, [rsi + 896]
    vmovdqa ymm5, [rsi + 928]
    vpaddd ymm2, ymm2, [rax + 160]
    vpaddd ymm5, ymm5, [rax + 160]
    vpaddd ymm2, ymm2, [rsi + 1280]
    vpaddd ymm5, ymm5, [rsi + 1312]
    vpand ymm12, ymm1, ymm0
    vpand ymm13, ymm4, ymm3
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vpandn ymm12, ymm1, [rsi + 640]
    vpandn ymm13, ymm4, [rsi + 672]
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vpslld ymm12, ymm2, 12
    vpslld ymm13, ymm5, 12
    vpsrld ymm2, ymm2, 20
    vpsrld ymm5, ymm5, 20
    vpaddd ymm12, ymm12, ymm1
    vpaddd ymm13, ymm13, ymm4
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vmovdqa [rsi + 896], ymm2
    vmovdqa [rsi + 928], ymm5
    vmovdqa ymm8, [rsi + 960]
    vmovdqa ymm11, [rsi + 992]
    vpaddd ymm8, ymm8, [rax + 160]
    vpaddd ymm11, ymm11, [rax + 160]
    vpaddd ymm8, ymm8, [rsi + 1344]
    vpaddd ymm11, ymm11, [rsi + 1376]
    vpand ymm14, ymm7, ymm6
    vpand ymm15, ymm10, ymm9
    vpaddd ymm8, ymm8, ymm14
    vpaddd ymm11, ymm11, ymm15
    vpandn ymm14, ymm7, [rsi + 704]
    vpandn ymm15, ymm10, [rsi + 736]
    vpaddd ymm8, ymm8, ymm14
    vpaddd ymm11, ymm11, ymm15
    vpslld ymm14, ymm8, 12
    vpslld ymm15, ymm11, 12
    vpsrld ymm8, ymm8, 20
    vpsrld ymm11, ymm11, 20
    vpaddd ymm14, ymm14, ymm7
    vpaddd ymm15, ymm15, ymm10
    vpaddd ymm8, ymm8, ymm14
    vpaddd ymm11, ymm11, ymm15
    vmovdqa [rsi + 960], ymm8
    vmovdqa [rsi + 992], ymm11
    vmovdqa ymm0, [rsi + 640]
    vmovdqa ymm3, [rsi + 672]
    vpaddd ymm0, ymm0, [rax + 192]
    vpaddd ymm3, ymm3, [rax + 192]
    vpaddd ymm0, ymm0, [rsi + 1536]
    vpaddd ymm3, ymm3, [rsi + 1568]
    vpand ymm12, ymm2, ymm1
    vpand ymm13, ymm5, ymm4
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vpandn ymm12, ymm2, [rsi + 384]
    vpandn ymm13, ymm5, [rsi + 416]
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vpslld ymm12, ymm0, 17
    vpslld ymm13, ymm3, 17
    vpsrld ymm0, ymm0, 15
    vpsrld ymm3, ymm3, 15
    vpaddd ymm12, ymm12, ymm2
    vpaddd ymm13, ymm13, ymm5
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vmovdqa [rsi + 640], ymm0
    vmovdqa [rsi + 672], ymm3
    vmovdqa ymm6, [rsi + 704]
    vmovdqa ymm9, [rsi + 736]
    vpaddd ymm6, ymm6, [rax + 192]
    vpaddd ymm9, ymm9, [rax + 192]
    vpaddd ymm6, ymm6, [rsi + 1600]
    vpaddd ymm9, ymm9, [rsi + 1632]
    vpand ymm14, ymm8, ymm7
    vpand ymm15, ymm11, ymm10
    vpaddd ymm6, ymm6, ymm14
    vpaddd ymm9, ymm9, ymm15
    vpandn ymm14, ymm8, [rsi + 448]
    vpandn ymm15, ymm11, [rsi + 480]
    vpaddd ymm6, ymm6, ymm14
    vpaddd ymm9, ymm9, ymm15
    vpslld ymm14, ymm6, 17
    vpslld ymm15, ymm9, 17
    vpsrld ymm6, ymm6, 15
    vpsrld ymm9, ymm9, 15
    vpaddd ymm14, ymm14, ymm8
    vpaddd ymm15, ymm15, ymm11
    vpaddd ymm6, ymm6, ymm14
    vpaddd ymm9, ymm9, ymm15
    vmovdqa [rsi + 704], ymm6
    vmovdqa [rsi + 736], ymm9
    vmovdqa ymm1, [rsi + 384]
    vmovdqa ymm4, [rsi + 416]
    vpaddd ymm1, ymm1, [rax + 224]
    vpaddd ymm4, ymm4, [rax + 224]
    vpaddd ymm1, ymm1, [rsi + 1792]
    vpaddd ymm4, ymm4, [rsi + 1824]
    vpand ymm12, ymm0, ymm2
    vpand ymm13, ymm3, ymm5
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vpandn ymm12, ymm0, [rsi + 128]
    vpandn ymm13, ymm3, [rsi + 160]
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vpslld ymm12, ymm1, 22
    vpslld ymm13, ymm4, 22
    vpsrld ymm1, ymm1, 10
    vpsrld ymm4, ymm4, 10
    vpaddd ymm12, ymm12, ymm0
    vpaddd ymm13, ymm13, ymm3
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vmovdqa [rsi + 384], ymm1
    vmovdqa [rsi + 416], ymm4
    vmovdqa ymm7, [rsi + 448]
    vmovdqa ymm10, [rsi + 480]
    vpaddd ymm7, ymm7, [rax + 224]
    vpaddd ymm10, ymm10, [rax + 224]
    vpaddd ymm7, ymm7, [rsi + 1856]
    vpaddd ymm10, ymm10, [rsi + 1888]
    vpand ymm14, ymm6, ymm8
    vpand ymm15, ymm9, ymm11
    vpaddd ymm7, ymm7, ymm14
    vpaddd ymm10, ymm10, ymm15
    vpandn ymm14, ymm6, [rsi + 192]
    vpandn ymm15, ymm9, [rsi + 224]
    vpaddd ymm7, ymm7, ymm14
    vpaddd ymm10, ymm10, ymm15
    vpslld ymm14, ymm7, 22
    vpslld ymm15, ymm10, 22
    vpsrld ymm7, ymm7, 10
    vpsrld ymm10, ymm10, 10
    vpaddd ymm14, ymm14, ymm6
    vpaddd ymm15, ymm15, ymm9
    vpaddd ymm7, ymm7, ymm14
    vpaddd ymm10, ymm10, ymm15
    vmovdqa [rsi + 448], ymm7
    vmovdqa [rsi + 480], ymm10
    vmovdqa ymm2, [rsi + 128]
    vmovdqa ymm5, [rsi + 160]
    vpaddd ymm2, ymm2, [rax + 256]
    vpaddd ymm5, ymm5, [rax + 256]
    vpaddd ymm2, ymm2, [rsi + 2048]
    vpaddd ymm5, ymm5, [rsi + 2080]
    vpand ymm12, ymm1, ymm0
    vpand ymm13, ymm4, ymm3
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vpandn ymm12, ymm1, [rsi + 896]
    vpandn ymm13, ymm4, [rsi + 928]
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vpslld ymm12, ymm2, 7
    vpslld ymm13, ymm5, 7
    vpsrld ymm2, ymm2, 25
    vpsrld ymm5, ymm5, 25
    vpaddd ymm12, ymm12, ymm1
    vpaddd ymm13, ymm13, ymm4
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vmovdqa [rsi + 128], ymm2
    vmovdqa [rsi + 160], ymm5
    vmovdqa ymm8, [rsi + 192]
    vmovdqa ymm11, [rsi + 224]
    vpaddd ymm8, ymm8, [rax + 256]
    vpaddd ymm11, ymm11, [rax + 256]
    vpaddd ymm8, ymm8, [rsi + 2112]
    vpaddd ymm11, ymm11, [rsi + 2144]
    vpand ymm14, ymm7, ymm6
    vpand ymm15, ymm10, ymm9
    vpaddd ymm8, ymm8, ymm14
    vpaddd ymm11, ymm11, ymm15
    vpandn ymm14, ymm7, [rsi + 960]
    vpandn ymm15, ymm10, [rsi + 992]
    vpaddd ymm8, ymm8, ymm14
    vpaddd ymm11, ymm11, ymm15
    vpslld ymm14, ymm8, 7
    vpslld ymm15, ymm11, 7
    vpsrld ymm8, ymm8, 25
    vpsrld ymm11, ymm11, 25
    vpaddd ymm14, ymm14, ymm7
    vpaddd ymm15, ymm15, ymm10
    vpaddd ymm8, ymm8, ymm14
    vpaddd ymm11, ymm11, ymm15
    vmovdqa [rsi + 192], ymm8
    vmovdqa [rsi + 224], ymm11
    vmovdqa ymm0, [rsi + 896]
    vmovdqa ymm3, [rsi + 928]
    vpaddd ymm0, ymm0, [rax + 288]
    vpaddd ymm3, ymm3, [rax + 288]
    vpaddd ymm0, ymm0, [rsi + 2304]
    vpaddd ymm3, ymm3, [rsi + 2336]
    vpand ymm12, ymm2, ymm1
    vpand ymm13, ymm5, ymm4
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vpandn ymm12, ymm2, [rsi + 640]
    vpandn ymm13, ymm5, [rsi + 672]
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vpslld ymm12, ymm0, 12
    vpslld ymm13, ymm3, 12
    vpsrld ymm0, ymm0, 20
    vpsrld ymm3, ymm3, 20
    vpaddd ymm12, ymm12, ymm2
    vpaddd ymm13, ymm13, ymm5
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vmovdqa [rsi + 896], ymm0
    vmovdqa [rsi + 928], ymm3
    vmovdqa ymm6, [rsi + 960]
    vmovdqa ymm9, [rsi + 992]
    vpaddd ymm6, ymm6, [rax + 288]
    vpaddd ymm9, ymm9, [rax + 288]
    vpaddd ymm6, ymm6, [rsi + 2368]
    vpaddd ymm9, ymm9, [rsi + 2400]
    vpand ymm14, ymm8, ymm7
    vpand ymm15, ymm11, ymm10
    vpaddd ymm6, ymm6, ymm14
    vpaddd ymm9, ymm9, ymm15
    vpandn ymm14, ymm8, [rsi + 704]
    vpandn ymm15, ymm11, [rsi + 736]
    vpaddd ymm6, ymm6, ymm14
    vpaddd ymm9, ymm9, ymm15
    vpslld ymm14, ymm6, 12
    vpslld ymm15, ymm9, 12
    vpsrld ymm6, ymm6, 20
    vpsrld ymm9, ymm9, 20
    vpaddd ymm14, ymm14, ymm8
    vpaddd ymm15, ymm15, ymm11
    vpaddd ymm6, ymm6, ymm14
    vpaddd ymm9, ymm9, ymm15
    vmovdqa [rsi + 960], ymm6
    vmovdqa [rsi + 992], ymm9
    vmovdqa ymm1, [rsi + 640]
    vmovdqa ymm4, [rsi + 672]
    vpaddd ymm1, ymm1, [rax + 320]
    vpaddd ymm4, ymm4, [rax + 320]
    vpaddd ymm1, ymm1, [rsi + 2560]
    vpaddd ymm4, ymm4, [rsi + 2592]
    vpand ymm12, ymm0, ymm2
    vpand ymm13, ymm3, ymm5
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vpandn ymm12, ymm0, [rsi + 384]
    vpandn ymm13, ymm3, [rsi + 416]
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vpslld ymm12, ymm1, 17
    vpslld ymm13, ymm4, 17
    vpsrld ymm1, ymm1, 15
    vpsrld ymm4, ymm4, 15
    vpaddd ymm12, ymm12, ymm0
    vpaddd ymm13, ymm13, ymm3
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vmovdqa [rsi + 640], ymm1
    vmovdqa [rsi + 672], ymm4
    vmovdqa ymm7, [rsi + 704]
    vmovdqa ymm10, [rsi + 736]
    vpaddd ymm7, ymm7, [rax + 320]
    vpaddd ymm10, ymm10, [rax + 320]
    vpaddd ymm7, ymm7, [rsi + 2624]
    vpaddd ymm10, ymm10, [rsi + 2656]
    vpand ymm14, ymm6, ymm8
    vpand ymm15, ymm9, ymm11
    vpaddd ymm7, ymm7, ymm14
    vpaddd ymm10, ymm10, ymm15
    vpandn ymm14, ymm6, [rsi + 448]
    vpandn ymm15, ymm9, [rsi + 480]
    vpaddd ymm7, ymm7, ymm14
    vpaddd ymm10, ymm10, ymm15
    vpslld ymm14, ymm7, 17
    vpslld ymm15, ymm10, 17
    vpsrld ymm7, ymm7, 15
    vpsrld ymm10, ymm10, 15
    vpaddd ymm14, ymm14, ymm6
    vpaddd ymm15, ymm15, ymm9
    vpaddd ymm7, ymm7, ymm14
    vpaddd ymm10, ymm10, ymm15
    vmovdqa [rsi + 704], ymm7
    vmovdqa [rsi + 736], ymm10
    vmovdqa ymm2, [rsi + 384]
    vmovdqa ymm5, [rsi + 416]
    vpaddd ymm2, ymm2, [rax + 352]
    vpaddd ymm5, ymm5, [rax + 352]
    vpaddd ymm2, ymm2, [rsi + 2816]
    vpaddd ymm5, ymm5, [rsi + 2848]
    vpand ymm12, ymm1, ymm0
    vpand ymm13, ymm4, ymm3
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vpandn ymm12, ymm1, [rsi + 128]
    vpandn ymm13, ymm4, [rsi + 160]
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vpslld ymm12, ymm2, 22
    vpslld ymm13, ymm5, 22
    vpsrld ymm2, ymm2, 10
    vpsrld ymm5, ymm5, 10
    vpaddd ymm12, ymm12, ymm1
    vpaddd ymm13, ymm13, ymm4
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vmovdqa [rsi + 384], ymm2
    vmovdqa [rsi + 416], ymm5
    vmovdqa ymm8, [rsi + 448]
    vmovdqa ymm11, [rsi + 480]
    vpaddd ymm8, ymm8, [rax + 352]
    vpaddd ymm11, ymm11, [rax + 352]
    vpaddd ymm8, ymm8, [rsi + 2880]
    vpaddd ymm11, ymm11, [rsi + 2912]
    vpand ymm14, ymm7, ymm6
    vpand ymm15, ymm10, ymm9
    vpaddd ymm8, ymm8, ymm14
    vpaddd ymm11, ymm11, ymm15
    vpandn ymm14, ymm7, [rsi + 192]
    vpandn ymm15, ymm10, [rsi + 224]
    vpaddd ymm8, ymm8, ymm14
    vpaddd ymm11, ymm11, ymm15
    vpslld ymm14, ymm8, 22
    vpslld ymm15, ymm11, 22
    vpsrld ymm8, ymm8, 10
    vpsrld ymm11, ymm11, 10
    vpaddd ymm14, ymm14, ymm7
    vpaddd ymm15, ymm15, ymm10
    vpaddd ymm8, ymm8, ymm14
    vpaddd ymm11, ymm11, ymm15
    vmovdqa [rsi + 448], ymm8
    vmovdqa [rsi + 480], ymm11
    vmovdqa ymm0, [rsi + 128]
    vmovdqa ymm3, [rsi + 160]
    vpaddd ymm0, ymm0, [rax + 384]
    vpaddd ymm3, ymm3, [rax + 384]
    vpaddd ymm0, ymm0, [rsi + 3072]
    vpaddd ymm3, ymm3, [rsi + 3104]
    vpand ymm12, ymm2, ymm1
    vpand ymm13, ymm5, ymm4
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vpandn ymm12, ymm2, [rsi + 896]
    vpandn ymm13, ymm5, [rsi + 928]
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vpslld ymm12, ymm0, 7
    vpslld ymm13, ymm3, 7
    vpsrld ymm0, ymm0, 25
    vpsrld ymm3, ymm3, 25
    vpaddd ymm12, ymm12, ymm2
    vpaddd ymm13, ymm13, ymm5
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vmovdqa [rsi + 128], ymm0
    vmovdqa [rsi + 160], ymm3
    vmovdqa ymm6, [rsi + 192]
    vmovdqa ymm9, [rsi + 224]
    vpaddd ymm6, ymm6, [rax + 384]
    vpaddd ymm9, ymm9, [rax + 384]
    vpaddd ymm6, ymm6, [rsi + 3136]
    vpaddd ymm9, ymm9, [rsi + 3168]
    vpand ymm14, ymm8, ymm7
    vpand ymm15, ymm11, ymm10
    vpaddd ymm6, ymm6, ymm14
    vpaddd ymm9, ymm9, ymm15
    vpandn ymm14, ymm8, [rsi + 960]
    vpandn ymm15, ymm11, [rsi + 992]
    vpaddd ymm6, ymm6, ymm14
    vpaddd ymm9, ymm9, ymm15
    vpslld ymm14, ymm6, 7
    vpslld ymm15, ymm9, 7
    vpsrld ymm6, ymm6, 25
    vpsrld ymm9, ymm9, 25
    vpaddd ymm14, ymm14, ymm8
    vpaddd ymm15, ymm15, ymm11
    vpaddd ymm6, ymm6, ymm14
    vpaddd ymm9, ymm9, ymm15
    vmovdqa [rsi + 192], ymm6
    vmovdqa [rsi + 224], ymm9
    vmovdqa ymm1, [rsi + 896]
    vmovdqa ymm4, [rsi + 928]
    vpaddd ymm1, ymm1, [rax + 416]
    vpaddd ymm4, ymm4, [rax + 416]
    vpaddd ymm1, ymm1, [rsi + 3328]
    vpaddd ymm4, ymm4, [rsi + 3360]
    vpand ymm12, ymm0, ymm2
    vpand ymm13, ymm3, ymm5
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vpandn ymm12, ymm0, [rsi + 640]
    vpandn ymm13, ymm3, [rsi + 672]
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vpslld ymm12, ymm1, 12
    vpslld ymm13, ymm4, 12
    vpsrld ymm1, ymm1, 20
    vpsrld ymm4, ymm4, 20
    vpaddd ymm12, ymm12, ymm0
    vpaddd ymm13, ymm13, ymm3
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vmovdqa [rsi + 896], ymm1
    vmovdqa [rsi + 928], ymm4
    vmovdqa ymm7, [rsi + 960]
    vmovdqa ymm10, [rsi + 992]
    vpaddd ymm7, ymm7, [rax + 416]
    vpaddd ymm10, ymm10, [rax + 416]
    vpaddd ymm7, ymm7, [rsi + 3392]
    vpaddd ymm10, ymm10, [rsi + 3424]
    vpand ymm14, ymm6, ymm8
    vpand ymm15, ymm9, ymm11
    vpaddd ymm7, ymm7, ymm14
    vpaddd ymm10, ymm10, ymm15
    vpandn ymm14, ymm6, [rsi + 704]
    vpandn ymm15, ymm9, [rsi + 736]
    vpaddd ymm7, ymm7, ymm14
    vpaddd ymm10, ymm10, ymm15
    vpslld ymm14, ymm7, 12
    vpslld ymm15, ymm10, 12
    vpsrld ymm7, ymm7, 20
    vpsrld ymm10, ymm10, 20
    vpaddd ymm14, ymm14, ymm6
    vpaddd ymm15, ymm15, ymm9
    vpaddd ymm7, ymm7, ymm14
    vpaddd ymm10, ymm10, ymm15
    vmovdqa [rsi + 960], ymm7
    vmovdqa [rsi + 992], ymm10
    vmovdqa ymm2, [rsi + 640]
    vmovdqa ymm5, [rsi + 672]
    vpaddd ymm2, ymm2, [rax + 448]
    vpaddd ymm5, ymm5, [rax + 448]
    vpaddd ymm2, ymm2, [rsi + 3584]
    vpaddd ymm5, ymm5, [rsi + 3616]
    vpand ymm12, ymm1, ymm0
    vpand ymm13, ymm4, ymm3
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vpandn ymm12, ymm1, [rsi + 384]
    vpandn ymm13, ymm4, [rsi + 416]
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vpslld ymm12, ymm2, 17
    vpslld ymm13, ymm5, 17
    vpsrld ymm2, ymm2, 15
    vpsrld ymm5, ymm5, 15
    vpaddd ymm12, ymm12, ymm1
    vpaddd ymm13, ymm13, ymm4
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vmovdqa [rsi + 640], ymm2
    vmovdqa [rsi + 672], ymm5
    vmovdqa ymm8, [rsi + 704]
    vmovdqa ymm11, [rsi + 736]
    vpaddd ymm8, ymm8, [rax + 448]
    vpaddd ymm11, ymm11, [rax + 448]
    vpaddd ymm8, ymm8, [rsi + 3648]
    vpaddd ymm11, ymm11, [rsi + 3680]
    vpand ymm14, ymm7, ymm6
    vpand ymm15, ymm10, ymm9
    vpaddd ymm8, ymm8, ymm14
    vpaddd ymm11, ymm11, ymm15
    vpandn ymm14, ymm7, [rsi + 448]
    vpandn ymm15, ymm10, [rsi + 480]
    vpaddd ymm8, ymm8, ymm14
    vpaddd ymm11, ymm11, ymm15
    vpslld ymm14, ymm8, 17
    vpslld ymm15, ymm11, 17
    vpsrld ymm8, ymm8, 15
    vpsrld ymm11, ymm11, 15
    vpaddd ymm14, ymm14, ymm7
    vpaddd ymm15, ymm15, ymm10
    vpaddd ymm8, ymm8, ymm14
    vpaddd ymm11, ymm11, ymm15
    vmovdqa [rsi + 704], ymm8
    vmovdqa [rsi + 736], ymm11
    vmovdqa ymm0, [rsi + 384]
    vmovdqa ymm3, [rsi + 416]
    vpaddd ymm0, ymm0, [rax + 480]
    vpaddd ymm3, ymm3, [rax + 480]
    vpaddd ymm0, ymm0, [rsi + 3840]
    vpaddd ymm3, ymm3, [rsi + 3872]
    vpand ymm12, ymm2, ymm1
    vpand ymm13, ymm5, ymm4
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vpandn ymm12, ymm2, [rsi + 128]
    vpandn ymm13, ymm5, [rsi + 160]
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vpslld ymm12, ymm0, 22
    vpslld ymm13, ymm3, 22
    vpsrld ymm0, ymm0, 10
    vpsrld ymm3, ymm3, 10
    vpaddd ymm12, ymm12, ymm2
    vpaddd ymm13, ymm13, ymm5
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vmovdqa [rsi + 384], ymm0
    vmovdqa [rsi + 416], ymm3
    vmovdqa ymm6, [rsi + 448]
    vmovdqa ymm9, [rsi + 480]
    vpaddd ymm6, ymm6, [rax + 480]
    vpaddd ymm9, ymm9, [rax + 480]
    vpaddd ymm6, ymm6, [rsi + 3904]
    vpaddd ymm9, ymm9, [rsi + 3936]
    vpand ymm14, ymm8, ymm7
    vpand ymm15, ymm11, ymm10
    vpaddd ymm6, ymm6, ymm14
    vpaddd ymm9, ymm9, ymm15
    vpandn ymm14, ymm8, [rsi + 192]
    vpandn ymm15, ymm11, [rsi + 224]
    vpaddd ymm6, ymm6, ymm14
    vpaddd ymm9, ymm9, ymm15
    vpslld ymm14, ymm6, 22
    vpslld ymm15, ymm9, 22
    vpsrld ymm6, ymm6, 10
    vpsrld ymm9, ymm9, 10
    vpaddd ymm14, ymm14, ymm8
    vpaddd ymm15, ymm15, ymm11
    vpaddd ymm6, ymm6, ymm14
    vpaddd ymm9, ymm9, ymm15
    vmovdqa [rsi + 448], ymm6
    vmovdqa [rsi + 480], ymm9
    vmovdqa ymm1, [rsi + 128]
    vmovdqa ymm4, [rsi + 160]
    vpaddd ymm1, ymm1, [rax + 512]
    vpaddd ymm4, ymm4, [rax + 512]
    vpaddd ymm1, ymm1, [rsi + 256]
    vpaddd ymm4, ymm4, [rsi + 288]
    vmovdqa ymm12, [rsi + 896]
    vmovdqa ymm13, [rsi + 928]
    vpandn ymm12, ymm12, ymm2
    vpandn ymm13, ymm13, ymm5
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vpand ymm12, ymm0, [rsi + 896]
    vpand ymm13, ymm3, [rsi + 928]
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vpslld ymm12, ymm1, 5
    vpslld ymm13, ymm4, 5
    vpsrld ymm1, ymm1, 27
    vpsrld ymm4, ymm4, 27
    vpaddd ymm12, ymm12, ymm0
    vpaddd ymm13, ymm13, ymm3
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vmovdqa [rsi + 128], ymm1
    vmovdqa [rsi + 160], ymm4
    vmovdqa ymm7, [rsi + 192]
    vmovdqa ymm10, [rsi + 224]
    vpaddd ymm7, ymm7, [rax + 512]
    vpaddd ymm10, ymm10, [rax + 512]
    vpaddd ymm7, ymm7, [rsi + 320]
    vpaddd ymm10, ymm10, [rsi + 352]
    vmovdqa ymm14, [rsi + 960]
    vmovdqa ymm15, [rsi + 992]
    vpandn ymm14, ymm14, ymm8
    vpandn ymm15, ymm15, ymm11
    vpaddd ymm7, ymm7, ymm14
    vpaddd ymm10, ymm10, ymm15
    vpand ymm14, ymm6, [rsi + 960]
    vpand ymm15, ymm9, [rsi + 992]
    vpaddd ymm7, ymm7, ymm14
    vpaddd ymm10, ymm10, ymm15
    vpslld ymm14, ymm7, 5
    vpslld ymm15, ymm10, 5
    vpsrld ymm7, ymm7, 27
    vpsrld ymm10, ymm10, 27
    vpaddd ymm14, ymm14, ymm6
    vpaddd ymm15, ymm15, ymm9
    vpaddd ymm7, ymm7, ymm14
    vpaddd ymm10, ymm10, ymm15
    vmovdqa [rsi + 192], ymm7
    vmovdqa [rsi + 224], ymm10
    vmovdqa ymm2, [rsi + 896]
    vmovdqa ymm5, [rsi + 928]
    vpaddd ymm2, ymm2, [rax + 544]
    vpaddd ymm5, ymm5, [rax + 544]
    vpaddd ymm2, ymm2, [rsi + 1536]
    vpaddd ymm5, ymm5, [rsi + 1568]
    vmovdqa ymm12, [rsi + 640]
    vmovdqa ymm13, [rsi + 672]
    vpandn ymm12, ymm12, ymm0
    vpandn ymm13, ymm13, ymm3
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vpand ymm12, ymm1, [rsi + 640]
    vpand ymm13, ymm4, [rsi + 672]
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vpslld ymm12, ymm2, 9
    vpslld ymm13, ymm5, 9
    vpsrld ymm2, ymm2, 23
    vpsrld ymm5, ymm5, 23
    vpaddd ymm12, ymm12, ymm1
    vpaddd ymm13, ymm13, ymm4
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vmovdqa [rsi + 896], ymm2
    vmovdqa [rsi + 928], ymm5
    vmovdqa ymm8, [rsi + 960]
    vmovdqa ymm11, [rsi + 992]
    vpaddd ymm8, ymm8, [rax + 544]
    vpaddd ymm11, ymm11, [rax + 544]
    vpaddd ymm8, ymm8, [rsi + 1600]
    vpaddd ymm11, ymm11, [rsi + 1632]
    vmovdqa ymm14, [rsi + 704]
    vmovdqa ymm15, [rsi + 736]
    vpandn ymm14, ymm14, ymm6
    vpandn ymm15, ymm15, ymm9
    vpaddd ymm8, ymm8, ymm14
    vpaddd ymm11, ymm11, ymm15
    vpand ymm14, ymm7, [rsi + 704]
    vpand ymm15, ymm10, [rsi + 736]
    vpaddd ymm8, ymm8, ymm14
    vpaddd ymm11, ymm11, ymm15
    vpslld ymm14, ymm8, 9
    vpslld ymm15, ymm11, 9
    vpsrld ymm8, ymm8, 23
    vpsrld ymm11, ymm11, 23
    vpaddd ymm14, ymm14, ymm7
    vpaddd ymm15, ymm15, ymm10
    vpaddd ymm8, ymm8, ymm14
    vpaddd ymm11, ymm11, ymm15
    vmovdqa [rsi + 960], ymm8
    vmovdqa [rsi + 992], ymm11
    vmovdqa ymm0, [rsi + 640]
    vmovdqa ymm3, [rsi + 672]
    vpaddd ymm0, ymm0, [rax + 576]
    vpaddd ymm3, ymm3, [rax + 576]
    vpaddd ymm0, ymm0, [rsi + 2816]
    vpaddd ymm3, ymm3, [rsi + 2848]
    vmovdqa ymm12, [rsi + 384]
    vmovdqa ymm13, [rsi + 416]
    vpandn ymm12, ymm12, ymm1
    vpandn ymm13, ymm13, ymm4
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vpand ymm12, ymm2, [rsi + 384]
    vpand ymm13, ymm5, [rsi + 416]
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vpslld ymm12, ymm0, 14
    vpslld ymm13, ymm3, 14
    vpsrld ymm0, ymm0, 18
    vpsrld ymm3, ymm3, 18
    vpaddd ymm12, ymm12, ymm2
    vpaddd ymm13, ymm13, ymm5
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vmovdqa [rsi + 640], ymm0
    vmovdqa [rsi + 672], ymm3
    vmovdqa ymm6, [rsi + 704]
    vmovdqa ymm9, [rsi + 736]
    vpaddd ymm6, ymm6, [rax + 576]
    vpaddd ymm9, ymm9, [rax + 576]
    vpaddd ymm6, ymm6, [rsi + 2880]
    vpaddd ymm9, ymm9, [rsi + 2912]
    vmovdqa ymm14, [rsi + 448]
    vmovdqa ymm15, [rsi + 480]
    vpandn ymm14, ymm14, ymm7
    vpandn ymm15, ymm15, ymm10
    vpaddd ymm6, ymm6, ymm14
    vpaddd ymm9, ymm9, ymm15
    vpand ymm14, ymm8, [rsi + 448]
    vpand ymm15, ymm11, [rsi + 480]
    vpaddd ymm6, ymm6, ymm14
    vpaddd ymm9, ymm9, ymm15
    vpslld ymm14, ymm6, 14
    vpslld ymm15, ymm9, 14
    vpsrld ymm6, ymm6, 18
    vpsrld ymm9, ymm9, 18
    vpaddd ymm14, ymm14, ymm8
    vpaddd ymm15, ymm15, ymm11
    vpaddd ymm6, ymm6, ymm14
    vpaddd ymm9, ymm9, ymm15
    vmovdqa [rsi + 704], ymm6
    vmovdqa [rsi + 736], ymm9
    vmovdqa ymm1, [rsi + 384]
    vmovdqa ymm4, [rsi + 416]
    vpaddd ymm1, ymm1, [rax + 608]
    vpaddd ymm4, ymm4, [rax + 608]
    vpaddd ymm1, ymm1, [rsi + 0]
    vpaddd ymm4, ymm4, [rsi + 32]
    vmovdqa ymm12, [rsi + 128]
    vmovdqa ymm13, [rsi + 160]
    vpandn ymm12, ymm12, ymm2
    vpandn ymm13, ymm13, ymm5
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vpand ymm12, ymm0, [rsi + 128]
    vpand ymm13, ymm3, [rsi + 160]
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vpslld ymm12, ymm1, 20
    vpslld ymm13, ymm4, 20
    vpsrld ymm1, ymm1, 12
    vpsrld ymm4, ymm4, 12
    vpaddd ymm12, ymm12, ymm0
    vpaddd ymm13, ymm13, ymm3
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vmovdqa [rsi + 384], ymm1
    vmovdqa [rsi + 416], ymm4
    vmovdqa ymm7, [rsi + 448]
    vmovdqa ymm10, [rsi + 480]
    vpaddd ymm7, ymm7, [rax + 608]
    vpaddd ymm10, ymm10, [rax + 608]
    vpaddd ymm7, ymm7, [rsi + 64]
    vpaddd ymm10, ymm10, [rsi + 96]
    vmovdqa ymm14, [rsi + 192]
    vmovdqa ymm15, [rsi + 224]
    vpandn ymm14, ymm14, ymm8
    vpandn ymm15, ymm15, ymm11
    vpaddd ymm7, ymm7, ymm14
    vpaddd ymm10, ymm10, ymm15
    vpand ymm14, ymm6, [rsi + 192]
    vpand ymm15, ymm9, [rsi + 224]
    vpaddd ymm7, ymm7, ymm14
    vpaddd ymm10, ymm10, ymm15
    vpslld ymm14, ymm7, 20
    vpslld ymm15, ymm10, 20
    vpsrld ymm7, ymm7, 12
    vpsrld ymm10, ymm10, 12
    vpaddd ymm14, ymm14, ymm6
    vpaddd ymm15, ymm15, ymm9
    vpaddd ymm7, ymm7, ymm14
    vpaddd ymm10, ymm10, ymm15
    vmovdqa [rsi + 448], ymm7
    vmovdqa [rsi + 480], ymm10
    vmovdqa ymm2, [rsi + 128]
    vmovdqa ymm5, [rsi + 160]
    vpaddd ymm2, ymm2, [rax + 640]
    vpaddd ymm5, ymm5, [rax + 640]
    vpaddd ymm2, ymm2, [rsi + 1280]
    vpaddd ymm5, ymm5, [rsi + 1312]
    vmovdqa ymm12, [rsi + 896]
    vmovdqa ymm13, [rsi + 928]
    vpandn ymm12, ymm12, ymm0
    vpandn ymm13, ymm13, ymm3
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vpand ymm12, ymm1, [rsi + 896]
    vpand ymm13, ymm4, [rsi + 928]
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vpslld ymm12, ymm2, 5
    vpslld ymm13, ymm5, 5
    vpsrld ymm2, ymm2, 27
    vpsrld ymm5, ymm5, 27
    vpaddd ymm12, ymm12, ymm1
    vpaddd ymm13, ymm13, ymm4
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vmovdqa [rsi + 128], ymm2
    vmovdqa [rsi + 160], ymm5
    vmovdqa ymm8, [rsi + 192]
    vmovdqa ymm11, [rsi + 224]
    vpaddd ymm8, ymm8, [rax + 640]
    vpaddd ymm11, ymm11, [rax + 640]
    vpaddd ymm8, ymm8, [rsi + 1344]
    vpaddd ymm11, ymm11, [rsi + 1376]
    vmovdqa ymm14, [rsi + 960]
    vmovdqa ymm15, [rsi + 992]
    vpandn ymm14, ymm14, ymm6
    vpandn ymm15, ymm15, ymm9
    vpaddd ymm8, ymm8, ymm14
    vpaddd ymm11, ymm11, ymm15
    vpand ymm14, ymm7, [rsi + 960]
    vpand ymm15, ymm10, [rsi + 992]
    vpaddd ymm8, ymm8, ymm14
    vpaddd ymm11, ymm11, ymm15
    vpslld ymm14, ymm8, 5
    vpslld ymm15, ymm11, 5
    vpsrld ymm8, ymm8, 27
    vpsrld ymm11, ymm11, 27
    vpaddd ymm14, ymm14, ymm7
    vpaddd ymm15, ymm15, ymm10
    vpaddd ymm8, ymm8, ymm14
    vpaddd ymm11, ymm11, ymm15
    vmovdqa [rsi + 192], ymm8
    vmovdqa [rsi + 224], ymm11
    vmovdqa ymm0, [rsi + 896]
    vmovdqa ymm3, [rsi + 928]
    vpaddd ymm0, ymm0, [rax + 672]
    vpaddd ymm3, ymm3, [rax + 672]
    vpaddd ymm0, ymm0, [rsi + 2560]
    vpaddd ymm3, ymm3, [rsi + 2592]
    vmovdqa ymm12, [rsi + 640]
    vmovdqa ymm13, [rsi + 672]
    vpandn ymm12, ymm12, ymm1
    vpandn ymm13, ymm13, ymm4
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vpand ymm12, ymm2, [rsi + 640]
    vpand ymm13, ymm5, [rsi + 672]
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vpslld ymm12, ymm0, 9
    vpslld ymm13, ymm3, 9
    vpsrld ymm0, ymm0, 23
    vpsrld ymm3, ymm3, 23
    vpaddd ymm12, ymm12, ymm2
    vpaddd ymm13, ymm13, ymm5
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vmovdqa [rsi + 896], ymm0
    vmovdqa [rsi + 928], ymm3
    vmovdqa ymm6, [rsi + 960]
    vmovdqa ymm9, [rsi + 992]
    vpaddd ymm6, ymm6, [rax + 672]
    vpaddd ymm9, ymm9, [rax + 672]
    vpaddd ymm6, ymm6, [rsi + 2624]
    vpaddd ymm9, ymm9, [rsi + 2656]
    vmovdqa ymm14, [rsi + 704]
    vmovdqa ymm15, [rsi + 736]
    vpandn ymm14, ymm14, ymm7
    vpandn ymm15, ymm15, ymm10
    vpaddd ymm6, ymm6, ymm14
    vpaddd ymm9, ymm9, ymm15
    vpand ymm14, ymm8, [rsi + 704]
    vpand ymm15, ymm11, [rsi + 736]
    vpaddd ymm6, ymm6, ymm14
    vpaddd ymm9, ymm9, ymm15
    vpslld ymm14, ymm6, 9
    vpslld ymm15, ymm9, 9
    vpsrld ymm6, ymm6, 23
    vpsrld ymm9, ymm9, 23
    vpaddd ymm14, ymm14, ymm8
    vpaddd ymm15, ymm15, ymm11
    vpaddd ymm6, ymm6, ymm14
    vpaddd ymm9, ymm9, ymm15
    vmovdqa [rsi + 960], ymm6
    vmovdqa [rsi + 992], ymm9
    vmovdqa ymm1, [rsi + 640]
    vmovdqa ymm4, [rsi + 672]
    vpaddd ymm1, ymm1, [rax + 704]
    vpaddd ymm4, ymm4, [rax + 704]
    vpaddd ymm1, ymm1, [rsi + 3840]
    vpaddd ymm4, ymm4, [rsi + 3872]
    vmovdqa ymm12, [rsi + 384]
    vmovdqa ymm13, [rsi + 416]
    vpandn ymm12, ymm12, ymm2
    vpandn ymm13, ymm13, ymm5
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vpand ymm12, ymm0, [rsi + 384]
    vpand ymm13, ymm3, [rsi + 416]
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vpslld ymm12, ymm1, 14
    vpslld ymm13, ymm4, 14
    vpsrld ymm1, ymm1, 18
    vpsrld ymm4, ymm4, 18
    vpaddd ymm12, ymm12, ymm0
    vpaddd ymm13, ymm13, ymm3
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vmovdqa [rsi + 640], ymm1
    vmovdqa [rsi + 672], ymm4
    vmovdqa ymm7, [rsi + 704]
    vmovdqa ymm10, [rsi + 736]
    vpaddd ymm7, ymm7, [rax + 704]
    vpaddd ymm10, ymm10, [rax + 704]
    vpaddd ymm7, ymm7, [rsi + 3904]
    vpaddd ymm10, ymm10, [rsi + 3936]
    vmovdqa ymm14, [rsi + 448]
    vmovdqa ymm15, [rsi + 480]
    vpandn ymm14, ymm14, ymm8
    vpandn ymm15, ymm15, ymm11
    vpaddd ymm7, ymm7, ymm14
    vpaddd ymm10, ymm10, ymm15
    vpand ymm14, ymm6, [rsi + 448]
    vpand ymm15, ymm9, [rsi + 480]
    vpaddd ymm7, ymm7, ymm14
    vpaddd ymm10, ymm10, ymm15
    vpslld ymm14, ymm7, 14
    vpslld ymm15, ymm10, 14
    vpsrld ymm7, ymm7, 18
    vpsrld ymm10, ymm10, 18
    vpaddd ymm14, ymm14, ymm6
    vpaddd ymm15, ymm15, ymm9
    vpaddd ymm7, ymm7, ymm14
    vpaddd ymm10, ymm10, ymm15
    vmovdqa [rsi + 704], ymm7
    vmovdqa [rsi + 736], ymm10
    vmovdqa ymm2, [rsi + 384]
    vmovdqa ymm5, [rsi + 416]
    vpaddd ymm2, ymm2, [rax + 736]
    vpaddd ymm5, ymm5, [rax + 736]
    vpaddd ymm2, ymm2, [rsi + 1024]
    vpaddd ymm5, ymm5, [rsi + 1056]
    vmovdqa ymm12, [rsi + 128]
    vmovdqa ymm13, [rsi + 160]
    vpandn ymm12, ymm12, ymm0
    vpandn ymm13, ymm13, ymm3
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vpand ymm12, ymm1, [rsi + 128]
    vpand ymm13, ymm4, [rsi + 160]
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vpslld ymm12, ymm2, 20
    vpslld ymm13, ymm5, 20
    vpsrld ymm2, ymm2, 12
    vpsrld ymm5, ymm5, 12
    vpaddd ymm12, ymm12, ymm1
    vpaddd ymm13, ymm13, ymm4
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vmovdqa [rsi + 384], ymm2
    vmovdqa [rsi + 416], ymm5
    vmovdqa ymm8, [rsi + 448]
    vmovdqa ymm11, [rsi + 480]
    vpaddd ymm8, ymm8, [rax + 736]
    vpaddd ymm11, ymm11, [rax + 736]
    vpaddd ymm8, ymm8, [rsi + 1088]
    vpaddd ymm11, ymm11, [rsi + 1120]
    vmovdqa ymm14, [rsi + 192]
    vmovdqa ymm15, [rsi + 224]
    vpandn ymm14, ymm14, ymm6
    vpandn ymm15, ymm15, ymm9
    vpaddd ymm8, ymm8, ymm14
    vpaddd ymm11, ymm11, ymm15
    vpand ymm14, ymm7, [rsi + 192]
    vpand ymm15, ymm10, [rsi + 224]
    vpaddd ymm8, ymm8, ymm14
    vpaddd ymm11, ymm11, ymm15
    vpslld ymm14, ymm8, 20
    vpslld ymm15, ymm11, 20
    vpsrld ymm8, ymm8, 12
    vpsrld ymm11, ymm11, 12
    vpaddd ymm14, ymm14, ymm7
    vpaddd ymm15, ymm15, ymm10
    vpaddd ymm8, ymm8, ymm14
    vpaddd ymm11, ymm11, ymm15
    vmovdqa [rsi + 448], ymm8
    vmovdqa [rsi + 480], ymm11
    vmovdqa ymm0, [rsi + 128]
    vmovdqa ymm3, [rsi + 160]
    vpaddd ymm0, ymm0, [rax + 768]
    vpaddd ymm3, ymm3, [rax + 768]
    vpaddd ymm0, ymm0, [rsi + 2304]
    vpaddd ymm3, ymm3, [rsi + 2336]
    vmovdqa ymm12, [rsi + 896]
    vmovdqa ymm13, [rsi + 928]
    vpandn ymm12, ymm12, ymm1
    vpandn ymm13, ymm13, ymm4
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vpand ymm12, ymm2, [rsi + 896]
    vpand ymm13, ymm5, [rsi + 928]
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vpslld ymm12, ymm0, 5
    vpslld ymm13, ymm3, 5
    vpsrld ymm0, ymm0, 27
    vpsrld ymm3, ymm3, 27
    vpaddd ymm12, ymm12, ymm2
    vpaddd ymm13, ymm13, ymm5
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vmovdqa [rsi + 128], ymm0
    vmovdqa [rsi + 160], ymm3
    vmovdqa ymm6, [rsi + 192]
    vmovdqa ymm9, [rsi + 224]
    vpaddd ymm6, ymm6, [rax + 768]
    vpaddd ymm9, ymm9, [rax + 768]
    vpaddd ymm6, ymm6, [rsi + 2368]
    vpaddd ymm9, ymm9, [rsi + 2400]
    vmovdqa ymm14, [rsi + 960]
    vmovdqa ymm15, [rsi + 992]
    vpandn ymm14, ymm14, ymm7
    vpandn ymm15, ymm15, ymm10
    vpaddd ymm6, ymm6, ymm14
    vpaddd ymm9, ymm9, ymm15
    vpand ymm14, ymm8, [rsi + 960]
    vpand ymm15, ymm11, [rsi + 992]
    vpaddd ymm6, ymm6, ymm14
    vpaddd ymm9, ymm9, ymm15
    vpslld ymm14, ymm6, 5
    vpslld ymm15, ymm9, 5
    vpsrld ymm6, ymm6, 27
    vpsrld ymm9, ymm9, 27
    vpaddd ymm14, ymm14, ymm8
    vpaddd ymm15, ymm15, ymm11
    vpaddd ymm6, ymm6, ymm14
    vpaddd ymm9, ymm9, ymm15
    vmovdqa [rsi + 192], ymm6
    vmovdqa [rsi + 224], ymm9
    vmovdqa ymm1, [rsi + 896]
    vmovdqa ymm4, [rsi + 928]
    vpaddd ymm1, ymm1, [rax + 800]
    vpaddd ymm4, ymm4, [rax + 800]
    vpaddd ymm1, ymm1, [rsi + 3584]
    vpaddd ymm4, ymm4, [rsi + 3616]
    vmovdqa ymm12, [rsi + 640]
    vmovdqa ymm13, [rsi + 672]
    vpandn ymm12, ymm12, ymm2
    vpandn ymm13, ymm13, ymm5
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vpand ymm12, ymm0, [rsi + 640]
    vpand ymm13, ymm3, [rsi + 672]
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vpslld ymm12, ymm1, 9
    vpslld ymm13, ymm4, 9
    vpsrld ymm1, ymm1, 23
    vpsrld ymm4, ymm4, 23
    vpaddd ymm12, ymm12, ymm0
    vpaddd ymm13, ymm13, ymm3
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vmovdqa [rsi + 896], ymm1
    vmovdqa [rsi + 928], ymm4
    vmovdqa ymm7, [rsi + 960]
    vmovdqa ymm10, [rsi + 992]
    vpaddd ymm7, ymm7, [rax + 800]
    vpaddd ymm10, ymm10, [rax + 800]
    vpaddd ymm7, ymm7, [rsi + 3648]
    vpaddd ymm10, ymm10, [rsi + 3680]
    vmovdqa ymm14, [rsi + 704]
    vmovdqa ymm15, [rsi + 736]
    vpandn ymm14, ymm14, ymm8
    vpandn ymm15, ymm15, ymm11
    vpaddd ymm7, ymm7, ymm14
    vpaddd ymm10, ymm10, ymm15
    vpand ymm14, ymm6, [rsi + 704]
    vpand ymm15, ymm9, [rsi + 736]
    vpaddd ymm7, ymm7, ymm14
    vpaddd ymm10, ymm10, ymm15
    vpslld ymm14, ymm7, 9
    vpslld ymm15, ymm10, 9
    vpsrld ymm7, ymm7, 23
    vpsrld ymm10, ymm10, 23
    vpaddd ymm14, ymm14, ymm6
    vpaddd ymm15, ymm15, ymm9
    vpaddd ymm7, ymm7, ymm14
    vpaddd ymm10, ymm10, ymm15
    vmovdqa [rsi + 960], ymm7
    vmovdqa [rsi + 992], ymm10
    vmovdqa ymm2, [rsi + 640]
    vmovdqa ymm5, [rsi + 672]
    vpaddd ymm2, ymm2, [rax + 832]
    vpaddd ymm5, ymm5, [rax + 832]
    vpaddd ymm2, ymm2, [rsi + 768]
    vpaddd ymm5, ymm5, [rsi + 800]
    vmovdqa ymm12, [rsi + 384]
    vmovdqa ymm13, [rsi + 416]
    vpandn ymm12, ymm12, ymm0
    vpandn ymm13, ymm13, ymm3
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vpand ymm12, ymm1, [rsi + 384]
    vpand ymm13, ymm4, [rsi + 416]
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vpslld ymm12, ymm2, 14
    vpslld ymm13, ymm5, 14
    vpsrld ymm2, ymm2, 18
    vpsrld ymm5, ymm5, 18
    vpaddd ymm12, ymm12, ymm1
    vpaddd ymm13, ymm13, ymm4
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vmovdqa [rsi + 640], ymm2
    vmovdqa [rsi + 672], ymm5
    vmovdqa ymm8, [rsi + 704]
    vmovdqa ymm11, [rsi + 736]
    vpaddd ymm8, ymm8, [rax + 832]
    vpaddd ymm11, ymm11, [rax + 832]
    vpaddd ymm8, ymm8, [rsi + 832]
    vpaddd ymm11, ymm11, [rsi + 864]
    vmovdqa ymm14, [rsi + 448]
    vmovdqa ymm15, [rsi + 480]
    vpandn ymm14, ymm14, ymm6
    vpandn ymm15, ymm15, ymm9
    vpaddd ymm8, ymm8, ymm14
    vpaddd ymm11, ymm11, ymm15
    vpand ymm14, ymm7, [rsi + 448]
    vpand ymm15, ymm10, [rsi + 480]
    vpaddd ymm8, ymm8, ymm14
    vpaddd ymm11, ymm11, ymm15
    vpslld ymm14, ymm8, 14
    vpslld ymm15, ymm11, 14
    vpsrld ymm8, ymm8, 18
    vpsrld ymm11, ymm11, 18
    vpaddd ymm14, ymm14, ymm7
    vpaddd ymm15, ymm15, ymm10
    vpaddd ymm8, ymm8, ymm14
    vpaddd ymm11, ymm11, ymm15
    vmovdqa [rsi + 704], ymm8
    vmovdqa [rsi + 736], ymm11
    vmovdqa ymm0, [rsi + 384]
    vmovdqa ymm3, [rsi + 416]
    vpaddd ymm0, ymm0, [rax + 864]
    vpaddd ymm3, ymm3, [rax + 864]
    vpaddd ymm0, ymm0, [rsi + 2048]
    vpaddd ymm3, ymm3, [rsi + 2080]
    vmovdqa ymm12, [rsi + 128]
    vmovdqa ymm13, [rsi + 160]
    vpandn ymm12, ymm12, ymm1
    vpandn ymm13, ymm13, ymm4
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vpand ymm12, ymm2, [rsi + 128]
    vpand ymm13, ymm5, [rsi + 160]
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vpslld ymm12, ymm0, 20
    vpslld ymm13, ymm3, 20
    vpsrld ymm0, ymm0, 12
    vpsrld ymm3, ymm3, 12
    vpaddd ymm12, ymm12, ymm2
    vpaddd ymm13, ymm13, ymm5
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vmovdqa [rsi + 384], ymm0
    vmovdqa [rsi + 416], ymm3
    vmovdqa ymm6, [rsi + 448]
    vmovdqa ymm9, [rsi + 480]
    vpaddd ymm6, ymm6, [rax + 864]
    vpaddd ymm9, ymm9, [rax + 864]
    vpaddd ymm6, ymm6, [rsi + 2112]
    vpaddd ymm9, ymm9, [rsi + 2144]
    vmovdqa ymm14, [rsi + 192]
    vmovdqa ymm15, [rsi + 224]
    vpandn ymm14, ymm14, ymm7
    vpandn ymm15, ymm15, ymm10
    vpaddd ymm6, ymm6, ymm14
    vpaddd ymm9, ymm9, ymm15
    vpand ymm14, ymm8, [rsi + 192]
    vpand ymm15, ymm11, [rsi + 224]
    vpaddd ymm6, ymm6, ymm14
    vpaddd ymm9, ymm9, ymm15
    vpslld ymm14, ymm6, 20
    vpslld ymm15, ymm9, 20
    vpsrld ymm6, ymm6, 12
    vpsrld ymm9, ymm9, 12
    vpaddd ymm14, ymm14, ymm8
    vpaddd ymm15, ymm15, ymm11
    vpaddd ymm6, ymm6, ymm14
    vpaddd ymm9, ymm9, ymm15
    vmovdqa [rsi + 448], ymm6
    vmovdqa [rsi + 480], ymm9
    vmovdqa ymm1, [rsi + 128]
    vmovdqa ymm4, [rsi + 160]
    vpaddd ymm1, ymm1, [rax + 896]
    vpaddd ymm4, ymm4, [rax + 896]
    vpaddd ymm1, ymm1, [rsi + 3328]
    vpaddd ymm4, ymm4, [rsi + 3360]
    vmovdqa ymm12, [rsi + 896]
    vmovdqa ymm13, [rsi + 928]
    vpandn ymm12, ymm12, ymm2
    vpandn ymm13, ymm13, ymm5
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vpand ymm12, ymm0, [rsi + 896]
    vpand ymm13, ymm3, [rsi + 928]
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vpslld ymm12, ymm1, 5
    vpslld ymm13, ymm4, 5
    vpsrld ymm1, ymm1, 27
    vpsrld ymm4, ymm4, 27
    vpaddd ymm12, ymm12, ymm0
    vpaddd ymm13, ymm13, ymm3
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vmovdqa [rsi + 128], ymm1
    vmovdqa [rsi + 160], ymm4
    vmovdqa ymm7, [rsi + 192]
    vmovdqa ymm10, [rsi + 224]
    vpaddd ymm7, ymm7, [rax + 896]
    vpaddd ymm10, ymm10, [rax + 896]
    vpaddd ymm7, ymm7, [rsi + 3392]
    vpaddd ymm10, ymm10, [rsi + 3424]
    vmovdqa ymm14, [rsi + 960]
    vmovdqa ymm15, [rsi + 992]
    vpandn ymm14, ymm14, ymm8
    vpandn ymm15, ymm15, ymm11
    vpaddd ymm7, ymm7, ymm14
    vpaddd ymm10, ymm10, ymm15
    vpand ymm14, ymm6, [rsi + 960]
    vpand ymm15, ymm9, [rsi + 992]
    vpaddd ymm7, ymm7, ymm14
    vpaddd ymm10, ymm10, ymm15
    vpslld ymm14, ymm7, 5
    vpslld ymm15, ymm10, 5
    vpsrld ymm7, ymm7, 27
    vpsrld ymm10, ymm10, 27
    vpaddd ymm14, ymm14, ymm6
    vpaddd ymm15, ymm15, ymm9
    vpaddd ymm7, ymm7, ymm14
    vpaddd ymm10, ymm10, ymm15
    vmovdqa [rsi + 192], ymm7
    vmovdqa [rsi + 224], ymm10
    vmovdqa ymm2, [rsi + 896]
    vmovdqa ymm5, [rsi + 928]
    vpaddd ymm2, ymm2, [rax + 928]
    vpaddd ymm5, ymm5, [rax + 928]
    vpaddd ymm2, ymm2, [rsi + 512]
    vpaddd ymm5, ymm5, [rsi + 544]
    vmovdqa ymm12, [rsi + 640]
    vmovdqa ymm13, [rsi + 672]
    vpandn ymm12, ymm12, ymm0
    vpandn ymm13, ymm13, ymm3
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vpand ymm12, ymm1, [rsi + 640]
    vpand ymm13, ymm4, [rsi + 672]
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vpslld ymm12, ymm2, 9
    vpslld ymm13, ymm5, 9
    vpsrld ymm2, ymm2, 23
    vpsrld ymm5, ymm5, 23
    vpaddd ymm12, ymm12, ymm1
    vpaddd ymm13, ymm13, ymm4
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vmovdqa [rsi + 896], ymm2
    vmovdqa [rsi + 928], ymm5
    vmovdqa ymm8, [rsi + 960]
    vmovdqa ymm11, [rsi + 992]
    vpaddd ymm8, ymm8, [rax + 928]
    vpaddd ymm11, ymm11, [rax + 928]
    vpaddd ymm8, ymm8, [rsi + 576]
    vpaddd ymm11, ymm11, [rsi + 608]
    vmovdqa ymm14, [rsi + 704]
    vmovdqa ymm15, [rsi + 736]
    vpandn ymm14, ymm14, ymm6
    vpandn ymm15, ymm15, ymm9
    vpaddd ymm8, ymm8, ymm14
    vpaddd ymm11, ymm11, ymm15
    vpand ymm14, ymm7, [rsi + 704]
    vpand ymm15, ymm10, [rsi + 736]
    vpaddd ymm8, ymm8, ymm14
    vpaddd ymm11, ymm11, ymm15
    vpslld ymm14, ymm8, 9
    vpslld ymm15, ymm11, 9
    vpsrld ymm8, ymm8, 23
    vpsrld ymm11, ymm11, 23
    vpaddd ymm14, ymm14, ymm7
    vpaddd ymm15, ymm15, ymm10
    vpaddd ymm8, ymm8, ymm14
    vpaddd ymm11, ymm11, ymm15
    vmovdqa [rsi + 960], ymm8
    vmovdqa [rsi + 992], ymm11
    vmovdqa ymm0, [rsi + 640]
    vmovdqa ymm3, [rsi + 672]
    vpaddd ymm0, ymm0, [rax + 960]
    vpaddd ymm3, ymm3, [rax + 960]
    vpaddd ymm0, ymm0, [rsi + 1792]
    vpaddd ymm3, ymm3, [rsi + 1824]
    vmovdqa ymm12, [rsi + 384]
    vmovdqa ymm13, [rsi + 416]
    vpandn ymm12, ymm12, ymm1
    vpandn ymm13, ymm13, ymm4
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vpand ymm12, ymm2, [rsi + 384]
    vpand ymm13, ymm5, [rsi + 416]
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vpslld ymm12, ymm0, 14
    vpslld ymm13, ymm3, 14
    vpsrld ymm0, ymm0, 18
    vpsrld ymm3, ymm3, 18
    vpaddd ymm12, ymm12, ymm2
    vpaddd ymm13, ymm13, ymm5
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vmovdqa [rsi + 640], ymm0
    vmovdqa [rsi + 672], ymm3
    vmovdqa ymm6, [rsi + 704]
    vmovdqa ymm9, [rsi + 736]
    vpaddd ymm6, ymm6, [rax + 960]
    vpaddd ymm9, ymm9, [rax + 960]
    vpaddd ymm6, ymm6, [rsi + 1856]
    vpaddd ymm9, ymm9, [rsi + 1888]
    vmovdqa ymm14, [rsi + 448]
    vmovdqa ymm15, [rsi + 480]
    vpandn ymm14, ymm14, ymm7
    vpandn ymm15, ymm15, ymm10
    vpaddd ymm6, ymm6, ymm14
    vpaddd ymm9, ymm9, ymm15
    vpand ymm14, ymm8, [rsi + 448]
    vpand ymm15, ymm11, [rsi + 480]
    vpaddd ymm6, ymm6, ymm14
    vpaddd ymm9, ymm9, ymm15
    vpslld ymm14, ymm6, 14
    vpslld ymm15, ymm9, 14
    vpsrld ymm6, ymm6, 18
    vpsrld ymm9, ymm9, 18
    vpaddd ymm14, ymm14, ymm8
    vpaddd ymm15, ymm15, ymm11
    vpaddd ymm6, ymm6, ymm14
    vpaddd ymm9, ymm9, ymm15
    vmovdqa [rsi + 704], ymm6
    vmovdqa [rsi + 736], ymm9
    vmovdqa ymm1, [rsi + 384]
    vmovdqa ymm4, [rsi + 416]
    vpaddd ymm1, ymm1, [rax + 992]
    vpaddd ymm4, ymm4, [rax + 992]
    vpaddd ymm1, ymm1, [rsi + 3072]
    vpaddd ymm4, ymm4, [rsi + 3104]
    vmovdqa ymm12, [rsi + 128]
    vmovdqa ymm13, [rsi + 160]
    vpandn ymm12, ymm12, ymm2
    vpandn ymm13, ymm13, ymm5
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vpand ymm12, ymm0, [rsi + 128]
    vpand ymm13, ymm3, [rsi + 160]
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vpslld ymm12, ymm1, 20
    vpslld ymm13, ymm4, 20
    vpsrld ymm1, ymm1, 12
    vpsrld ymm4, ymm4, 12
    vpaddd ymm12, ymm12, ymm0
    vpaddd ymm13, ymm13, ymm3
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vmovdqa [rsi + 384], ymm1
    vmovdqa [rsi + 416], ymm4
    vmovdqa ymm7, [rsi + 448]
    vmovdqa ymm10, [rsi + 480]
    vpaddd ymm7, ymm7, [rax + 992]
    vpaddd ymm10, ymm10, [rax + 992]
    vpaddd ymm7, ymm7, [rsi + 3136]
    vpaddd ymm10, ymm10, [rsi + 3168]
    vmovdqa ymm14, [rsi + 192]
    vmovdqa ymm15, [rsi + 224]
    vpandn ymm14, ymm14, ymm8
    vpandn ymm15, ymm15, ymm11
    vpaddd ymm7, ymm7, ymm14
    vpaddd ymm10, ymm10, ymm15
    vpand ymm14, ymm6, [rsi + 192]
    vpand ymm15, ymm9, [rsi + 224]
    vpaddd ymm7, ymm7, ymm14
    vpaddd ymm10, ymm10, ymm15
    vpslld ymm14, ymm7, 20
    vpslld ymm15, ymm10, 20
    vpsrld ymm7, ymm7, 12
    vpsrld ymm10, ymm10, 12
    vpaddd ymm14, ymm14, ymm6
    vpaddd ymm15, ymm15, ymm9
    vpaddd ymm7, ymm7, ymm14
    vpaddd ymm10, ymm10, ymm15
    vmovdqa [rsi + 448], ymm7
    vmovdqa [rsi + 480], ymm10
    vmovdqa ymm2, [rsi + 128]
    vmovdqa ymm5, [rsi + 160]
    vpaddd ymm2, ymm2, [rax + 1024]
    vpaddd ymm5, ymm5, [rax + 1024]
    vpaddd ymm2, ymm2, [rsi + 1280]
    vpaddd ymm5, ymm5, [rsi + 1312]
    vpxor ymm12, ymm0, [rsi + 896]
    vpxor ymm13, ymm3, [rsi + 928]
    vpxor ymm12, ymm12, ymm1
    vpxor ymm13, ymm13, ymm4
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vpslld ymm12, ymm2, 4
    vpslld ymm13, ymm5, 4
    vpsrld ymm2, ymm2, 28
    vpsrld ymm5, ymm5, 28
    vpaddd ymm12, ymm12, ymm1
    vpaddd ymm13, ymm13, ymm4
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vmovdqa [rsi + 128], ymm2
    vmovdqa [rsi + 160], ymm5
    vmovdqa ymm8, [rsi + 192]
    vmovdqa ymm11, [rsi + 224]
    vpaddd ymm8, ymm8, [rax + 1024]
    vpaddd ymm11, ymm11, [rax + 1024]
    vpaddd ymm8, ymm8, [rsi + 1344]
    vpaddd ymm11, ymm11, [rsi + 1376]
    vpxor ymm14, ymm6, [rsi + 960]
    vpxor ymm15, ymm9, [rsi + 992]
    vpxor ymm14, ymm14, ymm7
    vpxor ymm15, ymm15, ymm10
    vpaddd ymm8, ymm8, ymm14
    vpaddd ymm11, ymm11, ymm15
    vpslld ymm14, ymm8, 4
    vpslld ymm15, ymm11, 4
    vpsrld ymm8, ymm8, 28
    vpsrld ymm11, ymm11, 28
    vpaddd ymm14, ymm14, ymm7
    vpaddd ymm15, ymm15, ymm10
    vpaddd ymm8, ymm8, ymm14
    vpaddd ymm11, ymm11, ymm15
    vmovdqa [rsi + 192], ymm8
    vmovdqa [rsi + 224], ymm11
    vmovdqa ymm0, [rsi + 896]
    vmovdqa ymm3, [rsi + 928]
    vpaddd ymm0, ymm0, [rax + 1056]
    vpaddd ymm3, ymm3, [rax + 1056]
    vpaddd ymm0, ymm0, [rsi + 2048]
    vpaddd ymm3, ymm3, [rsi + 2080]
    vpxor ymm12, ymm1, [rsi + 640]
    vpxor ymm13, ymm4, [rsi + 672]
    vpxor ymm12, ymm12, ymm2
    vpxor ymm13, ymm13, ymm5
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vpslld ymm12, ymm0, 11
    vpslld ymm13, ymm3, 11
    vpsrld ymm0, ymm0, 21
    vpsrld ymm3, ymm3, 21
    vpaddd ymm12, ymm12, ymm2
    vpaddd ymm13, ymm13, ymm5
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vmovdqa [rsi + 896], ymm0
    vmovdqa [rsi + 928], ymm3
    vmovdqa ymm6, [rsi + 960]
    vmovdqa ymm9, [rsi + 992]
    vpaddd ymm6, ymm6, [rax + 1056]
    vpaddd ymm9, ymm9, [rax + 1056]
    vpaddd ymm6, ymm6, [rsi + 2112]
    vpaddd ymm9, ymm9, [rsi + 2144]
    vpxor ymm14, ymm7, [rsi + 704]
    vpxor ymm15, ymm10, [rsi + 736]
    vpxor ymm14, ymm14, ymm8
    vpxor ymm15, ymm15, ymm11
    vpaddd ymm6, ymm6, ymm14
    vpaddd ymm9, ymm9, ymm15
    vpslld ymm14, ymm6, 11
    vpslld ymm15, ymm9, 11
    vpsrld ymm6, ymm6, 21
    vpsrld ymm9, ymm9, 21
    vpaddd ymm14, ymm14, ymm8
    vpaddd ymm15, ymm15, ymm11
    vpaddd ymm6, ymm6, ymm14
    vpaddd ymm9, ymm9, ymm15
    vmovdqa [rsi + 960], ymm6
    vmovdqa [rsi + 992], ymm9
    vmovdqa ymm1, [rsi + 640]
    vmovdqa ymm4, [rsi + 672]
    vpaddd ymm1, ymm1, [rax + 1088]
    vpaddd ymm4, ymm4, [rax + 1088]
    vpaddd ymm1, ymm1, [rsi + 2816]
    vpaddd ymm4, ymm4, [rsi + 2848]
    vpxor ymm12, ymm2, [rsi + 384]
    vpxor ymm13, ymm5, [rsi + 416]
    vpxor ymm12, ymm12, ymm0
    vpxor ymm13, ymm13, ymm3
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vpslld ymm12, ymm1, 16
    vpslld ymm13, ymm4, 16
    vpsrld ymm1, ymm1, 16
    vpsrld ymm4, ymm4, 16
    vpaddd ymm12, ymm12, ymm0
    vpaddd ymm13, ymm13, ymm3
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vmovdqa [rsi + 640], ymm1
    vmovdqa [rsi + 672], ymm4
    vmovdqa ymm7, [rsi + 704]
    vmovdqa ymm10, [rsi + 736]
    vpaddd ymm7, ymm7, [rax + 1088]
    vpaddd ymm10, ymm10, [rax + 1088]
    vpaddd ymm7, ymm7, [rsi + 2880]
    vpaddd ymm10, ymm10, [rsi + 2912]
    vpxor ymm14, ymm8, [rsi + 448]
    vpxor ymm15, ymm11, [rsi + 480]
    vpxor ymm14, ymm14, ymm6
    vpxor ymm15, ymm15, ymm9
    vpaddd ymm7, ymm7, ymm14
    vpaddd ymm10, ymm10, ymm15
    vpslld ymm14, ymm7, 16
    vpslld ymm15, ymm10, 16
    vpsrld ymm7, ymm7, 16
    vpsrld ymm10, ymm10, 16
    vpaddd ymm14, ymm14, ymm6
    vpaddd ymm15, ymm15, ymm9
    vpaddd ymm7, ymm7, ymm14
    vpaddd ymm10, ymm10, ymm15
    vmovdqa [rsi + 704], ymm7
    vmovdqa [rsi + 736], ymm10
    vmovdqa ymm2, [rsi + 384]
    vmovdqa ymm5, [rsi + 416]
    vpaddd ymm2, ymm2, [rax + 1120]
    vpaddd ymm5, ymm5, [rax + 1120]
    vpaddd ymm2, ymm2, [rsi + 3584]
    vpaddd ymm5, ymm5, [rsi + 3616]
    vpxor ymm12, ymm0, [rsi + 128]
    vpxor ymm13, ymm3, [rsi + 160]
    vpxor ymm12, ymm12, ymm1
    vpxor ymm13, ymm13, ymm4
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vpslld ymm12, ymm2, 23
    vpslld ymm13, ymm5, 23
    vpsrld ymm2, ymm2, 9
    vpsrld ymm5, ymm5, 9
    vpaddd ymm12, ymm12, ymm1
    vpaddd ymm13, ymm13, ymm4
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vmovdqa [rsi + 384], ymm2
    vmovdqa [rsi + 416], ymm5
    vmovdqa ymm8, [rsi + 448]
    vmovdqa ymm11, [rsi + 480]
    vpaddd ymm8, ymm8, [rax + 1120]
    vpaddd ymm11, ymm11, [rax + 1120]
    vpaddd ymm8, ymm8, [rsi + 3648]
    vpaddd ymm11, ymm11, [rsi + 3680]
    vpxor ymm14, ymm6, [rsi + 192]
    vpxor ymm15, ymm9, [rsi + 224]
    vpxor ymm14, ymm14, ymm7
    vpxor ymm15, ymm15, ymm10
    vpaddd ymm8, ymm8, ymm14
    vpaddd ymm11, ymm11, ymm15
    vpslld ymm14, ymm8, 23
    vpslld ymm15, ymm11, 23
    vpsrld ymm8, ymm8, 9
    vpsrld ymm11, ymm11, 9
    vpaddd ymm14, ymm14, ymm7
    vpaddd ymm15, ymm15, ymm10
    vpaddd ymm8, ymm8, ymm14
    vpaddd ymm11, ymm11, ymm15
    vmovdqa [rsi + 448], ymm8
    vmovdqa [rsi + 480], ymm11
    vmovdqa ymm0, [rsi + 128]
    vmovdqa ymm3, [rsi + 160]
    vpaddd ymm0, ymm0, [rax + 1152]
    vpaddd ymm3, ymm3, [rax + 1152]
    vpaddd ymm0, ymm0, [rsi + 256]
    vpaddd ymm3, ymm3, [rsi + 288]
    vpxor ymm12, ymm1, [rsi + 896]
    vpxor ymm13, ymm4, [rsi + 928]
    vpxor ymm12, ymm12, ymm2
    vpxor ymm13, ymm13, ymm5
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vpslld ymm12, ymm0, 4
    vpslld ymm13, ymm3, 4
    vpsrld ymm0, ymm0, 28
    vpsrld ymm3, ymm3, 28
    vpaddd ymm12, ymm12, ymm2
    vpaddd ymm13, ymm13, ymm5
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vmovdqa [rsi + 128], ymm0
    vmovdqa [rsi + 160], ymm3
    vmovdqa ymm6, [rsi + 192]
    vmovdqa ymm9, [rsi + 224]
    vpaddd ymm6, ymm6, [rax + 1152]
    vpaddd ymm9, ymm9, [rax + 1152]
    vpaddd ymm6, ymm6, [rsi + 320]
    vpaddd ymm9, ymm9, [rsi + 352]
    vpxor ymm14, ymm7, [rsi + 960]
    vpxor ymm15, ymm10, [rsi + 992]
    vpxor ymm14, ymm14, ymm8
    vpxor ymm15, ymm15, ymm11
    vpaddd ymm6, ymm6, ymm14
    vpaddd ymm9, ymm9, ymm15
    vpslld ymm14, ymm6, 4
    vpslld ymm15, ymm9, 4
    vpsrld ymm6, ymm6, 28
    vpsrld ymm9, ymm9, 28
    vpaddd ymm14, ymm14, ymm8
    vpaddd ymm15, ymm15, ymm11
    vpaddd ymm6, ymm6, ymm14
    vpaddd ymm9, ymm9, ymm15
    vmovdqa [rsi + 192], ymm6
    vmovdqa [rsi + 224], ymm9
    vmovdqa ymm1, [rsi + 896]
    vmovdqa ymm4, [rsi + 928]
    vpaddd ymm1, ymm1, [rax + 1184]
    vpaddd ymm4, ymm4, [rax + 1184]
    vpaddd ymm1, ymm1, [rsi + 1024]
    vpaddd ymm4, ymm4, [rsi + 1056]
    vpxor ymm12, ymm2, [rsi + 640]
    vpxor ymm13, ymm5, [rsi + 672]
    vpxor ymm12, ymm12, ymm0
    vpxor ymm13, ymm13, ymm3
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vpslld ymm12, ymm1, 11
    vpslld ymm13, ymm4, 11
    vpsrld ymm1, ymm1, 21
    vpsrld ymm4, ymm4, 21
    vpaddd ymm12, ymm12, ymm0
    vpaddd ymm13, ymm13, ymm3
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vmovdqa [rsi + 896], ymm1
    vmovdqa [rsi + 928], ymm4
    vmovdqa ymm7, [rsi + 960]
    vmovdqa ymm10, [rsi + 992]
    vpaddd ymm7, ymm7, [rax + 1184]
    vpaddd ymm10, ymm10, [rax + 1184]
    vpaddd ymm7, ymm7, [rsi + 1088]
    vpaddd ymm10, ymm10, [rsi + 1120]
    vpxor ymm14, ymm8, [rsi + 704]
    vpxor ymm15, ymm11, [rsi + 736]
    vpxor ymm14, ymm14, ymm6
    vpxor ymm15, ymm15, ymm9
    vpaddd ymm7, ymm7, ymm14
    vpaddd ymm10, ymm10, ymm15
    vpslld ymm14, ymm7, 11
    vpslld ymm15, ymm10, 11
    vpsrld ymm7, ymm7, 21
    vpsrld ymm10, ymm10, 21
    vpaddd ymm14, ymm14, ymm6
    vpaddd ymm15, ymm15, ymm9
    vpaddd ymm7, ymm7, ymm14
    vpaddd ymm10, ymm10, ymm15
    vmovdqa [rsi + 960], ymm7
    vmovdqa [rsi + 992], ymm10
    vmovdqa ymm2, [rsi + 640]
    vmovdqa ymm5, [rsi + 672]
    vpaddd ymm2, ymm2, [rax + 1216]
    vpaddd ymm5, ymm5, [rax + 1216]
    vpaddd ymm2, ymm2, [rsi + 1792]
    vpaddd ymm5, ymm5, [rsi + 1824]
    vpxor ymm12, ymm0, [rsi + 384]
    vpxor ymm13, ymm3, [rsi + 416]
    vpxor ymm12, ymm12, ymm1
    vpxor ymm13, ymm13, ymm4
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vpslld ymm12, ymm2, 16
    vpslld ymm13, ymm5, 16
    vpsrld ymm2, ymm2, 16
    vpsrld ymm5, ymm5, 16
    vpaddd ymm12, ymm12, ymm1
    vpaddd ymm13, ymm13, ymm4
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vmovdqa [rsi + 640], ymm2
    vmovdqa [rsi + 672], ymm5
    vmovdqa ymm8, [rsi + 704]
    vmovdqa ymm11, [rsi + 736]
    vpaddd ymm8, ymm8, [rax + 1216]
    vpaddd ymm11, ymm11, [rax + 1216]
    vpaddd ymm8, ymm8, [rsi + 1856]
    vpaddd ymm11, ymm11, [rsi + 1888]
    vpxor ymm14, ymm6, [rsi + 448]
    vpxor ymm15, ymm9, [rsi + 480]
    vpxor ymm14, ymm14, ymm7
    vpxor ymm15, ymm15, ymm10
    vpaddd ymm8, ymm8, ymm14
    vpaddd ymm11, ymm11, ymm15
    vpslld ymm14, ymm8, 16
    vpslld ymm15, ymm11, 16
    vpsrld ymm8, ymm8, 16
    vpsrld ymm11, ymm11, 16
    vpaddd ymm14, ymm14, ymm7
    vpaddd ymm15, ymm15, ymm10
    vpaddd ymm8, ymm8, ymm14
    vpaddd ymm11, ymm11, ymm15
    vmovdqa [rsi + 704], ymm8
    vmovdqa [rsi + 736], ymm11
    vmovdqa ymm0, [rsi + 384]
    vmovdqa ymm3, [rsi + 416]
    vpaddd ymm0, ymm0, [rax + 1248]
    vpaddd ymm3, ymm3, [rax + 1248]
    vpaddd ymm0, ymm0, [rsi + 2560]
    vpaddd ymm3, ymm3, [rsi + 2592]
    vpxor ymm12, ymm1, [rsi + 128]
    vpxor ymm13, ymm4, [rsi + 160]
    vpxor ymm12, ymm12, ymm2
    vpxor ymm13, ymm13, ymm5
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vpslld ymm12, ymm0, 23
    vpslld ymm13, ymm3, 23
    vpsrld ymm0, ymm0, 9
    vpsrld ymm3, ymm3, 9
    vpaddd ymm12, ymm12, ymm2
    vpaddd ymm13, ymm13, ymm5
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vmovdqa [rsi + 384], ymm0
    vmovdqa [rsi + 416], ymm3
    vmovdqa ymm6, [rsi + 448]
    vmovdqa ymm9, [rsi + 480]
    vpaddd ymm6, ymm6, [rax + 1248]
    vpaddd ymm9, ymm9, [rax + 1248]
    vpaddd ymm6, ymm6, [rsi + 2624]
    vpaddd ymm9, ymm9, [rsi + 2656]
    vpxor ymm14, ymm7, [rsi + 192]
    vpxor ymm15, ymm10, [rsi + 224]
    vpxor ymm14, ymm14, ymm8
    vpxor ymm15, ymm15, ymm11
    vpaddd ymm6, ymm6, ymm14
    vpaddd ymm9, ymm9, ymm15
    vpslld ymm14, ymm6, 23
    vpslld ymm15, ymm9, 23
    vpsrld ymm6, ymm6, 9
    vpsrld ymm9, ymm9, 9
    vpaddd ymm14, ymm14, ymm8
    vpaddd ymm15, ymm15, ymm11
    vpaddd ymm6, ymm6, ymm14
    vpaddd ymm9, ymm9, ymm15
    vmovdqa [rsi + 448], ymm6
    vmovdqa [rsi + 480], ymm9
    vmovdqa ymm1, [rsi + 128]
    vmovdqa ymm4, [rsi + 160]
    vpaddd ymm1, ymm1, [rax + 1280]
    vpaddd ymm4, ymm4, [rax + 1280]
    vpaddd ymm1, ymm1, [rsi + 3328]
    vpaddd ymm4, ymm4, [rsi + 3360]
    vpxor ymm12, ymm2, [rsi + 896]
    vpxor ymm13, ymm5, [rsi + 928]
    vpxor ymm12, ymm12, ymm0
    vpxor ymm13, ymm13, ymm3
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vpslld ymm12, ymm1, 4
    vpslld ymm13, ymm4, 4
    vpsrld ymm1, ymm1, 28
    vpsrld ymm4, ymm4, 28
    vpaddd ymm12, ymm12, ymm0
    vpaddd ymm13, ymm13, ymm3
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vmovdqa [rsi + 128], ymm1
    vmovdqa [rsi + 160], ymm4
    vmovdqa ymm7, [rsi + 192]
    vmovdqa ymm10, [rsi + 224]
    vpaddd ymm7, ymm7, [rax + 1280]
    vpaddd ymm10, ymm10, [rax + 1280]
    vpaddd ymm7, ymm7, [rsi + 3392]
    vpaddd ymm10, ymm10, [rsi + 3424]
    vpxor ymm14, ymm8, [rsi + 960]
    vpxor ymm15, ymm11, [rsi + 992]
    vpxor ymm14, ymm14, ymm6
    vpxor ymm15, ymm15, ymm9
    vpaddd ymm7, ymm7, ymm14
    vpaddd ymm10, ymm10, ymm15
    vpslld ymm14, ymm7, 4
    vpslld ymm15, ymm10, 4
    vpsrld ymm7, ymm7, 28
    vpsrld ymm10, ymm10, 28
    vpaddd ymm14, ymm14, ymm6
    vpaddd ymm15, ymm15, ymm9
    vpaddd ymm7, ymm7, ymm14
    vpaddd ymm10, ymm10, ymm15
    vmovdqa [rsi + 192], ymm7
    vmovdqa [rsi + 224], ymm10
    vmovdqa ymm2, [rsi + 896]
    vmovdqa ymm5, [rsi + 928]
    vpaddd ymm2, ymm2, [rax + 1312]
    vpaddd ymm5, ymm5, [rax + 1312]
    vpaddd ymm2, ymm2, [rsi + 0]
    vpaddd ymm5, ymm5, [rsi + 32]
    vpxor ymm12, ymm0, [rsi + 640]
    vpxor ymm13, ymm3, [rsi + 672]
    vpxor ymm12, ymm12, ymm1
    vpxor ymm13, ymm13, ymm4
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vpslld ymm12, ymm2, 11
    vpslld ymm13, ymm5, 11
    vpsrld ymm2, ymm2, 21
    vpsrld ymm5, ymm5, 21
    vpaddd ymm12, ymm12, ymm1
    vpaddd ymm13, ymm13, ymm4
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vmovdqa [rsi + 896], ymm2
    vmovdqa [rsi + 928], ymm5
    vmovdqa ymm8, [rsi + 960]
    vmovdqa ymm11, [rsi + 992]
    vpaddd ymm8, ymm8, [rax + 1312]
    vpaddd ymm11, ymm11, [rax + 1312]
    vpaddd ymm8, ymm8, [rsi + 64]
    vpaddd ymm11, ymm11, [rsi + 96]
    vpxor ymm14, ymm6, [rsi + 704]
    vpxor ymm15, ymm9, [rsi + 736]
    vpxor ymm14, ymm14, ymm7
    vpxor ymm15, ymm15, ymm10
    vpaddd ymm8, ymm8, ymm14
    vpaddd ymm11, ymm11, ymm15
    vpslld ymm14, ymm8, 11
    vpslld ymm15, ymm11, 11
    vpsrld ymm8, ymm8, 21
    vpsrld ymm11, ymm11, 21
    vpaddd ymm14, ymm14, ymm7
    vpaddd ymm15, ymm15, ymm10
    vpaddd ymm8, ymm8, ymm14
    vpaddd ymm11, ymm11, ymm15
    vmovdqa [rsi + 960], ymm8
    vmovdqa [rsi + 992], ymm11
    vmovdqa ymm0, [rsi + 640]
    vmovdqa ymm3, [rsi + 672]
    vpaddd ymm0, ymm0, [rax + 1344]
    vpaddd ymm3, ymm3, [rax + 1344]
    vpaddd ymm0, ymm0, [rsi + 768]
    vpaddd ymm3, ymm3, [rsi + 800]
    vpxor ymm12, ymm1, [rsi + 384]
    vpxor ymm13, ymm4, [rsi + 416]
    vpxor ymm12, ymm12, ymm2
    vpxor ymm13, ymm13, ymm5
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vpslld ymm12, ymm0, 16
    vpslld ymm13, ymm3, 16
    vpsrld ymm0, ymm0, 16
    vpsrld ymm3, ymm3, 16
    vpaddd ymm12, ymm12, ymm2
    vpaddd ymm13, ymm13, ymm5
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vmovdqa [rsi + 640], ymm0
    vmovdqa [rsi + 672], ymm3
    vmovdqa ymm6, [rsi + 704]
    vmovdqa ymm9, [rsi + 736]
    vpaddd ymm6, ymm6, [rax + 1344]
    vpaddd ymm9, ymm9, [rax + 1344]
    vpaddd ymm6, ymm6, [rsi + 832]
    vpaddd ymm9, ymm9, [rsi + 864]
    vpxor ymm14, ymm7, [rsi + 448]
    vpxor ymm15, ymm10, [rsi + 480]
    vpxor ymm14, ymm14, ymm8
    vpxor ymm15, ymm15, ymm11
    vpaddd ymm6, ymm6, ymm14
    vpaddd ymm9, ymm9, ymm15
    vpslld ymm14, ymm6, 16
    vpslld ymm15, ymm9, 16
    vpsrld ymm6, ymm6, 16
    vpsrld ymm9, ymm9, 16
    vpaddd ymm14, ymm14, ymm8
    vpaddd ymm15, ymm15, ymm11
    vpaddd ymm6, ymm6, ymm14
    vpaddd ymm9, ymm9, ymm15
    vmovdqa [rsi + 704], ymm6
    vmovdqa [rsi + 736], ymm9
    vmovdqa ymm1, [rsi + 384]
    vmovdqa ymm4, [rsi + 416]
    vpaddd ymm1, ymm1, [rax + 1376]
    vpaddd ymm4, ymm4, [rax + 1376]
    vpaddd ymm1, ymm1, [rsi + 1536]
    vpaddd ymm4, ymm4, [rsi + 1568]
    vpxor ymm12, ymm2, [rsi + 128]
    vpxor ymm13, ymm5, [rsi + 160]
    vpxor ymm12, ymm12, ymm0
    vpxor ymm13, ymm13, ymm3
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vpslld ymm12, ymm1, 23
    vpslld ymm13, ymm4, 23
    vpsrld ymm1, ymm1, 9
    vpsrld ymm4, ymm4, 9
    vpaddd ymm12, ymm12, ymm0
    vpaddd ymm13, ymm13, ymm3
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vmovdqa [rsi + 384], ymm1
    vmovdqa [rsi + 416], ymm4
    vmovdqa ymm7, [rsi + 448]
    vmovdqa ymm10, [rsi + 480]
    vpaddd ymm7, ymm7, [rax + 1376]
    vpaddd ymm10, ymm10, [rax + 1376]
    vpaddd ymm7, ymm7, [rsi + 1600]
    vpaddd ymm10, ymm10, [rsi + 1632]
    vpxor ymm14, ymm8, [rsi + 192]
    vpxor ymm15, ymm11, [rsi + 224]
    vpxor ymm14, ymm14, ymm6
    vpxor ymm15, ymm15, ymm9
    vpaddd ymm7, ymm7, ymm14
    vpaddd ymm10, ymm10, ymm15
    vpslld ymm14, ymm7, 23
    vpslld ymm15, ymm10, 23
    vpsrld ymm7, ymm7, 9
    vpsrld ymm10, ymm10, 9
    vpaddd ymm14, ymm14, ymm6
    vpaddd ymm15, ymm15, ymm9
    vpaddd ymm7, ymm7, ymm14
    vpaddd ymm10, ymm10, ymm15
    vmovdqa [rsi + 448], ymm7
    vmovdqa [rsi + 480], ymm10
    vmovdqa ymm2, [rsi + 128]
    vmovdqa ymm5, [rsi + 160]
    vpaddd ymm2, ymm2, [rax + 1408]
    vpaddd ymm5, ymm5, [rax + 1408]
    vpaddd ymm2, ymm2, [rsi + 2304]
    vpaddd ymm5, ymm5, [rsi + 2336]
    vpxor ymm12, ymm0, [rsi + 896]
    vpxor ymm13, ymm3, [rsi + 928]
    vpxor ymm12, ymm12, ymm1
    vpxor ymm13, ymm13, ymm4
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vpslld ymm12, ymm2, 4
    vpslld ymm13, ymm5, 4
    vpsrld ymm2, ymm2, 28
    vpsrld ymm5, ymm5, 28
    vpaddd ymm12, ymm12, ymm1
    vpaddd ymm13, ymm13, ymm4
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vmovdqa [rsi + 128], ymm2
    vmovdqa [rsi + 160], ymm5
    vmovdqa ymm8, [rsi + 192]
    vmovdqa ymm11, [rsi + 224]
    vpaddd ymm8, ymm8, [rax + 1408]
    vpaddd ymm11, ymm11, [rax + 1408]
    vpaddd ymm8, ymm8, [rsi + 2368]
    vpaddd ymm11, ymm11, [rsi + 2400]
    vpxor ymm14, ymm6, [rsi + 960]
    vpxor ymm15, ymm9, [rsi + 992]
    vpxor ymm14, ymm14, ymm7
    vpxor ymm15, ymm15, ymm10
    vpaddd ymm8, ymm8, ymm14
    vpaddd ymm11, ymm11, ymm15
    vpslld ymm14, ymm8, 4
    vpslld ymm15, ymm11, 4
    vpsrld ymm8, ymm8, 28
    vpsrld ymm11, ymm11, 28
    vpaddd ymm14, ymm14, ymm7
    vpaddd ymm15, ymm15, ymm10
    vpaddd ymm8, ymm8, ymm14
    vpaddd ymm11, ymm11, ymm15
    vmovdqa [rsi + 192], ymm8
    vmovdqa [rsi + 224], ymm11
    vmovdqa ymm0, [rsi + 896]
    vmovdqa ymm3, [rsi + 928]
    vpaddd ymm0, ymm0, [rax + 1440]
    vpaddd ymm3, ymm3, [rax + 1440]
    vpaddd ymm0, ymm0, [rsi + 3072]
    vpaddd ymm3, ymm3, [rsi + 3104]
    vpxor ymm12, ymm1, [rsi + 640]
    vpxor ymm13, ymm4, [rsi + 672]
    vpxor ymm12, ymm12, ymm2
    vpxor ymm13, ymm13, ymm5
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vpslld ymm12, ymm0, 11
    vpslld ymm13, ymm3, 11
    vpsrld ymm0, ymm0, 21
    vpsrld ymm3, ymm3, 21
    vpaddd ymm12, ymm12, ymm2
    vpaddd ymm13, ymm13, ymm5
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vmovdqa [rsi + 896], ymm0
    vmovdqa [rsi + 928], ymm3
    vmovdqa ymm6, [rsi + 960]
    vmovdqa ymm9, [rsi + 992]
    vpaddd ymm6, ymm6, [rax + 1440]
    vpaddd ymm9, ymm9, [rax + 1440]
    vpaddd ymm6, ymm6, [rsi + 3136]
    vpaddd ymm9, ymm9, [rsi + 3168]
    vpxor ymm14, ymm7, [rsi + 704]
    vpxor ymm15, ymm10, [rsi + 736]
    vpxor ymm14, ymm14, ymm8
    vpxor ymm15, ymm15, ymm11
    vpaddd ymm6, ymm6, ymm14
    vpaddd ymm9, ymm9, ymm15
    vpslld ymm14, ymm6, 11
    vpslld ymm15, ymm9, 11
    vpsrld ymm6, ymm6, 21
    vpsrld ymm9, ymm9, 21
    vpaddd ymm14, ymm14, ymm8
    vpaddd ymm15, ymm15, ymm11
    vpaddd ymm6, ymm6, ymm14
    vpaddd ymm9, ymm9, ymm15
    vmovdqa [rsi + 960], ymm6
    vmovdqa [rsi + 992], ymm9
    vmovdqa ymm1, [rsi + 640]
    vmovdqa ymm4, [rsi + 672]
    vpaddd ymm1, ymm1, [rax + 1472]
    vpaddd ymm4, ymm4, [rax + 1472]
    vpaddd ymm1, ymm1, [rsi + 3840]
    vpaddd ymm4, ymm4, [rsi + 3872]
    vpxor ymm12, ymm2, [rsi + 384]
    vpxor ymm13, ymm5, [rsi + 416]
    vpxor ymm12, ymm12, ymm0
    vpxor ymm13, ymm13, ymm3
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vpslld ymm12, ymm1, 16
    vpslld ymm13, ymm4, 16
    vpsrld ymm1, ymm1, 16
    vpsrld ymm4, ymm4, 16
    vpaddd ymm12, ymm12, ymm0
    vpaddd ymm13, ymm13, ymm3
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vmovdqa [rsi + 640], ymm1
    vmovdqa [rsi + 672], ymm4
    vmovdqa ymm7, [rsi + 704]
    vmovdqa ymm10, [rsi + 736]
    vpaddd ymm7, ymm7, [rax + 1472]
    vpaddd ymm10, ymm10, [rax + 1472]
    vpaddd ymm7, ymm7, [rsi + 3904]
    vpaddd ymm10, ymm10, [rsi + 3936]
    vpxor ymm14, ymm8, [rsi + 448]
    vpxor ymm15, ymm11, [rsi + 480]
    vpxor ymm14, ymm14, ymm6
    vpxor ymm15, ymm15, ymm9
    vpaddd ymm7, ymm7, ymm14
    vpaddd ymm10, ymm10, ymm15
    vpslld ymm14, ymm7, 16
    vpslld ymm15, ymm10, 16
    vpsrld ymm7, ymm7, 16
    vpsrld ymm10, ymm10, 16
    vpaddd ymm14, ymm14, ymm6
    vpaddd ymm15, ymm15, ymm9
    vpaddd ymm7, ymm7, ymm14
    vpaddd ymm10, ymm10, ymm15
    vmovdqa [rsi + 704], ymm7
    vmovdqa [rsi + 736], ymm10
    vmovdqa ymm2, [rsi + 384]
    vmovdqa ymm5, [rsi + 416]
    vpaddd ymm2, ymm2, [rax + 1504]
    vpaddd ymm5, ymm5, [rax + 1504]
    vpaddd ymm2, ymm2, [rsi + 512]
    vpaddd ymm5, ymm5, [rsi + 544]
    vpxor ymm12, ymm0, [rsi + 128]
    vpxor ymm13, ymm3, [rsi + 160]
    vpxor ymm12, ymm12, ymm1
    vpxor ymm13, ymm13, ymm4
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vpslld ymm12, ymm2, 23
    vpslld ymm13, ymm5, 23
    vpsrld ymm2, ymm2, 9
    vpsrld ymm5, ymm5, 9
    vpaddd ymm12, ymm12, ymm1
    vpaddd ymm13, ymm13, ymm4
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vmovdqa [rsi + 384], ymm2
    vmovdqa [rsi + 416], ymm5
    vmovdqa ymm8, [rsi + 448]
    vmovdqa ymm11, [rsi + 480]
    vpaddd ymm8, ymm8, [rax + 1504]
    vpaddd ymm11, ymm11, [rax + 1504]
    vpaddd ymm8, ymm8, [rsi + 576]
    vpaddd ymm11, ymm11, [rsi + 608]
    vpxor ymm14, ymm6, [rsi + 192]
    vpxor ymm15, ymm9, [rsi + 224]
    vpxor ymm14, ymm14, ymm7
    vpxor ymm15, ymm15, ymm10
    vpaddd ymm8, ymm8, ymm14
    vpaddd ymm11, ymm11, ymm15
    vpslld ymm14, ymm8, 23
    vpslld ymm15, ymm11, 23
    vpsrld ymm8, ymm8, 9
    vpsrld ymm11, ymm11, 9
    vpaddd ymm14, ymm14, ymm7
    vpaddd ymm15, ymm15, ymm10
    vpaddd ymm8, ymm8, ymm14
    vpaddd ymm11, ymm11, ymm15
    vmovdqa [rsi + 448], ymm8
    vmovdqa [rsi + 480], ymm11
    vmovdqa ymm0, [rsi + 128]
    vmovdqa ymm3, [rsi + 160]
    vpaddd ymm0, ymm0, [rax + 1536]
    vpaddd ymm3, ymm3, [rax + 1536]
    vpaddd ymm0, ymm0, [rsi + 0]
    vpaddd ymm3, ymm3, [rsi + 32]
    vmovdqa ymm12, [rsi + 896]
    vmovdqa ymm13, [rsi + 928]
    vpxor ymm12, ymm12, [rdx]
    vpxor ymm13, ymm13, [rdx]
    vpor ymm12, ymm12, ymm2
    vpor ymm13, ymm13, ymm5
    vpxor ymm12, ymm12, ymm1
    vpxor ymm13, ymm13, ymm4
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vpslld ymm12, ymm0, 6
    vpslld ymm13, ymm3, 6
    vpsrld ymm0, ymm0, 26
    vpsrld ymm3, ymm3, 26
    vpaddd ymm12, ymm12, ymm2
    vpaddd ymm13, ymm13, ymm5
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vmovdqa [rsi + 128], ymm0
    vmovdqa [rsi + 160], ymm3
    vmovdqa ymm6, [rsi + 192]
    vmovdqa ymm9, [rsi + 224]
    vpaddd ymm6, ymm6, [rax + 1536]
    vpaddd ymm9, ymm9, [rax + 1536]
    vpaddd ymm6, ymm6, [rsi + 64]
    vpaddd ymm9, ymm9, [rsi + 96]
    vmovdqa ymm14, [rsi + 960]
    vmovdqa ymm15, [rsi + 992]
    vpxor ymm14, ymm14, [rdx]
    vpxor ymm15, ymm15, [rdx]
    vpor ymm14, ymm14, ymm8
    vpor ymm15, ymm15, ymm11
    vpxor ymm14, ymm14, ymm7
    vpxor ymm15, ymm15, ymm10
    vpaddd ymm6, ymm6, ymm14
    vpaddd ymm9, ymm9, ymm15
    vpslld ymm14, ymm6, 6
    vpslld ymm15, ymm9, 6
    vpsrld ymm6, ymm6, 26
    vpsrld ymm9, ymm9, 26
    vpaddd ymm14, ymm14, ymm8
    vpaddd ymm15, ymm15, ymm11
    vpaddd ymm6, ymm6, ymm14
    vpaddd ymm9, ymm9, ymm15
    vmovdqa [rsi + 192], ymm6
    vmovdqa [rsi + 224], ymm9
    vmovdqa ymm1, [rsi + 896]
    vmovdqa ymm4, [rsi + 928]
    vpaddd ymm1, ymm1, [rax + 1568]
    vpaddd ymm4, ymm4, [rax + 1568]
    vpaddd ymm1, ymm1, [rsi + 1792]
    vpaddd ymm4, ymm4, [rsi + 1824]
    vmovdqa ymm12, [rsi + 640]
    vmovdqa ymm13, [rsi + 672]
    vpxor ymm12, ymm12, [rdx]
    vpxor ymm13, ymm13, [rdx]
    vpor ymm12, ymm12, ymm0
    vpor ymm13, ymm13, ymm3
    vpxor ymm12, ymm12, ymm2
    vpxor ymm13, ymm13, ymm5
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vpslld ymm12, ymm1, 10
    vpslld ymm13, ymm4, 10
    vpsrld ymm1, ymm1, 22
    vpsrld ymm4, ymm4, 22
    vpaddd ymm12, ymm12, ymm0
    vpaddd ymm13, ymm13, ymm3
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vmovdqa [rsi + 896], ymm1
    vmovdqa [rsi + 928], ymm4
    vmovdqa ymm7, [rsi + 960]
    vmovdqa ymm10, [rsi + 992]
    vpaddd ymm7, ymm7, [rax + 1568]
    vpaddd ymm10, ymm10, [rax + 1568]
    vpaddd ymm7, ymm7, [rsi + 1856]
    vpaddd ymm10, ymm10, [rsi + 1888]
    vmovdqa ymm14, [rsi + 704]
    vmovdqa ymm15, [rsi + 736]
    vpxor ymm14, ymm14, [rdx]
    vpxor ymm15, ymm15, [rdx]
    vpor ymm14, ymm14, ymm6
    vpor ymm15, ymm15, ymm9
    vpxor ymm14, ymm14, ymm8
    vpxor ymm15, ymm15, ymm11
    vpaddd ymm7, ymm7, ymm14
    vpaddd ymm10, ymm10, ymm15
    vpslld ymm14, ymm7, 10
    vpslld ymm15, ymm10, 10
    vpsrld ymm7, ymm7, 22
    vpsrld ymm10, ymm10, 22
    vpaddd ymm14, ymm14, ymm6
    vpaddd ymm15, ymm15, ymm9
    vpaddd ymm7, ymm7, ymm14
    vpaddd ymm10, ymm10, ymm15
    vmovdqa [rsi + 960], ymm7
    vmovdqa [rsi + 992], ymm10
    vmovdqa ymm2, [rsi + 640]
    vmovdqa ymm5, [rsi + 672]
    vpaddd ymm2, ymm2, [rax + 1600]
    vpaddd ymm5, ymm5, [rax + 1600]
    vpaddd ymm2, ymm2, [rsi + 3584]
    vpaddd ymm5, ymm5, [rsi + 3616]
    vmovdqa ymm12, [rsi + 384]
    vmovdqa ymm13, [rsi + 416]
    vpxor ymm12, ymm12, [rdx]
    vpxor ymm13, ymm13, [rdx]
    vpor ymm12, ymm12, ymm1
    vpor ymm13, ymm13, ymm4
    vpxor ymm12, ymm12, ymm0
    vpxor ymm13, ymm13, ymm3
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vpslld ymm12, ymm2, 15
    vpslld ymm13, ymm5, 15
    vpsrld ymm2, ymm2, 17
    vpsrld ymm5, ymm5, 17
    vpaddd ymm12, ymm12, ymm1
    vpaddd ymm13, ymm13, ymm4
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vmovdqa [rsi + 640], ymm2
    vmovdqa [rsi + 672], ymm5
    vmovdqa ymm8, [rsi + 704]
    vmovdqa ymm11, [rsi + 736]
    vpaddd ymm8, ymm8, [rax + 1600]
    vpaddd ymm11, ymm11, [rax + 1600]
    vpaddd ymm8, ymm8, [rsi + 3648]
    vpaddd ymm11, ymm11, [rsi + 3680]
    vmovdqa ymm14, [rsi + 448]
    vmovdqa ymm15, [rsi + 480]
    vpxor ymm14, ymm14, [rdx]
    vpxor ymm15, ymm15, [rdx]
    vpor ymm14, ymm14, ymm7
    vpor ymm15, ymm15, ymm10
    vpxor ymm14, ymm14, ymm6
    vpxor ymm15, ymm15, ymm9
    vpaddd ymm8, ymm8, ymm14
    vpaddd ymm11, ymm11, ymm15
    vpslld ymm14, ymm8, 15
    vpslld ymm15, ymm11, 15
    vpsrld ymm8, ymm8, 17
    vpsrld ymm11, ymm11, 17
    vpaddd ymm14, ymm14, ymm7
    vpaddd ymm15, ymm15, ymm10
    vpaddd ymm8, ymm8, ymm14
    vpaddd ymm11, ymm11, ymm15
    vmovdqa [rsi + 704], ymm8
    vmovdqa [rsi + 736], ymm11
    vmovdqa ymm0, [rsi + 384]
    vmovdqa ymm3, [rsi + 416]
    vpaddd ymm0, ymm0, [rax + 1632]
    vpaddd ymm3, ymm3, [rax + 1632]
    vpaddd ymm0, ymm0, [rsi + 1280]
    vpaddd ymm3, ymm3, [rsi + 1312]
    vmovdqa ymm12, [rsi + 128]
    vmovdqa ymm13, [rsi + 160]
    vpxor ymm12, ymm12, [rdx]
    vpxor ymm13, ymm13, [rdx]
    vpor ymm12, ymm12, ymm2
    vpor ymm13, ymm13, ymm5
    vpxor ymm12, ymm12, ymm1
    vpxor ymm13, ymm13, ymm4
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vpslld ymm12, ymm0, 21
    vpslld ymm13, ymm3, 21
    vpsrld ymm0, ymm0, 11
    vpsrld ymm3, ymm3, 11
    vpaddd ymm12, ymm12, ymm2
    vpaddd ymm13, ymm13, ymm5
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vmovdqa [rsi + 384], ymm0
    vmovdqa [rsi + 416], ymm3
    vmovdqa ymm6, [rsi + 448]
    vmovdqa ymm9, [rsi + 480]
    vpaddd ymm6, ymm6, [rax + 1632]
    vpaddd ymm9, ymm9, [rax + 1632]
    vpaddd ymm6, ymm6, [rsi + 1344]
    vpaddd ymm9, ymm9, [rsi + 1376]
    vmovdqa ymm14, [rsi + 192]
    vmovdqa ymm15, [rsi + 224]
    vpxor ymm14, ymm14, [rdx]
    vpxor ymm15, ymm15, [rdx]
    vpor ymm14, ymm14, ymm8
    vpor ymm15, ymm15, ymm11
    vpxor ymm14, ymm14, ymm7
    vpxor ymm15, ymm15, ymm10
    vpaddd ymm6, ymm6, ymm14
    vpaddd ymm9, ymm9, ymm15
    vpslld ymm14, ymm6, 21
    vpslld ymm15, ymm9, 21
    vpsrld ymm6, ymm6, 11
    vpsrld ymm9, ymm9, 11
    vpaddd ymm14, ymm14, ymm8
    vpaddd ymm15, ymm15, ymm11
    vpaddd ymm6, ymm6, ymm14
    vpaddd ymm9, ymm9, ymm15
    vmovdqa [rsi + 448], ymm6
    vmovdqa [rsi + 480], ymm9
    vmovdqa ymm1, [rsi + 128]
    vmovdqa ymm4, [rsi + 160]
    vpaddd ymm1, ymm1, [rax + 1664]
    vpaddd ymm4, ymm4, [rax + 1664]
    vpaddd ymm1, ymm1, [rsi + 3072]
    vpaddd ymm4, ymm4, [rsi + 3104]
    vmovdqa ymm12, [rsi + 896]
    vmovdqa ymm13, [rsi + 928]
    vpxor ymm12, ymm12, [rdx]
    vpxor ymm13, ymm13, [rdx]
    vpor ymm12, ymm12, ymm0
    vpor ymm13, ymm13, ymm3
    vpxor ymm12, ymm12, ymm2
    vpxor ymm13, ymm13, ymm5
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vpslld ymm12, ymm1, 6
    vpslld ymm13, ymm4, 6
    vpsrld ymm1, ymm1, 26
    vpsrld ymm4, ymm4, 26
    vpaddd ymm12, ymm12, ymm0
    vpaddd ymm13, ymm13, ymm3
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vmovdqa [rsi + 128], ymm1
    vmovdqa [rsi + 160], ymm4
    vmovdqa ymm7, [rsi + 192]
    vmovdqa ymm10, [rsi + 224]
    vpaddd ymm7, ymm7, [rax + 1664]
    vpaddd ymm10, ymm10, [rax + 1664]
    vpaddd ymm7, ymm7, [rsi + 3136]
    vpaddd ymm10, ymm10, [rsi + 3168]
    vmovdqa ymm14, [rsi + 960]
    vmovdqa ymm15, [rsi + 992]
    vpxor ymm14, ymm14, [rdx]
    vpxor ymm15, ymm15, [rdx]
    vpor ymm14, ymm14, ymm6
    vpor ymm15, ymm15, ymm9
    vpxor ymm14, ymm14, ymm8
    vpxor ymm15, ymm15, ymm11
    vpaddd ymm7, ymm7, ymm14
    vpaddd ymm10, ymm10, ymm15
    vpslld ymm14, ymm7, 6
    vpslld ymm15, ymm10, 6
    vpsrld ymm7, ymm7, 26
    vpsrld ymm10, ymm10, 26
    vpaddd ymm14, ymm14, ymm6
    vpaddd ymm15, ymm15, ymm9
    vpaddd ymm7, ymm7, ymm14
    vpaddd ymm10, ymm10, ymm15
    vmovdqa [rsi + 192], ymm7
    vmovdqa [rsi + 224], ymm10
    vmovdqa ymm2, [rsi + 896]
    vmovdqa ymm5, [rsi + 928]
    vpaddd ymm2, ymm2, [rax + 1696]
    vpaddd ymm5, ymm5, [rax + 1696]
    vpaddd ymm2, ymm2, [rsi + 768]
    vpaddd ymm5, ymm5, [rsi + 800]
    vmovdqa ymm12, [rsi + 640]
    vmovdqa ymm13, [rsi + 672]
    vpxor ymm12, ymm12, [rdx]
    vpxor ymm13, ymm13, [rdx]
    vpor ymm12, ymm12, ymm1
    vpor ymm13, ymm13, ymm4
    vpxor ymm12, ymm12, ymm0
    vpxor ymm13, ymm13, ymm3
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vpslld ymm12, ymm2, 10
    vpslld ymm13, ymm5, 10
    vpsrld ymm2, ymm2, 22
    vpsrld ymm5, ymm5, 22
    vpaddd ymm12, ymm12, ymm1
    vpaddd ymm13, ymm13, ymm4
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vmovdqa [rsi + 896], ymm2
    vmovdqa [rsi + 928], ymm5
    vmovdqa ymm8, [rsi + 960]
    vmovdqa ymm11, [rsi + 992]
    vpaddd ymm8, ymm8, [rax + 1696]
    vpaddd ymm11, ymm11, [rax + 1696]
    vpaddd ymm8, ymm8, [rsi + 832]
    vpaddd ymm11, ymm11, [rsi + 864]
    vmovdqa ymm14, [rsi + 704]
    vmovdqa ymm15, [rsi + 736]
    vpxor ymm14, ymm14, [rdx]
    vpxor ymm15, ymm15, [rdx]
    vpor ymm14, ymm14, ymm7
    vpor ymm15, ymm15, ymm10
    vpxor ymm14, ymm14, ymm6
    vpxor ymm15, ymm15, ymm9
    vpaddd ymm8, ymm8, ymm14
    vpaddd ymm11, ymm11, ymm15
    vpslld ymm14, ymm8, 10
    vpslld ymm15, ymm11, 10
    vpsrld ymm8, ymm8, 22
    vpsrld ymm11, ymm11, 22
    vpaddd ymm14, ymm14, ymm7
    vpaddd ymm15, ymm15, ymm10
    vpaddd ymm8, ymm8, ymm14
    vpaddd ymm11, ymm11, ymm15
    vmovdqa [rsi + 960], ymm8
    vmovdqa [rsi + 992], ymm11
    vmovdqa ymm0, [rsi + 640]
    vmovdqa ymm3, [rsi + 672]
    vpaddd ymm0, ymm0, [rax + 1728]
    vpaddd ymm3, ymm3, [rax + 1728]
    vpaddd ymm0, ymm0, [rsi + 2560]
    vpaddd ymm3, ymm3, [rsi + 2592]
    vmovdqa ymm12, [rsi + 384]
    vmovdqa ymm13, [rsi + 416]
    vpxor ymm12, ymm12, [rdx]
    vpxor ymm13, ymm13, [rdx]
    vpor ymm12, ymm12, ymm2
    vpor ymm13, ymm13, ymm5
    vpxor ymm12, ymm12, ymm1
    vpxor ymm13, ymm13, ymm4
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vpslld ymm12, ymm0, 15
    vpslld ymm13, ymm3, 15
    vpsrld ymm0, ymm0, 17
    vpsrld ymm3, ymm3, 17
    vpaddd ymm12, ymm12, ymm2
    vpaddd ymm13, ymm13, ymm5
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vmovdqa [rsi + 640], ymm0
    vmovdqa [rsi + 672], ymm3
    vmovdqa ymm6, [rsi + 704]
    vmovdqa ymm9, [rsi + 736]
    vpaddd ymm6, ymm6, [rax + 1728]
    vpaddd ymm9, ymm9, [rax + 1728]
    vpaddd ymm6, ymm6, [rsi + 2624]
    vpaddd ymm9, ymm9, [rsi + 2656]
    vmovdqa ymm14, [rsi + 448]
    vmovdqa ymm15, [rsi + 480]
    vpxor ymm14, ymm14, [rdx]
    vpxor ymm15, ymm15, [rdx]
    vpor ymm14, ymm14, ymm8
    vpor ymm15, ymm15, ymm11
    vpxor ymm14, ymm14, ymm7
    vpxor ymm15, ymm15, ymm10
    vpaddd ymm6, ymm6, ymm14
    vpaddd ymm9, ymm9, ymm15
    vpslld ymm14, ymm6, 15
    vpslld ymm15, ymm9, 15
    vpsrld ymm6, ymm6, 17
    vpsrld ymm9, ymm9, 17
    vpaddd ymm14, ymm14, ymm8
    vpaddd ymm15, ymm15, ymm11
    vpaddd ymm6, ymm6, ymm14
    vpaddd ymm9, ymm9, ymm15
    vmovdqa [rsi + 704], ymm6
    vmovdqa [rsi + 736], ymm9
    vmovdqa ymm1, [rsi + 384]
    vmovdqa ymm4, [rsi + 416]
    vpaddd ymm1, ymm1, [rax + 1760]
    vpaddd ymm4, ymm4, [rax + 1760]
    vpaddd ymm1, ymm1, [rsi + 256]
    vpaddd ymm4, ymm4, [rsi + 288]
    vmovdqa ymm12, [rsi + 128]
    vmovdqa ymm13, [rsi + 160]
    vpxor ymm12, ymm12, [rdx]
    vpxor ymm13, ymm13, [rdx]
    vpor ymm12, ymm12, ymm0
    vpor ymm13, ymm13, ymm3
    vpxor ymm12, ymm12, ymm2
    vpxor ymm13, ymm13, ymm5
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vpslld ymm12, ymm1, 21
    vpslld ymm13, ymm4, 21
    vpsrld ymm1, ymm1, 11
    vpsrld ymm4, ymm4, 11
    vpaddd ymm12, ymm12, ymm0
    vpaddd ymm13, ymm13, ymm3
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vmovdqa [rsi + 384], ymm1
    vmovdqa [rsi + 416], ymm4
    vmovdqa ymm7, [rsi + 448]
    vmovdqa ymm10, [rsi + 480]
    vpaddd ymm7, ymm7, [rax + 1760]
    vpaddd ymm10, ymm10, [rax + 1760]
    vpaddd ymm7, ymm7, [rsi + 320]
    vpaddd ymm10, ymm10, [rsi + 352]
    vmovdqa ymm14, [rsi + 192]
    vmovdqa ymm15, [rsi + 224]
    vpxor ymm14, ymm14, [rdx]
    vpxor ymm15, ymm15, [rdx]
    vpor ymm14, ymm14, ymm6
    vpor ymm15, ymm15, ymm9
    vpxor ymm14, ymm14, ymm8
    vpxor ymm15, ymm15, ymm11
    vpaddd ymm7, ymm7, ymm14
    vpaddd ymm10, ymm10, ymm15
    vpslld ymm14, ymm7, 21
    vpslld ymm15, ymm10, 21
    vpsrld ymm7, ymm7, 11
    vpsrld ymm10, ymm10, 11
    vpaddd ymm14, ymm14, ymm6
    vpaddd ymm15, ymm15, ymm9
    vpaddd ymm7, ymm7, ymm14
    vpaddd ymm10, ymm10, ymm15
    vmovdqa [rsi + 448], ymm7
    vmovdqa [rsi + 480], ymm10
    vmovdqa ymm2, [rsi + 128]
    vmovdqa ymm5, [rsi + 160]
    vpaddd ymm2, ymm2, [rax + 1792]
    vpaddd ymm5, ymm5, [rax + 1792]
    vpaddd ymm2, ymm2, [rsi + 2048]
    vpaddd ymm5, ymm5, [rsi + 2080]
    vmovdqa ymm12, [rsi + 896]
    vmovdqa ymm13, [rsi + 928]
    vpxor ymm12, ymm12, [rdx]
    vpxor ymm13, ymm13, [rdx]
    vpor ymm12, ymm12, ymm1
    vpor ymm13, ymm13, ymm4
    vpxor ymm12, ymm12, ymm0
    vpxor ymm13, ymm13, ymm3
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vpslld ymm12, ymm2, 6
    vpslld ymm13, ymm5, 6
    vpsrld ymm2, ymm2, 26
    vpsrld ymm5, ymm5, 26
    vpaddd ymm12, ymm12, ymm1
    vpaddd ymm13, ymm13, ymm4
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vmovdqa [rsi + 128], ymm2
    vmovdqa [rsi + 160], ymm5
    vmovdqa ymm8, [rsi + 192]
    vmovdqa ymm11, [rsi + 224]
    vpaddd ymm8, ymm8, [rax + 1792]
    vpaddd ymm11, ymm11, [rax + 1792]
    vpaddd ymm8, ymm8, [rsi + 2112]
    vpaddd ymm11, ymm11, [rsi + 2144]
    vmovdqa ymm14, [rsi + 960]
    vmovdqa ymm15, [rsi + 992]
    vpxor ymm14, ymm14, [rdx]
    vpxor ymm15, ymm15, [rdx]
    vpor ymm14, ymm14, ymm7
    vpor ymm15, ymm15, ymm10
    vpxor ymm14, ymm14, ymm6
    vpxor ymm15, ymm15, ymm9
    vpaddd ymm8, ymm8, ymm14
    vpaddd ymm11, ymm11, ymm15
    vpslld ymm14, ymm8, 6
    vpslld ymm15, ymm11, 6
    vpsrld ymm8, ymm8, 26
    vpsrld ymm11, ymm11, 26
    vpaddd ymm14, ymm14, ymm7
    vpaddd ymm15, ymm15, ymm10
    vpaddd ymm8, ymm8, ymm14
    vpaddd ymm11, ymm11, ymm15
    vmovdqa [rsi + 192], ymm8
    vmovdqa [rsi + 224], ymm11
    vmovdqa ymm0, [rsi + 896]
    vmovdqa ymm3, [rsi + 928]
    vpaddd ymm0, ymm0, [rax + 1824]
    vpaddd ymm3, ymm3, [rax + 1824]
    vpaddd ymm0, ymm0, [rsi + 3840]
    vpaddd ymm3, ymm3, [rsi + 3872]
    vmovdqa ymm12, [rsi + 640]
    vmovdqa ymm13, [rsi + 672]
    vpxor ymm12, ymm12, [rdx]
    vpxor ymm13, ymm13, [rdx]
    vpor ymm12, ymm12, ymm2
    vpor ymm13, ymm13, ymm5
    vpxor ymm12, ymm12, ymm1
    vpxor ymm13, ymm13, ymm4
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vpslld ymm12, ymm0, 10
    vpslld ymm13, ymm3, 10
    vpsrld ymm0, ymm0, 22
    vpsrld ymm3, ymm3, 22
    vpaddd ymm12, ymm12, ymm2
    vpaddd ymm13, ymm13, ymm5
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vmovdqa [rsi + 896], ymm0
    vmovdqa [rsi + 928], ymm3
    vmovdqa ymm6, [rsi + 960]
    vmovdqa ymm9, [rsi + 992]
    vpaddd ymm6, ymm6, [rax + 1824]
    vpaddd ymm9, ymm9, [rax + 1824]
    vpaddd ymm6, ymm6, [rsi + 3904]
    vpaddd ymm9, ymm9, [rsi + 3936]
    vmovdqa ymm14, [rsi + 704]
    vmovdqa ymm15, [rsi + 736]
    vpxor ymm14, ymm14, [rdx]
    vpxor ymm15, ymm15, [rdx]
    vpor ymm14, ymm14, ymm8
    vpor ymm15, ymm15, ymm11
    vpxor ymm14, ymm14, ymm7
    vpxor ymm15, ymm15, ymm10
    vpaddd ymm6, ymm6, ymm14
    vpaddd ymm9, ymm9, ymm15
    vpslld ymm14, ymm6, 10
    vpslld ymm15, ymm9, 10
    vpsrld ymm6, ymm6, 22
    vpsrld ymm9, ymm9, 22
    vpaddd ymm14, ymm14, ymm8
    vpaddd ymm15, ymm15, ymm11
    vpaddd ymm6, ymm6, ymm14
    vpaddd ymm9, ymm9, ymm15
    vmovdqa [rsi + 960], ymm6
    vmovdqa [rsi + 992], ymm9
    vmovdqa ymm1, [rsi + 640]
    vmovdqa ymm4, [rsi + 672]
    vpaddd ymm1, ymm1, [rax + 1856]
    vpaddd ymm4, ymm4, [rax + 1856]
    vpaddd ymm1, ymm1, [rsi + 1536]
    vpaddd ymm4, ymm4, [rsi + 1568]
    vmovdqa ymm12, [rsi + 384]
    vmovdqa ymm13, [rsi + 416]
    vpxor ymm12, ymm12, [rdx]
    vpxor ymm13, ymm13, [rdx]
    vpor ymm12, ymm12, ymm0
    vpor ymm13, ymm13, ymm3
    vpxor ymm12, ymm12, ymm2
    vpxor ymm13, ymm13, ymm5
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vpslld ymm12, ymm1, 15
    vpslld ymm13, ymm4, 15
    vpsrld ymm1, ymm1, 17
    vpsrld ymm4, ymm4, 17
    vpaddd ymm12, ymm12, ymm0
    vpaddd ymm13, ymm13, ymm3
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vmovdqa [rsi + 640], ymm1
    vmovdqa [rsi + 672], ymm4
    vmovdqa ymm7, [rsi + 704]
    vmovdqa ymm10, [rsi + 736]
    vpaddd ymm7, ymm7, [rax + 1856]
    vpaddd ymm10, ymm10, [rax + 1856]
    vpaddd ymm7, ymm7, [rsi + 1600]
    vpaddd ymm10, ymm10, [rsi + 1632]
    vmovdqa ymm14, [rsi + 448]
    vmovdqa ymm15, [rsi + 480]
    vpxor ymm14, ymm14, [rdx]
    vpxor ymm15, ymm15, [rdx]
    vpor ymm14, ymm14, ymm6
    vpor ymm15, ymm15, ymm9
    vpxor ymm14, ymm14, ymm8
    vpxor ymm15, ymm15, ymm11
    vpaddd ymm7, ymm7, ymm14
    vpaddd ymm10, ymm10, ymm15
    vpslld ymm14, ymm7, 15
    vpslld ymm15, ymm10, 15
    vpsrld ymm7, ymm7, 17
    vpsrld ymm10, ymm10, 17
    vpaddd ymm14, ymm14, ymm6
    vpaddd ymm15, ymm15, ymm9
    vpaddd ymm7, ymm7, ymm14
    vpaddd ymm10, ymm10, ymm15
    vmovdqa [rsi + 704], ymm7
    vmovdqa [rsi + 736], ymm10
    vmovdqa ymm2, [rsi + 384]
    vmovdqa ymm5, [rsi + 416]
    vpaddd ymm2, ymm2, [rax + 1888]
    vpaddd ymm5, ymm5, [rax + 1888]
    vpaddd ymm2, ymm2, [rsi + 3328]
    vpaddd ymm5, ymm5, [rsi + 3360]
    vmovdqa ymm12, [rsi + 128]
    vmovdqa ymm13, [rsi + 160]
    vpxor ymm12, ymm12, [rdx]
    vpxor ymm13, ymm13, [rdx]
    vpor ymm12, ymm12, ymm1
    vpor ymm13, ymm13, ymm4
    vpxor ymm12, ymm12, ymm0
    vpxor ymm13, ymm13, ymm3
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vpslld ymm12, ymm2, 21
    vpslld ymm13, ymm5, 21
    vpsrld ymm2, ymm2, 11
    vpsrld ymm5, ymm5, 11
    vpaddd ymm12, ymm12, ymm1
    vpaddd ymm13, ymm13, ymm4
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vmovdqa [rsi + 384], ymm2
    vmovdqa [rsi + 416], ymm5
    vmovdqa ymm8, [rsi + 448]
    vmovdqa ymm11, [rsi + 480]
    vpaddd ymm8, ymm8, [rax + 1888]
    vpaddd ymm11, ymm11, [rax + 1888]
    vpaddd ymm8, ymm8, [rsi + 3392]
    vpaddd ymm11, ymm11, [rsi + 3424]
    vmovdqa ymm14, [rsi + 192]
    vmovdqa ymm15, [rsi + 224]
    vpxor ymm14, ymm14, [rdx]
    vpxor ymm15, ymm15, [rdx]
    vpor ymm14, ymm14, ymm7
    vpor ymm15, ymm15, ymm10
    vpxor ymm14, ymm14, ymm6
    vpxor ymm15, ymm15, ymm9
    vpaddd ymm8, ymm8, ymm14
    vpaddd ymm11, ymm11, ymm15
    vpslld ymm14, ymm8, 21
    vpslld ymm15, ymm11, 21
    vpsrld ymm8, ymm8, 11
    vpsrld ymm11, ymm11, 11
    vpaddd ymm14, ymm14, ymm7
    vpaddd ymm15, ymm15, ymm10
    vpaddd ymm8, ymm8, ymm14
    vpaddd ymm11, ymm11, ymm15
    vmovdqa [rsi + 448], ymm8
    vmovdqa [rsi + 480], ymm11
    vmovdqa ymm0, [rsi + 128]
    vmovdqa ymm3, [rsi + 160]
    vpaddd ymm0, ymm0, [rax + 1920]
    vpaddd ymm3, ymm3, [rax + 1920]
    vpaddd ymm0, ymm0, [rsi + 1024]
    vpaddd ymm3, ymm3, [rsi + 1056]
    vmovdqa ymm12, [rsi + 896]
    vmovdqa ymm13, [rsi + 928]
    vpxor ymm12, ymm12, [rdx]
    vpxor ymm13, ymm13, [rdx]
    vpor ymm12, ymm12, ymm2
    vpor ymm13, ymm13, ymm5
    vpxor ymm12, ymm12, ymm1
    vpxor ymm13, ymm13, ymm4
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vpslld ymm12, ymm0, 6
    vpslld ymm13, ymm3, 6
    vpsrld ymm0, ymm0, 26
    vpsrld ymm3, ymm3, 26
    vpaddd ymm12, ymm12, ymm2
    vpaddd ymm13, ymm13, ymm5
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vmovdqa [rsi + 128], ymm0
    vmovdqa [rsi + 160], ymm3
    vmovdqa ymm6, [rsi + 192]
    vmovdqa ymm9, [rsi + 224]
    vpaddd ymm6, ymm6, [rax + 1920]
    vpaddd ymm9, ymm9, [rax + 1920]
    vpaddd ymm6, ymm6, [rsi + 1088]
    vpaddd ymm9, ymm9, [rsi + 1120]
    vmovdqa ymm14, [rsi + 960]
    vmovdqa ymm15, [rsi + 992]
    vpxor ymm14, ymm14, [rdx]
    vpxor ymm15, ymm15, [rdx]
    vpor ymm14, ymm14, ymm8
    vpor ymm15, ymm15, ymm11
    vpxor ymm14, ymm14, ymm7
    vpxor ymm15, ymm15, ymm10
    vpaddd ymm6, ymm6, ymm14
    vpaddd ymm9, ymm9, ymm15
    vpslld ymm14, ymm6, 6
    vpslld ymm15, ymm9, 6
    vpsrld ymm6, ymm6, 26
    vpsrld ymm9, ymm9, 26
    vpaddd ymm14, ymm14, ymm8
    vpaddd ymm15, ymm15, ymm11
    vpaddd ymm6, ymm6, ymm14
    vpaddd ymm9, ymm9, ymm15
    vmovdqa [rsi + 192], ymm6
    vmovdqa [rsi + 224], ymm9
    vmovdqa ymm1, [rsi + 896]
    vmovdqa ymm4, [rsi + 928]
    vpaddd ymm1, ymm1, [rax + 1952]
    vpaddd ymm4, ymm4, [rax + 1952]
    vpaddd ymm1, ymm1, [rsi + 2816]
    vpaddd ymm4, ymm4, [rsi + 2848]
    vmovdqa ymm12, [rsi + 640]
    vmovdqa ymm13, [rsi + 672]
    vpxor ymm12, ymm12, [rdx]
    vpxor ymm13, ymm13, [rdx]
    vpor ymm12, ymm12, ymm0
    vpor ymm13, ymm13, ymm3
    vpxor ymm12, ymm12, ymm2
    vpxor ymm13, ymm13, ymm5
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vpslld ymm12, ymm1, 10
    vpslld ymm13, ymm4, 10
    vpsrld ymm1, ymm1, 22
    vpsrld ymm4, ymm4, 22
    vpaddd ymm12, ymm12, ymm0
    vpaddd ymm13, ymm13, ymm3
    vpaddd ymm1, ymm1, ymm12
    vpaddd ymm4, ymm4, ymm13
    vmovdqa [rsi + 896], ymm1
    vmovdqa [rsi + 928], ymm4
    vmovdqa ymm7, [rsi + 960]
    vmovdqa ymm10, [rsi + 992]
    vpaddd ymm7, ymm7, [rax + 1952]
    vpaddd ymm10, ymm10, [rax + 1952]
    vpaddd ymm7, ymm7, [rsi + 2880]
    vpaddd ymm10, ymm10, [rsi + 2912]
    vmovdqa ymm14, [rsi + 704]
    vmovdqa ymm15, [rsi + 736]
    vpxor ymm14, ymm14, [rdx]
    vpxor ymm15, ymm15, [rdx]
    vpor ymm14, ymm14, ymm6
    vpor ymm15, ymm15, ymm9
    vpxor ymm14, ymm14, ymm8
    vpxor ymm15, ymm15, ymm11
    vpaddd ymm7, ymm7, ymm14
    vpaddd ymm10, ymm10, ymm15
    vpslld ymm14, ymm7, 10
    vpslld ymm15, ymm10, 10
    vpsrld ymm7, ymm7, 22
    vpsrld ymm10, ymm10, 22
    vpaddd ymm14, ymm14, ymm6
    vpaddd ymm15, ymm15, ymm9
    vpaddd ymm7, ymm7, ymm14
    vpaddd ymm10, ymm10, ymm15
    vmovdqa [rsi + 960], ymm7
    vmovdqa [rsi + 992], ymm10
    vmovdqa ymm2, [rsi + 640]
    vmovdqa ymm5, [rsi + 672]
    vpaddd ymm2, ymm2, [rax + 1984]
    vpaddd ymm5, ymm5, [rax + 1984]
    vpaddd ymm2, ymm2, [rsi + 512]
    vpaddd ymm5, ymm5, [rsi + 544]
    vmovdqa ymm12, [rsi + 384]
    vmovdqa ymm13, [rsi + 416]
    vpxor ymm12, ymm12, [rdx]
    vpxor ymm13, ymm13, [rdx]
    vpor ymm12, ymm12, ymm1
    vpor ymm13, ymm13, ymm4
    vpxor ymm12, ymm12, ymm0
    vpxor ymm13, ymm13, ymm3
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vpslld ymm12, ymm2, 15
    vpslld ymm13, ymm5, 15
    vpsrld ymm2, ymm2, 17
    vpsrld ymm5, ymm5, 17
    vpaddd ymm12, ymm12, ymm1
    vpaddd ymm13, ymm13, ymm4
    vpaddd ymm2, ymm2, ymm12
    vpaddd ymm5, ymm5, ymm13
    vmovdqa [rsi + 640], ymm2
    vmovdqa [rsi + 672], ymm5
    vmovdqa ymm8, [rsi + 704]
    vmovdqa ymm11, [rsi + 736]
    vpaddd ymm8, ymm8, [rax + 1984]
    vpaddd ymm11, ymm11, [rax + 1984]
    vpaddd ymm8, ymm8, [rsi + 576]
    vpaddd ymm11, ymm11, [rsi + 608]
    vmovdqa ymm14, [rsi + 448]
    vmovdqa ymm15, [rsi + 480]
    vpxor ymm14, ymm14, [rdx]
    vpxor ymm15, ymm15, [rdx]
    vpor ymm14, ymm14, ymm7
    vpor ymm15, ymm15, ymm10
    vpxor ymm14, ymm14, ymm6
    vpxor ymm15, ymm15, ymm9
    vpaddd ymm8, ymm8, ymm14
    vpaddd ymm11, ymm11, ymm15
    vpslld ymm14, ymm8, 15
    vpslld ymm15, ymm11, 15
    vpsrld ymm8, ymm8, 17
    vpsrld ymm11, ymm11, 17
    vpaddd ymm14, ymm14, ymm7
    vpaddd ymm15, ymm15, ymm10
    vpaddd ymm8, ymm8, ymm14
    vpaddd ymm11, ymm11, ymm15
    vmovdqa [rsi + 704], ymm8
    vmovdqa [rsi + 736], ymm11
    vmovdqa ymm0, [rsi + 384]
    vmovdqa ymm3, [rsi + 416]
    vpaddd ymm0, ymm0, [rax + 2016]
    vpaddd ymm3, ymm3, [rax + 2016]
    vpaddd ymm0, ymm0, [rsi + 2304]
    vpaddd ymm3, ymm3, [rsi + 2336]
    vmovdqa ymm12, [rsi + 128]
    vmovdqa ymm13, [rsi + 160]
    vpxor ymm12, ymm12, [rdx]
    vpxor ymm13, ymm13, [rdx]
    vpor ymm12, ymm12, ymm2
    vpor ymm13, ymm13, ymm5
    vpxor ymm12, ymm12, ymm1
    vpxor ymm13, ymm13, ymm4
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vpslld ymm12, ymm0, 21
    vpslld ymm13, ymm3, 21
    vpsrld ymm0, ymm0, 11
    vpsrld ymm3, ymm3, 11
    vpaddd ymm12, ymm12, ymm2
    vpaddd ymm13, ymm13, ymm5
    vpaddd ymm0, ymm0, ymm12
    vpaddd ymm3, ymm3, ymm13
    vmovdqa [rsi + 384], ymm0
    vmovdqa [rsi + 416], ymm3
    vmovdqa ymm6, [rsi + 448]
    vmovdqa ymm9, [rsi + 480]
    vpaddd ymm6, ymm6, [rax + 2016]
    vpaddd ymm9, ymm9, [rax + 2016]
    vpaddd ymm6, ymm6, [rsi + 2368]
    vpaddd ymm9, ymm9, [rsi + 2400]
    vmovdqa ymm14, [rsi + 192]
    vmovdqa ymm15, [rsi + 224]
    vpxor ymm14, ymm14, [rdx]
    vpxor ymm15, ymm15, [rdx]
    vpor ymm14, ymm14, ymm8
    vpor ymm15, ymm15, ymm11
    vpxor ymm14, ymm14, ymm7
    vpxor ymm15, ymm15, ymm10
    vpaddd ymm6, ymm6, ymm14
    vpaddd ymm9, ymm9, ymm15
    vpslld ymm14, ymm6, 21
    vpslld ymm15, ymm9, 21
    vpsrld ymm6, ymm6, 11
    vpsrld ymm9, ymm9, 11
    vpaddd ymm14, ymm14, ymm8
    vpaddd ymm15, ymm15, ymm11
    vpaddd ymm6, ymm6, ymm14
    vpaddd ymm9, ymm9, ymm15
    vmovdqa [rsi + 448], ymm6
    vmovdqa [rsi + 480], ymm9
    vmovdqa ymm15, [rsi + 128]
    vpaddd ymm15, ymm15, [rdi + 0]
    vmovdqu [rdi + 0], ymm15
    vmovdqa ymm15, [rsi + 160]
    vpaddd ymm15, ymm15, [rdi + 32]
    vmovdqu [rdi + 32], ymm15
    vmovdqa ymm15, [rsi + 192]
    vpaddd ymm15, ymm15, [rdi + 64]
    vmovdqu [rdi + 64], ymm15
    vmovdqa ymm15, [rsi + 224]
    vpaddd ymm15, ymm15, [rdi + 96]
    vmovdqu [rdi + 96], ymm15
    vmovdqa ymm15, [rsi + 384]
    vpaddd ymm15, ymm15, [rdi + 256]
    vmovdqu [rdi + 256], ymm15
    vmovdqa ymm15, [rsi + 416]
    vpaddd ymm15, ymm15, [rdi + 288]
    vmovdqu [rdi + 288], ymm15
    vmovdqa ymm15, [rsi + 448]
    vpaddd ymm15, ymm15, [rdi + 320]
    vmovdqu [rdi + 320], ymm15
    vmovdqa ymm15, [rsi + 480]
    vpaddd ymm15, ymm15, [rdi + 352]
    vmovdqu [rdi + 352], ymm15
    vmovdqa ymm15, [rsi + 640]
    vpaddd ymm15, ymm15, [rdi + 512]
    vmovdqu [rdi + 512], ymm15
    vmovdqa ymm15, [rsi + 672]
    vpaddd ymm15, ymm15, [rdi + 544]
    vmovdqu [rdi + 544], ymm15
    vmovdqa ymm15, [rsi + 704]
    vpaddd ymm15, ymm15, [rdi + 576]
    vmovdqu [rdi + 576], ymm15
    vmovdqa ymm15, [rsi + 736]
    vpaddd ymm15, ymm15, [rdi + 608]
    vmovdqu [rdi + 608], ymm15
    vmovdqa ymm15, [rsi + 896]
    vpaddd ymm15, ymm15, [rdi + 768]
    vmovdqu [rdi + 768], ymm15
    vmovdqa ymm15, [rsi + 928]
    vpaddd ymm15, ymm15, [rdi + 800]
    vmovdqu [rdi + 800], ymm15
    vmovdqa ymm15, [rsi + 960]
    vpaddd ymm15, ymm15, [rdi + 832]
    vmovdqu [rdi + 832], ymm15
    vmovdqa ymm15, [rsi + 992]
    vpaddd ymm15, ymm15, [rdi + 864]
    vmovdqu [rdi + 864], ymm15
    vzeroupper
    pop rbp
    .cfi_def_cfa 7, 8
    ret
    .cfi_endproc
    .size wr_md5_avx2_block_32, . - wr_md5_avx2_block_32
    .section .note.GNU-stack, "", @progbits
