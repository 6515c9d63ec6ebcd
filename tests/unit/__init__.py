"""Tests that start no worker and draw no screen."""
