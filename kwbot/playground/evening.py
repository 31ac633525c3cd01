"""A scripted evening."""

from __future__ import annotations

from collections.abc import Mapping

from kwbot.engine.variant import Variant
from kwbot.playground.server import Playground


async def play(playground: Playground, games: Mapping[str, Variant]) -> None:
    await playground.ready()
    host = playground.person("Anna")
    await playground.idle()
    await playground.until(lambda: playground.commands.get(0))
    o = await host.slash(playground.channel, "play")
    print(o.text)
    for _ in range(3):
        o = await host.click(o.message, "Add computer")
    print(o.text)
    o = await host.click(o.message, "Start")
    print(o.text)
    await playground.idle()
    for m in host.messages(playground.channel):
        print("-----")
        print(host.read(m))
    for c in playground.channels.values():
        if c.is_thread:
            for m in host.messages(c):
                print("----- T")
                print(host.read(m))
    for m in host.dms():
        print("-----D")
        print(host.read(m))
