"""The club's books: tables and what may be done to them. Knows the rules of the game, knows no web."""
