"""The fair shuffle: fixed by its vectors, even, unambiguous, and checkable by a stranger."""

import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import verify_deal
from kwbot.tables.state import shuffle
from kwbot.tables.state.shuffle import commitment, cut, deal_context, new_secret, transcript

PACK = [suit + rank for suit in "SHDC" for rank in "AKQJT98765432"]
SECRET = bytes(range(48))
CONTEXT = deal_context("7", 3, PACK)
WITH_JOKERS = [*PACK, "J1", "J2", "J3"]
KITTY = deal_context("7", 3, WITH_JOKERS)
CLICKS = ["0 1174012345678901234", "2 1174012345678905678"]
ROOT = Path(__file__).parents[3]


def dealt(deck: Sequence[str], players: int = 4) -> dict[int, list[str]]:
    return {player: list(deck[13 * player : 13 * player + 13]) for player in range(players)}


# ------------------------------------------------------------------------------------- vectors


def test_commitment_vector() -> None:
    assert commitment(CONTEXT, SECRET) == (
        "eea861b69af40e12ff71078eb4d4720b43e62189b22ddd9dee28e9a40b674e3b"
    )


@pytest.mark.parametrize(
    ("contributions", "deck"),
    [
        (
            CLICKS,
            (
                "SK D2 H6 D9 HK CQ S4 C3 S6 CT S5 ST D7 DJ DT HT HQ H3 H9 H7 C6 C9 S2 S9 D6 DA "
                "C2 HJ S8 H2 D3 C7 D8 DQ C5 D4 S3 H8 SJ CA S7 HA D5 C8 SA CJ DK H5 SQ H4 CK C4"
            ),
        ),
        (  # the only number of this deal that is drawn again: 65520 where one of 29 is wanted
            ["rejects 60"],
            (
                "DJ DK CA SJ HK DT S6 C2 D9 CJ H4 S3 HT H6 S7 SK HA D8 S8 SQ S9 H3 H8 D4 C5 H9 "
                "D6 D3 C3 SA DA C6 D7 S5 S4 H7 C8 HQ CQ CK D5 CT S2 D2 HJ H5 C7 C9 C4 ST DQ H2"
            ),
        ),
    ],
)
def test_shuffle_vectors(contributions: list[str], deck: str) -> None:
    assert " ".join(shuffle.shuffle(PACK, CONTEXT, SECRET, contributions)) == deck


def test_cut_vector() -> None:
    deck = cut(shuffle.shuffle(PACK, CONTEXT, SECRET, []), 17)
    assert " ".join(deck) == (
        "D4 HK S3 S8 SK D6 H9 DJ H3 C2 H5 C5 SQ DK C4 HJ C9 C7 D2 DA H4 CQ D8 HA HT S9 "
        "S7 CK D5 C6 CA C3 CT S4 H2 D9 C8 H8 HQ DT D7 SJ SA S6 S2 H6 H7 CJ S5 D3 DQ ST"
    )


def test_vectors_stand_in_the_document() -> None:
    document = (ROOT / "docs/fair-shuffle.md").read_text(encoding="utf-8")
    for contributions in ([], CLICKS, ["rejects 60"]):
        assert " ".join(shuffle.shuffle(PACK, CONTEXT, SECRET, contributions)) in document
    assert commitment(CONTEXT, SECRET) in document
    assert CONTEXT in document


# ------------------------------------------------------------------------------------ evenness


def test_every_order_of_four_cards_is_equally_likely() -> None:
    # Chi-square with 23 degrees of freedom; 49.7 is exceeded once in a thousand. Fixed input.
    deals = 24 * 400
    seen = Counter(
        "".join(shuffle.shuffle("abcd", "evenness", SECRET, [str(n)])) for n in range(deals)
    )
    assert set(seen) == {"".join(order) for order in permutations("abcd")}
    assert sum((n - 400) ** 2 / 400 for n in seen.values()) < 49.7


