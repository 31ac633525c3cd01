"""The words above the table that everybody sees: who must act, and the course of the deal.

They show all that a view holds, so make them from a spectator's, ``view(match, None)``.
"""

from collections.abc import Iterator, Sequence

from kwbot.engine.values.actions import Seat
from kwbot.engine.values.wording import N_, Sentence
from kwbot.engine.views.view import View
from kwbot.text.deal import calls
from kwbot.text.table.seal_lines import stirred_line
from kwbot.text.words import labels, lines
from kwbot.text.words.detail import Detail, fit
from kwbot.text.words.facts import Facts
from kwbot.text.words.language import Voice

TABLE_LIMIT = 2500
"""Most characters above a table."""


def table_text(
    view: View, voice: Voice, facts: Facts, limit: int = TABLE_LIMIT, *, in_picture: bool = False
) -> str:
    """Return the text above the table, in at most `limit` characters. `in_picture`: whether the
    table is a picture, which shows the sheet's tally."""

    def blocks(voice: Voice, detail: Detail) -> list[list[str]]:
        where = _small(_where_cards_are(view, voice, facts))
        course = _course(view, voice, facts, detail, _sheet(view, in_picture=in_picture))
        return [[*_head(view, voice, facts), where, *course]]

    return fit(limit, voice, blocks)


def watched_text(view: View, voice: Voice, facts: Facts, *, in_picture: bool = False) -> str:
    """Return the text above the table for a spectator."""

    def blocks(voice: Voice, detail: Detail) -> list[list[str]]:
        course = _course(view, voice, facts, detail, _sheet(view, in_picture=in_picture))
        return [[*_head(view, voice, facts), *course]]

    return fit(TABLE_LIMIT, voice, blocks)


def _head(view: View, voice: Voice, facts: Facts) -> Iterator[str]:
    """Yield the deal, whose turn it is, and after the first trick since when; before that a line
    below the question has the time."""
    title = facts.deal(view.number, view.sheet.played, voice.language)
    since = _since(view, voice, facts) if view.tricks else ""
    yield lines.DOT.join(filter(None, (f"**{title}**", turn(view, voice, facts), since)))


def _since(view: View, voice: Voice, facts: Facts) -> str:
    """Return since when people are waited for, or since when nobody has pressed anything."""
    asked = lines.asked_since(voice, facts, beside_turn=bool(view.tricks))
    since = asked or lines.pressed_since(voice.language, facts)
    return since if view.to_act else ""


def _sheet(view: View, *, in_picture: bool) -> Sequence[Sentence]:
    """Return the sheet's remarks, unless the picture shows them."""
    return () if in_picture and view.sheet.tally() else view.sheet.remarks()


def _course(
    view: View, voice: Voice, facts: Facts, detail: Detail, sheet: Sequence[Sentence]
) -> Iterator[str]:
    """Yield since when people are waited for, and the course of the deal. Explanations and the
    `sheet` are left out after the first trick."""
    language = voice.language
    told = [_who_has_chosen(view, voice)]
    if not view.tricks:
        told = [lines.capitalise(_since(view, voice, facts)), *told, *map(voice.say, sheet)]
    yield _small(lines.DOT.join(filter(None, told)))
    if facts.restored:
        void = N_(
            "A backup was restored. This deal is redealt, because its old cards may have been seen."
        )
        yield language.text(void)
    if facts.outage is not None:
        gone = language.duration(facts.outage)
        yield language.text(N_("The bot was offline for {time}. Play goes on."), time=gone)
    if not view.tricks:
        yield stirred_line(list(map(voice.name, facts.stirrers)), language)
        yield from lines.partners(view, voice) if view.number == 1 else ()
        yield from calls.bidding(view, voice, facts, detail)
        yield lines.turned_up(view, voice)
    said = lines.announcements(view, voice)[-detail.announcements :]
    yield from (_small(f"• {one}") for one in said)
    yield _small(lines.drawn_order(view, voice))
    yield lines.stand_in(view, voice)
    yield from lines.fouls(view, voice)
    if view.playing or view.contract is not None:
        yield lines.late(voice, facts)
    yield lines.extension_line(voice, facts)
    yield lines.silent(voice, facts)
    yield lines.away_text(voice, facts)


def _small(text: str) -> str:
    return f"-# {text}" if text else ""


def _where_cards_are(view: View, voice: Voice, facts: Facts) -> str:
    """Return where the cards are, for people who get their first ones now or next, with mentions
    for all. DMs are mentioned only if everyone accepts them."""
    begun = bool(view.tricks or view.plays) or view.contract is not None
    if begun or view.number > 1 or not view.to_act:
        return ""
    called = ""
    if not facts.mentions.keys() <= set(view.to_act):  # otherwise the line above mentions all
        called = voice.language.enumeration(facts.mentions.values())
    button = f"**{voice.language.term(labels.MY_HAND)}**"
    private = N_("Press {button} to see your cards.")
    text = N_("Your cards are in your DMs, or press {button}.") if facts.takes_dms else private
    soon = N_("Your cards come after the cut.")
    told = voice.language.text(text if view.dealt else soon, button=button)
    return lines.DOT.join(filter(None, (called, told)))


def scores(view: View, voice: Voice, facts: Facts) -> list[str]:
    """Return a line with points for each player or side in the deal, and one for all others."""

    def score(seat: Seat) -> str:
        return lines.amount(view.sheet.scores[seat], view.variant.unit, voice.language)

    shown = []
    for side in lines.sides(view):
        name = lines.AND.join(facts.player(seat, voice, view.away) for seat in side)
        shown.append(f"{name}: {score(side[0])}")
    resting = lines.DOT.join(f"{voice.name(seat)} {score(seat)}" for seat in view.sitting_out)
    over = voice.language.text(N_("Sitting out: {players}"), players=resting)
    return [*shown, over if resting else ""]


def turn(view: View, voice: Voice, facts: Facts) -> str:
    """Return who must act, the question unless it is to play a card, and the deadline."""
    if not view.to_act:
        return ""
    told = f"**{lines.turn(view.to_act, voice, facts)}**"
    purpose = (view.purposes or {})[view.to_act[0]]
    prompt = "" if purpose.key == "play" else f"{lines.DOT}{voice.say(purpose.question())}"
    return " ".join(filter(None, (told + prompt, facts.countdown)))


def _who_has_chosen(view: View, voice: Voice) -> str:
    """Return who has already made a secret choice that others still have to make."""
    names = list(map(voice.name, lines.chosen_in_secret(view)))
    if not names:
        return ""
    return voice.language.plural(
        "{players} has chosen", "{players} have chosen",
        len(names), players=voice.language.enumeration(names),
    )  # fmt: skip
