"""New databases without migrations, which are most of what a power cut or a kill may meet."""

from tests.storage.compiled_statements import compiled_once
from tests.storage.copied_tables import copied_tables

__all__ = ["compiled_once", "copied_tables"]
