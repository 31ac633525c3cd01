"""A Discord on your own machine, to which any bot can connect."""

from playground.people.person import ClientRefusal, LocalPerson, Response
from playground.people.screen import render, transcript
from playground.server import Playground
from playground.state.api_errors import ApiError
from playground.state.model import Channel, Guild, Interaction, Message, Permission, User

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
