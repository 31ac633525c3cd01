"""REST v10: one request in, one JSON answer out, in Discord's shapes.

``Rest.handle`` does what all routes share: record the request, apply faults, check the token,
read the body (JSON, or multipart with files), ask the oracle, call the route's function, and
answer. Routes are plain functions ``(world, call) -> JSON | None``; None becomes 204.
"""

import asyncio
import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from aiohttp import BodyPartReader, web

from playground.api.faults import Fault, Faults
from playground.api.rates import Limited, Rates
from playground.state import media
from playground.state.api_errors import ApiError, invalid
from playground.state.model import Attachment, Interaction, Json
from playground.state.wire import UPLOAD_LIMIT_BYTES
from playground.state.world import World

API = "/api/v10"
_FILE_FIELD = re.compile(r"files\[(\d+)\]")
# Answers to interactions do not count against the 50 requests a second of everything else.
_FREE = ("/interactions/", "/webhooks/")


@dataclass(eq=False, slots=True)
class Call:
    """Record of one request as it came, for tests to count and routes to read.

    ``route`` is the template of openapi.json; ``raw`` the body's bytes (of a multipart body the
    JSON part, its files are in ``files``); ``body`` the same parsed; ``status`` the answer, 0
    while it is under way or when the connection was reset.

    """

    method: str
    route: str
    path: str
    at: float
    ids: dict[str, str] = field(default_factory=dict)
    query: dict[str, str] = field(default_factory=dict)
    raw: bytes = b""
    body: Any = None
    files: tuple[Attachment, ...] = ()
    status: int = 0

    @property
    def counts(self) -> bool:
        """Whether it counts against the global limit of 50 a second."""
        return not self.route.startswith(_FREE)

    def id(self, name: str) -> int:
        """Return a snowflake of the path. Raises ApiError 50035."""
        value = self.ids[name]
        if not value.isdecimal():
            message = f'Value "{value}" is not snowflake.'
            raise invalid((name,), "NUMBER_TYPE_COERCE", message)
        return int(value)


Answer = Json | list[Json] | None
Route = Callable[[World, Call], Answer]
Validate = Callable[[Call], None]


class Rest:
    """The REST API: everything that all routes share."""

    def __init__(self, world: World, token: str, faults: Faults) -> None:
        self.calls: list[Call] = []
        self.remember: int | None = None
        """Number of calls kept; None: all."""
        self.in_flight = 0
        self.validate: Validate | None = None
        self.rates: Rates | None = None
        self._world = world
        self._authorization = f"Bot {token}"
        self._faults = faults

    def add_routes(self, app: web.Application, routes: dict[tuple[str, str], Route]) -> None:
        for (method, template), function in routes.items():
            app.router.add_route(method, API + template, self._handler(template, function))
        app.router.add_route("*", API + "/{rest:.*}", self._handler("", _refuse_unknown))

    def _handler(self, template: str, function: Route) -> Callable[[web.Request], Any]:
        async def handle(request: web.Request) -> web.StreamResponse:
            call = Call(
                request.method,
                template,
                request.path.removeprefix(API),
                self._world.clock(),
                dict(request.match_info),
                dict(request.query),
            )
            self._keep(call)
            if event := self._interaction(call):
                event.heard = True
            self.in_flight += 1
            try:
                return await self._answer(request, call, function)
            finally:
                self.in_flight -= 1
                self._world.wake()

        return handle

    def _interaction(self, call: Call) -> Interaction | None:
        """Return the interaction whose callback a call is, if any."""
        return self._world.interactions.get(call.ids.get("interaction_token", ""))

    def _keep(self, call: Call) -> None:
        self.calls.append(call)
        if self.remember is not None and len(self.calls) > 2 * self.remember:
            del self.calls[: -self.remember]
            del self._world.refusals[: -self.remember]

    async def _answer(
        self, request: web.Request, call: Call, function: Route
    ) -> web.StreamResponse:
        fault = self._faults.match(call.method, call.path)
        headers: dict[str, str] = {}
        try:
            await _read(request, call, self._world)
            if fault is not None and fault.gate is not None:
                await fault.gate.wait()
                fault = None
            if self.rates is not None:
                headers = self.rates.take(call.method, call.path, counts=call.counts)
            if fault is not None and not fault.done:
                return _fail(request, call, fault)
            answer = self._carry_out(request, call, function)
            if fault is not None:
                return _fail(request, call, fault)
        except Limited as limited:
            call.status = limited.status
            return _json(limited.status, limited.payload(), limited.headers)
        except ApiError as refused:
            return self._refuse(call, refused)
        call.status = 204 if answer is None else 200
        return _json(call.status, answer, headers)

    def _carry_out(self, request: web.Request, call: Call, function: Route) -> Answer:
        if call.counts and request.headers.get("Authorization") != self._authorization:
            raise ApiError(0, status=401)
        if self.validate is not None:
            self.validate(call)
        return function(self._world, call)

    def _refuse(self, call: Call, refused: ApiError) -> web.Response:
        call.status = refused.status
        payload = refused.payload()
        self._world.refusals.append({"method": call.method, "route": call.route, **payload})
        if event := self._interaction(call):
            event.refusals.append(payload)
        return _json(refused.status, payload)


