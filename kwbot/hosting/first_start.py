"""The first start in a terminal: trying the bot here or setting it up for Discord."""

import re
import sys
from getpass import getpass
from pathlib import Path

from kwbot.config import WrongSettings
from kwbot.storage.upkeep.copying import empty_file, part_of

QUESTION = """\
Kwbot has no token yet.
  try     play on a page in your browser, without Discord
  set up  put your bot's token into .env, and start it on Discord
try or set up? [try] """
SECOND_QUESTION = "The token, from the page Bot of your application (it is not shown): "
MISTYPED = "That is no token. It has three parts with a dot between: copy it anew by Reset Token."
WRITTEN = "The token is kept in {}, which only you can read. Share it with no one.\n"
_TOKEN = re.compile(r"[\w-]{18,}\.[\w-]{4,}\.[\w-]{20,}", re.ASCII)
_LINE = re.compile(r"^KWBOT_TOKEN=.*$", re.MULTILINE)


def has_terminal() -> bool:
    """Whether somebody is at a terminal to be asked."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def ask_for_token(file: Path) -> bool:
    """Ask whether to set the bot up, and write its token to the settings in `file`. Return whether
    a token was written: not for whoever wants to try the bot or says nothing. Raise WrongSettings
    if the file cannot be written."""
    try:
        if not input(QUESTION).strip().lower().startswith("s"):
            return False
        while token := getpass(SECOND_QUESTION).strip():
            if _TOKEN.fullmatch(token):
                _write(file, token)
                sys.stdout.write(WRITTEN.format(file))
                return True
            sys.stdout.write(f"{MISTYPED}\n")
    except EOFError:
        sys.stdout.write("\n")
    except KeyboardInterrupt:
        sys.exit(130)
    return False


def _write(file: Path, token: str) -> None:
    try:
        _put(token, file)
    except OSError as error:
        raise WrongSettings(f"{file} cannot be written: {error.strerror}.") from None


def _put(token: str, file: Path) -> None:
    """Put a token into a settings file, which is made from the example if there is none yet."""
    example = file.with_name(".env.example")
    source = next((one for one in (file, example) if one.exists()), None)
    settings = source.read_text("utf-8") if source else ""
    line = f"KWBOT_TOKEN={token}"
    if _LINE.search(settings):
        settings = _LINE.sub(line, settings, count=1)
    else:
        settings = f"{line}\n{settings}"
    file = file.resolve()  # what a link leads to is replaced, not the link
    with part_of(file) as part:
        empty_file(part)
        part.write_text(settings, "utf-8")
        part.replace(file)
