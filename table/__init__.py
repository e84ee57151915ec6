"""SHELL: what a table does, one act at a time: decided, stored, told, put right, taken back."""
