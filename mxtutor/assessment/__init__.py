"""The adaptive self-assessment: model, selection of items, sessions, reports. docs/assess.md describes it."""
