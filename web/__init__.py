"""The table as a web page that needs no mouse, no sight and no script; one for all, and one for each seat."""
