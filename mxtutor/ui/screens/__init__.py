"""The screens; their styles are in `.tcss` files, those of all dialogs in one."""
