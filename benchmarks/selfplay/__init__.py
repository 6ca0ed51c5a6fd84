"""Self-play with a network, beside OpenSpiel's."""
