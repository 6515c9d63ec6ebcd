"""The race: both frameworks train the MLP of the tutorials in alternating epochs, and their speeds are compared."""
