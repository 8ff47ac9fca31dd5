"""The PostgreSQL that tests and benchmarks use, each in a schema of its own."""

from __future__ import annotations

import os
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

from sqlalchemy import Connection, create_engine, func, make_url, select, text
from sqlalchemy.exc import OperationalError

POSTGRES = os.environ.get("SCOREKEEPER_TEST_POSTGRES", "postgresql+psycopg://postgres@127.0.0.1:5432/test")
PREFIX: Final = "scorekeeper_run_"


@contextmanager
def own_schema() -> Iterator[str]:
    """The URL of an empty schema, dropped at the end. Raises OperationalError where no server answers."""
    name = f"{PREFIX}{uuid.uuid4().hex[:12]}"
    engine = create_engine(POSTGRES, isolation_level="AUTOCOMMIT", connect_args={"connect_timeout": 5})
    try:
        with engine.connect() as connection:
            _drop_what_was_left(connection)
            connection.execute(select(func.pg_advisory_lock(func.hashtext(name))))
            connection.execute(text(f"CREATE SCHEMA {name}"))
            url = make_url(POSTGRES).update_query_dict({"options": f"-csearch_path={name}"})
            try:
                yield url.render_as_string(hide_password=False)
            finally:
                connection.execute(text(f"DROP SCHEMA {name} CASCADE"))
    finally:
        engine.dispose()


def _drop_what_was_left(connection: Connection) -> None:
    """Drop the schemas of runs that were killed: a run holds the lock of its schema's name while it lives."""
    query = text("SELECT nspname FROM pg_namespace WHERE starts_with(nspname, :prefix)")
    for name in connection.scalars(query, {"prefix": PREFIX}).all():
        lock = func.hashtext(name)
        if connection.scalar(select(func.pg_try_advisory_lock(lock))):
            # The server may not have seen yet that nobody is there any more: then it is left to the next run.
            connection.execute(text("SET lock_timeout = '1s'"))
            with suppress(OperationalError):
                connection.execute(text(f"DROP SCHEMA IF EXISTS {name} CASCADE"))
            connection.execute(text("RESET lock_timeout"))
            connection.execute(select(func.pg_advisory_unlock(lock)))
