"""The record: what it must hold, what it may leave out, and the line of every mistake."""

import json
import re
from copy import copy
from pathlib import Path

import pytest

from kwbot.engine.deals.match import Match
from kwbot.engine.deals.reader import Reader, replay
from kwbot.engine.deals.record import header, write
from kwbot.engine.deals.record_lines import Chance
from kwbot.engine.values.errors import RecordError
from kwbot.variants import games
from tests.engine.playing import acted, begin, dealt

GAME = games()["kombinations-whist"]
HEAD = """whist-record 1
game kombinations-whist
rules 1
player 0 Anna
player 1 Bo
player 2 Cleo
player 3 Dag
"""
DEAL = """deal 1 dealer=0
hand 0 SA SK SQ SJ ST S9 S8 S7 S6 S5 S4 S3 S2
hand 1 HA HK HQ HJ HT H9 H8 H7 H6 H5 H4 H3 H2
hand 2 DA DK DQ DJ DT D9 D8 D7 D6 D5 D4 D3 D2
hand 3 CA CK CQ CJ CT C9 C8 C7 C6 C5 C4 C3 C2
"""
PASSED = "1 pass\n2 pass\n3 pass\n0 pass\n"
WHOLE = HEAD + DEAL + PASSED
LONG = "4" * 5000
"""More digits than `int` reads."""


def read(text: str) -> Match:
    return replay(text, games())


def lines(*moves: str) -> str:
    return HEAD + DEAL + "\n".join("\n".join(moves).split("/")) + "\n"


def test_a_record_is_written_as_it_was_read() -> None:
    text = WHOLE + "score 0=0 1=0 2=0 3=0\n" + DEAL.replace("deal 1", "deal 2") + "1 bid noll\n"
    assert write(read(text)) == text


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("\n", "\r\n"),
        ("\n", "\n\n"),
        ("\n", "\n  # nothing\n"),
        ("0 pass", "   0   pass   # out"),
        ("0 pass", "0\tpass"),
        ("hand 0", "  hand 0"),
        ("score 0=0", "score   0=0"),
    ],
)
def test_blanks_comments_and_indentation_are_free(old: str, new: str) -> None:
    text = WHOLE + "score 0=0 1=0 2=0 3=0\n"
    found = read("whist-record 1\n" + text.removeprefix("whist-record 1\n").replace(old, new))
    assert write(found) == text


@pytest.mark.parametrize("name", ["Bo # 1", "#", "Bo\u2028Ek", "Bo\x0bEk", "0 pass", "Åsa 🂡"])
def test_a_name_is_the_rest_of_its_line(name: str) -> None:
    match = Match.begin(GAME, ("Anna", name, "Cleo"), {})
    assert read(write(match)).names == match.names
    assert match.names[1] == " ".join(name.split())


def test_a_name_cannot_break_its_line() -> None:
    match = Match.begin(GAME, ("Anna\n0 pass", "  Bo  ", ""), {})
    assert match.names == ("Anna 0 pass", "Bo", "?")
    assert read(write(match)).names == match.names


def test_options_at_their_default_are_left_out() -> None:
    options = GAME.option_values({"winning": "limited", "rounds": "3"})
    assert "option winning=limited" in header(GAME, options, ())
    assert not any("rounds" in line for line in header(GAME, options, ()))
    assert read(WHOLE.replace("rules 1", "rules 1\noption rounds=7")).sheet.options["rounds"] == "7"


