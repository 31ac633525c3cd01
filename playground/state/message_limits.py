"""Discord's limits on what a bot sends, checked by hand.

The tables give lengths, of texts in characters and of lists in items. The functions hold what
no table can say, above all what Discord's public description of its API leaves out. Everything
wrong with a body is collected and refused at once with 50035, each under its path.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from playground.state import media
from playground.state.api_errors import ApiError, FormErrors, Path
from playground.state.model import SELECTS, Component, Json, MessageFlag

Lengths = dict[str, tuple[int, int]]

_SELECT: Lengths = {"custom_id": (1, 100), "placeholder": (0, 150)}
COMPONENTS: dict[int, Lengths] = {
    Component.ACTION_ROW: {"components": (1, 5)},
    Component.BUTTON: {"custom_id": (1, 100), "label": (0, 80), "url": (1, 512)},
    Component.STRING_SELECT: {**_SELECT, "options": (1, 25)},
    Component.TEXT_INPUT: {
        "custom_id": (1, 100),
        "label": (1, 45),
        "value": (0, 4000),
        "placeholder": (0, 100),
    },
    Component.USER_SELECT: _SELECT,
    Component.ROLE_SELECT: _SELECT,
    Component.MENTIONABLE_SELECT: _SELECT,
    Component.CHANNEL_SELECT: _SELECT,
    Component.SECTION: {"components": (1, 3)},
    Component.TEXT_DISPLAY: {"content": (1, 4000)},
    Component.MEDIA_GALLERY: {"items": (1, 10)},
    Component.CONTAINER: {"components": (1, 40)},
    Component.LABEL: {"label": (1, 45), "description": (1, 100)},
}
REQUIRED: dict[int, tuple[str, ...]] = {
    Component.ACTION_ROW: ("components",),
    Component.BUTTON: ("style",),
    Component.STRING_SELECT: ("custom_id", "options"),
    Component.TEXT_INPUT: ("custom_id", "style"),
    Component.USER_SELECT: ("custom_id",),
    Component.ROLE_SELECT: ("custom_id",),
    Component.MENTIONABLE_SELECT: ("custom_id",),
    Component.CHANNEL_SELECT: ("custom_id",),
    Component.SECTION: ("components", "accessory"),
    Component.TEXT_DISPLAY: ("content",),
    Component.THUMBNAIL: ("media",),
    Component.MEDIA_GALLERY: ("items",),
    Component.FILE: ("file",),
    Component.CONTAINER: ("components",),
    Component.LABEL: ("label", "component"),
}
OPTION: Lengths = {"label": (1, 100), "value": (1, 100), "description": (0, 100)}
EMBED: Lengths = {"title": (0, 256), "description": (0, 4096), "fields": (0, 25)}
EMBED_FIELD: Lengths = {"name": (1, 256), "value": (1, 1024)}
MESSAGE: Lengths = {
    "content": (0, 2000),
    "embeds": (0, 10),
    "attachments": (0, 10),
    "components": (0, 40),
}
MODAL: Lengths = {"custom_id": (1, 100), "title": (1, 45), "components": (1, 5)}

CLASSIC_ROWS = 5
ALL_COMPONENTS = 40
V2_TEXT = 4000
EMBED_TEXT = 6000
NONCE = 25
MENTIONS = 100
CLASSIC_TOP = {Component.ACTION_ROW}
V2_TOP = CLASSIC_TOP | {
    Component.SECTION,
    Component.TEXT_DISPLAY,
    Component.MEDIA_GALLERY,
    Component.FILE,
    Component.SEPARATOR,
    Component.CONTAINER,
}
IN_ROW = SELECTS | {Component.BUTTON}
INSIDE: dict[int, set[Component]] = {
    Component.CONTAINER: V2_TOP - {Component.CONTAINER},
    Component.SECTION: {Component.TEXT_DISPLAY},
}
ONE_INSIDE: dict[int, tuple[str, Collection[Component]]] = {
    Component.SECTION: ("accessory", {Component.BUTTON, Component.THUMBNAIL}),
    Component.LABEL: ("component", SELECTS | {Component.TEXT_INPUT}),
}
"""Where a component holds one other, and of which kinds."""
COLOURS = 0xFFFFFF
LINK, PREMIUM = 5, 6
LINKS = ("http://", "https://", "discord://")
# The playing cards of Unicode are characters, not emoji, except the joker.
NO_EMOJI = re.compile(r"[\x00-\x7f]*|[\U0001F0A0-\U0001F0CE\U0001F0D0-\U0001F0FF]")


@dataclass(frozen=True)
class Known:
    """What components may refer to: emojis by id, the message's files by name."""

    emojis: frozenset[int] = frozenset()
    files: frozenset[str] = frozenset()


