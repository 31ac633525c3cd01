"""Foreign, stale, doubled and forged clicks: a sentence, or a fresh view, and nothing changes."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import pytest

from cogs.screens.parts.components import LONGEST, Press
from kwbot.engine.values.wording import N_
from kwbot.ids import TableId, UserId
from kwbot.local.guest import Guest, add_computers, press_more
from kwbot.tables.errors.refusals import HostOnly, NotSeated, Stale
from kwbot.tables.state.table_state import TableState
from kwbot.text.words.language import language_of
from playground import LocalPerson, Message
from playground.state.model import SELECTS, Json, walk
from tests.e2e.arranged import arranged
from tests.e2e.club import Club
from tests.e2e.conftest import Deals

REFUSALS = (
    NotSeated().sentence.text,
    Stale().sentence.text,
    HostOnly().sentence.text,
    N_("The game has already started."),
    N_("This button no longer works. Get a new one with /table."),
    N_("That can't be chosen here."),
    N_("You can only call a foul on another person in the deal."),
    N_("You didn't play at this table."),
    N_("This table is closed."),
    N_("You haven't finished a deal here."),
)
SEEN = 25
"""So many of the old controls does everybody press."""
FREE = ("leave", "back", "ready", "agree", "disagree", "start", "here")
"""Presses that do something whenever they come, by whoever sits at the table."""

Control = tuple[Message, str, list[str] | None]


def controls(club: Club) -> Iterator[tuple[Message, Json]]:
    for channel in list(club.playground.channels.values()):
        for message in list(channel.messages.values()):
            for control in walk(message.components):
                if "custom_id" in control:
                    yield message, control


class Memory:
    """Every control that the bot has ever shown, and what may be chosen in it."""

    def __init__(self, club: Club) -> None:
        self._club = club
        self._found: dict[tuple[int, str], Control] = {}

    def look(self) -> None:
        for message, control in controls(self._club):
            values = None
            if control["type"] in SELECTS:
                values = [option["value"] for option in control["options"]]
            self._found[message.id, control["custom_id"]] = (message, control["custom_id"], values)

    def of(self, person: LocalPerson) -> list[Control]:
        return [found for found in self._found.values() if person.sees(found[0])]

    def __len__(self) -> int:
        return len(self._found)


async def press(person: LocalPerson, control: Control, rng: random.Random) -> str:
    message, custom_id, values = control
    chosen = None if values is None else rng.sample(values, min(1, len(values)))
    outcome = await person.forge(message, custom_id, values=chosen)
    await outcome.settled()
    assert outcome.refusals == []
    return (
        outcome.text
        if outcome.kind == "message"
        else "\n".join(map(person.read, outcome.followups))
    )


def is_live(table: TableState, user_id: UserId, custom_id: str) -> bool:
    """Whether this press may well do something now."""
    found = Press.parse(custom_id)
    assert found is not None
    if found.area in ("act", "pick"):
        mine = table.seat_of(user_id) if table.has(user_id) else -1
        return table.running is not None and table.running.asked_at.get(mine) == found.asked_at
    if found.area == "more" and found.argument.split()[0] in ("foul", "take"):
        return found.asked_at == table.seq
    return found.area == "option" or found.argument in FREE


async def remember_an_evening(club: Club, guests: list[Guest], memory: Memory) -> TableId:
    """A lobby with its options, a deal with a vote, and half of the next one."""
    await club.set(language="en")
    host, other = (guest.person for guest in guests)
    lobby = await club.lobby(guests[0])
    await other.click(lobby, "Join")
    memory.look()
    await press_more(host, lobby, "Inställningar")
    await add_computers(host, lobby, 2)
    memory.look()
    await host.click(lobby, "Start")
    (table,) = list(club.bot.tables.index)
    await club.ready(table.id)
    for at in range(200):
        memory.look()
        if club.running_deal(table.id) == 0:
            if len(club.game(table.id).match.deals) == 2:
                break
            await club.ready(table.id)
        if at == 3:
            menu = await other.click(club.table_message(table.id), "More")
            memory.look()
            (undo,) = [b for b in menu.message.buttons() if b["custom_id"].endswith(":undo")]
            await other.click(menu.message, custom_id=undo["custom_id"])
            memory.look()
            (moves,) = menu.message.selects()
            await other.select(menu.message, None, [moves["options"][0]["value"]])
            memory.look()
            await club.playground.until(lambda: club.shows(table.id, "disagree"))
            await host.click(club.table_message(table.id), "Disagree")
        await club.turn()
    memory.look()
    return table.id


@pytest.fixture
def guests(club: Club) -> list[Guest]:
    return [club.guest("Anna", locale="sv-SE"), club.guest("Bo", locale="da")]


def mutated(custom_id: str, rng: random.Random) -> str:
    """Another text, often still one of our own shape."""
    parts = custom_id.split(":", 4)
    at = rng.randrange(5)
    junk = rng.choice(
        ["", "0", "-1", "9" * 60, "½", "٣", "none", "play", "go/" + "9" * 40, "=zz", "=" + "f" * 70,
         "main/3.", "extra9/0.0", "extra0/.fffff", "cards7/0", "cards0/" + "f" * 60, "numbers/",
         "foul 99 0", "foul -1 1", "take 999999999999", "right 0", "foul", "undo", "\u202e\x00",
         "play S" + "A" * 50, "card none", "player 99999999999999999999", "state X 9", "bid"]
    )  # fmt: skip
    if rng.random() < 0.7:
        parts[at] = junk
    else:
        part = list(parts[at] or "x")
        part[rng.randrange(len(part))] = chr(rng.randrange(32, 0x2FF))
        parts[at] = "".join(part)
    return ":".join(parts)[:LONGEST]


@pytest.mark.slow
async def test_old_foreign_and_forged_controls_change_nothing(
    club: Club, guests: list[Guest], caplog: pytest.LogCaptureFixture
) -> None:
    memory = Memory(club)
    table = await remember_an_evening(club, guests, memory)
    await club.ready(table)
    await club.playground.until(lambda: any(guest.is_asked for guest in guests))
    await club.playground.idle()
    assert len(memory) > SEEN
    stranger = club.playground.person("Eva")
    await press_forged(club, table, memory.of(stranger), stranger)
    assert [record.getMessage() for record in caplog.records] == []
    for person in (stranger, *(guest.person for guest in guests)):
        await press_old(club, table, memory, person, stranger)
    # Everybody goes on.
    await club.play_deal(table)


async def press_old(
    club: Club, table_id: TableId, memory: Memory, person: LocalPerson, stranger: LocalPerson
) -> None:
    """Press some of what this person ever saw."""
    rng = random.Random(7)
    spoken = language_of(person.user.locale)
    known = {spoken.text(text) for text in REFUSALS}
    found = memory.of(person)
    for control in rng.sample(found, min(SEEN, len(found))):
        before = club.game(table_id)
        if is_live(before, UserId(person.id), control[1]) and person is not stranger:
            continue
        if control[1].startswith(f"kw:table:{table_id}:") and control[1].endswith(":join"):
            continue  # whoever comes later may have a computer's seat
        if control[0].deleted and control[0].viewer is not None:
            continue  # a copy of their hand that the bot has taken away
        said = await press(person, control, rng)
        after = club.game(table_id)
        assert (after.seq, after.match) == (before.seq, before.match), control[1]
        if "⛔" in said:
            assert said.splitlines()[0].removeprefix("⛔ ") in known, said


async def press_forged(
    club: Club, table_id: TableId, found: Sequence[Control], stranger: LocalPerson
) -> None:
    """Press what somebody made up, starting from what they saw."""
    rng = random.Random(11)
    areas = ["act", "pick", "table", "more", "lobby", "option", "again", "rules", "bans",
             "settings", "preferences", "privacy", "leaderboard", "stats"]  # fmt: skip
    # Whoever comes later may have a computer's seat.
    bases = [one[1] for one in found if not one[1].endswith(":join")]
    bases += [f"kw:{area}:{table_id}:0:" for area in areas]
    before = club.game(table_id)
    values = [None, [], ["0"], ["9" * 80], ["-1"], [""], ["SA"], ["spel", "spel"], ["x"] * 25]
    for _ in range(300):
        custom_id = mutated(rng.choice(bases), rng)
        ours = Press.parse(custom_id) is not None
        message = club.table_message(table_id)
        await stranger.forge(message, custom_id, values=rng.choice(values), wait=ours)
    await club.playground.idle(hearing=1)  # nobody answers what is no control of ours
    after = club.game(table_id)
    assert (after.seq, after.match) == (before.seq, before.match)


NASTY: list[tuple[str, str, list[str] | None]] = [
    ("pick", "numbers/", ["999999999999999999"]),
    ("pick", "numbers/", ["1000000000"]),
    ("pick", "numbers/", ["-1"]),
    ("pick", "numbers/", []),
    ("pick", "", ["0"]),
    ("pick", "cards0/" + "f" * 70, ["SA"]),
    ("pick", "cards99/0", ["SA"]),
    ("pick", "cards-1/0", ["X"]),
    ("pick", "main/.0", ["nothing"]),
    ("pick", "main/99.0", ["spel"]),
    ("pick", "extra0/." + "f" * 70, ["pest"]),
    ("pick", "extra" + "9" * 50 + "/.0", []),
    ("pick", "extra-1/.0", ["pest"]),
    ("pick", "go/" + "9" * 70, None),
    ("pick", "go/-5", None),
    ("pick", "go/½", None),
    ("pick", "go/٣", None),
    ("act", "=" + "f" * 70, None),
    ("act", "=-f", None),
    ("act", "=.f", None),
    ("act", "=0." + "f" * 60, None),
    ("act", "", None),
    ("act", "", ["hand 0 SA"]),
    ("act", "numbers 0 " + "9" * 60, None),
    ("act", "number " + "9" * 70, None),
    ("act", "player 99", None),
    ("act", "player ٣", None),
    ("act", "cards " + "SA " * 20, None),
    ("act", "play CA", None),
    ("act", "bid spel+spel", None),
    ("act", "bid +", None),
    ("act", "jernhand", None),
    ("act", "undo 1", None),
]


@pytest.mark.slow
@pytest.mark.parametrize("bid", ["ungefar", "precis", "trumf+rattvisa+straff+las", ""])
async def test_forged_answers_to_a_real_question(
    club: Club, deals: Deals, bid: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Whoever is in turn sends nonsense: it is refused in words and nothing stands."""
    rng = random.Random(5)
    table = await arranged(club, deals, f"1 bid {bid} / pass*" if bid else "")
    if "rattvisa" in bid:
        await club.play(table, "1 suit H")
    bo = club.guest_at(table, 1)
    await club.playground.until(lambda: bo.is_asked)
    hand, before = bo.hand, club.game(table)
    assert hand is not None
    for area, rest, values in NASTY:
        asked = before.asked_at[1]
        custom_id = str(Press(area, table, asked, rest))
        outcome = await bo.person.forge(hand, custom_id, values=values)
        assert outcome.kind in ("message", "update"), custom_id
        assert [r.getMessage() for r in caplog.records] == [], (custom_id, values)
        after = club.game(table)
        assert (after.seq, after.match) == (before.seq, before.match), (custom_id, values)
    for _ in range(40):
        custom_id = mutated(f"kw:{rng.choice(['act', 'pick'])}:{table}:0:go/", rng)
        ours = Press.parse(custom_id) is not None
        await bo.person.forge(hand, custom_id, values=rng.choice([None, ["SA"], [""]]), wait=ours)
    await club.playground.idle(hearing=1)
    assert [record.getMessage() for record in caplog.records] == []
    assert club.state(table).seq == before.seq


async def test_many_people_press_at_once(club: Club, deals: Deals) -> None:
    """Ten presses of one card, by its owner and by others, before the first is answered."""
    table = await arranged(club, deals, "1 bid spel / pass* / 0 play S2")
    bo = club.guest_at(table, 1)
    await club.playground.until(lambda: bo.is_asked)
    hand = bo.hand
    assert hand is not None
    seq = club.state(table).seq
    cards = [b["custom_id"] for b in hand.buttons() if ":play " in b["custom_id"]]
    pressed = [await bo.person.forge(hand, card, wait=False) for card in (*cards, cards[0])]
    others = [guest.person for guest in club.guests if guest is not bo]
    pressed += [await other.forge(hand, cards[0], wait=False) for other in others]
    for outcome in pressed:
        await outcome.answered()
    assert club.state(table).seq == seq + 1
    assert club.game(table).to_act() == (2,)
