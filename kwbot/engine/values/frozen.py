"""Copies of frozen values.

A deal is nothing but such copies: each card makes a new trick play, table, deal and match.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, make_dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

_T = TypeVar("_T")
_blank, _put = object.__new__, object.__setattr__


def unguarded(cls: type[_T]) -> type[_T]:
    """Return a frozen dataclass with slots that only the type checker keeps from being written to.

    The guard at run time would make a value three times as dear: __init__, copies and pickles have
    to go round it field by field. For what comes into being again and again: with every card, or
    with every press.
    """
    plain = make_dataclass(
        cls.__name__,
        [(field.name, field.type, field) for field in fields(cls)],  # type: ignore[arg-type]
        slots=True,
    )
    ordinary = dict.fromkeys(("__setattr__", "__delattr__", "__getstate__"), object)
    for name, giver in {"__init__": plain, **ordinary}.items():
        setattr(cls, name, getattr(giver, name))
    del cls.__setstate__  # type: ignore[attr-defined]
    return cls


@cache
def changer(cls: type[_T], *names: str) -> Callable[..., _T]:
    """Return a function from an unguarded value and new values of the fields `names` to a copy.

    It is written out for these fields, as dataclasses are, and so several times as fast as a loop
    over them. What is no argument of `cls` begins anew, as with `dataclasses.replace`.
    """
    new = {
        field.name: f"value.{field.name}" if field.init else repr(field.default)
        for field in fields(cls)  # type: ignore[arg-type]
    }
    if not new.keys() >= set(names):
        raise TypeError(f"{cls.__name__} has no such fields: {names}")
    new |= {name: name for name in names}
    lines = [f"copy.{name} = {source}" for name, source in new.items()]
    head = f"def change(value, {', '.join(names)}):"
    scope: dict[str, Any] = {"blank": _blank, "cls": cls}
    exec("\n ".join([head, "copy = blank(cls)", *lines, "return copy"]), scope)  # noqa: S102
    change: Callable[..., _T] = scope["change"]
    return change


if TYPE_CHECKING:
    from dataclasses import replace as changed
else:

    def changed(value: Any, /, **fields: Any) -> Any:
        """`dataclasses.replace` without running __init__: many times as fast.

        For dataclasses without __post_init__ that have no slots or are unguarded.
        """
        cls = type(value)
        if "__slots__" in cls.__dict__:
            return changer(cls, *fields)(value, *fields.values())
        copy = _blank(cls)
        _put(copy, "__dict__", value.__dict__ | fields)
        return copy


__all__ = ["changed", "changer", "unguarded"]
