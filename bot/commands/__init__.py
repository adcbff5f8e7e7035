"""The commands of all platforms: what they are, and what each does at a table."""
