"""The verifier as people run it: whatever they hand it, it tells what is certain, and ends soon."""

from __future__ import annotations

import ast
import os
import random
import re
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

import verify_deal
from kwbot.tables.state import shuffle
from kwbot.tables.state.shuffle import commitment, deal_context, transcript
from tests.pythons import python_of

ROOT = Path(__file__).parents[1]
SECRET = bytes(range(48))
PACK = [suit + rank for suit in "SHDC" for rank in "AKQJT98765432"]
PRESSES = ["0 1174012345678901234", "2 1174012345678905678"]
LINES = ["0 stir blue cats", "2 stir seven 🐈", "0 stir once more"]


def proof(
    contributions: Sequence[str] = PRESSES,
    cards: Sequence[str] = PACK,
    players: int = 4,
    size: int = 13,
    table: str = "7",
    hands_said: str = "",
) -> tuple[str, str]:
    """What /verify gives out of a fair deal, and the commitment that was posted."""
    context = deal_context(table, 3, cards, hands=hands_said)
    deck = shuffle.shuffle(cards, context, SECRET, contributions)
    hands = {at: deck[size * at : size * (at + 1)] for at in range(players)}
    kitty = deck[size * players :]
    text = transcript(context, SECRET, contributions, hands, kitty=kitty)
    return text, commitment(context, SECRET)


def told(
    capfd: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    data: bytes,
    *arguments: str,
) -> tuple[int, str, str]:
    """Exit status, output and errors of the script on a file."""
    file = tmp_path / "deal.txt"
    file.write_bytes(data)
    monkeypatch.setattr(sys, "argv", ["verify_deal.py", str(file), *arguments])
    status = verify_deal.main()
    out, errors = capfd.readouterr()
    return status, out, errors


class Verifier:
    """Runs the script."""

    def __init__(
        self, capfd: pytest.CaptureFixture[str], tmp_path: Path, patch: pytest.MonkeyPatch
    ) -> None:
        self._with = (capfd, tmp_path, patch)

    def __call__(self, text: str | bytes, *arguments: str) -> tuple[int, str, str]:
        data = text.encode() if isinstance(text, str) else text
        return told(*self._with, data, *arguments)


