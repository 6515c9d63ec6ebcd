"""Numbers with their words, for the front ends."""

from mxtutor.counts import count as count
