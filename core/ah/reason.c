/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "wirerate_ah.h"

static const struct {
    const char *name, *text;
} reasons[WR_AH_REASONS] = {
    [WR_AH_OK] = {"ok", "authenticated"},
    [WR_AH_TRUNCATED] = {"truncated", "shorter than its headers or its Payload Length say"},
    [WR_AH_NOT_IPV6] = {"not-ipv6", "not an IPv6 packet"},
    [WR_AH_JUMBOGRAM] = {"jumbogram", "a jumbogram (RFC 2675), which AH here does not cover"},
    [WR_AH_NO_PAYLOAD] = {"no-payload", "Payload Length is 0, yet a header should follow"},
    [WR_AH_MISPLACED_HEADER] = {"misplaced-header", "a Hop-by-Hop header is not the first (RFC 8200 section 4.1)"},
    [WR_AH_BAD_OPTION] = {"bad-option", "an option reaches past its header"},
    [WR_AH_HEADERS_TOO_LONG] = {"headers-too-long", "more headers than are taken before AH"},
    [WR_AH_ROUTING_UNFINISHED] = {"routing-unfinished",
                                  "a routing header with segments left, or segment routing (RFC 8754 section 7.5)"},
    [WR_AH_FRAGMENT] = {"fragment", "a fragment: AH covers whole packets (RFC 4302 section 3.3.4)"},
    [WR_AH_NO_AH] = {"no-ah", "no Authentication Header"},
    [WR_AH_BAD_AH_LENGTH] = {"bad-ah-length", "the Authentication Header has no length that its ICV permits"},
    [WR_AH_WRONG_SPI] = {"wrong-spi", "another security association's SPI"},
    [WR_AH_REPLAYED] = {"replayed", "a sequence number that was verified before, or 0"},
    [WR_AH_TOO_OLD] = {"too-old", "left of the anti-replay window"},
    [WR_AH_BAD_ICV] = {"bad-icv", "the ICV is wrong: forged, damaged, or another key"},
    [WR_AH_BAD_INNER] = {"bad-inner", "what the tunnel carries is no whole IPv6 packet"},
    [WR_AH_TOO_BIG] = {"too-big", "with AH it would exceed 65,535 bytes of payload"},
    [WR_AH_NO_ROOM] = {"no-room", "the output does not fit"},
    [WR_AH_SEQUENCE_USED_UP] = {"sequence-used-up", "the sequence number must not wrap: a new SA is due"},
    [WR_AH_MAC_FAILED] = {"mac-failed", "the MAC's library failed"},
    [WR_AH_BAD_SA] = {"bad-sa", "the security association contradicts itself"},
};

static int known(int reason) {
    return reason >= 0 && reason < WR_AH_REASONS;
}

const char *wr_ah_reason_name(int reason) {
    return known(reason) ? reasons[reason].name : "unknown";
}

const char *wr_ah_reason_text(int reason) {
    return known(reason) ? reasons[reason].text : "unknown";
}
