from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wirerate.authenticators.subjects import (
    ALGORITHMS,
    IMPLEMENTATIONS,
    KERNELS,
    KEYED,
    Subject,
    parse_subject,
    parse_subjects,
)
from wirerate.errors import UsageError

COMBINED = [
    f"aes-{bits}-{mode}-hmac-{hashed}"
    for bits in (128, 192, 256)
    for mode in ("cbc", "ctr")
    for hashed in ("sha1", "sha256", "sha384", "sha512")
]
NAMES = [
    *"md5 md5-x16 sha1 sha256 sha384 sha512 hmac-md5 hmac-sha1 hmac-sha256 hmac-sha384 hmac-sha512".split(),
    *"umac-32 umac-64 umac-96 umac-128 aes-128-gmac aes-192-gmac aes-256-gmac".split(),
    *"aes-128-cmac aes-192-cmac aes-256-cmac poly1305 aes-128-gcm aes-192-gcm aes-256-gcm chacha20-poly1305".split(),
    *COMBINED,
    *"internet-checksum read".split(),
]


def subjects() -> st.SearchStrategy[Subject]:
    def build(name: str, data: st.DataObject) -> Subject:
        facts = ALGORITHMS[name]
        bits = data.draw(st.sampled_from([None, *range(8, facts.tag_bytes * 8, 8)])) if facts.truncatable else None
        implementation = data.draw(st.sampled_from([None, *facts.implementations]))
        kernel = data.draw(st.sampled_from([None, *KERNELS.get(implementation or "", ())]))
        return Subject(name, bits, implementation, kernel)

    return st.builds(build, st.sampled_from(NAMES), st.data())


def test_the_table_holds_the_algorithms_of_the_design() -> None:
    assert set(ALGORITHMS) == set(NAMES)


@given(subjects())
def test_the_full_form_reads_back(subject: Subject) -> None:
    assert parse_subject(str(subject)) == subject


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        ("hmac-md5@openssl", Subject("hmac-md5", None, "openssl")),
        ("hmac-md5-96", Subject("hmac-md5", 96)),
        ("hmac-md5-128", Subject("hmac-md5")),
        ("hmac-sha256-128@ipsec-mb/avx2", Subject("hmac-sha256", 128, "ipsec-mb", "avx2")),
        ("umac-64", Subject("umac-64")),
        ("aes-256-cbc-hmac-sha512-256@ipsec-mb", Subject("aes-256-cbc-hmac-sha512", 256, "ipsec-mb")),
        ("md5-x8", Subject("md5-x8")),
        ("md5@wirerate/avx2", Subject("md5", None, "wirerate", "avx2")),
        ("md5@./other-libwirerate.so", Subject("md5", None, "./other-libwirerate.so")),
        ("md5@/usr/lib/libwirerate.so.0", Subject("md5", None, "/usr/lib/libwirerate.so.0")),
    ],
)
def test_forms_of_the_grammar(text: str, subject: Subject) -> None:
    assert parse_subject(text) == subject


@pytest.mark.parametrize(
    ("text", "message", "fix"),
    [
        ("md6", "unknown algorithm 'md6'", "did you mean md5?"),
        ("umac64", "unknown algorithm", "did you mean umac-64?"),
        ("", "unknown algorithm ''", "type: wirerate list algorithms"),
        ("md5,umac-64", "unknown algorithm 'md5,umac-64'", "separate them by spaces: md5 umac-64"),
        ("md5-x7", "multiple of 4", "md5-x16"),
        ("md5-x68", "multiple of 4", "md5-x16"),
        ("hmac-md5-97", "8 to 128 bits", "hmac-md5"),
        ("hmac-md5-136", "8 to 128 bits", "hmac-md5"),
        ("sha256-128", "cannot be truncated", "sha256"),
        ("hmac-md5@opensl", "unknown implementation", "did you mean openssl?"),
        ("umac-64@openssl", "cannot measure openssl's umac-64", "umac-64@nettle"),
        ("hmac-md5@wirerate/avx", "unknown kernel", "did you mean avx2?"),
        ("md5@nettle/avx2", "chooses its kernel itself", "md5@nettle"),
        ("md5@wirerate/", "unknown kernel ''", "one of"),
    ],
)
def test_a_wrong_word_is_named_with_what_to_type(text: str, message: str, fix: str) -> None:
    with pytest.raises(UsageError, match=message) as caught:
        parse_subject(text)
    assert caught.value.exit_code == 2
    assert fix in caught.value.fix


@pytest.mark.parametrize("name", NAMES)
def test_facts_are_consistent(name: str) -> None:
    facts = ALGORITHMS[name]
    assert set(facts.implementations) <= set(IMPLEMENTATIONS)
    assert bool(facts.key_bytes) == bool(facts.keyed) == (facts.kind in ("mac", "aead"))
    assert set(facts.keyed) <= set(KEYED)
    assert facts.operation
    if facts.kind == "digest" and name in hashlib.algorithms_available:
        assert facts.tag_bytes == hashlib.new(name).digest_size


@pytest.mark.parametrize("name", COMBINED)
def test_a_combination_has_the_keys_of_its_parts(name: str) -> None:
    facts = ALGORITHMS[name]
    cipher, mac = facts.parts
    assert f"{cipher}-{mac}" == name
    assert facts.tag_bytes == ALGORITHMS[mac].tag_bytes
    assert facts.key_bytes == int(cipher.split("-")[1]) // 8 + ALGORITHMS[mac].key_bytes
    assert not any(each.parts for each in ALGORITHMS.values() if each.name not in COMBINED)


@pytest.mark.parametrize("path", ["./x.so", "/opt/lib/libcrypto.so.3", "libnettle.so.8.6", "~/libIPSec_MB.so.1.3.0"])
def test_a_library_given_by_path_may_have_any_algorithm(path: str) -> None:
    assert parse_subject(f"sha256@{path}") == Subject("sha256", None, path)
    assert str(parse_subject(f"hmac-sha1-96@{path}")) == f"hmac-sha1-96@{path}"


def test_several_subjects_share_one_implementation() -> None:
    old = parse_subjects("md5,hmac-sha1-96@./old.so")
    assert [*map(str, old)] == ["md5@./old.so", "hmac-sha1-96@./old.so"]
    assert [*map(str, parse_subjects("@./new.so", old))] == ["md5@./new.so", "hmac-sha1-96@./new.so"]
    assert parse_subjects("md5") == (Subject("md5"),)
    with pytest.raises(UsageError, match="unknown algorithm ''"):
        parse_subjects("@./new.so")
    with pytest.raises(UsageError, match="unknown algorithm 'md6'"):
        parse_subjects("md5,md6@openssl")