MISTAKES = [
    (1, "", "this is no game record"),
    (1, "# nothing", "this is no game record"),
    (1, "whist-record 2", "begins with"),
    (2, "whist-record 1\nrules 1", "'game' must stand first"),
    (2, "whist-record 1\ngame poker", "no such game"),
    (3, HEAD.replace("rules 1", "rules 99") + DEAL, "written by rules 99"),
    (3, HEAD.replace("rules 1", "game kombinations-whist") + DEAL, "stands already"),
    (4, HEAD.replace("rules 1", "rules 1\nrules 1") + DEAL, "'rules' stands already"),
    (8, HEAD + "rules 1\n" + DEAL, "'rules' stands already"),
    (7, HEAD.replace("rules 1\n", "") + DEAL, "'rules' is missing"),
    (4, HEAD.replace("player 0 Anna", "player 0") + DEAL, "each with a name"),
    (4, HEAD.replace("player 0 Anna", "player 1 Anna") + DEAL, "in order"),
    (6, "\n".join(HEAD.splitlines()[:5]) + "\n" + DEAL, "isn't for 2 players"),
    (8, HEAD + "option pot=3\n", "no option called pot"),
    (8, HEAD + "option rounds=0\n", "can't be set"),
    (9, HEAD + "option rounds=4\noption rounds=4\n", "once"),
    (8, HEAD + "score 0=0 1=0 2=0 3=0\n", "not over"),
    (8, HEAD + "1 pass\n", "not your turn"),
    (8, HEAD + "deal 2 dealer=0\n", "this is deal 1"),
    (8, HEAD + "deal 1 dealer=4\n", "turn to deal"),
    (10, HEAD + DEAL.replace("hand 1", "hand 0"), "once for each player"),
    (9, HEAD + DEAL.replace("hand 0 SA SK", "hand 0 SA SA"), "stands twice"),
    (9, HEAD + DEAL.replace("hand 0 SA", "hand 0 S1"), "no card"),
    (10, HEAD + DEAL.replace("hand 0 SA", "hand 0 HA"), "dealt twice"),
    (9, HEAD + DEAL.replace("hand 0 SA", "hand 0 J1"), "not in the deck"),
    (9, HEAD + DEAL.replace("hand 0 SA ", "hand 0 "), "13 cards are dealt"),
    (13, HEAD + DEAL + "kitty SA", "no cards are dealt"),
    (13, HEAD + DEAL + "hand 0 SA\n", "no cards are dealt here"),
    (13, HEAD + DEAL + "order vip\n", "no cards are dealt here"),
    (13, HEAD + DEAL + "player 4 Eva\n", "before the first deal"),
    (13, HEAD + DEAL + "option rounds=4\n", "before the first deal"),
    (13, lines("1 bid"), "one word must follow"),
    (13, lines("1 bid noll++las"), "empty part"),
    (13, lines("1 bid NOLL"), "standard bid"),
    (13, lines("1 shout"), "no such action"),
    (13, lines("² pass"), "no such line"),
    (13, lines("-1 pass"), "no such line"),
    (13, lines("2 pass"), "not your turn"),
    (13, lines("deal 2 dealer=0"), "not over"),
    (13, lines("score 0=0 1=0 2=0 3=0"), "not over"),
    (13, lines("end winner=0"), "nobody has won"),
    (13, lines("undo 1"), "take back 0"),
    (13, lines("undo x"), "undo N"),
    (13, lines("away 4"), "no such player"),
    (13, lines("back 1"), "isn't away"),
    (13, lines("foul 1 by=2 ruling=jail"), "ruling="),
    (15, lines("1 pass/foul 1 by=2 ruling=restore/2 pass"), "undo must follow"),
    (13, lines("commit xyz"), "hexadecimal"),
    (17, WHOLE + "score 0=0 1=0 2=0 3=1\n", "the scores are 0=0 1=0 2=0 3=0"),
    (17, WHOLE + "score 0=0 1=0 2=0\n", "the scores are"),
    (17, WHOLE + "score 0=0 0=0 1=0 2=0 3=0\n", "the scores are"),
    (17, WHOLE + "score 0=0 1=0 2=0 3=0 4\n", "a score line is"),
    (17, WHOLE + "score 0=\u0660 1=0 2=0 3=0\n", "a score line is"),
    (17, WHOLE + f"score 0={LONG} 1=0 2=0 3=0\n", "a score line is"),
    (13, lines(LONG), "444…"),
    (17, WHOLE + "2 pass\n", "not your turn"),
    (18, WHOLE + "commit ab\nscore 0=0 1=0 2=0 3=0\n", "not over"),
    (17, WHOLE + "score 00=0 1=0 2=0 3=0\n", "a score line is"),
    (17, WHOLE + "score 0=00 1=0 2=0 3=0\n", "a score line is"),
    (17, WHOLE + "score 0=-0 1=0 2=0 3=0\n", "a score line is"),
    (17, WHOLE + "score 0=01=0 2=0 3=0\n", "a score line is"),
    (13, lines("01 pass"), "no such line"),
    (17, lines("1 bid precis/2 pass/3 pass/0 pass/1 number 04"), "no whole number: '04'"),
    (17, lines("1 bid ungefar/2 pass/3 pass/0 pass/1 numbers 04 6"), "no whole number: '04'"),
    (8, HEAD + "option rounds=03\n", "the line is 'option rounds=3'"),
    (8, HEAD + "option rounds=\u0663\n", "can't be set"),
    (8, HEAD + "deal 01 dealer=0\n", "this is deal 1"),
    (8, HEAD + "deal 1 dealer=00\n", "a deal line"),
    (9, HEAD + DEAL.replace("hand 0", "hand 00"), "a hand line"),
    (13, lines("away 01"), "no such player"),
    (14, lines("1 pass/undo 01"), "undo N"),
    (13, lines("foul 01 by=2 ruling=restore"), "a foul line"),
    (13, lines("claim 1 05"), "a claim line"),
    (13, lines("finish 00"), "no such player"),
    (13, lines("seat 01 Eva"), "no such player"),
    (9, HEAD + "deal 1 dealer=0\nfoul 1 by=2 ruling=cancel\n", "before the cards are dealt"),
    (9, HEAD + "deal 1 dealer=0\nfoul 1 by=2 ruling=restore\n", "before the cards are dealt"),
    (10, HEAD + DEAL.replace("hand 1", "foul 1 by=2 ruling=cancel\nhand 1"), "must stand first"),
    (10, HEAD + DEAL.replace("hand 1", "away 1\nhand 1"), "must stand first"),
    (10, HEAD + DEAL.replace("hand 1", "seat 1 Eva\nhand 1"), "must stand first"),
    (10, HEAD + DEAL.replace("hand 1", "undo 1\nhand 1"), "must stand first"),
    (10, HEAD + DEAL.replace("hand 1", "claim 1 all\nhand 1"), "must stand first"),
    (10, HEAD + DEAL.replace("hand 1", "finish 0\nhand 1"), "must stand first"),
    (10, HEAD + DEAL.replace("hand 1", "score 0=0 1=0 2=0 3=0\nhand 1"), "must stand first"),
    (13, lines("\u0661 pass"), "no such line"),
    (13, lines("foul \u0661 by=2 ruling=restore"), "a foul line"),
    (18, WHOLE + "score 0=0 1=0 2=0 3=0\nscore 0=0 1=0 2=0 3=0\n", "not over"),
    (17, WHOLE + "deal 2 dealer=1\n", "turn to deal"),
]


