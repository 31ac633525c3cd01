"""Labels of everything that can be pressed, chosen or typed. `Language.term` translates them."""

from typing import NamedTuple

from kwbot.engine.values import actions as act
from kwbot.engine.values.wording import N_, Term

# --- the lobby ---------------------------------------------------------------------------------
JOIN = Term("Join", "button")
LEAVE = Term("Leave", "button")
ADD_COMPUTER = Term("Add computer", "button")
HINT = Term("Hint", "button")
REVIEW = Term("Review", "button")
REPLAY = Term("Replay", "button")
RECORD_BUTTON = Term("Record", "button")
GAMES = Term("Games", "button")
AS_TEXT = Term("As text", "button")
LEADERBOARD = Term("Leaderboard", "button")
REMOVE_COMPUTER = Term("Remove computer", "button")
OPTIONS = Term("Options", "button")
MORE_OPTIONS = Term("More options", "button")
START = Term("Start", "button")
PLAY_NOW = Term("Play now", "button")
CANCEL = Term("Cancel", "button")
CLOSE_TABLE = Term("Close the table", "button")
CALL_IT_OFF = Term("Call it off", "button")
PLAY_AT = Term("Play at …", "button")
OTHER_TIME_OF_DAY = Term("Change the time", "button")
MORE = Term("More", "button")
TO_HAND = Term("Back to the hand", "button")
ASIDE = N_("What would you like to do?")
OPEN_NOW = Term("Open now", "button")
PING_ME = Term("Ping me", "button")
PING_OTHERS = Term("Ping others", "button")
STOP_PINGS = Term("Stop pings", "button")
QUIET_HOURS = Term("Quiet hours", "button")
TAKE_A_SEAT = Term("Take a seat", "button")
NO_INVITATIONS = Term("No more invitations", "button")

# --- the table ---------------------------------------------------------------------------------
MY_HAND = Term("My hand", "button")
WATCH = Term("Watch", "button")
RULES = Term("Rules", "button")
I_AM_BACK = Term("I'm back", "button")
CALL_FOUL = Term("Call a foul", "button")
TAKE_BACK = Term("Take back", "button")
QUICK = Term("Quick", "button")
CLAIM = Term("Claim", "button")
THE_REST = Term("The rest are mine", "button")
NONE_OF_IT = Term("I lose the rest", "button")
A_NUMBER = Term("Some of them", "menu")
READY = Term("Ready", "button")
NEXT_DEAL = Term("Next deal", "button")
STIR = Term("Stir", "button")
AGREE = Term("Agree", "button")
DISAGREE = Term("Disagree", "button")
WITHDRAW = Term("Withdraw", "button")
PLAYERS = Term("Players", "button")
TAKE_SEAT = Term("Take {player}'s seat", "button")
END_GAME = Term("End the game", "button")
REMATCH = Term("Play again", "button")
RECORD = Term("Game record", "button")

# --- the hand ----------------------------------------------------------------------------------
PASS = Term("Pass", "button")
BID = Term("Bid", "button")
CLEAR = Term("Clear", "button")
SUGGESTIONS = Term("Suggestions", "button")
CONFIRM = Term("Confirm", "button")
KEEP_ALL = Term("Keep all cards", "button")
DECLINE = Term("Decline", "button")
GO_ON = Term("Go on", "button")
SEAL = Term("Seal", "button")
NEXT = Term("Next", "button")
PREVIOUS = Term("Previous", "button")

KNOCK = Term("Knock", "button")
CALL_LABELS: dict[type[act.Action], Term] = {
    act.Pass: PASS,
    act.Join: Term("Join", "bid"),
    act.ClaimRedeal: Term("Claim a redeal", "button"),
    act.Accept: Term("Accept", "button"),
    act.TurnNext: Term("Turn next card", "button"),
}
"""Labels of actions without arguments."""

# --- placeholders of menus ---------------------------------------------------------------------
STANDARD_BID = Term("Standard bid", "menu")
SPECIAL_BIDS = Term("Special bids", "menu")
MORE_SPECIAL_BIDS = Term("More special bids", "menu")
CHOOSE_CARD = Term("Choose a card", "menu")
CHOOSE_ANY_CARD = Term("Name any card in the deck", "menu")
CHOOSE_CARDS = Term("Choose cards", "menu")
CHOOSE_SUIT = Term("Choose a suit", "menu")
CHOOSE_NUMBER = Term("Choose a number", "menu")
CHOOSE_HOST = Term("Make someone else the host", "menu")
CHOOSE_TABLE = Term("Choose a table", "menu")
CHOOSE_MOVE = Term("Choose a move", "menu")
CHOOSE_PLAYER = Term("Choose a player", "menu")
CHOOSE_DIRECTION = Term("Choose a direction", "menu")
CHOOSE_STRENGTH = Term("Suit and how strongly (5 = most)", "menu")
CHOOSE_GAME = Term("Choose a game", "menu")
HIGHER_BIDS = Term("Higher bids", "menu")
CHOOSE_VALUE = Term("Choose a value", "menu")
CHOOSE_PAGE = Term("Choose a page", "menu")
CHOOSE_RULING = Term("What should happen?", "menu")