@pytest.fixture
def verify(
    capfd: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Verifier:
    return Verifier(capfd, tmp_path, monkeypatch)


# --- the commitment as people have it -----------------------------------------------------------


def as_shown(posted: str) -> list[list[str]]:
    first, second = posted[:4], posted[4:8]
    return [
        [posted[:8]],
        [f"{first} {second}…"],
        [f"{first} {second}..."],
        [first, f"{second}…"],  # unquoted in a shell: two words
        [f"🔒 sealed · {first} {second}…"],
        [f"🔒 förseglad · `{first} {second}…`"],
        [f"Tomorrow's deal is sealed: {first} {second}…"],
        [posted[:63].upper()],
    ]


def test_the_beginning_of_the_commitment_is_neither_called_fair_nor_false(verify: Verifier) -> None:
    text, posted = proof()
    for shown in as_shown(posted):
        status, out, errors = verify(text, "--commit", *shown)
        assert (status, errors) == (2, ""), shown
        assert "begins as it was posted; give the whole one (button 🔒) to be sure" in out
        assert "WRONG" not in out
        assert "NOT" not in out
        assert "fair" not in out


def test_the_whole_commitment_is_taken_however_it_was_copied(verify: Verifier) -> None:
    text, posted = proof()
    blanks = " ".join(re.findall("....", posted))
    for whole in (posted, posted.upper(), f" {posted}\n", blanks, f"`{posted}`"):
        status, out, _ = verify(text, "--commit", whole)
        assert (status, out.splitlines()[-1]) == (0, "The deal is fair."), whole


def test_another_commitment_is_found_however_short(verify: Verifier) -> None:
    text, posted = proof()
    for other in (posted[::-1], posted[::-1][:8], f"{posted[4:8]} {posted[:4]}…"):
        status, out, _ = verify(text, "--commit", other)
        assert status == 1
        assert "WRONG the commitment" in out
        assert "NOT as it was committed to" in out


@pytest.mark.parametrize("given", ["", "…", "hello", "b72b" * 17, "sealed"])
def test_what_is_no_commitment_is_refused(verify: Verifier, given: str) -> None:
    status, out, errors = verify(proof()[0], "--commit", given)
    assert (status, out) == (2, "")
    assert "not the hexadecimal digits of a commitment" in errors


def test_the_file_may_stand_behind_the_commitment(
    capfd: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text, posted = proof()
    (tmp_path / "deal.txt").write_text(text)
    monkeypatch.setattr(sys, "argv", ["x", "--commit", posted, str(tmp_path / "deal.txt")])
    assert verify_deal.main() == 0
    assert "The deal is fair." in capfd.readouterr().out


# --- what went in -------------------------------------------------------------------------------


def test_each_press_is_told_and_what_holds_without_a_stir(verify: Verifier) -> None:
    _, out, _ = verify(proof()[0])
    pressed = "pressed 2023-11-14 15:45:55 UTC, Discord's number 1174012345678901234"
    assert f"  player 0 {pressed}\n  player 2 pressed" in out
    assert "Nobody stirred: no player and no outsider could know or steer the shuffle." in out


def test_lines_alone_tell_who_stirred_last(verify: Verifier) -> None:
    text, posted = proof(LINES)
    status, out, _ = verify(text, "--commit", posted)
    assert status == 0
    typed = ['  player 0 typed "blue cats"', '  player 2 typed "seven 🐈"',
             '  player 0 typed "once more"']  # fmt: skip
    assert "\n".join(typed) in out
    assert "Only typed lines went in, and player 0 stirred last" in out


def test_presses_beside_lines_are_told_plainly(verify: Verifier) -> None:
    text, posted = proof([PRESSES[0], LINES[0], LINES[1], PRESSES[1]])
    status, out, _ = verify(text, "--commit", posted)
    assert status == 0, "as games of before were dealt"
    assert "player 2 was the last. But presses went in BESIDE the typed lines" in out
    assert "knows that nobody could choose" not in out


def test_nothing_went_in_where_tables_share_a_deal(verify: Verifier) -> None:
    _, out, _ = verify(proof([])[0])
    assert "Nothing went in but the secret" in out


@pytest.mark.parametrize(
    "contribution",
    ["- 1097 -", "1097", "0", "0 12 34", "0 stir", "0 spin cats", "x stir cats", "0 -5",
     "0 9223372036854775808", f"0 {'9' * 5000}", "٣ 1097", "0 ١٢", "1000 5", "rejects 60"],
)  # fmt: skip
def test_any_other_form_is_refused_and_shown(verify: Verifier, contribution: str) -> None:
    text, posted = proof([*PRESSES, contribution])
    status, out, errors = verify(text, "--commit", posted)
    assert (status, out) == (2, "")
    assert "line 7: a contribution is PLAYER ID or PLAYER stir LINE" in errors
    assert contribution[:200] in errors
    assert len(errors) < 500


def test_what_is_not_printable_is_shown_escaped(verify: Verifier) -> None:
    line = '0 stir \x1b[2J\u202eok\x07 \u200b\\n"'
    text, _ = proof(["0 stir here"])
    _, out, errors = verify(text.replace("0 stir here", line))
    assert r'typed "\x1b[2J\u202eok\x07 \u200b\\n\""' in out
    for said in (out, errors):
        assert all(one.isprintable() or one == "\n" for one in said)
    _, _, errors = verify(text + "\x1b]0;title\x07 x\n")
    assert r'a line "\x1b]0;title\x07" is not known' in errors


# --- files as they are --------------------------------------------------------------------------


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_a_byte_order_mark_and_utf_16_are_read(verify: Verifier, encoding: str) -> None:
    text, posted = proof(LINES)
    for ends in (text, text.replace("\n", "\r\n")):
        status, out, errors = verify(ends.encode(encoding), "--commit", posted)
        assert (status, errors) == (0, "")
        assert "seven 🐈" in out


@pytest.mark.parametrize("data", [b"\xff\xfe\x00", b"kwbot\x96", b"\0" * 33, b"\xfe\xff\xd8\x00"])
def test_what_is_no_text_is_refused(verify: Verifier, data: bytes) -> None:
    status, out, errors = verify(data)
    assert (status, out) == (2, "")
    assert errors.count("\n") == 1


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "cp437", "utf-8"])
def test_it_works_where_output_is_not_utf_8(encoding: str) -> None:
    text, posted = proof(LINES)
    done = subprocess.run(
        [sys.executable, str(ROOT / "verify_deal.py"), "-", "--commit", posted[:8]],
        input=text.encode(), capture_output=True, check=False, timeout=20,
        env={**os.environ, "PYTHONIOENCODING": encoding},
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (2, b"")
    out = done.stdout.decode(encoding)
    assert ("seven 🐈" in out) is (encoding == "utf-8")
    assert ("\\U0001f408" in out) is (encoding != "utf-8")


def test_no_file_is_one_sentence(
    capfd: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in (str(tmp_path), str(tmp_path / "no\x1b.txt"), "a\0b"):
        monkeypatch.setattr(sys, "argv", ["verify_deal.py", name])
        assert verify_deal.main() == 2
        out, errors = capfd.readouterr()
        assert out == ""
        assert errors.count("\n") == 1
        assert "\x1b" not in errors


# --- decks and hands ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "players", "size"),
    [(32, 4, 8), (52, 3, 17), (48, 4, 12), (32, 3, 10), (54, 3, 16), (52, 5, 10),
     (24, 2, 12), (6, 6, 1), (39, 3, 13), (1000, 4, 250)],
)  # fmt: skip
def test_hands_of_other_sizes_than_13_are_known(
    verify: Verifier, cards: int, players: int, size: int
) -> None:
    pack = [f"X{number}" for number in range(cards)]
    text, posted = proof(LINES, pack, players, size)
    status, out, _ = verify(text, "--commit", posted)
    assert status == 0, out
    assert f"every hand has {size} cards" in out


@pytest.mark.parametrize(("players", "size"), [(4, 12), (3, 13), (4, 6), (1, 13)])
def test_cards_of_hands_that_are_called_a_kitty_are_found(
    verify: Verifier, players: int, size: int
) -> None:
    text, posted = proof(LINES, PACK, players, size)
    status, out, _ = verify(text, "--commit", posted)
    assert status == 1
    assert f"WRONG every hand has {size} cards" in out


def test_hands_of_any_size_are_right_if_the_context_says_so(verify: Verifier) -> None:
    for players, size in ((4, 7), (3, 13), (4, 12), (2, 1)):
        text, posted = proof(LINES, PACK, players, size, hands_said=f"{players}x{size}")
        status, out, _ = verify(text, "--commit", posted)
        assert status == 0, out
        assert f"{players} hands have {size} cards, as the context says" in out
    for said in ("4x8", "5x7"):
        text, posted = proof(LINES, PACK, 4, 7, hands_said=said)
        status, out, _ = verify(text, "--commit", posted)
        assert status == 1
        assert "WRONG 4 hands have 7 cards" in out


# --- absurd inputs ------------------------------------------------------------------------------


def absurd() -> dict[str, str]:
    text, _ = proof()
    many = ",".join(f"X{number}" for number in range(70_000))
    return {
        "players": text + "players 70000\ndealer 3\n",
        "no players": text + "players 0\ndealer 0\n",
        "negative": text + "players -4\n",
        "cards": re.sub("cards=.*", f"cards={many}", text),
        "hand": re.sub("hand 0 .*", f"hand 0 {many.replace(',', ' ')}", text),
        "order": text + f"order {many.replace(',', ' ')}\n",
        "digits": text + f"cut {'9' * 5000}\n",
        "digits of a deal": text.replace("deal=3", f"deal={'3' * 5000}"),
        "digits of a dealer": text + f"players 4\ndealer {'1' * 5000}\n",
        "other digits": text + "cut ٣\n",
        "draws of few cards": re.sub("cards=.*", "cards=SA,SK", text) + "draw 0 SA\n",
        "draws of jokers": re.sub("cards=.*", "cards=J1,J2,J3,J4", text) + "draw 0 J1\n",
        "no card": re.sub("cards=.*", "cards=", text),
        "long": text + "\n" * (1 << 20),
        "a hand of nobody": text + "hand\n",
        "a draw of nothing": text + "draw 0\n",
        "two contexts": text + "context table=7 deal=3 cards=SA\n",
    }


@pytest.mark.parametrize("name", absurd())
def test_absurd_input_is_refused_at_once(verify: Verifier, name: str) -> None:
    began = time.perf_counter()
    status, out, errors = verify(absurd()[name])
    assert time.perf_counter() - began < 1
    assert status in (1, 2)
    if status == 2:
        assert out == ""
        assert errors.count("\n") == 1
        assert len(errors) < 600


def test_nothing_that_is_done_to_a_proof_raises_or_takes_long(verify: Verifier) -> None:
    """300 proofs that were cut, doubled and disturbed: none is taken for another deal."""
    chance = random.Random(48)
    text, posted = proof([*LINES, *PRESSES])
    texts = [text, text + "players 4\ndealer 2\n", text + "draw 0 SA\n" * 4 + "order a b c\n"]
    pieces = [
        "0",
        "9" * 400,
        "-",
        " ",
        "\n",
        "\0",
        "\ufeff",
        "🐈",
        "hand 0 SA",
        "draw=dealer",
        "=,",
    ]
    for _ in range(300):
        whole = chance.choice(texts)
        for _ in range(chance.randint(1, 3)):
            at, to = sorted(chance.randrange(len(whole)) for _ in range(2))
            whole = chance.choice(
                [
                    whole[:at] + whole[to:],
                    whole[:at] + chance.choice(pieces) + whole[at:],
                    whole[:to] + whole[at:],
                    whole[:at] + chr(ord(whole[at]) ^ 1) + whole[at + 1 :],
                ]
            )
        began = time.perf_counter()
        status, _, errors = verify(whole, "--commit", posted)
        assert time.perf_counter() - began < 1
        assert (status == 2) is bool(errors)
        assert status or read(whole) == read(text), whole


def read(text: str) -> tuple[verify_deal.Claim, list[list[str]]]:
    """What a proof says; the cards of a hand stand in any order."""
    deal = verify_deal.read(verify_deal.text_of(text.encode()))
    hands, deal.hands = [sorted(hand) for _, hand in deal.hands], []
    return deal, hands


# --- Pythons of other people --------------------------------------------------------------------


def test_it_can_be_read_by_python_3_8() -> None:
    source = (ROOT / "verify_deal.py").read_text(encoding="utf-8")
    ast.parse(source, feature_version=(3, 8))


@pytest.mark.slow
@pytest.mark.parametrize("version", ["3.8", "3.9", "3.10", "3.11", "3.12", "3.13", "3.14"])
def test_it_runs_on_other_pythons(version: str) -> None:
    python = python_of(version)
    if python is None:
        pytest.skip(f"There is no Python {version} here.")
    text, posted = proof(LINES)
    done = subprocess.run(
        [python, "-I", "-S", str(ROOT / "verify_deal.py"), "-", "--commit", posted],
        input=text.encode(), capture_output=True, check=False, timeout=20,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode().endswith("The deal is fair.\n")
