"""The PostgreSQL that tests and benchmarks use, each in a schema of its own."""

from __future__ import annotations

import os
import uuid
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import create_engine, make_url, text

POSTGRES = os.environ.get("SCOREKEEPER_TEST_POSTGRES", "postgresql+psycopg://postgres@127.0.0.1:5432/test")


@contextmanager
def own_schema() -> Iterator[str]:
    """The URL of an empty schema, dropped at the end. Raises OperationalError where no server answers."""
    name = f"scorekeeper_test_{uuid.uuid4().hex[:12]}"
    engine = create_engine(POSTGRES, connect_args={"connect_timeout": 5})
    try:
        with engine.begin() as connection:
            connection.execute(text(f"CREATE SCHEMA {name}"))
        url = make_url(POSTGRES).update_query_dict({"options": f"-csearch_path={name}"})
        try:
            yield url.render_as_string(hide_password=False)
        finally:
            with engine.begin() as connection:
                connection.execute(text(f"DROP SCHEMA {name} CASCADE"))
    finally:
        engine.dispose()
