"""The tables as peewee models: each row is an object with typed columns.

No model is bound to a database: the store binds each query, so that several stores can be open. `schema.py` makes the
tables; its statements, not these classes, decide types, defaults and indexes in the file.
"""

from __future__ import annotations

from mxtutor.progress.light_peewee import peewee


class AttemptRow(peewee.Model):
    """A checked answer, or a draft that was set aside."""

    number = peewee.AutoField()
    exercise = peewee.TextField()
    code = peewee.TextField()
    verdict = peewee.TextField(null=True)
    headline = peewee.TextField(default="")
    seconds = peewee.FloatField(default=0.0)
    seed = peewee.TextField(default="0")
    """A decimal number, as text because it may exceed 64 bits."""
    report = peewee.TextField(null=True)
    """JSON."""
    at = peewee.TextField()
    """ISO 8601 in UTC, as in all tables."""

    class Meta:
        table_name = "attempts"


class DraftRow(peewee.Model):
    """The last text of the editor."""

    exercise = peewee.TextField(primary_key=True)
    code = peewee.TextField()
    cursor_row = peewee.IntegerField()
    cursor_column = peewee.IntegerField()
    at = peewee.TextField()

    class Meta:
        table_name = "drafts"


class HelpRow(peewee.Model):
    """The help that a learner used in an exercise."""

    exercise = peewee.TextField(primary_key=True)
    hints = peewee.IntegerField(default=0)
    gave_up = peewee.BooleanField(default=False)
    begun_after = peewee.IntegerField(default=0)
    """Number of the newest attempt when the exercise was last started over; attempts up to it do not count."""

    class Meta:
        table_name = "help"


class LessonRow(peewee.Model):
    """A lesson that was read to its end."""

    lesson = peewee.TextField(primary_key=True)
    at = peewee.TextField()

    class Meta:
        table_name = "lessons"


class SettingRow(peewee.Model):
    """A setting."""

    name = peewee.TextField(primary_key=True)
    value = peewee.TextField()

    class Meta:
        table_name = "settings"
