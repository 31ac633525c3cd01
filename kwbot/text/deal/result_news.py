"""News beyond a game that its result brought: a place on the server, a streak."""

from collections.abc import Sequence

from kwbot.engine.values.actions import Seat
from kwbot.engine.values.wording import N_, Sentence, Term
from kwbot.text.deal.result import MEDALS
from kwbot.text.words import lines
from kwbot.text.words.language import Voice

_PLACES = {1: Term("1st", "place"), 2: Term("2nd", "place"), 3: Term("3rd", "place")}


def climb_line(place: int, seats: Sequence[Seat], voice: Voice) -> str:
    """Return the news that players have reached one of the server's first places."""
    one = N_("{player} is now {place} on this server.")
    many = N_("{players} are now {place} on this server.")
    names = voice.language.enumeration(f"**{voice.name(seat)}**" for seat in seats)
    told = voice.language.text(
        one if len(seats) == 1 else many,
        player=names, players=names, place=voice.language.term(_PLACES[place]),
    )  # fmt: skip
    return f"{MEDALS[place]} {told}"


def streak_line(streak: Sentence, voice: Voice) -> str:
    """Return the news of what somebody has done several times in a row."""
    return f"🔥 {lines.capitalise(voice.say(streak))}"
