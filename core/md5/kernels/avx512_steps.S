/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Written by generate_avx512.py from steps.h. Do not edit. */
    .intel_syntax noprefix
    .section .note.gnu.property, "a", @note
    .p2align 3
    .long 4, 16, 5 /* lengths of name and properties; NT_GNU_PROPERTY_TYPE_0 */
    .asciz "GNU"
    .long 0xc0000002, 4, 3, 0 /* GNU_PROPERTY_X86_FEATURE_1_AND: 4 bytes, IBT and SHSTK; padding */
    .section .rodata
    .p2align 6
constants:
    .long 0xd76aa478
    .long 0xe8c7b756
    .long 0x242070db
    .long 0xc1bdceee
    .long 0xf57c0faf
    .long 0x4787c62a
    .long 0xa8304613
    .long 0xfd469501
    .long 0x698098d8
    .long 0x8b44f7af
    .long 0xffff5bb1
    .long 0x895cd7be
    .long 0x6b901122
    .long 0xfd987193
    .long 0xa679438e
    .long 0x49b40821
    .long 0xf61e2562
    .long 0xc040b340
    .long 0x265e5a51
    .long 0xe9b6c7aa
    .long 0xd62f105d
    .long 0x02441453
    .long 0xd8a1e681
    .long 0xe7d3fbc8
    .long 0x21e1cde6
    .long 0xc33707d6
    .long 0xf4d50d87
    .long 0x455a14ed
    .long 0xa9e3e905
    .long 0xfcefa3f8
    .long 0x676f02d9
    .long 0x8d2a4c8a
    .long 0xfffa3942
    .long 0x8771f681
    .long 0x6d9d6122
    .long 0xfde5380c
    .long 0xa4beea44
    .long 0x4bdecfa9
    .long 0xf6bb4b60
    .long 0xbebfbc70
    .long 0x289b7ec6
    .long 0xeaa127fa
    .long 0xd4ef3085
    .long 0x04881d05
    .long 0xd9d4d039
    .long 0xe6db99e5
    .long 0x1fa27cf8
    .long 0xc4ac5665
    .long 0xf4292244
    .long 0x432aff97
    .long 0xab9423a7
    .long 0xfc93a039
    .long 0x655b59c3
    .long 0x8f0ccc92
    .long 0xffeff47d
    .long 0x85845dd1
    .long 0x6fa87e4f
    .long 0xfe2ce6e0
    .long 0xa3014314
    .long 0x4e0811a1
    .long 0xf7537e82
    .long 0xbd3af235
    .long 0x2ad7d2bb
    .long 0xeb86d391
outer_constants:
    .long 0xd76aa478
    .long 0xe8c7b756
    .long 0x242070db
    .long 0xc1bdceee
    .long 0xf57c102f
    .long 0x4787c62a
    .long 0xa8304613
    .long 0xfd469501
    .long 0x698098d8
    .long 0x8b44f7af
    .long 0xffff5bb1
    .long 0x895cd7be
    .long 0x6b901122
    .long 0xfd987193
    .long 0xa679460e
    .long 0x49b40821
    .long 0xf61e2562
    .long 0xc040b340
    .long 0x265e5a51
    .long 0xe9b6c7aa
    .long 0xd62f105d
    .long 0x02441453
    .long 0xd8a1e681
    .long 0xe7d3fc48
    .long 0x21e1cde6
    .long 0xc3370a56
    .long 0xf4d50d87
    .long 0x455a14ed
    .long 0xa9e3e905
    .long 0xfcefa3f8
    .long 0x676f02d9
    .long 0x8d2a4c8a
    .long 0xfffa3942
    .long 0x8771f681
    .long 0x6d9d6122
    .long 0xfde53a8c
    .long 0xa4beea44
    .long 0x4bded029
    .long 0xf6bb4b60
    .long 0xbebfbc70
    .long 0x289b7ec6
    .long 0xeaa127fa
    .long 0xd4ef3085
    .long 0x04881d05
    .long 0xd9d4d039
    .long 0xe6db99e5
    .long 0x1fa27cf8
    .long 0xc4ac5665
    .long 0xf4292244
    .long 0x432aff97
    .long 0xab942627
    .long 0xfc93a039
    .long 0x655b59c3
    .long 0x8f0ccc92
    .long 0xffeff47d
    .long 0x85845dd1
    .long 0x6fa87e4f
    .long 0xfe2ce6e0
    .long 0xa3014314
    .long 0x4e0811a1
    .long 0xf7537f02
    .long 0xbd3af235
    .long 0x2ad7d2bb
    .long 0xeb86d391
    .text

    .p2align 6
    .globl wr_md5_avx512_block_16
    .hidden wr_md5_avx512_block_16
    .type wr_md5_avx512_block_16, @function
wr_md5_avx512_block_16:
    .cfi_startproc
    endbr64
    push rbp
    .cfi_def_cfa_offset 16
    .cfi_offset 6, -16
    mov rbp, rsp
    .cfi_def_cfa_register 6
    lea rax, [rip + constants]
    vmovdqu64 zmm0, [rdi + 0]
    vmovdqu64 zmm1, [rdi + 256]
    vmovdqu64 zmm2, [rdi + 512]
    vmovdqu64 zmm3, [rdi + 768]
    mov rcx, 0
    mov rdx, 256
    mov r8, 512
    mov r9, 768
2:
    vpbroadcastd zmm20, dword ptr [rax + 0]
    vpaddd zmm0, zmm0, [rsi + rcx + 0]
    vpaddd zmm0, zmm0, zmm20
    vmovdqa64 zmm4, zmm1
    vpternlogd zmm4, zmm2, zmm3, 0xca
    vpaddd zmm0, zmm0, zmm4
    vprold zmm0, zmm0, 7
    vpaddd zmm0, zmm0, zmm1
    add rcx, 1024
    and rcx, 4095
    vpbroadcastd zmm21, dword ptr [rax + 4]
    vpaddd zmm3, zmm3, [rsi + rdx + 0]
    vpaddd zmm3, zmm3, zmm21
    vmovdqa64 zmm4, zmm0
    vpternlogd zmm4, zmm1, zmm2, 0xca
    vpaddd zmm3, zmm3, zmm4
    vprold zmm3, zmm3, 12
    vpaddd zmm3, zmm3, zmm0
    add rdx, 1024
    and rdx, 4095
    vpbroadcastd zmm20, dword ptr [rax + 8]
    vpaddd zmm2, zmm2, [rsi + r8 + 0]
    vpaddd zmm2, zmm2, zmm20
    vmovdqa64 zmm4, zmm3
    vpternlogd zmm4, zmm0, zmm1, 0xca
    vpaddd zmm2, zmm2, zmm4
    vprold zmm2, zmm2, 17
    vpaddd zmm2, zmm2, zmm3
    add r8, 1024
    and r8, 4095
    vpbroadcastd zmm21, dword ptr [rax + 12]
    vpaddd zmm1, zmm1, [rsi + r9 + 0]
    vpaddd zmm1, zmm1, zmm21
    vmovdqa64 zmm4, zmm2
    vpternlogd zmm4, zmm3, zmm0, 0xca
    vpaddd zmm1, zmm1, zmm4
    vprold zmm1, zmm1, 22
    vpaddd zmm1, zmm1, zmm2
    add r9, 1024
    and r9, 4095
    add rax, 16
    test eax, 48
    jnz 2b
    mov rcx, 256
    mov rdx, 1536
    mov r8, 2816
    mov r9, 0
2:
    vpbroadcastd zmm20, dword ptr [rax + 0]
    vpaddd zmm0, zmm0, [rsi + rcx + 0]
    vpaddd zmm0, zmm0, zmm20
    vmovdqa64 zmm4, zmm1
    vpternlogd zmm4, zmm2, zmm3, 0xe4
    vpaddd zmm0, zmm0, zmm4
    vprold zmm0, zmm0, 5
    vpaddd zmm0, zmm0, zmm1
    add rcx, 1024
    and rcx, 4095
    vpbroadcastd zmm21, dword ptr [rax + 4]
    vpaddd zmm3, zmm3, [rsi + rdx + 0]
    vpaddd zmm3, zmm3, zmm21
    vmovdqa64 zmm4, zmm0
    vpternlogd zmm4, zmm1, zmm2, 0xe4
    vpaddd zmm3, zmm3, zmm4
    vprold zmm3, zmm3, 9
    vpaddd zmm3, zmm3, zmm0
    add rdx, 1024
    and rdx, 4095
    vpbroadcastd zmm20, dword ptr [rax + 8]
    vpaddd zmm2, zmm2, [rsi + r8 + 0]
    vpaddd zmm2, zmm2, zmm20
    vmovdqa64 zmm4, zmm3
    vpternlogd zmm4, zmm0, zmm1, 0xe4
    vpaddd zmm2, zmm2, zmm4
    vprold zmm2, zmm2, 14
    vpaddd zmm2, zmm2, zmm3
    add r8, 1024
    and r8, 4095
    vpbroadcastd zmm21, dword ptr [rax + 12]
    vpaddd zmm1, zmm1, [rsi + r9 + 0]
    vpaddd zmm1, zmm1, zmm21
    vmovdqa64 zmm4, zmm2
    vpternlogd zmm4, zmm3, zmm0, 0xe4
    vpaddd zmm1, zmm1, zmm4
    vprold zmm1, zmm1, 20
    vpaddd zmm1, zmm1, zmm2
    add r9, 1024
    and r9, 4095
    add rax, 16
    test eax, 48
    jnz 2b
    mov rcx, 1280
    mov rdx, 2048
    mov r8, 2816
    mov r9, 3584
2:
    vpbroadcastd zmm20, dword ptr [rax + 0]
    vpaddd zmm0, zmm0, [rsi + rcx + 0]
    vpaddd zmm0, zmm0, zmm20
    vmovdqa64 zmm4, zmm1
    vpternlogd zmm4, zmm2, zmm3, 0x96
    vpaddd zmm0, zmm0, zmm4
    vprold zmm0, zmm0, 4
    vpaddd zmm0, zmm0, zmm1
    add rcx, 3072
    and rcx, 4095
    vpbroadcastd zmm21, dword ptr [rax + 4]
    vpaddd zmm3, zmm3, [rsi + rdx + 0]
    vpaddd zmm3, zmm3, zmm21
    vmovdqa64 zmm4, zmm0
    vpternlogd zmm4, zmm1, zmm2, 0x96
    vpaddd zmm3, zmm3, zmm4
    vprold zmm3, zmm3, 11
    vpaddd zmm3, zmm3, zmm0
    add rdx, 3072
    and rdx, 4095
    vpbroadcastd zmm20, dword ptr [rax + 8]
    vpaddd zmm2, zmm2, [rsi + r8 + 0]
    vpaddd zmm2, zmm2, zmm20
    vmovdqa64 zmm4, zmm3
    vpternlogd zmm4, zmm0, zmm1, 0x96
    vpaddd zmm2, zmm2, zmm4
    vprold zmm2, zmm2, 16
    vpaddd zmm2, zmm2, zmm3
    add r8, 3072
    and r8, 4095
    vpbroadcastd zmm21, dword ptr [rax + 12]
    vpaddd zmm1, zmm1, [rsi + r9 + 0]
    vpaddd zmm1, zmm1, zmm21
    vmovdqa64 zmm4, zmm2
    vpternlogd zmm4, zmm3, zmm0, 0x96
    vpaddd zmm1, zmm1, zmm4
    vprold zmm1, zmm1, 23
    vpaddd zmm1, zmm1, zmm2
    add r9, 3072
    and r9, 4095
    add rax, 16
    test eax, 48
    jnz 2b
    mov rcx, 0
    mov rdx, 1792
    mov r8, 3584
    mov r9, 1280
2:
    vpbroadcastd zmm20, dword ptr [rax + 0]
    vpaddd zmm0, zmm0, [rsi + rcx + 0]
    vpaddd zmm0, zmm0, zmm20
    vmovdqa64 zmm4, zmm1
    vpternlogd zmm4, zmm2, zmm3, 0x39
    vpaddd zmm0, zmm0, zmm4
    vprold zmm0, zmm0, 6
    vpaddd zmm0, zmm0, zmm1
    add rcx, 3072
    and rcx, 4095
    vpbroadcastd zmm21, dword ptr [rax + 4]
    vpaddd zmm3, zmm3, [rsi + rdx + 0]
    vpaddd zmm3, zmm3, zmm21
    vmovdqa64 zmm4, zmm0
    vpternlogd zmm4, zmm1, zmm2, 0x39
    vpaddd zmm3, zmm3, zmm4
    vprold zmm3, zmm3, 10
    vpaddd zmm3, zmm3, zmm0
    add rdx, 3072
    and rdx, 4095
    vpbroadcastd zmm20, dword ptr [rax + 8]
    vpaddd zmm2, zmm2, [rsi + r8 + 0]
    vpaddd zmm2, zmm2, zmm20
    vmovdqa64 zmm4, zmm3
    vpternlogd zmm4, zmm0, zmm1, 0x39
    vpaddd zmm2, zmm2, zmm4
    vprold zmm2, zmm2, 15
    vpaddd zmm2, zmm2, zmm3
    add r8, 3072
    and r8, 4095
    vpbroadcastd zmm21, dword ptr [rax + 12]
    vpaddd zmm1, zmm1, [rsi + r9 + 0]
    vpaddd zmm1, zmm1, zmm21
    vmovdqa64 zmm4, zmm2
    vpternlogd zmm4, zmm3, zmm0, 0x39
    vpaddd zmm1, zmm1, zmm4
    vprold zmm1, zmm1, 21
    vpaddd zmm1, zmm1, zmm2
    add r9, 3072
    and r9, 4095
    add rax, 16
    test eax, 48
    jnz 2b
    vpaddd zmm0, zmm0, [rdi + 0]
    vmovdqu64 [rdi + 0], zmm0
    vpaddd zmm1, zmm1, [rdi + 256]
    vmovdqu64 [rdi + 256], zmm1
    vpaddd zmm2, zmm2, [rdi + 512]
    vmovdqu64 [rdi + 512], zmm2
    vpaddd zmm3, zmm3, [rdi + 768]
    vmovdqu64 [rdi + 768], zmm3
    vzeroupper
    pop rbp
    .cfi_def_cfa 7, 8
    ret
    .cfi_endproc
    .size wr_md5_avx512_block_16, . - wr_md5_avx512_block_16

    .p2align 6
    .globl wr_md5_avx512_outer_16
    .hidden wr_md5_avx512_outer_16
    .type wr_md5_avx512_outer_16, @function
wr_md5_avx512_outer_16:
    .cfi_startproc
    endbr64
    push rbp
    .cfi_def_cfa_offset 16
    .cfi_offset 6, -16
    mov rbp, rsp
    .cfi_def_cfa_register 6
    lea rax, [rip + outer_constants]
    vmovdqu64 zmm0, [rdi + 0]
    vmovdqu64 zmm1, [rdi + 256]
    vmovdqu64 zmm2, [rdi + 512]
    vmovdqu64 zmm3, [rdi + 768]
    vpbroadcastd zmm20, dword ptr [rax + 0]
    vpaddd zmm0, zmm0, [rsi + 0 + 0]
    vpaddd zmm0, zmm0, zmm20
    vmovdqa64 zmm4, zmm1
    vpternlogd zmm4, zmm2, zmm3, 0xca
    vpaddd zmm0, zmm0, zmm4
    vprold zmm0, zmm0, 7
    vpaddd zmm0, zmm0, zmm1
    vpbroadcastd zmm21, dword ptr [rax + 4]
    vpaddd zmm3, zmm3, [rsi + 256 + 0]
    vpaddd zmm3, zmm3, zmm21
    vmovdqa64 zmm4, zmm0
    vpternlogd zmm4, zmm1, zmm2, 0xca
    vpaddd zmm3, zmm3, zmm4
    vprold zmm3, zmm3, 12
    vpaddd zmm3, zmm3, zmm0
    vpbroadcastd zmm20, dword ptr [rax + 8]
    vpaddd zmm2, zmm2, [rsi + 512 + 0]
    vpaddd zmm2, zmm2, zmm20
    vmovdqa64 zmm4, zmm3
    vpternlogd zmm4, zmm0, zmm1, 0xca
    vpaddd zmm2, zmm2, zmm4
    vprold zmm2, zmm2, 17
    vpaddd zmm2, zmm2, zmm3
    vpbroadcastd zmm21, dword ptr [rax + 12]
    vpaddd zmm1, zmm1, [rsi + 768 + 0]
    vpaddd zmm1, zmm1, zmm21
    vmovdqa64 zmm4, zmm2
    vpternlogd zmm4, zmm3, zmm0, 0xca
    vpaddd zmm1, zmm1, zmm4
    vprold zmm1, zmm1, 22
    vpaddd zmm1, zmm1, zmm2
    vpbroadcastd zmm20, dword ptr [rax + 16]
    vpaddd zmm0, zmm0, zmm20
    vmovdqa64 zmm4, zmm1
    vpternlogd zmm4, zmm2, zmm3, 0xca
    vpaddd zmm0, zmm0, zmm4
    vprold zmm0, zmm0, 7
    vpaddd zmm0, zmm0, zmm1
    vpbroadcastd zmm21, dword ptr [rax + 20]
    vpaddd zmm3, zmm3, zmm21
    vmovdqa64 zmm4, zmm0
    vpternlogd zmm4, zmm1, zmm2, 0xca
    vpaddd zmm3, zmm3, zmm4
    vprold zmm3, zmm3, 12
    vpaddd zmm3, zmm3, zmm0
    vpbroadcastd zmm20, dword ptr [rax + 24]
    vpaddd zmm2, zmm2, zmm20
    vmovdqa64 zmm4, zmm3
    vpternlogd zmm4, zmm0, zmm1, 0xca
    vpaddd zmm2, zmm2, zmm4
    vprold zmm2, zmm2, 17
    vpaddd zmm2, zmm2, zmm3
    vpbroadcastd zmm21, dword ptr [rax + 28]
    vpaddd zmm1, zmm1, zmm21
    vmovdqa64 zmm4, zmm2
    vpternlogd zmm4, zmm3, zmm0, 0xca
    vpaddd zmm1, zmm1, zmm4
    vprold zmm1, zmm1, 22
    vpaddd zmm1, zmm1, zmm2
    vpbroadcastd zmm20, dword ptr [rax + 32]
    vpaddd zmm0, zmm0, zmm20
    vmovdqa64 zmm4, zmm1
    vpternlogd zmm4, zmm2, zmm3, 0xca
    vpaddd zmm0, zmm0, zmm4
    vprold zmm0, zmm0, 7
    vpaddd zmm0, zmm0, zmm1
    vpbroadcastd zmm21, dword ptr [rax + 36]
    vpaddd zmm3, zmm3, zmm21
    vmovdqa64 zmm4, zmm0
    vpternlogd zmm4, zmm1, zmm2, 0xca
    vpaddd zmm3, zmm3, zmm4
    vprold zmm3, zmm3, 12
    vpaddd zmm3, zmm3, zmm0
    vpbroadcastd zmm20, dword ptr [rax + 40]
    vpaddd zmm2, zmm2, zmm20
    vmovdqa64 zmm4, zmm3
    vpternlogd zmm4, zmm0, zmm1, 0xca
    vpaddd zmm2, zmm2, zmm4
    vprold zmm2, zmm2, 17
    vpaddd zmm2, zmm2, zmm3
    vpbroadcastd zmm21, dword ptr [rax + 44]
    vpaddd zmm1, zmm1, zmm21
    vmovdqa64 zmm4, zmm2
    vpternlogd zmm4, zmm3, zmm0, 0xca
    vpaddd zmm1, zmm1, zmm4
    vprold zmm1, zmm1, 22
    vpaddd zmm1, zmm1, zmm2
    vpbroadcastd zmm20, dword ptr [rax + 48]
    vpaddd zmm0, zmm0, zmm20
    vmovdqa64 zmm4, zmm1
    vpternlogd zmm4, zmm2, zmm3, 0xca
    vpaddd zmm0, zmm0, zmm4
    vprold zmm0, zmm0, 7
    vpaddd zmm0, zmm0, zmm1
    vpbroadcastd zmm21, dword ptr [rax + 52]
    vpaddd zmm3, zmm3, zmm21
    vmovdqa64 zmm4, zmm0
    vpternlogd zmm4, zmm1, zmm2, 0xca
    vpaddd zmm3, zmm3, zmm4
    vprold zmm3, zmm3, 12
    vpaddd zmm3, zmm3, zmm0
    vpbroadcastd zmm20, dword ptr [rax + 56]
    vpaddd zmm2, zmm2, zmm20
    vmovdqa64 zmm4, zmm3
    vpternlogd zmm4, zmm0, zmm1, 0xca
    vpaddd zmm2, zmm2, zmm4
    vprold zmm2, zmm2, 17
    vpaddd zmm2, zmm2, zmm3
    vpbroadcastd zmm21, dword ptr [rax + 60]
    vpaddd zmm1, zmm1, zmm21
    vmovdqa64 zmm4, zmm2
    vpternlogd zmm4, zmm3, zmm0, 0xca
    vpaddd zmm1, zmm1, zmm4
    vprold zmm1, zmm1, 22
    vpaddd zmm1, zmm1, zmm2
    vpbroadcastd zmm20, dword ptr [rax + 64]
    vpaddd zmm0, zmm0, [rsi + 256 + 0]
    vpaddd zmm0, zmm0, zmm20
    vmovdqa64 zmm4, zmm1
    vpternlogd zmm4, zmm2, zmm3, 0xe4
    vpaddd zmm0, zmm0, zmm4
    vprold zmm0, zmm0, 5
    vpaddd zmm0, zmm0, zmm1
    vpbroadcastd zmm21, dword ptr [rax + 68]
    vpaddd zmm3, zmm3, zmm21
    vmovdqa64 zmm4, zmm0
    vpternlogd zmm4, zmm1, zmm2, 0xe4
    vpaddd zmm3, zmm3, zmm4
    vprold zmm3, zmm3, 9
    vpaddd zmm3, zmm3, zmm0
    vpbroadcastd zmm20, dword ptr [rax + 72]
    vpaddd zmm2, zmm2, zmm20
    vmovdqa64 zmm4, zmm3
    vpternlogd zmm4, zmm0, zmm1, 0xe4
    vpaddd zmm2, zmm2, zmm4
    vprold zmm2, zmm2, 14
    vpaddd zmm2, zmm2, zmm3
    vpbroadcastd zmm21, dword ptr [rax + 76]
    vpaddd zmm1, zmm1, [rsi + 0 + 0]
    vpaddd zmm1, zmm1, zmm21
    vmovdqa64 zmm4, zmm2
    vpternlogd zmm4, zmm3, zmm0, 0xe4
    vpaddd zmm1, zmm1, zmm4
    vprold zmm1, zmm1, 20
    vpaddd zmm1, zmm1, zmm2
    vpbroadcastd zmm20, dword ptr [rax + 80]
    vpaddd zmm0, zmm0, zmm20
    vmovdqa64 zmm4, zmm1
    vpternlogd zmm4, zmm2, zmm3, 0xe4
    vpaddd zmm0, zmm0, zmm4
    vprold zmm0, zmm0, 5
    vpaddd zmm0, zmm0, zmm1
    vpbroadcastd zmm21, dword ptr [rax + 84]
    vpaddd zmm3, zmm3, zmm21
    vmovdqa64 zmm4, zmm0
    vpternlogd zmm4, zmm1, zmm2, 0xe4
    vpaddd zmm3, zmm3, zmm4
    vprold zmm3, zmm3, 9
    vpaddd zmm3, zmm3, zmm0
    vpbroadcastd zmm20, dword ptr [rax + 88]
    vpaddd zmm2, zmm2, zmm20
    vmovdqa64 zmm4, zmm3
    vpternlogd zmm4, zmm0, zmm1, 0xe4
    vpaddd zmm2, zmm2, zmm4
    vprold zmm2, zmm2, 14
    vpaddd zmm2, zmm2, zmm3
    vpbroadcastd zmm21, dword ptr [rax + 92]
    vpaddd zmm1, zmm1, zmm21
    vmovdqa64 zmm4, zmm2
    vpternlogd zmm4, zmm3, zmm0, 0xe4
    vpaddd zmm1, zmm1, zmm4
    vprold zmm1, zmm1, 20
    vpaddd zmm1, zmm1, zmm2
    vpbroadcastd zmm20, dword ptr [rax + 96]
    vpaddd zmm0, zmm0, zmm20
    vmovdqa64 zmm4, zmm1
    vpternlogd zmm4, zmm2, zmm3, 0xe4
    vpaddd zmm0, zmm0, zmm4
    vprold zmm0, zmm0, 5
    vpaddd zmm0, zmm0, zmm1
    vpbroadcastd zmm21, dword ptr [rax + 100]
    vpaddd zmm3, zmm3, zmm21
    vmovdqa64 zmm4, zmm0
    vpternlogd zmm4, zmm1, zmm2, 0xe4
    vpaddd zmm3, zmm3, zmm4
    vprold zmm3, zmm3, 9
    vpaddd zmm3, zmm3, zmm0
    vpbroadcastd zmm20, dword ptr [rax + 104]
    vpaddd zmm2, zmm2, [rsi + 768 + 0]
    vpaddd zmm2, zmm2, zmm20
    vmovdqa64 zmm4, zmm3
    vpternlogd zmm4, zmm0, zmm1, 0xe4
    vpaddd zmm2, zmm2, zmm4
    vprold zmm2, zmm2, 14
    vpaddd zmm2, zmm2, zmm3
    vpbroadcastd zmm21, dword ptr [rax + 108]
    vpaddd zmm1, zmm1, zmm21
    vmovdqa64 zmm4, zmm2
    vpternlogd zmm4, zmm3, zmm0, 0xe4
    vpaddd zmm1, zmm1, zmm4
    vprold zmm1, zmm1, 20
    vpaddd zmm1, zmm1, zmm2
    vpbroadcastd zmm20, dword ptr [rax + 112]
    vpaddd zmm0, zmm0, zmm20
    vmovdqa64 zmm4, zmm1
    vpternlogd zmm4, zmm2, zmm3, 0xe4
    vpaddd zmm0, zmm0, zmm4
    vprold zmm0, zmm0, 5
    vpaddd zmm0, zmm0, zmm1
    vpbroadcastd zmm21, dword ptr [rax + 116]
    vpaddd zmm3, zmm3, [rsi + 512 + 0]
    vpaddd zmm3, zmm3, zmm21
    vmovdqa64 zmm4, zmm0
    vpternlogd zmm4, zmm1, zmm2, 0xe4
    vpaddd zmm3, zmm3, zmm4
    vprold zmm3, zmm3, 9
    vpaddd zmm3, zmm3, zmm0
    vpbroadcastd zmm20, dword ptr [rax + 120]
    vpaddd zmm2, zmm2, zmm20
    vmovdqa64 zmm4, zmm3
    vpternlogd zmm4, zmm0, zmm1, 0xe4
    vpaddd zmm2, zmm2, zmm4
    vprold zmm2, zmm2, 14
    vpaddd zmm2, zmm2, zmm3
    vpbroadcastd zmm21, dword ptr [rax + 124]
    vpaddd zmm1, zmm1, zmm21
    vmovdqa64 zmm4, zmm2
    vpternlogd zmm4, zmm3, zmm0, 0xe4
    vpaddd zmm1, zmm1, zmm4
    vprold zmm1, zmm1, 20
    vpaddd zmm1, zmm1, zmm2
    vpbroadcastd zmm20, dword ptr [rax + 128]
    vpaddd zmm0, zmm0, zmm20
    vmovdqa64 zmm4, zmm1
    vpternlogd zmm4, zmm2, zmm3, 0x96
    vpaddd zmm0, zmm0, zmm4
    vprold zmm0, zmm0, 4
    vpaddd zmm0, zmm0, zmm1
    vpbroadcastd zmm21, dword ptr [rax + 132]
    vpaddd zmm3, zmm3, zmm21
    vmovdqa64 zmm4, zmm0
    vpternlogd zmm4, zmm1, zmm2, 0x96
    vpaddd zmm3, zmm3, zmm4
    vprold zmm3, zmm3, 11
    vpaddd zmm3, zmm3, zmm0
    vpbroadcastd zmm20, dword ptr [rax + 136]
    vpaddd zmm2, zmm2, zmm20
    vmovdqa64 zmm4, zmm3
    vpternlogd zmm4, zmm0, zmm1, 0x96
    vpaddd zmm2, zmm2, zmm4
    vprold zmm2, zmm2, 16
    vpaddd zmm2, zmm2, zmm3
    vpbroadcastd zmm21, dword ptr [rax + 140]
    vpaddd zmm1, zmm1, zmm21
    vmovdqa64 zmm4, zmm2
    vpternlogd zmm4, zmm3, zmm0, 0x96
    vpaddd zmm1, zmm1, zmm4
    vprold zmm1, zmm1, 23
    vpaddd zmm1, zmm1, zmm2
    vpbroadcastd zmm20, dword ptr [rax + 144]
    vpaddd zmm0, zmm0, [rsi + 256 + 0]
    vpaddd zmm0, zmm0, zmm20
    vmovdqa64 zmm4, zmm1
    vpternlogd zmm4, zmm2, zmm3, 0x96
    vpaddd zmm0, zmm0, zmm4
    vprold zmm0, zmm0, 4
    vpaddd zmm0, zmm0, zmm1
    vpbroadcastd zmm21, dword ptr [rax + 148]
    vpaddd zmm3, zmm3, zmm21
    vmovdqa64 zmm4, zmm0
    vpternlogd zmm4, zmm1, zmm2, 0x96
    vpaddd zmm3, zmm3, zmm4
    vprold zmm3, zmm3, 11
    vpaddd zmm3, zmm3, zmm0
    vpbroadcastd zmm20, dword ptr [rax + 152]
    vpaddd zmm2, zmm2, zmm20
    vmovdqa64 zmm4, zmm3
    vpternlogd zmm4, zmm0, zmm1, 0x96
    vpaddd zmm2, zmm2, zmm4
    vprold zmm2, zmm2, 16
    vpaddd zmm2, zmm2, zmm3
    vpbroadcastd zmm21, dword ptr [rax + 156]
    vpaddd zmm1, zmm1, zmm21
    vmovdqa64 zmm4, zmm2
    vpternlogd zmm4, zmm3, zmm0, 0x96
    vpaddd zmm1, zmm1, zmm4
    vprold zmm1, zmm1, 23
    vpaddd zmm1, zmm1, zmm2
    vpbroadcastd zmm20, dword ptr [rax + 160]
    vpaddd zmm0, zmm0, zmm20
    vmovdqa64 zmm4, zmm1
    vpternlogd zmm4, zmm2, zmm3, 0x96
    vpaddd zmm0, zmm0, zmm4
    vprold zmm0, zmm0, 4
    vpaddd zmm0, zmm0, zmm1
    vpbroadcastd zmm21, dword ptr [rax + 164]
    vpaddd zmm3, zmm3, [rsi + 0 + 0]
    vpaddd zmm3, zmm3, zmm21
    vmovdqa64 zmm4, zmm0
    vpternlogd zmm4, zmm1, zmm2, 0x96
    vpaddd zmm3, zmm3, zmm4
    vprold zmm3, zmm3, 11
    vpaddd zmm3, zmm3, zmm0
    vpbroadcastd zmm20, dword ptr [rax + 168]
    vpaddd zmm2, zmm2, [rsi + 768 + 0]
    vpaddd zmm2, zmm2, zmm20
    vmovdqa64 zmm4, zmm3
    vpternlogd zmm4, zmm0, zmm1, 0x96
    vpaddd zmm2, zmm2, zmm4
    vprold zmm2, zmm2, 16
    vpaddd zmm2, zmm2, zmm3
    vpbroadcastd zmm21, dword ptr [rax + 172]
    vpaddd zmm1, zmm1, zmm21
    vmovdqa64 zmm4, zmm2
    vpternlogd zmm4, zmm3, zmm0, 0x96
    vpaddd zmm1, zmm1, zmm4
    vprold zmm1, zmm1, 23
    vpaddd zmm1, zmm1, zmm2
    vpbroadcastd zmm20, dword ptr [rax + 176]
    vpaddd zmm0, zmm0, zmm20
    vmovdqa64 zmm4, zmm1
    vpternlogd zmm4, zmm2, zmm3, 0x96
    vpaddd zmm0, zmm0, zmm4
    vprold zmm0, zmm0, 4
    vpaddd zmm0, zmm0, zmm1
    vpbroadcastd zmm21, dword ptr [rax + 180]
    vpaddd zmm3, zmm3, zmm21
    vmovdqa64 zmm4, zmm0
    vpternlogd zmm4, zmm1, zmm2, 0x96
    vpaddd zmm3, zmm3, zmm4
    vprold zmm3, zmm3, 11
    vpaddd zmm3, zmm3, zmm0
    vpbroadcastd zmm20, dword ptr [rax + 184]
    vpaddd zmm2, zmm2, zmm20
    vmovdqa64 zmm4, zmm3
    vpternlogd zmm4, zmm0, zmm1, 0x96
    vpaddd zmm2, zmm2, zmm4
    vprold zmm2, zmm2, 16
    vpaddd zmm2, zmm2, zmm3
    vpbroadcastd zmm21, dword ptr [rax + 188]
    vpaddd zmm1, zmm1, [rsi + 512 + 0]
    vpaddd zmm1, zmm1, zmm21
    vmovdqa64 zmm4, zmm2
    vpternlogd zmm4, zmm3, zmm0, 0x96
    vpaddd zmm1, zmm1, zmm4
    vprold zmm1, zmm1, 23
    vpaddd zmm1, zmm1, zmm2
    vpbroadcastd zmm20, dword ptr [rax + 192]
    vpaddd zmm0, zmm0, [rsi + 0 + 0]
    vpaddd zmm0, zmm0, zmm20
    vmovdqa64 zmm4, zmm1
    vpternlogd zmm4, zmm2, zmm3, 0x39
    vpaddd zmm0, zmm0, zmm4
    vprold zmm0, zmm0, 6
    vpaddd zmm0, zmm0, zmm1
    vpbroadcastd zmm21, dword ptr [rax + 196]
    vpaddd zmm3, zmm3, zmm21
    vmovdqa64 zmm4, zmm0
    vpternlogd zmm4, zmm1, zmm2, 0x39
    vpaddd zmm3, zmm3, zmm4
    vprold zmm3, zmm3, 10
    vpaddd zmm3, zmm3, zmm0
    vpbroadcastd zmm20, dword ptr [rax + 200]
    vpaddd zmm2, zmm2, zmm20
    vmovdqa64 zmm4, zmm3
    vpternlogd zmm4, zmm0, zmm1, 0x39
    vpaddd zmm2, zmm2, zmm4
    vprold zmm2, zmm2, 15
    vpaddd zmm2, zmm2, zmm3
    vpbroadcastd zmm21, dword ptr [rax + 204]
    vpaddd zmm1, zmm1, zmm21
    vmovdqa64 zmm4, zmm2
    vpternlogd zmm4, zmm3, zmm0, 0x39
    vpaddd zmm1, zmm1, zmm4
    vprold zmm1, zmm1, 21
    vpaddd zmm1, zmm1, zmm2
    vpbroadcastd zmm20, dword ptr [rax + 208]
    vpaddd zmm0, zmm0, zmm20
    vmovdqa64 zmm4, zmm1
    vpternlogd zmm4, zmm2, zmm3, 0x39
    vpaddd zmm0, zmm0, zmm4
    vprold zmm0, zmm0, 6
    vpaddd zmm0, zmm0, zmm1
    vpbroadcastd zmm21, dword ptr [rax + 212]
    vpaddd zmm3, zmm3, [rsi + 768 + 0]
    vpaddd zmm3, zmm3, zmm21
    vmovdqa64 zmm4, zmm0
    vpternlogd zmm4, zmm1, zmm2, 0x39
    vpaddd zmm3, zmm3, zmm4
    vprold zmm3, zmm3, 10
    vpaddd zmm3, zmm3, zmm0
    vpbroadcastd zmm20, dword ptr [rax + 216]
    vpaddd zmm2, zmm2, zmm20
    vmovdqa64 zmm4, zmm3
    vpternlogd zmm4, zmm0, zmm1, 0x39
    vpaddd zmm2, zmm2, zmm4
    vprold zmm2, zmm2, 15
    vpaddd zmm2, zmm2, zmm3
    vpbroadcastd zmm21, dword ptr [rax + 220]
    vpaddd zmm1, zmm1, [rsi + 256 + 0]
    vpaddd zmm1, zmm1, zmm21
    vmovdqa64 zmm4, zmm2
    vpternlogd zmm4, zmm3, zmm0, 0x39
    vpaddd zmm1, zmm1, zmm4
    vprold zmm1, zmm1, 21
    vpaddd zmm1, zmm1, zmm2
    vpbroadcastd zmm20, dword ptr [rax + 224]
    vpaddd zmm0, zmm0, zmm20
    vmovdqa64 zmm4, zmm1
    vpternlogd zmm4, zmm2, zmm3, 0x39
    vpaddd zmm0, zmm0, zmm4
    vprold zmm0, zmm0, 6
    vpaddd zmm0, zmm0, zmm1
    vpbroadcastd zmm21, dword ptr [rax + 228]
    vpaddd zmm3, zmm3, zmm21
    vmovdqa64 zmm4, zmm0
    vpternlogd zmm4, zmm1, zmm2, 0x39
    vpaddd zmm3, zmm3, zmm4
    vprold zmm3, zmm3, 10
    vpaddd zmm3, zmm3, zmm0
    vpbroadcastd zmm20, dword ptr [rax + 232]
    vpaddd zmm2, zmm2, zmm20
    vmovdqa64 zmm4, zmm3
    vpternlogd zmm4, zmm0, zmm1, 0x39
    vpaddd zmm2, zmm2, zmm4
    vprold zmm2, zmm2, 15
    vpaddd zmm2, zmm2, zmm3
    vpbroadcastd zmm21, dword ptr [rax + 236]
    vpaddd zmm1, zmm1, zmm21
    vmovdqa64 zmm4, zmm2
    vpternlogd zmm4, zmm3, zmm0, 0x39
    vpaddd zmm1, zmm1, zmm4
    vprold zmm1, zmm1, 21
    vpaddd zmm1, zmm1, zmm2
    vpbroadcastd zmm20, dword ptr [rax + 240]
    vpaddd zmm0, zmm0, zmm20
    vmovdqa64 zmm4, zmm1
    vpternlogd zmm4, zmm2, zmm3, 0x39
    vpaddd zmm0, zmm0, zmm4
    vprold zmm0, zmm0, 6
    vpaddd zmm0, zmm0, zmm1
    vpbroadcastd zmm21, dword ptr [rax + 244]
    vpaddd zmm3, zmm3, zmm21
    vmovdqa64 zmm4, zmm0
    vpternlogd zmm4, zmm1, zmm2, 0x39
    vpaddd zmm3, zmm3, zmm4
    vprold zmm3, zmm3, 10
    vpaddd zmm3, zmm3, zmm0
    vpbroadcastd zmm20, dword ptr [rax + 248]
    vpaddd zmm2, zmm2, [rsi + 512 + 0]
    vpaddd zmm2, zmm2, zmm20
    vmovdqa64 zmm4, zmm3
    vpternlogd zmm4, zmm0, zmm1, 0x39
    vpaddd zmm2, zmm2, zmm4
    vprold zmm2, zmm2, 15
    vpaddd zmm2, zmm2, zmm3
    vpbroadcastd zmm21, dword ptr [rax + 252]
    vpaddd zmm1, zmm1, zmm21
    vmovdqa64 zmm4, zmm2
    vpternlogd zmm4, zmm3, zmm0, 0x39
    vpaddd zmm1, zmm1, zmm4
    vprold zmm1, zmm1, 21
    vpaddd zmm1, zmm1, zmm2
    vpaddd zmm0, zmm0, [rdi + 0]
    vmovdqu64 [rsi + 0], zmm0
    vpaddd zmm1, zmm1, [rdi + 256]
    vmovdqu64 [rsi + 256], zmm1
    vpaddd zmm2, zmm2, [rdi + 512]
    vmovdqu64 [rsi + 512], zmm2
    vpaddd zmm3, zmm3, [rdi + 768]
    vmovdqu64 [rsi + 768], zmm3
    vzeroupper
    pop rbp
    .cfi_def_cfa 7, 8
    ret
    .cfi_endproc
    .size wr_md5_avx512_outer_16, . - wr_md5_avx512_outer_16

    .p2align 6
    .globl wr_md5_avx512_stream_16
    .hidden wr_md5_avx512_stream_16
    .type wr_md5_avx512_stream_16, @function
wr_md5_avx512_stream_16:
    .cfi_startproc
    endbr64
    push rbp
    .cfi_def_cfa_offset 16
    .cfi_offset 6, -16
    mov rbp, rsp
    .cfi_def_cfa_register 6
    push rbx
    .cfi_offset 3, -24
    push r12
    .cfi_offset 12, -32
    push r13
    .cfi_offset 13, -40
    push r14
    .cfi_offset 14, -48
    push r15
    .cfi_offset 15, -56
    mov r11, r9
    lea r9, [r9 + 2 * rcx]
    mov r10, [rbp + 16]
    vmovdqu64 zmm0, [rdi + 0]
    vmovdqu64 zmm1, [rdi + 256]
    vmovdqu64 zmm2, [rdi + 512]
    vmovdqu64 zmm3, [rdi + 768]
1:
    lea rax, [rip + constants]
    mov r12, 0
    mov r13, 256
    mov r14, 512
    mov r15, 768
2:
    vpbroadcastd zmm20, dword ptr [rax + 0]
    vpaddd zmm0, zmm0, [rsi + r12 + 0]
    mov rbx, [rdx + 0]
    vpaddd zmm0, zmm0, zmm20
    vmovdqa64 zmm4, zmm1
    prefetcht0 [rbx + r9]
    vpternlogd zmm4, zmm2, zmm3, 0xca
    mov rbx, [rdx + 0 + 0]
    vpaddd zmm0, zmm0, zmm4
    vprold zmm0, zmm0, 7
    vmovdqu64 zmm22, [rbx + r11]
    vpaddd zmm0, zmm0, zmm1
    add r12, 1024
    mov rbx, [rdx + 0 + 8]
    and r12, 4095
    vmovdqu64 zmm23, [rbx + r11]
    vpbroadcastd zmm21, dword ptr [rax + 4]
    vpaddd zmm3, zmm3, [rsi + r13 + 0]
    mov rbx, [rdx + 0 + 16]
    vpaddd zmm3, zmm3, zmm21
    vmovdqa64 zmm4, zmm0
    vmovdqu64 zmm24, [rbx + r11]
    vpternlogd zmm4, zmm1, zmm2, 0xca
    mov rbx, [rdx + 0 + 24]
    vpaddd zmm3, zmm3, zmm4
    vprold zmm3, zmm3, 12
    vmovdqu64 zmm25, [rbx + r11]
    vpaddd zmm3, zmm3, zmm0
    add r13, 1024
    vpunpckldq zmm26, zmm22, zmm23
    and r13, 4095
    vpunpckhdq zmm23, zmm22, zmm23
    vpbroadcastd zmm20, dword ptr [rax + 8]
    vpaddd zmm2, zmm2, [rsi + r14 + 0]
    vpunpckldq zmm27, zmm24, zmm25
    vpaddd zmm2, zmm2, zmm20
    vmovdqa64 zmm4, zmm3
    vpunpckhdq zmm25, zmm24, zmm25
    vpternlogd zmm4, zmm0, zmm1, 0xca
    vpunpcklqdq zmm22, zmm26, zmm27
    vpaddd zmm2, zmm2, zmm4
    vprold zmm2, zmm2, 17
    vpunpckhqdq zmm26, zmm26, zmm27
    vpaddd zmm2, zmm2, zmm3
    add r14, 1024
    vpunpcklqdq zmm24, zmm23, zmm25
    and r14, 4095
    vpunpckhqdq zmm23, zmm23, zmm25
    vpbroadcastd zmm21, dword ptr [rax + 12]
    vpaddd zmm1, zmm1, [rsi + r15 + 0]
    vmovdqa64 [r10 + 0 + 0], zmm22
    vpaddd zmm1, zmm1, zmm21
    vmovdqa64 zmm4, zmm2
    vmovdqa64 [r10 + 0 + 256], zmm26
    vpternlogd zmm4, zmm3, zmm0, 0xca
    vmovdqa64 [r10 + 0 + 512], zmm24
    vpaddd zmm1, zmm1, zmm4
    vprold zmm1, zmm1, 22
    vmovdqa64 [r10 + 0 + 768], zmm23
    vpaddd zmm1, zmm1, zmm2
    add r15, 1024
    add rdx, 32
    and r15, 4095
    add r10, 1024
    add rax, 16
    test eax, 48
    jnz 2b
    sub rdx, 128
    sub r10, 4096
    mov r12, 256
    mov r13, 1536
    mov r14, 2816
    mov r15, 0
2:
    vpbroadcastd zmm20, dword ptr [rax + 0]
    vpaddd zmm0, zmm0, [rsi + r12 + 0]
    vpaddd zmm0, zmm0, zmm20
    vmovdqa64 zmm4, zmm1
    vpternlogd zmm4, zmm2, zmm3, 0xe4
    vpaddd zmm0, zmm0, zmm4
    vprold zmm0, zmm0, 5
    vpaddd zmm0, zmm0, zmm1
    add r12, 1024
    and r12, 4095
    mov rbx, [rdx + 8]
    vpbroadcastd zmm21, dword ptr [rax + 4]
    vpaddd zmm3, zmm3, [rsi + r13 + 0]
    vpaddd zmm3, zmm3, zmm21
    vmovdqa64 zmm4, zmm0
    vpternlogd zmm4, zmm1, zmm2, 0xe4
    vpaddd zmm3, zmm3, zmm4
    vprold zmm3, zmm3, 9
    vpaddd zmm3, zmm3, zmm0
    add r13, 1024
    and r13, 4095
    prefetcht0 [rbx + r9]
    vpbroadcastd zmm20, dword ptr [rax + 8]
    vpaddd zmm2, zmm2, [rsi + r14 + 0]
    vpaddd zmm2, zmm2, zmm20
    vmovdqa64 zmm4, zmm3
    vpternlogd zmm4, zmm0, zmm1, 0xe4
    vpaddd zmm2, zmm2, zmm4
    vprold zmm2, zmm2, 14
    vpaddd zmm2, zmm2, zmm3
    add r14, 1024
    and r14, 4095
    add rdx, 32
    vpbroadcastd zmm21, dword ptr [rax + 12]
    vpaddd zmm1, zmm1, [rsi + r15 + 0]
    vpaddd zmm1, zmm1, zmm21
    vmovdqa64 zmm4, zmm2
    vpternlogd zmm4, zmm3, zmm0, 0xe4
    vpaddd zmm1, zmm1, zmm4
    vprold zmm1, zmm1, 20
    vpaddd zmm1, zmm1, zmm2
    add r15, 1024
    and r15, 4095
    add r10, 1024
    add rax, 16
    test eax, 48
    jnz 2b
    sub rdx, 128
    sub r10, 4096
    mov r12, 1280
    mov r13, 2048
    mov r14, 2816
    mov r15, 3584
2:
    vpbroadcastd zmm20, dword ptr [rax + 0]
    vpaddd zmm0, zmm0, [rsi + r12 + 0]
    mov rbx, [rdx + 16]
    vpaddd zmm0, zmm0, zmm20
    vmovdqa64 zmm4, zmm1
    prefetcht0 [rbx + r9]
    vpternlogd zmm4, zmm2, zmm3, 0x96
    vpaddd zmm0, zmm0, zmm4
    vmovdqa64 zmm22, [r10 + 0 + 0]
    vprold zmm0, zmm0, 4
    vpaddd zmm0, zmm0, zmm1
    vmovdqa64 zmm23, [r10 + 0 + 1024]
    add r12, 3072
    and r12, 4095
    vmovdqa64 zmm24, [r10 + 0 + 2048]
    vpbroadcastd zmm21, dword ptr [rax + 4]
    vpaddd zmm3, zmm3, [rsi + r13 + 0]
    vmovdqa64 zmm25, [r10 + 0 + 3072]
    vpaddd zmm3, zmm3, zmm21
    vmovdqa64 zmm4, zmm0
    vshufi32x4 zmm26, zmm22, zmm23, 0x88
    vpternlogd zmm4, zmm1, zmm2, 0x96
    vpaddd zmm3, zmm3, zmm4
    vshufi32x4 zmm22, zmm22, zmm23, 0xdd
    vprold zmm3, zmm3, 11
    vpaddd zmm3, zmm3, zmm0
    vshufi32x4 zmm27, zmm24, zmm25, 0x88
    add r13, 3072
    and r13, 4095
    vshufi32x4 zmm24, zmm24, zmm25, 0xdd
    vpbroadcastd zmm20, dword ptr [rax + 8]
    vpaddd zmm2, zmm2, [rsi + r14 + 0]
    vshufi32x4 zmm23, zmm26, zmm27, 0x88
    vpaddd zmm2, zmm2, zmm20
    vmovdqa64 zmm4, zmm3
    vshufi32x4 zmm26, zmm26, zmm27, 0xdd
    vpternlogd zmm4, zmm0, zmm1, 0x96
    vpaddd zmm2, zmm2, zmm4
    vshufi32x4 zmm25, zmm22, zmm24, 0x88
    vprold zmm2, zmm2, 16
    vpaddd zmm2, zmm2, zmm3
    vshufi32x4 zmm22, zmm22, zmm24, 0xdd
    add r14, 3072
    and r14, 4095
    vmovdqa64 [r10 + 0 + 0], zmm23
    vpbroadcastd zmm21, dword ptr [rax + 12]
    vpaddd zmm1, zmm1, [rsi + r15 + 0]
    vmovdqa64 [r10 + 0 + 1024], zmm25
    vpaddd zmm1, zmm1, zmm21
    vmovdqa64 zmm4, zmm2
    vmovdqa64 [r10 + 0 + 2048], zmm26
    vpternlogd zmm4, zmm3, zmm0, 0x96
    vpaddd zmm1, zmm1, zmm4
    vmovdqa64 [r10 + 0 + 3072], zmm22
    vprold zmm1, zmm1, 23
    vpaddd zmm1, zmm1, zmm2
    add rdx, 32
    add r15, 3072
    and r15, 4095
    add r10, 256
    add rax, 16
    test eax, 48
    jnz 2b
    sub rdx, 128
    sub r10, 1024
    mov r12, 0
    mov r13, 1792
    mov r14, 3584
    mov r15, 1280
2:
    vpbroadcastd zmm20, dword ptr [rax + 0]
    vpaddd zmm0, zmm0, [rsi + r12 + 0]
    vpaddd zmm0, zmm0, zmm20
    vmovdqa64 zmm4, zmm1
    vpternlogd zmm4, zmm2, zmm3, 0x39
    vpaddd zmm0, zmm0, zmm4
    vprold zmm0, zmm0, 6
    vpaddd zmm0, zmm0, zmm1
    add r12, 3072
    and r12, 4095
    mov rbx, [rdx + 24]
    vpbroadcastd zmm21, dword ptr [rax + 4]
    vpaddd zmm3, zmm3, [rsi + r13 + 0]
    vpaddd zmm3, zmm3, zmm21
    vmovdqa64 zmm4, zmm0
    vpternlogd zmm4, zmm1, zmm2, 0x39
    vpaddd zmm3, zmm3, zmm4
    vprold zmm3, zmm3, 10
    vpaddd zmm3, zmm3, zmm0
    add r13, 3072
    and r13, 4095
    prefetcht0 [rbx + r9]
    vpbroadcastd zmm20, dword ptr [rax + 8]
    vpaddd zmm2, zmm2, [rsi + r14 + 0]
    vpaddd zmm2, zmm2, zmm20
    vmovdqa64 zmm4, zmm3
    vpternlogd zmm4, zmm0, zmm1, 0x39
    vpaddd zmm2, zmm2, zmm4
    vprold zmm2, zmm2, 15
    vpaddd zmm2, zmm2, zmm3
    add r14, 3072
    and r14, 4095
    add rdx, 32
    vpbroadcastd zmm21, dword ptr [rax + 12]
    vpaddd zmm1, zmm1, [rsi + r15 + 0]
    vpaddd zmm1, zmm1, zmm21
    vmovdqa64 zmm4, zmm2
    vpternlogd zmm4, zmm3, zmm0, 0x39
    vpaddd zmm1, zmm1, zmm4
    vprold zmm1, zmm1, 21
    vpaddd zmm1, zmm1, zmm2
    add r15, 3072
    and r15, 4095
    add r10, 256
    add rax, 16
    test eax, 48
    jnz 2b
    sub rdx, 128
    sub r10, 1024
    vpaddd zmm0, zmm0, [rdi + 0]
    vmovdqu64 [rdi + 0], zmm0
    vpaddd zmm1, zmm1, [rdi + 256]
    vmovdqu64 [rdi + 256], zmm1
    vpaddd zmm2, zmm2, [rdi + 512]
    vmovdqu64 [rdi + 512], zmm2
    vpaddd zmm3, zmm3, [rdi + 768]
    vmovdqu64 [rdi + 768], zmm3
    xchg rsi, r10
    add r11, rcx
    add r9, rcx
    dec r8
    jnz 1b
    vzeroupper
    pop r15
    pop r14
    pop r13
    pop r12
    pop rbx
    pop rbp
    .cfi_def_cfa 7, 8
    ret
    .cfi_endproc
    .size wr_md5_avx512_stream_16, . - wr_md5_avx512_stream_16

    .p2align 6
    .globl wr_md5_avx512_block_32
    .hidden wr_md5_avx512_block_32
    .type wr_md5_avx512_block_32, @function
wr_md5_avx512_block_32:
    .cfi_startproc
    endbr64
    push rbp
    .cfi_def_cfa_offset 16
    .cfi_offset 6, -16
    mov rbp, rsp
    .cfi_def_cfa_register 6
    lea rax, [rip + constants]
    vmovdqu64 zmm0, [rdi + 0]
    vmovdqu64 zmm1, [rdi + 256]
    vmovdqu64 zmm2, [rdi + 512]
    vmovdqu64 zmm3, [rdi + 768]
    vmovdqu64 zmm4, [rdi + 64]
    vmovdqu64 zmm5, [rdi + 320]
    vmovdqu64 zmm6, [rdi + 576]
    vmovdqu64 zmm7, [rdi + 832]
    mov rcx, 0
    mov rdx, 256
    mov r8, 512
    mov r9, 768
2:
    vpbroadcastd zmm20, dword ptr [rax + 0]
    vpaddd zmm0, zmm0, [rsi + rcx + 0]
    vpaddd zmm4, zmm4, [rsi + rcx + 64]
    vpaddd zmm0, zmm0, zmm20
    vpaddd zmm4, zmm4, zmm20
    vmovdqa64 zmm8, zmm1
    vmovdqa64 zmm9, zmm5
    vpternlogd zmm8, zmm2, zmm3, 0xca
    vpternlogd zmm9, zmm6, zmm7, 0xca
    vpaddd zmm0, zmm0, zmm8
    vpaddd zmm4, zmm4, zmm9
    vprold zmm0, zmm0, 7
    vprold zmm4, zmm4, 7
    vpaddd zmm0, zmm0, zmm1
    vpaddd zmm4, zmm4, zmm5
    add rcx, 1024
    and rcx, 4095
    vpbroadcastd zmm21, dword ptr [rax + 4]
    vpaddd zmm3, zmm3, [rsi + rdx + 0]
    vpaddd zmm7, zmm7, [rsi + rdx + 64]
    vpaddd zmm3, zmm3, zmm21
    vpaddd zmm7, zmm7, zmm21
    vmovdqa64 zmm8, zmm0
    vmovdqa64 zmm9, zmm4
    vpternlogd zmm8, zmm1, zmm2, 0xca
    vpternlogd zmm9, zmm5, zmm6, 0xca
    vpaddd zmm3, zmm3, zmm8
    vpaddd zmm7, zmm7, zmm9
    vprold zmm3, zmm3, 12
    vprold zmm7, zmm7, 12
    vpaddd zmm3, zmm3, zmm0
    vpaddd zmm7, zmm7, zmm4
    add rdx, 1024
    and rdx, 4095
    vpbroadcastd zmm20, dword ptr [rax + 8]
    vpaddd zmm2, zmm2, [rsi + r8 + 0]
    vpaddd zmm6, zmm6, [rsi + r8 + 64]
    vpaddd zmm2, zmm2, zmm20
    vpaddd zmm6, zmm6, zmm20
    vmovdqa64 zmm8, zmm3
    vmovdqa64 zmm9, zmm7
    vpternlogd zmm8, zmm0, zmm1, 0xca
    vpternlogd zmm9, zmm4, zmm5, 0xca
    vpaddd zmm2, zmm2, zmm8
    vpaddd zmm6, zmm6, zmm9
    vprold zmm2, zmm2, 17
    vprold zmm6, zmm6, 17
    vpaddd zmm2, zmm2, zmm3
    vpaddd zmm6, zmm6, zmm7
    add r8, 1024
    and r8, 4095
    vpbroadcastd zmm21, dword ptr [rax + 12]
    vpaddd zmm1, zmm1, [rsi + r9 + 0]
    vpaddd zmm5, zmm5, [rsi + r9 + 64]
    vpaddd zmm1, zmm1, zmm21
    vpaddd zmm5, zmm5, zmm21
    vmovdqa64 zmm8, zmm2
    vmovdqa64 zmm9, zmm6
    vpternlogd zmm8, zmm3, zmm0, 0xca
    vpternlogd zmm9, zmm7, zmm4, 0xca
    vpaddd zmm1, zmm1, zmm8
    vpaddd zmm5, zmm5, zmm9
    vprold zmm1, zmm1, 22
    vprold zmm5, zmm5, 22
    vpaddd zmm1, zmm1, zmm2
    vpaddd zmm5, zmm5, zmm6
    add r9, 1024
    and r9, 4095
    add rax, 16
    test eax, 48
    jnz 2b
    mov rcx, 256
    mov rdx, 1536
    mov r8, 2816
    mov r9, 0
2:
    vpbroadcastd zmm20, dword ptr [rax + 0]
    vpaddd zmm0, zmm0, [rsi + rcx + 0]
    vpaddd zmm4, zmm4, [rsi + rcx + 64]
    vpaddd zmm0, zmm0, zmm20
    vpaddd zmm4, zmm4, zmm20
    vmovdqa64 zmm8, zmm1
    vmovdqa64 zmm9, zmm5
    vpternlogd zmm8, zmm2, zmm3, 0xe4
    vpternlogd zmm9, zmm6, zmm7, 0xe4
    vpaddd zmm0, zmm0, zmm8
    vpaddd zmm4, zmm4, zmm9
    vprold zmm0, zmm0, 5
    vprold zmm4, zmm4, 5
    vpaddd zmm0, zmm0, zmm1
    vpaddd zmm4, zmm4, zmm5
    add rcx, 1024
    and rcx, 4095
    vpbroadcastd zmm21, dword ptr [rax + 4]
    vpaddd zmm3, zmm3, [rsi + rdx + 0]
    vpaddd zmm7, zmm7, [rsi + rdx + 64]
    vpaddd zmm3, zmm3, zmm21
    vpaddd zmm7, zmm7, zmm21
    vmovdqa64 zmm8, zmm0
    vmovdqa64 zmm9, zmm4
    vpternlogd zmm8, zmm1, zmm2, 0xe4
    vpternlogd zmm9, zmm5, zmm6, 0xe4
    vpaddd zmm3, zmm3, zmm8
    vpaddd zmm7, zmm7, zmm9
    vprold zmm3, zmm3, 9
    vprold zmm7, zmm7, 9
    vpaddd zmm3, zmm3, zmm0
    vpaddd zmm7, zmm7, zmm4
    add rdx, 1024
    and rdx, 4095
    vpbroadcastd zmm20, dword ptr [rax + 8]
    vpaddd zmm2, zmm2, [rsi + r8 + 0]
    vpaddd zmm6, zmm6, [rsi + r8 + 64]
    vpaddd zmm2, zmm2, zmm20
    vpaddd zmm6, zmm6, zmm20
    vmovdqa64 zmm8, zmm3
    vmovdqa64 zmm9, zmm7
    vpternlogd zmm8, zmm0, zmm1, 0xe4
    vpternlogd zmm9, zmm4, zmm5, 0xe4
    vpaddd zmm2, zmm2, zmm8
    vpaddd zmm6, zmm6, zmm9
    vprold zmm2, zmm2, 14
    vprold zmm6, zmm6, 14
    vpaddd zmm2, zmm2, zmm3
    vpaddd zmm6, zmm6, zmm7
    add r8, 1024
    and r8, 4095
    vpbroadcastd zmm21, dword ptr [rax + 12]
    vpaddd zmm1, zmm1, [rsi + r9 + 0]
    vpaddd zmm5, zmm5, [rsi + r9 + 64]
    vpaddd zmm1, zmm1, zmm21
    vpaddd zmm5, zmm5, zmm21
    vmovdqa64 zmm8, zmm2
    vmovdqa64 zmm9, zmm6
    vpternlogd zmm8, zmm3, zmm0, 0xe4
    vpternlogd zmm9, zmm7, zmm4, 0xe4
    vpaddd zmm1, zmm1, zmm8
    vpaddd zmm5, zmm5, zmm9
    vprold zmm1, zmm1, 20
    vprold zmm5, zmm5, 20
    vpaddd zmm1, zmm1, zmm2
    vpaddd zmm5, zmm5, zmm6
    add r9, 1024
    and r9, 4095
    add rax, 16
    test eax, 48
    jnz 2b
    mov rcx, 1280
    mov rdx, 2048
    mov r8, 2816
    mov r9, 3584
2:
    vpbroadcastd zmm20, dword ptr [rax + 0]
    vpaddd zmm0, zmm0, [rsi + rcx + 0]
    vpaddd zmm4, zmm4, [rsi + rcx + 64]
    vpaddd zmm0, zmm0, zmm20
    vpaddd zmm4, zmm4, zmm20
    vmovdqa64 zmm8, zmm1
    vmovdqa64 zmm9, zmm5
    vpternlogd zmm8, zmm2, zmm3, 0x96
    vpternlogd zmm9, zmm6, zmm7, 0x96
    vpaddd zmm0, zmm0, zmm8
    vpaddd zmm4, zmm4, zmm9
    vprold zmm0, zmm0, 4
    vprold zmm4, zmm4, 4
    vpaddd zmm0, zmm0, zmm1
    vpaddd zmm4, zmm4, zmm5
    add rcx, 3072
    and rcx, 4095
    vpbroadcastd zmm21, dword ptr [rax + 4]
    vpaddd zmm3, zmm3, [rsi + rdx + 0]
    vpaddd zmm7, zmm7, [rsi + rdx + 64]
    vpaddd zmm3, zmm3, zmm21
    vpaddd zmm7, zmm7, zmm21
    vmovdqa64 zmm8, zmm0
    vmovdqa64 zmm9, zmm4
    vpternlogd zmm8, zmm1, zmm2, 0x96
    vpternlogd zmm9, zmm5, zmm6, 0x96
    vpaddd zmm3, zmm3, zmm8
    vpaddd zmm7, zmm7, zmm9
    vprold zmm3, zmm3, 11
    vprold zmm7, zmm7, 11
    vpaddd zmm3, zmm3, zmm0
    vpaddd zmm7, zmm7, zmm4
    add rdx, 3072
    and rdx, 4095
    vpbroadcastd zmm20, dword ptr [rax + 8]
    vpaddd zmm2, zmm2, [rsi + r8 + 0]
    vpaddd zmm6, zmm6, [rsi + r8 + 64]
    vpaddd zmm2, zmm2, zmm20
    vpaddd zmm6, zmm6, zmm20
    vmovdqa64 zmm8, zmm3
    vmovdqa64 zmm9, zmm7
    vpternlogd zmm8, zmm0, zmm1, 0x96
    vpternlogd zmm9, zmm4, zmm5, 0x96
    vpaddd zmm2, zmm2, zmm8
    vpaddd zmm6, zmm6, zmm9
    vprold zmm2, zmm2, 16
    vprold zmm6, zmm6, 16
    vpaddd zmm2, zmm2, zmm3
    vpaddd zmm6, zmm6, zmm7
    add r8, 3072
    and r8, 4095
    vpbroadcastd zmm21, dword ptr [rax + 12]
    vpaddd zmm1, zmm1, [rsi + r9 + 0]
    vpaddd zmm5, zmm5, [rsi + r9 + 64]
    vpaddd zmm1, zmm1, zmm21
    vpaddd zmm5, zmm5, zmm21
    vmovdqa64 zmm8, zmm2
    vmovdqa64 zmm9, zmm6
    vpternlogd zmm8, zmm3, zmm0, 0x96
    vpternlogd zmm9, zmm7, zmm4, 0x96
    vpaddd zmm1, zmm1, zmm8
    vpaddd zmm5, zmm5, zmm9
    vprold zmm1, zmm1, 23
    vprold zmm5, zmm5, 23
    vpaddd zmm1, zmm1, zmm2
    vpaddd zmm5, zmm5, zmm6
    add r9, 3072
    and r9, 4095
    add rax, 16
    test eax, 48
    jnz 2b
    mov rcx, 0
    mov rdx, 1792
    mov r8, 3584
    mov r9, 1280
2:
    vpbroadcastd zmm20, dword ptr [rax + 0]
    vpaddd zmm0, zmm0, [rsi + rcx + 0]
    vpaddd zmm4, zmm4, [rsi + rcx + 64]
    vpaddd zmm0, zmm0, zmm20
    vpaddd zmm4, zmm4, zmm20
    vmovdqa64 zmm8, zmm1
    vmovdqa64 zmm9, zmm5
    vpternlogd zmm8, zmm2, zmm3, 0x39
    vpternlogd zmm9, zmm6, zmm7, 0x39
    vpaddd zmm0, zmm0, zmm8
    vpaddd zmm4, zmm4, zmm9
    vprold zmm0, zmm0, 6
    vprold zmm4, zmm4, 6
    vpaddd zmm0, zmm0, zmm1
    vpaddd zmm4, zmm4, zmm5
    add rcx, 3072
    and rcx, 4095
    vpbroadcastd zmm21, dword ptr [rax + 4]
    vpaddd zmm3, zmm3, [rsi + rdx + 0]
    vpaddd zmm7, zmm7, [rsi + rdx + 64]
    vpaddd zmm3, zmm3, zmm21
    vpaddd zmm7, zmm7, zmm21
    vmovdqa64 zmm8, zmm0
    vmovdqa64 zmm9, zmm4
    vpternlogd zmm8, zmm1, zmm2, 0x39
    vpternlogd zmm9, zmm5, zmm6, 0x39
    vpaddd zmm3, zmm3, zmm8
    vpaddd zmm7, zmm7, zmm9
    vprold zmm3, zmm3, 10
    vprold zmm7, zmm7, 10
    vpaddd zmm3, zmm3, zmm0
    vpaddd zmm7, zmm7, zmm4
    add rdx, 3072
    and rdx, 4095
    vpbroadcastd zmm20, dword ptr [rax + 8]
    vpaddd zmm2, zmm2, [rsi + r8 + 0]
    vpaddd zmm6, zmm6, [rsi + r8 + 64]
    vpaddd zmm2, zmm2, zmm20
    vpaddd zmm6, zmm6, zmm20
    vmovdqa64 zmm8, zmm3
    vmovdqa64 zmm9, zmm7
    vpternlogd zmm8, zmm0, zmm1, 0x39
    vpternlogd zmm9, zmm4, zmm5, 0x39
    vpaddd zmm2, zmm2, zmm8
    vpaddd zmm6, zmm6, zmm9
    vprold zmm2, zmm2, 15
    vprold zmm6, zmm6, 15
    vpaddd zmm2, zmm2, zmm3
    vpaddd zmm6, zmm6, zmm7
    add r8, 3072
    and r8, 4095
    vpbroadcastd zmm21, dword ptr [rax + 12]
    vpaddd zmm1, zmm1, [rsi + r9 + 0]
    vpaddd zmm5, zmm5, [rsi + r9 + 64]
    vpaddd zmm1, zmm1, zmm21
    vpaddd zmm5, zmm5, zmm21
    vmovdqa64 zmm8, zmm2
    vmovdqa64 zmm9, zmm6
    vpternlogd zmm8, zmm3, zmm0, 0x39
    vpternlogd zmm9, zmm7, zmm4, 0x39
    vpaddd zmm1, zmm1, zmm8
    vpaddd zmm5, zmm5, zmm9
    vprold zmm1, zmm1, 21
    vprold zmm5, zmm5, 21
    vpaddd zmm1, zmm1, zmm2
    vpaddd zmm5, zmm5, zmm6
    add r9, 3072
    and r9, 4095
    add rax, 16
    test eax, 48
    jnz 2b
    vpaddd zmm0, zmm0, [rdi + 0]
    vmovdqu64 [rdi + 0], zmm0
    vpaddd zmm4, zmm4, [rdi + 64]
    vmovdqu64 [rdi + 64], zmm4
    vpaddd zmm1, zmm1, [rdi + 256]
    vmovdqu64 [rdi + 256], zmm1
    vpaddd zmm5, zmm5, [rdi + 320]
    vmovdqu64 [rdi + 320], zmm5
    vpaddd zmm2, zmm2, [rdi + 512]
    vmovdqu64 [rdi + 512], zmm2
    vpaddd zmm6, zmm6, [rdi + 576]
    vmovdqu64 [rdi + 576], zmm6
    vpaddd zmm3, zmm3, [rdi + 768]
    vmovdqu64 [rdi + 768], zmm3
    vpaddd zmm7, zmm7, [rdi + 832]
    vmovdqu64 [rdi + 832], zmm7
    vzeroupper
    pop rbp
    .cfi_def_cfa 7, 8
    ret
    .cfi_endproc
    .size wr_md5_avx512_block_32, . - wr_md5_avx512_block_32

    .p2align 6
    .globl wr_md5_avx512_outer_32
    .hidden wr_md5_avx512_outer_32
    .type wr_md5_avx512_outer_32, @function
wr_md5_avx512_outer_32:
    .cfi_startproc
    endbr64
    push rbp
    .cfi_def_cfa_offset 16
    .cfi_offset 6, -16
    mov rbp, rsp
    .cfi_def_cfa_register 6
    lea rax, [rip + outer_constants]
    vmovdqu64 zmm0, [rdi + 0]
    vmovdqu64 zmm1, [rdi + 256]
    vmovdqu64 zmm2, [rdi + 512]
    vmovdqu64 zmm3, [rdi + 768]
    vmovdqu64 zmm4, [rdi + 64]
    vmovdqu64 zmm5, [rdi + 320]
    vmovdqu64 zmm6, [rdi + 576]
    vmovdqu64 zmm7, [rdi + 832]
    vpbroadcastd zmm20, dword ptr [rax + 0]
    vpaddd zmm0, zmm0, [rsi + 0 + 0]
    vpaddd zmm4, zmm4, [rsi + 0 + 64]
    vpaddd zmm0, zmm0, zmm20
    vpaddd zmm4, zmm4, zmm20
    vmovdqa64 zmm8, zmm1
    vmovdqa64 zmm9, zmm5
    vpternlogd zmm8, zmm2, zmm3, 0xca
    vpternlogd zmm9, zmm6, zmm7, 0xca
    vpaddd zmm0, zmm0, zmm8
    vpaddd zmm4, zmm4, zmm9
    vprold zmm0, zmm0, 7
    vprold zmm4, zmm4, 7
    vpaddd zmm0, zmm0, zmm1
    vpaddd zmm4, zmm4, zmm5
    vpbroadcastd zmm21, dword ptr [rax + 4]
    vpaddd zmm3, zmm3, [rsi + 256 + 0]
    vpaddd zmm7, zmm7, [rsi + 256 + 64]
    vpaddd zmm3, zmm3, zmm21
    vpaddd zmm7, zmm7, zmm21
    vmovdqa64 zmm8, zmm0
    vmovdqa64 zmm9, zmm4
    vpternlogd zmm8, zmm1, zmm2, 0xca
    vpternlogd zmm9, zmm5, zmm6, 0xca
    vpaddd zmm3, zmm3, zmm8
    vpaddd zmm7, zmm7, zmm9
    vprold zmm3, zmm3, 12
    vprold zmm7, zmm7, 12
    vpaddd zmm3, zmm3, zmm0
    vpaddd zmm7, zmm7, zmm4
    vpbroadcastd zmm20, dword ptr [rax + 8]
    vpaddd zmm2, zmm2, [rsi + 512 + 0]
    vpaddd zmm6, zmm6, [rsi + 512 + 64]
    vpaddd zmm2, zmm2, zmm20
    vpaddd zmm6, zmm6, zmm20
    vmovdqa64 zmm8, zmm3
    vmovdqa64 zmm9, zmm7
    vpternlogd zmm8, zmm0, zmm1, 0xca
    vpternlogd zmm9, zmm4, zmm5, 0xca
    vpaddd zmm2, zmm2, zmm8
    vpaddd zmm6, zmm6, zmm9
    vprold zmm2, zmm2, 17
    vprold zmm6, zmm6, 17
    vpaddd zmm2, zmm2, zmm3
    vpaddd zmm6, zmm6, zmm7
    vpbroadcastd zmm21, dword ptr [rax + 12]
    vpaddd zmm1, zmm1, [rsi + 768 + 0]
    vpaddd zmm5, zmm5, [rsi + 768 + 64]
    vpaddd zmm1, zmm1, zmm21
    vpaddd zmm5, zmm5, zmm21
    vmovdqa64 zmm8, zmm2
    vmovdqa64 zmm9, zmm6
    vpternlogd zmm8, zmm3, zmm0, 0xca
    vpternlogd zmm9, zmm7, zmm4, 0xca
    vpaddd zmm1, zmm1, zmm8
    vpaddd zmm5, zmm5, zmm9
    vprold zmm1, zmm1, 22
    vprold zmm5, zmm5, 22
    vpaddd zmm1, zmm1, zmm2
    vpaddd zmm5, zmm5, zmm6
    vpbroadcastd zmm20, dword ptr [rax + 16]
    vpaddd zmm0, zmm0, zmm20
    vpaddd zmm4, zmm4, zmm20
    vmovdqa64 zmm8, zmm1
    vmovdqa64 zmm9, zmm5
    vpternlogd zmm8, zmm2, zmm3, 0xca
    vpternlogd zmm9, zmm6, zmm7, 0xca
    vpaddd zmm0, zmm0, zmm8
    vpaddd zmm4, zmm4, zmm9
    vprold zmm0, zmm0, 7
    vprold zmm4, zmm4, 7
    vpaddd zmm0, zmm0, zmm1
    vpaddd zmm4, zmm4, zmm5
    vpbroadcastd zmm21, dword ptr [rax + 20]
    vpaddd zmm3, zmm3, zmm21
    vpaddd zmm7, zmm7, zmm21
    vmovdqa64 zmm8, zmm0
    vmovdqa64 zmm9, zmm4
    vpternlogd zmm8, zmm1, zmm2, 0xca
    vpternlogd zmm9, zmm5, zmm6, 0xca
    vpaddd zmm3, zmm3, zmm8
    vpaddd zmm7, zmm7, zmm9
    vprold zmm3, zmm3, 12
    vprold zmm7, zmm7, 12
    vpaddd zmm3, zmm3, zmm0
    vpaddd zmm7, zmm7, zmm4
    vpbroadcastd zmm20, dword ptr [rax + 24]
    vpaddd zmm2, zmm2, zmm20
    vpaddd zmm6, zmm6, zmm20
    vmovdqa64 zmm8, zmm3
    vmovdqa64 zmm9, zmm7
    vpternlogd zmm8, zmm0, zmm1, 0xca
    vpternlogd zmm9, zmm4, zmm5, 0xca
    vpaddd zmm2, zmm2, zmm8
    vpaddd zmm6, zmm6, zmm9
    vprold zmm2, zmm2, 17
    vprold zmm6, zmm6, 17
    vpaddd zmm2, zmm2, zmm3
    vpaddd zmm6, zmm6, zmm7
    vpbroadcastd zmm21, dword ptr [rax + 28]
    vpaddd zmm1, zmm1, zmm21
    vpaddd zmm5, zmm5, zmm21
    vmovdqa64 zmm8, zmm2
    vmovdqa64 zmm9, zmm6
    vpternlogd zmm8, zmm3, zmm0, 0xca
    vpternlogd zmm9, zmm7, zmm4, 0xca
    vpaddd zmm1, zmm1, zmm8
    vpaddd zmm5, zmm5, zmm9
    vprold zmm1, zmm1, 22
    vprold zmm5, zmm5, 22
    vpaddd zmm1, zmm1, zmm2
    vpaddd zmm5, zmm5, zmm6
    vpbroadcastd zmm20, dword ptr [rax + 32]
    vpaddd zmm0, zmm0, zmm20
    vpaddd zmm4, zmm4, zmm20
    vmovdqa64 zmm8, zmm1
    vmovdqa64 zmm9, zmm5
    vpternlogd zmm8, zmm2, zmm3, 0xca
    vpternlogd zmm9, zmm6, zmm7, 0xca
    vpaddd zmm0, zmm0, zmm8
    vpaddd zmm4, zmm4, zmm9
    vprold zmm0, zmm0, 7
    vprold zmm4, zmm4, 7
    vpaddd zmm0, zmm0, zmm1
    vpaddd zmm4, zmm4, zmm5
    vpbroadcastd zmm21, dword ptr [rax + 36]
    vpaddd zmm3, zmm3, zmm21
    vpaddd zmm7, zmm7, zmm21
    vmovdqa64 zmm8, zmm0
    vmovdqa64 zmm9, zmm4
    vpternlogd zmm8, zmm1, zmm2, 0xca
    vpternlogd zmm9, zmm5, zmm6, 0xca
    vpaddd zmm3, zmm3, zmm8
    vpaddd zmm7, zmm7, zmm9
    vprold zmm3, zmm3, 12
    vprold zmm7, zmm7, 12
    vpaddd zmm3, zmm3, zmm0
    vpaddd zmm7, zmm7, zmm4
    vpbroadcastd zmm20, dword ptr [rax + 40]
    vpaddd zmm2, zmm2, zmm20
    vpaddd zmm6, zmm6, zmm20
    vmovdqa64 zmm8, zmm3
    vmovdqa64 zmm9, zmm7
    vpternlogd zmm8, zmm0, zmm1, 0xca
    vpternlogd zmm9, zmm4, zmm5, 0xca
    vpaddd zmm2, zmm2, zmm8
    vpaddd zmm6, zmm6, zmm9
    vprold zmm2, zmm2, 17
    vprold zmm6, zmm6, 17
    vpaddd zmm2, zmm2, zmm3
    vpaddd zmm6, zmm6, zmm7
    vpbroadcastd zmm21, dword ptr [rax + 44]
    vpaddd zmm1, zmm1, zmm21
    vpaddd zmm5, zmm5, zmm21
    vmovdqa64 zmm8, zmm2
    vmovdqa64 zmm9, zmm6
    vpternlogd zmm8, zmm3, zmm0, 0xca
    vpternlogd zmm9, zmm7, zmm4, 0xca
    vpaddd zmm1, zmm1, zmm8
    vpaddd zmm5, zmm5, zmm9
    vprold zmm1, zmm1, 22
    vprold zmm5, zmm5, 22
    vpaddd zmm1, zmm1, zmm2
    vpaddd zmm5, zmm5, zmm6
    vpbroadcastd zmm20, dword ptr [rax + 48]
    vpaddd zmm0, zmm0, zmm20
    vpaddd zmm4, zmm4, zmm20
    vmovdqa64 zmm8, zmm1
    vmovdqa64 zmm9, zmm5
    vpternlogd zmm8, zmm2, zmm3, 0xca
    vpternlogd zmm9, zmm6, zmm7, 0xca
    vpaddd zmm0, zmm0, zmm8
    vpaddd zmm4, zmm4, zmm9
    vprold zmm0, zmm0, 7
    vprold zmm4, zmm4, 7
    vpaddd zmm0, zmm0, zmm1
    vpaddd zmm4, zmm4, zmm5
    vpbroadcastd zmm21, dword ptr [rax + 52]
    vpaddd zmm3, zmm3, zmm21
    vpaddd zmm7, zmm7, zmm21
    vmovdqa64 zmm8, zmm0
    vmovdqa64 zmm9, zmm4
    vpternlogd zmm8, zmm1, zmm2, 0xca
    vpternlogd zmm9, zmm5, zmm6, 0xca
    vpaddd zmm3, zmm3, zmm8
    vpaddd zmm7, zmm7, zmm9
    vprold zmm3, zmm3, 12
    vprold zmm7, zmm7, 12
    vpaddd zmm3, zmm3, zmm0
    vpaddd zmm7, zmm7, zmm4
    vpbroadcastd zmm20, dword ptr [rax + 56]
    vpaddd zmm2, zmm2, zmm20
    vpaddd zmm6, zmm6, zmm20
    vmovdqa64 zmm8, zmm3
    vmovdqa64 zmm9, zmm7
    vpternlogd zmm8, zmm0, zmm1, 0xca
    vpternlogd zmm9, zmm4, zmm5, 0xca
    vpaddd zmm2, zmm2, zmm8
    vpaddd zmm6, zmm6, zmm9
    vprold zmm2, zmm2, 17
    vprold zmm6, zmm6, 17
    vpaddd zmm2, zmm2, zmm3
    vpaddd zmm6, zmm6, zmm7
    vpbroadcastd zmm21, dword ptr [rax + 60]
    vpaddd zmm1, zmm1, zmm21
    vpaddd zmm5, zmm5, zmm21
    vmovdqa64 zmm8, zmm2
    vmovdqa64 zmm9, zmm6
    vpternlogd zmm8, zmm3, zmm0, 0xca
    vpternlogd zmm9, zmm7, zmm4, 0xca
    vpaddd zmm1, zmm1, zmm8
    vpaddd zmm5, zmm5, zmm9
    vprold zmm1, zmm1, 22
    vprold zmm5, zmm5, 22
    vpaddd zmm1, zmm1, zmm2
    vpaddd zmm5, zmm5, zmm6
    vpbroadcastd zmm20, dword ptr [rax + 64]
    vpaddd zmm0, zmm0, [rsi + 256 + 0]
    vpaddd zmm4, zmm4, [rsi + 256 + 64]
    vpaddd zmm0, zmm0, zmm20
    vpaddd zmm4, zmm4, zmm20
    vmovdqa64 zmm8, zmm1
    vmovdqa64 zmm9, zmm5
    vpternlogd zmm8, zmm2, zmm3, 0xe4
    vpternlogd zmm9, zmm6, zmm7, 0xe4
    vpaddd zmm0, zmm0, zmm8
    vpaddd zmm4, zmm4, zmm9
    vprold zmm0, zmm0, 5
    vprold zmm4, zmm4, 5
    vpaddd zmm0, zmm0, zmm1
    vpaddd zmm4, zmm4, zmm5
    vpbroadcastd zmm21, dword ptr [rax + 68]
    vpaddd zmm3, zmm3, zmm21
    vpaddd zmm7, zmm7, zmm21
    vmovdqa64 zmm8, zmm0
    vmovdqa64 zmm9, zmm4
    vpternlogd zmm8, zmm1, zmm2, 0xe4
    vpternlogd zmm9, zmm5, zmm6, 0xe4
    vpaddd zmm3, zmm3, zmm8
    vpaddd zmm7, zmm7, zmm9
    vprold zmm3, zmm3, 9
    vprold zmm7, zmm7, 9
    vpaddd zmm3, zmm3, zmm0
    vpaddd zmm7, zmm7, zmm4
    vpbroadcastd zmm20, dword ptr [rax + 72]
    vpaddd zmm2, zmm2, zmm20
    vpaddd zmm6, zmm6, zmm20
    vmovdqa64 zmm8, zmm3
    vmovdqa64 zmm9, zmm7
    vpternlogd zmm8, zmm0, zmm1, 0xe4
    vpternlogd zmm9, zmm4, zmm5, 0xe4
    vpaddd zmm2, zmm2, zmm8
    vpaddd zmm6, zmm6, zmm9
    vprold zmm2, zmm2, 14
    vprold zmm6, zmm6, 14
    vpaddd zmm2, zmm2, zmm3
    vpaddd zmm6, zmm6, zmm7
    vpbroadcastd zmm21, dword ptr [rax + 76]
    vpaddd zmm1, zmm1, [rsi + 0 + 0]
    vpaddd zmm5, zmm5, [rsi + 0 + 64]
    vpaddd zmm1, zmm1, zmm21
    vpaddd zmm5, zmm5, zmm21
    vmovdqa64 zmm8, zmm2
    vmovdqa64 zmm9, zmm6
    vpternlogd zmm8, zmm3, zmm0, 0xe4
    vpternlogd zmm9, zmm7, zmm4, 0xe4
    vpaddd zmm1, zmm1, zmm8
    vpaddd zmm5, zmm5, zmm9
    vprold zmm1, zmm1, 20
    vprold zmm5, zmm5, 20
    vpaddd zmm1, zmm1, zmm2
    vpaddd zmm5, zmm5, zmm6
    vpbroadcastd zmm20, dword ptr [rax + 80]
    vpaddd zmm0, zmm0, zmm20
    vpaddd zmm4, zmm4, zmm20
    vmovdqa64 zmm8, zmm1
    vmovdqa64 zmm9, zmm5
    vpternlogd zmm8, zmm2, zmm3, 0xe4
    vpternlogd zmm9, zmm6, zmm7, 0xe4
    vpaddd zmm0, zmm0, zmm8
    vpaddd zmm4, zmm4, zmm9
    vprold zmm0, zmm0, 5
    vprold zmm4, zmm4, 5
    vpaddd zmm0, zmm0, zmm1
    vpaddd zmm4, zmm4, zmm5
    vpbroadcastd zmm21, dword ptr [rax + 84]
    vpaddd zmm3, zmm3, zmm21
    vpaddd zmm7, zmm7, zmm21
    vmovdqa64 zmm8, zmm0
    vmovdqa64 zmm9, zmm4
    vpternlogd zmm8, zmm1, zmm2, 0xe4
    vpternlogd zmm9, zmm5, zmm6, 0xe4
    vpaddd zmm3, zmm3, zmm8
    vpaddd zmm7, zmm7, zmm9
    vprold zmm3, zmm3, 9
    vprold zmm7, zmm7, 9
    vpaddd zmm3, zmm3, zmm0
    vpaddd zmm7, zmm7, zmm4
    vpbroadcastd zmm20, dword ptr [rax + 88]
    vpaddd zmm2, zmm2, zmm20
    vpaddd zmm6, zmm6, zmm20
    vmovdqa64 zmm8, zmm3
    vmovdqa64 zmm9, zmm7
    vpternlogd zmm8, zmm0, zmm1, 0xe4
    vpternlogd zmm9, zmm4, zmm5, 0xe4
    vpaddd zmm2, zmm2, zmm8
    vpaddd zmm6, zmm6, zmm9
    vprold zmm2, zmm2, 14
    vprold zmm6, zmm6, 14
    vpaddd zmm2, zmm2, zmm3
    vpaddd zmm6, zmm6, zmm7
    vpbroadcastd zmm21, dword ptr [rax + 92]
    vpaddd zmm1, zmm1, zmm21
    vpaddd zmm5, zmm5, zmm21
    vmovdqa64 zmm8, zmm2
    vmovdqa64 zmm9, zmm6
    vpternlogd zmm8, zmm3, zmm0, 0xe4
    vpternlogd zmm9, zmm7, zmm4, 0xe4
    vpaddd zmm1, zmm1, zmm8
    vpaddd zmm5, zmm5, zmm9
    vprold zmm1, zmm1, 20
    vprold zmm5, zmm5, 20
    vpaddd zmm1, zmm1, zmm2
    vpaddd zmm5, zmm5, zmm6
    vpbroadcastd zmm20, dword ptr [rax + 96]
    vpaddd zmm0, zmm0, zmm20
    vpaddd zmm4, zmm4, zmm20
    vmovdqa64 zmm8, zmm1
    vmovdqa64 zmm9, zmm5
    vpternlogd zmm8, zmm2, zmm3, 0xe4
    vpternlogd zmm9, zmm6, zmm7, 0xe4
    vpaddd zmm0, zmm0, zmm8
    vpaddd zmm4, zmm4, zmm9
    vprold zmm0, zmm0, 5
    vprold zmm4, zmm4, 5
    vpaddd zmm0, zmm0, zmm1
    vpaddd zmm4, zmm4, zmm5
    vpbroadcastd zmm21, dword ptr [rax + 100]
    vpaddd zmm3, zmm3, zmm21
    vpaddd zmm7, zmm7, zmm21
    vmovdqa64 zmm8, zmm0
    vmovdqa64 zmm9, zmm4
    vpternlogd zmm8, zmm1, zmm2, 0xe4
    vpternlogd zmm9, zmm5, zmm6, 0xe4
    vpaddd zmm3, zmm3, zmm8
    vpaddd zmm7, zmm7, zmm9
    vprold zmm3, zmm3, 9
    vprold zmm7, zmm7, 9
    vpaddd zmm3, zmm3, zmm0
    vpaddd zmm7, zmm7, zmm4
    vpbroadcastd zmm20, dword ptr [rax + 104]
    vpaddd zmm2, zmm2, [rsi + 768 + 0]
    vpaddd zmm6, zmm6, [rsi + 768 + 64]
    vpaddd zmm2, zmm2, zmm20
    vpaddd zmm6, zmm6, zmm20
    vmovdqa64 zmm8, zmm3
    vmovdqa64 zmm9, zmm7
    vpternlogd zmm8, zmm0, zmm1, 0xe4
    vpternlogd zmm9, zmm4, zmm5, 0xe4
    vpaddd zmm2, zmm2, zmm8
    vpaddd zmm6, zmm6, zmm9
    vprold zmm2, zmm2, 14
    vprold zmm6, zmm6, 14
    vpaddd zmm2, zmm2, zmm3
    vpaddd zmm6, zmm6, zmm7
    vpbroadcastd zmm21, dword ptr [rax + 108]
    vpaddd zmm1, zmm1, zmm21
    vpaddd zmm5, zmm5, zmm21
    vmovdqa64 zmm8, zmm2
    vmovdqa64 zmm9, zmm6
    vpternlogd zmm8, zmm3, zmm0, 0xe4
    vpternlogd zmm9, zmm7, zmm4, 0xe4
    vpaddd zmm1, zmm1, zmm8
    vpaddd zmm5, zmm5, zmm9
    vprold zmm1, zmm1, 20
    vprold zmm5, zmm5, 20
    vpaddd zmm1, zmm1, zmm2
    vpaddd zmm5, zmm5, zmm6
    vpbroadcastd zmm20, dword ptr [rax + 112]
    vpaddd zmm0, zmm0, zmm20
    vpaddd zmm4, zmm4, zmm20
    vmovdqa64 zmm8, zmm1
    vmovdqa64 zmm9, zmm5
    vpternlogd zmm8, zmm2, zmm3, 0xe4
    vpternlogd zmm9, zmm6, zmm7, 0xe4
    vpaddd zmm0, zmm0, zmm8
    vpaddd zmm4, zmm4, zmm9
    vprold zmm0, zmm0, 5
    vprold zmm4, zmm4, 5
    vpaddd zmm0, zmm0, zmm1
    vpaddd zmm4, zmm4, zmm5
    vpbroadcastd zmm21, dword ptr [rax + 116]
    vpaddd zmm3, zmm3, [rsi + 512 + 0]
    vpaddd zmm7, zmm7, [rsi + 512 + 64]
    vpaddd zmm3, zmm3, zmm21
    vpaddd zmm7, zmm7, zmm21
    vmovdqa64 zmm8, zmm0
    vmovdqa64 zmm9, zmm4
    vpternlogd zmm8, zmm1, zmm2, 0xe4
    vpternlogd zmm9, zmm5, zmm6, 0xe4
    vpaddd zmm3, zmm3, zmm8
    vpaddd zmm7, zmm7, zmm9
    vprold zmm3, zmm3, 9
    vprold zmm7, zmm7, 9
    vpaddd zmm3, zmm3, zmm0
    vpaddd zmm7, zmm7, zmm4
    vpbroadcastd zmm20, dword ptr [rax + 120]
    vpaddd zmm2, zmm2, zmm20
    vpaddd zmm6, zmm6, zmm20
    vmovdqa64 zmm8, zmm3
    vmovdqa64 zmm9, zmm7
    vpternlogd zmm8, zmm0, zmm1, 0xe4
    vpternlogd zmm9, zmm4, zmm5, 0xe4
    vpaddd zmm2, zmm2, zmm8
    vpaddd zmm6, zmm6, zmm9
    vprold zmm2, zmm2, 14
    vprold zmm6, zmm6, 14
    vpaddd zmm2, zmm2, zmm3
    vpaddd zmm6, zmm6, zmm7
    vpbroadcastd zmm21, dword ptr [rax + 124]
    vpaddd zmm1, zmm1, zmm21
    vpaddd zmm5, zmm5, zmm21
    vmovdqa64 zmm8, zmm2
    vmovdqa64 zmm9, zmm6
    vpternlogd zmm8, zmm3, zmm0, 0xe4
    vpternlogd zmm9, zmm7, zmm4, 0xe4
    vpaddd zmm1, zmm1, zmm8
    vpaddd zmm5, zmm5, zmm9
    vprold zmm1, zmm1, 20
    vprold zmm5, zmm5, 20
    vpaddd zmm1, zmm1, zmm2
    vpaddd zmm5, zmm5, zmm6
    vpbroadcastd zmm20, dword ptr [rax + 128]
    vpaddd zmm0, zmm0, zmm20
    vpaddd zmm4, zmm4, zmm20
    vmovdqa64 zmm8, zmm1
    vmovdqa64 zmm9, zmm5
    vpternlogd zmm8, zmm2, zmm3, 0x96
    vpternlogd zmm9, zmm6, zmm7, 0x96
    vpaddd zmm0, zmm0, zmm8
    vpaddd zmm4, zmm4, zmm9
    vprold zmm0, zmm0, 4
    vprold zmm4, zmm4, 4
    vpaddd zmm0, zmm0, zmm1
    vpaddd zmm4, zmm4, zmm5
    vpbroadcastd zmm21, dword ptr [rax + 132]
    vpaddd zmm3, zmm3, zmm21
    vpaddd zmm7, zmm7, zmm21
    vmovdqa64 zmm8, zmm0
    vmovdqa64 zmm9, zmm4
    vpternlogd zmm8, zmm1, zmm2, 0x96
    vpternlogd zmm9, zmm5, zmm6, 0x96
    vpaddd zmm3, zmm3, zmm8
    vpaddd zmm7, zmm7, zmm9
    vprold zmm3, zmm3, 11
    vprold zmm7, zmm7, 11
    vpaddd zmm3, zmm3, zmm0
    vpaddd zmm7, zmm7, zmm4
    vpbroadcastd zmm20, dword ptr [rax + 136]
    vpaddd zmm2, zmm2, zmm20
    vpaddd zmm6, zmm6, zmm20
    vmovdqa64 zmm8, zmm3
    vmovdqa64 zmm9, zmm7
    vpternlogd zmm8, zmm0, zmm1, 0x96
    vpternlogd zmm9, zmm4, zmm5, 0x96
    vpaddd zmm2, zmm2, zmm8
    vpaddd zmm6, zmm6, zmm9
    vprold zmm2, zmm2, 16
    vprold zmm6, zmm6, 16
    vpaddd zmm2, zmm2, zmm3
    vpaddd zmm6, zmm6, zmm7
    vpbroadcastd zmm21, dword ptr [rax + 140]
    vpaddd zmm1, zmm1, zmm21
    vpaddd zmm5, zmm5, zmm21
    vmovdqa64 zmm8, zmm2
    vmovdqa64 zmm9, zmm6
    vpternlogd zmm8, zmm3, zmm0, 0x96
    vpternlogd zmm9, zmm7, zmm4, 0x96
    vpaddd zmm1, zmm1, zmm8
    vpaddd zmm5, zmm5, zmm9
    vprold zmm1, zmm1, 23
    vprold zmm5, zmm5, 23
    vpaddd zmm1, zmm1, zmm2
    vpaddd zmm5, zmm5, zmm6
    vpbroadcastd zmm20, dword ptr [rax + 144]
    vpaddd zmm0, zmm0, [rsi + 256 + 0]
    vpaddd zmm4, zmm4, [rsi + 256 + 64]
    vpaddd zmm0, zmm0, zmm20
    vpaddd zmm4, zmm4, zmm20
    vmovdqa64 zmm8, zmm1
    vmovdqa64 zmm9, zmm5
    vpternlogd zmm8, zmm2, zmm3, 0x96
    vpternlogd zmm9, zmm6, zmm7, 0x96
    vpaddd zmm0, zmm0, zmm8
    vpaddd zmm4, zmm4, zmm9
    vprold zmm0, zmm0, 4
    vprold zmm4, zmm4, 4
    vpaddd zmm0, zmm0, zmm1
    vpaddd zmm4, zmm4, zmm5
    vpbroadcastd zmm21, dword ptr [rax + 148]
    vpaddd zmm3, zmm3, zmm21
    vpaddd zmm7, zmm7, zmm21
    vmovdqa64 zmm8, zmm0
    vmovdqa64 zmm9, zmm4
    vpternlogd zmm8, zmm1, zmm2, 0x96
    vpternlogd zmm9, zmm5, zmm6, 0x96
    vpaddd zmm3, zmm3, zmm8
    vpaddd zmm7, zmm7, zmm9
    vprold zmm3, zmm3, 11
    vprold zmm7, zmm7, 11
    vpaddd zmm3, zmm3, zmm0
    vpaddd zmm7, zmm7, zmm4
    vpbroadcastd zmm20, dword ptr [rax + 152]
    vpaddd zmm2, zmm2, zmm20
    vpaddd zmm6, zmm6, zmm20
    vmovdqa64 zmm8, zmm3
    vmovdqa64 zmm9, zmm7
    vpternlogd zmm8, zmm0, zmm1, 0x96
    vpternlogd zmm9, zmm4, zmm5, 0x96
    vpaddd zmm2, zmm2, zmm8
    vpaddd zmm6, zmm6, zmm9
    vprold zmm2, zmm2, 16
    vprold zmm6, zmm6, 16
    vpaddd zmm2, zmm2, zmm3
    vpaddd zmm6, zmm6, zmm7
    vpbroadcastd zmm21, dword ptr [rax + 156]
    vpaddd zmm1, zmm1, zmm21
    vpaddd zmm5, zmm5, zmm21
    vmovdqa64 zmm8, zmm2
    vmovdqa64 zmm9, zmm6
    vpternlogd zmm8, zmm3, zmm0, 0x96
    vpternlogd zmm9, zmm7, zmm4, 0x96
    vpaddd zmm1, zmm1, zmm8
    vpaddd zmm5, zmm5, zmm9
    vprold zmm1, zmm1, 23
    vprold zmm5, zmm5, 23
    vpaddd zmm1, zmm1, zmm2
    vpaddd zmm5, zmm5, zmm6
    vpbroadcastd zmm20, dword ptr [rax + 160]
    vpaddd zmm0, zmm0, zmm20
    vpaddd zmm4, zmm4, zmm20
    vmovdqa64 zmm8, zmm1
    vmovdqa64 zmm9, zmm5
    vpternlogd zmm8, zmm2, zmm3, 0x96
    vpternlogd zmm9, zmm6, zmm7, 0x96
    vpaddd zmm0, zmm0, zmm8
    vpaddd zmm4, zmm4, zmm9
    vprold zmm0, zmm0, 4
    vprold zmm4, zmm4, 4
    vpaddd zmm0, zmm0, zmm1
    vpaddd zmm4, zmm4, zmm5
    vpbroadcastd zmm21, dword ptr [rax + 164]
    vpaddd zmm3, zmm3, [rsi + 0 + 0]
    vpaddd zmm7, zmm7, [rsi + 0 + 64]
    vpaddd zmm3, zmm3, zmm21
    vpaddd zmm7, zmm7, zmm21
    vmovdqa64 zmm8, zmm0
    vmovdqa64 zmm9, zmm4
    vpternlogd zmm8, zmm1, zmm2, 0x96
    vpternlogd zmm9, zmm5, zmm6, 0x96
    vpaddd zmm3, zmm3, zmm8
    vpaddd zmm7, zmm7, zmm9
    vprold zmm3, zmm3, 11
    vprold zmm7, zmm7, 11
    vpaddd zmm3, zmm3, zmm0
    vpaddd zmm7, zmm7, zmm4
    vpbroadcastd zmm20, dword ptr [rax + 168]
    vpaddd zmm2, zmm2, [rsi + 768 + 0]
    vpaddd zmm6, zmm6, [rsi + 768 + 64]
    vpaddd zmm2, zmm2, zmm20
    vpaddd zmm6, zmm6, zmm20
    vmovdqa64 zmm8, zmm3
    vmovdqa64 zmm9, zmm7
    vpternlogd zmm8, zmm0, zmm1, 0x96
    vpternlogd zmm9, zmm4, zmm5, 0x96
    vpaddd zmm2, zmm2, zmm8
    vpaddd zmm6, zmm6, zmm9
    vprold zmm2, zmm2, 16
    vprold zmm6, zmm6, 16
    vpaddd zmm2, zmm2, zmm3
    vpaddd zmm6, zmm6, zmm7
    vpbroadcastd zmm21, dword ptr [rax + 172]
    vpaddd zmm1, zmm1, zmm21
    vpaddd zmm5, zmm5, zmm21
    vmovdqa64 zmm8, zmm2
    vmovdqa64 zmm9, zmm6
    vpternlogd zmm8, zmm3, zmm0, 0x96
    vpternlogd zmm9, zmm7, zmm4, 0x96
    vpaddd zmm1, zmm1, zmm8
    vpaddd zmm5, zmm5, zmm9
    vprold zmm1, zmm1, 23
    vprold zmm5, zmm5, 23
    vpaddd zmm1, zmm1, zmm2
    vpaddd zmm5, zmm5, zmm6
    vpbroadcastd zmm20, dword ptr [rax + 176]
    vpaddd zmm0, zmm0, zmm20
    vpaddd zmm4, zmm4, zmm20
    vmovdqa64 zmm8, zmm1
    vmovdqa64 zmm9, zmm5
    vpternlogd zmm8, zmm2, zmm3, 0x96
    vpternlogd zmm9, zmm6, zmm7, 0x96
    vpaddd zmm0, zmm0, zmm8
    vpaddd zmm4, zmm4, zmm9
    vprold zmm0, zmm0, 4
    vprold zmm4, zmm4, 4
    vpaddd zmm0, zmm0, zmm1
    vpaddd zmm4, zmm4, zmm5
    vpbroadcastd zmm21, dword ptr [rax + 180]
    vpaddd zmm3, zmm3, zmm21
    vpaddd zmm7, zmm7, zmm21
    vmovdqa64 zmm8, zmm0
    vmovdqa64 zmm9, zmm4
    vpternlogd zmm8, zmm1, zmm2, 0x96
    vpternlogd zmm9, zmm5, zmm6, 0x96
    vpaddd zmm3, zmm3, zmm8
    vpaddd zmm7, zmm7, zmm9
    vprold zmm3, zmm3, 11
    vprold zmm7, zmm7, 11
    vpaddd zmm3, zmm3, zmm0
    vpaddd zmm7, zmm7, zmm4
    vpbroadcastd zmm20, dword ptr [rax + 184]
    vpaddd zmm2, zmm2, zmm20
    vpaddd zmm6, zmm6, zmm20
    vmovdqa64 zmm8, zmm3
    vmovdqa64 zmm9, zmm7
    vpternlogd zmm8, zmm0, zmm1, 0x96
    vpternlogd zmm9, zmm4, zmm5, 0x96
    vpaddd zmm2, zmm2, zmm8
    vpaddd zmm6, zmm6, zmm9
    vprold zmm2, zmm2, 16
    vprold zmm6, zmm6, 16
    vpaddd zmm2, zmm2, zmm3
    vpaddd zmm6, zmm6, zmm7
    vpbroadcastd zmm21, dword ptr [rax + 188]
    vpaddd zmm1, zmm1, [rsi + 512 + 0]
    vpaddd zmm5, zmm5, [rsi + 512 + 64]
    vpaddd zmm1, zmm1, zmm21
    vpaddd zmm5, zmm5, zmm21
    vmovdqa64 zmm8, zmm2
    vmovdqa64 zmm9, zmm6
    vpternlogd zmm8, zmm3, zmm0, 0x96
    vpternlogd zmm9, zmm7, zmm4, 0x96
    vpaddd zmm1, zmm1, zmm8
    vpaddd zmm5, zmm5, zmm9
    vprold zmm1, zmm1, 23
    vprold zmm5, zmm5, 23
    vpaddd zmm1, zmm1, zmm2
    vpaddd zmm5, zmm5, zmm6
    vpbroadcastd zmm20, dword ptr [rax + 192]
    vpaddd zmm0, zmm0, [rsi + 0 + 0]
    vpaddd zmm4, zmm4, [rsi + 0 + 64]
    vpaddd zmm0, zmm0, zmm20
    vpaddd zmm4, zmm4, zmm20
    vmovdqa64 zmm8, zmm1
    vmovdqa64 zmm9, zmm5
    vpternlogd zmm8, zmm2, zmm3, 0x39
    vpternlogd zmm9, zmm6, zmm7, 0x39
    vpaddd zmm0, zmm0, zmm8
    vpaddd zmm4, zmm4, zmm9
    vprold zmm0, zmm0, 6
    vprold zmm4, zmm4, 6
    vpaddd zmm0, zmm0, zmm1
    vpaddd zmm4, zmm4, zmm5
    vpbroadcastd zmm21, dword ptr [rax + 196]
    vpaddd zmm3, zmm3, zmm21
    vpaddd zmm7, zmm7, zmm21
    vmovdqa64 zmm8, zmm0
    vmovdqa64 zmm9, zmm4
    vpternlogd zmm8, zmm1, zmm2, 0x39
    vpternlogd zmm9, zmm5, zmm6, 0x39
    vpaddd zmm3, zmm3, zmm8
    vpaddd zmm7, zmm7, zmm9
    vprold zmm3, zmm3, 10
    vprold zmm7, zmm7, 10
    vpaddd zmm3, zmm3, zmm0
    vpaddd zmm7, zmm7, zmm4
    vpbroadcastd zmm20, dword ptr [rax + 200]
    vpaddd zmm2, zmm2, zmm20
    vpaddd zmm6, zmm6, zmm20
    vmovdqa64 zmm8, zmm3
    vmovdqa64 zmm9, zmm7
    vpternlogd zmm8, zmm0, zmm1, 0x39
    vpternlogd zmm9, zmm4, zmm5, 0x39
    vpaddd zmm2, zmm2, zmm8
    vpaddd zmm6, zmm6, zmm9
    vprold zmm2, zmm2, 15
    vprold zmm6, zmm6, 15
    vpaddd zmm2, zmm2, zmm3
    vpaddd zmm6, zmm6, zmm7
    vpbroadcastd zmm21, dword ptr [rax + 204]
    vpaddd zmm1, zmm1, zmm21
    vpaddd zmm5, zmm5, zmm21
    vmovdqa64 zmm8, zmm2
    vmovdqa64 zmm9, zmm6
    vpternlogd zmm8, zmm3, zmm0, 0x39
    vpternlogd zmm9, zmm7, zmm4, 0x39
    vpaddd zmm1, zmm1, zmm8
    vpaddd zmm5, zmm5, zmm9
    vprold zmm1, zmm1, 21
    vprold zmm5, zmm5, 21
    vpaddd zmm1, zmm1, zmm2
    vpaddd zmm5, zmm5, zmm6
    vpbroadcastd zmm20, dword ptr [rax + 208]
    vpaddd zmm0, zmm0, zmm20
    vpaddd zmm4, zmm4, zmm20
    vmovdqa64 zmm8, zmm1
    vmovdqa64 zmm9, zmm5
    vpternlogd zmm8, zmm2, zmm3, 0x39
    vpternlogd zmm9, zmm6, zmm7, 0x39
    vpaddd zmm0, zmm0, zmm8
    vpaddd zmm4, zmm4, zmm9
    vprold zmm0, zmm0, 6
    vprold zmm4, zmm4, 6
    vpaddd zmm0, zmm0, zmm1
    vpaddd zmm4, zmm4, zmm5
    vpbroadcastd zmm21, dword ptr [rax + 212]
    vpaddd zmm3, zmm3, [rsi + 768 + 0]
    vpaddd zmm7, zmm7, [rsi + 768 + 64]
    vpaddd zmm3, zmm3, zmm21
    vpaddd zmm7, zmm7, zmm21
    vmovdqa64 zmm8, zmm0
    vmovdqa64 zmm9, zmm4
    vpternlogd zmm8, zmm1, zmm2, 0x39
    vpternlogd zmm9, zmm5, zmm6, 0x39
    vpaddd zmm3, zmm3, zmm8
    vpaddd zmm7, zmm7, zmm9
    vprold zmm3, zmm3, 10
    vprold zmm7, zmm7, 10
    vpaddd zmm3, zmm3, zmm0
    vpaddd zmm7, zmm7, zmm4
    vpbroadcastd zmm20, dword ptr [rax + 216]
    vpaddd zmm2, zmm2, zmm20
    vpaddd zmm6, zmm6, zmm20
    vmovdqa64 zmm8, zmm3
    vmovdqa64 zmm9, zmm7
    vpternlogd zmm8, zmm0, zmm1, 0x39
    vpternlogd zmm9, zmm4, zmm5, 0x39
    vpaddd zmm2, zmm2, zmm8
    vpaddd zmm6, zmm6, zmm9
    vprold zmm2, zmm2, 15
    vprold zmm6, zmm6, 15
    vpaddd zmm2, zmm2, zmm3
    vpaddd zmm6, zmm6, zmm7
    vpbroadcastd zmm21, dword ptr [rax + 220]
    vpaddd zmm1, zmm1, [rsi + 256 + 0]
    vpaddd zmm5, zmm5, [rsi + 256 + 64]
    vpaddd zmm1, zmm1, zmm21
    vpaddd zmm5, zmm5, zmm21
    vmovdqa64 zmm8, zmm2
    vmovdqa64 zmm9, zmm6
    vpternlogd zmm8, zmm3, zmm0, 0x39
    vpternlogd zmm9, zmm7, zmm4, 0x39
    vpaddd zmm1, zmm1, zmm8
    vpaddd zmm5, zmm5, zmm9
    vprold zmm1, zmm1, 21
    vprold zmm5, zmm5, 21
    vpaddd zmm1, zmm1, zmm2
    vpaddd zmm5, zmm5, zmm6
    vpbroadcastd zmm20, dword ptr [rax + 224]
    vpaddd zmm0, zmm0, zmm20
    vpaddd zmm4, zmm4, zmm20
    vmovdqa64 zmm8, zmm1
    vmovdqa64 zmm9, zmm5
    vpternlogd zmm8, zmm2, zmm3, 0x39
    vpternlogd zmm9, zmm6, zmm7, 0x39
    vpaddd zmm0, zmm0, zmm8
    vpaddd zmm4, zmm4, zmm9
    vprold zmm0, zmm0, 6
    vprold zmm4, zmm4, 6
    vpaddd zmm0, zmm0, zmm1
    vpaddd zmm4, zmm4, zmm5
    vpbroadcastd zmm21, dword ptr [rax + 228]
    vpaddd zmm3, zmm3, zmm21
    vpaddd zmm7, zmm7, zmm21
    vmovdqa64 zmm8, zmm0
    vmovdqa64 zmm9, zmm4
    vpternlogd zmm8, zmm1, zmm2, 0x39
    vpternlogd zmm9, zmm5, zmm6, 0x39
    vpaddd zmm3, zmm3, zmm8
    vpaddd zmm7, zmm7, zmm9
    vprold zmm3, zmm3, 10
    vprold zmm7, zmm7, 10
    vpaddd zmm3, zmm3, zmm0
    vpaddd zmm7, zmm7, zmm4
    vpbroadcastd zmm20, dword ptr [rax + 232]
    vpaddd zmm2, zmm2, zmm20
    vpaddd zmm6, zmm6, zmm20
    vmovdqa64 zmm8, zmm3
    vmovdqa64 zmm9, zmm7
    vpternlogd zmm8, zmm0, zmm1, 0x39
    vpternlogd zmm9, zmm4, zmm5, 0x39
    vpaddd zmm2, zmm2, zmm8
    vpaddd zmm6, zmm6, zmm9
    vprold zmm2, zmm2, 15
    vprold zmm6, zmm6, 15
    vpaddd zmm2, zmm2, zmm3
    vpaddd zmm6, zmm6, zmm7
    vpbroadcastd zmm21, dword ptr [rax + 236]
    vpaddd zmm1, zmm1, zmm21
    vpaddd zmm5, zmm5, zmm21
    vmovdqa64 zmm8, zmm2
    vmovdqa64 zmm9, zmm6
    vpternlogd zmm8, zmm3, zmm0, 0x39
    vpternlogd zmm9, zmm7, zmm4, 0x39
    vpaddd zmm1, zmm1, zmm8
    vpaddd zmm5, zmm5, zmm9
    vprold zmm1, zmm1, 21
    vprold zmm5, zmm5, 21
    vpaddd zmm1, zmm1, zmm2
    vpaddd zmm5, zmm5, zmm6
    vpbroadcastd zmm20, dword ptr [rax + 240]
    vpaddd zmm0, zmm0, zmm20
    vpaddd zmm4, zmm4, zmm20
    vmovdqa64 zmm8, zmm1
    vmovdqa64 zmm9, zmm5
    vpternlogd zmm8, zmm2, zmm3, 0x39
    vpternlogd zmm9, zmm6, zmm7, 0x39
    vpaddd zmm0, zmm0, zmm8
    vpaddd zmm4, zmm4, zmm9
    vprold zmm0, zmm0, 6
    vprold zmm4, zmm4, 6
    vpaddd zmm0, zmm0, zmm1
    vpaddd zmm4, zmm4, zmm5
    vpbroadcastd zmm21, dword ptr [rax + 244]
    vpaddd zmm3, zmm3, zmm21
    vpaddd zmm7, zmm7, zmm21
    vmovdqa64 zmm8, zmm0
    vmovdqa64 zmm9, zmm4
    vpternlogd zmm8, zmm1, zmm2, 0x39
    vpternlogd zmm9, zmm5, zmm6, 0x39
    vpaddd zmm3, zmm3, zmm8
    vpaddd zmm7, zmm7, zmm9
    vprold zmm3, zmm3, 10
    vprold zmm7, zmm7, 10
    vpaddd zmm3, zmm3, zmm0
    vpaddd zmm7, zmm7, zmm4
    vpbroadcastd zmm20, dword ptr [rax + 248]
    vpaddd zmm2, zmm2, [rsi + 512 + 0]
    vpaddd zmm6, zmm6, [rsi + 512 + 64]
    vpaddd zmm2, zmm2, zmm20
    vpaddd zmm6, zmm6, zmm20
    vmovdqa64 zmm8, zmm3
    vmovdqa64 zmm9, zmm7
    vpternlogd zmm8, zmm0, zmm1, 0x39
    vpternlogd zmm9, zmm4, zmm5, 0x39
    vpaddd zmm2, zmm2, zmm8
    vpaddd zmm6, zmm6, zmm9
    vprold zmm2, zmm2, 15
    vprold zmm6, zmm6, 15
    vpaddd zmm2, zmm2, zmm3
    vpaddd zmm6, zmm6, zmm7
    vpbroadcastd zmm21, dword ptr [rax + 252]
    vpaddd zmm1, zmm1, zmm21
    vpaddd zmm5, zmm5, zmm21
    vmovdqa64 zmm8, zmm2
    vmovdqa64 zmm9, zmm6
    vpternlogd zmm8, zmm3, zmm0, 0x39
    vpternlogd zmm9, zmm7, zmm4, 0x39
    vpaddd zmm1, zmm1, zmm8
    vpaddd zmm5, zmm5, zmm9
    vprold zmm1, zmm1, 21
    vprold zmm5, zmm5, 21
    vpaddd zmm1, zmm1, zmm2
    vpaddd zmm5, zmm5, zmm6
    vpaddd zmm0, zmm0, [rdi + 0]
    vmovdqu64 [rsi + 0], zmm0
    vpaddd zmm4, zmm4, [rdi + 64]
    vmovdqu64 [rsi + 64], zmm4
    vpaddd zmm1, zmm1, [rdi + 256]
    vmovdqu64 [rsi + 256], zmm1
    vpaddd zmm5, zmm5, [rdi + 320]
    vmovdqu64 [rsi + 320], zmm5
    vpaddd zmm2, zmm2, [rdi + 512]
    vmovdqu64 [rsi + 512], zmm2
    vpaddd zmm6, zmm6, [rdi + 576]
    vmovdqu64 [rsi + 576], zmm6
    vpaddd zmm3, zmm3, [rdi + 768]
    vmovdqu64 [rsi + 768], zmm3
    vpaddd zmm7, zmm7, [rdi + 832]
    vmovdqu64 [rsi + 832], zmm7
    vzeroupper
    pop rbp
    .cfi_def_cfa 7, 8
    ret
    .cfi_endproc
    .size wr_md5_avx512_outer_32, . - wr_md5_avx512_outer_32

    .p2align 6
    .globl wr_md5_avx512_stream_32
    .hidden wr_md5_avx512_stream_32
    .type wr_md5_avx512_stream_32, @function
wr_md5_avx512_stream_32:
    .cfi_startproc
    endbr64
    push rbp
    .cfi_def_cfa_offset 16
    .cfi_offset 6, -16
    mov rbp, rsp
    .cfi_def_cfa_register 6
    push rbx
    .cfi_offset 3, -24
    push r12
    .cfi_offset 12, -32
    push r13
    .cfi_offset 13, -40
    push r14
    .cfi_offset 14, -48
    push r15
    .cfi_offset 15, -56
    mov r11, r9
    lea r9, [r9 + 2 * rcx]
    mov r10, [rbp + 16]
    vmovdqu64 zmm0, [rdi + 0]
    vmovdqu64 zmm1, [rdi + 256]
    vmovdqu64 zmm2, [rdi + 512]
    vmovdqu64 zmm3, [rdi + 768]
    vmovdqu64 zmm4, [rdi + 64]
    vmovdqu64 zmm5, [rdi + 320]
    vmovdqu64 zmm6, [rdi + 576]
    vmovdqu64 zmm7, [rdi + 832]
1:
    lea rax, [rip + constants]
    mov r12, 0
    mov r13, 256
    mov r14, 512
    mov r15, 768
2:
    vpbroadcastd zmm20, dword ptr [rax + 0]
    vpaddd zmm0, zmm0, [rsi + r12 + 0]
    vpaddd zmm4, zmm4, [rsi + r12 + 64]
    mov rbx, [rdx + 0]
    vpaddd zmm0, zmm0, zmm20
    vpaddd zmm4, zmm4, zmm20
    vmovdqa64 zmm8, zmm1
    prefetcht0 [rbx + r9]
    vmovdqa64 zmm9, zmm5
    vpternlogd zmm8, zmm2, zmm3, 0xca
    mov rbx, [rdx + 8]
    vpternlogd zmm9, zmm6, zmm7, 0xca
    vpaddd zmm0, zmm0, zmm8
    vpaddd zmm4, zmm4, zmm9
    prefetcht0 [rbx + r9]
    vprold zmm0, zmm0, 7
    vprold zmm4, zmm4, 7
    vpaddd zmm0, zmm0, zmm1
    mov rbx, [rdx + 0 + 0]
    vpaddd zmm4, zmm4, zmm5
    add r12, 1024
    vmovdqu64 zmm22, [rbx + r11]
    and r12, 4095
    vpbroadcastd zmm21, dword ptr [rax + 4]
    vpaddd zmm3, zmm3, [rsi + r13 + 0]
    mov rbx, [rdx + 0 + 8]
    vpaddd zmm7, zmm7, [rsi + r13 + 64]
    vpaddd zmm3, zmm3, zmm21
    vmovdqu64 zmm23, [rbx + r11]
    vpaddd zmm7, zmm7, zmm21
    vmovdqa64 zmm8, zmm0
    vmovdqa64 zmm9, zmm4
    mov rbx, [rdx + 0 + 16]
    vpternlogd zmm8, zmm1, zmm2, 0xca
    vpternlogd zmm9, zmm5, zmm6, 0xca
    vpaddd zmm3, zmm3, zmm8
    vmovdqu64 zmm24, [rbx + r11]
    vpaddd zmm7, zmm7, zmm9
    vprold zmm3, zmm3, 12
    mov rbx, [rdx + 0 + 24]
    vprold zmm7, zmm7, 12
    vpaddd zmm3, zmm3, zmm0
    vpaddd zmm7, zmm7, zmm4
    vmovdqu64 zmm25, [rbx + r11]
    add r13, 1024
    and r13, 4095
    vpunpckldq zmm26, zmm22, zmm23
    vpbroadcastd zmm20, dword ptr [rax + 8]
    vpaddd zmm2, zmm2, [rsi + r14 + 0]
    vpaddd zmm6, zmm6, [rsi + r14 + 64]
    vpunpckhdq zmm23, zmm22, zmm23
    vpaddd zmm2, zmm2, zmm20
    vpaddd zmm6, zmm6, zmm20
    vmovdqa64 zmm8, zmm3
    vpunpckldq zmm27, zmm24, zmm25
    vmovdqa64 zmm9, zmm7
    vpternlogd zmm8, zmm0, zmm1, 0xca
    vpunpckhdq zmm25, zmm24, zmm25
    vpternlogd zmm9, zmm4, zmm5, 0xca
    vpaddd zmm2, zmm2, zmm8
    vpaddd zmm6, zmm6, zmm9
    vpunpcklqdq zmm22, zmm26, zmm27
    vprold zmm2, zmm2, 17
    vprold zmm6, zmm6, 17
    vpaddd zmm2, zmm2, zmm3
    vpunpckhqdq zmm26, zmm26, zmm27
    vpaddd zmm6, zmm6, zmm7
    add r14, 1024
    vpunpcklqdq zmm24, zmm23, zmm25
    and r14, 4095
    vpbroadcastd zmm21, dword ptr [rax + 12]
    vpaddd zmm1, zmm1, [rsi + r15 + 0]
    vpunpckhqdq zmm23, zmm23, zmm25
    vpaddd zmm5, zmm5, [rsi + r15 + 64]
    vpaddd zmm1, zmm1, zmm21
    vmovdqa64 [r10 + 0 + 0], zmm22
    vpaddd zmm5, zmm5, zmm21
    vmovdqa64 zmm8, zmm2
    vmovdqa64 zmm9, zmm6
    vmovdqa64 [r10 + 0 + 256], zmm26
    vpternlogd zmm8, zmm3, zmm0, 0xca
    vpternlogd zmm9, zmm7, zmm4, 0xca
    vpaddd zmm1, zmm1, zmm8
    vmovdqa64 [r10 + 0 + 512], zmm24
    vpaddd zmm5, zmm5, zmm9
    vprold zmm1, zmm1, 22
    vmovdqa64 [r10 + 0 + 768], zmm23
    vprold zmm5, zmm5, 22
    vpaddd zmm1, zmm1, zmm2
    vpaddd zmm5, zmm5, zmm6
    add rdx, 32
    add r15, 1024
    and r15, 4095
    add r10, 1024
    add rax, 16
    test eax, 48
    jnz 2b
    sub rdx, 128
    sub r10, 4096
    mov r12, 256
    mov r13, 1536
    mov r14, 2816
    mov r15, 0
2:
    vpbroadcastd zmm20, dword ptr [rax + 0]
    vpaddd zmm0, zmm0, [rsi + r12 + 0]
    vpaddd zmm4, zmm4, [rsi + r12 + 64]
    mov rbx, [rdx + 16]
    vpaddd zmm0, zmm0, zmm20
    vpaddd zmm4, zmm4, zmm20
    vmovdqa64 zmm8, zmm1
    prefetcht0 [rbx + r9]
    vmovdqa64 zmm9, zmm5
    vpternlogd zmm8, zmm2, zmm3, 0xe4
    mov rbx, [rdx + 24]
    vpternlogd zmm9, zmm6, zmm7, 0xe4
    vpaddd zmm0, zmm0, zmm8
    vpaddd zmm4, zmm4, zmm9
    prefetcht0 [rbx + r9]
    vprold zmm0, zmm0, 5
    vprold zmm4, zmm4, 5
    vpaddd zmm0, zmm0, zmm1
    mov rbx, [rdx + 128 + 0]
    vpaddd zmm4, zmm4, zmm5
    add r12, 1024
    vmovdqu64 zmm22, [rbx + r11]
    and r12, 4095
    vpbroadcastd zmm21, dword ptr [rax + 4]
    vpaddd zmm3, zmm3, [rsi + r13 + 0]
    mov rbx, [rdx + 128 + 8]
    vpaddd zmm7, zmm7, [rsi + r13 + 64]
    vpaddd zmm3, zmm3, zmm21
    vmovdqu64 zmm23, [rbx + r11]
    vpaddd zmm7, zmm7, zmm21
    vmovdqa64 zmm8, zmm0
    vmovdqa64 zmm9, zmm4
    mov rbx, [rdx + 128 + 16]
    vpternlogd zmm8, zmm1, zmm2, 0xe4
    vpternlogd zmm9, zmm5, zmm6, 0xe4
    vpaddd zmm3, zmm3, zmm8
    vmovdqu64 zmm24, [rbx + r11]
    vpaddd zmm7, zmm7, zmm9
    vprold zmm3, zmm3, 9
    mov rbx, [rdx + 128 + 24]
    vprold zmm7, zmm7, 9
    vpaddd zmm3, zmm3, zmm0
    vpaddd zmm7, zmm7, zmm4
    vmovdqu64 zmm25, [rbx + r11]
    add r13, 1024
    and r13, 4095
    vpunpckldq zmm26, zmm22, zmm23
    vpbroadcastd zmm20, dword ptr [rax + 8]
    vpaddd zmm2, zmm2, [rsi + r14 + 0]
    vpaddd zmm6, zmm6, [rsi + r14 + 64]
    vpunpckhdq zmm23, zmm22, zmm23
    vpaddd zmm2, zmm2, zmm20
    vpaddd zmm6, zmm6, zmm20
    vmovdqa64 zmm8, zmm3
    vpunpckldq zmm27, zmm24, zmm25
    vmovdqa64 zmm9, zmm7
    vpternlogd zmm8, zmm0, zmm1, 0xe4
    vpunpckhdq zmm25, zmm24, zmm25
    vpternlogd zmm9, zmm4, zmm5, 0xe4
    vpaddd zmm2, zmm2, zmm8
    vpaddd zmm6, zmm6, zmm9
    vpunpcklqdq zmm22, zmm26, zmm27
    vprold zmm2, zmm2, 14
    vprold zmm6, zmm6, 14
    vpaddd zmm2, zmm2, zmm3
    vpunpckhqdq zmm26, zmm26, zmm27
    vpaddd zmm6, zmm6, zmm7
    add r14, 1024
    vpunpcklqdq zmm24, zmm23, zmm25
    and r14, 4095
    vpbroadcastd zmm21, dword ptr [rax + 12]
    vpaddd zmm1, zmm1, [rsi + r15 + 0]
    vpunpckhqdq zmm23, zmm23, zmm25
    vpaddd zmm5, zmm5, [rsi + r15 + 64]
    vpaddd zmm1, zmm1, zmm21
    vmovdqa64 [r10 + 64 + 0], zmm22
    vpaddd zmm5, zmm5, zmm21
    vmovdqa64 zmm8, zmm2
    vmovdqa64 zmm9, zmm6
    vmovdqa64 [r10 + 64 + 256], zmm26
    vpternlogd zmm8, zmm3, zmm0, 0xe4
    vpternlogd zmm9, zmm7, zmm4, 0xe4
    vpaddd zmm1, zmm1, zmm8
    vmovdqa64 [r10 + 64 + 512], zmm24
    vpaddd zmm5, zmm5, zmm9
    vprold zmm1, zmm1, 20
    vmovdqa64 [r10 + 64 + 768], zmm23
    vprold zmm5, zmm5, 20
    vpaddd zmm1, zmm1, zmm2
    vpaddd zmm5, zmm5, zmm6
    add rdx, 32
    add r15, 1024
    and r15, 4095
    add r10, 1024
    add rax, 16
    test eax, 48
    jnz 2b
    sub rdx, 128
    sub r10, 4096
    mov r12, 1280
    mov r13, 2048
    mov r14, 2816
    mov r15, 3584
2:
    vpbroadcastd zmm20, dword ptr [rax + 0]
    vpaddd zmm0, zmm0, [rsi + r12 + 0]
    vpaddd zmm4, zmm4, [rsi + r12 + 64]
    vpaddd zmm0, zmm0, zmm20
    mov rbx, [rdx + 128]
    vpaddd zmm4, zmm4, zmm20
    vmovdqa64 zmm8, zmm1
    vmovdqa64 zmm9, zmm5
    prefetcht0 [rbx + r9]
    vpternlogd zmm8, zmm2, zmm3, 0x96
    vpternlogd zmm9, zmm6, zmm7, 0x96
    vpaddd zmm0, zmm0, zmm8
    mov rbx, [rdx + 136]
    vpaddd zmm4, zmm4, zmm9
    vprold zmm0, zmm0, 4
    vprold zmm4, zmm4, 4
    prefetcht0 [rbx + r9]
    vpaddd zmm0, zmm0, zmm1
    vpaddd zmm4, zmm4, zmm5
    add r12, 3072
    vmovdqa64 zmm22, [r10 + 0 + 0]
    and r12, 4095
    vpbroadcastd zmm21, dword ptr [rax + 4]
    vpaddd zmm3, zmm3, [rsi + r13 + 0]
    vmovdqa64 zmm23, [r10 + 0 + 1024]
    vpaddd zmm7, zmm7, [rsi + r13 + 64]
    vpaddd zmm3, zmm3, zmm21
    vpaddd zmm7, zmm7, zmm21
    vmovdqa64 zmm24, [r10 + 0 + 2048]
    vmovdqa64 zmm8, zmm0
    vmovdqa64 zmm9, zmm4
    vpternlogd zmm8, zmm1, zmm2, 0x96
    vmovdqa64 zmm25, [r10 + 0 + 3072]
    vpternlogd zmm9, zmm5, zmm6, 0x96
    vpaddd zmm3, zmm3, zmm8
    vpaddd zmm7, zmm7, zmm9
    vshufi32x4 zmm26, zmm22, zmm23, 0x88
    vprold zmm3, zmm3, 11
    vprold zmm7, zmm7, 11
    vpaddd zmm3, zmm3, zmm0
    vshufi32x4 zmm22, zmm22, zmm23, 0xdd
    vpaddd zmm7, zmm7, zmm4
    add r13, 3072
    and r13, 4095
    vshufi32x4 zmm27, zmm24, zmm25, 0x88
    vpbroadcastd zmm20, dword ptr [rax + 8]
    vpaddd zmm2, zmm2, [rsi + r14 + 0]
    vpaddd zmm6, zmm6, [rsi + r14 + 64]
    vpaddd zmm2, zmm2, zmm20
    vshufi32x4 zmm24, zmm24, zmm25, 0xdd
    vpaddd zmm6, zmm6, zmm20
    vmovdqa64 zmm8, zmm3
    vmovdqa64 zmm9, zmm7
    vshufi32x4 zmm23, zmm26, zmm27, 0x88
    vpternlogd zmm8, zmm0, zmm1, 0x96
    vpternlogd zmm9, zmm4, zmm5, 0x96
    vpaddd zmm2, zmm2, zmm8
    vshufi32x4 zmm26, zmm26, zmm27, 0xdd
    vpaddd zmm6, zmm6, zmm9
    vprold zmm2, zmm2, 16
    vprold zmm6, zmm6, 16
    vshufi32x4 zmm25, zmm22, zmm24, 0x88
    vpaddd zmm2, zmm2, zmm3
    vpaddd zmm6, zmm6, zmm7
    add r14, 3072
    vshufi32x4 zmm22, zmm22, zmm24, 0xdd
    and r14, 4095
    vpbroadcastd zmm21, dword ptr [rax + 12]
    vpaddd zmm1, zmm1, [rsi + r15 + 0]
    vmovdqa64 [r10 + 0 + 0], zmm23
    vpaddd zmm5, zmm5, [rsi + r15 + 64]
    vpaddd zmm1, zmm1, zmm21
    vpaddd zmm5, zmm5, zmm21
    vmovdqa64 [r10 + 0 + 1024], zmm25
    vmovdqa64 zmm8, zmm2
    vmovdqa64 zmm9, zmm6
    vpternlogd zmm8, zmm3, zmm0, 0x96
    vmovdqa64 [r10 + 0 + 2048], zmm26
    vpternlogd zmm9, zmm7, zmm4, 0x96
    vpaddd zmm1, zmm1, zmm8
    vpaddd zmm5, zmm5, zmm9
    vmovdqa64 [r10 + 0 + 3072], zmm22
    vprold zmm1, zmm1, 23
    vprold zmm5, zmm5, 23
    vpaddd zmm1, zmm1, zmm2
    add rdx, 32
    vpaddd zmm5, zmm5, zmm6
    add r15, 3072
    and r15, 4095
    add r10, 256
    add rax, 16
    test eax, 48
    jnz 2b
    sub rdx, 128
    sub r10, 1024
    mov r12, 0
    mov r13, 1792
    mov r14, 3584
    mov r15, 1280
2:
    vpbroadcastd zmm20, dword ptr [rax + 0]
    vpaddd zmm0, zmm0, [rsi + r12 + 0]
    vpaddd zmm4, zmm4, [rsi + r12 + 64]
    vpaddd zmm0, zmm0, zmm20
    mov rbx, [rdx + 144]
    vpaddd zmm4, zmm4, zmm20
    vmovdqa64 zmm8, zmm1
    vmovdqa64 zmm9, zmm5
    prefetcht0 [rbx + r9]
    vpternlogd zmm8, zmm2, zmm3, 0x39
    vpternlogd zmm9, zmm6, zmm7, 0x39
    vpaddd zmm0, zmm0, zmm8
    mov rbx, [rdx + 152]
    vpaddd zmm4, zmm4, zmm9
    vprold zmm0, zmm0, 6
    vprold zmm4, zmm4, 6
    prefetcht0 [rbx + r9]
    vpaddd zmm0, zmm0, zmm1
    vpaddd zmm4, zmm4, zmm5
    add r12, 3072
    vmovdqa64 zmm22, [r10 + 64 + 0]
    and r12, 4095
    vpbroadcastd zmm21, dword ptr [rax + 4]
    vpaddd zmm3, zmm3, [rsi + r13 + 0]
    vmovdqa64 zmm23, [r10 + 64 + 1024]
    vpaddd zmm7, zmm7, [rsi + r13 + 64]
    vpaddd zmm3, zmm3, zmm21
    vpaddd zmm7, zmm7, zmm21
    vmovdqa64 zmm24, [r10 + 64 + 2048]
    vmovdqa64 zmm8, zmm0
    vmovdqa64 zmm9, zmm4
    vpternlogd zmm8, zmm1, zmm2, 0x39
    vmovdqa64 zmm25, [r10 + 64 + 3072]
    vpternlogd zmm9, zmm5, zmm6, 0x39
    vpaddd zmm3, zmm3, zmm8
    vpaddd zmm7, zmm7, zmm9
    vshufi32x4 zmm26, zmm22, zmm23, 0x88
    vprold zmm3, zmm3, 10
    vprold zmm7, zmm7, 10
    vpaddd zmm3, zmm3, zmm0
    vshufi32x4 zmm22, zmm22, zmm23, 0xdd
    vpaddd zmm7, zmm7, zmm4
    add r13, 3072
    and r13, 4095
    vshufi32x4 zmm27, zmm24, zmm25, 0x88
    vpbroadcastd zmm20, dword ptr [rax + 8]
    vpaddd zmm2, zmm2, [rsi + r14 + 0]
    vpaddd zmm6, zmm6, [rsi + r14 + 64]
    vpaddd zmm2, zmm2, zmm20
    vshufi32x4 zmm24, zmm24, zmm25, 0xdd
    vpaddd zmm6, zmm6, zmm20
    vmovdqa64 zmm8, zmm3
    vmovdqa64 zmm9, zmm7
    vshufi32x4 zmm23, zmm26, zmm27, 0x88
    vpternlogd zmm8, zmm0, zmm1, 0x39
    vpternlogd zmm9, zmm4, zmm5, 0x39
    vpaddd zmm2, zmm2, zmm8
    vshufi32x4 zmm26, zmm26, zmm27, 0xdd
    vpaddd zmm6, zmm6, zmm9
    vprold zmm2, zmm2, 15
    vprold zmm6, zmm6, 15
    vshufi32x4 zmm25, zmm22, zmm24, 0x88
    vpaddd zmm2, zmm2, zmm3
    vpaddd zmm6, zmm6, zmm7
    add r14, 3072
    vshufi32x4 zmm22, zmm22, zmm24, 0xdd
    and r14, 4095
    vpbroadcastd zmm21, dword ptr [rax + 12]
    vpaddd zmm1, zmm1, [rsi + r15 + 0]
    vmovdqa64 [r10 + 64 + 0], zmm23
    vpaddd zmm5, zmm5, [rsi + r15 + 64]
    vpaddd zmm1, zmm1, zmm21
    vpaddd zmm5, zmm5, zmm21
    vmovdqa64 [r10 + 64 + 1024], zmm25
    vmovdqa64 zmm8, zmm2
    vmovdqa64 zmm9, zmm6
    vpternlogd zmm8, zmm3, zmm0, 0x39
    vmovdqa64 [r10 + 64 + 2048], zmm26
    vpternlogd zmm9, zmm7, zmm4, 0x39
    vpaddd zmm1, zmm1, zmm8
    vpaddd zmm5, zmm5, zmm9
    vmovdqa64 [r10 + 64 + 3072], zmm22
    vprold zmm1, zmm1, 21
    vprold zmm5, zmm5, 21
    vpaddd zmm1, zmm1, zmm2
    add rdx, 32
    vpaddd zmm5, zmm5, zmm6
    add r15, 3072
    and r15, 4095
    add r10, 256
    add rax, 16
    test eax, 48
    jnz 2b
    sub rdx, 128
    sub r10, 1024
    vpaddd zmm0, zmm0, [rdi + 0]
    vmovdqu64 [rdi + 0], zmm0
    vpaddd zmm4, zmm4, [rdi + 64]
    vmovdqu64 [rdi + 64], zmm4
    vpaddd zmm1, zmm1, [rdi + 256]
    vmovdqu64 [rdi + 256], zmm1
    vpaddd zmm5, zmm5, [rdi + 320]
    vmovdqu64 [rdi + 320], zmm5
    vpaddd zmm2, zmm2, [rdi + 512]
    vmovdqu64 [rdi + 512], zmm2
    vpaddd zmm6, zmm6, [rdi + 576]
    vmovdqu64 [rdi + 576], zmm6
    vpaddd zmm3, zmm3, [rdi + 768]
    vmovdqu64 [rdi + 768], zmm3
    vpaddd zmm7, zmm7, [rdi + 832]
    vmovdqu64 [rdi + 832], zmm7
    xchg rsi, r10
    add r11, rcx
    add r9, rcx
    dec r8
    jnz 1b
    vzeroupper
    pop r15
    pop r14
    pop r13
    pop r12
    pop rbx
    pop rbp
    .cfi_def_cfa 7, 8
    ret
    .cfi_endproc
    .size wr_md5_avx512_stream_32, . - wr_md5_avx512_stream_32

    .p2align 6
    .globl wr_md5_avx512_block_64
    .hidden wr_md5_avx512_block_64
    .type wr_md5_avx512_block_64, @function
wr_md5_avx512_block_64:
    .cfi_startproc
    endbr64
    push rbp
    .cfi_def_cfa_offset 16
    .cfi_offset 6, -16
    mov rbp, rsp
    .cfi_def_cfa_register 6
    lea rax, [rip + constants]
    vmovdqu64 zmm0, [rdi + 0]
    vmovdqu64 zmm1, [rdi + 256]
    vmovdqu64 zmm2, [rdi + 512]
    vmovdqu64 zmm3, [rdi + 768]
    vmovdqu64 zmm4, [rdi + 64]
    vmovdqu64 zmm5, [rdi + 320]
    vmovdqu64 zmm6, [rdi + 576]
    vmovdqu64 zmm7, [rdi + 832]
    vmovdqu64 zmm8, [rdi + 128]
    vmovdqu64 zmm9, [rdi + 384]
    vmovdqu64 zmm10, [rdi + 640]
    vmovdqu64 zmm11, [rdi + 896]
    vmovdqu64 zmm12, [rdi + 192]
    vmovdqu64 zmm13, [rdi + 448]
    vmovdqu64 zmm14, [rdi + 704]
    vmovdqu64 zmm15, [rdi + 960]
    mov rcx, 0
    mov rdx, 256
    mov r8, 512
    mov r9, 768
2:
    vpbroadcastd zmm20, dword ptr [rax + 0]
    vpaddd zmm0, zmm0, [rsi + rcx + 0]
    vpaddd zmm4, zmm4, [rsi + rcx + 64]
    vpaddd zmm8, zmm8, [rsi + rcx + 128]
    vpaddd zmm12, zmm12, [rsi + rcx + 192]
    vpaddd zmm0, zmm0, zmm20
    vpaddd zmm4, zmm4, zmm20
    vpaddd zmm8, zmm8, zmm20
    vpaddd zmm12, zmm12, zmm20
    vmovdqa64 zmm16, zmm1
    vmovdqa64 zmm17, zmm5
    vmovdqa64 zmm18, zmm9
    vmovdqa64 zmm19, zmm13
    vpternlogd zmm16, zmm2, zmm3, 0xca
    vpternlogd zmm17, zmm6, zmm7, 0xca
    vpternlogd zmm18, zmm10, zmm11, 0xca
    vpternlogd zmm19, zmm14, zmm15, 0xca
    vpaddd zmm0, zmm0, zmm16
    vpaddd zmm4, zmm4, zmm17
    vpaddd zmm8, zmm8, zmm18
    vpaddd zmm12, zmm12, zmm19
    vprold zmm0, zmm0, 7
    vprold zmm4, zmm4, 7
    vprold zmm8, zmm8, 7
    vprold zmm12, zmm12, 7
    vpaddd zmm0, zmm0, zmm1
    vpaddd zmm4, zmm4, zmm5
    vpaddd zmm8, zmm8, zmm9
    vpaddd zmm12, zmm12, zmm13
    add rcx, 1024
    and rcx, 4095
    vpbroadcastd zmm21, dword ptr [rax + 4]
    vpaddd zmm3, zmm3, [rsi + rdx + 0]
    vpaddd zmm7, zmm7, [rsi + rdx + 64]
    vpaddd zmm11, zmm11, [rsi + rdx + 128]
    vpaddd zmm15, zmm15, [rsi + rdx + 192]
    vpaddd zmm3, zmm3, zmm21
    vpaddd zmm7, zmm7, zmm21
    vpaddd zmm11, zmm11, zmm21
    vpaddd zmm15, zmm15, zmm21
    vmovdqa64 zmm16, zmm0
    vmovdqa64 zmm17, zmm4
    vmovdqa64 zmm18, zmm8
    vmovdqa64 zmm19, zmm12
    vpternlogd zmm16, zmm1, zmm2, 0xca
    vpternlogd zmm17, zmm5, zmm6, 0xca
    vpternlogd zmm18, zmm9, zmm10, 0xca
    vpternlogd zmm19, zmm13, zmm14, 0xca
    vpaddd zmm3, zmm3, zmm16
    vpaddd zmm7, zmm7, zmm17
    vpaddd zmm11, zmm11, zmm18
    vpaddd zmm15, zmm15, zmm19
    vprold zmm3, zmm3, 12
    vprold zmm7, zmm7, 12
    vprold zmm11, zmm11, 12
    vprold zmm15, zmm15, 12
    vpaddd zmm3, zmm3, zmm0
    vpaddd zmm7, zmm7, zmm4
    vpaddd zmm11, zmm11, zmm8
    vpaddd zmm15, zmm15, zmm12
    add rdx, 1024
    and rdx, 4095
    vpbroadcastd zmm20, dword ptr [rax + 8]
    vpaddd zmm2, zmm2, [rsi + r8 + 0]
    vpaddd zmm6, zmm6, [rsi + r8 + 64]
    vpaddd zmm10, zmm10, [rsi + r8 + 128]
    vpaddd zmm14, zmm14, [rsi + r8 + 192]
    vpaddd zmm2, zmm2, zmm20
    vpaddd zmm6, zmm6, zmm20
    vpaddd zmm10, zmm10, zmm20
    vpaddd zmm14, zmm14, zmm20
    vmovdqa64 zmm16, zmm3
    vmovdqa64 zmm17, zmm7
    vmovdqa64 zmm18, zmm11
    vmovdqa64 zmm19, zmm15
    vpternlogd zmm16, zmm0, zmm1, 0xca
    vpternlogd zmm17, zmm4, zmm5, 0xca
    vpternlogd zmm18, zmm8, zmm9, 0xca
    vpternlogd zmm19, zmm12, zmm13, 0xca
    vpaddd zmm2, zmm2, zmm16
    vpaddd zmm6, zmm6, zmm17
    vpaddd zmm10, zmm10, zmm18
    vpaddd zmm14, zmm14, zmm19
    vprold zmm2, zmm2, 17
    vprold zmm6, zmm6, 17
    vprold zmm10, zmm10, 17
    vprold zmm14, zmm14, 17
    vpaddd zmm2, zmm2, zmm3
    vpaddd zmm6, zmm6, zmm7
    vpaddd zmm10, zmm10, zmm11
    vpaddd zmm14, zmm14, zmm15
    add r8, 1024
    and r8, 4095
    vpbroadcastd zmm21, dword ptr [rax + 12]
    vpaddd zmm1, zmm1, [rsi + r9 + 0]
    vpaddd zmm5, zmm5, [rsi + r9 + 64]
    vpaddd zmm9, zmm9, [rsi + r9 + 128]
    vpaddd zmm13, zmm13, [rsi + r9 + 192]
    vpaddd zmm1, zmm1, zmm21
    vpaddd zmm5, zmm5, zmm21
    vpaddd zmm9, zmm9, zmm21
    vpaddd zmm13, zmm13, zmm21
    vmovdqa64 zmm16, zmm2
    vmovdqa64 zmm17, zmm6
    vmovdqa64 zmm18, zmm10
    vmovdqa64 zmm19, zmm14
    vpternlogd zmm16, zmm3, zmm0, 0xca
    vpternlogd zmm17, zmm7, zmm4, 0xca
    vpternlogd zmm18, zmm11, zmm8, 0xca
    vpternlogd zmm19, zmm15, zmm12, 0xca
    vpaddd zmm1, zmm1, zmm16
    vpaddd zmm5, zmm5, zmm17
    vpaddd zmm9, zmm9, zmm18
    vpaddd zmm13, zmm13, zmm19
    vprold zmm1, zmm1, 22
    vprold zmm5, zmm5, 22
    vprold zmm9, zmm9, 22
    vprold zmm13, zmm13, 22
    vpaddd zmm1, zmm1, zmm2
    vpaddd zmm5, zmm5, zmm6
    vpaddd zmm9, zmm9, zmm10
    vpaddd zmm13, zmm13, zmm14
    add r9, 1024
    and r9, 4095
    add rax, 16
    test eax, 48
    jnz 2b
    mov rcx, 256
    mov rdx, 1536
    mov r8, 2816
    mov r9, 0
2:
    vpbroadcastd zmm20, dword ptr [rax + 0]
    vpaddd zmm0, zmm0, [rsi + rcx + 0]
    vpaddd zmm4, zmm4, [rsi + rcx + 64]
    vpaddd zmm8, zmm8, [rsi + rcx + 128]
    vpaddd zmm12, zmm12, [rsi + rcx + 192]
    vpaddd zmm0, zmm0, zmm20
    vpaddd zmm4, zmm4, zmm20
    vpaddd zmm8, zmm8, zmm20
    vpaddd zmm12, zmm12, zmm20
    vmovdqa64 zmm16, zmm1
    vmovdqa64 zmm17, zmm5
    vmovdqa64 zmm18, zmm9
    vmovdqa64 zmm19, zmm13
    vpternlogd zmm16, zmm2, zmm3, 0xe4
    vpternlogd zmm17, zmm6, zmm7, 0xe4
    vpternlogd zmm18, zmm10, zmm11, 0xe4
    vpternlogd zmm19, zmm14, zmm15, 0xe4
    vpaddd zmm0, zmm0, zmm16
    vpaddd zmm4, zmm4, zmm17
    vpaddd zmm8, zmm8, zmm18
    vpaddd zmm12, zmm12, zmm19
    vprold zmm0, zmm0, 5
    vprold zmm4, zmm4, 5
    vprold zmm8, zmm8, 5
    vprold zmm12, zmm12, 5
    vpaddd zmm0, zmm0, zmm1
    vpaddd zmm4, zmm4, zmm5
    vpaddd zmm8, zmm8, zmm9
    vpaddd zmm12, zmm12, zmm13
    add rcx, 1024
    and rcx, 4095
    vpbroadcastd zmm21, dword ptr [rax + 4]
    vpaddd zmm3, zmm3, [rsi + rdx + 0]
    vpaddd zmm7, zmm7, [rsi + rdx + 64]
    vpaddd zmm11, zmm11, [rsi + rdx + 128]
    vpaddd zmm15, zmm15, [rsi + rdx + 192]
    vpaddd zmm3, zmm3, zmm21
    vpaddd zmm7, zmm7, zmm21
    vpaddd zmm11, zmm11, zmm21
    vpaddd zmm15, zmm15, zmm21
    vmovdqa64 zmm16, zmm0
    vmovdqa64 zmm17, zmm4
    vmovdqa64 zmm18, zmm8
    vmovdqa64 zmm19, zmm12
    vpternlogd zmm16, zmm1, zmm2, 0xe4
    vpternlogd zmm17, zmm5, zmm6, 0xe4
    vpternlogd zmm18, zmm9, zmm10, 0xe4
    vpternlogd zmm19, zmm13, zmm14, 0xe4
    vpaddd zmm3, zmm3, zmm16
    vpaddd zmm7, zmm7, zmm17
    vpaddd zmm11, zmm11, zmm18
    vpaddd zmm15, zmm15, zmm19
    vprold zmm3, zmm3, 9
    vprold zmm7, zmm7, 9
    vprold zmm11, zmm11, 9
    vprold zmm15, zmm15, 9
    vpaddd zmm3, zmm3, zmm0
    vpaddd zmm7, zmm7, zmm4
    vpaddd zmm11, zmm11, zmm8
    vpaddd zmm15, zmm15, zmm12
    add rdx, 1024
    and rdx, 4095
    vpbroadcastd zmm20, dword ptr [rax + 8]
    vpaddd zmm2, zmm2, [rsi + r8 + 0]
    vpaddd zmm6, zmm6, [rsi + r8 + 64]
    vpaddd zmm10, zmm10, [rsi + r8 + 128]
    vpaddd zmm14, zmm14, [rsi + r8 + 192]
    vpaddd zmm2, zmm2, zmm20
    vpaddd zmm6, zmm6, zmm20
    vpaddd zmm10, zmm10, zmm20
    vpaddd zmm14, zmm14, zmm20
    vmovdqa64 zmm16, zmm3
    vmovdqa64 zmm17, zmm7
    vmovdqa64 zmm18, zmm11
    vmovdqa64 zmm19, zmm15
    vpternlogd zmm16, zmm0, zmm1, 0xe4
    vpternlogd zmm17, zmm4, zmm5, 0xe4
    vpternlogd zmm18, zmm8, zmm9, 0xe4
    vpternlogd zmm19, zmm12, zmm13, 0xe4
    vpaddd zmm2, zmm2, zmm16
    vpaddd zmm6, zmm6, zmm17
    vpaddd zmm10, zmm10, zmm18
    vpaddd zmm14, zmm14, zmm19
    vprold zmm2, zmm2, 14
    vprold zmm6, zmm6, 14
    vprold zmm10, zmm10, 14
    vprold zmm14, zmm14, 14
    vpaddd zmm2, zmm2, zmm3
    vpaddd zmm6, zmm6, zmm7
    vpaddd zmm10, zmm10, zmm11
    vpaddd zmm14, zmm14, zmm15
    add r8, 1024
    and r8, 4095
    vpbroadcastd zmm21, dword ptr [rax + 12]
    vpaddd zmm1, zmm1, [rsi + r9 + 0]
    vpaddd zmm5, zmm5, [rsi + r9 + 64]
    vpaddd zmm9, zmm9, [rsi + r9 + 128]
    vpaddd zmm13, zmm13, [rsi + r9 + 192]
    vpaddd zmm1, zmm1, zmm21
    vpaddd zmm5, zmm5, zmm21
    vpaddd zmm9, zmm9, zmm21
    vpaddd zmm13, zmm13, zmm21
    vmovdqa64 zmm16, zmm2
    vmovdqa64 zmm17, zmm6
    vmovdqa64 zmm18, zmm10
    vmovdqa64 zmm19, zmm14
    vpternlogd zmm16, zmm3, zmm0, 0xe4
    vpternlogd zmm17, zmm7, zmm4, 0xe4
    vpternlogd zmm18, zmm11, zmm8, 0xe4
    vpternlogd zmm19, zmm15, zmm12, 0xe4
    vpaddd zmm1, zmm1, zmm16
    vpaddd zmm5, zmm5, zmm17
    vpaddd zmm9, zmm9, zmm18
    vpaddd zmm13, zmm13, zmm19
    vprold zmm1, zmm1, 20
    vprold zmm5, zmm5, 20
    vprold zmm9, zmm9, 20
    vprold zmm13, zmm13, 20
    vpaddd zmm1, zmm1, zmm2
    vpaddd zmm5, zmm5, zmm6
    vpaddd zmm9, zmm9, zmm10
    vpaddd zmm13, zmm13, zmm14
    add r9, 1024
    and r9, 4095
    add rax, 16
    test eax, 48
    jnz 2b
    mov rcx, 1280
    mov rdx, 2048
    mov r8, 2816
    mov r9, 3584
2:
    vpbroadcastd zmm20, dword ptr [rax + 0]
    vpaddd zmm0, zmm0, [rsi + rcx + 0]
    vpaddd zmm4, zmm4, [rsi + rcx + 64]
    vpaddd zmm8, zmm8, [rsi + rcx + 128]
    vpaddd zmm12, zmm12, [rsi + rcx + 192]
    vpaddd zmm0, zmm0, zmm20
    vpaddd zmm4, zmm4, zmm20
    vpaddd zmm8, zmm8, zmm20
    vpaddd zmm12, zmm12, zmm20
    vmovdqa64 zmm16, zmm1
    vmovdqa64 zmm17, zmm5
    vmovdqa64 zmm18, zmm9
    vmovdqa64 zmm19, zmm13
    vpternlogd zmm16, zmm2, zmm3, 0x96
    vpternlogd zmm17, zmm6, zmm7, 0x96
    vpternlogd zmm18, zmm10, zmm11, 0x96
    vpternlogd zmm19, zmm14, zmm15, 0x96
    vpaddd zmm0, zmm0, zmm16
    vpaddd zmm4, zmm4, zmm17
    vpaddd zmm8, zmm8, zmm18
    vpaddd zmm12, zmm12, zmm19
    vprold zmm0, zmm0, 4
    vprold zmm4, zmm4, 4
    vprold zmm8, zmm8, 4
    vprold zmm12, zmm12, 4
    vpaddd zmm0, zmm0, zmm1
    vpaddd zmm4, zmm4, zmm5
    vpaddd zmm8, zmm8, zmm9
    vpaddd zmm12, zmm12, zmm13
    add rcx, 3072
    and rcx, 4095
    vpbroadcastd zmm21, dword ptr [rax + 4]
    vpaddd zmm3, zmm3, [rsi + rdx + 0]
    vpaddd zmm7, zmm7, [rsi + rdx + 64]
    vpaddd zmm11, zmm11, [rsi + rdx + 128]
    vpaddd zmm15, zmm15, [rsi + rdx + 192]
    vpaddd zmm3, zmm3, zmm21
    vpaddd zmm7, zmm7, zmm21
    vpaddd zmm11, zmm11, zmm21
    vpaddd zmm15, zmm15, zmm21
    vmovdqa64 zmm16, zmm0
    vmovdqa64 zmm17, zmm4
    vmovdqa64 zmm18, zmm8
    vmovdqa64 zmm19, zmm12
    vpternlogd zmm16, zmm1, zmm2, 0x96
    vpternlogd zmm17, zmm5, zmm6, 0x96
    vpternlogd zmm18, zmm9, zmm10, 0x96
    vpternlogd zmm19, zmm13, zmm14, 0x96
    vpaddd zmm3, zmm3, zmm16
    vpaddd zmm7, zmm7, zmm17
    vpaddd zmm11, zmm11, zmm18
    vpaddd zmm15, zmm15, zmm19
    vprold zmm3, zmm3, 11
    vprold zmm7, zmm7, 11
    vprold zmm11, zmm11, 11
    vprold zmm15, zmm15, 11
    vpaddd zmm3, zmm3, zmm0
    vpaddd zmm7, zmm7, zmm4
    vpaddd zmm11, zmm11, zmm8
    vpaddd zmm15, zmm15, zmm12
    add rdx, 3072
    and rdx, 4095
    vpbroadcastd zmm20, dword ptr [rax + 8]
    vpaddd zmm2, zmm2, [rsi + r8 + 0]
    vpaddd zmm6, zmm6, [rsi + r8 + 64]
    vpaddd zmm10, zmm10, [rsi + r8 + 128]
    vpaddd zmm14, zmm14, [rsi + r8 + 192]
    vpaddd zmm2, zmm2, zmm20
    vpaddd zmm6, zmm6, zmm20
    vpaddd zmm10, zmm10, zmm20
    vpaddd zmm14, zmm14, zmm20
    vmovdqa64 zmm16, zmm3
    vmovdqa64 zmm17, zmm7
    vmovdqa64 zmm18, zmm11
    vmovdqa64 zmm19, zmm15
    vpternlogd zmm16, zmm0, zmm1, 0x96
    vpternlogd zmm17, zmm4, zmm5, 0x96
    vpternlogd zmm18, zmm8, zmm9, 0x96
    vpternlogd zmm19, zmm12, zmm13, 0x96
    vpaddd zmm2, zmm2, zmm16
    vpaddd zmm6, zmm6, zmm17
    vpaddd zmm10, zmm10, zmm18
    vpaddd zmm14, zmm14, zmm19
    vprold zmm2, zmm2, 16
    vprold zmm6, zmm6, 16
    vprold zmm10, zmm10, 16
    vprold zmm14, zmm14, 16
    vpaddd zmm2, zmm2, zmm3
    vpaddd zmm6, zmm6, zmm7
    vpaddd zmm10, zmm10, zmm11
    vpaddd zmm14, zmm14, zmm15
    add r8, 3072
    and r8, 4095
    vpbroadcastd zmm21, dword ptr [rax + 12]
    vpaddd zmm1, zmm1, [rsi + r9 + 0]
    vpaddd zmm5, zmm5, [rsi + r9 + 64]
    vpaddd zmm9, zmm9, [rsi + r9 + 128]
    vpaddd zmm13, zmm13, [rsi + r9 + 192]
    vpaddd zmm1, zmm1, zmm21
    vpaddd zmm5, zmm5, zmm21
    vpaddd zmm9, zmm9, zmm21
    vpaddd zmm13, zmm13, zmm21
    vmovdqa64 zmm16, zmm2
    vmovdqa64 zmm17, zmm6
    vmovdqa64 zmm18, zmm10
    vmovdqa64 zmm19, zmm14
    vpternlogd zmm16, zmm3, zmm0, 0x96
    vpternlogd zmm17, zmm7, zmm4, 0x96
    vpternlogd zmm18, zmm11, zmm8, 0x96
    vpternlogd zmm19, zmm15, zmm12, 0x96
    vpaddd zmm1, zmm1, zmm16
    vpaddd zmm5, zmm5, zmm17
    vpaddd zmm9, zmm9, zmm18
    vpaddd zmm13, zmm13, zmm19
    vprold zmm1, zmm1, 23
    vprold zmm5, zmm5, 23
    vprold zmm9, zmm9, 23
    vprold zmm13, zmm13, 23
    vpaddd zmm1, zmm1, zmm2
    vpaddd zmm5, zmm5, zmm6
    vpaddd zmm9, zmm9, zmm10
    vpaddd zmm13, zmm13, zmm14
    add r9, 3072
    and r9, 4095
    add rax, 16
    test eax, 48
    jnz 2b
    mov rcx, 0
    mov rdx, 1792
    mov r8, 3584
    mov r9, 1280
2:
    vpbroadcastd zmm20, dword ptr [rax + 0]
    vpaddd zmm0, zmm0, [rsi + rcx + 0]
    vpaddd zmm4, zmm4, [rsi + rcx + 64]
    vpaddd zmm8, zmm8, [rsi + rcx + 128]
    vpaddd zmm12, zmm12, [rsi + rcx + 192]
    vpaddd zmm0, zmm0, zmm20
    vpaddd zmm4, zmm4, zmm20
    vpaddd zmm8, zmm8, zmm20
    vpaddd zmm12, zmm12, zmm20
    vmovdqa64 zmm16, zmm1
    vmovdqa64 zmm17, zmm5
    vmovdqa64 zmm18, zmm9
    vmovdqa64 zmm19, zmm13
    vpternlogd zmm16, zmm2, zmm3, 0x39
    vpternlogd zmm17, zmm6, zmm7, 0x39
    vpternlogd zmm18, zmm10, zmm11, 0x39
    vpternlogd zmm19, zmm14, zmm15, 0x39
    vpaddd zmm0, zmm0, zmm16
    vpaddd zmm4, zmm4, zmm17
    vpaddd zmm8, zmm8, zmm18
    vpaddd zmm12, zmm12, zmm19
    vprold zmm0, zmm0, 6
    vprold zmm4, zmm4, 6
    vprold zmm8, zmm8, 6
    vprold zmm12, zmm12, 6
    vpaddd zmm0, zmm0, zmm1
    vpaddd zmm4, zmm4, zmm5
    vpaddd zmm8, zmm8, zmm9
    vpaddd zmm12, zmm12, zmm13
    add rcx, 3072
    and rcx, 4095
    vpbroadcastd zmm21, dword ptr [rax + 4]
    vpaddd zmm3, zmm3, [rsi + rdx + 0]
    vpaddd zmm7, zmm7, [rsi + rdx + 64]
    vpaddd zmm11, zmm11, [rsi + rdx + 128]
    vpaddd zmm15, zmm15, [rsi + rdx + 192]
    vpaddd zmm3, zmm3, zmm21
    vpaddd zmm7, zmm7, zmm21
    vpaddd zmm11, zmm11, zmm21
    vpaddd zmm15, zmm15, zmm21
    vmovdqa64 zmm16, zmm0
    vmovdqa64 zmm17, zmm4
    vmovdqa64 zmm18, zmm8
    vmovdqa64 zmm19, zmm12
    vpternlogd zmm16, zmm1, zmm2, 0x39
    vpternlogd zmm17, zmm5, zmm6, 0x39
    vpternlogd zmm18, zmm9, zmm10, 0x39
    vpternlogd zmm19, zmm13, zmm14, 0x39
    vpaddd zmm3, zmm3, zmm16
    vpaddd zmm7, zmm7, zmm17
    vpaddd zmm11, zmm11, zmm18
    vpaddd zmm15, zmm15, zmm19
    vprold zmm3, zmm3, 10
    vprold zmm7, zmm7, 10
    vprold zmm11, zmm11, 10
    vprold zmm15, zmm15, 10
    vpaddd zmm3, zmm3, zmm0
    vpaddd zmm7, zmm7, zmm4
    vpaddd zmm11, zmm11, zmm8
    vpaddd zmm15, zmm15, zmm12
    add rdx, 3072
    and rdx, 4095
    vpbroadcastd zmm20, dword ptr [rax + 8]
    vpaddd zmm2, zmm2, [rsi + r8 + 0]
    vpaddd zmm6, zmm6, [rsi + r8 + 64]
    vpaddd zmm10, zmm10, [rsi + r8 + 128]
    vpaddd zmm14, zmm14, [rsi + r8 + 192]
    vpaddd zmm2, zmm2, zmm20
    vpaddd zmm6, zmm6, zmm20
    vpaddd zmm10, zmm10, zmm20
    vpaddd zmm14, zmm14, zmm20
    vmovdqa64 zmm16, zmm3
    vmovdqa64 zmm17, zmm7
    vmovdqa64 zmm18, zmm11
    vmovdqa64 zmm19, zmm15
    vpternlogd zmm16, zmm0, zmm1, 0x39
    vpternlogd zmm17, zmm4, zmm5, 0x39
    vpternlogd zmm18, zmm8, zmm9, 0x39
    vpternlogd zmm19, zmm12, zmm13, 0x39
    vpaddd zmm2, zmm2, zmm16
    vpaddd zmm6, zmm6, zmm17
    vpaddd zmm10, zmm10, zmm18
    vpaddd zmm14, zmm14, zmm19
    vprold zmm2, zmm2, 15
    vprold zmm6, zmm6, 15
    vprold zmm10, zmm10, 15
    vprold zmm14, zmm14, 15
    vpaddd zmm2, zmm2, zmm3
    vpaddd zmm6, zmm6, zmm7
    vpaddd zmm10, zmm10, zmm11
    vpaddd zmm14, zmm14, zmm15
    add r8, 3072
    and r8, 4095
    vpbroadcastd zmm21, dword ptr [rax + 12]
    vpaddd zmm1, zmm1, [rsi + r9 + 0]
    vpaddd zmm5, zmm5, [rsi + r9 + 64]
    vpaddd zmm9, zmm9, [rsi + r9 + 128]
    vpaddd zmm13, zmm13, [rsi + r9 + 192]
    vpaddd zmm1, zmm1, zmm21
    vpaddd zmm5, zmm5, zmm21
    vpaddd zmm9, zmm9, zmm21
    vpaddd zmm13, zmm13, zmm21
    vmovdqa64 zmm16, zmm2
    vmovdqa64 zmm17, zmm6
    vmovdqa64 zmm18, zmm10
    vmovdqa64 zmm19, zmm14
    vpternlogd zmm16, zmm3, zmm0, 0x39
    vpternlogd zmm17, zmm7, zmm4, 0x39
    vpternlogd zmm18, zmm11, zmm8, 0x39
    vpternlogd zmm19, zmm15, zmm12, 0x39
    vpaddd zmm1, zmm1, zmm16
    vpaddd zmm5, zmm5, zmm17
    vpaddd zmm9, zmm9, zmm18
    vpaddd zmm13, zmm13, zmm19
    vprold zmm1, zmm1, 21
    vprold zmm5, zmm5, 21
    vprold zmm9, zmm9, 21
    vprold zmm13, zmm13, 21
    vpaddd zmm1, zmm1, zmm2
    vpaddd zmm5, zmm5, zmm6
    vpaddd zmm9, zmm9, zmm10
    vpaddd zmm13, zmm13, zmm14
    add r9, 3072
    and r9, 4095
    add rax, 16
    test eax, 48
    jnz 2b
    vpaddd zmm0, zmm0, [rdi + 0]
    vmovdqu64 [rdi + 0], zmm0
    vpaddd zmm4, zmm4, [rdi + 64]
    vmovdqu64 [rdi + 64], zmm4
    vpaddd zmm8, zmm8, [rdi + 128]
    vmovdqu64 [rdi + 128], zmm8
    vpaddd zmm12, zmm12, [rdi + 192]
    vmovdqu64 [rdi + 192], zmm12
    vpaddd zmm1, zmm1, [rdi + 256]
    vmovdqu64 [rdi + 256], zmm1
    vpaddd zmm5, zmm5, [rdi + 320]
    vmovdqu64 [rdi + 320], zmm5
    vpaddd zmm9, zmm9, [rdi + 384]
    vmovdqu64 [rdi + 384], zmm9
    vpaddd zmm13, zmm13, [rdi + 448]
    vmovdqu64 [rdi + 448], zmm13
    vpaddd zmm2, zmm2, [rdi + 512]
    vmovdqu64 [rdi + 512], zmm2
    vpaddd zmm6, zmm6, [rdi + 576]
    vmovdqu64 [rdi + 576], zmm6
    vpaddd zmm10, zmm10, [rdi + 640]
    vmovdqu64 [rdi + 640], zmm10
    vpaddd zmm14, zmm14, [rdi + 704]
    vmovdqu64 [rdi + 704], zmm14
    vpaddd zmm3, zmm3, [rdi + 768]
    vmovdqu64 [rdi + 768], zmm3
    vpaddd zmm7, zmm7, [rdi + 832]
    vmovdqu64 [rdi + 832], zmm7
    vpaddd zmm11, zmm11, [rdi + 896]
    vmovdqu64 [rdi + 896], zmm11
    vpaddd zmm15, zmm15, [rdi + 960]
    vmovdqu64 [rdi + 960], zmm15
    vzeroupper
    pop rbp
    .cfi_def_cfa 7, 8
    ret
    .cfi_endproc
    .size wr_md5_avx512_block_64, . - wr_md5_avx512_block_64

    .p2align 6
    .globl wr_md5_avx512_outer_64
    .hidden wr_md5_avx512_outer_64
    .type wr_md5_avx512_outer_64, @function
wr_md5_avx512_outer_64:
    .cfi_startproc
    endbr64
    push rbp
    .cfi_def_cfa_offset 16
    .cfi_offset 6, -16
    mov rbp, rsp
    .cfi_def_cfa_register 6
    lea rax, [rip + outer_constants]
    vmovdqu64 zmm0, [rdi + 0]
    vmovdqu64 zmm1, [rdi + 256]
    vmovdqu64 zmm2, [rdi + 512]
    vmovdqu64 zmm3, [rdi + 768]
    vmovdqu64 zmm4, [rdi + 64]
    vmovdqu64 zmm5, [rdi + 320]
    vmovdqu64 zmm6, [rdi + 576]
    vmovdqu64 zmm7, [rdi + 832]
    vmovdqu64 zmm8, [rdi + 128]
    vmovdqu64 zmm9, [rdi + 384]
    vmovdqu64 zmm10, [rdi + 640]
    vmovdqu64 zmm11, [rdi + 896]
    vmovdqu64 zmm12, [rdi + 192]
    vmovdqu64 zmm13, [rdi + 448]
    vmovdqu64 zmm14, [rdi + 704]
    vmovdqu64 zmm15, [rdi + 960]
    vpbroadcastd zmm20, dword ptr [rax + 0]
    vpaddd zmm0, zmm0, [rsi + 0 + 0]
    vpaddd zmm4, zmm4, [rsi + 0 + 64]
    vpaddd zmm8, zmm8, [rsi + 0 + 128]
    vpaddd zmm12, zmm12, [rsi + 0 + 192]
    vpaddd zmm0, zmm0, zmm20
    vpaddd zmm4, zmm4, zmm20
    vpaddd zmm8, zmm8, zmm20
    vpaddd zmm12, zmm12, zmm20
    vmovdqa64 zmm16, zmm1
    vmovdqa64 zmm17, zmm5
    vmovdqa64 zmm18, zmm9
    vmovdqa64 zmm19, zmm13
    vpternlogd zmm16, zmm2, zmm3, 0xca
    vpternlogd zmm17, zmm6, zmm7, 0xca
    vpternlogd zmm18, zmm10, zmm11, 0xca
    vpternlogd zmm19, zmm14, zmm15, 0xca
    vpaddd zmm0, zmm0, zmm16
    vpaddd zmm4, zmm4, zmm17
    vpaddd zmm8, zmm8, zmm18
    vpaddd zmm12, zmm12, zmm19
    vprold zmm0, zmm0, 7
    vprold zmm4, zmm4, 7
    vprold zmm8, zmm8, 7
    vprold zmm12, zmm12, 7
    vpaddd zmm0, zmm0, zmm1
    vpaddd zmm4, zmm4, zmm5
    vpaddd zmm8, zmm8, zmm9
    vpaddd zmm12, zmm12, zmm13
    vpbroadcastd zmm21, dword ptr [rax + 4]
    vpaddd zmm3, zmm3, [rsi + 256 + 0]
    vpaddd zmm7, zmm7, [rsi + 256 + 64]
    vpaddd zmm11, zmm11, [rsi + 256 + 128]
    vpaddd zmm15, zmm15, [rsi + 256 + 192]
    vpaddd zmm3, zmm3, zmm21
    vpaddd zmm7, zmm7, zmm21
    vpaddd zmm11, zmm11, zmm21
    vpaddd zmm15, zmm15, zmm21
    vmovdqa64 zmm16, zmm0
    vmovdqa64 zmm17, zmm4
    vmovdqa64 zmm18, zmm8
    vmovdqa64 zmm19, zmm12
    vpternlogd zmm16, zmm1, zmm2, 0xca
    vpternlogd zmm17, zmm5, zmm6, 0xca
    vpternlogd zmm18, zmm9, zmm10, 0xca
    vpternlogd zmm19, zmm13, zmm14, 0xca
    vpaddd zmm3, zmm3, zmm16
    vpaddd zmm7, zmm7, zmm17
    vpaddd zmm11, zmm11, zmm18
    vpaddd zmm15, zmm15, zmm19
    vprold zmm3, zmm3, 12
    vprold zmm7, zmm7, 12
    vprold zmm11, zmm11, 12
    vprold zmm15, zmm15, 12
    vpaddd zmm3, zmm3, zmm0
    vpaddd zmm7, zmm7, zmm4
    vpaddd zmm11, zmm11, zmm8
    vpaddd zmm15, zmm15, zmm12
    vpbroadcastd zmm20, dword ptr [rax + 8]
    vpaddd zmm2, zmm2, [rsi + 512 + 0]
    vpaddd zmm6, zmm6, [rsi + 512 + 64]
    vpaddd zmm10, zmm10, [rsi + 512 + 128]
    vpaddd zmm14, zmm14, [rsi + 512 + 192]
    vpaddd zmm2, zmm2, zmm20
    vpaddd zmm6, zmm6, zmm20
    vpaddd zmm10, zmm10, zmm20
    vpaddd zmm14, zmm14, zmm20
    vmovdqa64 zmm16, zmm3
    vmovdqa64 zmm17, zmm7
    vmovdqa64 zmm18, zmm11
    vmovdqa64 zmm19, zmm15
    vpternlogd zmm16, zmm0, zmm1, 0xca
    vpternlogd zmm17, zmm4, zmm5, 0xca
    vpternlogd zmm18, zmm8, zmm9, 0xca
    vpternlogd zmm19, zmm12, zmm13, 0xca
    vpaddd zmm2, zmm2, zmm16
    vpaddd zmm6, zmm6, zmm17
    vpaddd zmm10, zmm10, zmm18
    vpaddd zmm14, zmm14, zmm19
    vprold zmm2, zmm2, 17
    vprold zmm6, zmm6, 17
    vprold zmm10, zmm10, 17
    vprold zmm14, zmm14, 17
    vpaddd zmm2, zmm2, zmm3
    vpaddd zmm6, zmm6, zmm7
    vpaddd zmm10, zmm10, zmm11
    vpaddd zmm14, zmm14, zmm15
    vpbroadcastd zmm21, dword ptr [rax + 12]
    vpaddd zmm1, zmm1, [rsi + 768 + 0]
    vpaddd zmm5, zmm5, [rsi + 768 + 64]
    vpaddd zmm9, zmm9, [rsi + 768 + 128]
    vpaddd zmm13, zmm13, [rsi + 768 + 192]
    vpaddd zmm1, zmm1, zmm21
    vpaddd zmm5, zmm5, zmm21
    vpaddd zmm9, zmm9, zmm21
    vpaddd zmm13, zmm13, zmm21
    vmovdqa64 zmm16, zmm2
    vmovdqa64 zmm17, zmm6
    vmovdqa64 zmm18, zmm10
    vmovdqa64 zmm19, zmm14
    vpternlogd zmm16, zmm3, zmm0, 0xca
    vpternlogd zmm17, zmm7, zmm4, 0xca
    vpternlogd zmm18, zmm11, zmm8, 0xca
    vpternlogd zmm19, zmm15, zmm12, 0xca
    vpaddd zmm1, zmm1, zmm16
    vpaddd zmm5, zmm5, zmm17
    vpaddd zmm9, zmm9, zmm18
    vpaddd zmm13, zmm13, zmm19
    vprold zmm1, zmm1, 22
    vprold zmm5, zmm5, 22
    vprold zmm9, zmm9, 22
    vprold zmm13, zmm13, 22
    vpaddd zmm1, zmm1, zmm2
    vpaddd zmm5, zmm5, zmm6
    vpaddd zmm9, zmm9, zmm10
    vpaddd zmm13, zmm13, zmm14
    vpbroadcastd zmm20, dword ptr [rax + 16]
    vpaddd zmm0, zmm0, zmm20
    vpaddd zmm4, zmm4, zmm20
    vpaddd zmm8, zmm8, zmm20
    vpaddd zmm12, zmm12, zmm20
    vmovdqa64 zmm16, zmm1
    vmovdqa64 zmm17, zmm5
    vmovdqa64 zmm18, zmm9
    vmovdqa64 zmm19, zmm13
    vpternlogd zmm16, zmm2, zmm3, 0xca
    vpternlogd zmm17, zmm6, zmm7, 0xca
    vpternlogd zmm18, zmm10, zmm11, 0xca
    vpternlogd zmm19, zmm14, zmm15, 0xca
    vpaddd zmm0, zmm0, zmm16
    vpaddd zmm4, zmm4, zmm17
    vpaddd zmm8, zmm8, zmm18
    vpaddd zmm12, zmm12, zmm19
    vprold zmm0, zmm0, 7
    vprold zmm4, zmm4, 7
    vprold zmm8, zmm8, 7
    vprold zmm12, zmm12, 7
    vpaddd zmm0, zmm0, zmm1
    vpaddd zmm4, zmm4, zmm5
    vpaddd zmm8, zmm8, zmm9
    vpaddd zmm12, zmm12, zmm13
    vpbroadcastd zmm21, dword ptr [rax + 20]
    vpaddd zmm3, zmm3, zmm21
    vpaddd zmm7, zmm7, zmm21
    vpaddd zmm11, zmm11, zmm21
    vpaddd zmm15, zmm15, zmm21
    vmovdqa64 zmm16, zmm0
    vmovdqa64 zmm17, zmm4
    vmovdqa64 zmm18, zmm8
    vmovdqa64 zmm19, zmm12
    vpternlogd zmm16, zmm1, zmm2, 0xca
    vpternlogd zmm17, zmm5, zmm6, 0xca
    vpternlogd zmm18, zmm9, zmm10, 0xca
    vpternlogd zmm19, zmm13, zmm14, 0xca
    vpaddd zmm3, zmm3, zmm16
    vpaddd zmm7, zmm7, zmm17
    vpaddd zmm11, zmm11, zmm18
    vpaddd zmm15, zmm15, zmm19
    vprold zmm3, zmm3, 12
    vprold zmm7, zmm7, 12
    vprold zmm11, zmm11, 12
    vprold zmm15, zmm15, 12
    vpaddd zmm3, zmm3, zmm0
    vpaddd zmm7, zmm7, zmm4
    vpaddd zmm11, zmm11, zmm8
    vpaddd zmm15, zmm15, zmm12
    vpbroadcastd zmm20, dword ptr [rax + 24]
    vpaddd zmm2, zmm2, zmm20
    vpaddd zmm6, zmm6, zmm20
    vpaddd zmm10, zmm10, zmm20
    vpaddd zmm14, zmm14, zmm20
    vmovdqa64 zmm16, zmm3
    vmovdqa64 zmm17, zmm7
    vmovdqa64 zmm18, zmm11
    vmovdqa64 zmm19, zmm15
    vpternlogd zmm16, zmm0, zmm1, 0xca
    vpternlogd zmm17, zmm4, zmm5, 0xca
    vpternlogd zmm18, zmm8, zmm9, 0xca
    vpternlogd zmm19, zmm12, zmm13, 0xca
    vpaddd zmm2, zmm2, zmm16
    vpaddd zmm6, zmm6, zmm17
    vpaddd zmm10, zmm10, zmm18
    vpaddd zmm14, zmm14, zmm19
    vprold zmm2, zmm2, 17
    vprold zmm6, zmm6, 17
    vprold zmm10, zmm10, 17
    vprold zmm14, zmm14, 17
    vpaddd zmm2, zmm2, zmm3
    vpaddd zmm6, zmm6, zmm7
    vpaddd zmm10, zmm10, zmm11
    vpaddd zmm14, zmm14, zmm15
    vpbroadcastd zmm21, dword ptr [rax + 28]
    vpaddd zmm1, zmm1, zmm21
    vpaddd zmm5, zmm5, zmm21
    vpaddd zmm9, zmm9, zmm21
    vpaddd zmm13, zmm13, zmm21
    vmovdqa64 zmm16, zmm2
    vmovdqa64 zmm17, zmm6
    vmovdqa64 zmm18, zmm10
    vmovdqa64 zmm19, zmm14
    vpternlogd zmm16, zmm3, zmm0, 0xca
    vpternlogd zmm17, zmm7, zmm4, 0xca
    vpternlogd zmm18, zmm11, zmm8, 0xca
    vpternlogd zmm19, zmm15, zmm12, 0xca
    vpaddd zmm1, zmm1, zmm16
    vpaddd zmm5, zmm5, zmm17
    vpaddd zmm9, zmm9, zmm18
    vpaddd zmm13, zmm13, zmm19
    vprold zmm1, zmm1, 22
    vprold zmm5, zmm5, 22
    vprold zmm9, zmm9, 22
    vprold zmm13, zmm13, 22
    vpaddd zmm1, zmm1, zmm2
    vpaddd zmm5, zmm5, zmm6
    vpaddd zmm9, zmm9, zmm10
    vpaddd zmm13, zmm13, zmm14
    vpbroadcastd zmm20, dword ptr [rax + 32]
    vpaddd zmm0, zmm0, zmm20
    vpaddd zmm4, zmm4, zmm20
    vpaddd zmm8, zmm8, zmm20
    vpaddd zmm12, zmm12, zmm20
    vmovdqa64 zmm16, zmm1
    vmovdqa64 zmm17, zmm5
    vmovdqa64 zmm18, zmm9
    vmovdqa64 zmm19, zmm13
    vpternlogd zmm16, zmm2, zmm3, 0xca
    vpternlogd zmm17, zmm6, zmm7, 0xca
    vpternlogd zmm18, zmm10, zmm11, 0xca
    vpternlogd zmm19, zmm14, zmm15, 0xca
    vpaddd zmm0, zmm0, zmm16
    vpaddd zmm4, zmm4, zmm17
    vpaddd zmm8, zmm8, zmm18
    vpaddd zmm12, zmm12, zmm19
    vprold zmm0, zmm0, 7
    vprold zmm4, zmm4, 7
    vprold zmm8, zmm8, 7
    vprold zmm12, zmm12, 7
    vpaddd zmm0, zmm0, zmm1
    vpaddd zmm4, zmm4, zmm5
    vpaddd zmm8, zmm8, zmm9
    vpaddd zmm12, zmm12, zmm13
    vpbroadcastd zmm21, dword ptr [rax + 36]
    vpaddd zmm3, zmm3, zmm21
    vpaddd zmm7, zmm7, zmm21
    vpaddd zmm11, zmm11, zmm21
    vpaddd zmm15, zmm15, zmm21
    vmovdqa64 zmm16, zmm0
    vmovdqa64 zmm17, zmm4
    vmovdqa64 zmm18, zmm8
    vmovdqa64 zmm19, zmm12
    vpternlogd zmm16, zmm1, zmm2, 0xca
    vpternlogd zmm17, zmm5, zmm6, 0xca
    vpternlogd zmm18, zmm9, zmm10, 0xca
    vpternlogd zmm19, zmm13, zmm14, 0xca
    vpaddd zmm3, zmm3, zmm16
    vpaddd zmm7, zmm7, zmm17
    vpaddd zmm11, zmm11, zmm18
    vpaddd zmm15, zmm15, zmm19
    vprold zmm3, zmm3, 12
    vprold zmm7, zmm7, 12
    vprold zmm11, zmm11, 12
    vprold zmm15, zmm15, 12
    vpaddd zmm3, zmm3, zmm0
    vpaddd zmm7, zmm7, zmm4
    vpaddd zmm11, zmm11, zmm8
    vpaddd zmm15, zmm15, zmm12
    vpbroadcastd zmm20, dword ptr [rax + 40]
    vpaddd zmm2, zmm2, zmm20
    vpaddd zmm6, zmm6, zmm20
    vpaddd zmm10, zmm10, zmm20
    vpaddd zmm14, zmm14, zmm20
    vmovdqa64 zmm16, zmm3
    vmovdqa64 zmm17, zmm7
    vmovdqa64 zmm18, zmm11
    vmovdqa64 zmm19, zmm15
    vpternlogd zmm16, zmm0, zmm1, 0xca
    vpternlogd zmm17, zmm4, zmm5, 0xca
    vpternlogd zmm18, zmm8, zmm9, 0xca
    vpternlogd zmm19, zmm12, zmm13, 0xca
    vpaddd zmm2, zmm2, zmm16
    vpaddd zmm6, zmm6, zmm17
    vpaddd zmm10, zmm10, zmm18
    vpaddd zmm14, zmm14, zmm19
    vprold zmm2, zmm2, 17
    vprold zmm6, zmm6, 17
    vprold zmm10, zmm10, 17
    vprold zmm14, zmm14, 17
    vpaddd zmm2, zmm2, zmm3
    vpaddd zmm6, zmm6, zmm7
    vpaddd zmm10, zmm10, zmm11
    vpaddd zmm14, zmm14, zmm15
    vpbroadcastd zmm21, dword ptr [rax + 44]
    vpaddd zmm1, zmm1, zmm21
    vpaddd zmm5, zmm5, zmm21
    vpaddd zmm9, zmm9, zmm21
    vpaddd zmm13, zmm13, zmm21
    vmovdqa64 zmm16, zmm2
    vmovdqa64 zmm17, zmm6
    vmovdqa64 zmm18, zmm10
    vmovdqa64 zmm19, zmm14
    vpternlogd zmm16, zmm3, zmm0, 0xca
    vpternlogd zmm17, zmm7, zmm4, 0xca
    vpternlogd zmm18, zmm11, zmm8, 0xca
    vpternlogd zmm19, zmm15, zmm12, 0xca
    vpaddd zmm1, zmm1, zmm16
    vpaddd zmm5, zmm5, zmm17
    vpaddd zmm9, zmm9, zmm18
    vpaddd zmm13, zmm13, zmm19
    vprold zmm1, zmm1, 22
    vprold zmm5, zmm5, 22
    vprold zmm9, zmm9, 22
    vprold zmm13, zmm13, 22
    vpaddd zmm1, zmm1, zmm2
    vpaddd zmm5, zmm5, zmm6
    vpaddd zmm9, zmm9, zmm10
    vpaddd zmm13, zmm13, zmm14
    vpbroadcastd zmm20, dword ptr [rax + 48]
    vpaddd zmm0, zmm0, zmm20
    vpaddd zmm4, zmm4, zmm20
    vpaddd zmm8, zmm8, zmm20
    vpaddd zmm12, zmm12, zmm20
    vmovdqa64 zmm16, zmm1
    vmovdqa64 zmm17, zmm5
    vmovdqa64 zmm18, zmm9
    vmovdqa64 zmm19, zmm13
    vpternlogd zmm16, zmm2, zmm3, 0xca
    vpternlogd zmm17, zmm6, zmm7, 0xca
    vpternlogd zmm18, zmm10, zmm11, 0xca
    vpternlogd zmm19, zmm14, zmm15, 0xca
    vpaddd zmm0, zmm0, zmm16
    vpaddd zmm4, zmm4, zmm17
    vpaddd zmm8, zmm8, zmm18
    vpaddd zmm12, zmm12, zmm19
    vprold zmm0, zmm0, 7
    vprold zmm4, zmm4, 7
    vprold zmm8, zmm8, 7
    vprold zmm12, zmm12, 7
    vpaddd zmm0, zmm0, zmm1
    vpaddd zmm4, zmm4, zmm5
    vpaddd zmm8, zmm8, zmm9
    vpaddd zmm12, zmm12, zmm13
    vpbroadcastd zmm21, dword ptr [rax + 52]
    vpaddd zmm3, zmm3, zmm21
    vpaddd zmm7, zmm7, zmm21
    vpaddd zmm11, zmm11, zmm21
    vpaddd zmm15, zmm15, zmm21
    vmovdqa64 zmm16, zmm0
    vmovdqa64 zmm17, zmm4
    vmovdqa64 zmm18, zmm8
    vmovdqa64 zmm19, zmm12
    vpternlogd zmm16, zmm1, zmm2, 0xca
    vpternlogd zmm17, zmm5, zmm6, 0xca
    vpternlogd zmm18, zmm9, zmm10, 0xca
    vpternlogd zmm19, zmm13, zmm14, 0xca
    vpaddd zmm3, zmm3, zmm16
    vpaddd zmm7, zmm7, zmm17
    vpaddd zmm11, zmm11, zmm18
    vpaddd zmm15, zmm15, zmm19
    vprold zmm3, zmm3, 12
    vprold zmm7, zmm7, 12
    vprold zmm11, zmm11, 12
    vprold zmm15, zmm15, 12
    vpaddd zmm3, zmm3, zmm0
    vpaddd zmm7, zmm7, zmm4
    vpaddd zmm11, zmm11, zmm8
    vpaddd zmm15, zmm15, zmm12
    vpbroadcastd zmm20, dword ptr [rax + 56]
    vpaddd zmm2, zmm2, zmm20
    vpaddd zmm6, zmm6, zmm20
    vpaddd zmm10, zmm10, zmm20
    vpaddd zmm14, zmm14, zmm20
    vmovdqa64 zmm16, zmm3
    vmovdqa64 zmm17, zmm7
    vmovdqa64 zmm18, zmm11
    vmovdqa64 zmm19, zmm15
    vpternlogd zmm16, zmm0, zmm1, 0xca
    vpternlogd zmm17, zmm4, zmm5, 0xca
    vpternlogd zmm18, zmm8, zmm9, 0xca
    vpternlogd zmm19, zmm12, zmm13, 0xca
    vpaddd zmm2, zmm2, zmm16
    vpaddd zmm6, zmm6, zmm17
    vpaddd zmm10, zmm10, zmm18
    vpaddd zmm14, zmm14, zmm19
    vprold zmm2, zmm2, 17
    vprold zmm6, zmm6, 17
    vprold zmm10, zmm10, 17
    vprold zmm14, zmm14, 17
    vpaddd zmm2, zmm2, zmm3
    vpaddd zmm6, zmm6, zmm7
    vpaddd zmm10, zmm10, zmm11
    vpaddd zmm14, zmm14, zmm15
    vpbroadcastd zmm21, dword ptr [rax + 60]
    vpaddd zmm1, zmm1, zmm21
    vpaddd zmm5, zmm5, zmm21
    vpaddd zmm9, zmm9, zmm21
    vpaddd zmm13, zmm13, zmm21
    vmovdqa64 zmm16, zmm2
    vmovdqa64 zmm17, zmm6
    vmovdqa64 zmm18, zmm10
    vmovdqa64 zmm19, zmm14
    vpternlogd zmm16, zmm3, zmm0, 0xca
    vpternlogd zmm17, zmm7, zmm4, 0xca
    vpternlogd zmm18, zmm11, zmm8, 0xca
    vpternlogd zmm19, zmm15, zmm12, 0xca
    vpaddd zmm1, zmm1, zmm16
    vpaddd zmm5, zmm5, zmm17
    vpaddd zmm9, zmm9, zmm18
    vpaddd zmm13, zmm13, zmm19
    vprold zmm1, zmm1, 22
    vprold zmm5, zmm5, 22
    vprold zmm9, zmm9, 22
    vprold zmm13, zmm13, 22
    vpaddd zmm1, zmm1, zmm2
    vpaddd zmm5, zmm5, zmm6
    vpaddd zmm9, zmm9, zmm10
    vpaddd zmm13, zmm13, zmm14
    vpbroadcastd zmm20, dword ptr [rax + 64]
    vpaddd zmm0, zmm0, [rsi + 256 + 0]
    vpaddd zmm4, zmm4, [rsi + 256 + 64]
    vpaddd zmm8, zmm8, [rsi + 256 + 128]
    vpaddd zmm12, zmm12, [rsi + 256 + 192]
    vpaddd zmm0, zmm0, zmm20
    vpaddd zmm4, zmm4, zmm20
    vpaddd zmm8, zmm8, zmm20
    vpaddd zmm12, zmm12, zmm20
    vmovdqa64 zmm16, zmm1
    vmovdqa64 zmm17, zmm5
    vmovdqa64 zmm18, zmm9
    vmovdqa64 zmm19, zmm13
    vpternlogd zmm16, zmm2, zmm3, 0xe4
    vpternlogd zmm17, zmm6, zmm7, 0xe4
    vpternlogd zmm18, zmm10, zmm11, 0xe4
    vpternlogd zmm19, zmm14, zmm15, 0xe4
    vpaddd zmm0, zmm0, zmm16
    vpaddd zmm4, zmm4, zmm17
    vpaddd zmm8, zmm8, zmm18
    vpaddd zmm12, zmm12, zmm19
    vprold zmm0, zmm0, 5
    vprold zmm4, zmm4, 5
    vprold zmm8, zmm8, 5
    vprold zmm12, zmm12, 5
    vpaddd zmm0, zmm0, zmm1
    vpaddd zmm4, zmm4, zmm5
    vpaddd zmm8, zmm8, zmm9
    vpaddd zmm12, zmm12, zmm13
    vpbroadcastd zmm21, dword ptr [rax + 68]
    vpaddd zmm3, zmm3, zmm21
    vpaddd zmm7, zmm7, zmm21
    vpaddd zmm11, zmm11, zmm21
    vpaddd zmm15, zmm15, zmm21
    vmovdqa64 zmm16, zmm0
    vmovdqa64 zmm17, zmm4
    vmovdqa64 zmm18, zmm8
    vmovdqa64 zmm19, zmm12
    vpternlogd zmm16, zmm1, zmm2, 0xe4
    vpternlogd zmm17, zmm5, zmm6, 0xe4
    vpternlogd zmm18, zmm9, zmm10, 0xe4
    vpternlogd zmm19, zmm13, zmm14, 0xe4
    vpaddd zmm3, zmm3, zmm16
    vpaddd zmm7, zmm7, zmm17
    vpaddd zmm11, zmm11, zmm18
    vpaddd zmm15, zmm15, zmm19
    vprold zmm3, zmm3, 9
    vprold zmm7, zmm7, 9
    vprold zmm11, zmm11, 9
    vprold zmm15, zmm15, 9
    vpaddd zmm3, zmm3, zmm0
    vpaddd zmm7, zmm7, zmm4
    vpaddd zmm11, zmm11, zmm8
    vpaddd zmm15, zmm15, zmm12
    vpbroadcastd zmm20, dword ptr [rax + 72]
    vpaddd zmm2, zmm2, zmm20
    vpaddd zmm6, zmm6, zmm20
    vpaddd zmm10, zmm10, zmm20
    vpaddd zmm14, zmm14, zmm20
    vmovdqa64 zmm16, zmm3
    vmovdqa64 zmm17, zmm7
    vmovdqa64 zmm18, zmm11
    vmovdqa64 zmm19, zmm15
    vpternlogd zmm16, zmm0, zmm1, 0xe4
    vpternlogd zmm17, zmm4, zmm5, 0xe4
    vpternlogd zmm18, zmm8, zmm9, 0xe4
    vpternlogd zmm19, zmm12, zmm13, 0xe4
    vpaddd zmm2, zmm2, zmm16
    vpaddd zmm6, zmm6, zmm17
    vpaddd zmm10, zmm10, zmm18
    vpaddd zmm14, zmm14, zmm19
    vprold zmm2, zmm2, 14
    vprold zmm6, zmm6, 14
    vprold zmm10, zmm10, 14
    vprold zmm14, zmm14, 14
    vpaddd zmm2, zmm2, zmm3
    vpaddd zmm6, zmm6, zmm7
    vpaddd zmm10, zmm10, zmm11
    vpaddd zmm14, zmm14, zmm15
    vpbroadcastd zmm21, dword ptr [rax + 76]
    vpaddd zmm1, zmm1, [rsi + 0 + 0]
    vpaddd zmm5, zmm5, [rsi + 0 + 64]
    vpaddd zmm9, zmm9, [rsi + 0 + 128]
    vpaddd zmm13, zmm13, [rsi + 0 + 192]
    vpaddd zmm1, zmm1, zmm21
    vpaddd zmm5, zmm5, zmm21
    vpaddd zmm9, zmm9, zmm21
    vpaddd zmm13, zmm13, zmm21
    vmovdqa64 zmm16, zmm2
    vmovdqa64 zmm17, zmm6
    vmovdqa64 zmm18, zmm10
    vmovdqa64 zmm19, zmm14
    vpternlogd zmm16, zmm3, zmm0, 0xe4
    vpternlogd zmm17, zmm7, zmm4, 0xe4
    vpternlogd zmm18, zmm11, zmm8, 0xe4
    vpternlogd zmm19, zmm15, zmm12, 0xe4
    vpaddd zmm1, zmm1, zmm16
    vpaddd zmm5, zmm5, zmm17
    vpaddd zmm9, zmm9, zmm18
    vpaddd zmm13, zmm13, zmm19
    vprold zmm1, zmm1, 20
    vprold zmm5, zmm5, 20
    vprold zmm9, zmm9, 20
    vprold zmm13, zmm13, 20
    vpaddd zmm1, zmm1, zmm2
    vpaddd zmm5, zmm5, zmm6
    vpaddd zmm9, zmm9, zmm10
    vpaddd zmm13, zmm13, zmm14
    vpbroadcastd zmm20, dword ptr [rax + 80]
    vpaddd zmm0, zmm0, zmm20
    vpaddd zmm4, zmm4, zmm20
    vpaddd zmm8, zmm8, zmm20
    vpaddd zmm12, zmm12, zmm20
    vmovdqa64 zmm16, zmm1
    vmovdqa64 zmm17, zmm5
    vmovdqa64 zmm18, zmm9
    vmovdqa64 zmm19, zmm13
    vpternlogd zmm16, zmm2, zmm3, 0xe4
    vpternlogd zmm17, zmm6, zmm7, 0xe4
    vpternlogd zmm18, zmm10, zmm11, 0xe4
    vpternlogd zmm19, zmm14, zmm15, 0xe4
    vpaddd zmm0, zmm0, zmm16
    vpaddd zmm4, zmm4, zmm17
    vpaddd zmm8, zmm8, zmm18
    vpaddd zmm12, zmm12, zmm19
    vprold zmm0, zmm0, 5
    vprold zmm4, zmm4, 5
    vprold zmm8, zmm8, 5
    vprold zmm12, zmm12, 5
    vpaddd zmm0, zmm0, zmm1
    vpaddd zmm4, zmm4, zmm5
    vpaddd zmm8, zmm8, zmm9
    vpaddd zmm12, zmm12, zmm13
    vpbroadcastd zmm21, dword ptr [rax + 84]
    vpaddd zmm3, zmm3, zmm21
    vpaddd zmm7, zmm7, zmm21
    vpaddd zmm11, zmm11, zmm21
    vpaddd zmm15, zmm15, zmm21
    vmovdqa64 zmm16, zmm0
    vmovdqa64 zmm17, zmm4
    vmovdqa64 zmm18, zmm8
    vmovdqa64 zmm19, zmm12
    vpternlogd zmm16, zmm1, zmm2, 0xe4
    vpternlogd zmm17, zmm5, zmm6, 0xe4
    vpternlogd zmm18, zmm9, zmm10, 0xe4
    vpternlogd zmm19, zmm13, zmm14, 0xe4
    vpaddd zmm3, zmm3, zmm16
    vpaddd zmm7, zmm7, zmm17
    vpaddd zmm11, zmm11, zmm18
    vpaddd zmm15, zmm15, zmm19
    vprold zmm3, zmm3, 9
    vprold zmm7, zmm7, 9
    vprold zmm11, zmm11, 9
    vprold zmm15, zmm15, 9
    vpaddd zmm3, zmm3, zmm0
    vpaddd zmm7, zmm7, zmm4
    vpaddd zmm11, zmm11, zmm8
    vpaddd zmm15, zmm15, zmm12
    vpbroadcastd zmm20, dword ptr [rax + 88]
    vpaddd zmm2, zmm2, zmm20
    vpaddd zmm6, zmm6, zmm20
    vpaddd zmm10, zmm10, zmm20
    vpaddd zmm14, zmm14, zmm20
    vmovdqa64 zmm16, zmm3
    vmovdqa64 zmm17, zmm7
    vmovdqa64 zmm18, zmm11
    vmovdqa64 zmm19, zmm15
    vpternlogd zmm16, zmm0, zmm1, 0xe4
    vpternlogd zmm17, zmm4, zmm5, 0xe4
    vpternlogd zmm18, zmm8, zmm9, 0xe4
    vpternlogd zmm19, zmm12, zmm13, 0xe4
    vpaddd zmm2, zmm2, zmm16
    vpaddd zmm6, zmm6, zmm17
    vpaddd zmm10, zmm10, zmm18
    vpaddd zmm14, zmm14, zmm19
    vprold zmm2, zmm2, 14
    vprold zmm6, zmm6, 14
    vprold zmm10, zmm10, 14
    vprold zmm14, zmm14, 14
    vpaddd zmm2, zmm2, zmm3
    vpaddd zmm6, zmm6, zmm7
    vpaddd zmm10, zmm10, zmm11
    vpaddd zmm14, zmm14, zmm15
    vpbroadcastd zmm21, dword ptr [rax + 92]
    vpaddd zmm1, zmm1, zmm21
    vpaddd zmm5, zmm5, zmm21
    vpaddd zmm9, zmm9, zmm21
    vpaddd zmm13, zmm13, zmm21
    vmovdqa64 zmm16, zmm2
    vmovdqa64 zmm17, zmm6
    vmovdqa64 zmm18, zmm10
    vmovdqa64 zmm19, zmm14
    vpternlogd zmm16, zmm3, zmm0, 0xe4
    vpternlogd zmm17, zmm7, zmm4, 0xe4
    vpternlogd zmm18, zmm11, zmm8, 0xe4
    vpternlogd zmm19, zmm15, zmm12, 0xe4
    vpaddd zmm1, zmm1, zmm16
    vpaddd zmm5, zmm5, zmm17
    vpaddd zmm9, zmm9, zmm18
    vpaddd zmm13, zmm13, zmm19
    vprold zmm1, zmm1, 20
    vprold zmm5, zmm5, 20
    vprold zmm9, zmm9, 20
    vprold zmm13, zmm13, 20
    vpaddd zmm1, zmm1, zmm2
    vpaddd zmm5, zmm5, zmm6
    vpaddd zmm9, zmm9, zmm10
    vpaddd zmm13, zmm13, zmm14
    vpbroadcastd zmm20, dword ptr [rax + 96]
    vpaddd zmm0, zmm0, zmm20
    vpaddd zmm4, zmm4, zmm20
    vpaddd zmm8, zmm8, zmm20
    vpaddd zmm12, zmm12, zmm20
    vmovdqa64 zmm16, zmm1
    vmovdqa64 zmm17, zmm5
    vmovdqa64 zmm18, zmm9
    vmovdqa64 zmm19, zmm13
    vpternlogd zmm16, zmm2, zmm3, 0xe4
    vpternlogd zmm17, zmm6, zmm7, 0xe4
    vpternlogd zmm18, zmm10, zmm11, 0xe4
    vpternlogd zmm19, zmm14, zmm15, 0xe4
    vpaddd zmm0, zmm0, zmm16
    vpaddd zmm4, zmm4, zmm17
    vpaddd zmm8, zmm8, zmm18
    vpaddd zmm12, zmm12, zmm19
    vprold zmm0, zmm0, 5
    vprold zmm4, zmm4, 5
    vprold zmm8, zmm8, 5
    vprold zmm12, zmm12, 5
    vpaddd zmm0, zmm0, zmm1
    vpaddd zmm4, zmm4, zmm5
    vpaddd zmm8, zmm8, zmm9
    vpaddd zmm12, zmm12, zmm13
    vpbroadcastd zmm21, dword ptr [rax + 100]
    vpaddd zmm3, zmm3, zmm21
    vpaddd zmm7, zmm7, zmm21
    vpaddd zmm11, zmm11, zmm21
    vpaddd zmm15, zmm15, zmm21
    vmovdqa64 zmm16, zmm0
    vmovdqa64 zmm17, zmm4
    vmovdqa64 zmm18, zmm8
    vmovdqa64 zmm19, zmm12
    vpternlogd zmm16, zmm1, zmm2, 0xe4
    vpternlogd zmm17, zmm5, zmm6, 0xe4
    vpternlogd zmm18, zmm9, zmm10, 0xe4
    vpternlogd zmm19, zmm13, zmm14, 0xe4
    vpaddd zmm3, zmm3, zmm16
    vpaddd zmm7, zmm7, zmm17
    vpaddd zmm11, zmm11, zmm18
    vpaddd zmm15, zmm15, zmm19
    vprold zmm3, zmm3, 9
    vprold zmm7, zmm7, 9
    vprold zmm11, zmm11, 9
    vprold zmm15, zmm15, 9
    vpaddd zmm3, zmm3, zmm0
    vpaddd zmm7, zmm7, zmm4
    vpaddd zmm11, zmm11, zmm8
    vpaddd zmm15, zmm15, zmm12
    vpbroadcastd zmm20, dword ptr [rax + 104]
    vpaddd zmm2, zmm2, [rsi + 768 + 0]
    vpaddd zmm6, zmm6, [rsi + 768 + 64]
    vpaddd zmm10, zmm10, [rsi + 768 + 128]
    vpaddd zmm14, zmm14, [rsi + 768 + 192]
    vpaddd zmm2, zmm2, zmm20
    vpaddd zmm6, zmm6, zmm20
    vpaddd zmm10, zmm10, zmm20
    vpaddd zmm14, zmm14, zmm20
    vmovdqa64 zmm16, zmm3
    vmovdqa64 zmm17, zmm7
    vmovdqa64 zmm18, zmm11
    vmovdqa64 zmm19, zmm15
    vpternlogd zmm16, zmm0, zmm1, 0xe4
    vpternlogd zmm17, zmm4, zmm5, 0xe4
    vpternlogd zmm18, zmm8, zmm9, 0xe4
    vpternlogd zmm19, zmm12, zmm13, 0xe4
    vpaddd zmm2, zmm2, zmm16
    vpaddd zmm6, zmm6, zmm17
    vpaddd zmm10, zmm10, zmm18
    vpaddd zmm14, zmm14, zmm19
    vprold zmm2, zmm2, 14
    vprold zmm6, zmm6, 14
    vprold zmm10, zmm10, 14
    vprold zmm14, zmm14, 14
    vpaddd zmm2, zmm2, zmm3
    vpaddd zmm6, zmm6, zmm7
    vpaddd zmm10, zmm10, zmm11
    vpaddd zmm14, zmm14, zmm15
    vpbroadcastd zmm21, dword ptr [rax + 108]
    vpaddd zmm1, zmm1, zmm21
    vpaddd zmm5, zmm5, zmm21
    vpaddd zmm9, zmm9, zmm21
    vpaddd zmm13, zmm13, zmm21
    vmovdqa64 zmm16, zmm2
    vmovdqa64 zmm17, zmm6
    vmovdqa64 zmm18, zmm10
    vmovdqa64 zmm19, zmm14
    vpternlogd zmm16, zmm3, zmm0, 0xe4
    vpternlogd zmm17, zmm7, zmm4, 0xe4
    vpternlogd zmm18, zmm11, zmm8, 0xe4
    vpternlogd zmm19, zmm15, zmm12, 0xe4
    vpaddd zmm1, zmm1, zmm16
    vpaddd zmm5, zmm5, zmm17
    vpaddd zmm9, zmm9, zmm18
    vpaddd zmm13, zmm13, zmm19
    vprold zmm1, zmm1, 20
    vprold zmm5, zmm5, 20
    vprold zmm9, zmm9, 20
    vprold zmm13, zmm13, 20
    vpaddd zmm1, zmm1, zmm2
    vpaddd zmm5, zmm5, zmm6
    vpaddd zmm9, zmm9, zmm10
    vpaddd zmm13, zmm13, zmm14
    vpbroadcastd zmm20, dword ptr [rax + 112]
    vpaddd zmm0, zmm0, zmm20
    vpaddd zmm4, zmm4, zmm20
    vpaddd zmm8, zmm8, zmm20
    vpaddd zmm12, zmm12, zmm20
    vmovdqa64 zmm16, zmm1
    vmovdqa64 zmm17, zmm5
    vmovdqa64 zmm18, zmm9
    vmovdqa64 zmm19, zmm13
    vpternlogd zmm16, zmm2, zmm3, 0xe4
    vpternlogd zmm17, zmm6, zmm7, 0xe4
    vpternlogd zmm18, zmm10, zmm11, 0xe4
    vpternlogd zmm19, zmm14, zmm15, 0xe4
    vpaddd zmm0, zmm0, zmm16
    vpaddd zmm4, zmm4, zmm17
    vpaddd zmm8, zmm8, zmm18
    vpaddd zmm12, zmm12, zmm19
    vprold zmm0, zmm0, 5
    vprold zmm4, zmm4, 5
    vprold zmm8, zmm8, 5
    vprold zmm12, zmm12, 5
    vpaddd zmm0, zmm0, zmm1
    vpaddd zmm4, zmm4, zmm5
    vpaddd zmm8, zmm8, zmm9
    vpaddd zmm12, zmm12, zmm13
    vpbroadcastd zmm21, dword ptr [rax + 116]
    vpaddd zmm3, zmm3, [rsi + 512 + 0]
    vpaddd zmm7, zmm7, [rsi + 512 + 64]
    vpaddd zmm11, zmm11, [rsi + 512 + 128]
    vpaddd zmm15, zmm15, [rsi + 512 + 192]
    vpaddd zmm3, zmm3, zmm21
    vpaddd zmm7, zmm7, zmm21
    vpaddd zmm11, zmm11, zmm21
    vpaddd zmm15, zmm15, zmm21
    vmovdqa64 zmm16, zmm0
    vmovdqa64 zmm17, zmm4
    vmovdqa64 zmm18, zmm8
    vmovdqa64 zmm19, zmm12
    vpternlogd zmm16, zmm1, zmm2, 0xe4
    vpternlogd zmm17, zmm5, zmm6, 0xe4
    vpternlogd zmm18, zmm9, zmm10, 0xe4
    vpternlogd zmm19, zmm13, zmm14, 0xe4
    vpaddd zmm3, zmm3, zmm16
    vpaddd zmm7, zmm7, zmm17
    vpaddd zmm11, zmm11, zmm18
    vpaddd zmm15, zmm15, zmm19
    vprold zmm3, zmm3, 9
    vprold zmm7, zmm7, 9
    vprold zmm11, zmm11, 9
    vprold zmm15, zmm15, 9
    vpaddd zmm3, zmm3, zmm0
    vpaddd zmm7, zmm7, zmm4
    vpaddd zmm11, zmm11, zmm8
    vpaddd zmm15, zmm15, zmm12
    vpbroadcastd zmm20, dword ptr [rax + 120]
    vpaddd zmm2, zmm2, zmm20
    vpaddd zmm6, zmm6, zmm20
    vpaddd zmm10, zmm10, zmm20
    vpaddd zmm14, zmm14, zmm20
    vmovdqa64 zmm16, zmm3
    vmovdqa64 zmm17, zmm7
    vmovdqa64 zmm18, zmm11
    vmovdqa64 zmm19, zmm15
    vpternlogd zmm16, zmm0, zmm1, 0xe4
    vpternlogd zmm17, zmm4, zmm5, 0xe4
    vpternlogd zmm18, zmm8, zmm9, 0xe4
    vpternlogd zmm19, zmm12, zmm13, 0xe4
    vpaddd zmm2, zmm2, zmm16
    vpaddd zmm6, zmm6, zmm17
    vpaddd zmm10, zmm10, zmm18
    vpaddd zmm14, zmm14, zmm19
    vprold zmm2, zmm2, 14
    vprold zmm6, zmm6, 14
    vprold zmm10, zmm10, 14
    vprold zmm14, zmm14, 14
    vpaddd zmm2, zmm2, zmm3
    vpaddd zmm6, zmm6, zmm7
    vpaddd zmm10, zmm10, zmm11
    vpaddd zmm14, zmm14, zmm15
    vpbroadcastd zmm21, dword ptr [rax + 124]
    vpaddd zmm1, zmm1, zmm21
    vpaddd zmm5, zmm5, zmm21
    vpaddd zmm9, zmm9, zmm21
    vpaddd zmm13, zmm13, zmm21
    vmovdqa64 zmm16, zmm2
    vmovdqa64 zmm17, zmm6
    vmovdqa64 zmm18, zmm10
    vmovdqa64 zmm19, zmm14
    vpternlogd zmm16, zmm3, zmm0, 0xe4
    vpternlogd zmm17, zmm7, zmm4, 0xe4
    vpternlogd zmm18, zmm11, zmm8, 0xe4
    vpternlogd zmm19, zmm15, zmm12, 0xe4
    vpaddd zmm1, zmm1, zmm16
    vpaddd zmm5, zmm5, zmm17
    vpaddd zmm9, zmm9, zmm18
    vpaddd zmm13, zmm13, zmm19
    vprold zmm1, zmm1, 20
    vprold zmm5, zmm5, 20
    vprold zmm9, zmm9, 20
    vprold zmm13, zmm13, 20
    vpaddd zmm1, zmm1, zmm2
    vpaddd zmm5, zmm5, zmm6
    vpaddd zmm9, zmm9, zmm10
    vpaddd zmm13, zmm13, zmm14
    vpbroadcastd zmm20, dword ptr [rax + 128]
    vpaddd zmm0, zmm0, zmm20
    vpaddd zmm4, zmm4, zmm20
    vpaddd zmm8, zmm8, zmm20
    vpaddd zmm12, zmm12, zmm20
    vmovdqa64 zmm16, zmm1
    vmovdqa64 zmm17, zmm5
    vmovdqa64 zmm18, zmm9
    vmovdqa64 zmm19, zmm13
    vpternlogd zmm16, zmm2, zmm3, 0x96
    vpternlogd zmm17, zmm6, zmm7, 0x96
    vpternlogd zmm18, zmm10, zmm11, 0x96
    vpternlogd zmm19, zmm14, zmm15, 0x96
    vpaddd zmm0, zmm0, zmm16
    vpaddd zmm4, zmm4, zmm17
    vpaddd zmm8, zmm8, zmm18
    vpaddd zmm12, zmm12, zmm19
    vprold zmm0, zmm0, 4
    vprold zmm4, zmm4, 4
    vprold zmm8, zmm8, 4
    vprold zmm12, zmm12, 4
    vpaddd zmm0, zmm0, zmm1
    vpaddd zmm4, zmm4, zmm5
    vpaddd zmm8, zmm8, zmm9
    vpaddd zmm12, zmm12, zmm13
    vpbroadcastd zmm21, dword ptr [rax + 132]
    vpaddd zmm3, zmm3, zmm21
    vpaddd zmm7, zmm7, zmm21
    vpaddd zmm11, zmm11, zmm21
    vpaddd zmm15, zmm15, zmm21
    vmovdqa64 zmm16, zmm0
    vmovdqa64 zmm17, zmm4
    vmovdqa64 zmm18, zmm8
    vmovdqa64 zmm19, zmm12
    vpternlogd zmm16, zmm1, zmm2, 0x96
    vpternlogd zmm17, zmm5, zmm6, 0x96
    vpternlogd zmm18, zmm9, zmm10, 0x96
    vpternlogd zmm19, zmm13, zmm14, 0x96
    vpaddd zmm3, zmm3, zmm16
    vpaddd zmm7, zmm7, zmm17
    vpaddd zmm11, zmm11, zmm18
    vpaddd zmm15, zmm15, zmm19
    vprold zmm3, zmm3, 11
    vprold zmm7, zmm7, 11
    vprold zmm11, zmm11, 11
    vprold zmm15, zmm15, 11
    vpaddd zmm3, zmm3, zmm0
    vpaddd zmm7, zmm7, zmm4
    vpaddd zmm11, zmm11, zmm8
    vpaddd zmm15, zmm15, zmm12
    vpbroadcastd zmm20, dword ptr [rax + 136]
    vpaddd zmm2, zmm2, zmm20
    vpaddd zmm6, zmm6, zmm20
    vpaddd zmm10, zmm10, zmm20
    vpaddd zmm14, zmm14, zmm20
    vmovdqa64 zmm16, zmm3
    vmovdqa64 zmm17, zmm7
    vmovdqa64 zmm18, zmm11
    vmovdqa64 zmm19, zmm15
    vpternlogd zmm16, zmm0, zmm1, 0x96
    vpternlogd zmm17, zmm4, zmm5, 0x96
    vpternlogd zmm18, zmm8, zmm9, 0x96
    vpternlogd zmm19, zmm12, zmm13, 0x96
    vpaddd zmm2, zmm2, zmm16
    vpaddd zmm6, zmm6, zmm17
    vpaddd zmm10, zmm10, zmm18
    vpaddd zmm14, zmm14, zmm19
    vprold zmm2, zmm2, 16
    vprold zmm6, zmm6, 16
    vprold zmm10, zmm10, 16
    vprold zmm14, zmm14, 16
    vpaddd zmm2, zmm2, zmm3
    vpaddd zmm6, zmm6, zmm7
    vpaddd zmm10, zmm10, zmm11
    vpaddd zmm14, zmm14, zmm15
    vpbroadcastd zmm21, dword ptr [rax + 140]
    vpaddd zmm1, zmm1, zmm21
    vpaddd zmm5, zmm5, zmm21
    vpaddd zmm9, zmm9, zmm21
    vpaddd zmm13, zmm13, zmm21
    vmovdqa64 zmm16, zmm2
    vmovdqa64 zmm17, zmm6
    vmovdqa64 zmm18, zmm10
    vmovdqa64 zmm19, zmm14
    vpternlogd zmm16, zmm3, zmm0, 0x96
    vpternlogd zmm17, zmm7, zmm4, 0x96
    vpternlogd zmm18, zmm11, zmm8, 0x96
    vpternlogd zmm19, zmm15, zmm12, 0x96
    vpaddd zmm1, zmm1, zmm16
    vpaddd zmm5, zmm5, zmm17
    vpaddd zmm9, zmm9, zmm18
    vpaddd zmm13, zmm13, zmm19
    vprold zmm1, zmm1, 23
    vprold zmm5, zmm5, 23
    vprold zmm9, zmm9, 23
    vprold zmm13, zmm13, 23
    vpaddd zmm1, zmm1, zmm2
    vpaddd zmm5, zmm5, zmm6
    vpaddd zmm9, zmm9, zmm10
    vpaddd zmm13, zmm13, zmm14
    vpbroadcastd zmm20, dword ptr [rax + 144]
    vpaddd zmm0, zmm0, [rsi + 256 + 0]
    vpaddd zmm4, zmm4, [rsi + 256 + 64]
    vpaddd zmm8, zmm8, [rsi + 256 + 128]
    vpaddd zmm12, zmm12, [rsi + 256 + 192]
    vpaddd zmm0, zmm0, zmm20
    vpaddd zmm4, zmm4, zmm20
    vpaddd zmm8, zmm8, zmm20
    vpaddd zmm12, zmm12, zmm20
    vmovdqa64 zmm16, zmm1
    vmovdqa64 zmm17, zmm5
    vmovdqa64 zmm18, zmm9
    vmovdqa64 zmm19, zmm13
    vpternlogd zmm16, zmm2, zmm3, 0x96
    vpternlogd zmm17, zmm6, zmm7, 0x96
    vpternlogd zmm18, zmm10, zmm11, 0x96
    vpternlogd zmm19, zmm14, zmm15, 0x96
    vpaddd zmm0, zmm0, zmm16
    vpaddd zmm4, zmm4, zmm17
    vpaddd zmm8, zmm8, zmm18
    vpaddd zmm12, zmm12, zmm19
    vprold zmm0, zmm0, 4
    vprold zmm4, zmm4, 4
    vprold zmm8, zmm8, 4
    vprold zmm12, zmm12, 4
    vpaddd zmm0, zmm0, zmm1
    vpaddd zmm4, zmm4, zmm5
    vpaddd zmm8, zmm8, zmm9
    vpaddd zmm12, zmm12, zmm13
    vpbroadcastd zmm21, dword ptr [rax + 148]
    vpaddd zmm3, zmm3, zmm21
    vpaddd zmm7, zmm7, zmm21
    vpaddd zmm11, zmm11, zmm21
    vpaddd zmm15, zmm15, zmm21
    vmovdqa64 zmm16, zmm0
    vmovdqa64 zmm17, zmm4
    vmovdqa64 zmm18, zmm8
    vmovdqa64 zmm19, zmm12
    vpternlogd zmm16, zmm1, zmm2, 0x96
    vpternlogd zmm17, zmm5, zmm6, 0x96
    vpternlogd zmm18, zmm9, zmm10, 0x96
    vpternlogd zmm19, zmm13, zmm14, 0x96
    vpaddd zmm3, zmm3, zmm16
    vpaddd zmm7, zmm7, zmm17
    vpaddd zmm11, zmm11, zmm18
    vpaddd zmm15, zmm15, zmm19
    vprold zmm3, zmm3, 11
    vprold zmm7, zmm7, 11
    vprold zmm11, zmm11, 11
    vprold zmm15, zmm15, 11
    vpaddd zmm3, zmm3, zmm0
    vpaddd zmm7, zmm7, zmm4
    vpaddd zmm11, zmm11, zmm8
    vpaddd zmm15, zmm15, zmm12
    vpbroadcastd zmm20, dword ptr [rax + 152]
    vpaddd zmm2, zmm2, zmm20
    vpaddd zmm6, zmm6, zmm20
    vpaddd zmm10, zmm10, zmm20
    vpaddd zmm14, zmm14, zmm20
    vmovdqa64 zmm16, zmm3
    vmovdqa64 zmm17, zmm7
    vmovdqa64 zmm18, zmm11
    vmovdqa64 zmm19, zmm15
    vpternlogd zmm16, zmm0, zmm1, 0x96
    vpternlogd zmm17, zmm4, zmm5, 0x96
    vpternlogd zmm18, zmm8, zmm9, 0x96
    vpternlogd zmm19, zmm12, zmm13, 0x96
    vpaddd zmm2, zmm2, zmm16
    vpaddd zmm6, zmm6, zmm17
    vpaddd zmm10, zmm10, zmm18
    vpaddd zmm14, zmm14, zmm19
    vprold zmm2, zmm2, 16
    vprold zmm6, zmm6, 16
    vprold zmm10, zmm10, 16
    vprold zmm14, zmm14, 16
    vpaddd zmm2, zmm2, zmm3
    vpaddd zmm6, zmm6, zmm7
    vpaddd zmm10, zmm10, zmm11
    vpaddd zmm14, zmm14, zmm15
    vpbroadcastd zmm21, dword ptr [rax + 156]
    vpaddd zmm1, zmm1, zmm21
    vpaddd zmm5, zmm5, zmm21
    vpaddd zmm9, zmm9, zmm21
    vpaddd zmm13, zmm13, zmm21
    vmovdqa64 zmm16, zmm2
    vmovdqa64 zmm17, zmm6
    vmovdqa64 zmm18, zmm10
    vmovdqa64 zmm19, zmm14
    vpternlogd zmm16, zmm3, zmm0, 0x96
    vpternlogd zmm17, zmm7, zmm4, 0x96
    vpternlogd zmm18, zmm11, zmm8, 0x96
    vpternlogd zmm19, zmm15, zmm12, 0x96
    vpaddd zmm1, zmm1, zmm16
    vpaddd zmm5, zmm5, zmm17
    vpaddd zmm9, zmm9, zmm18
    vpaddd zmm13, zmm13, zmm19
    vprold zmm1, zmm1, 23
    vprold zmm5, zmm5, 23
    vprold zmm9, zmm9, 23
    vprold zmm13, zmm13, 23
    vpaddd zmm1, zmm1, zmm2
    vpaddd zmm5, zmm5, zmm6
    vpaddd zmm9, zmm9, zmm10
    vpaddd zmm13, zmm13, zmm14
    vpbroadcastd zmm20, dword ptr [rax + 160]
    vpaddd zmm0, zmm0, zmm20
    vpaddd zmm4, zmm4, zmm20
    vpaddd zmm8, zmm8, zmm20
    vpaddd zmm12, zmm12, zmm20
    vmovdqa64 zmm16, zmm1
    vmovdqa64 zmm17, zmm5
    vmovdqa64 zmm18, zmm9
    vmovdqa64 zmm19, zmm13
    vpternlogd zmm16, zmm2, zmm3, 0x96
    vpternlogd zmm17, zmm6, zmm7, 0x96
    vpternlogd zmm18, zmm10, zmm11, 0x96
    vpternlogd zmm19, zmm14, zmm15, 0x96
    vpaddd zmm0, zmm0, zmm16
    vpaddd zmm4, zmm4, zmm17
    vpaddd zmm8, zmm8, zmm18
    vpaddd zmm12, zmm12, zmm19
    vprold zmm0, zmm0, 4
    vprold zmm4, zmm4, 4
    vprold zmm8, zmm8, 4
    vprold zmm12, zmm12, 4
    vpaddd zmm0, zmm0, zmm1
    vpaddd zmm4, zmm4, zmm5
    vpaddd zmm8, zmm8, zmm9
    vpaddd zmm12, zmm12, zmm13
    vpbroadcastd zmm21, dword ptr [rax + 164]
    vpaddd zmm3, zmm3, [rsi + 0 + 0]
    vpaddd zmm7, zmm7, [rsi + 0 + 64]
    vpaddd zmm11, zmm11, [rsi + 0 + 128]
    vpaddd zmm15, zmm15, [rsi + 0 + 192]
    vpaddd zmm3, zmm3, zmm21
    vpaddd zmm7, zmm7, zmm21
    vpaddd zmm11, zmm11, zmm21
    vpaddd zmm15, zmm15, zmm21
    vmovdqa64 zmm16, zmm0
    vmovdqa64 zmm17, zmm4
    vmovdqa64 zmm18, zmm8
    vmovdqa64 zmm19, zmm12
    vpternlogd zmm16, zmm1, zmm2, 0x96
    vpternlogd zmm17, zmm5, zmm6, 0x96
    vpternlogd zmm18, zmm9, zmm10, 0x96
    vpternlogd zmm19, zmm13, zmm14, 0x96
    vpaddd zmm3, zmm3, zmm16
    vpaddd zmm7, zmm7, zmm17
    vpaddd zmm11, zmm11, zmm18
    vpaddd zmm15, zmm15, zmm19
    vprold zmm3, zmm3, 11
    vprold zmm7, zmm7, 11
    vprold zmm11, zmm11, 11
    vprold zmm15, zmm15, 11
    vpaddd zmm3, zmm3, zmm0
    vpaddd zmm7, zmm7, zmm4
    vpaddd zmm11, zmm11, zmm8
    vpaddd zmm15, zmm15, zmm12
    vpbroadcastd zmm20, dword ptr [rax + 168]
    vpaddd zmm2, zmm2, [rsi + 768 + 0]
    vpaddd zmm6, zmm6, [rsi + 768 + 64]
    vpaddd zmm10, zmm10, [rsi + 768 + 128]
    vpaddd zmm14, zmm14, [rsi + 768 + 192]
    vpaddd zmm2, zmm2, zmm20
    vpaddd zmm6, zmm6, zmm20
    vpaddd zmm10, zmm10, zmm20
    vpaddd zmm14, zmm14, zmm20
    vmovdqa64 zmm16, zmm3
    vmovdqa64 zmm17, zmm7
    vmovdqa64 zmm18, zmm11
    vmovdqa64 zmm19, zmm15
    vpternlogd zmm16, zmm0, zmm1, 0x96
    vpternlogd zmm17, zmm4, zmm5, 0x96
    vpternlogd zmm18, zmm8, zmm9, 0x96
    vpternlogd zmm19, zmm12, zmm13, 0x96
    vpaddd zmm2, zmm2, zmm16
    vpaddd zmm6, zmm6, zmm17
    vpaddd zmm10, zmm10, zmm18
    vpaddd zmm14, zmm14, zmm19
    vprold zmm2, zmm2, 16
    vprold zmm6, zmm6, 16
    vprold zmm10, zmm10, 16
    vprold zmm14, zmm14, 16
    vpaddd zmm2, zmm2, zmm3
    vpaddd zmm6, zmm6, zmm7
    vpaddd zmm10, zmm10, zmm11
    vpaddd zmm14, zmm14, zmm15
    vpbroadcastd zmm21, dword ptr [rax + 172]
    vpaddd zmm1, zmm1, zmm21
    vpaddd zmm5, zmm5, zmm21
    vpaddd zmm9, zmm9, zmm21
    vpaddd zmm13, zmm13, zmm21
    vmovdqa64 zmm16, zmm2
    vmovdqa64 zmm17, zmm6
    vmovdqa64 zmm18, zmm10
    vmovdqa64 zmm19, zmm14
    vpternlogd zmm16, zmm3, zmm0, 0x96
    vpternlogd zmm17, zmm7, zmm4, 0x96
    vpternlogd zmm18, zmm11, zmm8, 0x96
    vpternlogd zmm19, zmm15, zmm12, 0x96
    vpaddd zmm1, zmm1, zmm16
    vpaddd zmm5, zmm5, zmm17
    vpaddd zmm9, zmm9, zmm18
    vpaddd zmm13, zmm13, zmm19
    vprold zmm1, zmm1, 23
    vprold zmm5, zmm5, 23
    vprold zmm9, zmm9, 23
    vprold zmm13, zmm13, 23
    vpaddd zmm1, zmm1, zmm2
    vpaddd zmm5, zmm5, zmm6
    vpaddd zmm9, zmm9, zmm10
    vpaddd zmm13, zmm13, zmm14
    vpbroadcastd zmm20, dword ptr [rax + 176]
    vpaddd zmm0, zmm0, zmm20
    vpaddd zmm4, zmm4, zmm20
    vpaddd zmm8, zmm8, zmm20
    vpaddd zmm12, zmm12, zmm20
    vmovdqa64 zmm16, zmm1
    vmovdqa64 zmm17, zmm5
    vmovdqa64 zmm18, zmm9
    vmovdqa64 zmm19, zmm13
    vpternlogd zmm16, zmm2, zmm3, 0x96
    vpternlogd zmm17, zmm6, zmm7, 0x96
    vpternlogd zmm18, zmm10, zmm11, 0x96
    vpternlogd zmm19, zmm14, zmm15, 0x96
    vpaddd zmm0, zmm0, zmm16
    vpaddd zmm4, zmm4, zmm17
    vpaddd zmm8, zmm8, zmm18
    vpaddd zmm12, zmm12, zmm19
    vprold zmm0, zmm0, 4
    vprold zmm4, zmm4, 4
    vprold zmm8, zmm8, 4
    vprold zmm12, zmm12, 4
    vpaddd zmm0, zmm0, zmm1
    vpaddd zmm4, zmm4, zmm5
    vpaddd zmm8, zmm8, zmm9
    vpaddd zmm12, zmm12, zmm13
    vpbroadcastd zmm21, dword ptr [rax + 180]
    vpaddd zmm3, zmm3, zmm21
    vpaddd zmm7, zmm7, zmm21
    vpaddd zmm11, zmm11, zmm21
    vpaddd zmm15, zmm15, zmm21
    vmovdqa64 zmm16, zmm0
    vmovdqa64 zmm17, zmm4
    vmovdqa64 zmm18, zmm8
    vmovdqa64 zmm19, zmm12
    vpternlogd zmm16, zmm1, zmm2, 0x96
    vpternlogd zmm17, zmm5, zmm6, 0x96
    vpternlogd zmm18, zmm9, zmm10, 0x96
    vpternlogd zmm19, zmm13, zmm14, 0x96
    vpaddd zmm3, zmm3, zmm16
    vpaddd zmm7, zmm7, zmm17
    vpaddd zmm11, zmm11, zmm18
    vpaddd zmm15, zmm15, zmm19
    vprold zmm3, zmm3, 11
    vprold zmm7, zmm7, 11
    vprold zmm11, zmm11, 11
    vprold zmm15, zmm15, 11
    vpaddd zmm3, zmm3, zmm0
    vpaddd zmm7, zmm7, zmm4
    vpaddd zmm11, zmm11, zmm8
    vpaddd zmm15, zmm15, zmm12
    vpbroadcastd zmm20, dword ptr [rax + 184]
    vpaddd zmm2, zmm2, zmm20
    vpaddd zmm6, zmm6, zmm20
    vpaddd zmm10, zmm10, zmm20
    vpaddd zmm14, zmm14, zmm20
    vmovdqa64 zmm16, zmm3
    vmovdqa64 zmm17, zmm7
    vmovdqa64 zmm18, zmm11
    vmovdqa64 zmm19, zmm15
    vpternlogd zmm16, zmm0, zmm1, 0x96
    vpternlogd zmm17, zmm4, zmm5, 0x96
    vpternlogd zmm18, zmm8, zmm9, 0x96
    vpternlogd zmm19, zmm12, zmm13, 0x96
    vpaddd zmm2, zmm2, zmm16
    vpaddd zmm6, zmm6, zmm17
    vpaddd zmm10, zmm10, zmm18
    vpaddd zmm14, zmm14, zmm19
    vprold zmm2, zmm2, 16
    vprold zmm6, zmm6, 16
    vprold zmm10, zmm10, 16
    vprold zmm14, zmm14, 16
    vpaddd zmm2, zmm2, zmm3
    vpaddd zmm6, zmm6, zmm7
    vpaddd zmm10, zmm10, zmm11
    vpaddd zmm14, zmm14, zmm15
    vpbroadcastd zmm21, dword ptr [rax + 188]
    vpaddd zmm1, zmm1, [rsi + 512 + 0]
    vpaddd zmm5, zmm5, [rsi + 512 + 64]
    vpaddd zmm9, zmm9, [rsi + 512 + 128]
    vpaddd zmm13, zmm13, [rsi + 512 + 192]
    vpaddd zmm1, zmm1, zmm21
    vpaddd zmm5, zmm5, zmm21
    vpaddd zmm9, zmm9, zmm21
    vpaddd zmm13, zmm13, zmm21
    vmovdqa64 zmm16, zmm2
    vmovdqa64 zmm17, zmm6
    vmovdqa64 zmm18, zmm10
    vmovdqa64 zmm19, zmm14
    vpternlogd zmm16, zmm3, zmm0, 0x96
    vpternlogd zmm17, zmm7, zmm4, 0x96
    vpternlogd zmm18, zmm11, zmm8, 0x96
    vpternlogd zmm19, zmm15, zmm12, 0x96
    vpaddd zmm1, zmm1, zmm16
    vpaddd zmm5, zmm5, zmm17
    vpaddd zmm9, zmm9, zmm18
    vpaddd zmm13, zmm13, zmm19
    vprold zmm1, zmm1, 23
    vprold zmm5, zmm5, 23
    vprold zmm9, zmm9, 23
    vprold zmm13, zmm13, 23
    vpaddd zmm1, zmm1, zmm2
    vpaddd zmm5, zmm5, zmm6
    vpaddd zmm9, zmm9, zmm10
    vpaddd zmm13, zmm13, zmm14
    vpbroadcastd zmm20, dword ptr [rax + 192]
    vpaddd zmm0, zmm0, [rsi + 0 + 0]
    vpaddd zmm4, zmm4, [rsi + 0 + 64]
    vpaddd zmm8, zmm8, [rsi + 0 + 128]
    vpaddd zmm12, zmm12, [rsi + 0 + 192]
    vpaddd zmm0, zmm0, zmm20
    vpaddd zmm4, zmm4, zmm20
    vpaddd zmm8, zmm8, zmm20
    vpaddd zmm12, zmm12, zmm20
    vmovdqa64 zmm16, zmm1
    vmovdqa64 zmm17, zmm5
    vmovdqa64 zmm18, zmm9
    vmovdqa64 zmm19, zmm13
    vpternlogd zmm16, zmm2, zmm3, 0x39
    vpternlogd zmm17, zmm6, zmm7, 0x39
    vpternlogd zmm18, zmm10, zmm11, 0x39
    vpternlogd zmm19, zmm14, zmm15, 0x39
    vpaddd zmm0, zmm0, zmm16
    vpaddd zmm4, zmm4, zmm17
    vpaddd zmm8, zmm8, zmm18
    vpaddd zmm12, zmm12, zmm19
    vprold zmm0, zmm0, 6
    vprold zmm4, zmm4, 6
    vprold zmm8, zmm8, 6
    vprold zmm12, zmm12, 6
    vpaddd zmm0, zmm0, zmm1
    vpaddd zmm4, zmm4, zmm5
    vpaddd zmm8, zmm8, zmm9
    vpaddd zmm12, zmm12, zmm13
    vpbroadcastd zmm21, dword ptr [rax + 196]
    vpaddd zmm3, zmm3, zmm21
    vpaddd zmm7, zmm7, zmm21
    vpaddd zmm11, zmm11, zmm21
    vpaddd zmm15, zmm15, zmm21
    vmovdqa64 zmm16, zmm0
    vmovdqa64 zmm17, zmm4
    vmovdqa64 zmm18, zmm8
    vmovdqa64 zmm19, zmm12
    vpternlogd zmm16, zmm1, zmm2, 0x39
    vpternlogd zmm17, zmm5, zmm6, 0x39
    vpternlogd zmm18, zmm9, zmm10, 0x39
    vpternlogd zmm19, zmm13, zmm14, 0x39
    vpaddd zmm3, zmm3, zmm16
    vpaddd zmm7, zmm7, zmm17
    vpaddd zmm11, zmm11, zmm18
    vpaddd zmm15, zmm15, zmm19
    vprold zmm3, zmm3, 10
    vprold zmm7, zmm7, 10
    vprold zmm11, zmm11, 10
    vprold zmm15, zmm15, 10
    vpaddd zmm3, zmm3, zmm0
    vpaddd zmm7, zmm7, zmm4
    vpaddd zmm11, zmm11, zmm8
    vpaddd zmm15, zmm15, zmm12
    vpbroadcastd zmm20, dword ptr [rax + 200]
    vpaddd zmm2, zmm2, zmm20
    vpaddd zmm6, zmm6, zmm20
    vpaddd zmm10, zmm10, zmm20
    vpaddd zmm14, zmm14, zmm20
    vmovdqa64 zmm16, zmm3
    vmovdqa64 zmm17, zmm7
    vmovdqa64 zmm18, zmm11
    vmovdqa64 zmm19, zmm15
    vpternlogd zmm16, zmm0, zmm1, 0x39
    vpternlogd zmm17, zmm4, zmm5, 0x39
    vpternlogd zmm18, zmm8, zmm9, 0x39
    vpternlogd zmm19, zmm12, zmm13, 0x39
    vpaddd zmm2, zmm2, zmm16
    vpaddd zmm6, zmm6, zmm17
    vpaddd zmm10, zmm10, zmm18
    vpaddd zmm14, zmm14, zmm19
    vprold zmm2, zmm2, 15
    vprold zmm6, zmm6, 15
    vprold zmm10, zmm10, 15
    vprold zmm14, zmm14, 15
    vpaddd zmm2, zmm2, zmm3
    vpaddd zmm6, zmm6, zmm7
    vpaddd zmm10, zmm10, zmm11
    vpaddd zmm14, zmm14, zmm15
    vpbroadcastd zmm21, dword ptr [rax + 204]
    vpaddd zmm1, zmm1, zmm21
    vpaddd zmm5, zmm5, zmm21
    vpaddd zmm9, zmm9, zmm21
    vpaddd zmm13, zmm13, zmm21
    vmovdqa64 zmm16, zmm2
    vmovdqa64 zmm17, zmm6
    vmovdqa64 zmm18, zmm10
    vmovdqa64 zmm19, zmm14
    vpternlogd zmm16, zmm3, zmm0, 0x39
    vpternlogd zmm17, zmm7, zmm4, 0x39
    vpternlogd zmm18, zmm11, zmm8, 0x39
    vpternlogd zmm19, zmm15, zmm12, 0x39
    vpaddd zmm1, zmm1, zmm16
    vpaddd zmm5, zmm5, zmm17
    vpaddd zmm9, zmm9, zmm18
    vpaddd zmm13, zmm13, zmm19
    vprold zmm1, zmm1, 21
    vprold zmm5, zmm5, 21
    vprold zmm9, zmm9, 21
    vprold zmm13, zmm13, 21
    vpaddd zmm1, zmm1, zmm2
    vpaddd zmm5, zmm5, zmm6
    vpaddd zmm9, zmm9, zmm10
    vpaddd zmm13, zmm13, zmm14
    vpbroadcastd zmm20, dword ptr [rax + 208]
    vpaddd zmm0, zmm0, zmm20
    vpaddd zmm4, zmm4, zmm20
    vpaddd zmm8, zmm8, zmm20
    vpaddd zmm12, zmm12, zmm20
    vmovdqa64 zmm16, zmm1
    vmovdqa64 zmm17, zmm5
    vmovdqa64 zmm18, zmm9
    vmovdqa64 zmm19, zmm13
    vpternlogd zmm16, zmm2, zmm3, 0x39
    vpternlogd zmm17, zmm6, zmm7, 0x39
    vpternlogd zmm18, zmm10, zmm11, 0x39
    vpternlogd zmm19, zmm14, zmm15, 0x39
    vpaddd zmm0, zmm0, zmm16
    vpaddd zmm4, zmm4, zmm17
    vpaddd zmm8, zmm8, zmm18
    vpaddd zmm12, zmm12, zmm19
    vprold zmm0, zmm0, 6
    vprold zmm4, zmm4, 6
    vprold zmm8, zmm8, 6
    vprold zmm12, zmm12, 6
    vpaddd zmm0, zmm0, zmm1
    vpaddd zmm4, zmm4, zmm5
    vpaddd zmm8, zmm8, zmm9
    vpaddd zmm12, zmm12, zmm13
    vpbroadcastd zmm21, dword ptr [rax + 212]
    vpaddd zmm3, zmm3, [rsi + 768 + 0]
    vpaddd zmm7, zmm7, [rsi + 768 + 64]
    vpaddd zmm11, zmm11, [rsi + 768 + 128]
    vpaddd zmm15, zmm15, [rsi + 768 + 192]
    vpaddd zmm3, zmm3, zmm21
    vpaddd zmm7, zmm7, zmm21
    vpaddd zmm11, zmm11, zmm21
    vpaddd zmm15, zmm15, zmm21
    vmovdqa64 zmm16, zmm0
    vmovdqa64 zmm17, zmm4
    vmovdqa64 zmm18, zmm8
    vmovdqa64 zmm19, zmm12
    vpternlogd zmm16, zmm1, zmm2, 0x39
    vpternlogd zmm17, zmm5, zmm6, 0x39
    vpternlogd zmm18, zmm9, zmm10, 0x39
    vpternlogd zmm19, zmm13, zmm14, 0x39
    vpaddd zmm3, zmm3, zmm16
    vpaddd zmm7, zmm7, zmm17
    vpaddd zmm11, zmm11, zmm18
    vpaddd zmm15, zmm15, zmm19
    vprold zmm3, zmm3, 10
    vprold zmm7, zmm7, 10
    vprold zmm11, zmm11, 10
    vprold zmm15, zmm15, 10
    vpaddd zmm3, zmm3, zmm0
    vpaddd zmm7, zmm7, zmm4
    vpaddd zmm11, zmm11, zmm8
    vpaddd zmm15, zmm15, zmm12
    vpbroadcastd zmm20, dword ptr [rax + 216]
    vpaddd zmm2, zmm2, zmm20
    vpaddd zmm6, zmm6, zmm20
    vpaddd zmm10, zmm10, zmm20
    vpaddd zmm14, zmm14, zmm20
    vmovdqa64 zmm16, zmm3
    vmovdqa64 zmm17, zmm7
    vmovdqa64 zmm18, zmm11
    vmovdqa64 zmm19, zmm15
    vpternlogd zmm16, zmm0, zmm1, 0x39
    vpternlogd zmm17, zmm4, zmm5, 0x39
    vpternlogd zmm18, zmm8, zmm9, 0x39
    vpternlogd zmm19, zmm12, zmm13, 0x39
    vpaddd zmm2, zmm2, zmm16
    vpaddd zmm6, zmm6, zmm17
    vpaddd zmm10, zmm10, zmm18
    vpaddd zmm14, zmm14, zmm19
    vprold zmm2, zmm2, 15
    vprold zmm6, zmm6, 15
    vprold zmm10, zmm10, 15
    vprold zmm14, zmm14, 15
    vpaddd zmm2, zmm2, zmm3
    vpaddd zmm6, zmm6, zmm7
    vpaddd zmm10, zmm10, zmm11
    vpaddd zmm14, zmm14, zmm15
    vpbroadcastd zmm21, dword ptr [rax + 220]
    vpaddd zmm1, zmm1, [rsi + 256 + 0]
    vpaddd zmm5, zmm5, [rsi + 256 + 64]
    vpaddd zmm9, zmm9, [rsi + 256 + 128]
    vpaddd zmm13, zmm13, [rsi + 256 + 192]
    vpaddd zmm1, zmm1, zmm21
    vpaddd zmm5, zmm5, zmm21
    vpaddd zmm9, zmm9, zmm21
    vpaddd zmm13, zmm13, zmm21
    vmovdqa64 zmm16, zmm2
    vmovdqa64 zmm17, zmm6
    vmovdqa64 zmm18, zmm10
    vmovdqa64 zmm19, zmm14
    vpternlogd zmm16, zmm3, zmm0, 0x39
    vpternlogd zmm17, zmm7, zmm4, 0x39
    vpternlogd zmm18, zmm11, zmm8, 0x39
    vpternlogd zmm19, zmm15, zmm12, 0x39
    vpaddd zmm1, zmm1, zmm16
    vpaddd zmm5, zmm5, zmm17
    vpaddd zmm9, zmm9, zmm18
    vpaddd zmm13, zmm13, zmm19
    vprold zmm1, zmm1, 21
    vprold zmm5, zmm5, 21
    vprold zmm9, zmm9, 21
    vprold zmm13, zmm13, 21
    vpaddd zmm1, zmm1, zmm2
    vpaddd zmm5, zmm5, zmm6
    vpaddd zmm9, zmm9, zmm10
    vpaddd zmm13, zmm13, zmm14
    vpbroadcastd zmm20, dword ptr [rax + 224]
    vpaddd zmm0, zmm0, zmm20
    vpaddd zmm4, zmm4, zmm20
    vpaddd zmm8, zmm8, zmm20
    vpaddd zmm12, zmm12, zmm20
    vmovdqa64 zmm16, zmm1
    vmovdqa64 zmm17, zmm5
    vmovdqa64 zmm18, zmm9
    vmovdqa64 zmm19, zmm13
    vpternlogd zmm16, zmm2, zmm3, 0x39
    vpternlogd zmm17, zmm6, zmm7, 0x39
    vpternlogd zmm18, zmm10, zmm11, 0x39
    vpternlogd zmm19, zmm14, zmm15, 0x39
    vpaddd zmm0, zmm0, zmm16
    vpaddd zmm4, zmm4, zmm17
    vpaddd zmm8, zmm8, zmm18
    vpaddd zmm12, zmm12, zmm19
    vprold zmm0, zmm0, 6
    vprold zmm4, zmm4, 6
    vprold zmm8, zmm8, 6
    vprold zmm12, zmm12, 6
    vpaddd zmm0, zmm0, zmm1
    vpaddd zmm4, zmm4, zmm5
    vpaddd zmm8, zmm8, zmm9
    vpaddd zmm12, zmm12, zmm13
    vpbroadcastd zmm21, dword ptr [rax + 228]
    vpaddd zmm3, zmm3, zmm21
    vpaddd zmm7, zmm7, zmm21
    vpaddd zmm11, zmm11, zmm21
    vpaddd zmm15, zmm15, zmm21
    vmovdqa64 zmm16, zmm0
    vmovdqa64 zmm17, zmm4
    vmovdqa64 zmm18, zmm8
    vmovdqa64 zmm19, zmm12
    vpternlogd zmm16, zmm1, zmm2, 0x39
    vpternlogd zmm17, zmm5, zmm6, 0x39
    vpternlogd zmm18, zmm9, zmm10, 0x39
    vpternlogd zmm19, zmm13, zmm14, 0x39
    vpaddd zmm3, zmm3, zmm16
    vpaddd zmm7, zmm7, zmm17
    vpaddd zmm11, zmm11, zmm18
    vpaddd zmm15, zmm15, zmm19
    vprold zmm3, zmm3, 10
    vprold zmm7, zmm7, 10
    vprold zmm11, zmm11, 10
    vprold zmm15, zmm15, 10
    vpaddd zmm3, zmm3, zmm0
    vpaddd zmm7, zmm7, zmm4
    vpaddd zmm11, zmm11, zmm8
    vpaddd zmm15, zmm15, zmm12
    vpbroadcastd zmm20, dword ptr [rax + 232]
    vpaddd zmm2, zmm2, zmm20
    vpaddd zmm6, zmm6, zmm20
    vpaddd zmm10, zmm10, zmm20
    vpaddd zmm14, zmm14, zmm20
    vmovdqa64 zmm16, zmm3
    vmovdqa64 zmm17, zmm7
    vmovdqa64 zmm18, zmm11
    vmovdqa64 zmm19, zmm15
    vpternlogd zmm16, zmm0, zmm1, 0x39
    vpternlogd zmm17, zmm4, zmm5, 0x39
    vpternlogd zmm18, zmm8, zmm9, 0x39
    vpternlogd zmm19, zmm12, zmm13, 0x39
    vpaddd zmm2, zmm2, zmm16
    vpaddd zmm6, zmm6, zmm17
    vpaddd zmm10, zmm10, zmm18
    vpaddd zmm14, zmm14, zmm19
    vprold zmm2, zmm2, 15
    vprold zmm6, zmm6, 15
    vprold zmm10, zmm10, 15
    vprold zmm14, zmm14, 15
    vpaddd zmm2, zmm2, zmm3
    vpaddd zmm6, zmm6, zmm7
    vpaddd zmm10, zmm10, zmm11
    vpaddd zmm14, zmm14, zmm15
    vpbroadcastd zmm21, dword ptr [rax + 236]
    vpaddd zmm1, zmm1, zmm21
    vpaddd zmm5, zmm5, zmm21
    vpaddd zmm9, zmm9, zmm21
    vpaddd zmm13, zmm13, zmm21
    vmovdqa64 zmm16, zmm2
    vmovdqa64 zmm17, zmm6
    vmovdqa64 zmm18, zmm10
    vmovdqa64 zmm19, zmm14
    vpternlogd zmm16, zmm3, zmm0, 0x39
    vpternlogd zmm17, zmm7, zmm4, 0x39
    vpternlogd zmm18, zmm11, zmm8, 0x39
    vpternlogd zmm19, zmm15, zmm12, 0x39
    vpaddd zmm1, zmm1, zmm16
    vpaddd zmm5, zmm5, zmm17
    vpaddd zmm9, zmm9, zmm18
    vpaddd zmm13, zmm13, zmm19
    vprold zmm1, zmm1, 21
    vprold zmm5, zmm5, 21
    vprold zmm9, zmm9, 21
    vprold zmm13, zmm13, 21
    vpaddd zmm1, zmm1, zmm2
    vpaddd zmm5, zmm5, zmm6
    vpaddd zmm9, zmm9, zmm10
    vpaddd zmm13, zmm13, zmm14
    vpbroadcastd zmm20, dword ptr [rax + 240]
    vpaddd zmm0, zmm0, zmm20
    vpaddd zmm4, zmm4, zmm20
    vpaddd zmm8, zmm8, zmm20
    vpaddd zmm12, zmm12, zmm20
    vmovdqa64 zmm16, zmm1
    vmovdqa64 zmm17, zmm5
    vmovdqa64 zmm18, zmm9
    vmovdqa64 zmm19, zmm13
    vpternlogd zmm16, zmm2, zmm3, 0x39
    vpternlogd zmm17, zmm6, zmm7, 0x39
    vpternlogd zmm18, zmm10, zmm11, 0x39
    vpternlogd zmm19, zmm14, zmm15, 0x39
    vpaddd zmm0, zmm0, zmm16
    vpaddd zmm4, zmm4, zmm17
    vpaddd zmm8, zmm8, zmm18
    vpaddd zmm12, zmm12, zmm19
    vprold zmm0, zmm0, 6
    vprold zmm4, zmm4, 6
    vprold zmm8, zmm8, 6
    vprold zmm12, zmm12, 6
    vpaddd zmm0, zmm0, zmm1
    vpaddd zmm4, zmm4, zmm5
    vpaddd zmm8, zmm8, zmm9
    vpaddd zmm12, zmm12, zmm13
    vpbroadcastd zmm21, dword ptr [rax + 244]
    vpaddd zmm3, zmm3, zmm21
    vpaddd zmm7, zmm7, zmm21
    vpaddd zmm11, zmm11, zmm21
    vpaddd zmm15, zmm15, zmm21
    vmovdqa64 zmm16, zmm0
    vmovdqa64 zmm17, zmm4
    vmovdqa64 zmm18, zmm8
    vmovdqa64 zmm19, zmm12
    vpternlogd zmm16, zmm1, zmm2, 0x39
    vpternlogd zmm17, zmm5, zmm6, 0x39
    vpternlogd zmm18, zmm9, zmm10, 0x39
    vpternlogd zmm19, zmm13, zmm14, 0x39
    vpaddd zmm3, zmm3, zmm16
    vpaddd zmm7, zmm7, zmm17
    vpaddd zmm11, zmm11, zmm18
    vpaddd zmm15, zmm15, zmm19
    vprold zmm3, zmm3, 10
    vprold zmm7, zmm7, 10
    vprold zmm11, zmm11, 10
    vprold zmm15, zmm15, 10
    vpaddd zmm3, zmm3, zmm0
    vpaddd zmm7, zmm7, zmm4
    vpaddd zmm11, zmm11, zmm8
    vpaddd zmm15, zmm15, zmm12
    vpbroadcastd zmm20, dword ptr [rax + 248]
    vpaddd zmm2, zmm2, [rsi + 512 + 0]
    vpaddd zmm6, zmm6, [rsi + 512 + 64]
    vpaddd zmm10, zmm10, [rsi + 512 + 128]
    vpaddd zmm14, zmm14, [rsi + 512 + 192]
    vpaddd zmm2, zmm2, zmm20
    vpaddd zmm6, zmm6, zmm20
    vpaddd zmm10, zmm10, zmm20
    vpaddd zmm14, zmm14, zmm20
    vmovdqa64 zmm16, zmm3
    vmovdqa64 zmm17, zmm7
    vmovdqa64 zmm18, zmm11
    vmovdqa64 zmm19, zmm15
    vpternlogd zmm16, zmm0, zmm1, 0x39
    vpternlogd zmm17, zmm4, zmm5, 0x39
    vpternlogd zmm18, zmm8, zmm9, 0x39
    vpternlogd zmm19, zmm12, zmm13, 0x39
    vpaddd zmm2, zmm2, zmm16
    vpaddd zmm6, zmm6, zmm17
    vpaddd zmm10, zmm10, zmm18
    vpaddd zmm14, zmm14, zmm19
    vprold zmm2, zmm2, 15
    vprold zmm6, zmm6, 15
    vprold zmm10, zmm10, 15
    vprold zmm14, zmm14, 15
    vpaddd zmm2, zmm2, zmm3
    vpaddd zmm6, zmm6, zmm7
    vpaddd zmm10, zmm10, zmm11
    vpaddd zmm14, zmm14, zmm15
    vpbroadcastd zmm21, dword ptr [rax + 252]
    vpaddd zmm1, zmm1, zmm21
    vpaddd zmm5, zmm5, zmm21
    vpaddd zmm9, zmm9, zmm21
    vpaddd zmm13, zmm13, zmm21
    vmovdqa64 zmm16, zmm2
    vmovdqa64 zmm17, zmm6
    vmovdqa64 zmm18, zmm10
    vmovdqa64 zmm19, zmm14
    vpternlogd zmm16, zmm3, zmm0, 0x39
    vpternlogd zmm17, zmm7, zmm4, 0x39
    vpternlogd zmm18, zmm11, zmm8, 0x39
    vpternlogd zmm19, zmm15, zmm12, 0x39
    vpaddd zmm1, zmm1, zmm16
    vpaddd zmm5, zmm5, zmm17
    vpaddd zmm9, zmm9, zmm18
    vpaddd zmm13, zmm13, zmm19
    vprold zmm1, zmm1, 21
    vprold zmm5, zmm5, 21
    vprold zmm9, zmm9, 21
    vprold zmm13, zmm13, 21
    vpaddd zmm1, zmm1, zmm2
    vpaddd zmm5, zmm5, zmm6
    vpaddd zmm9, zmm9, zmm10
    vpaddd zmm13, zmm13, zmm14
    vpaddd zmm0, zmm0, [rdi + 0]
    vmovdqu64 [rsi + 0], zmm0
    vpaddd zmm4, zmm4, [rdi + 64]
    vmovdqu64 [rsi + 64], zmm4
    vpaddd zmm8, zmm8, [rdi + 128]
    vmovdqu64 [rsi + 128], zmm8
    vpaddd zmm12, zmm12, [rdi + 192]
    vmovdqu64 [rsi + 192], zmm12
    vpaddd zmm1, zmm1, [rdi + 256]
    vmovdqu64 [rsi + 256], zmm1
    vpaddd zmm5, zmm5, [rdi + 320]
    vmovdqu64 [rsi + 320], zmm5
    vpaddd zmm9, zmm9, [rdi + 384]
    vmovdqu64 [rsi + 384], zmm9
    vpaddd zmm13, zmm13, [rdi + 448]
    vmovdqu64 [rsi + 448], zmm13
    vpaddd zmm2, zmm2, [rdi + 512]
    vmovdqu64 [rsi + 512], zmm2
    vpaddd zmm6, zmm6, [rdi + 576]
    vmovdqu64 [rsi + 576], zmm6
    vpaddd zmm10, zmm10, [rdi + 640]
    vmovdqu64 [rsi + 640], zmm10
    vpaddd zmm14, zmm14, [rdi + 704]
    vmovdqu64 [rsi + 704], zmm14
    vpaddd zmm3, zmm3, [rdi + 768]
    vmovdqu64 [rsi + 768], zmm3
    vpaddd zmm7, zmm7, [rdi + 832]
    vmovdqu64 [rsi + 832], zmm7
    vpaddd zmm11, zmm11, [rdi + 896]
    vmovdqu64 [rsi + 896], zmm11
    vpaddd zmm15, zmm15, [rdi + 960]
    vmovdqu64 [rsi + 960], zmm15
    vzeroupper
    pop rbp
    .cfi_def_cfa 7, 8
    ret
    .cfi_endproc
    .size wr_md5_avx512_outer_64, . - wr_md5_avx512_outer_64

    .p2align 6
    .globl wr_md5_avx512_stream_64
    .hidden wr_md5_avx512_stream_64
    .type wr_md5_avx512_stream_64, @function
wr_md5_avx512_stream_64:
    .cfi_startproc
    endbr64
    push rbp
    .cfi_def_cfa_offset 16
    .cfi_offset 6, -16
    mov rbp, rsp
    .cfi_def_cfa_register 6
    push rbx
    .cfi_offset 3, -24
    push r12
    .cfi_offset 12, -32
    push r13
    .cfi_offset 13, -40
    push r14
    .cfi_offset 14, -48
    push r15
    .cfi_offset 15, -56
    mov r11, r9
    lea r9, [r9 + 2 * rcx]
    mov r10, [rbp + 16]
    vmovdqu64 zmm0, [rdi + 0]
    vmovdqu64 zmm1, [rdi + 256]
    vmovdqu64 zmm2, [rdi + 512]
    vmovdqu64 zmm3, [rdi + 768]
    vmovdqu64 zmm4, [rdi + 64]
    vmovdqu64 zmm5, [rdi + 320]
    vmovdqu64 zmm6, [rdi + 576]
    vmovdqu64 zmm7, [rdi + 832]
    vmovdqu64 zmm8, [rdi + 128]
    vmovdqu64 zmm9, [rdi + 384]
    vmovdqu64 zmm10, [rdi + 640]
    vmovdqu64 zmm11, [rdi + 896]
    vmovdqu64 zmm12, [rdi + 192]
    vmovdqu64 zmm13, [rdi + 448]
    vmovdqu64 zmm14, [rdi + 704]
    vmovdqu64 zmm15, [rdi + 960]
1:
    lea rax, [rip + constants]
    mov r12, 0
    mov r13, 256
    mov r14, 512
    mov r15, 768
2:
    vpbroadcastd zmm20, dword ptr [rax + 0]
    vpaddd zmm0, zmm0, [rsi + r12 + 0]
    vpaddd zmm4, zmm4, [rsi + r12 + 64]
    mov rbx, [rdx + 0]
    vpaddd zmm8, zmm8, [rsi + r12 + 128]
    vpaddd zmm12, zmm12, [rsi + r12 + 192]
    prefetcht0 [rbx + r9]
    vpaddd zmm0, zmm0, zmm20
    vpaddd zmm4, zmm4, zmm20
    vpaddd zmm8, zmm8, zmm20
    mov rbx, [rdx + 8]
    vpaddd zmm12, zmm12, zmm20
    vmovdqa64 zmm16, zmm1
    prefetcht0 [rbx + r9]
    vmovdqa64 zmm17, zmm5
    vmovdqa64 zmm18, zmm9
    vmovdqa64 zmm19, zmm13
    mov rbx, [rdx + 16]
    vpternlogd zmm16, zmm2, zmm3, 0xca
    vpternlogd zmm17, zmm6, zmm7, 0xca
    prefetcht0 [rbx + r9]
    vpternlogd zmm18, zmm10, zmm11, 0xca
    vpternlogd zmm19, zmm14, zmm15, 0xca
    vpaddd zmm0, zmm0, zmm16
    mov rbx, [rdx + 24]
    vpaddd zmm4, zmm4, zmm17
    vpaddd zmm8, zmm8, zmm18
    prefetcht0 [rbx + r9]
    vpaddd zmm12, zmm12, zmm19
    vprold zmm0, zmm0, 7
    vprold zmm4, zmm4, 7
    mov rbx, [rdx + 0 + 0]
    vprold zmm8, zmm8, 7
    vprold zmm12, zmm12, 7
    vmovdqu64 zmm22, [rbx + r11]
    vpaddd zmm0, zmm0, zmm1
    vpaddd zmm4, zmm4, zmm5
    vpaddd zmm8, zmm8, zmm9
    mov rbx, [rdx + 0 + 8]
    vpaddd zmm12, zmm12, zmm13
    add r12, 1024
    vmovdqu64 zmm23, [rbx + r11]
    and r12, 4095
    vpbroadcastd zmm21, dword ptr [rax + 4]
    vpaddd zmm3, zmm3, [rsi + r13 + 0]
    mov rbx, [rdx + 0 + 16]
    vpaddd zmm7, zmm7, [rsi + r13 + 64]
    vpaddd zmm11, zmm11, [rsi + r13 + 128]
    vmovdqu64 zmm24, [rbx + r11]
    vpaddd zmm15, zmm15, [rsi + r13 + 192]
    vpaddd zmm3, zmm3, zmm21
    vpaddd zmm7, zmm7, zmm21
    mov rbx, [rdx + 0 + 24]
    vpaddd zmm11, zmm11, zmm21
    vpaddd zmm15, zmm15, zmm21
    vmovdqu64 zmm25, [rbx + r11]
    vmovdqa64 zmm16, zmm0
    vmovdqa64 zmm17, zmm4
    vmovdqa64 zmm18, zmm8
    vpunpckldq zmm26, zmm22, zmm23
    vmovdqa64 zmm19, zmm12
    vpternlogd zmm16, zmm1, zmm2, 0xca
    vpunpckhdq zmm23, zmm22, zmm23
    vpternlogd zmm17, zmm5, zmm6, 0xca
    vpternlogd zmm18, zmm9, zmm10, 0xca
    vpternlogd zmm19, zmm13, zmm14, 0xca
    vpunpckldq zmm27, zmm24, zmm25
    vpaddd zmm3, zmm3, zmm16
    vpaddd zmm7, zmm7, zmm17
    vpunpckhdq zmm25, zmm24, zmm25
    vpaddd zmm11, zmm11, zmm18
    vpaddd zmm15, zmm15, zmm19
    vprold zmm3, zmm3, 12
    vpunpcklqdq zmm22, zmm26, zmm27
    vprold zmm7, zmm7, 12
    vprold zmm11, zmm11, 12
    vpunpckhqdq zmm26, zmm26, zmm27
    vprold zmm15, zmm15, 12
    vpaddd zmm3, zmm3, zmm0
    vpaddd zmm7, zmm7, zmm4
    vpunpcklqdq zmm24, zmm23, zmm25
    vpaddd zmm11, zmm11, zmm8
    vpaddd zmm15, zmm15, zmm12
    vpunpckhqdq zmm23, zmm23, zmm25
    add r13, 1024
    and r13, 4095
    vmovdqa64 [r10 + 0 + 0], zmm22
    vpbroadcastd zmm20, dword ptr [rax + 8]
    vpaddd zmm2, zmm2, [rsi + r14 + 0]
    vpaddd zmm6, zmm6, [rsi + r14 + 64]
    vmovdqa64 [r10 + 0 + 256], zmm26
    vpaddd zmm10, zmm10, [rsi + r14 + 128]
    vpaddd zmm14, zmm14, [rsi + r14 + 192]
    vmovdqa64 [r10 + 0 + 512], zmm24
    vpaddd zmm2, zmm2, zmm20
    vpaddd zmm6, zmm6, zmm20
    vpaddd zmm10, zmm10, zmm20
    vmovdqa64 [r10 + 0 + 768], zmm23
    vpaddd zmm14, zmm14, zmm20
    vmovdqa64 zmm16, zmm3
    mov rbx, [rdx + 256 + 0]
    vmovdqa64 zmm17, zmm7
    vmovdqa64 zmm18, zmm11
    vmovdqa64 zmm19, zmm15
    vmovdqu64 zmm22, [rbx + r11]
    vpternlogd zmm16, zmm0, zmm1, 0xca
    vpternlogd zmm17, zmm4, zmm5, 0xca
    mov rbx, [rdx + 256 + 8]
    vpternlogd zmm18, zmm8, zmm9, 0xca
    vpternlogd zmm19, zmm12, zmm13, 0xca
    vpaddd zmm2, zmm2, zmm16
    vmovdqu64 zmm23, [rbx + r11]
    vpaddd zmm6, zmm6, zmm17
    vpaddd zmm10, zmm10, zmm18
    mov rbx, [rdx + 256 + 16]
    vpaddd zmm14, zmm14, zmm19
    vprold zmm2, zmm2, 17
    vprold zmm6, zmm6, 17
    vmovdqu64 zmm24, [rbx + r11]
    vprold zmm10, zmm10, 17
    vprold zmm14, zmm14, 17
    mov rbx, [rdx + 256 + 24]
    vpaddd zmm2, zmm2, zmm3
    vpaddd zmm6, zmm6, zmm7
    vpaddd zmm10, zmm10, zmm11
    vmovdqu64 zmm25, [rbx + r11]
    vpaddd zmm14, zmm14, zmm15
    add r14, 1024
    vpunpckldq zmm26, zmm22, zmm23
    and r14, 4095
    vpbroadcastd zmm21, dword ptr [rax + 12]
    vpaddd zmm1, zmm1, [rsi + r15 + 0]
    vpunpckhdq zmm23, zmm22, zmm23
    vpaddd zmm5, zmm5, [rsi + r15 + 64]
    vpaddd zmm9, zmm9, [rsi + r15 + 128]
    vpunpckldq zmm27, zmm24, zmm25
    vpaddd zmm13, zmm13, [rsi + r15 + 192]
    vpaddd zmm1, zmm1, zmm21
    vpaddd zmm5, zmm5, zmm21
    vpunpckhdq zmm25, zmm24, zmm25
    vpaddd zmm9, zmm9, zmm21
    vpaddd zmm13, zmm13, zmm21
    vpunpcklqdq zmm22, zmm26, zmm27
    vmovdqa64 zmm16, zmm2
    vmovdqa64 zmm17, zmm6
    vmovdqa64 zmm18, zmm10
    vpunpckhqdq zmm26, zmm26, zmm27
    vmovdqa64 zmm19, zmm14
    vpternlogd zmm16, zmm3, zmm0, 0xca
    vpunpcklqdq zmm24, zmm23, zmm25
    vpternlogd zmm17, zmm7, zmm4, 0xca
    vpternlogd zmm18, zmm11, zmm8, 0xca
    vpternlogd zmm19, zmm15, zmm12, 0xca
    vpunpckhqdq zmm23, zmm23, zmm25
    vpaddd zmm1, zmm1, zmm16
    vpaddd zmm5, zmm5, zmm17
    vmovdqa64 [r10 + 128 + 0], zmm22
    vpaddd zmm9, zmm9, zmm18
    vpaddd zmm13, zmm13, zmm19
    vprold zmm1, zmm1, 22
    vmovdqa64 [r10 + 128 + 256], zmm26
    vprold zmm5, zmm5, 22
    vprold zmm9, zmm9, 22
    vmovdqa64 [r10 + 128 + 512], zmm24
    vprold zmm13, zmm13, 22
    vpaddd zmm1, zmm1, zmm2
    vpaddd zmm5, zmm5, zmm6
    vmovdqa64 [r10 + 128 + 768], zmm23
    vpaddd zmm9, zmm9, zmm10
    vpaddd zmm13, zmm13, zmm14
    add rdx, 32
    add r15, 1024
    and r15, 4095
    add r10, 1024
    add rax, 16
    test eax, 48
    jnz 2b
    sub rdx, 128
    sub r10, 4096
    mov r12, 256
    mov r13, 1536
    mov r14, 2816
    mov r15, 0
2:
    vpbroadcastd zmm20, dword ptr [rax + 0]
    vpaddd zmm0, zmm0, [rsi + r12 + 0]
    vpaddd zmm4, zmm4, [rsi + r12 + 64]
    mov rbx, [rdx + 128]
    vpaddd zmm8, zmm8, [rsi + r12 + 128]
    vpaddd zmm12, zmm12, [rsi + r12 + 192]
    prefetcht0 [rbx + r9]
    vpaddd zmm0, zmm0, zmm20
    vpaddd zmm4, zmm4, zmm20
    vpaddd zmm8, zmm8, zmm20
    mov rbx, [rdx + 136]
    vpaddd zmm12, zmm12, zmm20
    vmovdqa64 zmm16, zmm1
    prefetcht0 [rbx + r9]
    vmovdqa64 zmm17, zmm5
    vmovdqa64 zmm18, zmm9
    vmovdqa64 zmm19, zmm13
    mov rbx, [rdx + 144]
    vpternlogd zmm16, zmm2, zmm3, 0xe4
    vpternlogd zmm17, zmm6, zmm7, 0xe4
    prefetcht0 [rbx + r9]
    vpternlogd zmm18, zmm10, zmm11, 0xe4
    vpternlogd zmm19, zmm14, zmm15, 0xe4
    vpaddd zmm0, zmm0, zmm16
    mov rbx, [rdx + 152]
    vpaddd zmm4, zmm4, zmm17
    vpaddd zmm8, zmm8, zmm18
    prefetcht0 [rbx + r9]
    vpaddd zmm12, zmm12, zmm19
    vprold zmm0, zmm0, 5
    vprold zmm4, zmm4, 5
    mov rbx, [rdx + 128 + 0]
    vprold zmm8, zmm8, 5
    vprold zmm12, zmm12, 5
    vmovdqu64 zmm22, [rbx + r11]
    vpaddd zmm0, zmm0, zmm1
    vpaddd zmm4, zmm4, zmm5
    vpaddd zmm8, zmm8, zmm9
    mov rbx, [rdx + 128 + 8]
    vpaddd zmm12, zmm12, zmm13
    add r12, 1024
    vmovdqu64 zmm23, [rbx + r11]
    and r12, 4095
    vpbroadcastd zmm21, dword ptr [rax + 4]
    vpaddd zmm3, zmm3, [rsi + r13 + 0]
    mov rbx, [rdx + 128 + 16]
    vpaddd zmm7, zmm7, [rsi + r13 + 64]
    vpaddd zmm11, zmm11, [rsi + r13 + 128]
    vmovdqu64 zmm24, [rbx + r11]
    vpaddd zmm15, zmm15, [rsi + r13 + 192]
    vpaddd zmm3, zmm3, zmm21
    vpaddd zmm7, zmm7, zmm21
    mov rbx, [rdx + 128 + 24]
    vpaddd zmm11, zmm11, zmm21
    vpaddd zmm15, zmm15, zmm21
    vmovdqu64 zmm25, [rbx + r11]
    vmovdqa64 zmm16, zmm0
    vmovdqa64 zmm17, zmm4
    vmovdqa64 zmm18, zmm8
    vpunpckldq zmm26, zmm22, zmm23
    vmovdqa64 zmm19, zmm12
    vpternlogd zmm16, zmm1, zmm2, 0xe4
    vpunpckhdq zmm23, zmm22, zmm23
    vpternlogd zmm17, zmm5, zmm6, 0xe4
    vpternlogd zmm18, zmm9, zmm10, 0xe4
    vpternlogd zmm19, zmm13, zmm14, 0xe4
    vpunpckldq zmm27, zmm24, zmm25
    vpaddd zmm3, zmm3, zmm16
    vpaddd zmm7, zmm7, zmm17
    vpunpckhdq zmm25, zmm24, zmm25
    vpaddd zmm11, zmm11, zmm18
    vpaddd zmm15, zmm15, zmm19
    vprold zmm3, zmm3, 9
    vpunpcklqdq zmm22, zmm26, zmm27
    vprold zmm7, zmm7, 9
    vprold zmm11, zmm11, 9
    vpunpckhqdq zmm26, zmm26, zmm27
    vprold zmm15, zmm15, 9
    vpaddd zmm3, zmm3, zmm0
    vpaddd zmm7, zmm7, zmm4
    vpunpcklqdq zmm24, zmm23, zmm25
    vpaddd zmm11, zmm11, zmm8
    vpaddd zmm15, zmm15, zmm12
    vpunpckhqdq zmm23, zmm23, zmm25
    add r13, 1024
    and r13, 4095
    vmovdqa64 [r10 + 64 + 0], zmm22
    vpbroadcastd zmm20, dword ptr [rax + 8]
    vpaddd zmm2, zmm2, [rsi + r14 + 0]
    vpaddd zmm6, zmm6, [rsi + r14 + 64]
    vmovdqa64 [r10 + 64 + 256], zmm26
    vpaddd zmm10, zmm10, [rsi + r14 + 128]
    vpaddd zmm14, zmm14, [rsi + r14 + 192]
    vmovdqa64 [r10 + 64 + 512], zmm24
    vpaddd zmm2, zmm2, zmm20
    vpaddd zmm6, zmm6, zmm20
    vpaddd zmm10, zmm10, zmm20
    vmovdqa64 [r10 + 64 + 768], zmm23
    vpaddd zmm14, zmm14, zmm20
    vmovdqa64 zmm16, zmm3
    mov rbx, [rdx + 384 + 0]
    vmovdqa64 zmm17, zmm7
    vmovdqa64 zmm18, zmm11
    vmovdqa64 zmm19, zmm15
    vmovdqu64 zmm22, [rbx + r11]
    vpternlogd zmm16, zmm0, zmm1, 0xe4
    vpternlogd zmm17, zmm4, zmm5, 0xe4
    mov rbx, [rdx + 384 + 8]
    vpternlogd zmm18, zmm8, zmm9, 0xe4
    vpternlogd zmm19, zmm12, zmm13, 0xe4
    vpaddd zmm2, zmm2, zmm16
    vmovdqu64 zmm23, [rbx + r11]
    vpaddd zmm6, zmm6, zmm17
    vpaddd zmm10, zmm10, zmm18
    mov rbx, [rdx + 384 + 16]
    vpaddd zmm14, zmm14, zmm19
    vprold zmm2, zmm2, 14
    vprold zmm6, zmm6, 14
    vmovdqu64 zmm24, [rbx + r11]
    vprold zmm10, zmm10, 14
    vprold zmm14, zmm14, 14
    mov rbx, [rdx + 384 + 24]
    vpaddd zmm2, zmm2, zmm3
    vpaddd zmm6, zmm6, zmm7
    vpaddd zmm10, zmm10, zmm11
    vmovdqu64 zmm25, [rbx + r11]
    vpaddd zmm14, zmm14, zmm15
    add r14, 1024
    vpunpckldq zmm26, zmm22, zmm23
    and r14, 4095
    vpbroadcastd zmm21, dword ptr [rax + 12]
    vpaddd zmm1, zmm1, [rsi + r15 + 0]
    vpunpckhdq zmm23, zmm22, zmm23
    vpaddd zmm5, zmm5, [rsi + r15 + 64]
    vpaddd zmm9, zmm9, [rsi + r15 + 128]
    vpunpckldq zmm27, zmm24, zmm25
    vpaddd zmm13, zmm13, [rsi + r15 + 192]
    vpaddd zmm1, zmm1, zmm21
    vpaddd zmm5, zmm5, zmm21
    vpunpckhdq zmm25, zmm24, zmm25
    vpaddd zmm9, zmm9, zmm21
    vpaddd zmm13, zmm13, zmm21
    vpunpcklqdq zmm22, zmm26, zmm27
    vmovdqa64 zmm16, zmm2
    vmovdqa64 zmm17, zmm6
    vmovdqa64 zmm18, zmm10
    vpunpckhqdq zmm26, zmm26, zmm27
    vmovdqa64 zmm19, zmm14
    vpternlogd zmm16, zmm3, zmm0, 0xe4
    vpunpcklqdq zmm24, zmm23, zmm25
    vpternlogd zmm17, zmm7, zmm4, 0xe4
    vpternlogd zmm18, zmm11, zmm8, 0xe4
    vpternlogd zmm19, zmm15, zmm12, 0xe4
    vpunpckhqdq zmm23, zmm23, zmm25
    vpaddd zmm1, zmm1, zmm16
    vpaddd zmm5, zmm5, zmm17
    vmovdqa64 [r10 + 192 + 0], zmm22
    vpaddd zmm9, zmm9, zmm18
    vpaddd zmm13, zmm13, zmm19
    vprold zmm1, zmm1, 20
    vmovdqa64 [r10 + 192 + 256], zmm26
    vprold zmm5, zmm5, 20
    vprold zmm9, zmm9, 20
    vmovdqa64 [r10 + 192 + 512], zmm24
    vprold zmm13, zmm13, 20
    vpaddd zmm1, zmm1, zmm2
    vpaddd zmm5, zmm5, zmm6
    vmovdqa64 [r10 + 192 + 768], zmm23
    vpaddd zmm9, zmm9, zmm10
    vpaddd zmm13, zmm13, zmm14
    add rdx, 32
    add r15, 1024
    and r15, 4095
    add r10, 1024
    add rax, 16
    test eax, 48
    jnz 2b
    sub rdx, 128
    sub r10, 4096
    mov r12, 1280
    mov r13, 2048
    mov r14, 2816
    mov r15, 3584
2:
    vpbroadcastd zmm20, dword ptr [rax + 0]
    vpaddd zmm0, zmm0, [rsi + r12 + 0]
    vpaddd zmm4, zmm4, [rsi + r12 + 64]
    mov rbx, [rdx + 256]
    vpaddd zmm8, zmm8, [rsi + r12 + 128]
    vpaddd zmm12, zmm12, [rsi + r12 + 192]
    vpaddd zmm0, zmm0, zmm20
    prefetcht0 [rbx + r9]
    vpaddd zmm4, zmm4, zmm20
    vpaddd zmm8, zmm8, zmm20
    vpaddd zmm12, zmm12, zmm20
    mov rbx, [rdx + 264]
    vmovdqa64 zmm16, zmm1
    vmovdqa64 zmm17, zmm5
    vmovdqa64 zmm18, zmm9
    prefetcht0 [rbx + r9]
    vmovdqa64 zmm19, zmm13
    vpternlogd zmm16, zmm2, zmm3, 0x96
    vpternlogd zmm17, zmm6, zmm7, 0x96
    mov rbx, [rdx + 272]
    vpternlogd zmm18, zmm10, zmm11, 0x96
    vpternlogd zmm19, zmm14, zmm15, 0x96
    vpaddd zmm0, zmm0, zmm16
    prefetcht0 [rbx + r9]
    vpaddd zmm4, zmm4, zmm17
    vpaddd zmm8, zmm8, zmm18
    vpaddd zmm12, zmm12, zmm19
    mov rbx, [rdx + 280]
    vprold zmm0, zmm0, 4
    vprold zmm4, zmm4, 4
    vprold zmm8, zmm8, 4
    prefetcht0 [rbx + r9]
    vprold zmm12, zmm12, 4
    vpaddd zmm0, zmm0, zmm1
    vpaddd zmm4, zmm4, zmm5
    vmovdqa64 zmm22, [r10 + 0 + 0]
    vpaddd zmm8, zmm8, zmm9
    vpaddd zmm12, zmm12, zmm13
    add r12, 3072
    vmovdqa64 zmm23, [r10 + 0 + 1024]
    and r12, 4095
    vpbroadcastd zmm21, dword ptr [rax + 4]
    vpaddd zmm3, zmm3, [rsi + r13 + 0]
    vmovdqa64 zmm24, [r10 + 0 + 2048]
    vpaddd zmm7, zmm7, [rsi + r13 + 64]
    vpaddd zmm11, zmm11, [rsi + r13 + 128]
    vpaddd zmm15, zmm15, [rsi + r13 + 192]
    vmovdqa64 zmm25, [r10 + 0 + 3072]
    vpaddd zmm3, zmm3, zmm21
    vpaddd zmm7, zmm7, zmm21
    vpaddd zmm11, zmm11, zmm21
    vshufi32x4 zmm26, zmm22, zmm23, 0x88
    vpaddd zmm15, zmm15, zmm21
    vmovdqa64 zmm16, zmm0
    vmovdqa64 zmm17, zmm4
    vshufi32x4 zmm22, zmm22, zmm23, 0xdd
    vmovdqa64 zmm18, zmm8
    vmovdqa64 zmm19, zmm12
    vpternlogd zmm16, zmm1, zmm2, 0x96
    vshufi32x4 zmm27, zmm24, zmm25, 0x88
    vpternlogd zmm17, zmm5, zmm6, 0x96
    vpternlogd zmm18, zmm9, zmm10, 0x96
    vpternlogd zmm19, zmm13, zmm14, 0x96
    vshufi32x4 zmm24, zmm24, zmm25, 0xdd
    vpaddd zmm3, zmm3, zmm16
    vpaddd zmm7, zmm7, zmm17
    vpaddd zmm11, zmm11, zmm18
    vshufi32x4 zmm23, zmm26, zmm27, 0x88
    vpaddd zmm15, zmm15, zmm19
    vprold zmm3, zmm3, 11
    vprold zmm7, zmm7, 11
    vshufi32x4 zmm26, zmm26, zmm27, 0xdd
    vprold zmm11, zmm11, 11
    vprold zmm15, zmm15, 11
    vpaddd zmm3, zmm3, zmm0
    vshufi32x4 zmm25, zmm22, zmm24, 0x88
    vpaddd zmm7, zmm7, zmm4
    vpaddd zmm11, zmm11, zmm8
    vpaddd zmm15, zmm15, zmm12
    vshufi32x4 zmm22, zmm22, zmm24, 0xdd
    add r13, 3072
    and r13, 4095
    vmovdqa64 [r10 + 0 + 0], zmm23
    vpbroadcastd zmm20, dword ptr [rax + 8]
    vpaddd zmm2, zmm2, [rsi + r14 + 0]
    vpaddd zmm6, zmm6, [rsi + r14 + 64]
    vmovdqa64 [r10 + 0 + 1024], zmm25
    vpaddd zmm10, zmm10, [rsi + r14 + 128]
    vpaddd zmm14, zmm14, [rsi + r14 + 192]
    vpaddd zmm2, zmm2, zmm20
    vmovdqa64 [r10 + 0 + 2048], zmm26
    vpaddd zmm6, zmm6, zmm20
    vpaddd zmm10, zmm10, zmm20
    vpaddd zmm14, zmm14, zmm20
    vmovdqa64 [r10 + 0 + 3072], zmm22
    vmovdqa64 zmm16, zmm3
    vmovdqa64 zmm17, zmm7
    vmovdqa64 zmm18, zmm11
    vmovdqa64 zmm22, [r10 + 128 + 0]
    vmovdqa64 zmm19, zmm15
    vpternlogd zmm16, zmm0, zmm1, 0x96
    vpternlogd zmm17, zmm4, zmm5, 0x96
    vmovdqa64 zmm23, [r10 + 128 + 1024]
    vpternlogd zmm18, zmm8, zmm9, 0x96
    vpternlogd zmm19, zmm12, zmm13, 0x96
    vpaddd zmm2, zmm2, zmm16
    vmovdqa64 zmm24, [r10 + 128 + 2048]
    vpaddd zmm6, zmm6, zmm17
    vpaddd zmm10, zmm10, zmm18
    vpaddd zmm14, zmm14, zmm19
    vmovdqa64 zmm25, [r10 + 128 + 3072]
    vprold zmm2, zmm2, 16
    vprold zmm6, zmm6, 16
    vprold zmm10, zmm10, 16
    vshufi32x4 zmm26, zmm22, zmm23, 0x88
    vprold zmm14, zmm14, 16
    vpaddd zmm2, zmm2, zmm3
    vpaddd zmm6, zmm6, zmm7
    vshufi32x4 zmm22, zmm22, zmm23, 0xdd
    vpaddd zmm10, zmm10, zmm11
    vpaddd zmm14, zmm14, zmm15
    add r14, 3072
    vshufi32x4 zmm27, zmm24, zmm25, 0x88
    and r14, 4095
    vpbroadcastd zmm21, dword ptr [rax + 12]
    vpaddd zmm1, zmm1, [rsi + r15 + 0]
    vshufi32x4 zmm24, zmm24, zmm25, 0xdd
    vpaddd zmm5, zmm5, [rsi + r15 + 64]
    vpaddd zmm9, zmm9, [rsi + r15 + 128]
    vpaddd zmm13, zmm13, [rsi + r15 + 192]
    vshufi32x4 zmm23, zmm26, zmm27, 0x88
    vpaddd zmm1, zmm1, zmm21
    vpaddd zmm5, zmm5, zmm21
    vpaddd zmm9, zmm9, zmm21
    vshufi32x4 zmm26, zmm26, zmm27, 0xdd
    vpaddd zmm13, zmm13, zmm21
    vmovdqa64 zmm16, zmm2
    vmovdqa64 zmm17, zmm6
    vshufi32x4 zmm25, zmm22, zmm24, 0x88
    vmovdqa64 zmm18, zmm10
    vmovdqa64 zmm19, zmm14
    vpternlogd zmm16, zmm3, zmm0, 0x96
    vshufi32x4 zmm22, zmm22, zmm24, 0xdd
    vpternlogd zmm17, zmm7, zmm4, 0x96
    vpternlogd zmm18, zmm11, zmm8, 0x96
    vpternlogd zmm19, zmm15, zmm12, 0x96
    vmovdqa64 [r10 + 128 + 0], zmm23
    vpaddd zmm1, zmm1, zmm16
    vpaddd zmm5, zmm5, zmm17
    vpaddd zmm9, zmm9, zmm18
    vmovdqa64 [r10 + 128 + 1024], zmm25
    vpaddd zmm13, zmm13, zmm19
    vprold zmm1, zmm1, 23
    vprold zmm5, zmm5, 23
    vmovdqa64 [r10 + 128 + 2048], zmm26
    vprold zmm9, zmm9, 23
    vprold zmm13, zmm13, 23
    vpaddd zmm1, zmm1, zmm2
    vmovdqa64 [r10 + 128 + 3072], zmm22
    vpaddd zmm5, zmm5, zmm6
    vpaddd zmm9, zmm9, zmm10
    vpaddd zmm13, zmm13, zmm14
    add rdx, 32
    add r15, 3072
    and r15, 4095
    add r10, 256
    add rax, 16
    test eax, 48
    jnz 2b
    sub rdx, 128
    sub r10, 1024
    mov r12, 0
    mov r13, 1792
    mov r14, 3584
    mov r15, 1280
2:
    vpbroadcastd zmm20, dword ptr [rax + 0]
    vpaddd zmm0, zmm0, [rsi + r12 + 0]
    vpaddd zmm4, zmm4, [rsi + r12 + 64]
    mov rbx, [rdx + 384]
    vpaddd zmm8, zmm8, [rsi + r12 + 128]
    vpaddd zmm12, zmm12, [rsi + r12 + 192]
    vpaddd zmm0, zmm0, zmm20
    prefetcht0 [rbx + r9]
    vpaddd zmm4, zmm4, zmm20
    vpaddd zmm8, zmm8, zmm20
    vpaddd zmm12, zmm12, zmm20
    mov rbx, [rdx + 392]
    vmovdqa64 zmm16, zmm1
    vmovdqa64 zmm17, zmm5
    vmovdqa64 zmm18, zmm9
    prefetcht0 [rbx + r9]
    vmovdqa64 zmm19, zmm13
    vpternlogd zmm16, zmm2, zmm3, 0x39
    vpternlogd zmm17, zmm6, zmm7, 0x39
    mov rbx, [rdx + 400]
    vpternlogd zmm18, zmm10, zmm11, 0x39
    vpternlogd zmm19, zmm14, zmm15, 0x39
    vpaddd zmm0, zmm0, zmm16
    prefetcht0 [rbx + r9]
    vpaddd zmm4, zmm4, zmm17
    vpaddd zmm8, zmm8, zmm18
    vpaddd zmm12, zmm12, zmm19
    mov rbx, [rdx + 408]
    vprold zmm0, zmm0, 6
    vprold zmm4, zmm4, 6
    vprold zmm8, zmm8, 6
    prefetcht0 [rbx + r9]
    vprold zmm12, zmm12, 6
    vpaddd zmm0, zmm0, zmm1
    vpaddd zmm4, zmm4, zmm5
    vmovdqa64 zmm22, [r10 + 64 + 0]
    vpaddd zmm8, zmm8, zmm9
    vpaddd zmm12, zmm12, zmm13
    add r12, 3072
    vmovdqa64 zmm23, [r10 + 64 + 1024]
    and r12, 4095
    vpbroadcastd zmm21, dword ptr [rax + 4]
    vpaddd zmm3, zmm3, [rsi + r13 + 0]
    vmovdqa64 zmm24, [r10 + 64 + 2048]
    vpaddd zmm7, zmm7, [rsi + r13 + 64]
    vpaddd zmm11, zmm11, [rsi + r13 + 128]
    vpaddd zmm15, zmm15, [rsi + r13 + 192]
    vmovdqa64 zmm25, [r10 + 64 + 3072]
    vpaddd zmm3, zmm3, zmm21
    vpaddd zmm7, zmm7, zmm21
    vpaddd zmm11, zmm11, zmm21
    vshufi32x4 zmm26, zmm22, zmm23, 0x88
    vpaddd zmm15, zmm15, zmm21
    vmovdqa64 zmm16, zmm0
    vmovdqa64 zmm17, zmm4
    vshufi32x4 zmm22, zmm22, zmm23, 0xdd
    vmovdqa64 zmm18, zmm8
    vmovdqa64 zmm19, zmm12
    vpternlogd zmm16, zmm1, zmm2, 0x39
    vshufi32x4 zmm27, zmm24, zmm25, 0x88
    vpternlogd zmm17, zmm5, zmm6, 0x39
    vpternlogd zmm18, zmm9, zmm10, 0x39
    vpternlogd zmm19, zmm13, zmm14, 0x39
    vshufi32x4 zmm24, zmm24, zmm25, 0xdd
    vpaddd zmm3, zmm3, zmm16
    vpaddd zmm7, zmm7, zmm17
    vpaddd zmm11, zmm11, zmm18
    vshufi32x4 zmm23, zmm26, zmm27, 0x88
    vpaddd zmm15, zmm15, zmm19
    vprold zmm3, zmm3, 10
    vprold zmm7, zmm7, 10
    vshufi32x4 zmm26, zmm26, zmm27, 0xdd
    vprold zmm11, zmm11, 10
    vprold zmm15, zmm15, 10
    vpaddd zmm3, zmm3, zmm0
    vshufi32x4 zmm25, zmm22, zmm24, 0x88
    vpaddd zmm7, zmm7, zmm4
    vpaddd zmm11, zmm11, zmm8
    vpaddd zmm15, zmm15, zmm12
    vshufi32x4 zmm22, zmm22, zmm24, 0xdd
    add r13, 3072
    and r13, 4095
    vmovdqa64 [r10 + 64 + 0], zmm23
    vpbroadcastd zmm20, dword ptr [rax + 8]
    vpaddd zmm2, zmm2, [rsi + r14 + 0]
    vpaddd zmm6, zmm6, [rsi + r14 + 64]
    vmovdqa64 [r10 + 64 + 1024], zmm25
    vpaddd zmm10, zmm10, [rsi + r14 + 128]
    vpaddd zmm14, zmm14, [rsi + r14 + 192]
    vpaddd zmm2, zmm2, zmm20
    vmovdqa64 [r10 + 64 + 2048], zmm26
    vpaddd zmm6, zmm6, zmm20
    vpaddd zmm10, zmm10, zmm20
    vpaddd zmm14, zmm14, zmm20
    vmovdqa64 [r10 + 64 + 3072], zmm22
    vmovdqa64 zmm16, zmm3
    vmovdqa64 zmm17, zmm7
    vmovdqa64 zmm18, zmm11
    vmovdqa64 zmm22, [r10 + 192 + 0]
    vmovdqa64 zmm19, zmm15
    vpternlogd zmm16, zmm0, zmm1, 0x39
    vpternlogd zmm17, zmm4, zmm5, 0x39
    vmovdqa64 zmm23, [r10 + 192 + 1024]
    vpternlogd zmm18, zmm8, zmm9, 0x39
    vpternlogd zmm19, zmm12, zmm13, 0x39
    vpaddd zmm2, zmm2, zmm16
    vmovdqa64 zmm24, [r10 + 192 + 2048]
    vpaddd zmm6, zmm6, zmm17
    vpaddd zmm10, zmm10, zmm18
    vpaddd zmm14, zmm14, zmm19
    vmovdqa64 zmm25, [r10 + 192 + 3072]
    vprold zmm2, zmm2, 15
    vprold zmm6, zmm6, 15
    vprold zmm10, zmm10, 15
    vshufi32x4 zmm26, zmm22, zmm23, 0x88
    vprold zmm14, zmm14, 15
    vpaddd zmm2, zmm2, zmm3
    vpaddd zmm6, zmm6, zmm7
    vshufi32x4 zmm22, zmm22, zmm23, 0xdd
    vpaddd zmm10, zmm10, zmm11
    vpaddd zmm14, zmm14, zmm15
    add r14, 3072
    vshufi32x4 zmm27, zmm24, zmm25, 0x88
    and r14, 4095
    vpbroadcastd zmm21, dword ptr [rax + 12]
    vpaddd zmm1, zmm1, [rsi + r15 + 0]
    vshufi32x4 zmm24, zmm24, zmm25, 0xdd
    vpaddd zmm5, zmm5, [rsi + r15 + 64]
    vpaddd zmm9, zmm9, [rsi + r15 + 128]
    vpaddd zmm13, zmm13, [rsi + r15 + 192]
    vshufi32x4 zmm23, zmm26, zmm27, 0x88
    vpaddd zmm1, zmm1, zmm21
    vpaddd zmm5, zmm5, zmm21
    vpaddd zmm9, zmm9, zmm21
    vshufi32x4 zmm26, zmm26, zmm27, 0xdd
    vpaddd zmm13, zmm13, zmm21
    vmovdqa64 zmm16, zmm2
    vmovdqa64 zmm17, zmm6
    vshufi32x4 zmm25, zmm22, zmm24, 0x88
    vmovdqa64 zmm18, zmm10
    vmovdqa64 zmm19, zmm14
    vpternlogd zmm16, zmm3, zmm0, 0x39
    vshufi32x4 zmm22, zmm22, zmm24, 0xdd
    vpternlogd zmm17, zmm7, zmm4, 0x39
    vpternlogd zmm18, zmm11, zmm8, 0x39
    vpternlogd zmm19, zmm15, zmm12, 0x39
    vmovdqa64 [r10 + 192 + 0], zmm23
    vpaddd zmm1, zmm1, zmm16
    vpaddd zmm5, zmm5, zmm17
    vpaddd zmm9, zmm9, zmm18
    vmovdqa64 [r10 + 192 + 1024], zmm25
    vpaddd zmm13, zmm13, zmm19
    vprold zmm1, zmm1, 21
    vprold zmm5, zmm5, 21
    vmovdqa64 [r10 + 192 + 2048], zmm26
    vprold zmm9, zmm9, 21
    vprold zmm13, zmm13, 21
    vpaddd zmm1, zmm1, zmm2
    vmovdqa64 [r10 + 192 + 3072], zmm22
    vpaddd zmm5, zmm5, zmm6
    vpaddd zmm9, zmm9, zmm10
    vpaddd zmm13, zmm13, zmm14
    add rdx, 32
    add r15, 3072
    and r15, 4095
    add r10, 256
    add rax, 16
    test eax, 48
    jnz 2b
    sub rdx, 128
    sub r10, 1024
    vpaddd zmm0, zmm0, [rdi + 0]
    vmovdqu64 [rdi + 0], zmm0
    vpaddd zmm4, zmm4, [rdi + 64]
    vmovdqu64 [rdi + 64], zmm4
    vpaddd zmm8, zmm8, [rdi + 128]
    vmovdqu64 [rdi + 128], zmm8
    vpaddd zmm12, zmm12, [rdi + 192]
    vmovdqu64 [rdi + 192], zmm12
    vpaddd zmm1, zmm1, [rdi + 256]
    vmovdqu64 [rdi + 256], zmm1
    vpaddd zmm5, zmm5, [rdi + 320]
    vmovdqu64 [rdi + 320], zmm5
    vpaddd zmm9, zmm9, [rdi + 384]
    vmovdqu64 [rdi + 384], zmm9
    vpaddd zmm13, zmm13, [rdi + 448]
    vmovdqu64 [rdi + 448], zmm13
    vpaddd zmm2, zmm2, [rdi + 512]
    vmovdqu64 [rdi + 512], zmm2
    vpaddd zmm6, zmm6, [rdi + 576]
    vmovdqu64 [rdi + 576], zmm6
    vpaddd zmm10, zmm10, [rdi + 640]
    vmovdqu64 [rdi + 640], zmm10
    vpaddd zmm14, zmm14, [rdi + 704]
    vmovdqu64 [rdi + 704], zmm14
    vpaddd zmm3, zmm3, [rdi + 768]
    vmovdqu64 [rdi + 768], zmm3
    vpaddd zmm7, zmm7, [rdi + 832]
    vmovdqu64 [rdi + 832], zmm7
    vpaddd zmm11, zmm11, [rdi + 896]
    vmovdqu64 [rdi + 896], zmm11
    vpaddd zmm15, zmm15, [rdi + 960]
    vmovdqu64 [rdi + 960], zmm15
    xchg rsi, r10
    add r11, rcx
    add r9, rcx
    dec r8
    jnz 1b
    vzeroupper
    pop r15
    pop r14
    pop r13
    pop r12
    pop rbx
    pop rbp
    .cfi_def_cfa 7, 8
    ret
    .cfi_endproc
    .size wr_md5_avx512_stream_64, . - wr_md5_avx512_stream_64

    .p2align 6
    .globl wr_md5_avx512_outer_and_words_64
    .hidden wr_md5_avx512_outer_and_words_64
    .type wr_md5_avx512_outer_and_words_64, @function
wr_md5_avx512_outer_and_words_64:
    .cfi_startproc
    endbr64
    push rbp
    .cfi_def_cfa_offset 16
    .cfi_offset 6, -16
    mov rbp, rsp
    .cfi_def_cfa_register 6
    push rbx
    .cfi_offset 3, -24
    push r12
    .cfi_offset 12, -32
    push r13
    .cfi_offset 13, -40
    push r14
    .cfi_offset 14, -48
    push r15
    .cfi_offset 15, -56
    vmovdqu64 zmm28, [r8]
    kmovq k1, r9
    mov r10, rcx
    vmovdqu64 zmm0, [rdi + 0]
    vmovdqu64 zmm1, [rdi + 256]
    vmovdqu64 zmm2, [rdi + 512]
    vmovdqu64 zmm3, [rdi + 768]
    vmovdqu64 zmm4, [rdi + 64]
    vmovdqu64 zmm5, [rdi + 320]
    vmovdqu64 zmm6, [rdi + 576]
    vmovdqu64 zmm7, [rdi + 832]
    vmovdqu64 zmm8, [rdi + 128]
    vmovdqu64 zmm9, [rdi + 384]
    vmovdqu64 zmm10, [rdi + 640]
    vmovdqu64 zmm11, [rdi + 896]
    vmovdqu64 zmm12, [rdi + 192]
    vmovdqu64 zmm13, [rdi + 448]
    vmovdqu64 zmm14, [rdi + 704]
    vmovdqu64 zmm15, [rdi + 960]
    lea rax, [rip + constants]
    mov r12, 0
    mov r13, 256
    mov r14, 512
    mov r15, 768
2:
    vpbroadcastd zmm20, dword ptr [rax + 0]
    vpaddd zmm0, zmm0, [rsi + r12 + 0]
    vpaddd zmm4, zmm4, [rsi + r12 + 64]
    mov rbx, [rdx + 0 + 0]
    vpaddd zmm8, zmm8, [rsi + r12 + 128]
    vpaddd zmm12, zmm12, [rsi + r12 + 192]
    vmovdqa64 zmm22, zmm28
    vpaddd zmm0, zmm0, zmm20
    vpaddd zmm4, zmm4, zmm20
    vpaddd zmm8, zmm8, zmm20
    vmovdqu8 zmm22{k1}, [rbx]
    vpaddd zmm12, zmm12, zmm20
    vmovdqa64 zmm16, zmm1
    mov rbx, [rdx + 0 + 8]
    vmovdqa64 zmm17, zmm5
    vmovdqa64 zmm18, zmm9
    vmovdqa64 zmm19, zmm13
    vmovdqa64 zmm23, zmm28
    vpternlogd zmm16, zmm2, zmm3, 0xca
    vpternlogd zmm17, zmm6, zmm7, 0xca
    vmovdqu8 zmm23{k1}, [rbx]
    vpternlogd zmm18, zmm10, zmm11, 0xca
    vpternlogd zmm19, zmm14, zmm15, 0xca
    vpaddd zmm0, zmm0, zmm16
    mov rbx, [rdx + 0 + 16]
    vpaddd zmm4, zmm4, zmm17
    vpaddd zmm8, zmm8, zmm18
    vmovdqa64 zmm24, zmm28
    vpaddd zmm12, zmm12, zmm19
    vprold zmm0, zmm0, 7
    vprold zmm4, zmm4, 7
    vmovdqu8 zmm24{k1}, [rbx]
    vprold zmm8, zmm8, 7
    vprold zmm12, zmm12, 7
    mov rbx, [rdx + 0 + 24]
    vpaddd zmm0, zmm0, zmm1
    vpaddd zmm4, zmm4, zmm5
    vpaddd zmm8, zmm8, zmm9
    vmovdqa64 zmm25, zmm28
    vpaddd zmm12, zmm12, zmm13
    add r12, 1024
    vmovdqu8 zmm25{k1}, [rbx]
    and r12, 4095
    vpbroadcastd zmm21, dword ptr [rax + 4]
    vpaddd zmm3, zmm3, [rsi + r13 + 0]
    vpunpckldq zmm26, zmm22, zmm23
    vpaddd zmm7, zmm7, [rsi + r13 + 64]
    vpaddd zmm11, zmm11, [rsi + r13 + 128]
    vpunpckhdq zmm23, zmm22, zmm23
    vpaddd zmm15, zmm15, [rsi + r13 + 192]
    vpaddd zmm3, zmm3, zmm21
    vpaddd zmm7, zmm7, zmm21
    vpunpckldq zmm27, zmm24, zmm25
    vpaddd zmm11, zmm11, zmm21
    vpaddd zmm15, zmm15, zmm21
    vpunpckhdq zmm25, zmm24, zmm25
    vmovdqa64 zmm16, zmm0
    vmovdqa64 zmm17, zmm4
    vmovdqa64 zmm18, zmm8
    vpunpcklqdq zmm22, zmm26, zmm27
    vmovdqa64 zmm19, zmm12
    vpternlogd zmm16, zmm1, zmm2, 0xca
    vpunpckhqdq zmm26, zmm26, zmm27
    vpternlogd zmm17, zmm5, zmm6, 0xca
    vpternlogd zmm18, zmm9, zmm10, 0xca
    vpternlogd zmm19, zmm13, zmm14, 0xca
    vpunpcklqdq zmm24, zmm23, zmm25
    vpaddd zmm3, zmm3, zmm16
    vpaddd zmm7, zmm7, zmm17
    vpunpckhqdq zmm23, zmm23, zmm25
    vpaddd zmm11, zmm11, zmm18
    vpaddd zmm15, zmm15, zmm19
    vprold zmm3, zmm3, 12
    vmovdqa64 [r10 + 0 + 0], zmm22
    vprold zmm7, zmm7, 12
    vprold zmm11, zmm11, 12
    vmovdqa64 [r10 + 0 + 256], zmm26
    vprold zmm15, zmm15, 12
    vpaddd zmm3, zmm3, zmm0
    vpaddd zmm7, zmm7, zmm4
    vmovdqa64 [r10 + 0 + 512], zmm24
    vpaddd zmm11, zmm11, zmm8
    vpaddd zmm15, zmm15, zmm12
    vmovdqa64 [r10 + 0 + 768], zmm23
    add r13, 1024
    and r13, 4095
    mov rbx, [rdx + 256 + 0]
    vpbroadcastd zmm20, dword ptr [rax + 8]
    vpaddd zmm2, zmm2, [rsi + r14 + 0]
    vpaddd zmm6, zmm6, [rsi + r14 + 64]
    vmovdqa64 zmm22, zmm28
    vpaddd zmm10, zmm10, [rsi + r14 + 128]
    vpaddd zmm14, zmm14, [rsi + r14 + 192]
    vmovdqu8 zmm22{k1}, [rbx]
    vpaddd zmm2, zmm2, zmm20
    vpaddd zmm6, zmm6, zmm20
    vpaddd zmm10, zmm10, zmm20
    mov rbx, [rdx + 256 + 8]
    vpaddd zmm14, zmm14, zmm20
    vmovdqa64 zmm16, zmm3
    vmovdqa64 zmm23, zmm28
    vmovdqa64 zmm17, zmm7
    vmovdqa64 zmm18, zmm11
    vmovdqa64 zmm19, zmm15
    vmovdqu8 zmm23{k1}, [rbx]
    vpternlogd zmm16, zmm0, zmm1, 0xca
    vpternlogd zmm17, zmm4, zmm5, 0xca
    mov rbx, [rdx + 256 + 16]
    vpternlogd zmm18, zmm8, zmm9, 0xca
    vpternlogd zmm19, zmm12, zmm13, 0xca
    vpaddd zmm2, zmm2, zmm16
    vmovdqa64 zmm24, zmm28
    vpaddd zmm6, zmm6, zmm17
    vpaddd zmm10, zmm10, zmm18
    vmovdqu8 zmm24{k1}, [rbx]
    vpaddd zmm14, zmm14, zmm19
    vprold zmm2, zmm2, 17
    vprold zmm6, zmm6, 17
    mov rbx, [rdx + 256 + 24]
    vprold zmm10, zmm10, 17
    vprold zmm14, zmm14, 17
    vmovdqa64 zmm25, zmm28
    vpaddd zmm2, zmm2, zmm3
    vpaddd zmm6, zmm6, zmm7
    vpaddd zmm10, zmm10, zmm11
    vmovdqu8 zmm25{k1}, [rbx]
    vpaddd zmm14, zmm14, zmm15
    add r14, 1024
    vpunpckldq zmm26, zmm22, zmm23
    and r14, 4095
    vpbroadcastd zmm21, dword ptr [rax + 12]
    vpaddd zmm1, zmm1, [rsi + r15 + 0]
    vpunpckhdq zmm23, zmm22, zmm23
    vpaddd zmm5, zmm5, [rsi + r15 + 64]
    vpaddd zmm9, zmm9, [rsi + r15 + 128]
    vpunpckldq zmm27, zmm24, zmm25
    vpaddd zmm13, zmm13, [rsi + r15 + 192]
    vpaddd zmm1, zmm1, zmm21
    vpaddd zmm5, zmm5, zmm21
    vpunpckhdq zmm25, zmm24, zmm25
    vpaddd zmm9, zmm9, zmm21
    vpaddd zmm13, zmm13, zmm21
    vpunpcklqdq zmm22, zmm26, zmm27
    vmovdqa64 zmm16, zmm2
    vmovdqa64 zmm17, zmm6
    vmovdqa64 zmm18, zmm10
    vpunpckhqdq zmm26, zmm26, zmm27
    vmovdqa64 zmm19, zmm14
    vpternlogd zmm16, zmm3, zmm0, 0xca
    vpunpcklqdq zmm24, zmm23, zmm25
    vpternlogd zmm17, zmm7, zmm4, 0xca
    vpternlogd zmm18, zmm11, zmm8, 0xca
    vpternlogd zmm19, zmm15, zmm12, 0xca
    vpunpckhqdq zmm23, zmm23, zmm25
    vpaddd zmm1, zmm1, zmm16
    vpaddd zmm5, zmm5, zmm17
    vmovdqa64 [r10 + 128 + 0], zmm22
    vpaddd zmm9, zmm9, zmm18
    vpaddd zmm13, zmm13, zmm19
    vprold zmm1, zmm1, 22
    vmovdqa64 [r10 + 128 + 256], zmm26
    vprold zmm5, zmm5, 22
    vprold zmm9, zmm9, 22
    vmovdqa64 [r10 + 128 + 512], zmm24
    vprold zmm13, zmm13, 22
    vpaddd zmm1, zmm1, zmm2
    vpaddd zmm5, zmm5, zmm6
    vmovdqa64 [r10 + 128 + 768], zmm23
    vpaddd zmm9, zmm9, zmm10
    vpaddd zmm13, zmm13, zmm14
    add rdx, 32
    add r15, 1024
    and r15, 4095
    add r10, 1024
    add rax, 16
    test eax, 48
    jnz 2b
    sub rdx, 128
    sub r10, 4096
    mov r12, 256
    mov r13, 1536
    mov r14, 2816
    mov r15, 0
2:
    vpbroadcastd zmm20, dword ptr [rax + 0]
    vpaddd zmm0, zmm0, [rsi + r12 + 0]
    vpaddd zmm4, zmm4, [rsi + r12 + 64]
    mov rbx, [rdx + 128 + 0]
    vpaddd zmm8, zmm8, [rsi + r12 + 128]
    vpaddd zmm12, zmm12, [rsi + r12 + 192]
    vmovdqa64 zmm22, zmm28
    vpaddd zmm0, zmm0, zmm20
    vpaddd zmm4, zmm4, zmm20
    vpaddd zmm8, zmm8, zmm20
    vmovdqu8 zmm22{k1}, [rbx]
    vpaddd zmm12, zmm12, zmm20
    vmovdqa64 zmm16, zmm1
    mov rbx, [rdx + 128 + 8]
    vmovdqa64 zmm17, zmm5
    vmovdqa64 zmm18, zmm9
    vmovdqa64 zmm19, zmm13
    vmovdqa64 zmm23, zmm28
    vpternlogd zmm16, zmm2, zmm3, 0xe4
    vpternlogd zmm17, zmm6, zmm7, 0xe4
    vmovdqu8 zmm23{k1}, [rbx]
    vpternlogd zmm18, zmm10, zmm11, 0xe4
    vpternlogd zmm19, zmm14, zmm15, 0xe4
    vpaddd zmm0, zmm0, zmm16
    mov rbx, [rdx + 128 + 16]
    vpaddd zmm4, zmm4, zmm17
    vpaddd zmm8, zmm8, zmm18
    vmovdqa64 zmm24, zmm28
    vpaddd zmm12, zmm12, zmm19
    vprold zmm0, zmm0, 5
    vprold zmm4, zmm4, 5
    vmovdqu8 zmm24{k1}, [rbx]
    vprold zmm8, zmm8, 5
    vprold zmm12, zmm12, 5
    mov rbx, [rdx + 128 + 24]
    vpaddd zmm0, zmm0, zmm1
    vpaddd zmm4, zmm4, zmm5
    vpaddd zmm8, zmm8, zmm9
    vmovdqa64 zmm25, zmm28
    vpaddd zmm12, zmm12, zmm13
    add r12, 1024
    vmovdqu8 zmm25{k1}, [rbx]
    and r12, 4095
    vpbroadcastd zmm21, dword ptr [rax + 4]
    vpaddd zmm3, zmm3, [rsi + r13 + 0]
    vpunpckldq zmm26, zmm22, zmm23
    vpaddd zmm7, zmm7, [rsi + r13 + 64]
    vpaddd zmm11, zmm11, [rsi + r13 + 128]
    vpunpckhdq zmm23, zmm22, zmm23
    vpaddd zmm15, zmm15, [rsi + r13 + 192]
    vpaddd zmm3, zmm3, zmm21
    vpaddd zmm7, zmm7, zmm21
    vpunpckldq zmm27, zmm24, zmm25
    vpaddd zmm11, zmm11, zmm21
    vpaddd zmm15, zmm15, zmm21
    vpunpckhdq zmm25, zmm24, zmm25
    vmovdqa64 zmm16, zmm0
    vmovdqa64 zmm17, zmm4
    vmovdqa64 zmm18, zmm8
    vpunpcklqdq zmm22, zmm26, zmm27
    vmovdqa64 zmm19, zmm12
    vpternlogd zmm16, zmm1, zmm2, 0xe4
    vpunpckhqdq zmm26, zmm26, zmm27
    vpternlogd zmm17, zmm5, zmm6, 0xe4
    vpternlogd zmm18, zmm9, zmm10, 0xe4
    vpternlogd zmm19, zmm13, zmm14, 0xe4
    vpunpcklqdq zmm24, zmm23, zmm25
    vpaddd zmm3, zmm3, zmm16
    vpaddd zmm7, zmm7, zmm17
    vpunpckhqdq zmm23, zmm23, zmm25
    vpaddd zmm11, zmm11, zmm18
    vpaddd zmm15, zmm15, zmm19
    vprold zmm3, zmm3, 9
    vmovdqa64 [r10 + 64 + 0], zmm22
    vprold zmm7, zmm7, 9
    vprold zmm11, zmm11, 9
    vmovdqa64 [r10 + 64 + 256], zmm26
    vprold zmm15, zmm15, 9
    vpaddd zmm3, zmm3, zmm0
    vpaddd zmm7, zmm7, zmm4
    vmovdqa64 [r10 + 64 + 512], zmm24
    vpaddd zmm11, zmm11, zmm8
    vpaddd zmm15, zmm15, zmm12
    vmovdqa64 [r10 + 64 + 768], zmm23
    add r13, 1024
    and r13, 4095
    mov rbx, [rdx + 384 + 0]
    vpbroadcastd zmm20, dword ptr [rax + 8]
    vpaddd zmm2, zmm2, [rsi + r14 + 0]
    vpaddd zmm6, zmm6, [rsi + r14 + 64]
    vmovdqa64 zmm22, zmm28
    vpaddd zmm10, zmm10, [rsi + r14 + 128]
    vpaddd zmm14, zmm14, [rsi + r14 + 192]
    vmovdqu8 zmm22{k1}, [rbx]
    vpaddd zmm2, zmm2, zmm20
    vpaddd zmm6, zmm6, zmm20
    vpaddd zmm10, zmm10, zmm20
    mov rbx, [rdx + 384 + 8]
    vpaddd zmm14, zmm14, zmm20
    vmovdqa64 zmm16, zmm3
    vmovdqa64 zmm23, zmm28
    vmovdqa64 zmm17, zmm7
    vmovdqa64 zmm18, zmm11
    vmovdqa64 zmm19, zmm15
    vmovdqu8 zmm23{k1}, [rbx]
    vpternlogd zmm16, zmm0, zmm1, 0xe4
    vpternlogd zmm17, zmm4, zmm5, 0xe4
    mov rbx, [rdx + 384 + 16]
    vpternlogd zmm18, zmm8, zmm9, 0xe4
    vpternlogd zmm19, zmm12, zmm13, 0xe4
    vpaddd zmm2, zmm2, zmm16
    vmovdqa64 zmm24, zmm28
    vpaddd zmm6, zmm6, zmm17
    vpaddd zmm10, zmm10, zmm18
    vmovdqu8 zmm24{k1}, [rbx]
    vpaddd zmm14, zmm14, zmm19
    vprold zmm2, zmm2, 14
    vprold zmm6, zmm6, 14
    mov rbx, [rdx + 384 + 24]
    vprold zmm10, zmm10, 14
    vprold zmm14, zmm14, 14
    vmovdqa64 zmm25, zmm28
    vpaddd zmm2, zmm2, zmm3
    vpaddd zmm6, zmm6, zmm7
    vpaddd zmm10, zmm10, zmm11
    vmovdqu8 zmm25{k1}, [rbx]
    vpaddd zmm14, zmm14, zmm15
    add r14, 1024
    vpunpckldq zmm26, zmm22, zmm23
    and r14, 4095
    vpbroadcastd zmm21, dword ptr [rax + 12]
    vpaddd zmm1, zmm1, [rsi + r15 + 0]
    vpunpckhdq zmm23, zmm22, zmm23
    vpaddd zmm5, zmm5, [rsi + r15 + 64]
    vpaddd zmm9, zmm9, [rsi + r15 + 128]
    vpunpckldq zmm27, zmm24, zmm25
    vpaddd zmm13, zmm13, [rsi + r15 + 192]
    vpaddd zmm1, zmm1, zmm21
    vpaddd zmm5, zmm5, zmm21
    vpunpckhdq zmm25, zmm24, zmm25
    vpaddd zmm9, zmm9, zmm21
    vpaddd zmm13, zmm13, zmm21
    vpunpcklqdq zmm22, zmm26, zmm27
    vmovdqa64 zmm16, zmm2
    vmovdqa64 zmm17, zmm6
    vmovdqa64 zmm18, zmm10
    vpunpckhqdq zmm26, zmm26, zmm27
    vmovdqa64 zmm19, zmm14
    vpternlogd zmm16, zmm3, zmm0, 0xe4
    vpunpcklqdq zmm24, zmm23, zmm25
    vpternlogd zmm17, zmm7, zmm4, 0xe4
    vpternlogd zmm18, zmm11, zmm8, 0xe4
    vpternlogd zmm19, zmm15, zmm12, 0xe4
    vpunpckhqdq zmm23, zmm23, zmm25
    vpaddd zmm1, zmm1, zmm16
    vpaddd zmm5, zmm5, zmm17
    vmovdqa64 [r10 + 192 + 0], zmm22
    vpaddd zmm9, zmm9, zmm18
    vpaddd zmm13, zmm13, zmm19
    vprold zmm1, zmm1, 20
    vmovdqa64 [r10 + 192 + 256], zmm26
    vprold zmm5, zmm5, 20
    vprold zmm9, zmm9, 20
    vmovdqa64 [r10 + 192 + 512], zmm24
    vprold zmm13, zmm13, 20
    vpaddd zmm1, zmm1, zmm2
    vpaddd zmm5, zmm5, zmm6
    vmovdqa64 [r10 + 192 + 768], zmm23
    vpaddd zmm9, zmm9, zmm10
    vpaddd zmm13, zmm13, zmm14
    add rdx, 32
    add r15, 1024
    and r15, 4095
    add r10, 1024
    add rax, 16
    test eax, 48
    jnz 2b
    sub rdx, 128
    sub r10, 4096
    mov r12, 1280
    mov r13, 2048
    mov r14, 2816
    mov r15, 3584
2:
    vpbroadcastd zmm20, dword ptr [rax + 0]
    vpaddd zmm0, zmm0, [rsi + r12 + 0]
    vpaddd zmm4, zmm4, [rsi + r12 + 64]
    vpaddd zmm8, zmm8, [rsi + r12 + 128]
    vmovdqa64 zmm22, [r10 + 0 + 0]
    vpaddd zmm12, zmm12, [rsi + r12 + 192]
    vpaddd zmm0, zmm0, zmm20
    vpaddd zmm4, zmm4, zmm20
    vpaddd zmm8, zmm8, zmm20
    vmovdqa64 zmm23, [r10 + 0 + 1024]
    vpaddd zmm12, zmm12, zmm20
    vmovdqa64 zmm16, zmm1
    vmovdqa64 zmm17, zmm5
    vmovdqa64 zmm24, [r10 + 0 + 2048]
    vmovdqa64 zmm18, zmm9
    vmovdqa64 zmm19, zmm13
    vpternlogd zmm16, zmm2, zmm3, 0x96
    vpternlogd zmm17, zmm6, zmm7, 0x96
    vmovdqa64 zmm25, [r10 + 0 + 3072]
    vpternlogd zmm18, zmm10, zmm11, 0x96
    vpternlogd zmm19, zmm14, zmm15, 0x96
    vpaddd zmm0, zmm0, zmm16
    vpaddd zmm4, zmm4, zmm17
    vshufi32x4 zmm26, zmm22, zmm23, 0x88
    vpaddd zmm8, zmm8, zmm18
    vpaddd zmm12, zmm12, zmm19
    vprold zmm0, zmm0, 4
    vshufi32x4 zmm22, zmm22, zmm23, 0xdd
    vprold zmm4, zmm4, 4
    vprold zmm8, zmm8, 4
    vprold zmm12, zmm12, 4
    vpaddd zmm0, zmm0, zmm1
    vshufi32x4 zmm27, zmm24, zmm25, 0x88
    vpaddd zmm4, zmm4, zmm5
    vpaddd zmm8, zmm8, zmm9
    vpaddd zmm12, zmm12, zmm13
    add r12, 3072
    vshufi32x4 zmm24, zmm24, zmm25, 0xdd
    and r12, 4095
    vpbroadcastd zmm21, dword ptr [rax + 4]
    vpaddd zmm3, zmm3, [rsi + r13 + 0]
    vshufi32x4 zmm23, zmm26, zmm27, 0x88
    vpaddd zmm7, zmm7, [rsi + r13 + 64]
    vpaddd zmm11, zmm11, [rsi + r13 + 128]
    vpaddd zmm15, zmm15, [rsi + r13 + 192]
    vpaddd zmm3, zmm3, zmm21
    vshufi32x4 zmm26, zmm26, zmm27, 0xdd
    vpaddd zmm7, zmm7, zmm21
    vpaddd zmm11, zmm11, zmm21
    vpaddd zmm15, zmm15, zmm21
    vmovdqa64 zmm16, zmm0
    vshufi32x4 zmm25, zmm22, zmm24, 0x88
    vmovdqa64 zmm17, zmm4
    vmovdqa64 zmm18, zmm8
    vmovdqa64 zmm19, zmm12
    vshufi32x4 zmm22, zmm22, zmm24, 0xdd
    vpternlogd zmm16, zmm1, zmm2, 0x96
    vpternlogd zmm17, zmm5, zmm6, 0x96
    vpternlogd zmm18, zmm9, zmm10, 0x96
    vpternlogd zmm19, zmm13, zmm14, 0x96
    vmovdqa64 [r10 + 0 + 0], zmm23
    vpaddd zmm3, zmm3, zmm16
    vpaddd zmm7, zmm7, zmm17
    vpaddd zmm11, zmm11, zmm18
    vpaddd zmm15, zmm15, zmm19
    vmovdqa64 [r10 + 0 + 1024], zmm25
    vprold zmm3, zmm3, 11
    vprold zmm7, zmm7, 11
    vprold zmm11, zmm11, 11
    vmovdqa64 [r10 + 0 + 2048], zmm26
    vprold zmm15, zmm15, 11
    vpaddd zmm3, zmm3, zmm0
    vpaddd zmm7, zmm7, zmm4
    vpaddd zmm11, zmm11, zmm8
    vmovdqa64 [r10 + 0 + 3072], zmm22
    vpaddd zmm15, zmm15, zmm12
    add r13, 3072
    and r13, 4095
    vmovdqa64 zmm22, [r10 + 128 + 0]
    vpbroadcastd zmm20, dword ptr [rax + 8]
    vpaddd zmm2, zmm2, [rsi + r14 + 0]
    vpaddd zmm6, zmm6, [rsi + r14 + 64]
    vpaddd zmm10, zmm10, [rsi + r14 + 128]
    vmovdqa64 zmm23, [r10 + 128 + 1024]
    vpaddd zmm14, zmm14, [rsi + r14 + 192]
    vpaddd zmm2, zmm2, zmm20
    vpaddd zmm6, zmm6, zmm20
    vpaddd zmm10, zmm10, zmm20
    vmovdqa64 zmm24, [r10 + 128 + 2048]
    vpaddd zmm14, zmm14, zmm20
    vmovdqa64 zmm16, zmm3
    vmovdqa64 zmm17, zmm7
    vmovdqa64 zmm25, [r10 + 128 + 3072]
    vmovdqa64 zmm18, zmm11
    vmovdqa64 zmm19, zmm15
    vpternlogd zmm16, zmm0, zmm1, 0x96
    vpternlogd zmm17, zmm4, zmm5, 0x96
    vshufi32x4 zmm26, zmm22, zmm23, 0x88
    vpternlogd zmm18, zmm8, zmm9, 0x96
    vpternlogd zmm19, zmm12, zmm13, 0x96
    vpaddd zmm2, zmm2, zmm16
    vpaddd zmm6, zmm6, zmm17
    vshufi32x4 zmm22, zmm22, zmm23, 0xdd
    vpaddd zmm10, zmm10, zmm18
    vpaddd zmm14, zmm14, zmm19
    vprold zmm2, zmm2, 16
    vshufi32x4 zmm27, zmm24, zmm25, 0x88
    vprold zmm6, zmm6, 16
    vprold zmm10, zmm10, 16
    vprold zmm14, zmm14, 16
    vpaddd zmm2, zmm2, zmm3
    vshufi32x4 zmm24, zmm24, zmm25, 0xdd
    vpaddd zmm6, zmm6, zmm7
    vpaddd zmm10, zmm10, zmm11
    vpaddd zmm14, zmm14, zmm15
    add r14, 3072
    vshufi32x4 zmm23, zmm26, zmm27, 0x88
    and r14, 4095
    vpbroadcastd zmm21, dword ptr [rax + 12]
    vpaddd zmm1, zmm1, [rsi + r15 + 0]
    vshufi32x4 zmm26, zmm26, zmm27, 0xdd
    vpaddd zmm5, zmm5, [rsi + r15 + 64]
    vpaddd zmm9, zmm9, [rsi + r15 + 128]
    vpaddd zmm13, zmm13, [rsi + r15 + 192]
    vpaddd zmm1, zmm1, zmm21
    vshufi32x4 zmm25, zmm22, zmm24, 0x88
    vpaddd zmm5, zmm5, zmm21
    vpaddd zmm9, zmm9, zmm21
    vpaddd zmm13, zmm13, zmm21
    vmovdqa64 zmm16, zmm2
    vshufi32x4 zmm22, zmm22, zmm24, 0xdd
    vmovdqa64 zmm17, zmm6
    vmovdqa64 zmm18, zmm10
    vmovdqa64 zmm19, zmm14
    vmovdqa64 [r10 + 128 + 0], zmm23
    vpternlogd zmm16, zmm3, zmm0, 0x96
    vpternlogd zmm17, zmm7, zmm4, 0x96
    vpternlogd zmm18, zmm11, zmm8, 0x96
    vpternlogd zmm19, zmm15, zmm12, 0x96
    vmovdqa64 [r10 + 128 + 1024], zmm25
    vpaddd zmm1, zmm1, zmm16
    vpaddd zmm5, zmm5, zmm17
    vpaddd zmm9, zmm9, zmm18
    vpaddd zmm13, zmm13, zmm19
    vmovdqa64 [r10 + 128 + 2048], zmm26
    vprold zmm1, zmm1, 23
    vprold zmm5, zmm5, 23
    vprold zmm9, zmm9, 23
    vmovdqa64 [r10 + 128 + 3072], zmm22
    vprold zmm13, zmm13, 23
    vpaddd zmm1, zmm1, zmm2
    vpaddd zmm5, zmm5, zmm6
    vpaddd zmm9, zmm9, zmm10
    add rdx, 32
    vpaddd zmm13, zmm13, zmm14
    add r15, 3072
    and r15, 4095
    add r10, 256
    add rax, 16
    test eax, 48
    jnz 2b
    sub rdx, 128
    sub r10, 1024
    mov r12, 0
    mov r13, 1792
    mov r14, 3584
    mov r15, 1280
2:
    vpbroadcastd zmm20, dword ptr [rax + 0]
    vpaddd zmm0, zmm0, [rsi + r12 + 0]
    vpaddd zmm4, zmm4, [rsi + r12 + 64]
    vpaddd zmm8, zmm8, [rsi + r12 + 128]
    vmovdqa64 zmm22, [r10 + 64 + 0]
    vpaddd zmm12, zmm12, [rsi + r12 + 192]
    vpaddd zmm0, zmm0, zmm20
    vpaddd zmm4, zmm4, zmm20
    vpaddd zmm8, zmm8, zmm20
    vmovdqa64 zmm23, [r10 + 64 + 1024]
    vpaddd zmm12, zmm12, zmm20
    vmovdqa64 zmm16, zmm1
    vmovdqa64 zmm17, zmm5
    vmovdqa64 zmm24, [r10 + 64 + 2048]
    vmovdqa64 zmm18, zmm9
    vmovdqa64 zmm19, zmm13
    vpternlogd zmm16, zmm2, zmm3, 0x39
    vpternlogd zmm17, zmm6, zmm7, 0x39
    vmovdqa64 zmm25, [r10 + 64 + 3072]
    vpternlogd zmm18, zmm10, zmm11, 0x39
    vpternlogd zmm19, zmm14, zmm15, 0x39
    vpaddd zmm0, zmm0, zmm16
    vpaddd zmm4, zmm4, zmm17
    vshufi32x4 zmm26, zmm22, zmm23, 0x88
    vpaddd zmm8, zmm8, zmm18
    vpaddd zmm12, zmm12, zmm19
    vprold zmm0, zmm0, 6
    vshufi32x4 zmm22, zmm22, zmm23, 0xdd
    vprold zmm4, zmm4, 6
    vprold zmm8, zmm8, 6
    vprold zmm12, zmm12, 6
    vpaddd zmm0, zmm0, zmm1
    vshufi32x4 zmm27, zmm24, zmm25, 0x88
    vpaddd zmm4, zmm4, zmm5
    vpaddd zmm8, zmm8, zmm9
    vpaddd zmm12, zmm12, zmm13
    add r12, 3072
    vshufi32x4 zmm24, zmm24, zmm25, 0xdd
    and r12, 4095
    vpbroadcastd zmm21, dword ptr [rax + 4]
    vpaddd zmm3, zmm3, [rsi + r13 + 0]
    vshufi32x4 zmm23, zmm26, zmm27, 0x88
    vpaddd zmm7, zmm7, [rsi + r13 + 64]
    vpaddd zmm11, zmm11, [rsi + r13 + 128]
    vpaddd zmm15, zmm15, [rsi + r13 + 192]
    vpaddd zmm3, zmm3, zmm21
    vshufi32x4 zmm26, zmm26, zmm27, 0xdd
    vpaddd zmm7, zmm7, zmm21
    vpaddd zmm11, zmm11, zmm21
    vpaddd zmm15, zmm15, zmm21
    vmovdqa64 zmm16, zmm0
    vshufi32x4 zmm25, zmm22, zmm24, 0x88
    vmovdqa64 zmm17, zmm4
    vmovdqa64 zmm18, zmm8
    vmovdqa64 zmm19, zmm12
    vshufi32x4 zmm22, zmm22, zmm24, 0xdd
    vpternlogd zmm16, zmm1, zmm2, 0x39
    vpternlogd zmm17, zmm5, zmm6, 0x39
    vpternlogd zmm18, zmm9, zmm10, 0x39
    vpternlogd zmm19, zmm13, zmm14, 0x39
    vmovdqa64 [r10 + 64 + 0], zmm23
    vpaddd zmm3, zmm3, zmm16
    vpaddd zmm7, zmm7, zmm17
    vpaddd zmm11, zmm11, zmm18
    vpaddd zmm15, zmm15, zmm19
    vmovdqa64 [r10 + 64 + 1024], zmm25
    vprold zmm3, zmm3, 10
    vprold zmm7, zmm7, 10
    vprold zmm11, zmm11, 10
    vmovdqa64 [r10 + 64 + 2048], zmm26
    vprold zmm15, zmm15, 10
    vpaddd zmm3, zmm3, zmm0
    vpaddd zmm7, zmm7, zmm4
    vpaddd zmm11, zmm11, zmm8
    vmovdqa64 [r10 + 64 + 3072], zmm22
    vpaddd zmm15, zmm15, zmm12
    add r13, 3072
    and r13, 4095
    vmovdqa64 zmm22, [r10 + 192 + 0]
    vpbroadcastd zmm20, dword ptr [rax + 8]
    vpaddd zmm2, zmm2, [rsi + r14 + 0]
    vpaddd zmm6, zmm6, [rsi + r14 + 64]
    vpaddd zmm10, zmm10, [rsi + r14 + 128]
    vmovdqa64 zmm23, [r10 + 192 + 1024]
    vpaddd zmm14, zmm14, [rsi + r14 + 192]
    vpaddd zmm2, zmm2, zmm20
    vpaddd zmm6, zmm6, zmm20
    vpaddd zmm10, zmm10, zmm20
    vmovdqa64 zmm24, [r10 + 192 + 2048]
    vpaddd zmm14, zmm14, zmm20
    vmovdqa64 zmm16, zmm3
    vmovdqa64 zmm17, zmm7
    vmovdqa64 zmm25, [r10 + 192 + 3072]
    vmovdqa64 zmm18, zmm11
    vmovdqa64 zmm19, zmm15
    vpternlogd zmm16, zmm0, zmm1, 0x39
    vpternlogd zmm17, zmm4, zmm5, 0x39
    vshufi32x4 zmm26, zmm22, zmm23, 0x88
    vpternlogd zmm18, zmm8, zmm9, 0x39
    vpternlogd zmm19, zmm12, zmm13, 0x39
    vpaddd zmm2, zmm2, zmm16
    vpaddd zmm6, zmm6, zmm17
    vshufi32x4 zmm22, zmm22, zmm23, 0xdd
    vpaddd zmm10, zmm10, zmm18
    vpaddd zmm14, zmm14, zmm19
    vprold zmm2, zmm2, 15
    vshufi32x4 zmm27, zmm24, zmm25, 0x88
    vprold zmm6, zmm6, 15
    vprold zmm10, zmm10, 15
    vprold zmm14, zmm14, 15
    vpaddd zmm2, zmm2, zmm3
    vshufi32x4 zmm24, zmm24, zmm25, 0xdd
    vpaddd zmm6, zmm6, zmm7
    vpaddd zmm10, zmm10, zmm11
    vpaddd zmm14, zmm14, zmm15
    add r14, 3072
    vshufi32x4 zmm23, zmm26, zmm27, 0x88
    and r14, 4095
    vpbroadcastd zmm21, dword ptr [rax + 12]
    vpaddd zmm1, zmm1, [rsi + r15 + 0]
    vshufi32x4 zmm26, zmm26, zmm27, 0xdd
    vpaddd zmm5, zmm5, [rsi + r15 + 64]
    vpaddd zmm9, zmm9, [rsi + r15 + 128]
    vpaddd zmm13, zmm13, [rsi + r15 + 192]
    vpaddd zmm1, zmm1, zmm21
    vshufi32x4 zmm25, zmm22, zmm24, 0x88
    vpaddd zmm5, zmm5, zmm21
    vpaddd zmm9, zmm9, zmm21
    vpaddd zmm13, zmm13, zmm21
    vmovdqa64 zmm16, zmm2
    vshufi32x4 zmm22, zmm22, zmm24, 0xdd
    vmovdqa64 zmm17, zmm6
    vmovdqa64 zmm18, zmm10
    vmovdqa64 zmm19, zmm14
    vmovdqa64 [r10 + 192 + 0], zmm23
    vpternlogd zmm16, zmm3, zmm0, 0x39
    vpternlogd zmm17, zmm7, zmm4, 0x39
    vpternlogd zmm18, zmm11, zmm8, 0x39
    vpternlogd zmm19, zmm15, zmm12, 0x39
    vmovdqa64 [r10 + 192 + 1024], zmm25
    vpaddd zmm1, zmm1, zmm16
    vpaddd zmm5, zmm5, zmm17
    vpaddd zmm9, zmm9, zmm18
    vpaddd zmm13, zmm13, zmm19
    vmovdqa64 [r10 + 192 + 2048], zmm26
    vprold zmm1, zmm1, 21
    vprold zmm5, zmm5, 21
    vprold zmm9, zmm9, 21
    vmovdqa64 [r10 + 192 + 3072], zmm22
    vprold zmm13, zmm13, 21
    vpaddd zmm1, zmm1, zmm2
    vpaddd zmm5, zmm5, zmm6
    vpaddd zmm9, zmm9, zmm10
    add rdx, 32
    vpaddd zmm13, zmm13, zmm14
    add r15, 3072
    and r15, 4095
    add r10, 256
    add rax, 16
    test eax, 48
    jnz 2b
    sub rdx, 128
    sub r10, 1024
    vpaddd zmm0, zmm0, [rdi + 0]
    vmovdqu64 [rsi + 0], zmm0
    vpaddd zmm4, zmm4, [rdi + 64]
    vmovdqu64 [rsi + 64], zmm4
    vpaddd zmm8, zmm8, [rdi + 128]
    vmovdqu64 [rsi + 128], zmm8
    vpaddd zmm12, zmm12, [rdi + 192]
    vmovdqu64 [rsi + 192], zmm12
    vpaddd zmm1, zmm1, [rdi + 256]
    vmovdqu64 [rsi + 256], zmm1
    vpaddd zmm5, zmm5, [rdi + 320]
    vmovdqu64 [rsi + 320], zmm5
    vpaddd zmm9, zmm9, [rdi + 384]
    vmovdqu64 [rsi + 384], zmm9
    vpaddd zmm13, zmm13, [rdi + 448]
    vmovdqu64 [rsi + 448], zmm13
    vpaddd zmm2, zmm2, [rdi + 512]
    vmovdqu64 [rsi + 512], zmm2
    vpaddd zmm6, zmm6, [rdi + 576]
    vmovdqu64 [rsi + 576], zmm6
    vpaddd zmm10, zmm10, [rdi + 640]
    vmovdqu64 [rsi + 640], zmm10
    vpaddd zmm14, zmm14, [rdi + 704]
    vmovdqu64 [rsi + 704], zmm14
    vpaddd zmm3, zmm3, [rdi + 768]
    vmovdqu64 [rsi + 768], zmm3
    vpaddd zmm7, zmm7, [rdi + 832]
    vmovdqu64 [rsi + 832], zmm7
    vpaddd zmm11, zmm11, [rdi + 896]
    vmovdqu64 [rsi + 896], zmm11
    vpaddd zmm15, zmm15, [rdi + 960]
    vmovdqu64 [rsi + 960], zmm15
    vzeroupper
    pop r15
    pop r14
    pop r13
    pop r12
    pop rbx
    pop rbp
    .cfi_def_cfa 7, 8
    ret
    .cfi_endproc
    .size wr_md5_avx512_outer_and_words_64, . - wr_md5_avx512_outer_and_words_64

    .p2align 6
    .globl wr_md5_avx512_one
    .hidden wr_md5_avx512_one
    .type wr_md5_avx512_one, @function
wr_md5_avx512_one:
    .cfi_startproc
    endbr64
    push rbp
    .cfi_def_cfa_offset 16
    .cfi_offset 6, -16
    mov rbp, rsp
    .cfi_def_cfa_register 6
    lea rax, [rip + constants]
    vmovd xmm0, dword ptr [rdi + 0]
    vmovd xmm1, dword ptr [rdi + 4]
    vmovd xmm2, dword ptr [rdi + 8]
    vmovd xmm3, dword ptr [rdi + 12]
1:
    vmovdqa64 xmm16, xmm0
    vmovdqa64 xmm17, xmm1
    vmovdqa64 xmm18, xmm2
    vmovdqa64 xmm19, xmm3
    vpaddd xmm0, xmm0, dword ptr [rsi + 0]{1to4}
    vpaddd xmm0, xmm0, dword ptr [rax + 0]{1to4}
    vpslld xmm5, xmm0, 7
    vpaddd xmm5, xmm5, xmm1
    vmovdqa64 xmm4, xmm1
    vpternlogd xmm4, xmm2, xmm3, 0xca
    vpaddd xmm0, xmm0, xmm4
    vpsrld xmm0, xmm0, 25
    vpslld xmm4, xmm4, 7
    vpaddd xmm5, xmm5, xmm4
    vpaddd xmm0, xmm0, xmm5
    vpaddd xmm3, xmm3, dword ptr [rsi + 4]{1to4}
    vpaddd xmm3, xmm3, dword ptr [rax + 4]{1to4}
    vpslld xmm5, xmm3, 12
    vpaddd xmm5, xmm5, xmm0
    vmovdqa64 xmm4, xmm0
    vpternlogd xmm4, xmm1, xmm2, 0xca
    vpaddd xmm3, xmm3, xmm4
    vpsrld xmm3, xmm3, 20
    vpslld xmm4, xmm4, 12
    vpaddd xmm5, xmm5, xmm4
    vpaddd xmm3, xmm3, xmm5
    vpaddd xmm2, xmm2, dword ptr [rsi + 8]{1to4}
    vpaddd xmm2, xmm2, dword ptr [rax + 8]{1to4}
    vpslld xmm5, xmm2, 17
    vpaddd xmm5, xmm5, xmm3
    vmovdqa64 xmm4, xmm3
    vpternlogd xmm4, xmm0, xmm1, 0xca
    vpaddd xmm2, xmm2, xmm4
    vpsrld xmm2, xmm2, 15
    vpslld xmm4, xmm4, 17
    vpaddd xmm5, xmm5, xmm4
    vpaddd xmm2, xmm2, xmm5
    vpaddd xmm1, xmm1, dword ptr [rsi + 12]{1to4}
    vpaddd xmm1, xmm1, dword ptr [rax + 12]{1to4}
    vpslld xmm5, xmm1, 22
    vpaddd xmm5, xmm5, xmm2
    vmovdqa64 xmm4, xmm2
    vpternlogd xmm4, xmm3, xmm0, 0xca
    vpaddd xmm1, xmm1, xmm4
    vpsrld xmm1, xmm1, 10
    vpslld xmm4, xmm4, 22
    vpaddd xmm5, xmm5, xmm4
    vpaddd xmm1, xmm1, xmm5
    vpaddd xmm0, xmm0, dword ptr [rsi + 16]{1to4}
    vpaddd xmm0, xmm0, dword ptr [rax + 16]{1to4}
    vpslld xmm5, xmm0, 7
    vpaddd xmm5, xmm5, xmm1
    vmovdqa64 xmm4, xmm1
    vpternlogd xmm4, xmm2, xmm3, 0xca
    vpaddd xmm0, xmm0, xmm4
    vpsrld xmm0, xmm0, 25
    vpslld xmm4, xmm4, 7
    vpaddd xmm5, xmm5, xmm4
    vpaddd xmm0, xmm0, xmm5
    vpaddd xmm3, xmm3, dword ptr [rsi + 20]{1to4}
    vpaddd xmm3, xmm3, dword ptr [rax + 20]{1to4}
    vpslld xmm5, xmm3, 12
    vpaddd xmm5, xmm5, xmm0
    vmovdqa64 xmm4, xmm0
    vpternlogd xmm4, xmm1, xmm2, 0xca
    vpaddd xmm3, xmm3, xmm4
    vpsrld xmm3, xmm3, 20
    vpslld xmm4, xmm4, 12
    vpaddd xmm5, xmm5, xmm4
    vpaddd xmm3, xmm3, xmm5
    vpaddd xmm2, xmm2, dword ptr [rsi + 24]{1to4}
    vpaddd xmm2, xmm2, dword ptr [rax + 24]{1to4}
    vpslld xmm5, xmm2, 17
    vpaddd xmm5, xmm5, xmm3
    vmovdqa64 xmm4, xmm3
    vpternlogd xmm4, xmm0, xmm1, 0xca
    vpaddd xmm2, xmm2, xmm4
    vpsrld xmm2, xmm2, 15
    vpslld xmm4, xmm4, 17
    vpaddd xmm5, xmm5, xmm4
    vpaddd xmm2, xmm2, xmm5
    vpaddd xmm1, xmm1, dword ptr [rsi + 28]{1to4}
    vpaddd xmm1, xmm1, dword ptr [rax + 28]{1to4}
    vpslld xmm5, xmm1, 22
    vpaddd xmm5, xmm5, xmm2
    vmovdqa64 xmm4, xmm2
    vpternlogd xmm4, xmm3, xmm0, 0xca
    vpaddd xmm1, xmm1, xmm4
    vpsrld xmm1, xmm1, 10
    vpslld xmm4, xmm4, 22
    vpaddd xmm5, xmm5, xmm4
    vpaddd xmm1, xmm1, xmm5
    vpaddd xmm0, xmm0, dword ptr [rsi + 32]{1to4}
    vpaddd xmm0, xmm0, dword ptr [rax + 32]{1to4}
    vpslld xmm5, xmm0, 7
    vpaddd xmm5, xmm5, xmm1
    vmovdqa64 xmm4, xmm1
    vpternlogd xmm4, xmm2, xmm3, 0xca
    vpaddd xmm0, xmm0, xmm4
    vpsrld xmm0, xmm0, 25
    vpslld xmm4, xmm4, 7
    vpaddd xmm5, xmm5, xmm4
    vpaddd xmm0, xmm0, xmm5
    vpaddd xmm3, xmm3, dword ptr [rsi + 36]{1to4}
    vpaddd xmm3, xmm3, dword ptr [rax + 36]{1to4}
    vpslld xmm5, xmm3, 12
    vpaddd xmm5, xmm5, xmm0
    vmovdqa64 xmm4, xmm0
    vpternlogd xmm4, xmm1, xmm2, 0xca
    vpaddd xmm3, xmm3, xmm4
    vpsrld xmm3, xmm3, 20
    vpslld xmm4, xmm4, 12
    vpaddd xmm5, xmm5, xmm4
    vpaddd xmm3, xmm3, xmm5
    vpaddd xmm2, xmm2, dword ptr [rsi + 40]{1to4}
    vpaddd xmm2, xmm2, dword ptr [rax + 40]{1to4}
    vpslld xmm5, xmm2, 17
    vpaddd xmm5, xmm5, xmm3
    vmovdqa64 xmm4, xmm3
    vpternlogd xmm4, xmm0, xmm1, 0xca
    vpaddd xmm2, xmm2, xmm4
    vpsrld xmm2, xmm2, 15
    vpslld xmm4, xmm4, 17
    vpaddd xmm5, xmm5, xmm4
    vpaddd xmm2, xmm2, xmm5
    vpaddd xmm1, xmm1, dword ptr [rsi + 44]{1to4}
    vpaddd xmm1, xmm1, dword ptr [rax + 44]{1to4}
    vpslld xmm5, xmm1, 22
    vpaddd xmm5, xmm5, xmm2
    vmovdqa64 xmm4, xmm2
    vpternlogd xmm4, xmm3, xmm0, 0xca
    vpaddd xmm1, xmm1, xmm4
    vpsrld xmm1, xmm1, 10
    vpslld xmm4, xmm4, 22
    vpaddd xmm5, xmm5, xmm4
    vpaddd xmm1, xmm1, xmm5
    vpaddd xmm0, xmm0, dword ptr [rsi + 48]{1to4}
    vpaddd xmm0, xmm0, dword ptr [rax + 48]{1to4}
    vpslld xmm5, xmm0, 7
    vpaddd xmm5, xmm5, xmm1
    vmovdqa64 xmm4, xmm1
    vpternlogd xmm4, xmm2, xmm3, 0xca
    vpaddd xmm0, xmm0, xmm4
    vpsrld xmm0, xmm0, 25
    vpslld xmm4, xmm4, 7
    vpaddd xmm5, xmm5, xmm4
    vpaddd xmm0, xmm0, xmm5
    vpaddd xmm3, xmm3, dword ptr [rsi + 52]{1to4}
    vpaddd xmm3, xmm3, dword ptr [rax + 52]{1to4}
    vpslld xmm5, xmm3, 12
    vpaddd xmm5, xmm5, xmm0
    vmovdqa64 xmm4, xmm0
    vpternlogd xmm4, xmm1, xmm2, 0xca
    vpaddd xmm3, xmm3, xmm4
    vpsrld xmm3, xmm3, 20
    vpslld xmm4, xmm4, 12
    vpaddd xmm5, xmm5, xmm4
    vpaddd xmm3, xmm3, xmm5
    vpaddd xmm2, xmm2, dword ptr [rsi + 56]{1to4}
    vpaddd xmm2, xmm2, dword ptr [rax + 56]{1to4}
    vpslld xmm5, xmm2, 17
    vpaddd xmm5, xmm5, xmm3
    vmovdqa64 xmm4, xmm3
    vpternlogd xmm4, xmm0, xmm1, 0xca
    vpaddd xmm2, xmm2, xmm4
    vpsrld xmm2, xmm2, 15
    vpslld xmm4, xmm4, 17
    vpaddd xmm5, xmm5, xmm4
    vpaddd xmm2, xmm2, xmm5
    vpaddd xmm1, xmm1, dword ptr [rsi + 60]{1to4}
    vpaddd xmm1, xmm1, dword ptr [rax + 60]{1to4}
    vpslld xmm5, xmm1, 22
    vpaddd xmm5, xmm5, xmm2
    vmovdqa64 xmm4, xmm2
    vpternlogd xmm4, xmm3, xmm0, 0xca
    vpaddd xmm1, xmm1, xmm4
    vpsrld xmm1, xmm1, 10
    vpslld xmm4, xmm4, 22
    vpaddd xmm5, xmm5, xmm4
    vpaddd xmm1, xmm1, xmm5
    vpaddd xmm0, xmm0, dword ptr [rsi + 4]{1to4}
    vpaddd xmm0, xmm0, dword ptr [rax + 64]{1to4}
    vpslld xmm5, xmm0, 5
    vpaddd xmm5, xmm5, xmm1
    vmovdqa64 xmm4, xmm1
    vpternlogd xmm4, xmm2, xmm3, 0xe4
    vpaddd xmm0, xmm0, xmm4
    vpsrld xmm0, xmm0, 27
    vpslld xmm4, xmm4, 5
    vpaddd xmm5, xmm5, xmm4
    vpaddd xmm0, xmm0, xmm5
    vpaddd xmm3, xmm3, dword ptr [rsi + 24]{1to4}
    vpaddd xmm3, xmm3, dword ptr [rax + 68]{1to4}
    vpslld xmm5, xmm3, 9
    vpaddd xmm5, xmm5, xmm0
    vmovdqa64 xmm4, xmm0
    vpternlogd xmm4, xmm1, xmm2, 0xe4
    vpaddd xmm3, xmm3, xmm4
    vpsrld xmm3, xmm3, 23
    vpslld xmm4, xmm4, 9
    vpaddd xmm5, xmm5, xmm4
    vpaddd xmm3, xmm3, xmm5
    vpaddd xmm2, xmm2, dword ptr [rsi + 44]{1to4}
    vpaddd xmm2, xmm2, dword ptr [rax + 72]{1to4}
    vpslld xmm5, xmm2, 14
    vpaddd xmm5, xmm5, xmm3
    vmovdqa64 xmm4, xmm3
    vpternlogd xmm4, xmm0, xmm1, 0xe4
    vpaddd xmm2, xmm2, xmm4
    vpsrld xmm2, xmm2, 18
    vpslld xmm4, xmm4, 14
    vpaddd xmm5, xmm5, xmm4
    vpaddd xmm2, xmm2, xmm5
    vpaddd xmm1, xmm1, dword ptr [rsi + 0]{1to4}
    vpaddd xmm1, xmm1, dword ptr [rax + 76]{1to4}
    vpslld xmm5, xmm1, 20
    vpaddd xmm5, xmm5, xmm2
    vmovdqa64 xmm4, xmm2
    vpternlogd xmm4, xmm3, xmm0, 0xe4
    vpaddd xmm1, xmm1, xmm4
    vpsrld xmm1, xmm1, 12
    vpslld xmm4, xmm4, 20
    vpaddd xmm5, xmm5, xmm4
    vpaddd xmm1, xmm1, xmm5
    vpaddd xmm0, xmm0, dword ptr [rsi + 20]{1to4}
    vpaddd xmm0, xmm0, dword ptr [rax + 80]{1to4}
    vpslld xmm5, xmm0, 5
    vpaddd xmm5, xmm5, xmm1
    vmovdqa64 xmm4, xmm1
    vpternlogd xmm4, xmm2, xmm3, 0xe4
    vpaddd xmm0, xmm0, xmm4
    vpsrld xmm0, xmm0, 27
    vpslld xmm4, xmm4, 5
    vpaddd xmm5, xmm5, xmm4
    vpaddd xmm0, xmm0, xmm5
    vpaddd xmm3, xmm3, dword ptr [rsi + 40]{1to4}
    vpaddd xmm3, xmm3, dword ptr [rax + 84]{1to4}
    vpslld xmm5, xmm3, 9
    vpaddd xmm5, xmm5, xmm0
    vmovdqa64 xmm4, xmm0
    vpternlogd xmm4, xmm1, xmm2, 0xe4
    vpaddd xmm3, xmm3, xmm4
    vpsrld xmm3, xmm3, 23
    vpslld xmm4, xmm4, 9
    vpaddd xmm5, xmm5, xmm4
    vpaddd xmm3, xmm3, xmm5
    vpaddd xmm2, xmm2, dword ptr [rsi + 60]{1to4}
    vpaddd xmm2, xmm2, dword ptr [rax + 88]{1to4}
    vpslld xmm5, xmm2, 14
    vpaddd xmm5, xmm5, xmm3
    vmovdqa64 xmm4, xmm3
    vpternlogd xmm4, xmm0, xmm1, 0xe4
    vpaddd xmm2, xmm2, xmm4
    vpsrld xmm2, xmm2, 18
    vpslld xmm4, xmm4, 14
    vpaddd xmm5, xmm5, xmm4
    vpaddd xmm2, xmm2, xmm5
    vpaddd xmm1, xmm1, dword ptr [rsi + 16]{1to4}
    vpaddd xmm1, xmm1, dword ptr [rax + 92]{1to4}
    vpslld xmm5, xmm1, 20
    vpaddd xmm5, xmm5, xmm2
    vmovdqa64 xmm4, xmm2
    vpternlogd xmm4, xmm3, xmm0, 0xe4
    vpaddd xmm1, xmm1, xmm4
    vpsrld xmm1, xmm1, 12
    vpslld xmm4, xmm4, 20
    vpaddd xmm5, xmm5, xmm4
    vpaddd xmm1, xmm1, xmm5
    vpaddd xmm0, xmm0, dword ptr [rsi + 36]{1to4}
    vpaddd xmm0, xmm0, dword ptr [rax + 96]{1to4}
    vpslld xmm5, xmm0, 5
    vpaddd xmm5, xmm5, xmm1
    vmovdqa64 xmm4, xmm1
    vpternlogd xmm4, xmm2, xmm3, 0xe4
    vpaddd xmm0, xmm0, xmm4
    vpsrld xmm0, xmm0, 27
    vpslld xmm4, xmm4, 5
    vpaddd xmm5, xmm5, xmm4
    vpaddd xmm0, xmm0, xmm5
    vpaddd xmm3, xmm3, dword ptr [rsi + 56]{1to4}
    vpaddd xmm3, xmm3, dword ptr [rax + 100]{1to4}
    vpslld xmm5, xmm3, 9
    vpaddd xmm5, xmm5, xmm0
    vmovdqa64 xmm4, xmm0
    vpternlogd xmm4, xmm1, xmm2, 0xe4
    vpaddd xmm3, xmm3, xmm4
    vpsrld xmm3, xmm3, 23
    vpslld xmm4, xmm4, 9
    vpaddd xmm5, xmm5, xmm4
    vpaddd xmm3, xmm3, xmm5
    vpaddd xmm2, xmm2, dword ptr [rsi + 12]{1to4}
    vpaddd xmm2, xmm2, dword ptr [rax + 104]{1to4}
    vpslld xmm5, xmm2, 14
    vpaddd xmm5, xmm5, xmm3
    vmovdqa64 xmm4, xmm3
    vpternlogd xmm4, xmm0, xmm1, 0xe4
    vpaddd xmm2, xmm2, xmm4
    vpsrld xmm2, xmm2, 18
    vpslld xmm4, xmm4, 14
    vpaddd xmm5, xmm5, xmm4
    vpaddd xmm2, xmm2, xmm5
    vpaddd xmm1, xmm1, dword ptr [rsi + 32]{1to4}
    vpaddd xmm1, xmm1, dword ptr [rax + 108]{1to4}
    vpslld xmm5, xmm1, 20
    vpaddd xmm5, xmm5, xmm2
    vmovdqa64 xmm4, xmm2
    vpternlogd xmm4, xmm3, xmm0, 0xe4
    vpaddd xmm1, xmm1, xmm4
    vpsrld xmm1, xmm1, 12
    vpslld xmm4, xmm4, 20
    vpaddd xmm5, xmm5, xmm4
    vpaddd xmm1, xmm1, xmm5
    vpaddd xmm0, xmm0, dword ptr [rsi + 52]{1to4}
    vpaddd xmm0, xmm0, dword ptr [rax + 112]{1to4}
    vpslld xmm5, xmm0, 5
    vpaddd xmm5, xmm5, xmm1
    vmovdqa64 xmm4, xmm1
    vpternlogd xmm4, xmm2, xmm3, 0xe4
    vpaddd xmm0, xmm0, xmm4
    vpsrld xmm0, xmm0, 27
    vpslld xmm4, xmm4, 5
    vpaddd xmm5, xmm5, xmm4
    vpaddd xmm0, xmm0, xmm5
    vpaddd xmm3, xmm3, dword ptr [rsi + 8]{1to4}
    vpaddd xmm3, xmm3, dword ptr [rax + 116]{1to4}
    vpslld xmm5, xmm3, 9
    vpaddd xmm5, xmm5, xmm0
    vmovdqa64 xmm4, xmm0
    vpternlogd xmm4, xmm1, xmm2, 0xe4
    vpaddd xmm3, xmm3, xmm4
    vpsrld xmm3, xmm3, 23
    vpslld xmm4, xmm4, 9
    vpaddd xmm5, xmm5, xmm4
    vpaddd xmm3, xmm3, xmm5
    vpaddd xmm2, xmm2, dword ptr [rsi + 28]{1to4}
    vpaddd xmm2, xmm2, dword ptr [rax + 120]{1to4}
    vpslld xmm5, xmm2, 14
    vpaddd xmm5, xmm5, xmm3
    vmovdqa64 xmm4, xmm3
    vpternlogd xmm4, xmm0, xmm1, 0xe4
    vpaddd xmm2, xmm2, xmm4
    vpsrld xmm2, xmm2, 18
    vpslld xmm4, xmm4, 14
    vpaddd xmm5, xmm5, xmm4
    vpaddd xmm2, xmm2, xmm5
    vpaddd xmm1, xmm1, dword ptr [rsi + 48]{1to4}
    vpaddd xmm1, xmm1, dword ptr [rax + 124]{1to4}
    vpslld xmm5, xmm1, 20
    vpaddd xmm5, xmm5, xmm2
    vmovdqa64 xmm4, xmm2
    vpternlogd xmm4, xmm3, xmm0, 0xe4
    vpaddd xmm1, xmm1, xmm4
    vpsrld xmm1, xmm1, 12
    vpslld xmm4, xmm4, 20
    vpaddd xmm5, xmm5, xmm4
    vpaddd xmm1, xmm1, xmm5
    vpaddd xmm0, xmm0, dword ptr [rsi + 20]{1to4}
    vpaddd xmm0, xmm0, dword ptr [rax + 128]{1to4}
    vpslld xmm5, xmm0, 4
    vpaddd xmm5, xmm5, xmm1
    vmovdqa64 xmm4, xmm1
    vpternlogd xmm4, xmm2, xmm3, 0x96
    vpaddd xmm0, xmm0, xmm4
    vpsrld xmm0, xmm0, 28
    vpslld xmm4, xmm4, 4
    vpaddd xmm5, xmm5, xmm4
    vpaddd xmm0, xmm0, xmm5
    vpaddd xmm3, xmm3, dword ptr [rsi + 32]{1to4}
    vpaddd xmm3, xmm3, dword ptr [rax + 132]{1to4}
    vpslld xmm5, xmm3, 11
    vpaddd xmm5, xmm5, xmm0
    vmovdqa64 xmm4, xmm0
    vpternlogd xmm4, xmm1, xmm2, 0x96
    vpaddd xmm3, xmm3, xmm4
    vpsrld xmm3, xmm3, 21
    vpslld xmm4, xmm4, 11
    vpaddd xmm5, xmm5, xmm4
    vpaddd xmm3, xmm3, xmm5
    vpaddd xmm2, xmm2, dword ptr [rsi + 44]{1to4}
    vpaddd xmm2, xmm2, dword ptr [rax + 136]{1to4}
    vpslld xmm5, xmm2, 16
    vpaddd xmm5, xmm5, xmm3
    vmovdqa64 xmm4, xmm3
    vpternlogd xmm4, xmm0, xmm1, 0x96
    vpaddd xmm2, xmm2, xmm4
    vpsrld xmm2, xmm2, 16
    vpslld xmm4, xmm4, 16
    vpaddd xmm5, xmm5, xmm4
    vpaddd xmm2, xmm2, xmm5
    vpaddd xmm1, xmm1, dword ptr [rsi + 56]{1to4}
    vpaddd xmm1, xmm1, dword ptr [rax + 140]{1to4}
    vpslld xmm5, xmm1, 23
    vpaddd xmm5, xmm5, xmm2
    vmovdqa64 xmm4, xmm2
    vpternlogd xmm4, xmm3, xmm0, 0x96
    vpaddd xmm1, xmm1, xmm4
    vpsrld xmm1, xmm1, 9
    vpslld xmm4, xmm4, 23
    vpaddd xmm5, xmm5, xmm4
    vpaddd xmm1, xmm1, xmm5
    vpaddd xmm0, xmm0, dword ptr [rsi + 4]{1to4}
    vpaddd xmm0, xmm0, dword ptr [rax + 144]{1to4}
    vpslld xmm5, xmm0, 4
    vpaddd xmm5, xmm5, xmm1
    vmovdqa64 xmm4, xmm1
    vpternlogd xmm4, xmm2, xmm3, 0x96
    vpaddd xmm0, xmm0, xmm4
    vpsrld xmm0, xmm0, 28
    vpslld xmm4, xmm4, 4
    vpaddd xmm5, xmm5, xmm4
    vpaddd xmm0, xmm0, xmm5
    vpaddd xmm3, xmm3, dword ptr [rsi + 16]{1to4}
    vpaddd xmm3, xmm3, dword ptr [rax + 148]{1to4}
    vpslld xmm5, xmm3, 11
    vpaddd xmm5, xmm5, xmm0
    vmovdqa64 xmm4, xmm0
    vpternlogd xmm4, xmm1, xmm2, 0x96
    vpaddd xmm3, xmm3, xmm4
    vpsrld xmm3, xmm3, 21
    vpslld xmm4, xmm4, 11
    vpaddd xmm5, xmm5, xmm4
    vpaddd xmm3, xmm3, xmm5
    vpaddd xmm2, xmm2, dword ptr [rsi + 28]{1to4}
    vpaddd xmm2, xmm2, dword ptr [rax + 152]{1to4}
    vpslld xmm5, xmm2, 16
    vpaddd xmm5, xmm5, xmm3
    vmovdqa64 xmm4, xmm3
    vpternlogd xmm4, xmm0, xmm1, 0x96
    vpaddd xmm2, xmm2, xmm4
    vpsrld xmm2, xmm2, 16
    vpslld xmm4, xmm4, 16
    vpaddd xmm5, xmm5, xmm4
    vpaddd xmm2, xmm2, xmm5
    vpaddd xmm1, xmm1, dword ptr [rsi + 40]{1to4}
    vpaddd xmm1, xmm1, dword ptr [rax + 156]{1to4}
    vpslld xmm5, xmm1, 23
    vpaddd xmm5, xmm5, xmm2
    vmovdqa64 xmm4, xmm2
    vpternlogd xmm4, xmm3, xmm0, 0x96
    vpaddd xmm1, xmm1, xmm4
    vpsrld xmm1, xmm1, 9
    vpslld xmm4, xmm4, 23
    vpaddd xmm5, xmm5, xmm4
    vpaddd xmm1, xmm1, xmm5
    vpaddd xmm0, xmm0, dword ptr [rsi + 52]{1to4}
    vpaddd xmm0, xmm0, dword ptr [rax + 160]{1to4}
    vpslld xmm5, xmm0, 4
    vpaddd xmm5, xmm5, xmm1
    vmovdqa64 xmm4, xmm1
    vpternlogd xmm4, xmm2, xmm3, 0x96
    vpaddd xmm0, xmm0, xmm4
    vpsrld xmm0, xmm0, 28
    vpslld xmm4, xmm4, 4
    vpaddd xmm5, xmm5, xmm4
    vpaddd xmm0, xmm0, xmm5
    vpaddd xmm3, xmm3, dword ptr [rsi + 0]{1to4}
    vpaddd xmm3, xmm3, dword ptr [rax + 164]{1to4}
    vpslld xmm5, xmm3, 11
    vpaddd xmm5, xmm5, xmm0
    vmovdqa64 xmm4, xmm0
    vpternlogd xmm4, xmm1, xmm2, 0x96
    vpaddd xmm3, xmm3, xmm4
    vpsrld xmm3, xmm3, 21
    vpslld xmm4, xmm4, 11
    vpaddd xmm5, xmm5, xmm4
    vpaddd xmm3, xmm3, xmm5
    vpaddd xmm2, xmm2, dword ptr [rsi + 12]{1to4}
    vpaddd xmm2, xmm2, dword ptr [rax + 168]{1to4}
    vpslld xmm5, xmm2, 16
    vpaddd xmm5, xmm5, xmm3
    vmovdqa64 xmm4, xmm3
    vpternlogd xmm4, xmm0, xmm1, 0x96
    vpaddd xmm2, xmm2, xmm4
    vpsrld xmm2, xmm2, 16
    vpslld xmm4, xmm4, 16
    vpaddd xmm5, xmm5, xmm4
    vpaddd xmm2, xmm2, xmm5
    vpaddd xmm1, xmm1, dword ptr [rsi + 24]{1to4}
    vpaddd xmm1, xmm1, dword ptr [rax + 172]{1to4}
    vpslld xmm5, xmm1, 23
    vpaddd xmm5, xmm5, xmm2
    vmovdqa64 xmm4, xmm2
    vpternlogd xmm4, xmm3, xmm0, 0x96
    vpaddd xmm1, xmm1, xmm4
    vpsrld xmm1, xmm1, 9
    vpslld xmm4, xmm4, 23
    vpaddd xmm5, xmm5, xmm4
    vpaddd xmm1, xmm1, xmm5
    vpaddd xmm0, xmm0, dword ptr [rsi + 36]{1to4}
    vpaddd xmm0, xmm0, dword ptr [rax + 176]{1to4}
    vpslld xmm5, xmm0, 4
    vpaddd xmm5, xmm5, xmm1
    vmovdqa64 xmm4, xmm1
    vpternlogd xmm4, xmm2, xmm3, 0x96
    vpaddd xmm0, xmm0, xmm4
    vpsrld xmm0, xmm0, 28
    vpslld xmm4, xmm4, 4
    vpaddd xmm5, xmm5, xmm4
    vpaddd xmm0, xmm0, xmm5
    vpaddd xmm3, xmm3, dword ptr [rsi + 48]{1to4}
    vpaddd xmm3, xmm3, dword ptr [rax + 180]{1to4}
    vpslld xmm5, xmm3, 11
    vpaddd xmm5, xmm5, xmm0
    vmovdqa64 xmm4, xmm0
    vpternlogd xmm4, xmm1, xmm2, 0x96
    vpaddd xmm3, xmm3, xmm4
    vpsrld xmm3, xmm3, 21
    vpslld xmm4, xmm4, 11
    vpaddd xmm5, xmm5, xmm4
    vpaddd xmm3, xmm3, xmm5
    vpaddd xmm2, xmm2, dword ptr [rsi + 60]{1to4}
    vpaddd xmm2, xmm2, dword ptr [rax + 184]{1to4}
    vpslld xmm5, xmm2, 16
    vpaddd xmm5, xmm5, xmm3
    vmovdqa64 xmm4, xmm3
    vpternlogd xmm4, xmm0, xmm1, 0x96
    vpaddd xmm2, xmm2, xmm4
    vpsrld xmm2, xmm2, 16
    vpslld xmm4, xmm4, 16
    vpaddd xmm5, xmm5, xmm4
    vpaddd xmm2, xmm2, xmm5
    vpaddd xmm1, xmm1, dword ptr [rsi + 8]{1to4}
    vpaddd xmm1, xmm1, dword ptr [rax + 188]{1to4}
    vpslld xmm5, xmm1, 23
    vpaddd xmm5, xmm5, xmm2
    vmovdqa64 xmm4, xmm2
    vpternlogd xmm4, xmm3, xmm0, 0x96
    vpaddd xmm1, xmm1, xmm4
    vpsrld xmm1, xmm1, 9
    vpslld xmm4, xmm4, 23
    vpaddd xmm5, xmm5, xmm4
    vpaddd xmm1, xmm1, xmm5
    vpaddd xmm0, xmm0, dword ptr [rsi + 0]{1to4}
    vpaddd xmm0, xmm0, dword ptr [rax + 192]{1to4}
    vpslld xmm5, xmm0, 6
    vpaddd xmm5, xmm5, xmm1
    vmovdqa64 xmm4, xmm1
    vpternlogd xmm4, xmm2, xmm3, 0x39
    vpaddd xmm0, xmm0, xmm4
    vpsrld xmm0, xmm0, 26
    vpslld xmm4, xmm4, 6
    vpaddd xmm5, xmm5, xmm4
    vpaddd xmm0, xmm0, xmm5
    vpaddd xmm3, xmm3, dword ptr [rsi + 28]{1to4}
    vpaddd xmm3, xmm3, dword ptr [rax + 196]{1to4}
    vpslld xmm5, xmm3, 10
    vpaddd xmm5, xmm5, xmm0
    vmovdqa64 xmm4, xmm0
    vpternlogd xmm4, xmm1, xmm2, 0x39
    vpaddd xmm3, xmm3, xmm4
    vpsrld xmm3, xmm3, 22
    vpslld xmm4, xmm4, 10
    vpaddd xmm5, xmm5, xmm4
    vpaddd xmm3, xmm3, xmm5
    vpaddd xmm2, xmm2, dword ptr [rsi + 56]{1to4}
    vpaddd xmm2, xmm2, dword ptr [rax + 200]{1to4}
    vpslld xmm5, xmm2, 15
    vpaddd xmm5, xmm5, xmm3
    vmovdqa64 xmm4, xmm3
    vpternlogd xmm4, xmm0, xmm1, 0x39
    vpaddd xmm2, xmm2, xmm4
    vpsrld xmm2, xmm2, 17
    vpslld xmm4, xmm4, 15
    vpaddd xmm5, xmm5, xmm4
    vpaddd xmm2, xmm2, xmm5
    vpaddd xmm1, xmm1, dword ptr [rsi + 20]{1to4}
    vpaddd xmm1, xmm1, dword ptr [rax + 204]{1to4}
    vpslld xmm5, xmm1, 21
    vpaddd xmm5, xmm5, xmm2
    vmovdqa64 xmm4, xmm2
    vpternlogd xmm4, xmm3, xmm0, 0x39
    vpaddd xmm1, xmm1, xmm4
    vpsrld xmm1, xmm1, 11
    vpslld xmm4, xmm4, 21
    vpaddd xmm5, xmm5, xmm4
    vpaddd xmm1, xmm1, xmm5
    vpaddd xmm0, xmm0, dword ptr [rsi + 48]{1to4}
    vpaddd xmm0, xmm0, dword ptr [rax + 208]{1to4}
    vpslld xmm5, xmm0, 6
    vpaddd xmm5, xmm5, xmm1
    vmovdqa64 xmm4, xmm1
    vpternlogd xmm4, xmm2, xmm3, 0x39
    vpaddd xmm0, xmm0, xmm4
    vpsrld xmm0, xmm0, 26
    vpslld xmm4, xmm4, 6
    vpaddd xmm5, xmm5, xmm4
    vpaddd xmm0, xmm0, xmm5
    vpaddd xmm3, xmm3, dword ptr [rsi + 12]{1to4}
    vpaddd xmm3, xmm3, dword ptr [rax + 212]{1to4}
    vpslld xmm5, xmm3, 10
    vpaddd xmm5, xmm5, xmm0
    vmovdqa64 xmm4, xmm0
    vpternlogd xmm4, xmm1, xmm2, 0x39
    vpaddd xmm3, xmm3, xmm4
    vpsrld xmm3, xmm3, 22
    vpslld xmm4, xmm4, 10
    vpaddd xmm5, xmm5, xmm4
    vpaddd xmm3, xmm3, xmm5
    vpaddd xmm2, xmm2, dword ptr [rsi + 40]{1to4}
    vpaddd xmm2, xmm2, dword ptr [rax + 216]{1to4}
    vpslld xmm5, xmm2, 15
    vpaddd xmm5, xmm5, xmm3
    vmovdqa64 xmm4, xmm3
    vpternlogd xmm4, xmm0, xmm1, 0x39
    vpaddd xmm2, xmm2, xmm4
    vpsrld xmm2, xmm2, 17
    vpslld xmm4, xmm4, 15
    vpaddd xmm5, xmm5, xmm4
    vpaddd xmm2, xmm2, xmm5
    vpaddd xmm1, xmm1, dword ptr [rsi + 4]{1to4}
    vpaddd xmm1, xmm1, dword ptr [rax + 220]{1to4}
    vpslld xmm5, xmm1, 21
    vpaddd xmm5, xmm5, xmm2
    vmovdqa64 xmm4, xmm2
    vpternlogd xmm4, xmm3, xmm0, 0x39
    vpaddd xmm1, xmm1, xmm4
    vpsrld xmm1, xmm1, 11
    vpslld xmm4, xmm4, 21
    vpaddd xmm5, xmm5, xmm4
    vpaddd xmm1, xmm1, xmm5
    vpaddd xmm0, xmm0, dword ptr [rsi + 32]{1to4}
    vpaddd xmm0, xmm0, dword ptr [rax + 224]{1to4}
    vpslld xmm5, xmm0, 6
    vpaddd xmm5, xmm5, xmm1
    vmovdqa64 xmm4, xmm1
    vpternlogd xmm4, xmm2, xmm3, 0x39
    vpaddd xmm0, xmm0, xmm4
    vpsrld xmm0, xmm0, 26
    vpslld xmm4, xmm4, 6
    vpaddd xmm5, xmm5, xmm4
    vpaddd xmm0, xmm0, xmm5
    vpaddd xmm3, xmm3, dword ptr [rsi + 60]{1to4}
    vpaddd xmm3, xmm3, dword ptr [rax + 228]{1to4}
    vpslld xmm5, xmm3, 10
    vpaddd xmm5, xmm5, xmm0
    vmovdqa64 xmm4, xmm0
    vpternlogd xmm4, xmm1, xmm2, 0x39
    vpaddd xmm3, xmm3, xmm4
    vpsrld xmm3, xmm3, 22
    vpslld xmm4, xmm4, 10
    vpaddd xmm5, xmm5, xmm4
    vpaddd xmm3, xmm3, xmm5
    vpaddd xmm2, xmm2, dword ptr [rsi + 24]{1to4}
    vpaddd xmm2, xmm2, dword ptr [rax + 232]{1to4}
    vpslld xmm5, xmm2, 15
    vpaddd xmm5, xmm5, xmm3
    vmovdqa64 xmm4, xmm3
    vpternlogd xmm4, xmm0, xmm1, 0x39
    vpaddd xmm2, xmm2, xmm4
    vpsrld xmm2, xmm2, 17
    vpslld xmm4, xmm4, 15
    vpaddd xmm5, xmm5, xmm4
    vpaddd xmm2, xmm2, xmm5
    vpaddd xmm1, xmm1, dword ptr [rsi + 52]{1to4}
    vpaddd xmm1, xmm1, dword ptr [rax + 236]{1to4}
    vpslld xmm5, xmm1, 21
    vpaddd xmm5, xmm5, xmm2
    vmovdqa64 xmm4, xmm2
    vpternlogd xmm4, xmm3, xmm0, 0x39
    vpaddd xmm1, xmm1, xmm4
    vpsrld xmm1, xmm1, 11
    vpslld xmm4, xmm4, 21
    vpaddd xmm5, xmm5, xmm4
    vpaddd xmm1, xmm1, xmm5
    vpaddd xmm0, xmm0, dword ptr [rsi + 16]{1to4}
    vpaddd xmm0, xmm0, dword ptr [rax + 240]{1to4}
    vpslld xmm5, xmm0, 6
    vpaddd xmm5, xmm5, xmm1
    vmovdqa64 xmm4, xmm1
    vpternlogd xmm4, xmm2, xmm3, 0x39
    vpaddd xmm0, xmm0, xmm4
    vpsrld xmm0, xmm0, 26
    vpslld xmm4, xmm4, 6
    vpaddd xmm5, xmm5, xmm4
    vpaddd xmm0, xmm0, xmm5
    vpaddd xmm3, xmm3, dword ptr [rsi + 44]{1to4}
    vpaddd xmm3, xmm3, dword ptr [rax + 244]{1to4}
    vpslld xmm5, xmm3, 10
    vpaddd xmm5, xmm5, xmm0
    vmovdqa64 xmm4, xmm0
    vpternlogd xmm4, xmm1, xmm2, 0x39
    vpaddd xmm3, xmm3, xmm4
    vpsrld xmm3, xmm3, 22
    vpslld xmm4, xmm4, 10
    vpaddd xmm5, xmm5, xmm4
    vpaddd xmm3, xmm3, xmm5
    vpaddd xmm2, xmm2, dword ptr [rsi + 8]{1to4}
    vpaddd xmm2, xmm2, dword ptr [rax + 248]{1to4}
    vpslld xmm5, xmm2, 15
    vpaddd xmm5, xmm5, xmm3
    vmovdqa64 xmm4, xmm3
    vpternlogd xmm4, xmm0, xmm1, 0x39
    vpaddd xmm2, xmm2, xmm4
    vpsrld xmm2, xmm2, 17
    vpslld xmm4, xmm4, 15
    vpaddd xmm5, xmm5, xmm4
    vpaddd xmm2, xmm2, xmm5
    vpaddd xmm1, xmm1, dword ptr [rsi + 36]{1to4}
    vpaddd xmm1, xmm1, dword ptr [rax + 252]{1to4}
    vpslld xmm5, xmm1, 21
    vpaddd xmm5, xmm5, xmm2
    vmovdqa64 xmm4, xmm2
    vpternlogd xmm4, xmm3, xmm0, 0x39
    vpaddd xmm1, xmm1, xmm4
    vpsrld xmm1, xmm1, 11
    vpslld xmm4, xmm4, 21
    vpaddd xmm5, xmm5, xmm4
    vpaddd xmm1, xmm1, xmm5
    vpaddd xmm0, xmm0, xmm16
    vpaddd xmm1, xmm1, xmm17
    vpaddd xmm2, xmm2, xmm18
    vpaddd xmm3, xmm3, xmm19
    add rsi, 64
    dec rdx
    jnz 1b
    vmovd dword ptr [rdi + 0], xmm0
    vmovd dword ptr [rdi + 4], xmm1
    vmovd dword ptr [rdi + 8], xmm2
    vmovd dword ptr [rdi + 12], xmm3
    vzeroupper
    pop rbp
    .cfi_def_cfa 7, 8
    ret
    .cfi_endproc
    .size wr_md5_avx512_one, . - wr_md5_avx512_one
    .section .note.GNU-stack, "", @progbits
