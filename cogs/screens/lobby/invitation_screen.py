"""An invitation to a table, as the invited person sees it."""

from discord import ButtonStyle

from cogs.screens.parts import components
from cogs.screens.parts.components import INVITATION, LOBBY, ActionRow, Press, Screen, text_screen
from kwbot.engine.values.wording import N_
from kwbot.tables.state.table_state import OpenTable, PlannedTable
from kwbot.text.words import labels
from kwbot.text.words.facts import COMPUTER
from kwbot.text.words.language import Language
from kwbot.text.words.markdown import escape
from kwbot.text.words.mentions import link

_INVITED = N_("{inviter} invites you to {game}: {table}")
_WITH = N_("At the table: {players}.")
_OPENS = N_("The table opens {time}.")
_NO_MORE = N_("You get no more invitations. Turn them on again with /preferences.")


def invitation_screen(
    table: OpenTable, inviter: str, language: Language, *, mention: str = ""
) -> Screen:
    """Draw an invitation; `mention`: of the invited person, where others can read it too."""
    told = [
        language.text(
            _INVITED, inviter=f"**{escape(inviter)}**",
            game=f"**{language.term(table.variant.name)}**", table=link(table),
        )
    ]  # fmt: skip
    if isinstance(table, PlannedTable):
        second = int(table.opens.timestamp())
        told.append(f"🗓️ {language.text(_OPENS, time=f'<t:{second}:F> (<t:{second}:R>)')}")
    names = language.enumeration(
        escape(one.name) if one.user else f"{escape(one.name)} {COMPUTER}" for one in table.seated
    )
    told.append(language.text(_WITH, players=names))
    sit = Press(LOBBY, table.id, argument="sit")
    buttons = [components.button(language.term(labels.TAKE_A_SEAT), sit, ButtonStyle.primary)]
    if not mention:
        off = Press(INVITATION, argument="off")
        buttons.append(components.button(language.term(labels.NO_INVITATIONS), off))
    told[0] = " ".join(filter(None, ["💌", mention and f"{mention}:", told[0]]))
    return text_screen("\n".join(told), ActionRow(*buttons))


def no_more_screen(language: Language) -> Screen:
    """Say that somebody has turned invitations off."""
    return text_screen(f"🔕 {language.text(_NO_MORE)}")
