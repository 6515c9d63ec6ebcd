"""The adaptive self-assessment: model, selection of items, sessions, reports. docs/migration.md describes it."""
