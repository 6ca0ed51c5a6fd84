"""The Universal Chess Interface: Huber and Meyer-Kahlen, "Description of the UCI protocol", 2004."""
