"""What a process sent back: decoded, checked values."""
