"""What a learner has done, kept in an embedded database and in plain answer files."""
