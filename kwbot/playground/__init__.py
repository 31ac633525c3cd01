"""An embedded server that speaks Discord's protocol, so that the bot runs without a token."""

from kwbot.playground.api_errors import ApiError
from kwbot.playground.model import Channel, Guild, Interaction, Message, Permission, User
from kwbot.playground.person import ClientRefusal, LocalPerson, Response
from kwbot.playground.screen import render, transcript
from kwbot.playground.server import Playground

__all__ = [
    "ApiError",
    "Channel",
    "ClientRefusal",
    "Guild",
    "Interaction",
    "LocalPerson",
    "Message",
    "Permission",
    "Playground",
    "Response",
    "User",
    "render",
    "transcript",
]
