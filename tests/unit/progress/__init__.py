"""Tests of the store of a learner."""
