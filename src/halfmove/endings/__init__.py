"""Solved endings: databases of exact values, made by retrograde analysis."""
