"""For the operator: logs, metrics, the certain end of tasks. Leaves: may import nothing of the bot."""
