/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Written by generate_avx2.py from steps.h. Do not edit. */
    .intel_syntax noprefix
    .section .note.gnu.property, "a", @note
    .p2align 3
    .long 4, 16, 5 /* lengths of name and properties; NT_GNU_PROPERTY_TYPE_0 */
    .asciz "GNU"
    .long 0xc0000002, 4, 3, 0 /* GNU_PROPERTY_X86_FEATURE_1_AND: 4 bytes, IBT and SHSTK; padding */
    .section .rodata
    .p2align 9
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
ones:
    .fill 8, 4, 0xffffffff
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
    mov rcx, 0
    mov r8, 256
    mov r9, 512
    mov r10, 768
2:
    vmovdqa ymm0, [rsi + 128]
    vmovdqa ymm3, [rsi + 160]
    vpaddd ymm0, ymm0, [rax + 0]
    vpaddd ymm3, ymm3, [rax + 0]
    vpaddd ymm0, ymm0, [rsi + rcx + 0]
    vpaddd ymm3, ymm3, [rsi + rcx + 32]
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
    add rcx, 1024
    and rcx, 4095
    vmovdqa ymm1, [rsi + 896]
    vmovdqa ymm4, [rsi + 928]
    vpaddd ymm1, ymm1, [rax + 32]
    vpaddd ymm4, ymm4, [rax + 32]
    vpaddd ymm1, ymm1, [rsi + r8 + 0]
    vpaddd ymm4, ymm4, [rsi + r8 + 32]
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
    add r8, 1024
    and r8, 4095
    vmovdqa ymm2, [rsi + 640]
    vmovdqa ymm5, [rsi + 672]
    vpaddd ymm2, ymm2, [rax + 64]
    vpaddd ymm5, ymm5, [rax + 64]
    vpaddd ymm2, ymm2, [rsi + r9 + 0]
    vpaddd ymm5, ymm5, [rsi + r9 + 32]
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
    add r9, 1024
    and r9, 4095
    vmovdqa ymm0, [rsi + 384]
    vmovdqa ymm3, [rsi + 416]
    vpaddd ymm0, ymm0, [rax + 96]
    vpaddd ymm3, ymm3, [rax + 96]
    vpaddd ymm0, ymm0, [rsi + r10 + 0]
    vpaddd ymm3, ymm3, [rsi + r10 + 32]
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
    vmovdqa ymm1, ymm2
    vmovdqa ymm2, ymm0
    vmovdqa ymm4, ymm5
    vmovdqa ymm5, ymm3
    add r10, 1024
    and r10, 4095
    add rax, 128
    test eax, 384
    jnz 2b
    mov rcx, 256
    mov r8, 1536
    mov r9, 2816
    mov r10, 0
2:
    vmovdqa ymm0, [rsi + 128]
    vmovdqa ymm3, [rsi + 160]
    vpaddd ymm0, ymm0, [rax + 0]
    vpaddd ymm3, ymm3, [rax + 0]
    vpaddd ymm0, ymm0, [rsi + rcx + 0]
    vpaddd ymm3, ymm3, [rsi + rcx + 32]
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
    add rcx, 1024
    and rcx, 4095
    vmovdqa ymm1, [rsi + 896]
    vmovdqa ymm4, [rsi + 928]
    vpaddd ymm1, ymm1, [rax + 32]
    vpaddd ymm4, ymm4, [rax + 32]
    vpaddd ymm1, ymm1, [rsi + r8 + 0]
    vpaddd ymm4, ymm4, [rsi + r8 + 32]
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
    add r8, 1024
    and r8, 4095
    vmovdqa ymm2, [rsi + 640]
    vmovdqa ymm5, [rsi + 672]
    vpaddd ymm2, ymm2, [rax + 64]
    vpaddd ymm5, ymm5, [rax + 64]
    vpaddd ymm2, ymm2, [rsi + r9 + 0]
    vpaddd ymm5, ymm5, [rsi + r9 + 32]
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
    add r9, 1024
    and r9, 4095
    vmovdqa ymm0, [rsi + 384]
    vmovdqa ymm3, [rsi + 416]
    vpaddd ymm0, ymm0, [rax + 96]
    vpaddd ymm3, ymm3, [rax + 96]
    vpaddd ymm0, ymm0, [rsi + r10 + 0]
    vpaddd ymm3, ymm3, [rsi + r10 + 32]
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
    vmovdqa ymm1, ymm2
    vmovdqa ymm2, ymm0
    vmovdqa ymm4, ymm5
    vmovdqa ymm5, ymm3
    add r10, 1024
    and r10, 4095
    add rax, 128
    test eax, 384
    jnz 2b
    mov rcx, 1280
    mov r8, 2048
    mov r9, 2816
    mov r10, 3584
