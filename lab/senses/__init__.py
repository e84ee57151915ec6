"""What two senses make of a board, as observations: no bytes, no pixels, therefore fast."""