@pytest.mark.parametrize(("line", "text", "reason"), MISTAKES)
def test_a_mistake_is_named_with_its_line(line: int, text: str, reason: str) -> None:
    with pytest.raises(RecordError, match=re.escape(reason)) as caught:
        read(text)
    assert caught.value.line == line


WON = "1 bid obesudlat+oppenhand+straff+bradska+pest/2 pass/3 pass/0 pass/1 suit S"


def test_after_the_end_nothing_follows_but_the_secret_of_the_shuffle() -> None:
    match = acted(dealt(begin(GAME, 4), {}), f"{WON}/rest").with_score()
    text = write(match)
    assert text.endswith("end winner=1\n")
    assert write(read(text + "reveal 00ff\n")) == text
    for line in ("score 0=0 1=0 2=0 3=0", "away 1", "deal 2 dealer=1", "end winner=1"):
        with pytest.raises(RecordError, match="ended"):
            read(text + line)
    with pytest.raises(RecordError, match="the end is 'end winner=1'"):
        read(text.replace("winner=1", "winner=0"))


GOLDEN = Path(__file__).parents[2] / "golden"
TOGETHER, POT = "fyrmanswhist/together", "hus/five-broken-off"
ORDERED, TURNED = "esmakker/every-bid", "whist/short"
SHOW_1, SHOW_2 = "1 show S2\n", "2 show C3\n"
FOUL = "foul 1 by=2 ruling=deduct\n"
SETTLED = "settle 0=-13182 1=12045 2=1364 3=11591 4=-11818\n"
DRAWN_ORDER, KITTY = "order halve sans vip\n", "kitty J3 C9 DA\n"
TURN = "turn S6\n"
MISPLACED = [
    (TOGETHER, "0 show SQ\n1 show S2\n", "1 show S2\n0 show SQ\n", 0, "0 is next"),
    (TOGETHER, SHOW_1 + SHOW_2, SHOW_2 + SHOW_1, 0, "1 is next"),
    (TOGETHER, SHOW_1, SHOW_1 + "undo 1\n", 1, "choose in secret"),
    (TOGETHER, SHOW_1, SHOW_1 + FOUL, 1, "choose in secret"),
    (TOGETHER, SHOW_1, SHOW_1 + "commit ab\n", 1, "choose in secret"),
    (TOGETHER, SHOW_1, "\u0661 show S2\n", 0, "no such line"),
    (TOGETHER, "deal 1 dealer=2\n", "deal 1 dealer=\u0662\n", 0, "a deal line"),
    (TOGETHER, "hand 1 ", "hand \u0661 ", 0, "a hand line"),
    (TOGETHER, SHOW_1, SHOW_1.replace("1", "1_0"), 0, "no such line"),
    (TOGETHER, "deal 1", "away \u0661\ndeal 1", 0, "no such player"),
    (TOGETHER, "3 play D4\n", "3 play D4\nundo \u0661\n", 1, "undo N"),
    (TOGETHER, "3 play D4\n", f"3 play D4\nundo {LONG}\n", 1, "undo N"),
    (TOGETHER, "3 play D4\n", f"3 play D4\nfoul {LONG} by=1 ruling=fail\n", 1, "a foul line"),
    (TOGETHER, "3 play D4\n", f"{LONG} play D4\n", 0, "no such line"),
    (TOGETHER, "deal 1 dealer=2\n", f"deal 1 dealer={LONG}\n", 0, "a deal line"),
    (TOGETHER, "hand 1 ", f"hand {LONG} ", 0, "a hand line"),
    (TOGETHER, "deal 1", f"away {LONG}\ndeal 1", 0, "no such player"),
    (TOGETHER, "hand 1 ", "commit ab\nhand 1 ", 0, "before its deal"),
    (TOGETHER, SHOW_2, "commit ab\n", 0, "choose in secret"),
    (TOGETHER, "3 play D4\n", "commit ab\n", 0, "before its deal"),
    (TOGETHER, "3 play D4\n", "reveal ab\n", 0, "after its deal"),
    (TOGETHER, "deal 1", "reveal ab\ndeal 1", 0, "after its deal"),
    (TOGETHER, "deal 1", "commit ab\ncommit ab\ndeal 1", 1, "stands already"),
    (TOGETHER, "deal 2", "reveal ab\nreveal ab\ndeal 2", 1, "stands already"),
    (TOGETHER, "deal 1", "commit ab\noption target=5\ndeal 1", 1, "before the first deal"),
    (TOGETHER, "hand 0 ", "kitty\nhand 0 ", 0, "a kitty line"),
    (TOGETHER, "hand 0 ", "turn S6\nhand 0 ", 0, "a turn line"),
    (TOGETHER, "hand 0 ", DRAWN_ORDER + "hand 0 ", 0, "an order line"),
    (ORDERED, DRAWN_ORDER, DRAWN_ORDER * 2, 1, "an order line"),
    (ORDERED, DRAWN_ORDER, "order halve sans\n", 0, "the order is one of"),
    (ORDERED, "hand 1 ", DRAWN_ORDER + "hand 1 ", 0, "an order line"),
    (ORDERED, DRAWN_ORDER, DRAWN_ORDER + KITTY, 1, "a kitty line"),
    (ORDERED, KITTY, KITTY * 2, 1, "no cards are dealt"),
    (ORDERED, "hand 1 ", "turn S6\nhand 1 ", 0, "a turn line"),
    (TURNED, "hand 3 ", TURN + "hand 3 ", 0, "a turn line"),
    (TURNED, "1 play ", TURN + "1 play ", 0, "no cards are dealt"),
    (ORDERED, DRAWN_ORDER, DRAWN_ORDER + "away 1\n", 1, "must stand first"),
    (ORDERED, KITTY, "away 1\n" + KITTY, 0, "must stand first"),
    (TURNED, "turn H4\n", "away 1\nturn H4\n", 0, "must stand first"),
    (POT, "0 cut 30\n", "0 cut 030\n", 0, "no whole number"),
    (POT, SETTLED, SETTLED.replace("1=1", "1=01"), 0, "the line is"),
    (POT, SETTLED, "", 0, "'settle' must stand"),
    (POT, SETTLED, SETTLED * 2, 1, "stands already"),
    (POT, SETTLED, "score 0=0 1=0 2=0 3=0 4=0\n", 0, "ended with 'finish'"),
    (POT, SETTLED, SETTLED + "commit ab\n", 1, "before its deal"),
    (POT, SETTLED, SETTLED + "away 1\n", 1, "the line 'end' must follow"),
    (POT, SETTLED, SETTLED + "seat 1 Eva\n", 1, "the line 'end' must follow"),
    (POT, SETTLED, SETTLED + "reveal ab\nreveal cd\n", 2, "stands already"),
    (POT, SETTLED, SETTLED.replace("1=", "\u0661="), 0, "the line is"),
]


