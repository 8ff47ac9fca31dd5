"""What a club's books are made of, as docs/scaling.md counts on it."""

from __future__ import annotations

from scorekeeper.records.db import db


def test_every_table_but_that_of_devices_leads_to_a_club() -> None:
    tables = db.metadata.sorted_tables  # each after those that it refers to
    reached = {"club"}
    for table in tables:
        if {key.column.table.name for key in table.foreign_keys} & reached:
            reached.add(table.name)
    assert {table.name for table in tables} - reached == {"device"}
