"""An embedded server that speaks Discord's protocol, so that the bot runs without a token."""

from kwbot.playground.api_errors import Refused
from kwbot.playground.model import Channel, Guild, Interaction, Message, Permission, User
from kwbot.playground.person import ClientRefusal, Outcome, Person
from kwbot.playground.screen import render, transcript
from kwbot.playground.server import Playground

__all__ = [
    "Channel",
    "ClientRefusal",
    "Guild",
    "Interaction",
    "Message",
    "Outcome",
    "Permission",
    "Person",
    "Playground",
    "Refused",
    "User",
    "render",
    "transcript",
]
