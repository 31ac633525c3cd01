"""The sections of a player's page, below their results by game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from types import MappingProxyType
from typing import Literal

from kwbot.engine.deals.score_sheet import Unit
from kwbot.engine.deals.variant import Variant
from kwbot.engine.values.actions import Bid
from kwbot.engine.values.choices import BidPart
from kwbot.engine.values.feats import Feat
from kwbot.engine.values.wording import N_, Term
from kwbot.ids import UserId
from kwbot.listings import Companion
from kwbot.text.statistics.career_scene import CareerScene, Curve, sample
from kwbot.text.statistics.leaderboard_text import NEWCOMER, average, in_figures
from kwbot.text.words import lines
from kwbot.text.words.language import Language, Voice

Section = Literal["overview", "bids", "people", "collection", "feats"]
SECTIONS: Mapping[Section, Term] = MappingProxyType(
    {
        "overview": Term("Overview", "statistics"),
        "bids": Term("Bids", "statistics"),
        "people": Term("Partners and opponents", "statistics"),
        "collection": Term("Collection of bids", "statistics"),
        "feats": Term("Feats", "statistics"),
    }
)
"""The sections of a player's page."""
_MAX_COMPANIONS = 5
"""Most partners, and most opponents, named."""


@dataclass(frozen=True, slots=True)
class BidFacts:
    """The bids that a player has played. `favourite`: a bid and how often it was played; `best`: a
    bid, how often it was made and played; `streak`: most made in a row ever, and now."""

    tried: int
    made: int
    favourite: tuple[Bid, int] | None
    best: tuple[Bid, int, int] | None
    streak: tuple[int, int]


def chart(
    variant: Variant,
    points: Sequence[tuple[date, int]],
    ratings: Sequence[tuple[date, float]],
    games: tuple[int, int],
    bids: BidFacts,
    language: Language,
    *,
    provisional: bool = False,
) -> CareerScene:
    """Return the chart of a game. `points`: after each deal, at least one; `ratings`: after each
    game, none if not shown, the last one perhaps `provisional`; `games`: numbers won and played."""
    per_deal = average(points[-1][1] / len(points), variant.unit, language)
    caption = language.text(N_("Points of all deals, added up"))
    curves = [_curve(caption, points, 0, language)]
    if ratings:
        figures = [(day, in_figures(rating)) for day, rating in ratings]
        told = N_("Rating: {rating}, provisional") if provisional else N_("Rating: {rating}")
        caption = language.text(told, rating=language.number(figures[-1][1]))
        curves.append(_curve(caption, figures, NEWCOMER, language))
    tiles = [(per_deal, language.text(N_("a deal")))]
    if games[1]:
        won = f"{language.number(games[0])}/{language.number(games[1])}"
        tiles.append((won, language.text(N_("games won"))))
    if bids.tried:
        tiles.append((language.percent(bids.made / bids.tried), language.text(N_("bids made"))))
        tiles.append((language.number(bids.streak[0]), language.text(N_("in a row"))))
    return CareerScene(
        title=language.term(variant.name),
        curves=tuple(curves),
        tiles=tuple(tiles),
        language=language.code,
    )


def _curve(
    caption: str, values: Sequence[tuple[date, int]], base: int, language: Language
) -> Curve:
    (first, _), (last, _) = values[0], values[-1]
    drawn = sample([value for _, value in values], base)
    ends = language.date_in_figures(first), language.date_in_figures(last)
    return Curve(caption, drawn, *ends, base)


def bids_text(variant: Variant, facts: BidFacts, language: Language) -> str:
    """Return a player's bids made and tried, favourite and best bid, and streaks."""
    if not facts.tried:
        return language.text(N_("No bid played with other people yet."))
    voice = _voice(variant, language)
    made, tried = language.number(facts.made), language.number(facts.tried)
    share = language.percent(facts.made / facts.tried)
    told = [
        language.text(N_("**{made}** of {tried} bids made ({share})"), made=made, tried=tried,
                      share=share)
    ]  # fmt: skip
    if facts.favourite is not None:
        bid, often = facts.favourite
        played = language.plural("{count} time", "{count} times", often)
        told.append(
            language.text(
                N_("Favourite bid: **{bid}**, {played}"), bid=voice.bid(bid), played=played
            )
        )
    if facts.best is not None:
        bid, won, of = facts.best
        made, tried = language.number(won), language.number(of)
        share = lines.without_breaks(
            language.text(N_("{made} of {tried} made"), made=made, tried=tried)
        )
        told.append(
            language.text(N_("Best bid: **{bid}**, {share}"), bid=voice.bid(bid), share=share)
        )
    longest, now = map(language.number, facts.streak)
    told.append(
        language.text(N_("Longest streak: **{longest}**, now {now}"), longest=longest, now=now)
    )
    return "\n".join(told)


