"""Whole pages of the local table."""
