"""The report of commands that work on the configured database."""

import sys
from collections.abc import Callable
from importlib import import_module


def report(work: Callable[[str], str]) -> int:
    """Print what comes of work on the database of this URL, or why it cannot be done; return the
    exit status. Settings and database are loaded for these commands alone."""
    config, failures = map(import_module, ("kwbot.config", "kwbot.storage.backend.failures"))
    try:
        done = work(config.load_settings().database_url)
    except (config.WrongSettings, failures.StorageError) as error:
        print(error, file=sys.stderr)
        return 2
    except OSError as error:  # a file or a folder that this user may not even look at
        print(f"{error.filename or 'A file'} cannot be used: {error.strerror}.", file=sys.stderr)
        return 2
    print(done)
    return 0
