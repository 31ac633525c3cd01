"""Discord's limits on components of messages and forms; see message_limits."""

import re
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from playground.state import media
from playground.state.api_errors import FormErrors, Path
from playground.state.field_limits import Lengths, bad_length, check_lengths, missing, require
from playground.state.model import SELECTS, Component, Json

_SELECT: Lengths = {"custom_id": (1, 100), "placeholder": (0, 150)}
COMPONENT_LENGTHS: dict[int, Lengths] = {
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
REQUIRED_FIELDS: dict[int, tuple[str, ...]] = {
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
OPTION_LENGTHS: Lengths = {"label": (1, 100), "value": (1, 100), "description": (0, 100)}
MAX_COMPONENTS = 40
CLASSIC_TOP = {Component.ACTION_ROW}
V2_TOP = CLASSIC_TOP | {
    Component.SECTION,
    Component.TEXT_DISPLAY,
    Component.MEDIA_GALLERY,
    Component.FILE,
    Component.SEPARATOR,
    Component.CONTAINER,
}
KINDS_IN_ROW = SELECTS | {Component.BUTTON}
KINDS_INSIDE: dict[int, set[Component]] = {
    Component.CONTAINER: V2_TOP - {Component.CONTAINER},
    Component.SECTION: {Component.TEXT_DISPLAY},
}
KIND_INSIDE_BY_KEY: dict[int, tuple[str, Collection[Component]]] = {
    Component.SECTION: ("accessory", {Component.BUTTON, Component.THUMBNAIL}),
    Component.LABEL: ("component", SELECTS | {Component.TEXT_INPUT}),
}
"""The key under which a component holds a single other one, and its allowed kinds."""
MAX_COLOUR = 0xFFFFFF
LINK, PREMIUM = 5, 6
LINK_SCHEMES = ("http://", "https://", "discord://")
# The playing cards of Unicode are characters, not emoji, except the joker.
NOT_AN_EMOJI = re.compile(r"[\x00-\x7f]*|[\U0001F0A0-\U0001F0CE\U0001F0D0-\U0001F0FF]")


@dataclass(frozen=True)
class Known:
    """Things that components may refer to: emojis by id, the message's files by name."""

    emojis: frozenset[int] = frozenset()
    files: frozenset[str] = frozenset()


def check_components(
    errors: FormErrors, components: list[Json], at: Path, top: set[Component], known: Known
) -> None:
    """Check each component by its table, and the tree as a whole."""
    _kinds(errors, components, at, top)
    nested = list(walk_with_paths(components, at))
    if len(nested) > MAX_COMPONENTS:
        errors.add(
            at,
            "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
            f"The total number of components cannot exceed {MAX_COMPONENTS}",
        )
    seen: set[str] = set()
    for path, component in nested:
        _component(errors, component, path, known)
        if component.get("type") == Component.ACTION_ROW:
            in_row = {Component.TEXT_INPUT} if Component.LABEL in top else KINDS_IN_ROW
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


def walk_with_paths(components: list[Json], at: Path) -> Iterator[tuple[Path, Json]]:
    """Yield every component with its path, nested ones and accessories included."""
    for i, component in enumerate(components):
        yield (*at, i), component
        yield from walk_with_paths(component.get("components") or [], (*at, i, "components"))
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
    require(errors, component, REQUIRED_FIELDS.get(kind or 0, ()), path)
    check_lengths(errors, component, COMPONENT_LENGTHS.get(kind or 0, {}), path)
    media.check(errors, component, path, known.files)
    inside = component.get("components") or []
    if kind in KINDS_INSIDE:
        _kinds(errors, inside, (*path, "components"), KINDS_INSIDE[kind])
    if kind in KIND_INSIDE_BY_KEY:
        _kind_inside(errors, component, path, *KIND_INSIDE_BY_KEY[kind])
    if kind == Component.ACTION_ROW:
        _row(errors, inside, path)
    elif kind == Component.BUTTON:
        _button(errors, component, path)
        _emoji(errors, component.get("emoji"), path, known.emojis)
    elif kind in SELECTS:
        _select(errors, component, path, known.emojis)
    elif kind == Component.CONTAINER:
        _colour(errors, component, path)
    elif kind == Component.SEPARATOR and component.get("spacing", 1) not in (1, 2):
        errors.add((*path, "spacing"), "BASE_TYPE_CHOICES", "Value must be one of (1, 2).")


def _colour(errors: FormErrors, container: Json, path: Path) -> None:
    if not 0 <= (container.get("accent_color") or 0) <= MAX_COLOUR:
        message = f"int value should be between 0 and {MAX_COLOUR}."
        errors.add((*path, "accent_color"), "NUMBER_TYPE_MAX", message)


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
    _button_goal(errors, button, path)
    if style not in range(1, 7):
        errors.add((*path, "style"), "BASE_TYPE_CHOICES", "Value must be one of (1, 2, 3, 4, 5, 6)")
    if not button.get("label") and not button.get("emoji") and style != PREMIUM:
        errors.add(path, "BUTTON_COMPONENT_INVALID", "Button must have a label or emoji")


def _button_goal(errors: FormErrors, button: Json, path: Path) -> None:
    """Check a button's target: an address, something to buy, or otherwise the bot."""
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
            missing(errors, (*path, "url"))
        elif style == LINK and not str(button["url"]).startswith(LINK_SCHEMES):
            media.bad_scheme(errors, (*path, "url"), button["url"])
    elif has_url:
        errors.add((*path, "url"), "BASE_TYPE_BAD_VALUE", "A url is for link buttons only")
    elif not has_id:
        errors.add(
            (*path, "custom_id"), "BUTTON_COMPONENT_CUSTOM_ID_REQUIRED", "A custom id is required"
        )


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
    if select["type"] == Component.STRING_SELECT:
        _select_options(errors, select.get("options") or [], most, path, emojis)


def _select_options(
    errors: FormErrors, options: list[Json], most: int, path: Path, emojis: frozenset[int]
) -> None:
    if 0 < len(options) < most:
        errors.add((*path, "options"), *bad_length(most, 25))
    if sum(bool(o.get("default")) for o in options) > most:
        errors.add((*path, "options"), "SELECT_COMPONENT_TOO_MANY_DEFAULTS", "Too many defaults")
    seen: set[str] = set()
    for i, option in enumerate(options):
        at = (*path, "options", i)
        require(errors, option, ("label", "value"), at)
        check_lengths(errors, option, OPTION_LENGTHS, at)
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
        bad = NOT_AN_EMOJI.fullmatch(str(emoji.get("name") or "")) is not None
    if bad:
        errors.add((*path, "emoji", "name"), "COMPONENT_INVALID_EMOJI", "Invalid emoji")
