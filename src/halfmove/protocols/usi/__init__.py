"""Engines that speak the Universal Shogi Interface."""