@pytest.mark.parametrize("game", games())
def test_the_version_of_the_rules_stands_once_in_its_place(game: str) -> None:
    lines = next((GOLDEN / game).glob("*.rec")).read_text("utf-8").splitlines()
    place = next(at for at, line in enumerate(lines) if line.startswith("rules "))
    reader = Reader(games())
    for at, line in enumerate(lines):
        if at > place:
            with pytest.raises(RecordError) as caught:
                copy(reader).feed(lines[place])
            assert caught.value.line == at + 1
        reader.feed(line)
    late = [*lines[:place], *lines[place + 1 :]]
    after = next(at for at, line in enumerate(late) if line.startswith(("draw ", "deal ")))
    late.insert(after, lines[place])
    with pytest.raises(RecordError, match="must stand before options and players"):
        read("\n".join(late))


@pytest.mark.parametrize(("name", "old", "new", "after", "reason"), MISPLACED)
def test_a_line_out_of_place_is_refused(
    name: str, old: str, new: str, after: int, reason: str
) -> None:
    """`new` for the first `old` of a golden record; the line `after` it begins is wrong."""
    before, found, rest = (GOLDEN / f"{name}.rec").read_text("utf-8").partition("\n" + old)
    assert found
    read(before + found + rest)
    with pytest.raises(RecordError, match=re.escape(reason)) as caught:
        read(f"{before}\n{new}{rest}")
    assert caught.value.line == len(before.splitlines()) + 1 + after