def test_every_card_comes_to_every_place() -> None:
    # 51 x 51 degrees of freedom: mean 2601, standard deviation 72.
    deals = 52 * 50
    seen = Counter(
        (place, card)
        for n in range(deals)
        for place, card in enumerate(shuffle.shuffle(range(52), "places", SECRET, [str(n)]))
    )
    chi = sum((seen[place, card] - 50) ** 2 / 50 for place in range(52) for card in range(52))
    assert 2601 - 4 * 72 < chi < 2601 + 4 * 72


@pytest.mark.parametrize(
    ("bound", "numbers", "expected"),
    [
        (52, [65519, 1], 51),  # 65519 = 52 * 1260 - 1: the last that counts
        (52, [65520, 1], 1),
        (52, [65535, 65520, 65519], 51),
        (64, [65535], 63),  # 64 divides 65536: nothing is rejected
        (65536, [65535], 65535),
        (1, [65535], 0),
    ],
)
def test_uneven_rest_is_drawn_again(bound: int, numbers: list[int], expected: int) -> None:
    assert shuffle._below(bound, iter(numbers)) == expected


def test_more_cards_than_numbers_are_refused() -> None:
    with pytest.raises(ValueError, match="65536"):
        shuffle.shuffle(range(65537), CONTEXT, SECRET, [])


# --------------------------------------------------------------------------------- unambiguity


def test_secrets_are_long_and_new() -> None:
    drawn = {new_secret() for _ in range(100)}
    assert len(drawn) == 100
    assert {len(secret) for secret in drawn} == {48}


def test_moving_a_boundary_between_texts_changes_everything() -> None:
    decks = {
        tuple(shuffle.shuffle(PACK, context, SECRET, contributions))
        for context, contributions in [
            ("ab", ["c"]),
            ("a", ["bc"]),
            ("abc", []),
            ("ab", ["c", ""]),
            ("ab", ["", "c"]),
            ("a", ["b", "c"]),
            ("a", ["c", "b"]),
            ("", ["abc"]),
        ]
    }
    assert len(decks) == 8
    assert commitment("ab", b"c" * 48) != commitment("abc", b"c" * 47)


def test_order_and_number_of_cards_are_bound() -> None:
    assert deal_context("7", 3, PACK[::-1]) != CONTEXT
    assert commitment(deal_context("7", 3, PACK[::-1]), SECRET) != commitment(CONTEXT, SECRET)
    assert commitment(deal_context("7", 4, PACK), SECRET) != commitment(CONTEXT, SECRET)


@pytest.mark.parametrize("text", ["", "7 deal=9", "a,b", "a\nb", "ä"])
def test_context_refuses_texts_that_could_be_read_otherwise(text: str) -> None:
    with pytest.raises(ValueError, match="ASCII"):
        deal_context(text, 1, PACK)
    with pytest.raises(ValueError, match="ASCII"):
        deal_context("7", 1, [*PACK, text])


def test_cards_are_conserved_and_the_argument_is_left_alone() -> None:
    before = list(PACK)
    assert sorted(shuffle.shuffle(PACK, CONTEXT, SECRET, CLICKS)) == sorted(PACK)
    assert before == PACK
    assert shuffle.shuffle([], CONTEXT, SECRET, []) == []


@pytest.mark.parametrize("n", [-1, 52, 53])
def test_cut_outside_the_deck_is_refused(n: int) -> None:
    with pytest.raises(ValueError, match="0 to 51"):
        cut(PACK, n)


def test_knock_changes_nothing_and_a_cut_turns_the_deck() -> None:
    assert cut(PACK, 0) == PACK
    assert cut(PACK, 51) == [PACK[-1], *PACK[:-1]]


@pytest.mark.parametrize("text", ["", " 1", "1 ", "1\n2", "1\r2", "1\u20282"])
def test_transcript_refuses_contributions_that_break_its_lines(text: str) -> None:
    with pytest.raises(ValueError, match="one line"):
        transcript(CONTEXT, SECRET, [text], dealt(PACK))


