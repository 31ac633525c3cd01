"""What a table is asked together: to be ready for a deal, to agree on a foul or on taking back."""

from __future__ import annotations

from collections.abc import Collection

from kwbot.engine.actions import Seat
from kwbot.engine.table import Foul
from kwbot.engine.wording import N_

from . import labels, lines
from .facts import Facts
from .language import Voice


def ready_text(
    number: int,
    dealer: Seat,
    commitment: str,
    missing: Collection[Seat],
    voice: Voice,
    facts: Facts,
) -> str:
    """Between deals: the sealed shuffle of deal `number`, and for whom the table waits."""
    language = voice.language
    title = language.text(N_("Deal {number}"), number=number)
    deals = language.text(N_("dealer {player}"), player=voice.name(dealer))
    seal = language.text(N_("The shuffle is sealed: {seal}"), seal=f"`{commitment}`")
    asked = _waiting(missing, voice, facts) if missing else _nobody(voice)
    return lines.together([(f"### {title}", f"-# {deals}", f"-# 🔒 {seal}"), (asked,)])


def _nobody(voice: Voice) -> str:
    """Between deals only a table whose human players are all away waits for nobody."""
    button = f"**{voice.language.term(labels.READY)}**"
    text = N_("All players are away. Press {button} to go on.")
    return f"💤 {voice.language.text(text, button=button)}"


def foul_text(foul: Foul, undo: int, missing: Collection[Seat], voice: Voice, facts: Facts) -> str:
    """The vote on a foul. `undo` is how many moves are taken back if it stands."""
    language = voice.language
    called = _called(foul, voice)
    ruling = language.term(labels.RULINGS[foul.ruling])
    return lines.together(
        [
            (f"### ⚖️ {called}", f"{ruling}."),
            (_moves(undo, voice) if undo else "",),
            (f"➡️ {_agree(missing, voice, facts)} {facts.countdown}".rstrip(),),
        ]
    )


def _called(foul: Foul, voice: Voice) -> str:
    return voice.language.text(
        N_("{caller} calls a foul by {offender}."),
        caller=voice.name(foul.caller), offender=voice.name(foul.offender),
    )  # fmt: skip


def take_back_text(
    proposer: Seat, undo: int, missing: Collection[Seat], voice: Voice, facts: Facts
) -> str:
    """The vote on taking moves back without anybody's fault."""
    return lines.together(
        [
            (f"### ↩️ {_wished(proposer, voice)}", _moves(undo, voice)),
            (f"➡️ {_agree(missing, voice, facts)} {facts.countdown}".rstrip(),),
        ]
    )


def _wished(proposer: Seat, voice: Voice) -> str:
    text = N_("{player} would like to take something back.")
    return voice.language.text(text, player=voice.name(proposer))


def asked_text(
    proposer: Seat, foul: Foul | None, missing: Collection[Seat], voice: Voice, facts: Facts
) -> str:
    """The post that rings the voters, in one line."""
    about = f"⚖️ {_called(foul, voice)}" if foul else f"↩️ {_wished(proposer, voice)}"
    return f"{about} {_agree(missing, voice, facts)}"


def decided_text(
    proposer: Seat, foul: Foul | None, undo: int, by: Seat | None, voice: Voice, *, stands: bool
) -> str:
    """How a vote ended, in one line. `by`: who did not agree; nobody: time ran out."""
    language = voice.language
    said: list[str] = []
    if stands and foul:
        said += [language.text(N_("The foul stands.")), _ruling(foul, voice)]
    if stands and undo:
        said.append(_moves(undo, voice))
    if not stands and by == proposer:
        text = N_("{player} has withdrawn the proposal.")
        said.append(language.text(text, player=voice.name(proposer)))
    elif not stands and by is not None:
        said.append(language.text(N_("{player} did not agree."), player=voice.name(by)))
    elif not stands:
        said.append(language.text(N_("Time ran out: nothing changes.")))
    return " ".join(("⚖️" if foul else "↩️", *said))


def _ruling(foul: Foul, voice: Voice) -> str:
    return f"{voice.language.term(labels.RULINGS[foul.ruling])}."


def _agree(missing: Collection[Seat], voice: Voice, facts: Facts) -> str:
    who = voice.language.listed(facts.mention(seat, voice) for seat in sorted(missing))
    return voice.language.text(N_("{players}: do you agree? No answer is a no."), players=who)


def _moves(undo: int, voice: Voice) -> str:
    return voice.language.plural(
        "{count} move is taken back.", "{count} moves are taken back.", undo
    )


def _waiting(missing: Collection[Seat], voice: Voice, facts: Facts) -> str:
    language = voice.language
    who = language.listed(facts.mention(seat, voice) for seat in sorted(missing))
    button = f"**{language.term(labels.READY)}**"
    asked = language.text(N_("{players}: press {button}."), players=who, button=button)
    return " ".join(filter(None, (f"➡️ {asked}", _at_the_latest(voice, facts))))


def _at_the_latest(voice: Voice, facts: Facts) -> str:
    if not facts.countdown:
        return ""
    text = N_("The deal begins {countdown} at the latest.")
    return voice.language.text(text, countdown=facts.countdown)
