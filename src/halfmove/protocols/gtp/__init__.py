"""The Go Text Protocol, version 2: Farnebäck, "Specification of the Go Text Protocol", draft 2, 2002."""
