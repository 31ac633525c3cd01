"""The message that everybody sees of a running deal, and what is posted beside it.

Make it from a view of nobody, ``view(match, None)``: it shows whatever the view holds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kwbot.engine.actions import Seat
from kwbot.engine.view import View
from kwbot.engine.wording import N_

from . import calls, labels, lines
from .detail import Detail, fitted
from .facts import Facts
from .language import Voice

TABLE_LIMIT = 3500
"""Characters that a table message has at most."""


def table_text(view: View, voice: Voice, facts: Facts) -> str:
    """The table message, at most `TABLE_LIMIT` characters."""
    return fitted(TABLE_LIMIT, voice, lambda brief, detail: _blocks(view, brief, facts, detail))


def _blocks(view: View, voice: Voice, facts: Facts, detail: Detail) -> Iterator[Sequence[str]]:
    yield _header(view, voice, facts)
    if view.number == 1:
        yield lines.partners(view, voice)
    in_auction = not view.playing and view.contract is None
    told = calls.bidding(view, voice, facts, detail)
    title = voice.language.text(N_("Auction"))
    yield (
        f"**{title}**" if in_auction and any(told) else "",
        *told,
        *(f"• {said}" for said in lines.announcements(view, voice)[-detail.announcements :]),
        *lines.lying(view, voice),
        lines.trumps(view, voice),
    )
    yield lines.open_cards(view, voice)
    last = lines.last_trick(view, voice)
    yield lines.fouls(view, voice)
    late = "" if in_auction else lines.late(voice, facts)
    yield (f"-# {last}" if last else "", lines.running_trick(view, voice), late)
    yield scores(view, voice, facts)
    yield (turn(view, voice, facts), _where_cards_are(view, voice))


def _where_cards_are(view: View, voice: Voice) -> str:
    """For those who have just got theirs."""
    begun = bool(view.tricks or view.plays) or view.contract is not None
    if begun or not view.to_act or not view.dealt:
        return ""
    button = f"**{voice.language.term(labels.MY_HAND)}**"
    text = N_("Your cards are in your DMs, or press {button}.")
    return f"-# {voice.language.text(text, button=button)}"


def _header(view: View, voice: Voice, facts: Facts) -> Sequence[str]:
    language = voice.language
    title = language.text(N_("Deal {number}"), number=view.number)
    under = [voice.say(remark) for remark in view.sheet.remarks()]
    if view.dealer is not None:
        under.append(language.text(N_("{player} deals"), player=voice.name(view.dealer)))
    back = ""
    if facts.outage is not None:
        gone = language.duration(facts.outage)
        back = language.text(N_("The bot was offline for {time}. Play goes on."), time=gone)
    void = N_(
        "A backup was restored. This deal is redealt, because its old cards may have been seen."
    )
    return (
        f"### {language.term(view.variant.name)}{lines.DOT}{title}",
        lines.DOT.join(under),
        language.text(void) if facts.restored else "",
        back,
    )


def scores(view: View, voice: Voice, facts: Facts) -> list[str]:
    """Tricks and points: a line for each player or side in the deal, one line for all others."""
    language = voice.language

    def score(seat: Seat) -> str:
        return lines.amount(view.sheet.scores[seat], view.variant.unit, language)

    shown = []
    for side in lines.sides(view):
        name = lines.AND.join(facts.player(seat, voice, view.away) for seat in side)
        count = sum(view.taken[seat] for seat in side) if view.playing else 0
        told = [lines.tricks(count, language)] if view.playing else []
        shown.append(f"{_mark(view, side)}{name}: {lines.DOT.join([*told, score(side[0])])}")
    resting = lines.DOT.join(f"{voice.name(seat)} {score(seat)}" for seat in view.sitting_out)
    over = language.text(N_("Sitting out: {players}"), players=resting)
    return [*shown, over if resting else ""]


def _mark(view: View, side: Sequence[Seat]) -> str:
    """🎯 before those who play the contract, 🤝 before their partner."""
    if view.declarer in side or set(view.soloists) & set(side):
        return "🎯 "
    return "🤝 " if view.partner in side else ""


def turn(view: View, voice: Voice, facts: Facts) -> str:
    """Who must act, what they are asked, and until when; empty if nobody."""
    if not view.to_act:
        return ""
    language = voice.language
    who = language.listed(facts.mention(seat, voice) for seat in view.to_act)
    prompt = voice.say((view.purposes or {})[view.to_act[0]].prompt)
    chosen = lines.chosen_in_secret(view)
    names = language.listed(map(voice.name, chosen))
    done = language.text(N_("(chosen: {players})"), players=names) if chosen else ""
    return " ".join(filter(None, (f"➡️ {who}: {prompt}", done, facts.countdown)))
