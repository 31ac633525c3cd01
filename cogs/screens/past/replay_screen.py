"""A finished deal, looked at again: before the tricks, trick by trick, and its result."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from cogs.screens.parts import components
from cogs.screens.parts.card_preferences import CardPreferences
from cogs.screens.parts.components import (
    GAMES,
    RECORD,
    REPLAY,
    SHARE,
    ActionRow,
    Button,
    Part,
    Press,
    Screen,
)
from cogs.screens.parts.rendering import Rendering
from cogs.screens.past.game_list_screen import ME
from cogs.screens.past.rerun_buttons import PLAY_THIS_DEAL, TRY_FROM_HERE, MomentPress, rerun_press
from cogs.screens.table.table_facts import facts_of
from kwbot.engine.deals.match import Match, PlayedDeal
from kwbot.engine.values.actions import Cut, Seat
from kwbot.engine.values.wording import N_, Term
from kwbot.engine.views.view import View, view
from kwbot.looks.table_lines import hand_lines
from kwbot.solo.rerun_deal import usual_seat
from kwbot.tables.past.replays import next_move
from kwbot.tables.state.table_state import RunningTable
from kwbot.text.deal import calls
from kwbot.text.deal.hand import short_name
from kwbot.text.deal.outcome import MARKS
from kwbot.text.deal.result import settlement_text
from kwbot.text.deal.result_scene import ResultScene, result_scene
from kwbot.text.deal.scene import TableScene, scene
from kwbot.text.deal.seating import NO_FACES
from kwbot.text.words import labels, lines
from kwbot.text.words.facts import Facts
from kwbot.text.words.language import Language, Voice, language_of
from kwbot.text.words.markdown import escape

ALL, DEAL, POSSIBLE = "all", "deal", "possible"
"""In a press: that all hands are shown, that a deal is chosen from the menu, and that it asks what
was possible."""
_OFFERED = 25
"""Most deals in a menu."""
_AUCTION = 700
"""Most characters of an auction."""
_ALL_HANDS = Term("All hands", "button")
_POSSIBLE = Term("What was possible?", "button")
_SHARE = Term("Share", "button")
_SHARED = Term("Shared", "button")
_SHARES = N_("{player} shares a deal: {game}")


@dataclass(frozen=True, slots=True)
class ReplayPage:
    """A moment of a finished deal in `match`, the match after it. `stops` are the moments at which
    no trick is under way; `at` their number is the result. `seat`: the only seat whose hand is
    shown; None: all are."""

    table: RunningTable
    match: Match
    stops: Sequence[Match]
    at: int
    seat: Seat | None
    own: Seat | None = None
    """The reader's own seat."""
    has_record: bool = False
    """Whether the game's record is available, because its table is closed."""
    in_server: bool = False
    """Whether there is a channel in which to share the deal."""
    shared: bool = False
    """Whether it was just shared."""

    @property
    def player(self) -> Seat:
        """The seat in which the deal is played again."""
        return usual_seat(self.match, self.own) if self.seat is None else self.seat

    @property
    def deal(self) -> PlayedDeal:
        return self.match.deals[-1]

    @property
    def is_result(self) -> bool:
        return self.at >= len(self.stops)

    @property
    def tricks(self) -> int:
        """Number of tricks played."""
        return len(self.stops) - 1

    @property
    def has_decisions_before_tricks(self) -> bool:
        deal = self.stops[0].deal
        log = deal.log if deal else ()
        return any(seat >= 0 and not isinstance(action, Cut) for seat, action in log)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats that played in the deal."""
        assert self.match.finished is not None
        return self.match.finished.start.seats

    @property
    def facts(self) -> Facts:
        return Facts(computers=facts_of(self.table).computers)

    def shown_view(self) -> View:
        """Return what is shown: a player's own view if it is only theirs, with nothing asked."""
        stop = self.match if self.is_result else self.stops[self.at]
        seen = replace(view(stop, self.seat), to_act=(), choice=None, purposes={})
        if stop.deal is None:
            return seen
        hands = dict(enumerate(stop.deal.layout.hands))
        shown = hands if self.seat is None else {**(seen.open_cards or {}), self.seat: seen.hand}
        seen = replace(seen, open_cards=shown)
        return seen if self.seat == self.own else replace(seen, seat=None)

    def press(self, at: int, seat: Seat | None, sign: str = "") -> Press:
        """Return the press that leads to another moment or another view; `sign` distinguishes
        presses that lead to the same."""
        asked = MomentPress(at, ALL if seat is None else str(seat), sign)
        return Press(REPLAY, self.table.id, self.deal.number, str(asked))


