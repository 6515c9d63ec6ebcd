"""Imports peewee for SQLite alone.

peewee imports the drivers of all databases that are installed: psycopg costs 9 MB and 0.1 s, and a learner's
outbox is in SQLite. A program that also needs another database through peewee imports its driver first.
"""

from __future__ import annotations

from mxtutor.light_imports import without

DRIVERS = frozenset({"MySQLdb", "psycopg", "psycopg2", "psycopg2cffi", "pymysql"})
"""Drivers that peewee does without where they are not installed."""

with without(DRIVERS):
    import peewee as peewee
