"""Pieces that several screens share: the contract, tricks, hands, scores."""

from collections.abc import Iterable, Sequence

from kwbot.engine.deals.score_sheet import Unit
from kwbot.engine.phases.base import Said
from kwbot.engine.values import actions as act
from kwbot.engine.values.actions import Bid, Pass, Seat
from kwbot.engine.values.cards import NO_CARDS, Card, CardSet
from kwbot.engine.values.trick import Trick
from kwbot.engine.values.wording import N_, Sentence, Term
from kwbot.engine.views.view import View
from kwbot.text.words import labels
from kwbot.text.words.facts import Facts
from kwbot.text.words.language import Language, Voice
from kwbot.text.words.markdown import escape

DOT = " · "
UNBROKEN_DOT = DOT.replace(" ", "\u00a0")
"""The separator before something that should not begin a line."""
ARROW = " →\u00a0"
"""The arrow before the player in turn or the taker of a trick; it never ends a line."""
AND = " & "
"""The separator of partners."""
AUCTION_CALLS = (Bid, Pass, act.Join, act.ClaimRedeal)
"""The calls of an auction."""
NAMING = {
    "call": Term("called", "named"),
    "plague": Term("plague", "named"),
    "justice": Term("justice", "named"),
    "guess": Term("takes", "named"),
}
"""Purposes whose answers are shown beside the contract during play, with the words for why."""
TRUMPS_NAMED = Term("trumps", "named")
"""Why a suit is shown beside the contract before the tricks begin."""
TURNED_UP = N_("Turned up: {card}")
_LONG = 24
"""Letters of words that are too long to stay on a phone's line with what follows."""
_ASKED_BESIDE_TURN = Term("asked {time}", "beside whose turn it is")
_BEFORE_PLAY = (act.Cut, act.Show, act.Accept, act.TurnNext)
"""Actions that are no longer shown once the tricks have begun, as their outcome is."""


def points(count: int, language: Language) -> str:
    return language.plural("{count} point", "{count} points", count)


def without_breaks(words: str) -> str:
    """Return words with blanks at which no line breaks, unless they are long."""
    return words.replace(" ", "\u00a0") if len(words) < _LONG else words


def setting(name: str, value: str) -> str:
    """Return a setting with its value, with no line break between them."""
    return f"{name}:\u00a0**{without_breaks(value)}**"


def amount(count: int, unit: Unit, language: Language) -> str:
    """Return a score like ``5 points``, or ``−8`` if scores sum to 0."""
    return points(count, language) if unit is Unit.POINTS else language.format_signed(count)


def capitalise(words: str) -> str:
    """Return words with a capital first letter, for the beginning of a line or a value."""
    return words[:1].upper() + words[1:]


def tricks(count: int, language: Language) -> str:
    return language.plural("{count} trick", "{count} tricks", count)


def bid_with_value(bid: Bid, view: View, voice: Voice) -> str:
    """Return a bid with its value, like ``Game + Lock (4)``."""
    value = view.variant.bid_value(bid, view.sheet.options)
    return voice.bid(bid) + ("" if value is None else f" ({voice.language.number(value)})")


def turn(seats: Iterable[Seat], voice: Voice, facts: Facts) -> str:
    """Return whose turn it is: people who are waited for, or else computers who are thinking."""
    waited = [seat for seat in seats if seat not in facts.computers]
    if waited:
        names = voice.language.enumeration(facts.mentions.get(s) or voice.name(s) for s in waited)
        return voice.language.text(N_("{players}'s turn"), players=names)
    thinking = list(map(voice.name, seats))
    return voice.language.plural(
        "{players} is thinking", "{players} are thinking",
        len(thinking), players=voice.language.enumeration(thinking),
    )  # fmt: skip


def asked_since(voice: Voice, facts: Facts, *, beside_turn: bool = False) -> str:
    """Return since when people are waited for, as a relative time of Discord; `beside_turn`: in
    shorter words after those that name them."""
    if facts.asked is None:
        return ""
    time = f"<t:{facts.asked}:R>"
    if beside_turn:
        return voice.language.term(_ASKED_BESIDE_TURN, time=time)
    return voice.language.text(N_("asked {time}"), time=time)


def pressed_since(language: Language, facts: Facts) -> str:
    """Return since when nobody has pressed anything, as a relative time of Discord."""
    if facts.pressed is None:
        return ""
    return language.text(N_("last press {time}"), time=f"<t:{facts.pressed}:R>")


