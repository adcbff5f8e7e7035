"""The application: settings to store to service to workers; its health and its diagnostics.

May import: everything but `cli`.
"""
