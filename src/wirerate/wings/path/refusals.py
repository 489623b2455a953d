# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Why a path, or all of them, cannot be measured here: the kernel's answer in words, why it matters, what to type."""

from __future__ import annotations

import errno
import os
from dataclasses import dataclass
from pathlib import Path as File
from typing import Literal

from wirerate.wings.path.algorithms import modules_of
from wirerate.wings.path.catalogue import Path
from wirerate.wings.path.netlink import KernelError

Cause = Literal[
    "platform",  # not Linux
    "permission",  # namespaces, or their devices, are not permitted
    "user-namespaces",  # an ordinary user may make none: `detail` names the setting
    "macsec-root",  # MACsec takes keys of the first user namespace's root only
    "read-only",  # /proc/sys cannot be written
    "module",  # the kernel has no such device type, transform or netlink family
    "algorithm",  # the kernel has no such cipher, MAC or AEAD
    "library",  # no library that does it
    "lost",  # packets were lost, changed or duplicated
    "not-inline",  # some of the path runs where its time cannot be told
    "kernel",  # anything else that the kernel says
]


@dataclass(frozen=True)
class Refusal:
    """`path` is its name, "" where it concerns all. `said` is the kernel's own answer, word for word; "" for none."""

    path: str
    cause: Cause
    message: str
    fix: str
    said: str = ""


_FORBIDS = (  # a setting, whose it is, the value that forbids
    ("kernel/unprivileged_userns_clone", "Debian's setting", "0"),
    ("kernel/apparmor_restrict_unprivileged_userns", "Ubuntu's AppArmor", "1"),
)
_LIMITS = ("user/max_net_namespaces", "user/max_user_namespaces")
_WORDS = {"esp": "ESP", "ah": "AH", "macsec": "MACsec", "wireguard": "WireGuard"}
_MODULES = {"esp": {"ip4": "esp4", "ip6": "esp6"}, "ah": {"ip4": "ah4", "ip6": "ah6"}}
LOG = "see whether the kernel's log has a word on it: sudo dmesg | tail"
_OF_CONNECTIONS = {
    errno.ENETUNREACH: "type: sudo ip link set lo up",
    errno.EADDRNOTAVAIL: "type: sudo ip link set lo up",
    errno.EMFILE: "type: ulimit -n 1024",
}
_ALGORITHM_WORDS = ("algorithm not found", "unsupported or invalid", "Requested AEAD", "Requested AUTH", "Requested CR")


def of_kernel(path: Path, error: KernelError) -> Refusal:
    """Why one path was refused, or with plain forwarding all."""
    name, cause, said = _named(path), _cause(path, error), error.said or os.strerror(error.number)
    if cause == "macsec-root":
        message = "MACsec takes keys from root only, also where an ordinary user may make namespaces"
        fix = f"type: sudo wirerate path {name}"
    elif cause == "read-only":
        message = "/proc/sys cannot be written, so that no namespace can forward packets"
        fix = "run it outside the container, or give the container a /proc/sys that it may write"
    elif error.number == errno.ENOENT and "/proc/sys/net/ipv6" in str(error):
        message = "this kernel runs without IPv6"
        fix = "boot it without ipv6.disable=1, or ask for paths without /ip6"
    elif cause == "algorithm" and name:
        message = f"this kernel lacks an algorithm of {name}: {said}"
        fix = f"type: sudo modprobe -a {modules_of(path)}, or boot a kernel that has it"
    elif cause == "module" and name:
        message = f"this kernel has no {_WORDS[path.kind]}: {said}"
        fix = f"type: sudo modprobe -a {_transforms(path)}, or boot a kernel that has it"
    else:
        message = f"the kernel refused a part of {name or 'plain forwarding'}: {error}"
        fix = "run it as root, on a kernel with network namespaces and veth devices"
    return Refusal(name, cause, message, fix, str(error))


