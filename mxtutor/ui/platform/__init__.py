"""What the screens need of the machine: threads, the clipboard, editors, files."""
