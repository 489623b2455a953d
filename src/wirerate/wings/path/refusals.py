# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Explains why a path cannot be measured on this host: what the kernel answered, why it matters, and what to type."""

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
    "permission",  # namespaces or their devices are forbidden
    "user-namespaces",  # a setting forbids user namespaces for ordinary users
    "macsec-root",  # MACsec accepts keys only from root of the first user namespace
    "read-only",  # /proc/sys is read-only
    "module",  # the kernel lacks the device type, transform or netlink family
    "algorithm",  # the kernel lacks the cipher, MAC or AEAD
    "library",  # no library implements it
    "lost",  # packets were lost, changed or duplicated
    "not-inline",  # part of the path runs on kernel workers whose time is not recorded
    "kernel",  # any other refusal by the kernel
]


@dataclass(frozen=True)
class Refusal:
    """A path that cannot be measured; `path` is its name, or "" for all paths. `quote` is the kernel's own answer."""

    path: str
    cause: Cause
    message: str
    fix: str
    quote: str = ""


_FORBIDDING = (  # a setting, its owner, and the value that forbids user namespaces
    ("kernel/unprivileged_userns_clone", "Debian's setting", "0"),
    ("kernel/apparmor_restrict_unprivileged_userns", "Ubuntu's AppArmor", "1"),
)
_LIMITS = ("user/max_net_namespaces", "user/max_user_namespaces")
_WORDS = {"esp": "ESP", "ah": "AH", "macsec": "MACsec", "wireguard": "WireGuard"}
_MODULES = {"esp": {"ip4": "esp4", "ip6": "esp6"}, "ah": {"ip4": "ah4", "ip6": "ah6"}}
LOG = "look in the kernel's log: sudo dmesg | tail"
_OF_CONNECTIONS = {
    errno.ENETUNREACH: "type: sudo ip link set lo up",
    errno.EADDRNOTAVAIL: "type: sudo ip link set lo up",
    errno.EMFILE: "type: ulimit -n 1024",
}
_ALGORITHM_WORDS = ("algorithm not found", "unsupported or invalid", "Requested AEAD", "Requested AUTH", "Requested CR")


def of_kernel(path: Path, error: KernelError) -> Refusal:
    """Explain the kernel's refusal of a path; if it refuses plain forwarding, it refuses all paths."""
    name, cause, quote = _name(path), _cause(path, error), error.quote or os.strerror(error.number)
    if cause == "macsec-root":
        message = "MACsec accepts keys only from root, even where ordinary users may create namespaces"
        fix = f"type: sudo wirerate path {name}"
    elif cause == "read-only":
        message = "/proc/sys is read-only, so a namespace cannot be told to forward packets"
        fix = "run it outside the container, or mount a writable /proc/sys in the container"
    elif error.number == errno.ENOENT and "/proc/sys/net/ipv6" in str(error):
        message = "this kernel runs without IPv6"
        fix = "boot it without ipv6.disable=1, or name paths without /ip6"
    elif cause == "algorithm" and name:
        message = f"this kernel lacks an algorithm that {name} needs: {quote}"
        fix = f"type: sudo modprobe -a {modules_of(path)}, or boot a kernel that has it"
    elif cause == "module" and name:
        message = f"this kernel has no {_WORDS[path.kind]}: {quote}"
        fix = f"type: sudo modprobe -a {_transforms(path)}, or boot a kernel that has it"
    else:
        message = f"the kernel refused to set up {name or 'plain forwarding'}: {error}"
        fix = "run it as root, on a kernel with network namespaces and veth devices"
    return Refusal(name, cause, message, fix, str(error))


