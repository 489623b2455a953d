"""`wirerate mcu` on the command line, answered from stored results without compiler or emulator."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from wirerate.catalogue.boards import BOARDS
from wirerate.catalogue.libraries import DEFAULT
from wirerate.wings.mcu.curve_options import Case, Toggles
from wirerate.wings.mcu.store import find_on_curve
from wirerate.wings.mcu.target import CORES, target


def _missing(curves: tuple[str, ...], options: tuple[Toggles, ...]) -> bool:
    """Return whether a signature that the tests need is not stored."""
    cases = [Case(DEFAULT, "-O2", curve, "sign", toggles) for curve in curves for toggles in options]
    return any(find_on_curve(case, target(board)) is None for case in cases for board in ("f401re", "lpc1768"))


stored = pytest.mark.skipif(
    _missing(("secp192r1", "secp256r1", "secp521r1"), (Toggles(),)), reason="the grid is not stored in this checkout"
)
whole = pytest.mark.skipif(
    _missing(("secp256r1", "brainpoolP512r1"), (Toggles(), Toggles(nist=False), Toggles(fixed_point=False))),
    reason="the whole grid is not stored in this checkout",
)


def answer(wirerate: Callable[..., Any], *words: str) -> dict[str, Any]:
    done = wirerate("mcu", *words, "-J")
    found: dict[str, Any] = json.loads(done.stdout)
    assert found["exit"] == done.returncode
    assert found["command"] == " ".join(("mcu", *words[: found["command"].count(" ")]))
    return found


@stored
def test_operations_are_answered_as_ranges(wirerate: Callable[..., Any]) -> None:
    words = "mcu", "lpc1768", "--curve", "secp256r1", "--op", "sign,verify"
    done = wirerate(*words)
    assert done.returncode == 0, done.stderr
    text = " ".join(done.stdout.split())
    for word in ("mbed NXP LPC1768, Cortex-M3 at 96 MHz", "Mbed TLS 3.6", "secp256r1 sign", "secp256r1 verify", "range",
                 "whether code runs in constant time", "not been checked against a datasheet"):  # fmt: skip
        assert word in text
    assert max(map(len, done.stdout.splitlines())) <= 130
    assert "The range covers:" in wirerate(*words, "--explain").stdout


@stored
@pytest.mark.parametrize(
    "words",
    [
        ("nrf52840",),
        ("nrf52840", "--op", "sign"),
        ("budget", "nrf52840", "time=1s,ram=16Ki"),
        ("budget", "nrf52840", "time=1s,ram=16Ki", "--for", "kem", "--quantum", "safe"),
        ("budget", "nrf52840", "time=1s", "--for", "handshake"),
        ("budget", "nrf52840", "time=2s", "--for", "handshake", "--quantum", "safe"),
        ("budget", "lpc1768", "time=1ms,ram=1Ki"),
        ("handshake", "nrf52840", "--quantum", "classical"),
        ("handshake", "nrf52840", "--quantum", "hybrid"),
        ("handshake", "nrf52840", "--quantum", "safe", "--of", "wolfssl"),
    ],
    ids=" ".join,
)
def test_one_question_is_answered_in_twelve_lines(wirerate: Callable[..., Any], words: tuple[str, ...]) -> None:
    lines = wirerate("mcu", *words).stdout.splitlines()
    assert len(lines) <= 12
    assert max(map(len, lines)) <= 80


@stored
@pytest.mark.parametrize(
    ("words", "rows"),
    [
        (("rp2040", "--op", "ml-kem-768,ml-dsa-44"), 7),  # with a line on the longest signatures
        (("f401re", "--window", "2,4,6"), 12),
        (("handshake", "nrf52840"), 8),
        (("boards",), len(BOARDS)),
    ],
)
def test_a_table_adds_at_most_six_lines_to_its_rows(
    wirerate: Callable[..., Any], words: tuple[str, ...], rows: int
) -> None:
    lines = wirerate("mcu", *words).stdout.splitlines()
    assert rows < len(lines) <= rows + 6
    assert max(map(len, lines)) <= 80


@stored
def test_the_record_carries_range_memory_energy_and_provenance(wirerate: Callable[..., Any]) -> None:
    found = answer(wirerate, "f401re", "--curve", "secp256r1")
    assert {m["operation"] for m in found["rows"]} == {"sign", "verify", "ecdh", "ecdhe"}
    for own in found["rows"]:
        ns = own["ns"]
        assert own["basis"] == "stored"
        assert ns["confidence"] is None
        assert ns["unknowns"]
        assert ns["low"] < ns["median"] < ns["high"]
        assert ns["median"] == pytest.approx(own["cycles"]["typical"] / 84e6 * 1e9)
        assert own["ram_bytes"] == own["stack_bytes"] + own["heap_bytes"] > 1000
        assert own["flash_bytes"] > 5000
        assert own["energy"]["low"] < own["energy"]["high"]
        assert (own["board"], own["curve"], own["options"]["window"]) == ("f401re", "secp256r1", 4)
        assert "grid" in own["command"]
        assert own["image"] in ("one curve", "all curves")
        assert "gcc" in own["compiler"].lower()


@stored
def test_half_the_clock_takes_longer_and_fewer_wait_states(wirerate: Callable[..., Any]) -> None:
    fast, slow = (answer(wirerate, "f401re", "--op", "sign", "--clock", clock)["rows"][0]
                  for clock in ("84M", "30M"))  # fmt: skip
    assert (fast["wait_states"], slow["wait_states"]) == (2, 0)
    assert 1 < slow["ns"]["median"] / fast["ns"]["median"] <= 84 / 30 * 1.001


@stored
def test_a_core_of_ones_own(wirerate: Callable[..., Any]) -> None:
    found = answer(wirerate, "--core", "cortex-m4", "--clock", "100M", "--flash", "0", "--op", "sign")
    own = found["rows"][0]
    assert (own["board"], own["core"], own["clock_hz"]) == ("cortex-m4", "cortex-m4", 100e6)
    assert own["energy"] is None


@stored
def test_a_budget_is_answered_with_what_fits_and_a_config(wirerate: Callable[..., Any]) -> None:
    done = wirerate("mcu", "budget", "f401re", "time=1s,ram=8Ki,flash=40Ki,energy=50mJ")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("It fits: ")
    explained = wirerate("mcu", "budget", "f401re", "time=1s,ram=8Ki,flash=40Ki,energy=50mJ", "--explain").stdout
    assert "#define MBEDTLS_ECP_WINDOW_SIZE" in explained or "P256M" in explained
    found = answer(wirerate, "budget", "f401re", "time=1s,ram=8Ki,flash=40Ki,energy=50mJ")
    rows, told = found["rows"], found["findings"]
    assert rows[told["chosen"]]["fit"]["word"] == "fits"
    assert rows[told["chosen"]]["fit"]["front"]
    assert (told["purpose"], told["security"]) == ("sign", 128)
    assert told["asked"] == {"time": 1e9, "ram": 8192, "flash": 40960, "energy": 50.0, "wire": None}
    assert told["limits"] == told["asked"]  # the board has more of everything
    assert all(own["strength"] >= 128 for own in rows)
    assert {own["version"] for own in rows} <= {"3.6", "p256-m"}
    assert "secp256k1" not in {own["curve"] for own in rows}
    assert "TEST" not in told["config"]  # without the test harness's generator
    assert "entropy_poll" not in told["config"].lower().replace("hardware_poll", "")


@stored
def test_where_nothing_fits_the_nearest_miss_is_named(wirerate: Callable[..., Any]) -> None:
    found = answer(wirerate, "budget", "f401re", "time=5ms,ram=1Ki")
    assert found["exit"] == 1
    (problem,) = (p for p in found["problems"] if p["code"] == "nothing-fits")
    assert "comes closest" in problem["message"]
    assert "% over" in problem["message"]
    assert "allow " in problem["fix"]


@stored
def test_weaker_curves_only_when_asked_for_and_labelled(wirerate: Callable[..., Any]) -> None:
    done = wirerate("mcu", "budget", "f401re", "time=1s", "--curve", "secp192r1")
    assert done.returncode == 2
    assert "96 bits" in done.stderr
    done = wirerate("mcu", "budget", "f401re", "time=1s", "--curve", "secp192r1", "--security", "80")
    assert done.returncode == 0, done.stderr
    assert "80 bits of security are less than the 128 recommended" in " ".join(done.stdout.split())


def test_energy_cannot_be_asked_of_a_board_without_a_source(
    wirerate: Callable[..., Any], one_line: Callable[[str], str]
) -> None:
    done = wirerate("mcu", "budget", "rp2040", "energy=50mJ")
    assert done.returncode == 2
    assert "leave out energy=" in one_line(done.stderr)


def test_a_proposed_pre_shared_key_has_a_warning(wirerate: Callable[..., Any], tmp_path: Path) -> None:
    words = ("budget", "f401re", "time=100ms,ram=20Ki", "--for", "handshake")
    found = answer(wirerate, *words)
    proposed = found["rows"][found["findings"]["chosen"]]
    assert (proposed["suite"], proposed["forward_secrecy"]) == ("psk", False)
    text = " ".join(wirerate("mcu", *words, "-o", "a.html").stdout.split())
    assert "no forward secrecy" in text
    assert "With it: server certificate only" in text
    assert "misses, time" in text or "may fit, time" in text
    assert "no forward secrecy" in (tmp_path / "a.html").read_text()


def test_a_key_exchange_is_proposed_without_that_word(wirerate: Callable[..., Any]) -> None:
    """An operation without a connection does not mention it either."""
    done = wirerate("mcu", "handshake", "f401re", "--explain")
    assert "No forward secrecy: PSK." in wirerate("mcu", "handshake", "f401re").stdout
    headings = [line for line in done.stdout.splitlines() if "datagrams" in line]
    assert [line.startswith("PSK") for line in headings] == ["no forward secrecy" in line for line in headings]
    budget = wirerate("mcu", "budget", "f401re", "time=1s", "--for", "sign").stdout
    assert "forward secrecy" not in budget


def test_handshakes(wirerate: Callable[..., Any]) -> None:
    found = answer(wirerate, "handshake", "f401re")
    full, psk = (next(m for m in found["rows"] if m["setup"] == name)
                 for name in ("ECDHE-ECDSA", "PSK"))  # fmt: skip
    assert full["cycles"]["typical"] > 50 * psk["cycles"]["typical"]
    assert {"side": "server", "name": "HelloVerifyRequest", "bytes": 60} in full["messages"]
    parts = {part["operation"]: part["cycles"] for part in full["parts"]}
    assert parts["ECDSA verify"] > parts["AES-CCM"]
    assert sum(parts.values()) == pytest.approx(full["cycles"]["typical"])


def test_an_estimated_handshake_starts_with_the_answer(wirerate: Callable[..., Any]) -> None:
    done = wirerate("mcu", "handshake", "nrf52840", "--quantum", "safe")
    text = " ".join(done.stdout.split())
    figures = r"takes [\d,.]+ ms, [\d,.]+ (KiB|bytes) of RAM and [\d,]+ bytes sent"
    pairs = r"ML-KEM-512 \+ ML-DSA-44", r"P-256 \+ ECDSA P-256"
    assert re.search(f"^Nordic nRF52840 DK.*client: {pairs[0]} {figures}. Today's {pairs[1]} {figures}.", text)
    assert "Estimated, not run end to end" in text
    found = answer(wirerate, "handshake", "nrf52840", "--quantum", "safe")
    assert {m["basis"] for m in found["rows"]} == {"composed"}
    assert (found["kind"], found["findings"]["quantum"]) == ("composed", "safe")


def test_a_handshake_run_end_to_end_names_library_and_licence(wirerate: Callable[..., Any]) -> None:
    done = wirerate("mcu", "handshake", "nrf52840", "--quantum", "safe", "--of", "wolfssl")
    text = " ".join(done.stdout.split())
    assert "Run end to end in wolfSSL" in text
    assert "not part of wirerate: GPL-3.0" in text
    found = answer(wirerate, "handshake", "nrf52840", "--quantum", "safe", "--of", "wolfssl")
    assert {m["basis"] for m in found["rows"]} == {"stored"}
    assert {m["row"] for m in found["rows"]} == {"whole-handshake"}


@stored
def test_a_board_of_ones_own(wirerate: Callable[..., Any], tmp_path: Path) -> None:
    """As in the guide: a changed template is a board for every command that takes one."""
    made = wirerate("mcu", "boards", "--template")
    assert made.returncode == 0, made.stderr
    text = made.stdout.replace("ram_bytes = 131_072", "ram_bytes = 2_048").replace("My board", "Our board")
    (tmp_path / "board.toml").write_text(text)
    found = answer(wirerate, "--board", "board.toml", "--op", "sign", "--clock", "120M")
    own = found["rows"][0]
    assert (own["board"], own["clock_hz"], own["wait_states"], own["over"]) == ("my-board", 120e6, 3, ["ram"])
    shown = wirerate("mcu", "--board", "board.toml", "--op", "sign")
    assert "Our board, Cortex-M4 at 168 MHz" in shown.stdout
    explained = " ".join(wirerate("mcu", "--board", "board.toml", "--op", "sign", "--explain").stdout.split())
    assert "2 KiB of RAM" in explained
    assert "does not state a current" in explained
    held = answer(wirerate, "budget", "--board", "board.toml", "time=10s")
    assert held["findings"]["limits"]["ram"] == 2048
    assert answer(wirerate, "handshake", "--board", "board.toml")["rows"][0]["board"] == "my-board"


def test_the_help_names_every_core(wirerate: Callable[..., Any]) -> None:
    words = wirerate("mcu", "--help").stdout.split("One of: ")[1].split(".")[0]
    named = ["cortex" + word if word.startswith("-") else word for word in words.replace(",", " ").split()]
    assert named == list(CORES)


def test_the_boards_are_listed(wirerate: Callable[..., Any]) -> None:
    listed = wirerate("mcu", "boards").stdout
    assert all(name in listed for name in BOARDS)
    found = answer(wirerate, "boards")
    assert [each["name"] for each in found["findings"]["boards"]] == list(BOARDS)
    kl25z = next(each for each in found["findings"]["boards"] if each["name"] == "kl25z")
    assert (kl25z["core"], kl25z["clock_hz"], kl25z["ram_bytes"]) == ("cortex-m0plus", 48e6, 16384)


@stored
def test_a_window_larger_than_the_one_in_use_has_a_warning(wirerate: Callable[..., Any]) -> None:
    """The window in use is stored; a larger one needs more stack."""
    codes = {window: [p["code"] for p in answer(wirerate, "f401re", "--op", "verify", "--window", window)["problems"]]
             for window in ("4", "5", "7")}  # fmt: skip
    assert codes == {"4": [], "5": [], "7": ["smaller-window"]}


@stored
def test_repeated_words_are_answered_once(wirerate: Callable[..., Any]) -> None:
    assert len(answer(wirerate, "f401re", "--op", "sign,sign", "--window", "4,4")["rows"]) == 1


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("lpc1786",), "did you mean lpc1768?"),
        (("f401re", "--curve", "Ed25519"), "not in Mbed TLS"),
        (("f401re", "--curve", "secp256"), "did you mean secp256r1?"),
        (("f401re", "--curve", "x25519", "--op", "sign"), "key agreement only"),
        (("f401re", "--window", "9"), "2 to 7"),
        (("f401re", "--window", "four"), "type it like 4"),
        (("f401re", "--clock", "200M"), "--clock 84M"),
        (("f401re", "--clock", "-1"), "84M"),
        (("f401re", "--flash", "fast"), "--flash 5:16:8"),
        (("f401re", "--core", "cortex-m0"), "leave out --core"),
        (("f401re", "--level", "O9"), "one of: O0"),
        (("f401re", "--version", "3.7"), "did you mean 3.6?"),
        (("budget", "f401re", "tim=1s"), "did you mean time?"),
        (("budget", "f401re", "time=1"), "units s, ms"),
        (("budget", "f401re", "time"), "time=1s"),
        (("budget", "f401re", "ram=0"), "above zero"),
        (("budget", "f401re"), "a budget needs limits"),
        (("budget", "time=1s"), "no board and no core is named; type: wirerate mcu budget lpc1768 time=1s"),
        (("handshake",), "no board and no core is named; type lpc1768, or --core"),
        (("library",), "no board and no core is named; type lpc1768, or --core"),
        (("stm32g431",), "wirerate mcu boards --template > board.toml"),
        (("board.toml",), "did you mean --board board.toml?"),
        (("--board", "absent.toml"), "cannot read absent.toml"),
        (("--core", "cortex-m7", "--clock", "100M"), "has no cycle counts"),
        (("stm32h743",), "Cortex-M7"),
        (("esp32-c3",), "RISC-V is not planned"),
        (("--core", "cortex-m1", "--clock", "100M"), "cortex-m0, cortex-m0plus, cortex-m3, cortex-m4, cortex-m33"),
        (("boards", "--template", "-J"), "leave out --template or --json"),
        (("f401re", "--mbedtls", "absent"), "there is no folder absent"),
        (("f401re", "--mbedtls", "."), "not an Mbed TLS tree"),
        (("handshake", "f401re", "--mbedtls", "."), "not an Mbed TLS tree"),
        (("budget", "f401re", "lpc1768", "time=1s"), "one board"),
        (("budget", "f401re", "time=1s", "ram=2Ki"), "one list of limits"),
        (("budget", "f401re", "time=1s", "--security", "100"), "security"),
        (("budget", "f401re", "time=1s", "--for", "handshake", "--curve", "nist"), "leave out --curve"),
        (("budget", "f401re", "time=1s", "--for", "handshake", "--no-nist"), "leave out --no-nist"),
        (("budget", "f401re", "time=1s", "--for", "kem", "--window", "4"), "leave out --window"),
        (("budget", "f401re", "time=1s", "--for", "sign", "--quantum", "safe"), "add --for kem"),
        (("budget", "f401re", "wire=1Ki", "--for", "sign"), "leave out wire="),
        (("budget", "f401re", "time=1s", "--for", "signature", "--quantum", "hybrid"), "type --quantum safe"),
        (("handshake", "f401re", "--protocol", "tls-1.3"), "add --quantum safe"),
        (("handshake", "f401re", "--quantum", "safe", "--version", "2.28"), "leave out --version"),
        (("handshake", "f401re", "--quantum", "post"), "classical"),
        (("handshake", "f401re", "--of", "wolfssl"), "add --quantum safe"),
        (
            ("handshake", "f401re", "--of", "wolfssl", "--quantum", "safe", "--protocol", "dtls-1.3"),
            "leave out --proto",
        ),
        (("handshake", "f401re", "--of", "openssl", "--quantum", "safe"), "wolfssl"),
        (("--core", "cortex-m4"), "--clock 84M"),
        ((), "no board and no core"),
        (("f401re", "--config", "x.h"), "--mbedtls DIR"),
        (("f401re", "--mbedtls", ".", "--version", "3.6"), "leave out --mbedtls or --version"),
        (("function", "f401re", "--function", "f"), "--elf"),
        (("function", "f401re", "--elf", "f"), "--function"),
        (("handshake", "library"), "unknown board"),
        (("f401re", "--handshake", "--window", "7"), "type: wirerate mcu handshake"),
        (("boards", "--level", "O9"), "not for wirerate mcu boards"),
        (("--level", "O2", "boards"), "boards must come first"),
        (("f401re", "--for", "verify"), "--for is for wirerate mcu budget"),
        (("budgt", "f401re"), "did you mean: wirerate mcu budget?"),
        (("f401re", "--version", "p256-m", "--curve", "secp384r1"), "--curve secp256r1"),
    ],
)
def test_impossible_arguments_are_usage_errors(
    wirerate: Callable[..., Any], one_line: Callable[[str], str], words: tuple[str, ...], says: str
) -> None:
    done = wirerate("mcu", *words)
    assert done.returncode == 2, done.stderr
    assert says in one_line(done.stderr)


def test_without_a_compiler_it_says_what_to_install(
    wirerate: Callable[..., Any], one_line: Callable[[str], str], tmp_path: Path
) -> None:
    """The level is not stored for this curve, and the PATH has no compiler."""
    done = wirerate("mcu", "f401re", "--curve", "secp521r1", "--op", "sign", "--level", "O1", PATH=str(tmp_path))
    assert done.returncode == 4
    assert "sudo apt-get install gcc-arm-none-eabi" in one_line(done.stderr)


@stored
def test_exports_and_page(wirerate: Callable[..., Any], tmp_path: Path) -> None:
    done = wirerate(
        "mcu", "f401re", "--op", "sign", "--export-csv", "a.csv", "--export-markdown", "a.md", "-o", "a.html"
    )
    assert done.returncode == 0, done.stderr
    head, row, *_ = (tmp_path / "a.csv").read_text().splitlines()
    assert head.startswith("condition,board,core,clock_hz,curve,operation,ns,ns_low,ns_high")
    assert ",secp256r1,sign," in row
    assert "| secp256r1 sign |" in (tmp_path / "a.md").read_text()
    page = (tmp_path / "a.html").read_text()
    for section in ("mcu-operations", "mcu-table"):
        assert f'id="{section}"' in page


@whole
def test_the_page_has_every_chart(wirerate: Callable[..., Any], tmp_path: Path) -> None:
    assert wirerate("mcu", "f401re", "--op", "sign", "-o", "a.html").returncode == 0
    page = (tmp_path / "a.html").read_text()
    for section in ("sign-verify", "brainpool", "reduction", "comb", "window", "clock"):
        assert f'id="mcu-{section}"' in page


def test_schemes_are_answered_without_a_compiler(wirerate: Callable[..., Any]) -> None:
    found = answer(wirerate, "rp2040", "--op", "ml-kem-768,ml-dsa-44")
    assert [m["row"] for m in found["rows"]] == ["scheme-operation"] * 6
    assert all(m["basis"] == "stored" and m["command"] for m in found["rows"])
    signing = next(m for m in found["rows"] if m["operation"] == "sign")["signing"]
    assert [end["share"] for end in signing["ends"]] == [0.5, 0.9, 0.99, 1 - 2**-20]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--op", "ml-kem-786"), "did you mean ml-kem-768?"),
        (("--op", "ml-kem-768@pqlean"), "did you mean pqclean?"),
        (("--op", "sing"), "did you mean sign?"),
        (("--op", "slh-dsa-sha2-128"), "did you mean slh-dsa-sha2-128"),
        (("--op", "sha-265"), "did you mean sha-256?"),
        (("--op", "sha-256", "--nist"), "leave out --nist, or add sign"),
        (("--op", "ml-kem-768", "--curve", "secp256r1"), "leave out --curve, or add sign"),
    ],
)
def test_unknown_schemes_and_options_that_do_not_apply_are_refused(
    wirerate: Callable[..., Any], words: tuple[str, ...], says: str
) -> None:
    done = wirerate("mcu", "rp2040", *words)
    assert done.returncode == 2
    assert says in done.stderr


def test_a_page_compares_schemes_with_curves_and_the_terminal_has_only_the_requested_rows(
    wirerate: Callable[..., Any], tmp_path: Path
) -> None:
    pytest.importorskip("vl_convert")
    done = wirerate("mcu", "f401re", "--op", "ml-kem-768", "-o", str(tmp_path / "page.html"))
    assert done.returncode == 0
    assert "ml-kem-512" not in done.stdout
    assert "secp256r1" not in done.stdout
    page = (tmp_path / "page.html").read_text()
    for name in ("mcu-beside", "mcu-bytes", "mcu-memories", "mcu-signing", "mcu-schemes-table"):
        assert f'<section id="{name}"' in page
    assert "secp256r1 verify" in page
    assert page.count('<section id="mcu-records"') == 1
    assert "slh-dsa-sha2-128s sign" in page
    assert "slh-dsa-shake-256f" not in page  # only two of a dozen parameter sets are shown beside the others
