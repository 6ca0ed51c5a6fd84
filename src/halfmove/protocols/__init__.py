"""The wire: driving other people's engines, and serving ours to other people's programs."""
