"""Where games are played: here, in other processes or on a cluster, and with the same records."""
