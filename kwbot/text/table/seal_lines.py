"""The sealed shuffle of a deal: the short line, and the text behind its button."""

from collections.abc import Sequence

from kwbot.engine.values.wording import N_
from kwbot.text.words import labels, lines
from kwbot.text.words.language import Language
from kwbot.text.words.markdown import escape

_SEALED = N_("sealed · {digits}")
_TITLE = N_("The shuffle of deal {number} is sealed")
_KEEP = N_(
    "Keep this number until the deal is over. {command} then gives out the proof, and "
    "verify_deal.py, which comes with the bot, checks it against this number."
)
_UNSTIRRED = N_(
    "As it stands, people's presses go into the shuffle: no player and no outsider can know or "
    "steer it, but a bot whose program was changed could."
)
_SAFE = N_(
    "Once anybody presses {stir} and types a line, the typed lines alone go in, in the order in "
    "which they come. Whoever's line stands last before the cards knows that nobody could choose "
    "the shuffle, unless their line was guessed. To be last, stir again: a new line is added and "
    "replaces nothing, and each person has three."
)
_TYPED = N_("Typed so far, in this order. The proof must show the same:")
_SHARED = N_("All tables are dealt these cards, so nobody's press goes into the shuffle.")
_NOTHING_WENT_IN = N_(
    "Nothing went into this shuffle but the secret. So the cards are those that were sealed, but "
    "the bot may have searched for them."
)
_PRESSES_WENT_IN = N_(
    "Nobody stirred this deal, so people's presses went in: no player and no outsider could know "
    "or steer the shuffle. A bot whose program was changed could have, as nobody sees the numbers "
    "of their presses."
)
_LINES_WENT_IN = N_(
    "Only typed lines went into this shuffle, last of all {line}. Whoever typed that knows that "
    "nobody could choose the shuffle, unless the line was guessed."
)
_BOTH_WENT_IN = N_(
    "Presses went into this shuffle beside typed lines, as they did before stirring kept them out. "
    "So a bot whose program was changed could have steered it."
)
_POSTED = N_("What follows --commit must be the commitment that was posted before the deal.")


def seal_line(commitment: str, language: Language) -> str:
    """Return the line with the first digits of a commitment, in small print."""
    return f"-# 🔒 {language.text(_SEALED, digits=f'`{first_digits(commitment)}`')}"


def first_digits(commitment: str) -> str:
    """Return the first digits of a commitment, like ``15bc 5179…``."""
    return f"{commitment[:4]} {commitment[4:8]}…"


def stirred_line(names: Sequence[str], language: Language) -> str:
    """Return who stirred the deal, a name for each line in order; "" if nobody did."""
    if not names:
        return ""
    told = language.plural(
        "{players} stirred", "{players} stirred, in this order", len(names),
        players=language.enumeration(names),
    )  # fmt: skip
    return f"-# 🥄 {told}"


def seal_text(
    number: int,
    commitment: str,
    language: Language,
    typed: Sequence[tuple[str, str]] = (),
    *,
    shared: bool = False,
) -> str:
    """Return the whole commitment to deal `number` and its explanation. `typed`: names and lines
    typed so far, in order; `shared`: whether other tables get the same cards."""
    command = f"/{language.term(labels.COMMANDS['verify'].name)}"
    stir = f"*{language.term(labels.STIR)}*"
    safe = ("" if typed else language.text(_UNSTIRRED), language.text(_SAFE, stir=stir))
    so_far = [f"🥄 {escape(name)}: **{escape(line, len(line))}**" for name, line in typed]
    return lines.together(
        [
            (f"### 🔒 {language.text(_TITLE, number=number)}",),
            (f"```\n{commitment}\n```",),
            (language.text(_KEEP, command=command),),
            (language.text(_SHARED),) if shared else safe,
            (language.text(_TYPED), *so_far) if typed else (),
        ]
    )


def holds_text(typed: Sequence[str], language: Language, *, presses: bool) -> str:
    """Return what is certain about a finished shuffle. `typed`: the lines that went into it, in
    order; `presses`: whether presses did."""
    if not typed:
        return language.text(_PRESSES_WENT_IN if presses else _NOTHING_WENT_IN)
    if presses:
        return language.text(_BOTH_WENT_IN)
    return language.text(_LINES_WENT_IN, line=f"**{escape(typed[-1], len(typed[-1]))}**")


def check_command(name: str, commitment: str) -> str:
    """Return the command that checks the file `name` against a commitment."""
    return f"```\npython verify_deal.py {name} --commit {commitment}\n```"


def caution(language: Language) -> str:
    """Return the caution that the bot could name another commitment in a ready command."""
    return f"-# {language.text(_POSTED)}"