def of_records(path: Path, error: int, said: str) -> Refusal:
    """Why a connection cannot be had: `said` is what was asked of the kernel, which answered by `error`; or libssl's
    and the loader's own words, where that is 0."""
    if not error:
        fix = "install OpenSSL 3 (Debian: libssl3), or ask for ktls"
        return Refusal(path.name, "library", f"{path.name}: OpenSSL does not carry it: {said}", fix, said)
    answer = f"{said}: {os.strerror(error)}"
    if said.startswith("TCP_ULP"):
        message = f"this kernel has no TLS: {answer}"
        return Refusal(path.name, "module", message, "type: sudo modprobe tls, or boot a kernel that has it", answer)
    if said.startswith("TLS_"):
        fix = f"type: sudo modprobe -a {modules_of(path)}, or boot a kernel that has it"
        return Refusal(path.name, "algorithm", f"this kernel's TLS lacks {path.cipher}: {answer}", fix, answer)
    message = f"{path.name}: the kernel refused {answer}"
    return Refusal(path.name, "kernel", message, _OF_CONNECTIONS.get(error, LOG), answer)


def of_packets(path: Path, message: str) -> Refusal:
    """A chain that loses or changes packets."""
    return Refusal(_named(path), "lost", f"{path.name}: {message}, so that its time says nothing", LOG)


def of_workers(path: Path) -> Refusal:
    """A path that runs elsewhere, on a kernel that does not tell for how long."""
    message = f"{path.name}: a part of it runs in the kernel's workers, whose time this kernel does not tell"
    fix = "boot a kernel with CONFIG_SCHEDSTATS, which has /proc/schedstat"
    return Refusal(_named(path), "not-inline", message, fix)


def of_permission(error: int) -> Refusal:
    """Why nobody but root may make namespaces here; or why root may not."""
    why = "and the paths are built in network namespaces"
    for setting, whose, value in _FORBIDS:
        if _setting(setting) == value:
            switch = f"sudo sysctl {setting.replace('/', '.')}={1 - int(value)}"
            fix = f"type: sudo wirerate path, or: {switch}"
            return Refusal("", "user-namespaces", f"only root may make namespaces here ({whose}), {why}", fix)
    spent = [limit for limit in _LIMITS if _setting(limit) == "0"] + [_LIMITS[0]] * (error == errno.ENOSPC)
    if spent:
        fix = f"type: sudo sysctl {spent[0].replace('/', '.')}=1024"
        return Refusal("", "user-namespaces", f"no more namespaces may be made here, {why}", fix)
    fix = "run it outside the container, or as root: sudo wirerate path"
    return Refusal("", "permission", f"namespaces may not be made here ({os.strerror(error)}), {why}", fix)


def _named(path: Path) -> str:
    """For a refusal: without plain forwarding there is nothing."""
    return "" if path.kind == "plain" else path.name


def _cause(path: Path, error: KernelError) -> Cause:
    if error.number == errno.EROFS:
        return "read-only"
    if "/proc/sys" in str(error) and error.number in (errno.EACCES, errno.EPERM):
        return "read-only"
    if path.kind == "macsec" and error.number in (errno.EPERM, errno.EACCES):
        return "macsec-root"
    if any(word in error.said for word in _ALGORITHM_WORDS):
        return "algorithm"
    missing = (errno.EOPNOTSUPP, errno.EPROTONOSUPPORT, errno.ENOENT, errno.EAFNOSUPPORT, errno.ENOSYS)
    if error.number in missing:
        return "module"
    return "permission" if error.number in (errno.EPERM, errno.EACCES) else "kernel"


def _transforms(path: Path) -> str:
    """The modules of its protocol."""
    if path.kind in _MODULES:
        own = _MODULES[path.kind][path.family]
        return f"{own} {'ip6_tunnel' if path.family == 'ip6' else 'ipip'}" if path.mode == "transport" else own
    return path.kind


def _setting(name: str) -> str:
    try:
        return File("/proc/sys", name).read_text().strip()
    except OSError:
        return ""
