"""Trains the tutorials' MLP in both frameworks on this machine, epoch by epoch in turn, and compares their speed."""
