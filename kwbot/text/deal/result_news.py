"""What a result has changed beyond its game: a place on the server, a row that has grown long."""

from collections.abc import Sequence

from kwbot.engine.values.actions import Seat
from kwbot.engine.values.wording import N_, Sentence, Term
from kwbot.text.deal.result import MEDALS
from kwbot.text.words import lines
from kwbot.text.words.language import Voice

_PLACES = {1: Term("1st", "place"), 2: Term("2nd", "place"), 3: Term("3rd", "place")}


def climb_line(place: int, seats: Sequence[Seat], voice: Voice) -> str:
    """Say who has come to one of the first places of the server."""
    one = N_("{player} is now {place} on this server.")
    many = N_("{players} are now {place} on this server.")
    names = voice.language.enumeration(f"**{voice.name(seat)}**" for seat in seats)
    told = voice.language.text(
        one if len(seats) == 1 else many,
        player=names, players=names, place=voice.language.term(_PLACES[place]),
    )  # fmt: skip
    return f"{MEDALS[place]} {told}"


def streak_line(streak: Sentence, voice: Voice) -> str:
    """Say what somebody has done several times in a row."""
    return f"🔥 {lines.capitalise(voice.say(streak))}"