def replay_scene(
    page: ReplayPage, preferences: CardPreferences, faces: Mapping[Seat, bytes] = NO_FACES
) -> TableScene | ResultScene | None:
    """Return the scene that a moment's picture shows."""
    seen = page.shown_view()
    voice = preferences.voice(seen)
    if page.is_result:
        assert page.match.finished is not None
        return result_scene(seen, page.match.finished, voice, faces)
    shows = scene(seen, voice, page.facts, faces)
    if shows is None:
        return None
    return replace(shows, trick="", deal="")  # the head line has both


def replay_screen(
    page: ReplayPage,
    preferences: CardPreferences,
    shows: TableScene | ResultScene | None,
    rendering: Rendering,
    possible: str = "",
) -> Screen:
    """Draw a moment of a deal, with the ways to all others; `possible`: what was possible there."""
    seen = page.shown_view()
    voice = preferences.voice(seen)
    items: list[Part] = [components.words("\n".join(_position_lines(page, seen, voice)))]
    if isinstance(shows, ResultScene):
        items += rendering.result(replace(shows, deal=""))
        if why := settlement_text(seen, voice, page.facts):
            items.append(components.words(why))
    elif shows is not None:
        items.append(rendering.table(shows))
        if rendering.ids and not rendering.png and shows.hand:
            items.append(components.words("\n".join(hand_lines(shows, rendering.ids))))
    items += [components.words(possible)] if possible else []
    language = preferences.language
    items += [*_deals(page, preferences), _turning(page), *_buttons(page, language)]
    return components.picture_above_box(items, components.WAITING_COLOUR, rendering.pictures)


def _position_lines(page: ReplayPage, seen: View, voice: Voice) -> list[str]:
    """Return the position in the game; before the tricks also the auction."""
    language = voice.language
    where = [
        f"**{short_name(seen.variant, language)}**",
        language.text(
            N_("Deal {number} of {deals}"),
            number=page.deal.number, deals=len(page.table.match.deals),
        ),
    ]  # fmt: skip
    if 0 < page.at <= page.tricks:
        of = N_("Trick {number} of {tricks}")
        where.append(language.text(of, number=page.at, tricks=page.tricks))
    head = f"-# 🎞️ {lines.DOT.join(where)}"
    if page.at or page.is_result:
        return [head]
    return [head, *filter(None, calls.auction(seen, voice, page.facts, _AUCTION))]


def _turning(page: ReplayPage) -> ActionRow:
    last = len(page.stops)
    turns = {"«": 0, "‹": max(page.at - 1, 0), "›": min(page.at + 1, last), "»": last}
    return ActionRow(
        *(
            components.button(sign, page.press(to, page.seat, sign), disabled=to == page.at)
            for sign, to in turns.items()
        )
    )