2:
    vmovdqa ymm0, [rsi + 128]
    vmovdqa ymm3, [rsi + 160]
    vpaddd ymm0, ymm0, [rax + 0]
    vpaddd ymm3, ymm3, [rax + 0]
    vpaddd ymm0, ymm0, [rsi + rcx + 0]
    vpaddd ymm3, ymm3, [rsi + rcx + 32]
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
    add rcx, 3072
    and rcx, 4095
    vmovdqa ymm1, [rsi + 896]
    vmovdqa ymm4, [rsi + 928]
    vpaddd ymm1, ymm1, [rax + 32]
    vpaddd ymm4, ymm4, [rax + 32]
    vpaddd ymm1, ymm1, [rsi + r8 + 0]
    vpaddd ymm4, ymm4, [rsi + r8 + 32]
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
    add r8, 3072
    and r8, 4095
    vmovdqa ymm2, [rsi + 640]
    vmovdqa ymm5, [rsi + 672]
    vpaddd ymm2, ymm2, [rax + 64]
    vpaddd ymm5, ymm5, [rax + 64]
    vpaddd ymm2, ymm2, [rsi + r9 + 0]
    vpaddd ymm5, ymm5, [rsi + r9 + 32]
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
    add r9, 3072
    and r9, 4095
    vmovdqa ymm0, [rsi + 384]
    vmovdqa ymm3, [rsi + 416]
    vpaddd ymm0, ymm0, [rax + 96]
    vpaddd ymm3, ymm3, [rax + 96]
    vpaddd ymm0, ymm0, [rsi + r10 + 0]
    vpaddd ymm3, ymm3, [rsi + r10 + 32]
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
    vmovdqa ymm1, ymm2
    vmovdqa ymm2, ymm0
    vmovdqa ymm4, ymm5
    vmovdqa ymm5, ymm3
    add r10, 3072
    and r10, 4095
    add rax, 128
    test eax, 384
    jnz 2b
    mov rcx, 0
    mov r8, 1792
    mov r9, 3584
    mov r10, 1280
2:
    vmovdqa ymm0, [rsi + 128]
    vmovdqa ymm3, [rsi + 160]
    vpaddd ymm0, ymm0, [rax + 0]
    vpaddd ymm3, ymm3, [rax + 0]
    vpaddd ymm0, ymm0, [rsi + rcx + 0]
    vpaddd ymm3, ymm3, [rsi + rcx + 32]
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
    add rcx, 3072
    and rcx, 4095
    vmovdqa ymm1, [rsi + 896]
    vmovdqa ymm4, [rsi + 928]
    vpaddd ymm1, ymm1, [rax + 32]
    vpaddd ymm4, ymm4, [rax + 32]
    vpaddd ymm1, ymm1, [rsi + r8 + 0]
    vpaddd ymm4, ymm4, [rsi + r8 + 32]
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
    add r8, 3072
    and r8, 4095
    vmovdqa ymm2, [rsi + 640]
    vmovdqa ymm5, [rsi + 672]
    vpaddd ymm2, ymm2, [rax + 64]
    vpaddd ymm5, ymm5, [rax + 64]
    vpaddd ymm2, ymm2, [rsi + r9 + 0]
    vpaddd ymm5, ymm5, [rsi + r9 + 32]
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
    add r9, 3072
    and r9, 4095
    vmovdqa ymm0, [rsi + 384]
    vmovdqa ymm3, [rsi + 416]
    vpaddd ymm0, ymm0, [rax + 96]
    vpaddd ymm3, ymm3, [rax + 96]
    vpaddd ymm0, ymm0, [rsi + r10 + 0]
    vpaddd ymm3, ymm3, [rsi + r10 + 32]
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
    vmovdqa ymm1, ymm2
    vmovdqa ymm2, ymm0
    vmovdqa ymm4, ymm5
    vmovdqa ymm5, ymm3
    add r10, 3072
    and r10, 4095
    add rax, 128
    test eax, 384
    jnz 2b
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
    mov rcx, 0
    mov r8, 256
    mov r9, 512
    mov r10, 768