def late(voice: Voice, facts: Facts) -> str:
    """Return the players for whom something was done because they ran out of time."""
    if not facts.late:
        return ""
    names = voice.language.enumeration(map(voice.name, sorted(facts.late)))
    return f"-# ⌛ {voice.language.text(N_('{players} ran out of time.'), players=names)}"


def extension_line(voice: Voice, facts: Facts) -> str:
    """Return the players who ran out of time and got it once more."""
    if not facts.extended:
        return ""
    names = voice.language.enumeration(voice.name(seat) for seat in sorted(facts.extended))
    told = voice.language.plural(
        "{players} ran out of time and gets a second chance (one a game).",
        "{players} ran out of time and get a second chance (one a game).",
        len(facts.extended), players=names,
    )  # fmt: skip
    return f"-# ⌛ {told}"


def away_text(voice: Voice, facts: Facts) -> str:
    """Return who has been away since when, and when a deserted table closes."""
    if not facts.away:
        return ""
    gone = [f"{voice.name(seat)} (<t:{since}:R>)" for seat, since in sorted(facts.away.items())]
    told = voice.language.text(N_("Away: {players}"), players=voice.language.enumeration(gone))
    if facts.closes is not None:
        closes = f"<t:{facts.closes}:R>"
        still = N_("The table waits until someone is back. Otherwise it closes {countdown}.")
        told = f"{told}\n-# {voice.language.text(still, countdown=closes)}"
    return f"-# 💤 {told}"


def silent(voice: Voice, facts: Facts) -> str:
    """Return for whom the table has waited too long, and what the others can do."""
    waiting = still_waiting(voice, facts)
    if not waiting:
        return ""
    language = voice.language
    more, button = (f"**{language.term(one)}**" for one in (labels.MORE, labels.PLAYERS))
    told = N_("A computer can go on for them: {more} → {button}.")
    return f"{waiting} {language.text(told, more=more, button=button)}"


def still_waiting(voice: Voice, facts: Facts) -> str:
    """Return for whom the table has waited too long."""
    if not facts.silent:
        return ""
    language = voice.language
    asked = [f"{voice.name(seat)} (<t:{since}:R>)" for seat, since in sorted(facts.silent.items())]
    told = N_("Still waiting for {players}.")
    return f"-# ⌛ {language.text(told, players=language.enumeration(asked))}"


def fouls(view: View, voice: Voice) -> list[str]:
    """Return the fouls that the table has agreed on in this deal, with their consequences."""
    return [
        f"⚖️ {voice.language.text(N_('Foul by {offender}.'), offender=voice.name(foul.offender))}"
        f" {voice.language.term(labels.RULING_LABELS[foul.ruling])}."
        for foul in view.fouls
    ]


def effects(bid: Bid, voice: Voice) -> list[str]:
    """Return a quoted line for the effect of each part of a bid, addressed to the bidder."""
    return quote(voice.explain(bid))


def quote(explained: Iterable[tuple[str, str]]) -> list[str]:
    """Return a quoted line for each name and effect of a part of a bid."""
    return [f"> **{name}** {effect}" for name, effect in explained]


def worth(value: int | None, made: int | None, language: Language) -> str:
    """Return a bid's worth like `` (value 5, 3 points if made)``, as far as it has numbers."""
    told = [] if value is None else [language.text(N_("value {value}"), value=value)]
    if made is not None:
        told.append(language.plural("{count} point if made", "{count} points if made", made))
    return f" ({', '.join(told)})" if told else ""


def verdict(reason: Sentence | None, fine: str, voice: Voice) -> str:
    """Return why a bid is refused, or the marked text `fine`."""
    return f"✅ {voice.language.text(fine)}" if reason is None else f"⛔ {voice.say(reason)}"


def made_points(bid: Bid, view: View) -> int | None:
    """Return the points of a made bid; None in games where players pay each other."""
    return view.variant.bid_points(bid) if view.variant.unit is Unit.POINTS else None


def contract(view: View, voice: Voice, facts: Facts) -> str:
    """Return who plays what with whom, and its worth; "" while there is no contract."""
    if view.contract is None:
        return ""
    value = view.variant.bid_value(view.contract, view.sheet.options)
    made = made_points(view.contract, view)
    return f"🎯 {_contract_and_tricks(view, voice, facts)}{worth(value, made, voice.language)}"


