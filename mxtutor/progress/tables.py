"""The tables as peewee models: each row is an object with typed columns.

No model is bound to a database: the store binds each query, so that several stores can be open. `schema.py` makes the
tables; its statements, not these classes, decide types, defaults and indexes in the file.
"""

from __future__ import annotations

from peewee import AutoField, BooleanField, FloatField, IntegerField, Model, TextField


class AttemptRow(Model):
    """A checked answer, or a draft that was set aside."""

    number = AutoField()
    exercise = TextField()
    code = TextField()
    verdict = TextField(null=True)
    headline = TextField(default="")
    seconds = FloatField(default=0.0)
    seed = TextField(default="0")
    """A decimal number, as text because it may exceed 64 bits."""
    report = TextField(null=True)
    """JSON."""
    at = TextField()
    """ISO 8601 in UTC, as in all tables."""

    class Meta:
        table_name = "attempts"


class DraftRow(Model):
    """The last text of the editor."""

    exercise = TextField(primary_key=True)
    code = TextField()
    cursor_row = IntegerField()
    cursor_column = IntegerField()
    at = TextField()

    class Meta:
        table_name = "drafts"


class HelpRow(Model):
    """The help that a learner used in an exercise."""

    exercise = TextField(primary_key=True)
    hints = IntegerField(default=0)
    gave_up = BooleanField(default=False)
    begun_after = IntegerField(default=0)
    """Number of the newest attempt when the exercise was last started over; attempts up to it do not count."""

    class Meta:
        table_name = "help"


class LessonRow(Model):
    """A lesson that was read to its end."""

    lesson = TextField(primary_key=True)
    at = TextField()

    class Meta:
        table_name = "lessons"


class SettingRow(Model):
    """A setting."""

    name = TextField(primary_key=True)
    value = TextField()

    class Meta:
        table_name = "settings"
