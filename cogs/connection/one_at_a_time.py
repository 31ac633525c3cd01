"""Long work, one piece at a time for each user."""

from collections.abc import Iterator
from contextlib import contextmanager

from kwbot.engine.values.wording import N_
from kwbot.ids import UserId
from kwbot.tables.errors.refusals import Refused

_PATIENCE = N_("I'm still working on your last question.")


class OneAtATime:
    """Lets each user have one piece of work under way."""

    def __init__(self) -> None:
        self._users: set[UserId] = set()

    @contextmanager
    def working(self, user_id: UserId) -> Iterator[None]:
        """Hold a user's turn within the block. Raises Refused while they have work under way."""
        if user_id in self._users:
            raise Refused(_PATIENCE)
        self._users.add(user_id)
        try:
            yield
        finally:
            self._users.discard(user_id)
