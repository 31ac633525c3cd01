"""Names of people: cleaned of invisible and layout-breaking characters, shortened, made distinct.

A name may be in any script. It is cut between *clusters*, each of which readers take for one
letter: a base with its marks, an emoji of several parts, a flag, a syllable. A cluster is one of
Unicode's grapheme clusters (UAX #29), or several that are joined. Python knows the categories of
characters; this module adds the few properties that it lacks.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import count

MAX_NAME_LENGTH = 32
"""Most clusters of a name: Discord's limit of characters."""
_MAX_MEAN_CLUSTER = 3
"""Most characters per cluster of a name, on average."""
ELLIPSIS = "…"
UNNAMED = "?"
"""Stands for a name with nothing visible."""

_IGNORED = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\ufdd0-\ufdef\U0001bca0-\U0001bca3"
    "\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""Characters with the property Default_Ignorable_Code_Point, which is stable, or noncharacters."""
_BY_PATTERN = {
    kind: re.compile(pattern)
    for kind, pattern in {
        # fillers, empty patterns and notes, and blanks of all kinds
        "b": "[\u115f\u1160\u2800\u3164\uffa0\ufffc\U0001d159\U00013441\U00013442]|\\s",
        "n": "\u200c",
        "z": "\u200d",
        "x": "[\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]",
        "t": "[\U000e0020-\U000e007f]",
        "k": "[\U0001f3fb-\U0001f3ff]",
        "r": "[\U0001f1e6-\U0001f1ff]",
        "h": "[\u1100-\u115e\ua960-\ua97c\u0d4e\u1cf5\u1cf6\U000111c2\U000111c3"
        "\U0001193f\U00011941\U00011a3a\U00011a84-\U00011a89\U00011d46\U00011f02\U000113d1]",
        "w": "[\u1161-\u11ff\ud7b0-\ud7fb]",
        # letters by category that attach to the character before
        "c": "[\u0e33\u0eb3\uff9e\uff9f]",
        # viramas that join the consonants on both sides into one letter
        "v": "[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0c4d\u0ccd\u0d4d\u1039\u17d2\u1a60\u1b44\u1bab"
        "\ua9c0\uaaf6\U00010a3f\U00011133\U000113d0\U0001193e\U00011a47\U00011a99\U00011f42]",
    }.items()
}
_VIRAMA = 9
"""The combining class of all viramas, after which a joiner changes the look of a letter."""
_SUBJOINED = "SUBJOINED", "CONSONANT SIGN"
_PLAIN = re.compile("[ -~¡-¬®-ʯ–—…•♠♣♥♦]*")
"""Names that need only their blanks cleaned; checked first, as most names match."""
_BLACK_FLAG = "\U0001f3f4"
_NUMBER = re.compile(r"(?<=\S) \d{1,3}$")
"""The number at the end of a name that distinguishes it from an equal one."""
_LOOSE = " +,;:\u200c\u200d"
"""Characters dropped before an ellipsis."""

# A character's kind is one letter, so that regular expressions can match names: l letters and
# numbers, s symbols, p punctuation, k skin tones, r regional indicators (halves of flags), h and w
# the beginning and the rest of a Korean syllable (h also: signs placed before a letter), m marks,
# v linking viramas, y other viramas, u subjoined consonants, c spacing marks, x variation
# selectors, t tags of a flag, n and z joiners, b blanks; "." is invisible and dropped.
_SEEN = frozenset("lspkrhw")
"""Visible kinds."""
_BASES = frozenset("lsprh")
_STACKED = {"m": 2, "u": 2, "c": 4, "x": 1, "k": 1, "w": 3, "t": 7}
"""Most characters of each kind on one base; viramas count as marks."""
_ON = "[mvyucxkwznt]*"
_CLUSTER = re.compile(
    rf"(?:h{{0,3}}rr|h{{1,3}}[lspr]?|.)(?:{_ON}z(?:s|(?<=[vy]z)l)|{_ON}v{_ON}l){{0,7}}{_ON}"
)


@lru_cache(maxsize=4096)
def _kind(char: str) -> str:
    code, category = ord(char), unicodedata.category(char)
    for kind, among in _BY_PATTERN.items():
        if among.match(char):
            return kind
    if category in ("Cc", "Cf", "Cs", "Co") or _IGNORED.match(char) or code & 0xFFFE == 0xFFFE:
        return "."
    if category[0] == "M":
        return _kind_of_mark(char, category)
    return {"L": "l", "N": "l", "P": "p"}.get(category[0], "s")  # unassigned: likely a new emoji


def _kind_of_mark(char: str, category: str) -> str:
    if unicodedata.combining(char) == _VIRAMA:
        return "y"
    if any(word in unicodedata.name(char, "") for word in _SUBJOINED):
        return "u"
    return "c" if category == "Mc" else "m"


def clusters(text: str) -> list[str]:
    """Return a text split into clusters, the pieces that a reader takes for letters."""
    if text.isascii():
        return list(text)
    kinds = "".join(map(_kind, text))
    return [text[found.start() : found.end()] for found in _CLUSTER.finditer(kinds)]


def cuts(name: str) -> Iterator[str]:
    """Yield a name whole, then ever shorter with an ellipsis, always with the number at its end."""
    yield name
    pieces, number = _parts(name)
    for end in range(len(pieces) - 1, -1, -1):
        yield _join(pieces[:end], number)


def _parts(name: str) -> tuple[list[str], str]:
    """Return the clusters of a name, and the number at its end; "" without one."""
    number = _NUMBER.search(name)
    tail = number.group() if number else ""
    return clusters(name.removesuffix(tail)), tail