def check_message(body: Json, *, emojis: frozenset[int] = frozenset()) -> None:
    """``body`` is the message as it would be: for an edit, the old one with the new laid over.

    Raises ApiError 50035, or 50006 for a message with nothing in it.
    """
    errors = FormErrors()
    _lengths(errors, body, MESSAGE, ())
    flags = MessageFlag(int(body.get("flags") or 0))
    components: list[Json] = body.get("components") or []
    _embeds(errors, body.get("embeds") or [])
    _mentions(errors, body.get("allowed_mentions"))
    if len(str(body.get("nonce") or "")) > NONCE:
        errors.add(("nonce",), "NONCE_TYPE_TOO_LONG", f"Must be {NONCE} or fewer in length.")
    if MessageFlag.COMPONENTS_V2 in flags:
        _v2(errors, body, components)
    elif len(components) > CLASSIC_ROWS:
        errors.add(("components",), *_bad_length(1, CLASSIC_ROWS))
    top = V2_TOP if MessageFlag.COMPONENTS_V2 in flags else CLASSIC_TOP
    files = frozenset(file.filename for file in body.get("attachments") or [])
    check_components(errors, components, ("components",), top, Known(emojis, files))
    errors.refuse()
    if not any(body.get(k) for k in ("content", "embeds", "components", "attachments")):
        raise ApiError(50006)


def _v2(errors: FormErrors, body: Json, components: list[Json]) -> None:
    for key in ("content", "embeds"):
        if body.get(key):
            errors.add(
                (key,),
                "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
                f"The '{key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2",
            )
    written = sum(len(c.get("content") or "") for _, c in _nested(components, ()))
    if written > V2_TEXT:
        errors.add(
            ("components",),
            "COMPONENT_MAX_TOTAL_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
            f"The total number of displayable text exceeds {V2_TEXT}",
        )


def check_modal(body: Json) -> None:
    """Raises ApiError 50035 for a form that Discord would not open."""
    errors = FormErrors()
    _require(errors, body, ("custom_id", "title", "components"), ())
    _lengths(errors, body, MODAL, ())
    components: list[Json] = body.get("components") or []
    top = {Component.ACTION_ROW, Component.LABEL, Component.TEXT_DISPLAY}
    check_components(errors, components, ("components",), top, Known())
    for i, row in enumerate(components):
        if row.get("type") == Component.ACTION_ROW and len(row.get("components") or []) > 1:
            errors.add(("components", i, "components"), *_bad_length(1, 1))
    errors.refuse()


def check_components(
    errors: FormErrors,
    components: list[Json],
    at: Path,
    top: set[Component],
    known: Known,
) -> None:
    """Each component by its table, and the tree as a whole."""
    _kinds(errors, components, at, top)
    nested = list(_nested(components, at))
    if len(nested) > ALL_COMPONENTS:
        errors.add(
            at,
            "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
            f"The total number of components cannot exceed {ALL_COMPONENTS}",
        )
    seen: set[str] = set()
    for path, component in nested:
        _component(errors, component, path, known)
        if component.get("type") == Component.ACTION_ROW:
            in_row = {Component.TEXT_INPUT} if Component.LABEL in top else IN_ROW
            _kinds(errors, component.get("components") or [], (*path, "components"), in_row)
        custom_id = component.get("custom_id")
        if custom_id is None:
            continue
        if custom_id in seen:
            errors.add(
                (*path, "custom_id"),
                "COMPONENT_CUSTOM_ID_DUPLICATED",
                "Component custom id cannot be duplicated",
            )
        seen.add(custom_id)


