"""The report of commands that work on the configured database."""

import sys
from collections.abc import Callable
from importlib import import_module


def report(work: Callable[[str], str]) -> int:
    """Print the result of `work` on the configured database's URL, or why it failed; return the
    exit status. Only these commands import settings and database."""
    config, failures = map(import_module, ("kwbot.config", "kwbot.storage.backend.failures"))
    try:
        done = work(config.load_settings().database_url)
    except (config.WrongSettings, failures.StorageError) as error:
        print(error, file=sys.stderr)
        return 2
    except OSError as error:  # this user may not even look at a file or folder
        print(f"{error.filename or 'A file'} cannot be used: {error.strerror}.", file=sys.stderr)
        return 2
    print(done)
    return 0