2:
    vmovdqa ymm0, [rsi + 128]
    vmovdqa ymm3, [rsi + 160]
    vpaddd ymm0, ymm0, [rax + 0]
    vpaddd ymm3, ymm3, [rax + 0]
    vpaddd ymm0, ymm0, [rsi + rcx + 0]
    vpaddd ymm3, ymm3, [rsi + rcx + 32]
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
    vpaddd ymm6, ymm6, [rsi + rcx + 64]
    vpaddd ymm9, ymm9, [rsi + rcx + 96]
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
    add rcx, 1024
    and rcx, 4095
    vmovdqa ymm1, [rsi + 896]
    vmovdqa ymm4, [rsi + 928]
    vpaddd ymm1, ymm1, [rax + 32]
    vpaddd ymm4, ymm4, [rax + 32]
    vpaddd ymm1, ymm1, [rsi + r8 + 0]
    vpaddd ymm4, ymm4, [rsi + r8 + 32]
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
    vpaddd ymm7, ymm7, [rsi + r8 + 64]
    vpaddd ymm10, ymm10, [rsi + r8 + 96]
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
    add r8, 1024
    and r8, 4095
    vmovdqa ymm2, [rsi + 640]
    vmovdqa ymm5, [rsi + 672]
    vpaddd ymm2, ymm2, [rax + 64]
    vpaddd ymm5, ymm5, [rax + 64]
    vpaddd ymm2, ymm2, [rsi + r9 + 0]
    vpaddd ymm5, ymm5, [rsi + r9 + 32]
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
    vpaddd ymm8, ymm8, [rsi + r9 + 64]
    vpaddd ymm11, ymm11, [rsi + r9 + 96]
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
    add r9, 1024
    and r9, 4095
    vmovdqa ymm0, [rsi + 384]
    vmovdqa ymm3, [rsi + 416]
    vpaddd ymm0, ymm0, [rax + 96]
    vpaddd ymm3, ymm3, [rax + 96]
    vpaddd ymm0, ymm0, [rsi + r10 + 0]
    vpaddd ymm3, ymm3, [rsi + r10 + 32]
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
    vpaddd ymm6, ymm6, [rsi + r10 + 64]
    vpaddd ymm9, ymm9, [rsi + r10 + 96]
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
    vmovdqa ymm1, ymm2
    vmovdqa ymm2, ymm0
    vmovdqa ymm4, ymm5
    vmovdqa ymm5, ymm3
    vmovdqa ymm7, ymm8
    vmovdqa ymm8, ymm6
    vmovdqa ymm10, ymm11
    vmovdqa ymm11, ymm9
    add r10, 1024
    and r10, 4095
    add rax, 128
    test eax, 384
    jnz 2b
    mov rcx, 256
    mov r8, 1536
    mov r9, 2816
    mov r10, 0
