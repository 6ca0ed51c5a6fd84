"""The gallery itself: one misconception a file, each with an `ENTRY`."""