def _nested(components: list[Json], at: Path) -> Iterator[tuple[Path, Json]]:
    for i, component in enumerate(components):
        yield (*at, i), component
        yield from _nested(component.get("components") or [], (*at, i, "components"))
        for key in ("accessory", "component"):
            if inner := component.get(key):
                yield (*at, i, key), inner


def _kinds(
    errors: FormErrors, components: list[Json], at: Path, allowed: Collection[Component]
) -> None:
    for i, component in enumerate(components):
        _kind(errors, component, (*at, i), allowed)


def _kind(errors: FormErrors, component: Json, path: Path, allowed: Collection[Component]) -> None:
    if component.get("type") not in allowed:
        kinds = ", ".join(str(int(kind)) for kind in sorted(allowed))
        message = f'Value of field "type" must be one of ({kinds}).'
        errors.add(path, "UNION_TYPE_CHOICES", message)


def _kind_inside(
    errors: FormErrors, component: Json, path: Path, key: str, allowed: Collection[Component]
) -> None:
    if inner := component.get(key):
        _kind(errors, inner, (*path, key), allowed)


def _component(errors: FormErrors, component: Json, path: Path, known: Known) -> None:
    kind = component.get("type")
    _require(errors, component, REQUIRED.get(kind or 0, ()), path)
    _lengths(errors, component, COMPONENTS.get(kind or 0, {}), path)
    media.check(errors, component, path, known.files)
    inside = component.get("components") or []
    if kind in INSIDE:
        _kinds(errors, inside, (*path, "components"), INSIDE[kind])
    if kind in ONE_INSIDE:
        _kind_inside(errors, component, path, *ONE_INSIDE[kind])
    if kind == Component.ACTION_ROW:
        _row(errors, inside, path)
    elif kind == Component.BUTTON:
        _button(errors, component, path)
        _emoji(errors, component.get("emoji"), path, known.emojis)
    elif kind in SELECTS:
        _select(errors, component, path, known.emojis)
    elif kind == Component.CONTAINER and not 0 <= (component.get("accent_color") or 0) <= COLOURS:
        message = f"int value should be between 0 and {COLOURS}."
        errors.add((*path, "accent_color"), "NUMBER_TYPE_MAX", message)
    elif kind == Component.SEPARATOR and component.get("spacing", 1) not in (1, 2):
        errors.add((*path, "spacing"), "BASE_TYPE_CHOICES", "Value must be one of (1, 2).")


def _row(errors: FormErrors, inside: list[Json], path: Path) -> None:
    kinds = Counter(c.get("type") for c in inside)
    selects = sum(kinds[k] for k in SELECTS)
    if selects > 1 or (selects and kinds[Component.BUTTON]):
        errors.add(
            (*path, "components"),
            "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
            "The specified component exceeds the maximum width",
        )


def _button(errors: FormErrors, button: Json, path: Path) -> None:
    style = button.get("style")
    has_id, has_url = button.get("custom_id") is not None, button.get("url") is not None
    if style in (LINK, PREMIUM):
        if has_id:
            errors.add(
                (*path, "custom_id"),
                "BUTTON_COMPONENT_CUSTOM_ID_AND_URL",
                "A custom id and url cannot both be specified",
            )
        if style == LINK and not has_url:
            _missing(errors, (*path, "url"))
        elif style == LINK and not str(button["url"]).startswith(LINKS):
            media.bad_scheme(errors, (*path, "url"), button["url"])
    elif has_url:
        errors.add((*path, "url"), "BASE_TYPE_BAD_VALUE", "A url is for link buttons only")
    elif not has_id:
        errors.add(
            (*path, "custom_id"),
            "BUTTON_COMPONENT_CUSTOM_ID_REQUIRED",
            "A custom id is required",
        )
    if style not in range(1, 7):
        errors.add((*path, "style"), "BASE_TYPE_CHOICES", "Value must be one of (1, 2, 3, 4, 5, 6)")
    if not button.get("label") and not button.get("emoji") and style != PREMIUM:
        errors.add(path, "BUTTON_COMPONENT_INVALID", "Button must have a label or emoji")


