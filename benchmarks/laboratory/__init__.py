"""The laboratory, measured: searches beside peers, pictures, traces, exercises, growth, whole commands."""
