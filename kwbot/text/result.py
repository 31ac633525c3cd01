"""How a deal and a game ended."""

from __future__ import annotations

from kwbot.engine.actions import Seat
from kwbot.engine.match import PlayedDeal
from kwbot.engine.variant import Sheet
from kwbot.engine.view import View
from kwbot.engine.wording import N_

from . import lines
from .facts import Facts
from .language import Voice

MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}


def place_mark(place: int) -> str:
    """A medal, or the number as plain text."""
    return MEDALS.get(place, f"{place}\\.")


def deal_result_text(view: View, voice: Voice, facts: Facts) -> str:
    """What the last scored deal brought: the contract, how the points arose, the new scores."""
    if view.last is None:
        return ""
    title = voice.language.text(N_("Deal {number}"), number=view.last.number)
    result = view.last.result
    mark = "" if result.made is None else "✅ " if result.made else "❌ "
    notes = [voice.say(note) for note in result.notes]
    lead = [f"{mark}**{notes[0]}**"] if notes else []
    return lines.together(
        [
            (f"### {title}", *lead, *(f"• {note}" for note in notes[1:])),
            [_line(view, view.last, seat, voice, facts) for seat in range(len(view.names))],
            (_settled(sum(result.tricks), voice) if facts.settled else "",),
        ]
    )


def _settled(tricks: int, voice: Voice) -> str:
    """Why cards were left in the hands."""
    text = N_("Settled after trick {number}: the rest could change nothing.")
    return f"-# {voice.language.text(text, number=tricks)}"


def _line(view: View, played: PlayedDeal, seat: Seat, voice: Voice, facts: Facts) -> str:
    """``Anna: 5 tricks · +2 → 7 points``"""
    language, result = voice.language, played.result
    told = []
    if result.played and seat in view.variant.seats(len(view.names), played.dealer):
        told.append(lines.tricks(result.tricks[seat], language))
    score = lines.points(played.scores[seat], language)
    if result.points[seat]:
        score = f"**{language.signed(result.points[seat])}** → {score}"
    return f"{facts.player(seat, voice, view.away)}: {lines.DOT.join([*told, score])}"


def standing_of(sheet: Sheet) -> list[tuple[int, Seat]]:
    """(place, player) from the best: the winners, then by score; equals share a place."""
    winners = sheet.winners or ()

    def worth(seat: Seat) -> tuple[bool, int]:
        return (True, 0) if seat in winners else (False, sheet.scores[seat])

    ordered = sorted(range(sheet.players), key=lambda seat: (worth(seat), -seat), reverse=True)
    return [(1 + sum(worth(other) > worth(seat) for other in ordered), seat) for seat in ordered]


def final_text(view: View, voice: Voice, facts: Facts) -> str:
    """The end of a game: who won, the final standing, titles won."""
    language, sheet = voice.language, view.sheet
    winners = sheet.winners or ()
    return lines.together(
        [
            (f"## 🏆 {_headline(view, voice)}",) if winners else (),
            [
                f"{place_mark(place)} {facts.player(seat, voice, view.away)}: "
                f"{lines.points(sheet.scores[seat], language)}"
                for place, seat in standing_of(sheet)
            ],
            [
                "👑 "
                + language.text(
                    N_("{player} is {title} for life."),
                    player=facts.mention(seat, voice),
                    title=language.term(view.variant.titles[title]),
                )
                for seat, title in sheet.titles
            ],
        ]
    )


def _headline(view: View, voice: Voice) -> str:
    winners = view.sheet.winners or ()
    names = voice.language.listed(map(voice.name, winners))
    game = voice.language.term(view.variant.name)
    if len(winners) == 1:
        return voice.language.text(N_("{player} has won {game}!"), player=names, game=game)
    return voice.language.text(N_("{players} have won {game} together!"), players=names, game=game)