# -------------------------------------------------------------------- the stand-alone verifier


def verify(text: str, posted: str | None = None) -> bool:
    return all(good for good, _ in verify_deal.checks(verify_deal.read(text), posted))


typed = st.text(
    st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp", "Zs"]), min_size=1, max_size=30
)
contribution = st.one_of(
    st.builds("{} stir {}".format, st.integers(0, 9), typed),
    st.builds("{} {}".format, st.integers(0, 9), st.integers(0, 2**63 - 1)),
)


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(
    secret=st.binary(min_size=48, max_size=48),
    table=st.integers(min_value=0).map(str),
    deal=st.integers(min_value=1, max_value=999),
    contributions=st.lists(contribution, max_size=6),
    players=st.integers(min_value=1, max_value=4),
    cards=st.permutations(WITH_JOKERS),
    rest=st.integers(min_value=0, max_value=3),
    cut_at=st.integers(min_value=0, max_value=54),
)
def test_verifier_agrees(
    *,
    secret: bytes,
    table: str,
    deal: int,
    contributions: list[str],
    players: int,
    cards: list[str],
    rest: int,
    cut_at: int,
) -> None:
    cards = cards[: 13 * players + rest]
    cut_at %= len(cards)
    context = deal_context(table, deal, cards)
    deck = cut(shuffle.shuffle(cards, context, secret, contributions), cut_at)
    hands = {player: sorted(hand) for player, hand in dealt(deck, players).items()}
    kitty = deck[13 * players :]
    text = transcript(context, secret, contributions, hands, kitty=kitty, cut_at=cut_at)
    assert verify(text, commitment(context, secret))
    assert verify_deal.shuffled(verify_deal.read(text)) == deck


WORDS = ["halve", "sans", "vip"]


def fair_text() -> str:
    deck = cut(shuffle.shuffle(WITH_JOKERS, KITTY, SECRET, CLICKS), 5)
    order = shuffle.shuffle(WORDS, shuffle.order_context(KITTY, WORDS), SECRET, CLICKS)
    return transcript(KITTY, SECRET, CLICKS, dealt(deck), kitty=deck[52:], order=order, cut_at=5)


def swapped_lines(text: str, first: str, second: str) -> str:
    lines = text.splitlines()
    a, b = (next(i for i, line in enumerate(lines) if line.startswith(s)) for s in (first, second))
    lines[a], lines[b] = lines[b], lines[a]
    return "\n".join(lines)


def other_secret(text: str) -> str:
    """A server that deals from another secret and states the fitting commitment itself."""
    other = bytes(48)
    deck = cut(shuffle.shuffle(WITH_JOKERS, KITTY, other, CLICKS), 5)
    return transcript(KITTY, other, CLICKS, dealt(deck), kitty=deck[52:], cut_at=5)


def smaller_hands(_text: str) -> str:
    """Hands of twelve cards, and the next ones called the kitty."""
    deck = cut(shuffle.shuffle(WITH_JOKERS, KITTY, SECRET, CLICKS), 5)
    hands = {player: deck[12 * player : 12 * player + 12] for player in range(4)}
    return transcript(KITTY, SECRET, CLICKS, hands, kitty=deck[48:], cut_at=5)


def last_hand_as_kitty(text: str) -> str:
    """The cards of a player who is not to be seen, in the order in which they lay in the deck."""
    hand = next(line for line in text.splitlines() if line.startswith("hand 3"))
    rest = next(line for line in text.splitlines() if line.startswith("kitty"))
    deck = verify_deal.shuffled(verify_deal.read(text))[39:]
    return text.replace(hand + "\n", "").replace(rest, f"kitty {' '.join(deck)}")


def without_line(text: str, start: str) -> str:
    return "\n".join(line for line in text.splitlines() if not line.startswith(start))