@pytest.mark.parametrize("game", games())
def test_no_score_stands_before_its_deal_is_over(game: str) -> None:
    """Nor where all that is left before the next card has no choice and gets no line."""
    reader, scored = Reader(games()), 0
    for line in min((GOLDEN / game).glob("*.rec")).read_text("utf-8").splitlines():
        match = reader._match
        if match is not None and match.deal is not None:
            scores = " ".join(f"{at}={score}" for at, score in enumerate(match.sheet.scores))
            over = line.startswith("score")
            scored += over
            if not over and reader.match.deal is not None:
                with pytest.raises(RecordError):
                    copy(reader).feed(f"score {scores}")
        reader.feed(line)
    assert scored > 3


def test_somebody_may_go_away_before_the_cards_are_dealt() -> None:
    text = WHOLE.replace("hand 0", "away 1\nseat 2 Eva\nhand 0")
    assert read(text).away == {1}
    assert write(read(text)) == f"{text}score 0=0 1=0 2=0 3=0\n"


def test_what_a_vote_leaves_of_secret_choices_stays() -> None:
    """Twice taken back in the middle of them, as the table may decide."""
    text = (GOLDEN / f"{TOGETHER}.rec").read_text("utf-8").split("3 play D4\n")[0]
    text = text.removeprefix(text.splitlines(keepends=True)[0])
    again = f"{text}undo 2\nundo 1\naway 0\n{SHOW_1}{SHOW_2}3 show S4\n"
    assert write(read(again)) == again
    assert read(text + "undo 4\n").to_act() == (3, 0, 1, 2)


