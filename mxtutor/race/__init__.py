"""The race: the tutorials' MLP trained in both frameworks on this machine, epoch by epoch in turn; their speeds."""
