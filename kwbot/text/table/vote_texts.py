"""Questions to the whole table: to be ready for a deal, or to agree on a proposal."""

from collections.abc import Collection
from dataclasses import dataclass

from kwbot.engine.values.actions import Foul, Seat
from kwbot.engine.values.wording import N_, Sentence, Term
from kwbot.text.table.seal_lines import seal_line, stirred_line
from kwbot.text.words import labels, lines
from kwbot.text.words.facts import Facts
from kwbot.text.words.language import Voice

FOUL_MARK, UNDO_MARK, END_MARK, SEAT_MARK = "⚖️", "↩️", "⏹️", "🪑"
"""Marks of the kinds of proposals."""


@dataclass(frozen=True)
class Proposal:
    """A proposal: a foul, `undo` moves to take back, or something about seats. `missing`: the
    players who must still decide."""

    mark: str
    sentence: Sentence
    foul: Foul | None
    undo: int
    missing: Collection[Seat]


def ready_label(number: int) -> Term:
    """Return the label of the button that brings deal `number`."""
    return labels.NEXT_DEAL if number > 1 else labels.READY


def ready_text(
    number: int,
    played: int,
    dealer: Seat | None,
    commitment: str,
    missing: Collection[Seat] | None,
    voice: Voice,
    facts: Facts,
) -> str:
    """Return the message between deals: the sealed shuffle of deal `number`, after `played` deals
    that counted, and for whom the table waits. `missing`: None if everyone is away."""
    text = voice.language.text
    title = facts.deal(number, played, voice.language)
    deals = ""
    if dealer is not None:
        deals = f"-# {text(N_('{player} deals'), player=voice.name(dealer))}"
    button, countdown = f"**{voice.language.term(ready_label(number))}**", facts.countdown
    if missing is None:
        asked = f"💤 {text(N_('Everyone is away. Press {button} to play on.'), button=button)}"
    elif missing:
        who = _mentions(missing, voice, facts)
        asked = f"➡️ {text(N_('{players}: press {button}.'), players=who, button=button)}"
        if countdown:
            latest = text(N_("The deal starts {countdown} at the latest."), countdown=countdown)
            asked += f" {latest}"
    else:  # all are ready, but a vote is still going on
        asked = ""
    gone = (lines.silent(voice, facts), lines.away_text(voice, facts))
    return lines.together(
        [
            (
                f"### {title}",
                deals,
                seal_line(commitment, voice.language),
                stirred_line(list(map(voice.name, facts.stirrers)), voice.language),
            ),
            (asked, *gone),
        ]
    )


def next_deal_text(
    commitment: str,
    missing: Collection[Seat] | None,
    voice: Voice,
    facts: Facts,
    *,
    has_begun: bool,
) -> str:
    """Return the lines below a result: for whom the next deal waits, once `has_begun`, and in small
    print its sealed shuffle and latest start. `missing`: None if everyone is away."""
    text, language = voice.language.text, voice.language
    button, asked = f"**{language.term(labels.NEXT_DEAL)}**", ""
    if missing is None:
        asked = f"💤 {text(N_('Everyone is away. Press {button} to play on.'), button=button)}"
    elif missing and has_begun:
        who = _mentions(missing, voice, facts)
        asked = f"➡️ {text(N_('{players}: press {button}.'), players=who, button=button)}"
    stirred = stirred_line(list(map(voice.name, facts.stirrers)), language)
    small = (seal_line(commitment, language), stirred.removeprefix("-# "), facts.countdown)
    told = (asked, lines.silent(voice, facts), lines.away_text(voice, facts))
    return "\n".join(filter(None, (*told, lines.DOT.join(filter(None, small)))))


def vote_text(asked: Proposal, voice: Voice, facts: Facts) -> str:
    title = f"### {asked.mark} {voice.say(asked.sentence)}"
    moves = _moves(asked.undo, voice) if asked.undo else ""
    agree = f"➡️ {_agree(asked.missing, voice, facts)} {facts.countdown}".rstrip()
    told = [(title, _ruling(asked.foul, voice)), (moves,)] if asked.foul else [(title, moves)]
    return lines.together([*told, (agree,)])


def question_text(asked: Proposal, voice: Voice, facts: Facts) -> str:
    """Return the post that pings the voters: the proposal, and below it who is asked."""
    said = [asked.mark, voice.say(asked.sentence)]
    if asked.foul:
        said.append(_ruling(asked.foul, voice))
    return f"{' '.join(said)}\n{_agree(asked.missing, voice, facts)}"


def decided_text(
    mark: str,
    proposer: Seat,
    foul: Foul | None,
    undo: int,
    by: Seat | None,
    voice: Voice,
    *,
    stands: bool,
) -> str:
    """Return in one line how a vote ended. `by`: the player who did not agree; None: time ran
    out."""
    if not stands:
        return f"{mark} {_refusal(proposer, by, voice)}"
    said = [mark]
    if foul:
        said += [voice.language.text(N_("The foul stands.")), _ruling(foul, voice)]
    if undo:
        said.append(_moves(undo, voice))
    if not foul and not undo:
        text = N_("{player} is in the game now.")
        said.append(voice.language.text(text, player=voice.name(proposer)))
    return " ".join(said)


def _refusal(proposer: Seat, by: Seat | None, voice: Voice) -> str:
    """Return why nothing changes."""
    if by is None:
        return voice.language.text(N_("Time ran out: nothing changes."))
    disagreed = N_("{player} said no: nothing changes.")
    text = N_("{player} has withdrawn the proposal.") if by == proposer else disagreed
    return voice.language.text(text, player=voice.name(by))


def new_host_text(host: Seat, voice: Voice) -> str:
    """Return how a vote on the host ended."""
    text = voice.language.text(N_("{player} is the host now."), player=voice.name(host))
    return f"{SEAT_MARK} {text}"


def until_back_text(seat: Seat, voice: Voice) -> str:
    """Return how a vote on a computer playing for a silent player ended."""
    text = N_("A computer plays for {player} until they're back.")
    return f"{SEAT_MARK} {voice.language.text(text, player=voice.name(seat))}"


def broken_off_text(mark: str, voice: Voice) -> str:
    """Return how a vote ended that the host, who was not asked, broke off by ending the game."""
    return f"{mark} {voice.language.text(N_('The vote is over: nothing changes.'))}"


def _ruling(foul: Foul, voice: Voice) -> str:
    return f"{voice.language.term(labels.RULING_LABELS[foul.ruling])}."


def _agree(missing: Collection[Seat], voice: Voice, facts: Facts) -> str:
    return voice.language.plural(
        "{players}: do you agree? Silence counts as no.",
        "{players}: do you agree? Silence counts as no.",
        len(missing), players=_mentions(missing, voice, facts),
    )  # fmt: skip


def _mentions(missing: Collection[Seat], voice: Voice, facts: Facts) -> str:
    return voice.language.enumeration(facts.mention(seat, voice) for seat in sorted(missing))


def _moves(undo: int, voice: Voice) -> str:
    return voice.language.plural(
        "{count} move is taken back.", "{count} moves are taken back.", undo
    )
