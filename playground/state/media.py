"""Pictures and files that components and embeds refer to, by address or as ``attachment://NAME``."""

import io
import mimetypes
from collections.abc import Collection, Iterable, Iterator

from PIL import Image, UnidentifiedImageError

from playground.state.api_errors import FormErrors, Path
from playground.state.model import Attachment, Component, Json, walk

ATTACHMENT = "attachment://"
SCHEMES = ("http://", "https://", ATTACHMENT)
DESCRIPTION_LENGTH = 1024
NOT_FOUND = (
    "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
    "The referenced attachment was not found in the request.",
)
LOADING, LOADED, LOADED_NOT_FOUND = 1, 2, 3
"""Loading states of media."""


def check(errors: FormErrors, component: Json, path: Path, names: frozenset[str]) -> None:
    """Check a component's addresses and descriptions; ``names`` are the message's files."""
    for at, item in _items(component):
        url = str((item or {}).get("url") or "")
        where = (*path, *at, "url")
        if not url:
            errors.add(where, "BASE_TYPE_REQUIRED", "This field is required")
        elif not url.startswith(SCHEMES):
            bad_scheme(errors, where, url)
        elif url.startswith(ATTACHMENT) and url.removeprefix(ATTACHMENT) not in names:
            errors.add(where, *NOT_FOUND)
    if component.get("type") != Component.LABEL:
        _check_descriptions(errors, component, path)


def _check_descriptions(errors: FormErrors, component: Json, path: Path) -> None:
    for item in [component, *(component.get("items") or [])]:
        if len(item.get("description") or "") > DESCRIPTION_LENGTH:
            message = f"Must be {DESCRIPTION_LENGTH} or fewer in length."
            errors.add((*path, "description"), "BASE_TYPE_MAX_LENGTH", message)


def check_embed(errors: FormErrors, embed: Json, path: Path) -> None:
    """Check the addresses of an embed and its pictures."""
    for key in ("image", "thumbnail", "video"):
        url = (embed.get(key) or {}).get("url")
        if url and not str(url).startswith(SCHEMES):
            bad_scheme(errors, (*path, key, "url"), url)
    if (url := embed.get("url")) and not str(url).startswith(SCHEMES[:2]):
        bad_scheme(errors, (*path, "url"), url)


def bad_scheme(errors: FormErrors, path: Path, url: object) -> None:
    """Note an error for an address whose scheme Discord does not accept."""
    message = f'Scheme "{str(url).partition(":")[0]}" is not supported.'
    errors.add(path, "URL_TYPE_INVALID_SCHEME", message)


def _items(component: Json) -> Iterator[tuple[Path, Json | None]]:
    kind = component.get("type")
    if kind == Component.THUMBNAIL:
        yield ("media",), component.get("media")
    elif kind == Component.FILE:
        yield ("file",), component.get("file")
    elif kind == Component.MEDIA_GALLERY:
        for i, item in enumerate(component.get("items") or []):
            yield ("items", i, "media"), item.get("media")


def content_type(filename: str, sent: str) -> str:
    """Return a file's content type by its name, like Discord; otherwise the one sent.

    Libraries send all files as bytes.
    """
    return mimetypes.guess_type(filename)[0] or sent


def pixels_of(data: bytes, kind: str) -> tuple[int, int] | None:
    """Return a picture's width and height in pixels; None if it is no picture."""
    if not kind.startswith("image/"):
        return None
    try:
        with Image.open(io.BytesIO(data), formats=("PNG", "JPEG", "GIF", "WEBP")) as picture:
            return picture.size
    except (UnidentifiedImageError, OSError):
        return None


def address(file: Attachment, base: str) -> str:
    """Return the address of a file."""
    return f"{base}/attachments/{file.id}/{file.filename}"


def about(file: Attachment, base: str) -> Json:
    """Return a file's description, as in every place that shows it."""
    url = address(file, base)
    found: Json = {"url": url, "proxy_url": url, "content_type": file.content_type}
    if file.pixels is not None:
        found["width"], found["height"] = file.pixels
    return found


class Files:
    """A message's files, by ``attachment://NAME`` and by their addresses below ``base``."""

    def __init__(self, files: Iterable[Attachment], base: str) -> None:
        self._base = base
        self._known: dict[str, Attachment] = {}
        for file in files:
            self._known[f"{ATTACHMENT}{file.filename}"] = file
            self._known[address(file, base)] = file

    def resolve(self, node: Json) -> Json:
        """Return a copy of a component or embed with every reference replaced by its file."""
        found = {key: self._resolve_value(value) for key, value in node.items()}
        if node.get("type") == Component.FILE and (file := self._file(node["file"])):
            found |= {"name": file.filename, "size": len(file.data)}
        return found

    def _resolve_value(self, value: object) -> object:
        if isinstance(value, list):
            return [self._resolve_value(one) for one in value]
        if not isinstance(value, dict):
            return value
        found = self.resolve(value)
        if file := self._file(value):
            found |= about(file, self._base) | {
                "attachment_id": str(file.id),
                "loading_state": LOADED,
            }
        return found

    def _file(self, item: Json) -> Attachment | None:
        return self._known.get(str(item.get("url")))


def shown_file_ids(nodes: Iterable[Json]) -> set[str]:
    """Return the ids of all files that components or embeds show."""
    found: set[str] = set()
    for node in nodes:
        if "attachment_id" in node:
            found.add(node["attachment_id"])
        for value in node.values():
            inside = value if isinstance(value, list) else [value]
            found |= shown_file_ids(one for one in inside if isinstance(one, dict))
    return found


def in_galleries(components: list[Json], files: Collection[Attachment]) -> list[Attachment]:
    """Return the files that the galleries among components refer to by name."""
    if not files:
        return []
    urls = {str((item.get("media") or {}).get("url")) for item in gallery_items(components)}
    return [file for file in files if f"{ATTACHMENT}{file.filename}" in urls]


def hide(components: list[Json], files: Collection[Attachment]) -> None:
    """Mark these files as not found in galleries."""
    hidden = {str(file.id) for file in files}
    for item in gallery_items(components):
        if item["media"].get("attachment_id") in hidden:
            item["media"]["loading_state"] = LOADED_NOT_FOUND


def gallery_items(components: list[Json]) -> Iterator[Json]:
    """Yield the items of the galleries among components."""
    for component in walk(components):
        if component.get("type") == Component.MEDIA_GALLERY:
            yield from component.get("items") or []
