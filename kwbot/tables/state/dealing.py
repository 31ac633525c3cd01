"""Committing to a deal and dealing it by the fair shuffle; draws of partners and first dealer."""

from dataclasses import replace

from kwbot.engine.deals import partner_draw
from kwbot.engine.deals.match import Match
from kwbot.engine.phases.base import Dealing
from kwbot.engine.values.actions import CHANCE, Cut, Dealt, Seat
from kwbot.engine.values.cards import Card
from kwbot.engine.values.choices import CutDeck
from kwbot.engine.values.wording import N_
from kwbot.storage.values.stored_tables import DealSecret
from kwbot.tables.errors.refusals import Refused
from kwbot.tables.state.contributions import LobbySeal, Ready, lines_of
from kwbot.tables.state.seated import Seated
from kwbot.tables.state.shuffle import (
    USUAL_HAND,
    cards_of,
    commitment,
    cut,
    deal_context,
    first_dealer,
    new_secret,
    order_context,
    partners_drawn,
    shuffle,
)
from kwbot.tables.state.table_state import LobbyTable, RunningTable, TableState

MAX_STIR_LENGTH = 64
"""Most characters of a line for a shuffle."""


def stir_line(typed: str) -> str:
    """Return what a player typed as one line that fits a proof. Raise Refused if nothing is left of
    it or it is too long."""
    line = " ".join("".join(one if one.isprintable() else " " for one in typed).split())
    if not line:
        raise Refused(N_("Type at least one letter or digit."))
    if len(line) > MAX_STIR_LENGTH:
        raise Refused(N_("Type at most {most} characters."), most=MAX_STIR_LENGTH)
    return line


def first_context(table: LobbyTable) -> str:
    """Return the context of a lobby's first deal, for as many players as will play."""
    names = ("?",) * min(table.players, table.variant.most_players or table.players)
    match = replace(table, seated=tuple(Seated(name) for name in names)).new_match()
    return context_of(table.sealed_as, match)


def context_of(table: str, match: Match) -> str:
    """Return the context of a match's next deal, which its commitment binds. `table`: the table's
    name in it, of ASCII letters and digits."""
    deck = [card.text for card in match.variant.deck(len(match.names))]
    dealing = _next_dealing(match)
    hands = ""
    if dealing and dealing.each != USUAL_HAND:
        hands = f"{len(dealing.layout.seats)}x{dealing.each}"
    return deal_context(table, len(match.deals) + 1, deck, _draws(match, dealing), hands)


def _next_dealing(match: Match) -> Dealing | None:
    """Return how the cards of the next deal will be dealt, once somebody has cut; None where a game
    first asks something else."""
    deal = match.next_deal(match.next_dealer() or 0)
    for seat in deal.to_act():
        if seat != CHANCE and isinstance(deal.choice(seat), CutDeck):
            deal = deal.apply(seat, Cut(0))
    return deal.current if isinstance(deal.current, Dealing) else None


def _draws(match: Match, dealing: Dealing | None) -> list[str]:
    """Return the additional draws for the next deal; only the first one has any."""
    if match.must_draw:
        return ["partners"]
    if match.next_dealer() is not None:
        return []
    return ["dealer", "order"] if dealing and dealing.words else ["dealer"]


def seal_deal(table: LobbyTable, before: TableState) -> tuple[LobbyTable, DealSecret | None]:
    """Return the lobby with a seal for the deal to come, and the secret if the seal is new.

    Only people who sit here contribute. Once anybody has stirred, a change of seats needs a new
    seal: whoever knows the deck by then could choose who gets which hand.
    """
    if table.is_duplicate:
        return table, None
    context, seal = first_context(table), table.seal
    moved = [one.user for one in table.seated] != [one.user for one in before.seated]
    if seal is None or seal.context != context or (moved and lines_of(seal.given)):
        hidden = _new_secret(1, context)
        return replace(table, seal=LobbySeal(hidden.commitment, context)), hidden
    given = tuple((user, text) for user, text in seal.given if table.has(user))
    return replace(table, seal=replace(seal, given=given)), None


def start_game(table: LobbyTable, hidden: DealSecret) -> tuple[RunningTable, tuple[Seat, ...]]:
    """Return the table with its game begun, and the players' seats by their places in the lobby if
    partners were drawn."""
    match = table.new_match()
    if not match.must_draw:
        return table.with_match(match), ()
    texts = partners_drawn(*_sources(hidden), len(table.seated))
    cards = [Card.parse(text) for text in texts]
    seating = partner_draw.seating(cards)
    table = replace(table, seated=tuple(table.seated[place] for place in seating))
    places = tuple(seating.index(place) for place in range(len(seating)))
    return table.with_match(table.new_match(partner_draw.by_seat(cards))), places


def dealer(match: Match, ready: Ready, hidden: DealSecret) -> Seat:
    """Return the dealer of the deal in `ready`."""
    if ready.dealer is not None:
        return ready.dealer
    return first_dealer(*_sources(hidden), len(match.names))


def commit(table: RunningTable) -> tuple[Ready, DealSecret]:
    """Return the next deal with the commitment to a new secret, and the secret."""
    match = table.match
    hidden = _new_secret(len(match.deals) + 1, context_of(table.sealed_as, match))
    return Ready(hidden.deal, match.next_dealer(), hidden.commitment, hidden.context), hidden


def seal_duplicate(table: LobbyTable, secret: bytes) -> tuple[LobbyTable, DealSecret]:
    """Return a lobby sealed for a duplicate deal by its `secret`, and what the seal hides."""
    context = first_context(table)
    hidden = _deal_secret(1, context, secret)
    return replace(table, seal=LobbySeal(hidden.commitment, context)), hidden


def _new_secret(deal_number: int, context: str) -> DealSecret:
    return _deal_secret(deal_number, context, new_secret())


def _deal_secret(deal_number: int, context: str, secret: bytes) -> DealSecret:
    sealed_as = commitment(context, secret)
    return DealSecret(deal=deal_number, secret=secret, context=context, commitment=sealed_as)


def _sources(hidden: DealSecret) -> tuple[str, bytes, list[str]]:
    """Return the sources of all chance in a deal: context, secret and contributions."""
    return hidden.context, hidden.secret, hidden.contributions.splitlines()


def deal(match: Match, hidden: DealSecret) -> Dealt:
    """Return the cards for the waiting running deal, by the shuffle and a player's cut."""
    assert match.deal is not None
    phase = match.deal.current
    assert isinstance(phase, Dealing)
    context, secret, contributions = _sources(hidden)
    deck = shuffle(cards_of(context), context, secret, contributions)
    words = sorted(phase.words)
    order = shuffle(words, order_context(context, words), secret, contributions)
    lifted = (action.count for _, action in match.deal.log if isinstance(action, Cut))
    return phase.deal_out(tuple(map(Card.parse, cut(deck, next(lifted, 0)))), tuple(order))
