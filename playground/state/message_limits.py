"""Discord's limits on a bot's messages and forms, checked by hand.

The tables give lengths: characters of texts, items of lists. The functions have everything else,
above all what Discord's public description of its API leaves out. All errors of a body are
collected and refused at once with 50035, each under its path.
"""

from playground.state import media
from playground.state.api_errors import ApiError, FormErrors, Path
from playground.state.component_limits import (
    CLASSIC_TOP,
    V2_TOP,
    Known,
    check_components,
    walk_with_paths,
)
from playground.state.field_limits import Lengths, bad_length, check_lengths, require
from playground.state.model import Component, Json, MessageFlag

EMBED_LENGTHS: Lengths = {"title": (0, 256), "description": (0, 4096), "fields": (0, 25)}
EMBED_FIELD_LENGTHS: Lengths = {"name": (1, 256), "value": (1, 1024)}
MESSAGE_LENGTHS: Lengths = {
    "content": (0, 2000),
    "embeds": (0, 10),
    "attachments": (0, 10),
    "components": (0, 40),
}
MODAL_LENGTHS: Lengths = {"custom_id": (1, 100), "title": (1, 45), "components": (1, 5)}

MAX_CLASSIC_ROWS = 5
MAX_V2_TEXT = 4000
MAX_EMBED_TEXT = 6000
MAX_NONCE_LENGTH = 25
MAX_MENTIONS = 100


def check_message(body: Json, *, emojis: frozenset[int] = frozenset()) -> None:
    """Check a message as it will be: for an edit, the old one overlaid with the new.

    Raises ApiError 50035, or 50006 for an empty message.
    """
    errors = FormErrors()
    check_lengths(errors, body, MESSAGE_LENGTHS, ())
    _embeds(errors, body.get("embeds") or [])
    _mentions(errors, body.get("allowed_mentions"))
    if len(str(body.get("nonce") or "")) > MAX_NONCE_LENGTH:
        errors.add(
            ("nonce",), "NONCE_TYPE_TOO_LONG", f"Must be {MAX_NONCE_LENGTH} or fewer in length."
        )
    _message_components(errors, body, emojis)
    errors.refuse()
    if not any(body.get(k) for k in ("content", "embeds", "components", "attachments")):
        raise ApiError(50006)


def _message_components(errors: FormErrors, body: Json, emojis: frozenset[int]) -> None:
    components: list[Json] = body.get("components") or []
    if is_v2 := MessageFlag.COMPONENTS_V2 in MessageFlag(int(body.get("flags") or 0)):
        _v2(errors, body, components)
    elif len(components) > MAX_CLASSIC_ROWS:
        errors.add(("components",), *bad_length(1, MAX_CLASSIC_ROWS))
    top = V2_TOP if is_v2 else CLASSIC_TOP
    files = frozenset(file.filename for file in body.get("attachments") or [])
    check_components(errors, components, ("components",), top, Known(emojis, files))


def _v2(errors: FormErrors, body: Json, components: list[Json]) -> None:
    for key in ("content", "embeds"):
        if body.get(key):
            errors.add(
                (key,),
                "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
                f"The '{key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2",
            )
    written = sum(len(c.get("content") or "") for _, c in walk_with_paths(components, ()))
    if written > MAX_V2_TEXT:
        errors.add(
            ("components",),
            "COMPONENT_MAX_TOTAL_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
            f"The total number of displayable text exceeds {MAX_V2_TEXT}",
        )


def check_modal(body: Json) -> None:
    """Check a form. Raises ApiError 50035 if Discord would not open it."""
    errors = FormErrors()
    require(errors, body, ("custom_id", "title", "components"), ())
    check_lengths(errors, body, MODAL_LENGTHS, ())
    components: list[Json] = body.get("components") or []
    top = {Component.ACTION_ROW, Component.LABEL, Component.TEXT_DISPLAY}
    check_components(errors, components, ("components",), top, Known())
    for i, row in enumerate(components):
        if row.get("type") == Component.ACTION_ROW and len(row.get("components") or []) > 1:
            errors.add(("components", i, "components"), *bad_length(1, 1))
    errors.refuse()


def _embeds(errors: FormErrors, embeds: list[Json]) -> None:
    written = 0
    for i, embed in enumerate(embeds):
        at: Path = ("embeds", i)
        check_lengths(errors, embed, EMBED_LENGTHS, at)
        footer, author = embed.get("footer") or {}, embed.get("author") or {}
        check_lengths(errors, footer, {"text": (0, 2048)}, (*at, "footer"))
        check_lengths(errors, author, {"name": (0, 256)}, (*at, "author"))
        media.check_embed(errors, embed, at)
        texts = [embed.get("title"), embed.get("description"), footer.get("text")]
        texts.append(author.get("name"))
        for j, field in enumerate(embed.get("fields") or []):
            require(errors, field, ("name", "value"), (*at, "fields", j))
            check_lengths(errors, field, EMBED_FIELD_LENGTHS, (*at, "fields", j))
            texts += [field.get("name"), field.get("value")]
        written += sum(len(t or "") for t in texts)
    if written > MAX_EMBED_TEXT:
        message = f"Embed size exceeds maximum size of {MAX_EMBED_TEXT}"
        errors.add(("embeds",), "MAX_EMBED_SIZE_EXCEEDED", message)


def _mentions(errors: FormErrors, allowed: Json | None) -> None:
    if not allowed:
        return
    parse = allowed.get("parse") or []
    for i, kind in enumerate(parse):
        if kind not in ("users", "roles", "everyone"):
            choices = "Value must be one of {'users', 'roles', 'everyone'}."
            errors.add(("allowed_mentions", "parse", i), "BASE_TYPE_CHOICES", choices)
    for kind in ("users", "roles"):
        listed = allowed.get(kind) or []
        if listed and kind in parse:
            errors.add(
                ("allowed_mentions",),
                "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
                f'parse:["{kind}"] and {kind}: [ids...] are mutually exclusive.',
            )
        if len(listed) > MAX_MENTIONS:
            errors.add(("allowed_mentions", kind), *bad_length(0, MAX_MENTIONS))
