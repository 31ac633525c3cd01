"""Alembic's entry point: applies the migrations to the connection from `schema.migrate`."""

from alembic import context

from kwbot.storage.values.columns import Base

connection = context.config.attributes["connection"]
# SQLite alters a table by rebuilding it, which is alembic's batch mode.
context.configure(connection=connection, target_metadata=Base.metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
