"""A learner's progress: events in an embedded database, and answers in plain files."""
