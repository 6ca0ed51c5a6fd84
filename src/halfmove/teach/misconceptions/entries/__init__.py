"""The gallery itself: one topic a file, each with its `ENTRIES`."""