def _join(pieces: Sequence[str], number: str) -> str:
    return "".join(pieces).rstrip(_LOOSE) + ELLIPSIS + number


def shorten_name(name: str, most: int) -> str:
    """Return a name in at most `most` clusters, with an ellipsis if it is cut."""
    if len(name) <= most or len(clusters(name)) <= most:
        return name
    pieces, number = _parts(name)
    return _join(pieces[: max(0, most - len(number) - 1)], number)


@lru_cache(maxsize=2048)  # each screen shows the same few names many times
def clean_name(name: str, most: int = MAX_NAME_LENGTH) -> str:
    """Return a name on one line, in at most `most` clusters, without characters that are invisible
    or overflow the line; empty if nothing of it is visible.

    Joiners are kept within words and emojis, and two marks on each letter.
    """
    if _PLAIN.fullmatch(name):
        return shorten_name(" ".join(name.split()), most)
    kept = _Kept()
    for char in name:
        kept.take(char, _kind(char))
    kept.end()
    if not _SEEN.intersection(kept.kinds):
        return ""
    whole = shorten_name("".join(kept.chars).strip(), most)
    return next(one for one in cuts(whole) if len(one) <= _MAX_MEAN_CLUSTER * most)


class _Kept:
    """The characters of a name that are kept, each with its kind."""

    def __init__(self) -> None:
        self.chars: list[str] = []
        self.kinds: list[str] = []
        self._on_base: dict[str, int] | None = None
        """Number of characters of each kind on the current base; None: there is no base."""
        self._is_flag = False

    def take(self, char: str, kind: str) -> None:
        if kind == "b":
            self.end()
            if self.kinds and self.kinds[-1] != "b":
                self._keep(" ", kind)
        elif kind in _BASES or (kind in "kw" and self._on_base is None):
            self._settle_joiner(kind)
            self._keep(char, kind)
            self._on_base, self._is_flag = {}, char == _BLACK_FLAG
        elif kind in "nz":
            if self._on_base is not None and self.kinds[-1] not in "nz":
                self._keep(char, kind)
        elif kind != "." and self._on_base is not None and (kind != "t" or self._is_flag):
            self._stack(char, kind, self._on_base)

    def _stack(self, char: str, kind: str, on_base: dict[str, int]) -> None:
        """Keep a character on a base, unless there are enough of its kind."""
        group = "m" if kind in "vy" else kind
        on_base[group] = on_base.get(group, 0) + 1
        if on_base[group] <= _STACKED[group]:
            self._settle_joiner(kind)
            self._keep(char, kind)

    def _settle_joiner(self, following: str) -> None:
        """Drop the joiner kept last unless it affects the characters around it."""
        if not self.kinds or self.kinds[-1] not in "nz":
            return
        before, joiner = self.kinds[-2], self.kinds[-1]
        in_word = following in "lh" and before not in "sprk"
        in_emoji = joiner == "z" and following == "s" and before in "sxkmt"
        if not (in_word or in_emoji or before in "vy"):
            del self.chars[-1], self.kinds[-1]

    def end(self) -> None:
        """Close the current base."""
        self._settle_joiner(" ")
        self._on_base = None

    def _keep(self, char: str, kind: str) -> None:
        self.chars.append(char)
        self.kinds.append(kind)


def visible(*names: str) -> str:
    """Return the first visible name, cleaned; `UNNAMED` if none is visible."""
    return next(filter(None, map(clean_name, names)), UNNAMED)


def check_name(name: str) -> None:
    """Raise ValueError for a name too long for records, or with control characters."""
    if len(name) > _MAX_MEAN_CLUSTER * MAX_NAME_LENGTH or any(
        unicodedata.category(one) == "Cc" for one in name
    ):
        most = _MAX_MEAN_CLUSTER * MAX_NAME_LENGTH
        raise ValueError(f"a name has at most {most} characters, and no control character")


@lru_cache(maxsize=1024)
def fold_name(name: str) -> str:
    """Return a name for comparison: equal for names that look the same but for capitals."""
    plain = unicodedata.normalize("NFKC", name).casefold().replace("#", " ")
    blanked = (" " if _kind(char) == "b" else char for char in plain if _kind(char) not in ".xnz")
    return unicodedata.normalize("NFKC", " ".join("".join(blanked).split()))


def numbered_apart(names: tuple[str, ...], most: int) -> list[str]:
    """Return whole names, with numbers where two would be equal when cut to `most` clusters."""
    told = []
    for name, short in zip(names, told_apart(names, most), strict=True):
        as_cut = short == shorten_name(visible(name), most)
        number = None if as_cut else _NUMBER.search(short)
        told.append(name + (number.group() if number and not name.endswith(number.group()) else ""))
    return told


@lru_cache(maxsize=1024)
def told_apart(names: tuple[str, ...], most: int = MAX_NAME_LENGTH) -> tuple[str, ...]:
    """Return names, cleaned, in at most `most` clusters and all distinct: of equal ones the first
    stays, the others get a number."""
    names = tuple(map(visible, names))
    told = [shorten_name(name, most) for name in names]
    alike = [fold_name(name) for name in told]
    taken = set(alike)
    for at, name in enumerate(names):
        if alike[at] in alike[:at]:
            numbered = (shorten_name(f"{name} {number}", most) for number in count(2))
            told[at] = next(one for one in numbered if fold_name(one) not in taken)
            taken.add(fold_name(told[at]))
    return tuple(told)
