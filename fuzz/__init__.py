"""What strangers may send, made by the hundred thousand: requests, lines of protocols, files (docs/fuzzing.md)."""
