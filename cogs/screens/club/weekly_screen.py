"""The weekly post of a server."""

from cogs.screens.parts import components
from cogs.screens.parts.components import NO_PICTURES, REPLAY, ActionRow, Part, Press, Screen, words
from cogs.screens.parts.rendering import Rendering
from cogs.screens.past.rerun_buttons import PLAY_THIS_DEAL, rerun_press
from kwbot import variants
from kwbot.ids import UserId
from kwbot.text.club.weekly_text import hand_text, weekly_text
from kwbot.text.deal.result_scene import ResultScene
from kwbot.text.words import labels
from kwbot.text.words.language import Language, language_of
from kwbot.text.words.mentions import mentions_of
from kwbot.weekly.weekly_news import BestHand, WeeklyNews


def weekly_screen(news: WeeklyNews, hand: tuple[ResultScene, Rendering] | None) -> Screen:
    """Draw a week's post; `hand`: the deal of the hand of the week, as the channel shows it."""
    language = language_of(news.plan.language)
    who = mentions_of(_people(news), news.names)
    items: list[Part] = [words(weekly_text(news.week, variants.games(), who, language))]
    pictures = NO_PICTURES
    if news.hand is not None and hand is not None:
        items += _hand(news.hand, *hand, who[news.hand.deal.user_id], language)
        pictures = hand[1].pictures
    return Screen(items, pictures)


def _people(news: WeeklyNews) -> list[UserId]:
    """Return everybody named in the post, the most active players first."""
    hand = [] if news.hand is None else [news.hand.deal.user_id]
    return [*(user for user, _ in news.week.players), *(one.user for one in news.week.rises), *hand]


def _hand(
    best: BestHand, shows: ResultScene, rendering: Rendering, who: str, language: Language
) -> list[Part]:
    """Draw the hand of the week; every reader is on the server where it was played."""
    deal, table = best.deal, best.table
    told = hand_text(table.variant, who, deal.points, deal.day, language)
    replay = components.button(language.term(labels.REPLAY), Press(REPLAY, table.id, deal.number))
    again = rerun_press(table.id, deal.number, 0, None, anew=True)
    play = components.button(language.term(PLAY_THIS_DEAL), again)
    return [words(told), *rendering.deal(shows), ActionRow(replay, play)]
