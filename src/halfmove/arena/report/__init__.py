"""What a contest has come to: tables, ratings, tests and plots, all from `Results`."""
