"""The purposes of the decisions before the tricks: questions, and news for the others."""

from kwbot.engine.values.purpose import Purpose
from kwbot.engine.values.wording import N_, Sentence

CUT = Purpose(
    "cut", Sentence(N_("Cut the deck, or knock.")), N_("{player} {what}."), own=N_("You {what}.")
)
CALL_PARTNER = Purpose(
    "call",
    Sentence(N_("Call a card. Its holder is your partner.")),
    N_("{player} calls {what}."),
    own=N_("You call {what}."),
    others=N_("Call a card."),
)
VIP_PURPOSE = Purpose(
    "vip",
    Sentence(N_("Accept this suit, or turn the next.")),
    N_("{player} {what}."),
    own=N_("You {what}."),
)
EXCHANGE = Purpose(
    "exchange",
    Sentence(N_("Exchange cards with the kitty.")),
    N_("{player} exchanges {what}."),
    own=N_("You exchange {what}."),
)
VOID_CARD = Purpose(
    "void-card",
    Sentence(N_("Lay a card face down? It counts as the called suit.")),
    N_("{player} lays {what} to count as the called suit."),
    own=N_("You lay {what} to count as the called suit."),
    private=N_("Nothing to lay down. You hold the called suit; only you know that."),
    others=N_("Lay a card face down?"),
)
