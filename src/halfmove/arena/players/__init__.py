"""Players that need no other program: our algorithms, chance, and a person at the terminal."""