def test_a_secret_stands_after_its_deal_before_the_score_or_after_it() -> None:
    text = f"{HEAD}commit ab\n{DEAL}{PASSED}reveal 0F\nscore 0=0 1=0 2=0 3=0\ncommit cd\n"
    assert write(read(text)) == f"{WHOLE}score 0=0 1=0 2=0 3=0\n"


def test_score_and_end_may_be_left_out() -> None:
    match = acted(dealt(begin(GAME, 4), {}), f"{WON}/rest").with_score()
    short = "\n".join(write(match).splitlines()[:-2])
    assert read(short) == match


def test_commitments_stand_around_a_deal() -> None:
    text = f"{HEAD}commit ab\n{DEAL}{PASSED}score 0=0 1=0 2=0 3=0\nreveal CD\n"
    assert read(text).sheet.scores == (0, 0, 0, 0)


ALL_LAID = "1 bid spel+lattja+atelje+straff/2 pass/3 pass/0 pass/1 cards HA HK HQ HJ"


def atelier(tricks: int) -> list[str]:
    """Declarer lays the hearts from the top; the last refill leaves no choice."""
    found = ALL_LAID.split("/")
    for place, rank in enumerate("AKQJT98765432"[:tricks]):
        found += [f"0 play S{rank}", f"2 play D{rank}", f"3 play C{rank}", f"1 play H{rank}"]
        found += [f"1 cards H{'AKQJT98765432'[place + 4]}"] if place < 9 else []
    return found


@pytest.mark.parametrize("after", ["", "score 0=0 1=-4 2=0 3=0", "deal 2 dealer=1"])
def test_a_refill_without_a_choice_may_be_left_out(after: str) -> None:
    """The last trick is settled only after it; it may stand there or not."""
    written = read(lines(*atelier(9), after))
    left_out = read(lines(*atelier(9)[:-1], after))
    assert written.deals[0].result == left_out.deals[0].result
    assert written.sheet.scores == (0, -4, 0, 0)


def test_a_refill_without_a_choice_may_be_left_out_before_the_next_card() -> None:
    text = lines(*atelier(9)[:-1], "").replace("rules 1", "rules 1\noption early_stop=off")
    assert read(f"{text}0 play S5\n").to_act() == (2,)


def test_the_reader_shows_the_match_line_by_line() -> None:
    reader = Reader(games())
    seen = []
    for line in WHOLE.splitlines():
        reader.feed(line)
        if line.startswith(("deal", "1 pass", "0 pass")):
            seen.append((len(reader.match.deals), reader.match.to_act()))
    assert seen == [(0, (-1,)), (0, (2,)), (1, ())]


def test_the_chance_lines_are_read_alone() -> None:
    cards = DEAL.splitlines()[1:]
    assert Chance.parse(cards).dealt(4).lines() == tuple(cards)
    with pytest.raises(ValueError, match="no chance line"):
        Chance.parse([*cards, "1 pass"])


def test_a_restored_deal_waits_for_its_undo() -> None:
    match = read(lines("1 pass/2 pass/3 pass/0 pass/foul 1 by=2 ruling=restore"))
    assert match.deals == ()
    assert read(write(match) + "undo 1\n0 bid noll\n").to_act() == (3,)


def test_public_values_of_the_sheet_are_plain_json() -> None:
    public = read(WHOLE).sheet.public()
    assert json.loads(json.dumps(public)) == public


def test_a_seat_that_changes_hands_and_a_game_that_its_host_ends() -> None:
    """The record begins with the first names; the game is unfinished, and nothing follows."""
    golden = (GOLDEN / "whist/american.rec").read_text("utf-8")
    before, found, _ = golden.partition("\ndeal 2 ")
    assert found
    text = f"{before}\nseat 1 Eva the 2nd # sits down\nfinish 3\n"
    match = read(text)
    assert match.names[1] == "Eva the 2nd"
    assert match.first_names[1] != "Eva the 2nd"
    assert match.sheet.winners is None
    assert read(write(match)) == match
    assert Reader.after(match, 1).names == match.first_names
    for line in ("deal 2 dealer=1", "finish 0", "seat 1 Bo", "away 1", "end winner=0", "1 pass"):
        with pytest.raises(RecordError):
            read(f"{text}{line}\n")
    with pytest.raises(RecordError, match="no such player"):
        read(text.replace("seat 1", "seat 4"))
