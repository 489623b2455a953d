# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`list`: the names that options and arguments take, with a short description of each."""

VIEWS = {"list": "names"}
RUNS = "rows"
TOPICS = {
    "algorithms": "for SUBJECT in check, speed and compare",
    "protocols": "for --protocol",
    "links": "for --link, --packet and --over",
    "boards": "for mcu",
    "peers": "the libraries on this host, for SUBJECT after @",
}
