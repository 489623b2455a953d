/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "wirerate_ah.h"

static const struct {
    const char *name, *text;
} reasons[WR_AH_REASONS] = {
    [WR_AH_OK] = {"ok", "authenticated"},
    [WR_AH_TRUNCATED] = {"truncated", "shorter than its headers or its Payload Length say"},
    [WR_AH_NOT_IPV6] = {"not-ipv6", "not an IPv6 packet"},
    [WR_AH_JUMBOGRAM] = {"jumbogram", "a jumbogram (RFC 2675), which is not supported"},
    [WR_AH_NO_PAYLOAD] = {"no-payload", "Payload Length is 0, but another header should follow"},
    [WR_AH_MISPLACED_HEADER] = {"misplaced-header", "a Hop-by-Hop header is not the first (RFC 8200 section 4.1)"},
    [WR_AH_BAD_OPTION] = {"bad-option", "an option extends past its header"},
    [WR_AH_HEADERS_TOO_LONG] = {"headers-too-long", "the headers up to and including AH are too long"},
    [WR_AH_ROUTING_UNFINISHED] = {"routing-unfinished",
                                  "a routing header with segments left, or segment routing (RFC 8754 section 7.5)"},
    [WR_AH_FRAGMENT] = {"fragment", "a fragment: AH covers whole packets (RFC 4302 section 3.3.4)"},
    [WR_AH_NO_AH] = {"no-ah", "no Authentication Header"},
    [WR_AH_BAD_AH_LENGTH] = {"bad-ah-length", "the length of the Authentication Header does not fit its ICV"},
    [WR_AH_WRONG_SPI] = {"wrong-spi", "the SPI belongs to another security association"},
    [WR_AH_REPLAYED] = {"replayed", "the sequence number was verified before, or is 0"},
    [WR_AH_TOO_OLD] = {"too-old", "the sequence number is left of the anti-replay window"},
    [WR_AH_BAD_ICV] = {"bad-icv", "wrong ICV: a forged or damaged packet, or a different key"},
    [WR_AH_BAD_INNER] = {"bad-inner", "the payload of the tunnel is not one whole IPv6 packet"},
    [WR_AH_TOO_BIG] = {"too-big", "with AH, the packet would exceed 65,535 bytes of payload"},
    [WR_AH_NO_ROOM] = {"no-room", "the output buffer is too small"},
    [WR_AH_SEQUENCE_USED_UP] = {"sequence-used-up", "the sequence number must not wrap: create a new SA"},
    [WR_AH_MAC_FAILED] = {"mac-failed", "the MAC function returned an error"},
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