def of_records(path: Path, error: int, quote: str) -> Refusal:
    """Explain why a TLS connection could not be set up.

    `quote` names the socket option that the kernel refused with the errno `error`. If `error` is 0, `quote` is the
    message of OpenSSL or of the dynamic loader.
    """
    if not error:
        fix = "install OpenSSL 3 (Debian: libssl3), or measure ktls"
        return Refusal(path.name, "library", f"{path.name}: OpenSSL cannot set it up: {quote}", fix, quote)
    answer = f"{quote}: {os.strerror(error)}"
    if quote.startswith("TCP_ULP"):
        message = f"this kernel has no TLS: {answer}"
        return Refusal(path.name, "module", message, "type: sudo modprobe tls, or boot a kernel that has it", answer)
    if quote.startswith("TLS_"):
        fix = f"type: sudo modprobe -a {modules_of(path)}, or boot a kernel that has it"
        return Refusal(path.name, "algorithm", f"this kernel's TLS lacks {path.cipher}: {answer}", fix, answer)
    message = f"{path.name}: the kernel refused {answer}"
    return Refusal(path.name, "kernel", message, _OF_CONNECTIONS.get(error, LOG), answer)


def of_packets(path: Path, message: str) -> Refusal:
    """Refuse a path whose chain loses or changes packets."""
    return Refusal(_name(path), "lost", f"{path.name}: {message}, so its time would be invalid", LOG)


def of_workers(path: Path) -> Refusal:
    """Refuse a path that uses kernel workers on a kernel that does not record their time."""
    message = f"{path.name}: part of it runs on kernel workers, and this kernel does not record their time"
    fix = "boot a kernel with CONFIG_SCHEDSTATS, which has /proc/schedstat"
    return Refusal(_name(path), "not-inline", message, fix)


def of_permission(error: int) -> Refusal:
    """Explain why this user may not create network namespaces."""
    purpose = "which path needs for its gateways"
    for setting, owner, value in _FORBIDDING:
        if _setting(setting) == value:
            switch = f"sudo sysctl {setting.replace('/', '.')}={1 - int(value)}"
            fix = f"type: sudo wirerate path, or: {switch}"
            return Refusal("", "user-namespaces", f"only root may create namespaces here ({owner}), {purpose}", fix)
    exhausted = [limit for limit in _LIMITS if _setting(limit) == "0"] + [_LIMITS[0]] * (error == errno.ENOSPC)
    if exhausted:
        fix = f"type: sudo sysctl {exhausted[0].replace('/', '.')}=1024"
        return Refusal(
            "",
            "user-namespaces",
            "path needs namespaces for its gateways, and this host's limit on them is reached",
            fix,
        )
    fix = "run it outside the container, or as root: sudo wirerate path"
    return Refusal("", "permission", f"this user may not create namespaces ({os.strerror(error)}), {purpose}", fix)


def _name(path: Path) -> str:
    """Return the path's name in a refusal: "" for plain forwarding, which every path needs."""
    return "" if path.kind == "plain" else path.name


def _cause(path: Path, error: KernelError) -> Cause:
    if error.number == errno.EROFS:
        return "read-only"
    if "/proc/sys" in str(error) and error.number in (errno.EACCES, errno.EPERM):
        return "read-only"
    if path.kind == "macsec" and error.number in (errno.EPERM, errno.EACCES):
        return "macsec-root"
    if any(word in error.quote for word in _ALGORITHM_WORDS):
        return "algorithm"
    missing = (errno.EOPNOTSUPP, errno.EPROTONOSUPPORT, errno.ENOENT, errno.EAFNOSUPPORT, errno.ENOSYS)
    if error.number in missing:
        return "module"
    return "permission" if error.number in (errno.EPERM, errno.EACCES) else "kernel"


def _transforms(path: Path) -> str:
    """Return the modules that implement the path's protocol."""
    if path.kind in _MODULES:
        module = _MODULES[path.kind][path.family]
        return f"{module} {'ip6_tunnel' if path.family == 'ip6' else 'ipip'}" if path.mode == "transport" else module
    return path.kind


def _setting(name: str) -> str:
    try:
        return File("/proc/sys", name).read_text().strip()
    except OSError:
        return ""
