"""The message that everybody sees of a running deal, and what is posted beside it.

Make it from a view of nobody, ``view(match, None)``: it shows whatever the view holds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from kwbot.engine.actions import Bid, Seat
from kwbot.engine.view import View
from kwbot.engine.wording import N_

from . import labels, lines
from .detail import Detail, fitted
from .facts import Facts
from .language import Voice

TABLE_LIMIT = 3500
"""Characters that a table message has at most."""


def table_text(view: View, voice: Voice, facts: Facts) -> str:
    """The table message, at most `TABLE_LIMIT` characters."""

    def render(detail: Detail) -> str:
        brief = replace(voice, longest_name=detail.name)
        return lines.together(list(_blocks(view, brief, facts, detail)))

    return fitted(TABLE_LIMIT, render)


def _blocks(view: View, voice: Voice, facts: Facts, detail: Detail) -> Iterator[Sequence[str]]:
    yield _header(view, voice, facts)
    if view.contract is None or view.declarer is None:
        yield _auction(view, voice, facts, detail)
    else:
        yield (
            lines.contract(view, voice, facts),
            *_meaning(view, voice, detail, (view.declarer, view.contract)),
            *(f"• {said}" for said in lines.announcements(view, voice)[-detail.announcements :]),
            lines.trumps(view, voice),
        )
    yield lines.open_cards(view, voice)
    last = lines.last_trick(view, voice)
    yield lines.fouls(view, voice)
    late = lines.late(voice, facts) if view.contract else ""
    yield (f"-# {last}" if last else "", lines.running_trick(view, voice), late)
    yield scores(view, voice, facts)
    yield (turn(view, voice, facts), _where_cards_are(view, voice))


def _where_cards_are(view: View, voice: Voice) -> str:
    """For those who have just got theirs."""
    if view.contract is not None or not view.to_act:
        return ""
    button = f"**{voice.language.term(labels.MY_HAND)}**"
    text = N_("Your cards are in your direct messages, or press {button}.")
    return f"-# {voice.language.text(text, button=button)}"


def _header(view: View, voice: Voice, facts: Facts) -> Sequence[str]:
    language = voice.language
    title = language.text(N_("Deal {number}"), number=view.number)
    under = [voice.say(remark) for remark in view.sheet.remarks()]
    if view.dealer is not None:
        under.append(language.text(N_("dealer {player}"), player=voice.name(view.dealer)))
    back = ""
    if facts.outage is not None:
        gone = language.duration(facts.outage)
        back = language.text(N_("The bot was away for {time}. Now it goes on."), time=gone)
    return (
        f"### {language.term(view.variant.name)}{lines.DOT}{title}",
        lines.DOT.join(under),
        back,
    )


def _auction(view: View, voice: Voice, facts: Facts, detail: Detail) -> Sequence[str]:
    called = lines.auction(view, voice, facts, detail.auction)
    title = voice.language.text(N_("Auction"))
    return (
        f"**{title}**" if any(called) else "",
        *called,
        *_meaning(view, voice, detail, lines.standing(view)),
    )


def _meaning(
    view: View, voice: Voice, detail: Detail, bid: tuple[Seat, Bid] | None
) -> Sequence[str]:
    return lines.meaning(bid[1], bid[0], view, voice) if bid and detail.effects else ()


def scores(view: View, voice: Voice, facts: Facts) -> list[str]:
    """Tricks and points: a line each for who is in the deal, one line for all others."""
    language = voice.language

    def score(seat: Seat) -> str:
        return lines.points(view.sheet.scores[seat], language)

    shown = []
    for seat in view.seats:
        name = facts.player(seat, voice, view.away)
        mark = "🎯 " if seat == view.declarer else ""
        taken = [lines.tricks(view.taken[seat], language)] if view.playing else []
        shown.append(f"{mark}{name}: {lines.DOT.join([*taken, score(seat)])}")
    resting = lines.DOT.join(f"{voice.name(seat)} {score(seat)}" for seat in view.sitting_out)
    if view.dealer is None:
        everybody = range(len(view.names))
        return [f"{facts.player(seat, voice, view.away)}: {score(seat)}" for seat in everybody]
    over = language.text(N_("Sitting out: {players}"), players=resting)
    return [*shown, over if resting else ""]


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


def trick_text(view: View, number: int, voice: Voice) -> str:
    """The post for a finished trick, in one line. `number` counts from 1."""
    return lines.finished_trick(view, voice, number)