2:
    vmovdqa ymm0, [rsi + 128]
    vmovdqa ymm3, [rsi + 160]
    vpaddd ymm0, ymm0, [rax + 0]
    vpaddd ymm3, ymm3, [rax + 0]
    vpaddd ymm0, ymm0, [rsi + rcx + 0]
    vpaddd ymm3, ymm3, [rsi + rcx + 32]
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
    vpaddd ymm6, ymm6, [rax + 0]
    vpaddd ymm9, ymm9, [rax + 0]
    vpaddd ymm6, ymm6, [rsi + rcx + 64]
    vpaddd ymm9, ymm9, [rsi + rcx + 96]
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
    add rcx, 1024
    and rcx, 4095
    vmovdqa ymm1, [rsi + 896]
    vmovdqa ymm4, [rsi + 928]
    vpaddd ymm1, ymm1, [rax + 32]
    vpaddd ymm4, ymm4, [rax + 32]
    vpaddd ymm1, ymm1, [rsi + r8 + 0]
    vpaddd ymm4, ymm4, [rsi + r8 + 32]
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
    vpaddd ymm7, ymm7, [rax + 32]
    vpaddd ymm10, ymm10, [rax + 32]
    vpaddd ymm7, ymm7, [rsi + r8 + 64]
    vpaddd ymm10, ymm10, [rsi + r8 + 96]
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
    add r8, 1024
    and r8, 4095
    vmovdqa ymm2, [rsi + 640]
    vmovdqa ymm5, [rsi + 672]
    vpaddd ymm2, ymm2, [rax + 64]
    vpaddd ymm5, ymm5, [rax + 64]
    vpaddd ymm2, ymm2, [rsi + r9 + 0]
    vpaddd ymm5, ymm5, [rsi + r9 + 32]
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
    vpaddd ymm8, ymm8, [rax + 64]
    vpaddd ymm11, ymm11, [rax + 64]
    vpaddd ymm8, ymm8, [rsi + r9 + 64]
    vpaddd ymm11, ymm11, [rsi + r9 + 96]
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
    add r9, 1024
    and r9, 4095
    vmovdqa ymm0, [rsi + 384]
    vmovdqa ymm3, [rsi + 416]
    vpaddd ymm0, ymm0, [rax + 96]
    vpaddd ymm3, ymm3, [rax + 96]
    vpaddd ymm0, ymm0, [rsi + r10 + 0]
    vpaddd ymm3, ymm3, [rsi + r10 + 32]
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
    vpaddd ymm6, ymm6, [rax + 96]
    vpaddd ymm9, ymm9, [rax + 96]
    vpaddd ymm6, ymm6, [rsi + r10 + 64]
    vpaddd ymm9, ymm9, [rsi + r10 + 96]
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
    vmovdqa ymm1, ymm2
    vmovdqa ymm2, ymm0
    vmovdqa ymm4, ymm5
    vmovdqa ymm5, ymm3
    vmovdqa ymm7, ymm8
    vmovdqa ymm8, ymm6
    vmovdqa ymm10, ymm11
    vmovdqa ymm11, ymm9
    add r10, 1024
    and r10, 4095
    add rax, 128
    test eax, 384
    jnz 2b
    mov rcx, 1280
    mov r8, 2048
    mov r9, 2816
    mov r10, 3584
2:
    vmovdqa ymm0, [rsi + 128]
    vmovdqa ymm3, [rsi + 160]
    vpaddd ymm0, ymm0, [rax + 0]
    vpaddd ymm3, ymm3, [rax + 0]
    vpaddd ymm0, ymm0, [rsi + rcx + 0]
    vpaddd ymm3, ymm3, [rsi + rcx + 32]
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
    vpaddd ymm6, ymm6, [rax + 0]
    vpaddd ymm9, ymm9, [rax + 0]
    vpaddd ymm6, ymm6, [rsi + rcx + 64]
    vpaddd ymm9, ymm9, [rsi + rcx + 96]
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
    add rcx, 3072
    and rcx, 4095
    vmovdqa ymm1, [rsi + 896]
    vmovdqa ymm4, [rsi + 928]
    vpaddd ymm1, ymm1, [rax + 32]
    vpaddd ymm4, ymm4, [rax + 32]
    vpaddd ymm1, ymm1, [rsi + r8 + 0]
    vpaddd ymm4, ymm4, [rsi + r8 + 32]
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
    vpaddd ymm7, ymm7, [rax + 32]
    vpaddd ymm10, ymm10, [rax + 32]
    vpaddd ymm7, ymm7, [rsi + r8 + 64]
    vpaddd ymm10, ymm10, [rsi + r8 + 96]
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
    add r8, 3072
    and r8, 4095
    vmovdqa ymm2, [rsi + 640]
    vmovdqa ymm5, [rsi + 672]
    vpaddd ymm2, ymm2, [rax + 64]
    vpaddd ymm5, ymm5, [rax + 64]
    vpaddd ymm2, ymm2, [rsi + r9 + 0]
    vpaddd ymm5, ymm5, [rsi + r9 + 32]
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
    vpaddd ymm8, ymm8, [rax + 64]
    vpaddd ymm11, ymm11, [rax + 64]
    vpaddd ymm8, ymm8, [rsi + r9 + 64]
    vpaddd ymm11, ymm11, [rsi + r9 + 96]
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
    add r9, 3072
    and r9, 4095
    vmovdqa ymm0, [rsi + 384]
    vmovdqa ymm3, [rsi + 416]
    vpaddd ymm0, ymm0, [rax + 96]
    vpaddd ymm3, ymm3, [rax + 96]
    vpaddd ymm0, ymm0, [rsi + r10 + 0]
    vpaddd ymm3, ymm3, [rsi + r10 + 32]
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
    vpaddd ymm6, ymm6, [rax + 96]
    vpaddd ymm9, ymm9, [rax + 96]
    vpaddd ymm6, ymm6, [rsi + r10 + 64]
    vpaddd ymm9, ymm9, [rsi + r10 + 96]
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
    vmovdqa ymm1, ymm2
    vmovdqa ymm2, ymm0
    vmovdqa ymm4, ymm5
    vmovdqa ymm5, ymm3
    vmovdqa ymm7, ymm8
    vmovdqa ymm8, ymm6
    vmovdqa ymm10, ymm11
    vmovdqa ymm11, ymm9
    add r10, 3072
    and r10, 4095
    add rax, 128
    test eax, 384
    jnz 2b
    mov rcx, 0
    mov r8, 1792
    mov r9, 3584
    mov r10, 1280