RULING_LABELS = {
    "fail": Term("The bid fails", "ruling"),
    "deduct": Term("The offender loses the bid's points", "ruling"),
    "cancel": Term("The deal is cancelled", "ruling"),
    "restore": Term("Put it right and play on", "ruling"),
}
"""The possible consequences of a foul, by the key of the ruling."""

# --- settings and preferences ------------------------------------------------------------------
LANGUAGE = Term("Language", "setting")
TIME_ZONE = Term("Time zone", "setting")
THREADS = Term("A thread for each table", "setting")
TABLE_LOOK = Term("Tables in the channel", "setting")
OPENERS = Term("Who can open tables", "setting")
EVERYONE = Term("Everyone", "setting")
MODERATORS = Term("Moderators", "setting")
AS_OTHERS = Term("As for other decisions", "setting")
CLOSE_AFTER = Term("Close unused tables after", "setting")
MOST_PLAYERS = Term("Players at a table, at most", "setting")
TABLES_PER_PERSON = Term("Open tables per person, at most", "setting")
TABLES_PER_CHANNEL = Term("Open tables per channel, at most", "setting")
TABLES_PER_SERVER = Term("Open tables on the server, at most", "setting")
SEASON = Term("Season", "setting")
SEASON_LABELS = {
    "month": Term("A month", "season"),
    "quarter": Term("A quarter", "season"),
    "none": Term("None", "season"),
}
STANDINGS = Term("Standings", "setting")
RATINGS = Term("Ratings on the leaderboard and in /stats", "setting")
WEEKLY = Term("Weekly post", "setting")
BEST_EVENINGS = Term("Best evenings that count", "setting")
ALL_EVENINGS = Term("All", "setting")
SORTING = Term("Sorting of the hand", "setting")
ASCENDING = Term("Low to high", "setting")
DESCENDING = Term("High to low", "setting")
SYMBOLS = Term("Suit symbols", "setting")
TWO_COLOURS = Term("Two colours", "setting")
FOUR_COLOURS = Term("Four colours", "setting")
LOOK = Term("Table and cards", "setting")
LOOKS = {
    "picture": Term("Picture", "look"),
    "emoji": Term("Emoji", "look"),
    "text": Term("Text", "look"),
}
USUAL_LOOK = Term("Emoji in play, pictures elsewhere", "look")
HAND_PLACE = Term("Hand", "setting")
HAND_PLACES = {
    None: Term("Server default", "setting"),
    "dm": Term("By direct message", "setting"),
    "here": Term("In the channel, for you alone", "setting"),
}
TO_CHANNEL = Term("Hand: here", "button")
TO_DMS = Term("Hand: by DM", "button")
CONFIRM_CARDS = Term("Confirm each card", "setting")
PLAY_SINGLE = Term("Play my only legal card if I'm alone", "setting")
QUIET_FROM = Term("Quiet from", "setting")
QUIET_UNTIL = Term("Quiet until", "setting")
NO_QUIET_HOURS = Term("No quiet hours", "setting")
PING_WISH = Term("Ping me about new tables here", "setting")
PING_ROLE = Term("Role to ping about new tables", "setting")
INVITATIONS = Term("Invitations to tables", "setting")
SHOW_LEAVERS = Term("Let hosts and moderators see who leaves games", "setting")
TAKING_BACK = Term("Take-backs, by vote", "setting")
AS_DISCORD = Term("Same as Discord", "setting")
NO_LIMIT = Term("No limit", "setting")
ON = Term("On", "setting")
OFF = Term("Off", "setting")


