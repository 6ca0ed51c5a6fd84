"""Pieces that pages are made of: fields, buttons, the board."""
