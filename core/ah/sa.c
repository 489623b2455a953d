/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "sa.h"

#include <string.h>

#include "headers.h"
#include "mac.h"
#include "util/mark.h"

static int good_window(const wr_ah_window *window) {
    return window->size == 0 || (window->size >= 64 && window->size <= UINT32_MAX / 2 && window->bitmap != NULL);
}

static int good_mac(const wr_ah_mac *mac, const void *key) {
    const struct wr_ah_builtin_mac *builtin;

    if (!mac || !mac->tags || mac->icv_length == 0 || mac->icv_length > WR_AH_ICV_MAX || mac->icv_length % 4)
        return 0;
    builtin = wr_ah_builtin_mac_of(mac);
    return builtin == NULL || builtin->key_is_valid(key); /* the key of a caller's own MAC cannot be checked */
}

/* Return whether the fields filled in by the caller are consistent. */
static int is_good(const wr_ah_sa *sa) {
    enum { RESERVED_SPIS = 256 };
    const unsigned known = WR_AH_TUNNEL | WR_AH_ESN | WR_AH_COVER_FRAGMENT;

    if ((sa->generation != WR_AH_RFC4302 && sa->generation != WR_AH_RFC1826) || sa->flags & ~known)
        return 0;
    if (sa->spi < RESERVED_SPIS || !good_mac(sa->mac, sa->key) || !good_window(&sa->window))
        return 0;
    if (sa->generation == WR_AH_RFC1826) /* RFC 1826 has no sequence numbers */
        return !(sa->flags & WR_AH_ESN) && sa->window.size == 0;
    return sa->flags & WR_AH_ESN || sa->sequence <= UINT32_MAX;
}

static size_t words_for(size_t size) {
    return size ? WR_AH_WINDOW_WORDS(size) : 0;
}

static uint64_t mark_of(const wr_ah_sa *sa) {
    return (uint64_t)WR_MARK_SA << 32 ^ sa->window.size;
}

int wr_ah_sa_is_valid(const wr_ah_sa *sa) {
    return sa && sa->mark == mark_of(sa) && sa->window.words == words_for(sa->window.size) && is_good(sa);
}

wr_status wr_ah_sa_init(wr_ah_sa *sa) {
    if (sa == NULL)
        return WR_BAD_SA;
    sa->mark = 0;
    sa->window.words = 0;
    if (!is_good(sa))
        return WR_BAD_SA;
    sa->window.words = words_for(sa->window.size);
    if (sa->window.words)
        memset(sa->window.bitmap, 0, sa->window.words * sizeof *sa->window.bitmap);
    sa->window.top = 0;
    sa->mark = mark_of(sa);
    return WR_OK;
}

size_t wr_ah_overhead(const wr_ah_sa *sa) {
    if (!wr_ah_sa_is_valid(sa))
        return 0;
    return wr_ah_length(sa) + (sa->flags & WR_AH_TUNNEL ? WR_IPV6_HEADER : 0);
}
