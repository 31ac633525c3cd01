"""The podium of an evening as plain values, which looks draw."""

from collections.abc import Mapping
from dataclasses import dataclass

from kwbot.listings import EveningScore
from kwbot.text.club.evening_text import EveningFacts, score_text, title
from kwbot.text.deal.seating import Likenesses, SeatedPlayer, initials, player_label, short_amount
from kwbot.text.words.language import Language

_PODIUM_PLACES = 3


@dataclass(frozen=True, slots=True)
class PodiumStep:
    """A player on the podium; several may share a place."""

    place: int
    player: SeatedPlayer
    points: str


@dataclass(frozen=True, slots=True)
class PodiumScene:
    """The first three of an evening, the winner first."""

    title: str
    steps: tuple[PodiumStep, ...]


def podium_scene(
    facts: EveningFacts, faces: Mapping[int, bytes], language: Language
) -> PodiumScene:
    """Return the podium; `faces` are by the order of the standing."""
    first = facts.standing[:_PODIUM_PLACES]
    names = [line.name or "?" for line in first]
    letters = initials(names)
    labels = Likenesses.from_faces(faces).labels
    steps = [
        PodiumStep(
            line.place,
            SeatedPlayer(
                at,
                names[at],
                letters[at],
                faces.get(at),
                labels.get(at, ""),
                player_label(at, language),
            ),
            _short(line, facts, language),
        )
        for at, line in enumerate(first)
    ]
    return PodiumScene(title(facts, language), tuple(steps))


def _short(line: EveningScore, facts: EveningFacts, language: Language) -> str:
    if line.percent is None and line.difference is None:
        return short_amount(line.points, facts.game.unit, language)
    return score_text(line, facts.game.unit, language)


def podium_alternative(scene: PodiumScene) -> str:
    """Return the alternative text of the podium's picture."""
    told = [f"{step.place}. {step.player.name}: {step.points}" for step in scene.steps]
    return f"{scene.title}. {'; '.join(told)}"