REMARKS = Term("Remarks", "setting")
REMARKS_EFFECT = Term("Computers sometimes comment on a result.", "setting")
REMARKS_ALONE = Term("When someone plays alone", "setting")
CLAIMS = Term("Sure tricks", "setting")
CLAIMS_EFFECT = Term("The bot claims tricks once everyone can see they're sure.", "setting")
HINTS = Term("Hints", "setting")
HINTS_EFFECT = Term("A button shows what a strong player would do, and why.", "setting")
PRESET = Term("Preset", "setting")
PRESET_EFFECT = Term("Sets everything below. Your own changes override it.", "setting")
PRESET_TERMS = {
    "last": Term("As last time", "preset"),
    "first": Term("First evening", "preset"),
    "rulebook": Term("As in the rulebook", "preset"),
    "edition-1.5": Term("Edition 1.5", "preset"),
    "club": Term("Club", "preset"),
}
AS_IT_IS = Term("As set now", "preset")
DELETE_PRESET = Term("Delete a preset", "menu")
SAVE_PRESET = Term("Save as a preset", "button")
PACE = Term("Pace", "setting")
PACE_LABELS = {
    "calm": Term("calm", "pace"),
    "first": Term("calm at first", "pace"),
    "normal": Term("normal", "pace"),
    "quick": Term("quick", "pace"),
}
PACE_EFFECTS = {
    "calm": Term("Time to look at every card.", "pace"),
    "first": Term("Calm in the first deal, then normal.", "pace"),
    "normal": Term("A moment for each card of a computer.", "pace"),
    "quick": Term("Hardly a moment between two cards.", "pace"),
}
CLOCKS = Term("Pace and clocks", "form")
ALL_CLOCKS = Term("All clocks", "setting")
ALL_CLOCKS_EFFECT = Term("New to the game? Choose longer ones, or none.", "setting")
CLOCKS_BELOW = Term("As below", "setting")
NO_CLOCKS = Term("None at all", "setting")
COMPUTER_LEVEL = Term("Computers", "setting")
LEVELS = {
    "easy": Term("easy", "level"),
    "normal": Term("normal", "level"),
    "hard": Term("hard", "level"),
}
"""The levels of computer players by key."""
LEVEL_EFFECTS = {
    "easy": Term("Plays by rules of thumb and forgets cards.", "level"),
    "normal": Term("Looks ahead a little.", "level"),
    "hard": Term("Looks far ahead and draws conclusions.", "level"),
}

TIMES = {
    "time_first_bid": Term("First bid", "setting"),
    "time_bid": Term("Other bids", "setting"),
    "time_choice": Term("Other decisions", "setting"),
    "time_card": Term("Cards", "setting"),
}
"""The time limits of a table, by the key of the option."""


class Command(NamedTuple):
    """A slash command or one of its options, with a name and description."""

    name: Term
    description: Term


def _by_name(*commands: Command) -> dict[str, Command]:
    return {command.name.text: command for command in commands}


COMMANDS = _by_name(
    Command(Term("play", "command"), Term("Open a table for a game of whist", "command")),
    Command(Term("hand", "command"), Term("Show your hand again", "command")),
    Command(Term("table", "command"), Term("Show the table again", "command")),
    Command(Term("hint", "command"), Term("What a strong player would do now, and why", "command")),
    Command(
        Term("review", "command"), Term("Your costliest decisions in the last deal", "command")
    ),
    Command(Term("leave", "command"), Term("Leave a table (asks first)", "command")),
    Command(Term("rules", "command"), Term("Read the rules, or look up one bid", "command")),
    Command(Term("learn", "command"), Term("Learn a game by playing it, by yourself", "command")),
    Command(Term("bidlab", "command"), Term("See what a hand could bid, and examples", "command")),
    Command(Term("leaderboard", "command"), Term("Who has won the most on this server", "command")),
    Command(Term("stats", "command"), Term("A player's results here", "command")),
    Command(
        Term("games", "command"), Term("Look at finished deals again, card by card", "command")
    ),
    Command(
        Term("settings", "command"), Term("Settings of this server, for moderators", "command")
    ),
    Command(
        Term("preferences", "command"),
        Term("Your language, and how your cards look and are sorted", "command"),
    ),
    Command(Term("verify", "command"), Term("Check that a deal was shuffled fairly", "command")),
    Command(Term("help", "command"), Term("What the bot does, and how to begin", "command")),
)

INVITE = Term("Invite to table", "command")
"""An entry in a member's context menu."""

COMMAND_OPTIONS = _by_name(
    Command(Term("game", "command"), Term("Which game", "command")),
    Command(Term("player", "command"), Term("Which player", "command")),
    Command(Term("about", "command"), Term("A bid or a rule", "command")),
    Command(Term("deal", "command"), Term("The number of the deal", "command")),
    Command(Term("page", "command"), Term("Which page", "command")),
)
