"""The chat platforms: each draws posts and hands commands and taps to the table service."""
