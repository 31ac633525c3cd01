"""The results of deals and games in words."""

from collections.abc import Sequence

from kwbot.engine.deals.match import PlayedDeal
from kwbot.engine.deals.score_sheet import Sheet
from kwbot.engine.values.actions import Seat, TrickClaim
from kwbot.engine.values.wording import N_, Sentence
from kwbot.engine.views.view import View
from kwbot.text.deal.outcome import outcome_lines
from kwbot.text.deal.seating import YOU, remarks, score_sides, scores_name, short_amount, you_first
from kwbot.text.words import lines
from kwbot.text.words.card_symbols import CARD_SEPARATOR
from kwbot.text.words.facts import Facts
from kwbot.text.words.language import Voice

MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}


def place_mark(place: int) -> str:
    """Return a medal for the first three places, otherwise the number."""
    return MEDALS.get(place, f"{place}\\.")


def deal_result_text(
    view: View, voice: Voice, facts: Facts, *, titled: bool = True, has_scores: bool = True
) -> str:
    """Return the result of the last scored deal: its number (`titled`), outcome, how the points
    arose, scores (`has_scores`) and tricks. Leave out the number if there is only this deal, and
    the scores, too, or if the final standing follows."""
    if view.last is None:
        return ""
    result = view.last.result
    title = facts.deal(view.last.number, view.sheet.played - result.played, voice.language)
    return lines.together(
        [
            (f"-# {title}" if titled else "", *outcome_lines(view, result, voice)),
            (
                _scores(view, view.last, voice) if has_scores else "",
                *remarks_after(view, voice),
                _tricks(view, view.last, voice),
                settlement_text(view, voice, facts),
            ),
        ]
    )


def remarks_after(view: View, voice: Voice) -> Sequence[str]:
    """Return the sheet's remarks in games with a tally for sides; none if the next deal begins a
    new count."""
    if not view.sheet.tally() or view.sheet.winners is not None or view.sheet.begins_anew:
        return ()
    return [lines.DOT.join(remarks(view, voice))]


_CLAIMED = {"all": N_("{player} took the rest."), "none": N_("{player} gave away the rest.")}


def settlement_text(view: View, voice: Voice, facts: Facts) -> str:
    """Return why the last deal ended with cards in hand; "" if it did not."""
    if view.last is None:
        return ""
    if (claim := view.last.claim) is not None:
        return f"-# {_claim_line(claim, view, voice)}"
    if not facts.settled:
        return ""
    tricks = sum(view.last.result.tricks)
    text = N_("Decided after trick {number}.")
    return f"-# {voice.language.text(text, number=tricks)}"


def _claim_line(claim: TrickClaim, view: View, voice: Voice) -> str:
    name = _name(claim.seat, view, voice)
    if claim.tricks in _CLAIMED:
        return voice.language.text(_CLAIMED[claim.tricks], player=name)
    return voice.language.plural(
        "{player} took {count} of the last tricks.",
        "{player} took {count} of the last tricks.",
        int(claim.tricks), player=name,
    )  # fmt: skip


def remark(seat: Seat, sentence: Sentence, voice: Voice, facts: Facts) -> str:
    """Return a computer player's remark on the last deal."""
    return f"-# {facts.player(seat, voice)}: *{voice.say(sentence)}*"


def _scores(view: View, played: PlayedDeal, voice: Voice) -> str:
    """Return scores like ``Score: Anna **7** (+2) · Bo **3**``, with no line break within one
    unless names are long; "" while all are 0."""
    language, unit = voice.language, view.variant.unit
    if not any(played.scores):
        return ""
    told = []
    for side in score_sides(view):
        score = short_amount(played.scores[side[0]], unit, language)
        points = f" **{score}**{_change(side, view, voice)}".replace(" ", "\u00a0")
        told.append(lines.without_breaks(_names(side, view, voice)) + points)
    return f"{scores_name(view.sheet, language)}: {CARD_SEPARATOR.join(told)}"


def _change(side: Sequence[Seat], view: View, voice: Voice) -> str:
    """Return a side's gain in the last deal like `` (+2)``; "" for 0."""
    gained = view.last_gains[side[0]] if view.last else 0
    return f" ({voice.language.format_signed(gained)})" if gained else ""


def _tricks(view: View, played: PlayedDeal, voice: Voice) -> str:
    """Return tricks like ``Tricks: Anna 7 · Bo 6``; "" if no card was played."""
    taken = played.result.tricks
    counts = lines.DOT.join(
        f"{_names(side, view, voice)} {sum(taken[seat] for seat in side)}"
        for side in score_sides(view)
        if played.result.played and side[0] in played.seats
    )
    told = voice.language.text(N_("Tricks: {counts}"), counts=counts)
    return f"-# {told}" if counts else ""


def _names(side: Sequence[Seat], view: View, voice: Voice) -> str:
    """Return the joined names of a side; the viewer is "You" and comes first."""
    return lines.AND.join(_name(seat, view, voice) for seat in you_first(side, view.seat))