def _deals(page: ReplayPage, preferences: CardPreferences) -> list[Part]:
    """Return a menu of the deals around this one, if there are several."""
    deals = page.table.match.deals
    if len(deals) < 2:
        return []
    first = max(0, min(page.deal.number - 1 - _OFFERED // 2, len(deals) - _OFFERED))
    voice = preferences.voice(page.shown_view()).without_markdown()
    options = [
        components.option(
            voice.language.text(N_("Deal {number}"), number=one.number), str(one.number),
            _outcome(one, voice), default=one.number == page.deal.number,
        )
        for one in deals[first : first + _OFFERED]
    ]  # fmt: skip
    press = page.press(0, page.seat, DEAL)
    return [components.menu(voice.language.text(N_("Another deal")), press, options)]


def _outcome(deal: PlayedDeal, voice: Voice) -> str:
    """``✅ Anna: Max Trump``, with several soloists ``✅ Anna · ❌ Bo: Spread``"""
    result = deal.result
    if result.declarer is None or result.contract is None:
        return voice.say(result.notes[0]) if result.notes else ""
    ended = result.soloists or ((result.declarer, result.made),)
    told = lines.DOT.join(f"{MARKS[made]}{voice.name(seat)}" for seat, made in ended)
    return f"{told}: {voice.bid(result.contract)}"


def _buttons(page: ReplayPage, language: Language) -> list[ActionRow]:
    """Return what can be done with a moment, or, at the end, with the deal as a whole."""
    again = _rerun_button(page, language)
    if not page.is_result:
        asked = page.press(page.at, page.seat, POSSIBLE)
        possible = components.button(language.term(_POSSIBLE), asked)
        judged = [possible] if page.at or page.has_decisions_before_tricks else []
        return components.rows([_hands_button(page, language), *judged, again])
    record, games = Press(RECORD, page.table.id), Press(GAMES, argument=f"{ME} 1")
    return components.rows(
        [
            *([_share_button(page, language)] if page.in_server else []),
            again,
            *([components.button(language.term(labels.RECORD_BUTTON), record)]
              if page.has_record else []),
            components.button(language.term(labels.GAMES), games),
        ]
    )  # fmt: skip


def _share_button(page: ReplayPage, language: Language) -> Button:
    label = language.term(_SHARED if page.shared else _SHARE)
    press = Press(SHARE, page.table.id, page.deal.number)
    return components.button(label, press, disabled=page.shared)


def _rerun_button(page: ReplayPage, language: Language) -> Button:
    """Return the button to play the deal again, within the tricks from the next one on."""
    from_here = 0 < page.at < page.tricks
    start = next_move(page.match, page.at, page.player) if from_here else 0
    press = rerun_press(page.table.id, page.deal.number, start, page.player)
    return components.button(language.term(TRY_FROM_HERE if start else PLAY_THIS_DEAL), press)


def _hands_button(page: ReplayPage, language: Language) -> Button:
    """Return the button to the next view: all hands, then each player's, one's own first."""
    own = [] if page.own not in page.seats else [page.own]
    ways: list[Seat | None] = [None, *own, *(seat for seat in page.seats if seat != page.own)]
    now = ways.index(page.seat) if page.seat in ways else 0
    following = ways[(now + 1) % len(ways)]
    name = Voice(language, page.match.names).without_markdown().name
    label = name(following) if following is not None else language.term(_ALL_HANDS)
    if following is not None and following == page.own:
        label = language.term(labels.MY_HAND)
    return components.button(label, page.press(page.at, following, "hands"), emoji="👁️")


def shared_screen(
    page: ReplayPage, player: str, told: Sequence[str], shows: ResultScene, rendering: Rendering,
    *, can_replay: bool,
) -> Screen:  # fmt: skip
    """Draw a deal that `player` shares with a channel, with its story; `can_replay`: whether
    everybody there may look at it."""
    language = language_of(page.table.language)
    game = language.term(page.table.variant.name)
    head = language.text(_SHARES, player=f"**{escape(player)}**", game=game)
    items: list[Part] = [components.words("\n".join([f"-# 🎞️ {head}", *told]))]
    items += rendering.deal(shows)
    if can_replay:
        press = Press(REPLAY, page.table.id, page.deal.number)
        again = rerun_press(page.table.id, page.deal.number, 0, None, anew=True)
        replay = components.button(language.term(labels.REPLAY), press)
        items.append(ActionRow(replay, components.button(language.term(PLAY_THIS_DEAL), again)))
    return components.picture_above_box(items, components.WAITING_COLOUR, rendering.pictures)
