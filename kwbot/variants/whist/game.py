"""The course of a deal and of a match of English whist."""

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

from kwbot.engine.deals.score_sheet import Sheet
from kwbot.engine.phases.base import Dealing
from kwbot.engine.phases.playrules import PlayRules
from kwbot.engine.phases.script import DealResult, Script, ask
from kwbot.engine.phases.tricks import TrickPlay
from kwbot.engine.values.actions import Seat
from kwbot.engine.values.layout import Layout
from kwbot.engine.values.option import Option
from kwbot.engine.values.wording import N_, Sentence, Term
from kwbot.variants._plain import PARTNERS_OPTION, TRICKS, PlainWhist

from .forms import FORM_TABLE, FORMS
from .scoring import RubberSheet, WhistSheet, first_of, result_of

RUBBERS = tuple(form.key for form in FORM_TABLE if not form.alone)


class Whist(PlainWhist):
    """English whist in all its forms. For the rules see data/rulebook/whist/."""

    key = "whist"
    has_auction = False
    name = Term("Whist", "game")
    summary = Term("Two against two: take more than six tricks", "game")
    difficulty = 0
    options: ClassVar = (
        Option("form", Term("Form", "option"),
               Term("Game at 5, 10 or 7 trick points; or each alone, to 9 points.", "option"),
               tuple((form.key, form.name) for form in FORM_TABLE)),
        Option("trumps", Term("Trumps", "option"),
               Term("The suit of the dealer's last card, or the first suit led.", "option"),
               (("turned", Term("Turned up", "trumps")),
                ("sattrumf", Term("By the first lead", "trumps"))),
               only_with=("form", *RUBBERS)),
        Option("honours", Term("Honours", "option"),
               Term("Whether a side scores for being dealt the highest trumps.", "option"),
               (("on", Term("On", "option")), ("off", Term("Off", "option"))),
               only_with=("form", *(form.key for form in FORM_TABLE if form.honours))),
        replace(PARTNERS_OPTION, only_with=("form", *RUBBERS)),
        Option("rubbers", Term("Rubbers", "option"),
               Term("How many rubbers the match has.", "option"),
               default="1", numbers=range(1, 21), only_with=("form", *RUBBERS)),
        Option("stake", Term("Stake", "option"),
               Term("Money that the losers pay for each rubber point they are behind.", "option"),
               (("0", Term("No money", "option")),),
               numbers=range(1, 100_001), only_with=("form", *RUBBERS), measure="money"),
    )  # fmt: skip

    def opening(self, options: Mapping[str, str], players: int) -> WhistSheet:
        """Return the sheet of a new match, with rubbers unless everybody plays alone."""
        kind = WhistSheet if FORMS[options["form"]].alone else RubberSheet
        return kind(dict(options), (0,) * players)

    def aim(self, options: Mapping[str, str]) -> Sentence:
        """Return the number of points that makes game or, alone, wins."""
        return Sentence(N_("first to {target}"), target=FORMS[options["form"]].game)

    def draws(self, options: Mapping[str, str]) -> bool:
        """Whether partners are drawn with cards before the match."""
        return super().draws(options) and not FORMS[options["form"]].alone

    def sides(self, sheet: Sheet) -> tuple[tuple[Seat, ...], ...]:
        """Return the partners; none where everybody plays for themselves."""
        return super().sides(sheet) if isinstance(sheet, RubberSheet) else ()

    def script(self, layout: Layout, sheet: Sheet) -> Script:
        """Lead a deal through dealing, trumps and tricks."""
        by_lead = isinstance(sheet, RubberSheet) and sheet.options["trumps"] == "sattrumf"
        dealt = yield from ask(Dealing(layout, each=TRICKS, turned=not by_lead))
        turned = dealt.layout.turned
        forehand = layout.left_of(layout.dealer)
        rules = PlayRules(
            leader=forehand, trumps=turned.suit if turned else None, lead_makes_trumps=by_lead
        )
        play = yield from ask(TrickPlay.begin(dealt.layout, rules))
        return result_of(sheet, play)

    def settle(self, sheet: Sheet, dealer: Seat, result: DealResult) -> WhistSheet:
        """Return the sheet after a deal, with the winners if the match is over."""
        assert isinstance(sheet, WhistSheet)
        counted = sheet.with_deal(dealer)
        if isinstance(counted, RubberSheet):
            # Each player has their side's points, and seats 0 and 1 are on different sides.
            return counted.after(result.points[:2])[0]
        after = counted.plus(result.points)
        won = first_of(after.form, after.scores, result.tricks)
        return replace(after, winners=None if won is None else (won,))
