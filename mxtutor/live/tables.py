"""The class store's tables as peewee models, for SQLite and PostgreSQL alike. `store.py` binds and creates them.

Importing peewee also imports every database driver that is installed.
"""

from __future__ import annotations

from peewee import AutoField, BigIntegerField, BooleanField, CharField, DoubleField, IntegerField, Model, TextField

SCHEMA_VERSION = 1
"""Version of the tables; a store of a later version is refused."""


class SchemaRow(Model):
    """Its only row has the version of the tables."""

    version = IntegerField()

    class Meta:
        table_name = "mxtutor_class_schema"
        primary_key = False


class ClassRow(Model):
    """A class. All that changes its events locks its row first, so that changes happen one after the other."""

    title = CharField(max_length=200, primary_key=True)
    share_code = BooleanField(default=False)
    exercises = TextField(default="[]")
    """Ids of its exercises in order, as JSON; empty for all."""
    started = DoubleField()
    """Server's clock, seconds since 1970, as all times that are not called otherwise."""

    class Meta:
        table_name = "mxtutor_classes"


class EventRow(Model):
    """An event as it was received. Rows are added, never changed; only `class forget` deletes rows."""

    number = AutoField()
    title = CharField(max_length=200)
    """The class."""
    learner = CharField(max_length=40)
    """Keyed id; no name is in the store."""
    event = CharField(max_length=32)
    """The tutor's own id of the event."""
    device = CharField(max_length=32)
    seq = BigIntegerField()
    kind = CharField(max_length=20)
    exercise = CharField(max_length=200)
    at = DoubleField()
    """The device's clock."""
    sent = DoubleField()
    """The device's clock when the batch was sent."""
    received = DoubleField()
    happened = DoubleField()
    """When it happened by the server's clock: `at`, corrected by the difference of both clocks at the sending."""
    verdict = CharField(max_length=200)
    headline = TextField()
    mistakes = TextField()
    """JSON: a list of [code, name]."""
    seconds = DoubleField()
    seed = CharField(max_length=40)
    content = CharField(max_length=200)
    hint = IntegerField()
    code = TextField(null=True)

    class Meta:
        table_name = "mxtutor_events"
        indexes = ((("title", "learner", "event"), True),)


class RefusedRow(Model):
    """The hash of a token whose learner was forgotten: what still arrives with it is refused."""

    title = CharField(max_length=200)
    token = CharField(max_length=80)

    class Meta:
        table_name = "mxtutor_refused_tokens"
        indexes = ((("title", "token"), True),)


class ServerRow(Model):
    """The last sign of a class's server; stores of earlier releases lack the table."""

    title = CharField(max_length=200, primary_key=True)
    seen = DoubleField()
    """Its clock; 0: it has stopped."""

    class Meta:
        table_name = "mxtutor_class_servers"


TABLES = (SchemaRow, ClassRow, EventRow, RefusedRow)
