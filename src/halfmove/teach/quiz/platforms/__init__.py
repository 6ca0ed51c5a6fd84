"""Exercises for learning platforms, which mark them by themselves; each file has its pictures inside.

items     what is written, whatever the format: a question, its picture, how it is answered
moodle    Moodle's XML
gift      Moodle's GIFT, a text that other platforms read too
qti       a package of IMS QTI 2.1
"""
