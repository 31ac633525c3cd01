"""The sealed shuffle of a deal: the short line, and what stands behind its button."""

from __future__ import annotations

from kwbot.engine.wording import N_

from . import labels, lines
from .language import Language

_SEALED = N_("sealed · {digits}")
_TITLE = N_("The shuffle of deal {number} is sealed")
_KEEP = N_(
    "Keep this number until the deal is over. {command} then gives out the proof, and "
    "verify_deal.py, which comes with the bot, checks it against this number."
)
_SAFE = N_(
    "To be certain that nobody chose the cards, not even the bot, press {stir} and type something "
    "that nobody can guess. The proof shows your line."
)
_SHARED = N_("All tables are dealt these cards, so nobody's press goes into the shuffle.")
_POSTED = N_("What follows --commit must be the commitment that was posted before the deal.")


def seal_line(commitment: str, language: Language) -> str:
    """The first digits of a commitment, in small letters."""
    digits = f"`{commitment[:4]} {commitment[4:8]}…`"
    return f"-# 🔒 {language.text(_SEALED, digits=digits)}"


def seal_text(number: int, commitment: str, language: Language, *, shared: bool = False) -> str:
    """The whole commitment to deal `number`, and what to do with it. `shared`: other tables are
    dealt the same."""
    command = f"/{language.term(labels.COMMANDS['verify'].name)}"
    stir = f"*{language.term(labels.STIR)}*"
    return lines.together(
        [
            (f"### 🔒 {language.text(_TITLE, number=number)}",),
            (f"```\n{commitment}\n```",),
            (language.text(_KEEP, command=command),),
            (language.text(_SHARED) if shared else language.text(_SAFE, stir=stir),),
        ]
    )


def check_command(name: str, commitment: str) -> str:
    """What checks the file `name` against a commitment."""
    return f"```\npython verify_deal.py {name} --commit {commitment}\n```"


def caution(language: Language) -> str:
    """What a ready command cannot prove: the bot could name another commitment."""
    return f"-# {language.text(_POSTED)}"
