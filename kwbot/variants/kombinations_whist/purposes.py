"""The purposes of the decisions in this game: questions, and news for the others."""

from kwbot.engine.values.cards import Card
from kwbot.engine.values.purpose import Purpose
from kwbot.engine.values.wording import N_, Sentence

PASSED_CARDS = 3
"""Number of cards passed in Brev and Mästarbrev."""


def _purpose(
    key: str, prompt: str, said: str, own: str, private: str = "", others: str = "", **values: int
) -> Purpose:
    return Purpose(key, Sentence(prompt, **values), said, private, others, own)


GUESS = _purpose(
    "guess",
    N_("How many tricks will you take?"),
    N_("{player} names {what}."),
    N_("You name {what}."),
    others=N_("How many tricks?"),
)
GUESS_TWO = _purpose(
    "guess", N_("Name two numbers."), N_("{player} names {what}."), N_("You name {what}.")
)
RANK_CARD = _purpose(
    "rank-card",
    N_("Rank Trump: lay a card face down."),
    N_("{player} laid down {what}."),
    N_("You laid down {what}."),
)
RANK_PICK = _purpose(
    "rank-pick",
    N_("Which card do you take?"),
    N_("{player} takes {what}."),
    N_("You take {what}."),
    others=N_("Which of the highest cards?"),
)
STATEMENT = _purpose(
    "statement",
    N_("Which trumps do you want?"),
    N_("{player} would like {what}."),
    N_("You would like {what}."),
    others=N_("Which trumps are wanted?"),
)


RANK_GIVEN = "rank-given"


def rank_given(taken: Card) -> Purpose:
    """Return the question which card declarer gives for `taken`."""
    prompt = Sentence(N_("Which card do you give for {card}?"), card=taken)
    said, own = N_("{player} swaps {what} for the highest."), N_("You swap {what} for the highest.")
    return Purpose(RANK_GIVEN, prompt, said, others=N_("Which card for {card}?"), own=own)


PLAGUE = _purpose(
    "plague",
    N_("Name the plague suit."),
    N_("{player} names {what} as the plague suit."),
    N_("You name {what} as the plague suit."),
)
JUSTICE = _purpose(
    "justice",
    N_("Name the card of justice. Any card in the deck will do."),
    N_("{player} names {what} as the card of justice."),
    N_("You name {what} as the card of justice."),
    others=N_("Name the card of justice."),
)
TAKER = _purpose(
    "taker",
    N_("Justice: who takes this trick?"),
    N_("Justice: {player} gives the trick to {what}."),
    N_("Justice: you give the trick to {what}."),
)
DIRECTION = _purpose(
    "direction",
    N_("Which way are {count} cards passed?"),
    N_("{player} has everyone pass 3 cards {what}."),
    N_("You have everyone pass 3 cards {what}."),
    count=PASSED_CARDS,
)
MAIL = _purpose(
    "mail",
    N_("Mail: choose {count} cards to pass."),
    N_("{player} passed {what}."),
    N_("You passed {what}."),
    private=N_("Mail: choose {count} cards for {receiver}."),
    count=PASSED_CARDS,
)
MASTERS_MAIL = _purpose(
    "masters-mail",
    N_("Master's Mail: choose {count} cards for the player on your right, skipping declarer."),
    N_("{player} passed {what}."),
    N_("You passed {what}."),
    private=N_("Master's Mail: choose {count} cards for {receiver}."),
    others=N_("Master's Mail: choose {count} cards."),
    count=PASSED_CARDS,
)
MASTER_MAIL = _purpose(
    "masters-mail",
    N_("Master Mail: choose {count} cards for the player on your left, skipping declarer."),
    N_("{player} passed {what}."),
    N_("You passed {what}."),
    private=N_("Master Mail: choose {count} cards for {receiver}."),
    others=N_("Master Mail: choose {count} cards."),
    count=PASSED_CARDS,
)
ATELIER_CARDS = _purpose(
    "atelier",
    N_("Lay cards in your atelier."),
    N_("{player} lays {what} in the atelier."),
    N_("You lay {what} in the atelier."),
    others=N_("Lay cards in the atelier."),
)
