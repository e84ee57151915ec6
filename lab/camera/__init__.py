"""A camera that is not there: frames of a board drawn as a real lens would show it, from a seed."""
