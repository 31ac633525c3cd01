"""Write down what this version leaves behind, for all later ones to read.

    python -m tests.tables.releases     # makes tests/golden/releases/VERSION/

`database.sql` has a game that is over, one that runs, a lobby and what two people have set;
`game.rec` and `proof.txt` are of the game that is over, and `settings.txt` has the names of all
settings. Run once for each version; what is there is never written again.
"""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from kwbot import __version__
from kwbot.config import Settings
from kwbot.ids import TableId
from kwbot.storage.store import Store
from tests.tables.sandbox import BO, CLEO, DAG, GUILD, LIMITED, House

RELEASES = Path(__file__).parents[1] / "golden" / "releases"
OVER, RUNNING = TableId(1), TableId(2)
"""The tables of a database."""


async def fill(store: Store) -> tuple[str, str]:
    """Play and set things; return the record and the proof of what is over."""
    house = House(store)
    await house.tables.resume()
    await house.tables.all_resumed()
    assert await house.lobby(BO, CLEO, DAG, options=LIMITED) == OVER
    await house.start(OVER)
    await house.play_out(OVER)
    assert await house.dealt(BO, CLEO, DAG, **(LIMITED | {"rounds": "2"})) == RUNNING
    for _ in range(10):
        await house.step(RUNNING)
    await house.lobby_elsewhere()
    await store.settings.change_preferences(
        BO.id, lambda before: before.model_copy(update={"language": "sv"})
    )
    await store.settings.change_guild_settings(
        GUILD, lambda before: before.model_copy(update={"language": "da"})
    )
    archive = house.tables.archive
    record, proof = await archive.record(OVER), await archive.proof(OVER, 1)
    await house.tables.stop()
    assert record
    assert proof
    return record, proof


async def main() -> None:
    folder = RELEASES / __version__
    folder.mkdir(parents=True)
    with TemporaryDirectory() as made:
        file = Path(made) / "kwbot.sqlite3"
        store = await Store.open(f"sqlite:///{file}")
        record, proof = await fill(store)
        await store.close()
        with closing(sqlite3.connect(file)) as connection:
            database = "\n".join(connection.iterdump())
    settings = "\n".join(sorted(f"KWBOT_{name.upper()}" for name in Settings.model_fields))
    for name, text in {
        "database.sql": f"{database}\n",
        "game.rec": record,
        "proof.txt": proof,
        "settings.txt": f"{settings}\n",
    }.items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    asyncio.run(main())
