"""How everybody in a channel sees a scene: as a picture, in emojis or in words."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from cogs.screens.parts.components import NO_PICTURES, Part, TextDisplay, file_name, gallery
from kwbot.looks.result_lines import legend_line, result_alternative, result_lines
from kwbot.looks.table_lines import (
    channel_lines,
    full_lines,
    running_trick_line,
    table_alternative,
    trick_lines,
)
from kwbot.text.deal.result_scene import ResultScene
from kwbot.text.deal.scene import TableScene
from kwbot.text.words.markdown import escape

_NOTE = 300
"""Most characters of a note."""


@dataclass(frozen=True, slots=True)
class Rendering:
    """A picture, if there is a `png`; otherwise emojis, if there are `ids`; otherwise words."""

    png: bytes | None = None
    ids: Mapping[str, int] = field(default_factory=dict)

    @property
    def pictures(self) -> Mapping[str, bytes]:
        return {file_name(self.png): self.png} if self.png else NO_PICTURES

    def tricks(self, scene: TableScene | ResultScene) -> list[str]:
        """Return the finished tricks, a small line each."""
        return trick_lines(scene, self.ids)

    def running_trick(self, scene: TableScene) -> str:
        """Return the line of the trick under way: above a picture, which is redrawn when the trick
        is over, and below the finished tricks in words. Emojis show it between the players."""
        is_above = scene.playing and (self.png or not self.ids)
        return running_trick_line(scene, self.ids) if is_above else ""

    def table(self, scene: TableScene) -> Part:
        """Return the table as it is now."""
        if self.png:
            return gallery(self.png, table_alternative(scene))
        if self.ids:
            return _text(channel_lines(scene, self.ids))
        # What was said is above, with the tricks.
        bare = replace(scene, deal="", turn="", remarks=(), explained=(), said=(), tricks=())
        return _text(full_lines(bare))

    def below_auction(self, scene: TableScene) -> Part:
        """Return the table below a text with the auction, and with the trick under way where
        `running_trick` shows it."""
        below = scene.below_words()
        return self.table(below if self.png or self.ids else below.between_tricks())

    def deal(self, scene: ResultScene) -> list[Part]:
        """Return a deal whose story is told above: its picture alone, where there is one."""
        if self.png is not None:
            scene = replace(scene, notes=(), remarks=())
        return self.result(replace(scene, deal=""))

    def result(self, scene: ResultScene) -> list[Part]:
        """Return a deal's result; below a picture also which deal it was, how the points arose, and
        what its marks mean."""
        if self.png is None:
            title = f"**{scene.deal}**" if scene.deal else ""
            return [_text([title, *result_lines(scene, self.ids)])]
        notes = [f"• {escape(one, _NOTE)}" for one in (*scene.notes, *scene.remarks)]
        told = [scene.deal, *notes, legend_line(scene)]
        picture = gallery(self.png, result_alternative(scene))
        small = [f"-# {one}" for one in told if one]
        return [picture, *([_text(small)] if small else [])]


IN_WORDS = Rendering()


def _text(lines: list[str]) -> TextDisplay:
    return TextDisplay("\n".join(filter(None, lines)))