def _voice(variant: Variant, language: Language) -> Voice:
    """Return a voice that knows the bids of every edition."""
    voice = Voice.of_game(variant, language)
    editions = [part for edition in variant.collection().values() for part in edition.items()]
    return replace(voice, parts={**dict(editions), **voice.parts})


def people_text(
    variant: Variant,
    found: Sequence[Companion],
    names: Mapping[UserId, str],
    chosen: str,
    language: Language,
) -> str:
    """Return the people a player has played with and against most. `names` are ready for display;
    `chosen`: the only person it is about, in words within a sentence; "" for all."""
    if not found:
        nobody = N_("No deal with {player} yet.") if chosen else N_("No deal with others yet.")
        return language.text(nobody, player=chosen) if chosen else language.text(nobody)
    heads = ((True, N_("**Partners**")), (False, N_("**Opponents**")))
    groups = []
    for partners, head in heads:
        those = [one for one in found if one.partners is partners][:_MAX_COMPANIONS]
        if those:
            rows = [
                f"{names[one.user_id]}{lines.DOT}{_sums(one, variant, language)}" for one in those
            ]
            groups.append("\n".join([language.text(head), *rows]))
    return "\n\n".join(groups)


def _sums(one: Companion, variant: Variant, language: Language) -> str:
    deals = language.plural("{count} deal", "{count} deals", one.deals)
    own = lines.amount(one.points, variant.unit, language)
    if one.partners:
        return f"{deals}{lines.DOT}{own}"
    if variant.unit is Unit.POINTS:  # the unit is given once, with the others' points
        own = language.number(one.points)
    theirs = lines.amount(one.their_points, variant.unit, language)
    against = language.text(N_("{points} against {others}"), points=own, others=theirs)
    return f"{deals}{lines.DOT}{against}"


def collection_text(
    parts: Mapping[str, Mapping[str, BidPart]],
    made: Mapping[str, Mapping[str, date]],
    language: Language,
) -> str:
    """Return the parts of bids of each edition that a player has made, with the first day, and
    those still missing. Editions without any are left out, unless there are none at all."""
    begun = [edition for edition in parts if made.get(edition)] or [*parts][:1]
    groups = []
    for edition in begun:
        have, known = made.get(edition, {}), parts[edition]
        head = language.text(
            N_("**Edition {edition}: {count} of {all}**"),
            edition=edition, count=language.number(len(have)), all=language.number(len(known)),
        )  # fmt: skip
        got = [
            f"{language.term(known[key].name)}\u00a0({_unbroken_date(day, language)})"
            for key, day in sorted(have.items(), key=lambda one: one[1])
            if key in known
        ]
        missing = [language.term(part.name) for key, part in known.items() if key not in have]
        left = language.text(N_("Still to make: {bids}"), bids=", ".join(missing))
        told = [head, lines.DOT.join(got), f"-# {left}" if missing else ""]
        groups.append("\n".join(filter(None, told)))
    return "\n\n".join(groups)


def _unbroken_date(day: date, language: Language) -> str:
    """Return a date in figures, with hyphens at which no line breaks."""
    return language.date_in_figures(day).replace("-", "\u2011")


def feats_text(feats: Sequence[Feat], done: Mapping[str, date], language: Language) -> str:
    """Return the feats of a game and what they take, the achieved ones with their day."""
    rows = []
    for feat in feats:
        name, effect = language.term(feat.name), language.term(feat.effect)
        if feat.key in done:
            day = language.date_in_figures(done[feat.key])
            rows.append(f"🏅 **{name}** `{day}`\n-# {effect}")
        else:
            rows.append(f"▫️ {name}\n-# {effect}")
    return "\n".join(rows)
