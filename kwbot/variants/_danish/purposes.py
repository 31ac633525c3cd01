"""What players are asked before the tricks, and how the others are told."""

from __future__ import annotations

from kwbot.engine.phases.base import Purpose
from kwbot.engine.wording import N_, Sentence

CUT = Purpose("cut", Sentence(N_("Cut the pack, or knock.")), N_("{player}: {what}"))
CALL = Purpose(
    "call",
    Sentence(N_("Call a card: whoever holds it is your partner.")),
    N_("{player} calls {what}."),
)
VIP = Purpose(
    "vip",
    Sentence(N_("Take the suit of the card turned last, or turn the next one.")),
    N_("{player}: {what}"),
)
EXCHANGE = Purpose(
    "exchange",
    Sentence(N_("Lay cards away and take as many from the kitty.")),
    N_("{player} exchanges {what}."),
)
VOID_CARD = Purpose(
    "void-card",
    Sentence(N_("Lay a card face down that counts as one of the called suit, or none.")),
    N_("{player} lays {what} face down as a card of the called suit."),
    private=N_("You hold the called suit, so you lay no card down; only you know that. Go on."),
)
