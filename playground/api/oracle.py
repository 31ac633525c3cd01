"""Discord's public description of its API (openapi.json) as a judge of every request body.

It is optional, because the description is not part of this project. Known differences between it
and what Discord accepts are smoothed over: see ``_fit``.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema_rs

from playground.api.rest import Call
from playground.state.api_errors import FormErrors
from playground.state.model import Json

CALLBACK_ROUTE = "/interactions/{interaction_id}/{interaction_token}/callback"
CALLBACK_SCHEMAS: dict[int, str] = {
    4: "CreateMessageInteractionCallbackRequest",
    5: "CreateMessageInteractionCallbackRequest",
    6: "UpdateMessageInteractionCallbackRequest",
    7: "UpdateMessageInteractionCallbackRequest",
    8: "ApplicationCommandAutocompleteCallbackRequest",
    9: "ModalInteractionCallbackRequest",
}
# Keys that discord.py sends and Discord accepts, but the description does not know.
EXTRA_KEYS: dict[str, tuple[str, ...]] = {
    "ApplicationCommandUpdateRequest": ("nsfw",),
    "ApplicationCommandCreateRequest": ("nsfw",),
    "MessageEditRequestPartial": ("tts",),
    "IncomingWebhookUpdateRequestPartial": ("tts",),
    "IncomingWebhookUpdateForInteractionCallbackRequestPartial": ("tts",),
    "RichEmbed": ("flags",),
    "MessageAttachmentRequest": ("url", "proxy_url", "size", "spoiler", "content_type"),
}
_HTTP = ("get", "post", "put", "patch", "delete")


class Oracle:
    """Judge of bodies: called with a Call, it raises ApiError 50035 if the body does not fit."""

    def __init__(self, path: Path) -> None:
        document = json.loads(path.read_text(encoding="utf-8"))
        self._schemas = _fit(document["components"]["schemas"])
        self._bodies: dict[tuple[str, str], Json] = {}
        for route, operations in document["paths"].items():
            for method in _HTTP:
                content = operations.get(method, {}).get("requestBody", {}).get("content", {})
                if "application/json" in content:
                    self._bodies[method.upper(), route] = content["application/json"]["schema"]
        self._validators: dict[object, Any] = {}

    def __call__(self, call: Call) -> None:
        validator = self._validator(call)
        if validator is None or validator.is_valid(call.body):
            return
        errors = FormErrors()
        for error in validator.iter_errors(call.body):
            for cause in _causes(error):
                errors.add(tuple(cause.instance_path), "OPENAPI", cause.message[:300])
        errors.refuse()

    def _validator(self, call: Call) -> Any:
        key: object = (call.method, call.route)
        schema = self._bodies.get((call.method, call.route))
        if call.route == CALLBACK_ROUTE and isinstance(call.body, dict):
            kind = CALLBACK_SCHEMAS.get(call.body.get("type", 0))
            if kind is not None:
                key, schema = kind, {"$ref": f"#/components/schemas/{kind}"}
        if schema is None or (call.body is None and not call.raw):
            return None
        if key not in self._validators:
            root = {**_strict(schema), "components": {"schemas": self._schemas}}
            self._validators[key] = jsonschema_rs.Draft202012Validator(root)
        return self._validators[key]


def _causes(error: Any) -> Iterator[Any]:
    """Yield the errors of the intended alternative if none fits."""
    branches = getattr(error.kind, "context", [])
    meant = [b for b in branches if not any(_other(error, cause) for cause in b)]
    if not meant:
        yield error
    for cause in meant[0] if meant else ():
        yield from _causes(cause)


def _other(error: Any, cause: Any) -> bool:
    """Whether a branch failed because the value is of another kind altogether."""
    here, there = list(error.instance_path), list(cause.instance_path)
    return (there == here and cause.kind.name == "type") or (
        there == [*here, "type"] and cause.kind.name == "enum"
    )


def _fit(schemas: Json) -> Json:
    for name, keys in EXTRA_KEYS.items():
        if name in schemas:
            schemas[name]["properties"] |= {key: {} for key in keys}
    fitted: Json = {name: _strict(schema) for name, schema in schemas.items()}
    # discord.py sends ids as numbers, and Discord accepts them.
    fitted["SnowflakeType"] = {"type": ["string", "integer"], "pattern": "^(0|[1-9][0-9]*)$"}
    return fitted


def _strict(schema: Any) -> Any:
    """Return a copy of a schema in which unknown keys are errors."""
    if isinstance(schema, list):
        return [_strict(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    fitted = {key: _strict(part) for key, part in schema.items()}
    if schema.get("type") == "object" and "properties" in schema:
        fitted.setdefault("additionalProperties", False)
    return fitted
