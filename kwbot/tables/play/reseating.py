"""Giving a seat of a running game to somebody else."""

from dataclasses import replace

from kwbot.engine.values.actions import Reseat, Seat
from kwbot.engine.values.names import fold_name
from kwbot.tables.log import seat_changes
from kwbot.tables.play.transaction import Transaction
from kwbot.tables.state.computer_seats import free_name
from kwbot.tables.state.seated import Seated


def sit_down(tx: Transaction, seat: Seat, newcomer: Seated) -> None:
    """Give a newcomer a seat. A computer of the same name is renamed first."""
    for at in tx.running.computers:
        table = tx.running
        if at != seat and fold_name(table.seated[at].name) == fold_name(newcomer.name):
            everybody = (*table.seated, *table.newcomers, newcomer)
            name = free_name([one.name for one in everybody])
            _reseat(tx, at, replace(table.seated[at], name=name))
    _reseat(tx, seat, newcomer)


def _reseat(tx: Transaction, seat: Seat, seated: Seated) -> None:
    tx.add("seat", str(Reseat(seat, seated.name)), seat_changes.take_seat(tx.running, seat, seated))
