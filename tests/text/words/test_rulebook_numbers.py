"""What the rulebooks of the other whists state in numbers is reckoned here again."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from math import prod

import pytest

from kwbot.text.words.rulebook import Rulebook, games
from tests.text.words.test_rulebook import LANGUAGES, NO_TRUMPS, ROOT, TIP, load

DANISH = ("hus", "esmakker")
GLANCE = {"hus": range(7, 14), "esmakker": range(8, 14)}
NOLO = {
    "hus": {
        "sol": (1, 8),
        "ren-sol": (0, 16),
        "bordlaegger": (0, 32),
        "super-bordlaegger": (0, 64),
    },
    "esmakker": {
        "sol": (1, 8),
        "ren-sol": (0, 16),
        "bordlaegger": (1, 32),
        "ren-bordlaegger": (0, 64),
    },
}
"""By game and bid: the tricks allowed, and what each opponent pays."""
ATTACHMENTS = {
    "hus": ("plain", "vip", "gode", "halve"),
    "esmakker": ("plain", "vip", "staerke", "gode", "halve", "sans"),
}
SINGLE = {"en": "single points", "sv": "enkla poäng", "da": "enkelt pris"}
DOUBLE = {"en": "double points", "sv": "dubbla poäng", "da": "dobbelt pris"}


@pytest.fixture(params=LANGUAGES)
def whist(request: pytest.FixtureRequest) -> Rulebook:
    return load(str(request.param), "whist")


@pytest.fixture(params=LANGUAGES)
def fyrmanswhist(request: pytest.FixtureRequest) -> Rulebook:
    return load(str(request.param), "fyrmanswhist")


@pytest.fixture(params=[(game, language) for game in DANISH for language in LANGUAGES])
def danish(request: pytest.FixtureRequest) -> tuple[str, Rulebook]:
    game, language = request.param
    return game, load(language, game)


def numbers(text: str) -> list[int]:
    return [int(found.replace("−", "-")) for found in re.findall(r"(?<![\d-])[+−]?\d+", text)]


def signed(text: str) -> list[int]:
    return [int(found.replace("−", "-")) for found in re.findall(r"[+−]\d+|\b0\b", text)]


def items(text: str) -> list[str]:
    return re.findall(r"^- (.+)$", text, re.MULTILINE)


def headline(book: Rulebook, key: str) -> str:
    return book.entries[key].text.partition("\n")[0]


# ------------------------------------------------------------------------------------- all books


@pytest.mark.parametrize("game", [game for game in games(ROOT) if game != "kombinations-whist"])
def test_the_three_languages_state_the_same_numbers_and_suits(game: str) -> None:
    english, *others = (load(language, game) for language in LANGUAGES)
    for book in others:
        for page, original in zip(book.pages, english.pages, strict=True):
            stated, meant = (
                sorted(re.findall(r"\d+|[♠♥♦♣]", each.text)) for each in (page, original)
            )
            assert stated == meant, page.title
        for key, entry in book.entries.items():
            assert sorted(numbers(entry.text)) == sorted(numbers(english.entries[key].text)), key


@pytest.mark.parametrize("game", games(ROOT))
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sum_and_product_is_right(game: str, language: str) -> None:
    for page in load(language, game).pages:
        for terms, result in re.findall(r"(\d+(?: [+×] \d+)+) = (\d+)", page.text):
            total = sum(prod(map(int, part.split(" × "))) for part in terms.split(" + "))
            assert total == int(result), f"{terms} = {result}"


# ----------------------------------------------------------------------------------------- whist

RUBBER_POINTS = {
    "short": {"0": 3, "1–2": 2, "3–4": 1},
    "long": {"0": 3, "1–4": 2, "5–9": 1},
    "american": {"0": 3, "1–3": 2, "4–6": 1},
}
GAME_AT = {"short": 5, "long": 10, "american": 7, "guerre": 9}


def rubber_points(form: str, other: int) -> int:
    for span, points in RUBBER_POINTS[form].items():
        low, _, high = span.partition("–")
        if int(low) <= other <= int(high or low):
            return points
    raise AssertionError(other)


def after(stand: int, tricks: int, honours: int, game: int, beyond: int = 6) -> int:
    """Where a side, or a player, comes by tricks and honours; the other side made no game."""
    odd = max(tricks - beyond, 0)
    by_tricks = stand + odd
    if by_tricks >= game:
        return by_tricks
    return by_tricks + honours if odd else max(stand, min(stand + honours, game - 1))


@pytest.mark.parametrize("form", RUBBER_POINTS)
def test_whist_rubber_points(whist: Rulebook, form: str) -> None:
    text = whist.entries[form].text
    stated = {
        span: int(points)
        for span, points in re.findall(r"^- \*\*([\d–]+):\*\* (\d)", text, re.MULTILINE)
    }
    assert stated == RUBBER_POINTS[form]
    assert numbers(headline(whist, form)) == [GAME_AT[form]]


@pytest.mark.parametrize("form", RUBBER_POINTS)
def test_whist_examples_of_the_forms(whist: Rulebook, form: str) -> None:
    mine, theirs, tricks = {"short": (3, 4, 8), "long": (6, 4, 10), "american": (3, 5, 10)}[form]
    reached = after(mine, tricks, 0, GAME_AT[form])
    assert reached >= GAME_AT[form], "game"
    stated = numbers(whist.entries[form].text.splitlines()[-1])
    points = rubber_points(form, theirs)
    assert stated[:7] == [mine, theirs, tricks, mine, tricks - 6, reached, points]


def test_whist_trick_points(whist: Rulebook) -> None:
    example = whist.entries["trick-points"].text.splitlines()[-1]
    assert numbers(example) == [
        7,
        after(0, 7, 0, 99),
        9,
        after(0, 9, 0, 99),
        13,
        after(0, 13, 0, 99),
    ]


def test_whist_examples_of_honours(whist: Rulebook) -> None:
    (example,) = re.findall(r"^E[xk].*$", whist.entries["honours"].text, re.MULTILINE)
    assert numbers(example) == [5, 2, 7, 2, 1, 2, after(2, 7, 2, 5), 3, 6, after(3, 6, 4, 5)]


def test_whist_example_of_a_rubber(whist: Rulebook) -> None:
    (example,) = re.findall(r"^E[xk].*$", whist.entries["rubber"].text, re.MULTILINE)
    assert numbers(example) == [2, 3, 1, 2, 1, 2, 2 + 1 + 2, 3]


def test_whist_the_sheet(whist: Rulebook) -> None:
    """Tricks and honours of both sides by deal; each line has the numbers that follow from them."""
    course = [
        ((8, 0), (5, 0)),
        ((4, 0), (9, 2)),
        ((11, 0), (2, 0)),
        ((6, 2), (7, 0)),
        ((9, 0), (4, 0)),
    ]
    stands, rubber, won = [0, 0], [0, 0], [0, 0]
    sheet: list[list[int]] = []
    for deal in course:
        stands = [after(at, *got, GAME_AT["short"]) for at, got in zip(stands, deal, strict=True)]
        sheet.append(list(stands))
        for side in (0, 1):
            if stands[side] >= GAME_AT["short"]:
                won[side] += 1
                rubber[side] += rubber_points("short", stands[1 - side]) + 2 * (won[side] == 2)
                stands = [0, 0]
    lines = whist.entries["sheet"].text.splitlines()
    assert sheet == [[2, 0], [2, 5], [5, 0], [2, 1], [5, 1]]
    assert numbers(lines[1]) == [1, 8, *sheet[0]]
    assert numbers(lines[2]) == [2, 9, 3, 2, sheet[1][1], sheet[1][0], rubber_points("short", 2)]
    assert numbers(lines[3]) == [3, 0, 11, sheet[2][0], sheet[2][1], rubber_points("short", 0)]
    assert numbers(lines[4]) == [4, 7, sheet[3][1], sheet[3][0]]
    assert numbers(lines[5]) == [5, 9, 2, 3, 5, sheet[4][1], rubber_points("short", 1), 2]
    assert numbers(lines[-1]) == rubber == [7, 2]
    assert won == [2, 1]


def test_whist_a_la_guerre(whist: Rulebook) -> None:
    text = whist.entries["guerre"].text
    assert numbers(headline(whist, "guerre")) == [GAME_AT["guerre"]]
    assert numbers(text.splitlines()[1])[-3:] == [2, 4, 5]
    capped = after(8, 4, 5, 9, beyond=4)
    assert capped == 8
    assert numbers(items(text)[1]) == [capped]
    won, short_of_it = after(5, 6, 2, 9, beyond=4), after(5, 4, 2, 9, beyond=4)
    assert numbers(text.splitlines()[-1]) == [5, 6, 5, 2, 2, won, 4, short_of_it]
    assert (won, short_of_it) == (9, 7)


def test_whist_the_draw(whist: Rulebook) -> None:
    """Aces high, spades first: the nine of spades goes with the king, that of clubs does not."""
    example = whist.entries["partners"].text.splitlines()[-2]
    drawn, sides = re.findall(r"[♠♥♦♣][\w]+", example)[:4], re.findall(r"[♠♥♦♣][\w]+", example)[4:]
    order = sorted(drawn, key=lambda card: ("23456789TJQKA".index(card[1]), "♣♦♥♠".index(card[0])))
    assert sides == order[::-1]


# ---------------------------------------------------------------------------------- fyrmanswhist


def gain(contract: str, tricks: int) -> int:
    """What the first side of an example scores, or the other side as a negative number."""
    if contract == "pass":
        return 7 - tricks if tricks < 7 else -(7 - (13 - tricks))
    return tricks - 6 if tricks > 6 else -2 * (13 - tricks - 6)


def test_fyrmanswhist_examples(fyrmanswhist: Rulebook) -> None:
    examples = items(fyrmanswhist.entries["examples"].text)
    course = [("spel", 9), ("spel", 5), ("spel", 13), ("pass", 4), ("pass", 6)]
    for line, (contract, tricks) in zip(examples, course, strict=True):
        assert line.casefold().startswith(fyrmanswhist.entries[contract].title.casefold())
        assert numbers(line)[0] == tricks
        assert numbers(line)[1:-1] in ([], [13 - tricks])
        assert signed(line) == [abs(gain(contract, tricks))]
    assert [gain(*each) for each in course] == [3, -4, 7, 3, 1]


def test_fyrmanswhist_target(fyrmanswhist: Rulebook) -> None:
    assert numbers(fyrmanswhist.entries["target"].text) == [13]


# -------------------------------------------------------------------------------- Danish whists


def price(number: int, *, attached: bool) -> int:
    return (1 << (number - 7)) * (2 if attached else 1)


def settled(number: int, tricks: int, *, alone: bool = False) -> list[int]:
    """What declarer (and partner) and each opponent get for a bid with an attachment."""
    worth = price(number, attached=True)
    paid = worth * (1 + tricks - number) if tricks >= number else -2 * worth * (number - tricks)
    return [3 * paid if alone else paid, -paid]


def nolo_settled(worth: int, made: Iterable[bool]) -> list[int]:
    points = [0, 0, 0, 0]
    for soloist, success in enumerate(made):
        for player in range(4):
            if player != soloist:
                points[soloist] += worth if success else -worth
                points[player] -= worth if success else -worth
    return points


def test_danish_prices(danish: tuple[str, Rulebook]) -> None:
    game, book = danish
    lines = items(book.entries["points"].text)
    for number, line in zip(range(7, 14), lines, strict=False):
        dear = price(number, attached=True)
        assert numbers(line) == [number, price(number, attached=False), dear]
    for key, line in zip(NOLO[game], lines[7:], strict=True):
        name = book.entries[key].title.partition(" (")[0]
        assert line == f"**{name}:** {NOLO[game][key][1]}"


def test_danish_headlines(danish: tuple[str, Rulebook]) -> None:
    game, book = danish
    for key, stated in NOLO[game].items():
        assert tuple(numbers(headline(book, key))) == stated
        assert NO_TRUMPS[book.language] in headline(book, key)
    for key in ATTACHMENTS[game]:
        points = SINGLE if key == "plain" else DOUBLE
        assert points[book.language] in headline(book, key)
    bids = [key for key in book.entries if key in (*ATTACHMENTS[game], *NOLO[game])]
    assert bids == [*ATTACHMENTS[game], *NOLO[game]]
    assert all(
        book.entries[key].text.splitlines()[-1].startswith(TIP[book.language]) for key in bids
    )


def test_danish_order_of_the_bids(danish: tuple[str, Rulebook]) -> None:
    game, book = danish
    between = dict(zip(range(9, 13), NOLO[game], strict=True))
    expected = []
    for number in GLANCE[game]:
        nolo = between.get(number)
        name = book.entries[nolo].title.partition(" (")[0] if nolo else ""
        middle = f" · **{name}**" if nolo else ""
        expected.append(f"{number}{middle} · {number}+")
    assert items(book.entries["order"].text) == expected


def test_danish_check_values(danish: tuple[str, Rulebook]) -> None:
    _, book = danish
    overtrick, lost, alone, one_of_two, both = items(book.entries["examples"].text)
    worth = price(9, attached=True)
    assert numbers(overtrick) == [9, 10, worth, 2, 16, *settled(9, 10)]
    assert numbers(lost) == [9, 7, 2, worth, 2, 32, *settled(9, 7)]
    assert numbers(alone) == [9, 9, 3, worth, 24, *settled(9, 9, alone=True)]
    assert signed(one_of_two) == nolo_settled(8, [True, False])[:3] == [32, -32, 0]
    assert signed(both) == nolo_settled(8, [True, True])[::2] == [16, -16]


def test_danish_point_options(danish: tuple[str, Rulebook]) -> None:
    game, book = danish
    expected = {
        "rate": [1],
        "vip_price": [2, *(2, 4, 8), *(2, 4, 6), *(3, 4, 6)],
        "sans_price": [2, 3],
        "gode_price": [2, 1],
        "halve_price": [2, 4],
        "over": [],
        "lost": [2, 1],
        "nolo": [8, *(4, 6, 10, 16), *(2, 4, 8)],
        "nolo_lost": [1, 2],
        "selvmakker": [3, 2],
        "slam": [0, 13],
    }
    if game == "hus":
        del expected["sans_price"]
    stated = items(book.entries["point-options"].text)
    assert [[int(number) for number in re.findall(r"\d+", line)] for line in stated] == list(
        expected.values()
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_hus_example_of_the_account(language: str) -> None:
    text = load(language, "hus").entries["account"].text
    *points, best, second, third, last = numbers(text.splitlines()[-1])
    won = sum(point for point in points if point > 0)
    shares = [Fraction(400 * abs(point), won) for point in points]
    assert sum(points) == 0
    assert shares == [best, second, third, last]
    assert numbers(text.splitlines()[0]) == [400]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("game", "told"),
    [
        ("whist", {13, 1, 2, 4, 5}),
        ("fyrmanswhist", {13, 1, 2}),
        ("hus", {13, 7, 3, 1, 400}),
        ("esmakker", {13, 8, 3, 1, 16}),
    ],
)
def test_the_first_page_tells_the_numbers_of_a_game(
    game: str, told: set[int], language: str
) -> None:
    assert told <= set(numbers(load(language, game).pages[0].text))
