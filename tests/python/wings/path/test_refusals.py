"""Errors when nothing can be measured: the cause with its remedy, from real kernels' refusals and messages."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import sys

import pytest

from wirerate.wings.path import refusals
from wirerate.wings.path.algorithms import driver_of
from wirerate.wings.path.catalogue import parse_path
from wirerate.wings.path.netlink import KernelError

from .permitted import absent

ASKS = """
from wirerate.errors import MissingError
from wirerate.wings.path.catalogue import PLAIN
from wirerate.wings.path.measure import measure
from wirerate.links import parse_packets
try:
    measure([PLAIN], [parse_packets("64")], budget_s=0)
except MissingError as error:
    print(error.exit_code, error, error.fix, sep="|")
"""
INSIDE = {
    "a /proc/sys that cannot be written": (
        "mount --bind /proc/sys /proc/sys && mount -o remount,ro,bind /proc/sys",
        "/proc/sys is read-only", "outside the container",
    ),
    "no network namespaces left": (
        "echo 0 >/proc/sys/user/max_net_namespaces",
        "limit on them is reached", "sudo sysctl user.max_net_namespaces=1024",
    ),
}  # fmt: skip


@pytest.mark.skipif(bool(absent()), reason=absent())
@pytest.mark.skipif(not shutil.which("unshare"), reason="no unshare (Debian: util-linux)")
@pytest.mark.parametrize("where", INSIDE)
def test_if_no_path_can_be_built_the_error_has_cause_and_remedy(where: str) -> None:
    command, message, fix = INSIDE[where]
    words = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c"]
    done = subprocess.run(
        [*words, f'{command} && exec "$0" -c "$1"', sys.executable, ASKS], capture_output=True, text=True, check=False
    )
    if not done.stdout and "Operation not permitted" in done.stderr:
        pytest.skip(f"no such namespace here: {done.stderr.strip()}")
    code, told, remedy = done.stdout.strip().split("|")
    assert code == "4"
    assert message in told
    assert fix in remedy


@pytest.mark.parametrize(
    ("setting", "value", "whose", "fix"),
    [
        ("kernel/unprivileged_userns_clone", "0", "Debian", "sudo sysctl kernel.unprivileged_userns_clone=1"),
        ("kernel/apparmor_restrict_unprivileged_userns", "1", "AppArmor",
         "sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0"),
        ("user/max_user_namespaces", "0", "is reached", "sudo sysctl user.max_user_namespaces=1024"),
    ],
)  # fmt: skip
def test_a_setting_that_forbids_namespaces_is_named_with_its_remedy(
    monkeypatch: pytest.MonkeyPatch, setting: str, value: str, whose: str, fix: str
) -> None:
    monkeypatch.setattr(refusals, "_setting", lambda name: value if name == setting else "")
    refusal = refusals.of_permission(errno.EPERM)
    assert refusal.cause == "user-namespaces"
    assert whose in refusal.message
    assert fix in refusal.fix


def test_a_container_that_forbids_namespaces_is_distinguished_from_a_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(refusals, "_setting", lambda _name: "")
    assert refusals.of_permission(errno.EPERM).cause == "permission"


@pytest.mark.parametrize(
    ("word", "number", "said", "cause", "modules"),
    [
        ("esp-gcm", errno.ENOSYS, "Requested AEAD algorithm not found", "algorithm", "gcm"),
        ("esp-cbc-hmac-sha384", errno.ENOSYS, "Requested AUTH algorithm not found", "algorithm",
         "authenc cbc sha512_generic"),
        ("ah-hmac-sha1", errno.ENOSYS, "Requested AUTH_TRUNC algorithm not found", "algorithm", "sha1_generic"),
        ("esp-gcm/ip6", errno.EPROTONOSUPPORT, "Requested type not found", "module", "esp6"),
        ("esp-gcm/ip6/transport", errno.EPROTONOSUPPORT, "Requested type not found", "module", "esp6 ip6_tunnel"),
        ("ah-hmac-md5", errno.EPROTONOSUPPORT, "Requested type not found", "module", "ah4"),
        ("wireguard", errno.EOPNOTSUPP, "Unknown device type", "module", "wireguard"),
        ("macsec-gcm", errno.EOPNOTSUPP, "Unknown device type", "module", "macsec"),
    ],
)  # fmt: skip
def test_errors_of_the_kernel_are_translated_to_the_modules_to_load(
    word: str, number: int, said: str, cause: str, modules: str
) -> None:
    refusal = refusals.of_kernel(parse_path(word), KernelError(number, said, "doing"))
    assert refusal.cause == cause
    assert refusal.path == parse_path(word).name
    assert said in refusal.message
    assert f"sudo modprobe -a {modules}, or" in refusal.fix


def test_macsec_without_root_is_no_missing_module() -> None:
    refusal = refusals.of_kernel(parse_path("macsec-gcm"), KernelError(errno.EPERM, "", "MACsec keys"))
    assert (refusal.cause, refusal.fix) == ("macsec-root", "type: sudo wirerate path macsec-gcm")


def test_a_kernel_without_ipv6_lacks_no_module_of_the_path() -> None:
    error = KernelError(errno.ENOENT, "", "/proc/sys/net/ipv6/conf/all/forwarding")
    refusal = refusals.of_kernel(parse_path("esp-gcm/ip6"), error)
    assert refusal.message == "this kernel runs without IPv6"
    assert "ipv6.disable" in refusal.fix


CRYPTO = """name         : rfc4106(gcm(aes))
driver       : rfc4106(gcm_base(ctr(aes-generic),ghash-generic))
module       : gcm
priority     : 100
internal     : no

name         : rfc4106(gcm(aes))
driver       : rfc4106-gcm-aesni
module       : aesni_intel
priority     : 400
internal     : no

name         : rfc4106(gcm(aes))
driver       : cryptd(__rfc4106-gcm-aesni)
module       : cryptd
priority     : 500
internal     : yes

name         : hmac(sha256)
driver       : hmac(sha256-generic)
module       : kernel
priority     : 100
"""


def test_of_several_drivers_the_kernel_takes_that_of_the_highest_priority() -> None:
    found = driver_of(parse_path("esp-gcm"), CRYPTO, frozenset({"aes"}))
    assert found
    assert (found.driver, found.unused_feature) == ("rfc4106-gcm-aesni", "")


def test_portable_code_on_a_cpu_with_better_instructions_is_a_finding() -> None:
    portable = CRYPTO.split("\n\n")[0]
    machine = {"x86_64": "aesni_intel", "aarch64": "aes_ce_blk ghash_ce"}
    found = driver_of(parse_path("esp-gcm"), portable, frozenset({"aes"}))
    if os.uname().machine in machine:
        assert found
        assert (found.unused_feature, found.remedy) == ("aes", f"modprobe -a {machine[os.uname().machine]}")
    without = driver_of(parse_path("esp-gcm"), portable, frozenset())
    assert without
    assert without.unused_feature == ""


def test_an_algorithm_missing_from_the_list_has_no_driver() -> None:
    assert driver_of(parse_path("wireguard"), CRYPTO, frozenset()) is None
    assert driver_of(parse_path("ah-hmac-md5"), CRYPTO, frozenset()) is None
