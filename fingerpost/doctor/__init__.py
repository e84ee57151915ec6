"""SHELL: what the doctor looks at, and what it says of it."""