def _refuse_unknown(world: World, call: Call) -> Answer:
    raise ApiError(0)


def _fail(request: web.Request, call: Call, fault: Fault) -> web.Response:
    if fault.refusal is None:
        if request.transport is not None:
            request.transport.abort()
        raise asyncio.CancelledError
    call.status = fault.refusal.status
    return _json(call.status, fault.refusal.payload(), fault.headers)


def _json(status: int, body: object, headers: dict[str, str] | None = None) -> web.Response:
    if status == 204:
        return web.Response(status=204, headers=headers)
    data = json.dumps(body, separators=(",", ":")).encode()
    # Clients compare the type with this exact text: no charset may follow.
    return web.Response(
        status=status, body=data, headers={"Content-Type": "application/json", **(headers or {})}
    )


async def _read(request: web.Request, call: Call, world: World) -> None:
    """Read body and files into the call. Raises ApiError 50109 or 40005."""
    if not request.can_read_body:
        return
    try:
        if request.content_type == "multipart/form-data":
            await _read_parts(request, call, world)
        else:
            call.raw = await request.read()
    except (web.RequestPayloadError, AssertionError, AttributeError, KeyError, ValueError) as error:
        raise ApiError(50109) from error
    except ConnectionResetError:  # the caller is gone, with half a body sent
        raise asyncio.CancelledError from None
    if not call.raw:
        return
    if request.content_type not in ("application/json", "multipart/form-data"):
        raise ApiError(50109)
    try:
        call.body = json.loads(call.raw)
    except (ValueError, RecursionError) as error:
        raise ApiError(50109) from error
    if not isinstance(call.body, dict | list):
        raise ApiError(50109)


Upload = tuple[str, str, bytes]
"""An uploaded file's name, content type and data."""


async def _read_parts(request: web.Request, call: Call, world: World) -> None:
    """Read the JSON part and the files of a multipart body. Raises ApiError 40005."""
    uploads = await _read_uploads(request, call)
    if any(len(data) > UPLOAD_LIMIT_BYTES for _, _, data in uploads.values()):
        raise ApiError(40005)
    body = json.loads(call.raw or b"{}")
    message = body.get("data") or {} if call.route.endswith("/callback") else body
    described = {int(a["id"]): a for a in message.get("attachments") or []}
    call.files = tuple(
        _attachment(world.snowflake(), uploads[i], described.get(i, {})) for i in sorted(uploads)
    )


async def _read_uploads(request: web.Request, call: Call) -> dict[int, Upload]:
    """Read a multipart body's JSON part into the call, and return its files by number."""
    uploads: dict[int, Upload] = {}
    async for part in await request.multipart():
        assert isinstance(part, BodyPartReader)
        name = part.name or ""
        data = bytes(await part.read())
        if name == "payload_json":
            call.raw = data
        elif found := _FILE_FIELD.fullmatch(name):
            kind = part.headers.get("Content-Type", "application/octet-stream")
            uploads[int(found[1])] = (part.filename or "file", kind, data)
    return uploads


def _attachment(number: int, upload: Upload, about: Json) -> Attachment:
    sent_name, sent_kind, data = upload
    name = about.get("filename") or sent_name
    kind = media.content_type(name, sent_kind)
    pixels = media.pixels_of(data, kind)
    return Attachment(number, name, data, kind, about.get("description"), pixels)