def _name(seat: Seat, view: View, voice: Voice) -> str:
    return voice.language.term(YOU) if seat == view.seat else voice.name(seat)


def standing_of(sheet: Sheet) -> list[tuple[int, Seat]]:
    """Return places and players from the best: the winners, then by score; equals share a place."""
    winners = sheet.winners or ()

    def worth(seat: Seat) -> tuple[bool, int]:
        return (True, 0) if seat in winners else (False, sheet.scores[seat])

    ordered = sorted(range(sheet.players), key=lambda seat: (worth(seat), -seat), reverse=True)
    return [(1 + sum(worth(other) > worth(seat) for other in ordered), seat) for seat in ordered]


def final_text(view: View, voice: Voice, facts: Facts, *, in_picture: bool = False) -> str:
    """Return the end of a game: winners, standing (unless `in_picture`), payments and titles."""
    language, sheet = voice.language, view.sheet
    titles = []
    for seat, key in sheet.titles:
        player, title = facts.mention(seat, voice), language.term(view.variant.titles[key])
        text = N_("{player} is {title} for life.")
        titles.append(f"👑 {language.text(text, player=player, title=title)}")
    return lines.together(
        [
            (f"## 🏆 {_headline(view, voice)}",) if _somebody_won(sheet) else (),
            () if in_picture else _standing(view, voice, facts),
            _account(view, voice, facts),
            titles,
        ]
    )


def _standing(view: View, voice: Voice, facts: Facts) -> list[str]:
    """Return a line for each player or side, the best first, below the name of the scores if the
    deals give other points as well."""
    sheet, language = view.sheet, voice.language
    sides = {side[0]: side for side in score_sides(view)}
    places = [(place, sides[seat]) for place, seat in standing_of(sheet) if seat in sides]
    named, unit = sheet.counted_in is not None, view.variant.unit
    amount = short_amount if named else lines.amount

    def side_names(side: Sequence[Seat]) -> str:
        return lines.AND.join(
            language.term(YOU) if seat == view.seat else facts.player(seat, voice, view.away)
            for seat in you_first(side, view.seat)
        )

    return [
        *([f"-# {scores_name(sheet, language)}"] if named else []),
        *(
            f"{place_mark(1 + sum(other < place for other, _ in places))} "
            f"{side_names(side)}: {amount(sheet.scores[side[0]], unit, language)}"
            f"{_change(side, view, voice)}"
            for place, side in places
        ),
    ]


def _account(view: View, voice: Voice, facts: Facts) -> list[str]:
    """Return who pays whom how much; nothing at tables with computers, which never play for
    money."""
    settlement = view.sheet.settlement if view.sheet.is_for_money else None
    if settlement is None or facts.computers:
        return []
    language = voice.language
    paid = []
    for payer, receiver, amount in payments(settlement):
        who = {"payer": facts.player(payer, voice), "receiver": facts.player(receiver, voice)}
        text = N_("{payer} pays {receiver} {amount}")
        if payer == view.seat:
            text = N_("You pay {receiver} {amount}")
        elif receiver == view.seat:
            text = N_("{payer} pays you {amount}")
        paid.append(f"💰 {language.text(text, **who, amount=f'**{language.money(amount)}**')}")
    title = f"**{language.text(N_('Settling up'))}**"
    return [title, *(paid or [language.text(N_("Nobody owes anything."))])]


def payments(balance: Sequence[int]) -> list[tuple[Seat, Seat, int]]:
    """Return payments as payer, receiver and amount that settle `balance`, which sums to 0. The
    greatest debtor always pays the greatest creditor, so that few payments are needed."""
    owed = dict(enumerate(balance))
    made = []
    while any(owed.values()):
        payer, receiver = min(owed, key=lambda s: owed[s]), max(owed, key=lambda s: owed[s])
        amount = min(-owed[payer], owed[receiver])
        made.append((payer, receiver, amount))
        owed[payer] += amount
        owed[receiver] -= amount
    return made


def _somebody_won(sheet: Sheet) -> bool:
    """Whether there are winners. All sharing 0 points before any deal counted are none."""
    return bool(sheet.winners) and (sheet.played > 0 or len(sheet.winners or ()) < sheet.players)


def _headline(view: View, voice: Voice) -> str:
    winners = view.sheet.winners or ()
    text, game = voice.language.text, voice.language.term(view.variant.name)
    if winners == (view.seat,):
        return text(N_("You win {game}!"), game=game)
    names = voice.language.enumeration(
        _name(seat, view, voice) for seat in you_first(winners, view.seat)
    )
    if len(winners) == 1:
        return text(N_("{player} wins {game}!"), player=names, game=game)
    if winners in view.sides:
        return text(N_("{players} win {game}!"), players=names, game=game)
    return text(N_("{players} share the win in {game}!"), players=names, game=game)
