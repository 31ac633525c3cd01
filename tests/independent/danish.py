"""Cards, bids, points and money of the two Danish partner-ace whists, `hus` and `esmakker`.

Part of the independent checker: written from the printed rules, it shares no line with the
program under test. Section numbers are those of the project's rule specification.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tests.independent.cards import FULL_DECK

HUS, ESMAKKER = "hus", "esmakker"

# --- Cards (section 1) --------------------------------------------------------------------------

JOKERS = frozenset(("J1", "J2", "J3"))
DECK = FULL_DECK | JOKERS


def is_jernhand(hand: frozenset[str]) -> bool:
    return not any(card in JOKERS or card[1] in "AKQJ" for card in hand)


# --- Options of points (section 6) --------------------------------------------------------------

POINT_OPTIONS = {  # name: default, pattern of its values
    "rate": ("1", r"[1-9]\d*"),
    "vip_price": ("2", r"2|2-4-8|2-4-6|3-4-6"),
    "sans_price": ("2", r"2|3"),
    "gode_price": ("2", r"2|1"),
    "halve_price": ("2", r"2|4"),
    "over": ("counted", r"counted|none|beyond-six"),
    "lost": ("2", r"2|1"),
    "nolo": ("8", r"8|4|6|10|16"),
    "nolo_lost": ("1", r"1|2"),
    "selvmakker": ("3", r"3|2"),
    "slam": ("0", r"\d+"),
}

# --- The ladders (section 2) --------------------------------------------------------------------

DRAWN = ("vip", "halve", "sans")  # in the order in which they stand where it is fixed
NOLOS = {  # key: most tricks a soloist may take; they stand after the plain 9, 10, 11 and 12
    HUS: {"sol": 1, "ren-sol": 0, "bordlaegger": 0, "super-bordlaegger": 0},
    ESMAKKER: {"sol": 1, "ren-sol": 0, "bordlaegger": 1, "ren-bordlaegger": 0},
}
NOLO_FACTORS = {
    "sol": 1,
    "ren-sol": 2,
    "bordlaegger": 4,
    "super-bordlaegger": 8,
    "ren-bordlaegger": 8,
}


def ladder(game: str, lowest: int = 7, drawn: Sequence[str] = DRAWN) -> tuple[str, ...]:
    """All bids from the lowest to the highest; `drawn` counts in Esmakkerwhist alone."""
    attachments: tuple[str, ...] = ("vip", "gode", "halve")
    if game == ESMAKKER:
        attachments = (drawn[0], "staerke", "gode", *drawn[1:])
    bids: list[str] = []
    for number in range(lowest, 14):
        bids.append(str(number))
        bids += list(NOLOS[game])[number - 9 : number - 8] if number >= 9 else []
        bids += [f"{number}+{attachment}" for attachment in attachments]
    return tuple(bids)


def is_nolo(bid: str) -> bool:
    return not bid[0].isdecimal()


def number_of(bid: str) -> int:
    return int(bid.partition("+")[0])


def attachment_of(bid: str) -> str:
    return bid.partition("+")[2]


def joinable(game: str, bid: str) -> bool:
    return is_nolo(bid) or (game == ESMAKKER and attachment_of(bid) == "vip")


# --- Points (section 6) -------------------------------------------------------------------------


class Outcome(NamedTuple):
    """What a played deal came to."""

    bid: str
    players: tuple[int, ...]  # of the deal
    tricks: Mapping[int, int]
    soloists: tuple[tuple[int, bool], ...] = ()  # nolo: who, made
    declarer: int = -1
    partner: int = -1  # declarer's own number: selvmakker
    turned: int = 0  # kitty cards turned in vip

    @property
    def side(self) -> set[int]:
        return {self.declarer, self.partner}

    @property
    def won(self) -> int:
        """Tricks of the declaring side."""
        return sum(self.tricks.get(player, 0) for player in self.side)

    @property
    def made(self) -> bool:
        return self.soloists[0][1] if self.soloists else self.won >= number_of(self.bid)


def value(outcome: Outcome, options: Mapping[str, str]) -> int:
    """T of a bid on a number of tricks."""
    number, attachment = number_of(outcome.bid), attachment_of(outcome.bid)
    factor = 2 if attachment else 1
    if attachment == "vip":
        prices = options["vip_price"].split("-")
        factor = int(prices[outcome.turned - 1] if len(prices) > 1 else prices[0])
    elif f"{attachment}_price" in options:
        factor = int(options[f"{attachment}_price"])
    return int(2 ** (number - 7)) * factor


def stake(outcome: Outcome, options: Mapping[str, str]) -> int:
    """What each defender pays, negative what each gets, before the rate."""
    unit, number, won = value(outcome, options), number_of(outcome.bid), outcome.won
    if won < number:
        paid = unit * int(options["lost"]) * (number - won)
    else:
        over = options["over"]
        paid = unit * {"counted": 1 + won - number, "none": 1, "beyond-six": won - 6}[over]
        paid += int(options["slam"]) if won == 13 else 0
    if len(outcome.side) == 1 and options["selvmakker"] == "2":
        paid = -(-2 * paid // 3)
    return paid if won >= number else -paid


def points(outcome: Outcome, options: Mapping[str, str]) -> dict[int, int]:
    """What the deal gives each of its players."""
    gained = dict.fromkeys(outcome.players, 0)

    def pay(payer: int, payee: int, amount: int) -> None:
        gained[payer] -= amount * int(options["rate"])
        gained[payee] += amount * int(options["rate"])

    if outcome.soloists:
        price = int(options["nolo"]) * NOLO_FACTORS[outcome.bid]
        for soloist, made in outcome.soloists:
            amount = price if made else -price * int(options["nolo_lost"])
            for other in outcome.players:
                if other != soloist:
                    pay(other, soloist, amount)
        return gained
    amount = stake(outcome, options)
    defenders = [player for player in outcome.players if player not in outcome.side]
    for defender in defenders:
        pay(defender, outcome.declarer, amount)
    if len(outcome.side) == 2:  # two against two: each of the side has half of it
        half = gained[outcome.declarer] // 2
        gained[outcome.declarer] = gained[outcome.partner] = half
    return gained


def settlement(scores: Sequence[int], pot: int) -> list[int]:
    """The final account in øre: losers pay the pot, winners share it (largest remainder)."""
    account = [0] * len(scores)
    for sign in (1, -1):
        parts = {player: sign * score for player, score in enumerate(scores) if sign * score > 0}
        whole = sum(parts.values())
        if not whole:
            continue
        shares = {player: divmod(pot * 100 * part, whole) for player, part in parts.items()}
        left = pot * 100 - sum(share for share, _ in shares.values())
        by_remainder = sorted(shares, key=lambda player: (-shares[player][1], player))
        for player, (share, _) in shares.items():
            account[player] = sign * (share + (player in by_remainder[:left]))
    return account
