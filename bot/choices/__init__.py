"""Choices: an ask into the controls of a menu, and a used control back into an answer.

May import: `language`.
"""
