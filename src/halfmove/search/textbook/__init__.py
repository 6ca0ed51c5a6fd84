"""The searches of the textbooks and lectures, each in a file of its own, each telling its watcher every step.

A module registers its search by `algorithms.register`; all modules of this folder are found by themselves.
"""
