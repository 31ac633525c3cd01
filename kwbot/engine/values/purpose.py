"""The purpose of a decision, in words for the player who decides and for everybody else."""

from dataclasses import dataclass

from .wording import Sentence


@dataclass(frozen=True, slots=True)
class Purpose:
    """The purpose of a decision: `prompt` asks the player, `said` informs the others.

    `said` has places for {player} and {what}; `own` tells the player what they did, with a place
    for {what}. `key` is a stable name by which screens choose its look. `private` is a fuller
    prompt for the player alone, in which {receiver} gets the chosen cards. `others` is the question
    as everybody else reads it, if `prompt` addresses the player.
    """

    key: str
    prompt: Sentence
    said: str
    private: str = ""
    others: str = ""
    own: str = ""

    def question(self) -> Sentence:
        """Return the question as everybody reads it."""
        return Sentence(self.others, **self.prompt.values) if self.others else self.prompt
