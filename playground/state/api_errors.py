"""Refusals in Discord's shape: HTTP status, numeric code, message, and the places of a 50035."""

from http import HTTPStatus
from typing import Any

Json = dict[str, Any]
Path = tuple[str | int, ...]

INVALID_FORM = 50035

CODES: dict[int, tuple[int, str]] = {
    10003: (404, "Unknown Channel"),
    10004: (404, "Unknown Guild"),
    10007: (404, "Unknown Member"),
    10008: (404, "Unknown Message"),
    10013: (404, "Unknown User"),
    10014: (404, "Unknown Emoji"),
    10015: (404, "Unknown Webhook"),
    10062: (404, "Unknown interaction"),
    10063: (404, "Unknown application command"),
    10070: (404, "Unknown Guild Scheduled Event"),
    20026: (403, "Your bot has been flagged by our anti-spam system for abusive behavior"),
    30032: (400, "Maximum number of application commands reached (100)"),
    30046: (429, "Maximum number of edits to messages older than 1 hour reached. Try again later"),
    40003: (400, "You are opening direct messages too fast"),
    40005: (413, "Request entity too large"),
    40060: (400, "Interaction has already been acknowledged."),
    40094: (400, "Follow-up messages limit reached for this interaction"),
    50001: (403, "Missing Access"),
    50005: (403, "Cannot edit a message authored by another user"),
    50006: (400, "Cannot send an empty message"),
    50007: (403, "Cannot send messages to this user"),
    50013: (403, "Missing Permissions"),
    50024: (403, "Cannot execute action on this channel type"),
    50027: (401, "Invalid Webhook Token"),
    INVALID_FORM: (400, "Invalid Form Body"),
    50083: (400, "Thread is archived"),
    30008: (400, "Maximum number of emojis reached (2000)"),
    50109: (400, "The request body contains invalid JSON."),
    50278: (403, "Cannot send messages to this user due to having no mutual guilds"),
    160004: (400, "A thread has already been created for this message"),
    160005: (403, "Thread is locked"),
}


class ApiError(Exception):
    """A refusal of a request by Discord; ``payload()`` is the body of its answer.

    Code 0 is a refusal by HTTP status alone.
    """

    def __init__(
        self, code: int, *, status: int | None = None, errors: Json | None = None, **more: Any
    ) -> None:
        known, message = CODES.get(code, (404 if code == 0 else 400, ""))
        self.status = status or known
        super().__init__(message or f"{self.status}: {HTTPStatus(self.status).phrase}")
        self.code = code
        self.errors = errors
        self.more = more

    def payload(self) -> Json:
        body: Json = {"message": str(self), "code": self.code, **self.more}
        return body if self.errors is None else {**body, "errors": self.errors}


class FormErrors:
    """Collects all errors of a body, each with its path, into one 50035."""

    def __init__(self) -> None:
        self._tree: Json = {}

    def add(self, path: Path, code: str, message: str) -> None:
        node = self._tree
        for step in path:
            node = node.setdefault(str(step), {})
        node.setdefault("_errors", []).append({"code": code, "message": message})

    def refusal(self) -> ApiError:
        return ApiError(INVALID_FORM, errors=self._tree)

    def refuse(self) -> None:
        """Raise ApiError(50035) if anything was added."""
        if self._tree:
            raise self.refusal()


def invalid(path: Path, code: str, message: str) -> ApiError:
    """Return a 50035 with a single error."""
    errors = FormErrors()
    errors.add(path, code, message)
    return errors.refusal()


class ClientRefusal(ValueError):
    """A refusal by Discord's client to let a person do something."""
