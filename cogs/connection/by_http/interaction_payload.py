"""The parts that we read of interactions posted by Discord; anything malformed is refused.

A signature proves who sent a payload, not that it makes sense. A malformed one must neither raise
an error later nor be carried out in part.
"""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    StringConstraints,
    TypeAdapter,
    ValidationError,
    model_validator,
)

PING = 1
READ_KEYS = ("users", "members")
"""The keys that are read of an interaction's resolved objects."""


class OddPayload(ValueError):
    """A payload that is no interaction. The message says why in a few words, and quotes nothing."""


def _fits(number: str) -> str:
    if int(number) >= 2**63:
        raise ValueError
    return number


Snowflake = Annotated[str, StringConstraints(pattern=r"^[0-9]{1,19}$"), AfterValidator(_fits)]
Bits = Annotated[str, StringConstraints(pattern=r"^[0-9]{1,30}$")]


class _Shape(BaseModel):
    model_config = ConfigDict(extra="ignore", strict=True, hide_input_in_errors=True)


class _User(_Shape):
    id: Snowflake
    username: str
    discriminator: str
    avatar: str | None
    global_name: str | None = None
    bot: bool = False


class _Member(_Shape):
    roles: list[Snowflake]
    joined_at: str | None
    nick: str | None = None
    permissions: Bits | None = None


class _OwnMember(_Member):
    user: _User


class _Somewhere(_Shape):
    id: Snowflake
    type: int
    last_message_id: Snowflake | None = None


class _Message(_Shape):
    id: Snowflake
    type: int
    content: str = ""
    flags: int = 0


class _Resolved(_Shape):
    users: dict[Snowflake, _User] = {}
    members: dict[Snowflake, _Member] = {}


class _Data(_Shape):
    resolved: _Resolved | None = None


class _Control(_Data):
    custom_id: str
    component_type: int
    values: list[str] = []


class _Field(_Shape):
    custom_id: str = ""
    value: str | bool | None = None
    values: list[str] | None = None


class _Row(_Shape):
    component: _Field | None = None


class _Form(_Data):
    custom_id: str
    components: list[_Row]


class _Option(_Shape):
    name: str
    type: int
    value: str | int | float | bool | None = None
    focused: bool = False
    options: list[_Option] = []

    @model_validator(mode="after")
    def _check_value(self) -> Self:
        """Check the value by its type. While it is being typed it is text, whatever it is for."""
        is_text = self.focused and type(self.value) is str
        if self.type in _VALUES and not is_text:
            _VALUES[self.type].validate_python(self.value, strict=True)
        return self


class _Command(_Data):
    id: Snowflake
    name: str
    type: Literal[1, 2]
    options: list[_Option] = []
    target_id: Snowflake | None = None
    guild_id: Snowflake | None = None


class _Interaction(_Shape):
    id: Snowflake
    application_id: Snowflake
    token: Annotated[str, StringConstraints(min_length=1)]
    version: int
    locale: str = ""
    guild_id: Snowflake | None = None
    channel_id: Snowflake | None = None
    channel: _Somewhere | None = None
    member: _OwnMember | None = None
    user: _User | None = None
    message: _Message | None = None
    app_permissions: Bits = "0"
    context: int | None = None
    attachment_size_limit: int


_VALUES: dict[int, TypeAdapter[Any]] = {
    3: TypeAdapter(str), 4: TypeAdapter(int), 5: TypeAdapter(bool), 10: TypeAdapter(int | float),
    **dict.fromkeys((6, 7, 8, 9, 11), TypeAdapter(Snowflake)),
}  # fmt: skip
"""By the type of an option, except subcommands and their groups."""
_DATA: dict[int, type[_Shape]] = {2: _Command, 3: _Control, 4: _Command, 5: _Form}
"""By the type of the interaction; 2 is a command, and 4 its autocompletion."""


def read_interaction(body: bytes) -> dict[str, Any]:
    """Return the payload of an interaction, or of a PING. Raises OddPayload."""
    try:
        payload = json.loads(body.decode(), parse_constant=_refuse)
        if b"\\u" in body:  # a lone surrogate cannot be encoded anywhere
            json.dumps(payload, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        raise OddPayload("it is no JSON") from None
    if not isinstance(payload, dict) or type(payload.get("type")) is not int:
        raise OddPayload("it has no type")
    if payload["type"] != PING:
        check_interaction(payload)
    return payload


def check_interaction(payload: dict[str, Any]) -> None:
    """Drop the resolved objects that nobody reads. Raises OddPayload unless the interaction is of a
    kind that is served."""
    if (shape := _DATA.get(payload["type"])) is None:
        raise OddPayload("its type is unknown")
    try:
        _Interaction.model_validate(payload)
        shape.model_validate(payload.get("data"))
    except ValidationError as error:
        where = error.errors()[0]["loc"] or (
            "data",
        )  # deeper locations may hold the payload's own keys
        raise OddPayload(f"its {where[0]} is odd") from None
    on_server = payload.get("guild_id") is not None
    whose = "member" if on_server else "user"
    if payload.get(whose) is None:
        raise OddPayload(f"it has no {whose}")
    resolved = payload["data"].pop("resolved", None) or {}
    used = READ_KEYS if on_server else READ_KEYS[:1]
    payload["data"]["resolved"] = {key: resolved[key] for key in used if key in resolved}


def _refuse(constant: str) -> None:
    """Refuse constants unknown to JSON, such as NaN."""
    raise ValueError(constant)
