"""The screens: one module per screen, and its styles in a `.tcss` file of the same name."""
