"""Discord: slash commands, buttons and private panels over the table service."""
