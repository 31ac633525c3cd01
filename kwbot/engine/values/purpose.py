"""The purpose of a decision, in the words of whoever decides and of everybody else."""

from dataclasses import dataclass

from .wording import Sentence


@dataclass(frozen=True, slots=True)
class Purpose:
    """The purpose of a decision: `prompt` asks the player, `said` informs the others.

    `said` has places for {player} and {what}; `own` tells who did it, and has one for {what}. `key`
    is a stable name for the look of it. `private` is a fuller prompt for the player alone, where
    {receiver} gets what they choose. `others` tells everybody else what is asked, where `prompt`
    speaks to the player.
    """

    key: str
    prompt: Sentence
    said: str
    private: str = ""
    others: str = ""
    own: str = ""

    def question(self) -> Sentence:
        """Return the question, as everybody reads it."""
        return Sentence(self.others, **self.prompt.values) if self.others else self.prompt
