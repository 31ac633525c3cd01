"""Pictures and files that components and embeds refer to, by address or as ``attachment://NAME``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kwbot.playground.api_errors import FormErrors, Path
from kwbot.playground.model import Attachment, Component, Json

ATTACHMENT = "attachment://"
SCHEMES = ("http://", "https://", ATTACHMENT)
DESCRIPTION = 1024


def check(errors: FormErrors, component: Json, path: Path, names: frozenset[str]) -> None:
    """``names`` are the message's files. A file component shows one of these and nothing else."""
    for at, item in _items(component):
        url = str((item or {}).get("url") or "")
        where = (*path, *at, "url")
        if not url:
            errors.add(where, "BASE_TYPE_REQUIRED", "This field is required")
        elif not url.startswith(SCHEMES):
            bad_scheme(errors, where, url)
        elif url.startswith(ATTACHMENT) and url.removeprefix(ATTACHMENT) not in names:
            code = "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"
            errors.add(where, code, "The referenced attachment was not found in the request.")
    for item in [component, *(component.get("items") or [])]:
        if (
            len(item.get("description") or "") > DESCRIPTION
            and component["type"] != Component.LABEL
        ):
            message = f"Must be {DESCRIPTION} or fewer in length."
            errors.add((*path, "description"), "BASE_TYPE_MAX_LENGTH", message)


def check_embed(errors: FormErrors, embed: Json, path: Path) -> None:
    """Where an embed leads to, and its pictures."""
    for key in ("image", "thumbnail", "video"):
        url = (embed.get(key) or {}).get("url")
        if url and not str(url).startswith(SCHEMES):
            bad_scheme(errors, (*path, key, "url"), url)
    if (url := embed.get("url")) and not str(url).startswith(SCHEMES[:2]):
        bad_scheme(errors, (*path, "url"), url)


def bad_scheme(errors: FormErrors, path: Path, url: object) -> None:
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


def addresses(files: Iterable[Attachment], base: str) -> dict[str, str]:
    """Where each ``attachment://NAME`` is found."""
    return {f"{ATTACHMENT}{f.filename}": address(f, base) for f in files}


def address(file: Attachment, base: str) -> str:
    return f"{base}/attachments/{file.id}/{file.filename}"


def resolve(node: Json, known: dict[str, str]) -> Json:
    """A copy of a component or embed in which every reference is an address."""
    return {key: _resolved(value, known) for key, value in node.items()}


def _resolved(value: object, known: dict[str, str]) -> object:
    if isinstance(value, dict):
        found = resolve(value, known)
        url = found.get("url")
        return {**found, "url": known.get(url, url)} if isinstance(url, str) else found
    if isinstance(value, list):
        return [_resolved(one, known) for one in value]
    return value
