"""The files of Discord's CDN: people's pictures, emojis, attachments."""

from aiohttp import web

from playground.images import portraits
from playground.state.model import User
from playground.state.world import World

PICTURE_KINDS = ("png", "webp", "jpeg")
MAX_PIXELS = 4096
DEFAULT_AVATARS = 6
# A bot's upload is shown as a picture or saved, but never run here. It never changes.
FILE_HEADERS = {
    "Cache-Control": "private, max-age=86400, immutable",
    "Content-Security-Policy": "sandbox; default-src 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


def avatar(who: User) -> str:
    """Return the path of a user's picture, or of a default one."""
    if who.avatar is None:
        return f"/embed/avatars/{(who.id >> 22) % DEFAULT_AVATARS}.png"
    return f"/avatars/{who.id}/{who.avatar}.png"


class Cdn:
    """The routes of pictures, emojis and attachments."""

    def __init__(self, world: World) -> None:
        self._world = world

    def add_routes(self, app: web.Application) -> None:
        app.router.add_get(r"/embed/avatars/{index:[0-5]}.png", self._default)
        app.router.add_get(r"/avatars/{user_id:\d+}/{avatar}.{kind}", self._avatar)
        app.router.add_get(r"/emojis/{emoji_id:\d+}{kind:(\.\w+)?}", self._emoji)
        app.router.add_get(r"/attachments/{attachment_id:\d+}/{filename}", self._attachment)

    async def _default(self, request: web.Request) -> web.Response:
        return _picture(request, portraits.default(int(request.match_info["index"])), "png")

    async def _avatar(self, request: web.Request) -> web.Response:
        user = self._world.users.get(int(request.match_info["user_id"]))
        kind = request.match_info["kind"]
        if (
            user is None
            or user.picture is None
            or user.avatar != request.match_info["avatar"]
            or kind not in PICTURE_KINDS
        ):
            raise web.HTTPNotFound
        return _picture(request, user.picture, kind)

    async def _emoji(self, request: web.Request) -> web.Response:
        found = self._world.emoji_images.get(int(request.match_info["emoji_id"]))
        if found is None:
            raise web.HTTPNotFound
        kind, data = found
        return file_response(data, kind)

    async def _attachment(self, request: web.Request) -> web.Response:
        file = self._world.uploads.get(int(request.match_info["attachment_id"]))
        if file is None:
            raise web.HTTPNotFound
        return file_response(file.data, file.content_type)


def file_response(data: bytes, content_type: str) -> web.Response:
    """Return the response with an uploaded file."""
    safe = content_type.startswith("image/") and "svg" not in content_type
    headers = FILE_HEADERS if safe else {**FILE_HEADERS, "Content-Disposition": "attachment"}
    return web.Response(body=data, headers={**headers, "Content-Type": content_type})


def _picture(request: web.Request, picture: bytes, kind: str) -> web.Response:
    side = request.query.get("size", "")
    pixels = min(int(side), MAX_PIXELS) if side.isdecimal() else portraits.SIDE
    return file_response(portraits.scale(picture, max(pixels, 1), kind), f"image/{kind}")
