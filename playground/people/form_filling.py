"""Filling in a form's text inputs and menus with given values."""

from collections.abc import Callable, Sequence
from typing import Any

from playground.state.api_errors import ClientRefusal
from playground.state.model import SELECTS, Component, Json

Choose = Callable[[Json, Sequence[str]], list[str]]


def fill_in(component: Json, left: dict[str, Any], choose: Choose) -> Json:
    """Return a filled-in top-level part of a form; its values are taken out of ``left``."""
    if component["type"] == Component.TEXT_DISPLAY:
        return {"type": int(Component.TEXT_DISPLAY), "id": component.get("id", 0)}
    if component["type"] == Component.LABEL:
        field = _field(component["component"], component["label"], left, choose)
        return {"type": int(Component.LABEL), "id": component.get("id", 0), "component": field}
    fields = [_field(c, c.get("label") or "", left, choose) for c in component["components"]]
    return {"type": int(Component.ACTION_ROW), "components": fields}


def _field(component: Json, label: str, left: dict[str, Any], choose: Choose) -> Json:
    """Return a menu or text input filled in from ``left``, by custom_id or label."""
    custom_id = component["custom_id"]
    given = left.pop(custom_id, None)
    if given is None:
        given = left.pop(label, None)
    filled: Json = {"type": component["type"], "custom_id": custom_id, "id": component.get("id", 0)}
    if component["type"] in SELECTS:
        return {**filled, "values": _menu_values(component, given, choose)}
    return {**filled, "value": _input_text(component, label, given)}


def _menu_values(select: Json, given: Any, choose: Choose) -> list[str]:
    """Return the values chosen in a form's menu; its defaults if none are given."""
    if given is None:
        given = [one["value"] for one in select.get("options") or () if one.get("default")]
    values = [given] if isinstance(given, str) else list(given)
    if not values and not select.get("required", True):
        return []
    return choose(select, values)


def _input_text(component: Json, label: str, given: Any) -> str:
    """Return a text input's text. Raises ClientRefusal if it is too short or too long."""
    text = component.get("value") or "" if given is None else str(given)
    required = component.get("required", True)
    least = component.get("min_length") or int(required)
    if len(text) < least and (text or required):
        raise ClientRefusal(f"{label!r} wants at least {least} characters")
    if len(text) > (component.get("max_length") or 4000):
        raise ClientRefusal(f"{label!r} takes fewer characters")
    return text
