"""Copies of frozen values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import replace as changed
else:

    def changed(value: Any, /, **fields: Any) -> Any:
        """`dataclasses.replace` without running __init__: many times as fast, and a deal is
        nothing but such copies. For dataclasses without slots and without __post_init__."""
        copy = object.__new__(type(value))
        object.__setattr__(copy, "__dict__", value.__dict__ | fields)
        return copy


__all__ = ["changed"]