def _contract_and_tricks(view: View, voice: Voice, facts: Facts) -> str:
    assert view.contract is not None
    text, bid = voice.language.text, f"**{voice.bid(view.contract)}**"

    def bold(seat: Seat) -> str:
        return f"**{facts.player(seat, voice, view.away)}**"

    if view.declarer is None:
        return bid
    if len(view.soloists) > 1:
        players = voice.language.enumeration(map(bold, view.soloists))
        return text(N_("{players} each play {bid} alone"), players=players, bid=bid)
    player, partner = bold(view.declarer), view.partner
    if partner is None or partner == view.seat:  # see `partnership`
        return text(N_("{player} plays {bid}"), player=player, bid=bid)
    if partner == view.declarer:
        return text(N_("{player} plays {bid} alone"), player=player, bid=bid)
    named = {"player": player, "bid": bid, "partner": bold(partner)}
    return text(N_("{player} plays {bid} with {partner}"), **named)


def without_partner(view: View, voice: Voice) -> str:
    """Return the remark that the viewer plays alone, which only declarer may know; otherwise ""."""
    if view.seat is None or not view.seat == view.declarer == view.partner:
        return ""
    return "🤝 " + voice.language.text(N_("You're on your own: nobody else holds the called card."))


def successors(names: Sequence[str], voice: Voice) -> list[str]:
    """Return who has taken over from whom since the last deal; `names`: of its players."""
    language, longest = voice.language, voice.longest_name
    return [
        language.text(
            N_("🪑 {player} takes over from {name}."),
            player=f"**{voice.name(seat)}**", name=escape(before, longest),
        )
        for seat, before in enumerate(names)
        if before != voice.names[seat]
    ]  # fmt: skip


def partners(view: View, voice: Voice) -> list[str]:
    """Return the sides of the match, and the cards drawn for partners."""
    if not view.sides:
        return []
    language = voice.language
    drawn = DOT.join(
        f"{voice.name(seat)} {voice.style.card(card)}" for seat, card in enumerate(view.drawn)
    )
    sides = language.text(N_("{side} against {others}."),
                          side=side_name(view.sides[0], voice),
                          others=side_name(view.sides[1], voice))  # fmt: skip
    cards = language.text(N_("Drawn for partners: {cards}"), cards=drawn)
    return [cards if drawn else "", f"🤝 {sides}"]


def side_name(side: Sequence[Seat], voice: Voice) -> str:
    """Return the names of a side, like ``Anna & Cleo``."""
    return AND.join(f"**{voice.name(seat)}**" for seat in side)


def trumps(view: View, voice: Voice) -> str:
    """Return the trumps of the trick under way; "" before the tricks."""
    if not view.playing:
        return ""
    language = voice.language
    if view.trumps_by_lead:
        return language.text(N_("The first suit led is trumps."))
    if view.trumps is None:
        return language.text(N_("No trumps"))
    told = language.text(N_("Trumps: {suit}"), suit=f"**{voice.suit(view.trumps)}**")
    return DOT.join(filter(None, (told, turned_up(view, voice, alone=True))))


def turned_up(view: View, voice: Voice, *, alone: bool = False) -> str:
    """Return the card turned up for trumps; "" if there is none, or if it is shown among another
    player's known cards. `alone`: those are not shown."""
    card = view.turned if alone else turned_card(view)
    if card is None:
        return ""
    return voice.language.text(TURNED_UP, card=voice.style.card(card))


def turned_card(view: View) -> Card | None:
    """Return the card turned up for trumps, unless it is a known card of another player."""
    others = (cards for seat, cards in (view.known or {}).items() if seat != view.seat)
    return None if any(view.turned in cards for cards in others) else view.turned


def drawn_order(view: View, voice: Voice) -> str:
    """Return the drawn order of parts of bids during the auction; "" later."""
    order = DOT.join(voice.bid(Bid((word,))) for word in view.words)
    if not order or view.contract is not None:
        return ""
    return voice.language.text(N_("Low to high: {words}"), words=order)


def stand_in(view: View, voice: Voice) -> str:
    """Return what a stand-in counts as, while it matters to the viewer; otherwise ""."""
    if view.stand_in is None or not _is_about(view, view.stand_in[0]):
        return ""
    card, suit = view.stand_in
    return voice.language.text(
        N_("{card} counts as the lowest card of {suit}."),
        card=voice.style.card(card), suit=voice.suit(suit),
    )  # fmt: skip


def _is_about(view: View, card: Card) -> bool:
    """Whether the viewer holds a card, or it lies in the trick under way."""
    return card in view.hand or card in [played for _, played in view.plays]


