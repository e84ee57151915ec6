"""The editions Fingerpost knows, one a file: numbers, settings, mechanics, and where they come from."""
