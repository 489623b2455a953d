/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * wolfCrypt's configuration for SLH-DSA only, in portable C and with all working memory on the stack. The build defines
 * the family, SLH_SHA2 or SLH_SHAKE, and disables all parameter sets but one.
 */
#ifndef WIRERATE_USER_SETTINGS_H
#define WIRERATE_USER_SETTINGS_H

#define WOLFCRYPT_ONLY
#define SINGLE_THREADED
#define NO_FILESYSTEM
#define NO_WRITEV
#define NO_MAIN_DRIVER
#define NO_ERROR_STRINGS
#define WOLFSSL_IGNORE_FILE_WARN
#define WOLFSSL_NO_MALLOC
#define WOLFSSL_GENERAL_ALIGNMENT 4
#define SIZEOF_LONG_LONG          8
#define NO_AES
#define NO_RSA
#define NO_DH
#define NO_DSA
#define NO_RC4
#define NO_DES3
#define NO_MD4
#define NO_MD5
#define NO_SHA
#define NO_PWDBASED
#define NO_PKCS8_ENCRYPTION
#define WOLFSSL_ASN_TEMPLATE
#define NO_ASN_TIME

#define WOLFSSL_HAVE_SLHDSA
#define WOLFSSL_SHA3
#define WOLFSSL_SHAKE256
#if defined(SLH_SHA2)
#define WOLFSSL_SLHDSA_SHA2
#define WOLFSSL_SLHDSA_NO_SHAKE
#define WOLFSSL_SHA512
#define WOLFSSL_NOSHA512_224
#define WOLFSSL_NOSHA512_256
#else
#define NO_HMAC
#endif

#endif