TAMPERINGS: dict[str, Callable[[str], str]] = {
    "a digit of the secret": lambda text: text.replace("reveal 0001", "reveal 0002"),
    "another secret altogether": other_secret,
    "the deal's number": lambda text: text.replace("deal=3", "deal=4"),
    "the order before shuffling": lambda text: text.replace("=SA,SK", "=SK,SA"),
    "a card twice": lambda text: text.replace("=SA,SK", "=SA,SA"),
    "a contribution": lambda text: text.replace("5678\n", "5679\n"),
    "a contribution left out": lambda text: without_line(text, "contribution 2"),
    "contributions in another order": lambda t: swapped_lines(
        t, "contribution 0", "contribution 2"
    ),
    "the cut": lambda text: text.replace("cut 5", "cut 6"),
    "no cut": lambda text: without_line(text, "cut"),
    "the kitty in another order": lambda text: re.sub(r"kitty (\S+) (\S+)", r"kitty \2 \1", text),
    "words in another order": lambda text: re.sub(r"order (\S+) (\S+)", r"order \2 \1", text),
    "another word": lambda text: re.sub(r"(order .*)vip", r"\1gode", text),
    "hands exchanged": lambda t: swapped_lines(t, "hand 0", "hand 1").replace("hand 0", "hand 9"),
    "hands in another order": lambda text: swapped_lines(text, "hand 0", "hand 1"),
    "a hand left out": lambda text: without_line(text, "hand 3"),
    "the last hand called a kitty": last_hand_as_kitty,
    "hands that are too small": smaller_hands,
    "all hands left out": lambda text: without_line(text, "hand"),
}


@pytest.mark.parametrize("tamper", TAMPERINGS.values(), ids=TAMPERINGS)
def test_tampering_is_found(tamper: Callable[[str], str]) -> None:
    text = fair_text()
    posted = commitment(KITTY, SECRET)
    assert verify(text, posted)
    tampered = tamper(text)
    assert tampered != text
    assert not verify(tampered, posted)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "must be there"),
        (without_line(fair_text(), "reveal"), "must be there"),
        (without_line(fair_text(), "kwbot-deal"), "lines kwbot-deal, .* must be there"),
        (fair_text() + "commit 00\n", 'line 14: a second line "commit"'),
        (fair_text() + "score 0=1\n", 'line 14: a line "score" is not known'),
        (fair_text().replace("reveal 00", "reveal 0g"), "line 4"),
        (fair_text().replace("reveal 00", "reveal "), "48 bytes"),
        (fair_text().replace("kwbot-deal 1", "kwbot-deal 2"), 'version "2"'),
    ],
)
def test_verifier_says_what_it_cannot_read(text: str, message: str) -> None:
    with pytest.raises(verify_deal.Unreadable, match=message):
        verify_deal.read(text)


def run_verifier(text: str, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    # -I: without the checkout on the path, and without anything installed beside Python.
    return subprocess.run(
        [sys.executable, "-I", "-S", str(ROOT / "verify_deal.py"), "-", *arguments],
        input=text.encode(),
        capture_output=True,
        check=False,
    )


def test_verifier_on_the_command_line() -> None:
    text = fair_text().replace("\n", "\r\n")
    posted = commitment(KITTY, SECRET)
    fair = run_verifier(text, "--commit", posted.upper())
    assert (fair.returncode, fair.stderr) == (0, b"")
    deck = " ".join(cut(shuffle.shuffle(WITH_JOKERS, KITTY, SECRET, CLICKS), 5))
    assert deck in fair.stdout.decode()
    assert "The deal is fair." in fair.stdout.decode()

    foul = run_verifier(text, "--commit", posted[::-1])
    assert (foul.returncode, foul.stderr) == (1, b"")
    assert "WRONG the commitment is the one that was posted" in foul.stdout.decode()

    unknown = run_verifier(text)
    assert unknown.returncode == 0
    assert "fair" not in unknown.stdout.decode()
    assert "NOT checked" in unknown.stdout.decode()

    unreadable = run_verifier("reveal secret")
    assert unreadable.returncode == 2
    assert unreadable.stderr.startswith(b"-: line 1: ")
