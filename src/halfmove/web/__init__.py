"""The board in the browser, and the HTTP API."""
