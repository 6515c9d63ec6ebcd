"""Services of the machine for the screens: threads, the clipboard, editors, files."""