def _select(errors: FormErrors, select: Json, path: Path, emojis: frozenset[int]) -> None:
    least, most = select.get("min_values", 1), select.get("max_values", 1)
    least, most = 1 if least is None else least, 1 if most is None else most
    for key, value, low in (("min_values", least, 0), ("max_values", most, 1)):
        if not low <= value <= 25:
            code = "NUMBER_TYPE_MIN" if value < low else "NUMBER_TYPE_MAX"
            errors.add((*path, key), code, f"int value should be between {low} and 25.")
    if least > most:
        errors.add(
            (*path, "min_values"), "SELECT_COMPONENT_MIN_VALUES", "min_values exceeds max_values"
        )
    if select["type"] != Component.STRING_SELECT:
        return
    options: list[Json] = select.get("options") or []
    if 0 < len(options) < most:
        errors.add((*path, "options"), *_bad_length(most, 25))
    if sum(bool(o.get("default")) for o in options) > most:
        errors.add((*path, "options"), "SELECT_COMPONENT_TOO_MANY_DEFAULTS", "Too many defaults")
    seen: set[str] = set()
    for i, option in enumerate(options):
        at = (*path, "options", i)
        _require(errors, option, ("label", "value"), at)
        _lengths(errors, option, OPTION, at)
        _emoji(errors, option.get("emoji"), at, emojis)
        value = option.get("value", "")
        if value in seen:
            errors.add(
                (*at, "value"),
                "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
                "The specified option value is already used",
            )
        seen.add(value)


def _emoji(errors: FormErrors, emoji: Json | None, path: Path, known: frozenset[int]) -> None:
    if emoji is None:
        return
    if emoji.get("id"):
        bad = int(emoji["id"]) not in known
    else:
        bad = NO_EMOJI.fullmatch(str(emoji.get("name") or "")) is not None
    if bad:
        errors.add((*path, "emoji", "name"), "COMPONENT_INVALID_EMOJI", "Invalid emoji")


def _embeds(errors: FormErrors, embeds: list[Json]) -> None:
    written = 0
    for i, embed in enumerate(embeds):
        at: Path = ("embeds", i)
        _lengths(errors, embed, EMBED, at)
        footer, author = embed.get("footer") or {}, embed.get("author") or {}
        _lengths(errors, footer, {"text": (0, 2048)}, (*at, "footer"))
        _lengths(errors, author, {"name": (0, 256)}, (*at, "author"))
        media.check_embed(errors, embed, at)
        texts = [embed.get("title"), embed.get("description"), footer.get("text")]
        texts.append(author.get("name"))
        for j, field in enumerate(embed.get("fields") or []):
            _require(errors, field, ("name", "value"), (*at, "fields", j))
            _lengths(errors, field, EMBED_FIELD, (*at, "fields", j))
            texts += [field.get("name"), field.get("value")]
        written += sum(len(t or "") for t in texts)
    if written > EMBED_TEXT:
        message = f"Embed size exceeds maximum size of {EMBED_TEXT}"
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
        if len(listed) > MENTIONS:
            errors.add(("allowed_mentions", kind), *_bad_length(0, MENTIONS))


def _require(errors: FormErrors, body: Json, keys: tuple[str, ...], path: Path) -> None:
    for key in keys:
        if body.get(key) is None:
            _missing(errors, (*path, key))


def _missing(errors: FormErrors, path: Path) -> None:
    errors.add(path, "BASE_TYPE_REQUIRED", "This field is required")


def _lengths(errors: FormErrors, body: Json, table: Lengths, path: Path) -> None:
    for key, (least, most) in table.items():
        value = body.get(key)
        if value is not None and not least <= len(value) <= most:
            errors.add((*path, key), *_bad_length(least, most))


def _bad_length(least: int, most: int) -> tuple[str, str]:
    if least == 0:
        return "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length."
    return "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length."