def announcements(view: View, voice: Voice, *, alone: bool = False) -> list[str]:
    """Return the announcements outside the auction, the newest of each kind by each player, without
    those shown beside the contract; `alone`: no contract is shown."""
    untold = _kinds_not_told(view)
    newest = {
        (entry.seat, entry.purpose.key): entry
        for entry in view.said
        if entry.action is not None and not isinstance(entry.action, untold)
    }
    return [
        _announcement(entry, view, voice)
        for entry in newest.values()
        if not (
            _laid_by_viewer(entry, view)
            or _laid_open(entry, view)
            or _is_trumps(entry, view, alone=alone)
            or (not alone and entry.purpose.key in NAMING)
        )
    ]


def _announcement(entry: Said, view: View, voice: Voice) -> str:
    told, what = entry.purpose, voice.value(entry.action)
    if entry.seat == view.seat and told.own:
        return voice.language.text(told.own, what=what)
    return voice.language.text(told.said, player=voice.name(entry.seat), what=what)


def _is_trumps(entry: Said, view: View, *, alone: bool) -> bool:
    """Whether an announcement names trumps that are shown anyway: beside the contract, unless
    `alone`, or in play as the trumps."""
    if entry.purpose.key != "trumps" or not isinstance(entry.action, act.NameSuit):
        return False
    return entry.action.suit == view.trumps if view.playing else not alone


def _laid_by_viewer(entry: Said, view: View) -> bool:
    """Whether the viewer laid cards away, which are shown beside their hand."""
    action = entry.action
    return (
        entry.seat == view.seat
        and isinstance(action, act.ChooseCards)
        and bool(action.cards)
        and action.cards <= view.laid
    )


def _laid_open(entry: Said, view: View) -> bool:
    """Whether the chosen cards are shown beside the player's name: open or played ones, and before
    play also others' known cards. Cards that were shown and then passed are announced again during
    play."""
    cards = _chosen_cards(entry.action)
    if entry.purpose.key in NAMING or not cards:
        return False
    seen = (view.open_cards or {}).get(entry.seat, NO_CARDS)
    if entry.seat != view.seat and not view.playing:
        seen |= (view.known or {}).get(entry.seat, NO_CARDS)
    return cards <= seen | _played_by(entry.seat, view)


def _played_by(seat: Seat, view: View) -> CardSet:
    tricks = (*(trick.plays for trick in view.tricks), view.plays)
    return CardSet(card for plays in tricks for who, card in plays if who == seat)


def _chosen_cards(action: act.Action | None) -> CardSet:
    match action:
        case act.ChooseCard(Card() as card):
            return CardSet([card])
        case act.ChooseCards(cards):
            return cards
        case _:
            return NO_CARDS


def _kinds_not_told(view: View) -> tuple[type[act.Action], ...]:
    if view.playing:
        return (*AUCTION_CALLS, *_BEFORE_PLAY)
    return AUCTION_CALLS if view.seat is None else (*AUCTION_CALLS, act.Cut)


def chosen_in_secret(view: View) -> list[Seat]:
    """Return the players who have made a secret choice that others still have to make."""
    asked = {purpose.key for purpose in (view.purposes or {}).values()}
    return [
        entry.seat for entry in view.said if entry.action is None and entry.purpose.key in asked
    ]


def sides(view: View) -> tuple[tuple[Seat, ...], ...]:
    """Return the sides of the match, or each player alone: those of the running deal, if any."""
    if view.sides:
        return view.sides
    seats = range(len(view.names)) if view.dealer is None else view.seats
    return tuple((seat,) for seat in seats)


def trick_cards(plays: Iterable[tuple[Seat, Card]], voice: Voice) -> str:
    """Return plays like ``Anna ♠A · Bo ♠3``."""
    return DOT.join(f"{voice.name(seat)} {voice.style.card(card)}" for seat, card in plays)


def last_trick(tricks: Sequence[Trick], voice: Voice) -> str:
    """Return the last finished trick with its taker; "" before there is one."""
    return finished_trick(tricks, voice, len(tricks)) if tricks else ""


def finished_trick(tricks: Sequence[Trick], voice: Voice, number: int) -> str:
    """Return trick `number`, counted from 1, with its taker."""
    trick = tricks[number - 1]
    title = voice.language.text(N_("Trick {number}"), number=number)
    return f"{title}: {trick_cards(trick.plays, voice)}{ARROW}**{voice.name(trick.winner)}**"


def together(blocks: Iterable[Sequence[str]]) -> str:
    """Return blocks of lines joined with empty lines between, without empty lines and blocks."""
    filled = [[line for line in block if line] for block in blocks]
    return "\n\n".join("\n".join(lines) for lines in filled if lines)