2:
    vmovdqa ymm0, [rsi + 128]
    vmovdqa ymm3, [rsi + 160]
    vpaddd ymm0, ymm0, [rax + 0]
    vpaddd ymm3, ymm3, [rax + 0]
    vpaddd ymm0, ymm0, [rsi + rcx + 0]
    vpaddd ymm3, ymm3, [rsi + rcx + 32]
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
    vpaddd ymm6, ymm6, [rax + 0]
    vpaddd ymm9, ymm9, [rax + 0]
    vpaddd ymm6, ymm6, [rsi + rcx + 64]
    vpaddd ymm9, ymm9, [rsi + rcx + 96]
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
    add rcx, 3072
    and rcx, 4095
    vmovdqa ymm1, [rsi + 896]
    vmovdqa ymm4, [rsi + 928]
    vpaddd ymm1, ymm1, [rax + 32]
    vpaddd ymm4, ymm4, [rax + 32]
    vpaddd ymm1, ymm1, [rsi + r8 + 0]
    vpaddd ymm4, ymm4, [rsi + r8 + 32]
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
    vpaddd ymm7, ymm7, [rax + 32]
    vpaddd ymm10, ymm10, [rax + 32]
    vpaddd ymm7, ymm7, [rsi + r8 + 64]
    vpaddd ymm10, ymm10, [rsi + r8 + 96]
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
    add r8, 3072
    and r8, 4095
    vmovdqa ymm2, [rsi + 640]
    vmovdqa ymm5, [rsi + 672]
    vpaddd ymm2, ymm2, [rax + 64]
    vpaddd ymm5, ymm5, [rax + 64]
    vpaddd ymm2, ymm2, [rsi + r9 + 0]
    vpaddd ymm5, ymm5, [rsi + r9 + 32]
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
    vpaddd ymm8, ymm8, [rax + 64]
    vpaddd ymm11, ymm11, [rax + 64]
    vpaddd ymm8, ymm8, [rsi + r9 + 64]
    vpaddd ymm11, ymm11, [rsi + r9 + 96]
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
    add r9, 3072
    and r9, 4095
    vmovdqa ymm0, [rsi + 384]
    vmovdqa ymm3, [rsi + 416]
    vpaddd ymm0, ymm0, [rax + 96]
    vpaddd ymm3, ymm3, [rax + 96]
    vpaddd ymm0, ymm0, [rsi + r10 + 0]
    vpaddd ymm3, ymm3, [rsi + r10 + 32]
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
    vpaddd ymm6, ymm6, [rax + 96]
    vpaddd ymm9, ymm9, [rax + 96]
    vpaddd ymm6, ymm6, [rsi + r10 + 64]
    vpaddd ymm9, ymm9, [rsi + r10 + 96]
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
    vmovdqa ymm1, ymm2
    vmovdqa ymm2, ymm0
    vmovdqa ymm4, ymm5
    vmovdqa ymm5, ymm3
    vmovdqa ymm7, ymm8
    vmovdqa ymm8, ymm6
    vmovdqa ymm10, ymm11
    vmovdqa ymm11, ymm9
    add r10, 3072
    and r10, 4095
    add rax, 128
    test eax, 384
    jnz 2b
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
