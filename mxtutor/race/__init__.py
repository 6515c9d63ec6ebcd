"""The race: both frameworks train the same MLP in alternating epochs, and their speeds are compared."""
