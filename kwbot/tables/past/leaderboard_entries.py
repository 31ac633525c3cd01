"""Leaderboard entries of a scored deal and of a finished match."""

from datetime import datetime

from kwbot.engine.deals.match import Match, PlayedDeal
from kwbot.engine.deals.record_lines import parse_reseat, parse_seat, split_line
from kwbot.engine.phases.script import DealResult
from kwbot.engine.values.actions import Away, Back, Reseat, Seat
from kwbot.ids import UserId
from kwbot.storage.values.stored_results import DealShare, Outcome, PlayerResult, ScoredDeal, Title
from kwbot.tables.state.table_state import RunningTable


def last_scored_deal(table: RunningTable, now: datetime) -> ScoredDeal:
    """Return the entry of a table's last deal, which has just been scored, with its day in UTC.

    The deal counts for the owner of each seat: a player who has left gets what the computer in
    their place scores.
    """
    match, played = table.match, table.match.deals[-1]
    assert match.finished is not None
    seats = sorted(match.finished.layout.seats)
    sides = _sides_of_deal(table, played.result, seats)
    shares = tuple(
        DealShare(
            seat=seat,
            user_id=table.seated[seat].owner,
            side=sides[seat],
            points=played.result.points[seat],
            tricks=played.result.tricks[seat],
            made=made_own(played.result, seat),
            left=_has_left(table, seat),
            marks=" ".join(kind for kind, whose in played.result.marks if whose == seat),
        )
        for seat in seats
    )
    contract = played.result.contract
    return ScoredDeal(
        number=played.number,
        people=sum(_took_part(table, played, seat) for seat in seats),
        shares=shares,
        day=now.date(),
        edition=match.variant.edition(match.sheet.options),
        evening_id=table.evening_id,
        contract=None if contract is None else contract.arguments(),
    )


def _has_left(table: RunningTable, seat: Seat) -> bool:
    """Whether a computer plays for the person who owns the seat."""
    return table.seated[seat].owner is not None and table.is_played_by_computer(seat)


def _took_part(table: RunningTable, played: PlayedDeal, seat: Seat) -> bool:
    """Whether a person played at least part of a deal on a seat."""
    if table.seated[seat].owner is None:
        return False
    return not _has_left(table, seat) or seat in _gone_in(played)


def _gone_in(played: PlayedDeal) -> set[Seat]:
    """Return the seats whose players left or came back during a deal or just before it."""
    lines = map(split_line, played.lines.splitlines())
    return {parse_seat(rest) for word, rest in lines if word in (Away.verb, Back.verb)}


def _sides_of_deal(table: RunningTable, result: DealResult, seats: list[Seat]) -> dict[Seat, int]:
    """Return a number for each seat of a deal, equal for seats that played together."""
    variant = table.variant
    if fixed := variant.sides(table.match.sheet):
        return {seat: at for at, side in enumerate(fixed) for seat in side}
    if result.soloists:
        alone = dict(result.soloists)
        return {seat: seat + 1 if seat in alone else 0 for seat in seats}
    if variant.calls_partner and result.declarer is not None:
        return {seat: int(seat in (result.declarer, result.partner)) for seat in seats}
    return dict(zip(seats, seats, strict=True))


def outcome(table: RunningTable, now: datetime) -> Outcome:
    """Return the entry of a finished match with the results of its people and its day in UTC. A
    player who is away or has given up their seat gets the computer's result."""
    match = table.match
    titles = tuple(
        Title(user, title)
        for seat, title in match.sheet.titles
        if (user := table.seated[seat].user) is not None
    )
    results = tuple(
        _result(table, seat, user)
        for seat, seated in enumerate(table.seated)
        if (user := seated.owner) is not None
    )
    return Outcome(
        finished_at=now,
        players=len(table.seated),
        people=len(results),
        day=now.date(),
        results=results,
        titles=titles,
        evening_id=table.evening_id,
    )


def _result(table: RunningTable, seat: Seat, user_id: UserId) -> PlayerResult:
    """Return the result of a seat's owner at the end, from their own deals alone. Whoever played
    less than half of the deals has not won, and gets no place."""
    match = table.match
    others = deals_of_others(match, seat, gave_up=table.seated[seat].user is None)
    mine = match.deals[others:]
    bids = [made for deal in mine if (made := made_own(deal.result, seat)) is not None]
    sides = match.variant.sides(match.sheet)
    before = match.deals[others - 1].scores[seat] if others else 0
    return PlayerResult(
        user_id=user_id,
        seat=seat,
        won=seat in (match.sheet.winners or ()) and len(mine) >= others,
        points=match.sheet.scores[seat] - before,
        bids_tried=len(bids),
        bids_made=sum(bids),
        side=next((at for at, side in enumerate(sides) if seat in side), None),
        left=_has_left(table, seat),
        place=_place(match, seat) if len(mine) >= others else None,
    )


def _place(match: Match, seat: Seat) -> int:
    """Return the final place of a seat: winners first, then by points."""
    winners, points = match.sheet.winners or (), match.sheet.scores
    standings = [(at in winners, points[at]) for at in range(len(points))]
    return 1 + sum(one > standings[seat] for one in standings)


def deals_of_others(match: Match, seat: Seat, *, gave_up: bool) -> int:
    """Return how many deals had been scored when a seat's owner sat down. `gave_up`: they have
    since left it to a computer."""
    since, until_given_up, away = 0, 0, False
    for number, lines in enumerate(_lines_by_deal(match)):
        for word, rest in map(split_line, lines.splitlines()):
            if word == Reseat.verb and parse_reseat(rest)[0] == seat:
                until_given_up = since if away else until_given_up
                since = number
            elif word in (Away.verb, Back.verb) and parse_seat(rest) == seat:
                away = word == Away.verb
    return until_given_up if gave_up else since


def _lines_by_deal(match: Match) -> list[str]:
    """Return the record's lines of each scored deal, and at the end those after the last deal."""
    after = "".join(f"\n{line}" for line in match.between)
    return [*(deal.lines for deal in match.deals), match.broken_off + after]


def made_own(result: DealResult, seat: Seat) -> bool | None:
    """Whether a player made their own contract in a deal; None if they had none."""
    if result.soloists:
        return dict(result.soloists).get(seat)
    return result.made if result.declarer == seat else None
